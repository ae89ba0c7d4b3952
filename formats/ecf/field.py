"""Everybody to be paired in a round: grade, half, score, colours, and possible opponents.

Rule 8 says which colour is due, how strong the claim is, and what nobody may have; rule 5 which
players are spared the bye. If a field has no legal draw, it is relaxed (`prepared`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import zip_longest
from typing import Literal

from engine.entrants import EntrantId
from engine.event import Bye, Event
from engine.history import (
    OTHER,
    Colour,
    PairingCard,
    RoundKind,
    cards,
    difference,
    exceeds,
    last_colour,
    third_running,
)
from engine.pairable import Pairable, mask_of, members
from engine.points import HALF, NIL, Points
from engine.protocol import Conflict, Rule, Severity
from formats.score_field import Game, Pair, ScoreField, among, fewest_byes, fewest_faults, in_order

Claim = tuple[int, ...]
"""How strong a claim to the due colour is; larger is stronger. First the difference to be made
even (equalisation), then for every game from the latest back 1 if it had the other colour
(alternation is the latest, balance the earlier ones)."""


@cache
def due(colours: str) -> Colour | None:
    """The colour that equalises, else the one that alternates; None before the first game.

    Where it would break rule 8 (after games against it), the other one.
    """
    surplus, last = difference(colours), last_colour(colours)
    if last is None:
        return None
    wanted: Colour = OTHER[last] if not surplus else "B" if surplus > 0 else "W"
    out = forbidden(colours)
    return OTHER[wanted] if wanted in out and OTHER[wanted] not in out else wanted


@cache
def claim(colours: str) -> Claim:
    """How strong the claim to `due` is; () without one."""
    wanted = due(colours)
    if wanted is None:
        return ()
    return (abs(difference(colours)), *(int(c != wanted) for c in reversed(colours)))


def stronger(one: Claim, other: Claim) -> int:
    """1, -1 or 0: which claim is the stronger; games that were not played speak for nobody."""
    for a, b in zip_longest(one, other, fillvalue=0):
        if a != b:
            return 1 if a > b else -1
    return 0


def trimmed(strength: Claim) -> Claim:
    """The same claim in its shortest form: equal claims are then equal values."""
    end = len(strength)
    while end and not strength[end - 1]:
        end -= 1
    return strength[:end]


def claim_facts(colours: str) -> dict[str, str | bool]:
    """The basis of a claim: the colours that a player has had, and whether it equalises them."""
    return {"colours": colours, "equalises": bool(difference(colours))}


@cache
def forbidden(colours: str) -> frozenset[Colour]:
    """Colours that would be the third running or make the difference larger than 2."""
    both: tuple[Colour, ...] = ("W", "B")
    return frozenset(c for c in both if third_running(colours, c) or exceeds(colours, c))


def majority(dues: Sequence[Colour | None]) -> Colour | None:
    """The colour that is due to more of them; None if to neither."""
    white, black = dues.count("W"), dues.count("B")
    if white == black:
        return None
    return "W" if white > black else "B"


Mode = Literal["opening", "opening by halves", "plain", "basic", "advanced"]
"""How the groups of a round are made."""


@dataclass(frozen=True, slots=True)
class EcfPlayer:
    """The data of a player's card that the draw uses."""

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
        return due(self.colours)

    @property
    def forbidden(self) -> frozenset[Colour]:
        """Colours that break rule 8."""
        return forbidden(self.colours)

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
    """Players one of whom will have the bye, as a bit set, while it is not settled which."""

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
        """In order; locks on absent players are left out."""
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
        """Players locked to one of their group meet him, whatever speaks against it, and nobody
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


class EcfUndrawable(Exception):
    """Every draw repeats a game, or breaks a lock or a bar."""


@dataclass(frozen=True, slots=True)
class Feasibility:
    """A field that can be drawn; how many byes the holder of the bye may have had; the games
    against the colours of rule 8 that had to be made possible."""

    field: EcfField
    byes: int
    against_colours: tuple[Game, ...] = ()


def prepared(field: EcfField) -> Feasibility:
    """A legal draw with the bye to a player who has had none; else with a second bye; else the
    fewest games against the colours of rule 8, as low as possible. `Undrawable` without any."""
    byes = fewest_byes(field, field.pairable)
    if byes is not None:
        return Feasibility(field, byes)
    byes = fewest_byes(field, Pairable(field.unmet))
    if byes is None:
        raise EcfUndrawable
    return _relaxed(field, byes)


def _relaxed(field: EcfField, byes: int) -> Feasibility:
    def wrong(a: int, b: int) -> int:
        here = max(a, b) < len(field)
        return int(
            here
            and field.locked.get(a) != b
            and not colours_allow(field.players[a], field.players[b])
        )

    pairs = fewest_faults(field, field.unmet, byes, {"against colours": wrong})
    games = tuple(pair for pair in pairs if wrong(*pair))
    return Feasibility(field.with_exempt(games), byes, games)


class ArrangedBye(Rule):
    """Rule 5: no bye for a player who had one, or has arranged one, at his own wish."""

    id = "arranged-bye"
    severity = Severity.SHOULD

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        """Only byes that the draw gives, from round 2 on: round 1 goes by the mid-line."""
        card = cards(event)[bye.entrant]
        if bye.kind == "pairing" and number > 1 and asked_for(card, number):
            text = f"{card.entrant.name} has asked for a bye in another round"
            yield Conflict(self.id, self.severity, text, None, (bye.entrant,))


def asked_for(card: PairingCard, number: int) -> int:
    """Byes that a player had before that round, or has arranged from it on, at his own wish."""
    had = sum(line.kind is RoundKind.REQUESTED_BYE for line in card.lines)
    return had + sum(b.round >= number and not b.absent for b in card.entrant.byes)
