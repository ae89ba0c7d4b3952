"""A second reading of the seeded and grading-based pairings, from their page alone: round 1 whole,
and what of later rounds can be judged without their floaters.

Judged are who has the bye and how often, repeats, every board's colours, and each level of a plain
round that nobody enters or leaves: fewest colours refused, then the grading rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.event import Event, Round
from tests.formats.oracles.events_by_lot import Card, cards

OTHER = {"W": "B", "B": "W", "": ""}
LARGE = 8


def quarters(players: int, acceleration: str) -> int:
    """The size of the top half."""
    if acceleration == "basic":
        q, r = divmod(players, 4)
        return 2 * q + 2 * (r > 0)
    sizes = range(2, players, 2)
    return min(sizes, key=lambda size: (abs(Fraction(size, players) - Fraction(58, 100)), -size))


def due(colours: str) -> str:
    """Equalises, else alternates."""
    gap = colours.count("W") - colours.count("B")
    return ("B" if gap > 0 else "W") if gap else OTHER[colours[-1:]]


def barred(card: Card, colour: str) -> bool:
    """Three running, or a difference above 2."""
    after = card.colours + colour
    gap = after.count("W") - after.count("B")
    return after[-3:] == colour * 3 or abs(gap) > 2


def able(white: Card, black: Card) -> bool:
    return not barred(white, "W") and not barred(black, "B")


def faults(event: Event, round: Round) -> list[str]:
    """In what a drawn round is not as the page has it."""
    known = cards(event)
    here = [c for c in known.values() if c.entrant.to_be_paired(round.number)]
    here.sort(key=lambda c: (-c.score, -(c.entrant.rating or 0)))
    games = [(known[m.white], known[m.black]) for m in round.matches]
    byes = [known[b.entrant] for b in round.byes if b.kind == "pairing"]
    if sorted([*(c for g in games for c in g), *byes], key=str) != sorted(here, key=str):
        return ["not everybody has one place"]
    found = [f"{a} and {b} meet again" for a, b in games if b.id in a.met]
    found += [
        f"{b} has a second bye" for b in byes if b.had_bye and not all(c.had_bye for c in here)
    ]
    for a, b in games:
        if not able(a, b) and able(b, a):
            found.append(f"{a} has White against {b}")
    if round.number == 1:
        found += _first(event, here, round)
    elif event.settings.acceleration == "none":  # type: ignore[attr-defined]
        found += _levels(here, games, event.settings.pairing == "graded")  # type: ignore[attr-defined]
    return found


def _first(event: Event, here: Sequence[Card], round: Round) -> list[str]:
    """Halves, or quarters, with the bye below the mid-line."""
    acceleration = event.settings.acceleration  # type: ignore[attr-defined]
    parts: list[Sequence[Card]] = [here]
    if acceleration != "none":
        top = quarters(len(here), acceleration)
        parts = [here[:top], here[top:]]
    want, bye = [], []
    for part in parts:
        middle = len(part) // 2
        rest = list(part)
        if len(part) % 2:
            bye.append(rest.pop(middle))
        want += list(zip(rest[:middle], rest[middle:], strict=True))
    boards = sorted(round.matches, key=lambda m: m.board)
    have = {frozenset(m.pair) for m in boards}
    found = []
    if have != {frozenset((a.id, b.id)) for a, b in want}:
        found.append(f"{have}, not {want}")
    if [b.entrant for b in round.byes if b.kind == "pairing"] != [c.id for c in bye]:
        found.append(f"bye not {bye}")
    colours = [boards[0].white == want[0][0].id] if boards and not found else []
    for n, (m, (a, _)) in enumerate(zip(boards, want, strict=False)):
        if colours and (m.white == a.id) != (colours[0] == (n % 2 == 0)):
            found.append(f"board {m.board} does not alternate")
    return found


def _levels(here: Sequence[Card], games: Sequence[tuple[Card, Card]], graded: bool) -> list[str]:
    found = []
    for score in {c.score for c in here}:
        level = [c for c in here if c.score == score]
        inside = [g for g in games if g[0].score == g[1].score == score]
        if 2 * len(inside) == len(level) <= LARGE and all(c.entrant.rating for c in level):
            found += _level(level, inside, graded)
    return found


def _level(level: Sequence[Card], games: Sequence[tuple[Card, Card]], graded: bool) -> list[str]:
    """Fewest refused; then, with the same players refused, the grading rule."""
    have = _cost(level, games, graded)
    refused = _refused(games)
    if any(not able(a, b) for a, b in games):
        return []
    costs = [
        (len(_refused(made)), made) for made in _all(level) if all(able(a, b) for a, b in made)
    ]
    fewest = min(count for count, _ in costs)
    if len(refused) != fewest:
        return [f"{games}: {len(refused)} colours refused, not {fewest}"]
    best = min(_cost(level, made, graded) for _, made in costs if _refused(made) == refused)
    return [f"{games}: {have}, not {best}"] if have != best else []


def _all(level: Sequence[Card]) -> Iterator[list[tuple[Card, Card]]]:
    """Every pairing, with every distribution of colours."""
    if not level:
        yield []
        return
    first, *others = level
    for other in others:
        if other.id in first.met:
            continue
        for rest in _all([c for c in others if c is not other]):
            yield [(first, other), *rest]
            yield [(other, first), *rest]


def _refused(games: Sequence[tuple[Card, Card]]) -> set[str]:
    sides = [(g[n], "WB"[n]) for g in games for n in (0, 1)]
    return {c.id for c, colour in sides if due(c.colours) not in ("", colour)}


def _cost(
    level: Sequence[Card], games: Sequence[tuple[Card, Card]], graded: bool
) -> tuple[int, Fraction]:
    """Graded: games within one side, and the squared deviations. Seeded: how far in all everybody's
    opponent stands from the one that top half against bottom half would give."""
    half = len(level) // 2
    place = {c: n for n, c in enumerate(level)}
    grade = [Fraction(c.entrant.rating or 0) for c in level]
    mean = (sum(grade[:half], Fraction(0)) - sum(grade[half:], Fraction(0))) / half
    same, deviation, displaced = 0, Fraction(0), 0
    for game in games:
        i, j = sorted(place[c] for c in game)
        same += not i < half <= j
        deviation += (grade[i] - grade[j] - mean) ** 2
        displaced += abs(j - (i + half) % len(level)) + abs(i - (j + half) % len(level))
    return (same, deviation) if graded else (displaced, Fraction(0))
