"""The reasons of a Dutch draw in words, for every format that draws with this engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import partial

from engine.event import COLOUR_NAMES, Event
from engine.points import counted, points_named
from engine.reasons import Reason
from formats.dutch.measures import TEXTS
from formats.dutch.reading import origin
from formats.wording import Phrases, drawn_again, listed, name_of, phrase, wording

FIRST_COLOUR = {
    "lot": "; the colour of number 1 was drawn by lot",
    "set": "; the colour of number 1 is given in the settings",
    "played": "; the colour of number 1 is that of round 1 as it was played",
    "": "",
}
"""Follows a colour that depends on it: where it comes from (`reading.origin`)."""

PREDICATES = {
    "met": "met in round {round}",
    "barred": "are barred by the arbiter",
    "both-without-fail": "must both have {colour} and cannot meet (C3)",
    "bye-in": "had the bye in round {round}",
    "won-unplayed": "won round {round} without playing",
    "beyond-difference": "cannot both keep White and Black games within two of each other (C10)",
    "third-running": "cannot both be spared {colour} for the third time running (C11)",
    "both-due": "are both due {colour} (C12)",
    "both-strongly-due": "are both strongly due {colour} (C13)",
    "scored-unplayed": (
        "scored in round {round} without playing, which counts as a downfloat ({by_rule})"
    ),
    "floated-down": "floated down in round {round} ({by_rule})",
    "floated-up": "floated up in round {round} ({by_rule})",
    "worse-below": "would make the draw below worse (C4 to C8)",
}
"""What a cause says of its `players`, who precede it or are called *they*."""


def _predicate(cause: Reason, event: Event) -> str:
    if cause.code == "unplayed":
        return f"has already had {counted(cause['count'], 'round')} without a game (C9)"
    return phrase(PREDICATES[cause.code], cause, event, words)


IDEAL_FAILS = "; the group's ideal pairing fails: "


def _cause(cause: Reason, event: Event) -> str:
    """`Dunloy had the bye in round 2`."""
    return f"{_subject(cause, event)} {_predicate(cause, event)}"


def _subject(cause: Reason, event: Event) -> str:
    return " and ".join(name_of(event, id) for id in cause["players"])


def _against_ideal(reason: Reason, event: Event) -> str:
    """`: they met in round 2`, or for others what the group's ideal pairing has against it first:
    it need not be what decided this board."""
    cause = reason.get("because")
    if cause is None:
        return ""
    own = {reason["player"], reason.get("opponent")}
    if not set(cause["players"]) <= own:
        return f"{IDEAL_FAILS}{_cause(cause, event)}"
    if len(cause["players"]) == 2:
        return f": they {_predicate(cause, event)}"
    return f", but {_cause(cause, event)}"


def _off_ideal(reason: Reason, event: Event) -> str:
    name, place = name_of(event, reason["player"]), reason["place"]
    if "opponent" not in reason.facts:
        meant = f"{name} ({place} in the group) ideally floats"
    else:
        opponent = name_of(event, reason["opponent"])
        both = f"{place} v {reason['ideal_place']} in the group"
        meant = f"{name} ideally meets {opponent} ({both})"
    return meant + _against_ideal(reason, event)


def _downfloat(reason: Reason, event: Event) -> str:
    """`Dunloy floats down from 2½ points: the lowest of 5, an odd number`."""
    name, group = name_of(event, reason["player"]), words(reason["group"], event)
    if reason.get("moved"):
        outcome = (
            f"{name}, moved down to {group}, {'has the bye' if reason['bye'] else 'floats on'}"
        )
    elif reason["bye"]:
        outcome = f"{name} of {group} has the bye"
    else:
        outcome = f"{name} floats down from {group}"
    count, down = reason["count"], reason["down"]
    if reason["ideal"]:
        left = " left" * bool(reason.get("left"))
        if count == 1:
            return f"{outcome}: nobody else is{left} there"
        if down > 1:
            some = f"all {down}" if down == count else f"{down} of the {count}"
            return f"{outcome}: {some}{left} there must float"
        # a moved-down player who goes on is above the others of the bracket
        who = "the lowest" if reason["lowest"] else "one"
        return f"{outcome}: {who} of {count}{left}, an odd number"
    cause = reason.get("because")
    if cause is None:
        return outcome
    if not reason["instead"]:
        return f"{outcome}{IDEAL_FAILS}{_cause(cause, event)}"
    return f"{outcome}, not {_subject(cause, event)}, who {_predicate(cause, event)}"


def _alternated(reason: Reason, event: Event) -> str:
    (player, colour, round), (other, other_colour, other_round) = reason["had"]
    return (
        f"{name_of(event, player)} had {COLOUR_NAMES[colour]} in round {round} and "
        f"{name_of(event, other)} {COLOUR_NAMES[other_colour]} in round {other_round}, when their "
        "colours last differed (5.2.3)"
    )


def _granted(reason: Reason, event: Event) -> str:
    due = [f"{name_of(event, id)} is due {COLOUR_NAMES[colour]}" for id, colour in reason["due"]]
    return f"{', '.join(due)}{'' if len(due) == 2 else ', the other player neither colour'} (5.2.1)"


def _neither(reason: Reason, event: Event) -> str:
    parity = "odd" if reason["number"] % 2 else "even"
    return (
        f"neither is due a colour; {name_of(event, reason['player'])}, number {reason['number']} "
        f"of those paired so far ({parity}), has {COLOUR_NAMES[reason['colour']]} "
        f"(5.2.5){FIRST_COLOUR[origin(event)]}"
    )


def _points(reason: Reason, event: Event) -> str:
    """`2½ points`, `Section B · 1 point`, `3 n-points`."""
    section = f"Section {reason['section']} · " if "section" in reason.facts else ""
    word = "n-point" if reason.get("notional") else "point"
    return section + points_named(Decimal(reason["score"]), word)


def group_size(reason: Reason) -> str:
    """`5 players, one floats down`, `4 players and 1 moved down`."""
    players = counted(reason["residents"], "player")
    if reason["moved"]:
        players += f" and {reason['moved']} moved down"
    down = reason["down"]
    if not down:
        return players
    if reason["bye"]:
        return f"{players}, one has the bye"
    return f"{players}, {'one floats' if down == 1 else f'{down} float'} down"


def group_words(size: int, level: int, above: int, down: Mapping[str, int], bye: bool) -> str:
    """`9 players: 4 play each other, 2 play downfloaters (boards above), 1 floats down to ½ point,
    1 to 0 points, 1 has the bye`: together they are the group; those who float down play on its
    boards. `down` has how many by the group's name."""
    players = counted(size, "player")
    if level == size:
        return players
    parts = [f"{level} play each other"] * bool(level)
    if above:
        parts.append("1 plays a downfloater (board above)" if above == 1
                     else f"{above} play downfloaters (boards above)")  # fmt: skip
    for at, (group, count) in enumerate(down.items()):
        floats = "" if at else " floats down" if count == 1 else " float down"
        parts.append(f"{count}{floats} to {group}")
    parts += ["1 has the bye"] * bye
    if left := size - level - above - sum(down.values()) - bye:
        parts.append(f"{left} without an opponent")
    return f"{players}: {', '.join(parts)}"


def _group(reason: Reason, event: Event) -> str:
    line = f"{words(reason['group'], event)}: {group_size(reason)}"
    if members := reason["members"]:
        names = (
            f"{no} {name_of(event, id)}{' (moved down)' if no <= reason['moved'] else ''}"
            for no, id in enumerate(members, start=1)
        )
        line += f": {', '.join(names)}"
    return line


def _ideal_opponents(reason: Reason, event: Event) -> str:
    one, other = (name_of(event, reason[name]) for name in ("player", "opponent"))
    return (
        f"{one} v {other}, {reason['place']} v {reason['ideal_place']} in the group: "
        "ideal opponents"
    )


def _difference(outcome: Reason, event: Event) -> str:
    where = f" in {words(outcome['group'], event)}" if "group" in outcome.facts else ""
    if outcome["criterion"] == "order":
        return (
            f"no criterion gets worse{where}, but other pairs come first in FIDE's order "
            "(article 4)"
        )
    was, then = outcome["shown"]
    criterion = outcome["criterion"]
    return f"{TEXTS[criterion]}{where}: {then} instead of {was} ({criterion})"


def _minimum(reason: Reason, event: Event) -> str:
    criterion = reason["criterion"]
    where = words(reason["group"], event)
    return f"{TEXTS[criterion]} in {where}: {reason['shown']}; that is the minimum ({criterion})"


def _pairs(reason: Reason, event: Event) -> str:
    most, drawn = reason["most"], reason["drawn"]
    if most > drawn:
        return (
            f"{counted(most, 'pair')} could be made here, but with more than {drawn} the rest"
            " could not all be drawn (C4)"
        )
    return f"{counted(drawn, 'pair')} at most can be made of those who may meet here"


def _nobody_may(reason: Reason, event: Event) -> str:
    barred: Iterable[str] = (_cause(cause, event) for cause in reason["because"])
    where = words(reason["group"], event)
    return f"nobody with {where} may have it: {listed(barred, reason['more'])} (C2)"


def _elsewhere(reason: Reason, event: Event) -> str:
    draw = {"no-locks": "without locks", "own": "the computer draw"}[reason["draw"]]
    name = name_of(event, reason["player"])
    if "opponent" not in reason.facts:
        return f"{draw}: {name} has the bye"
    opponent = name_of(event, reason["opponent"])
    return f"{draw}: {name} has {COLOUR_NAMES[reason['colour']]} against {opponent}"


PHRASES: Phrases = {
    # groups
    "points": _points,
    "group": _group,
    # boards
    "off-ideal": _off_ideal,
    "ideal-opponents": _ideal_opponents,
    "downfloat": _downfloat,
    "both-due-one-colour": "both are due {colour}; {player} gets it: {because}",
    "ranks-higher": "{player} ranks higher (5.2.4)",
    "stronger": "the stronger claim, {over} against {under} (5.2.2)",
    "wider": "{over} more games of the other colour, against {under} (5.2.2)",
    "alternated": _alternated,
    "both-granted": _granted,
    "neither-due": _neither,
    "colours": "colours: {because}",
    "colours-turned": "the colours have been turned; those of the rules:",
    # what else was possible
    "drawn-again": partial(drawn_again, floats="down", completion="C4", difference=_difference),
    "minimum": _minimum,
    "pairs": _pairs,
    "bye-score": "the bye goes to the lowest score that can have it: {group} (C5)",
    "bye-undrawable": "with the bye at {group} the others could not all be drawn",
    "nobody-may-have-bye": _nobody_may,
    # rounds that are not the engine's
    "not-drawn": "this is not the computer draw",
    "elsewhere": _elsewhere,
    "as-it-stands": lambda reason, event: (
        f"in this round as it stands, {_difference(reason['outcome'], event)}"
    ),
    "without-bars": lambda reason, event: (
        f"without the arbiter's bars, {_difference(reason['outcome'], event)}"
    ),
    "rules-leave-none": "the rules leave no draw of this round",
    "absent": "absent",
    "asked-for": "asked for",
}
"""By code."""

words = wording(PHRASES)
