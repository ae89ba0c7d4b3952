"""A format as screens and commands ask it: a word of it that fails is one line of text.

A place opens whatever the format's adviser, panel or explanation does. Only what is shown is
guarded here; draws, settings, results and whatever else an event is made of fail as they fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, cast

from engine.event import Bye, Event, Match, Round
from engine.protocol import (
    Advice,
    Conflict,
    DividedField,
    Format,
    Measure,
    Qualifying,
    Rule,
    Severity,
)
from engine.reasons import Reasons, sentence
from engine.refusal import Refused
from engine.waiting import NextStep

if TYPE_CHECKING:
    from engine.tables import Panel

loud = False
"""Whether failures are raised instead: a test must not pass because a fault became a line."""


def _nowhere(error: Exception) -> object:
    """Where no program has said where details go."""


report: Callable[[Exception], object] = _nowhere
"""Writes the details of a fault down; set by the program."""


def worded(error: Exception) -> str:
    """A failure in one line: a refusal as it stands, anything else as a fault of the program."""
    if isinstance(error, Refused):
        return str(error)
    return f"the program failed here ({type(error).__name__}); please report it"


def noted(error: Exception) -> str:
    """The line that stands for a failure; the details of a fault are written down."""
    if loud:
        raise error
    if not isinstance(error, Refused):
        report(error)
    return worded(error)


@lru_cache(maxsize=64)
def steady(format: Format) -> Format:
    """`format`, whose words cannot fail. The same object for the same format."""
    return cast(Format, _Steady(format))


class _Steady:
    def __init__(self, format: Format) -> None:
        self.plain = format

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.plain, name)
        return partial(self._asked, name, value) if name in _INSTEAD else value

    def _asked(self, name: str, ask: Callable[..., Any], *args: Any) -> Any:
        try:
            answer = ask(*args)
        except Exception as error:
            return _INSTEAD[name](self.plain, noted(error), *args)
        return tuple(map(_judging, answer)) if name == "rules" else answer


def why(format: Format, event: Event, reasons: Reasons) -> str:
    """The reasons of a board or a bye as one sentence, for every reader: console, pages, command
    line, JSON and the save files."""
    return sentence(reasons, event, steady(format).worded)


def _judging(rule: Rule) -> Rule:
    return cast(Rule, _SteadyRule(rule))


class _SteadyRule:
    def __init__(self, rule: Rule) -> None:
        self.plain = rule

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        try:
            return tuple(self.plain.judge_match(match, number, event))
        except Exception as error:
            return _Unjudged(noted(error)).judge_match(match, number, event)

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        try:
            return tuple(self.plain.judge_bye(bye, number, event))
        except Exception as error:
            return _Unjudged(noted(error)).judge_bye(bye, number, event)


class _Unjudged(Rule):
    """Marks what could not be judged, so that a missing mark is never taken for a clean board."""

    id = "unjudged"
    severity = Severity.SHOULD

    def __init__(self, line: str) -> None:
        self.text = f"not judged: {line}"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        return (self._found(match, self.text),)

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        return (Conflict(self.id, self.severity, self.text, None, (bye.entrant,)),)


def _step(format: Format, line: str, event: Event) -> NextStep:
    step = Format.next_step(format, event)
    return step._replace(notes=(*step.notes, f"what comes next is not certain: {line}"))


def _panels(format: Format, line: str, event: Event) -> list[Panel]:
    from engine.tables import Panel

    return [Panel("Not shown", ("Why",), ((line,),))]


def _headings(format: Format, line: str, event: Event, round: Round) -> Mapping[str, str]:
    return {match.group: line for match in round.matches}


def _by_default(name: str) -> Callable[..., Any]:
    """What the class that declares it says: for words that have no room for a line."""
    part = next(part for part in (Format, DividedField, Qualifying) if hasattr(part, name))
    return lambda format, line, *args: getattr(part, name)(format, *args)


_INSTEAD: Mapping[str, Callable[..., Any]] = {
    "advise": lambda format, line, event: [Advice(f"no advice: {line}", urgent=True)],
    "panels": _panels,
    "explain": lambda format, line, event, round, place: (f"no reason can be given: {line}",),
    "worded": lambda format, line, reason, event: f"no reason can be given: {line}",
    "headings": _headings,
    "measures": lambda format, line, event, round: (Measure("", "not counted", line, 0),),
    "rules": lambda format, line, event: (_Unjudged(line),),
    "next_step": _step,
    **{
        name: _by_default(name)
        for name in (
            "levels", "meetings", "divided", "qualified", "declinable",
            "round_of_all", "round_mark", "group_name", "rounds_planned", "of_teams", "sides",
            "seating", "expected", "late_boards", "adjourned_means", "leaving_means", "news",
            "entry_hint",
        )
    },
}  # fmt: skip
