"""Who goes on to which final (5.2, 5.3), from the final ranking alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.entrants import EntrantId
from engine.phrases import phrase
from engine.tables import Qualified

NATIONAL, REGIONAL = phrase("National Final"), phrase("Regional Final")
FINALS = (NATIONAL, REGIONAL)
NATIONAL_PLACES = 2
KNOCKOUT_PLACES = 3
"""The winner of the DKO, the winner and the loser of the SKO's last round; then the Swiss."""


@dataclass(frozen=True, slots=True)
class Declined:
    """Who does not go to which final. Declining the National Final alone leaves a team in the
    running for the Regional one."""

    by_final: Mapping[str, Collection[EntrantId]]

    def contends(self, team: EntrantId, final: str) -> bool:
        """Whether the team would go."""
        return team not in self.by_final.get(final, ())


NOBODY = Declined({})


def regional_places(teams: int) -> int:
    """A seventh of the original entry, rounded up."""
    return -(-teams // 7)


def places(final: str, teams: int) -> int:
    """How many go to that final."""
    return NATIONAL_PLACES if final == NATIONAL else regional_places(teams)


def may_replace(place: int, teams: int) -> bool:
    """Whether who finished there (from 1) may take a place that another has declined: from the
    knockouts always, from the Swiss above its middle. Who has a place by right is always above.
    """
    field = teams - KNOCKOUT_PLACES
    swiss_place = place - KNOCKOUT_PLACES
    return swiss_place <= 0 or 2 * swiss_place < field + 1


def qualify(
    order: Sequence[EntrantId], teams: int, declined: Declined = NOBODY
) -> tuple[Qualified, ...]:
    """The places of both finals, in order of the ranking. A place stays empty where nobody is
    left who may take it."""
    able = [id for place, id in enumerate(order, start=1) if may_replace(place, teams)]
    national = [id for id in able if declined.contends(id, NATIONAL)][: places(NATIONAL, teams)]
    rest = [id for id in able if id not in national and declined.contends(id, REGIONAL)]
    regional = rest[: places(REGIONAL, teams)]
    return (
        *(Qualified(id, NATIONAL) for id in national),
        *(Qualified(id, REGIONAL) for id in regional),
    )
