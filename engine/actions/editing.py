"""Pairings made by hand, in a session with a beginning and an end: boards taken apart, pairs and
the bye set, the rest drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from engine.actions.base import (
    About,
    Action,
    about_boards,
    about_entrants,
    name_of,
    refuse_stale,
)
from engine.actions.rounds import broken_rules, refuse_by_hand, results_missing
from engine.byes import requested_byes
from engine.entrants import Entrant, EntrantId, RequestedBye
from engine.event import Bye, Event, Instruction, Match, Round
from engine.fingerprint import fingerprint
from engine.points import NIL, counted
from engine.proposal import numbered
from engine.protocol import Format, bracketed, seated
from engine.reasons import BY_HAND
from engine.refusal import Refused, Stale
from engine.warnings import Agreement, Level, Warning

NAMED = 3
"""How many names a refusal lists."""


@dataclass(frozen=True)
class StartEditing(Action):
    """From now on the current proposal is edited, or an empty one of the next round."""

    kind: ClassVar[str] = "edit-pairings"
    round: int

    def judge(self, event: Event, format: Format) -> None:
        """Where the format allows changes by hand, and the round is at its turn."""
        called = event.called(self.round)
        refuse_unpairable(event, format, self.round)
        if event.proposal is not None:
            if event.proposal.editing:
                raise Refused(f"{called} is being edited already", "", "go on, or finish it")
            return
        step = format.next_step(event)
        if step.missing:
            raise results_missing(event, step.round, step.missing, "enter them")
        if step.name != "draw":
            why = "an opponent is to be chosen first" if step.name == "choose" else ""
            problem = f"{called} cannot be paired by hand now"
            raise Refused(problem, why, shell="see `topboard status`")

    def change(self, event: Event, format: Format) -> Event:
        """A round without boards has the byes that were asked for."""
        if event.proposal is not None:
            if event.proposal.number != self.round:
                raise Stale(f"{event.called(self.round)} is not the proposal", "", "look again")
            return event.with_round(replace(event.proposal, editing=True))
        if self.round != len(event.published) + 1:
            raise Stale(f"{event.called(self.round)} is not the next round", "", "look again")
        byes = tuple(requested_byes(event, self.round))
        drawn_from = fingerprint(event)
        empty = Round(self.round, byes=byes, altered=True, drawn_from=drawn_from, editing=True)
        return event.with_round(empty)

    def about(self, event: Event | None) -> About:
        """Its round."""
        return about_entrants(round=self.round)

    def describe(self, event: Event) -> str:
        """The round."""
        return f"editing by hand begun: pairings of {event.called(self.round)}"


@dataclass(frozen=True)
class TakeApart(Action):
    """Boards of the proposal are taken apart, and the bye of the draw is taken from whoever has
    it: these entrants are without a board then."""

    kind: ClassVar[str] = "take-apart"
    boards: tuple[int, ...] = ()
    byes: tuple[EntrantId, ...] = ()
    was: tuple[tuple[EntrantId, EntrantId], ...] = ()
    """The pairs that the arbiter saw at these boards: others may have come there since."""

    def judge(self, event: Event, format: Format) -> None:
        """The boards are as the arbiter saw them."""
        editing = edited_round(event)
        for board, pair in zip(self.boards, self.was, strict=False):
            refuse_stale(event, editing.match(board, event.board_word), pair)

    def change(self, event: Event, format: Format) -> Event:
        """Requested byes stay."""
        editing = edited_round(event)
        for board in self.boards:
            editing.match(board, event.board_word)
        having = {bye.entrant for bye in editing.byes if bye.kind == "pairing"}
        for id in self.byes:
            if id not in having:
                remedy = "take a requested bye back in the entries"
                raise Refused(f"{name_of(event, id)} has no bye of the draw", "", remedy)
        matches = tuple(m for m in editing.matches if m.board not in self.boards)
        byes = tuple(b for b in editing.byes if b.entrant not in self.byes)
        return event.with_round(replace(editing, matches=matches, byes=byes, altered=True))

    def about(self, event: Event | None) -> About:
        """Who sat there."""
        if event is None:
            return About()
        return about_boards(event, len(event.published) + 1, self.boards, *self.byes)

    def describe(self, event: Event) -> str:
        """The boards, and the player who had the bye."""
        boards = [event.board_name(board) for board in self.boards]
        byes = [f"bye of {name_of(event, id)}" for id in self.byes]
        return f"taken apart: {', '.join([*boards, *byes])}"


@dataclass(frozen=True)
class PairByHand(Action):
    """Two entrants without a board are given one, White first; without `black`, one has the bye."""

    kind: ClassVar[str] = "pair-by-hand"
    white: EntrantId
    black: EntrantId = ""

    def judge(self, event: Event, format: Format) -> None:
        """Both have to be paired in the round."""
        editing = edited_round(event)
        for id in filter(None, (self.white, self.black)):
            if not event.entrant(id).to_be_paired(editing.number):
                called = event.called(editing.number)
                raise Refused(
                    f"{name_of(event, id)} is not to be paired in {called}",
                    shell="`topboard entries` says who is out",
                )

    def change(self, event: Event, format: Format) -> Event:
        """At the lowest free board; conflicts are shown, not forbidden."""
        editing, pair = edited_round(event), tuple(filter(None, (self.white, self.black)))
        if self.white == self.black:
            raise Refused("one entrant is named twice", "", "give two entrants")
        for id in pair:
            event.entrant(id)
            if id in editing.placed:
                board = editing.board_of(id)
                where = event.place_name(board)
                problem = f"{name_of(event, id)} has {where}"
                raise Stale(problem, "", "take that apart first")
        if not self.black:
            bye = Bye(self.white, event.settings.bye_points, why=(BY_HAND,))
            new = replace(editing, byes=(*editing.byes, bye), altered=True)
            return event.with_round(new)
        taken = {match.board for match in editing.matches}
        board = next(n for n in range(1, len(taken) + 2) if n not in taken)
        match = Match(board, self.white, self.black, why=(BY_HAND,), altered="hand")
        matches = tuple(sorted((*editing.matches, match), key=lambda m: m.board))
        return event.with_round(replace(editing, matches=matches, altered=True))

    def about(self, event: Event | None) -> About:
        """Both, or the one."""
        return about_entrants(*filter(None, (self.white, self.black)))

    def describe(self, event: Event) -> str:
        """Who against whom."""
        if not self.black:
            return f"bye by hand: {name_of(event, self.white)}"
        return f"paired by hand: {name_of(event, self.white)} and {name_of(event, self.black)}"


@dataclass(frozen=True)
class PairRest(Action):
    """Everybody without a board is paired around the existing boards (`rest_drawn`).

    `stood` holds the pairs and byes around which it was drawn, as `_places` gives them.
    """

    kind: ClassVar[str] = "pair-rest"
    round: int
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()
    stood: tuple[tuple[EntrantId, EntrantId], ...] = ()

    def judge(self, event: Event, format: Format) -> None:
        """The boards are those around which it was drawn, and the players still have to be
        paired."""
        places = {id for match in self.matches for id in match.pair}
        places |= {bye.entrant for bye in self.byes if bye.kind == "pairing"}
        places -= {id for pair in self.stood for id in pair}
        gone = any(not event.entrant(id).to_be_paired(self.round) for id in places)
        if gone or set(_places(edited_round(event))) != set(self.stood):
            raise Stale("these pairings have changed meanwhile", "", "draw the rest again")

    def change(self, event: Event, format: Format) -> Event:
        """All boards of the round, including those that existed before."""
        editing = edited_round(event)
        if editing.number != self.round:
            raise Stale(f"{event.called(self.round)} is not being edited", "", "look again")
        for id in (id for match in self.matches for id in match.pair):
            event.entrant(id)
        new = replace(editing, matches=self.matches, byes=self.byes, altered=True)
        return event.with_round(new)

    def about(self, event: Event | None) -> About:
        """Its round."""
        return about_entrants(round=self.round)

    def describe(self, event: Event) -> str:
        """How many boards came."""
        before = sum(bool(black) for _, black in self.stood)
        boards = counted(len(self.matches) - before, event.board_word)
        return f"rest of {event.called(self.round)} drawn: {boards}"


@dataclass(frozen=True)
class FinishEditing(Action):
    """Everybody has a board or a bye: the edit is at its end. The boards are put in the order that
    the format gives them."""

    kind: ClassVar[str] = "finish-editing"
    round: int

    def judge(self, event: Event, format: Format) -> None:
        """Nobody is left over, and everybody on a board is in the round."""
        refuse_unfinished(event, format)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Every rule that must hold and does not."""
        return broken_rules(event, format, edited_round(event), Level.CONFIRM)

    def agreements(self, event: Event, warnings: Sequence[Warning]) -> tuple[Agreement, ...]:
        """None yet: a proposal can still be discarded. Its publication records what is true
        then."""
        return ()

    def change(self, event: Event, format: Format) -> Event:
        """No longer edited."""
        editing = edited_round(event)
        if editing.number != self.round:
            raise Stale(f"{event.called(self.round)} is not being edited", "", "look again")
        return event.with_round(replace(editing, editing=False))

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """The boards in the format's order."""
        assert after.proposal is not None
        return after.with_round(in_format_order(after, format))

    def about(self, event: Event | None) -> About:
        """Its round."""
        return about_entrants(round=self.round)

    def describe(self, event: Event) -> str:
        """The round."""
        return f"editing by hand finished: pairings of {event.called(self.round)}"


def refuse_unpairable(event: Event, format: Format, number: int) -> None:
    """`Refused` where the format pairs and nobody else."""
    problem = f"{event.called(number)} cannot be paired by hand"
    refuse_by_hand(event, format, "swap", problem)
    if bracketed(format) or format.several_boards:
        raise Refused(problem, "the bracket says who meets whom", "swap two of the proposal")


def edited_round(event: Event) -> Round:
    """The proposal that is being edited; `Refused` where none is."""
    if event.proposal is None or not event.proposal.editing:
        raise Refused(
            "no pairings are being edited",
            "",
            "begin with e in Pairings",
            shell="`pairings EVENT --edit`",
        )
    return event.proposal


def without_board(event: Event, format: Format) -> list[Entrant]:
    """The entrants who still have to be paired in the edited round."""
    editing = event.proposal
    if editing is None or not editing.editing:
        return []
    return [e for e in format.expected(event, editing.number) if e.id not in editing.placed]


def to_take_apart(event: Event) -> list[tuple[EntrantId, int]]:
    """The entrants who have left the edited round, or have asked for a bye in it, and still have a
    place: with the board, 0 for the bye of the draw."""
    editing = event.proposal
    if editing is None or not editing.editing:
        return []
    seats = [(id, match.board) for match in editing.matches for id in match.pair]
    seats += [(bye.entrant, 0) for bye in editing.byes if bye.kind == "pairing"]
    return [(id, no) for id, no in seats if not event.entrant(id).to_be_paired(editing.number)]


def refuse_unfinished(event: Event, format: Format) -> None:
    """`Refused` while somebody has neither board nor bye, or sits there and is out."""
    left = without_board(event, format)
    if left:
        names = ", ".join(entrant.name for entrant in left[:NAMED])
        more = f" and {len(left) - NAMED} more" if len(left) > NAMED else ""
        remedy, shell = "pair them with p, or r draws the rest", "`pairings EVENT --rest`"
        raise Refused(f"{names}{more} without a {event.board_word}", "", remedy, shell=shell)
    _refuse_out(event)


def _refuse_out(event: Event) -> None:
    for id, board in to_take_apart(event):
        where = event.place_name(board)
        remedy, shell = "take it apart with -", f"`pairings EVENT --apart {board}`"
        why = f"no longer to be paired in {event.called(len(event.published) + 1)}"
        raise Refused(f"{name_of(event, id)} still has {where}", why, remedy, shell=shell)


def rest_drawn(event: Event, format: Format) -> PairRest:
    """The existing boards unchanged, and the rest paired around them by the format's rules.

    If the format cannot lock pairs (a table), those of its own boards whose players are both left
    over. `Refused` if the rest cannot be paired.
    """
    editing = edited_round(event)
    _refuse_out(event)
    if not without_board(event, format):
        raise Refused(f"everybody has a {event.board_word} or a bye", "", "finish the edit")
    drawn = _drawn_around(editing, event, format)
    if drawn is None:
        drawn = _boards_of_table(editing, event, format)
    return PairRest(editing.number, drawn.matches, drawn.byes, _places(editing))


def _places(round: Round) -> tuple[tuple[EntrantId, EntrantId], ...]:
    """Every pair, White first, and the player who has the bye of the draw."""
    byes = ((bye.entrant, "") for bye in round.byes if bye.kind == "pairing")
    return (*(match.pair for match in round.matches), *byes)


def in_format_order(event: Event, format: Format) -> Round:
    """The proposal with its boards as the format orders and groups them; unchanged if the format
    cannot draw around such pairs."""
    standing = event.proposal
    assert standing is not None
    try:
        drawn = _drawn_around(standing, event, format)
    except Refused:
        return standing
    return standing if drawn is None else drawn


def _drawn_around(standing: Round, event: Event, format: Format) -> Round | None:
    """The format's draw that keeps the boards and the bye of `standing`; None if it locks no
    pairs."""
    number = standing.number
    locks = [Instruction("lock", m.white, m.black, number) for m in standing.matches]
    byes = {bye.entrant: bye for bye in standing.byes if bye.kind == "pairing"}
    left = [e.id for e in without_board(event, format)]
    # whoever rests by hand would be absent for a table, and his opponent would win without play
    asked = locks or [Instruction("lock", a, b, number) for a, b in pairwise(left) if byes][:8]
    refused = [bool(format.instruction_refused(event, lock)) for lock in asked]
    if any(refused) if locks else (refused and all(refused)):
        return None
    pairs = {lock.pair for lock in locks}
    locked = {id for pair in pairs for id in pair}
    others = [
        one
        for one in event.instructions
        if not (one.kind == "lock" and one.pair & locked)
        and not (one.kind == "bar" and one.pair in pairs)
    ]
    before = event.until(number - 1)
    entrants = tuple(
        replace(e, byes=(*e.byes, RequestedBye(number, NIL))) if e.id in byes else e
        for e in before.entrants
    )
    before = replace(before, entrants=entrants, instructions=(*others, *locks))
    drawn = seated(before, format, format.draw(numbered(before, format)))
    known = {frozenset(match.pair): match for match in standing.matches}
    return replace(
        standing,
        matches=tuple(_as_paired(match, known) for match in drawn.matches),
        byes=tuple(byes.get(bye.entrant, bye) for bye in drawn.byes),
    )


def _as_paired(match: Match, known: dict[frozenset[EntrantId], Match]) -> Match:
    """The board where the draw has it, with the colours and the reasons that it had."""
    own = known.get(frozenset(match.pair))
    if own is None:
        return match
    return replace(match, white=own.white, black=own.black, why=own.why, altered=own.altered)


def _boards_of_table(standing: Round, event: Event, format: Format) -> Round:
    placed = standing.placed
    drawn = format.draw(event.until(standing.number - 1))
    free = [m for m in drawn.matches if not placed & set(m.pair)]
    byes = [b for b in drawn.byes if b.entrant not in placed]
    taken = {m.board for m in standing.matches}
    boards = (n for n in range(1, len(taken) + len(free) + 1) if n not in taken)
    added = (replace(m, board=board) for m, board in zip(free, boards, strict=False))
    matches = sorted((*standing.matches, *added), key=lambda m: m.board)
    return replace(standing, matches=tuple(matches), byes=(*standing.byes, *byes))


def all_boards(round: Round) -> TakeApart:
    """Every board and the bye of the draw taken apart."""
    byes: Sequence[EntrantId] = [b.entrant for b in round.byes if b.kind == "pairing"]
    boards, pairs = tuple(m.board for m in round.matches), tuple(m.pair for m in round.matches)
    return TakeApart(boards, tuple(byes), was=pairs)
