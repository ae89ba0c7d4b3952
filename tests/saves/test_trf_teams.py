"""TRF files of events of teams: lines written, read back, and refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from engine.actions import AddEntrant, Adjust, ChangeSettings, EnterResult, Expel, Instruct, SetBye
from engine.actions.corrections import CorrectBoard
from engine.actions.team_play import EnterBoardResult, SetLineup
from engine.entrants import Entrant
from engine.event import Event, Instruction, Match, Round
from engine.protocol import pairing_numbers
from engine.refusal import Refused
from engine.team_tables import player_scores
from engine.teams import event_of_players, player_name, player_of, team_scores
from formats.registry import format_named
from saves.contents import contents_of
from saves.contents import event_of as event_of_files
from saves.trf_read import read_trf
from saves.trf_rounds import TrfFile
from saves.trf_write import write_trf
from tests.playing import InMemory, begun, publish
from tui.commands.checking import check_ranks
from tui.commands.tournament_files import event_of

NAMES = ("Ashgrove", "Brook", "Carrick", "Dale", "Elm")


def teams(count: int = 5, players: int = 4) -> list[Entrant]:
    return [
        Entrant(
            "",
            name,
            players=tuple(
                Entrant("", f"{name} {no}", rating=2000 - 10 * at - no, fide_id=f"25{at}{no}00")
                for no in range(1, players + 1)
            ),
        )
        for at, name in enumerate(NAMES[:count], start=1)
    ]


def played(form: str = "team_swiss", rounds: int = 3, **settings: Any) -> InMemory:
    """Two boards a match, one reserve or two. Round 1 as drawn; in round 2 a line-up against the
    order, an empty board and a forfeit; in round 3 a match to which one team did not come."""
    known = {"boards": 2, **({"rounds": rounds} if form == "team_swiss" else {}), **settings}
    memory = begun(format_named(form), teams(), **known)
    for number in range(1, rounds + 1):
        publish(memory)
        one, other = memory.event.round(number).matches[:2]
        if number == 2:
            squad = [player.id for player in memory.event.entrant(one.white).players]
            memory.do(SetLineup(one.white, (squad[2], squad[0]), insist=True))
            away = [player.id for player in memory.event.entrant(other.black).players]
            memory.do(SetLineup(other.black, ("", away[1]), insist=True))
        if number == 3:
            memory.do(EnterResult(one.board, "+/-"))
        for match in memory.event.round(number).matches:
            for at, board in enumerate(match.lineups, start=1):
                if match.open and board.result is None:
                    result = ("1-0", "1/2-1/2", "0-1")[(match.board + at + number) % 3]
                    memory.do(EnterBoardResult(match.board, at, result))
    return memory


def lines(memory: InMemory, trf26: bool = True, **more: Any) -> list[str]:
    return write_trf(memory.event, memory.format, trf26=trf26, **more).decode().split("\r\n")


def coded(memory: InMemory, code: str, trf26: bool = True) -> list[str]:
    return [line for line in lines(memory, trf26) if line.startswith(code)]


def read(rows: list[str], **options: Any) -> TrfFile:
    return read_trf("\n".join(rows).encode(), "teams.trf", **options)


def told(event: Event, rounds: tuple[Round, ...]) -> Iterator[frozenset[tuple[Any, ...]]]:
    """Rounds by names: whatever numbers the players have."""
    teams = {team.id: team.name for team in event.entrants}
    for round in rounds:
        yield frozenset(
            (
                *(teams[id] for id in match.pair),
                match.result and match.result.text,
                tuple(
                    (
                        player_name(event, board.home),
                        board.home_result,
                        player_name(event, board.away),
                    )
                    for board in match.lineups
                ),
            )
            for match in round.matches
        ) | {(teams[bye.entrant], bye.points, bye.secondary, bye.kind) for bye in round.byes}


@pytest.mark.parametrize(
    ("form", "settings"),
    [
        ("team_swiss", {}),
        ("team_swiss", {"win_points": Decimal(3), "primary": "game"}),
        ("team_swiss", {"bye_points": Decimal(2), "bye_game_points": Decimal(2)}),
        ("team_round_robin", {}),
    ],
)
def test_an_event_comes_back_as_it_was(form: str, settings: dict[str, Any]) -> None:
    memory = played(form, **settings)
    file = read(lines(memory, interim=True))
    again = replace(memory.event, entrants=file.entrants)
    whole = memory.event.round(3).matches[0]
    expected = list(told(memory.event, memory.event.published))
    # the boards of a match that was forfeited as a whole have a forfeit each
    pair = tuple(memory.event.entrant(id).name for id in whole.pair)
    found = [
        frozenset(row for row in round if row[:2] != pair) for round in told(again, file.rounds)
    ]
    assert found == [frozenset(row for row in round if row[:2] != pair) for round in expected]
    back = next(m for m in file.rounds[2].matches if m.result and m.result.text == "+/-")
    assert [again.entrant(id).name for id in back.pair] == list(pair)
    assert [player.name for team in file.entrants for player in team.players] == [
        player.name for team in memory.format.order(memory.event) for player in
        memory.event.entrant(team).players
    ]  # fmt: skip
    assert file.of_teams
    assert not file.warnings


def test_the_lines_of_teams_stand_in_their_columns() -> None:
    memory = played()
    ashgrove, *_ = coded(memory, "310")
    assert ashgrove[:53] == "310   1 Ashgrove                         ASHGR   1989"
    row = next(r for r in memory.format.standings(memory.event)[0].rows if r.id == "1")
    score = team_scores(memory.event)["1"]
    assert ashgrove[54:60] == f"{score.match_points:>6.1f}"
    assert ashgrove[61:67] == f"{score.game_points:>6.1f}"
    assert (ashgrove[68:71], ashgrove[71:]) == (f"{row.rank:>3}", "     1    2    3    4")
    assert coded(memory, "013")[1] == "013 Brook                              5    6    7    8"
    assert coded(memory, "352") == ["352 WB"]
    assert not coded(memory, "362")
    assert coded(memory, "192") == ["192 FIDE_TEAM_TYPEA_MP_GP"]
    (out_of_order, empty) = coded(memory, "300")
    assert out_of_order.split()[1] == empty.split()[1] == "002"
    assert empty.split()[4] == "0000"
    assert coded(memory, "320")[0][:13] == "320  1.0  1.0"
    assert len(coded(memory, "320")[0].split()) == 6
    (forfeit,) = coded(memory, "330")
    assert forfeit[:10] == "330 +- 003"
    assert len(coded(memory, "801")) == len(coded(memory, "802")) == 5
    assert coded(played(win_points=Decimal(3)), "362") == ["362 TW 3.0   TD 1.0   TL 0.0"]


def test_rounds_for_people_name_opponent_colour_boards_and_places() -> None:
    """Columns of 801 as in the sample file of FIDE's Technical Commission."""
    memory = played()
    long, short = coded(memory, "801")[0], coded(memory, "802")[0]
    one = memory.event.round(1).matches[0]
    opponent = memory.event.entrant(one.opponent("1")).start_number
    assert (long[23:26], long[27]) == (f"{opponent:>3}", one.side("1")[0])
    assert set(long[29:31]) <= set("10=")
    assert long[32:34] == "12"
    assert short[28:33] == f"{opponent:>3} {one.side('1')[0]}"
    assert float(short[34:38]) in (0, 0.5, 1, 1.5, 2)
    assert any(" PAB " in row for row in coded(memory, "802"))


def test_players_without_an_opponent_have_a_code() -> None:
    memory = played()
    match = memory.event.round(2).matches[1]
    present = player_name(memory.event, match.lineups[0].home)
    row = next(line for line in coded(memory, "001") if present in line)
    assert row[101:109] == "0000 - +"
    reserve = next(line for line in coded(memory, "001") if "Elm 4" in line)
    assert reserve[91:99] == "0000 - Z"


def test_byes_by_request_of_rounds_played_and_to_come() -> None:
    memory = begun(format_named("team_swiss"), teams(), boards=2, rounds=4)
    memory.do(SetBye("3", 1, Decimal(1)))
    memory.do(SetBye("4", 3, Decimal(0)))
    publish(memory)
    rows = coded(memory, "240")
    numbers = {team.id: team.start_number for team in memory.event.entrants}
    assert rows == [f"240 H 001 {numbers['3']:04}", f"240 Z 003 {numbers['4']:04}"]
    assert not coded(memory, "299")
    file = read(lines(memory, interim=True))
    (bye,) = (bye for bye in file.rounds[0].byes if bye.kind == "requested")
    assert (bye.points, bye.secondary) == (1, 1), "half of the boards"
    without = replace(memory.event.round(1), byes=tuple(
        replace(b, secondary=Decimal(0)) for b in memory.event.round(1).byes
    ))  # fmt: skip
    memory.event = memory.event.with_round(without)
    assert f"299 H   1.0   0.0  001 {numbers['3']:04}" in coded(memory, "299")
    file = read(lines(memory, interim=True))
    assert [b.secondary for b in file.rounds[0].byes if b.kind == "requested"] == [0]
    assert [(b.round, b.points) for team in file.entrants for b in team.byes] == [(3, 0)]


@pytest.mark.parametrize(("points", "code"), [(1, "H"), (2, "F")])
def test_a_bye_by_game_points_has_its_code_and_no_worth_of_its_own(points: int, code: str) -> None:
    """240 says it all, so nothing needs a line 299; and it is read as it was."""
    memory = begun(format_named("team_swiss"), teams(), boards=2, rounds=4, primary="game")
    memory.do(SetBye("3", 1, Decimal(points)))
    memory.do(SetBye("4", 3, Decimal(points)))
    publish(memory)
    rows = [row[:9] for row in coded(memory, "240")]
    assert rows == [f"240 {code} 001", f"240 {code} 003"]
    assert not coded(memory, "299")
    file = read(lines(memory, interim=True))
    (bye,) = (bye for bye in file.rounds[0].byes if bye.kind == "requested")
    assert (bye.points, bye.secondary) == (points, points), "one board is one match point here"
    assert [(b.round, b.points) for team in file.entrants for b in team.byes] == [(3, points)]


def test_a_comment_says_its_round_once() -> None:
    memory = begun(format_named("team_swiss"), teams(4), boards=2, rounds=3)
    publish(memory)
    home, away = memory.event.round(1).matches[0].pair
    memory.do(CorrectBoard(1, 1, away, home, was=(home, away)))
    rows = [row for row in lines(memory, interim=True) if row.startswith("###")]
    assert rows == ["### round 1, table 1 corrected to how it was played"]


def test_trf16_has_the_games_and_the_teams_of_the_players() -> None:
    memory = played()
    rows = lines(memory, trf26=False)
    assert not [row for row in rows if row[:3] in ("310", "300", "320", "240", "801")]
    file = read(rows)
    assert [team.name for team in file.entrants] == [
        row[4:36].strip() for row in coded(memory, "013")
    ]
    byes = [[bye.kind for bye in round.byes] for round in file.rounds]
    assert byes == [["pairing"], ["pairing"], ["pairing"]]
    meetings = [{frozenset(m.pair) for m in round.matches} for round in file.rounds]
    assert [len(round) for round in meetings] == [2, 2, 2]


def test_a_match_entered_as_a_whole_has_no_games_to_write() -> None:
    memory = begun(format_named("team_swiss"), teams(4), boards=2, rounds=2)
    publish(memory)
    memory.do(EnterResult(1, "1.5-0.5"))
    with pytest.raises(Refused, match="table 1 has the result 1½-½ as a whole"):
        lines(memory)


def file_of(*more: str, cells: tuple[str, ...] = ("   2 w 1", "   1 b 0")) -> list[str]:
    """Two teams of one player each."""
    rows = [
        f"001 {no:>4}      Player {no}                          2000 IRL{'':24}{points:>4} {no:>4}"
        f"  {cell}"
        for no, (points, cell) in enumerate(zip(("1.0", "0.0"), cells, strict=True), start=1)
    ]
    head = ["192 FIDE_TEAM", "142 3", "352 W"]
    one = "310   1 Kells                            KEL     2000    2.0    1.0   1     1"
    two = "310   2 Trim                             TRI     2000    0.0    0.0   2     2"
    return [*head, *rows, *([one, two] if not any("310" in m for m in more) else []), *more]


def test_who_won_alone_may_name_somebody_who_names_nobody() -> None:
    for cell in ("   2 w +", "0000 - +"):
        file = read(file_of("330 +- 001 001 002", cells=(cell, "0000 - -")))
        (match,) = file.rounds[0].matches
        assert match.result is not None
        assert match.result.text == "+/-"


@pytest.mark.parametrize(
    ("rows", "place", "problem"),
    [
        (("310   1 Kells                            KEL     2000    3.0    1.0   1     1",
          "310   2 Trim                             TRI     2000    0.0    0.0   2     2"),
         "teams.trf:6:1", "match points (columns 55-60) 3.0, the rounds add to 2.0"),
        (("310   1 Kells                            KEL     2000    2.0    0.5   1     1",
          "310   2 Trim                             TRI     2000    0.0    0.0   2     2"),
         "teams.trf:6:1", "game points (columns 62-67) 0.5, the rounds add to 1.0"),
        (("310   1 Kells                            KEL     2000    2.0    1.0   1     1    2",),
         "teams.trf:1:1", "team 1 meets itself"),
        (("310   1 Kells                            KEL     2000    2.0    1.0   1     1    7",),
         "teams.trf:6:1", "player 7 does not exist"),
        (("310   1 Kells                            KEL     2000    2.0    1.0   1     1",
          "310   2 Trim                             TRI     2000    0.0    0.0   2     1"),
         "teams.trf:7:1", "player 1 is of Kells already"),
        (("310   1 Kells                            KEL     2000    2.0    1.0   1     1",),
         "teams.trf:4:1", "player 2 is of no team"),
        (("330 xx 001 001 002",), "teams.trf:8:5", "unknown forfeit 'xx'"),
        (("330 +- 001 001 009",), "teams.trf:8:1", "team 9 does not exist"),
        (("300 001 001 002 0001 0001",), "teams.trf:8:17", "a player is twice"),
        (("352 WX",), "teams.trf:8:5", "are not colours of boards"),
        (("362 TW 2.0   XX 1.0",), "teams.trf:8:14", "unknown scoring code 'XX'"),
        (("162  W 3.0",), "teams.trf:1:1", "games have other points than 1, ½ and 0"),
    ],
)  # fmt: skip
def test_files_that_do_not_add_up_are_refused(
    rows: tuple[str, ...], place: str, problem: str
) -> None:
    with pytest.raises(Refused) as caught:
        read(file_of(*rows))
    assert problem in caught.value.located
    if not place.startswith("teams.trf:1:"):
        assert caught.value.located.startswith(place)


def test_teams_alone_and_players_alone() -> None:
    rows = file_of()
    taken = read(rows, players_only=True, teams=True)
    assert [(team.name, [p.name for p in team.players]) for team in taken.entrants] == [
        ("Kells", ["Player 1"]),
        ("Trim", ["Player 2"]),
    ]
    assert taken.rounds_left == 1
    assert [e.name for e in read(rows, players_only=True).entrants] == ["Player 1", "Player 2"]
    with pytest.raises(Refused, match="no teams"):
        read([row for row in rows if not row.startswith(("310", "192", "352"))], teams=True)


def school(count: int, rounds: int) -> InMemory:
    """Teams of four with a reserve: every third line-up has him, a board is adjourned and settled
    two rounds later, a team does not come, and a wrong line-up is found after the next round."""
    squads = [
        Entrant(
            "",
            f"School {at:02}",
            players=tuple(
                Entrant("", f"P{at:02}{no}", rating=1900 - 9 * at - no) for no in range(5)
            ),
        )
        for at in range(1, count + 1)
    ]
    memory = begun(format_named("team_swiss"), squads, boards=4, rounds=rounds)
    rng = Random(count)
    for number in range(1, rounds + 1):
        publish(memory)
        for match in memory.event.round(number).matches:
            for id in match.pair:
                if rng.random() < 1 / 3:
                    squad = [player.id for player in memory.event.entrant(id).players]
                    squad.pop(rng.randrange(4))
                    memory.do(SetLineup(id, tuple(squad)))
            if (number, match.board) == (2, 1):
                memory.do(EnterResult(match.board, "-/+"))
                continue
            for at in range(1, 5):
                late = (number, match.board, at) == (1, 2, 3)
                text = "?" if late else rng.choice(("1-0", "0-1", "1/2-1/2", "+/-"))
                memory.do(EnterBoardResult(match.board, at, text))
    memory.do(EnterBoardResult(2, 3, "0-1", was="?", round=1, insist=True))
    wrong = memory.event.round(rounds - 1).matches[1].white
    squad = [player.id for player in memory.event.entrant(wrong).players]
    memory.do(SetLineup(wrong, (squad[0], squad[1], squad[2], squad[4]), rounds - 1, insist=True))
    return memory


@pytest.mark.parametrize(("count", "rounds"), [(9, 4), pytest.param(24, 7, marks=pytest.mark.slow)])
def test_a_school_event_comes_back_with_its_standings(count: int, rounds: int) -> None:
    memory = school(count, rounds)
    file = read(lines(memory))
    event = event_of(file, memory.format, rounds)
    ours, theirs = (
        [(row.rank, row.name, row.points, row.tiebreaks) for row in
         memory.format.standings(each)[0].rows]
        for each in (memory.event, event)
    )  # fmt: skip
    assert theirs == ours
    games = [
        [(s.player.name, s.games, s.points, s.performance, s.boards) for s in player_scores(each)]
        for each in (memory.event, event)
    ]
    assert games[1] == games[0]
    checked = check_ranks(file, memory.format, {})
    assert checked.checked
    assert not checked.differences


def test_lines_of_a_league_and_of_points_that_cannot_be_are_refused() -> None:
    for rows, said in (
        (("XXD First                            001 002 001",), "team 1 is in two divisions"),
        (("XXD First                            001 009",), "team 9 does not exist"),
        (("XXM 001 001 002 2026-13-01",), "the date cannot be '2026-13-01'"),
        (("XXT                                  next week",), "are not dates of rounds"),
        (("299 Q  1.0   1.0   001 001",), "unknown result 'Q'"),
        (("299    1.0   0.0   001 009",), "team 9 does not exist"),
    ):
        with pytest.raises(Refused) as caught:
            read(file_of(*rows))
        assert said in caught.value.located, rows


def test_points_given_and_taken_are_read_with_their_round() -> None:
    rows = file_of(
        "299    1.0   0.0   001 001",
        "310   1 Kells                            KEL     2000    3.0    1.0   1     1",
        "310   2 Trim                             TRI     2000    0.0    0.0   2     2",
    )
    file = read(rows)
    assert [(one.entrant, one.points, one.round) for one in file.adjustments] == [
        ("1", Decimal("1.0"), 1)
    ]


def test_a_team_whose_line_gives_no_place_or_no_name_is_refused() -> None:
    trim = "310   2 Trim                             TRI     2000    0.0    0.0   2     2"
    for one, said in (
        ("310   0 Kells                            KEL     2000    2.0    1.0   1     1",
         "no team number"),
        ("310   2 Kells                            KEL     2000    2.0    1.0   1     1",
         "team number 2 appears twice"),
        ("310   1                                  KEL     2000    2.0    1.0   1     1",
         "the team has no name"),
        ("310   1 Kells                            KEL     2000    2.0    1.0   1 1",
         "the columns of players begin at 74"),
    ):  # fmt: skip
        with pytest.raises(Refused) as caught:
            read(file_of(one, trim))
        assert said in caught.value.located, one


def hall(cells: tuple[str, ...], *more: str, points: str, colours: str = "WB") -> list[str]:
    """A round of two teams of two players, who are 1 and 2 against 3 and 4; `points` of each team
    are match points and game points, `2.0 1.5 0.0 0.5`."""
    said = {"1": 1.0, "+": 1.0, "U": 1.0, "F": 1.0, "=": 0.5, "H": 0.5}
    rows = [
        f"001 {no:>4}      Player {no}                          2000 IRL{'':24}"
        f"{said.get(cell[-1], 0.0):>4} {no:>4}  {cell}"
        for no, cell in enumerate(cells, start=1)
    ]
    mine, my_games, theirs, their_games = points.split()
    teams = [
        f"310   {no} {name:<32} KEL     2000 {match:>6} {games:>6}   {no}  "
        f"{2 * no - 1:>4}  {2 * no:>3}"
        for no, name, match, games in
        ((1, "Kells", mine, my_games), (2, "Trim", theirs, their_games))
    ]  # fmt: skip
    return ["192 FIDE_TEAM", "142 3", f"352 {colours}", *rows, *teams, *more]


def boards_of(rows: list[str]) -> list[tuple[str, str, str | None]]:
    """Of the one match: White, Black and the result, board by board."""
    file = read(rows)
    known = {
        player.id: player.name.split()[-1] for team in file.entrants for player in team.players
    }
    (match,) = file.rounds[0].matches
    return [
        (known.get(one.white, ""), known.get(one.black, ""), one.result and one.result.text)
        for one in match.lineups
    ]


CROSSED = ("   4 b 1", "   3 w 1", "   2 b 0", "   1 w 0")
KELLS, TRIM = "300 001 001 002 0002 0001", "300 001 002 001 0003 0004"


def test_lines_of_line_ups_order_the_boards_of_a_match() -> None:
    for given in ((KELLS, TRIM), (KELLS,), (TRIM,)):
        rows = hall(CROSSED, *given, points="2.0 2.0 0.0 0.0")
        assert boards_of(rows) == [("2", "3", "1-0"), ("4", "1", "0-1")]
    for cells, colours, said in (
        (("   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0"), "WB",
         "round 1: 1 met 3, and they sit at different boards"),
        (CROSSED, "W", "round 1: a match of 2 boards; there are 1"),
    ):  # fmt: skip
        with pytest.raises(Refused, match=said):
            read(hall(cells, KELLS, TRIM, points="2.0 2.0 0.0 0.0", colours=colours))


@pytest.mark.parametrize(
    ("cells", "points", "expected"),
    [
        # who has no opponent and no point, both: nobody won the board
        (("   3 w 1", "0000 - -", "   1 b 0", "0000 - -"), "2.0 1.0 0.0 0.0",
         [("1", "3", "1-0"), ("4", "2", "-/-")]),
        (("   3 w 1", "0000 - +", "   1 b 0", "0000 - -"), "2.0 2.0 0.0 0.0",
         [("1", "3", "1-0"), ("4", "2", "-/+")]),
        (("   3 w 1", "0000 - -", "   1 b 0", "0000 - +"), "1.0 1.0 1.0 1.0",
         [("1", "3", "1-0"), ("4", "2", "+/-")]),
    ],
)  # fmt: skip
def test_a_board_without_a_game_is_won_by_whom_his_line_says(
    cells: tuple[str, ...], points: str, expected: list[tuple[str, str, str]]
) -> None:
    lineups = ("300 001 001 002 0001 0002", TRIM)
    assert boards_of(hall(cells, *lineups, points=points)) == expected


def test_who_won_alone_sits_before_those_who_are_listed_behind_him() -> None:
    """Player 4 of Trim met player 1 of Kells; player 3, listed before him, had nobody."""
    cells = ("   4 w 1", "0000 - -", "0000 - +", "   1 b 0")
    assert boards_of(hall(cells, points="1.0 1.0 1.0 1.0")) == [("3", "", "+/-"), ("1", "4", "1-0")]


def test_a_forfeit_without_colours_is_lost_by_whose_line_says_so() -> None:
    for cells, points, result in (
        (("   3 - -", "   4 w 1", "   1 - +", "   2 b 0"), "1.0 1.0 1.0 1.0", "+/-"),
        (("   3 - +", "   4 w 1", "   1 - -", "   2 b 0"), "2.0 2.0 0.0 0.0", "-/+"),
    ):
        assert boards_of(hall(cells, points=points)) == [("3", "1", result), ("2", "4", "1-0")]


def test_the_bye_of_a_team_is_known_from_the_lines_of_its_players() -> None:
    cells = ("0000 - U", "0000 - Z", "0000 - H", "0000 - Z")
    file = read(hall(cells, points="1.0 1.0 1.0 1.0"))
    assert [(bye.entrant, bye.kind) for bye in file.rounds[0].byes] == [
        ("1", "pairing"), ("2", "requested"),
    ]  # fmt: skip


def test_a_team_that_does_not_exist_is_refused_wherever_a_line_names_it() -> None:
    for line in ("240 H 002 0009", "260 001 003 0001 0009", "320  1.0  1.0 009", "XXZ 0009"):
        with pytest.raises(Refused, match="team 9 does not exist; correct the number") as caught:
            read(hall(CROSSED, line, points="2.0 2.0 0.0 0.0"))
        assert caught.value.located.startswith("teams.trf:10:5: ")


def test_wrong_sums_are_kept_where_they_are_asked_for() -> None:
    rows = hall(CROSSED, points="1.0 1.5 0.0 0.0")
    with pytest.raises(Refused, match="the rounds add to 2"):
        read(rows)
    file = read(rows, wrong_sums=True)
    assert file.sums_apart == {"1": 2}
    assert file.others_apart == {"1": ("game points", Decimal("1.5"), Decimal(2))}


def test_a_player_of_no_team_is_left_out_and_named() -> None:
    rows = hall(CROSSED, points="2.0 2.0 0.0 0.0")
    loose = rows[6].replace("001    4", "001    5").replace("Player 4", "Player 5")[:91]
    file = read([*rows[:7], loose, *rows[7:]])
    (warning,) = file.warnings
    assert warning == "teams.trf:8:1: player 5 is of no team (310, 013): left out"
    assert sum(len(team.players) for team in file.entrants) == 4


def test_a_file_that_says_no_number_of_rounds_leaves_it_open() -> None:
    rows = hall(CROSSED, points="2.0 2.0 0.0 0.0")
    assert read(rows).settings["rounds"] == 3
    silent = read([row for row in rows if not row.startswith("142")])
    assert (silent.total_rounds, "rounds" in silent.settings) == (None, False)


def test_points_of_nothing_are_no_adjustment() -> None:
    rows = hall(CROSSED, "299    0.0   0.0   001 001", points="2.0 2.0 0.0 0.0")
    assert read(rows).adjustments == ()


def test_bars_points_taken_and_adjourned_boards_come_back() -> None:
    memory = begun(format_named("team_swiss"), teams(), boards=2, rounds=3, forfeit_points=-1)
    publish(memory)
    for match in memory.event.rounds[0].matches:
        for at in (1, 2):
            memory.do(EnterBoardResult(match.board, at, "1-0"))
    memory.do(Adjust("2", Decimal(-1), "late"))
    memory.do(Instruct(Instruction("bar", "1", "4")))
    publish(memory)
    memory.do(EnterBoardResult(1, 1, "?"))
    memory.do(EnterBoardResult(1, 2, "1-0"))
    rows = lines(memory, interim=True)
    assert [row for row in rows if row.startswith(("162", "260", "299"))] == [
        "162  X 0.5", "260 001 003 0001 0004", "299 -  -1.0   0.0  000",
        "299    -1.0   0.0  001 0002",
    ]  # fmt: skip
    file = read(rows)
    assert [(one.entrant, one.points, one.round) for one in file.adjustments] == [
        ("2", Decimal("-1.0"), 1)
    ]
    assert dict(file.settings)["forfeit_points"] == -1


def test_an_event_of_a_thousand_teams_has_no_room_in_trf() -> None:
    memory = begun(format_named("team_swiss"), [Entrant("", f"T{n}") for n in range(1000)])
    with pytest.raises(Refused, match="TRF has room for 999 teams; export as csv"):
        lines(memory)


def on_boards(event: Event, match: Match) -> list[str]:
    """The teams of those who sit at the boards of a match."""
    return [player_of(event, id).team.name for board in match.lineups
            for id in (board.white, board.black)]  # fmt: skip


@pytest.mark.parametrize("round", [1, 2])
def test_a_late_team_in_the_seat_of_one_that_did_not_come_plays_with_its_own_players(
    round: int,
) -> None:
    memory = begun(format_named("team_swiss"), teams(4), boards=2, rounds=3)
    for number in range(1, round):
        publish(memory)
        for match in memory.event.round(number).matches:
            for board in (1, 2):
                memory.do(EnterBoardResult(match.board, board, "1-0"))
    publish(memory)
    memory.do(AddEntrant(teams(5)[4]))
    late = memory.event.entrants[-1]
    assert late.name == "Elm"
    match = memory.event.round(round).match(1)
    stays = memory.event.entrant(match.white).name
    memory.do(CorrectBoard(round, 1, match.white, late.id))
    for board in (1, 2):
        memory.do(EnterBoardResult(1, board, "1-0"))
    corrected = memory.event.round(round).match(1)
    assert sorted(on_boards(memory.event, corrected)) == sorted(["Elm", "Elm", stays, stays])
    assert corrected.result is not None
    assert corrected.result.text == "1-1"
    kept = event_of_files(contents_of(memory.event, memory.format), format_named)
    assert kept.round(round) == memory.event.round(round)
    games = {name.removeprefix("Elm "): cells for name, cells in rows_of(memory, round).items()}
    assert [cells.split()[1:] for cells in games.values()] == [
        ["b", "0"],
        ["w", "1"],
        ["-", "Z"],
        ["-", "Z"],
    ]


def rows_of(memory: InMemory, round: int) -> dict[str, str]:
    """What the lines 001 of the players of Elm say of that round."""
    text = write_trf(memory.event, memory.format, trf26=True, interim=True).decode()
    lines = (line for line in text.splitlines() if line.startswith("001") and "Elm" in line)
    return {line[14:47].strip(): line[81 + 10 * round :][:10] for line in lines}


def test_teams_moved_in_an_earlier_round_have_boards_to_enter_results_of() -> None:
    memory = begun(format_named("team_swiss"), teams(4), boards=2, rounds=3)
    publish(memory)
    for match in memory.event.round(1).matches:
        memory.do(EnterResult(match.board, "2-0"))
    publish(memory)
    one, other = memory.event.round(1).matches
    memory.do(CorrectBoard(1, 1, one.white, other.black, insist=True, insist_twice=True))
    names = {team.id: team.name for team in memory.event.entrants}
    for match in memory.event.round(1).matches:
        home, away = (names[id] for id in match.pair)
        assert sorted(on_boards(memory.event, match)) == sorted([home, home, away, away])
        for board in (1, 2):
            memory.do(EnterBoardResult(match.board, board, "1-0", round=1))
    assert all(match.result for match in memory.event.round(1).matches)


def test_a_team_that_was_expelled_has_no_place_in_the_event_read_from_the_file() -> None:
    memory = played()
    first = memory.format.standings(memory.event)[0].rows[0].id
    memory.do(Expel(first, "false line-ups", insist=True))
    file = read(lines(memory))
    there = event_of(file, memory.format, 3)
    names = [row.name for row in memory.format.standings(memory.event)[0].rows]
    assert [row.name for row in memory.format.standings(there)[0].rows] == names
    assert len(names) == len(NAMES) - 1
    assert check_ranks(file, memory.format, {}).differences == ()


def test_players_have_one_number_in_the_file_and_in_the_rating_report() -> None:
    """Also where a late team ranks above the others, and with the numbers of another file."""
    memory = played()
    memory.do(ChangeSettings({"rounds": 4}, insist=True, insist_twice=True))
    late = Entrant("", "Fir", players=tuple(Entrant("", f"Fir {n}", rating=2500) for n in (1, 2)))
    fir = memory.do(AddEntrant(late, insist=True)).entrants[-1].id
    assert pairing_numbers(memory.format, memory.event)[fir] == 1
    from_file = tuple(
        replace(t, players=tuple(replace(p, start_number=200 - int(p.id)) for p in t.players))
        for t in memory.event.entrants
    )
    for event in (memory.event, replace(memory.event, entrants=from_file)):
        text = write_trf(event, memory.format, trf26=True, interim=True).decode()
        told = {row[14:47].strip(): int(row[4:8]) for row in text.split("\r\n") if row[:3] == "001"}
        known = {player.name: player.start_number for player in event_of_players(event).entrants}
        assert known == told
