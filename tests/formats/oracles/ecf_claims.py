"""Takes apart what grading-based draws say of their boards, and counts every claim anew.

A line that no pattern knows is a fault, as is one that is not true.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

from engine.event import Bye, Match
from tests.formats.oracles.ecf_field import field_before
from tests.formats.oracles.record import Player, Record
from tests.wording import words

N = r"[QWERTZ]\d{3}"
S = r"[\d½]+"
COLOUR = {"White": "W", "Black": "B"}
OTHER = {"W": "B", "B": "W", "": ""}


def value(text: str) -> Fraction:
    """`2½` as a number."""
    whole = text.rstrip("½")
    return Fraction(int(whole or 0)) + (Fraction(1, 2) if text.endswith("½") else 0)


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

    def of(self, place: Match | Bye, lines: tuple[str, ...], why: str) -> Iterator[str]:
        """What is wrong with them."""
        r = self.record
        ids = place.pair if isinstance(place, Match) else (place.entrant,)
        self.own = sorted((r.by_id[id] for id in ids), key=r.key)
        self.name = place.group if isinstance(place, Match) else ""
        self.group = self.members(self.name)
        for text in [*why.split("; "), *lines]:
            for pattern, check in PATTERNS:
                found = re.fullmatch(pattern, text.strip().removesuffix("."))
                if found:
                    self.seen[check.__name__] += 1
                    if not check(self, found):
                        yield f"not true: {text}"
                    break
            else:
                yield f"not known: {text}"

    def members(self, name: str) -> list[Player]:
        """Of a group, floaters apart, in grade order; of two sides the top half first."""
        r = self.record
        boards = [m for m in r.proposal.matches if m.group == name]
        own = [m for m in boards if "leaves the group" not in words(m)]
        self.floats = [r.pair(m) for m in boards if m not in own]
        found = [p for m in own for p in r.pair(m)]
        self.sided = " v top" in name and "among" not in name
        return sorted(found, key=lambda p: (self.sided and not self.cards[p.id].top, p.rank))

    # ------------------------------------------------------------ groups

    def size(self, m: re.Match[str]) -> bool:
        """Players of the group, floaters who leave it counted."""
        true = m["name"] == self.name and int(m["k"] or 0) == len(self.floats)
        return true and int(m["n"]) == len(self.group) + len(self.floats)

    def line(self, m: re.Match[str]) -> bool:
        """The mid-line, the games and the numbers of the board."""
        half = len(self.group) // 2
        a, b = sorted(self.group.index(p) for p in self.own)
        true = int(m["games"]) == half and (self.sided if m["k"] is None else int(m["k"]) == half)
        return true and (a + 1, b + 1) == (int(m["a"]), int(m["b"]))

    def average(self, m: re.Match[str]) -> bool:
        """D to one place, and the board's own difference."""
        half = len(self.group) // 2
        d = sum(p.grade for p in self.group[:half]) - sum(p.grade for p in self.group[half:])
        true = abs(Fraction(m["d"]) - Fraction(d, half)) <= Fraction(1, 20)
        return true and int(m["here"]) == abs(self.own[0].grade - self.own[1].grade)

    def is_ideal(self, m: re.Match[str]) -> bool:
        """i v i + k."""
        a, b = sorted(self.group.index(p) for p in self.own)
        return b - a == len(self.group) // 2

    def ideal(self, m: re.Match[str]) -> bool:
        """The numbers and the name are those of the ideal game of one of the two."""
        half, a, b = len(self.group) // 2, int(m["a"]) - 1, int(m["b"]) - 1
        two = [self.group[a], self.group[b]]
        mine = [p for p in two if p in self.own]
        named = m["other"] in [p.name for p in two]
        if "who" in m.groupdict():
            named &= m["who"] in [p.name for p in mine]
        true = b - a == half and len(mine) == 1 and named
        cause = m["cause"]
        return true and (not cause or self.cause(two, cause))

    def cause(self, two: list[Player], text: str) -> bool:
        """What speaks against a game."""
        r, (p, q) = self.record, two
        if found := re.fullmatch(r"they met in round (\d+)", text):
            return r.met(p.name, q.name, int(found[1]))
        if any(x.kind == "game" and x.opponent == q.name for x in p.lines.values()):
            return False
        stuck = all(bound(p, c) or bound(q, OTHER[c]) for c in "WB")
        if text == "neither can be given the other colour":
            return stuck
        if found := re.fullmatch(r"both are due (White|Black)", text):
            return due(p) == due(q) == COLOUR[found[1]] and not stuck
        return text == "it makes way for the others' games" and (due(p) != due(q) or not due(p))

    def taken(self, m: re.Match[str]) -> bool:
        """Those on that score of the top half, and what the bottom half asks for."""
        half = len(self.group) // 2
        tops = [p for p in self.group[:half] if p.score == value(m["score"])]
        asked = [due(p) for p in self.group[half:]]
        told = {c: int(n) for n, c in re.findall(r"(\d+) due (White|Black)", m["wanted"])}
        true = {"Black": asked.count("W"), "White": asked.count("B")}
        return sorted(m["names"].split(" · ")) == sorted(p.name for p in tops) and told == {
            c: n for c, n in true.items() if n
        }

    # ------------------------------------------------------------ numbers

    def refused_count(self, m: re.Match[str]) -> bool:
        """Players of the group who do not have the colour that is due."""
        return len(self.refused()) == int(m["n"])

    def refused(self) -> list[Player]:
        """Of the group itself."""
        return [p for p in self.group if due(p) not in ("", self.record.colour(p))]

    def same_side(self, m: re.Match[str]) -> bool:
        """Games that do not cross the line."""
        half, partner = len(self.group) // 2, self.record.partner
        places = [(self.group.index(p), self.group.index(partner[p])) for p in self.group]
        return sum((a < half) == (b < half) for a, b in places) == 2 * int(m["n"])

    def squares(self, m: re.Match[str]) -> bool:
        """The sum over the games, to one place, of (|difference| - D)²."""
        half, partner = len(self.group) // 2, self.record.partner
        d = sum(p.grade for p in self.group[:half]) - sum(p.grade for p in self.group[half:])
        off = [abs(p.grade - partner[p].grade) - Fraction(d, half) for p in self.group]
        total = sum((x * x for x in off), Fraction(0))
        return abs(total / 2 - Fraction(m["n"])) <= Fraction(1, 20)

    def places(self, m: re.Match[str]) -> bool:
        """Places between actual and ideal opponents, over all players."""
        half, partner = len(self.group) // 2, self.record.partner
        found = 0
        for a, p in enumerate(self.group):
            ideal = a + half if a < half else a - half
            found += abs(self.group.index(partner[p]) - ideal)
        return found == int(m["n"])

    def dues(self, m: re.Match[str]) -> bool:
        """To how many each colour is due, and to whom it is refused."""
        found = [due(p) for p in self.group]
        names = re.split(r" · | and ", m["names"])
        true = (found.count("W"), found.count("B")) == (int(m["w"]), int(m["b"]))
        return true and sorted(names) == sorted(p.name for p in self.refused())

    # ------------------------------------------------------------ floats and colours

    def leaves(self, m: re.Match[str]) -> bool:
        """Both scores."""
        players = [self.record.players[m[k]] for k in ("a", "b")]
        scores = [value(m["s"]), value(m["t"])]
        return set(players) == set(self.own) and [p.score for p in players] == scores

    def from_median(self, m: re.Match[str]) -> bool:
        """A floater's number in the order of rule 7."""
        level = sorted([*self.group, *(p for p, _ in self._floaters())], key=lambda p: p.rank)
        half = len(level) // 2
        order = [*level[half:], *reversed(level[:half])]
        dues = [due(p) for p in level]
        white, black = dues.count("W"), dues.count("B")
        larger = "W" if white > black else "B" if black > white else ""

        def key(p: Player) -> tuple[bool, bool]:
            return bool(larger) and due(p) != larger, self.cards[p.id].floated_down

        order.sort(key=key)
        place = [p.name for p in order].index(m["who"]) + 1
        return (place, len(order)) == (int(m["i"]), int(m["n"]))

    def _floaters(self) -> list[tuple[Player, Player]]:
        """Of the group: floater and opponent, as its reasons name them."""
        found = []
        for match in self.record.proposal.matches:
            told = re.match(rf"({N}) \({S}\) leaves the group to meet ({N})", words(match))
            if told and match.group == self.name:
                found.append((self.record.players[told[1]], self.record.players[told[2]]))
        return found

    def may_meet(self, m: re.Match[str]) -> bool:
        """How many of that score the floater may meet at all."""
        if any("no draw of this round keeps" in words(x) for x in self.record.proposal.matches):
            return True  # some games against the colours of rule 8 are possible here
        other = self.record.players[m["who"]]
        floater = next(p for p in self.own if p is not other)
        met = {x.opponent for x in floater.lines.values() if x.kind == "game"}
        able = [
            q
            for q in self.record.here
            if q.score == value(m["s"])
            and q is not floater
            and q.name not in met
            and not all(bound(floater, c) or bound(q, OTHER[c]) for c in "WB")
        ]
        open_bye = self.name.startswith("(") and " and remaining " not in self.name
        count = len(able) - (0 if open_bye else self._rests(able))
        true = other.score == value(m["s"]) and int(m["i"]) <= int(m["n"]) == count
        mine, his = due(floater), due(other)
        if m["none"]:
            true &= not mine
        elif m["free"]:
            true &= bool(mine) and not his
        else:
            true &= his == COLOUR[m["due"]]
            true &= (mine == his) if m["same"] else (mine == OTHER[his])
        true &= bool(m["before"]) == self._floated_up(other)
        return true and m["by"] == floater.name and int(m["grade"]) == other.grade

    def _floated_up(self, p: Player) -> bool:
        """Whether he has met somebody who stood higher then."""
        return any(
            line.kind == "game" and self._score(line.opponent, n) > self._score(p.name, n)
            for n, line in p.lines.items()
        )

    def _score(self, name: str, before: int) -> Fraction:
        lines = self.record.players[name].lines
        return sum((x.gain for n, x in lines.items() if n < before), Fraction(0))

    def _rests(self, able: list[Player]) -> int:
        resting = {b.entrant for b in self.record.proposal.byes if b.kind == "pairing"}
        return sum(p.id in resting for p in able)

    def has_due(self, m: re.Match[str]) -> bool:
        """Due, history, and what the board gives."""
        p = self.record.players[m["who"]]
        given = m["has"]
        true = due(p) == COLOUR[m["due"]] and p.colours == m["line"]
        gap = p.colours.count("W") != p.colours.count("B")
        true &= (m["what"] == "equalises") == gap
        refused = self.record.colour(p) != due(p)
        return true and (refused and COLOUR[given] != due(p) if given else not refused)

    def none_due(self, m: re.Match[str]) -> bool:
        """No game yet; the colour on the board."""
        p = self.record.players[m["who"]]
        return not p.colours and self.record.colour(p) == COLOUR[m["has"]]

    # ------------------------------------------------------------ the bye

    def bye(self, m: re.Match[str]) -> bool:
        """Place and size of his level, and the larger colour group."""
        mine = self.own[0]
        placed = {
            id
            for match in self.record.proposal.matches
            if match.group.startswith("(")
            and " and remaining " not in match.group
            and "among themselves" not in match.group
            for id in match.pair
        }
        here = (p for p in self.record.here if p.id not in placed)
        level = sorted((p for p in here if p.score == mine.score), key=lambda p: p.rank)
        true = value(m["s"]) == mine.score and int(m["n"]) == len(level)
        true &= int(m["i"]) == level.index(mine) + 1
        dues = [due(p) for p in level]
        if m["due"]:
            true &= dues.count(COLOUR[m["due"]]) == int(m["k"]) and due(mine) == COLOUR[m["due"]]
            true &= dues.count(COLOUR[m["due"]]) > dues.count(OTHER[COLOUR[m["due"]]])
        elif m["nobody"]:
            true &= due(mine) != COLOUR[m["nobody"]]
        else:
            true &= dues.count("W") == dues.count("B")
        return true

    def known(self, m: re.Match[str]) -> bool:
        """Says nothing to be counted."""
        return True


BYE = rf"(?P<i>\d+) of (?P<n>\d+) on (?P<s>{S})(?:, nobody due (?P<nobody>\w+) can have it)?"
DUE = r"(?P<what>equalises|alternates) after (?P<line>[WB]+)"
Check = Callable[[Claims, re.Match[str]], bool]
PATTERNS: list[tuple[str, Check]] = [
    ("", Claims.known),
    (r"Group (?P<name>.+): (?P<n>\d+) players?(?:, (?P<k>\d+) floaters? out of it)?", Claims.size),
    (
        r"The mid-line stands (?:under number (?P<k>\d+)|between the top half and the bottom half):"
        r" (?P<games>\d+) games?\. This is (?P<a>\d+) v (?P<b>\d+)",
        Claims.line,
    ),
    (r"Average difference D of the group: (?P<d>[\d.]+); here: (?P<here>\d+)", Claims.average),
    (
        r"It is the ideal pairing: everybody above the line meets the one \d+ places? lower",
        Claims.is_ideal,
    ),
    (
        rf"Ideal for (?P<who>{N}): (?P<a>\d+) v (?P<b>\d+), (?P<other>{N}): (?P<cause>.+)",
        Claims.ideal,
    ),
    (
        rf"ideal (?P<a>\d+) v (?P<b>\d+) \((?P<other>{N})\)(?:: (?P<cause>.+)| gives way to .+)",
        Claims.ideal,
    ),
    (rf"Taken from (?P<score>{S}): (?P<names>.+); (?P<wanted>.+)", Claims.taken),
    (r"players who do not get the colour that is due: (?P<n>\d+)", Claims.refused_count),
    (r"games that do not cross the mid-line: (?P<n>\d+)", Claims.same_side),
    (r"\(difference - D\) squared, summed \(D = .+\): (?P<n>[\d.]+)", Claims.squares),
    (r"places away from the ideal opponents: (?P<n>\d+)", Claims.places),
    (r"White is due to (?P<w>\d+), Black to (?P<b>\d+); refused: (?P<names>.+)", Claims.dues),
    (
        rf"(?P<a>{N}) \((?P<s>{S})\) leaves the group to meet (?P<b>{N}) \((?P<t>{S})\)",
        Claims.leaves,
    ),
    (
        rf"(?P<who>{N}) leaves the group: number (?P<i>\d+) of (?P<n>\d+) from the median, .+",
        Claims.from_median,
    ),
    (
        rf"(?P<who>{N}) is number (?P<i>\d+) of the (?P<n>\d+) on (?P<s>{S})"
        rf" whom (?P<by>{N}) may meet: (?:(?P<none>no colour is due to the floater)"
        r"|(?P<free>no colour due)|due (?P<due>\w+)(?:, the other colour|(?P<same> as well))),"
        r" has (?:not floated up|(?P<before>floated up before)), grade (?P<grade>\d+)",
        Claims.may_meet,
    ),
    (rf"(?P<who>{N}) has (?P<has>\w+), due (?P<due>\w+) \({DUE}\)", Claims.has_due),
    (rf"(?P<who>{N}) is due (?P<due>\w+): {DUE}(?:, has (?P<has>\w+))?", Claims.has_due),
    (rf"(?P<who>{N}) has (?P<has>\w+): no colour is due", Claims.none_due),
    (rf"[Ff]rom the median of those due (?P<due>\w+) \((?P<k>\d+) of \d+\): {BYE}", Claims.bye),
    (rf"[Ff]rom the median(?P<due>)(?P<k>): {BYE}", Claims.bye),
    (r"[Rr]ound 1: from the mid-line|The bye was asked for", Claims.known),
    (r"The least that the group can be drawn with, in this order:", Claims.known),
    (r"\d+ players? before him: the others could not all be drawn", Claims.known),
    (r"Count for \(d\): .+|Then \d+ bottom-half players?, .+", Claims.known),
    (r".+ replaces .+|.+ promoted into \(c\)|.+ undone: .+", Claims.known),
    (r"no draw of this round keeps to the colours of rule 8", Claims.known),
]
"""In the order in which they are tried."""
