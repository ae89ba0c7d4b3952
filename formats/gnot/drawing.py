"""The draw of a half-session: everything that starts in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.bridge import blitz
from engine.entrants import EntrantId
from engine.event import Bye, Event, Match
from engine.protocol import Proposal
from engine.reasons import LOCKED, Reason
from engine.refusal import Refused
from engine.waiting import running
from formats.gnot.calendar import (
    QUALIFYING_TRIANGLE,
    SHORT,
    STARTS,
    TRIANGLE,
    Key,
    closing,
    in_triangle,
    stage_of,
    swiss_round,
    title_of,
)
from formats.gnot.choosing import choosing
from formats.gnot.flow import Flow
from formats.gnot.lots import (
    NEVER,
    SEVEN,
    TOP_SEEDS,
    LotBook,
    Pair,
    across,
    refuse_broken,
    set_draw,
    seven,
    word_of,
)
from formats.gnot.repechage import first_swiss_round
from formats.gnot.swiss import swiss_byes, swiss_drawn, swiss_matches

MIDDLE = 7
"""Teams between the top and the bottom of an odd field, of whom three play a triangle."""

LAST_TWO = Reason("last-two")


class _Half:
    """A half-session in the making."""

    def __init__(self, event: Event, number: int) -> None:
        self.event, self.number = event, number
        self.book = LotBook(event)
        self.stages = Flow(event, self.book)
        self.matches: list[Match] = []
        self.byes: list[Bye] = []
        self.notes: list[Reason] = []
        self.remarks: dict[EntrantId, Reason] = {}
        self.word = word_of(event, number)

    def add(self, key: Key, pairs: Sequence[tuple[Pair, Reason]]) -> None:
        """Matches of a stage; a team drawn against one that has left has a walkover."""
        boards = self.stages.boards(key)
        due = closing(self.number) if boards != SHORT else None
        section = key if key in ("A", "B") else None
        for (home, away), drawn in pairs:
            left = [t for t in (home, away) if self.stages.gone(t, self.number)]
            if left:
                self._walkover(key, (home, away), left)
                continue
            there = self.stages.met(home, away, self.number)
            again = (Reason.of("repeat", stage=there),) if there is not None else ()
            remarks = (self.remarks[t] for t in (home, away) if t in self.remarks)
            self.matches.append(
                Match(0, home, away, stage=stage_of(key), section=section, group=title_of(key),
                      part=key, boards=boards, due=due, why=(drawn, *again, *remarks))
            )  # fmt: skip

    def _walkover(self, key: Key, pair: Pair, left: Sequence[EntrantId]) -> None:
        if len(left) == 1:
            there = pair[0] if pair[1] == left[0] else pair[1]
            imps = blitz(self.stages.boards(key))
            why = Reason.of("walkover", stage=key, left=left[0], imps=imps)
            self.byes.append(Bye(there, why=(why,), group=title_of(key), part=key, left=left[0]))
        else:
            why = Reason.of("both-withdrawn", stage=key, teams=tuple(left))
        self.notes.append(why)

    def proposal(self) -> Proposal:
        """Boards numbered from 1, past those of matches that still run. `Refused` where they
        break the arbiter's word, or the event's rounds contradict each other."""
        _refuse_twice(self.event, self.matches)
        refuse_broken(self.event, self.number, self.matches)
        taken = {m.board for _, m in running(self.event, self.number)}
        free = (no for no in range(1, len(self.matches) + len(taken) + 1) if no not in taken)
        matches = tuple(replace(m, board=no) for m, no in zip(self.matches, free, strict=False))
        return Proposal(
            self.number, matches, tuple(self.byes), tuple(self.book.new), tuple(self.notes)
        )


def _refuse_twice(event: Event, matches: Sequence[Match]) -> None:
    """A team that boards changed by hand have put into two stages, or into one twice."""
    single = [m for m in matches if not in_triangle(m)]
    places = [(team, m.group) for m in single for team in m.pair]
    places += [(t, TRIANGLE) for t in dict.fromkeys(
        t for m in matches if in_triangle(m) for t in m.pair)]  # fmt: skip
    placed: dict[EntrantId, str] = {}
    for team, where in places:
        if team in placed:
            raise Refused(
                f"{event.entrant(team).name} would play twice, in {placed[team]} and in {where}",
                "boards that were changed by hand send it to both",
                "undo that change",
            )
        placed[team] = where


def draw(event: Event) -> Proposal:
    """Everything that starts in the next half; `Refused` while somebody is to choose."""
    half = _Half(event, len(event.published) + 1)
    if half.number == 1:
        _first(half)
        return half.proposal()
    for key, starts in STARTS.items():
        if starts == half.number and (key not in ("A", "B") or not half.stages.few):
            half.add(key, _stage(half, key))
    _swiss(half)
    return half.proposal()


def _first(half: _Half) -> None:
    """Match 1, and the triangle of an odd field."""
    stages = half.stages
    teams, row = stages.teams, stages.row
    if row is not None and row.remark:
        half.notes.append(Reason.of("printed-otherwise", layout=row.name))
    count = len(teams)
    top = (count - MIDDLE) // 2 if count % 2 else count // 2
    lower = half.book.order(TOP_SEEDS, teams[count - top :])
    halves = Reason("halves-by-lot")
    drawn = across(teams[:top], lower, half.word)
    pairs = [(pair, LOCKED if frozenset(pair) in half.word.locks else halves) for pair in drawn]
    if count % 2:
        middle = half.book.order(SEVEN, teams[top : top + MIDDLE])
        trio, *two = seven(middle, half.word)
        middles = [(_seeded(teams, pair), Reason("middle-by-lot")) for pair in two]
        half.add("Q", [*pairs, *middles])
        half.matches += _triangle(half, trio)
    else:
        half.add("Q", pairs)


def _seeded(teams: Sequence[EntrantId], pair: Sequence[EntrantId]) -> Pair:
    a, b = sorted(pair, key=teams.index)
    return a, b


def _triangle(half: _Half, trio: Sequence[EntrantId]) -> list[Match]:
    a, b, c = sorted(trio, key=half.stages.teams.index)
    why = (Reason("triangle-of-the-middle"),)
    return [
        Match(0, home, away, stage="qualifying", group=TRIANGLE, part=QUALIFYING_TRIANGLE,
              boards=SHORT, due=closing(1), why=why)
        for home, away in ((a, b), (b, c), (c, a))
    ]  # fmt: skip


def _stage(half: _Half, key: Key) -> list[tuple[Pair, Reason]]:
    """The pairs of a stage's round with how they came about."""
    stages = half.stages
    _tell_lucky_again(half, key)
    by_choice = choosing(half.event, stages, key)
    if by_choice is not None:
        if by_choice.question is not None:
            raise to_choose(half.event, by_choice.question.chooser, key)
        half.notes += by_choice.notes
        return by_choice.drawn()
    ranked = stages.ranked(key)
    if key == "S1" and len(ranked) % 2:
        why = Reason.of("first-rests", team=ranked[0])
        half.byes.append(Bye(ranked[0], why=(why,), group=title_of(key), part=key))
        ranked = ranked[1:]
    gone = {t for t in ranked if stages.gone(t, half.number)}
    locked = half.word.locked([t for t in ranked if t not in gone])

    def met(a: EntrantId, b: EntrantId) -> int:
        if {a, b} & gone:
            return 0
        if half.word.barred(a, b):
            return NEVER
        return int(stages.met(a, b, half.number) is not None)

    place = {team: no for no, team in enumerate(ranked, start=1)}
    count = len(ranked)

    def reason(pair: Pair) -> Reason:
        if pair in locked:
            return LOCKED
        high, low = (place[team] for team in pair)
        return Reason.of("set-draw", high=high, low=low, of=count)

    drawn = set_draw(ranked, met, locked)
    return [(pair, reason(pair) if count > 2 else LAST_TWO) for pair in drawn]


def _tell_lucky_again(half: _Half, key: Key) -> None:
    """1.5 in need: a team is lucky a second time, since no other loser was left."""
    sources: dict[Key, Key] = {"D1": "A", "S2": "S1"}
    before = sources.get(key)
    for team in half.stages.lucky_again(before) if before else ():
        half.remarks[team] = Reason.of("lucky-again", team=team)
        half.notes.append(half.remarks[team])


def to_choose(event: Event, chooser: EntrantId, key: Key) -> Refused:
    """Why nothing can be drawn yet."""
    return Refused(
        "an opponent is to be chosen",
        f"{event.entrant(chooser).name} chooses in {title_of(key)}",
        "choose, or let the team forfeit its choice",
    )


def _swiss(half: _Half) -> None:
    number = swiss_round(half.number)
    if number < first_swiss_round(len(half.stages.teams)):
        return
    drawn = swiss_drawn(half.event, number, half.book, half.word)
    for match in swiss_matches(drawn, 1):
        due = half.number if in_triangle(match) and match.due is None else match.due
        half.matches.append(replace(match, due=due))
    half.byes += swiss_byes(drawn)
