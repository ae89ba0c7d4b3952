"""The final ranking (5.1), ties for a place in a final (4.4), and which teams go on to which final
(5.2, 5.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby, pairwise

from engine.entrants import EntrantId
from engine.event import Event, Lot, derived
from engine.phrases import phrase
from engine.tables import Qualified
from formats.gnot.calendar import HALVES
from formats.gnot.flow import flow
from formats.gnot.lots import SWISS_PLACE, LotBook
from formats.gnot.repechage import SWISS_ROUNDS
from formats.gnot.swiss import repechage

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
    """Whether a team that finished there (from 1) may take a place that another has declined: from
    the knockouts always, from the Swiss above its middle. A team with a place by right is always
    above.
    """
    field = teams - KNOCKOUT_PLACES
    swiss_place = place - KNOCKOUT_PLACES
    return swiss_place <= 0 or 2 * swiss_place < field + 1


def qualify(
    order: Sequence[EntrantId], teams: int, declined: Declined = NOBODY
) -> tuple[Qualified, ...]:
    """The places of both finals, in order of the ranking. A place stays empty if nobody is left who
    may take it."""
    able = [id for place, id in enumerate(order, start=1) if may_replace(place, teams)]
    national = [id for id in able if declined.contends(id, NATIONAL)][: places(NATIONAL, teams)]
    rest = [id for id in able if id not in national and declined.contends(id, REGIONAL)]
    regional = rest[: places(REGIONAL, teams)]
    return (
        *(Qualified(id, NATIONAL) for id in national),
        *(Qualified(id, REGIONAL) for id in regional),
    )


SwissKey = tuple[Decimal, Decimal, Fraction]


@dataclass(frozen=True, slots=True)
class SwissOrder:
    """The Swiss as it finished: by score, play-off, net IMPs, lot.

    `level` are the teams that share a score and that no play-off has separated.
    """

    teams: tuple[EntrantId, ...]
    level: tuple[tuple[EntrantId, ...], ...]
    lots: tuple[Lot, ...]


def finished(event: Event) -> bool:
    """All ten halves are played."""
    played = event.published
    return len(played) >= HALVES and not any(m.open for r in played for m in r.matches)


@derived
def play_offs(event: Event) -> Mapping[EntrantId, Decimal]:
    """The recorded play-offs for a place in a final: the higher the better."""
    won: dict[EntrantId, Decimal] = {}
    for adjustment in event.adjustments:
        if adjustment.cause == "play-off":
            won[adjustment.entrant] = won.get(adjustment.entrant, Decimal(0)) + adjustment.points
    return won


@derived
def swiss_order(event: Event) -> SwissOrder:
    """Everybody in the Swiss, whoever has left included."""
    swiss, settled, book = repechage(event), play_offs(event), LotBook(event)

    def key(team: EntrantId) -> SwissKey:
        score, net = swiss.score(team, SWISS_ROUNDS), swiss.net(team, SWISS_ROUNDS)
        return (-score, -settled.get(team, Decimal(0)), -net)

    ranked = sorted(sorted(swiss.entered, key=int), key=key)
    order: list[EntrantId] = []
    for _, equal in groupby(ranked, key=key):
        order += book.order(SWISS_PLACE, list(equal))
    level = [tuple(g) for _, g in groupby(order, key=lambda t: key(t)[:2])]
    return SwissOrder(tuple(order), tuple(g for g in level if len(g) > 1), tuple(book.new))


@derived
def final_order(event: Event) -> tuple[EntrantId, ...]:
    """Every team of the finished event once: DKO winner, SKO winner, loser of the SKO's last
    round, the Swiss (5.1)."""
    stages = flow(event)
    knockouts = (*stages.winners("D3"), *stages.winners("S7"), *stages.losers("S7"))
    return tuple(dict.fromkeys((*knockouts, *swiss_order(event).teams)))


@derived
def declined(event: Event) -> Declined:
    """The teams that opted out of a final, and for both finals those that have left the event."""
    gone = {e.id for e in event.entrants if not e.active(HALVES + 1)}
    return Declined({
        final: {c.chooser for c in event.choices if c.stage == final} | gone for final in FINALS
    })  # fmt: skip


@derived
def qualified(event: Event) -> tuple[Qualified, ...]:
    """Who goes on; nobody before the end."""
    if not finished(event):
        return ()
    return qualify(final_order(event), len(flow(event).teams), declined(event))


def declinable(event: Event) -> Mapping[EntrantId, str]:
    """By team the place that it has and may decline."""
    return {each.entrant: each.to for each in qualified(event)}


@derived
def play_offs_due(event: Event) -> tuple[tuple[EntrantId, ...], ...]:
    """Ties of the Swiss that decide a place in a final (4.4): another order of the level teams
    would send another team on. Until the play-off is recorded, net IMPs count in its place."""
    if not finished(event):
        return ()
    return tuple(level for level in swiss_order(event).level if _decides(event, level))


@derived
def play_offs_possible(event: Event) -> tuple[tuple[EntrantId, ...], ...]:
    """The same with those that are settled: everybody of one score whose order decides."""
    if not finished(event):
        return ()
    swiss = repechage(event)
    by_score = groupby(swiss_order(event).teams, key=lambda t: swiss.score(t, SWISS_ROUNDS))
    groups = (tuple(group) for _, group in by_score)
    return tuple(group for group in groups if len(group) > 1 and _decides(event, group))


def _decides(event: Event, level: Sequence[EntrantId]) -> bool:
    order, count = list(final_order(event)), len(flow(event).teams)
    here = set(qualified(event))
    for a, b in pairwise(level):
        other = list(order)
        i, j = other.index(a), other.index(b)
        other[i], other[j] = b, a
        if set(qualify(other, count, declined(event))) != here:
            return True
    return False


def final_notes(event: Event) -> tuple[str, ...]:
    """Which teams go where, which declined, and the play-offs that are to be played."""
    if not finished(event):
        return ()
    notes: list[str] = []
    for final in FINALS:
        names = [event.entrant(q.entrant).name for q in qualified(event) if q.to == final]
        going = ", ".join(names) if names else phrase("nobody")
        notes.append(phrase("to the {final}: {names}", final=final, names=going))
        empty = places(final, len(flow(event).teams)) - len(names)
        if empty:
            left = phrase("places in the {final} that nobody may take: {count}", final=final,
                          count=empty)  # fmt: skip
            notes.append(left)
        said = {c.chooser for c in event.choices if c.stage == final}
        out = [event.entrant(id).name for id in final_order(event) if id in said]
        if out:
            notes.append(phrase("declined the {final}: {names}", final=final, names=", ".join(out)))
    for level in play_offs_due(event):
        names = [event.entrant(id).name for id in level]
        notes.append(
            phrase(
                "{names} are level for a place in a final: a play-off over four boards, then "
                "single boards, decides; until then net IMPs do",
                names=phrase("{names} and {last}", names=", ".join(names[:-1]), last=names[-1]),
            )
        )
    return tuple(notes)
