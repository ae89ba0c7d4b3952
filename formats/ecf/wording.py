"""The reasons of a grading-based draw in words: in a line each, and whole sentences in full."""

from __future__ import annotations

from decimal import Decimal

from engine.event import COLOUR_NAMES, Event
from engine.points import counted, points_text
from engine.reasons import Reason
from formats.wording import Phrases, name_of, wording

_NUMBERS = (("place", "high"), ("ideal_place", "low"))
"""Facts that number the two of an ideal game, and what older events call them."""


def _off_ideal(reason: Reason, event: Event) -> str:
    cause = reason.get("because")
    if cause is None:
        return f"{_meant(reason, event)}; changed for the other games of the group"
    return f"{_meant(reason, event)}: {words(cause, event)}"


def _ideal_for(reason: Reason, event: Event) -> str:
    return f"{_off_ideal(reason, event)}."


def _meant(reason: Reason, event: Event) -> str:
    """`Ash ideally meets Bede (3 v 8 in the group)`."""
    who, whom = (name_of(event, reason[name]) for name in ("player", "opponent"))
    # an older event has the smaller number first, whosever it is
    place, ideal = (reason.get(new, reason.get(old)) for new, old in _NUMBERS)
    return f"{who} ideally meets {whom} ({place} v {ideal} in the group)"


def _leaves(reason: Reason, event: Event) -> str:
    who, whom = (name_of(event, reason[name]) for name in ("player", "opponent"))
    score, other = (points_text(Decimal(reason[n])) for n in ("score", "opponent_score"))
    return f"{who} ({score}) leaves the group to meet {whom} ({other})"


def _claim(reason: Reason) -> str:
    """`to equalise after WBW`."""
    if not reason["colours"]:
        return "no game yet"
    return f"to {'equalise' if reason['equalises'] else 'alternate'} after {reason['colours']}"


def _colour_refused(reason: Reason, event: Event) -> str:
    has, due = COLOUR_NAMES[reason["colour"]], COLOUR_NAMES[reason["due"]]
    return f"{name_of(event, reason['player'])} has {has}, though due {due} ({_claim(reason)})"


def _from_median(reason: Reason, event: Event) -> str:
    count = reason["count"]
    score = points_text(Decimal(reason["score"]))
    where = f"number {reason['place']} of the {count} on {score}"
    if "colour" not in reason.facts:
        return f"from the median: {where}"
    colour = COLOUR_NAMES[reason["colour"]]
    if not reason["of_them"]:
        return f"from the median: {where}, as nobody due {colour} can have it"
    return f"from the median of those due {colour} ({reason['due']} players): {where}"


def _group(reason: Reason, event: Event) -> str:
    floats = reason["floats"]
    away = f", {counted(floats, 'floater')} out of it" if floats else ""
    return f"Group {reason['name']}: {counted(reason['count'], 'player')}{away}."


def _taken(reason: Reason, event: Event) -> str:
    names = " · ".join(name_of(event, id) for id in reason["players"])
    wanted = wanted_text(reason["black"], reason["white"])
    return f"Taken from {points_text(Decimal(reason['score']))}: {names}; {wanted}."


def wanted_text(black: int, white: int) -> str:
    """The players that the bottom half needs from the top half: `2 due Black and 1 due White
    wanted`."""
    parts = [f"{black} due Black"] if black else []
    parts += [f"{white} due White"] if white else []
    return f"{' and '.join(parts)} wanted" if parts else "no colour is due"


def _mid_line(reason: Reason, event: Event) -> str:
    half = reason["half"]
    line = f"under number {half}" if half else ""
    if reason["two_sided"]:
        line = "between the top half and the bottom half"
    high, low = reason["high"], reason["low"]
    return f"The mid-line is {line}: {counted(half, 'game')}. This is {high} v {low}."


def _dues(reason: Reason, event: Event) -> str:
    names = " · ".join(name_of(event, id) for id in reason["refused"])
    due = f"White is due to {reason['white']}, Black to {reason['black']}"
    return f"{due}; without the colour due: {names}."


def _floater_place(reason: Reason, event: Event) -> str:
    return (
        f"{name_of(event, reason['player'])} leaves the group: number {reason['place']} of"
        f" {reason['count']} from the median, those of the colour that more are due first."
    )


def _opponent_place(reason: Reason, event: Event) -> str:
    floater, player = name_of(event, reason["floater"]), name_of(event, reason["player"])
    place = f"number {reason['place']} of the {reason['count']}"
    score = points_text(Decimal(reason["score"]))
    floated = "has floated up before" if reason["upfloat"] else "has not floated up"
    met_as = f"{_met_as(reason)}, {floated}, grade {reason['grade']}"
    return f"{player} is {place} on {score} whom {floater} may meet: {met_as}."


def _met_as(reason: Reason) -> str:
    """How the floater's opponent is described, in the order in which opponents are looked for."""
    due, his = reason["floater_due"], reason["due"]
    if not due:
        return "no colour is due to the floater"
    if not his:
        return "no colour due"
    return f"due {COLOUR_NAMES[his]}" + (" as well" if his == due else ", the other colour")


def _colour(reason: Reason, event: Event) -> str:
    name, has = name_of(event, reason["player"]), COLOUR_NAMES[reason["colour"]]
    if not reason["due"]:
        # in round 1 nobody is due one
        board_1 = ", and that of board 1 was drawn by lot" * (not event.published)
        return f"{name} has {has}: no colour is due{board_1}."
    instead = "" if reason["due"] == reason["colour"] else f", but has {has}"
    return f"{name} is due {COLOUR_NAMES[reason['due']]} ({_claim(reason)}){instead}."


def _figures(reason: Reason) -> str:
    less = ", less one whom the odd group (c) needs" if reason["odd"] else ""
    lower = points_text(Decimal(reason["score"]))
    players = counted(reason["bottom"], "player")
    top = reason["top"] + reason["odd"]
    return f"{players} of the bottom half, {top} of the top half on {lower} for them{less}"


def _promoted(reason: Reason, event: Event) -> str:
    names = " · ".join(name_of(event, id) for id in reason["players"])
    return f"{names} promoted into group (c)"


def _undone(reason: Reason, event: Event) -> str:
    games = "; ".join(f"{name_of(event, a)} v {name_of(event, b)}" for a, b in reason["games"])
    on = points_text(Decimal(reason["score"]))
    return f"{games} undone: the bottom half on {on} would outnumber the top half left for it"


AGAINST = (
    "every draw of this round gives somebody one colour three times running, or in over two more "
    "games than the other"
)

PHRASES: Phrases = {
    # a board and the bye, in a line
    "barred": "barred by the arbiter",
    "off-ideal": _off_ideal,
    "colours-forbid": "neither can be given the other colour",
    "both-due": "both are due {colour}",
    "leaves-group": _leaves,
    "colour-refused": _colour_refused,
    "against-rule-8": f"{AGAINST} (rule 8)",
    "games-against-rule-8": lambda reason, event: (
        f"{AGAINST}: {counted(reason['count'], 'game')} here (rule 8)"
    ),
    "bye-from-mid-line": "round 1: just below the mid-line",
    "bye-from-median": _from_median,
    # how a group was made
    "count-before": lambda reason, event: f"count for group (d): {_figures(reason)}",
    "count-after": lambda reason, event: f"then {_figures(reason)}",
    "replaces": "{player} replaces {opponent}",
    "promoted": _promoted,
    "undone": _undone,
    # in full
    "locked-first": "The arbiter has locked this pair; everybody else was drawn around it.",
    "group": _group,
    "taken": _taken,
    "mid-line": _mid_line,
    "average": "Average difference of the grades in the group: {average}; here: {here}.",
    "ideal-pairing": lambda reason, event: (
        "It is the ideal pairing: everybody above the mid-line meets the player "
        f"{counted(reason['places'], 'place')} lower."
    ),
    "ideal-for": _ideal_for,
    "dues": _dues,
    "floater-place": _floater_place,
    "opponent-place": _opponent_place,
    "colour": _colour,
    "bye-asked-for": "The bye was asked for.",
    "bye-by-hand": "Given by hand.",
    "passed-for-bye": lambda reason, event: (
        f"{counted(reason['count'], 'player')} who come{'s' * (reason['count'] == 1)} first cannot "
        "have it: the others could not all be drawn."
    ),
}

words = wording(PHRASES)
