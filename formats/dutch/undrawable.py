"""The refusal of a round that C1 to C3 leave without a pairing."""

from __future__ import annotations

from engine.colours import COLOUR_NAMES
from engine.entrants import EntrantId
from engine.event import Event
from engine.refusal import NoDraw
from formats.dutch.criteria import Traits, c2_may_have_bye, c3_same_absolute
from formats.dutch.field import DutchField
from formats.dutch.reading import PairingTable
from formats.swiss import no_draw


def undrawable(event: Event, table: PairingTable) -> NoDraw:
    """Who cannot get an opponent, and the fewest illegal games; locked players are in `table`."""
    field = DutchField(table.position)
    ids = [table.ids[player.number] for player in field.players]
    traits = dict(zip(ids, field.traits, strict=True))

    def apart(a: EntrantId, b: EntrantId) -> str:
        return _due(traits[a]) if c3_same_absolute(traits[a], traits[b]) else ""

    return no_draw(
        event,
        table.position.round,
        ids,
        apart=apart,
        may_have_bye=lambda id: c2_may_have_bye(traits[id]),
    )


def _due(one: Traits) -> str:
    return f"both must have {COLOUR_NAMES[one.preference.colour or 'B']}"
