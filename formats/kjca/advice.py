"""What the arbiter should know: rounds against players, and what rule 8 looks at."""

from __future__ import annotations

from engine.event import Event
from engine.points import counted
from engine.protocol import Advice
from formats.field_size import many_rounds
from formats.kjca.order import carried
from formats.kjca.settings import settings_of


def advice(event: Event) -> list[Advice]:
    """Rounds against players; what rule 8 looks at."""
    number = len(event.published) + 1
    players = sum(e.active(number) for e in event.entrants)
    rounds = event.settings.rounds
    notes = many_rounds(event, "games will repeat")
    ended = event.proposal is not None and event.proposal.number == rounds
    if not notes and number <= rounds and not ended and players and players < 2 * rounds:
        notes.append(
            Advice(
                f"{counted(players, 'player')} for {counted(rounds, 'round')}:"
                " a late round may have no legal draw;"
                f" {2 * rounds} players or more are safe"
            )
        )
    settings = settings_of(event)
    looked_at = carried(event) if settings.avoid is None else settings.avoid
    if looked_at:
        *most, last = looked_at
        named = f"{', '.join(most)} or {last}" if most else last
        apart, when = "kept apart", "" if settings.avoid_round1 else " from round 2 on"
        if not settings.avoid_round1 and rounds == 1:
            apart, when = "not kept apart", " in the only round (avoid_round1)"
        text = f"players of one {named} are {apart}{when} (rule 8)"
        notes.append(Advice(text))
    return notes
