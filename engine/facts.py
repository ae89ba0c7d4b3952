"""What followed from an action, as values: kept beside it in the journal and taken from there.

A format settles things by rules when a round is published, a result is entered, somebody leaves:
sections, quarters, start numbers, walkovers, lots. These are facts from then on. A later version of
the program with other rules reads them and settles nothing anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from engine.entrants import Entrant, EntrantId
from engine.event import Bye, Event, Match, Round
from engine.protocol import Format
from engine.refusal import Refused

OPEN = "-"
"""The result of a board that has none, as slips say it."""
APART = frozenset({"settings", "entrants", "rounds", "revision"})
"""Parts of an event that are compared in their own way; all others are lists or single values."""


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """What became of a round: boards by number, with what they have besides the result (`matches`)
    or the result alone; byes and the fingerprint if they changed.

    `whole` is the round if that does not describe it, `gone` that it was removed.
    """

    number: int
    matches: tuple[Match, ...] = ()
    results: tuple[tuple[int, str], ...] = ()
    byes: tuple[Bye, ...] | None = None
    drawn_from: str | None = None
    whole: Round | None = None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Tail:
    """A list whose first `kept` parts stayed as they were, and what follows them now."""

    kept: int
    new: tuple[Any, ...]


@dataclass(frozen=True)
class Facts:
    """What followed from an action besides what it says: settings by name, fields of entrants,
    rounds, and by its name whatever else of the event changed."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    entrants: Mapping[EntrantId, Mapping[str, Any]] = field(default_factory=dict)
    rounds: tuple[RoundFacts, ...] = ()
    others: Mapping[str, Any] = field(default_factory=dict)


NOTHING = Facts()


def facts_between(before: Event, after: Event, format: Format) -> Facts:
    """What `after` has otherwise; `with_facts` makes it of `before` again."""
    people, others = _entrants(before.entrants, after.entrants), _others(before, after)
    if people is None:
        people, others = {}, {**others, "entrants": _tail(before.entrants, after.entrants)}
    return Facts(
        _settings(before, after, format), people, _rounds(before.rounds, after.rounds), others
    )


def all_settings(event: Event, format: Format, before: Event | None = None) -> dict[str, Any]:
    """Every setting that a save has with its value, those without one as None; also those that were
    set `before` and no longer are."""
    values = format.settings_values(event.settings)
    whole = {key: values.get(key) for key, *_ in format.settings_help()} | values
    left_out = format.settings_left_out(event.settings)
    if before is not None:
        left_out &= format.settings_left_out(before.settings)
    return {key: value for key, value in whole.items() if key not in left_out}


def _settings(before: Event, after: Event, format: Format) -> Mapping[str, Any]:
    if after.settings == before.settings:
        return {}
    old, new = (format.settings_values(event.settings) for event in (before, after))
    return {key: new.get(key) for key in old | new if new.get(key) != old.get(key)}


def _entrants(
    before: tuple[Entrant, ...], after: tuple[Entrant, ...]
) -> dict[EntrantId, dict[str, Any]] | None:
    """By entrant the fields that differ; None if they are not the same people."""
    if after is before:
        return {}
    if [e.id for e in before] != [e.id for e in after]:
        return None
    names = [f.name for f in fields(Entrant)]
    return {
        new.id: {name: getattr(new, name) for name in names if _other(old, new, name)}
        for old, new in zip(before, after, strict=True)
        if new is not old and new != old
    }


def _other(old: Any, new: Any, name: str) -> bool:
    return bool(getattr(old, name) != getattr(new, name))


def _rounds(before: tuple[Round, ...], after: tuple[Round, ...]) -> tuple[RoundFacts, ...]:
    if after is before:
        return ()
    old, new = {r.number: r for r in before}, {r.number: r for r in after}
    gone = [RoundFacts(number, gone=True) for number in old if number not in new]
    return (*gone, *(_round(old.get(r.number), r) for r in after if r != old.get(r.number)))


def _round(old: Round | None, new: Round) -> RoundFacts:
    boards = tuple(m.board for m in new.matches)
    same = replace(new, matches=(), byes=(), drawn_from="")
    if (
        old is None
        or tuple(m.board for m in old.matches) != boards
        or len(set(boards)) < len(boards)
        or same != replace(old, matches=(), byes=(), drawn_from="")
    ):
        matches = tuple(replace(m, result=None) for m in new.matches)
        results = tuple((m.board, m.result.text) for m in new.matches if m.result is not None)
        return RoundFacts(new.number, results=results, whole=replace(new, matches=matches))
    changed = [(was, now) for was, now in zip(old.matches, new.matches, strict=True) if was != now]
    bare = [(was, replace(now, result=was.result)) for was, now in changed]
    return RoundFacts(
        new.number,
        tuple(replace(now, result=None) for was, now in bare if was != now),
        tuple(
            (now.board, OPEN if now.result is None else now.result.text)
            for was, now in changed
            if was.result != now.result
        ),
        None if new.byes == old.byes else new.byes,
        None if new.drawn_from == old.drawn_from else new.drawn_from,
    )


def _others(before: Event, after: Event) -> dict[str, Any]:
    others: dict[str, Any] = {}
    for part in fields(Event):
        old, new = getattr(before, part.name), getattr(after, part.name)
        if part.name not in APART and new is not old and new != old:
            others[part.name] = _tail(old, new) if isinstance(new, tuple) else new
    return others


def _tail(old: tuple[Any, ...], new: tuple[Any, ...]) -> Tail:
    same = zip(old, new, strict=False)
    common = next((at for at, (a, b) in enumerate(same) if a != b), min(len(old), len(new)))
    return Tail(common, new[common:])


def with_facts(event: Event, facts: Facts, format: Format) -> Event:
    """The event with what followed; `Refused` if that names something that does not exist."""
    if facts == NOTHING:
        return event
    values: dict[str, Any] = {
        name: _with_tail(name, getattr(event, name), value) if isinstance(value, Tail) else value
        for name, value in facts.others.items()
    }
    if values:
        event = replace(event, **values)
        refuse_strangers(event, (p for v in facts.others.values() for p in getattr(v, "new", ())))
    if facts.entrants:
        for id in facts.entrants:
            event.entrant(id)
        event = replace(
            event,
            entrants=tuple(
                replace(e, **new) if (new := facts.entrants.get(e.id)) else e
                for e in event.entrants
            ),
        )
    if facts.settings:
        event = replace(event, settings=format.kept_settings(facts.settings, event.settings))
    for round in facts.rounds:
        event = _with_round(event, round, format)
    return event


def _with_tail(name: str, now: tuple[Any, ...], tail: Tail) -> tuple[Any, ...]:
    if tail.kept > len(now):
        raise Refused(f"{name}: {tail.kept} should be there", f"there are {len(now)}", "")
    return (*now[: tail.kept], *tail.new)


_PEOPLE = (
    "entrant", "white", "black", "a", "b", "chooser", "opponent", "over", "left", "taken_by"
)  # fmt: skip


def refuse_strangers(event: Event, parts: Iterable[object]) -> None:
    """`Refused` if one of these names somebody who is not entered."""
    for part in parts:
        for name in _PEOPLE:
            if isinstance(id := getattr(part, name, None), str) and id:
                event.entrant(id)


def _with_round(event: Event, facts: RoundFacts, format: Format) -> Event:
    if facts.gone:
        event.round(facts.number)
        rounds = tuple(r for r in event.rounds if r.number != facts.number)
        return replace(event, rounds=rounds)
    round = facts.whole or event.round(facts.number)
    if facts.whole is not None and facts.number > len(event.rounds) + 1:
        raise Refused(f"{event.called(facts.number)} follows no round", "", "")
    for match in facts.matches:
        round = round.with_match(replace(match, result=round.match(match.board).result))
    for board, text in facts.results:
        match = round.match(board)
        result = None if text == OPEN else format.result_form(match).parse(text)
        round = round.with_match(replace(match, result=result))
    if facts.byes is not None:
        round = replace(round, byes=facts.byes)
    if facts.drawn_from is not None:
        round = replace(round, drawn_from=facts.drawn_from)
    refuse_strangers(event, (*round.matches, *round.byes))
    return event.with_round(round)
