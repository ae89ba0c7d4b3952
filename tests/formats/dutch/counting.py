"""The criteria of a whole round by plain counting: every legal round of a few players, and what
each has of C5 to C21 by scoregroup, and its place in the generation order. It shares no code with
the draw but the input."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from formats.dutch.position import DutchPlayer, Float, Position
from tests.formats.dutch.brute import Brute, wish_of

Pairs = frozenset[frozenset[int]]
"""By pairing numbers."""

Value = int | tuple[int, ...]
Key = tuple[int | None, str]
"""Score of the group (None: the whole round) and criterion."""


class Whole(NamedTuple):
    """A round: who meets whom, who has the bye."""

    pairs: Pairs
    bye: int | None


class Counting:
    """All legal rounds of a position with their counts."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.players = {p.number: p for p in position.players}
        self.scores = sorted({p.score for p in position.players}, reverse=True)
        last = position.round >= position.rounds
        bound = (position.round - 1) * position.win
        self.brute = Brute(position)
        self._known: dict[tuple[int, tuple[int, ...], int], dict[Pairs, int]] = {}
        self.top = {p.number: last and 2 * p.score > bound for p in position.players}

    def legal(self, a: int, b: int) -> bool:
        """C1, C3 and bars."""
        one, other = self.players[a], self.players[b]
        if b in one.met or frozenset((a, b)) in self.position.forbidden:
            return False
        mine, yours = wish_of(one.colours), wish_of(other.colours)
        same = mine.strength == yours.strength == 3 and mine.colour == yours.colour
        return not same or self.top[a] or self.top[b]

    def rounds(self) -> list[Whole]:
        """Every legal one."""
        return list(self._rounds(tuple(sorted(self.players)), frozenset(), None))

    def _rounds(self, left: tuple[int, ...], pairs: Pairs, bye: int | None) -> Iterator[Whole]:
        if not left:
            yield Whole(pairs, bye)
            return
        first, *rest = left
        for b in rest:
            if self.legal(first, b):
                others = tuple(c for c in rest if c != b)
                yield from self._rounds(others, pairs | {frozenset((first, b))}, bye)
        if len(left) % 2 and bye is None and self.players[first].may_have_bye:
            yield from self._rounds(tuple(rest), pairs, first)

    def brackets(self, whole: Whole) -> Iterator[tuple[int, list[int], list[int], Pairs]]:
        """(score, moved down, downfloaters, pairs) of every scoregroup from the top."""
        moved: list[int] = []
        for score in self.scores:
            members = [*moved, *(n for n, p in self.players.items() if p.score == score)]
            here = frozenset(pair for pair in whole.pairs if pair <= set(members))
            down = [n for n in members if not any(n in pair for pair in here)]
            yield score, moved, down, here
            moved = down

    def counts(self, wholes: list[Whole]) -> dict[Whole, dict[Key, Value]]:
        """Of all these rounds; C8 is the best of those with the same downfloaters and bye score."""
        found = {whole: self.count(whole) for whole in wholes}
        best: dict[tuple[int, frozenset[int], Value | None], tuple[int, ...]] = {}
        downs = {whole: [frozenset(down) for _, _, down, _ in self.brackets(whole)]
                 for whole in wholes}  # fmt: skip
        for whole, counted in found.items():
            for n, score in enumerate(self.scores[1:]):
                key = n, downs[whole][n], counted.get((None, "C5"))
                number, scores = counted[score, "C6"], counted[score, "C7"]
                assert isinstance(number, int)
                assert isinstance(scores, tuple)
                own = (number, *scores)
                best[key] = min(best.get(key, own), own)
        return {
            whole: self._ordered(counted, best, downs[whole]) for whole, counted in found.items()
        }

    def _ordered(
        self,
        counted: dict[Key, Value],
        best: dict[tuple[int, frozenset[int], Value | None], tuple[int, ...]],
        downs: list[frozenset[int]],
    ) -> dict[Key, Value]:
        """With C8 in its place."""
        found: dict[Key, Value] = {}
        for (score, name), value in counted.items():
            found[score, name] = value
            if name == "C7" and score is not None and score != self.scores[-1]:
                number = self.scores.index(score)
                found[score, "C8"] = best[number, downs[number], counted.get((None, "C5"))]
        return found

    def count(self, whole: Whole, *, order: bool = True) -> dict[Key, Value]:
        """All but C8; `order` takes long for large scoregroups."""
        found: dict[Key, Value] = {}
        if whole.bye is not None:
            found[None, "C5"] = self.players[whole.bye].score
        for score, moved, down, pairs in self.brackets(whole):
            found[score, "C6"] = len(down)
            falls = sorted((self.players[n].score for n in down), reverse=True)
            found[score, "C7"] = tuple(falls)
            if len(self.players) % 2:
                only = len(down) == 1 and down[0] == whole.bye
                found[score, "C9"] = self.players[down[0]].unplayed if only else 0
            for name, value in self._colours(pairs).items():
                found[score, name] = value
            found |= {(score, name): v for name, v in self._floats(moved, down, pairs).items()}
            if order:
                found[score, "order"] = self._order(score, tuple(moved), pairs)
        return found

    def _colours(self, pairs: Pairs) -> dict[str, int]:
        """C10 to C13: of two with the same preference one goes without."""
        found = dict.fromkeys(("C10", "C11", "C12", "C13"), 0)
        for pair in pairs:
            one, other = (wish_of(self.players[n].colours) for n in sorted(pair))
            if not one.colour or one.colour != other.colour:
                continue
            found["C12"] += 1
            if not one.strength == other.strength == 3:
                found["C13"] += min(one.strength, other.strength) >= 2
                continue
            found["C10"] += one.gap > 1 and other.gap > 1
            if one.gap == other.gap:
                found["C11"] += bool(one.doubled) and one.doubled == other.doubled
            else:
                found["C11"] += bool(min(one, other, key=lambda wish: wish.gap).doubled)
        return found

    def _floats(self, moved: list[int], down: list[int], pairs: Pairs) -> dict[str, Value]:
        """C14 to C21."""
        games = [tuple(sorted(pair, key=moved.__contains__)) for pair in pairs]
        met = {high: low for low, high in games if high in moved}
        heights = sorted({self.players[n].score for n in moved}, reverse=True)
        found: dict[str, Value] = {}
        for back, (resident, riser) in enumerate((("C14", "C15"), ("C16", "C17"))):
            again = [n for n in down if self._was(n, back) is Float.DOWN]
            risen = [high for high, low in met.items() if self._was(low, back) is Float.UP]
            found[resident] = sum(n not in moved for n in again)
            found[riser] = len(risen)
            for name, those in ((f"C{18 + 2 * back}", again), (f"C{19 + 2 * back}", risen)):
                by_height = [
                    sum(n in moved and self._score(n) == height for n in those)
                    for height in heights
                ]
                while by_height and not by_height[-1]:
                    by_height.pop()
                found[name] = tuple(by_height)
        return {name: found[name] for name in sorted(found)}

    def _order(self, score: int, moved: tuple[int, ...], pairs: Pairs) -> int:
        """How many candidates article 4 has before this one."""
        key = score, moved, len(pairs)
        if key not in self._known:
            self._known[key] = {}
            ranked = [p.number for p in self.brute.players]
            place = {number: n for n, number in enumerate(ranked)}
            residents = [n for n, p in enumerate(self.brute.players) if p.score == score]
            first = sorted(place[number] for number in moved)
            for candidate in self.brute.candidates(first, residents, len(pairs)):
                games = frozenset(frozenset((ranked[a], ranked[b])) for a, b in candidate)
                self._known[key].setdefault(games, len(self._known[key]))
        return self._known[key][pairs]

    def _was(self, number: int, back: int) -> Float:
        return self.players[number].floats[back]

    def _score(self, number: int) -> int:
        return self.players[number].score


def least(counts: dict[Whole, dict[Key, Value]], among: list[Whole]) -> dict[Key, Value]:
    """The best of some rounds by all criteria in their order."""
    return min((counts[whole] for whole in among), key=lambda found: list(found.values()))


def player_of(position: Position, number: int) -> DutchPlayer:
    """By pairing number."""
    return next(p for p in position.players if p.number == number)
