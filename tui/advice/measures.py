"""What formats are compared by: each figure with its interval, where it means something; and events
played until every figure is known as exactly as was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.entrants import Entrant
from engine.protocol import Bracketed, part_of
from engine.trial.figures import Figures
from engine.trial.intervals import Estimate, mean, share
from tui.advice.choice import FittingFormat

if TYPE_CHECKING:
    from tui.commands.trial_pools import Pool


@dataclass(frozen=True)
class Field:
    """Of the entries what decides which figures there are."""

    rated: int
    """Those with a rating."""
    odd: bool
    """Whether somebody is left over in a full round."""

    @classmethod
    def of(cls, entrants: tuple[Entrant, ...]) -> Field:
        """The field of an entry list."""
        return cls(sum(bool(e.rating) for e in entrants), len(entrants) % 2 == 1)


@dataclass(frozen=True)
class Indicator:
    """A figure: its key, what it is called, what is good, how it is shown, how it is estimated."""

    key: str
    name: str
    better: str
    """`more`, `less`, or empty where it is neither good nor bad."""
    unit: str
    shown: Callable[[float], str]
    estimate: Callable[[Figures], Estimate | None]
    unfit: Callable[[FittingFormat, Field], str] = lambda candidate, entries: ""
    """Why it means nothing for a format with these entries; empty where it does."""

    def applies(self, candidate: FittingFormat, entries: Field) -> bool:
        """Whether it means something."""
        return not self.unfit(candidate, entries)


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %" if 0 < value < 0.0995 else f"{100 * value:.0f} %"


def _points(value: float) -> str:
    return f"{value:.0f}"


def _tenths(value: float) -> str:
    return f"{value:.1f}"


def _hundredths(value: float) -> str:
    return f"{value:.2f}"


def _sampled(name: str, least: float = 0) -> Callable[[Figures], Estimate | None]:
    def estimate(figures: Figures) -> Estimate | None:
        known = mean(figures.samples[name]) if name in figures.samples else None
        return known and replace(known, low=max(least, known.low))

    return estimate


def _finished(figures: Figures) -> int:
    return figures.events - figures.unfinished


def _two_perfect(figures: Figures) -> Estimate | None:
    two = sum(n for perfect, n in figures.perfect.items() if perfect >= 2)
    return share(two, _finished(figures))


def _strongest(figures: Figures) -> Estimate | None:
    return share(figures.strongest, _finished(figures))


def _unscored(candidate: FittingFormat, entries: Field) -> str:
    """Of a knockout, of everybody against everybody, and of a row of neighbours."""
    format = candidate.format
    by_score = (
        part_of(format, Bracketed) is None
        and not format.several_boards
        and format.meetings(candidate.plan.event(format, 0)) is None
    )
    return "" if by_score else "its rounds are not paired by score"


def _sectioned(candidate: FittingFormat, entries: Field) -> str:
    """Of Galway: it means to meet others at unequal scores too, so that a table of all says
    little."""
    return "each section has a winner of its own" if candidate.format.name == "galway" else ""


def _no_score_field(candidate: FittingFormat, entries: Field) -> str:
    return _sectioned(candidate, entries) or _unscored(candidate, entries)


def _colours_alike(candidate: FittingFormat, entries: Field) -> str:
    """Of matches of teams, and of two games each, there is nothing to say."""
    told = not _unscored(candidate, entries) or candidate.format.name == "round_robin"
    return "" if told else "its matches are not drawn by colours"


def _unrated(candidate: FittingFormat, entries: Field) -> str:
    return "" if entries.rated > 1 else "fewer than two entries have a rating"


def _no_byes(candidate: FittingFormat, entries: Field) -> str:
    return _unscored(candidate, entries) if entries.odd else "nobody is left over"


def measures(hours: float) -> tuple[Indicator, ...]:
    """All of them, in the order in which they are shown; a game takes so many hours."""

    def length(figures: Figures) -> Estimate | None:
        turns = _sampled("turns")(figures)
        return turns and Estimate(turns.value * hours, turns.low * hours, turns.high * hours)

    return (
        Indicator("two_perfect", "two or more perfect scores", "less", "%", _percent, _two_perfect,
                _no_score_field),
        Indicator("strongest_wins", "the strongest player wins", "more", "%", _percent, _strongest,
                _sectioned),
        Indicator("order", "table in the order of strength (Kendall's tau)", "more", "tau",
                _hundredths, _sampled("order", -1), _sectioned),
        Indicator("mean_gap", "rating gap on a board, mean", "less", "rating points", _points,
                _sampled("gap"), _unrated),
        Indicator("worst_gap", "largest rating gap of an event", "less", "rating points", _points,
                _sampled("worst_gap"), _unrated),
        Indicator("colours", "players with two games more of one colour", "less", "%", _percent,
                _sampled("colours"), _colours_alike),
        Indicator("floats", "boards of unequal scores", "less", "%", _percent, _sampled("floats"),
                _no_score_field),
        Indicator("byes", "byes given by the draw", "less", "an event", _tenths, _sampled("byes"),
                _no_byes),
        Indicator("games", "games a player", "", "games", _tenths, _sampled("games")),
        Indicator("boards", "boards needed", "", "boards", _points, _sampled("boards")),
        Indicator("hours", "hours needed", "", "hours", _points, length),
    )  # fmt: skip


def estimates(
    candidate: FittingFormat, entries: Field, figures: Figures, of: tuple[Indicator, ...]
) -> Mapping[str, Estimate]:
    """By key every figure that means something for this format and can be estimated."""
    known = {m.key: m.estimate(figures) for m in of if m.applies(candidate, entries)}
    return {key: each for key, each in known.items() if each is not None}


# Playing until they are known


FIRST = (4, 12, 24)
"""Events before the looks that only show how it goes."""
FEWEST = 48
"""Events before a format may be known well enough."""


@dataclass(frozen=True)
class Advised:
    """A format's figures so far; `precise` where all of them are as exact as asked."""

    candidate: FittingFormat
    figures: Figures = field(default_factory=Figures)
    estimates: Mapping[str, Estimate] = field(default_factory=dict)
    precise: bool = False


def looks(most: int) -> Iterator[int]:
    """After how many events one looks: 4, 12, 24, 48, 72, 96, 144, 192 … and the most.

    The looks are few and the same for every pool, so that the same seed gives the same figures;
    stopping at the first that is good enough makes intervals a little too sure.
    """
    yield from (at for at in FIRST if at < most)
    at = FEWEST
    while at < most:
        yield at
        if at + at // 2 < most:
            yield at + at // 2
        at *= 2
    yield most


def advised(
    fitting: Sequence[FittingFormat], entries: Field, of: tuple[Indicator, ...], precision: float,
    most: int, pool: Pool, progress: Callable[[int, int], None],
    enough: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[Advised, ...]]:  # fmt: skip
    """All formats after every look, each played until all of its intervals are within `precision`
    (`Estimate.within`), or `most` events, or it is `enough`: then a format has the figures of its
    first events, however many.

    `progress` receives how many events are played, and how many the next look takes.
    """
    from tui.commands.trial_pools import played

    advices = [Advised(candidate) for candidate in fitting]
    for look in looks(most):
        wanted = sum(each.figures.events if each.precise else look for each in advices)
        for at, each in enumerate(advices):
            if each.precise or enough():
                continue
            before = sum(other.figures.events for other in advices)
            total, numbers = each.figures, range(each.figures.events, look)

            def on(done: int, before: int = before, wanted: int = wanted) -> None:
                progress(before + done, wanted)

            total.add(played(each.candidate.plan, numbers, pool, on, enough))
            known = estimates(each.candidate, entries, total, of)
            precise = (
                total.events >= min(FEWEST, most)
                and bool(known)
                and all(one.within(precision) for one in known.values())
            )
            advices[at] = Advised(each.candidate, total, dict(known), precise)
        yield tuple(advices)
        if enough() or all(each.precise for each in advices):
            return
