"""The reasons of a KJCA draw in words. Players of a group are counted by their cards in its order;
the word `cards` distinguishes these from start numbers."""

from __future__ import annotations

from decimal import Decimal

from engine.event import Event
from engine.points import counted, points_named, points_text
from engine.reasons import Reason
from formats.deadlock import stuck_words
from formats.wording import MORE, Phrases, listed, listing, name_of, wording

SKIPPING = "somebody has to pass by an opponent who is free"
_OVER = frozenset({"floated-down", "rest-undrawable", "below-undrawable", "alone-undrawable",
                   "alone-passes-by", "had-bye", MORE})  # fmt: skip
_UNDER = frozenset({"taken", "hindered", "floated-up", "no-gain", "no-draw", "then-undrawable",
                    MORE})  # fmt: skip
"""What is said at a float of players who come before in the order, down and up."""


def _change_places(reason: Reason, event: Event) -> str:
    """`Cole (card 10) and Dunn (card 11) change places`."""
    cards = reason["cards"]
    if "players" not in reason.facts:  # of an older event
        *numbers, final = map(str, cards)
        return f"cards {', '.join(numbers)} and {final} change places"
    *others, last = (
        f"{name_of(event, id)} (card {card})"
        for id, card in zip(reason["players"], cards, strict=True)
    )
    return f"{', '.join(others)} and {last} change places"


def _ideal(reason: Reason, event: Event) -> str:
    opponent = name_of(event, reason["opponent"])
    if "card" not in reason.facts:  # of an older event
        high, low = reason["high"], reason["low"]
        return f"the ideal opponent of card {high} is card {low} ({opponent})"
    player, card, ideal = name_of(event, reason["player"]), reason["card"], reason["ideal_card"]
    return f"the ideal opponent of {player} (card {card} of the group) is {opponent} (card {ideal})"


def _gives_way(reason: Reason, event: Event) -> str:
    cards, because = f"cards {reason['high']} v {reason['low']}", worded(reason["because"], event)
    if "players" not in reason.facts:  # of an older event
        return f"changed because of {cards}: {because}"
    names = " and ".join(name_of(event, id) for id in reason["players"])
    return f"moved to keep {names} ({cards}) apart: {because}"


def _brings_another(reason: Reason, event: Event) -> str:
    more = reason["boards"]
    return "avoiding it within the group brings another such game" + (
        f" and changes {counted(more, 'more board')}" if more else ""
    )


def _several(reason: Reason, event: Event) -> str:
    fewer = reason["fewer"]
    without = f"if only {fewer} {'does' if fewer == 1 else 'do'}" if fewer else "if nobody does"
    held = "the rest cannot be paired" if reason["forced"] else SKIPPING
    return f"{reason['count']} must float down: {without}, {held}"


def _passes_by(reason: Reason, event: Event) -> str:
    passed = listed([name_of(event, id) for id in reason["passed"]], reason["more"])
    return (
        "the rest can only be paired if somebody passes by an opponent who is free: "
        f"{name_of(event, reason['player'])} passes by {passed}"
    )


def _no_gain(cost: int) -> str:
    price = f"if at most {counted(cost, 'board')} may change for each"
    return f"the round would have no fewer games that rule 8 asks to avoid, {price}"


def _no_gain_instead(reason: Reason, event: Event) -> str:
    others = listed([name_of(event, id) for id in reason["tried"]], reason["more"])
    return f"with {others} instead, {_no_gain(reason['cost'])}"


def _floaters(reason: Reason) -> str:
    """What was settled when a floater chose."""
    first = " and those above choosing first" if reason["after_others"] else ""
    return f"with these players floating{first}"


def _every_draw(reason: Reason, event: Event) -> str:
    tail = ", or one who has floated up before" if reason["or_second_upfloat"] else ""
    name = name_of(event, reason["player"])
    kept = "an opponent of the same school, club or family"
    return f"{_floaters(reason)}, every draw within the rules gives {name} {kept}{tail}"


def _group(reason: Reason) -> str:
    return points_named(Decimal(reason["score"]))


IDEAL_SHOWN = 4
"""How many games of the ideal pairing are named."""


def _halves(reason: Reason, event: Event) -> str:
    half = reason["half"]
    if half == 1:
        return "1 board within the group, card 1 against card 2."
    ideal = ", ".join(f"{i} v {half + i}" for i in range(1, min(half, IDEAL_SHOWN) + 1))
    and_so_on = " and so on" if half > IDEAL_SHOWN else ""
    halves = f"ideally the top half meets the bottom half in order, cards {ideal}{and_so_on}"
    this = f"This is card {reason['high']} against {reason['low']}."
    return f"{counted(half, 'board')} within the group: {halves}. {this}"


def _places_moved(reason: Reason, event: Event) -> str:
    """`Cole (card 3) plays card 9, not 8; Dunn (card 9) plays card 3, not 4: 1² + 1²`."""
    names = [name_of(event, id) for id in reason["players"]]
    cards, ideals = reason["cards"], reason["ideals"]
    plays = (
        f"{name} (card {card}) plays card {other}" + f", not {ideal}" * (ideal != other)
        for name, card, other, ideal in zip(names, cards, cards[::-1], ideals, strict=True)
    )
    apart = (abs(other - ideal) for other, ideal in zip(cards[::-1], ideals, strict=True))
    return f"    {'; '.join(plays)}: {' + '.join(f'{places}²' for places in apart)}"


def _downfloat(reason: Reason, event: Event) -> str:
    return _floats("floats down", "second-downfloat", _OVER, reason, event)


def _upfloat(reason: Reason, event: Event) -> str:
    return _floats("floats up", "second-upfloat", _UNDER, reason, event)


def _floats(verb: str, again: str, others: frozenset[str], reason: Reason, event: Event) -> str:
    """`Dunn floats up again: everybody left on 1 who can play Ash has floated up before; passed
    over: Bede (they met in round 1)`: what is said of another player follows that player's name."""
    because = [one["because"] if one.code == again else one for one in reason["because"]]
    own = [one for one in because if one.code not in others]
    passed = [one for one in because if one.code in others]
    said = [worded(one, event) for one in own]
    verb += " again" * any(one.code == again for one in reason["because"])
    text = f"{name_of(event, reason['player'])} {verb}" + f": {'; '.join(said)}" * bool(said)
    return f"{text}; passed over: {listing(passed, event, _passed_over)}" if passed else text


def _passed_over(reason: Reason, event: Event) -> str:
    if reason.code == "taken":
        return f"{name_of(event, reason['player'])} (plays {name_of(event, reason['by'])})"
    if reason.code == "had-bye":
        return f"{name_of(event, reason['player'])} (has had the bye)"
    return worded(reason, event)


PHRASES: Phrases = {
    # within a score group
    "ideal": _ideal,
    "gives-way": _gives_way,
    "exchanged": _change_places,
    "change-places": _change_places,
    "colours-turned": "colours changed: {player} would have {colour} for the third time running",
    "repeat-forced": "every draw of this round repeats a game",
    "third-colour-forced": (
        "in every draw of this round somebody has one colour for the third time running"
    ),
    # the cost of avoiding a game that rule 8 asks to avoid
    "avoiding-unpriced": lambda reason, event: (
        "avoiding more of these games within the group, if possible at all, would change more than "
        f"{counted(reason['cost'], 'board')} for each (rule 8)"
    ),
    "avoiding-impossible": "no legal draw of the group avoids it with the floats as they are",
    "avoiding-brings-another": _brings_another,
    "avoiding-costs": lambda reason, event: (
        f"avoiding it within the group would change {counted(reason['boards'], 'more board')}, "
        f"and at most {reason['most']} may change for it (rule 8)"
    ),
    "not-apart": "same {field}, {value}: kept apart from round 2 on",
    "rule-8-powerless": "by the settings no board is changed to avoid that (rule 8)",
    "allowed": "the arbiter has allowed this pair",
    "alone-on-top": (
        "they may meet: they alone are on maximum points before the last round (rule 8)"
    ),
    "no-gain-instead": _no_gain_instead,
    "no-gain": lambda reason, event: (
        f"{name_of(event, reason['player'])} ({_no_gain(reason['cost'])})"
    ),
    "every-draw-has-one": _every_draw,
    # who floats down
    "downfloat": _downfloat,
    "downfloat-by-lock": "{player} floats down by order of the arbiter",
    "several-float": _several,
    "second-downfloat": "floats down again: {because}",
    "all-floated": "everybody on {score} has floated down before",
    "all-left-floated": "everybody left on {score} has floated down before",
    "none-alone": (
        "nobody left on {score} who has not floated down can float alone within the rules"
    ),
    "none-earlier": "no other {count} whom the rules take first leave a draw within the rules",
    "lowest-odd": lambda reason, event: (
        f"the lowest of an odd number of players on {_group(reason)}"
    ),
    "lowest-left-odd": lambda reason, event: (
        f"the lowest of an odd number of players left on {_group(reason)}"
    ),
    "floated-down": "{player} (has floated down before)",
    "rest-undrawable": "{player} (the rest of the group could not then be paired)",
    "below-undrawable": "{player} (the rest could not then be paired)",
    "alone-undrawable": "{player} (if alone, the rest could not be paired)",
    "alone-passes-by": f"{{player}} (if alone, {SKIPPING})",
    # and on from group to group
    "floats-on": "{player} floats on from {score}: {because}",
    "none-alone-there": "nobody left there can float alone within the rules",
    "none-legal": "nobody on {score} can play {player}",
    "passes-by": _passes_by,
    "none-free": "nobody on {score} who can play {player} is free",
    "all-taken": "{because}, and nobody else on {score} is free to play {player}",
    "taken": "{player} already plays {by}",
    # whom he meets
    "upfloat": _upfloat,
    "highest": "the highest of the group",
    "second-upfloat": "floats up again: {because}",
    "none-fresh-legal": "everybody left on {score} who can play {player} has floated up before",
    "none-fresh-drawable": lambda reason, event: (
        f"{_floaters(reason)}, only somebody on {points_text(reason['score'])} who has floated up"
        " before leaves a draw within the rules"
    ),
    "floated-up": "{player} (has floated up before)",
    "hindered": "{player} ({because})",
    "no-draw": lambda reason, event: (
        f"{name_of(event, reason['player'])} ({_floaters(reason)}, leaves no draw within the rules)"
    ),
    "then-undrawable": "{player} (the rest could not then be paired)",
    # the bye
    "bye-again": "another bye: no legal draw gives it to somebody who has had fewer",
    "none-left-may-have-bye": lambda reason, event: (
        "nobody left in the last group can have the bye: "
        f"{listing(reason['because'], event, _passed_over)}"
    ),
    "lowest-last": "the lowest of the last group",
    "lowest-left-last": "the lowest of those left in the last group",
    "passed-over": lambda reason, event: (
        f"passed over: {listing(reason['because'], event, _passed_over)}"
    ),
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
    "ideal-for": lambda reason, event: f"The{_ideal(reason, event)[3:]}.",
    "places-moved": _places_moved,
    "all-ideal": "The whole group is paired ideally.",
    # what no draw of the round could avoid
    "games-repeated": ("every draw of this round repeats a game: {count} here, as {because}"),
    "games-with-third-colour": (
        "every draw of this round gives somebody one colour for the third time running: "
        "{count} here, as {because}"
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
