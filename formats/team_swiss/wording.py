"""The reasons of a draw of teams in words."""

from __future__ import annotations

from functools import partial

from engine.event import COLOUR_NAMES, Event
from engine.points import counted
from engine.reasons import Reason
from formats.dutch.reading import origin
from formats.dutch.wording import FIRST_COLOUR, IDEAL_FAILS
from formats.dutch.wording import PHRASES as DUTCH_PHRASES
from formats.team_swiss.measures import TEXTS
from formats.wording import Phrases, drawn_again, listed, name_of, phrase, wording

PREDICATES = {
    "met": "met in round {round}",
    "barred": "are barred by the arbiter",
    "bye-in": "had the bye in round {round}",
    "won-unplayed": "won round {round} without playing",
    "both-due": "are both due {colour} (C8)",
    "both-strongly-due": "are both strongly due {colour} (C9)",
    "team-floated": "floated in round {round} ({by_rule})",
    "met-all": "has met everybody of {group} (C1)",
}
"""What a cause says of its `players`, who precede it or are called *they*."""

ARTICLES: dict[str, str] = {
    "4.3.2": "only {due} (4.3.2)",
    "4.3.3": "{due} (4.3.3)",
    "4.3.4": "{due}; {strong} strongly (4.3.4)",
    "4.3.5": "{due}; the colour difference of {first} is {gap}, of {other} {other_gap} (4.3.5)",
    "4.3.6": "{due}; they change from when their colours last differed, {had} (4.3.6)",
    "4.3.7": "{due}; {first} is the first-team (4.3.7)",
    "4.3.8": "{due}; {first}, the first-team, alternates from its last match (4.3.8)",
    "4.3.9": "{due}; {other} alternates from its last match (4.3.9)",
}
"""By the article that decided."""
LATE = {
    "order": "other pairs come first in FIDE's order (3.6.3)",
    "floaters": "these upfloaters come later in the order of pairing numbers (3.5.4)",
    "bye number": "its number is smaller (3.4.4)",
}
"""What decides where no criterion does."""


def _predicate(cause: Reason, event: Event) -> str:
    return phrase(PREDICATES[cause.code], cause, event, words)


def _subject(cause: Reason, event: Event) -> str:
    return " and ".join(name_of(event, id) for id in cause["players"])


def _cause(cause: Reason, event: Event) -> str:
    """`Dunloy had the bye in round 2`."""
    return f"{_subject(cause, event)} {_predicate(cause, event)}"


def _off_ideal(reason: Reason, event: Event) -> str:
    name, opponent = name_of(event, reason["player"]), name_of(event, reason["opponent"])
    meant = f"{name} ideally meets {opponent} ({reason['place']} v {reason['ideal_place']})"
    cause = reason.get("because")
    if cause is None:
        return meant
    if set(cause["players"]) == {reason["player"], reason["opponent"]}:
        return f"{meant}: they {_predicate(cause, event)}"
    return f"{meant}{IDEAL_FAILS}{_cause(cause, event)}"


def _upfloat(reason: Reason, event: Event) -> str:
    """`Dunloy floats up from 3 points: the first of 4 by number`."""
    name = name_of(event, reason["player"])
    outcome = f"{name} floats up from {words(reason['group'], event)}"
    count, up = reason["count"], reason["up"]
    if reason["ideal"]:
        if count == 1:
            return f"{outcome}: no other team is there"
        number = "the first" if up == 1 else f"{up} float up, it is among the first"
        return f"{outcome}: {number} of {count} by number"
    instead = reason.get("instead", ())
    if not instead:
        return outcome
    names = " and ".join(name_of(event, id) for id in instead)
    if "because" not in reason.facts:
        return f"{outcome}, not {names}"
    return f"{outcome}, not {names}: {_cause(reason['because'], event)}"


def _team_bye(reason: Reason, event: Event) -> str:
    name, group = name_of(event, reason["player"]), words(reason["group"], event)
    if reason["count"] == 1:
        return f"{name} has the bye: the only team with {group}, the lowest score that can have it"
    return (
        f"{name} has the bye: of {counted(reason['count'], 'team')} with {group}, the lowest score "
        "that can have it, by most matches played and the largest number (3.4)"
    )


def bracket_size(reason: Reason) -> str:
    """`5 teams, one floats up to them`."""
    teams = counted(reason["residents"], "team")
    up = reason["up"]
    if not up:
        return teams
    them = "it" if reason["residents"] == 1 else "them"
    return f"{teams}, {'one floats' if up == 1 else f'{up} float'} up to {them}"


def _group(reason: Reason, event: Event) -> str:
    line = f"{words(reason['group'], event)}: {bracket_size(reason)}"
    names = [f"{number} {name_of(event, id)}" for number, id in reason["named"]]
    return f"{line}: {', '.join(names)}" if names else line


def _colours(reason: Reason, event: Event) -> str:
    """The colours due, the article, and the colours given by it."""
    first, other = name_of(event, reason["player"]), name_of(event, reason["opponent"])
    colour = COLOUR_NAMES[reason["colour"]]
    allotted = f"{colour} for {first}"
    if reason["article"] == "4.3.1":
        parity = "odd" if reason["number"] % 2 else "even"
        counted = f"number {reason['number']} of the teams so far ({parity})"
        lot = FIRST_COLOUR[origin(event)]
        return f"neither has played; {first}, {counted}, has {colour} (4.3.1){lot}"
    due = [f"{name_of(event, id)} is due {COLOUR_NAMES[colour]}" for id, colour in reason["due"]]
    colours = {colour for _, colour in reason["due"]}
    if len(due) == 2 and len(colours) == 1:
        due = [f"both are due {COLOUR_NAMES[colours.pop()]}"]
    had = (
        f"{COLOUR_NAMES[colour]} for {name_of(event, id)} in round {round}"
        for id, colour, round in reason.get("had", ())
    )
    gap, other_gap = (f"{n:+d}".replace("-", "−") for n in reason.get("differences", (0, 0)))
    text = ARTICLES[reason["article"]].format(
        due=", ".join(due) or "neither is due a colour",
        strong=name_of(event, reason["strong"]) if "strong" in reason.facts else "",
        gap=gap,
        other_gap=other_gap,
        had=", ".join(had),
        first=first,
        other=other,
    )
    return f"{text}: {allotted}"


def _difference(outcome: Reason, event: Event) -> str:
    where = f" in {words(outcome['group'], event)}" if "group" in outcome.facts else ""
    criterion = outcome["criterion"]
    if criterion in LATE:
        return f"no criterion gets worse{where}, but {LATE[criterion]}"
    was, then = outcome["shown"]
    article = f" ({criterion})" if criterion.startswith("C") and criterion != "colours" else ""
    return f"{TEXTS[criterion]}{where}: {then} instead of {was}{article}"


def _ideal_opponents(reason: Reason, event: Event) -> str:
    """By pairing numbers, where the Dutch draw counts within the group."""
    one, other = (name_of(event, reason[name]) for name in ("player", "opponent"))
    numbered = f"{one} ({reason['place']}) v {other} ({reason['ideal_place']})"
    return f"{numbered}: ideal opponents of the group"


def _minimum(reason: Reason, event: Event) -> str:
    criterion, where = reason["criterion"], words(reason["group"], event)
    return f"{TEXTS[criterion]} in {where}: {reason['shown']}; that is the minimum ({criterion})"


def _no_bye_for(reason: Reason, event: Event) -> str:
    barred = (_cause(cause, event) for cause in reason["because"])
    return f"the bye goes to none of these: {listed(barred, reason['more'])} (C2)"


_SHARED = ("points", "colours", "colours-turned", "not-drawn", "elsewhere")
_LEFT_TO_THE_RULES = ("rules-leave-none", "absent", "asked-for")

PHRASES: Phrases = {
    **{code: DUTCH_PHRASES[code] for code in (*_SHARED, *_LEFT_TO_THE_RULES)},
    "team-group": _group,
    "ideal-opponents": _ideal_opponents,
    "off-ideal": _off_ideal,
    "upfloat": _upfloat,
    "team-bye": _team_bye,
    "no-bye-for": _no_bye_for,
    "team-colours": _colours,
    "drawn-again": partial(drawn_again, floats="up", completion="C3", difference=_difference),
    "minimum": _minimum,
    "as-it-stands": lambda reason, event: (
        f"in this round as it stands, {_difference(reason['outcome'], event)}"
    ),
}
"""By code; those of the Dutch draw that say the same here are its own."""

words = wording(PHRASES)
