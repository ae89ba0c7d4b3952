"""Actions on rounds: locks and bars, the proposal, changes by hand, publication, corrections."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import ClassVar

from engine import proposal as review
from engine.actions.base import ACTIONS, Action, name_of
from engine.entrants import EntrantId
from engine.event import (
    Bye,
    Event,
    Instruction,
    InstructionKind,
    Lot,
    Match,
    Round,
    RoundState,
    Supplement,
    fingerprint,
)
from engine.protocol import Format, conflicts, missing_boards
from engine.refusal import Refused, Stale
from engine.rules import Severity


@dataclass(frozen=True)
class Instruct(Action):
    """A lock, a bar or an allowance for two entrants; `round` None is every round."""

    kind: ClassVar[str] = "instruct"
    instruction: Instruction

    def apply(self, event: Event, format: Format) -> Event:
        """A lock and a bar on the same pair exclude each other, as do two locks on one."""
        new = self.instruction
        event.entrant(new.a)
        event.entrant(new.b)
        if new.a == new.b:
            raise Refused("a lock or a bar needs two entrants", "both are the same", "give two")
        if new in event.instructions:
            return event
        _refuse_contradiction(new, event)
        return replace(event, instructions=(*event.instructions, new))

    def describe(self, event: Event) -> str:
        """Who with whom."""
        i = self.instruction
        when = "every round" if i.round is None else f"round {i.round}"
        return f"{i.kind}: {name_of(event, i.a)} and {name_of(event, i.b)}, {when}"


def _refuse_contradiction(new: Instruction, event: Event) -> None:
    if new.kind == "allow":
        return
    for old in event.instructions:
        together = old.round is None or new.round is None or old.round == new.round
        if not together or old.kind == "allow":
            continue
        if old.pair == new.pair and old.kind != new.kind:
            raise Refused(
                "these two are locked and barred at once",
                "one excludes the other",
                f"take the {old.kind} back first",
            )
        if old.kind == new.kind == "lock" and len(old.pair & new.pair) == 1:
            (twice,) = old.pair & new.pair
            raise Refused(
                f"{name_of(event, twice)} is locked with somebody else already",
                "",
                "take that lock back first",
            )


@dataclass(frozen=True)
class Release(Action):
    """Take a lock, a bar or an allowance back."""

    kind: ClassVar[str] = "release"
    what: InstructionKind
    a: EntrantId
    b: EntrantId

    def apply(self, event: Event, format: Format) -> Event:
        """Whatever rounds it was given for."""
        pair = frozenset((self.a, self.b))
        kept = tuple(i for i in event.instructions if not (i.kind == self.what and i.pair == pair))
        if len(kept) == len(event.instructions):
            raise Refused(f"there is no {self.what} on these two", "", "nothing to take back")
        return replace(event, instructions=kept)

    def describe(self, event: Event) -> str:
        """Who with whom."""
        return f"{self.what} taken back: {name_of(event, self.a)} and {name_of(event, self.b)}"


@dataclass(frozen=True)
class Propose(Action):
    """A draw: the next round's proposal, or extra boards for the round in play.

    `drawn_from` is the fingerprint of the event that it was made from; if the event has
    changed since in anything that a draw depends on, it is refused. `redraw` replaces a
    standing proposal.
    """

    kind: ClassVar[str] = "propose"
    round: int
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()
    lots: tuple[Lot, ...] = ()
    drawn_from: str = ""
    redraw: bool = False

    def apply(self, event: Event, format: Format) -> Event:
        """The matches carry no results; each entrant is placed once."""
        if self.drawn_from and self.drawn_from != fingerprint(event):
            raise Stale(
                "this draw is out of date", "the event changed while it was made", "draw again"
            )
        _check_placed(self, event)
        event = replace(event, lots=(*event.lots, *self.lots))
        current = event.current
        if current is not None and self.round == current.number:
            return _with_extra(self, event, current)
        return _with_proposal(self, event)

    def describe(self, event: Event) -> str:
        """The round and its size."""
        what = "extra boards in" if self.round <= len(event.published) else "draw of"
        return f"{what} round {self.round}: {len(self.matches)} boards, {len(self.byes)} byes"


def _with_extra(new: Propose, event: Event, current: Round) -> Event:
    if current.extra is not None and not new.redraw:
        raise Refused("extra boards are proposed already", "", "publish them, or redraw")
    if event.proposal is not None:
        raise Refused(f"round {event.proposal.number} is being drawn", "", "discard it first")
    taken = {m.board for m in current.matches}
    if taken & {m.board for m in new.matches}:
        raise Refused("an extra board has the number of another", "", "draw again")
    return event.with_round(replace(current, extra=Supplement(new.matches, new.byes)))


def _with_proposal(new: Propose, event: Event) -> Event:
    number = len(event.published) + 1
    if new.round != number or number > event.settings.rounds:
        raise Refused(
            f"round {new.round} cannot be drawn now",
            f"the event has {event.settings.rounds} rounds, {len(event.published)} published",
            f"draw round {number}" if number <= event.settings.rounds else "raise the rounds first",
        )
    if event.current is not None:
        _refuse_missing(event.current)
        if event.current.extra is not None:
            raise Refused("extra boards wait to be published", "", "publish or discard them")
    if event.proposal is not None and not new.redraw:
        raise Refused(
            f"round {number} is proposed already",
            "hand changes would be lost",
            "redraw if that is wanted",
        )
    orders = event.instructed("lock", number) | event.instructed("bar", number)
    return event.with_round(
        Round(number, RoundState.PROPOSAL, new.matches, new.byes, bool(orders), new.drawn_from)
    )


def _refuse_missing(current: Round) -> None:
    missing = missing_boards(current)
    if missing:
        some = ", ".join(str(b) for b in missing[:8]) + (" …" if len(missing) > 8 else "")
        raise Refused(
            f"results are missing in round {current.number}",
            f"board{'s' if len(missing) > 1 else ''} {some}",
            "enter them, or count them as draws for pairing only (adjourned)",
        )


def _check_placed(new: Propose, event: Event) -> None:
    boards = Counter(m.board for m in new.matches)
    if any(n > 1 for n in boards.values()):
        raise Refused("a board number stands twice in this draw", "", "draw again")
    for match in new.matches:
        for id in match.pair:
            event.entrant(id)
    if any(m.white == m.black for m in new.matches):
        raise Refused("somebody is paired with himself in this draw", "", "draw again")


@dataclass(frozen=True)
class Discard(Action):
    """Take the standing proposal, or proposed extra boards, away."""

    kind: ClassVar[str] = "discard"

    def apply(self, event: Event, format: Format) -> Event:
        """A published round is never taken away by this."""
        if event.proposal is not None:
            return replace(event, rounds=event.rounds[:-1])
        if event.current is not None and event.current.extra is not None:
            return event.with_round(replace(event.current, extra=None))
        raise Refused("there is no proposal", "", "nothing to discard")

    def describe(self, event: Event) -> str:
        """The round."""
        return f"proposal of round {event.proposal.number if event.proposal else ''} discarded"


def _standing(event: Event) -> Round:
    if event.proposal is None:
        raise Refused(
            "there is no proposal to change",
            "published boards are corrected, not swapped",
            "draw first, or correct the board",
        )
    return event.proposal


@dataclass(frozen=True)
class SwapPlaces(Action):
    """Two entrants of the proposal change places; with the bye's holder, the bye moves."""

    kind: ClassVar[str] = "swap"
    a: EntrantId
    b: EntrantId

    def apply(self, event: Event, format: Format) -> Event:
        """Any two who do not play each other; conflicts are shown, not forbidden."""
        return event.with_round(review.swap(_standing(event), self.a, self.b))

    def describe(self, event: Event) -> str:
        """Who with whom."""
        return f"swapped: {name_of(event, self.a)} and {name_of(event, self.b)}"


@dataclass(frozen=True)
class TurnBoard(Action):
    """White and Black exchanged on a board of the proposal."""

    kind: ClassVar[str] = "turn"
    number: int

    def apply(self, event: Event, format: Format) -> Event:
        """Conflicts are shown, not forbidden."""
        return event.with_round(review.turn(_standing(event), self.number))

    def describe(self, event: Event) -> str:
        """The board."""
        return f"colours turned on board {self.number}"

    def board(self) -> tuple[int | None, int] | None:
        """The board."""
        return (None, self.number)


@dataclass(frozen=True)
class PublishRound(Action):
    """The proposal becomes the round that is played; extra boards join the round in play."""

    kind: ClassVar[str] = "publish"
    restore_point: ClassVar[str] = "publish"
    round: int
    insist: bool = False

    def apply(self, event: Event, format: Format) -> Event:
        """A *must* conflict made by hand or under a lock or bar needs `insist`."""
        standing = event.proposal
        if standing is None:
            return _extra_published(self, event)
        if standing.number != self.round:
            raise Stale(f"round {self.round} is not the proposal", "", "look at it again")
        _refuse_incomplete(standing, event)
        if standing.altered and not self.insist:
            _refuse_must(standing, event, format)
        return event.with_round(replace(standing, state=RoundState.PUBLISHED))

    def describe(self, event: Event) -> str:
        """The round, and whether somebody insisted."""
        return f"round {self.round} published" + (" (insisted)" if self.insist else "")


def _extra_published(new: PublishRound, event: Event) -> Event:
    current = event.current
    if current is None or current.extra is None or current.number != new.round:
        raise Refused(f"there is no proposal of round {new.round}", "", "draw it first")
    extra = current.extra
    playing = {id for m in extra.matches for id in m.pair}
    byes = tuple(b for b in current.byes if b.entrant not in playing)
    merged = replace(
        current, matches=current.matches + extra.matches, byes=byes + extra.byes, extra=None
    )
    return event.with_round(merged)


def _refuse_incomplete(standing: Round, event: Event) -> None:
    placed = standing.placed
    left = [e for e in event.entrants if e.to_be_paired(standing.number) and e.id not in placed]
    gone = [
        id for m in standing.matches for id in m.pair
        if not event.entrant(id).to_be_paired(standing.number)
    ]  # fmt: skip
    if left:
        raise Refused(
            f"{left[0].name} has no board in this proposal",
            f"{len(left)} entrant{'s' if len(left) > 1 else ''} came after it was drawn",
            "redraw",
        )
    if gone:
        raise Refused(
            f"{name_of(event, gone[0])} is out of round {standing.number}",
            "but stands in this proposal",
            "redraw",
        )


def _refuse_must(standing: Round, event: Event, format: Format) -> None:
    musts = [c for c in conflicts(format, event, standing) if c.severity is Severity.MUST]
    if musts:
        first = musts[0]
        where = f"board {first.board}" if first.board else "the bye"
        more = f" and {len(musts) - 1} more" if len(musts) > 1 else ""
        raise Refused(
            f"{where} breaks a rule that must hold",
            f"{first.text}{more}",
            "change it, or publish all the same (--insist)",
        )


@dataclass(frozen=True)
class CorrectBoard(Action):
    """A published board as it was really played.

    `white` and `black` sat there; whoever is moved by that takes the place that is left. A
    turned board keeps the persons' result; a board with a new opponent loses its result,
    unless `result` gives the true one. `was` is the pair that the arbiter saw.
    """

    kind: ClassVar[str] = "correct"
    round: int
    number: int
    white: EntrantId
    black: EntrantId
    was: tuple[EntrantId, EntrantId] | None = None
    result: str | None = None
    why: str = ""

    def apply(self, event: Event, format: Format) -> Event:
        """A standing proposal of the next round says afterwards that it is out of date."""
        round = event.round(self.round)
        if not round.published:
            raise Refused(f"round {self.round} is not published", "", "change the proposal itself")
        match = round.match(self.number)
        if self.was is not None and match.pair != self.was:
            raise Stale(
                f"board {self.number} is not as you saw it",
                f"now {name_of(event, match.white)} against {name_of(event, match.black)}",
                "look again",
            )
        corrected = _seated(round, match, self)
        if self.result is not None:
            now = corrected.match(self.number)
            given = format.result_form(now).parse(self.result)
            corrected = corrected.with_match(replace(now, result=given))
        return event.with_round(corrected)

    def describe(self, event: Event) -> str:
        """Board and players, as really played."""
        players = f"{name_of(event, self.white)} - {name_of(event, self.black)}"
        result = f" {self.result}" if self.result else ""
        return f"round {self.round}, board {self.number} corrected: {players}{result}"

    def was_before(self, event: Event) -> str | None:
        """The players and the result as they stood."""
        match = event.round(self.round).match(self.number)
        return f"{match.white}-{match.black} {match.result.text if match.result else ''}".strip()

    def board(self) -> tuple[int | None, int] | None:
        """The board."""
        return (self.round, self.number)


def _seated(round: Round, match: Match, new: CorrectBoard) -> Round:
    if new.white == new.black:
        raise Refused("a player cannot play himself", "", "give two players")
    if match.pair == (new.white, new.black):
        return round
    if match.pair == (new.black, new.white):
        return review.turn(round, match.board)
    seated = round
    for side, id in (("white", new.white), ("black", new.black)):
        now = seated.match(match.board)
        sits = now.white if side == "white" else now.black
        if sits == id:
            continue
        if now.opponent(sits) == id:
            seated = review.turn(seated, match.board)
        else:
            seated = review.swap(seated, sits, id)
    kept = {m.board: m for m in round.matches}
    cleared = tuple(
        m if set(m.pair) == set(kept[m.board].pair) else replace(m, result=None)
        for m in seated.matches
    )
    return replace(seated, matches=cleared)


for _class in (
    Instruct, Release, Propose, Discard, SwapPlaces, TurnBoard, PublishRound, CorrectBoard,
):  # fmt: skip
    ACTIONS[_class.kind] = _class
