"""The state of an event: what comes next, and what it waits for.

Boards without a result, matches that run over several rounds, adjourned games, a draw that is out
of date.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from engine.entrants import Entrant, EntrantId
from engine.event import ChosenKind, Event, Match, Round
from engine.fingerprint import fingerprint
from engine.reasons import Reason, Reasons
from engine.results import GameResult

StepName = Literal["register", "draw", "choose", "publish", "play", "finished"]


class Choice(NamedTuple):
    """An entrant who chooses an opponent, the entrants to choose from, and those who may not be
    chosen, with the reason."""

    chooser: EntrantId
    pool: tuple[EntrantId, ...]
    barred: tuple[tuple[EntrantId, Reason], ...] = ()
    may_forfeit: bool = False
    may_opt_out: bool = False
    stage: str = ""
    """The part of the round that is drawn, as `DrawChoice.stage`."""
    order: tuple[EntrantId, ...] = ()
    """Everybody in that stage, ranked."""
    figures: tuple[str, ...] = ()
    """What each of them is ranked by, as people read it: `+31`."""
    wishes: tuple[tuple[EntrantId, ChosenKind], ...] = ()
    """Who may opt out or become available now."""
    notes: Reasons = ()
    """What had to give way for this choice."""
    waiting: tuple[EntrantId, ...] = ()
    """Who chooses later."""
    unit: str = ""
    """The unit of the figures: `IMPs`."""

    @property
    def ranked_by(self) -> dict[EntrantId, str]:
        """By entrant, the figure with what it counts: `+31 IMPs`; empty without one."""
        figures = zip(self.order, self.figures, strict=False)
        return {id: f"{figure} {self.unit}".rstrip() if figure else "" for id, figure in figures}


class NextStep(NamedTuple):
    """The state of an event: what comes next, in which round, and what is missing for it."""

    name: StepName
    round: int
    missing: tuple[int, ...] = ()
    choice: Choice | None = None
    notes: tuple[str, ...] = ()


def round_by_round(smallest: int, event: Event) -> NextStep:
    """The step of an event that plays one round after the other; it needs `smallest` entrants."""
    if event.proposal is not None and event.proposal.editing:
        note = f"the pairings of {event.called(event.proposal.number)} are being edited by hand"
        return NextStep("draw", event.proposal.number, notes=(note,))
    missing = open_until_now(event)
    if event.proposal is not None:
        if missing is not None:
            return NextStep("play", *missing, notes=waiting_notes(event, *missing))
        notes = (*stale_notes(event), *adjourned_notes(event))
        return NextStep("publish", event.proposal.number, notes=notes)
    current = event.current
    number = current.number if current else 0
    if current is not None:
        if current.extra is not None:
            return NextStep("publish", number, missing_boards(current))
        if missing is not None:
            return NextStep("play", *missing, notes=adjourned_notes(event))
        waiting = adjourned(event)
        if number >= event.settings.rounds:
            left = tuple(board for r, board in waiting if r == number)
            name: StepName = "play" if waiting else "finished"
            return NextStep(name, number, left, notes=adjourned_notes(event))
    ready = [e for e in event.entrants if e.active(number + 1)]
    if len(ready) < smallest:
        return NextStep("register", number + 1)
    return NextStep("draw", number + 1, notes=adjourned_notes(event))


def step_words(event: Event, step: NextStep) -> str:
    """What comes next, as the reason why something else cannot be done: `round 3 is in play`."""
    called, proposal = event.called(step.round), event.proposal
    drawn = "proposal" if proposal is not None else f"extra {event.board_word}s"
    by_hand = proposal is not None and proposal.editing
    return {
        "register": f"there are too few {event.entrant_word}s to draw {called}",
        "draw": f"{called} is being paired by hand" if by_hand else f"{called} is to be drawn",
        "choose": f"an opponent is to be chosen for {called}",
        "publish": f"the {drawn} of {called} can be published",
        "play": f"{called} is in play",
        "finished": f"all {event.settings.round_word}s are played",
    }[step.name]


def adjourned_notes(event: Event) -> tuple[str, ...]:
    """Every adjourned game or match in words: `round 3, board 2 is adjourned`; if somebody has
    left, with what ends it."""
    return tuple(
        f"{event.called(r)}, {event.board_name(b)} is adjourned{_with_who_left(event, r, b)}"
        for r, b in adjourned(event)
    )


def _with_who_left(event: Event, number: int, board: int) -> str:
    match = event.round(number).match(board)
    gone = [event.entrant(id) for id in match.pair if event.entrant(id).withdrawn]
    if not gone:
        return ""
    who = f"{gone[0].name} has withdrawn" if len(gone) < 2 else "both have withdrawn"
    return f"; {who}: {_how_ended(match, [entrant.id for entrant in gone])}"


def _how_ended(match: Match, gone: Sequence[EntrantId]) -> str:
    """What is entered for an adjourned game: a player who does not come to its resumption has lost
    it (Laws of Chess, Guidelines I). It was played, so that it is not a forfeit."""
    if match.result is not GameResult.ADJOURNED:
        return "enter how it ended"
    lost = GameResult.WHITE if gone[0] == match.black else GameResult.BLACK
    result = lost if len(gone) < 2 else GameResult.BOTH_LOSE
    return f"enter how it ended, {result.text} if it is not resumed"


def missing_boards(round: Round) -> tuple[int, ...]:
    """Boards without a result."""
    return tuple(m.board for m in round.matches if m.open)


def due_round(match: Match, round: Round) -> int:
    """The round at whose close its result must be in."""
    return max(match.due or round.number, round.number)


def is_due(match: Match, round: Round) -> bool:
    """Whether the result must be in before the next round."""
    return due_round(match, round) == round.number


def due_now(round: Round) -> tuple[int, ...]:
    """Boards without a result that must have one before the next round: those that run on into
    it are left out."""
    return tuple(m.board for m in round.matches if m.open and is_due(m, round))


def not_begun(match: Match) -> bool:
    """Whether it was put off to another day, and no board of it was played."""
    return match.open and bool(match.date) and not any(b.played for b in match.lineups)


def half(match: Match) -> bool:
    """Whether it has the result of some of its games; boards of teams are adjourned, or open."""
    result = match.result
    whole = result is GameResult.ADJOURNED or bool(match.lineups)
    return result is not None and result.provisional and not whole


def is_in(match: Match) -> bool:
    """Whether it is over: neither open, nor adjourned, nor with the result of some of its games."""
    return match.result is not None and not match.result.provisional


def still_played(match: Match) -> bool:
    """Whether it has no result yet, or that of some of its games; an adjourned one is put off."""
    return match.open or half(match)


def half_in(round: Round) -> tuple[int, ...]:
    """Boards of several games that have the result of some: the others are still played."""
    return tuple(m.board for m in round.matches if half(m))


def adjourned_boards(round: Round) -> tuple[int, ...]:
    """Boards whose game goes on later."""
    return tuple(m.board for m in round.matches if m.result is not None and m.result.provisional)


def due_matches(event: Event) -> list[Match]:
    """Matches whose result must be in before the next round, entered or not."""
    current = event.current
    if current is None:
        return []
    every = [*running(event, current.number), *((current, match) for match in current.matches)]
    return [match for round, match in every if due_round(match, round) == current.number]


def running(event: Event, number: int) -> list[tuple[Round, Match]]:
    """Matches of earlier rounds that are still running in round `number`, with the round they began
    in. A match with a day of its own runs until its result is in."""
    return [(r, m) for r, m in _due_from(event, number) if m.open or not m.date]


def _due_from(event: Event, number: int) -> list[tuple[Round, Match]]:
    """Matches of earlier rounds that are due in round `number` or later, finished or not."""
    return [
        (r, m)
        for r in event.published
        if r.number < number
        for m in r.matches
        if due_round(m, r) >= number
    ]


def overdue(event: Event) -> tuple[int, ...]:
    """Boards without a result that must have one before the next round: those of the round in play
    that are due in it, and of matches that began earlier and end with it."""
    current = event.current
    if current is None:
        return ()
    late = [m for r, m in running(event, current.number) if due_round(m, r) == current.number]
    due = [m for m in current.matches if is_due(m, current)]
    return tuple(sorted(m.board for m in (*late, *due) if m.open))


def all_in(event: Event) -> bool:
    """Every board that must have a result in the round in play has one, of all its games; an
    adjourned game is put off. Where none must and all are being played, as in a session whose
    matches run on, the round has only begun."""
    current, due = event.current, due_matches(event)
    if current is None or overdue(event) or any(half(match) for match in due):
        return False
    return bool(due) or not any(match.open for match in current.matches)


def paired_by(event: Event, number: int | None) -> bool:
    """Whether a later round is drawn than round `number` (None: the one in play)."""
    earlier = event.current is not None and number not in (None, event.current.number)
    return earlier or event.proposal is not None


def round_of_board(event: Event, board: int, number: int | None) -> int | None:
    """The round that a board number means where none is given: the round in play, or the one in
    which a match began that still runs or was put off, finished or not; None for no round."""
    current = event.current
    if number is not None or current is None:
        return number
    if current.index(board) is None:
        for round, match in _due_from(event, current.number):
            if match.board == board:
                return round.number
    return current.number


def open_earlier(event: Event) -> tuple[int, tuple[int, ...]] | None:
    """The first round before the one in play with boards that should have a result by now, and
    these boards: a correction has opened them again, or they were cleared."""
    last = len(event.published)
    for round in event.published[:-1]:
        open = tuple(m.board for m in round.matches if m.open and due_round(m, round) < last)
        if open:
            return round.number, open
    return None


def open_before(event: Event, board: int, number: int) -> tuple[int, ...]:
    """The rounds before that one in which the board of that number is without a result."""
    return tuple(
        round.number
        for round in event.published
        if round.number < number
        if any(match.board == board and match.open for match in round.matches)
    )


def open_until_now(event: Event) -> tuple[int, tuple[int, ...]] | None:
    """The first round with boards that the next draw waits for, and these boards."""
    missing = overdue(event)
    return open_earlier(event) or ((len(event.published), missing) if missing else None)


def waiting_notes(event: Event, number: int, boards: Sequence[int]) -> tuple[str, ...]:
    """What the current proposal waits for; empty without a proposal."""
    if event.proposal is None:
        return ()
    proposal, of = event.called(event.proposal.number), event.called(number)
    return (f"the proposal of {proposal} waits for results of {of}: {event.boards_named(boards)}",)


def finished_by(event: Event, round: Round, match: Match) -> Round | None:
    """The round that has no result missing now that this one of its matches is in; of a match
    that was put off the round in play, once nothing of the event is open."""
    if is_due(match, round):
        return None if due_now(round) else round
    return None if _any_open(event) else event.current


def just_finished(before: Event, after: Event) -> Round | None:
    """The round in play, if its last missing result has come meanwhile, or the last one of all
    that were put off."""
    then, now = before.current, after.current
    if then is None or now is None or then.number != now.number or due_now(now):
        return None
    return now if due_now(then) or (_any_open(before) and not _any_open(after)) else None


def _any_open(event: Event) -> bool:
    return any(match.open for round in event.published for match in round.matches)


def nothing_entered(event: Event) -> bool:
    """Whether a round is in play of which no result is in, and nothing is drawn after it: it can
    be taken back and drawn again."""
    current = event.current
    return (
        current is not None
        and event.proposal is None
        and current.extra is None
        and not event.settings.predetermined
        and all(m.open and not any(b.result for b in m.lineups or ()) for m in current.matches)
    )


def adjourned(event: Event) -> list[tuple[int, int]]:
    """(round, board) of every adjourned game."""
    return [
        (r.number, m.board)
        for r in event.published
        for m in r.matches
        if m.result is not None and m.result.provisional
    ]


def left_open(event: Event, id: EntrantId) -> list[str]:
    """What becomes of the open boards of an entrant who leaves: `board 3 is open: enter its result,
    or the walkover -/+`, and of the adjourned ones. Empty if nobody is playing."""
    current = event.current
    if current is None:
        return []
    boards = (*(m for _, m in running(event, current.number)), *current.matches)
    return [
        f"{event.board_name(m.board)} is open: enter its result, or the walkover {lost}"
        for m in boards
        if m.open and id in m.pair
        for lost in ("-/+" if m.white == id else "+/-",)
    ] + [
        f"{event.called(r)}, {event.board_name(b)} is adjourned: {_how_ended(match, [id])}"
        for r, b in adjourned(event)
        for match in (event.round(r).match(b),)
        if id in match.pair
    ]


def lost_words(event: Event, id: EntrantId, matches: Sequence[Match]) -> list[str]:
    """Boards whose open games somebody would lose: `board 4 against Dunloy (both games)`."""
    lines = []
    for match in matches:
        games = "" if match.games < 2 else " (both games)" if match.open else " (one game)"
        if any(board.result and board.result.played for board in match.lineups):
            games = " (what is still open)"
        other = event.entrant(match.opponent(id)).name
        lines.append(f"{event.board_name(match.board)} against {other}{games}")
    return lines


STALE = "entries or results changed after this draw was made: Pairings (F2) says which, r redraws"


def drawn_from_another(event: Event) -> bool:
    """Whether what the current proposal was drawn from has changed since; a latecomer to a round
    that takes late entries is not such a change."""
    proposal = event.proposal
    if proposal is None or not proposal.drawn_from:
        return False
    return proposal.drawn_from != fingerprint(without_the_late(event))


def held_against_own(event: Event, round: Round) -> bool:
    """Whether a proposal is compared with a computer draw made now before it is published: if an
    arbiter changed it, and in strict mode if what it was drawn from has changed since."""
    if round.published:
        return False
    return round.altered or (event.strict and drawn_from_another(event))


def stale_notes(event: Event) -> tuple[str, ...]:
    """Says so if what the current proposal was drawn from has changed since.

    A player who came after the draw of a round that takes late entries is not such a change: the
    proposal stays good without him, and he is named.
    """
    proposal = event.proposal
    if proposal is None or not proposal.drawn_from:
        return ()
    if drawn_from_another(event):
        return (STALE,)
    late = come_late(event)
    if not late:
        return ()
    names = " · ".join(e.name for e in late[:3]) + (f" and {len(late) - 3} more" * (len(late) > 3))
    reason = (
        "came after this draw, which stays as it is: no board in it, extra boards once it is out"
    )
    return (f"{names} {reason}",)


def come_late(event: Event) -> list[Entrant]:
    """Who entered after the draw of the standing proposal, in a format that gives late entries
    boards of their own once the round is published."""
    proposal = event.proposal
    if proposal is None:
        return []
    placed, number = proposal.placed, proposal.number
    late = (e for e in event.entrants if e.late and e.joined == number and e.id not in placed)
    return [e for e in late if e.to_be_paired(number)]


def without_the_late(event: Event) -> Event:
    """The event without those who came after the draw of the standing proposal."""
    late = come_late(event)
    if not late:
        return event
    return replace(event, entrants=tuple(e for e in event.entrants if e not in late))
