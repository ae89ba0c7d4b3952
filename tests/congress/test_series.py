"""A Grand Prix: points for places or scores over several events, the best of them counted."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from engine.actions import EnterResults
from engine.congress.congress import EventPlan
from engine.congress.members import MemberEvent
from engine.congress.series import SeriesRules, SeriesStage, SeriesTable, series_table
from engine.entrants import Entrant
from engine.refusal import Refused
from formats.registry import format_named
from saves.congress.series import StagePlan, open_stages, read_series, value_words
from saves.toml import BadSave
from tests.congress.hall import congress, event
from tests.playing import begun, publish
from tests.tui.desk_cli import CommandLine

ROBIN = format_named("round_robin")
ORDERS = ("Ann Bea Cid Dot", "Bea Ann Dot Eva", "Ann Cid Bea Eva")
BORN = {"Ann": "1990", "Bea": "1991", "Cid": "1992", "Dot": "1993", "Eva": "1994"}


def entries(names: str) -> tuple[Entrant, ...]:
    return tuple(Entrant("", name, birth=BORN[name]) for name in names.split())


def stage(at: int, names: str, draws: str = "") -> SeriesStage:
    """A round robin in which who stands before another beats him, but for draws among `draws`."""
    played = begun(ROBIN, entries(names))
    order = names.split()
    for _ in range(3):
        publish(played)
        now = played.event
        rows = []
        for match in now.rounds[-1].matches:
            white, black = (now.entrant(id).name for id in match.pair)
            drawn = white in draws and black in draws
            better = order.index(white) < order.index(black)
            rows.append((match.board, "1/2-1/2" if drawn else "1-0" if better else "0-1"))
        played.do(EnterResults(tuple(rows)))
    member = MemberEvent(EventPlan(f"{at}/a"), played.event, ROBIN)
    return SeriesStage(f"Stage {at}", (member,))


def table(rules: SeriesRules, *draws: str) -> SeriesTable:
    draws = draws or ("", "", "")
    return series_table(
        rules, [stage(n, o, d) for n, (o, d) in enumerate(zip(ORDERS, draws, strict=True), 1)]
    )


def totals(shown: SeriesTable) -> list[tuple[int | None, str, Fraction]]:
    return [(row.place, row.person.name, row.total) for row in shown.rows]


POINTS = tuple(map(Fraction, (10, 6, 3)))


def test_points_for_places_add_up_over_the_stages() -> None:
    shown = table(SeriesRules(points=POINTS))
    assert totals(shown) == [
        (1, "Ann", 26), (2, "Bea", 19), (3, "Cid", 9), (4, "Dot", 3), (5, "Eva", 0),
    ]  # fmt: skip
    assert shown.notes == ()


def test_the_best_count_and_too_few_results_have_no_place() -> None:
    shown = table(SeriesRules(points=POINTS, best=2, least=3))
    assert totals(shown) == [
        (1, "Ann", 20), (2, "Bea", 16), (None, "Cid", 9), (None, "Dot", 3), (None, "Eva", 0),
    ]  # fmt: skip
    assert [one.counted for one in shown.rows[0].results] == [True, False, True]


def test_who_is_level_shares_the_points_of_the_places_and_it_is_said() -> None:
    split = table(SeriesRules(points=POINTS, best=1), "Ann Bea Cid Dot", "", "")
    first = {row.person.name: row.results[0] for row in split.rows if row.results[0].stage == 0}
    assert {one.value for one in first.values()} == {Fraction(19, 4)}
    assert {one.place for one in first.values()} == {1}
    assert totals(split)[:2] == [(1, "Ann", 10), (1, "Bea", 10)]
    (level,) = [note for note in split.notes if note.code == "series-level"]
    assert level["names"] == ("Ann", "Bea")
    full = table(SeriesRules(points=POINTS, level="full"), "Ann Bea Cid Dot", "", "")
    assert {r.results[0].value for r in full.rows if r.results[0].stage == 0} == {Fraction(10)}


def test_who_comes_behind_two_who_are_level_has_the_points_of_the_third_place() -> None:
    shown = table(SeriesRules(points=POINTS), "Ann Bea", "", "")
    first = {row.person.name: row.results[0] for row in shown.rows if row.results[0].stage == 0}
    assert {name: (one.place, one.value) for name, one in first.items()} == {
        "Ann": (1, 8), "Bea": (1, 8), "Cid": (3, 3), "Dot": (4, 0),
    }  # fmt: skip


def test_scores_are_those_of_the_standings() -> None:
    assert totals(table(SeriesRules(count="scores")))[:2] == [(1, "Ann", 8), (2, "Bea", 6)]


def test_without_years_of_birth_names_are_taken_together_only_where_it_is_said() -> None:
    one, two = stage(1, ORDERS[0]), stage(2, ORDERS[1])
    bare = [_without_birth(s) for s in (one, two)]
    apart = series_table(SeriesRules(), bare)
    assert len(apart.rows) == 8
    assert {note.code for note in apart.notes} == {"namesakes", "series-level"}
    together = series_table(SeriesRules(by_name=True), bare)
    assert [(row.person.name, len(row.results)) for row in together.rows] == [
        ("Ann", 2), ("Bea", 2), ("Dot", 2), ("Cid", 1), ("Eva", 1),
    ]  # fmt: skip


def _without_birth(stage: SeriesStage) -> SeriesStage:
    from dataclasses import replace

    (member,) = stage.members
    bare = tuple(replace(e, birth="") for e in member.event.entrants)
    return replace(stage, members=(replace(member, event=replace(member.event, entrants=bare)),))


@pytest.fixture
def topboard(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


def test_a_series_by_command_reads_events_and_congresses(
    topboard: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "cork").mkdir()
    for folder in (tmp_path / "kerry", tmp_path / "cork" / "open", tmp_path / "cork" / "minor"):
        names = "Ann Bea" if folder.name != "minor" else "Cid Dot"
        store = event(folder, entries(names), rounds=1)
        publish(store)
        store.do(EnterResults(((1, "1-0"),)))
    congress(tmp_path / "cork", EventPlan("open"), EventPlan("minor"))
    document = topboard.asked("series", tmp_path / "kerry", tmp_path / "cork", "--points", "5,2.5")
    rows = [(r["place"], r["name"], r["total"]) for r in document["rows"]]
    winners = {name for _, name, total in rows if total == 10}
    assert len(winners) == 1
    assert [total for _, _, total in rows] == [10, 5, 5, 2.5]
    file = tmp_path / "series.toml"
    file.write_text(
        'title = "Munster"\ncount = "scores"\n[[stage]]\nfolder = "kerry"\n'
        '[[stage]]\nfolder = "cork"\nevent = "open"\n[[stage]]\nfolder = "gone"\n'
    )
    answer = topboard("series", file, "--json")
    assert [r["total"] for r in answer.json["rows"]] == [2, 0]
    assert "left out: gone" in answer.err
    assert "Munster" in topboard.done("series", file)
    told = topboard.done("series", file, "--best", "1", "-o", tmp_path / "munster.csv")
    assert "the best 1 count; ( ) does not" in told
    assert (tmp_path / "munster.csv").read_text().splitlines()[0].startswith("place,name,")
    alone = topboard.refused("series", file, tmp_path / "kerry")
    assert "a file of a series has its stages in it; give it alone" in alone
    file.write_text('count = "luck"')
    assert "series.toml: count cannot be 'luck'" in topboard.refused("series", file)
    file.write_text('[[stage]]\nfolder = "gone"\n')
    assert "no event of the series can be opened: gone: " in topboard.refused("series", file)


def test_the_rules_of_a_series_are_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "series.toml"
    file.write_text(
        'title = "Grand Prix"\ncount = "scores"\nlevel = "full"\npoints = [10, 7.5, "6"]\n'
        'best = 2\nleast = 1\nby_name = true\n[[stage]]\nfolder = "may"\nname = "May"\n'
    )
    rules, stages = read_series(file)
    assert rules == SeriesRules(
        title="Grand Prix", count="scores", level="full",
        points=(Fraction(10), Fraction(15, 2), Fraction(6)), best=2, least=1, by_name=True,
    )  # fmt: skip
    assert stages == (StagePlan(tmp_path / "may", "", "May"),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("stage = 3", "write each stage under a line"),
        ("stage = [1]", "write each stage under a line"),
        ("[[stage]]\n" * 2, "a stage needs a folder"),
        ("[[stage]]\nfolder = 3", "a stage needs a folder"),
        ('[[stage]]\nfolder = "a"\n' * 101, "a series has at most 100 stages"),
        ('count = "wins"', "count cannot be 'wins'; known: title, count"),
        ('level = "half"', "level cannot be 'half'"),
        ("best = -1", "best cannot be '-1'"),
        ("best = true", "best cannot be 'True'"),
        ("by_name = 1", "by_name cannot be '1'"),
        ("points = []", r"points cannot be '\[\]'"),
        ("points = [10, -3]", "'-3' are no points"),
        ("points = [true]", "'True' are no points"),
        ("worst = 1", "worst cannot be '1'"),
    ],
)
def test_what_is_wrong_in_the_file_of_a_series_is_said(
    text: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "series.toml"
    file.write_text(text)
    with pytest.raises(Refused, match=said) as refusal:
        read_series(file)
    assert "series.toml" in refusal.value.located


def test_a_file_of_a_series_that_is_not_there_or_no_toml_is_said(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"series\.toml cannot be read"):
        read_series(tmp_path / "series.toml")
    (tmp_path / "series.toml").write_text("best = \n")
    with pytest.raises(BadSave) as refusal:
        read_series(tmp_path / "series.toml")
    assert refusal.value.row == 1


def test_one_event_of_a_congress_counts_and_a_stage_that_cannot_be_opened_is_named(
    tmp_path: Path,
) -> None:
    hall = tmp_path / "hall"
    hall.mkdir()
    for name in ("open", "minor"):
        event(hall / name, entries("Ann Bea"))
    congress(hall, EventPlan("open"), EventPlan("minor"))
    stages, problems = open_stages([
        StagePlan(hall, "minor", "May"), StagePlan(hall, "major", "June"), StagePlan(hall / "gone"),
    ])  # fmt: skip
    assert [(stage.name, [one.folder for one in stage.members]) for stage in stages] == [
        ("May", ["1/minor"])
    ]
    assert problems[0].startswith("June: it has no event 'major'")
    assert problems[1].startswith("gone: ")
    shutil.rmtree(hall / "minor")
    stages, problems = open_stages([StagePlan(hall)])
    assert stages == ()
    assert problems[0].startswith("hall: minor cannot be opened: its folder minor is missing")


def test_points_shared_in_thirds_are_told_with_two_places() -> None:
    told = [value_words(Fraction(*one)) for one in ((0, 1), (1, 2), (7, 1), (15, 2), (20, 3))]
    assert told == ["0", "½", "7", "7½", "6.67"]
