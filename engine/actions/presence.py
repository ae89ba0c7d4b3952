"""Actions on who plays in which round: check-in, byes, withdrawals, and adjusted points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.actions.base import About, Action, about_entrants, name_of
from engine.byes import bye_warnings, missed_rounds, refuse_not_eligible, with_missed
from engine.entrants import Away, Entrant, EntrantId, RequestedBye
from engine.event import Adjustment, Event, Match, Round, entrants_by_id
from engine.points import Points, counted, points_named, points_text
from engine.protocol import Format, bye_worths
from engine.refusal import Refused
from engine.warnings import Level, Warning


@dataclass(frozen=True)
class CheckIn(Action):
    """Check entrants in, or clear their check-in."""

    kind: ClassVar[str] = "check-in"
    ids: tuple[EntrantId, ...]
    present: bool = True

    def change(self, event: Event, format: Format) -> Event:
        """Marks only; nobody leaves the draw by it (`AbsentOut` does that)."""
        for id in self.ids:
            event.entrant(id)
        marked = tuple(
            replace(e, present=self.present) if e.id in set(self.ids) else e for e in event.entrants
        )
        return event if marked == event.entrants else replace(event, entrants=marked)

    def about(self, event: Event | None) -> About:
        """Who is checked in or out."""
        return about_entrants(*self.ids)

    def describe(self, event: Event) -> str:
        """Who, or how many."""
        who = name_of(event, self.ids[0]) if len(self.ids) == 1 else f"{len(self.ids)} entrants"
        return f"{'checked in' if self.present else 'not checked in'}: {who}"


@dataclass(frozen=True)
class AbsentOut(Action):
    """Leave everybody who is not checked in out of the next draw, in one step."""

    kind: ClassVar[str] = "absent-out"
    round: int

    def judge(self, event: Event, format: Format) -> None:
        """Before the draw, and not for everybody."""
        _refuse_no_round(event, self.round)
        _refuse_drawn(event, self.round)
        _refuse_left_out(event, format, self.round)
        if not any(e.present for e in event.entrants):
            raise Refused("nobody is checked in", "everybody would be out", "check in first")

    def change(self, event: Event, format: Format) -> Event:
        """No points and no pairing in that round; a bye arranged before remains."""
        marked = tuple(
            e
            if e.present or not e.to_be_paired(self.round)
            else replace(e, byes=_with_bye(e, RequestedBye(self.round, absent=True)))
            for e in event.entrants
        )
        return event if marked == event.entrants else replace(event, entrants=marked)

    def about(self, event: Event | None) -> About:
        """Its round."""
        return about_entrants(round=self.round)

    def describe(self, event: Event) -> str:
        """The round."""
        return f"entrants not checked in are out of {event.called(self.round)}"


@dataclass(frozen=True)
class RollCall(Action):
    """The arbiter's decision, before a draw, on entrants who did not come or are not checked in:
    `out` of that round without points, or `back` in it."""

    kind: ClassVar[str] = "roll-call"
    round: int
    out: tuple[EntrantId, ...] = ()
    back: tuple[EntrantId, ...] = ()

    def judge(self, event: Event, format: Format) -> None:
        """Before the draw, and nobody out where all play."""
        _refuse_no_round(event, self.round)
        _refuse_drawn(event, self.round)
        if self.out:
            _refuse_left_out(event, format, self.round)

    def change(self, event: Event, format: Format) -> Event:
        """A bye arranged before remains."""
        for id in (*self.out, *self.back):
            event.entrant(id)
        out, back = set(self.out), set(self.back)
        return replace(
            event,
            entrants=tuple(
                replace(e, expected=self.round)
                if e.id in back
                else replace(e, byes=_with_bye(e, RequestedBye(self.round, absent=True)))
                if e.id in out and e.to_be_paired(self.round)
                else e
                for e in event.entrants
            ),
        )

    def about(self, event: Event | None) -> About:
        """Who is out, and who is back."""
        return about_entrants(*self.out, *self.back, round=self.round)

    def describe(self, event: Event) -> str:
        """Who is out, who is back."""
        parts = [
            f"{word} {event.called(self.round)}: {', '.join(name_of(event, id) for id in ids)}"
            for word, ids in (("out of", self.out), ("back in", self.back))
            if ids
        ]
        return "; ".join(parts)


@dataclass(frozen=True)
class SetBye(Action):
    """A bye by request for a round, or points for one that was drawn before the entrant came;
    `points` None takes it back."""

    kind: ClassVar[str] = "bye"
    id: EntrantId
    round: int
    points: Points | None

    def judge(self, event: Event, format: Format) -> None:
        """Only for rounds that are not published or that he has missed, and only if the format
        allows it."""
        entrant = event.entrant(self.id)
        _refuse_no_round(event, self.round)
        if self.round not in missed_rounds(event, entrant):
            _refuse_drawn(event, self.round)
        refuse_not_eligible(event, entrant, (self.points,))
        refusal = "" if self.points is None else format.bye_refused(event, entrant, self.points)
        if self.points is not None and refusal:
            others = (format.bye_refused(event, entrant, p) for p in bye_worths(event.settings))
            raise Refused(
                f"{entrant.name}: no bye of {points_named(self.points)}",
                refusal,
                "" if all(others) else "give another value",
            )

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Of the second half-point bye, one beyond a limit, and full-point byes."""
        return bye_warnings(event, event.entrant(self.id), self.round, self.points)

    def change(self, event: Event, format: Format) -> Event:
        """One bye per round; the same event if it is set like that already."""
        after = self._given(event, event.entrant(self.id))
        return event if after == event else after

    def _given(self, event: Event, entrant: Entrant) -> Event:
        if self.round in missed_rounds(event, entrant):
            return with_missed(event, self.id, self.round, self.points)
        if self.points is None:
            others = tuple(b for b in entrant.byes if b.round != self.round)
            return event.with_entrant(replace(entrant, byes=others))
        byes = _with_bye(entrant, RequestedBye(self.round, self.points))
        return event.with_entrant(replace(entrant, byes=byes))

    def about(self, event: Event | None) -> About:
        """Who asks, and the round."""
        return about_entrants(self.id, round=self.round)

    def describe(self, event: Event) -> str:
        """Who, when, what it scores."""
        if self.id in entrants_by_id(event) and self.round in missed_rounds(
            event, event.entrant(self.id)
        ):
            bye = "nothing" if self.points is None else points_named(self.points)
            return f"{name_of(event, self.id)}: {bye} for {event.called(self.round)}, missed"
        bye = "no bye" if self.points is None else f"bye, {points_named(self.points)},"
        if self.points == 0:
            bye = "absent, no points,"
        return f"{name_of(event, self.id)}: {bye} in {event.called(self.round)}"


def leaves_when(event: Event, round: int | None = None) -> str:
    """`from round 4 on`; `after round 3` where that is the last one."""
    first, last = _from(event, round), event.settings.rounds
    return f"from {event.called(first)} on" if first <= last else f"after {event.called(last)}"


@dataclass(frozen=True)
class Withdraw(Action):
    """Out of the event from a round on (None: from the next one that is not published).

    Where leaving loses open games of the round in play, `finishes` leaves them to be played.
    """

    kind: ClassVar[str] = "withdraw"
    id: EntrantId
    round: int | None = None
    finishes: bool = False

    def numbered(self, event: Event, undone: Iterable[Action]) -> Action:
        """With its round, which the undo of a publication leaves as it is."""
        return replace(self, round=_from(event, self.round))

    def judge(self, event: Event, format: Format) -> None:
        """Once, and from a round that is not published."""
        entrant = event.entrant(self.id)
        if entrant.withdrawn:
            raise Refused(f"{entrant.name} is withdrawn already", "", "re-enter to bring back")
        _refuse_past(event, self.round)

    def change(self, event: Event, format: Format) -> Event:
        """Results so far remain; an open board of a published round needs its result."""
        entrant = event.entrant(self.id)
        away = (*entrant.away, Away(_from(event, self.round), finishes=self.finishes))
        return event.with_entrant(replace(entrant, away=away))

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """What it means for the round in play, and for matches put off from earlier ones, which are
        lost even if the round in play is played to its end."""
        if _from(before, self.round) != len(before.published) + 1:
            return after
        left = format.leaving(after, self.id)
        if left is after or not self.finishes or after.current is None:
            return left
        return left.with_round(after.current)

    def about(self, event: Event | None) -> About:
        """Who leaves."""
        return about_entrants(self.id, round=self.round)

    def means(self, event: Event, format: Format) -> str:
        """Whether what was played counts."""
        return format.leaving_means(self.change(event, format), self.id)

    def describe(self, event: Event) -> str:
        """Who and from when."""
        plays = ", after the round in play" if self.finishes else ""
        return f"withdrawn {leaves_when(event, self.round)}{plays}: {name_of(event, self.id)}"


@dataclass(frozen=True)
class Expel(Action):
    """Out of the event for good, and out of the standings; games played stay as they are, for the
    points and tie-breaks of the others. Only undo brings the entrant back."""

    kind: ClassVar[str] = "expel"
    id: EntrantId
    why: str

    def judge(self, event: Event, format: Format) -> None:
        """Once, and never without a reason."""
        if event.entrant(self.id).expelled:
            raise Refused(f"{event.entrant(self.id).name} is expelled already", "", "nothing to do")
        if not self.why.strip():
            raise Refused("an expulsion needs a reason", "none was given", "say why")

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Always."""
        name, why = event.entrant(self.id).name, self.why.strip()
        return (Warning.of(Level.CONFIRM, "expelled", name=name, why=why),)

    def change(self, event: Event, format: Format) -> Event:
        """Withdrawn from the next round on, if that was not so already."""
        entrant = event.entrant(self.id)
        if not entrant.withdrawn:
            entrant = replace(entrant, away=(*entrant.away, Away(_from(event, None))))
        return event.with_entrant(replace(entrant, expelled=True))

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """What it means for the round in play."""
        return after if before.entrant(self.id).withdrawn else format.leaving(after, self.id)

    def about(self, event: Event | None) -> About:
        """Who is expelled."""
        return about_entrants(self.id)

    def means(self, event: Event, format: Format) -> str:
        """As of a withdrawal."""
        if event.entrant(self.id).withdrawn:
            return ""
        return format.leaving_means(self.change(event, format), self.id)

    def describe(self, event: Event) -> str:
        """Who and why."""
        return f"expelled: {name_of(event, self.id)} ({self.why})"


def lost_by_leaving(event: Event, format: Format, id: EntrantId) -> tuple[Match, ...]:
    """The boards whose open games an entrant would lose by withdrawing now: those of the round in
    play, and matches put off from earlier ones."""
    if event.current is None or event.entrant(id).withdrawn:
        return ()
    after = format.leaving(Withdraw(id).change(event, format), id)
    return tuple(
        match
        for was, now in zip(event.published, after.published, strict=True)
        if was is not now
        for match, then in zip(was.matches, now.matches, strict=True)
        if then.result != match.result
    )


def leaving_means(event: Event, format: Format, id: EntrantId, finishes: bool = False) -> str:
    """What becomes of an entrant's games by withdrawing now, or after the round in play."""
    return format.leaving_means(Withdraw(id, finishes=finishes).change(event, format), id)


@dataclass(frozen=True)
class ReEnter(Action):
    """Back in the event from a round on (None: the next one that is not published)."""

    kind: ClassVar[str] = "re-enter"
    id: EntrantId
    round: int | None = None

    def numbered(self, event: Event, undone: Iterable[Action]) -> Action:
        """With its round, which the undo of a publication leaves as it is."""
        return replace(self, round=_from(event, self.round))

    def judge(self, event: Event, format: Format) -> None:
        """From a round that is not published."""
        entrant = event.entrant(self.id)
        if not entrant.withdrawn:
            raise Refused(f"{entrant.name} is not withdrawn", "", "nothing to do")
        if entrant.expelled:
            raise Refused(f"{entrant.name} was expelled", "", "undo that first")
        _refuse_past(event, self.round)
        why = format.entry_refused(event)
        if why and not any(_in_round(round, self.id) for round in event.published):
            raise Refused(
                f"{entrant.name} cannot come back",
                f"{why}, without {entrant.name}",
                "undo the publication of the first round to draw it again with everybody",
            )

    def change(self, event: Event, format: Format) -> Event:
        """Rounds missed score nothing."""
        entrant = event.entrant(self.id)
        if not entrant.away:
            raise Refused(f"{entrant.name} is not withdrawn", "", "nothing to do")
        back = _from(event, self.round)
        *earlier, last = entrant.away
        spans = (*earlier, replace(last, back=back)) if back > last.first else tuple(earlier)
        return event.with_entrant(replace(entrant, away=spans))

    def about(self, event: Event | None) -> About:
        """Who comes back."""
        return about_entrants(self.id, round=self.round)

    def describe(self, event: Event) -> str:
        """Who."""
        return f"re-entered: {name_of(event, self.id)}"


def _in_round(round: Round, id: EntrantId) -> bool:
    return any(id in match.pair for match in round.matches) or any(
        id in (bye.entrant, bye.left) for bye in round.byes
    )


@dataclass(frozen=True)
class Adjust(Action):
    """Points given or taken, with the reason, from the end of a published round on (None: the
    round in play; 0: from the beginning)."""

    kind: ClassVar[str] = "points"
    id: EntrantId
    points: Points
    why: str
    round: int | None = None

    def numbered(self, event: Event, undone: Iterable[Action]) -> Action:
        """With its round, which the undo of a publication leaves as it is."""
        return replace(self, round=_after(event, self.round))

    def judge(self, event: Event, format: Format) -> None:
        """Never without a reason, and after a round that was published."""
        entrant = event.entrant(self.id)
        if not self.why.strip():
            raise Refused("an adjustment needs a reason", "none was given", "say why")
        if self.points == 0 or abs(self.points) > 1000:
            raise Refused(
                f"{entrant.name}: an adjustment of {self.points} is not possible",
                "",
                "give points other than 0",
            )
        last = len(event.published)
        number = _after(event, self.round)
        if not 0 <= number <= last:
            raise Refused(
                f"{entrant.name}: no points can be given after {event.called(number)}",
                f"{counted(last, 'round')} are published",
                "give one of them",
            )

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Of a fraction that is likely a slip of the keys."""
        if self.points * 2 % 1 == 0:
            return ()
        name, points = event.entrant(self.id).name, str(self.points)
        return (Warning.of(Level.ACKNOWLEDGE, "odd-points", name=name, points=points),)

    def change(self, event: Event, format: Format) -> Event:
        """At the end of the list."""
        event.entrant(self.id)
        round = _after(event, self.round)
        new = Adjustment(self.id, self.points, self.why.strip(), round)
        return replace(event, adjustments=(*event.adjustments, new))

    def about(self, event: Event | None) -> About:
        """Whose points they are."""
        return about_entrants(self.id, round=self.round)

    def describe(self, event: Event) -> str:
        """Who, how much, why."""
        sign = "+" if self.points > 0 else ""
        return f"{name_of(event, self.id)}: {sign}{points_text(self.points)} ({self.why})"


def _with_bye(entrant: Entrant, bye: RequestedBye) -> tuple[RequestedBye, ...]:
    others = [b for b in entrant.byes if b.round != bye.round]
    return tuple(sorted([*others, bye], key=lambda b: b.round))


def _from(event: Event, round_number: int | None) -> int:
    """The first round that a withdrawal or a return is for; the next one by default."""
    return len(event.published) + 1 if round_number is None else round_number


def _after(event: Event, round_number: int | None) -> int:
    """The round after which points are given; the one in play by default."""
    return len(event.published) if round_number is None else round_number


def _refuse_past(event: Event, round_number: int | None) -> None:
    """Who leaves once the last round is published leaves after it, and still does so where that
    publication is undone."""
    if round_number is not None:
        last, following = event.settings.rounds, len(event.published) + 1
        after_all = round_number == last + 1 and following >= last
        if round_number != following and not after_all:
            _refuse_no_round(event, round_number)
        _refuse_drawn(event, round_number)


def _refuse_no_round(event: Event, round_number: int) -> None:
    if not 1 <= round_number <= event.settings.rounds:
        over = len(event.published) >= event.settings.rounds
        raise Refused(
            f"{event.called(round_number)} does not exist",
            f"the event has {counted(event.settings.rounds, 'round')}{', all drawn' * over}",
            "" if over else "give one of them",
        )


def _refuse_left_out(event: Event, format: Format, round_number: int) -> None:
    if format.all_play:
        raise Refused(
            f"nobody is left out of {event.called(round_number)}",
            format.all_play,
            shell="`topboard withdraw` takes out who cannot play",
        )


def _refuse_drawn(event: Event, round_number: int) -> None:
    if round_number <= len(event.published):
        raise Refused(
            f"{event.called(round_number)} is published",
            "what happened in it remains",
            f"correct a {event.board_word} or adjust points instead",
        )
