"""What trial events did to their field, counted so that the counts of many add up.

Everything is a whole number by a key: adding the figures of events in any order gives the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from math import sqrt

from engine.entrants import EntrantId
from engine.event import Event, Round
from engine.history import PairingCard, RoundKind, cards, difference, third_running
from engine.protocol import Format
from engine.trial.intervals import FINE, Moments
from engine.trial.play import Played

Counts = Counter[int]


def _by_round() -> dict[int, Counts]:
    return {}


@dataclass
class Figures:
    """Counts over events. A key that is a round counts from 1."""

    events: int = 0
    unfinished: int = 0
    """Events that did not reach their end."""
    rounds: Counts = field(default_factory=Counter)
    """Events by the number of rounds published."""
    boards: int = 0
    games: Counts = field(default_factory=Counter)
    """Entrants at the end of their event, by the games that they played."""
    perfect: Counts = field(default_factory=Counter)
    """Events by their number of entrants who scored a win in every round."""
    winner: Counts = field(default_factory=Counter)
    """Events by the winner's place in the order of ratings; ties count for the first number."""
    shared: int = 0
    """Events whose first place is shared after every tie-break."""
    strongest: int = 0
    """Events won by whoever was the strongest in them, which need not be the highest rated."""
    left: dict[int, Counts] = field(default_factory=_by_round)
    """Where entrants go out: events by round, and by how many were left after it."""
    samples: dict[str, Moments] = field(default_factory=dict)
    """What each event that was played to its end gives once, by the names in `_samples`."""
    gaps: dict[int, Counts] = field(default_factory=_by_round)
    """Boards between two rated entrants, by round and by the difference of their ratings."""
    colours: Counts = field(default_factory=Counter)
    """Entrants at the end of their event, by games with White against games with Black."""
    thirds: int = 0
    """Boards that gave somebody a third game running with one colour."""
    unequal: Counts = field(default_factory=Counter)
    """Boards between two of unequal scores, by round."""
    distance: Counts = field(default_factory=Counter)
    """The sum of their differences by round, in hundredths of a point."""
    floated_again: int = 0
    """Entrants who floated the same way in two rounds running, once for each time."""
    byes: Counter[str] = field(default_factory=Counter)
    """Byes by kind."""
    second_byes: int = 0
    """Pairing byes given to somebody who had had one."""
    rematches: int = 0
    undrawn: dict[int, Counter[str]] = field(default_factory=dict)
    """Events that stopped before this round was published, by round and by the reason."""
    draws: int = 0
    drawing: int = 0
    slowest: int = 0
    """Draws made; nanoseconds of all of them together; of the longest."""

    def add(self, other: Figures) -> None:
        """Take the counts of other events in."""
        for each in fields(self):
            mine, yours = getattr(self, each.name), getattr(other, each.name)
            if each.name == "slowest":
                self.slowest = max(mine, yours)
            elif isinstance(mine, int):
                setattr(self, each.name, mine + yours)
            elif isinstance(mine, Counter):
                mine.update(yours)
            elif each.name == "samples":
                for name, moments in yours.items():
                    self.samples.setdefault(name, Moments()).add(moments)
            else:
                for key, counts in yours.items():
                    mine.setdefault(key, Counter()).update(counts)


def figures_of(played: Played, format: Format) -> Figures:
    """The counts of one event."""
    event = played.event
    figures = Figures(events=1, draws=len(played.drawing), drawing=sum(played.drawing))
    figures.slowest = max(played.drawing, default=0)
    if played.stopped:
        figures.unfinished = 1
        figures.undrawn[len(event.published) + 1] = Counter([played.stopped])
    figures.rounds[len(event.published)] += 1
    games: Counter[EntrantId] = Counter()
    for round in event.published:
        _round(event, round, figures)
        for match in round.matches:
            games.update(dict.fromkeys(match.pair, match.games))
    figures.games = Counter(games[e.id] for e in event.entrants)
    for card in cards(event).values():
        _card(card, figures, both_colours=format.several_boards)
    if event.published and not played.stopped:
        _ends(played, format, figures, games)
    return figures


def _ends(played: Played, format: Format, figures: Figures, games: Counter[EntrantId]) -> None:
    event = played.event
    rounds, win = len(event.published), event.settings.round_points[-1]
    several = format.several_boards
    full = {id: (games[id] if several else rounds) * win for id in cards(event)}
    figures.perfect[sum(card.score >= full[id] for id, card in cards(event).items())] += 1
    rows = format.standings(event)[0].rows
    first = [row for row in rows if row.rank == rows[0].rank]
    figures.shared = int(len(first) > 1)
    places = rating_places(event)
    figures.winner[places[first[0].id]] += 1
    strength = played.strength
    strongest = max((row.id for row in rows), key=lambda id: (strength[id], -places[id]))
    figures.strongest = int(first[0].id == strongest)
    if any(row.status for row in rows):
        for round in event.published:
            after = format.standings(event.until(round.number))[0].rows
            left = sum(row.status is None for row in after)
            figures.left.setdefault(round.number, Counter())[left] += 1
    order = kendall([(-row.rank, strength[row.id]) for row in rows])
    for name, value in _samples(event, figures, order).items():
        figures.samples[name] = Moments.of(value)


def _samples(event: Event, figures: Figures, order: float | None) -> Mapping[str, int]:
    """By name the figures of one event, in millionths; empty for those it does not have.

    `gap` and `worst_gap` are the mean and the greatest difference of ratings on a board; `order`
    is Kendall's tau of the final table with strength; `colours` the share of the entrants whose
    games with White and with Black differ by two or more, `floats` that of the boards of unequal
    scores; `byes` how many the draw gave; `games` how many somebody plays; `boards` how many are
    needed at once; `turns` how many games one after another.
    """
    samples: dict[str, int] = {}
    gaps = sum(figures.gaps.values(), Counter[int]())
    if gaps:
        total = sum(gap * n for gap, n in gaps.items())
        samples["gap"] = total * FINE // sum(gaps.values())
        samples["worst_gap"] = max(gaps) * FINE
    if order is not None:
        samples["order"] = round(order * FINE)
    entrants = sum(figures.colours.values())
    apart = sum(n for value, n in figures.colours.items() if abs(value) > 1)
    samples["colours"] = apart * FINE // entrants
    samples["floats"] = sum(figures.unequal.values()) * FINE // max(figures.boards, 1)
    samples["byes"] = figures.byes["pairing"] * FINE
    samples["games"] = sum(n * of for n, of in figures.games.items()) * FINE // entrants
    samples["boards"] = max(map(_boards, event.published)) * FINE
    samples["turns"] = sum(map(_turns, event.published)) * FINE
    return samples


def _boards(round: Round) -> int:
    """Boards in use at once: nobody sits at two, and a match of teams has several."""
    sides = {id for match in round.matches for id in match.pair}
    at_once = min(len(round.matches), len(sides) // 2)
    return at_once * max((len(match.lineups) or 1 for match in round.matches), default=1)


def _turns(round: Round) -> int:
    """Games one after another, as whoever has most of them plays."""
    games: Counter[EntrantId] = Counter()
    for match in round.matches:
        games.update(dict.fromkeys(match.pair, match.games))
    return max(games.values(), default=0)


def rating_places(event: Event) -> Mapping[EntrantId, int]:
    """Everybody's place in the order of ratings, from 1; the entry number parts equals."""
    order = sorted(event.entrants, key=lambda e: (-(e.rating or 0), int(e.id)))
    return {entrant.id: place for place, entrant in enumerate(order, start=1)}


def _round(event: Event, round: Round, figures: Figures) -> None:
    ratings = {e.id: e.rating for e in event.entrants}
    gaps = figures.gaps.setdefault(round.number, Counter())
    figures.boards += len(round.matches)
    for match in round.matches:
        white, black = ratings[match.white], ratings[match.black]
        if white and black:
            gaps[abs(white - black)] += 1
    for bye in round.byes:
        figures.byes[bye.kind] += 1


def _card(card: PairingCard, figures: Figures, *, both_colours: bool) -> None:
    """What one entrant's card shows; what both share is counted at White's."""
    figures.colours[0 if both_colours else difference(card.colours)] += 1
    met: set[EntrantId] = set()
    colours, byes, float_before = "", 0, 0
    for line in card.lines:
        way = 0
        if line.opponent is not None and line.opponent_score is not None:
            way = _sign(line.opponent_score - line.score)
            if line.colour == "W":
                figures.rematches += line.opponent in met
                if way:
                    figures.unequal[line.round] += 1
                    figures.distance[line.round] += _hundredths(line.opponent_score - line.score)
        if line.met and line.opponent is not None and line.colour:
            figures.thirds += not both_colours and third_running(colours, line.colour)
            colours += line.colour
            met.add(line.opponent)
        if line.kind is RoundKind.PAIRING_BYE:
            figures.second_byes += byes > 0
            byes += 1
        figures.floated_again += way != 0 and way == float_before
        float_before = way


def _sign(points: Decimal) -> int:
    return (points > 0) - (points < 0)


def _hundredths(points: Decimal) -> int:
    return int(abs(points) * 100)


def quantile(counts: Mapping[int, int], share: int) -> int | None:
    """The smallest value that `share` hundredths of all do not exceed; None without values."""
    total = sum(counts.values())
    need, below = -(-total * share // 100), 0
    for value in sorted(counts):
        below += counts[value]
        if below >= need and total:
            return value
    return None


def mean(counts: Mapping[int, int]) -> float | None:
    """The mean value, to one decimal; None without values."""
    total = sum(counts.values())
    return round(sum(value * n for value, n in counts.items()) / total, 1) if total else None


def kendall(pairs: Sequence[tuple[int, int]]) -> float | None:
    """How well a final table orders its field: Kendall's rank correlation with ties, tau-b, of
    pairs of values; None if one of the two is alike for all.

    M. G. Kendall, Biometrika 33 (1945), 239-251. Of two players taken at random tau says how much
    more often the stronger one is above than below; places that are shared count for neither, which
    Spearman's coefficient cannot say of the many shared places of a knockout. Computed by sorting
    (W. R. Knight, JASA 61, 1966, 436-439), so that a field of thousands takes no longer than a
    draw.
    """
    n = len(pairs)
    every = n * (n - 1) // 2
    level_one = _pairs_alike(one for one, _ in pairs)
    level_other = _pairs_alike(other for _, other in pairs)
    if level_one == every or level_other == every:
        return None
    level_both = _pairs_alike(pairs)
    against, _ = _inversions([other for _, other in sorted(pairs)])
    parted = every - level_one - level_other + level_both
    return (parted - 2 * against) / sqrt((every - level_one) * (every - level_other))


def _pairs_alike(values: Iterable[Hashable]) -> int:
    return sum(n * (n - 1) // 2 for n in Counter(values).values())


def _inversions(values: list[int]) -> tuple[int, list[int]]:
    """How many pairs are in the wrong order, and the values sorted."""
    if len(values) < 2:
        return 0, values
    half = len(values) // 2
    count, left = _inversions(values[:half])
    more, right = _inversions(values[half:])
    count += more
    merged, at = [], 0
    for value in right:
        while at < len(left) and left[at] <= value:
            merged.append(left[at])
            at += 1
        count += len(left) - at
        merged.append(value)
    return count, merged + left[at:]
