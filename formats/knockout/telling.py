"""Why a match of a knockout is as it is: lines and seeds, clubs, lots; and the cost of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.brackets import labelled, levels, standard_lines
from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.lots import lot_reason, lot_reason_text
from engine.match_words import left_text
from engine.protocol import Measure, Severity, with_reasons
from engine.reasons import Reason, Reasons, sentence
from engine.reasons import worded as worded_everywhere
from formats.knockout.drawing import (
    LINES,
    due,
    placed,
    placed_by_seed,
    resting_neighbours,
    resting_pairs,
    seated,
    sides,
)
from formats.knockout.field import leaves, lines_of, settings_of, standing

CLUBS = "pairs of one club"
AFTER_BYES = "byes whose first match may be against their club"
SEEDS = "seeds that are not on their lines"
LOTS_OFF = "entrants on other lines than the lot gives, clubs kept apart"
OFF_BRACKET = "entrants who do not meet whom the bracket gives them"
TURNED = {
    "player": "boards with the colours turned",
    "team": "matches with home and away exchanged",
}


def worded(reason: Reason, event: Event) -> str:
    """A reason of a knockout's draw, in words."""
    match reason.code:
        case "bracket":
            match = f"match {reason['number']}: " if reason["number"] else ""
            return f"{match}{_meeting(reason['home'], reason['away'])}"
        case "free-line":
            return "a bye: the bracket has no opponent on this line"
        case "walkover":
            return f"walkover: {left_text(event, reason['left'], reason['withdrawn'])}"
        case "one-club":
            count = reason["pairs"]
            pairs = "one pair" if count == 1 else f"{count} pairs"
            return f"{pairs} of one club in the first round: fewer are not possible"
        case "one-club-after-byes":
            count = reason["byes"]
            some = "one of those" if count == 1 else f"{count} of those"
            return f"{some} with a bye may meet their club in their first match"
        case "of-stage":
            return f"{reason['stage']}: {sentence(reason['because'], event, worded)}"
        case "on-lines":
            return sentence(reason["places"], event, worded)
        case "by-lot":
            name = event.entrant(reason["player"]).name
            return f"{name}: line {reason['line']} of the bracket, by lot"
        case "seed":
            return _seed(event, reason["player"], reason["seed"], reason["line"])
        case "clubs-apart":
            return _clubs_apart(reason["pairs"])
        case "lot":
            return lot_reason_text(reason, event)
    return worded_everywhere(reason, event)


def _meeting(home: Reason, away: Reason) -> str:
    """`line 1 of the bracket meets line 8`, `by the bracket line 1 meets winner of …`."""
    if home.code == away.code == "line":
        return f"{_origin(home)} of the bracket meets {_origin(away)}"
    return f"by the bracket {_origin(home)} meets {_origin(away)}"


def _origin(side: Reason) -> str:
    """`line 5`, `winner of Semi-finals, match 1`."""
    if side.code == "line":
        return f"line {side['line']}"
    return f"{side.code} of {labelled(side['title'], side['number'])}"


def explanation(
    event: Event, order: Sequence[EntrantId], round: Round, place: Match | Bye
) -> Reasons:
    """Where both come from; in the first round with how they came to their lines."""
    reasons = place.why
    if reasons and isinstance(place, Match) and place.group:
        reasons = (Reason.of("of-stage", stage=place.group, because=reasons),)
    if round.number == 1:
        pair = place.pair if isinstance(place, Match) else (place.entrant,)
        reasons = (*reasons, *_first(event, order, round, pair))
    return reasons


def _first(
    event: Event, order: Sequence[EntrantId], round: Round, pair: Sequence[EntrantId]
) -> Iterator[Reason]:
    lines = lines_of(round)
    seeds = _seeds(event, order, lines)
    places = (_on_line(seeds, lines.index(id) + 1, id) for id in pair if id in lines)
    yield Reason.of("on-lines", places=tuple(places))
    if settings_of(event).separate_clubs:
        yield Reason.of("clubs-apart", pairs=sum(1 for _ in _one_club(event, round)))
    for lot in event.lots[::-1]:
        if lot.purpose == LINES and set(pair) & set(lot.order):
            yield lot_reason(lot, pair)
            break


def _on_line(seeds: Sequence[EntrantId], line: int, id: EntrantId) -> Reason:
    if id not in seeds:
        return Reason.of("by-lot", player=id, line=line)
    return Reason.of("seed", player=id, line=line, seed=seeds.index(id) + 1)


def _clubs_apart(count: int) -> str:
    left = f"{count} {'pair is' if count == 1 else 'pairs are'}" if count else "no pair is"
    fewer = ", fewer are not possible" if count else ""
    return f"clubs are kept apart in the first round: {left} of one club{fewer}"


def _seed(event: Event, id: EntrantId, place: int, line: int) -> str:
    """`seed 13` is said only of the entrant who has it: others follow by rating, and a seed may be
    missing."""
    entrant = event.entrant(id)
    said = f"seed {place}"
    if entrant.seed != place:
        seeded = any(one.seed is not None for one in event.entrants)
        own = f" (seed {entrant.seed})" * (entrant.seed is not None)
        said = f"number {place} by {'seed, then rating' if seeded else 'rating'}{own}"
    if place == line:
        return f"{entrant.name}: {said}, so on line {line} of the bracket"
    return f"{entrant.name}: {said}, moved from line {place} to {line} for clubs, locks or bars"


def _seeds(
    event: Event, order: Sequence[EntrantId], lines: Sequence[EntrantId]
) -> Sequence[EntrantId]:
    """The entrants placed by their seeds, the first seed first."""
    there = [id for id in order if id in set(lines)]
    return there[: placed_by_seed(settings_of(event), len(there))]


def _one_club(event: Event, round: Round) -> Iterator[Match]:
    for match in round.matches:
        white, black = (event.entrant(id).club.casefold() for id in match.pair)
        allowed = frozenset(match.pair) in event.instructed("allow", round.number)
        if white and white == black and not allowed:
            yield match


def _after_byes(event: Event, lines: Sequence[EntrantId]) -> int:
    """How many with a bye may play their first match against their club: the lower side of the
    match whose winner they meet, or an entrant who comes from a bye too."""
    allowed = event.instructed("allow", 1)
    count = 0
    beside = ((resting, lower) for (_, lower), resting in resting_neighbours(len(lines)).items())
    for resting, lower in (*beside, *resting_pairs(len(lines))):
        one, other = (event.entrant(lines[line - 1]) for line in (resting, lower))
        same = bool(one.club) and one.club.casefold() == other.club.casefold()
        count += same and frozenset((one.id, other.id)) not in allowed
    return count


REASONS = {
    "clubs": "players of one club do not meet in the first round",
    "clubs after byes": "nobody's first match is against the own club if that can be avoided",
    "seeds": "seeds are on their lines",
    "lots": "everybody is on the line that the lot gave",
    "bracket": "everybody meets whom the bracket gives",
    "colours": "the better line has White",
}
"""Why the draw is as it is by each criterion, in an arbiter's words."""

BRIEFS = {"lots": "entrants on other lines than the lot gives"}
"""What is counted, in a few words for a narrow line, where its text is too long for one."""


def measures(event: Event, order: Sequence[EntrantId], round: Round) -> tuple[Measure, ...]:
    """The first round by what its draw goes by, every other by the bracket."""
    first = round.number == 1
    counts = _by_lines(event, order, round) if first else _by_bracket(event, round)
    return with_reasons(tuple(counts), REASONS, BRIEFS)


def _by_lines(event: Event, order: Sequence[EntrantId], round: Round) -> Iterator[Measure]:
    """Clubs, then entrants on another line than their seed or the lot gave them. The two lines of
    one match are one place: who has White there is counted by itself."""
    lines = lines_of(round)
    seeds = _seeds(event, order, lines)
    if settings_of(event).separate_clubs:
        of_one = frozenset(match.board for match in _one_club(event, round))
        yield Measure("", "clubs", CLUBS, len(of_one), boards=of_one)
        yield Measure("", "clubs after byes", AFTER_BYES, _after_byes(event, lines))
    place = _places(len(lines))
    off = sum(place[lines.index(id)] != place[seed] for seed, id in enumerate(seeds))
    yield Measure("", "seeds", SEEDS, off)
    free = replace(event, instructions=tuple(i for i in event.instructions if i.kind == "allow"))
    there = set(lines)
    meant = placed(free, settings_of(event), [id for id in order if id in there]).lines
    at = {id: place[line] for line, id in enumerate(meant)}
    by_lot = at.keys() - set(seeds)
    if by_lot:
        moved = sum(at[id] != place[line] for line, id in enumerate(lines) if id in by_lot)
        yield Measure("", "lots", LOTS_OFF, moved)
    # a match keeps its lines when its colours are turned: the better line has White
    line_of = {id: line for line, id in enumerate(meant)}
    together = [m for m in round.matches if at.get(m.white) == at.get(m.black)]
    turned = sum(line_of[m.white] > line_of[m.black] for m in together)
    yield Measure("", "colours", TURNED[event.entrant_word], turned)


def _places(count: int) -> list[int]:
    """By line the match, or the bye, of the first round that it belongs to."""
    order = standard_lines(1 << levels(count))
    match_of_line = {line: no // 2 for no, line in enumerate(order)}
    return [match_of_line[line] for line in range(1, count + 1)]


def _by_bracket(event: Event, round: Round) -> Iterator[Measure]:
    """The opponents everybody was to play, or that nobody is there; then the colours."""
    tree = standing(event)
    fixtures = due(tree, round.number) if tree is not None else ()
    gone = leaves(event, round.number)
    meant: dict[EntrantId, EntrantId | None] = {}
    white: set[EntrantId] = set()
    for fixture in fixtures:
        home, away = seated(event, sides(fixture))
        white.add(home)
        there = [id for id in (home, away) if not gone(id)]
        if len(there) == 2:
            meant |= {home: away, away: home}
        elif there:
            meant[there[0]] = None
    here: dict[EntrantId, EntrantId | None] = {m.white: m.black for m in round.matches}
    here |= {m.black: m.white for m in round.matches}
    here |= {b.entrant: None for b in round.byes if b.kind == "pairing"}
    off = sum(id not in here or here[id] != other for id, other in meant.items())
    yield Measure("", "bracket", OFF_BRACKET, off, severity=Severity.MUST)
    turned = sum(meant.get(m.white) == m.black and m.white not in white for m in round.matches)
    yield Measure("", "colours", TURNED[event.entrant_word], turned)
