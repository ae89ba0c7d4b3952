"""The draw by choice of one stage: the team that chooses next, the teams it may choose, and the
teams that are barred and why.

3.1 outranks all else. U is the fewest repeats of any draw of the stage's teams. The opponents
offered are those whose choice still lets the stage's pattern finish with U: the other choosers
against the pool, the rest among themselves. If the pattern cannot do that, opt-outs lapse; if that
is not enough, any team not yet drawn may be chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import combinations
from typing import Literal

from engine.entrants import EntrantId
from engine.event import ChosenKind, DrawChoice, Event
from engine.points import points_text
from engine.reasons import LOCKED, Reason
from engine.refusal import Refused
from engine.waiting import Choice
from formats.gnot.calendar import STARTS, Key, title_of
from formats.gnot.flow import Flow
from formats.gnot.lots import NEVER, Pair, Word, fewest_repeats, pairs_between, set_draw, word_of

Lapsed = Literal["", "opt-outs", "pool"]


@dataclass(frozen=True, slots=True)
class Pattern:
    """The choosers and their pool, as places in the ranking from 0. `asked` are in the pool only if
    they make themselves available, `shy` unless they opt out."""

    choosers: range
    pool: range
    asked: tuple[int, ...] = ()
    shy: tuple[int, ...] = ()


PATTERNS: dict[Key, Pattern] = {
    "D1": Pattern(range(3), range(5, 8), asked=(3, 4)),
    "D2": Pattern(range(1), range(1, 4), shy=(1,)),
    "S2": Pattern(range(3), range(3, 8)),
    "S3": Pattern(range(4), range(4, 8)),
    "S4": Pattern(range(1), range(1, 4), shy=(1,)),
    "S5": Pattern(range(1), range(2, 4)),
}
"""The stages that are drawn by choice; Pool A's pattern depends on its size."""


def pattern_of(stages: Flow, key: Key) -> Pattern | None:
    """The pattern of a stage's round; None if it is drawn otherwise."""
    if key == "A" and stages.row is not None:
        size = stages.row.pool_a
        return Pattern(range(stages.row.choosers), range(size - stages.row.chosen_from, size))
    return PATTERNS.get(key)


@dataclass(frozen=True)
class OpenChoice:
    """One choice. `barred` says who of those that the pattern offers may not be chosen, and why;
    `lapsed` what had to give way to 3.1 (empty: nothing): that teams opt out, or the pool."""

    chooser: EntrantId
    offered: tuple[EntrantId, ...]
    barred: tuple[tuple[EntrantId, Reason], ...] = ()
    lapsed: Lapsed = ""


@dataclass
class Choosing:
    """The present state of a stage's draw by choice."""

    event: Event
    stages: Flow
    key: Key
    ranked: Sequence[EntrantId]
    pattern: Pattern
    words: tuple[DrawChoice, ...] = ()
    pairs: list[Pair] = field(default_factory=list)
    notes: list[Reason] = field(default_factory=list)
    question: OpenChoice | None = None

    def __post_init__(self) -> None:
        self._silent = {t for t in self.ranked if self.stages.gone(t, self.number)}
        self._known: dict[tuple[EntrantId, ...], int] = {}
        self._waiting = self._at(self.pattern.choosers)
        here = [t for t in self.ranked if t not in self._silent]
        self.pairs = self.word.locked(here)
        while self._waiting and self.question is None:
            self._next()

    def _at(self, places: Iterable[int]) -> list[EntrantId]:
        """The teams ranked there; a stage can be short of teams after boards were changed by
        hand."""
        return [self.ranked[i] for i in places if i < len(self.ranked)]

    @property
    def number(self) -> int:
        """The half that is drawn."""
        return STARTS[self.key]

    @property
    def title(self) -> str:
        """As people say it."""
        return title_of(self.key)

    @property
    def left(self) -> list[EntrantId]:
        """The teams without an opponent so far, ranked."""
        taken = {team for pair in self.pairs for team in pair}
        return [t for t in self.ranked if t not in taken]

    def met(self, a: EntrantId, b: EntrantId) -> int:
        """1 for a repeat in the knockout sections, more for a pair that the arbiter keeps apart; a
        team that has left plays nobody again."""
        return self._weights.get(frozenset((a, b)), 0)

    def _met(self, a: EntrantId, b: EntrantId) -> int:
        if a in self.gone or b in self.gone:
            return 0
        if self.word.barred(a, b):
            return NEVER
        return int(self.stages.met(a, b, self.number) is not None)

    @cached_property
    def _weights(self) -> Mapping[frozenset[EntrantId], int]:
        return {
            frozenset((a, b)): weight for a, b in combinations(self.ranked, 2)
            if (weight := self._met(a, b))
        }  # fmt: skip

    @cached_property
    def word(self) -> Word:
        """The arbiter's locks and bars."""
        return word_of(self.event, self.number)

    @cached_property
    def gone(self) -> frozenset[EntrantId]:
        """Withdrawn teams."""
        return frozenset(t for t in self.ranked if self.stages.gone(t, self.number))

    def _said(self, team: EntrantId, *kinds: ChosenKind) -> DrawChoice | None:
        return next((c for c in self.words if c.chooser == team and c.kind in kinds), None)

    def _next(self) -> None:
        chooser = self._waiting[0]
        left = self.left
        if chooser not in left or chooser in self._silent:
            self._waiting.pop(0)
            return
        if len(left) == 2:
            self._waiting.clear()
            return
        if not self._pool(chooser, 1):
            # somebody in the pool has left the event: nobody remains to be chosen
            self._waiting.pop(0)
            return
        asked = self._ask(chooser)
        if self.key == "S5" and len(asked.offered) == 1:
            # 3.1 permits one draw only: nothing to choose
            self._take(chooser, asked.offered[0])
            return
        word = self._said(chooser, "opponent", "forfeit")
        if word is None:
            self.question = asked
        elif word.kind == "forfeit":
            self._silent.add(chooser)
            self._waiting.pop(0)
        elif word.opponent in left:
            if asked.lapsed:
                self.notes.append(Reason.of("gave-way", what=asked.lapsed, stage=self.key))
            self._take(chooser, word.opponent)
        else:
            self._waiting.pop(0)

    def _take(self, chooser: EntrantId, opponent: EntrantId) -> None:
        self.pairs.append((chooser, opponent))
        self._waiting.pop(0)

    def _ask(self, chooser: EntrantId) -> OpenChoice:
        lapsing: tuple[Lapsed, ...] = ("", "opt-outs", "pool")
        for step, lapsed in enumerate(lapsing):
            pool = self._pool(chooser, step)
            offered = [t for t in pool if self._finishes(chooser, t, step)]
            if offered:
                barred = [(t, self._why_not(chooser, t)) for t in pool if t not in offered]
                wished = step == 1 and pool != self._pool(chooser, 0)
                return OpenChoice(chooser, tuple(offered), tuple(barred),
                                lapsed if wished or step == 2 else "")  # fmt: skip
        # a draw with the fewest repeats exists wherever the teams can be paired at all
        raise Refused(
            f"{self.title} cannot be drawn",
            f"boards that were changed by hand leave it {len(self.left)} teams",
            "undo that change",
        )

    def _pool(self, chooser: EntrantId, step: int) -> list[EntrantId]:
        """Whom the pattern offers: `step` 1 without opting out, 2 anybody."""
        left = [t for t in self.left if t != chooser]
        if step == 2:
            return left
        places = self._at(self.pattern.pool)
        asked = self._at(self.pattern.asked)
        shy = self._at(self.pattern.shy)
        places = [t for t in places if step or t not in shy or not self._said(t, "opt-out")]
        places += [t for t in asked if step or self._said(t, "available")]
        return [t for t in left if t in places and t not in self._silent]

    def _finishes(self, chooser: EntrantId, opponent: EntrantId, step: int) -> bool:
        """Whether the fewest repeats can still be reached when these two meet."""
        rest = [t for t in self.left if t not in (chooser, opponent)]
        fewest, again = self._fewest(), self.met(chooser, opponent)
        if again > fewest:
            return False
        allowed = None
        if step < 2:
            later = [t for t in self._waiting[1:] if t in rest and t not in self._silent]
            pool = [t for t in self._pool(chooser, step) if t in rest and t not in later]
            later = later[: len(pool)]
            others = [t for t in rest if t not in later]
            allowed = pairs_between(later, pool) | pairs_between(others, others)
        more = fewest_repeats(rest, self.met, allowed)
        return more is not None and again + more <= fewest

    def _fewest(self) -> int:
        """The fewest repeats among the teams that are left. With what is drawn that is U, unless an
        appeal has swapped teams in choices that are kept (3.8)."""
        left = tuple(self.left)
        if left not in self._known:
            self._known[left] = fewest_repeats(left, self.met) or 0
        return self._known[left]

    def _why_not(self, chooser: EntrantId, opponent: EntrantId) -> Reason:
        if self.word.barred(chooser, opponent):
            return Reason("barred")
        there = self.stages.met(chooser, opponent, self.number)
        if there is not None and self.met(chooser, opponent):
            return Reason.of("met", stage=there)
        return Reason.of("forces-repeats", team=opponent)

    @property
    def wishes(self) -> tuple[tuple[EntrantId, ChosenKind], ...]:
        """Who may opt out or become available: before the first choice of the stage."""
        if any(c.kind in ("opponent", "forfeit") for c in self.words):
            return ()
        able: list[tuple[EntrantId, ChosenKind]] = []
        for places, kind in ((self.pattern.asked, "available"), (self.pattern.shy, "opt-out")):
            team = self._at(places)
            able += [
                (t, kind)  # type: ignore[misc]
                for t in team
                if t not in self._silent and not self._said(t, kind)  # type: ignore[arg-type]
            ]
        return tuple(able)

    @property
    def choice(self) -> Choice | None:
        """The question as every console asks it."""
        asked = self.question
        if asked is None:
            return None
        out = any(kind == "opt-out" for _, kind in self.wishes)
        figures = tuple(self._figure(team) for team in self.ranked)
        notes = (Reason.of("gave-way", what=asked.lapsed),) if asked.lapsed else ()
        later = tuple(t for t in self._waiting if t != asked.chooser and t in self.left)
        return Choice(asked.chooser, asked.offered, asked.barred, True, out, self.title,
                      tuple(self.ranked), figures, self.wishes, notes, later, "IMPs")  # fmt: skip

    def _figure(self, team: EntrantId) -> str:
        """The net IMPs that it is ranked by: `+31`, `-7½`."""
        last = self.stages.previous(team, self.number)
        if last is None:
            return ""
        net = last.score.net
        text = points_text(Decimal(net.numerator) / net.denominator)
        return f"+{text}" if net > 0 else text

    def drawn(self) -> list[tuple[Pair, Reason]]:
        """All pairs, choosers first, each with how it came about."""
        reasons: dict[Pair, Reason] = {}
        for pair in self.pairs:
            said = self._said(pair[0], "opponent")
            reasons[pair] = Reason.of("chosen", player=pair[0]) if said else Reason("only-draw")
            if frozenset(pair) in self.word.locks:
                reasons[pair] = LOCKED
        rest = set_draw(self.left, self.met)
        reasons |= dict.fromkeys(rest, Reason("left-after-choices"))
        return list(reasons.items())


def choosing(event: Event, stages: Flow, key: Key) -> Choosing | None:
    """The draw by choice of a stage's round; None if it is drawn otherwise. `stages` may be shared
    with other events, choices and bars are this one's."""
    pattern = pattern_of(stages, key)
    if pattern is None or (key == "A" and stages.few):
        return None
    words = _words(event, key)
    return Choosing(event, stages, key, stages.ranked(key), pattern, words)


def _words(event: Event, key: Key) -> tuple[DrawChoice, ...]:
    return tuple(
        c for c in event.choices if c.round == STARTS[key] and c.stage == title_of(key)
    )  # fmt: skip
