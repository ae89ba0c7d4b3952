"""What earlier versions said and did otherwise, read once on opening.

Before adjustments had a cause and byes the match that they stand for, a format read both from the
reasons it had written itself. Journals and save files of that time are translated here, and
nowhere else is a sentence read.

Journals of the first edition hold the settings that were given, and nothing of what followed from
an action. What is not recorded is as the first edition had it, whatever this one would have:
nothing of that ever changes. A setting that comes later and has another default than what was done
before is read with its earlier value. What it did otherwise is in `saves.old_actions`,
which few journals need.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

from engine.event import Bye, Event
from engine.numbers import without_numbers
from engine.reasons import BY_HAND, SEAT, TURNED, Reasons, said, sentence
from engine.refusal import Refused

REPECHAGE = "gnot"
KNOCKOUTS = (REPECHAGE, "knockout", "double_knockout")
_RESTORED = "restored to "
PLAY_OFF = "play-off"
_DROP_IN = re.compile(r"drop-in score ([2-7]):")
_STAGE = re.compile(r"(Match 1|Pool [AB]|[DS]KO round [1-7])(?=: )")
_WALKOVER = re.compile(r"(?:.*: a )?walkover[:,] (.+) (?:has withdrawn|is not there)(?: \(.*\))?")
_LETTERED = re.compile(
    r"\((a)\) top-half 100 %|\((b)\) bottom-half 100 % v top half"
    r"|\((c)\) (?:top-half 100 % less ½|remaining top-half \S+)"
    r"|\((d)\) bottom-half .+ v top[- ]half.*"
)
"""Groups of an accelerated round of the grading-based Swiss, by the names that they had."""
_BY_HAND = "changed by hand"
_TURNED = "; turned by hand"
_SEAT = "a late entry has the seat of somebody who did not come"


def reasons_in(text: str) -> Reasons:
    """The reasons of a board or a bye whose row has a sentence and no facts: what the arbiter did
    by hand as values, for he may do it again; the rest as it was said."""
    if text.endswith(_TURNED):
        return (*said(text.removesuffix(_TURNED)), TURNED)
    return {_BY_HAND: (BY_HAND,), _SEAT: (SEAT,)}.get(text) or said(text)


def adjustment_row(row: Mapping[str, Any], format: str) -> Mapping[str, Any]:
    """A row of `event.toml` with its cause, which it has always had in this version, and with the
    scores of a play-off, which versions with a cause kept in the reason alone."""
    why = row.get("why")
    if format != REPECHAGE or not isinstance(why, str):
        return row
    if row.get("cause") == "play-off" and "scores" not in row:
        from engine.actions.finals import scores_of

        with suppress(Refused):
            return {**row, "scores": [list(score) for score in scores_of(why)]}
    if "cause" in row:
        return row
    if drop_in := _DROP_IN.match(why):
        return {**row, "cause": "drop-in", "entering": int(drop_in[1])}
    return {**row, "cause": "play-off"} if why.startswith(PLAY_OFF) else row


_PARTS = {
    "Match 1": "Q",
    "Pool A": "A",
    "Pool B": "B",
    **{f"DKO round {number}": f"D{number}" for number in range(1, 4)},
    **{f"SKO round {number}": f"S{number}" for number in range(1, 8)},
    **{f"Swiss {number}": "W" for number in range(1, 9)},
}
"""Names of the parts of a repechage: the only sign of them before boards and byes had a key."""


@lru_cache(maxsize=256)
def part_named(group: str, swiss: bool) -> str:
    """The key of the part of an event that this group is, played as a Swiss or not; empty where it
    is not one."""
    if group == "Triangle":
        return "WT" if swiss else "QT"
    lettered = _LETTERED.fullmatch(group)
    return next(filter(None, lettered.groups())) if lettered else _PARTS.get(group, "")


def restore_point_in(why: str) -> str:
    """The restore point that `adopt` of a journal went back to, by its reason; empty for none."""
    return why.removeprefix(_RESTORED) if why.startswith(_RESTORED) else ""


def with_matches_of_byes(event: Event) -> Event:
    """An event of save files whose walkovers say whom they were won against."""
    if event.format not in KNOCKOUTS:
        return event
    for round in event.rounds:
        byes = tuple(with_match(event, bye) for bye in round.byes)
        if byes != round.byes:
            event = event.with_round(replace(round, byes=byes))
    return event


def with_match(event: Event, bye: Bye) -> Bye:
    if bye.kind != "pairing" or bye.group or bye.left:
        return bye
    text = sentence(bye.why, event)
    stage = _STAGE.match(text) if event.format == REPECHAGE else None
    walkover = _WALKOVER.fullmatch(text)
    of_name = {entrant.name: entrant.id for entrant in event.entrants}
    left = of_name.get(walkover[1], "") if walkover else ""
    group = stage[1] if stage else ""
    return replace(bye, group=group, part=_PARTS.get(group, ""), left=left)


def tells_of_walkovers(byes: Any) -> bool:
    """Whether a proposal in a journal holds such byes."""
    rows = byes if isinstance(byes, list) else ()
    return any(
        isinstance(row, Mapping)
        and not row.get("group")
        and not row.get("left")
        and isinstance(why := row.get("why"), str)
        and bool(_STAGE.match(why) or _WALKOVER.fullmatch(why))
        for row in rows
    )


_COMMON: Mapping[str, Any] = {
    "win_points": 1,
    "draw_points": 0.5,
    "loss_points": 0,
    "forfeit_points": 0,
}
_KNOCKOUT: Mapping[str, Any] = {
    **_COMMON,
    "rounds": 99,
    "bye_points": 0,
    "tiebreaks": [],
    "placement": "seeded",
    "seeds": 4,
    "separate_clubs": False,
    "score": "games",
    "games": 1,
    "boards": 28,
    "ties": [],
}
DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "kjca": {
        **_COMMON,
        "rounds": 6,
        "bye_points": 1,
        "tiebreaks": ["DE", "BH/C1", "BH", "SB", "WIN"],
        "first_board": 1,
        "rooms": [],
        "avoid": None,
        "avoid_round1": False,
        "avoid_cost": 2,
    },
    "dutch": {
        **_COMMON,
        "rounds": 9,
        "bye_points": 1,
        "tiebreaks": ["DE", "BH/C1", "BH", "SB", "WIN"],
        "first_board": 1,
        "rooms": [],
        "initial_colour": "lot",
        "acceleration": "none",
        "extra_points": [],
    },
    "ecf": {
        **_COMMON,
        "rounds": 5,
        "bye_points": 1,
        "tiebreaks": ["DE", "BH/C1", "BH", "SB", "WIN"],
        "first_board": 1,
        "rooms": [],
        "pairing": "graded",
        "acceleration": "none",
        "acceleration_rounds": None,
    },
    "galway": {
        **_COMMON,
        "rounds": 6,
        "bye_points": 1,
        "tiebreaks": ["DE", "BH/C1", "BH", "SB", "WIN"],
        "first_board": 1,
        "rooms": [],
        "closed_rounds": 2,
        "max_section": 24,
        "section_thresholds": [100, 125],
        "section_sizes": "even out",
        "sections": None,
        "sizes": None,
        "mixed_groups": "upper first",
        "odd_section": "neighbour",
        "initial_colour": "lot",
        "section_boards": [],
    },
    "knockout": {**_KNOCKOUT, "third_place": False},
    "double_knockout": {**_KNOCKOUT, "reset": True},
    "diagonal": {
        **_COMMON,
        "rounds": 99,
        "bye_points": 0,
        "tiebreaks": [],
        "max_losses": 4,
        "draw_losses": 0.5,
        "max_rounds": None,
        "ring_below": 12,
    },
    "round_robin": {
        **_COMMON,
        "rounds": 99,
        "bye_points": 0,
        "tiebreaks": ["DE", "WIN", "SB", "KS"],
        "first_board": 1,
        "rooms": [],
        "double": False,
        "numbers": "lot",
        "exchange": True,
        "annul": True,
    },
    "gnot": {
        **_COMMON,
        "rounds": 10,
        "bye_points": 0,
        "tiebreaks": [],
        "layout_27": "27a",
    },
}
"""By format the value of every setting that an event has without its being given."""


def settings_then(format: str, stored: Mapping[str, Any]) -> Mapping[str, Any]:
    """All settings of an event of which these are recorded."""
    return {**DEFAULTS.get(format, {}), **stored}


def kept_then(event: Event) -> Event:
    """The event with what the first edition kept of it in its save files."""
    event = without_numbers(event)
    rounds = tuple(replace(r, departures=(), worse=()) for r in event.rounds)
    return replace(event, rounds=rounds)
