"""Acceleration for an arbiter: the quarters, whether it goes on, and what he should know.

The quarters A to D are cut from those present in round 1, and kept from its publication on. Before
each draw from round 2 a test decides whether acceleration goes on; it is never resumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import cast

from engine.byes import as_drawn
from engine.entrants import Entrant, EntrantId, rating_span
from engine.event import Event, EventSettings, derived
from engine.history import cards
from engine.performance import graded as by_grades
from engine.phrases import phrase
from engine.points import HALF, Points, counted, points_named
from engine.protocol import Advice, Divided, Division
from engine.refusal import Refused
from engine.tables import Panel
from engine.waiting import missing_boards
from formats.ecf.settings import PLAIN_ROUNDS, EcfSettings, grade_order, lowest_grade, settings_of
from formats.swiss import many_rounds
from formats.wording import one_decimal

NAMES = ("A", "B", "C", "D")
TOP = ("A", "B")
SMALLEST = 8
"""Players that acceleration needs."""


def basic_top(players: int) -> int:
    """Basic 1: half of them, two more where a quarter does not come out even.

    Source: *Accelerated Pairings*, Basic acceleration, 1.
    """
    quarter, rest = divmod(players, 4)
    return 2 * quarter + (2 if rest else 0)


def advanced_top(players: int) -> int:
    """Advanced 1: the even number nearest 58 % of them; of two equally near the larger.

    If an even number is within 56 to 60 %, the nearest one is.
    """
    # in hundredths of a player: |100 * size - 58 * players|
    return min(range(0, players + 2, 2), key=lambda size: (abs(100 * size - 58 * players), -size))


def sizes(players: int, acceleration: str) -> tuple[int, int, int, int]:
    """A, B, C and D; C takes the odd player of the bottom half."""
    top = advanced_top(players) if acceleration == "advanced" else basic_top(players)
    bottom = players - top
    return top // 2, top // 2, bottom - bottom // 2, bottom // 2


def present_in_round_1(event: Event) -> list[Entrant]:
    """The players cut into quarters, in grade order: those who were drawn, whether they came or
    not."""
    if not event.published:
        return [e for e in grade_order(event.entrants) if e.to_be_paired(1)]
    drawn = as_drawn(event.published[0]).drawn
    return [e for e in grade_order(event.entrants) if e.id in drawn]


@derived
def quarters(event: Event) -> dict[EntrantId, str]:
    """Everybody's quarter: as frozen, as it would be cut, or as the grade falls."""
    held = {e.id: e.section for e in event.entrants if event.published and e.section in NAMES}
    return _quarters(event, held)


def _quarters(event: Event, held: dict[EntrantId, str]) -> dict[EntrantId, str]:
    present = present_in_round_1(event)
    cut = _cut(present, settings_of(event).acceleration)
    quarter = {**cut, **held}
    ordered = list(cut.values())
    least = lowest_grade(event.entrants)
    grades = [e.rating or least for e in present]
    for entrant in event.entrants:
        if entrant.id not in quarter:
            quarter[entrant.id] = _by_grade(entrant.rating or least, grades, ordered)
    return quarter


def _cut(present: Sequence[Entrant], acceleration: str) -> dict[EntrantId, str]:
    """In order of grade."""
    names = [n for n, size in zip(NAMES, sizes(len(present), acceleration), strict=True)
             for _ in range(size)]  # fmt: skip
    return {e.id: name for e, name in zip(present, names, strict=True)}


def _by_grade(grade: int, grades: Sequence[int], names: Sequence[str]) -> str:
    """The first quarter whose lowest grade is not above this one."""
    return next((n for g, n in zip(grades, names, strict=True) if g <= grade), NAMES[-1])


def halves(event: Event) -> frozenset[EntrantId]:
    """The top half; empty without acceleration."""
    if not settings_of(event).accelerated:
        return frozenset()
    return frozenset(id for id, name in quarters(event).items() if name in TOP)


def frozen(event: Event) -> Event:
    """The event with everybody's quarter in his entry, once round 1 is published."""
    if not (settings_of(event).accelerated and event.published):
        return event
    # what the entry list calls a section before round 1 is not a quarter
    quarter = _quarters(event, {}) if len(event.published) == 1 else quarters(event)
    if all(e.section == quarter[e.id] for e in event.entrants):
        return event
    return replace(event, entrants=tuple(replace(e, section=quarter[e.id]) for e in event.entrants))


def divided(event: Event) -> Divided | None:
    """The present quarters; proposed until round 1 is published."""
    if not settings_of(event).accelerated:
        return None
    quarter = quarters(event)
    ordered = grade_order(event.entrants)
    parts = tuple(_part(name, [e for e in ordered if quarter[e.id] == name]) for name in NAMES)
    present = {e.id for e in present_in_round_1(event)}
    joined = [e.name for e in ordered if e.id not in present]
    notes = (Advice(f"joined by grade: {'; '.join(joined)}"),) if joined else ()
    return Divided(
        phrase("Quarters"), parts, frozen=bool(event.published), notes=notes, word="Quarter"
    )


def _part(name: str, players: Sequence[Entrant]) -> Division:
    highest, lowest = rating_span(players)
    remark = f"grades {highest} to {lowest}" if players else "nobody"
    return Division(name, tuple(e.id for e in players), remark)


def refuse_few(event: Event) -> None:
    """`Refused` where there are too few players to be accelerated."""
    count = len(present_in_round_1(event))
    if settings_of(event).accelerated and not event.published and count < SMALLEST:
        raise Refused(
            f"{counted(count, 'player')} cannot be accelerated",
            f"acceleration needs {SMALLEST}",
            "set acceleration to none, or enter more players",
        )


def refuse_late_start(event: Event, settings: EventSettings) -> None:
    """`Refused` where acceleration would be chosen, or changed, after round 1 was published."""
    old, new = settings_of(event), cast(EcfSettings, settings)
    if not event.published or old.acceleration == new.acceleration or not new.accelerated:
        return
    change = "begin" if not old.accelerated else "change its kind"
    raise Refused(
        f"acceleration cannot {change} now",
        "it begins with round 1, and round 1 is published",
        f"leave acceleration at {old.acceleration}, or undo the rounds",
    )


def refuse_no_start(event: Event) -> None:
    """`Refused` where round 1 was not drawn by halves (an import, a changed file)."""
    if not (settings_of(event).accelerated and event.published):
        return
    if all(e.section in NAMES for e in present_in_round_1(event)):
        return
    if _drawn_by_halves(event, present_in_round_1(event)):
        return
    raise Refused(
        f"acceleration would start with round {len(event.published) + 1}",
        "it begins with round 1, and that round was not drawn by halves",
        "set acceleration to none",
    )


def _drawn_by_halves(event: Event, present: Iterable[Entrant]) -> bool:
    here = {e.id for e in present}
    top = halves(event)
    games = (m for m in event.published[0].matches if set(m.pair) <= here)
    return all((m.white in top) == (m.black in top) for m in games)


def score_after(event: Event, rounds: int) -> Decimal:
    """100 % after so many rounds."""
    return event.settings.win_points * rounds


def panels(event: Event) -> list[Panel]:
    """One row a quarter; nothing without acceleration."""
    if not settings_of(event).accelerated:
        return []
    columns = (
        phrase("Quarter"),
        phrase("Players"),
        phrase("Highest"),
        phrase("Lowest"),
        phrase("Mean"),
        phrase("On 100 %"),
    )
    rows = tuple(_row(event, name) for name in NAMES)
    return [Panel(phrase("Quarters"), columns, rows)]


def _row(event: Event, name: str) -> tuple[str, ...]:
    here = [e for e in event.entrants if quarters(event)[e.id] == name]
    grades = [e.rating for e in here if e.rating]
    if not grades:
        return (name, str(len(here)), "", "", "", _perfect(event, name))
    mean = (2 * sum(grades) + len(grades)) // (2 * len(grades))
    return (name, str(len(here)), *rating_span(here), str(mean), _perfect(event, name))


def _perfect(event: Event, name: str) -> str:
    """How many still in the event have won everything; empty before the first result."""
    done = len(event.published)
    if not done:
        return ""
    known, full = cards(event), score_after(event, done)
    here = (e for e in event.entrants if quarters(event)[e.id] == name and e.active(done + 1))
    return str(sum(known[e.id].score >= full for e in here))


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a round is accelerated, and why, in words; `ended` is the first round that is not,
    `reason` why."""

    on: bool
    why: str
    ended: int | None = None
    reason: str = ""


def standing(event: Event) -> Standing:
    """The state of acceleration for the round after the published ones."""
    settings = settings_of(event)
    if not settings.accelerated:
        return Standing(False, "")
    if settings.rounds <= PLAIN_ROUNDS:
        # rule 3: never in the last two rounds, so there is no round to begin with
        rounds = counted(settings.rounds, "round")
        why = f"not accelerated: an event of {rounds} has none to accelerate"
        return Standing(False, why, 1, f"the event has {rounds}")
    for number in range(2, len(event.published) + 2):
        reason = _ended(event.until(number - 1), number)
        if reason:
            why = f"acceleration ended before round {number}: {reason}"
            return Standing(False, why, number, reason)
    return Standing(True, _goes_on(event))


def _ended(event: Event, number: int) -> str:
    """Why acceleration ends before that round, empty if it goes on.

    A fixed number of rounds is kept whoever is up in Basic (`General`: "for a fixed number of
    rounds"); in Advanced whichever comes first ends it (rule 4).
    """
    settings = settings_of(event)
    fixed = settings.acceleration_rounds
    if fixed is not None and number > fixed:
        return "its only round is over" if fixed == 1 else f"its {fixed} rounds are over"
    if fixed is not None and settings.acceleration == "basic":
        return ""
    left = settings.rounds - number + 1
    if left <= PLAIN_ROUNDS:
        return "only two rounds are left" if left == PLAIN_ROUNDS else "only one round is left"
    if chasing(event, number):
        return ""
    return f"no bottom-half player is on {_scores(event)}"


def hangs_on_results(event: Event, number: int) -> bool:
    """Whether that round is accelerated only if somebody of the bottom half is up."""
    settings = settings_of(event)
    fixed = settings.acceleration_rounds
    if fixed is not None and (number > fixed or settings.acceleration == "basic"):
        return False
    return settings.rounds - number + 1 > PLAIN_ROUNDS


def chasing(event: Event, number: int) -> list[EntrantId]:
    """Bottom-half players on 100 %, in Advanced on half a point less too, before that round."""
    settings = settings_of(event)
    least = score_after(event, number - 1)
    if settings.acceleration == "advanced":
        least -= step(event)
    top, known = halves(event), cards(event)
    here = (e.id for e in event.entrants if e.active(number))
    return [id for id in here if id not in top and known[id].score >= least]


def step(event: Event) -> Points:
    """Half a point: the difference between a win and a draw."""
    return event.settings.win_points - event.settings.draw_points


def refuse_resuming(event: Event, settings: EventSettings) -> None:
    """`Refused` if new settings would resume acceleration after it has ended."""
    new = replace(event, settings=settings)
    status = standing(event)
    if event.published and status.why and not status.on and standing(new).on:
        raise Refused(
            "acceleration is not resumed", status.why, "leave acceleration_rounds and rounds as is"
        )


def _goes_on(event: Event) -> str:
    number = len(event.published) + 1
    settings = settings_of(event)
    fixed = settings.acceleration_rounds
    if number == 1:
        return "accelerated: top half and bottom half are drawn apart"
    if fixed is not None and (settings.acceleration == "basic" or number == fixed):
        last = ", the last" if number == fixed else ""
        return f"accelerated: round {number} of {fixed} that are fixed{last}"
    left = settings.rounds - number + 1
    count = counted(len(chasing(event, number)), "bottom-half player")
    verb = "is" if count.startswith("1 ") else "are"
    why = f"accelerated: {count} {verb} on {_scores(event)}, {left} rounds are left"
    if left - 1 <= PLAIN_ROUNDS:
        return f"{why}; the last accelerated round, for then two are left"
    return f"{why}; round {number + 1} is decided before its draw"


def _scores(event: Event) -> str:
    if settings_of(event).acceleration != "advanced":
        return "100 %"
    less = step(event)
    return f"100 % or {'half a point' if less == HALF else points_named(less)} less"


GRADED = 90
"""Per cent of the players who should have a grade."""
SPREAD, OF_GRADES = 350, 46
"""The least difference between the top grade and the bottom one; in grades of three figures, of
which one is worth 7½ points."""


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
    """Rule 2: a player without a grade gets an estimated one; until then the lowest of the list
    counts."""
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
    yield Advice(_state_text(event))


def _state_text(event: Event) -> str:
    """What is known of the next round so far; empty while results that decide it are missing."""
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
            f"the top half is {top} of {count} players, {one_decimal(share)} %: no even number is"
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
