"""IT1 and IT3 filled from an event: every figure of a certificate is that of the norm."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from engine.entrants import EntrantId
from engine.event import Bye, Departure, Event
from engine.norms import NormState, norms
from engine.points import NIL, ONE, points_text
from engine.results import GameResult
from formats.registry import format_named
from saves.norms import certificate, in_short, made, norms_table, reservations, tournament_report
from saves.paper import pdf
from tests.engine.test_norms import field, results
from tests.playing import begun, play

DUTCH = format_named("dutch")
DETAILS = (
    ("place", "Hastings"), ("federation", "ENG"), ("start", "2026-12-28"), ("end", "2027-01-05"),
    ("arbiter", "Lee, Ann (4012345)"), ("deputies", "Bo, Cy (4012346); Du, Di"),
    ("schedule", ", ".join(f"2026-12-{28 + n // 3}" for n in range(9))),
    ("time_control", "90 minutes + 30 seconds a move"),
)  # fmt: skip


@pytest.fixture(scope="module")
def event() -> Event:
    desk = begun(DUTCH, field(48, 2), rounds=9)
    play(desk, 9, results(random.Random(2)))
    return replace(desk.event, details=DETAILS)


def boxes(form: dict[str, Any]) -> dict[str, str]:
    return {b["label"]: b["value"] for block in form["blocks"] for b in block.get("boxes", ())}


def test_a_certificate_has_the_figures_of_the_norm(event: Event) -> None:
    found = list(made(event))
    assert found
    for entrant, outlook in found:
        form, sheet = certificate(event, entrant, outlook), outlook.sheet
        said = boxes(form)
        assert said["Chief Arbiter (name, ID)"] == "Lee, Ann 4012345"
        assert (said["Start"], said["Close"], said["City"]) == (
            "2026-12-28", "2027-01-05", "Hastings"
        )  # fmt: skip
        assert said["Number of games"] == str(len(sheet.games))
        assert said["Rating average (1.4.7)"] == str(sheet.average)
        assert said["Score achieved"] == points_text(sheet.score)
        table = next(block["table"] for block in form["blocks"] if "table" in block)
        assert len(table["rows"]) == 9
        rows = [row for row in table["rows"] if row[5] != "not counted"]
        counted = [int(row[5] or row[4]) for row in rows if row[7] in "1½0"]
        assert sum(counted) == sum(sheet.ratings)
        titles = [row[6] for row in rows if row[7] in "1½0"]
        assert said["Number of GM"] == str(titles.count("GM"))
        abroad = [
            row[3] for row in rows if row[7] in "1½0" and row[3] not in (entrant.federation, "FID")
        ]
        assert said["Players not from the applicant's federation"] == str(len(abroad))
        assert f"☒ {outlook.title.value}" in form["blocks"][0]["note"]


def without_round(event: Event, number: int, id: EntrantId, forfeit: bool) -> Event:
    """As if the opponent had not come to that round, or the player had had the bye of the draw."""
    round = event.round(number)
    match = next(m for m in round.matches if id in m.pair)
    if forfeit:
        won = {"white": GameResult.WHITE_FORFEIT, "black": GameResult.BLACK_FORFEIT}
        return event.with_round(round.with_match(replace(match, result=won[match.side(id)])))
    others = tuple(m for m in round.matches if m is not match)
    byes = (*round.byes, Bye(id, ONE), Bye(match.opponent(id), NIL, "absent"))
    return event.with_round(replace(round, matches=others, byes=byes))


@pytest.mark.parametrize("forfeit", [True, False])
def test_a_norm_of_8_games_and_a_point_without_one_says_so(event: Event, forfeit: bool) -> None:
    """B.01, 1.4.1c."""
    certified = 0
    for entrant, _ in made(event):
        other = without_round(event, 9, entrant.id, forfeit)
        for outlook in norms(other)[entrant.id]:
            if outlook.state is NormState.MADE:
                said = boxes(form := certificate(other, entrant, outlook))
                assert said["Number of games"] == "8"
                assert (
                    "8 games and a win by forfeit or the bye of the draw (1.4.1c)"
                    in (said["Special remarks"])
                )
                *_, last = next(b["table"]["rows"] for b in form["blocks"] if "table" in b)
                assert (last[1] == "bye") is not forfeit
                assert (last[0], last[7]) == ("9", "+")
                assert last[5] == ("not counted" if forfeit else "")
                certified += 1
    assert certified > 3


def test_what_a_certificate_waives_or_leaves_out_is_remarked_by_its_article(event: Event) -> None:
    entrant, outlook = next(iter(made(event)))
    *games, last = outlook.sheet.games

    def remarks(**changes: Any) -> str:
        return boxes(certificate(event, entrant, replace(outlook, **changes)))["Special remarks"]

    fewer = replace(outlook.sheet, games=tuple(games))
    lost = replace(outlook.sheet, games=(*games, replace(last, forfeited=True)))
    waived = replace(outlook.sheet, exempt="1.4.3b")
    assert "without round 9 (1.4.1e)" in remarks(sheet=fewer, left_out=(9,))
    assert "without round 3 (1.4.1f)" in remarks(left_out=(3,))
    assert "without rounds 3, 9 (1.4.1e, f)" in remarks(sheet=fewer, left_out=(3, 9))
    assert "the last opponent did not come: counted as a lost game (1.4.2c)" in remarks(sheet=lost)
    assert "federations waived by 1.4.3b" in remarks(sheet=waived)


def test_the_report_counts_the_field_and_names_the_arbiters(event: Event) -> None:
    form = tournament_report(event, DUTCH)
    said = boxes(form)
    assert (said["Chief Arbiter"], said["1st deputy"]) == ("Lee, Ann (4012345)", "Bo, Cy (4012346)")
    assert said["2nd deputy (more than 20 players)"] == "Du, Di"
    assert said["Schedule (rounds a day)"] == (
        "2026-12-28:\N{NO-BREAK SPACE}3, 2026-12-29:\N{NO-BREAK SPACE}3, "
        "2026-12-30:\N{NO-BREAK SPACE}3"
    )
    mix, results = (block["table"]["rows"] for block in form["blocks"] if "table" in block)
    rated = [e for e in event.entrants if e.rating]
    assert mix[0][:2] == ["Rated", str(len(rated))]
    assert mix[0][3] == str(sum(e.federation == "ENG" for e in rated))
    assert int(mix[0][3]) + int(mix[0][4]) == len(rated)
    assert [row[0] for row in results] == [entrant.name for entrant, _ in made(event)]


def test_the_report_names_the_rounds_that_are_not_the_computer_draw(event: Event) -> None:
    label = "Special remarks (exceptions in pairings …)"
    assert boxes(tournament_report(event, DUTCH))[label] == ""
    by_hand = replace(event.round(4), departures=(Departure("1"),))
    changed = replace(event.with_round(by_hand), details=(*DETAILS, ("remarks", "in two halls")))
    said = boxes(tournament_report(changed, DUTCH))[label]
    assert said == "in two halls; not the computer draw: round 4"


def test_the_table_of_norms_has_the_made_ones_first_of_each_title(event: Event) -> None:
    rows = norms_table(event, DUTCH).rows
    states = ("made", "open", "missed")
    order = [(("GM", "IM", "WGM", "WIM").index(str(r[0])), states.index(str(r[5]))) for r in rows]
    assert order == sorted(order)
    wanted = sum(o.state.value == "made" for found in norms(event).values() for o in found)
    assert sum(row[5] == "made" for row in rows) == wanted


def test_each_certificate_is_a_sheet_of_its_own(event: Event) -> None:
    def sheets(page: str) -> int:
        data = pdf(event, DUTCH, page=page)
        return max(int(count) for count in re.findall(rb"/Count (\d+)", data))

    assert sheets("it1") == len(list(made(event)))
    assert sheets("it3") == 1


@pytest.mark.parametrize(
    ("code", "short"),
    [
        ("5400+30", False), ("40/6000+30:900+30", False), ("7200", True), ("5400+15", True),
        ("1800+30", True), ("W5400+30-B5400+30", False), ("W5400+30-B300+30", True), ("", False),
    ],
)  # fmt: skip
def test_a_time_control_too_short_for_norms_is_said(event: Event, code: str, short: bool) -> None:
    """Games without an increment are none for norms since July 2021."""
    event = replace(event, details=(("time_control_code", code),))
    assert bool(reservations(event)) is short


def test_three_rounds_a_day_are_said_where_norms_are_made(event: Event) -> None:
    assert "3 rounds on 2026-12-28" in reservations(event)[0]
    assert any("3 rounds on 2026-12-28" in note for note in norms_table(event, DUTCH).notes)
    two = ", ".join(f"2026-12-{26 + n // 2}" for n in range(9))
    assert reservations(replace(event, details=(("schedule", two),))) == ()


def test_the_console_is_told_whose_norms_are_made_or_why_none_can_be(event: Event) -> None:
    entrant, outlook = next(iter(made(event)))
    said = in_short(event)
    assert said.startswith(f"{len(list(made(event)))} norm")
    assert f"{outlook.title.value} {entrant.name}" in said
    short = begun(DUTCH, field(12, 2), rounds=7).event
    assert in_short(short) == "no norms here: a norm takes 9 games (1.4.1)"
