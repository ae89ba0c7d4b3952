"""Which article of 5.2 gave a board its colours, and whom it cost his preference."""

from __future__ import annotations

from engine.colours import OTHER
from formats.dutch.colours import (
    ARTICLES,
    alternated,
    both_granted,
    colour_of_higher,
    stronger_granted,
)
from formats.dutch.position import DutchPlayer
from formats.dutch.preferences import preference
from formats.dutch.words import COLOURS, Words


def clash(high: DutchPlayer, low: DutchPlayer) -> bool:
    """One of the two cannot have the colour he is due."""
    return preference(high.colours).clashes(preference(low.colours))


def colours_told(words: Words, high: DutchPlayer, low: DutchPlayer) -> str:
    """`both are due White; Dunloy gets it: absolute over mild preference (5.2.2)`."""
    position = words.table.position
    decided = next((article for article in ARTICLES if article(high, low) is not None), None)
    if decided is None:
        parity = "odd" if high.number % 2 else "even"
        given = COLOURS[colour_of_higher(high, low, position.initial)]
        name = words.name(high.number)
        return (
            f"neither is due a colour; number {high.number} is {parity}: {given} for {name} (5.2.5)"
        )
    if decided is both_granted:
        return _granted(words, high, low)
    wish = preference(high.colours).colour
    assert wish is not None
    favoured = high if colour_of_higher(high, low, position.initial) == wish else low
    why = f"{words.name(high.number)} ranks higher (5.2.4)"
    if decided is stronger_granted:
        why = _stronger(favoured, low if favoured is high else high)
    elif decided is alternated:
        why = _alternated(words, favoured, low if favoured is high else high)
    return f"both are due {COLOURS[wish]}; {words.name(favoured.number)} gets it: {why}"


def _granted(words: Words, high: DutchPlayer, low: DutchPlayer) -> str:
    wishes = [(player, preference(player.colours).colour) for player in (high, low)]
    due = [f"{words.name(p.number)} is due {COLOURS[c]}" for p, c in wishes if c is not None]
    return f"{', '.join(due)}{'' if len(due) == 2 else ', the other neither colour'} (5.2.1)"


def _stronger(favoured: DutchPlayer, other: DutchPlayer) -> str:
    one, two = preference(favoured.colours), preference(other.colours)
    if one.strength != two.strength:
        return f"{one.strength.name.lower()} over {two.strength.name.lower()} preference (5.2.2)"
    return f"colour difference of {abs(one.difference)} over {abs(two.difference)} (5.2.2)"


def _alternated(words: Words, favoured: DutchPlayer, other: DutchPlayer) -> str:
    """The latest game in which the two had different colours."""
    games = zip(reversed(favoured.colours), reversed(other.colours), strict=False)
    back = next(n for n, (mine, yours) in enumerate(games, start=1) if mine != yours)
    had = favoured.colours[-back]
    rounds = words.game_rounds(favoured.number)[-back], words.game_rounds(other.number)[-back]
    colours = COLOURS[had], COLOURS[OTHER["W" if had == "W" else "B"]]
    name, rival = words.name(favoured.number), words.name(other.number)
    return (
        f"they alternate from the latest difference, {colours[0]} for {name} in round {rounds[0]},"
        f" {colours[1]} for {rival} in round {rounds[1]} (5.2.3)"
    )
