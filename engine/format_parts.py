"""Parts of the protocol that only some formats have: brackets, finals, divisions, teams, files.

A format takes them in beside `Format`; whoever needs one asks here whether it is there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from engine.entrants import EntrantId
from engine.event import Event, Match, Round
from engine.protocol import Dependent, Format
from engine.refusal import Refused

if TYPE_CHECKING:
    from engine.divisions import Divided
    from engine.fixtures import Filled
    from engine.tables import Qualified
    from engine.team_boards import TeamBoard
    from engine.team_results import BoardOrder, TeamResult

Part = TypeVar("Part")


class Bracketed:
    """A knockout, or a flow of stages: what is drawn hangs on who won."""

    free_lines: ClassVar[bool] = True
    draws_stand: ClassVar[bool] = False
    """Whether later draws stay as the results before them were, whatever is corrected; else what
    was drawn from a result that is another now is seated anew, or removed."""

    def bracket(self, event: Event) -> Filled | None:
        """The tree as it stands; None before there is one."""
        return None

    def from_file(self, event: Event, round: Round) -> Round:
        """A round from a file, which has neither boards nor walkovers, as the bracket has it; as it
        is where it is not the engine's draw of `event`."""
        return round

    def depending(
        self, event: Event, number: int, changed: Sequence[Match]
    ) -> tuple[Dependent, ...]:
        """What has been drawn since because of who won these boards of round `number`, and would
        be undone now that they are as in `changed`. Nothing where later rounds stand as drawn."""
        return ()

    def undo_depending(self, event: Event, dependents: Sequence[Dependent]) -> Event:
        """The event, in which the change has been made, with these undone."""
        return event

    def refuse_correction(self, before: Event, after: Event, number: int) -> None:
        """`Refused` where boards of round `number` cannot have been as they are in `after`."""

    def corrected(self, before: Event, after: Event, number: int) -> Event:
        """What a result of round `number`, entered or changed, does to draws that stand because
        of what was there before; `after` is the event with the change made."""
        return after

    def kept_in_a_cut(self, event: Event) -> Mapping[str, Any]:
        """Settings of a knockout that its first go into: what their matches are scored in."""
        return {}


class Qualifying:
    """An event from which some go on to another one."""

    def qualified(self, event: Event) -> Sequence[Qualified]:
        """Who goes on; nobody until everything is played."""
        return ()

    def declinable(self, event: Event) -> Mapping[EntrantId, str]:
        """By entrant the place to go on that he may decline now, by opting out."""
        return {}

    def play_offs(self, event: Event) -> Sequence[Sequence[EntrantId]]:
        """Who are level where a place to go on hangs on their order: a play-off decides between
        them, or has decided."""
        return ()


class DividedField:
    """A field in sections or quarters."""

    def divided(self, event: Event) -> Divided | None:
        """The parts as they stand or would stand; None while the field is whole."""
        return None

    def moved_boundary(self, event: Event, upper: int, by: int) -> Mapping[str, Any]:
        """Settings that move `by` entrants (negative: the other way) from part `upper` + 1 up
        into part `upper`; `Refused` where that cannot be."""
        raise Refused("there are no boundaries to move", "", "")

    def proposed_boundaries(self, event: Event) -> Mapping[str, Any]:
        """Settings with which every boundary is as the format proposes; none where they are so
        already; `Refused` where they cannot move."""
        raise Refused("there are no boundaries to move", "", "")


class PlayedByTeams:
    """Matches of chess teams: line-ups, and results by board."""

    def boards(self, event: Event) -> int:
        """Boards of a match."""
        raise NotImplementedError

    def match_result(self, event: Event, boards: Sequence[TeamBoard]) -> TeamResult | None:
        """The match's result by its boards; None while it has none."""
        from engine.team_results import result_of

        return result_of(boards)

    def order_kept(self, event: Event) -> bool:
        """Whether a line-up keeps the order of the team's list."""
        return True

    def squad(self, event: Event) -> int:
        """How many players a team may have; 0: as many as it likes."""
        return 0

    def best_by(self, event: Event) -> tuple[BoardOrder, int]:
        """What orders the best players of a board, and the games that they have at least."""
        raise NotImplementedError


class OverASeason:
    """Rounds that lie days apart: a match can be put off to another day, and the rounds after it
    do not wait for it. Its divisions are the sections of the entries."""

    def from_file(self, event: Event, round: Round) -> Round:
        """A round from a file, which has no numbers of matches, as the season has it."""
        return round


class ReadFromFiles:
    """A system whose tournaments other programs write into files (TRF): how it is known there."""

    file_codes: ClassVar[str] = ""
    """Its codes in record 192, as a regular expression."""
    file_words: ClassVar[str] = ""
    """The words of record 092 that mean it, as a regular expression; in any case."""
    rules_since: ClassVar[tuple[int, int]] = (0, 0)
    """Year and month since when the rules are in force by which it draws."""

    def file_settings(self, code: str, words: str) -> Mapping[str, Any]:
        """What the code of record 192, or the words of 092, say of its settings."""
        return {}


def part_of(format: Format, part: type[Part]) -> Part | None:
    """The format, as one that has that part of the protocol; None where it has not."""
    own = getattr(format, "plain", format)  # `engine.steady` stands before it
    return cast(Part, format) if isinstance(own, part) else None


def bracketed(format: Format) -> bool:
    """Whether events of that format have a bracket, drawn already or not."""
    return part_of(format, Bracketed) is not None


def bracket_of(format: Format, event: Event) -> Filled | None:
    """The tree of a knockout, or the flow of stages, as it stands; None without any."""
    part = part_of(format, Bracketed)
    return part.bracket(event) if part is not None else None


def knocked_out(format: Format, event: Event) -> frozenset[EntrantId]:
    """Who plays no more in a cup that goes on; of one that is over nobody is called out."""
    filled = bracket_of(format, event) if event.published else None
    return filled.out if filled is not None and not filled.over else frozenset()


def dependents(
    format: Format, event: Event, number: int, changed: Sequence[Match]
) -> tuple[Dependent, ...]:
    """What hangs on these boards of round `number` (`Bracketed.depending`)."""
    part = part_of(format, Bracketed)
    return part.depending(event, number, changed) if part is not None else ()


def qualified(format: Format, event: Event) -> Sequence[Qualified]:
    """Who goes on to another event."""
    part = part_of(format, Qualifying)
    return part.qualified(event) if part is not None else ()


def declinable(format: Format, event: Event) -> Mapping[EntrantId, str]:
    """By entrant the place to go on that he may decline now, by opting out."""
    part = part_of(format, Qualifying)
    return part.declinable(event) if part is not None else {}


def play_offs(format: Format, event: Event) -> Sequence[Sequence[EntrantId]]:
    """Who are level where a place to go on hangs on their order."""
    part = part_of(format, Qualifying)
    return part.play_offs(event) if part is not None else ()


def divided_field(format: Format, event: Event) -> Divided | None:
    """The field's sections or quarters as they stand or would stand; None without any."""
    part = part_of(format, DividedField)
    return part.divided(event) if part is not None else None


def sections_of_round(format: Format, event: Event, round: Round) -> Mapping[EntrantId, str]:
    """What stands as the section of everybody beside that round: of what the format divides, also
    before it is frozen, else what the entry says; nothing where the round has none."""
    if not any(match.section for match in round.matches):
        return {}
    divided = divided_field(format, event)
    parts = divided.labels if divided is not None else {}
    return {e.id: parts.get(e.id, e.section) for e in event.entrants}
