"""Which players have made a title norm, can still make one, or have missed it and why (FIDE B.01,
1.4); and what the whole field means for norms (1.4.3d and 1.5.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Decimal
from enum import Enum
from itertools import combinations

from engine.entrants import Entrant, EntrantId
from engine.event import Event, derived, entrants_by_id
from engine.event_data import UNBOUNDED, detail
from engine.history import PairingCard, RoundKind, cards
from engine.norm_rules import (
    FOREIGN,
    GAMES,
    LEAST_SHARE,
    NO_FEDERATION,
    OUTSIDE,
    TITLED,
    Lack,
    NormGame,
    NormSheet,
    NormTitle,
    Shortfall,
    least_holders,
    least_score,
    least_titled,
    most_of_one,
    most_own,
    raised_ratings,
)
from engine.performance import difference, games_of
from engine.points import HALF, NIL, ONE, Points
from engine.rating_change import RatedPace, average, fide_rating, pace, rating_then
from engine.results import Outcome

MOST_CHOICES = 4000
"""Ways to leave games out that are tried for one player; the weakest opponents go first."""
NEAR = 200
"""Whose rating is further below a title's performance is not expected to make its norm."""
BIG_SWISS = "1.4.3d"
FOR_THE_HOST = frozenset({"1.4.3a", "1.4.3b"})
"""Waived for players of the host federation only."""
FOREIGNERS, FOREIGN_FEDERATIONS, FOREIGN_TITLES = 20, 3, 10
"""In every round of a Swiss whose players need no foreign opponents (1.4.3d)."""
MASTERS = frozenset({"GM", "IM", "WGM", "WIM"})
PARTICIPANTS, PARTICIPANTS_AVERAGE = 40, 2000
"""In every round of an event of the kind that a title asks for once (1.5.6a)."""


class NormState(Enum):
    """The state of a norm."""

    MADE = "made"
    OPEN = "open"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Way:
    """Points from the games to come that bring a norm, if those opponents who are not known yet
    are `average` on the average (None: all are known)."""

    points: Points
    games: int
    average: int | None


@dataclass(frozen=True, slots=True)
class NormOutlook:
    """The state of one title for one player.

    `sheet` has the games that make the norm, or all so far. `ways` are for an open one, the fewest
    points first; of its games `unknown` are against opponents not known yet, and of these at least
    `titled`, `holders` and `foreign` have to have a title, that title or a higher one, and to be of
    other federations. `shortfall` is why it is missed, with the best that was possible.
    """

    title: NormTitle
    state: NormState
    sheet: NormSheet
    ways: tuple[Way, ...] = ()
    unknown: int = 0
    titled: int = 0
    holders: int = 0
    foreign: int = 0
    shortfall: Shortfall | None = None
    missing_game: bool = False
    """Made with a game less, for a win by forfeit or the bye of the draw (1.4.1c)."""

    left_out: tuple[int, ...] = ()
    """Rounds whose game does not count for the norm that is made (1.4.1e, f)."""


class Obstacle(Enum):
    """Why an event has no norms for anybody."""

    FEW_ROUNDS = "few-rounds"
    PACE = "pace"
    UNRATED = "unrated"
    SEVERAL_GAMES = "several-games"
    """Matches of more than one game: neither Swiss, round robin nor knockout (1.4.2e)."""


def obstacle(event: Event) -> Obstacle | None:
    """Why nobody can make a norm here; None: norms are possible."""
    if "unrated" in detail(event, "rating_type"):
        return Obstacle.UNRATED
    if pace(event) is not RatedPace.STANDARD:
        return Obstacle.PACE
    if any(match.games > 1 for round in event.published[:1] for match in round.matches):
        return Obstacle.SEVERAL_GAMES
    rounds = event.settings.rounds
    return Obstacle.FEW_ROUNDS if not GAMES <= rounds < UNBOUNDED else None


@derived
def norms(event: Event) -> Mapping[EntrantId, tuple[NormOutlook, ...]]:
    """Of everybody, for the titles above his own; nothing where the event has none at all."""
    return {entrant.id: norms_of(event, entrant) for entrant in event.entrants}


def exemption(event: Event, letter: str = "") -> str:
    """The article that waives the demands on federations for players of the host federation, or
    for everybody (1.4.3a-c): by its letter, else as the event's data say; empty for none."""
    letter = letter or detail(event, "norm_exemption")
    return f"1.4.3{letter}" if letter else ""


def norms_of(event: Event, entrant: Entrant, letter: str = "") -> tuple[NormOutlook, ...]:
    """For the titles above the player's own, with the exemption of the event or of that letter; a
    large foreign field waives the demands on federations by itself. Nothing where the event has no
    norms at all."""
    if obstacle(event) is not None:
        return ()
    exempt = exemption(event, letter)
    field = foreign_field(event)
    if field is not None and field.waives:
        exempt = BIG_SWISS
    if exempt in FOR_THE_HOST and entrant.federation != host(event):
        exempt = ""
    return tuple(
        _outlook(event, entrant, title, exempt) for title in NormTitle if sought(entrant, title)
    )


def within_reach(entrant: Entrant, outlook: NormOutlook) -> bool:
    """Whether somebody would ask: the norm is made, or the player's rating is not far below the
    performance that it takes."""
    near = (fide_rating(entrant) or 0) >= outlook.title.demands.performance - NEAR
    return near or outlook.state is NormState.MADE


def sought(entrant: Entrant, title: NormTitle) -> bool:
    """Whether the player can gain that title: has neither it nor one that includes it."""
    demands = title.demands
    return entrant.title not in demands.above and (not demands.women or entrant.sex == "w")


@dataclass(frozen=True, slots=True)
class _Chances:
    """A player's games and what is to come: opponents, open rounds, and the opponents still
    possible."""

    past: tuple[NormGame, ...]
    coming: tuple[Entrant, ...]
    unknown: int
    pool: tuple[Entrant, ...]
    minimum: int
    free: bool
    """Not a round robin: games after the norm can be left out (1.4.1e)."""
    last: NormGame | None
    """The game of the last round, whose opponent did not come, counted as lost (1.4.2c)."""


def _outlook(event: Event, entrant: Entrant, title: NormTitle, exempt: str) -> NormOutlook:
    chances = _chances(event, entrant)
    whole = NormSheet(title, chances.past, entrant.federation, chances.minimum, exempt)
    left = len(chances.coming) + chances.unknown
    if (chances.free or not left) and (made := _made(whole, chances)) is not None:
        counting = {game.round for game in made.games}
        return NormOutlook(
            title,
            NormState.MADE,
            made,
            missing_game=len(made.games) < GAMES,
            left_out=tuple(game.round for game in whole.games if game.round not in counting),
        )
    if left:
        open = next(filter(None, (_open(whole, option) for option in _options(chances))), None)
        if open is not None:
            return open
    shortfall = _best_shortfall(whole, chances)
    return NormOutlook(title, NormState.MISSED, whole, shortfall=shortfall)


def _made(whole: NormSheet, chances: _Chances) -> NormSheet | None:
    """The first choice of games that is a norm; with the last one counted as lost where its
    opponent did not come and it is needed (1.4.2c)."""
    sheets = [whole]
    if chances.last is not None and len(whole.games) == GAMES - 1:
        sheets.append(replace(whole, games=(*whole.games, chances.last), minimum=GAMES))
    for sheet in sheets:
        # in a round robin the mix must do for the whole of it (1.4.1f)
        if not chances.free and sheet.mix_shortfall is not None:
            continue
        for games in _choices(sheet.games, sheet.minimum, chances.free):
            if (chosen := replace(sheet, games=games)).norm:
                return chosen
    return None


def _chances(event: Event, entrant: Entrant) -> _Chances:
    card, known = cards(event)[entrant.id], entrants_by_id(event)
    rounds, free = event.settings.rounds, not predetermined(event)
    done = len(event.published)
    past = tuple(
        NormGame(
            game.round,
            known[game.opponent],
            game.score,
            later=rating_then(event, known[game.opponent], game.round),
        )
        for game in games_of(event).get(entrant.id, ())
        if known[game.opponent].federation != OUTSIDE and not _nobody(event, known[game.opponent])
    )
    coming = [
        known[x.opponent] for x in card.lines
        if x.opponent is not None and x.met
        and (x.result is None or x.result.provisional)
    ]  # fmt: skip
    later = [n for n in range(done + 1, rounds + 1) if entrant.to_be_paired(n)]
    unknown = 0 if entrant.withdrawn else len(later)
    met = Counter(x.opponent for x in card.lines if x.opponent is not None)
    pool = [e for e in event.entrants if e.id != entrant.id and not e.withdrawn]
    if free:
        pool = [e for e in pool if not met[e.id] and e.federation != OUTSIDE]
    else:
        times = 2 if getattr(event.settings, "double", False) else 1
        rest = [e for e in pool for _ in range(times - met[e.id])]
        coming += rest[:unknown]
        unknown, pool = 0, []
    spare = rounds == GAMES and len(past) + len(coming) + unknown == GAMES - 1
    minimum = GAMES - 1 if spare and _walkover(card) else GAMES
    last = _last_forfeit(card, rounds)
    lost = NormGame(rounds, known[last], NIL, forfeited=True) if last is not None else None
    return _Chances(past, tuple(coming), unknown, tuple(pool), minimum, free, lost)


def _nobody(event: Event, other: Entrant) -> bool:
    """An unrated opponent without a point against rated ones, in a round robin (1.4.2b)."""
    if fide_rating(other) or not predetermined(event):
        return False
    if len(event.published) < event.settings.rounds:
        return False
    known = entrants_by_id(event)
    scores = [g.score for g in games_of(event).get(other.id, ()) if fide_rating(known[g.opponent])]
    return bool(scores) and not sum(scores, NIL)


def _walkover(card: PairingCard) -> bool:
    """A win by forfeit or the bye of the draw in one round, and no other round missed (1.4.1c)."""
    idle = [x for x in card.lines if not x.met]
    return len(idle) == 1 and (
        idle[0].kind is RoundKind.PAIRING_BYE
        or (idle[0].kind is RoundKind.FORFEIT and idle[0].outcome is Outcome.WIN)
    )


def _last_forfeit(card: PairingCard, rounds: int) -> EntrantId | None:
    """The opponent who did not come to the last round's game, or None."""
    line = card.line(rounds)
    won = line is not None and line.kind is RoundKind.FORFEIT and line.outcome is Outcome.WIN
    return line.opponent if line is not None and won else None


def _choices(games: Sequence[NormGame], minimum: int, free: bool) -> Iterator[tuple[NormGame, ...]]:
    """Games that can be put forward: all, without later ones where the pairings were not fixed
    (1.4.1e), without some that were won (1.4.1f); the most first."""
    ends = range(len(games), minimum - 1, -1) if free else [len(games)]
    tried = 0
    for end in ends:
        part = tuple(games[:end])
        won = sorted((g for g in part if g.score == ONE), key=lambda g: g.rating)
        for count in range(max(len(part) - minimum, 0) + 1):
            for dropped in combinations(won, count):
                tried += 1
                if tried > MOST_CHOICES:
                    return
                yield tuple(g for g in part if g not in dropped)


def _options(chances: _Chances) -> Iterator[_Chances]:
    """What the player can still play for: every game, or fewer of those won and to come."""
    left = len(chances.coming) + chances.unknown
    spare = max(len(chances.past) + left - chances.minimum, 0)
    won = sorted((g for g in chances.past if g.score == ONE), key=lambda g: g.rating)
    tried = 0
    for count in range(spare + 1):
        for later in range(min(count, left - 1) + 1):
            unknown = max(chances.unknown - later, 0)
            fewer = later - (chances.unknown - unknown)
            for rest in combinations(chances.coming, len(chances.coming) - fewer):
                for dropped in combinations(won, count - later):
                    tried += 1
                    if tried > MOST_CHOICES:
                        return
                    past = tuple(g for g in chances.past if g not in dropped)
                    yield replace(chances, past=past, coming=rest, unknown=unknown)


def _open(whole: NormSheet, chances: _Chances) -> NormOutlook | None:
    """The ways to a norm with exactly these games and those to come; None without any."""
    known = _known(whole, chances)
    count = len(known.games) + chances.unknown
    if count < chances.minimum or not _mix_possible(known, chances, count):
        return None
    demands, left = whole.title.demands, len(chances.coming) + chances.unknown
    scored = sum((game.score for game in chances.past), NIL)
    ratings = raised_ratings([game.rating for game in known.games], whole.title)
    best = _best(chances.pool, chances.unknown)
    ways = []
    for halves in range(2 * left + 1):
        points = halves * HALF
        if scored + points < LEAST_SHARE * count:
            continue
        mean = max(demands.average, demands.performance - difference((scored + points) / count))
        # the average is rounded, a half upward: half a point less is enough
        total = (2 * mean - 1) * count / Decimal(2) - sum(ratings)
        if not chances.unknown:
            if total <= 0:
                ways.append(Way(points, left, None))
        elif total <= sum(best):
            each = int((total / chances.unknown).to_integral_value(ROUND_CEILING))
            ways.append(Way(points, left, max(each, 0)))
    if not ways:
        return None
    own = known.federations[whole.own_federation]
    return NormOutlook(
        whole.title,
        NormState.OPEN,
        replace(whole, games=chances.past),
        tuple(ways),
        chances.unknown,
        max(least_titled(count) - known.titled(), 0),
        max(least_holders(count) - known.titled(whole.title.demands.holders), 0),
        0 if whole.exempt else max(own + chances.unknown - most_own(count), 0),
    )


def _known(whole: NormSheet, chances: _Chances) -> NormSheet:
    coming = tuple(NormGame(0, entrant, NIL) for entrant in chances.coming)
    return replace(whole, games=(*chances.past, *coming), minimum=0)


def _best(pool: Sequence[Entrant], count: int) -> list[int]:
    """The highest ratings that can still be met."""
    return sorted((fide_rating(e) or 0 for e in pool), reverse=True)[:count]


def _mix_possible(known: NormSheet, chances: _Chances, count: int) -> bool:
    """Whether the opponents to come can fulfil every demand on the mix, each taken by itself."""
    return _mix_shortfall(known, chances, count) is None


def _mix_shortfall(known: NormSheet, chances: _Chances, count: int) -> Shortfall | None:
    """The first demand on the mix that even the best opponents to come cannot fulfil."""
    pool, unknown = chances.pool, chances.unknown
    own, holders = known.own_federation, known.title.demands.holders

    def most(has: int, fit: int) -> int:
        return has + min(fit, unknown)

    if count < chances.minimum:
        return Shortfall(Lack.GAMES, Decimal(count), Decimal(chances.minimum))
    checks: list[tuple[Lack, int, int, bool]] = []
    if not known.exempt:
        if not own:
            return Shortfall(Lack.OWN_FEDERATION_UNKNOWN, NIL, ONE)
        others = {name for name in known.federations if name != own}
        fresh = {e.federation for e in pool} - NO_FEDERATION - {own} - others
        foreign = most(len(others), len(fresh))
        from_home = known.federations[own] + max(
            unknown - sum(e.federation != own for e in pool), 0
        )
        checks += [
            (Lack.FEDERATIONS, foreign, FOREIGN, foreign >= FOREIGN),
            (Lack.OWN_FEDERATION, from_home, most_own(count), from_home <= most_own(count)),
        ]
        for name, has in known.federations.most_common(1):
            of_it = has + max(unknown - sum(e.federation != name for e in pool), 0)
            limit = most_of_one(count)
            checks.append((Lack.ONE_FEDERATION, of_it, limit, of_it <= limit))
    titled = most(known.titled(), sum(e.title in TITLED for e in pool))
    held = most(known.titled(holders), sum(e.title in holders for e in pool))
    checks += [
        (Lack.TITLED, titled, least_titled(count), titled >= least_titled(count)),
        (Lack.HOLDERS, held, least_holders(count), held >= least_holders(count)),
    ]
    return next(
        (
            Shortfall(lack, Decimal(has), Decimal(need))
            for lack, has, need, met in checks
            if not met
        ),
        None,
    )


def _best_shortfall(whole: NormSheet, chances: _Chances) -> Shortfall:
    """Why all games together do not make a norm, even if the rest were won against the best."""
    known = _known(whole, chances)
    count = len(known.games) + chances.unknown
    if (mix := _mix_shortfall(known, chances, count)) is not None:
        return mix
    ratings = raised_ratings([game.rating for game in known.games], whole.title)
    ratings += tuple(_best(chances.pool, chances.unknown))
    score = sum((game.score for game in chances.past), NIL) + len(known.games) - len(chances.past)
    score += chances.unknown
    mean, demands = average(ratings) or 0, whole.title.demands
    if mean < demands.average:
        return Shortfall(Lack.AVERAGE, Decimal(mean), Decimal(demands.average))
    if score < LEAST_SHARE * count:
        return Shortfall(Lack.SCORE, score, least_score(count))
    reached = mean + difference(score / count)
    return Shortfall(Lack.PERFORMANCE, Decimal(reached), Decimal(demands.performance))


@dataclass(frozen=True, slots=True)
class ForeignField:
    """The fewest in any round so far: rated players not of the host federation, their
    federations, and how many of them are GM, IM, WGM or WIM."""

    players: int
    federations: int
    titled: int

    @property
    def waives(self) -> bool:
        """Whether the demands on federations are waived (1.4.3d)."""
        return (
            self.players >= FOREIGNERS
            and self.federations >= FOREIGN_FEDERATIONS
            and self.titled >= FOREIGN_TITLES
        )


def host(event: Event) -> str:
    """The federation that holds the event; empty where its details do not say it."""
    return detail(event, "federation").strip().upper()


@derived
def foreign_field(event: Event) -> ForeignField | None:
    """None if the host federation is not known, in a round robin, and before round 1."""
    at_home = host(event)
    if not at_home or not _swiss(event):
        return None
    without = NO_FEDERATION | {OUTSIDE, at_home}
    rounds = list(_rounds(event, lambda entrant: entrant.federation not in without))
    if not rounds:
        return None
    return ForeignField(
        min(map(len, rounds)),
        min(len({e.federation for e in there}) for there in rounds),
        min(sum(e.title in MASTERS for e in there) for there in rounds),
    )


@derived
def many_and_strong(event: Event) -> bool:
    """Whether every round had 40 rated players, the best of them 2000 on average (1.5.6a)."""
    if not _swiss(event):
        return False
    rounds = list(_rounds(event, lambda entrant: entrant.federation != OUTSIDE))
    best = [sorted((e.rating or 0 for e in there), reverse=True) for there in rounds]
    return bool(best) and all(
        len(them) >= PARTICIPANTS and (average(them[:PARTICIPANTS]) or 0) >= PARTICIPANTS_AVERAGE
        for them in best
    )


def _swiss(event: Event) -> bool:
    """Whether it is a Swiss of single players, not of teams."""
    return not predetermined(event) and bool(getattr(event.settings, "single_games", True))


def predetermined(event: Event) -> bool:
    """Whether all pairings are fixed beforehand: a round robin."""
    return bool(getattr(event.settings, "predetermined", False))


def _rounds(event: Event, counts: Callable[[Entrant], bool]) -> Iterator[list[Entrant]]:
    """For each round those rated players of that kind who played or had the bye of the draw; only
    players who missed at most one round."""
    known = [
        card for card in cards(event).values()
        if fide_rating(card.entrant) and counts(card.entrant) and _missed(card) <= 1
    ]  # fmt: skip
    for round in event.published:
        yield [card.entrant for card in known if _there(card, round.number)]


def _there(card: PairingCard, number: int) -> bool:
    line = card.line(number)
    return line is not None and (line.met or line.kind is RoundKind.PAIRING_BYE)


def _missed(card: PairingCard) -> int:
    """Rounds without a game, other than the bye of the draw and an opponent who did not come."""
    return sum(
        not x.met
        and x.kind is not RoundKind.PAIRING_BYE
        and not (x.kind is RoundKind.FORFEIT and x.outcome is Outcome.WIN)
        for x in card.lines
    )
