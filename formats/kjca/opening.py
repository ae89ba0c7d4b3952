"""Extra boards of round 1 for those who entered after its draw."""

from __future__ import annotations

from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.pairable import Pairable, mask_of, members
from engine.protocol import Proposal, unplaced
from engine.reasons import Reason
from engine.refusal import Refused
from engine.waiting import missing_boards


def open_for_late_cards(event: Event) -> bool:
    """Round 1 is drawn and not closed: it is proposed, or a result of it is missing and round 2
    is not drawn. The draw is not made again for those who come now."""
    if event.proposal is not None:
        return event.proposal.number == 1
    current = event.current
    return current is not None and current.number == 1 and bool(missing_boards(current))


def too_late(event: Event) -> tuple[str, ...]:
    """The players without a board in round 1 now that it is closed, until round 2 is drawn."""
    current = event.current
    if current is None or current.number > 1 or event.proposal is not None:
        return ()
    if open_for_late_cards(event) or not (late := unplaced(event)):
        return ()
    names = " · ".join(e.name for e in late[:3]) + (" …" if len(late) > 3 else "")
    then = "in the draw from round 2 on" if event.settings.rounds > 1 else "no round follows"
    return (f"no board in round 1, which is complete: {names}; {then}",)


def late_boards(event: Event) -> Proposal | None:
    """Boards for the late cards in order of arrival, None if there are none to make.

    The first plays the player who has the bye, unless he has withdrawn; then they pair two by two,
    and one left over has the bye. Locks and bars are kept: everybody plays the first of the others
    whom he may. Colours go on alternating down the boards, the earlier card having White on odd
    ones. `Refused` if the bars leave somebody without an opponent.
    """
    current = event.current
    if current is None or not (open_for_late_cards(event) or current.extra):
        return None
    event = event.with_round(replace(current, extra=None))
    late = [e.id for e in unplaced(event)]
    if not late:
        return None
    rested = _bye_holder(event, current)
    waiting = [*rested, *sorted(late, key=int)]
    games, resting = _paired(event, waiting)
    first = max((m.board for m in current.matches), default=0) + 1
    matches = tuple(
        _match(board, high, low, rested) for board, (high, low) in enumerate(games, first)
    )
    byes: tuple[Bye, ...] = ()
    if resting in late:
        why = Reason.of("late-bye", last=resting == waiting[-1])
        byes = (Bye(resting, event.settings.bye_points, why=(why,)),)
    return Proposal(current.number, matches, byes)


def _bye_holder(event: Event, current: Round) -> list[EntrantId]:
    """Nobody where he has left the event since: with his point, and nobody to play against."""
    holders = (bye.entrant for bye in current.byes if bye.kind == "pairing")
    return [id for id in holders if event.entrant(id).active(current.number + 1)]


def _paired(
    event: Event, waiting: list[EntrantId]
) -> tuple[list[tuple[EntrantId, EntrantId]], EntrantId | None]:
    """Games in order, and the player left over of an odd number: the last without whom the others
    can be paired. A lock holds whatever is barred."""
    near = _neighbours(event, waiting)
    pairable = Pairable(near)
    left = (1 << len(waiting)) - 1
    resting: EntrantId | None = None
    if len(waiting) % 2:
        held = {id for lock in event.instructed("lock", 1) if lock <= set(waiting) for id in lock}
        able = [i for i in members(left) if waiting[i] not in held]
        out = next((i for i in reversed(able) if pairable.perfect(left & ~(1 << i))), None)
        if out is None:
            raise _refusal()
        resting, left = waiting[out], left & ~(1 << out)
    if not pairable.perfect(left):
        raise _refusal()
    games = []
    while left:
        high = next(members(left))
        low = next(
            i
            for i in members(near[high] & left)
            if pairable.perfect(left & ~(1 << high) & ~(1 << i))
        )
        games.append((waiting[high], waiting[low]))
        left &= ~(1 << high) & ~(1 << low)
    return games, resting


def _neighbours(event: Event, waiting: list[EntrantId]) -> list[int]:
    """Whom each of those who wait may play, as bit sets of their places in the list."""
    place = {id: i for i, id in enumerate(waiting)}
    locks = [lock for lock in event.instructed("lock", 1) if lock <= place.keys()]
    locked = [place[id] for lock in locks for id in lock]
    if len(set(locked)) < len(locked):
        raise _refusal()
    free = (1 << len(waiting)) - 1 & ~mask_of(locked)
    near = [free & ~(1 << i) if free >> i & 1 else 0 for i in range(len(waiting))]
    for bar in event.instructed("bar", 1):
        for id in bar & place.keys():
            near[place[id]] &= ~mask_of(place[other] for other in bar & place.keys())
    for a, b in zip(locked[::2], locked[1::2], strict=True):
        near[a], near[b] = 1 << b, 1 << a
    return near


def _refusal() -> Refused:
    return Refused(
        "the late entries cannot be paired",
        "locks and bars leave somebody without an opponent",
        "take one of them back, or give one of the late entries a bye",
    )


def _match(board: int, high: EntrantId, low: EntrantId, rested: list[EntrantId]) -> Match:
    white, black = (high, low) if board % 2 else (low, high)
    why = Reason.of("late-board")
    if high in rested:
        why = Reason.of("late-for-bye", opponent=high, player=low)
    return Match(board, white, black, why=(why,))
