"""Events of teams of players in files: entry lists, save files, hand edits, the journal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import CorrectBoard, CreateEvent, EnterResult, ImportEntrants, Withdraw
from engine.actions.postponing import Postpone
from engine.actions.team_play import EnterBoardResult, SetLineup
from engine.actions.team_players import EditPlayer
from engine.refusal import Refused
from engine.results import GameResult
from engine.teams import lineup_of, player_name
from formats.registry import format_named
from saves.contents import contents_of, event_of
from saves.entries_csv import read_entries
from saves.pages import slips_page, whole_page
from saves.site.pages import site_pages
from saves.store import Store, create_event, open_event
from saves.tables_csv import write_csv, write_entries_csv
from saves.text_tables import round_text
from saves.toml import BadSave
from saves.verify import verify
from tests.playing import publish

LIST = b"""Team,Board,Name,Rating,Captain,FIDE ID
Brook,2,"Bell, B.",1900,,
Ashgrove,,,,"Moore, Jo",
Ashgrove,1,"Abbott, A.",2000,,1503014
Brook,1,"Byrne, C.",1950,,
Ashgrove,R,"Quinn, R.",1500,,
Ashgrove,2,"Adams, D.",1800,,
"""


def made(folder: Path, format: str = "team_round_robin") -> Store:
    store = create_event(folder, CreateEvent("Schools", format, {"boards": 2}, 3))
    lines = LIST + b"Carrick,1,Cole,1700,,\nCarrick,2,Clark,1600,,\n"
    store.do(ImportEntrants(read_entries(lines, "teams.csv", teams=True).entrants))
    return store


def test_a_row_for_each_player_and_one_for_the_team() -> None:
    read = read_entries(LIST, "teams.csv", teams=True)
    brook, ashgrove = read.entrants
    assert [player.name for player in brook.players] == ["Byrne, C.", "Bell, B."]
    assert [player.name for player in ashgrove.players] == ["Abbott, A.", "Adams, D.", "Quinn, R."]
    assert (ashgrove.name, ashgrove.captain) == ("Ashgrove", "Moore, Jo")
    assert ashgrove.players[0].fide_id == "1503014"
    assert not read.duplicates
    assert read.notes[0] == "2 teams, 5 players"


def test_of_teams_without_players_too_a_column_not_read_is_named() -> None:
    rows = b"team,board,name,hotel\nBrook,,,Swan\nAshgrove,,,Crown\n"
    read = read_entries(rows, "teams.csv", teams=True)
    assert [team.name for team in read.entrants] == ["Brook", "Ashgrove"]
    assert read.notes == ("2 teams, 0 players", "column 'hotel' is not known and was not read")
    (_, note) = read_entries(b"team,board,name,\nBrook,,,Swan\n", "teams.csv", teams=True).notes
    assert note == "column 4 has no header and was not read"


def test_one_team_of_one_player_is_told_so() -> None:
    read = read_entries(b"team,board,name\nBrook,R2,Bell\n", "teams.csv", teams=True)
    assert read.notes[0] == "1 team, 1 player"


def test_a_player_in_two_teams_is_asked_about() -> None:
    (question,) = read_entries(
        LIST + b'Ashgrove,3,"Bell, B.",1900,,\n', "t.csv", teams=True
    ).duplicates
    told = "Bell, B. is in Brook (line 2) and in Ashgrove (line 8) (no year of birth"
    assert told in question


@pytest.mark.parametrize(
    ("row", "place"),
    [
        (b'Brook,2,"Other, O.",1,,', "teams.csv:8:7: Brook has two players on board 2"),
        (b"Ashgrove,,,,Another,", "teams.csv:8:1: Ashgrove has two rows without a player"),
        (b"Brook,top,Other,1,,", "teams.csv:8:7: row 8: 'top' is not a board"),
        (b"Brook,rook,Other,1,,", "teams.csv:8:7: row 8: 'rook' is not a board"),
        (b"Brook,second,Other,1,,", "teams.csv:8:7: row 8: 'second' is not a board"),
        (b"Carrick,1,,1750,,", "teams.csv:8:9: row 8 has board '1' and no name"),
        (b",1,Other,1,,", "teams.csv:8:1: row 8 names no team"),
    ],
)
def test_rows_that_make_no_team(row: bytes, place: str) -> None:
    with pytest.raises(Refused) as caught:
        read_entries(LIST + row + b"\n", "teams.csv", teams=True)
    assert caught.value.located.startswith(place)


def test_a_rating_without_a_name_is_told_where_the_team_has_players() -> None:
    (told,) = read_entries(LIST + b"Brook,,,1750,,\n", "teams.csv", teams=True).warnings
    assert told.startswith("teams.csv:8:9: row 8 of Brook has a rating and no name")
    assert not read_entries(b"team,name,rating\nBrook,,1750\n", "t.csv", teams=True).warnings


def test_without_teams_the_column_is_left_as_it_was() -> None:
    read = read_entries(b"team,name\nBrook,Bell\n", "list.csv")
    assert [entrant.name for entrant in read.entrants] == ["Bell"]


def test_files_and_journal_give_the_event_again(tmp_path: Path) -> None:
    store = made(tmp_path / "schools")
    publish(store)
    match = store.event.published[0].match(1)
    squad = [player.id for player in store.event.entrant(match.white).players]
    store.do(SetLineup(match.white, (squad[0],), insist=True))
    store.do(EnterBoardResult(1, 1, "1/2-1/2"))
    store.leave()
    assert verify(tmp_path / "schools").status == 0
    again = open_event(tmp_path / "schools")
    assert again.event == store.event
    assert event_of(contents_of(store.event, store.format), format_named).rounds == (
        store.event.rounds
    )
    result = again.event.published[0].match(1).result
    assert result is not None
    assert result.text == "½-1½"
    assert lineup_of(again.event.published[0].match(1), match.white) == (squad[0], "")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('result = "2-0"', 'result = "1-1"', "its boards give 2-0"),
        ('white = "{home}"', 'white = "{away}"', "is not of"),
    ],
)
def test_hand_edits_that_do_not_fit(tmp_path: Path, old: str, new: str, told: str) -> None:
    store = made(tmp_path / "schools")
    publish(store)
    match = store.event.published[0].match(1)
    store.do(EnterBoardResult(1, 1, "1-0"))
    store.do(EnterBoardResult(1, 2, "0-1"))
    ids = {"home": match.lineups[0].white, "away": match.lineups[0].black}
    contents = contents_of(store.event, store.format)
    store.leave()
    import tomllib

    import tomli_w

    text = tomli_w.dumps(contents["round-01.toml"])
    assert old.format(**ids) in text
    edited = tomllib.loads(text.replace(old.format(**ids), new.format(**ids), 1))
    with pytest.raises(Exception, match=told):
        event_of({**contents, "round-01.toml": edited}, format_named, judged=True)


def whole_again(store: Store) -> Store:
    """The event as the next desk opens it: nothing is missing, and nothing is amiss."""
    folder, event = store.folder, store.event
    store.leave()
    assert verify(folder).status == 0
    again = open_event(folder)
    assert again.event == event
    return again


@pytest.mark.parametrize("format", ["team_round_robin", "league"])
def test_a_match_of_a_team_that_leaves_is_lost_and_its_games_played_stand(
    tmp_path: Path, format: str
) -> None:
    store = made(tmp_path / "schools", format)
    publish(store)
    match = store.event.published[0].matches[0]
    store.do(EnterBoardResult(match.board, 1, "1-0"))
    store.do(EnterBoardResult(match.board, 2, "?"))
    store.do(Withdraw(match.white))
    played = whole_again(store).event.published[0].match(match.board)
    assert played.result is not None
    assert played.result.text == "1-1"
    assert [board.result for board in played.lineups] == [
        GameResult.WHITE, GameResult.WHITE_FORFEIT,
    ]  # fmt: skip


@pytest.mark.parametrize("format", ["team_round_robin", "league"])
def test_an_adjourned_match_of_a_team_that_leaves_is_lost(tmp_path: Path, format: str) -> None:
    store = made(tmp_path / "schools", format)
    publish(store)
    match = store.event.published[0].matches[0]
    store.do(EnterResult(match.board, "?"))
    store.do(Withdraw(match.black))
    lost = whole_again(store).event.published[0].match(match.board)
    assert lost.result is not None
    assert lost.result.text == "+/-"
    assert not any(board.played for board in lost.lineups)


def test_a_match_corrected_as_a_whole_is_not_what_its_boards_said(tmp_path: Path) -> None:
    store = made(tmp_path / "schools")
    publish(store)
    match = store.event.published[0].matches[0]
    for board in (1, 2):
        store.do(EnterBoardResult(match.board, board, "1-0"))
    store.do(
        CorrectBoard(1, match.board, match.black, match.white, was=match.pair, result="2-0",
                     insist=True)
    )  # fmt: skip
    corrected = whole_again(store).event.published[0].match(match.board)
    assert corrected.pair == (match.black, match.white)
    assert corrected.result is not None
    assert corrected.result.text == "2-0"


@pytest.mark.parametrize("result", ["1-1", "+/-", "-/-"])
def test_a_match_has_a_result_although_nobody_was_named_for_it(tmp_path: Path, result: str) -> None:
    store = made(tmp_path / "schools")
    publish(store)
    match = store.event.published[0].matches[0]
    store.do(SetLineup(match.white, (), insist=True))
    store.do(EnterResult(match.board, result, "-/+", replace=True))
    entered = whole_again(store).event.published[0].match(match.board)
    assert entered.result is not None
    assert entered.result.text == result


def test_a_line_up_that_is_entered_late_leaves_the_result_of_the_whole_match(
    tmp_path: Path,
) -> None:
    store = made(tmp_path / "schools")
    publish(store)
    match = store.event.published[0].matches[0]
    squad = [player.id for player in store.event.entrant(match.white).players]
    store.do(EnterResult(match.board, "1.5-0.5"))
    store.do(SetLineup(match.white, (squad[1],), insist=True))
    kept = whole_again(store).event.published[0].match(match.board)
    assert kept.result is not None
    assert kept.result.text == "1½-½"
    assert lineup_of(kept, match.white) == (squad[1], "")


def test_a_board_emptied_after_its_game_is_said_to_lose_it(tmp_path: Path) -> None:
    store = made(tmp_path / "schools")
    publish(store)
    match = store.event.published[0].matches[0]
    squad = [player.id for player in store.event.entrant(match.white).players]
    for board in (1, 2):
        store.do(EnterBoardResult(match.board, board, "1-0"))
    with pytest.raises(Refused) as asked:
        store.do(SetLineup(match.white, (squad[0],)))
    assert "on board 2 for" in str(asked.value)
    assert "what was played there is lost" in str(asked.value)
    assert "keep" not in str(asked.value)
    with pytest.raises(Refused) as asked:
        store.do(SetLineup(match.white, (squad[1], squad[0])))
    assert "boards 1, 2" in str(asked.value)
    assert "keep the results" in str(asked.value)


def test_a_match_for_which_nobody_comes_after_all_is_lost(tmp_path: Path) -> None:
    store = made(tmp_path / "schools")
    publish(store)
    match = store.event.published[0].matches[0]
    store.do(EnterResult(match.board, "1.5-0.5"))
    store.do(SetLineup(match.white, (), insist=True))
    lost = whole_again(store).event.published[0].match(match.board)
    assert lost.result is not None
    assert lost.result.text == "-/+"


def test_a_match_that_an_earlier_version_saved_against_its_boards_is_read(tmp_path: Path) -> None:
    store = made(tmp_path / "schools")
    publish(store)
    for board in (1, 2):
        store.do(EnterBoardResult(1, board, "1-0"))
    contents = contents_of(store.event, store.format)
    contents["round-01.toml"]["pairing"][0]["result"] = "-/+"
    result = event_of(contents, format_named).published[0].match(1).result
    assert result is not None
    assert result.text == "-/+"


def test_the_list_is_written_as_it_is_read(tmp_path: Path) -> None:
    store = made(tmp_path / "schools")
    written = write_entries_csv(store.event).encode()
    again = read_entries(written, "teams.csv", teams=True).entrants
    bare = [
        replace(e, id="", rating=None, players=tuple(replace(p, id="") for p in e.players))
        for e in store.event.entrants
    ]
    assert list(again) == bare


def test_a_round_is_written_by_match_and_board(tmp_path: Path) -> None:
    store = made(tmp_path / "schools")
    publish(store)
    store.do(EnterBoardResult(1, 1, "1-0"))
    store.do(EnterBoardResult(1, 2, "0-1"))
    rows = write_csv(store.event, store.format, "pairings").splitlines()
    assert rows[1].endswith(",2,0,played,")
    assert rows[2].startswith("1,1,1,")
    assert [row.rsplit(",", 4)[1:4] for row in rows[2:4]] == [
        ["1", "0", "played"],
        ["0", "1", "played"],
    ]


def test_matches_by_board_on_every_page(tmp_path: Path) -> None:
    store = made(tmp_path / "schools")
    abbott = store.event.entrant("2").players[0]
    store.do(EditPlayer(abbott.id, {"birth": "2011-03-04", "note": "tell his mother"}))
    publish(store)
    store.do(EnterBoardResult(1, 1, "1-0"))
    event, format = store.event, store.format
    match = event.published[0].match(1)
    names = [player_name(event, id) for b in match.lineups for id in (b.white, b.black)]
    text = round_text(event, format)
    site = site_pages(event, format, "s")["boards.html"]
    assert all(name in page for name in names for page in (text, site, whole_page(event, format)))
    assert not any(private in site for private in ("2011", "mother", "Moore"))
    sheet = slips_page(event, format)
    assert all(name in sheet for name in names)
    assert "1-0" not in sheet


def test_a_whole_match_is_saved_without_its_boards(tmp_path: Path) -> None:
    store = made(tmp_path / "schools")
    publish(store)
    store.do(EnterResult(1, "1.5-0.5"))
    read = event_of(contents_of(store.event, store.format), format_named)
    assert read.rounds == store.event.rounds


def test_the_day_of_a_match_is_saved_and_what_is_none_is_refused(tmp_path: Path) -> None:
    store = create_event(tmp_path / "lg", CreateEvent("Season", "league", {"boards": 2}, 3))
    lines = LIST + b"Carrick,1,Cole,1700,,\nCarrick,2,Clark,1600,,\n"
    store.do(ImportEntrants(read_entries(lines, "teams.csv", teams=True).entrants))
    publish(store)
    store.do(Postpone(1, "5.12.2026 19:30"))
    store.leave()
    assert verify(tmp_path / "lg").status == 0
    again = open_event(tmp_path / "lg")
    assert again.event.published[0].match(1).date == "2026-12-05 19:30"
    contents = contents_of(again.event, again.format)
    assert event_of(contents, format_named).rounds == again.event.rounds
    again.leave()
    import tomllib

    import tomli_w

    text = tomli_w.dumps(contents["round-01.toml"])
    for wrong in ("soon", "2026-02-30", "2026-12-5"):
        edited = tomllib.loads(text.replace("2026-12-05 19:30", wrong, 1))
        with pytest.raises(BadSave):
            event_of({**contents, "round-01.toml": edited}, format_named)


def test_the_division_of_a_team_stands_on_its_own_row_or_on_its_players() -> None:
    rows = b"team,board,name,division,venue\nAsh,,,1,Hall\nAsh,1,A,,\nOak,1,B,2,\nOak,2,C,2,Inn\n"
    ash, oak = read_entries(rows, "teams.csv", teams=True).entrants
    assert [(ash.section, ash.venue), (oak.section, oak.venue)] == [("1", "Hall"), ("2", "Inn")]


def test_a_list_whose_members_play_on_no_board_says_so() -> None:
    """Every board of the first round had `nobody` on both sides."""
    lines = b"name,members\nAshgrove,Ann Lee; Bo Lind\nBrook,\n"
    (told,) = read_entries(lines, "teams.csv", teams=True).warnings
    assert "columns team and board" in told
    assert not read_entries(lines, "teams.csv").warnings
    assert not read_entries(b"name,members\nBrook,\n", "teams.csv", teams=True).warnings
