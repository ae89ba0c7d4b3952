"""Random events of any Swiss format, played through the public protocol alone.

An event is a plan of names; what happens in it depends on the names and the seed, never on the
order in which they were entered, so that the same plan can be played from another entry list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from random import Random
from typing import Any

from engine.entrants import Away, Entrant, RequestedBye
from engine.event import Event, Instruction, Match, Round, RoundState
from engine.protocol import Format, Proposal
from engine.refusal import Refused
from engine.results import parse_game
from formats.registry import format_named

Names = tuple[str, str]
Boards = list[tuple[int, str, str]]
"""Board number, White's and Black's name."""

HALF = Decimal("0.5")


@dataclass(frozen=True)
class Plan:
    """Who plays, with what settings, and what becomes of it; chances are of a player a round."""

    format: str
    seed: int
    players: int
    rounds: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    byes: float = 0.0
    gone: float = 0.0
    late: float = 0.0
    forfeits: float = 0.0
    draws: float = 0.25
    upsets: float = 0.25
    words: int = 0
    """Locks and bars in the whole event."""
    schools: int = 0

    def entrants(self) -> list[Entrant]:
        """In order of rating; numbers as entered in that order."""
        lot = Random(f"entrants {self.seed}")
        ratings = sorted(lot.sample(range(900, 2600), self.players), reverse=True)
        return [self._entrant(no, rating, lot) for no, rating in enumerate(ratings, start=1)]

    def _entrant(self, no: int, rating: int, lot: Random) -> Entrant:
        asked = [n for n in range(1, self.rounds + 1) if lot.random() < self.byes]
        byes = tuple(RequestedBye(n, lot.choice([HALF, HALF, Decimal(0)])) for n in asked[:2])
        joined = 2 if lot.random() < self.late else 1
        leaves = lot.random() < self.gone * self.rounds and self.rounds > 2
        away = (Away(lot.randint(2, self.rounds)),) if leaves else ()
        school = f"S{lot.randrange(self.schools)}" if self.schools else ""
        name = f"{lot.choice('QWERTZ')}{no:03}"
        return Entrant(
            str(no), name, rating, school=school, byes=byes, joined=joined, away=away, present=True
        )

    def instructions(self) -> list[tuple[str, Names, int]]:
        """`lock` or `bar`, two names, the round."""
        lot = Random(f"words {self.seed}")
        names = [e.name for e in self.entrants()]
        found = []
        for _ in range(self.words):
            a, b = lot.sample(names, 2)
            found.append((lot.choice(["lock", "bar", "bar"]), (a, b), lot.randint(1, self.rounds)))
        return found

    def event(self, shuffled: int = 0) -> Event:
        """Before round 1; `shuffled`: entered in another order, so that the numbers differ."""
        entrants = self.entrants()
        if shuffled:
            Random(shuffled).shuffle(entrants)
            entrants = [replace(e, id=str(no)) for no, e in enumerate(entrants, start=1)]
        id = {e.name: e.id for e in entrants}
        words = tuple(
            Instruction("lock" if kind == "lock" else "bar", id[a], id[b], number)
            for kind, (a, b), number in self.instructions()
        )
        settings = self.formed.settings({"rounds": self.rounds, **self.settings})
        return Event(
            "Test",
            self.format,
            settings,
            seed=self.seed,
            entrants=tuple(entrants),
            instructions=words,
            next_id=len(entrants) + 1,
        )

    @property
    def formed(self) -> Format:
        """Its format."""
        return format_named(self.format)

    def result(self, number: int, match: Match, event: Event) -> str:
        """What comes out of a game: by the two names and the round."""
        white, black = event.entrant(match.white), event.entrant(match.black)
        lot = Random(f"{self.seed} {number} {sorted((white.name, black.name))}")
        if lot.random() < self.forfeits:
            return lot.choice(["+/-", "-/+", "-/-"])
        if lot.random() < self.draws:
            return "1/2-1/2"
        better = (white.rating or 0) > (black.rating or 0)
        return "1-0" if better != (lot.random() < self.upsets) else "0-1"


def published(plan: Plan, event: Event, proposal: Proposal) -> Event:
    """The round as drawn, with its results; what the publication settles is settled."""
    bare = Round(proposal.round, RoundState.PUBLISHED, proposal.matches, proposal.byes)
    event = replace(event.with_round(bare), lots=(*event.lots, *proposal.lots))
    event = plan.formed.freeze(event)
    done = event.round(proposal.round)
    matches = tuple(
        replace(m, result=parse_game(plan.result(proposal.round, m, event))) for m in done.matches
    )
    return event.with_round(replace(done, matches=matches))


def rounds(
    plan: Plan, refusals: list[tuple[Event, Refused]] | None = None, *, shuffled: int = 0
) -> Iterator[tuple[Event, Proposal]]:
    """The event before each round, and its draw; ends at a refusal, which is added to the list."""
    event = plan.event(shuffled)
    for _ in range(plan.rounds):
        try:
            proposal = plan.formed.draw(event)
        except Refused as no:
            if refusals is not None:
                refusals.append((event, no))
            return
        yield event, proposal
        event = published(plan, event, proposal)


def named(event: Event, proposal: Proposal) -> tuple[Boards, list[tuple[str, str, Decimal]]]:
    """Boards and byes by name."""
    name = {e.id: e.name for e in event.entrants}
    boards = [(m.board, name[m.white], name[m.black]) for m in proposal.matches]
    return boards, sorted((name[b.entrant], b.kind, b.points) for b in proposal.byes)


def plans(format: str, seed: int, sizes: Sequence[int], **settings: Any) -> Plan:
    """A plan by lot: quiet ones, and ones with everything."""
    lot = Random(f"plan {format} {seed}")
    players = lot.choice(list(sizes))
    rounds = min(lot.randint(4, 8), players // 2)
    quiet = lot.random() < 0.3
    if lot.random() < 0.15:  # until few opponents are left
        rounds, quiet = min(players - 1, 11), players < 14 or quiet
    return Plan(
        format,
        seed,
        players,
        rounds,
        settings,
        byes=0 if quiet else lot.choice([0, 0.04, 0.1]),
        gone=0 if quiet else lot.choice([0, 0.02]),
        late=0 if quiet else lot.choice([0, 0.05]),
        forfeits=0 if quiet else lot.choice([0, 0.04]),
        draws=lot.choice([0.0, 0.25, 0.5]),
        upsets=lot.choice([0.1, 0.3, 0.5]),
        words=0 if quiet else lot.choice([0, 0, 2, 5]),
        schools=lot.choice([0, 0, 5]),
    )
