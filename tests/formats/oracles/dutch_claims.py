"""Counts anew every fact in the reasons of draws by the Dutch system.

A reason that nobody knows here is a fault, as is a fact that is not true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction

from engine.event import Bye, Match
from engine.reasons import Reason
from tests.formats.oracles.record import Bracket, Player, Record

LETTERS = "ABCDEFGH"
STRENGTH = {"mild": 1, "strong": 2, "absolute": 3}
ROUNDS_BACK = {14: 1, 15: 1, 16: 2, 17: 2, 18: 1, 19: 1, 20: 2, 21: 2}
COUNTED = ("C6", "C12", "C14", "C15", "C16", "C17")


class Claims:
    """The reasons of one round."""

    own: list[Player]
    """The two of the board, the higher first, or who has the bye."""
    here: Bracket
    """The group whose members were listed last."""

    def __init__(self, record: Record, seen: Counter[str]) -> None:
        self.record, self.seen = record, seen

    def of(self, place: Match | Bye, reasons: Iterable[Reason]) -> Iterator[str]:
        """What is wrong with them."""
        ids = place.pair if isinstance(place, Match) else (place.entrant,)
        self.own = sorted(self.players(*ids), key=self.record.key)
        for reason in reasons:
            check = CHECKS.get(reason.code)
            self.seen[reason.code] += 1
            if check is None:
                yield f"not known: {reason}"
            elif not check(self, reason):
                yield f"not true: {reason}"

    def player(self, id: str) -> Player:
        return self.record.by_id[id]

    def players(self, *ids: str) -> list[Player]:
        return [self.record.by_id[id] for id in ids]

    def bracket(self, group: Reason) -> Bracket:
        """By its points, and in closed rounds its section."""
        assert group.code == "points"
        assert bool(group.get("notional")) == (
            self.record.format.name == "galway" and self.record.porous(self.record.number)
        )
        section = LETTERS.index(group["section"]) if "section" in group.facts else 0
        return self.record.brackets[section, Fraction(Decimal(group["score"]))]

    # ------------------------------------------------------------ causes

    def cause(self, reason: Reason) -> bool:
        """What stands in the way of something."""
        r, who = self.record, self.players(*reason["players"])
        wish = {"both-due": 1, "both-strongly-due": 2, "both-without-fail": 3}.get(reason.code)
        self.seen[reason.code] += 1
        if wish is not None:
            colour = reason["colour"]
            return len(who) == 2 and all(
                p.wish.colour == colour and p.wish.strength >= wish for p in who
            )
        if reason.code in ("met", "barred", "beyond-difference", "third-running"):
            met = reason.code == "met"
            return len(who) == 2 and (not met or r.met(who[0].name, who[1].name, reason["round"]))
        (one,) = who
        line = one.lines.get(reason.get("round", 0))
        match reason.code:
            case "floated-down" | "floated-up":
                rule = ROUNDS_BACK[int(reason["by_rule"][1:])]
                way = reason.code.removeprefix("floated-")
                return r.number - reason["round"] == rule and r.floated(one, reason["round"]) == way
            case "scored-unplayed":
                rule = ROUNDS_BACK[int(reason["by_rule"][1:])]
                assert line is not None
                return r.number - reason["round"] == rule and line.kind != "game" and line.gain > 0
            case "unplayed":
                return bool(one.unplayed == reason["count"])
            case "bye-in":
                return line is not None and line.kind == "bye"
            case "won-unplayed":
                return line is not None and line.kind != "game" and line.gain == 1
        return reason.code == "worse-below"

    # ------------------------------------------------------------ groups

    def group(self, reason: Reason) -> bool:
        """How many are there, how many of them leave, and in which order they stand."""
        b = self.here = self.bracket(reason["group"])
        true = (reason["residents"], reason["moved"]) == (len(b.residents), len(b.moved))
        listed = reason["members"] == tuple(p.id for p in b.members)
        return true and len(b.down) == reason["down"] and (listed or len(b.members) > 10)

    def downfloat(self, reason: Reason) -> bool:
        """He leaves the group; the lowest does ideally, or what stands against them is true."""
        b, who = self.bracket(reason["group"]), self.player(reason["player"])
        count, down = len(b.members), len(b.down)
        true = who in b.down and (reason["count"], reason["down"]) == (count, down)
        true &= reason["lowest"] == (who is b.members[-1])
        closed = self.record.format.name == "galway" and not self.record.porous(self.record.number)
        section = who.section if closed else 0
        last = [b2 for (s, _), b2 in self.record.brackets.items() if s == section][-1] is b
        true &= reason["bye"] == (last and down == 1)
        if reason["ideal"]:
            return true and "because" not in reason.facts
        return true and ("because" not in reason.facts or self.cause(reason["because"]))

    def off_ideal(self, reason: Reason) -> bool:
        """The numbers are those of a group of his, and what is in the way is."""
        who, place = self.player(reason["player"]), reason["place"] - 1
        groups = [
            b for b in self.record.brackets.values()
            if place < len(b.members) and b.members[place] is who
        ]  # fmt: skip
        true = who in self.own and bool(groups)
        if "opponent" in reason.facts:
            other, there = self.player(reason["opponent"]), reason["ideal_place"] - 1
            there_too = [b for b in groups if there < len(b.members) and b.members[there] is other]
            true &= bool(there_too) and self.record.partner.get(who) is not other
        if "because" not in reason.facts:
            return true
        self.seen["gives-way"] += not set(reason["because"]["players"]) <= {
            who.id, reason.get("opponent"),
        }  # fmt: skip
        return true and self.cause(reason["because"])

    def ideal_opponents(self, reason: Reason) -> bool:
        """They meet, with these numbers."""
        a, b = (self.here.members[reason[k] - 1] for k in ("place", "ideal_place"))
        return [a.id, b.id] == [reason["player"], reason["opponent"]] and (
            self.record.partner[a] is b
        )

    # ------------------------------------------------------------ colours

    def both_due_one(self, reason: Reason) -> bool:
        """The colour that both are due, who gets it, and why."""
        r, colour, why = self.record, reason["colour"], reason["because"]
        mine = self.player(reason["player"])
        (other,) = (p for p in self.own if p is not mine)
        self.seen[why.code] += 1
        if r.colour(mine) != colour or {p.wish.colour for p in self.own} != {colour}:
            return False
        match why.code:
            case "stronger":
                strengths = [STRENGTH[why["over"]], STRENGTH[why["under"]]]
                return [mine.wish.strength, other.wish.strength] == strengths
            case "wider":
                return [mine.wish.gap, other.wish.gap] == [why["over"], why["under"]]
            case "ranks-higher":
                back = zip(reversed(mine.colours), reversed(other.colours), strict=False)
                same = all(x == y for x, y in back)
                return why["player"] == self.own[0].id == mine.id and same
            case "alternated":
                return self._alternated(mine, other, why) and why["had"][0][1] != colour
        return False

    def _alternated(self, mine: Player, other: Player, why: Reason) -> bool:
        """The latest games in which the two had different colours, counted back alike."""
        had = [(self.player(id), colour, number) for id, colour, number in why["had"]]
        if [p for p, _, _ in had] != [mine, other] or had[0][1] == had[1][1]:
            return False
        back = [
            sum(x.kind == "game" for number2, x in p.lines.items() if number2 >= number)
            for p, _, number in had
        ]
        tails = [
            p.colours[len(p.colours) - n + 1 :] for (p, _, _), n in zip(had, back, strict=True)
        ]
        true = all(p.lines[number].colour == colour for p, colour, number in had)
        return true and back[0] == back[1] and tails[0] == tails[1]

    def both_granted(self, reason: Reason) -> bool:
        """Everybody named is due that colour and has it; nobody else is due one."""
        due = {self.player(id): colour for id, colour in reason["due"]}
        return all(p.wish.colour == c == self.record.colour(p) for p, c in due.items()) and not any(
            p.wish.colour for p in self.own if p not in due
        )

    def neither_due(self, reason: Reason) -> bool:
        """No game was played by either; the number, and the colour on the board."""
        who = self.player(reason["player"])
        no_games = not any(p.colours for p in self.own)
        return no_games and who is self.own[0] and self.record.colour(who) == reason["colour"]

    def colours(self, reason: Reason) -> bool:
        """In full, for every board."""
        return CHECKS[reason["because"].code](self, reason["because"])

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

    def minimum(self, reason: Reason) -> bool:
        """As many as are in the round."""
        criterion = reason["criterion"]
        if criterion not in COUNTED:
            return True
        self.seen[f"minimum {criterion}"] += 1
        return bool(self.count(self.bracket(reason["group"]), criterion) == reason["value"])

    def drawn_again(self, reason: Reason) -> bool:
        """What the drawn round has, and that the other is worse or not to be drawn."""
        outcome = reason["outcome"]
        criterion = outcome.get("criterion", outcome.code)
        self.seen[f"instead {criterion}"] += 1
        if criterion == "undrawable":
            return self.undrawable(reason)
        if criterion == "order" and reason["what"] == "pair":
            return self.record.legal(*self.players(reason["player"], reason["opponent"]))
        if criterion not in COUNTED:
            return bool(outcome.code == "worse")
        drawn = self.count(self.bracket(outcome["group"]), criterion)
        return bool(drawn == outcome["was"] < outcome["then"])

    def undrawable(self, reason: Reason) -> bool:
        """With the groups above as they are."""
        r, b = self.record, self.here
        section = b.members[0].section if not r.porous(r.number) else 0
        below = min(r.points(p) for p in b.residents)
        left = list(b.moved)
        for (s, points), group in r.brackets.items():
            if points <= below and s == (section if r.format.name == "galway" else 0):
                left += group.residents
        # who has come down does not meet another who has
        names = [p.name for p in b.moved]
        moved = {frozenset((a, b)) for a in names for b in names if a != b}
        who = self.player(reason["player"])
        if reason["what"] == "pair":
            pair = (who, self.player(reason["opponent"]))
            return not r.completable([p for p in left if p not in pair], moved)
        if reason["what"] == "float":
            apart = {frozenset((who.name, p.name)) for p in b.members}
            return not r.completable(left, apart | moved)
        return not r.completable(left, moved, {who.name})

    def pairs(self, reason: Reason) -> bool:
        """Those drawn, and those that the group by itself could have."""
        counted = (self.record.most_pairs(self.here), len(self.here.pairs))
        return (reason["most"], reason["drawn"]) == counted

    def bye_score(self, reason: Reason) -> bool:
        """He is of that group."""
        return self.own[0] in self.bracket(reason["group"]).residents

    def nobody_may(self, reason: Reason) -> bool:
        """Nobody of a lower group may have the bye, each for the reason given."""
        group = self.bracket(reason["group"]).residents
        named = [id for cause in reason["because"] for id in cause["players"]]
        true = len(group) == len(named) + reason["more"] and not any(p.may_have_bye for p in group)
        true &= {*named} <= {p.id for p in group}
        return true and all(self.cause(cause) for cause in reason["because"])

    def bye_undrawable(self, reason: Reason) -> bool:
        """With the bye in that group the others cannot be drawn."""
        group = self.bracket(reason["group"])
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

    def standing(self, reason: Reason) -> bool:
        """A player's section and points."""
        who = self.player(reason["player"])
        there = who in self.own and who in self.bracket(reason["group"]).residents
        return there and LETTERS[who.section] == reason["section"]

    def scorers(self, reason: Reason) -> bool:
        """Who stands in a group."""
        found = {(LETTERS[p.section], p.score) for p in self.bracket(reason["group"]).residents}
        told = [(section, Fraction(Decimal(score))) for section, score in reason["scorers"]]
        return sorted(found) == sorted(told)

    def upper_first(self, reason: Reason) -> bool:
        """Residents of the highest section, fewer than those of the others."""
        b = self.record.brackets[0, min(self.record.points(p) for p in self.own)]
        highest = min(p.section for p in b.residents)
        count = sum(p.section == highest for p in b.residents)
        return bool(count == reason["count"] < len(b.residents) - count)

    def across(self, reason: Reason) -> bool:
        """Of a section an odd number is left after the games with the one above; or one of the two
        has no draw by itself."""
        upper, lower = (p.section for p in sorted(self.own, key=lambda p: p.section))
        named = (reason["section"], reason["below"]) == (LETTERS[upper], LETTERS[lower])
        if reason["odd"]:
            return named and len(self.left(upper)) % 2 == 1
        parts = self.left(upper), [p for p in self.record.here if p.section == lower]
        whole = [len(x) % 2 == 0 and self.record.completable(x, set()) for x in parts]
        return named and not all(whole)

    def passed_over(self, reason: Reason) -> bool:
        """One of the lower section whom the upper one's player has met."""
        upper, lower = sorted(self.own, key=lambda p: p.section)
        who, met = self.player(reason["player"]), self.player(reason["opponent"])
        fits = met == upper and who not in self.own and who.section == lower.section
        return fits and self.record.met(who.name, met.name, reason["round"])

    def left(self, section: int) -> list[Player]:
        """Of a section, without those who meet the one above."""
        r = self.record
        return [
            p
            for p in r.here
            if p.section == section and not (p in r.partner and r.partner[p].section < section)
        ]

    def section_size(self, reason: Reason) -> bool:
        """Players of a section."""
        section = LETTERS.index(reason["section"])
        return bool(sum(p.section == section for p in self.record.here) == reason["count"])

    def games_across(self, reason: Reason) -> bool:
        """In the whole round."""
        partner = self.record.partner
        return bool(sum(p.section != q.section for p, q in partner.items()) == 2 * reason["count"])

    def known(self, reason: Reason) -> bool:
        """Says nothing to be counted."""
        return True


CHECKS: dict[str, Callable[[Claims, Reason], bool]] = {
    "group": Claims.group,
    "downfloat": Claims.downfloat,
    "off-ideal": Claims.off_ideal,
    "ideal-opponents": Claims.ideal_opponents,
    "both-due-one-colour": Claims.both_due_one,
    "both-granted": Claims.both_granted,
    "neither-due": Claims.neither_due,
    "colours": Claims.colours,
    "minimum": Claims.minimum,
    "drawn-again": Claims.drawn_again,
    "pairs": Claims.pairs,
    "bye-score": Claims.bye_score,
    "nobody-may-have-bye": Claims.nobody_may,
    "bye-undrawable": Claims.bye_undrawable,
    "standing": Claims.standing,
    "scorers": Claims.scorers,
    "upper-first": Claims.upper_first,
    "across-sections": Claims.across,
    "passed-over": Claims.passed_over,
    "section-size": Claims.section_size,
    "games-across": Claims.games_across,
    "asked-for": Claims.known,
    "absent": Claims.known,
}
