"""The Scheveningen system: every player of a team plays every player of every other team, once.

Two teams meet over as many rounds as a match has boards. More teams meet one after the other by
the Berger table, each pair over so many rounds.

The tables for 2 to 8 and for 10 boards are the ones that federations publish. Other sizes are made
here, since no table of theirs is in print.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import ClassVar, Literal

from engine.entrants import Entrant, EntrantId
from engine.event import Bye, Event, Match, Round
from engine.points import NIL, Points, counted
from engine.protocol import Advice, Proposal
from engine.reasons import Reason
from engine.refusal import Refused
from formats.berger import berger
from formats.common import with_rounds
from formats.settings import MOST_ROUNDS, WINDOW, FormatSettings, knob
from formats.teams import PlacesInOrder, TeamsByTable, TeamSettings

PUBLISHED = {
    2: "A1-B1 A2-B2 | B2-A1 B1-A2",
    3: "A1-B1 A2-B2 B3-A3 | B2-A1 A2-B3 B1-A3 | A1-B3 B1-A2 A3-B2",
    4: "A1-B1 A2-B2 B3-A3 B4-A4 | B2-A1 B1-A2 A3-B4 A4-B3 | A1-B3 A2-B4 B1-A3 B2-A4 | "
    "B4-A1 B3-A2 A3-B2 A4-B1",
    5: "A1-B1 A2-B2 A3-B3 B4-A4 B5-A5 | B2-A1 B3-A2 A3-B4 A4-B5 B1-A5 | "
    "A1-B3 A2-B4 B5-A3 B1-A4 A5-B2 | B4-A1 A2-B5 A3-B1 B2-A4 B3-A5 | "
    "A1-B5 B1-A2 B2-A3 A4-B3 A5-B4",
    6: "A1-B1 B2-A2 B3-A3 A4-B4 B5-A5 A6-B6 | B2-A1 A2-B3 A3-B5 B6-A4 A5-B4 B1-A6 | "
    "A1-B3 B5-A2 B1-A3 A4-B2 A5-B6 B4-A6 | B4-A1 B6-A2 A3-B2 A4-B1 B3-A5 A6-B5 | "
    "A1-B5 A2-B4 A3-B6 B3-A4 B1-A5 B2-A6 | B6-A1 A2-B1 B4-A3 B5-A4 A5-B2 A6-B3",
    7: "A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 | B2-A1 B3-A2 B4-A3 A4-B5 A5-B6 A6-B7 B1-A7 | "
    "A1-B3 A2-B4 A3-B5 B6-A4 B7-A5 B1-A6 A7-B2 | B4-A1 B5-A2 A3-B6 A4-B7 A5-B1 B2-A6 B3-A7 | "
    "A1-B5 A2-B6 B7-A3 B1-A4 B2-A5 A6-B3 A7-B4 | B6-A1 A2-B7 A3-B1 A4-B2 B3-A5 B4-A6 B5-A7 | "
    "A1-B7 B1-A2 B2-A3 B3-A4 A5-B4 A6-B5 A7-B6",
    8: "A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 B8-A8 | "
    "B2-A1 B3-A2 B4-A3 B1-A4 A5-B6 A6-B7 A7-B8 A8-B5 | "
    "A1-B3 A2-B4 A3-B1 A4-B2 B7-A5 B8-A6 B5-A7 B6-A8 | "
    "B4-A1 B1-A2 B2-A3 B3-A4 A5-B8 A6-B5 A7-B6 A8-B7 | "
    "A1-B5 A2-B6 A3-B7 A4-B8 B1-A5 B2-A6 B3-A7 B4-A8 | "
    "B6-A1 B7-A2 B8-A3 B5-A4 A5-B2 A6-B3 A7-B4 A8-B1 | "
    "A1-B7 A2-B8 A3-B5 A4-B6 B3-A5 B4-A6 B1-A7 B2-A8 | "
    "B8-A1 B5-A2 B6-A3 B7-A4 A5-B4 A6-B1 A7-B2 A8-B3",
    10: "A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 A8-B8 B9-A9 B10-A10 | "
    "B2-A1 B1-A2 B8-A3 B3-A4 A5-B10 A6-B5 A7-B6 B4-A8 A9-B7 A10-B9 | "
    "A1-B3 A2-B8 A3-B4 A4-B10 B6-A5 B7-A6 B9-A7 A8-B1 B2-A9 B5-A10 | "
    "B4-A1 B3-A2 B10-A3 A4-B6 A5-B7 B8-A6 A7-B5 A8-B9 B1-A9 A10-B2 | "
    "A1-B5 A2-B4 B9-A3 B7-A4 B1-A5 A6-B10 B8-A7 B2-A8 A9-B3 A10-B6 | "
    "B6-A1 A2-B7 A3-B1 A4-B9 A5-B8 A6-B2 B10-A7 B5-A8 B4-A9 B3-A10 | "
    "A1-B7 B5-A2 B2-A3 B1-A4 B4-A5 B9-A6 A7-B3 A8-B10 A9-B6 A10-B8 | "
    "B8-A1 B6-A2 A3-B5 A4-B2 A5-B9 A6-B1 A7-B4 B3-A8 B10-A9 B7-A10 | "
    "A1-B9 A2-B10 A3-B7 B5-A4 B2-A5 B3-A6 B1-A7 A8-B6 A9-B8 B4-A10 | "
    "B10-A1 B9-A2 B6-A3 B8-A4 A5-B3 A6-B4 A7-B2 B7-A8 A9-B5 A10-B1",
}
"""By boards the rounds, White first; A is the first team."""


@dataclass(frozen=True, slots=True)
class PairedPlaces:
    """One game of a round: the places of the players in their teams, and whether A has White."""

    a: int
    b: int
    white: bool


@cache
def scheveningen(boards: int) -> tuple[tuple[PairedPlaces, ...], ...]:
    """The rounds of a match on so many boards, each in the order of team A."""
    if boards not in PUBLISHED:
        return _made(boards)
    return tuple(tuple(map(_read, round.split())) for round in PUBLISHED[boards].split(" | "))


def _read(text: str) -> PairedPlaces:
    white, black = text.split("-")
    a, b = (white, black) if white.startswith("A") else (black, white)
    return PairedPlaces(int(a[1:]), int(b[1:]), white.startswith("A"))


def _made(boards: int) -> tuple[tuple[PairedPlaces, ...], ...]:
    """A place further in every round; the colours of A alternate, and are traded between two
    rounds and two players until those of B differ as little as they can."""
    half = (boards + 1) // 2
    white = [[(r + (a >= half)) % 2 == 0 for a in range(boards)] for r in range(boards)]
    whites = [0] * boards
    for r in range(boards):
        for a in range(boards):
            whites[(a + r) % boards] += not white[r][a]

    def off(count: int) -> int:
        return max(boards // 2 - count, count - half, 0)

    trading = any(map(off, whites))
    while trading:
        trading = False
        for cells in _squares(white):
            change = dict.fromkeys(((a + r) % boards for r, a in cells), 0)
            for r, a in cells:
                change[(a + r) % boards] += 1 if white[r][a] else -1
            if sum(off(whites[b] + by) - off(whites[b]) for b, by in change.items()) < 0:
                trading = True
                for r, a in cells:
                    white[r][a] = not white[r][a]
                for b, by in change.items():
                    whites[b] += by
    return tuple(
        tuple(PairedPlaces(a + 1, (a + r) % boards + 1, white[r][a]) for a in range(boards))
        for r in range(boards)
    )


def _squares(white: list[list[bool]]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Two rounds and two players whose colours can be exchanged without a change for either."""
    for r, s in combinations(range(len(white)), 2):
        for a, b in combinations(range(len(white)), 2):
            if white[r][a] == white[s][b] != white[r][b] == white[s][a]:
                yield (r, a), (r, b), (s, a), (s, b)


class ScheveningenSettings(TeamSettings):
    """Settings of the Scheveningen system: the games count, not the rounds."""

    predetermined: ClassVar[bool] = True
    not_chosen: ClassVar[frozenset[str]] = frozenset({"rounds"})

    rounds: int = knob(
        default=MOST_ROUNDS, ge=1, le=MOST_ROUNDS, description="follows from teams and boards"
    )
    primary: Literal["match", "game"] = knob(
        default="game", description="what ranks teams: game points or match points"
    )
    tiebreaks: tuple[str, ...] = knob(
        default=("MPvGP", "DE"),
        description="tie-breaks after game points (or match points), in order (codes of FIDE C.07)",
    )
    board_order: Literal["fixed", "free"] = knob(
        default="free", description="the tables order the line-ups"
    )
    correction_window: int = knob(default=2, ge=0, le=99, description=WINDOW)


class Scheveningen(TeamsByTable):
    """Two teams, or several one after the other."""

    name = "scheveningen"
    title = "Scheveningen"
    used_for = "matches of two teams"
    summary = "everybody of a team plays everybody of every other team, by the tables"
    smallest = 2
    Settings: ClassVar[type[FormatSettings]] = ScheveningenSettings

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """In order of entry: the first team is A of the tables."""
        return [entrant.id for entrant in event.entrants]

    def seeds_unused(self, event: Event) -> str:
        """The first team is A of the tables."""
        return "its teams are in the order of entry"

    def draw(self, event: Event) -> Proposal:
        """The next round of the tables."""
        number, teams = len(event.published) + 1, self.order(event)
        if len(teams) < self.smallest:
            raise Refused("nobody can be drawn", "there are fewer than two teams", "enter more")
        if self._rounds(event) > MOST_ROUNDS:
            raise Refused(
                f"{len(teams)} teams would play {self._rounds(event)} rounds",
                f"an event has {MOST_ROUNDS} at most",
                "make several events, or fewer boards",
            )
        cycle, round = divmod(number - 1, self.boards(event))
        table = berger(len(teams) + len(teams) % 2)
        if cycle >= len(table):
            raise Refused("everybody has met everybody", "", "the event is finished")
        matches: list[Match] = []
        byes: list[Bye] = []
        for pair in table[cycle]:
            home, away = (teams[no - 1] if no <= len(teams) else "" for no in sorted(pair))
            if not away:
                byes.append(Bye(home, NIL, why=(Reason("free-round"),)))
                continue
            why = Reason.of("scheveningen", round=round + 1, rounds=self.boards(event))
            matches.append(Match(len(matches) + 1, home, away, why=(why,)))
        return Proposal(number, tuple(matches), tuple(byes))

    def worded(self, reason: Reason, event: Event) -> str:
        """Which round of the table of two teams it is."""
        if reason.code == "scheveningen":
            return f"round {reason['round']} of {reason['rounds']} between these two"
        if reason.code == "free-round":
            return "the free round of the table"
        return super().worded(reason, event)

    def first_games(self, event: Event, round: Round, match: Match) -> Iterable[PlacesInOrder]:
        """The games of the table, in the order of the home team."""
        count = self.boards(event)
        for game in scheveningen(count)[(round.number - 1) % count]:
            yield PlacesInOrder(game.a, game.b, not game.white)

    def settle(self, event: Event) -> Event:
        """The number of rounds follows from the teams and the boards."""
        event = super().settle(event)
        rounds = self.rounds_planned(event) or MOST_ROUNDS
        if rounds == event.settings.rounds:
            return event
        return replace(event, settings=with_rounds(event.settings, rounds))

    def rounds_planned(self, event: Event) -> int | None:
        """As many as boards for each pair of teams."""
        known = len(event.entrants) >= self.smallest
        return min(self._rounds(event), MOST_ROUNDS) if known else None

    def _rounds(self, event: Event) -> int:
        teams = len(event.entrants)
        return self.boards(event) * (teams - 1 + teams % 2)

    def settings_changed(self, event: Event, settings: object) -> None:
        """The tables are fixed by the first round."""
        if event.published and getattr(settings, "boards", 0) != self.boards(event):
            raise Refused("the boards cannot change", "round 1 is published", "make a new event")

    def advise(self, event: Event) -> list[Advice]:
        """The length of it, and teams that are smaller or larger than a match."""
        planned = self.rounds_planned(event)
        if planned is None or event.published:
            return []
        length = f"{counted(len(event.entrants), 'team')}: {counted(planned, 'round')}"
        return [Advice(length), *self.too_small(event)]

    def entry_refused(self, event: Event) -> str:
        """Once the tables are fixed."""
        return "the tables are fixed by round 1" if event.published else ""

    def bye_refused(self, event: Event, entrant: Entrant, points: Points) -> str:
        """Every game is played, or lost."""
        return "every game of the tables is played; one not played is a forfeit"
