"""Which article of 5.2 gave a board its colours, and whom it cost his preference."""

from __future__ import annotations

from engine.colours import OTHER
from engine.reasons import Reason
from formats.dutch.colours import (
    ARTICLES,
    alternated,
    both_granted,
    colour_of_higher,
    stronger_granted,
)
from formats.dutch.context import Context
from formats.dutch.position import DutchPlayer
from formats.dutch.preferences import preference


def clash(high: DutchPlayer, low: DutchPlayer) -> bool:
    """One of the two cannot have the colour he is due."""
    return preference(high.colours).clashes(preference(low.colours))


def colour_reason(context: Context, high: DutchPlayer, low: DutchPlayer) -> Reason:
    """The article that decided, with the two whom it looked at."""
    initial = context.table.position.initial
    decided = next((article for article in ARTICLES if article(high, low) is not None), None)
    colour = colour_of_higher(high, low, initial)
    if decided is None:
        who = context.id(high.number)
        return Reason.of("neither-due", player=who, number=high.number, colour=colour)
    if decided is both_granted:
        wishes = [(player, preference(player.colours).colour) for player in (high, low)]
        due = tuple((context.id(p.number), str(c)) for p, c in wishes if c is not None)
        return Reason.of("both-granted", due=due)
    wish = preference(high.colours).colour
    assert wish is not None
    favoured, other = (high, low) if colour == wish else (low, high)
    because = Reason.of("ranks-higher", player=context.id(high.number))
    if decided is stronger_granted:
        because = _stronger(favoured, other)
    elif decided is alternated:
        because = _alternated(context, favoured, other)
    who = context.id(favoured.number)
    return Reason.of("both-due-one-colour", colour=wish, player=who, because=because)


def _stronger(favoured: DutchPlayer, other: DutchPlayer) -> Reason:
    one, two = preference(favoured.colours), preference(other.colours)
    if one.strength != two.strength:
        strengths = (one.strength.name.lower(), two.strength.name.lower())
        return Reason.of("stronger", over=strengths[0], under=strengths[1])
    return Reason.of("wider", over=abs(one.difference), under=abs(two.difference))


def _alternated(context: Context, favoured: DutchPlayer, other: DutchPlayer) -> Reason:
    """The latest game in which the two had different colours."""
    games = zip(reversed(favoured.colours), reversed(other.colours), strict=False)
    back = next(n for n, (mine, yours) in enumerate(games, start=1) if mine != yours)
    colour = "W" if favoured.colours[-back] == "W" else "B"
    had = tuple(
        (context.id(player.number), has, context.game_rounds(player.number)[-back])
        for player, has in ((favoured, colour), (other, OTHER["W" if colour == "W" else "B"]))
    )
    return Reason.of("alternated", had=had)
