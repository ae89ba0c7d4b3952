"""What an arbiter is told of a round without a legal draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.entrants import EntrantId
from engine.event import Event
from engine.history import cards
from engine.perfect import Edge
from engine.reasons import Reason
from engine.refusal import NoDraw
from formats.deadlock import Deadlock

MOST_NAMES = 8
"""More are counted."""

LARGEST = 1_000
"""Of larger fields nothing is looked for: all their pairs are too many."""


def told(case: Deadlock) -> NoDraw:
    """The refusal: which round, who cannot get an opponent, what can be done."""
    problem = f"round {case.number} has no legal draw"
    if len(case.ids) > LARGEST:
        remedy = "take back bars and locks if there are any, or pair by hand"
        return NoDraw(problem, f"not all of these {len(case.ids)} can get an opponent", remedy)
    players = tuple(case.ids[i] for i in case.cause.players) if case.cause else ()
    if case.words_in_the_way is not None:
        return NoDraw(problem, why(case), _take_back(case, *case.words_in_the_way), players=players)
    games = [(a, b) for a, b in case.least_evil if b < len(case.ids)]
    pairs = tuple((case.ids[a], case.ids[b]) for a, b in games)
    return NoDraw(problem, why(case), _decide(case, games), players=players, pairs=pairs)


def why(case: Deadlock) -> str:
    """`Ashgrove and Quilty can only meet Dunloy`."""
    return stuck_words(stuck(case), case.event)


def stuck(case: Deadlock) -> Reason:
    """Who cannot get an opponent (`players`): whom alone they can meet (`opponents`, one another
    where `inside`), whether one of them may have the bye, and which words of the arbiter stand in
    the way. `count` is how many are to be drawn."""
    count = len(case.ids)
    if count > LARGEST:
        return Reason.of("stuck", of="many", count=count)
    cause = case.cause
    bars, locks = case.words_in_the_way or ((), ())
    words = {"bars": bool(bars), "locks": bool(locks)}
    if cause is None:
        return Reason.of("stuck", of="rest", count=count, **words)
    if not case.resting and len(cause.players) == count % 2 * count:
        return Reason.of("stuck", of="odd", count=count, **words)
    if case.left_for_the_bye is not None:
        return Reason.of(
            "stuck",
            of="some",
            count=count,
            players=(case.ids[case.left_for_the_bye],),
            opponents=(),
            inside=False,
            bye=False,
            bars=False,
            locks=True,
        )
    if not case.words_in_the_way and not any(case.unmet):
        return Reason.of("stuck", of="all-met", count=count)
    return Reason.of(
        "stuck",
        of="some",
        count=count,
        players=tuple(case.ids[i] for i in cause.players),
        opponents=tuple(case.ids[i] for i in cause.opponents),
        inside=cause.inside,
        bye=cause.rest,
        **words,
    )


def stuck_words(reason: Reason, event: Event) -> str:
    """`Ashgrove and Quilty can only meet Dunloy`."""
    of, count = reason["of"], reason["count"]
    if of == "many":
        return "not all can get an opponent"
    if of == "all-met":
        return "everybody has met everybody"
    both = " and ".join(kind for kind in ("bars", "locks") if reason[kind])
    under = f"with these {both} " if both else ""
    if of == "rest":
        return f"{under}those who are left cannot all get an opponent"
    if of == "odd":
        return f"{under}{count} are to be drawn, an odd number, and nobody of them may have the bye"
    whom = [_listed(event, reason["opponents"], " or ")] if reason["opponents"] else []
    whom += ["each other"] if reason["inside"] else []
    can = [f"meet {' or '.join(whom)}"] if whom else []
    can += ["have the bye"] if reason["bye"] else []
    who = _listed(event, reason["players"])
    if can:
        return f"{under}{who} can only {' or '.join(can)}"
    bye = " and may not have the bye" if count % 2 else ""
    return f"{under}{who} can meet nobody{bye}"


def _take_back(case: Deadlock, bars: Sequence[Edge], locks: Sequence[Edge]) -> str:
    """The fewest bars and locks that have to go."""
    orders = [f"the bar of {_pair(case, p, ' and ')}" for p in bars]
    orders += [f"the lock of {_pair(case, p, ' and ')}" for p in locks]
    return f"take back {_and(orders)}" if orders else "pair by hand, or end the event"


def _decide(case: Deadlock, games: Sequence[Edge]) -> str:
    """The fewest illegal games, as an arbiter's decision."""
    doing = []
    barred = [pair for pair in games if case.barred(*pair)]
    if barred:
        doing.append(_take_back(case, barred, ()))
    wrong = [pair for pair in games if case.repeat(*pair) or case.unfit(*pair)]
    if wrong:
        doing.append(_lock(case, wrong))
    rest = [a for a, b in case.least_evil if case.unrested(a, b)]
    if rest:
        doing.append(f"enter a bye of round {case.number} for {_name(case, rest[0])}")
    if not doing:
        return "pair by hand, or end the event"
    return f"{_and(doing)}, then draw again, or end the event"


def _lock(case: Deadlock, games: Sequence[Edge]) -> str:
    repeats = all(case.repeat(*pair) for pair in games)
    one = len(games) == 1
    if repeats:
        kind = "a repeat" if one else "repeats"
    else:
        kind = "a game that breaks a rule" if one else "games that break a rule"
    named = _and(f"{_pair(case, pair)} ({_fault(case, pair)})" for pair in games)
    count = "the fewest is one" if one else f"the fewest are {len(games)}"
    return f"decide for {kind}: {count}, {named}: lock {'it' if one else 'them'}"


def _fault(case: Deadlock, pair: Edge) -> str:
    a, b = (case.ids[i] for i in pair)
    if case.repeat(*pair):
        return f"met in round {cards(case.event)[a].met_in(b)}"
    return case.apart(a, b)


def _name(case: Deadlock, place: int) -> str:
    return case.event.entrant(case.ids[place]).name


def _pair(case: Deadlock, pair: Edge, between: str = " – ") -> str:
    return between.join(_name(case, i) for i in pair)


def _listed(event: Event, ids: Sequence[EntrantId], last: str = " and ") -> str:
    names = [event.entrant(id).name for id in ids]
    if len(names) > MOST_NAMES:
        left = len(names) - MOST_NAMES + 1
        names = [*names[: MOST_NAMES - 1], f"{left} others"]
    return _and(names, last)


def _and(names: Iterable[str], last: str = " and ") -> str:
    """Names with commas in them are set apart by dots."""
    parts = list(names)
    comma = " · " if len(parts) > 2 and any("," in name for name in parts) else ", "
    return last.join([comma.join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]
