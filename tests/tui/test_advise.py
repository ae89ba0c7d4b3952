"""`advise`: every format that fits, side by side, each with the figures that mean something."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as given_
from hypothesis import strategies as st

from engine.entrants import Entrant
from engine.trial.figures import Figures
from engine.trial.intervals import FINE, Moments
from engine.trial.many import TrialPlan
from engine.trial.many import figures as figures_of
from tests.tui.desk_cli import CommandLine
from tui.advice.choice import candidates
from tui.advice.measures import Field, advised, looks, measures
from tui.advice.page import page
from tui.advice.tables import judged, lines, notes, plain, so_far, verdict
from tui.commands.trial_pools import Here

EVERYWHERE = {"strongest_wins", "order", "mean_gap", "worst_gap", "games", "boards", "hours"}
SWISS = EVERYWHERE | {"two_perfect", "colours", "floats"}


@pytest.fixture
def list_of_six(tmp_path: Path) -> Path:
    path = tmp_path / "six.csv"
    path.write_text("name,rating\n" + "".join(f"P{n},{2000 - 40 * n}\n" for n in range(6)))
    return path


def given(topboard: CommandLine, path: Path, *words: object) -> Any:
    return topboard.asked("advise", path, "--rounds", 5, "--events", 3, "--jobs", 1, *words)


def test_each_format_has_the_figures_that_mean_something(
    topboard: CommandLine, list_of_six: Path
) -> None:
    advice = given(topboard, list_of_six, "--seed", 4)
    assert (advice["entrants"], advice["rounds"], advice["seed"]) == (6, 5, 4)
    assert (advice["strength_spread"], advice["draws"], advice["confidence"]) == (50, None, 0.95)
    known = {f["label"]: set(f["figures"]) for f in advice["formats"]}
    assert known["dutch"] == known["kjca"] == known["ecf"] == SWISS
    assert known["round_robin"] == EVERYWHERE | {"colours"}
    assert known["knockout"] == EVERYWHERE
    assert {each["format"]: each["why"] for each in advice["left_out"]} == {
        "double_knockout": "it needs 7 rounds", "galway": advice["left_out"][0]["why"],
        "diagonal": "it needs the time of 8 rounds, as its rounds are of up to 4 games each",
    }  # fmt: skip
    dutch = next(f for f in advice["formats"] if f["label"] == "dutch")
    assert dutch["figures"]["games"] == {"value": 5, "low": 5, "high": 5}
    assert dutch["figures"]["hours"]["value"] == 20
    assert dutch["figures"]["boards"]["value"] == 3
    for each in advice["formats"]:
        assert (each["events"], each["unfinished"]) == (3, 0)
        for figure in each["figures"].values():
            assert figure["low"] <= figure["value"] <= figure["high"]
    assert given(topboard, list_of_six, "--seed", 4) == advice
    for width in (70, 80, 120):
        assert max(len(plain(parts)) for parts in lines(advice, width)) <= width
    shown = [plain(parts) for parts in lines(advice, 80)]
    untold = {"two_perfect", "floats"}  # said to be no figures of it
    named = sum(line.startswith("  round_robin ") for line in shown)
    assert named == len(known["round_robin"] | untold)
    assert "does not fit: double_knockout, it needs 7 rounds" in shown
    head, *rows = so_far(advice)
    assert head.split() == [
        *("events", "so", "far", "strongest", "wins", "two", "perfect", "rating", "gap")
    ]
    assert [row.split()[0] for row in rows] == list(known)
    assert max(map(len, (head, *rows))) <= 70, "it fits into a dialog"


def test_the_page_needs_nothing_else_and_obeys_no_foreign_text(
    topboard: CommandLine, list_of_six: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    target = list_of_six.with_name("advice.html")
    advice = given(topboard, list_of_six, "-o", target)
    text = target.read_text()
    assert "pip install matplotlib" in text
    assert all(f["label"] in text for f in advice["formats"])
    assert not any(word in text for word in ("http:", "https:", "<script", "<link", "@import"))
    foreign = page({**advice, "entries": "<script>alert(1)</script>"})
    assert "<script" not in foreign
    assert "&lt;script&gt;" in foreign


def test_with_matplotlib_every_figure_has_a_plot(topboard: CommandLine, list_of_six: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra topboard[plots] is not installed")
    advice = given(topboard, list_of_six)
    text = page(advice)
    assert text.count("<svg") == len({key for f in advice["formats"] for key in f["figures"]})
    assert text == page(advice), "the same each time"
    assert "<script" not in text
    ids = [part.split('"')[0] for part in text.split(' id="')[1:]]
    assert len(ids) == len(set(ids))


class Canned(Here):
    """Events of which every other is won by the strongest, and a table that is always the same."""

    def first_done(self) -> tuple[range, Figures]:
        _, numbers = self._waiting.pop(0)
        figures = Figures(events=len(numbers), perfect=Counter({1: len(numbers)}))
        figures.strongest = sum(number % 2 for number in numbers)
        for _ in numbers:
            figures.samples.setdefault("order", Moments()).add(Moments.of(FINE // 2))
        return numbers, figures


ENTRANTS = tuple(Entrant("", f"P{n}", rating=2000 - 10 * n) for n in range(6))


def test_it_stops_by_itself_when_every_interval_is_narrow_enough() -> None:
    dutch = next(c for c in candidates(TrialPlan("", 1, entrants=ENTRANTS), 3).fitting
                 if c.label == "dutch")  # fmt: skip
    field, of = Field.of(ENTRANTS), measures(4)
    progress: list[tuple[int, int]] = []

    def on(*at: int) -> None:
        progress.append((at[0], at[1]))

    def played(precision: float, most: int) -> tuple[int, bool]:
        *_, (each,) = advised([dutch], field, of, precision, most, Canned(), on)
        return each.figures.events, each.precise

    assert list(looks(500)) == [4, 12, 24, 48, 72, 96, 144, 192, 288, 384, 500]
    assert list(looks(5)) == [4, 5]
    # a share of a half is known to 10 per cent after 381 events (Wilson), to 30 after 40
    assert played(0.10, 2000) == (384, True)
    assert played(0.30, 2000) == (48, True)
    assert played(0.05, 500) == (500, False)
    assert progress[-1] == (500, 500)


def test_every_format_has_its_first_figures_before_one_is_known_well() -> None:
    base = TrialPlan("", 1, entrants=ENTRANTS)
    fitting = [c for c in candidates(base, 3).fitting if c.label in ("dutch", "kjca", "ecf")]
    shown = [
        [each.figures.events for each in each_look]
        for each_look in advised(
            fitting, Field.of(ENTRANTS), measures(4), 0.3, 100, Canned(), lambda *at: None
        )
    ]
    assert shown == [[at] * 3 for at in (4, 12, 24, 48)]


def test_when_time_is_up_a_format_has_the_figures_of_its_first_events() -> None:
    base = TrialPlan("", 1, entrants=ENTRANTS)
    fitting = [c for c in candidates(base, 3).fitting if c.label in ("dutch", "kjca")]
    field, of, done = Field.of(ENTRANTS), measures(4), 0

    def on(now: int, _: int) -> None:
        nonlocal done
        done = now

    *_, found = advised(fitting, field, of, 0.01, 40, Here(), on, lambda: done >= 30)
    first, other = (each.figures.events for each in found)
    assert (12 < first < 24, other) == (True, 12)
    assert (
        found[0].figures.samples
        == figures_of(fitting[0].plan, fitting[0].format, range(first)).samples
    )


def test_it_says_that_the_time_was_up_and_what_was_not_played(
    topboard: CommandLine, list_of_six: Path
) -> None:
    advice = topboard.asked(
        "advise", list_of_six, "--rounds", 5, "--jobs", 1, "--minutes", "0.05",
        "--precision", "0.5",
    )  # fmt: skip
    assert (advice["ended"], advice["minutes"]) == ("time", 0.05)
    assert not all(each["precise"] for each in advice["formats"])
    said = "the time was up (0.05 minutes)"
    assert any(said in note for note in notes(advice))
    unplayed = {**advice, "not_played": ["galway"]}
    assert f"fits, and not played: galway; {said}" in notes(unplayed)
    enough = topboard.asked("advise", list_of_six, "--rounds", 5, "--jobs", 1, "--events", 3)
    assert (enough["ended"], enough["not_played"]) == ("events", [])


def test_what_fits_goes_by_the_entries_and_the_rounds() -> None:
    base = TrialPlan("", 1, entrants=ENTRANTS * 3)
    short = {c.label for c in candidates(base, 3).fitting}
    assert {"dutch", "dutch baku", "kjca", "ecf"} <= short
    assert not {"round_robin", "knockout"} & short
    assert {"knockout", "dutch"} <= {c.label for c in candidates(base, 5).fitting}
    assert "dutch baku" not in {c.label for c in candidates(base, 5).fitting}
    squad = tuple(Entrant(str(10 + n), f"S{n}", rating=2000) for n in range(3))
    teams = TrialPlan("", 1, entrants=tuple(
        Entrant(str(n), f"T{n}", players=tuple(
            Entrant(str(10 * n + at), player.name, rating=2000) for at, player in enumerate(squad)))
        for n in range(1, 7)))  # fmt: skip
    fitting = candidates(teams, 5).fitting
    assert {"team_swiss", "team_round_robin"} <= {c.label for c in fitting}
    assert {c.format.kind for c in fitting} == {"team"}
    assert {c.plan.settings["boards"] for c in fitting} == {"3"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "no number of rounds is given"),
        (("--rounds", 5, "--precision", 0), "--precision cannot be '0'"),
        (("--rounds", 5, "--spread", "a"), "--spread cannot be 'a'"),
        (("--rounds", 5, "--hours", 25), "--hours cannot be '25'"),
        (("--rounds", 5, "--jobs", 2, "--cluster", "local:2"), "--jobs is for this machine"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(
    topboard: CommandLine, list_of_six: Path, words: tuple[object, ...], said: str
) -> None:
    assert said in topboard.refused("advise", list_of_six, *words)


@pytest.mark.parametrize(("entrants", "games"), [(6, 4), (26, 8)])
def test_a_diagonal_takes_no_more_time_than_there_is(entrants: int, games: int) -> None:
    field = tuple(Entrant("", f"P{n}", rating=2000 - 10 * n) for n in range(entrants))
    base, time = TrialPlan("", 1, entrants=field), 3 * games + 1
    diagonal = next(c for c in candidates(base, time).fitting if c.label == "diagonal")
    assert diagonal.plan.settings == {"max_rounds": "3"}
    *_, (each,) = advised([diagonal], Field.of(field), measures(1), 1, 3, Here(), lambda *at: None)
    assert 2 * games < each.estimates["hours"].value <= 3 * games
    assert candidates(base, 2 * games - 1).left_out["diagonal"] == (
        f"it needs the time of {2 * games} rounds, as its rounds are of up to {games} games each"
    )


def test_nothing_is_said_of_a_table_of_all_where_sections_have_winners_of_their_own() -> None:
    field = tuple(Entrant("", f"P{n}", rating=2000 - 10 * n) for n in range(24))
    plans = {c.label: c for c in candidates(TrialPlan("", 1, entrants=field), 5).fitting}
    shown = {m.key for m in measures(4) if m.applies(plans["galway"], Field.of(field))}
    of_all = {m.key for m in measures(4) if m.applies(plans["dutch"], Field.of(field))}
    assert of_all - shown == {"two_perfect", "strongest_wins", "order", "floats"}


def test_a_format_that_a_figure_means_nothing_for_is_named_with_the_reason(
    topboard: CommandLine, list_of_six: Path
) -> None:
    """A format that is missing from a table looks forgotten."""
    advice = given(topboard, list_of_six, "--seed", 4)
    labels = [each["label"] for each in advice["formats"]]
    tables: list[list[str]] = [[]]
    for parts in lines(advice, 80):
        text = plain(parts)
        tables = [*tables, []] if not text else [*tables[:-1], [*tables[-1], text]]
    shown = [table for table in tables if table and table[0].split("  ")[0] in
             {measure["name"] for measure in advice["measures"]}]  # fmt: skip
    assert len(shown) > 5
    for table in shown:
        assert [row.split()[0] for row in table[1:]] == labels
    untold = {each["label"]: each["untold"] for each in advice["formats"]}
    assert untold["knockout"]["two_perfect"] == "its rounds are not paired by score"


def known(value: float, low: float, high: float) -> dict[str, float]:
    return {"value": value, "low": low, "high": high}


def compared(**formats: dict[str, dict[str, float]]) -> dict[str, Any]:
    of = [{"key": m.key, "name": m.name, "better": m.better, "unit": m.unit} for m in measures(4)]
    made = [{"label": name, "figures": figures, "events": 50, "unfinished": 0, "precise": True,
             "settings": {}, "undrawn": []} for name, figures in formats.items()]  # fmt: skip
    return {"entrants": 40, "rounds": 6, "precision": 10, "measures": of, "formats": made,
            "left_out": [], "not_played": [], "minutes": 3, "ended": "known"}  # fmt: skip


def test_no_bar_stands_for_nothing_and_a_fraction_of_a_per_cent_is_no_long_one() -> None:
    advice = compared(a={"two_perfect": known(0, 0, 0.004)},
                      b={"two_perfect": known(0.01, 0.005, 0.02)})  # fmt: skip
    a, b = (plain(parts) for parts in lines(advice, 80) if plain(parts)[:3] in ("  a", "  b"))
    assert a.split() == ["a", "0", "%", "0", "to", "0.4", "%"]
    assert 1 <= b.count("█") + b.count("░") <= 10


def test_a_sentence_says_which_format_fits_best_and_where_others_do_better() -> None:
    advice = compared(
        dutch={"order": known(0.7, 0.68, 0.72), "mean_gap": known(200, 190, 210)},
        galway={"order": known(0.3, 0.28, 0.32), "mean_gap": known(100, 95, 105)},
        kjca={"order": known(0.69, 0.67, 0.71), "mean_gap": known(150, 145, 155),
              "colours": known(0.1, 0.05, 0.2)},
    )  # fmt: skip
    clearly = "Clearly better: by more than 10 %, with intervals that do not touch."
    assert verdict(advice) == (
        "dutch, galway and kjca fit these 40 entrants and 6 rounds equally well: each has 1 "
        "figure, not the same for all, in which no format compared is clearly better. Clearly "
        "better than galway in the order of strength: dutch and kjca. Clearly better than dutch "
        f"and kjca in the mean rating gap: galway. Clearly better than dutch in the mean rating "
        f"gap: kjca. {clearly}"
    )
    for figures, perfect in zip(advice["formats"], (0.01, 0.3, 0.3), strict=True):
        figures["figures"]["two_perfect"] = known(perfect, perfect, perfect)
    assert verdict(advice) == (
        "dutch fits these 40 entrants and 6 rounds best: no format compared is clearly better in "
        "having one perfect score at most and the order of strength. Clearly better than dutch "
        f"in the mean rating gap: galway and kjca. {clearly}"
    )
    alike = compared(
        dutch={"order": known(0.7, 0.695, 0.705), "mean_gap": known(200, 190, 210)},
        ecf={"order": known(0.72, 0.715, 0.725), "mean_gap": known(205, 195, 215)},
    )
    assert verdict(alike) == (
        "dutch and ecf fit these 40 entrants and 6 rounds best: no format compared is clearly "
        f"better in the order of strength and the mean rating gap. {clearly}"
    )
    assert verdict(advice) in page(advice | {"entries": "x", "strength_spread": 0, "draws": None,
                                             "seed": 1, "hours_a_game": 4})  # fmt: skip
    assert verdict(compared(dutch={"order": known(0.7, 0.6, 0.8)})) == ""


def test_a_knockout_is_not_measured_against_formats_in_which_all_play_on() -> None:
    advice = compared(
        dutch={"order": known(0.6, 0.59, 0.61), "games": known(5, 5, 5)},
        ecf={"order": known(0.6, 0.59, 0.61), "games": known(5, 5, 5)},
        knockout={"order": known(0.75, 0.74, 0.76), "games": known(1.9, 1.9, 1.9)},
    )
    assert "Clearly better than" not in verdict(advice)
    why = "players get fewer than 80 % of the games that another format gives them"
    assert f"Not compared, as {why}: knockout (1.9)." in verdict(advice)
    advice["formats"][2]["figures"]["games"] = known(4, 4, 4)
    assert "knockout fits these 40 entrants and 6 rounds best" in verdict(advice)


FIGURE = st.builds(
    lambda value, below, above: known(value, value - below, value + above),
    st.integers(0, 40).map(float), st.integers(0, 4), st.integers(0, 4),
)  # fmt: skip
FIGURES = st.fixed_dictionaries(
    {"games": FIGURE},
    optional=dict.fromkeys(("order", "strongest_wins", "mean_gap", "floats"), FIGURE),
)


@given_(st.lists(FIGURES, min_size=2, max_size=5), st.sampled_from([0.5, 10, 30]))
def test_whatever_the_figures_every_claim_of_the_sentence_holds(
    rows: list[dict[str, dict[str, float]]], precision: float
) -> None:
    advice = compared(**{f"f{n}": row for n, row in enumerate(rows)}) | {"precision": precision}
    table = {f["label"]: f["figures"] for f in advice["formats"]}
    more = {"order": 1, "strongest_wins": 1, "mean_gap": -1, "floats": -1}

    def ahead(one: str, other: str, key: str) -> bool:
        if key not in table[one] or key not in table[other]:
            return False
        a, b = table[one][key], table[other][key]
        apart = a["low"] > b["high"] if more[key] == 1 else a["high"] < b["low"]
        by = more[key] * (a["value"] - b["value"])
        return bool(apart and by > max(a["value"], b["value"]) * precision / 100)

    found = judged(advice)
    most = max(row["games"]["value"] for row in table.values())
    assert set(table) == {*found.compared, *found.few_games}
    assert all(games == table[one]["games"]["value"] for one, games in found.few_games.items())
    assert all((table[f]["games"]["value"] < 0.8 * most) == (f in found.few_games) for f in table)
    known_of_two = [key for key in more if sum(key in table[f] for f in found.compared) > 1]
    free = {
        one: {key for key in known_of_two if key in table[one]
              and not any(ahead(other, one, key) for other in found.compared)}
        for one in found.compared
    }  # fmt: skip
    many = max(map(len, free.values()))
    assert set(found.best) == ({f for f in free if len(free[f]) == many} if known_of_two else set())
    said = {(label, one, key) for (label, behind), keys in found.better.items()
            for one in behind for key in keys}  # fmt: skip
    assert said == {(label, one, key) for label in found.compared for one in found.best
                    for key in known_of_two if ahead(label, one, key)}  # fmt: skip
    if found.best:
        assert found.figures == many
        assert set(found.shared) == set.intersection(*(free[one] for one in found.best))
        assert all(label in verdict(advice) for label in (*found.best, *found.few_games))


def test_a_number_of_players_is_told_from_a_list_and_what_takes_one(topboard: CommandLine) -> None:
    said = topboard.refused("advise", "30", "--rounds", 5)
    assert "30 is a number, not a list of entrants" in said
    assert "simulate --players 30" in said
