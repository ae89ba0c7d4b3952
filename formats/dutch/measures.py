"""How good a complete round is by the criteria of C.04.3, in their order; drawn or made by hand.

The inner interface, for every format that draws with this engine on points of its own:

    field = Field(position)                         what the round is drawn from
    measured(field, Draw(pairs, bye), group)        its measures; `group` names a score
    best_below(field, candidate)                    what C8 weighs

First what no round may do (C1 to C3), then the bye's score (C5), then bracket by bracket from the
top C6 to C21 and how late the candidate comes in the order of article 4. The measures of all rounds
of one position are in the same order, so they are compared value by value: of all legal rounds the
one that the rules give has the least.

A round is read as the candidates of its brackets, which follow from the round itself: a pair
belongs to the scoregroup of the lower player, and a player who is not paired in his own has moved
down. So a drawn round and one made by hand are judged alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from engine.entrants import EntrantId
from engine.event import Event, Round
from engine.history import Colour, exceeds, third_running
from engine.pairable import mask_of
from engine.protocol import Measure, Severity, with_reasons
from formats.dutch.bracket import RESIDENT, Costs, Paired, ScoreBracket
from formats.dutch.criteria import c1_have_met, c2_may_have_bye, c3_same_absolute
from formats.dutch.drawing import pair_bracket
from formats.dutch.field import DutchField
from formats.dutch.position import DutchDraw, DutchPlayer, colour_of_higher
from formats.dutch.reading import drawn_in, group_name, pairing_table, score_text

FLOATS = -1
"""The partner of a player who is not paired in the bracket."""
BOTH: tuple[Colour, Colour] = ("W", "B")
CRITERIA = tuple(f"C{n}" for n in range(9, 22))
BY_SCORE = ("C18", "C19", "C20", "C21")


@dataclass(frozen=True)
class Candidate:
    """A bracket (article 3) and what became of it. Players are BSNs of the bracket."""

    bracket: ScoreBracket
    paired: Paired
    single_bye: bool
    """One player floats down, and he has the bye: C9 counts."""

    @cached_property
    def bsn(self) -> Mapping[int, int]:
        """By place of the field."""
        return {place: a for a, place in enumerate(self.bracket.places)}

    @cached_property
    def partner(self) -> list[int]:
        """By BSN; `FLOATS` for downfloaters."""
        opponents = [FLOATS] * len(self.bracket)
        for one, other in self.paired.pairs:
            a, b = self.bsn[one], self.bsn[other]
            opponents[a], opponents[b] = b, a
        return opponents

    @cached_property
    def ideal(self) -> list[int]:
        """Partners in the first candidate: as many of each score in the Limbo as there are, S1
        against S2 in order (3.3), the last of S2 float. `Bracket.upper` residents are in S1."""
        return self._first(None)

    @cached_property
    def ideal_beside_bye(self) -> list[int]:
        """The same for those who are left if the bye is as it is drawn."""
        (resting,) = self.paired.down
        return self._first(self.bsn[resting])

    def _first(self, out: int | None) -> list[int]:
        bracket, levels = self.bracket, self.bracket.levels
        partner, size = [FLOATS] * len(bracket), len(bracket)
        paired = [0] * len(bracket.scores)
        for mover in range(len(bracket.moved)):
            paired[levels[mover]] += self.partner[mover] != FLOATS
        left = [a for a in range(bracket.first, size) if a != out]
        for mover in (a for a in range(bracket.first) if a != out):
            level = levels[mover]
            if left and (level == RESIDENT or paired[level]):
                resident = left.pop(0)
                partner[mover], partner[resident] = resident, mover
            if level != RESIDENT:
                paired[level] -= paired[level] > 0
        half = len(self.paired.pairs) - sum(b != FLOATS for b in partner[: bracket.first])
        for a, b in zip(left[:half], left[half : 2 * half], strict=False):
            partner[a], partner[b] = b, a
        return partner

    def costs_of(self, a: int, b: int) -> Costs:
        """The costs of a pair, or a downfloater (`b` is `FLOATS`), by `Bracket.names`."""
        bracket = self.bracket
        if b == FLOATS:
            return bracket.down(bracket.levels[a], bracket.traits[a], self.single_bye)
        high, low = min(a, b), max(a, b)
        return bracket.pair(bracket.levels[high], bracket.traits[high], bracket.traits[low])

    @cached_property
    def costs(self) -> Costs:
        """C9 to C21 over the bracket, by `Bracket.names`."""
        each = [self.costs_of(a, b) for a, b in enumerate(self.partner) if a < b or b == FLOATS]
        return tuple(map(sum, zip(*each, strict=True)))

    @cached_property
    def apart(self) -> int:
        """Of `Bracket.upper` residents those who do not meet one of the others."""
        each = [(a, None if b == FLOATS else b) for a, b in enumerate(self.partner)]
        return sum(self.bracket.apart(a, b) for a, b in each if b is None or a < b)

    @cached_property
    def downfloats(self) -> tuple[int, ...]:
        """Scores of the downfloaters from the highest: their number is C6, the scores C7."""
        players = self.bracket.field.players
        return tuple(sorted((players[place].score for place in self.paired.down), reverse=True))

    @cached_property
    def order(self) -> tuple[int, ...]:
        """How late the candidate comes in the order of article 4, among equals by C6 and C7."""
        from formats.dutch.exact import generation_order

        return generation_order(self.bracket, self.partner)


def candidates(field: DutchField, drawn: DutchDraw) -> tuple[Candidate, ...]:
    """One for each scoregroup, from the top.

    Whoever is in no pair floats down to the end. Numbers that are not of the field are ignored.
    """
    place = {player.number: i for i, player in enumerate(field.players)}
    partner = [FLOATS] * len(field)
    for one, other in drawn.pairs:
        if one in place and other in place:
            partner[place[one]], partner[place[other]] = place[other], place[one]
    bye = place.get(drawn.bye, FLOATS) if drawn.bye is not None else FLOATS
    results: list[Candidate] = []
    moved: tuple[int, ...] = ()
    for group in field.groups:
        bracket = ScoreBracket(field, moved, group, _resting(field, bye))
        here = range(group.start, group.stop)
        pairs = tuple((partner[a], a) for a in here if FLOATS < partner[a] < a)
        gone = mask_of([a for pair in pairs for a in pair])
        moved = tuple(a for a in (*moved, *here) if not gone >> a & 1)
        results.append(Candidate(bracket, Paired(pairs, moved), moved == (bye,)))
    return tuple(results)


def _resting(field: DutchField, bye: int) -> int:
    """The players who might have the bye at the score of the one who has it, including him."""
    if bye < 0:
        return 0
    score = field.players[bye].score
    group = next(g for g in field.groups if field.players[g.start].score == score)
    able = [a for a in range(group.start, group.stop) if field.traits[a].may_have_bye]
    return mask_of(able) | 1 << bye


def measures(event: Event, order: Sequence[EntrantId], round: Round) -> tuple[Measure, ...]:
    """A round by all criteria; `event` as it was before it, `order` that of pairing numbers."""
    table, _ = pairing_table(event, order)
    field, drawn = DutchField(table.position), drawn_in(table, round)
    return with_colours(measured(field, drawn, group_name), field, drawn)


Named = Callable[[int], str]
"""The name of a scoregroup by its score in hundredths: `3½ points`."""

TEXTS = {
    "all paired": "players without an opponent, the bye of an odd field excepted",
    "C1": "pairs who have met before",
    "barred": "pairs whom the arbiter has barred",
    "C2": "byes of players who may not have one",
    "C3": "pairs due the same colour, both of them without fail",
    "C5": "score of the player who has the bye",
    "C6": "players who float down",
    "C7": "scores of the players who float down",
    "C8": "players of the next group who must float further, whoever meets whom there",
    "sections": "players of the highest section here who do not meet one of another",
    "C9": "rounds without a game of the player who has the bye",
    "C10": "topscorers, or their opponents, whose White and Black games are over two apart",
    "C11": "topscorers, or their opponents, with the same colour three times running",
    "C12": "players who do not get their colour preference",
    "C13": "players who do not get their strong colour preference",
    "C14": "players who float down as in the previous round",
    "C15": "players who float up as in the previous round",
    "C16": "players who float down as two rounds before",
    "C17": "players who float up as two rounds before",
    "C18": "players floating on who floated down in the previous round, by their scores",
    "C19": "players floating up as in the previous round, by their opponents' scores",
    "C20": "players floating on who floated down two rounds before, by their scores",
    "C21": "players floating up as two rounds before, by their opponents' scores",
    "third colours": "players with the same colour three times running",
    "differences": "players whose White and Black games are over two apart",
    "colours": "boards with other colours than the rules give (article 5.2)",
    "order": "FIDE's order of pairs (group numbers)",
}
"""What each measure counts, for an arbiter."""

REASONS = {
    "all paired": "everybody has an opponent",
    "C1": "nobody plays the same opponent twice",
    "barred": "the arbiter's bars hold",
    "C2": "the bye goes to somebody who may have it",
    "C3": "two who must both have one colour do not meet",
    "C5": "the bye goes to somebody on the lowest score that can be",
    "C6": "fewest players float down",
    "C7": "those on the lowest scores float down",
    "C8": "the next group can be drawn with fewest floaters",
    "sections": "players of the highest section here meet those of another",
    "C9": "the bye goes to somebody with fewest rounds without a game",
    "C10": "topscorers keep White and Black games within two of each other",
    "C11": "topscorers do not have one colour three times running",
    "C12": "most players get the colour that they are due",
    "C13": "strong colour preferences go first",
    "C14": "nobody floats down twice running",
    "C15": "nobody floats up twice running",
    "C16": "nobody floats down as two rounds before",
    "C17": "nobody floats up as two rounds before",
    "C18": "who floats on did not float down in the previous round",
    "C19": "who floats up as in the previous round meets the nearest score",
    "C20": "who floats on did not float down two rounds before",
    "C21": "who floats up as two rounds before meets the nearest score",
    "third colours": "nobody has one colour three times running",
    "differences": "nobody has White and Black games over two apart",
    "colours": "colours go by the rules (article 5.2)",
    "order": "what is equal goes by FIDE's order of pairs",
}
"""Why the draw is as it is by each criterion, in an arbiter's words."""

BRIEFS = {
    "all paired": "players left over",
    "C3": "pairs due one colour",
    "C5": "score at the bye",
    "C6": "downfloats",
    "C7": "scores of downfloats",
    "C8": "floats of the next group",
    "C9": "rounds out at the bye",
    "C10": "topscorers' colours",
    "C11": "topscorers' colours",
    "C12": "colours not met",
    "C13": "strong colours not met",
    "C14": "repeated downfloats",
    "C15": "repeated upfloats",
    "C16": "downfloats as before",
    "C17": "upfloats as before",
    "C18": "scores floating again",
    "C19": "scores met floating up",
    "C20": "scores floating as before",
    "C21": "scores met as before",
    "third colours": "third colours running",
    "differences": "White and Black over two apart",
    "order": "off-ideal pairs",
}
"""What is counted, in a few words for a narrow line, where its text is too long for one."""

FIRST = 6
"""How many pairs off the ideal are listed."""

ABSOLUTE = ("all paired", "C1", "barred", "C2", "C3")


def measured(field: DutchField, drawn: DutchDraw, group: Named) -> tuple[Measure, ...]:
    """The round by all criteria. `drawn` may be any round of the field's players; those in no
    pair count as floating to the end."""
    counted = [*absolute(field, drawn)]
    legal = not any(m.value for m in counted)
    brackets = candidates(field, drawn)
    if len(field) % 2:
        counted.append(_bye_score(brackets[-1]))
    for number, candidate in enumerate(brackets):
        where = group(score_of(candidate.bracket))
        below = brackets[number + 1 :][:1]
        counted += _floats(where, candidate, below, legal)
        if candidate.bracket.upper:
            counted.append(Measure(where, "sections", TEXTS["sections"], candidate.apart))
        counted += _counted(where, candidate, len(field) % 2 == 1)
        counted.append(
            Measure(
                where,
                "order",
                TEXTS["order"],
                candidate.order,
                _lateness(candidate),
                games=_games(candidate),
            )
        )
    return tuple(counted)


def worse(one: Sequence[Measure], other: Sequence[Measure]) -> tuple[Measure, Measure] | None:
    """The first measure in which two rounds of one position differ, of both; None if in none."""
    return next(
        ((a, b) for a, b in zip(one, other, strict=True) if a.value != b.value),
        None,
    )


def score_of(bracket: ScoreBracket) -> int:
    """The score of the residents."""
    return bracket.field.players[bracket.group.start].score


def absolute(field: DutchField, drawn: DutchDraw) -> Iterator[Measure]:
    """How often the round breaks what no round may break."""
    players = {player.number: (player, place) for place, player in enumerate(field.players)}
    pairs = [(players[a], players[b]) for a, b in drawn.pairs if a in players and b in players]
    alone = len(field) - 2 * len(pairs)
    barred = {frozenset(pair) for pair in field.position.forbidden}
    bye = players.get(drawn.bye) if drawn.bye is not None else None

    def count(fault: Callable[[DutchPlayer, DutchPlayer], bool]) -> int:
        return sum(fault(a, b) for (a, _), (b, _) in pairs)

    values = (
        alone - (len(field) % 2 if bye is not None else 0),
        count(c1_have_met),
        count(lambda a, b: frozenset((a.number, b.number)) in barred),
        int(bye is not None and not c2_may_have_bye(field.traits[bye[1]])),
        sum(c3_same_absolute(field.traits[a], field.traits[b]) for (_, a), (_, b) in pairs),
    )
    for name, value in zip(ABSOLUTE, values, strict=True):
        yield Measure("", name, TEXTS[name], value, severity=Severity.MUST)


def with_colours(
    of_pairs: Sequence[Measure], field: DutchField, drawn: DutchDraw
) -> tuple[Measure, ...]:
    """The measures of who meets whom, with those of the colours as they are given: C.04.1 after C1
    to C3, article 5.2 last."""
    first = len(ABSOLUTE)
    whole = (*of_pairs[:first], *law(field, drawn), *of_pairs[first:], turned(field, drawn))
    return with_reasons(whole, REASONS, BRIEFS)


def law(field: DutchField, drawn: DutchDraw) -> Iterator[Measure]:
    """C.04.1 on colours as they are given; not where a topscorer plays (C10, C11)."""
    faults: tuple[tuple[str, Callable[[str, Colour], bool]], ...] = (
        ("third colours", third_running),
        ("differences", exceeds),
    )
    seats = [
        (player.colours, colour)
        for pair in _there(field, drawn)
        if not any(field.position.topscorer(player) for player in pair)
        for player, colour in zip(pair, BOTH, strict=True)
    ]
    for name, fault in faults:
        count = sum(fault(*seat) for seat in seats)
        yield Measure("", name, TEXTS[name], count, severity=Severity.MUST)


def turned(field: DutchField, drawn: DutchDraw) -> Measure:
    """Boards whose two players have not the colours of article 5.2."""
    count = 0
    for white, black in _there(field, drawn):
        high, low = sorted((white, black), key=lambda player: player.rank)
        colour = colour_of_higher(high, low, field.position.initial)
        count += (high is white) != (colour == "W")
    return Measure("", "colours", TEXTS["colours"], count)


def _there(field: DutchField, drawn: DutchDraw) -> list[tuple[DutchPlayer, DutchPlayer]]:
    """White and Black of every board of the field's players."""
    players = {player.number: player for player in field.players}
    return [(players[a], players[b]) for a, b in drawn.pairs if a in players and b in players]


def _bye_score(last: Candidate) -> Measure:
    score = last.downfloats[0] if last.downfloats else 0
    return Measure("", "C5", TEXTS["C5"], score, score_text(score))


def _floats(
    where: str, candidate: Candidate, below: Sequence[Candidate], legal: bool
) -> Iterator[Measure]:
    """C6 to C8."""
    scores = candidate.downfloats
    yield Measure(where, "C6", TEXTS["C6"], len(scores))
    yield Measure(where, "C7", TEXTS["C7"], scores, _listed(scores))
    if below:
        count, *going_on = best_below(below[0], legal)
        shown = f"{count}" + (f" ({_listed(going_on)})" if going_on else "")
        yield Measure(where, "C8", TEXTS["C8"], (count, *going_on), shown)


def best_below(candidate: Candidate, legal: bool = True) -> tuple[int, ...]:
    """C8, for the bracket that comes next: how few of it can float down, and their scores, with the
    players moved down to it as they are.

    Where the round breaks an absolute criterion it need not be possible to draw it from here, and
    what it has itself is taken.
    """
    own = (len(candidate.downfloats), *candidate.downfloats)
    if not legal or _cannot_be_less(candidate):
        return own
    bracket = _kept_apart(candidate.bracket)
    best = pair_bracket(bracket).down
    scores = sorted((bracket.field.players[place].score for place in best), reverse=True)
    return (len(scores), *scores)


def _kept_apart(bracket: ScoreBracket) -> ScoreBracket:
    """Without games between players who have come down together: these would have been games of the
    groups above. A draw never leaves one open; a round made by hand can."""
    field = bracket.field
    loose = {
        frozenset((field.players[a].number, field.players[b].number))
        for a, b in combinations(bracket.moved, 2)
        if field.near[a] >> b & 1
    }
    if not loose:
        return bracket
    position = replace(field.position, forbidden=field.position.forbidden | loose)
    return replace(bracket, field=DutchField(position))


def _cannot_be_less(candidate: Candidate) -> bool:
    """At most one floats, and he is a resident."""
    down = candidate.paired.down
    return not down or (len(down) == 1 and down[0] >= candidate.bracket.group.start)


def _counted(where: str, candidate: Candidate, odd: bool) -> Iterator[Measure]:
    """C9 to C21; C9 in odd fields only, C18 to C21 as one value a score of moved-down players."""
    values: dict[str, list[int]] = {}
    for name, cost in zip(candidate.bracket.names, candidate.costs, strict=True):
        values.setdefault(name.partition(".")[0], []).append(cost)
    for name in CRITERIA:
        if name == "C9" and not odd:
            continue
        costs = values.get(name, [])
        if name in BY_SCORE:
            scores = candidate.bracket.scores
            shown = ", ".join(
                f"{n} from {score_text(s)}" for n, s in zip(costs, scores, strict=True) if n
            )
            yield Measure(where, name, TEXTS[name], _trimmed(costs), shown or "0")
        else:
            yield Measure(where, name, TEXTS[name], costs[0])


def _trimmed(counts: Sequence[int]) -> tuple[int, ...]:
    """Without the zeros at the end: scores of which nobody is counted make no round worse."""
    end = len(counts)
    while end and not counts[end - 1]:
        end -= 1
    return tuple(counts[:end])


def _lateness(candidate: Candidate) -> str:
    """The first pairs that are not ideal, by their numbers in the group."""
    partner = candidate.partner
    off = [a for a, b in enumerate(partner) if b != candidate.ideal[a]]
    if not off:
        return "the ideal pairing"
    games = [
        f"{a + 1} floats" if partner[a] == FLOATS else f"{a + 1} v {partner[a] + 1}"
        for a in off
        if partner[a] == FLOATS or a < partner[a]
    ]
    more = f" and {len(games) - FIRST} more" if len(games) > FIRST else ""
    return f"{', '.join(games[:FIRST])}{more}"


def _games(candidate: Candidate) -> tuple[tuple[int, int], ...]:
    """By their numbers in the group; 0 for the opponent of a floater."""
    return tuple((a + 1, b + 1) for a, b in enumerate(candidate.partner) if a < b or b == FLOATS)


def _listed(scores: Sequence[int]) -> str:
    return ", ".join(map(score_text, scores)) or "none"
