"""Facts that reasons of Dutch draws name, counted anew: meetings, colours, floats, byes."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

from tests.formats.oracles.record import Bracket, Player, Record

N = r"[QWERTZ]\d{3}"
G = r"(?:Section [A-Z] · )?[\d½]+ (?:n-)?points?"
COLOUR = {"White": "W", "Black": "B"}
STRENGTH = {"mild": 1, "strong": 2, "absolute": 3}
COUNTED = ("C6", "C12", "C14", "C15", "C16", "C17")


def value(text: str) -> Fraction:
    """`2½` as a number."""
    whole = text.rstrip("½")
    return Fraction(int(whole or 0)) + (Fraction(1, 2) if text.endswith("½") else 0)


class Facts:
    """Of one round and one board of it."""

    own: list[Player]
    """The two of the board, the higher first, or who has the bye."""
    colour: str

    def __init__(self, record: Record, seen: Counter[str]) -> None:
        self.record, self.seen = record, seen

    def bracket(self, group: str) -> Bracket:
        """By its name."""
        section, _, points = group.rpartition(" · ")
        number = "ABCDEFGH".index(section[-1]) if section else 0
        return self.record.brackets[number, value(points.split()[0])]

    # ------------------------------------------------------------ causes

    def cause(self, text: str, they: list[str]) -> bool:
        """What stands in the way of something."""
        found = re.fullmatch(rf"(?:(?P<who>{N}(?: and {N})?)(?:, who)? |they )?(?P<rest>.+)", text)
        assert found is not None
        names = found["who"].split(" and ") if found["who"] else they
        players = [self.record.players[name] for name in names]
        return self.fact(players, found["rest"])

    def fact(self, who: list[Player], text: str) -> bool:
        """One fact of one or two players."""
        r = self.record
        if m := re.fullmatch(r"met in round (\d+)", text):
            return r.met(who[0].name, who[1].name, int(m[1]))
        if m := re.fullmatch(
            r"(are both|are both strongly|must both have) ?(?:due )?(\w+) \(.+\)", text
        ):
            least = {"are both": 1, "are both strongly": 2, "must both have": 3}[m[1]]
            return all(p.wish.colour == COLOUR[m[2]] and p.wish.strength >= least for p in who)
        if m := re.fullmatch(r"floated (down|up) in round (\d+) \(C(\d+)\)", text):
            back = r.number - int(m[2])
            named = {14: 1, 15: 1, 16: 2, 17: 2, 18: 1, 19: 1, 20: 2, 21: 2}[int(m[3])]
            return back == named and all(r.floated(p, int(m[2])) == m[1] for p in who)
        if m := re.fullmatch(r"scored in round (\d+) without playing, .+", text):
            lines = [p.lines[int(m[1])] for p in who]
            return all(x.kind != "game" and x.gain > 0 for x in lines)
        if m := re.fullmatch(r"has (\d+) rounds? without a game \(C9\)", text):
            return who[0].unplayed == int(m[1])
        if m := re.fullmatch(r"had the bye in round (\d+)", text):
            return who[0].lines[int(m[1])].kind == "bye"
        if m := re.fullmatch(r"won round (\d+) without playing", text):
            line = who[0].lines[int(m[1])]
            return line.kind != "game" and line.gain == 1
        return bool(re.fullmatch(r"would leave those below a worse draw \(C4.*\)|.*\(C\d+\)", text))

    # ------------------------------------------------------------ colours

    def both_due(self, m: re.Match[str]) -> bool:
        """The two of the board."""
        self.colour = COLOUR[m[1]]
        return all(p.wish.colour == self.colour for p in self.own)

    def gets(self, m: re.Match[str]) -> bool:
        """The colour that both are due, for that reason."""
        r = self.record
        mine = r.players[m["who"]]
        other = next(p for p in self.own if p is not mine)
        if r.colour(mine) != self.colour:
            return False
        why = m["why"]
        if n := re.fullmatch(r"(\w+) over (\w+) preference \(5.2.2\)", why):
            return [mine.wish.strength, other.wish.strength] == [STRENGTH[n[1]], STRENGTH[n[2]]]
        if n := re.fullmatch(r"colour difference of (\d) over (\d) \(5.2.2\)", why):
            return [mine.wish.gap, other.wish.gap] == [int(n[1]), int(n[2])]
        if n := re.fullmatch(rf"({N}) ranks higher \(5.2.4\)", why):
            return n[1] == self.own[0].name == m["who"] and self._never_differed(mine, other)
        n = re.fullmatch(
            rf"they alternate from the latest difference, (\w+) for ({N}) in round (\d+), (\w+) for"
            rf" ({N}) in round (\d+) \(5.2.3\)",
            why,
        )
        if n is None:
            return False
        had = [(COLOUR[n[1]], n[2], int(n[3])), (COLOUR[n[4]], n[5], int(n[6]))]
        true = all(r.players[name].lines[k].colour == c for c, name, k in had)
        back = [
            sum(x.kind == "game" for k2, x in r.players[name].lines.items() if k2 >= k)
            for _, name, k in had
        ]
        tails = (
            mine.colours[len(mine.colours) - back[0] + 1 :],
            other.colours[len(other.colours) - back[1] + 1 :],
        )
        return true and back[0] == back[1] and tails[0] == tails[1] and had[0][0] != self.colour

    @staticmethod
    def _never_differed(a: Player, b: Player) -> bool:
        return all(x == y for x, y in zip(reversed(a.colours), reversed(b.colours), strict=False))

    def granted(self, m: re.Match[str]) -> bool:
        """Everybody named is due that colour and has it."""
        found = re.findall(rf"({N}) is due (\w+)", m[0])
        players = [(self.record.players[name], COLOUR[c]) for name, c in found]
        rest = [p for p in self.own if p.name not in dict(found)]
        return all(p.wish.colour == c == self.record.colour(p) for p, c in players) and not any(
            p.wish.colour for p in rest
        )

    def neither(self, m: re.Match[str]) -> bool:
        """No game was played by either."""
        return not any(p.colours for p in self.own)

    def parity(self, m: re.Match[str]) -> bool:
        """The number, and the colour on the board."""
        who = self.record.players[m["who"]]
        even = int(m["no"]) % 2 == 0
        return (
            who is self.own[0]
            and even == (m["p"] == "even")
            and self.record.colour(who) == COLOUR[m["c"]]
        )
