"""The checks of a whole event, from its boards and results alone: nothing here asks the format.

What must hold whatever the results were: who is in which stage, lucky losers once, no repeat
that a draw of the stage could have avoided, the sizes of the Swiss.
"""

from __future__ import annotations

from functools import cache

from engine.event import Event, Match
from engine.match_results import MatchResult, winning_side
from engine.reasons import Reason

# teams of: Pool A, Pool B, lucky to A, to the DKO, from B, SKO round 1, lucky to SKO round 2,
# Swiss round 1
SIZES = {
    "20": (12, 8, 2, 2, 2, 10, 3, 2), "21": (10, 8, 1, 2, 1, 10, 3, 3),
    "22": (14, 8, 3, 1, 2, 12, 2, 2), "23": (12, 8, 2, 1, 1, 12, 2, 3),
    "24": (14, 10, 2, 1, 1, 12, 2, 4), "25": (12, 10, 1, 1, 0, 12, 2, 5),
    "26": (14, 12, 1, 1, 2, 14, 1, 4), "27a": (12, 12, 0, 1, 1, 14, 1, 5),
    "27b": (14, 10, 2, 0, 0, 14, 1, 5), "28": (16, 12, 2, 0, 0, 14, 1, 6),
    "29": (14, 12, 1, 0, 1, 16, 0, 5), "30": (16, 14, 1, 0, 1, 16, 0, 6),
    "31": (14, 14, 0, 0, 0, 16, 0, 7), "32": (16, 16, 0, 0, 0, 16, 0, 8),
}  # fmt: skip

Stage = list[Match]


class Audit:
    """An event that nobody left, played to its end."""

    def __init__(self, event: Event, layout_27: str = "27a") -> None:
        self.event = event
        self.count = len(event.entrants)
        self.size = layout_27 if self.count == 27 else str(self.count)

    def boards(self, half: int, stage: str, section: str | None = None) -> Stage:
        return [
            m
            for m in self.event.round(half).matches
            if m.stage == stage and m.section == section and m.group != "Triangle"
        ]

    def check(self) -> None:
        self.check_results_and_lengths()
        if self.count >= 20:
            self.check_session_1()
            self.check_lucky_losers()
        else:
            self.check_few()
        self.check_knockouts()
        self.check_repeats()
        self.check_swiss()

    def check_results_and_lengths(self) -> None:
        assert len(self.event.published) == 10
        for round in self.event.published:
            for match in round.matches:
                assert match.result is not None
                long = match.stage == "dko" or (match.stage, round.number) == ("sko", 9)
                long = long or (match.stage == "qualifying" and self.count < 20)
                if match.group != "Triangle":
                    assert match.boards == (28 if long else 14), (round.number, match)

    def check_session_1(self) -> None:
        a, b, lucky_a, lucky_dko, lucky_b, sko, _, swiss = SIZES[self.size]
        first = self.boards(1, "qualifying")
        triangle = [m for m in self.event.round(1).matches if m.group == "Triangle"]
        three = teams(triangle)
        assert len(three) == (3 if self.count % 2 else 0)
        assert len(teams(first) | three) == self.count
        pool_a, pool_b = (teams(self.boards(2, "qualifying", s)) for s in "AB")
        assert (len(pool_a), len(pool_b)) == (a, b)
        assert pool_a | pool_b == teams(first)
        assert winners(first) <= pool_a
        assert len(pool_a - winners(first)) == lucky_a
        dko, sko_1 = teams(self.boards(3, "dko")), teams(self.boards(3, "sko"))
        won = winners(self.boards(2, "qualifying", "A"))
        assert won <= dko
        assert len(dko & (pool_a - won)) == lucky_dko
        assert len(dko & three) == (1 if three else 0)
        assert len(sko_1) == sko
        out = pool_b - winners(self.boards(2, "qualifying", "B"))
        assert winners(self.boards(2, "qualifying", "B")) <= sko_1
        assert len(sko_1 & out) == lucky_b
        assert sko_1 | dko == set(self.everybody) - (out - sko_1)
        assert teams(self.swiss(3)) == out - sko_1
        assert len(out - sko_1) == swiss

    @property
    def everybody(self) -> list[str]:
        return [e.id for e in self.event.entrants]

    def swiss(self, half: int) -> Stage:
        return [m for m in self.event.round(half).matches if m.stage == "swiss"]

    def check_lucky_losers(self) -> None:
        """The closest losers who had not been lucky; a second time only if nobody else is left."""
        first = self.boards(1, "qualifying")
        pools = [self.boards(2, "qualifying", s) for s in "AB"]
        sko = self.boards(3, "sko")
        been: set[str] = set()
        steps = [
            (first, teams(pools[0]), SIZES[self.size][2]),
            (pools[0], teams(self.boards(3, "dko")), SIZES[self.size][3]),
            (pools[1], teams(sko), SIZES[self.size][4]),
            (sko, teams(self.boards(4, "sko")), SIZES[self.size][6]),
        ]
        for matches, after, places in steps:
            margins = losing_margins(matches)
            lucky = margins.keys() & after
            fresh = margins.keys() - been
            assert len(lucky) == places
            again = lucky & been
            assert not again or fresh <= lucky, "lucky twice while another loser was left"
            for team in again:
                seats = [m for r in self.event.published[1:4] for m in r.matches if team in m.pair]
                assert any(Reason.of("lucky-again", team=team) in m.why for m in seats)
            worst = max((margins[t] for t in lucky - again), default=(0, 0))
            assert all(margins[t] >= worst for t in fresh - lucky)
            been |= lucky

    def check_few(self) -> None:
        dko, sko = teams(self.boards(3, "dko")), set(self.everybody)
        sko -= dko
        first = winners(self.boards(1, "qualifying"))
        assert len(dko) == 8
        if self.count < 18:
            assert first <= dko
        else:
            assert len((first | dko) - dko) <= 1
        resting = {b.entrant for b in self.event.round(3).byes}
        assert teams(self.boards(3, "sko")) | resting == sko
        assert len(resting) == self.count % 2
        assert self.event.round(2).matches == ()

    def check_knockouts(self) -> None:
        dko = [self.boards(n, "dko") for n in (3, 5, 7)]
        sko = [self.boards(n, "sko") for n in (3, 4, 5, 6, 7, 8, 9)]
        assert [len(stage) for stage in dko] == [4, 2, 1]
        assert [len(stage) for stage in sko[1:]] == [4, 4, 2, 2, 1, 1]
        assert teams(dko[1]) == winners(dko[0])
        assert teams(dko[2]) == winners(dko[1])
        assert winners(sko[0]) <= teams(sko[1])
        assert teams(sko[2]) == winners(sko[1]) | losers(dko[0])
        assert teams(sko[3]) == winners(sko[2])
        assert teams(sko[4]) == winners(sko[3]) | losers(dko[1])
        assert teams(sko[5]) == winners(sko[4])
        assert teams(sko[6]) == winners(sko[5]) | losers(dko[2])

    def check_repeats(self) -> None:
        """As many teams meet again as in the best of all draws of the stage, not one more."""
        met: set[frozenset[str]] = set()
        for round in self.event.published:
            now = [m for m in round.matches if m.stage != "swiss"]
            parts = [("qualifying", "A"), ("qualifying", "B"), ("dko", None), ("sko", None)]
            for stage, section in parts if round.number > 1 else ():
                matches = [m for m in now if (m.stage, m.section) == (stage, section)]
                repeats = sum(frozenset(m.pair) in met for m in matches)
                if len(matches) > 1:
                    assert repeats == fewest(frozenset(teams(matches)), frozenset(met)), (
                        round.number, stage,
                    )  # fmt: skip
            met |= {frozenset(m.pair) for m in now if m.result and m.result.played}

    def check_swiss(self) -> None:
        n = self.count
        sizes = [SIZES[self.size][7] if n >= 20 else 0, n - 16, n - 12, n - 8, n - 6, n - 4, n - 3,
                 n - 3]  # fmt: skip
        seen: set[str] = set()
        for number, size in enumerate(sizes, start=1):
            half = number + 2
            now = teams(self.swiss(half))
            if half % 2 == 0:
                now |= {t for m in self.swiss(half - 1) if m.due == half for t in m.pair}
            if size < 2:
                assert not now
                continue
            assert len(now) == size, number
            assert seen <= now
            seen = now
            busy = {t for m in self.event.round(half).matches if m.stage != "swiss" for t in m.pair}
            assert not now & busy


def teams(matches: Stage) -> set[str]:
    return {team for m in matches for team in m.pair}


def winners(matches: Stage) -> set[str]:
    return {m.white if winning_side(m.result) == "white" else m.black for m in matches}


def losers(matches: Stage) -> set[str]:
    return teams(matches) - winners(matches)


def losing_margins(matches: Stage) -> dict[str, tuple[int, int]]:
    """(margin, turnover) of every loser; a tie is a margin of 0, a forfeit one of 57 IMPs."""
    found = {}
    for match in matches:
        (loser,) = set(match.pair) - winners([match])
        result = match.result
        score = (0, 57)
        if isinstance(result, MatchResult):
            score = (int(result.home), int(result.away))
        found[loser] = (abs(score[0] - score[1]), sum(score))
    return found


@cache
def fewest(there: frozenset[str], met: frozenset[frozenset[str]]) -> int:
    """The fewest repeats of any draw of these teams, tried one by one."""
    among = frozenset(pair for pair in met if pair <= there)
    return _least(there, among, {})


def _least(
    left: frozenset[str], met: frozenset[frozenset[str]], known: dict[frozenset[str], int]
) -> int:
    if not any(pair <= left for pair in met):
        return 0
    if left not in known:
        first = min(left, key=int)
        tries = sorted(left - {first}, key=lambda t: frozenset((first, t)) in met)
        best = len(left)
        for other in tries:
            again = int(frozenset((first, other)) in met)
            if again >= best:
                break
            best = min(best, again + _least(left - {first, other}, met, known))
            if best == 0:
                break
        known[left] = best
    return known[left]
