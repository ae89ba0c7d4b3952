"""Whether acceleration goes on: tested before each draw from round 2, never resumed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.entrants import EntrantId
from engine.event import Event, EventSettings
from engine.history import cards
from engine.points import HALF, Points, counted, points_named
from engine.refusal import Refused
from formats.ecf.quarters import halves, score_after
from formats.ecf.settings import PLAIN_ROUNDS, settings_of


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a round is accelerated, and why, in words; `ended` is the first round that is not,
    `reason` why."""

    on: bool
    why: str
    ended: int | None = None
    reason: str = ""


def standing(event: Event) -> Standing:
    """How it stands for the round after the published ones."""
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
    """Half a point: what a draw is less than a win."""
    return event.settings.win_points - event.settings.draw_points


def refuse_resuming(event: Event, settings: EventSettings) -> None:
    """`Refused` where new settings would accelerate again what was accelerated no longer."""
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
