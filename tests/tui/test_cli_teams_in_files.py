"""Events of teams as tournament files: made at random, checked, drawn on, and read back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.actions import CreateEvent, ImportEntrants
from engine.actions.postponing import Postpone, SetMatchVenue
from engine.actions.team_play import EnterBoardResult, SetLineup
from engine.entrants import Entrant
from engine.event import Event
from engine.event_data import division_times, schedule
from engine.teams import lineup_of, players_by_id
from saves.store import Store, create_event, open_event
from saves.trf_read import read_trf
from tests.playing import publish
from tests.sampling import sampled
from tests.tui.desk_cli import CommandLine

EVENTFUL = (
    *("--forfeits", "5", "--withdrawals", "4", "--zero-byes", "4", "--half-byes", "4"),
    *("--late", "8", "--odd-results", "2"),
)
SYSTEMS = ("team_swiss", "team_round_robin", "league", "team_knockout")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("teams", sampled(range(5, 17), (6, 11)))
def test_random_events_of_teams_are_drawn_by_the_rules(
    topboard: CommandLine, tmp_path: Path, system: str, teams: int
) -> None:
    file = tmp_path / "made.trf"
    words: tuple[object, ...] = (*("--seed", teams, "--trf26", "--tiebreaks", "BH:GP"), *EVENTFUL)
    if system != "team_swiss":
        words = ("--seed", teams, "--trf26", "--forfeits", "5", "--withdrawals", "0")
    topboard.done("generate", "--system", system, "--players", teams, *words, "-o", file)
    checked = topboard("check", file)
    assert "differs" not in checked.out, checked.out
    assert "points" not in checked.out.replace("points and ranks: as computed", "")


def test_a_file_of_single_players_cannot_hold_line_ups(topboard: CommandLine) -> None:
    words = ("generate", "--system", "team_swiss", "--players", 8)
    assert "add --trf26" in topboard.refused(*words)
    refused = topboard.refused(*words, "--trf26", "--ratings", "2400/10")
    assert "--ratings of teams are a range" in refused


@pytest.mark.parametrize(
    "system", ["dutch", "round_robin", "kjca", "team_swiss", "team_round_robin", "league"]
)
def test_the_next_round_is_drawn_by_the_system_that_a_file_names(
    topboard: CommandLine, tmp_path: Path, system: str
) -> None:
    of = ("--system", system, "--players", 8, "--seed", 4, "--trf26", "--late", 0)
    words = (*of, "--rounds", 4, "--bars", 0, "--withdrawals", 0, "--forfeits", 0)
    topboard.done("generate", *words, "--playing", 3, "-o", tmp_path / "on.trf")
    topboard.done("generate", *words, "-o", tmp_path / "over.trf")
    whole = read_trf((tmp_path / "over.trf").read_bytes(), "over.trf", teams=None)
    expected = {(int(m.white), int(m.black)) for m in whole.rounds[3].matches}
    (answer,) = topboard.asked("pair", tmp_path / "on.trf")["files"]
    assert answer["round"] == 4
    assert {(w, b) for w, b in answer["pairs"] if b} == expected


def test_a_file_of_teams_says_what_its_system_lacks(topboard: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "teams.trf"
    words = ("--system", "team_swiss", "--trf26", "--players", 6, "--playing", 1, "--late", 0)
    topboard.done("generate", *words, "--seed", 1, "-o", file)
    told = {
        b"gnot": "gnot is of teams that no TRF file tells of",
        b"Hutton": "a team has several matches",
        b"Molter": "the file is of teams, dutch is of players; name another system (--system)",
    }
    for system, problem in told.items():
        lines = _without_type(file.read_bytes()).splitlines(keepends=True)
        plain = b"".join(line for line in lines if not line.startswith(b"192"))
        file.write_bytes(b"092 " + system + b"\r\n" + plain)
        if system != b"Hutton":
            assert problem in topboard.refused("pair", file)
    assert told[b"Hutton"] in topboard.refused(
        "generate", "--system", "hutton", "--trf26", "--players", 6, "--seed", 1
    )


def test_a_file_of_another_system_is_not_drawn_as_if_it_were_dutch(
    topboard: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "lim.trf"
    topboard.done("generate", "--players", 6, "--playing", 2, "--seed", 2, "-o", file)
    file.write_bytes(b"092 Individual: Swiss-System (Lim)\r\n" + _without_type(file.read_bytes()))
    assert "not drawn by a system of this program (092" in topboard.refused("pair", file)


def _without_type(data: bytes) -> bytes:
    return b"".join(x for x in data.splitlines(keepends=True) if not x.startswith(b"092"))


ROUND_TRIPS = {
    "by match points": ("team_swiss", "--set", "colour_preferences=B", *EVENTFUL),
    "by game points": ("team_swiss", "--set", "primary=game", *EVENTFUL),
    "accelerated": ("team_swiss", "--set", "acceleration=baku", "--set", "win_points=3"),
    "all against all": ("team_round_robin", "--forfeits", 8, "--withdrawals", 6),
    "all, by game points": ("team_round_robin", "--set", "primary=game", "--withdrawals", 6),
    "two teams' tables": ("scheveningen", "--set", "boards=2", "--forfeits", 8),
    "a league": ("league", "--withdrawals", 6, "--reentries", 0),
    "a cup": ("team_knockout", "--forfeits", 8),
    "a cup of one board": ("team_knockout", "--set", "boards=1"),
}


@pytest.mark.parametrize("words", ROUND_TRIPS.values(), ids=ROUND_TRIPS.keys())
@pytest.mark.parametrize("seed", sampled(range(1, 13), (5,)))
def test_an_event_made_of_a_file_makes_the_file_again(
    topboard: CommandLine, tmp_path: Path, words: tuple[object, ...], seed: int
) -> None:
    """Line-ups, tables, byes, forfeits, points and ranks: a second event has them all."""
    system, *more = words
    if system != "team_swiss":
        more = [*more, *(() if "--withdrawals" in more else ("--withdrawals", 0))]
    of = ("--system", system, "--players", 5 + seed, "--seed", seed, "--trf26")
    topboard.done("generate", *of, *more, "-o", tmp_path / "0.trf")
    for at in (0, 1):
        file, event = tmp_path / f"{at}.trf", tmp_path / f"event{at}"
        checked = topboard("check", file)
        assert "points and ranks: as computed" in checked.out, checked.out
        topboard.done("new", event, "--format", system, "--entries", file, "--with-rounds")
        topboard.done("export", event, "--as", "trf26", "-o", tmp_path / f"{at + 1}.trf")
    made, once, twice = ((tmp_path / f"{at}.trf").read_text().splitlines() for at in range(3))
    assert once == twice
    assert [*map(str, _lasting(made))] == [*map(str, _lasting(once))]
    tables = [topboard.asked("standings", tmp_path / f"event{at}")["tables"] for at in (0, 1)]
    assert tables[0] == tables[1]


def _lasting(lines: list[str]) -> list[str]:
    """What lasts: title and what the log says have other words; how many rounds a cup has follows
    from its entries, and with them the last round of a bar."""
    cup = "092 Team knockout" in lines
    passing = ("012", "### before round 1:", *(("142", "260", "240") if cup else ()))
    return [line for line in lines if not line.startswith(passing)]


def teams_of(*divisions: tuple[str, int]) -> list[Entrant]:
    named = [(name, at) for name, size in divisions for at in range(1, size + 1)]
    return [
        Entrant("", f"{name} {at}", section=name, players=tuple(
            Entrant("", f"{name} {at}{p}", rating=2000 - 20 * at - "abc".index(p)) for p in "abc"
        ))
        for name, at in named
    ]  # fmt: skip


def played(store: Store, rounds: int) -> None:
    results = ("1-0", "1/2-1/2", "0-1", "1-0", "0-1", "+/-", "1/2-1/2")
    for _ in range(rounds):
        publish(store)
        for match in store.event.published[-1].matches:
            for at in (1, 2):
                text = results[(match.board * 3 + at * 2 + len(store.event.published)) % 7]
                store.do(EnterBoardResult(match.board, at, text))


@pytest.mark.parametrize("double", [False, True])
def test_a_league_comes_back_with_its_days_and_divisions(
    topboard: CommandLine, tmp_path: Path, double: bool
) -> None:
    settings = {"boards": 2, "double": double, "divisions": ("Top", "Second")}
    creating = CreateEvent("Kent League", "league", settings, 3)
    store = create_event(tmp_path / "season", creating)
    store.do(ImportEntrants(tuple(teams_of(("Second", 3), ("Top", 5)))))
    topboard.done("dates", tmp_path / "season", "--from", "2026-10-02 19:30", "--every", 14)
    store = open_event(tmp_path / "season")
    rounds = 10 if double else 5
    publish(store)
    late = store.event.published[0].matches[0]
    store.do(Postpone(late.board, "2026-10-09"))
    for match in store.event.published[0].matches:
        for at in (1, 2):
            store.do(EnterBoardResult(match.board, at, "1/2-1/2" if at == 1 else "1-0", round=1))
    played(store, rounds - 1)
    file = tmp_path / "season.trf"
    topboard.done("export", tmp_path / "season", "--as", "trf26", "-o", file)
    text = file.read_text()
    assert [line[4:9].strip() for line in text.splitlines() if line[:3] == "XXD"] == [
        "Top",
        "Secon",
    ]
    dates = next(line for line in text.splitlines() if line.startswith("132"))
    assert dates[91:].split()[:2] == ["26/10/02", "26/10/16"]
    checked = topboard("check", file)
    assert checked.status == 0, checked.out
    made = topboard(
        "new", tmp_path / "again", "--format", "league", "--entries", file, "--with-rounds"
    )
    assert made.status == 0, made.err
    assert "all as league draws them" in made.out
    tables = [topboard.asked("standings", tmp_path / n)["tables"] for n in ("season", "again")]

    def shown(each: Any) -> list[object]:
        return [
            (table["name"], [(row["rank"], row["name"], row["tiebreaks"]) for row in table["rows"]])
            for table in each
        ]

    assert shown(tables[0]) == shown(tables[1])
    days = [topboard.asked("dates", tmp_path / n)["rounds"] for n in ("season", "again")]
    assert [d["date"][:10] for d in days[0]] == [d["date"][:10] for d in days[1]]
    assert topboard("check", tmp_path / "again").status == 0


def homes(folder: Path) -> list[list[tuple[str, ...]]]:
    """The teams of each match by round, the home team first."""
    event = open_event(folder).event
    return [
        sorted(tuple(event.entrant(id).name for id in match.pair) for match in round.matches)
        for round in event.published
    ]


def empty(store: Store, board: int, places: tuple[int | None, int | None]) -> None:
    """The home team and the guests leave that board of a match empty."""
    number = len(store.event.published)
    for at, place in enumerate(places):
        match = store.event.round(number).match(board)
        team, before = match.pair[at], lineup_of(match, match.pair[at])
        there = tuple("" if n == place else player for n, player in enumerate(before))
        store.do(SetLineup(team, there, None, before, insist=True))


@pytest.mark.parametrize("system", ["league", "team_swiss", "team_round_robin"])
def test_the_home_team_of_a_match_without_a_game_comes_back(
    topboard: CommandLine, tmp_path: Path, system: str
) -> None:
    """Each team leaves the board empty on which the other one has a player."""
    creating = CreateEvent("Kent", system, {"boards": 2, "rounds": 3}, 3)
    store = create_event(tmp_path / "season", creating)
    store.do(ImportEntrants(tuple(teams_of(("Top", 4)))))
    for _ in range(3):
        publish(store)
        for match in store.event.published[-1].matches:
            empty(store, match.board, (0, 1))
    file, again = tmp_path / "season.trf", tmp_path / "again"
    topboard.done("export", tmp_path / "season", "--as", "trf26", "-o", file)
    topboard.done("new", again, "--format", system, "--entries", file, "--with-rounds", "--insist")
    assert homes(again) == homes(tmp_path / "season")


def test_a_board_of_a_file_with_the_wrong_colours_turns_no_other_match(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """352 has the colours of most matches, not those of the first: by them it is seen who is at
    home in a match whose first board was not played."""
    store = create_event(tmp_path / "season", CreateEvent("Kent", "league", {"boards": 2}, 3))
    store.do(ImportEntrants(tuple(teams_of(("Top", 6)))))
    publish(store)
    wrong, short, _ = store.event.published[0].matches
    empty(store, short.board, (0, None))
    for match in store.event.published[0].matches:
        for at in (2,) if match.board == short.board else (1, 2):
            store.do(EnterBoardResult(match.board, at, "1/2-1/2"))
    topboard.done("export", tmp_path / "season", "--as", "trf26", "-o", tmp_path / "0.trf")
    white, black = wrong.lineups[1].white, wrong.lineups[1].black
    names = [players_by_id(store.event)[id].player.name for id in (white, black)]
    lines = (tmp_path / "0.trf").read_text().splitlines()
    for at, text in enumerate(lines):
        if text.startswith("001") and text[14:47].strip() in names:
            lines[at] = f"{text[:96]}{'b' if text[96] == 'w' else 'w'}{text[97:]}"
    (tmp_path / "0.trf").write_text("\n".join(lines) + "\n")
    for at in (0, 1):
        file, event = tmp_path / f"{at}.trf", tmp_path / f"event{at}"
        new = ("new", event, "--format", "league", "--entries", file, "--with-rounds")
        topboard.done(*new, "--insist")
        topboard.done("export", event, "--as", "trf26", "-o", tmp_path / f"{at + 1}.trf")
    assert "352 WB" in (tmp_path / "1.trf").read_text().splitlines()
    assert homes(tmp_path / "event1") == homes(tmp_path / "event0") == homes(tmp_path / "season")


def test_a_league_comes_back_with_its_halls_times_and_matches_of_another_day(
    topboard: CommandLine, tmp_path: Path
) -> None:
    """132 has no time of day, and nothing of TRF a venue: lines of this program (XXT XXV XXM)."""
    store = create_event(tmp_path / "season", CreateEvent("Kent", "league", {"boards": 2}, 3))
    teams = teams_of(("Second", 4), ("Top", 4))
    halls = tuple(replace(team, venue=f"Hall {n}" if n else "") for n, team in enumerate(teams))
    store.do(ImportEntrants(halls))
    topboard.done("dates", tmp_path / "season", "--from", "2026-10-02 19:30", "--every", 14)
    second = ("--division", "Second", "2026-10-09", "-", "2026-11-20 20:00")
    topboard.done("dates", tmp_path / "season", *second)
    store = open_event(tmp_path / "season")
    publish(store)
    first, other, third = (match.board for match in store.event.published[0].matches[:3])
    store.do(Postpone(first, "2026-10-16 19:00"))
    store.do(SetMatchVenue(first, "Town Hall"))
    store.do(Postpone(other, "-"))
    store.do(SetMatchVenue(third, "Library"))
    for match in store.event.published[0].matches:
        if match.board != other:
            for at in (1, 2):
                store.do(EnterBoardResult(match.board, at, "1-0"))
    publish(store)
    file, back = tmp_path / "season.trf", tmp_path / "back.trf"
    topboard.done("export", tmp_path / "season", "--as", "trf26", "--interim", "-o", file)
    words = ("--format", "league", "--entries", file, "--with-rounds")
    assert "all as league draws them" in topboard.done("new", tmp_path / "again", *words)
    topboard.done("export", tmp_path / "again", "--as", "trf26", "--interim", "-o", back)
    imported = "### before round 1: 2 rounds imported from a tournament file"
    lines = back.read_text().splitlines()
    assert lines.pop() == imported
    assert lines == file.read_text().splitlines()
    events = [open_event(tmp_path / name).event for name in ("season", "again")]

    def season(event: Event) -> object:
        names = {e.id: e.name for e in event.entrants}
        return (
            {e.name: e.venue for e in event.entrants},
            division_times(event),
            schedule(event),
            [(names[m.white], names[m.black], m.date, m.venue, m.due, r.number, bool(m.result))
             for r in event.published for m in r.matches],
        )  # fmt: skip

    assert season(events[0]) == season(events[1])
    waiting = topboard.asked("status", tmp_path / "again")["open_matches"]
    late = next(match for match in waiting if match["round"] == 1)
    topboard.done("result", tmp_path / "again", f"{late['match']}.1", "1-0")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"XXT {'':32} soon", "'soon' are not dates of rounds"),
        ("XXM   1   1   2 2026-13-40", "line"),
        ("XXV   x Town Hall", "team number"),
    ],
)
def test_a_line_of_a_league_that_says_nothing_is_refused(
    topboard: CommandLine, tmp_path: Path, line: str, said: str
) -> None:
    store = create_event(tmp_path / "season", CreateEvent("L", "league", {"boards": 2}, 3))
    store.do(ImportEntrants(tuple(teams_of(("A", 3)))))
    file = tmp_path / "season.trf"
    topboard.done("export", tmp_path / "season", "--as", "trf26", "--interim", "-o", file)
    file.write_text(file.read_text() + line + "\n")
    assert said in topboard.refused("check", file)


def test_a_knockout_of_teams_comes_back_with_its_byes_and_level_matches(
    topboard: CommandLine, tmp_path: Path
) -> None:
    store = create_event(tmp_path / "cup", CreateEvent("Cup", "team_knockout", {"boards": 2}, 3))
    store.do(ImportEntrants(tuple(teams_of(("Club", 6)))))
    for _ in range(3):
        publish(store)
        for match in store.event.published[-1].matches:
            # level: board 1 is drawn, or counts more than board 2
            store.do(EnterBoardResult(match.board, 1, "1-0"))
            store.do(EnterBoardResult(match.board, 2, "1-0"))
    file = tmp_path / "cup.trf"
    topboard.done("export", tmp_path / "cup", "--as", "trf26", "-o", file)
    checked = topboard("check", file)
    assert checked.status == 0, checked.out
    made = topboard("new", tmp_path / "again", "--format", "team_knockout", "--entries", file,
                    "--with-rounds")  # fmt: skip
    assert made.status == 0, made.err
    events = [open_event(tmp_path / name).event for name in ("cup", "again")]

    def results(at: int) -> list[list[tuple[str, str, str]]]:
        names = {e.id: e.name for e in events[at].entrants}
        return [
            sorted((names[m.white], names[m.black], m.result.text if m.result else "-")
                   for m in round.matches)
            for round in events[at].published
        ]  # fmt: skip

    assert results(0) == results(1)
    assert any("board-count" in text for round in results(0) for _, _, text in round)


def test_a_division_of_a_file_is_one_of_its_teams_once(
    topboard: CommandLine, tmp_path: Path
) -> None:
    store = create_event(tmp_path / "season", CreateEvent("L", "league", {"boards": 2}, 3))
    store.do(ImportEntrants(tuple(teams_of(("A", 3), ("B", 3)))))
    played(store, 3)
    file = tmp_path / "season.trf"
    topboard.done("export", tmp_path / "season", "--as", "trf26", "-o", file)
    text = file.read_text()
    line = next(x for x in text.splitlines() if x.startswith("XXD"))
    for other, said in (
        (line[:-3] + "009", "team 9 does not exist"),
        (line[:-3] + line[37:40], "is in two divisions"),
        ("XXD " + " " * 33 + "001", "the team has no name"),
    ):
        file.write_text(text.replace(line, other))
        assert said in topboard.refused("check", file)
