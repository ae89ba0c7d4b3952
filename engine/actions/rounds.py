"""Actions on rounds: the proposal, changes by hand, publication."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from engine import proposal as review
from engine.actions.base import (
    About,
    Action,
    about_boards,
    about_entrants,
    agreed_in,
    name_of,
    refuse_stale,
)
from engine.actions.results import may_be_adjourned
from engine.entrants import Entrant, EntrantId
from engine.event import (
    COLOURS,
    Bye,
    Departure,
    Event,
    Lot,
    Match,
    Round,
    RoundState,
    Supplement,
    Worse,
)
from engine.fingerprint import fingerprint
from engine.points import counted, points_named
from engine.protocol import ByHand, Format, Proposal, Severity, length_changed
from engine.refusal import Refused, Stale
from engine.rules import conflicts, out_of_round
from engine.waiting import NextStep, come_late, open_until_now
from engine.warnings import BREAKS_RULE, PAIR_ALLOWED, Agreement, Level, Warning

NAMED = 20
"""How many places that differ from the engine's draw the history lists."""


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

    @classmethod
    def of(cls, drawn: Proposal) -> Propose:
        """The action that takes a draw into the event."""
        return cls(
            drawn.round, drawn.matches, drawn.byes, drawn.lots, drawn.drawn_from, drawn.redraw
        )

    def judge(self, event: Event, format: Format) -> None:
        """Not out of date, and at its turn."""
        if self.drawn_from and self.drawn_from != fingerprint(event):
            raise Stale(
                "this draw is out of date", "the event changed while it was made", "draw again"
            )
        current = event.current
        if current is not None and self.round == current.number:
            _refuse_extra(self, event, current)
        else:
            _refuse_proposal(self, event, format)

    def change(self, event: Event, format: Format) -> Event:
        """The matches carry no results; nobody has a bye beside a board, or two byes."""
        _check_placed(self, event)
        if self.lots:
            event = replace(event, lots=(*event.lots, *self.lots))
        current = event.current
        if current is not None and self.round == current.number:
            return _with_extra(self, event, current)
        return _with_proposal(self, event)

    def about(self, event: Event | None) -> About:
        """Its round."""
        return about_entrants(round=self.round)

    def describe(self, event: Event) -> str:
        """The round and its size."""
        from engine.byes import round_size

        proposed = "extra boards in" if self.round <= len(event.published) else "draw of"
        size = round_size(self.matches, self.byes, event.board_word)
        return f"{proposed} {event.called(self.round)}: {size}"


def _refuse_extra(new: Propose, event: Event, current: Round) -> None:
    if current.extra is not None and not new.redraw:
        raise Refused("extra boards are proposed already", "", "publish them, or redraw")
    if event.proposal is not None:
        raise Refused(
            f"{event.called(event.proposal.number)} is being drawn", "", "discard it first"
        )


def _with_extra(new: Propose, event: Event, current: Round) -> Event:
    taken = {m.board for m in current.matches}
    if taken & {m.board for m in new.matches}:
        raise Refused("an extra board has the number of another", "", "draw again")
    return event.with_round(replace(current, extra=Supplement(new.matches, new.byes)))


def _refuse_proposal(new: Propose, event: Event, format: Format) -> None:
    number = len(event.published) + 1
    if new.round != number or number > event.settings.rounds:
        planned = counted(event.settings.rounds, "round")
        raise Refused(
            f"{event.called(new.round)} cannot be drawn now",
            f"the event has {planned}, {len(event.published)} published",
            f"draw {event.called(number)}"
            if number <= event.settings.rounds
            else "raise the rounds first",
        )
    if event.current is not None:
        _refuse_missing(event, format)
        if event.current.extra is not None:
            raise Refused("extra boards wait to be published", "", "publish or discard them")
    if event.proposal is not None and not new.redraw:
        raise Refused(
            f"{event.called(number)} is proposed already",
            "hand changes would be lost",
            "redraw if that is wanted",
        )


def _with_proposal(new: Propose, event: Event) -> Event:
    number = len(event.published) + 1
    if new.round != number:
        raise Refused(
            f"{event.called(new.round)} cannot be drawn now",
            f"{counted(len(event.published), 'round')} published",
            f"draw {event.called(number)}",
        )
    orders = event.instructed("lock", number) | event.instructed("bar", number)
    # the lots of this draw are in the event by now, and do not make a draw out of date
    drawn_from = fingerprint(event) if new.drawn_from else ""
    return event.with_round(
        Round(number, RoundState.PROPOSAL, new.matches, new.byes, bool(orders), drawn_from)
    )


def _refuse_missing(event: Event, format: Format) -> None:
    missing = open_until_now(event)
    if missing is None:
        return
    refusal, step = results_missing(event, *missing, "enter them"), NextStep("play", *missing)
    if not format.adjourned_waits and may_be_adjourned(event, format, step):
        refusal.remedy += f", or {format.adjourned_means()}"
        refusal.shell = "--missing draw"
    raise refusal


def results_missing(
    event: Event, number: int, boards: Sequence[int], remedy: str, most: int | None = 8
) -> Refused:
    """Why no round can be drawn after that one: the boards without a result, `most` of them
    named."""
    missing = f"results are missing in {event.called(number)}"
    return Refused(missing, event.boards_named(boards, most), remedy)


def _check_placed(new: Propose, event: Event) -> None:
    boards = Counter(m.board for m in new.matches)
    if any(n > 1 for n in boards.values()):
        raise Refused("a board number appears twice in this draw", "", "draw again")
    for match in new.matches:
        for id in match.pair:
            event.entrant(id)
    if any(m.white == m.black for m in new.matches):
        raise Refused("somebody is paired with himself in this draw", "", "draw again")
    if any(m.result is not None for m in new.matches):
        raise Refused("there are results in this draw", "", "draw again")
    placed = {id for m in new.matches for id in m.pair}
    for bye in new.byes:
        event.entrant(bye.entrant)
        if bye.entrant in placed:
            name = name_of(event, bye.entrant)
            raise Refused(f"{name} is placed twice in this draw", "", "draw again")
        placed.add(bye.entrant)


@dataclass(frozen=True)
class Discard(Action):
    """Remove the current proposal, or proposed extra boards; with `choices` also the opponents
    chosen for that draw, to be chosen anew."""

    kind: ClassVar[str] = "discard"
    choices: bool = False

    def change(self, event: Event, format: Format) -> Event:
        """A published round is never removed by this."""
        if event.proposal is not None:
            number = event.proposal.number
            if self.choices:
                choices = tuple(c for c in event.choices if c.round != number)
                event = replace(event, choices=choices)
            return replace(event, rounds=event.rounds[:-1])
        if event.current is not None and event.current.extra is not None:
            return event.with_round(replace(event.current, extra=None))
        raise Refused("there is no proposal", "", "nothing to discard")

    def describe(self, event: Event) -> str:
        """The round."""
        discarded = "proposal and choices" if self.choices else "proposal"
        of = f" of {event.called(event.proposal.number)}" if event.proposal else ""
        return f"{discarded}{of} discarded"


def _standing(event: Event) -> Round:
    if event.proposal is None:
        raise Refused(
            "there is no proposal to change",
            f"published {event.board_word}s are corrected, not swapped",
            f"draw first, or correct the {event.board_word}",
        )
    return event.proposal


def refuse_by_hand(event: Event, format: Format, change: ByHand, what: str) -> None:
    why = format.by_hand_refused(event, change)
    if why:
        raise Refused(
            what,
            why,
            f"publish it as it is, and correct a {event.board_word} that is played otherwise",
        )


@dataclass(frozen=True)
class SwapPlaces(Action):
    """Two entrants of the proposal change places; with the bye's holder, the bye moves."""

    kind: ClassVar[str] = "swap"
    a: EntrantId
    b: EntrantId
    was: tuple[int, int] | None = None
    """The boards where the arbiter saw the two; 0 is the bye. Without it, a swap made at two desks
    would be undone by the second."""

    def judge(self, event: Event, format: Format) -> None:
        """The format allows it, and both are where the arbiter saw them."""
        refuse_by_hand(event, format, "swap", "these two cannot change places")
        standing = _standing(event)
        byes = [bye for bye in standing.byes if bye.entrant in (self.a, self.b)]
        reasons = [reason for bye in byes for reason in bye.why]
        of_opponents = any("opponent" in reason.facts for reason in reasons)
        if len(byes) == 2 or of_opponents:
            refuse_by_hand(event, format, "bye", "these two cannot change places")
        if len({(bye.kind, bye.points) for bye in byes}) < len(byes) and not of_opponents:
            raise Refused(
                "both have a bye",
                "nothing would change",
                f"choose somebody with a {event.board_word}",
            )
        seats = (standing.board_of(self.a), standing.board_of(self.b))
        if self.was is not None and seats != self.was:
            who = name_of(event, self.a if seats[0] != self.was[0] else self.b)
            raise Stale(f"{who} is not where you saw them", "somebody was faster", "look again")

    def change(self, event: Event, format: Format) -> Event:
        """Any two who do not play each other; conflicts are shown, not forbidden."""
        standing = _standing(event)
        return event.with_round(
            review.swap(standing, self.a, self.b, partial(name_of, event), event.board_word)
        )

    def about(self, event: Event | None) -> About:
        """Both."""
        return about_entrants(self.a, self.b)

    def describe(self, event: Event) -> str:
        """Who with whom."""
        return f"swapped: {name_of(event, self.a)} and {name_of(event, self.b)}"


@dataclass(frozen=True)
class TurnBoard(Action):
    """White and Black exchanged on a board of the proposal."""

    kind: ClassVar[str] = "turn"
    number: int
    was: tuple[EntrantId, EntrantId] | None = None
    """The pair that the arbiter saw. Without it, a board turned at two desks would be as before."""

    def judge(self, event: Event, format: Format) -> None:
        """The format allows it, and the board is as the arbiter saw it."""
        sides = "colours" if event.side_words == COLOURS else "sides"
        problem = f"the {sides} of {event.board_name(self.number)} stay"
        refuse_by_hand(event, format, "turn", problem)
        refuse_stale(event, _standing(event).match(self.number, event.board_word), self.was)

    def change(self, event: Event, format: Format) -> Event:
        """Conflicts are shown, not forbidden."""
        standing = _standing(event)
        return event.with_round(review.turn(standing, self.number, event.board_word))

    def about(self, event: Event | None) -> About:
        """The board of the proposal."""
        if event is None:
            return About()
        return about_boards(event, len(event.published) + 1, (self.number,))

    def describe(self, event: Event) -> str:
        """The board."""
        turned = "colours turned" if event.side_words == COLOURS else "home and away exchanged"
        return f"{turned} on {event.board_name(self.number)}"


@dataclass(frozen=True)
class PublishRound(Action):
    """The proposal becomes the round that is played; extra boards join the round in play.

    `differences` are the places where the arbiter's round differs from the engine's own draw,
    `worse` the criteria by which it is worse: facts for the record, without effect.
    """

    kind: ClassVar[str] = "publish"
    restore_point: ClassVar[str] = "publish"
    round: int
    differences: tuple[Departure, ...] = ()
    worse: tuple[Worse, ...] = ()

    def judge(self, event: Event, format: Format) -> None:
        """As in a draw, no result is missing. A *must* conflict made by hand or under a lock or
        bar needs `insist`; what no insisting publishes is refused first."""
        standing, published = event.proposal, self.change(event, format)
        if standing is not None:
            _refuse_editing(standing, event)
            _refuse_missing(event, format)
            refuse_incomplete(standing, event, format)
        format.refuse_publication(published)
        if standing is not None and standing.altered and not self.insist:
            _refuse_must(standing, event, format)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """The rules that a round made by hand, or under locks and bars, breaks: `judge` asks about
        them, and the event keeps them; the games that are in it because the arbiter allows them."""
        standing, current = event.proposal, event.current
        if standing is None:
            late = current is not None and current.number == self.round
            extra = current.extra if current is not None and late else None
            return _allowed_games(event, format, self.round, extra.matches if extra else ())
        broken = broken_rules(event, format, standing, Level.RECORD) if standing.altered else ()
        return (*broken, *_allowed_games(event, format, standing.number, standing.matches))

    def agreements(self, event: Event, warnings: Sequence[Warning]) -> tuple[Agreement, ...]:
        """With the round that is published."""
        return agreed_in(self.round, warnings)

    def change(self, event: Event, format: Format) -> Event:
        """The proposed round is published, or the extra boards are."""
        standing = event.proposal
        if standing is None:
            return _extra_published(self, event)
        if standing.number != self.round:
            raise Stale(f"{event.called(self.round)} is not the proposal", "", "look at it again")
        published = replace(
            standing,
            state=RoundState.PUBLISHED,
            departures=self.differences,
            worse=self.worse,
        )
        return event.with_round(published)

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """What a publication settles for good."""
        return format.freeze(after)

    def left_by_undo(self) -> str:
        """Paper, which no undo reaches."""
        return "it is a proposal again, and what is printed of it is void"

    def about(self, event: Event | None) -> About:
        """Its round."""
        return about_entrants(round=self.round)

    def _published(self, event: Event) -> str:
        called, current = event.called(self.round), event.current
        if event.proposal is not None or current is None or current.extra is None:
            return called
        boards = [match.board for match in current.extra.matches]
        return f"extra {event.boards_named(boards)} in {called}" if boards else f"bye in {called}"

    def describe(self, event: Event) -> str:
        """The round or its extra boards, whether somebody insisted, and which players sit elsewhere
        than in the engine's draw."""
        text = f"{self._published(event)} published" + (" (insisted)" if self.insist else "")
        if not self.differences:
            return text
        count = f"{len(self.differences)} placed differently from the computer draw"
        names = {e.id: e.name for e in event.entrants}
        words = ((d.entrant, *d.words(names, event.side_words)) for d in self.differences[:NAMED])
        places = (
            f"{name_of(event, id)}: {here}; the computer draw: {own}" for id, here, own in words
        )
        more = len(self.differences) - NAMED
        return f"{text}; {count}: {' · '.join(places)}" + (f" and {more} more" * (more > 0))


def _extra_published(new: PublishRound, event: Event) -> Event:
    current = event.current
    if current is None or current.extra is None or current.number != new.round:
        raise Refused(f"there is no proposal of {event.called(new.round)}", "", "draw it first")
    extra = current.extra
    playing = {id for m in extra.matches for id in m.pair}
    byes = tuple(b for b in current.byes if b.entrant not in playing)
    merged = replace(
        current, matches=current.matches + extra.matches, byes=byes + extra.byes, extra=None
    )
    return event.with_round(merged)


def _refuse_editing(standing: Round, event: Event) -> None:
    if standing.editing:
        raise Refused(
            f"the pairings of {event.called(standing.number)} are being edited by hand",
            "a round is published when the edit is finished",
            "finish it first, with e in Pairings",
            shell="`pairings EVENT --finish`",
        )


def come_since_drawn(standing: Round, event: Event, format: Format) -> list[Entrant]:
    """Players who joined or returned after the proposal was drawn and have to be paired."""
    placed, late = standing.placed, come_late(event)
    expected = format.expected(event, standing.number)
    return [e for e in expected if e.id not in placed and e not in late]


def refuse_incomplete(standing: Round, event: Event, format: Format) -> None:
    """`Refused` if a place of the proposal or an entrant is missing, or if its matches or its bye
    do not agree with the settings in length or points."""
    left = come_since_drawn(standing, event, format)
    if left:
        raise Refused(
            f"{left[0].name} has no {event.board_word} in this proposal",
            f"{counted(len(left), 'entrant')} came or changed after it was drawn",
            "redraw",
        )
    if other := length_changed(event, format, standing):
        raise Refused(
            f"this proposal has matches over {other.drawn}",
            f"by the settings they are now over {other.now}",
            "redraw",
        )
    if worth := review.other_bye_points(event, format, standing):
        was, now = map(points_named, worth)
        raise Refused(
            f"the bye of this proposal scores {was}",
            f"by the settings it now scores {now}",
            "redraw, or set bye_points as it was",
        )
    if gone := out_of_round(format, event, standing):
        raise Refused(gone[0].text, "the proposal was drawn with this entrant", "redraw")


def broken_rules(event: Event, format: Format, round: Round, level: Level) -> tuple[Warning, ...]:
    """A warning for each rule that must hold and does not in that round."""
    return tuple(
        Warning.of(
            level,
            BREAKS_RULE,
            board=conflict.board or 0,
            entrants=tuple(conflict.entrants),
            rule=conflict.rule,
        )
        for conflict in conflicts(format, event, round)
        if conflict.severity is Severity.MUST
    )


def _allowed_games(
    event: Event, format: Format, number: int, matches: Sequence[Match]
) -> tuple[Warning, ...]:
    """Each of these boards on which a rule would speak against the pair if it were not allowed."""
    allowed = event.instructed("allow", number)
    games = tuple(match for match in matches if frozenset(match.pair) in allowed)
    if not games:
        return ()
    orders = tuple(i for i in event.instructions if i.kind != "allow")
    round = Round(number, matches=games)
    without = conflicts(format, replace(event, instructions=orders), round)
    against = {c.board for c in without} - {c.board for c in conflicts(format, event, round)}
    return tuple(
        Warning.of(Level.RECORD, PAIR_ALLOWED, board=match.board, pair=match.pair)
        for match in games
        if match.board in against
    )


def _refuse_must(standing: Round, event: Event, format: Format) -> None:
    musts = [c for c in conflicts(format, event, standing) if c.severity is Severity.MUST]
    if musts:
        first = musts[0]
        where = event.place_name(first.board)
        more = f" and {len(musts) - 1} more" if len(musts) > 1 else ""
        raise Refused(
            f"{where} breaks a rule that must hold",
            f"{first.text}{more}",
            "change it, or publish all the same",
            shell="--insist",
        )
