"""Tie-breaks of chess teams (C.07 articles 11 to 13), by hand on small tables."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pytest

from engine.entrants import Entrant
from engine.event import Bye, Event, Match, Round, RoundState, TeamBoard
from engine.match_results import parse_match, result_of
from engine.refusal import Refused
from engine.results import parse_game
from engine.standings import standings
from engine.tables import StandingTable
from engine.tiebreaks.codes import check_tiebreaks
from formats.registry import format_named

TEAM_SWISS = format_named("team_swiss")
GAMES = {"1": "1-0", "0": "0-1", "=": "1/2-1/2"}


def board(number: int, text: str) -> TeamBoard:
    """A board with the home team's result, `1`, `0` or `=`; Black at home on even boards."""
    away_white = number % 2 == 0
    result = parse_game(GAMES[text])
    assert result is not None
    turned = result.turned() if away_white else result
    return TeamBoard(f"w{number}", f"b{number}", turned, away_white)


def event(codes: Sequence[str], *rounds: str, **settings: object) -> Event:
    """Teams A to D. Rounds as written: `A-B 11=0, C-D +/-`, home first, boards of the home team;
    a letter alone has the bye."""
    given = {"rounds": 3, "tiebreaks": tuple(codes), **settings}
    teams = tuple(Entrant(str(no), name) for no, name in enumerate("ABCD", start=1))
    found = Event("Test", "team_swiss", TEAM_SWISS.settings(given), 0, teams)
    id = {team.name: team.id for team in teams}
    for number, text in enumerate(rounds, start=1):
        matches: list[Match] = []
        byes: list[Bye] = []
        for part in text.split(", "):
            pair, _, boards = part.partition(" ")
            home, _, away = pair.partition("-")
            if not away:
                byes.append(Bye(id[home], Decimal(1), secondary=Decimal(2)))
                continue
            if set(boards) <= set("10="):
                lineups = tuple(board(n, b) for n, b in enumerate(boards, start=1))
                match = Match(len(matches) + 1, id[home], id[away], result_of(lineups))
                matches.append(Match(match.board, *match.pair, match.result, lineups=lineups))
            else:
                result = parse_match(4, boards)
                matches.append(Match(len(matches) + 1, id[home], id[away], result))
        round = Round(number, RoundState.PUBLISHED, tuple(matches), tuple(byes))
        found = found.with_round(round)
    return found


def table(event: Event) -> StandingTable:
    """The overall table."""
    return standings(event, [e.id for e in event.entrants])[0]


def column(event: Event, code: str) -> dict[str, Decimal | None]:
    """Values by the teams' names."""
    return {row.name: row.tiebreaks[code] for row in table(event).rows}


def order(event: Event) -> list[str]:
    """Names with their ranks: `1 A`."""
    return [f"{row.rank} {row.name}" for row in table(event).rows]


ROUNDS = ("A-B 11=0, C-D 1=00", "A-C ==10, B-D 1111", "A-D 0010, B-C 1=0=")
# A 2½-1½ B, C 1½-2½ D; A 2-2 C, B 4-0 D; A 1-3 D, B 2-2 C
# match points A 3, B 3, C 2, D 4; game points A 5½, B 7½, C 5½, D 5½


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("MPvGP", {"A": "5.5", "B": "7.5", "C": "5.5", "D": "5.5"}),
        ("EMMSB", {"A": "8", "B": "10", "C": "6", "D": "10"}),
        ("EMGSB", {"A": "15.5", "B": "24.5", "C": "18", "D": "14"}),
        ("EGMSB", {"A": "20.5", "B": "16.5", "C": "13", "D": "22"}),
        ("EGGSB", {"A": "35.25", "B": "41.25", "C": "34.25", "D": "30.25"}),
        ("EMGSB/C1", {"A": "11.5", "B": "20.5", "C": "12", "D": "9"}),
        ("BH", {"A": "9", "B": "9", "C": "10", "D": "8"}),
        ("BH:GP", {"A": "18.5", "B": "16.5", "C": "18.5", "D": "18.5"}),
        ("SSSC", {"A": "14.5", "B": "16.5", "C": "15.5", "D": "13.5"}),
        ("SSSC/K2", {"A": "10", "B": "12", "C": "10.5", "D": "9.5"}),
        # before round 3 A 3, B 2, C 1, D 2; a draw in it for all: A 4, B 3, C 2, D 3
        ("SSSC/F", {"A": "13.5", "B": "16.5", "C": "15.5", "D": "14.5"}),
    ],
)
def test_sums(code: str, values: dict[str, str]) -> None:
    """13.1, 13.2, 13.4 (three rounds of 2 points over 4 boards make the factor 1)."""
    found = column(event([code], *ROUNDS), code)
    assert found == {name: Decimal(value) for name, value in values.items()}


def test_the_working_of_an_extended_sonneborn_berger() -> None:
    working = {
        row.name: row.working["EMGSB/C1"] for row in table(event(["EMGSB/C1"], *ROUNDS)).rows
    }
    assert working["A"] == "R1 B 3 × 2½ + (R2 C 2 × 2, cut) + R3 D 4 × 1 = 11½"


@pytest.mark.parametrize(
    ("code", "working"),
    [
        ("MPvGP", "R1 B 2½ + R2 C 2 + R3 D 1 = 5½"),
        ("EMMSB", "R1 B 3 × 2 + R2 C 2 × 1 + R3 D 4 × 0 = 8"),
        ("EMGSB", "R1 B 3 × 2½ + R2 C 2 × 2 + R3 D 4 × 1 = 15½"),
        ("EGMSB", "R1 B 7½ × 2 + R2 C 5½ × 1 + R3 D 5½ × 0 = 20½"),
        ("EGGSB", "R1 B 7½ × 2½ + R2 C 5½ × 2 + R3 D 5½ × 1 = 35.25"),
        ("SSSC", "game points 5½ + Buchholz 9 / 1"),
        ("SSSC/K2", "game points 5½ + Buchholz 9 / 2"),
        ("SSSC/F", "game points 5½ + Buchholz 8 / 1"),
        ("BC", "1 × 1½ + 2 × 1½ + 3 × 2½ + 4 × 0, lowest first"),
        ("TBR", "board 1 1½, board 2 1½, board 3 2½, board 4 0"),
        ("BBE", "board 1 1½, board 2 1½, board 3 2½, board 4 0"),
        ("EDE", "match points: 2 tied: B 2 = 2; all have met (6.2)"),
    ],
)
def test_every_tie_break_shows_its_working(code: str, working: str) -> None:
    """A: 2½-1½ against B, 2-2 against C, 1-3 against D."""
    rows = {row.name: row.working[code] for row in table(event([code], *ROUNDS)).rows}
    assert rows["A"] == working


def test_game_points_first() -> None:
    """13.1: then match points break ties; Buchholz is of game points, and can be of the others."""
    found = event(["MPvGP", "BH", "BH:MP"], *ROUNDS, primary="game")
    assert next((row.name, row.points) for row in table(found).rows) == ("B", Decimal("7.5"))
    assert column(found, "MPvGP") == {"A": 3, "B": 3, "C": 2, "D": 4}
    assert column(found, "BH")["A"] == Decimal("18.5")
    assert column(found, "BH:MP")["A"] == 9


def test_the_bye_is_a_dummy_with_the_points_of_a_drawn_match() -> None:
    """16.4.2: the dummy has the team's own score, at most a draw in every round."""
    found = event(["EMGSB", "EGGSB"], "A-B 1111, C", "C-A 1100, B", rounds=3)
    # C: bye 1 and 2, then 2-2: own score 2 and 4
    assert column(found, "EMGSB")["C"] == 2 * 2 + 3 * 2
    assert column(found, "EGGSB")["C"] == 4 * 2 + 6 * 2


def test_boards() -> None:
    """12.1 to 12.3; the bye and a match won by forfeit are wins on every board."""
    found = event(["BC", "TBR", "BBE"], *ROUNDS)
    by_name = {row.name: row for row in table(found).rows}
    assert by_name["A"].tiebreaks["BC"] == Decimal("1.5") + 2 * Decimal("1.5") + 3 * Decimal("2.5")
    assert by_name["A"].working["TBR"] == "board 1 1½, board 2 1½, board 3 2½, board 4 0"
    assert by_name["A"].tiebreaks["TBR"] == Decimal("1.5")
    assert by_name["A"].tiebreaks["BBE"] == Decimal("5.5")
    resting = event(["BC"], "A-B +/-, C, D-D 1=0=".replace(", D-D 1=0=", ""))
    assert column(resting, "BC") == {"A": 10, "B": 0, "C": 10, "D": 0}


def test_board_count_ranks_teams_of_equal_game_points_only() -> None:
    level = event(["BC"], "A-B 1=0=, C-D =1=0")
    assert order(level) == ["1 A", "1 C", "3 B", "3 D"], "4, 4, 6 and 6"
    unequal = event(["BC"], "A-B 1110, C-D 1=11")
    assert order(unequal)[:2] == ["1 A", "1 C"], "3 and 3½ game points"


def test_boards_of_a_match_entered_as_a_whole_are_not_known() -> None:
    found = event(["BC"], "A-B 3-1, C-D 1=0=")
    assert set(column(found, "BC").values()) == {None}
    assert "boards count only where every match is entered by board" in table(found).notes


def test_extended_direct_encounter() -> None:
    """13.3.1: match points among the tied, then game points, then from the start."""
    # A, B and C beat each other in a circle: 3-1, 3-1, 2½-1½; D loses all
    circle = ("A-B 1110, C-D 1111", "B-C 0111, A-D 1111", "C-A 11=0, B-D 1111")
    found = event(["EDE"], *circle)
    assert order(found) == ["1 A", "2 B", "3 C", "4 D"]
    working = {row.name: row.working["EDE"] for row in table(found).rows}
    assert "game points: 3 tied: B 3, C 1½ = 4½; all have met (6.2)" in working["A"]


def test_two_level_teams_by_the_boards_of_their_match() -> None:
    """13.3.2: board count of their own match, then the top boards."""
    drawn = ("A-B 1==0, C-D 1111", "A-C 1110, B-D 1110", "A-D 1110, B-C 1110")
    assert order(event(["EDE"], *drawn))[:2] == ["1 A", "1 B"]
    assert order(event(["EDEBT"], *drawn))[:2] == ["1 A", "2 B"]
    working = {row.name: row.working["EDEBT"] for row in table(event(["EDEBT"], *drawn)).rows}
    assert working["B"].endswith(
        "board count against A: board 1 0, board 2 ½, board 3 ½, board 4 1"
    )
    # on boards 2 and 3 the count is level, so the first board decides
    crossed = ("A-B 1001, C-D 1111", *drawn[1:])
    assert order(event(["EDEBT"], *crossed))[:2] == ["1 A", "2 B"]
    assert order(event(["EDEBB"], *crossed))[:2] == ["1 B", "2 A"]


def test_two_level_teams_by_the_top_or_the_bottom_of_their_match() -> None:
    """13.3.2: A won boards 1 and 4, B boards 2 and 3. From the top A is first; without the last
    board B has 2 and A 1."""
    crossed = ("A-B 1001, C-D 1111", "A-C 1110, B-D 1110", "A-D 1110, B-C 1110")
    assert order(event(["EDET"], *crossed))[:2] == ["1 A", "2 B"]
    assert order(event(["EDEB"], *crossed))[:2] == ["1 B", "2 A"]


def test_a_forfeited_match_among_the_tied_counts_where_the_code_says_so() -> None:
    """6.1.1, 13.3: A won against B by forfeit, and both have 2 match points."""
    forfeited = ("A-B +/-, C-D ====", "A-C 0===, B-D 1===")
    assert [row for row in order(event(["EDE"], *forfeited)) if row[2] in "AB"] == ["2 A", "2 B"]
    assert [row for row in order(event(["EDE/P"], *forfeited)) if row[2] in "AB"] == ["2 A", "3 B"]


def test_the_top_board_and_the_last_board_part_the_same_two() -> None:
    """12.2 and 12.3: of 2½ points each A has more on board 1, C more on the first three."""
    parted = ("A-B 1=01, C-D ==1=",)
    assert order(event(["TBR"], *parted))[:2] == ["1 A", "2 C"]
    assert order(event(["BBE"], *parted))[:2] == ["1 C", "2 A"]


@pytest.mark.parametrize("code", ["EDE", "EMGSB/C1", "BC", "BH:GP"])
def test_tie_breaks_of_teams_are_for_teams(code: str) -> None:
    with pytest.raises(Refused):
        format_named("dutch").settings({"tiebreaks": (code,)})


@pytest.mark.parametrize("code", ["BH:XP", "WIN:GP", "SSSC/K", "EDE/C1"])
def test_what_a_tie_break_cannot_have_is_refused(code: str) -> None:
    with pytest.raises(Refused):
        TEAM_SWISS.settings({"tiebreaks": (code,)})


def test_codes_are_read_as_people_write_them() -> None:
    settings = TEAM_SWISS.settings({"tiebreaks": "mpvgp, emgsb-c1, ede/p, bh:gp/c1"})
    assert settings.tiebreaks == ("MPvGP", "EMGSB/C1", "EDE/P", "BH:GP/C1")


def test_an_unknown_code_of_teams_is_answered_with_those_of_teams() -> None:
    with pytest.raises(Refused, match=r"known: .*EMGSB.*SSSC"):
        check_tiebreaks(["OSB"], teams=True)
    with pytest.raises(Refused) as players:
        check_tiebreaks(["OSB"])
    assert "EMGSB" not in str(players.value)
