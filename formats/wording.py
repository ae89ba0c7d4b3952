"""Reasons in words: phrases with the facts in them, and what Swiss formats say alike.

A format has a table of phrases by code, such as `{player} floats down: {because}`. A fact goes into
a phrase as its name asks: `player`, `opponent` and `by` are entrants, `players` several, `score` is
points, `colour` one of White and Black, and reasons within the facts are worded like all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from engine.entrants import EntrantId
from engine.event import COLOUR_NAMES, Event, entrants_by_id
from engine.points import points_text
from engine.reasons import STATED, Reason
from engine.reasons import worded as plainly_worded

if TYPE_CHECKING:
    from fractions import Fraction

Words = Callable[[Reason, Event], str]
Phrases = Mapping[str, str | Callable[[Reason, Event], str]]
"""By code a phrase, or what makes one."""

MORE = "more"
"""The code of how many others there are that a list does not name (`count`)."""


def name_of(event: Event, id: EntrantId) -> str:
    """An entrant's name; the number of one who is not entered."""
    entrant = entrants_by_id(event).get(id)
    return entrant.name if entrant is not None and entrant.name else str(id)


def listed(parts: Iterable[str], more: int = 0) -> str:
    """`A, B, C and 2 more`; names that have commas of their own have dots between."""
    parts = tuple(parts)
    between = " · " if any("," in part for part in parts) else ", "
    return between.join(parts) + (f" and {more} more" if more else "")


def one_decimal(number: Fraction) -> str:
    """A fraction to one decimal, halves up; whole numbers without any."""
    tenths = (20 * number.numerator + number.denominator) // (2 * number.denominator)
    whole, rest = divmod(tenths, 10)
    return f"{whole}.{rest}" if rest else str(whole)


def listing(reasons: Iterable[Reason], event: Event, words: Words) -> str:
    """Reasons within a reason, with commas between; how many more there are at its end."""
    reasons = tuple(reasons)
    parts = [words(reason, event) for reason in reasons if reason.code != MORE]
    return listed(parts, sum(reason["count"] for reason in reasons if reason.code == MORE))


def phrase(text: str, reason: Reason, event: Event, words: Words) -> str:
    """A phrase with the facts of a reason in it; KeyError where it lacks one."""
    shown = {name: _shown(name, fact, event, words) for name, fact in reason.facts.items()}
    return text.format_map(shown)


def _shown(name: str, fact: Any, event: Event, words: Words) -> str:
    if isinstance(fact, Reason):
        return words(fact, event)
    if isinstance(fact, tuple) and fact and isinstance(fact[0], Reason):
        return listing(fact, event, words)
    if name in ("player", "opponent", "by"):
        return name_of(event, fact)
    if name == "players":
        return " and ".join(name_of(event, id) for id in fact)
    if name == "score":
        return points_text(Decimal(fact))
    if name == "colour":
        return COLOUR_NAMES[fact]
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)


def wording(phrases: Phrases) -> Words:
    """A format's `worded`, of its phrases; then the common ones."""

    def stated(reason: Reason, event: Event) -> str:
        """A reason of a line as a sentence of its own."""
        text = words(reason["because"], event)
        return f"{text[:1].upper()}{text[1:]}."

    all_phrases: Phrases = {**COMMON, STATED: stated, **phrases}

    def words(reason: Reason, event: Event) -> str:
        text = all_phrases.get(reason.code)
        if text is None:
            return plainly_worded(reason, event)
        return phrase(text, reason, event, words) if isinstance(text, str) else text(reason, event)

    return words


def _in_common(reason: Reason, event: Event) -> str:
    return ", ".join(f"same {field}: {value}" for field, value in reason["shared"])


def drawn_again(
    reason: Reason, event: Event, floats: str, completion: str, difference: Words
) -> str:
    """What would come of a round in which the player has another opponent, floats (`up` or
    `down`), or has the bye; `completion` is the criterion by which the rest must be drawn."""
    name, outcome = name_of(event, reason["player"]), reason["outcome"]
    tried = f"the bye for {name}"
    if reason["what"] == "pair":
        tried = f"{name} v {name_of(event, reason['opponent'])}"
    elif reason["what"] == "float":
        tried = f"{name} floating {floats}"
    if outcome.code == "undrawable":
        return f"with {tried}, the rest could not be drawn ({completion})"
    if outcome.code == "as-good":
        return f"{tried} would do as well"
    return f"with {tried}, {difference(outcome, event)}"


COMMON: Phrases = {
    "met": "they met in round {round}",
    "barred": "the arbiter has barred them",
    "locked-with": "{players} locked",
    "third-colour": "both had {colour} twice running",
    "in-common": _in_common,
    "had-bye": "{player} has had the bye",
    "least": "No draw of the group does better than this, the most important first:",
    "counted": "  {text}: {shown}",
}
"""Why two may not meet, or somebody may not have the bye: `players` are the two; and what a group
has by a criterion."""
