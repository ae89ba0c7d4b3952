"""Everybody to be paired in a round: grade, half, score, colours, and who may meet whom."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from engine.colours import OTHER
from engine.entrants import EntrantId
from engine.history import Colour
from engine.pairable import Pairable, mask_of, members
from engine.points import HALF, NIL, Points
from formats.ecf import colours as law
from formats.score_field import Game, Pair, ScoreField, among, in_order

Mode = Literal["opening", "opening by halves", "plain", "basic", "advanced"]
"""How the groups of a round are made."""


@dataclass(frozen=True, slots=True)
class EcfPlayer:
    """What the draw reads of a player's card."""

    id: EntrantId
    place: int
    """In grade order over the whole event, from 1."""
    grade: int
    score: Points = NIL
    top: bool = False
    """In the top half, where there is acceleration."""
    colours: str = ""
    """Of the games played, first to last."""
    met: frozenset[EntrantId] = frozenset()
    downfloats: int = 0
    upfloats: int = 0
    byes: int = 0
    """Byes that the draw gave."""
    asked: int = 0
    """Byes that the player had, or has arranged, at his own wish."""
    name: str = ""

    @property
    def due(self) -> Colour | None:
        """The colour that rule 8 gives; None before the first game."""
        return law.due(self.colours)

    @property
    def forbidden(self) -> frozenset[Colour]:
        """Colours that break rule 8."""
        return law.forbidden(self.colours)

    @property
    def bound(self) -> bool:
        """Whether rule 8 leaves the due colour alone."""
        return self.due is not None and OTHER[self.due] in self.forbidden


def colours_allow(one: EcfPlayer, other: EcfPlayer) -> bool:
    """Whether the two can play with neither getting a colour that rule 8 forbids."""
    return _allows(one.forbidden, other.forbidden)


@dataclass(frozen=True)
class EcfField(ScoreField[EcfPlayer]):
    """The players by score and then in grade order; everybody is a position in it.

    `lead` is 100 %, `step` half a point. `exempt` are games against the colours of rule 8 that are
    possible because no draw of the round is without them.
    """

    lead: Points = NIL
    step: Points = HALF
    graded: bool = True
    exempt: frozenset[Game] = frozenset()
    inside: frozenset[Game] = frozenset()
    """Locked pairs that are drawn with their group; the others are taken out first."""
    resting: int = 0
    """Those of whom one will have the bye, as a bit set, while it is not settled who."""

    @classmethod
    def of(
        cls,
        players: Iterable[EcfPlayer],
        *,
        locks: Collection[Pair] = (),
        bars: Collection[Pair] = (),
        lead: Points = NIL,
        step: Points = HALF,
        graded: bool = True,
    ) -> EcfField:
        """In order; locks on somebody who is not here are left out."""
        ordered = in_order(players)
        return cls(ordered, among(ordered, locks), frozenset(bars), lead, step, graded)

    @cached_property
    def top(self) -> int:
        """The top half as a bit set."""
        return mask_of([i for i, player in enumerate(self.players) if player.top])

    @cached_property
    def free(self) -> int:
        """Everybody who is drawn: all but those locked to somebody of another group."""
        return self.everybody & ~mask_of(list(self.locked)) | self._inside

    @cached_property
    def _inside(self) -> int:
        return mask_of([i for game in self.inside for i in game])

    @cached_property
    def unbarred(self) -> list[int]:
        """Opponents that the arbiter does not bar."""
        return self._locked_apart(super().unbarred)

    def _locked_apart(self, near: list[int]) -> list[int]:
        """Who is locked to one of his group meets him, whatever speaks against it, and nobody
        else."""
        near = [mine & ~self._inside for mine in near] if self._inside else near
        for i, j in self.inside:
            near[i], near[j] = 1 << j, 1 << i
        return near

    @cached_property
    def unmet(self) -> list[int]:
        """Those of them whom each player has not met."""
        return self._locked_apart(super().unmet)

    @cached_property
    def legal(self) -> list[int]:
        """Those of them with whom rule 8 can be kept; and what is exempt from it."""
        kinds = {player.forbidden for player in self.players}
        holders = {
            kind: mask_of([i for i, p in enumerate(self.players) if p.forbidden == kind])
            for kind in kinds
        }
        out = {
            kind: sum(mask for other, mask in holders.items() if not _allows(kind, other))
            for kind in kinds
        }
        near = [
            unmet & ~out[p.forbidden] for unmet, p in zip(self.unmet, self.players, strict=True)
        ]
        for i, j in self.exempt:
            near[i] |= 1 << j
            near[j] |= 1 << i
        return self._locked_apart(near)

    @cached_property
    def pairable(self) -> Pairable:
        """Answers whether some of the players can be drawn legally."""
        return Pairable(self.legal, self.resting)

    def on(self, score: Points) -> int:
        """Players on that score, as a bit set."""
        return mask_of([i for i, player in enumerate(self.players) if player.score == score])

    def by_grade(self, players: int) -> list[int]:
        """A set of players in grade order."""
        return sorted(members(players), key=lambda i: self.players[i].place)

    def with_exempt(self, games: Iterable[Game]) -> EcfField:
        """The same field with some games made possible in spite of their colours."""
        return replace(self, exempt=frozenset(games))

    def with_resting(self, players: int) -> EcfField:
        """The same field, in which one of these will have the bye."""
        return replace(self, resting=players)

    def with_inside(self, games: Iterable[Game]) -> EcfField:
        """The same field with these locked pairs drawn with their group."""
        return replace(self, inside=frozenset(games))


def _allows(one: frozenset[Colour], other: frozenset[Colour]) -> bool:
    white_first = "W" not in one and "B" not in other
    return white_first or ("B" not in one and "W" not in other)
