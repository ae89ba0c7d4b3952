"""The order of the cards, the cards as the draw reads them, and rule 8: players of one school, club
or family rather do not meet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.alphabet import fold
from engine.entrants import TITLES, Entrant, EntrantId
from engine.event import Event, Match
from engine.history import PairingCard, cards
from engine.judging import Conflict
from engine.points import NIL
from engine.rules import SameGroup

if TYPE_CHECKING:
    from formats.kjca.field import Seat


def grade_order(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Graded players by grade, then title, then name; ungraded ones (a rating of 0 is none) by
    name, surname first."""
    return sorted(entrants, key=_grade_key)


def _grade_key(entrant: Entrant) -> tuple[int, int, str, str, int]:
    grade = entrant.rating or 0
    title = TITLES.index(entrant.title) if entrant.title in TITLES else len(TITLES)
    return (-grade, title if grade else 0, fold(entrant.name), entrant.name, int(entrant.id))


def seats(event: Event, number: int, avoided: Sequence[SameGroup]) -> list[Seat]:
    """Everybody to be paired in round `number`; in round 1 nobody has a score, and cards that came
    after its draw stand at the bottom in order of arrival."""
    late = [e for e in event.entrants if e.late and e.joined == number]
    cards_in_order = [*(e for e in grade_order(event.entrants) if e not in late), *late]
    place = {e.id: no for no, e in enumerate(cards_in_order, start=1)}
    known = cards(event)
    return [
        _seat(known[e.id], place[e.id], number, avoided)
        for e in event.entrants
        if e.to_be_paired(number)
    ]


def _seat(card: PairingCard, place: int, number: int, avoided: Sequence[SameGroup]) -> Seat:
    from formats.kjca.field import Seat  # of the draw alone

    entrant = card.entrant
    shared = ((rule.field, rule.shared(entrant, entrant)) for rule in avoided)
    return Seat(
        id=entrant.id,
        place=place,
        score=card.score if number > 1 else NIL,
        colours=card.colours,
        met=card.opponents,
        downfloats=len(card.downfloats),
        upfloats=len(card.upfloats),
        byes=card.pairing_byes,
        ties=frozenset(f"{field}:{value.casefold()}" for field, value in shared if value),
        name=entrant.name,
    )


def leaders(event: Event, number: int) -> frozenset[EntrantId]:
    """Rule 8: two players who are alone together on maximum points going into the last round;
    empty if there are not just two."""
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
