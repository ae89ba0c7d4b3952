"""Counts anew every fact in the reasons of grading-based draws.

A reason that nobody knows here is a fault, as is a fact that is not true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction

from engine.event import Bye, Match
from engine.reasons import Reason, codes
from tests.formats.oracles.ecf_field import field_before
from tests.formats.oracles.record import Player, Record

OTHER = {"W": "B", "B": "W", "": ""}


def due(p: Player) -> str:
    """Rule 8: equalises, else alternates; the other one where that may not be."""
    gap = p.colours.count("W") - p.colours.count("B")
    wanted = ("B" if gap > 0 else "W") if gap else OTHER[p.colours[-1:]]
    return OTHER[wanted] if bound(p, wanted) and not bound(p, OTHER[wanted]) else wanted


def bound(p: Player, colour: str) -> bool:
    """Whether the colour would be the third running or make the difference more than two."""
    line = p.colours + colour
    return bool(colour) and (
        line.endswith(3 * colour) or abs(line.count("W") - line.count("B")) > 2
    )


class Claims:
    """The reasons of one round; locks and bars are not looked at."""

    def __init__(self, record: Record, mode: str, seen: Counter[str]) -> None:
        self.record, self.seen = record, seen
        self.cards = field_before(record.event, mode)
        self.group: list[Player] = []

    def of(self, place: Match | Bye, reasons: Iterable[Reason]) -> Iterator[str]:
        """What is wrong with them."""
        ids = place.pair if isinstance(place, Match) else (place.entrant,)
        self.own = sorted(map(self.player, ids), key=self.record.key)
        self.name = place.group if isinstance(place, Match) else ""
        self.group = self.members(self.name)
        for reason in reasons:
            self.seen[reason.code] += 1
            check = CHECKS.get(reason.code)
            if check is None:
                yield f"not known: {reason}"
            elif not check(self, reason):
                yield f"not true: {reason}"

    def player(self, id: str) -> Player:
        return self.record.by_id[id]

    def members(self, name: str) -> list[Player]:
        """Of a group, floaters apart, in grade order; of two sides the top half first."""
        r = self.record
        boards = [m for m in r.proposal.matches if m.group == name]
        own = [m for m in boards if "leaves-group" not in codes(m.why)]
        self.floats = [r.pair(m) for m in boards if m not in own]
        found = [p for m in own for p in r.pair(m)]
        self.sided = any(m.part in ("b", "d") for m in boards)
        self.chased = any(m.part for m in boards)
        return sorted(found, key=lambda p: (self.sided and not self.cards[p.id].top, p.rank))

    # ------------------------------------------------------------ groups

    def size(self, reason: Reason) -> bool:
        """Players of the group, floaters who leave it counted."""
        size = len(self.group) + len(self.floats)
        facts = (reason["name"], reason["count"], reason["floats"])
        return facts == (self.name, size, len(self.floats))

    def mid_line(self, reason: Reason) -> bool:
        """The mid-line, the games and the numbers of the board."""
        a, b = sorted(self.group.index(p) for p in self.own)
        numbers = (reason["high"], reason["low"]) == (a + 1, b + 1)
        line = (reason["half"], reason["two_sided"]) == (len(self.group) // 2, self.sided)
        return numbers and line

    @property
    def spread(self) -> Fraction:
        """D: the mean grade above the line less the mean below it."""
        half = len(self.group) // 2
        above, below = self.group[:half], self.group[half:]
        return Fraction(sum(p.grade for p in above) - sum(p.grade for p in below), half)

    def average(self, reason: Reason) -> bool:
        """D to one place, and the board's own difference."""
        near = abs(Fraction(reason["average"]) - self.spread) <= Fraction(1, 20)
        return near and reason["here"] == abs(self.own[0].grade - self.own[1].grade)

    def is_ideal(self, reason: Reason) -> bool:
        """i v i + k."""
        a, b = sorted(self.group.index(p) for p in self.own)
        return bool(b - a == len(self.group) // 2 == reason["places"])

    def ideal(self, reason: Reason) -> bool:
        """The numbers are those of the ideal game of one of the two, who does not have it."""
        a, b = reason["place"] - 1, reason["ideal_place"] - 1
        two = [self.group[a], self.group[b]]
        mine = [p.id for p in two if p in self.own]
        true = abs(b - a) == len(self.group) // 2 and mine == [reason["player"]]
        true &= [reason["player"], reason["opponent"]] == [p.id for p in two]
        if "because" in reason.facts:
            return true and self.cause(two, reason["because"])
        p, q = two
        return true and not self.met(p, q) and (due(p) != due(q) or not due(p))

    def met(self, p: Player, q: Player) -> bool:
        return any(x.kind == "game" and x.opponent == q.name for x in p.lines.values())

    def cause(self, two: list[Player], reason: Reason) -> bool:
        """What speaks against a game."""
        p, q = two
        self.seen[reason.code] += 1
        if {*reason["players"]} != {p.id, q.id}:
            return False
        if reason.code == "met":
            return self.record.met(p.name, q.name, reason["round"])
        stuck = all(bound(p, c) or bound(q, OTHER[c]) for c in "WB")
        if self.met(p, q):
            return False
        if reason.code == "colours-forbid":
            return stuck
        return reason.code == "both-due" and due(p) == due(q) == reason["colour"] and not stuck

    def taken(self, reason: Reason) -> bool:
        """Those on that score of the top half, and what the bottom half asks for."""
        half = len(self.group) // 2
        score = Fraction(Decimal(reason["score"]))
        tops = [p.id for p in self.group[:half] if p.score == score]
        asked = [due(p) for p in self.group[half:]]
        wanted = (reason["black"], reason["white"]) == (asked.count("W"), asked.count("B"))
        return sorted(reason["players"]) == sorted(tops) and wanted

    # ------------------------------------------------------------ numbers

    def counted(self, reason: Reason) -> bool:
        """What the group has by a criterion."""
        self.seen[f"counted {reason['criterion']}"] += 1
        half, partner = len(self.group) // 2, self.record.partner
        place = {p: a for a, p in enumerate(self.group)}
        other = {p: place[partner[p]] for p in self.group}
        match reason["criterion"]:
            case "refused":
                return bool(len(self.refused()) == reason["value"])
            case "same side":
                both = sum((a < half) == (other[p] < half) for p, a in place.items())
                return bool(both == 2 * reason["value"])
            case "displacement":
                ideal = {p: a + half if a < half else a - half for p, a in place.items()}
                return bool(sum(abs(other[p] - ideal[p]) for p in self.group) == reason["value"])
            case "squares":
                off = (abs(p.grade - partner[p].grade) - self.spread for p in self.group)
                total = sum((x * x for x in off), Fraction(0)) / 2
                near = abs(total - Fraction(reason["shown"])) <= Fraction(1, 20)
                return near and total * 10**6 // 1 == reason["value"]
        return False

    def refused(self) -> list[Player]:
        """Of the group itself, who do not have the colour that is due."""
        return [p for p in self.group if due(p) not in ("", self.record.colour(p))]

    def dues(self, reason: Reason) -> bool:
        """To how many each colour is due, and to whom it is refused."""
        found = [due(p) for p in self.group]
        true = (found.count("W"), found.count("B")) == (reason["white"], reason["black"])
        return true and sorted(reason["refused"]) == sorted(p.id for p in self.refused())

    # ------------------------------------------------------------ floats and colours

    def leaves(self, reason: Reason) -> bool:
        """Both scores."""
        players = [self.player(reason[k]) for k in ("player", "opponent")]
        scores = [Fraction(Decimal(reason[k])) for k in ("score", "opponent_score")]
        return set(players) == set(self.own) and [p.score for p in players] == scores

    def from_median(self, reason: Reason) -> bool:
        """A floater's number in the order of rule 7."""
        floats = (
            self.player(r["player"])
            for m in self.record.proposal.matches
            for r in m.why
            if r.code == "leaves-group" and m.group == self.name
        )
        level = sorted([*self.group, *floats], key=lambda p: p.rank)
        half = len(level) // 2
        order = [*level[half:], *reversed(level[:half])]
        dues = [due(p) for p in level]
        white, black = dues.count("W"), dues.count("B")
        larger = "W" if white > black else "B" if black > white else ""

        def key(p: Player) -> tuple[bool, bool]:
            return bool(larger) and due(p) != larger, self.cards[p.id].floated_down

        order.sort(key=key)
        place = [p.id for p in order].index(reason["player"]) + 1
        return (place, len(order)) == (reason["place"], reason["count"])

    def may_meet(self, reason: Reason) -> bool:
        """How many of that score the floater may meet at all, and what his opponent is."""
        if any("against-rule-8" in codes(m.why) for m in self.record.proposal.matches):
            return True  # some games against the colours of rule 8 are possible here
        floater, other = (self.player(reason[k]) for k in ("floater", "player"))
        score = Fraction(Decimal(reason["score"]))
        able = [
            q
            for q in self.record.here
            if q.score == score
            and q is not floater
            and not self.met(floater, q)
            and not all(bound(floater, c) or bound(q, OTHER[c]) for c in "WB")
        ]
        resting = {b.entrant for b in self.record.proposal.byes if b.kind == "pairing"}
        count = len(able) - (0 if self.chased else sum(p.id in resting for p in able))
        true = {floater, other} == set(self.own) and other.score == score
        true &= reason["place"] <= reason["count"] == count
        true &= (reason["floater_due"], reason["due"]) == (due(floater), due(other))
        return true and (reason["upfloat"], reason["grade"]) == (
            self._floated_up(other), other.grade,
        )  # fmt: skip

    def _floated_up(self, p: Player) -> bool:
        """Whether he has met somebody who stood higher then."""
        return any(
            line.kind == "game" and self._score(line.opponent, n) > self._score(p.name, n)
            for n, line in p.lines.items()
        )

    def _score(self, name: str, before: int) -> Fraction:
        lines = self.record.players[name].lines
        return sum((x.gain for n, x in lines.items() if n < before), Fraction(0))

    def colour(self, reason: Reason) -> bool:
        """Due, history, and what the board gives."""
        p = self.player(reason["player"])
        gap = p.colours.count("W") != p.colours.count("B")
        claim = (reason["colours"], reason["equalises"]) == (p.colours, gap)
        given = (reason["due"], reason["colour"]) == (due(p), self.record.colour(p))
        return claim and given

    def colour_refused(self, reason: Reason) -> bool:
        """The same, of somebody who does not get what he is due."""
        return self.colour(reason) and reason["due"] not in ("", reason["colour"])

    # ------------------------------------------------------------ the bye

    def bye(self, reason: Reason) -> bool:
        """Place and size of his level, and the larger colour group."""
        (mine,) = self.own
        placed = {id for match in self.record.proposal.matches if match.part for id in match.pair}
        here = (p for p in self.record.here if p.id not in placed)
        level = sorted((p for p in here if p.score == mine.score), key=lambda p: p.rank)
        true = Fraction(Decimal(reason["score"])) == mine.score
        true &= (reason["place"], reason["count"]) == (level.index(mine) + 1, len(level))
        dues = [due(p) for p in level]
        if "colour" not in reason.facts:
            return true and dues.count("W") == dues.count("B")
        colour = reason["colour"]
        true &= dues.count(colour) == reason["due"] > dues.count(OTHER[colour])
        return bool(true and reason["of_them"] == (due(mine) == colour))

    def stated(self, reason: Reason) -> bool:
        """A reason of a line, in full."""
        said = reason["because"]
        self.seen[said.code] += 1
        check = CHECKS.get(said.code)
        return check is not None and check(self, said)

    def known(self, reason: Reason) -> bool:
        """Says nothing to be counted."""
        return True


CHECKS: dict[str, Callable[[Claims, Reason], bool]] = {
    "group": Claims.size,
    "mid-line": Claims.mid_line,
    "average": Claims.average,
    "ideal-pairing": Claims.is_ideal,
    "ideal-for": Claims.ideal,
    "off-ideal": Claims.ideal,
    "taken": Claims.taken,
    "counted": Claims.counted,
    "dues": Claims.dues,
    "leaves-group": Claims.leaves,
    "floater-place": Claims.from_median,
    "opponent-place": Claims.may_meet,
    "colour-refused": Claims.colour_refused,
    "colour": Claims.colour,
    "bye-from-median": Claims.bye,
    "stated": Claims.stated,
    **dict.fromkeys(
        (
            "bye-from-mid-line", "bye-asked-for", "least", "passed-for-bye", "count-before",
            "count-after", "replaces", "promoted", "undone", "against-rule-8",
        ),
        Claims.known,
    ),
}  # fmt: skip
