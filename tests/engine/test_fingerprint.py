"""The fingerprint of an event: what a draw depends on, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from engine.entrants import Entrant, RequestedBye
from engine.event import Bye, Event, Round, RoundState
from engine.fingerprint import fingerprint
from engine.reasons import said
from tests.engine.desk import PLAIN

EVENT = Event(
    "Evening",
    "plain",
    PLAIN.settings({}),
    entrants=(Entrant("1", "Ash"), Entrant("2", "Oak", byes=(RequestedBye(2, Decimal("0.5")),))),
    rounds=(Round(1, RoundState.PUBLISHED, byes=(Bye("1", Decimal(1)), Bye("2", Decimal(0)))),),
)


def test_points_are_the_same_however_a_save_file_writes_them() -> None:
    byes = (Bye("1", Decimal("1.0")), Bye("2", Decimal("0.00")))
    entrants = (EVENT.entrants[0], Entrant("2", "Oak", byes=(RequestedBye(2, Decimal("0.50")),)))
    read = replace(
        EVENT,
        settings=PLAIN.settings({"win_points": "1.00", "draw_points": "0.50"}),
        entrants=entrants,
        rounds=(replace(EVENT.rounds[0], byes=byes),),
    )
    assert fingerprint(read) == fingerprint(EVENT)


def test_other_points_are_another_fingerprint() -> None:
    byes = (Bye("1", Decimal("0.5")), Bye("2", Decimal(0)))
    other = replace(EVENT, rounds=(replace(EVENT.rounds[0], byes=byes),))
    assert fingerprint(other) != fingerprint(EVENT)
    scored = replace(EVENT, settings=PLAIN.settings({"win_points": "3"}))
    assert fingerprint(scored) != fingerprint(EVENT)


def test_a_note_changes_no_draw_but_a_rating_does() -> None:
    ash, oak = EVENT.entrants
    noted = replace(EVENT, entrants=(replace(ash, note="left-handed", present=True), oak))
    assert fingerprint(noted) == fingerprint(EVENT)
    rated = replace(EVENT, entrants=(replace(ash, rating=1500), oak))
    assert fingerprint(rated) != fingerprint(EVENT)


def test_reasons_are_words_and_change_no_draw() -> None:
    byes = tuple(replace(bye, why=said("lowest of the last group")) for bye in EVENT.rounds[0].byes)
    worded = replace(EVENT, rounds=(replace(EVENT.rounds[0], byes=byes),))
    assert fingerprint(worded) == fingerprint(EVENT)


def test_a_setting_at_its_default_is_as_good_as_one_not_given() -> None:
    given = replace(EVENT, settings=PLAIN.settings({"bye_points": 1}))
    assert fingerprint(given) == fingerprint(EVENT)
