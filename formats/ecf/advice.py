"""What the arbiter should know: whether acceleration is likely to work, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.entrants import Entrant
from engine.event import Event
from engine.points import counted
from engine.protocol import Advice
from engine.rating_scales import graded as by_grades
from engine.waiting import missing_boards
from formats.ecf.ending import hangs_on_results, standing
from formats.ecf.measures import plain
from formats.ecf.quarters import SMALLEST, present_in_round_1, sizes
from formats.ecf.settings import PLAIN_ROUNDS, settings_of
from formats.swiss import many_rounds

GRADED = 90
"""Per cent of the players who should have a grade."""
SPREAD, OF_GRADES = 350, 46
"""What the top grade should be above the bottom one, at least; in grades of three figures, of which
one is worth 7½ points."""


def advice(event: Event) -> list[Advice]:
    """Rounds against players, players without an estimate, and acceleration."""
    if len(event.published) >= event.settings.rounds:
        return []
    return [
        *many_rounds(event, "a round will have no draw"),
        *_estimates(event),
        *_acceleration(event),
    ]


def _estimates(event: Event) -> Iterator[Advice]:
    """Rule 2: who has no grade gets an estimated one; until then the lowest of the list counts."""
    number = len(event.published) + 1
    names = [e.name for e in event.entrants if e.active(number) and not e.rating]
    if names:
        some = "; ".join(names[:5]) + (" …" if len(names) > 5 else "")
        text = f"{counted(len(names), 'player')} without a grade: give an estimate ({some})"
        yield Advice(f"{text}; until then the lowest grade counts", True)
    guessed = sum(e.estimated for e in event.entrants if e.active(number))
    if guessed:
        text = f"{counted(guessed, 'grade is', 'grades are')} estimated"
        yield Advice(f"{text}; an amended one counts from the next draw on")


def _acceleration(event: Event) -> Iterator[Advice]:
    settings = settings_of(event)
    if not settings.accelerated:
        if not event.published:
            yield _unaccelerated(event, present_in_round_1(event))
        return
    if settings.pairing == "seeded":
        text = "acceleration is made for grading-based pairing; this event pairs seeded"
        yield Advice(f"{text}: set pairing to graded unless that is meant", True)
    if settings.rounds <= PLAIN_ROUNDS:
        yield Advice(standing(event).why, not event.published)
        return
    if not event.published:
        yield from _likely(event, present_in_round_1(event))
        return
    yield Advice(_how_it_stands(event))


def _how_it_stands(event: Event) -> str:
    """What is known of the next round by now: nothing, while results are missing by which it is
    decided."""
    status, following = standing(event), len(event.published) + 1
    settled = status.ended is not None and status.ended < following
    current = event.current
    open_ = not settled and hangs_on_results(event, following)
    if open_ and current is not None and missing_boards(current):
        return f"whether acceleration continues is decided once round {current.number} is complete"
    if status.ended == following and event.proposal is None:
        return f"acceleration ends before round {following}: {status.reason}"
    return status.why


def _unaccelerated(event: Event, players: list[Entrant]) -> Advice:
    """That nothing is accelerated; a recommendation where the source gives it (`General`)."""
    settings = settings_of(event)
    able = len(players) >= SMALLEST and settings.rounds > PLAIN_ROUNDS
    if not able or settings.pairing == "seeded" or any(_faults(event, players)):
        return Advice("not accelerated: acceleration is none; Settings change it before round 1")
    two_could = f"two of {len(players)} players can win all {settings.rounds} rounds"
    kinds = "basic acceleration (weekends) or advanced (longer events)"
    return Advice(f"not accelerated, and {two_could}: Settings take {kinds} before round 1", True)


def _likely(event: Event, players: list[Entrant]) -> Iterator[Advice]:
    """The three conditions before round 1, each with its figure where it fails."""
    count, rounds = len(players), event.settings.rounds
    if count < SMALLEST:
        text = f"acceleration needs {SMALLEST} players, there are {count}"
        yield Advice(f"{text}: the draw will be refused", True)
        return
    fails = list(_faults(event, players))
    for fault in fails:
        yield Advice(f"acceleration is not likely to work well: {fault}", True)
    top = sizes(count, settings_of(event).acceleration)[0] * 2
    share = Fraction(100 * top, count)
    if settings_of(event).acceleration == "advanced" and not 56 <= share <= 60:
        yield Advice(
            f"the top half is {top} of {count} players, {plain(share)} %: no even number lies"
            " within 56 to 60 %"
        )
    if not fails:
        yield Advice(
            f"acceleration is likely to work: {_graded(players)} of {count} graded, grades"
            f" {_spread(players)} apart, {count} players are more than {2**rounds} for {rounds}"
            " rounds"
        )


def _faults(event: Event, players: list[Entrant]) -> Iterator[str]:
    """Which of the three conditions fails, with its figure."""
    count, rounds, graded = len(players), event.settings.rounds, _graded(players)
    if 100 * graded < GRADED * count:
        yield f"{graded} of {count} players are graded, it wants {GRADED} %"
    spread, wanted = _spread(players), OF_GRADES if by_grades(event) else SPREAD
    if spread <= wanted:
        yield f"the top grade is {spread} above the bottom one, it wants over {wanted}"
    if count <= 2**rounds:
        yield f"{count} players for {rounds} rounds, it wants more than {2**rounds}"


def _graded(players: list[Entrant]) -> int:
    return sum(bool(e.rating) and not e.estimated for e in players)


def _spread(players: list[Entrant]) -> int:
    grades = [e.rating for e in players if e.rating]
    return max(grades) - min(grades) if grades else 0
