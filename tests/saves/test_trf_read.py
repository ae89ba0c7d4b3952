"""TRF files read: what other programs write, and every way in which it can be wrong."""

from __future__ import annotations

from decimal import Decimal

import pytest

from engine.actions import ImportEntrants
from engine.event import Event, Instruction
from engine.history import cards
from engine.points import HALF, NIL, ONE
from engine.refusal import Refused
from engine.results import GameResult
from saves.trf_read import read_trf
from saves.trf_rounds import TrfFile
from tests.saves.played import DATA, PLAIN


def player(number: int, points: str, *cells: str, name: str = "", rating: str = "2000") -> str:
    """A 001 line, column by column as C.04.A Annex 2 lays it out."""
    line = [" "] * 89
    for column, text in (
        (1, "001"),
        (5, f"{number:>4}"),
        (10, "m"),
        (11, " FM"),
        (15, name or f"Player {number}"),
        (49, f"{rating:>4}"),
        (54, "IRL"),
        (58, f"{2500000 + number:>11}"),
        (70, "2001/02/03"),
        (81, f"{points:>4}"),
        (86, f"{number:>4}"),
    ):
        line[column - 1 : column - 1 + len(text)] = text
    return "".join(line) + "".join(f"  {cell}" for cell in cells)


def read(*lines: str, end: str = "\n") -> TrfFile:
    return read_trf(end.join(lines).encode(), "open.trf")


def refusal(*lines: str) -> str:
    with pytest.raises(Refused) as caught:
        read(*lines)
    return caught.value.line


ELEVEN = Decimal(11)
WON = player(1, "1.0", "   2 w 1")
LOST = player(2, "0.0", "   1 b 0")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_players_and_results_are_read_whatever_ends_the_lines(end) -> None:
    found = read("012 Galway Open", "022 Galway", "042 2026/03/07", WON, LOST, "XXR 5", end=end)
    one, two = found.entrants
    assert (one.id, one.name, one.rating, one.title) == ("1", "Player 1", 2000, "FM")
    assert (one.federation, one.fide_id, one.birth, one.sex) == (
        "IRL",
        "2500001",
        "2001-02-03",
        "m",
    )
    (match,) = found.rounds[0].matches
    assert (match.white, match.black, match.result) == ("1", two.id, GameResult.WHITE)
    assert (found.title, found.total_rounds) == ("Galway Open", 5)
    assert found.details == (("place", "Galway"), ("start", "2026-03-07"))
    assert found.points == {"1": ONE, "2": NIL}
    assert found.warnings == ()


@pytest.mark.parametrize(
    "file", ["t0086.trf", "s000_r1.trf", "s008_r4.trf", "s014_r1.trf", "t0037_r5.trf"]
)
def test_the_points_of_the_rounds_read_are_the_points_of_the_file(file) -> None:
    found = read_trf((DATA / "trf" / file).read_bytes(), file)
    event = _event(found)
    for id, card in cards(event).items():
        asked = sum((b.points for b in event.entrant(id).byes), NIL)
        assert found.points[id] in (card.score, card.score + asked)


def _event(file: TrfFile) -> Event:
    settings = PLAIN.settings({**file.settings, "rounds": file.total_rounds or 20})
    event = Event("", "plain", settings)
    event = ImportEntrants(file.entrants, insist=True).apply(event, PLAIN)
    return file.import_rounds("a.trf").apply(event, PLAIN)


def test_a_file_with_bare_carriage_returns_has_all_its_rounds() -> None:
    data = (DATA / "trf" / "t0086.trf").read_bytes()
    assert b"\n" not in data
    found = read_trf(data, "t0086.trf")
    assert len(found.rounds) == 5
    assert len(found.entrants) == data.count(b"\r001") + data.startswith(b"001")


def test_absences_in_the_last_column_are_byes_of_the_round_to_be_paired() -> None:
    found = read(
        player(1, "1.5", "   2 w 1", "0000 - H"),
        player(2, "0.0", "   1 b 0", "0000 - Z"),
        player(3, "1.0", "0000 - U"),
    )
    assert len(found.rounds) == 1
    asked = {e.id: [(b.round, b.points, b.absent) for b in e.byes] for e in found.entrants}
    assert asked == {"1": [(2, HALF, False)], "2": [(2, NIL, True)], "3": []}
    (bye,) = found.rounds[0].byes
    assert (bye.entrant, bye.kind, bye.points) == ("3", "pairing", ONE)


def test_absences_written_as_forfeits_in_the_last_column_are_byes_to_come_too() -> None:
    found = read(
        player(1, "1.0", "   2 w 1", "0000 - -"),
        player(2, "0.0", "   1 b 0", "0000 - H"),
        player(3, "1.0", "0000 - U"),
    )
    assert len(found.rounds) == 1
    asked = {e.id: [(b.round, b.points, b.absent) for b in e.byes] for e in found.entrants}
    assert asked == {"1": [(2, NIL, True)], "2": [(2, HALF, False)], "3": []}


def test_byes_of_every_kind_and_blanks() -> None:
    found = read(
        player(1, "2.0", "   2 w 1", "0000 - F"),
        player(2, "0.5", "   1 b 0", "0000 - H"),
        player(3, "1.0", "0000 - U", "0000 - Z"),
        player(4, "1.0", "        ", "   5 w +"),
        player(5, "0.0", "0000 - -", "   4 b -"),
    )
    kinds = [[(b.entrant, b.kind, b.points) for b in r.byes] for r in found.rounds]
    assert kinds[0] == [("3", "pairing", ONE), ("4", "absent", NIL), ("5", "absent", NIL)]
    assert kinds[1] == [("1", "requested", ONE), ("2", "requested", HALF), ("3", "absent", NIL)]
    assert found.rounds[1].matches[0].result is GameResult.WHITE_FORFEIT


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("1", "0", "1-0"),
        ("0", "1", "0-1"),
        ("=", "=", "1/2-1/2"),
        ("=", "0", "1/2-0"),
        ("0", "=", "0-1/2"),
        ("0", "0", "0-0"),
        ("+", "-", "+/-"),
        ("-", "+", "-/+"),
        ("-", "-", "-/-"),
        ("W", "L", "1-0u"),
        ("d", "d", "1/2-1/2u"),
    ],
)
def test_the_two_lines_of_a_pair_make_one_result(white, black, result) -> None:
    worth = {"1": "1.0", "+": "1.0", "W": "1.0", "=": "0.5", "d": "0.5"}
    found = read(
        player(1, worth.get(black, "0.0"), f"   2 b {black}"),
        player(2, worth.get(white, "0.0"), f"   1 w {white}"),
    )
    (match,) = found.rounds[0].matches
    assert (match.white, match.black) == ("2", "1")
    assert match.result is not None
    assert match.result.text == result


def test_a_round_in_play_has_open_boards() -> None:
    found = read(player(1, "0.0", "   2 w"), player(2, "0.0", "   1 b"))
    assert found.rounds[0].matches[0].result is None


def test_a_forfeit_without_colours_seats_the_lower_number_white() -> None:
    found = read(player(1, "0.0", "   2 - -"), player(2, "1.0", "   1 - +"))
    (match,) = found.rounds[0].matches
    assert (match.white, match.result) == ("1", GameResult.BLACK_FORFEIT)


def test_one_line_that_tells_the_colour_is_enough() -> None:
    for mine, other in ((" - +", " b -"), (" w +", " - -")):
        found = read(player(1, "1.0", f"   2{mine}"), player(2, "0.0", f"   1{other}"))
        assert found.rounds[0].matches[0].pair == ("1", "2")
    for mine, other in ((" - +", " w -"), (" b +", " - -")):
        found = read(player(1, "1.0", f"   2{mine}"), player(2, "0.0", f"   1{other}"))
        assert found.rounds[0].matches[0].pair == ("2", "1")


def byes(found: TrfFile, number: int = 1) -> list[tuple[str, str, Decimal]]:
    return [(b.entrant, b.kind, b.points) for b in found.rounds[number - 1].byes]


def test_the_only_win_against_nobody_is_the_bye_of_an_older_file() -> None:
    """TRF16 has U for it; before there was no letter, and one in a round is the odd player."""
    found = read(player(1, "1.0", "0000 - +"), player(2, "0.0", "0000 - -"))
    assert byes(found) == [("1", "pairing", ONE), ("2", "absent", NIL)]
    assert any("0000 - +" in note for note in found.notes)


def test_wins_against_nobody_beside_a_bye_or_another_are_free_points() -> None:
    two = read(player(1, "1.0", "0000 - +"), player(2, "1.0", "0000 - +"))
    assert {kind for _, kind, _ in byes(two)} == {"requested"}
    beside = read(player(1, "1.0", "0000 - +"), player(2, "1.0", "0000 - U"))
    assert byes(beside) == [("1", "requested", ONE), ("2", "pairing", ONE)]


def test_a_draw_against_nobody_is_the_half_point_bye_of_an_older_file() -> None:
    found = read(
        player(1, "1.5", "   2 w 1", "0000 - ="),
        player(2, "0.0", "   1 b 0", "   3 w 0"),
        player(3, "1.5", "0000 - =", "   2 b 1"),
        player(4, "1.0", "0000 - =", "0000 - ="),
    )
    assert byes(found) == [("3", "requested", HALF), ("4", "requested", HALF)]
    assert byes(found, 2) == [("1", "requested", HALF), ("4", "requested", HALF)]
    assert any("0000 - =" in note for note in found.notes)
    coming = read(player(1, "1.0", "   2 w 1", "0000 - ="), LOST)
    assert [(b.round, b.points) for b in coming.entrants[0].byes] == [(2, HALF)]


def test_a_last_round_in_which_everybody_has_a_bye_was_played() -> None:
    """Nobody is left to be paired in it; with one player left it is the round to come."""
    lines = player(1, "1.5", "   2 w 1", "0000 - H"), player(2, "0.0", "   1 b 0", "0000 - Z")
    found = read(*lines)
    assert byes(found, 2) == [("1", "requested", HALF), ("2", "absent", NIL)]
    assert all(not e.byes for e in found.entrants)
    more = read(*lines, player(3, "1.0", "0000 - U"))
    assert len(more.rounds) == 1
    assert [len(e.byes) for e in more.entrants] == [1, 1, 0]


def test_points_of_byes_without_a_code_are_told_as_that() -> None:
    away = player(1, "0.5", "0000 - -")
    lines = away, player(2, "1.0", "   3 w 1"), player(3, "0.0", "   2 b 0")
    assert "give the byes in it their codes (H, F)" in refusal(*lines)
    assert "give the scoring" in refusal(player(1, "1.5", "   2 w 1"), LOST)


@pytest.mark.parametrize(
    "line", ["299      01.0  000 0002", "299 W       0.5  001 0002", "299        -1.0   001 0002"]
)
def test_points_of_299_out_of_their_columns_are_refused_and_not_read_as_others(line) -> None:
    assert "is not in its columns; points are at 8-11 or 14-17" in refusal(WON, LOST, line)


def test_an_order_of_lines_that_is_asked_for_and_not_heeded_is_told() -> None:
    """XXC rank of JaVaFo: pairing numbers by the order of the lines."""
    assert read(WON, LOST, "XXC rank white1").warnings == ()
    found = read(LOST, WON, "XXC rank white1")
    assert [w for w in found.warnings if w.startswith("open.trf:3:5: XXC rank: ")]
    assert found.initial_colour == "W"


@pytest.mark.parametrize(
    ("more", "line"),
    [
        (["310   1 Kells                            KEL     2000    0.0    0.0   1    1    2"], 3),
        (["013 Kells                           1    2", "082 1"], 3),
        (["192 FIDE_TEAM_BAKU"], 3),
        (["092 Team Swiss"], 3),
        (["142 5", "352 WB"], 4),
    ],
)
def test_a_team_tournament_is_refused_as_that(more: list[str], line: int) -> None:
    """Its boards are no games of single players; its players are players all the same."""
    text = "\n".join([WON, LOST, *more, "250  2.0        1   1    1    2"])
    with pytest.raises(Refused) as caught:
        read_trf(text.encode(), "open.trf", teams=False)
    assert f"open.trf:{line}:1: this is a team tournament (line " in caught.value.line
    assert len(read_trf(text.encode(), "open.trf", players_only=True).entrants) == 2


def test_teams_counted_in_a_tournament_of_single_players_are_passed_over() -> None:
    found = read(WON, LOST, "092 Individual: Swiss-System", "082 0", "013 Kells  1    2")
    assert len(found.rounds) == 1
    assert "team lines 013 (first on line 5) are kept as they are and not used" in found.notes


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("202 BH/C1,SB", ("BH/C1", "SB")),
        ("212 PTS,BH/C1,SB", ("BH/C1", "SB")),
        ("212 BH,PTS", ()),
    ],
)
def test_the_order_of_standings_is_that_of_the_tie_breaks(
    line: str, codes: tuple[str, ...]
) -> None:
    assert read(WON, LOST, line).tiebreaks == codes


@pytest.mark.parametrize(
    ("mine", "other"), [("?", "?"), ("x", "x"), ("?", "="), ("1", "*")], ids="".join
)
def test_a_result_that_is_unknown_here_is_an_adjourned_game(mine: str, other: str) -> None:
    """As files for exchange during a tournament have them (ITDX), or other programs' symbols."""
    for points in ("0.5", "0.0"):
        found = read(player(1, points, f"   2 w {mine}"), player(2, points, f"   1 b {other}"))
        assert [m.result for m in found.rounds[0].matches] == [GameResult.ADJOURNED]
        strange = {mine, other} & {"x", "*"}
        assert all(any(f"result '{sign.upper()}'" in note for note in found.notes)
                   for sign in strange)  # fmt: skip
    assert "rounds add to" in refusal(player(1, "2.0", "   2 w ?"), player(2, "0.0", "   1 b ?"))


def test_what_is_assumed_of_an_older_file_is_told() -> None:
    """Titles in one letter, rounds left blank, forfeits without a colour (TRF06)."""
    lines = (
        player(1, "1.0", "   2 - +").replace(" FM", "  g"),
        player(2, "0.0", "   1 - -"),
        player(3, "0.0"),
    )
    found = read(*lines)
    assert [e.title for e in found.entrants] == ["GM", "FM", "FM"]
    assert found.notes[1:] == (
        "titles g were read as GM",
        "1 blank round of a player was read as absent (Z)",
        "1 forfeit without colours: the lower number is seated White",
    )


def test_a_bye_that_an_older_file_leaves_blank_is_read_from_the_points() -> None:
    """Files before TRF16: nothing stands in the round, and columns 81-84 count its points."""
    found = read(
        player(1, "1.5", "   2 w 1", "        ", "   3 b 0"),
        player(2, "1.0", "   1 b 0", "   3 w 0"),
        player(3, "2.0", "0000 -  ", "   2 b 1", "   1 w 1"),
        player(4, "0.5"),
        player(5, "0.0"),
    )
    given = {(b.entrant, r.number): (b.kind, b.points) for r in found.rounds for b in r.byes}
    assert given["1", 2] == ("requested", HALF)
    assert given["2", 3] == ("requested", ONE)
    assert [given["4", r] for r in (1, 2, 3)] == [("requested", HALF), *[("absent", NIL)] * 2]
    assert given["3", 1] == ("absent", NIL)
    assert found.sums_apart == {}
    assert [note for note in found.notes if "blank" in note] == [
        "blank rounds were read as half-point byes (H), because the points count them: "
        "player 1 in round 2, player 4 in round 1",
        "blank rounds were read as full-point byes (F), because the points count them: "
        "player 2 in round 3",
        "more rounds are blank than the points count, and the first were taken: player 4 (1, 2, 3)",
        "6 blank rounds of a player were read as absent (Z)",
    ]


def test_of_two_blank_rounds_with_byes_of_different_points_it_is_said_that_they_may_be_turned() -> (
    None
):
    """One and a half points for two rounds: which of them was worth the whole one, no file says."""
    found = read(
        player(1, "2.5", "   2 w 1", "        ", "        "),
        player(2, "1.0", "   1 b 0", "   3 w 1", "   3 b 0"),
        player(3, "1.0", "0000 -  ", "   2 b 0", "   2 w 1"),
    )
    assert found.sums_apart == {}
    assert any(note.endswith("player 1 (2, 3)") for note in found.notes)


def test_points_that_no_blank_round_explains_are_refused() -> None:
    assert "rounds add to 1.0" in refusal(player(1, "3.5", "   2 w 1", ""), LOST)
    # who is said to have been absent had no bye
    assert "rounds add to" in refusal(
        player(1, "1.5", "   2 w 1", "0000 - -"), player(2, "1.0", "   1 b 0", "0000 - U")
    )


def test_an_older_file_writes_its_dates_with_the_day_first() -> None:
    found = read("042 30/09/2011", "052 2. 10. 2011", WON.replace("2001/02/03", "1975.  .  "), LOST)
    details = dict(found.details)
    assert (details["start"], details["end"]) == ("2011-09-30", "2011-10-02")
    assert found.entrants[0].birth == "1975"
    assert found.warnings == ()


def test_an_unknown_symbol_without_an_opponent_is_an_absence() -> None:
    found = read(WON, LOST, player(3, "0.0", "0000 - x"))
    assert byes(found) == [("3", "absent", NIL)]
    assert any("result 'X' (first on line 3, round 1)" in note for note in found.notes)


def test_lines_of_other_codes_and_comments_are_kept_as_they_stand() -> None:
    """A method that 172 does not have and ratings by it, comments, codes of other programs."""
    head = ("172 IRL CLUB", "### made by hand,  twice")
    tail = ("DAT 0001 GROUP Penguin", "IRL    1 m      Player 1   1899", "XXY 3", "### the end")
    found = read("012 Open", *head, WON, LOST, *tail)
    details = dict(found.details)
    assert details["trf_head"].split("\n") == list(head)
    assert details["trf_tail"].split("\n") == list(tail)
    assert "lines of national ratings IRL (first on line 7) are kept as they are and not used" in (
        found.notes
    )
    text = "\n".join([*head, WON, LOST, *tail])
    assert read_trf(text.encode(), "open.trf", players_only=True).details == ()


def test_dates_that_are_none_are_kept_and_told() -> None:
    found = read("012 Open", "042 2026/02/30", "052 28.02.2026", "132 xx", WON, LOST)
    details = dict(found.details)
    assert (details["start"], details["end"]) == ("2026/02/30", "2026-02-28")
    assert details["schedule"] == "xx"
    assert [warning.split(": ", 1)[1] for warning in found.warnings] == [
        "'2026/02/30' is not a date; kept as it is, not used",
        "'xx' are not dates of rounds; kept as it is, not used",
    ]


def test_boards_stand_by_score_then_sum_then_start_number() -> None:
    found = read(
        player(1, "1.0", "   4 w 1", "   3 b 0"),
        player(2, "1.0", "   5 b 1", "   6 w 0"),
        player(3, "2.0", "   6 w 1", "   1 w 1"),
        player(4, "0.0", "   1 b 0", "   5 w 0"),
        player(5, "1.0", "   2 w 0", "   4 b 1"),
        player(6, "1.0", "   3 b 0", "   2 b 1"),
    )
    assert [m.pair for m in found.rounds[0].matches] == [("1", "4"), ("5", "2"), ("3", "6")]
    assert [m.pair for m in found.rounds[1].matches] == [("3", "1"), ("2", "6"), ("4", "5")]


def test_the_codes_of_trf26_and_of_the_engines_say_the_same() -> None:
    lines = [
        player(1, "3.0", "   2 w 1"),
        player(2, "0.0", "   1 b 0"),
        player(3, "1.0", "0000 - U"),
    ]
    trf26 = read(
        *lines,
        "142 7",
        "152 B",
        "162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0",
        "202 BH/C1,SB",
        "240 H 002 0003",
        "250      11.0 001 002 0001 0002",
        "260 001 007 0001 0003",
    )
    engines = read(
        *lines,
        "XXR 7",
        "XXC rank black1",
        "XXS WW=3.0 BW=3.0 WD=1 BD=1 WL=0 BL=0 FL=0 PAB=1 HPB=1",
        "XXA    1 11.0 11.0",
        "XXA    2 11.0 11.0",
        "XXP 1 3",
    )
    for found in (trf26, engines):
        assert found.settings["win_points"] == 3
        assert found.settings["draw_points"] == found.settings["bye_points"] == 1
        assert found.total_rounds == 7
        assert found.initial_colour == "B"
        assert found.accelerations == {"1": (ELEVEN, ELEVEN), "2": (ELEVEN, ELEVEN)}
        assert found.forbidden == (Instruction("bar", "1", "3"),)
    assert trf26.tiebreaks == ("BH/C1", "SB")
    assert [(b.round, b.points) for b in trf26.entrants[2].byes] == [(2, ONE)]


@pytest.mark.parametrize("code", ["A", "Z"])
def test_the_z_that_other_engines_write_in_162_is_an_absence(code: str) -> None:
    lines = player(1, "1.0", "   2 w +"), player(2, "0.5", "   1 b -")
    assert read(*lines, f"162  {code} 0.5").settings["forfeit_points"] == HALF
    assert "rounds add to 0.0" in refusal(*lines)


def test_scoring_accelerations_and_bars_of_engine_files() -> None:
    three = read_trf((DATA / "trf" / "s014_r1.trf").read_bytes(), "s014_r1.trf")
    assert (three.settings["win_points"], three.settings["draw_points"]) == (3, 1)
    assert Instruction("bar", "8", "3") in three.forbidden
    baku = read_trf((DATA / "trf" / "t0037_r5.trf").read_bytes(), "t0037_r5.trf")
    assert baku.accelerations["1"] == (ONE, ONE, HALF, HALF)
    assert baku.initial_colour == "B"


def test_a_bar_for_some_rounds_is_a_bar_in_each_of_them() -> None:
    found = read(WON, LOST, "142 5", "260 002 003 0001 0002")
    assert found.forbidden == (Instruction("bar", "1", "2", 2), Instruction("bar", "1", "2", 3))


def test_points_of_abnormal_value_become_an_adjustment() -> None:
    found = read(player(1, "1.5", "   2 w 1"), LOST, "299 W         1.5  001 0001")
    assert [(a.entrant, a.points, a.round) for a in found.adjustments] == [("1", HALF, 1)]


def test_players_only_does_not_look_at_the_rounds() -> None:
    text = f"{player(1, '9.0', '  77 w ?'[:7] + '1')}\n{LOST}"
    found = read_trf(text.encode(), "open.trf", players_only=True)
    assert found.notes[0] == "2 players"
    assert (len(found.entrants), found.rounds) == (2, ())


def test_columns_counted_in_bytes_are_found() -> None:
    name = "Řezníková, Žofie"
    line = WON.encode()
    spelled = name.encode()
    data = line[:14] + spelled.ljust(33) + line[47:] + b"\n" + LOST.encode()
    assert read_trf(data, "vega.trf").entrants[0].name == name


def test_what_is_not_read_is_said() -> None:
    found = read(WON, LOST, "013 Team A", "ABC something", "### a remark")
    assert any("team lines 013 (first on line 3)" in note for note in found.notes)
    assert any("unknown lines ABC (first on line 4)" in note for note in found.notes)
    assert len(found.notes) == 3


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([""], "open.trf:1:1: open.trf is empty; "),
        (["hello"], "open.trf:1:1: open.trf: this is not TRF; "),
        (["012 Open"], "open.trf:1:1: open.trf: no players"),
        ([WON[:40]], "open.trf:1:41: line 1: player line ends at column 40; needs 84; "),
        (["012 x", LOST, WON, WON], "open.trf:4:5: start number 1 on lines 3 and 4; "),
        (
            [player(1, "1.0", "  99 w 1"), LOST],
            "open.trf:1:92: line 1, round 1: opponent 99 does not exist; ",
        ),
        (
            [WON, player(2, "0.0", "  99 b 0")],
            "open.trf:2:92: line 2, round 1: opponent 99 does not exist; ",
        ),
        (
            [WON, player(2, "0.0", "   2 b 0")],
            "open.trf:2:92: round 1: player 2 paired with itself; ",
        ),
        (
            [WON, player(2, "1.0", "   1 b 1")],
            "open.trf:1:92: round 1: 1 says 1 against 2, but 2 says 1 against 1; ",
        ),
        (
            [WON, player(2, "0.0", "   3 b 0"), player(3, "1.0", "   2 w 1")],
            "open.trf:1:92: round 1: 1 says 1 against 2, but 2 says 0 against 3; ",
        ),
        ([WON, player(2, "0.0")], "open.trf:1:92: round 1: 1 says 1 against 2, but 2 says nothing"),
        (
            [player(1, "1.0", "0000 - U", "   1 w 0")],
            "open.trf:1:102: round 2: player 1 paired with itself; ",
        ),
        (
            [player(1, "3.5", "   2 w 1"), LOST],
            "open.trf:1:81: player 1: column 81-84 says 3.5, rounds add to 1.0; ",
        ),
        (
            ["XXR 1", player(1, "2.0", "   2 w 1", "   2 b 1"), LOST],
            "open.trf:2:102: round 2 on line 2, but the file says 1 round (line 1); ",
        ),
        ([player(1, "0.0", rating="abc")], "open.trf:1:49: line 1: rating 'abc' is not a number"),
        ([player(1, "0.0", rating="99999")], "open.trf:1:49: line 1: rating '99999' is not a nu"),
        ([player(1, "0.0", rating="9999")], "open.trf:1:49: line 1: rating '9999' is not a numb"),
        ([WON, player(2, "0.0", "   1 w 0")], "open.trf:1:92: round 1: 1 and 2 have the same col"),
        ([player(1, "1.0", "   2 - 1"), player(2, "0.0", "   1 - 0")], "open.trf:1:92: round 1: 1"),
        ([player(1, "1.0", " 2 w 1"), LOST], "open.trf:1:92: line 1, round 1: '2 w 1' is not in"),
        ([WON, LOST, "XXR many"], "open.trf:3:5: line 3: number of rounds 'many' is not a number"),
        ([WON, LOST, "240 H 002 0009"], "open.trf:3:5: line 3: player 9 does not exist; "),
        ([WON, LOST, "XXP 1 x"], "open.trf:3:5: line 3: start number 'x' is not a number"),
        ([WON, LOST, "162  Q 1.0"], "open.trf:3:6: line 3: unknown scoring code 'Q'; "),
        ([WON, LOST, "162  W 1.0x"], "open.trf:3:11: line 3: '1.0x' is not in its columns; "),
        (
            [WON, LOST, "250      01.0 002 001 0001 0002"],
            "open.trf:3:15: line 3: the last round 1 is before the first one 2; ",
        ),
        (
            [WON, LOST, "250      01.0 001 002 0002 0001"],
            "open.trf:3:23: line 3: the last start number 1 is before the first one 2; ",
        ),
        (
            [WON, LOST, "260 003 002 0001 0002"],
            "open.trf:3:5: line 3: the last round 2 is before the first one 3; ",
        ),
        (
            [WON, LOST, "260 001 002 0001"],
            "open.trf:3:5: line 3: it takes two players or more who shall not meet; ",
        ),
        (["\x1f\ufffd"], "open.trf:1:1: open.trf: this is not TRF; "),
        ([WON, LOST + "\x00"], "open.trf:2:100: NUL byte, this is not TRF; "),
    ],
)
def test_a_bad_file_is_refused_with_its_place_and_what_to_do(lines, said) -> None:
    line = refusal(*lines)
    assert line.startswith(said)
    assert line.partition("; ")[2]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (WON.encode("utf-16"), "open.trf:1:1: looks like UTF-16; save as UTF-8"),
        (b"012 Jos\xe9", "open.trf:1:8: not UTF-8: byte 0xE9 at line 1; save it as UTF-8 (or try "),
        (b"\x1f\x8b\x08", "open.trf:1:1: this is a gzip file, not TRF; "),
        (b"001 " * (3 << 20), "open.trf:1:1: open.trf has 12.0 MiB; limit 8 MiB; "),
    ],
)
def test_what_is_no_text_is_refused(data, said) -> None:
    with pytest.raises(Refused) as caught:
        read_trf(data, "open.trf")
    assert caught.value.line.startswith(said)


def test_a_control_sequence_in_a_name_is_replaced_and_said() -> None:
    found = read(player(1, "1.0", "   2 w 1", name="Eve\x1b]52;c;x"), LOST)
    assert found.entrants[0].name == "Eve\ufffd]52;c;x"
    assert found.warnings == (
        "open.trf:1:15: name on line 1 has control character U+001B; replaced, check it",
    )


def test_points_may_be_missing_and_are_then_not_checked() -> None:
    found = read(player(1, "", "   2 w 1"), LOST)
    assert found.points["1"] is None
    assert cards(_event(found))["1"].score == Decimal(1)


def test_a_result_of_a_game_without_an_opponent_is_refused_with_what_to_give() -> None:
    said = refusal(player(1, "1.0", "0000 - W"), player(2, "0.0", "0000 - Z"))
    assert "round 1: result W without an opponent" in said
    assert said.endswith("give the opponent, or H F U Z")


def test_an_opponent_beside_a_bye_is_left_out_and_told() -> None:
    found = read(player(1, "0.5", "   2 - H"), player(2, "1.0", "0000 - U"))
    assert byes(found) == [("1", "requested", HALF), ("2", "pairing", ONE)]
    assert not found.rounds[0].matches
    (told,) = found.warnings
    assert "line 1, round 1: opponent 2 beside result H; read as a bye, check it" in told


def test_a_bye_that_a_line_names_for_a_round_that_was_played_is_none_to_come() -> None:
    resting = player(3, "0.5", "0000 - H")
    found = read(WON, LOST, resting, "142 5", "240 H 001    3", "240 H 003    3")
    assert [(b.round, b.points) for b in found.entrants[2].byes] == [(3, HALF)]


def test_points_of_nothing_are_no_adjustment() -> None:
    assert read(WON, LOST, "299           0.0  001 0001").adjustments == ()
