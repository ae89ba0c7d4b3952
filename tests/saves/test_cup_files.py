"""A cup for federations: a drawn game that a tie-break decided is a draw in every file, and a match
of several games loses none without a word."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import ChangeSettings, CorrectBoard, EnterResults
from engine.entrants import Entrant
from engine.event import Event, Match, Round, RoundState
from engine.match_results import winning_side
from engine.refusal import Refused
from engine.results import GameResult
from formats.registry import format_named
from saves.chess_results import chess_results
from saves.cross_sheets import cross_table
from saves.ecf_results import ecf_results, left_blank
from saves.pgn import pgn
from saves.trf_comments import decided
from saves.trf_read import read_trf
from saves.trf_write import write_trf
from tests.formats.knockout.cups import Cup
from tests.playing import begun, enter, publish
from tests.tui.desk_cli import CommandLine
from tui.commands.tournament_files import event_of
from tui.exports import EXPORTS, ExportOrder

CUP = format_named("knockout")
NAMES = ("Ann", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


@pytest.fixture
def topboard(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


def cup(final: str = "1½-½", games: int = 2) -> Event:
    """Eight players: two quarter-finals drawn and decided faster, and a final over more games."""
    people = [Entrant("", name, rating=2000 - 20 * at) for at, name in enumerate(NAMES)]
    desk = begun(CUP, people)
    publish(desk)
    desk.do(EnterResults(((1, "= white blitz"), (2, "1-0"), (3, "0-1"), (4, "= black rapid"))))
    publish(desk)
    desk.do(EnterResults(((1, "= black Armageddon"), (2, "1-0"))))
    desk.do(ChangeSettings({"games": games}))
    publish(desk)
    desk.do(EnterResults(((1, final),)))
    return desk.event


def games_of_the_ecf(event: Event) -> list[tuple[str, str, str]]:
    found = re.findall(r"#PIN1=(\d+)#SCORE=(\d\d)#PIN2=(\d+)", ecf_results(event))
    names = {e.id: e.name for e in event.entrants}
    return [(names[one], score, names[other]) for one, score, other in found]


def test_the_ecf_gets_the_draw_of_a_match_that_a_tie_break_decided() -> None:
    event = cup()
    games = games_of_the_ecf(event)
    first = event.round(1)
    one, last = (tuple(event.entrant(id).name for id in first.matches[at].pair) for at in (0, 3))
    assert (one[0], "55", one[1]) in games
    assert (last[0], "55", last[1]) in games
    assert sum(score == "55" for _, score, _ in games) == 4  # three ties, and one in the final
    # 1½-½ is a game won and one drawn, of which nobody wrote down the colours
    final = [event.entrant(id).name for id in event.round(3).matches[0].pair]
    assert games[-2:] == [(final[0], "10", final[1]), (final[0], "55", final[1])]
    rows = [line for line in ecf_results(event).splitlines() if line.startswith("#PIN1=")]
    assert [row.endswith("#COLOUR=W") for row in rows] == [True] * 6 + [False] * 2
    assert "left out" not in left_blank(event)
    assert len(re.findall("#PIN=", ecf_results(event))) == 8


def test_a_match_of_which_only_the_score_is_known_is_left_out_by_name() -> None:
    event = cup("1-1 home rapid")
    final = [event.entrant(id).name for id in event.round(3).matches[0].pair]
    assert len(games_of_the_ecf(event)) == 6
    said = left_blank(event)
    assert f"round 3, board 1 ({final[0]} 1-1 {final[1]})" in said
    order = ExportOrder(event, CUP)
    for name in ("pgn", "chess-results"):
        assert f"({final[0]} 1-1 {final[1]})" in EXPORTS[name].remark(order)
    assert not EXPORTS["pgn"].remark(ExportOrder(event, CUP, 2))
    listing = ExportOrder(event, CUP, template=("x.csv", "{white.name};{result};{black.name}"))
    assert f"({final[0]} 1-1 {final[1]})" in EXPORTS["template"].remark(listing)
    rows = EXPORTS["template"].write(listing).decode().splitlines()
    assert sum("1/2-1/2" in row for row in rows) == 3
    players = ExportOrder(event, CUP, template=("x.csv", "{no};{name}"))
    assert not EXPORTS["template"].remark(players)


def test_games_left_out_for_the_ecf_are_named() -> None:
    event = cup(games=1, final="1-0")
    round = event.round(1)
    unrated = replace(round.matches[1], result=GameResult.WHITE_UNRATED)
    event = event.with_round(round.with_match(unrated))
    white, black = (event.entrant(id).name for id in unrated.pair)
    assert f"round 1, board 2 ({white} 1-0u {black})" in left_blank(event)


def test_viewers_get_the_draw() -> None:
    event = cup()
    text = pgn(event, event.round(1))
    assert re.findall(r'\[Result "(.*)"\]', text) == ["1/2-1/2", "1-0", "0-1", "1/2-1/2"]
    assert not pgn(event, event.round(3)).strip()
    xml = chess_results(event, CUP)
    scores = re.findall(r'<playerpairing round="1".*reswhite="(.*?)" resblack="(.*?)"', xml)
    assert scores == [("0,5", "0,5"), ("1", "0"), ("0", "1"), ("0,5", "0,5")]


def test_trf_has_the_draw_and_names_the_tie_break() -> None:
    event = cup(games=1, final="= white rapid")
    for trf26 in (False, True):
        text = write_trf(event, CUP, trf26=trf26).decode()
        match = event.round(1).matches[0]
        numbers = {e.id: e.start_number for e in event.entrants}
        white, black = (numbers[id] for id in match.pair)
        rows = {int(line[4:8]): line for line in text.split("\r\n") if line[:3] == "001"}
        assert rows[white or 0][91:99] == f"{black:>4} w ="
        assert rows[black or 0][91:99] == f"{white:>4} b ="
        assert rows[black or 0][80:84] == " 0.5"  # out after one drawn game
        assert f"### tie-break of round 1: {white} won against {black}, by blitz" in text


@pytest.mark.parametrize("told", [True, False])
def test_a_cup_comes_back_from_trf_with_who_went_on(told: bool) -> None:
    """Without the comment by who plays the next round, and in the final by the rank."""
    event = cup(games=1, final="= black rapid")
    text = write_trf(event, CUP, trf26=True).decode()
    if not told:
        text = re.sub("### tie-break.*\r\n", "", text)
    again = event_of(read_trf(text.encode(), "cup.trf"), CUP, 3)
    numbers = {str(e.start_number): e.id for e in event.entrants}
    for was, now in zip(event.published, again.published, strict=True):
        there = {tuple(numbers[id] for id in m.pair): m.result for m in now.matches}
        for match in was.matches:
            assert match.result is not None
            said = match.result.text
            if not told:
                said = re.sub("(?<=[ey] )(blitz|rapid|Armageddon)", "unknown", said)
            found = there[match.pair]
            assert found is not None
            assert found.text == said
    assert CUP.next_step(again).name == "finished"
    assert [numbers[row.id] for row in CUP.standings(again)[0].rows] == [
        row.id for row in CUP.standings(event)[0].rows
    ]


@pytest.mark.parametrize("players", [5, 6, 8, 11])
def test_a_bracket_with_corrected_seats_comes_back_from_trf(players: int) -> None:
    """The file has neither boards nor lines: they follow from who met whom."""
    people = [Entrant("", f"P{at:02}", rating=2000 - 20 * at) for at in range(players)]
    desk = begun(CUP, people)
    first, last = publish(desk).matches[0], desk.event.rounds[0].matches[-1]
    desk.do(CorrectBoard(1, first.board, first.white, last.black))
    while CUP.next_step(desk.event).name != "finished":
        enter(desk, lambda event, match: "1-0" if match.board % 2 else "0-1")
        if CUP.next_step(desk.event).name == "draw":
            publish(desk)
    text = write_trf(desk.event, CUP, trf26=True).decode()
    rounds = len(desk.event.rounds)
    again = event_of(read_trf(text.encode(), "cup.trf"), CUP, rounds)
    for number in range(1, rounds + 1):
        then = CUP.draw(again.until(number - 1)) if number > 1 else again.round(1)
        met = {frozenset(match.pair) for match in desk.event.round(number).matches}
        assert {frozenset(match.pair) for match in then.matches} == met


def test_trf_refuses_the_longer_match_by_its_true_length() -> None:
    event = cup()
    with pytest.raises(Refused, match="round 3 has matches of 2 games") as refused:
        write_trf(event, CUP)
    assert "rating report" in refused.value.remedy
    assert "--round 2" in refused.value.shell
    assert b"### tie-break" in EXPORTS["trf"].write(ExportOrder(event, CUP, 2))


def test_what_a_file_leaves_out_is_said_beside_standard_output_too(
    topboard: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "cup"
    (tmp_path / "two.csv").write_text("name,rating\nAnn,2000\nBea,1900\n", encoding="utf-8")
    topboard.done("new", folder, "--format", "knockout", "--set", "games=2",
                  "--entries", tmp_path / "two.csv")  # fmt: skip
    topboard.done("draw", folder, "--publish")
    topboard.done("result", folder, 1, "1-1 home rapid")
    told = topboard("export", folder, "--as", "ecf")
    assert told.status == 0
    assert "board 1 (Ann 1-1 Bea)" in told.err


@pytest.mark.parametrize(
    ("ranks", "winner"),
    [
        ({"1": 1, "2": 2}, "white"),
        ({"1": 2, "2": 1}, "black"),
        ({"1": 1, "2": 1}, None),
        ({"1": 1, "2": None}, None),
    ],
)
def test_a_drawn_final_was_won_by_the_better_rank_and_by_nobody_where_none_is(
    ranks: dict[str, int | None], winner: str | None
) -> None:
    final = Round(3, RoundState.PUBLISHED, (Match(1, "1", "2", GameResult.DRAW),))
    (match,) = decided(final, None, {}, ranks).matches
    assert winning_side(match.result) == winner


def test_a_game_that_was_drawn_and_won_by_the_rapid_is_no_win_in_a_cross_table() -> None:
    """Like the bracket, it says that the game was level, and with a star who goes on."""
    cup = Cup(2)
    cup.draw()
    cup.enter("½-½ white rapid")
    grid = cross_table(cup.event, cup.format, 1)
    cells = {str(cell) for row in grid.rows for cell in row}
    assert {"1b½", "2w½*"} <= cells
    assert "*: won by the tie-break" in grid.notes
