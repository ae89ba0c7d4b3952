"""The reasons of a KJCA draw in words. Players of a group are counted by their cards in its order,
which `cards` tells from start numbers."""

from __future__ import annotations

from decimal import Decimal

from engine.event import Event
from engine.points import counted, points_named, points_text
from engine.reasons import Reason
from formats.deadlock_words import stuck_words
from formats.wording import Phrases, listed, listing, name_of, wording


def _change_places(reason: Reason, event: Event) -> str:
    *cards, last = reason["cards"]
    return f"cards {', '.join(map(str, cards))} and {last} change places"


def _brings_another(reason: Reason, event: Event) -> str:
    more = reason["boards"]
    return "avoiding it brings another such game" + (
        f" and alters {counted(more, 'more board')}" if more else ""
    )


def _several(reason: Reason, event: Event) -> str:
    fewer = reason["fewer"] or "none"
    held = (
        "what is left cannot be drawn legally"
        if reason["forced"]
        else "somebody would have to pass by a legal opponent"
    )
    return f"{reason['count']} float, with {fewer} {held}"


def _passes_by(reason: Reason, event: Event) -> str:
    passed = listed([name_of(event, id) for id in reason["passed"]], reason["more"])
    return (
        "what is left cannot be drawn unless somebody passes by a legal opponent: "
        f"{name_of(event, reason['player'])} passes by {passed}"
    )


def _no_gain(cost: int) -> str:
    return f"the round would have no fewer such games at {counted(cost, 'board')} each"


def _no_gain_instead(reason: Reason, event: Event) -> str:
    others = listed([name_of(event, id) for id in reason["tried"]], reason["more"])
    return f"with {others} instead {_no_gain(reason['cost'])}"


def _floaters(reason: Reason) -> str:
    """What was settled when a floater chose."""
    first = ", those above choosing first," if reason["after_others"] else ""
    return f"with these floaters{first}"


def _every_draw(reason: Reason, event: Event) -> str:
    tail = " or an opponent who has floated up" if reason["or_second_upfloat"] else ""
    name = name_of(event, reason["player"])
    return f"{_floaters(reason)} every draw within the rules gives {name} such a game{tail}"


def _group(reason: Reason) -> str:
    return points_named(Decimal(reason["score"]))


def _halves(reason: Reason, event: Event) -> str:
    half = reason["half"]
    if half == 1:
        return "1 board within the group, card 1 against card 2."
    halves = f"cards 1 to {half} against {half + 1} to {2 * half}"
    this = f"This is card {reason['high']} against {reason['low']}."
    return f"{counted(half, 'board')} within the group, {halves}. {this}"


def _upfloat(reason: Reason, event: Event) -> str:
    """`Dunn floats up; passed over: Bede (they met in round 1)`: what is said of another stands at
    the name of that other."""
    because = reason["because"]
    own = [one for one in because if one.code in ("highest", "second-upfloat")]
    others = [one for one in because if one not in own]
    said = f": {listing(own, event, worded)}" if own else ""
    passed = f"; passed over: {listing(others, event, _passed_over)}" if others else ""
    return f"{name_of(event, reason['player'])} floats up{said}{passed}"


def _passed_over(reason: Reason, event: Event) -> str:
    if reason.code == "taken":
        return f"{name_of(event, reason['player'])} (taken by {name_of(event, reason['by'])})"
    return worded(reason, event)


PHRASES: Phrases = {
    # within a score group
    "ideal": "ideal cards {high} v {low} ({opponent})",
    "gives-way": "gives way to cards {high} v {low}: {because}",
    "exchanged": lambda reason, event: "cards {} and {} exchanged".format(*reason["cards"]),
    "change-places": _change_places,
    "colours-turned": "colours turned: {player} would have {colour} for the third time running",
    "repeat-forced": "every draw of this round repeats a game",
    "third-colour-forced": "no draw of this round avoids a third colour",
    # what it would cost to avoid a game that rule 8 asks to avoid
    "avoiding-unpriced": lambda reason, event: (
        f"avoiding more of these would alter over {counted(reason['cost'], 'board')} a game, "
        "if it can be done"
    ),
    "avoiding-impossible": "no legal draw of the group avoids it",
    "avoiding-brings-another": _brings_another,
    "avoiding-costs": lambda reason, event: (
        f"avoiding it would alter {counted(reason['boards'], 'more board')}, "
        f"{reason['most']} may be"
    ),
    "not-apart": "same {field}, {value}: kept apart from round 2 on",
    "rule-8-powerless": "rule 8 may alter no board",
    "allowed": "the arbiter has allowed this pair",
    "alone-on-top": "rule 8 is off: they are alone on maximum points before the last round",
    "no-gain-instead": _no_gain_instead,
    "no-gain": lambda reason, event: (
        f"{name_of(event, reason['player'])} ({_no_gain(reason['cost'])})"
    ),
    "every-draw-has-one": _every_draw,
    # who floats down
    "downfloat": "{player} floats down: {because}",
    "downfloat-by-lock": "{player} floats down by order of the arbiter",
    "several-float": _several,
    "second-downfloat": "a second downfloat: {because}",
    "all-floated": "everybody on {score} has floated down before",
    "all-left-floated": "everybody left on {score} has floated down before",
    "none-alone": "nobody left on {score} without one can float alone within the rules",
    "none-earlier": "no {count} floaters who come before leave a draw within the rules",
    "lowest-odd": "lowest on {score}, an odd group",
    "lowest-left-odd": "lowest of those left on {score}, an odd number",
    "floated-down": "{player} has floated down before",
    "rest-undrawable": "without {player} the rest of the group cannot be drawn",
    "below-undrawable": "with {player} floating what is left cannot be drawn legally",
    "alone-undrawable": "with {player} alone floating what is left cannot be drawn legally",
    "alone-passes-by": (
        "with {player} alone floating somebody would have to pass by a legal opponent"
    ),
    # and on from group to group
    "floats-on": "{player} floats on from {score}: {because}",
    "none-alone-there": "nobody left there can float alone within the rules",
    "none-legal": "nobody on {score} can play {player}",
    "passes-by": _passes_by,
    "none-free": "nobody on {score} who can play {player} is free",
    "all-taken": "{because}, nobody else on {score} is free to play {player}",
    "taken": "{player} was taken by {by}",
    # whom he meets
    "upfloat": _upfloat,
    "highest": "highest of the group",
    "second-upfloat": "a second upfloat: {because}",
    "none-fresh-legal": "nobody left on {score} without one can play {player}",
    "none-fresh-drawable": lambda reason, event: (
        f"{_floaters(reason)} nobody left on {points_text(reason['score'])} without one gives"
        " a draw within the rules"
    ),
    "floated-up": "{player} (has floated up before)",
    "hindered": "{player} ({because})",
    "no-draw": lambda reason, event: (
        f"{name_of(event, reason['player'])} ({_floaters(reason)} no draw within the rules)"
    ),
    "then-undrawable": "{player} (what is left then cannot be drawn legally)",
    # the bye
    "bye-again": "another bye: no legal draw gives it to somebody who has had fewer",
    "none-left-may-have-bye": "nobody left in the last group can have the bye: {because}",
    "lowest-last": "lowest of the last group",
    "lowest-left-last": "lowest of those left in the last group",
    "passed-over": "{because}",
    # in full
    "score-group": lambda reason, event: (
        f"Score group: {_group(reason)}, {counted(reason['count'], 'player')}."
    ),
    "float-to": lambda reason, event: (
        f"{name_of(event, reason['player'])} floats down to "
        f"{name_of(event, reason['opponent'])} on {_group(reason)}."
    ),
    "halves": _halves,
    "ideal-pairing": "It is the ideal pairing.",
    "ideal-for": "Ideal for {player}: card {high} against {low}, {opponent}.",
    "all-ideal": "The whole group is paired ideally.",
    # what no draw of the round could avoid
    "games-repeated": (
        "no draw of this round is without a repeated game: {count} here, as {because}"
    ),
    "games-with-third-colour": (
        "no draw of this round is without a third colour: {count} here, as {because}"
    ),
    "stuck": stuck_words,
    # late entries
    "late-bye": lambda reason, event: (
        f"{'last of' if reason['last'] else 'of'} the late entries, one is left over"
    ),
    "late-board": "entered after the draw of round 1; late cards pair in order of arrival",
    "late-for-bye": "{opponent} had the bye; {player} entered after the draw of round 1",
}
"""By code; a board within a group, avoided games, floats, the bye, late entries."""

worded = wording(PHRASES)
"""A reason of this format in words, without a full stop."""
