"""Takes apart what draws by the Dutch system say of their boards, and counts every claim anew.

A line that no pattern knows is a fault, as is one that is not true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from engine.event import Bye, Match
from tests.formats.oracles.dutch_facts import COUNTED, Facts, G, N, value
from tests.formats.oracles.record import Bracket, Player


class Claims(Facts):
    """The reasons of one round."""

    def of(self, place: Match | Bye, lines: tuple[str, ...], why: str) -> Iterator[str]:
        """What is wrong with them."""
        r = self.record
        ids = place.pair if isinstance(place, Match) else (place.entrant,)
        self.own = sorted((r.by_id[id] for id in ids), key=r.key)
        self.here: Bracket | None = None
        for text in [*filter(None, why.split("; ")), *lines]:
            yield from self._text(text)

    def _text(self, text: str) -> Iterator[str]:
        whole = text.removeprefix("colours: ").replace("; that is", ", that is")
        for part in whole.split("; "):
            for pattern, check in PATTERNS:
                found = re.fullmatch(pattern, part)
                if found:
                    self.seen[check.__name__] += 1
                    if not check(self, found):
                        yield f"not true: {text}"
                    break
            else:
                yield f"not known: {part}"

    # ------------------------------------------------------------ groups

    def heading(self, m: re.Match[str]) -> bool:
        """`4 players and 1 moved down, one floats down: 1 Ann, 2 Bea`."""
        b = self.here = self.bracket(m["group"])
        true = len(b.residents) == int(m["size"]) and len(b.moved) == int(m["moved"] or 0)
        down = {None: 0, "one": 1}.get(m["down"]) if m["down"] in (None, "one") else int(m["down"])
        true &= len(b.down) == down
        if m["names"]:
            listed = [part.split()[1] for part in m["names"].split(", ")]
            true &= listed == [p.name for p in b.members]
        return true

    def lowest(self, m: re.Match[str]) -> bool:
        """Of the group, and alone in leaving it."""
        b = self.bracket(m["group"])
        return [p.name for p in b.down] == [m["who"]] == [b.members[-1].name] and int(
            m["count"]
        ) == len(b.members)

    def alone(self, m: re.Match[str]) -> bool:
        """Nobody else is there."""
        return [p.name for p in self.bracket(m["group"]).members] == [m["who"]]

    def goes_on(self, m: re.Match[str]) -> bool:
        """Somebody of S1 alone leaves the group, and is not its lowest."""
        b = self.bracket(m["group"])
        true = [p.name for p in b.down] == [m["who"]] != [b.members[-1].name]
        return true and len(b.members) == int(m["count"])

    def several(self, m: re.Match[str]) -> bool:
        """So many of so many leave the group."""
        b = self.bracket(m["group"])
        names = [p.name for p in b.down]
        return m["who"] in names and (len(names), len(b.members)) == (int(m["k"]), int(m["n"]))

    def leaves(self, m: re.Match[str]) -> bool:
        """He does; and what is said of others is true."""
        b = self.bracket(m["group"])
        true = m["who"] in [p.name for p in b.down]
        return true and (not m["cause"] or self.cause(m["cause"], []))

    def ideal(self, m: re.Match[str]) -> bool:
        """The numbers are those of the group, and what is in the way is."""
        a, b = int(m["a"]) - 1, int(m["b"]) - 1
        groups = [g for g in self.record.brackets.values() if set(self.own) & set(g.members)]
        fits = [
            g
            for g in groups
            if max(a, b) < len(g.members)
            and g.members[b].name == m["who"]
            and g.members[a] in self.own
        ]
        return any(
            self.record.partner.get(g.members[a]) is not g.members[b]
            and (not m["cause"] or self.cause(m["cause"], [g.members[a].name, m["who"]]))
            for g in fits
        )

    def ideals(self, m: re.Match[str]) -> bool:
        """Ideal opponents who meet."""
        assert self.here is not None
        a, b = (self.here.members[int(m[k]) - 1] for k in "ij")
        return [a.name, b.name] == [m["a"], m["b"]] and self.record.partner[a] is b

    def floats_ideally(self, m: re.Match[str]) -> bool:
        """The number is his."""
        groups = [g for g in self.record.brackets.values() if set(self.own) & set(g.members)]
        place = int(m["a"]) - 1
        true = any(place < len(g.members) and g.members[place].name == m["who"] for g in groups)
        return true and (not m["cause"] or self.cause(m["cause"], [m["who"]]))

    def gives_way(self, m: re.Match[str]) -> bool:
        """To what is true."""
        return self.cause(m["cause"], [])

    # ------------------------------------------------------------ numbers

    def count(self, b: Bracket, criterion: str) -> int:
        """What a group has by C6, C12 and C14 to C17."""
        r = self.record
        if criterion == "C6":
            return len(b.down)
        if criterion == "C12":
            return sum(bool(p.wish.colour) and p.wish.colour == q.wish.colour for p, q in b.pairs)
        before = r.number - (1 if criterion in ("C14", "C15") else 2)
        if before < 1:
            return 0
        if criterion in ("C14", "C16"):
            return sum(r.floated(p, before) == "down" for p in b.down if p not in b.moved)
        return sum(r.floated(q, before) == "up" for p, q in b.pairs if p in b.moved)

    def minimum(self, m: re.Match[str]) -> bool:
        """As many as are in the round."""
        if m["criterion"] not in COUNTED:
            return True
        self.seen[f"minimum {m['criterion']}"] += 1
        return self.count(self.bracket(m["group"]), m["criterion"]) == int(m["value"])

    def instead(self, m: re.Match[str]) -> bool:
        """What the drawn round has, and that the other is worse."""
        if m["criterion"] not in COUNTED:
            return True
        self.seen[f"instead {m['criterion']}"] += 1
        drawn = self.count(self.bracket(m["group"]), m["criterion"])
        return drawn == int(m["was"]) < int(m["then"])

    def later(self, m: re.Match[str]) -> bool:
        """Only the order of generation speaks against it: a legal game at least."""
        if m["a"]:
            a, b = self.record.players[m["a"]], self.record.players[m["b"]]
            return self.record.legal(a, b)
        return True

    def undrawable(self, m: re.Match[str]) -> bool:
        """With the groups above as they are."""
        r = self.record
        assert self.here is not None
        section = self.here.members[0].section if not r.porous(r.number) else 0
        below = min(r.points(p) for p in self.here.residents)
        left = list(self.here.moved)
        for (s, points), b in r.brackets.items():
            if points <= below and s == (section if r.format.name == "galway" else 0):
                left += b.residents
        # who has come down does not meet another who has
        names = [p.name for p in self.here.moved]
        moved = {frozenset((a, b)) for a in names for b in names if a != b}
        if m["a"]:
            pair = {m["a"], m["b"]}
            return not r.completable([p for p in left if p.name not in pair], moved)
        who = r.players[m["down"] or m["bye"]]
        if m["down"]:
            apart = {frozenset((who.name, p.name)) for p in self.here.members}
            return not r.completable(left, apart | moved)
        return not r.completable(left, moved, {who.name})

    def most(self, m: re.Match[str]) -> bool:
        """Pairs that the group by itself could have."""
        assert self.here is not None
        most = self.record.most_pairs(self.here)
        drawn = len(self.here.pairs)
        more = m["more"]
        return most == int(m["k"]) and (drawn == most if not more else drawn == int(more) < most)

    def bye_score(self, m: re.Match[str]) -> bool:
        """He is of that group."""
        return self.own[0] in self.bracket(m["group"]).residents

    def no_bye(self, m: re.Match[str]) -> bool:
        """Nobody of a lower group may have it, each for the reason given."""
        if any(p.may_have_bye for p in self.bracket(m["group"]).residents):
            return False
        return all(
            self.cause(part, [])
            for part in re.split(r", (?=[A-Z])| and \d+ more", m["who"])
            if part
        )

    def bye_stuck(self, m: re.Match[str]) -> bool:
        """With the bye in that group the others cannot be drawn."""
        group = self.bracket(m["group"])
        names = {p.name for p in group.residents}
        closed = self.record.format.name == "galway" and not self.record.porous(self.record.number)
        field = [
            p
            for (s, _), b in self.record.brackets.items()
            if not closed or s == group.residents[0].section
            for p in b.residents
        ]
        return not self.record.completable(field, set(), names)

    # ------------------------------------------------------------ sections

    def stands(self, m: re.Match[str]) -> bool:
        """A player's section and points."""
        who = self.record.players[m["who"]]
        return (
            who in self.own
            and "ABCDEFGH"[who.section] == m["s"]
            and who in self.bracket(m["group"]).residents
        )

    def scorers(self, m: re.Match[str]) -> bool:
        """Who stands in a group."""
        found = {("ABCDEFGH"[p.section], p.score) for p in self.bracket(m["group"]).residents}
        told = re.findall(r"([A-Z]) ([\d½]+)-scorers", m["who"])
        return found == {(s, value(points)) for s, points in told} and len(told) == len(found)

    def upper_first(self, m: re.Match[str]) -> bool:
        """Residents of the highest section, fewer than those of the others."""
        b = self.record.brackets[0, min(self.record.points(p) for p in self.own)]
        highest = min(p.section for p in b.residents)
        count = sum(p.section == highest for p in b.residents)
        return count == int(m["k"]) < len(b.residents) - count

    def odd_section(self, m: re.Match[str]) -> bool:
        """So many are left of it after the games with the section above."""
        upper, lower = (p.section for p in sorted(self.own, key=lambda p: p.section))
        named = ["ABCDEFGH"[upper], "ABCDEFGH"[lower]] == [m["s"], m["t"]]
        return named and len(self.left(upper)) % 2 == 1

    def left(self, section: int) -> list[Player]:
        """Of a section, without those who meet the one above."""
        r = self.record
        return [
            p
            for p in r.here
            if p.section == section and not (p in r.partner and r.partner[p].section < section)
        ]

    def not_by_itself(self, m: re.Match[str]) -> bool:
        """One of the two at least is odd or has no draw."""
        upper, lower = ("ABCDEFGH".index(m[k]) for k in "st")
        parts = self.left(upper), [p for p in self.record.here if p.section == lower]
        whole = [len(x) % 2 == 0 and self.record.completable(x, set()) for x in parts]
        return sorted(p.section for p in self.own) == [upper, lower] and not all(whole)

    def to_be_paired(self, m: re.Match[str]) -> bool:
        """Players of a section."""
        section = "ABCDEFGH".index(m["s"])
        return sum(p.section == section for p in self.record.here) == int(m["k"])

    def across(self, m: re.Match[str]) -> bool:
        """Games across sections in the whole round."""
        partner = self.record.partner
        return sum(p.section != q.section for p, q in partner.items()) == 2 * int(m["k"])

    def known(self, m: re.Match[str]) -> bool:
        """Says nothing to be counted."""
        return True


LEAVES = rf"(?P<who>{N}) (?:floats down from|of) (?P<group>{G})(?: has the bye)?"
AGAIN = rf"with (?:(?P<a>{N}) v (?P<b>{N})|(?P<down>{N}) floating down|the bye for (?P<bye>{N})),? "
Check = Callable[[Claims, re.Match[str]], bool]
PATTERNS: list[tuple[str, Check]] = [
    (rf"(?P<who>{N}), section (?P<s>[A-Z]): (?P<group>{G})", Claims.stands),
    (rf"(?P<group>{G}): (?P<who>(?:[A-Z] [\d½]+-scorers(?:, )?)+)", Claims.scorers),
    (
        r"the (?P<k>\d+) players? of the highest section there (?:is|are) paired first, .+",
        Claims.upper_first,
    ),
    (
        r"section (?P<s>[A-Z]) has an odd number left: .+ the highest of section (?P<t>[A-Z])",
        Claims.odd_section,
    ),
    (
        r"sections (?P<s>[A-Z]) and (?P<t>[A-Z]) cannot be drawn each by itself: .+",
        Claims.not_by_itself,
    ),
    (r"section (?P<s>[A-Z]): (?P<k>\d+) players? to be paired", Claims.to_be_paired),
    (r"games across sections in this round: (?P<k>\d+)", Claims.across),
    (
        rf"(?P<group>{G}): (?P<size>\d+) players?(?: and (?P<moved>\d+) moved down)?"
        r"(?:, (?P<down>one|\d+) (?:floats? down|has the bye))?(?:: (?P<names>.+))?",
        Claims.heading,
    ),
    (rf"{LEAVES}: the lowest of (?P<count>\d+)", Claims.lowest),
    (rf"{LEAVES}: one of (?P<count>\d+)", Claims.goes_on),
    (rf"{LEAVES}: nobody else is there", Claims.alone),
    (rf"{LEAVES}: (?P<k>\d+) of (?P<n>\d+) do", Claims.several),
    (rf"{LEAVES}(?:(?:, not|:) (?P<cause>.+))?", Claims.leaves),
    (
        rf"ideal opponent (?P<who>{N}) \((?P<a>\d+) v (?P<b>\d+)\)(?:(?::|, but) (?P<cause>.+))?",
        Claims.ideal,
    ),
    (
        rf"(?P<a>{N}) \((?P<i>\d+)\) v (?P<b>{N}) \((?P<j>\d+)\): ideal opponents of the group",
        Claims.ideals,
    ),
    (
        rf"ideally (?P<who>{N}) \((?P<a>\d+)\) floats(?:(?::|, but) (?P<cause>.+))?",
        Claims.floats_ideally,
    ),
    (r"gives way: (?P<cause>.+)", Claims.gives_way),
    (r"both are due (White|Black)", Claims.both_due),
    (rf"(?P<who>{N}) gets it: (?P<why>.+)", Claims.gets),
    (rf"{N} is due \w+, (?:{N} is due \w+|the other neither colour) \(5.2.1\)", Claims.granted),
    (r"neither is due a colour", Claims.neither),
    (
        rf"number (?P<no>\d+) is (?P<p>odd|even): (?P<c>\w+) for (?P<who>{N}) \(5.2.5\)",
        Claims.parity,
    ),
    (
        rf"[^:]+? in (?P<group>{G}): (?P<value>.+), that is the minimum"
        r" \((?P<criterion>C\d+|sections)\)",
        Claims.minimum,
    ),
    (rf"{AGAIN}the rest could not be drawn \(C4\)", Claims.undrawable),
    (rf"{AGAIN}no criterion gets worse in {G}, but it comes later in the order .+", Claims.later),
    (
        rf"{AGAIN}[^:]+? in (?P<group>{G}): (?P<then>.+) instead of (?P<was>.+)"
        r" \((?P<criterion>C\d+|sections)\)",
        Claims.instead,
    ),
    (rf"{AGAIN}score of the player who has the bye: .+ instead of .+ \(C5\)", Claims.known),
    (
        r"(?P<k>\d+) pairs? could be made here, but with more than (?P<more>\d+) the rest .+",
        Claims.most,
    ),
    (r"(?P<k>\d+) pairs? at most can be made of those who may meet here(?P<more>)?", Claims.most),
    (
        rf"the bye goes to the lowest score that can have it \(C5\): (?P<group>{G})",
        Claims.bye_score,
    ),
    (rf"nobody of (?P<group>{G}) may have it \(C2\): (?P<who>.+)", Claims.no_bye),
    (rf"with the bye at (?P<group>{G}) the others could not all be drawn", Claims.bye_stuck),
    (r"asked for|absent", Claims.known),
]
