"""The settings of KJCA Swiss, the players whom rule 8 keeps apart by them (players of one school,
club or family rather do not meet), and the order of the cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from engine.alphabet import fold
from engine.entrants import TITLES, Entrant, EntrantId
from engine.event import Event, Match, last_calls
from engine.history import cards
from engine.protocol import Conflict
from engine.reasons import Reason, Reasons
from engine.rules import SameGroup
from formats.settings import ByeSettings, checks, knob

Tie = Literal["school", "club", "family"]


class KjcaSettings(ByeSettings):
    """Every knob of the format."""

    avoid: tuple[Tie, ...] | None = knob(
        default=None,
        description="who is kept apart: players of one school, club, family, or none "
        "(rule 8; default: what the entries carry)",
    )
    avoid_round1: bool = knob(
        default=False, description="players of one school, club or family in round 1 too"
    )
    avoid_cost: int = knob(
        default=2,
        ge=0,
        le=20,
        description="boards that may change to avoid one game of two who are kept apart (rule 8)",
    )

    @classmethod
    @checks("avoid", before=True)
    def _none(cls, given: Any) -> Any:
        """`none`: rule 8 is off."""
        return () if given in ("none", ["none"], ("none",)) else given


def settings_of(event: Event) -> KjcaSettings:
    """The event's settings as this format's own."""
    return cast(KjcaSettings, event.settings)


def leaders(event: Event, number: int) -> frozenset[EntrantId]:
    """Rule 8: two players who are alone together on maximum points going into the last round; empty
    if there are not just two."""
    if number != event.settings.rounds or number == 1:
        return frozenset()
    most = event.settings.win_points * (number - 1)
    known = cards(event)
    top = [e.id for e in event.entrants if e.active(number) and known[e.id].score >= most]
    return frozenset(top) if len(top) == 2 else frozenset()


FIELDS = ("school", "club", "family")


@dataclass(frozen=True)
class Rule8(SameGroup):
    """As the engine's rule, but off for two who are alone on maximum points before the last
    round."""

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Should conflicts that the draw tries to avoid."""
        if frozenset(match.pair) == leaders(event, number):
            return ()
        return super().judge_match(match, number, event)


def carried(event: Event) -> tuple[str, ...]:
    """Whichever of school, club and family the entries carry."""
    return tuple(f for f in FIELDS if any(getattr(e, f) for e in event.entrants))


def avoided(event: Event, number: int) -> tuple[Rule8, ...]:
    """What rule 8 looks at in that round."""
    return () if number == 1 and not settings_of(event).avoid_round1 else _looked_at(event)


def _looked_at(event: Event) -> tuple[Rule8, ...]:
    avoid = settings_of(event).avoid
    return tuple(Rule8(field) for field in (carried(event) if avoid is None else avoid))


def not_apart(event: Event, match: Match, number: int) -> Reasons:
    """What two have in common by which later rounds keep them apart, and this one does not."""
    if avoided(event, number):
        return ()
    pair = [event.entrant(id) for id in match.pair]
    shared = [(rule.field, value) for rule in _looked_at(event) if (value := rule.shared(*pair))]
    return tuple(Reason.of("not-apart", field=field, value=value) for field, value in shared)


@last_calls(2)
def grade_order(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Graded players by grade, then title, then name; ungraded ones (a rating of 0 is not a grade)
    by name, surname first."""
    return tuple(sorted(entrants, key=_grade_key))


def _grade_key(entrant: Entrant) -> tuple[int, int, str, str, int]:
    grade = entrant.rating or 0
    title = TITLES.index(entrant.title) if entrant.title in TITLES else len(TITLES)
    return (-grade, title if grade else 0, fold(entrant.name), entrant.name, int(entrant.id))
