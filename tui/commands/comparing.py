"""How a round differs from the engine's own draw of it: drawn again, or as it was recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import PublishRound
from engine.event import Event, Round
from engine.proposal import Difference, differences, engines_own
from engine.protocol import Format
from engine.refusal import Refused

if TYPE_CHECKING:
    from saves.store import Store


def differences_of(
    event: Event, format: Format, round: Round, always: bool = False
) -> tuple[Difference, ...]:
    """Who sits elsewhere than in the engine's own draw, without locks, bars and hand changes.

    Only a round that the arbiter has altered is drawn again, unless `always`. Empty where the
    engine has no draw of its own: the arbiter's is then the only one.
    """
    if not (round.altered or always):
        return ()
    names = {e.id: e.name for e in event.entrants}
    try:
        return differences(round, engines_own(event, format, round), names)
    except Refused:
        if always:
            raise
        return ()


def known_differences(store: Store, round: Round, always: bool = False) -> tuple[Difference, ...]:
    """The same; of a published round what was recorded when it was published."""
    if round.published and not always:
        return _recorded(store, round) if round.altered else ()
    return differences_of(store.event, store.format, round, always)


def _recorded(store: Store, round: Round) -> tuple[Difference, ...]:
    gone = store.undone
    for entry in reversed(store.entries):
        action = entry.action
        if not isinstance(action, PublishRound) or entry.n in gone:
            continue
        if action.round == round.number:
            return action.differences
    return ()
