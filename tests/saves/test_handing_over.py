"""Files for other programs and federations, read again by the rules of their formats."""

from __future__ import annotations

import csv
import io
import random
import re
from collections import defaultdict
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.actions import EnterResults
from engine.actions.team_play import EnterBoardResult
from engine.entrants import Entrant, OfficialRatings, RequestedBye
from engine.event import Event
from engine.history import cards
from engine.protocol import numbers
from engine.rating_change import FirstRating, RatingReport, coefficient, rating_reports
from engine.refusal import Refused
from engine.results import GameResult
from formats.registry import format_named
from saves.chess_results import chess_results
from saves.ecf_results import ecf_results, left_blank
from saves.for_others import TRF26, unsaid
from saves.languages import language
from saves.list_template import by_template
from saves.norms import norms_table
from saves.pgn import pgn
from saves.rating_report import factor_words, rating_report, remark
from tests.playing import begun, play, publish
from tui.exports import EXPORTS, ExportOrder
from tui.screens.handing_out import hand_out

DUTCH = format_named("dutch")
DETAILS = (
    ("place", "Hastings"), ("federation", "ENG"), ("arbiter", "Lee, Ann (4012345)"),
    ("schedule", "2026-12-28 14:15, 2026-12-29 14:15, 2026-12-30, -, -"),
    ("time_control_code", "40/6000+30:900+30"), ("rating_type", "standard, national"),
)  # fmt: skip


@pytest.fixture(scope="module")
def event() -> Event:
    rng = random.Random(4)
    people = [
        Entrant("", f'O"Neil\\{n:02}, Ann', rating=2400 - 20 * n, title="FM" if n < 3 else "",
                fide_id=str(1000 + n), sex="mw"[n % 2], birth="1990-05-31", club="A & B <Club>",
                national_id=f"1{n:05}A" if n % 2 else "", federation="ENG",
                byes=(RequestedBye(2, Decimal("0.5")),) if n == 5 else ())
        for n in range(13)
    ]  # fmt: skip
    desk = begun(DUTCH, people, rounds=5)
    texts = ("1-0", "0-1", "1/2-1/2", "+/-", "0-0", "1-0u", "1/2-0")
    play(desk, 3, lambda event, match: rng.choice(texts))
    desk.event = replace(desk.event, details=DETAILS)
    publish(desk)
    desk.do(EnterResults(((1, "1/2-1/2"), (2, "+/-"))))
    return desk.event


def test_pgn_has_a_record_for_each_board_with_the_roster_first(event: Event) -> None:
    current = event.current
    assert current is not None
    games = pgn(event, current).strip().split("\n\n[Event ")
    boards = [match for match in current.matches if match.board != 2]  # a forfeit is not a game
    assert len(games) == len(boards)
    for text, match in zip(games, boards, strict=True):
        tags = re.findall(
            r'^\[?(\w+) "((?:[^"\\]|\\.)*)"\]$', f"Event {text}" if text[0] == '"' else text, re.M
        )
        names = [name for name, _ in tags]
        assert names[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
        assert names[7:] == sorted(names[7:])
        said = {name: value.replace('\\"', '"').replace("\\\\", "\\") for name, value in tags}
        assert said["White"] == event.entrant(match.white).name
        assert said["BlackFideId"] == event.entrant(match.black).fide_id
        assert (said["Round"], said["Board"], said["Date"]) == ("4", str(match.board), "????.??.??")
        assert said["Result"] == ("1/2-1/2" if match.board == 1 else "*")
        assert text.rstrip().endswith(said["Result"])
    first = pgn(event, event.round(1))
    assert '[Date "2026.12.28"]' in first
    assert '[Time "14:15:00"]' in first


def test_the_ecf_gets_every_game_that_was_played_by_pin(event: Event) -> None:
    lines = ecf_results(event).splitlines()
    assert lines[0] == "#EVENT DETAILS"
    assert lines[-1] == "#FINISH"
    fields = dict(part.partition("=")[::2] for part in lines if "=" in part[:30])
    assert fields["#EVENT DATE"] == "28/12/2026"
    sessions = [fields[f"#{n}"] for n in ("MOVES FIRST SESSION", "MINUTES FIRST SESSION",
                                          "MINUTES REST OF GAME", "SECONDS PER MOVE")]  # fmt: skip
    assert sessions == ["40", "100", "15", "30"]
    players = [dict(p.partition("=")[::2] for p in line[1:].split("#"))
               for line in lines if line.startswith("#PIN=")]  # fmt: skip
    games = [dict(p.partition("=")[::2] for p in line[1:].split("#"))
             for line in lines if line.startswith("#PIN1=")]  # fmt: skip
    pins = {player["PIN"] for player in players}
    assert {p["PIN"]: p["ECF CODE"] for p in players} == {
        e.id: e.national_id for e in event.entrants if e.id in pins
    }
    played = [
        (m.white, m.black, m.result.text)
        for r in event.published for m in r.matches
        if m.result and m.result.text in ("1-0", "0-1", "1/2-1/2")
    ]  # fmt: skip
    texts = {"10": "1-0", "01": "0-1", "55": "1/2-1/2"}
    assert [(g["PIN1"], g["PIN2"], texts[g["SCORE"]]) for g in games] == played
    assert {g["PIN1"] for g in games} | {g["PIN2"] for g in games} == pins
    assert games[0]["GAME DATE"] == "28/12/2026"
    assert "GAME DATE" not in games[-1]
    assert "without ECF code: 7 of 13" in left_blank(event)
    other = next(e for e in event.entrants if not e.national_id)
    abroad = event.with_entrant(replace(other, national_id="2500035"))
    assert "without ECF code: 7 of 13" in left_blank(abroad), "a number of another federation"


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ("90 minutes + 30 seconds", "#MINUTES FOR GAME=90\n#SECONDS PER MOVE=30\n"),
        ("60 minutes", "#MINUTES FOR GAME=60\n"),
        ("15 min and 10 sec per move", "#MINUTES FOR GAME=15\n#SECONDS PER MOVE=10\n"),
        ("90+30", "#MINUTES FOR GAME=\n"),
        ("90 minutes, then 30 minutes", "#MINUTES FOR GAME=\n"),
    ],
)
def test_a_time_control_that_names_its_units_fills_the_fields_of_the_ecf(
    event: Event, words: str, fields: str
) -> None:
    others = tuple(row for row in event.details if row[0] != "time_control_code")
    told = replace(event, details=(*others, ("time_control", words)))
    assert fields in ecf_results(told)
    missing = "empty: MINUTES FOR GAME, the time control of the event (I in Entries"
    assert (missing in left_blank(told)) == fields.endswith("GAME=\n")


def test_a_file_for_rating_says_what_the_event_does_not_say_and_where_it_is_given(
    event: Event, tmp_path: Path
) -> None:
    bare = replace(event, details=())
    assert unsaid(bare, TRF26) == (
        "empty in the file: place, federation, first and last day, chief arbiter, time control, "
        "dates of the rounds (schedule), time control in code; "
        "I in Entries, or `topboard set` gives it"
    )
    said = (*DETAILS[:-2], ("time_control", "5400+30"))
    whole = replace(event, details=said)
    assert unsaid(whole, TRF26) == "", "the days and the code are those of the others"
    order = ExportOrder(bare.until(3), DUTCH)
    assert "time control in code" in EXPORTS["trf26"].unsaid(order)
    assert "in code" not in EXPORTS["trf"].unsaid(order), "TRF16 has no line for it"
    assert "chief arbiter" in hand_out(order, "trf", tmp_path)[1]
    assert "chief arbiter" not in hand_out(order, "all", tmp_path)[1]
    assert "by hand, in the file: EVENT CODE" in EXPORTS["ecf"].remark(order)


def test_chess_results_adds_up_to_the_points_of_every_player(event: Event) -> None:
    complete = event.until(3)
    root = ElementTree.fromstring(chess_results(complete, DUTCH))
    tournament = root.find("tournamentdata/tournament")
    assert tournament is not None
    head: dict[str, Any] = tournament.attrib
    assert (head["type"], head["rounds"], head["currentround"], head["endstatus"]) == (
        "0", "5", "3", "N"
    )  # fmt: skip
    assert (head["ratedfide"], head["ratednational"], head["from"]) == ("J", "J", "28.12.2026")
    known = numbers(DUTCH, complete)
    players = {p.attrib["no"]: p.attrib for p in root.iterfind("players/player")}
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for pairing in root.iterfind("playerpairings/playerpairing"):
        said = pairing.attrib
        scores = [Decimal(said[key].replace(",", ".")) for key in ("reswhite", "resblack")]
        assert said["forfeit"] in ("", "K", "D", "U")
        if said["forfeit"] in ("K", "U"):
            assert sorted(scores) == [0, 1]
        sums[said["whiteno"]] += scores[0]
        if int(said["blackno"]) > 0:
            sums[said["blackno"]] += scores[1]
    for id, card in cards(complete).items():
        player = players[str(known[id])]
        assert Decimal(player["pts"].replace(",", ".")) == card.score == sums[player["no"]]
        assert player["clubname"] == "A & B <Club>"
    assert [p["equal"] for p in players.values()].count("J") < len(players) - 1


def test_a_template_makes_rows_of_players_of_games_and_of_the_event(event: Event) -> None:
    text = (
        "Turnier;{event.title};{event.place}\n"
        "Nr;Name;Elo;Punkte;Neu;R2\n"
        "{no};{surname};{rating};{points};{change};{round2}\n"
        "{round};{white.no};{black.no};{white_score}\n"
    )
    rows = list(csv.reader(io.StringIO(by_template(event, DUTCH, "t.csv", text)), delimiter=";"))
    assert rows[0] == ["Turnier", "Test", "Hastings"]
    assert rows[1][0] == "Nr"
    known, reports = numbers(DUTCH, event), rating_reports(event)
    players = {row[0]: row for row in rows[2:15]}
    for entrant in event.entrants:
        row = players[str(known[entrant.id])]
        assert row[2] == str(entrant.rating)
        change = reports[entrant.id].change
        assert row[4].lstrip("'") == (
            "" if change is None else f"{change:+.1f}" if change else "0.0"
        )
    bye = next(row for row in players.values() if row[1] == event.entrant("6").name[:9])
    assert bye[5] == "-0.5"
    games = rows[15:]
    played = [m for r in event.published for m in r.matches if m.result and m.result.played]
    assert len(games) == len(played)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a;b\n{no};{nmae}\n", r"t\.csv:2:2: there is no field 'nmae'.*known: no"),
        ("   ", "template is empty"),
        ("{white.secret}", "no field 'white.secret'"),
    ],
)
def test_a_wrong_template_is_refused_with_its_place(event: Event, text: str, said: str) -> None:
    with pytest.raises(Refused) as refusal:
        by_template(event, DUTCH, "t.csv", text)
    assert re.search(said, refusal.value.line)


def test_no_formula_reaches_a_spreadsheet(event: Event) -> None:
    evil = event.with_entrant(replace(event.entrants[0], name="=cmd|' /C calc'!A0"))
    rows = by_template(evil, DUTCH, "t.csv", "{name};{no}\n")
    assert "'=cmd" in rows


def test_what_goes_to_a_federation_is_english_in_every_hall(event: Event) -> None:
    """One column was in the language of the hall."""
    german = language("de")
    for grid in (rating_report(event, DUTCH), norms_table(event, DUTCH)):
        for text in (grid.title, *(column.name for column in grid.columns), *grid.notes):
            assert german.say(text) == str(text)


def test_a_rating_report_by_grades_names_who_met_nobody_graded(event: Event) -> None:
    only = event.entrants[0].id
    graded = replace(
        event,
        entrants=tuple(
            replace(e, rating=120 if e.id == only else None, official=()) for e in event.entrants
        ),
    )
    grades, *others = rating_report(graded, DUTCH).notes
    assert grades.startswith("ECF grades")
    missing = [one for one in rating_reports(graded).values() if one.performance is None]
    assert len(missing) > 1
    assert len(others) == len(missing)
    assert f"{graded.entrant(only).name}: no game against a rated opponent" in others


def test_chess_results_has_the_rating_of_each_list_in_its_own_column() -> None:
    lists = (
        OfficialRatings("FIDE", "2026-11-01", "15", True, standard=2300),
        OfficialRatings("ECF", "2026-11-01", "1A", False, standard=2180),
    )
    people = [Entrant("", "Lee, Ann", 2300, official=lists), Entrant("", "Quilty, Bram", 2100)]
    played = begun(DUTCH, people, rounds=1)
    publish(played)
    root = ElementTree.fromstring(chess_results(played.event, DUTCH))
    ann, bram = (player.attrib for player in root.iterfind("players/player"))
    assert [ann[key] for key in ("rtg", "rtgfide", "rtgnat")] == ["2300", "2300", "2180"]
    assert bram["rtgnat"] == ""


def test_pgn_has_the_rating_of_the_pace_that_is_played() -> None:
    both = OfficialRatings("FIDE", "2026-11-01", "15", True, standard=2300, rapid=2215)
    played = begun(
        DUTCH, [Entrant("", "Lee, Ann", 2300, official=(both,)), Entrant("", "Bram")], rounds=1
    )
    publish(played)
    rapid = replace(played.event, details=(("rating_type", "rapid"),))
    for event, rating in ((played.event, "2300"), (rapid, "2215")):
        (text,) = re.findall(
            r'\[White "Lee, Ann"\](?:.|\n)*\[WhiteElo "(\d+)"\]|'
            r'\[BlackElo "(\d+)"\](?:.|\n)*',
            pgn(event, event.round(1)),
        )
        assert rating in text


def test_a_template_has_start_numbers_of_opponents_as_of_players() -> None:
    """Who is entered first is not number 1 where the other has the higher rating."""
    people = [Entrant("", "Quilty, Bram", 1900), Entrant("", "Lee, Ann", 2300)]
    played = begun(DUTCH, people, rounds=1)
    publish(played)
    rows = by_template(played.event, DUTCH, "t.csv", "{no};{surname};{round1}\n").splitlines()
    assert [row.split(";")[:2] for row in rows] == [["1", "Lee"], ["2", "Quilty"]]
    assert [row.split(";")[2][0] for row in rows] == ["2", "1"]
    assert {row.split(";")[2][1:] for row in rows} == {"w", "b"}, "an open game has no score"


def test_an_adjourned_game_is_told_to_others_as_that(event: Event) -> None:
    current = event.current
    assert current is not None
    match = replace(current.match(1), result=GameResult.ADJOURNED)
    waiting = event.with_round(current.with_match(match))
    (game,) = (
        row for row in ElementTree.fromstring(chess_results(waiting, DUTCH)).iter("playerpairing")
        if (row.get("round"), row.get("pairing")) == ("4", "1")
    )  # fmt: skip
    assert (game.get("forfeit"), game.get("reswhite"), game.get("resblack")) == ("H", "", "")
    record = pgn(waiting, waiting.round(current.number)).split("\n\n[Event ")[0]
    assert '[Termination "unterminated"]' in record
    assert '[Result "*"]' in record
    assert ecf_results(waiting).count("#ROUND=4") == ecf_results(event).count("#ROUND=4") - 1
    assert left_blank(waiting) == left_blank(event), "it is neither uneven nor unrated"
    lists = [by_template(each, DUTCH, "g.csv", "{round};{board}\n") for each in (event, waiting)]
    assert set(lists[0].splitlines()) - set(lists[1].splitlines()) == {"4;1"}


def test_the_ecf_gets_an_increment_only_where_there_is_one(event: Event) -> None:
    def limit(code: str) -> list[str]:
        timed = replace(event, details=(*event.details, ("time_control_code", code)))
        return re.findall(r"#((?:MINUTES|MOVES|SECONDS)[^#\n]*)", ecf_results(timed))

    assert limit("5400") == ["MINUTES FOR GAME=90"]
    assert limit("5400+30") == ["MINUTES FOR GAME=90", "SECONDS PER MOVE=30"]


@pytest.mark.parametrize("code", ["40/6000+30:900", "40/6000:900+30", "40/6000+10:900+30"])
def test_the_ecf_gets_no_increment_that_holds_in_one_session_alone(event: Event, code: str) -> None:
    """Its file has one for the whole game: the warning names those of the sessions."""
    timed = replace(event, details=(*event.details, ("time_control_code", code)))
    assert "MINUTES REST OF GAME=15" in ecf_results(timed)
    assert "SECONDS PER MOVE" not in ecf_results(timed)
    first, last = (part.partition("+")[2] or "0" for part in code.split(":"))
    said = f"SECONDS PER MOVE left out: {first} and {last} in different sessions"
    assert said in left_blank(timed)
    alike = replace(event, details=(*event.details, ("time_control_code", "40/6000+30:900+30")))
    assert "SECONDS PER MOVE" not in left_blank(alike)


def test_a_first_rating_says_why_it_is_not_published_by_itself() -> None:
    assert remark(report(FirstRating(1650, 4))) == (
        "first rating 1650 over 4 games; published from 5 games on (7.1.4)"
    )
    assert remark(report(FirstRating(1380, 5))) == (
        "first rating 1380 over 5 games; not published under 1400 (7.1.4)"
    )
    assert remark(report(FirstRating(1400, 5))) == "first rating 1400 over 5 games"


def report(first: FirstRating) -> RatingReport:
    return RatingReport("1", None, None, first=first)


def test_k_that_so_many_games_lower_says_by_which_article() -> None:
    junior = Entrant("1", "Ann", rating=1500, birth="2015")
    assert factor_words(coefficient(junior, 17, 2026)) == "at most 18 this year, rated under 2300"
    assert factor_words(coefficient(junior, 18, 2026)) == (
        "at most 18 this year, rated under 2300; 40 for so many games would exceed 700 (8.3.3)"
    )


def test_a_rating_report_of_teams_has_a_row_for_each_player() -> None:
    teams = [
        Entrant("", name, players=tuple(
            Entrant("", f"{name} {n}", rating=2000 - 10 * n, fide_id=f"{len(name)}{n}")
            for n in (1, 2)
        ))
        for name in ("Ash", "Birch")
    ]  # fmt: skip
    swiss = format_named("team_swiss")
    desk = begun(swiss, teams, boards=2, rounds=1)
    publish(desk)
    for board, result in ((1, "1-0"), (2, "1/2-1/2")):
        desk.do(EnterBoardResult(1, board, result))
    rows = {row[1]: row for row in rating_report(desk.event, swiss).rows}
    assert len(rows) == 4
    assert {row[5] for row in rows.values()} == {1}
    assert sum(Decimal(str(row[6]).replace("½", ".5")) for row in rows.values()) == 2
    teams_by_number = sorted(desk.event.entrants, key=lambda team: team.start_number or 0)
    in_order = [player.name for team in teams_by_number for player in team.players]
    assert [rows[name][0] for name in in_order] == [1, 2, 3, 4]
