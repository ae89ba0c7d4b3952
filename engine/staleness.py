"""What has changed since a proposal was drawn, and whether it matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.actions import (
    Action,
    ChangeSettings,
    CheckIn,
    Discard,
    EditEntrant,
    FinishEditing,
    Instruct,
    PairByHand,
    PairRest,
    Propose,
    PublishRound,
    Redo,
    Release,
    StartEditing,
    SwapPlaces,
    TakeApart,
    TurnBoard,
    Undo,
)
from engine.actions.rounds import results_missing
from engine.event import Event, Round
from engine.fingerprint import NOT_FOR_DRAWING
from engine.log import LoggedAction
from engine.protocol import Format, OtherLength, length_changed
from engine.waiting import drawn_from_another, open_until_now


@dataclass(frozen=True, slots=True)
class ChangeSinceDraw:
    """An action since the draw that a draw may depend on; `undone`: taken back since."""

    action: Action
    by: str = ""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class DrawnAgain:
    """What another draw of the standing proposal would give: the boards whose two or their
    colours would be others (empty: the same pairings), whether the byes would be, and how long
    its matches would be where they are not so now."""

    boards: tuple[int, ...] = ()
    byes: bool = False
    length: OtherLength | None = None

    @property
    def same(self) -> bool:
        """Nothing would change."""
        return not self.boards and not self.byes and self.length is None


def changes_since_the_draw(
    event: Event, entries: Sequence[LoggedAction], undone: frozenset[int]
) -> tuple[ChangeSinceDraw, ...]:
    """What has changed since the current proposal was drawn, in order; empty if it still holds.

    `entries` are the latest of the log, the draw among them if anything is to be found.
    """
    if not drawn_from_another(event):
        return ()
    start = _start(entries, undone)
    if start is None:
        return ()
    by_number = {entry.n: entry for entry in entries}
    changes: list[ChangeSinceDraw] = []
    for entry in entries[start + 1 :]:
        action = entry.action
        if isinstance(action, Undo | Redo):
            target = by_number.get(action.target)
            # what was done and undone after the draw has changed nothing
            if target is not None and target.n < entries[start].n and _counts(target.action):
                changes.append(ChangeSinceDraw(target.action, entry.by, isinstance(action, Undo)))
        elif entry.n not in undone and _counts(action):
            changes.append(ChangeSinceDraw(action, entry.by))
    return _lasting(changes)


def kept_already(changes: Sequence[ChangeSinceDraw], round: Round) -> bool:
    """Whether all changes are bars of two who do not meet in the round anyway, or locks of two whom
    its draw has paired: the best draw without these is then one that they allow."""
    met = {frozenset(match.pair) for match in round.matches}
    if not changes:
        return False
    for change in changes:
        if not isinstance(change.action, Instruct) or change.undone:
            return False
        given = change.action.instruction
        locked = given.kind == "lock" and given.pair in met and not round.altered
        if not (locked or (given.kind == "bar" and given.pair not in met)):
            return False
    return True


def _lasting(changes: Iterable[ChangeSinceDraw]) -> tuple[ChangeSinceDraw, ...]:
    """Without a lock, a bar or an allowance that was taken back again."""
    lasting: list[ChangeSinceDraw] = []
    for change in changes:
        back = change.action
        taken_back = [
            one for one in lasting
            if isinstance(back, Release) and isinstance(one.action, Instruct)
            and one.action.instruction.kind == back.what
            and one.action.instruction.pair == {back.a, back.b}
            and not (one.undone or change.undone)
        ]  # fmt: skip
        lasting = (
            [one for one in lasting if one not in taken_back] if taken_back else [*lasting, change]
        )
    return tuple(lasting)


def _start(entries: Sequence[LoggedAction], undone: frozenset[int]) -> int | None:
    """Where among the entries the current proposal began: at its draw, or at the empty round that
    was paired by hand; None if that is not among them."""
    begun: int | None = None
    for at in reversed(range(len(entries))):
        action = entries[at].action
        if entries[at].n in undone:
            continue
        if isinstance(action, Propose):
            return at
        if isinstance(action, Discard | PublishRound):
            return begun
        if isinstance(action, StartEditing):
            begun = at
    return begun


def _counts(action: Action) -> bool:
    """Whether a draw may depend on it."""
    if isinstance(action, EditEntrant):
        return bool(set(action.changes) - NOT_FOR_DRAWING)
    by_hand = StartEditing | TakeApart | PairByHand | PairRest | FinishEditing
    return not isinstance(action, CheckIn | Discard | Propose | SwapPlaces | TurnBoard | by_hand)


def drawn_again(event: Event, format: Format) -> DrawnAgain:
    """The current proposal compared with a draw made now, under the same locks and bars. It may
    take as long as a draw; `Refused` if the round cannot be drawn any more."""
    assert event.proposal is not None
    if (missing := open_until_now(event)) is not None:
        raise results_missing(event, *missing, "enter them")
    standing = event.proposal
    new = format.draw(replace(event, rounds=event.published))
    pairs = {match.pair for match in new.matches}
    boards = tuple(m.board for m in standing.matches if m.pair not in pairs)
    byes = _resting(standing) != {(b.entrant, b.points) for b in new.byes}
    return DrawnAgain(boards, byes, length_changed(event, format, standing))


def _resting(round: Round) -> set[tuple[object, object]]:
    return {(bye.entrant, bye.points) for bye in round.byes}


def changes_in_words(
    changes: Sequence[ChangeSinceDraw],
    event: Event,
    most: int = 3,
    described: Callable[[Action, Event], str] = lambda action, event: action.describe(event),
) -> str:
    """`round 1, board 5: 0-1; undone: Ashgrove, Liam (3): rating = 1712 and 2 more`: settings,
    which concern everybody, before all else, whatever came after them."""
    of_all = [c for c in changes if isinstance(c.action, ChangeSettings)][-most:]
    others = [c for c in changes if not isinstance(c.action, ChangeSettings)]
    named = [*of_all, *others[-(most - len(of_all)) or len(others) :]]
    words = [("undone: " if c.undone else "") + described(c.action, event) for c in named]
    more = len(changes) - len(named)
    return "; ".join(words) + (f" and {more} more" if more else "")


def redraw_in_words(again: DrawnAgain, event: Event) -> str:
    """`drawn again it would be the same`, or which boards would be others."""
    if again.same:
        return "drawn again it would be the same: it may be published as it is"
    parts = [event.boards_named(again.boards, 12)] if again.boards else []
    parts += ["the byes"] if again.byes else []
    texts = [f"others would be at {' and '.join(parts)}"] if parts else []
    texts += [other_length_words(again.length)] if again.length is not None else []
    return f"drawn again, {', and '.join(texts)}"


def other_length_words(other: OtherLength) -> str:
    """`its matches would be over 28 boards in IMPs, not 1 game`."""
    return f"its matches would be over {other.now}, not {other.drawn}"
