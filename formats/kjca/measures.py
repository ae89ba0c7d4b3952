"""How good a round is by the page's rules, and why a board of it is as it is, in full.

The order is that of the draw: dead ends and the bye, then the floats from the top group down, then
the boards of each group.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as knob
from functools import cached_property

from engine.event import Bye, Event, Match, Round
from engine.history import OTHER, Colour, cards, exceeds
from engine.pairable import members
from engine.points import counted, points_named
from engine.protocol import Measure, Severity, with_reasons
from engine.reasons import STATED, Reason, Reasons
from engine.rules import SecondFloat
from formats.kjca.field import KjcaField, must_turn, step_four
from formats.kjca.pairing import PairingGroup
from formats.kjca.proposing import field_of
from formats.kjca.reasons import ideal_facts
from formats.kjca.wording import worded
from formats.score_field import Game


@dataclass(frozen=True)
class KjcaReview:
    """A round as it is, on the cards that it was drawn from: players are positions."""

    field: KjcaField
    games: tuple[Game, ...]
    colour: Mapping[int, Colour]
    bye: int | None
    board: Mapping[int, int] = knob(default_factory=dict)
    """By player the number of his board."""
    opening: bool = False
    """Round 1, where colours go by the cards."""

    @classmethod
    def at(cls, event: Event, round: Round) -> KjcaReview:
        """`event` is as it was before the round; extra boards of late entries do not count."""
        field = field_of(event, round.number)
        here = field.position
        matches = [m for m in round.matches if m.white in here and m.black in here]
        games = (sorted((here[m.white], here[m.black])) for m in matches)
        colour: dict[int, Colour] = {here[m.white]: "W" for m in matches}
        colour |= {here[m.black]: "B" for m in matches}
        byes = (here[b.entrant] for b in round.byes if b.kind == "pairing" and b.entrant in here)
        paired = tuple(sorted((a, b) for a, b in games))
        board = {here[id]: m.board for m in matches for id in m.pair}
        return cls(field, paired, colour, next(byes, None), board, round.number == 1)

    @cached_property
    def partner(self) -> dict[int, int]:
        """Everybody's opponent."""
        return dict(self.games) | {b: a for a, b in self.games}

    def group(self, number: int) -> PairingGroup:
        """Those of a score group who play among themselves."""
        here = self.field.score_groups[number]
        drawn = (i for i in members(here) if here >> self.partner.get(i, len(self.field)) & 1)
        return PairingGroup(self.field, tuple(drawn))

    def down_from(self, number: int) -> list[int]:
        """Who goes from that group, or through it, to one below or to the bye."""
        group_of = self.field.group_of
        below = [a for a, b in self.games if group_of[a] <= number < group_of[b]]
        last = number == len(self.field.score_groups) - 1
        if self.bye is not None and (last or group_of[self.bye] <= number):
            below.append(self.bye)
        return sorted(below)

    def title(self, number: int) -> str:
        """A score group by its points."""
        score = self.field.players[next(members(self.field.score_groups[number]))].score
        return points_named(score)

    def name(self, player: int) -> str:
        """For a sentence."""
        return self.field.players[player].name or self.field.players[player].id


REASONS = {
    "repeats": "fewest games are played twice",
    "third colours": "fewest players have one colour three times running",
    "bye": "the bye goes to somebody who has had none",
    "repeats low": "a game played twice is as far down the list as it can be",
    "floats": "fewest players float down",
    "second downfloats": "nobody floats down twice if that can be avoided",
    "passing": "whoever floats down meets the next score group if possible",
    "second upfloats": "nobody floats up twice if that can be avoided",
    "rule 8 of floats": "a floater does not meet his own school, club or family (rule 8)",
    "rule 8 of the round": (
        "fewest games within a school, club or family over the round, if not too many boards "
        "change for each (rule 8)"
    ),
    "rule 8": (
        "fewest games within a school, club or family, if not too many boards change for each "
        "(rule 8)"
    ),
    "games avoided": "fewest games within a school, club or family (rule 8)",
    "altered": "fewest boards differ from the ideal pairing",
    "crossing": "the top half plays the bottom half (rule 5)",
    "turned": "fewest boards have other colours than their players are due",
    "displacement": "everybody meets an opponent as near as possible to the ideal one",
    "altered low": "the boards that change are as far down the list as they can be",
    "colours": "fewest boards have other colours than their players are due",
    "differences": "nobody has White and Black games over two apart",
}
"""Why the draw is as it is by each criterion, in an arbiter's words."""

BRIEFS = {
    "alterations": "changed boards, and games to be avoided (rule 8)",
    "displacement": "how far opponents are from the ideal",
    "repeats low": "which games are repeated",
    "bye low": "who has the bye",
    "who floats": "who floats down",
    "floated up": "who floats up",
    "altered low": "which boards change",
    "colours": "boards with other colours than the rules give",
}
"""What is counted, in the few words of a narrow line, where its text is too long for one."""


ALTERATIONS = frozenset({"altered", "games avoided"})
"""The criteria that are added up as alterations."""
RULE_8, FLOATS = frozenset({"same-school", "same-club", "family"}), frozenset({SecondFloat.id})
"""Rules that report at a board what these criteria count."""


def measures(event: Event, round: Round) -> tuple[Measure, ...]:
    """All criteria of a round, the most important first."""
    look = KjcaReview.at(event, round)
    counted = (*of_look(look), _colours(look), _differences(event, look))
    return with_reasons(counted, REASONS, BRIEFS)


def of_look(look: KjcaReview) -> tuple[Measure, ...]:
    """The same of a round as it is on the table."""
    numbers = range(len(look.field.score_groups))
    floats = (m for number in numbers for m in _floats(look, number))
    boards = (m for number in numbers for m in of_group(look, number))
    return (*_whole(look), *floats, *_rule_8(look), *boards)


def _rule_8(look: KjcaReview) -> Iterator[Measure]:
    """How a floater's opponent is chosen besides his place: rule 8 over the round."""
    field, cost = look.field, look.field.avoid_cost
    if not cost or not any(field.shunned):
        return
    games = sum(field.shunned[a] >> b & 1 for a, b in look.games)
    altered = 0
    for number in range(len(field.score_groups)):
        group = look.group(number)
        altered += sum(group.altered(a, b) for a, b in _pairs(look, group))
    text = f"changed boards of the round, and {_worth(cost)}"
    yield Measure("", "alterations", text, altered + cost * games, _altered_and(altered, games),
                  parts=ALTERATIONS | {"rule 8 of floats"})  # fmt: skip


def _worth(cost: int) -> str:
    worth = f"each as bad as {counted(cost, 'changed board')}"
    return f"games within a school, club or family, {worth} (rule 8)"


def _altered_and(boards: int, games: int) -> str:
    return f"{counted(boards, 'board')} and {counted(games, 'game')}"


def _pairs(look: KjcaReview, group: PairingGroup) -> list[Game]:
    """The games of a group, by cards."""
    card = {player: i for i, player in enumerate(group.players)}
    partner = look.partner
    return [(card[p], card[partner[p]]) for p in group.players if p < partner[p]]


def _whole(look: KjcaReview) -> Iterator[Measure]:
    """Step 7, and who has the bye."""
    seats, field = look.field.players, look.field
    repeats = [(a, b) for a, b in look.games if seats[b].id in seats[a].met]
    thirds = [p for p in look.colour if seats[p].third == look.colour[p]]
    rules = [
        ("repeats", "games that repeat an earlier one", len(repeats)),
        ("third colours", "players with one colour for the third time running", len(thirds)),
    ]
    if look.bye is not None:
        rules.append(("bye", "byes that its holder has had before", seats[look.bye].byes))
    for name, text, count in rules:
        yield Measure("", name, text, count, severity=Severity.MUST)
    low = tuple(x for a, b in repeats for x in (-a, len(field) - b))
    text = "which games are repeated (the lower the better)"
    yield Measure("", "repeats low", text, low, _named(look, repeats))


def _floats(look: KjcaReview, number: int) -> Iterator[Measure]:
    """Step 2 in one group: how many go down, who, and whom they meet."""
    field, where = look.field, look.title(number)
    seats = field.players
    leaving = look.down_from(number)
    residents = [i for i in leaving if field.group_of[i] == number]
    again = sum(seats[i].downfloats > 0 for i in residents)
    if number == len(field.score_groups) - 1:
        rank = tuple(len(field) - i for i in leaving)
        names = _names(look, leaving)
        reason = f"{names} has the bye, as the lowest who can"
        text = "who has the bye (the lower the better)"
        yield Measure(where, "bye low", text, rank, names, reason=reason)
        return
    yield Measure(where, "floats", "players who float down", len(leaving))
    text = "players who float down again"
    yield Measure(where, "second downfloats", text, again, rules=FLOATS)
    order = tuple(len(field) - i for i in sorted(residents, reverse=True))
    names = _names(look, residents)
    text = "who floats down (the lower the better)"
    reason = _only(residents, names, "down", "lowest")
    yield Measure(where, "who floats", text, order, names, reason=reason)
    partner = look.partner
    playing = [i for i in leaving if i in partner]
    here = [partner[i] for i in playing if field.group_of[partner[i]] == number + 1]
    text = "players who float down past the next score group"
    yield Measure(where, "passing", text, len(leaving) - len(here))
    raised = sum(seats[i].upfloats > 0 for i in here)
    text = "players who float up again"
    yield Measure(where, "second upfloats", text, raised, rules=FLOATS)
    # a floater who goes past the next group counts too, by whom he meets in the end: else it would
    # seem that only another draw gives him such a game
    shunned = sum(field.shunned[i] >> partner[i] & 1 for i in playing)
    text = "games of those who float down within a school, club or family (rule 8)"
    yield Measure(where, "rule 8 of floats", text, shunned, rules=RULE_8)
    below = len(field)
    who = tuple(partner[i] if partner.get(i) in here else below for i in leaving)
    names = _names(look, here)
    text = "who floats up to meet them (the higher the better)"
    reason = _only(here, names, "up", "highest")
    yield Measure(where, "floated up", text, who, names, reason=reason)


def _only(players: list[int], names: str, way: str, place: str) -> str:
    """`Ash floats down, as the lowest who can`."""
    if not players:
        return f"nobody floats {way}"
    return f"{names} float{'s' * (len(players) == 1)} {way}, as the {place} who can"


def of_group(look: KjcaReview, number: int) -> Iterator[Measure]:
    """Steps 5 and 6 in one group."""
    group, where = look.group(number), look.title(number)
    pairs = _pairs(look, group)
    games = sum(group.game(a, b) for a, b in pairs)
    altered = sum(group.altered(a, b) for a, b in pairs)
    turned = [a for a, b in pairs if _turned(look, group.players[a], group.players[b])]
    cost = group.field.avoid_cost
    if cost and any(group.field.shunned):
        text = f"changed boards, and {_worth(cost)}"
        yield Measure(where, "alterations", text, altered + cost * games,
                      _altered_and(altered, games), parts=ALTERATIONS)  # fmt: skip
        text = "games within a school, club or family (rule 8)"
        yield Measure(where, "games avoided", text, games, rules=RULE_8)
    yield Measure(where, "altered", "boards that are not the ideal pairing", altered)
    crossing = sum(group.same_half(a, b) for a, b in pairs)
    text = "games within the top half or within the bottom half"
    yield Measure(where, "crossing", text, crossing)
    yield Measure(where, "turned", "boards with other colours than the rules give", len(turned))
    displaced = sum(group.displacement(a, b) for a, b in pairs)
    text = "squared places between actual and ideal opponents"
    yield Measure(where, "displacement", text, displaced)
    moved = sorted(a for a, b in pairs if group.altered(a, b) or a in turned)
    high = tuple(-a for a in moved if a < group.half)
    boards = ", ".join(str(1 - a) for a in high) or "none"
    text = "which boards change (the lower the better)"
    yield Measure(where, "altered low", text, high, boards)


def _colours(look: KjcaReview) -> Measure:
    """Step 4 where `turned` does not count: floaters' games, and games of two who have not played,
    which go by the card in round 1 and by the board later."""
    group_of, seats = look.field.group_of, look.field.players
    off = 0
    for high, low in look.games:
        due = step_four(seats[high], seats[low])
        if due is not None and group_of[high] == group_of[low]:
            continue
        if due is None:
            due = "W" if _place(look, high) % 2 else "B"
        elif must_turn(seats[high], seats[low]):
            due = OTHER[due]
        off += look.colour[high] != due
    text = "boards of floaters, and of first games, with other colours than the rules give"
    return Measure("", "colours", text, off)


def _differences(event: Event, look: KjcaReview) -> Measure:
    """C.04.1 on colours, which the draw of this format ignores: a change by hand that makes more of
    them is marked all the same."""
    had = cards(event)
    players = look.field.players
    off = sum(exceeds(had[players[i].id].colours, colour) for i, colour in look.colour.items())
    text = "players whose White and Black games are over two apart"
    return Measure("", "differences", text, off, severity=Severity.MUST)


def _place(look: KjcaReview, high: int) -> int:
    """The number that the colour of a first game goes by."""
    if look.opening:
        group = look.group(0)
        card = group.players.index(high)
        if card < group.half:
            return card + 1
    return look.board[high]


def _turned(look: KjcaReview, high: int, low: int) -> bool:
    """Whether a board's colours are not those of step 4."""
    due = step_four(look.field.players[high], look.field.players[low])
    return due is not None and look.colour[high] != due


def _names(look: KjcaReview, players: list[int]) -> str:
    return " · ".join(map(look.name, players)) or "nobody"


def _named(look: KjcaReview, pairs: list[Game]) -> str:
    return " · ".join(f"{look.name(a)} - {look.name(b)}" for a, b in pairs) or "none"


def explain(event: Event, round: Round, place: Match | Bye) -> Reasons:
    """Group, ideal, what moved the board, and what all of its group costs. A board of late cards
    has no group and no ideal: they pair in order of arrival."""
    extra = round.extra and place in (*round.extra.matches, *round.extra.byes)
    if extra or isinstance(place, Bye):
        return place.why
    look = KjcaReview.at(event, round)
    known = look.field.position
    if place.white not in known or place.black not in known:
        return place.why
    high, low = sorted((known[place.white], known[place.black]))
    number = look.field.group_of[high]
    within = look.field.group_of[low] == number
    said = {worded(reason, event) for reason in place.why}
    reasons = [*_standing(look, number, high, low)]
    for card in _moved(look, number, high, low):
        ideal = ideal_facts(look.group(number), card)
        if worded(Reason("ideal", ideal), event) not in said:
            reasons.append(Reason("ideal-for", ideal))
    reasons += (Reason.of(STATED, because=reason) for reason in place.why)
    if within and place.altered != "hand" and not round.altered:
        reasons += _counts(look, number)
    return tuple(reasons)


def _standing(look: KjcaReview, number: int, high: int, low: int) -> Iterator[Reason]:
    """Where the two are, and whether the ideal pairing has them together."""
    field = look.field
    ids = [field.players[i].id for i in (high, low)]
    here = field.score_groups[number].bit_count()
    yield Reason.of("score-group", score=field.players[high].score, count=here)
    if field.group_of[low] != number:
        score = field.players[low].score
        yield Reason.of("float-to", player=ids[0], opponent=ids[1], score=score)
        return
    group = look.group(number)
    a, b = group.players.index(high), group.players.index(low)
    yield Reason.of("halves", half=group.half, high=a + 1, low=b + 1)
    if not group.altered(a, b):
        yield Reason("ideal-pairing")


def _moved(look: KjcaReview, number: int, high: int, low: int) -> tuple[int, ...]:
    """The two cards of a board within a group that is not the ideal one."""
    if look.field.group_of[low] != number:
        return ()
    group = look.group(number)
    a, b = group.players.index(high), group.players.index(low)
    return (a, b) if group.altered(a, b) else ()


def _counts(look: KjcaReview, number: int) -> Iterator[Reason]:
    """The cost of the group by each criterion that has something to count."""
    counted = [m for m in of_group(look, number) if m.value and m.name != "altered low"]
    yield Reason("least" if counted else "all-ideal")
    for m in counted:
        shown = m.shown or str(m.value)
        yield Reason.of("counted", criterion=m.name, text=m.text, value=m.value, shown=shown)
        if m.name == "displacement":
            yield from _places_moved(look, number)


def _places_moved(look: KjcaReview, number: int) -> Iterator[Reason]:
    """Each changed board of a group with what it adds to the places moved, to be counted again by
    hand."""
    group = look.group(number)
    for a, b in _pairs(look, group):
        if group.altered(a, b):
            players = tuple(look.field.players[group.players[card]].id for card in (a, b))
            yield Reason.of(
                "places-moved",
                players=players,
                cards=(a + 1, b + 1),
                ideals=(group.ideal(a) + 1, group.ideal(b) + 1),
            )
