"""Direct encounter (C.07 article 6): standings of the tied entrants among themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from engine.entrants import EntrantId
from engine.points import NIL, points_text
from engine.tiebreaks.criteria import Group, TieBreakCriterion
from engine.tiebreaks.record import Tally


@dataclass(frozen=True)
class _Standing:
    """The tied among themselves: points (averages of double games) and games not played."""

    group: tuple[EntrantId, ...]
    points: Mapping[EntrantId, Decimal]
    missing: Mapping[EntrantId, int]

    @property
    def complete(self) -> bool:
        """All have met all."""
        return not any(self.missing.values())


class DirectEncounter:
    """Ranks tied entrants by their games with each other, as far as those decide.

    `forfeits`: they count as games (6.1.1, 15.2).
    """

    note = ""

    def __init__(self, tally: Tally, forfeits: bool = False) -> None:
        self.tally = tally
        self.forfeits = forfeits or tally.predetermined
        self._steps: dict[EntrantId, list[tuple[_Standing, str]]] = {}

    def fresh(self) -> TieBreakCriterion:
        """A new one: the tied entrants differ from table to table."""
        return DirectEncounter(self.tally, self.forfeits)

    def value(self, id: EntrantId) -> Decimal | None:
        """Points in the standing that first decided on the entrant; None if none did."""
        for standing, decision in self._steps.get(id, ()):
            if decision:
                return standing.points[id]
        return None

    def working(self, id: EntrantId) -> str:
        """Every standing that the entrant was part of, and what it decided."""
        steps = self._steps.get(id, [])
        return "; ".join(self._step_text(id, *step) for step in steps) or "no tie to break"

    def split(self, group: Group) -> list[list[EntrantId]]:
        """Article 6.2 where all have met, else 6.3; again for what stays tied."""
        if len(group) == 1:
            return [list(group)]
        standing = self._standing(group)
        if standing.complete:
            return self._by_points(standing)
        first = [] if self.tally.predetermined else self._sure(standing)
        rest = [id for id in group if id not in first]
        for place, id in enumerate(first, start=1):
            self._note(id, standing, f"sure of place {place} of them (6.3)")
        if not first:
            for id in rest:
                self._note(id, standing, "")
            return [rest]
        for id in rest:
            self._note(id, standing, "")
        return [*([id] for id in first), *(self.split(rest) if rest else [])]

    def _by_points(self, standing: _Standing) -> list[list[EntrantId]]:
        for id in standing.group:
            self._note(id, standing, "all have met (6.2)")
        ordered = sorted(standing.group, key=lambda id: -standing.points[id])
        groups = [list(g) for _, g in groupby(ordered, key=lambda id: standing.points[id])]
        if len(groups) == 1:
            return groups
        return [part for group in groups for part in self.split(group)]

    def _sure(self, standing: _Standing) -> list[EntrantId]:
        """Those who are alone in first, second … place whatever the missing games give (6.3)."""
        settings = self.tally.settings
        worst = {
            id: standing.points[id] + standing.missing[id] * settings.loss_points
            for id in standing.group
        }
        best = {
            id: standing.points[id] + standing.missing[id] * settings.win_points
            for id in standing.group
        }
        left = sorted(standing.group, key=lambda id: -worst[id])
        by_best = sorted(standing.group, key=lambda id: -best[id])
        sure: list[EntrantId] = []
        while left:
            top = left[0]
            taken = {*sure, top}
            rival = next((id for id in by_best if id not in taken), None)
            if rival is not None and worst[top] <= best[rival]:
                break
            sure.append(left.pop(0))
        return sure

    def _standing(self, group: Group) -> _Standing:
        members = set(group)
        points: dict[EntrantId, Decimal] = {}
        missing: dict[EntrantId, int] = {}
        for id in group:
            games = self._games(id, members)
            points[id] = sum((sum(g, NIL) / len(g) for g in games.values()), NIL)
            missing[id] = len(group) - 1 - len(games)
        return _Standing(tuple(group), points, missing)

    def _games(self, id: EntrantId, members: set[EntrantId]) -> dict[EntrantId, list[Decimal]]:
        points: dict[EntrantId, list[Decimal]] = {}
        for round in self.tally.records[id].rounds:
            opponent = round.line.opponent
            if opponent is None or opponent not in members:
                continue
            if round.game or self.forfeits:
                points.setdefault(opponent, []).append(round.points)
        return points

    def _note(self, id: EntrantId, standing: _Standing, decision: str) -> None:
        self._steps.setdefault(id, []).append((standing, decision))

    def _step_text(self, id: EntrantId, standing: _Standing, decision: str) -> str:
        games = self._games(id, set(standing.group))
        against = ", ".join(
            f"{self.tally.short(other)} {_mean_text(points)}" for other, points in games.items()
        )
        size = len(standing.group)
        text = f"{size} tied: {against or 'has met none of the others'}"
        if against:
            text += f" = {points_text(standing.points[id])}"
        return f"{text}; {decision or 'not all have met, not decided here'}"


def _mean_text(points: Sequence[Decimal]) -> str:
    if len(points) == 1:
        return points_text(points[0])
    listed = " + ".join(points_text(p) for p in points)
    return f"({listed}) / {len(points)}"
