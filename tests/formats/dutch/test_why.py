"""What `explain` says of boards and byes, held against counts that know nothing of the draw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from random import Random

import pytest

from engine.entrants import Entrant, RequestedBye
from engine.event import Bye, Event, Instruction, Match, Round, RoundState
from engine.history import cards
from engine.proposal import swap
from engine.protocol import Proposal
from engine.refusal import Refused
from engine.results import GameResult, parse_game
from formats.dutch import Dutch
from formats.dutch.numbered import NumberedDutch
from formats.dutch.position import Position
from formats.dutch.reading import group_name
from formats.dutch.seen import seen
from saves.trf import read_trf
from tests.formats.dutch.brute import wish_of
from tests.formats.dutch.conformance import packed, position_names
from tests.formats.dutch.counting import Counting, Key, Value, Whole, least

DUTCH = Dutch()
NUMBERED = NumberedDutch()
RESULTS = (
    *(GameResult.WHITE, GameResult.BLACK, GameResult.DRAW) * 4,
    GameResult.WHITE_FORFEIT,
    GameResult.BLACK_FORFEIT,
)


def random_event(seed: int, largest: int) -> Iterator[tuple[Event, Proposal]]:
    """Each round of an event with byes, forfeits and bars, with the event before it."""
    rng = Random(seed)
    count = rng.randint(3, largest)
    rounds = rng.randint(2, max(2, min(count - 1, 7)))
    given = {"rounds": rounds, "initial_colour": rng.choice(("white", "black"))}
    players = []
    for no in range(1, count + 1):
        away = rng.random() < 0.15
        byes = (RequestedBye(rng.randint(1, rounds), Decimal("0.5")),) if away else ()
        players.append(Entrant(str(no), f"P{no}", 2400 - no, byes=byes))
    bars = (Instruction("bar", "1", "3"),) if rng.random() < 0.2 else ()
    event = Event("Test", "dutch", DUTCH.settings(given), 0, tuple(players), instructions=bars)
    for _ in range(rounds):
        try:
            proposal = DUTCH.draw(event)
        except Refused:
            return
        yield event, proposal
        matches = tuple(replace(m, result=rng.choice(RESULTS)) for m in proposal.matches)
        event = event.with_round(
            Round(proposal.round, RoundState.PUBLISHED, matches, proposal.byes)
        )


def proposed(proposal: Proposal) -> Round:
    return Round(proposal.round, RoundState.PROPOSAL, proposal.matches, proposal.byes)


@dataclass(frozen=True)
class Witness:
    """Counts of the position of one round, by entry numbers' names `P1`, `P2` …"""

    event: Event
    proposal: Proposal

    @cached_property
    def table(self) -> tuple[Position, dict[str, int]]:
        """The position, and pairing numbers by name."""
        found, _ = seen(self.event, DUTCH.order(self.event))
        return found.position, {f"P{id}": n for n, id in found.ids.items()}

    @cached_property
    def counts(self) -> dict[Whole, dict[Key, Value]]:
        counting = Counting(self.table[0])
        return counting.counts(counting.rounds())

    @cached_property
    def whole(self) -> Whole:
        number = self.table[1]
        pairs = frozenset(
            frozenset((number[f"P{m.white}"], number[f"P{m.black}"])) for m in self.proposal.matches
        )
        return next(whole for whole in self.counts if whole.pairs == pairs)

    @cached_property
    def drawn(self) -> dict[Key, Value]:
        found = self.counts[self.whole]
        assert found == least(self.counts, list(self.counts))
        return found

    def of(self, where: str, criterion: str) -> Value:
        return next(
            value
            for (score, name), value in self.drawn.items()
            if name == criterion and (score is None or group_name(score) == where)
        )

    def first_worse(self, some: list[Whole]) -> tuple[Key, Value, Value] | None:
        """Where the best of some rounds is first worse than the draw."""
        best = least(self.counts, some)
        assert list(best) == list(self.drawn)
        differ = ((key, self.drawn[key], best[key]) for key in best if best[key] != self.drawn[key])
        return next(differ, None)

    def same_above(self, where: str) -> list[Whole]:
        """Rounds whose groups above that one are as they are drawn."""
        counting = Counting(self.table[0])

        def above(whole: Whole) -> list[object]:
            found = counting.brackets(whole)
            return [pairs for score, _, _, pairs in found if score > self.score(where)]

        drawn = above(self.whole)
        return [whole for whole in self.counts if above(whole) == drawn]

    def score(self, where: str) -> int:
        return next(p.score for p in self.table[0].players if group_name(p.score) == where)

    def most_pairs(self, where: str) -> int:
        """Of the members of a group, those moved down among themselves excepted."""
        counting, score = Counting(self.table[0]), self.score(where)
        brackets = {s: (moved, p, down) for s, moved, down, p in counting.brackets(self.whole)}
        moved, pairs, down = brackets[score]
        members = {*down, *(n for pair in pairs for n in pair)}

        def most(left: frozenset[int]) -> int:
            if not left:
                return 0
            a, *others = sorted(left)
            met = [b for b in others if counting.legal(a, b) and not {a, b} <= set(moved)]
            return max([most(left - {a}), *(1 + most(left - {a, b}) for b in met)])

        return most(frozenset(members))

    def with_pair(self, one: str, other: str) -> list[Whole]:
        pair = frozenset((self.table[1][one], self.table[1][other]))
        return [whole for whole in self.counts if pair in whole.pairs]

    def with_float(self, name: str, where: str) -> list[Whole]:
        """Rounds in which a player meets nobody of a group or those above it."""
        position, numbers = self.table
        number = numbers[name]
        above = {p.number for p in position.players if p.score >= self.score(where)} - {number}
        return [
            whole
            for whole in self.counts
            if not any(number in pair and pair & above for pair in whole.pairs)
        ]

    def with_bye(self, name: str) -> list[Whole]:
        return [whole for whole in self.counts if whole.bye == self.table[1][name]]


MINIMUM = re.compile(r"(.+) in (\S+ points?): (.+); that is the minimum \((C\d+)\)")
AGAIN = re.compile(
    r"with (?:(?P<a>P\d+) v (?P<b>P\d+)|(?P<down>P\d+) floating down|the bye for (?P<bye>P\d+)), "
    r"(?P<rest>.+)"
)
WORSE = re.compile(
    r"(.+?)(?: in (?P<where>\S+ points?))?: (?P<then>.+) instead of (?P<was>.+) \((?P<name>C\d+)\)"
)
PAIRS = re.compile(r"(\d+) pairs? (?:could|at most can) be made")
ORDER = re.compile(r"no criterion gets worse in (\S+ points?), but it comes later")
GROUP = re.compile(r"(\S+ points?): (\d+) players?(?: and (\d+) moved down)?(.*)")


def number_in(value: Value) -> str:
    """As a person reads it: scores with halves, nothing as `none`."""
    if isinstance(value, int):
        return str(value)
    return ", ".join(group_name(score).split()[0] for score in value) or "none"


@dataclass
class Checked:
    """How many lines of each kind have been confirmed."""

    minimum: int = 0
    again: int = 0
    order: int = 0
    impossible: int = 0
    met: int = 0
    boards: int = 0


def check(witness: Witness, lines: tuple[str, ...], where: str, checked: Checked) -> None:
    """Every number and every claim of the lines."""
    checked.boards += 1
    for line in lines:
        if group := GROUP.match(line):
            where = group[1]
        if found := MINIMUM.fullmatch(line):
            checked.minimum += 1
            value = witness.of(found[2], found[4])
            if isinstance(value, tuple):
                parts = re.findall(r"(\d+) from", found[3])
                assert sum(map(int, parts)) == sum(value) > 0, line
            else:
                assert found[3] == str(value), line
        elif found := AGAIN.fullmatch(line):
            checked.again += 1
            check_again(witness, found, where, line, checked)
        elif found := PAIRS.match(line):
            assert int(found[1]) == witness.most_pairs(where), line
        else:
            check_causes(witness, line, checked)


def check_causes(witness: Witness, line: str, checked: Checked) -> None:
    """Meetings, preferences and floats that a line names."""
    position, number = witness.table
    players = {p.number: p for p in position.players}
    for one, other, round in re.findall(r"(P\d+) and (P\d+) met in round (\d+)", line):
        checked.met += 1
        met = cards(witness.event)[one.removeprefix("P")].line(int(round))
        assert met is not None, line
        assert met.opponent == other.removeprefix("P"), line
    for one, other, strongly, colour in re.findall(
        r"(P\d+) and (P\d+) are both (strongly )?due (White|Black)", line
    ):
        wishes = [wish_of(players[number[name]].colours) for name in (one, other)]
        assert {wish.colour for wish in wishes} == {colour[0]}, line
        assert min(wish.strength for wish in wishes) >= (2 if strongly else 1), line
    for name, way, round in re.findall(r"(P\d+),? (?:who )?floated (\w+) in round (\d+)", line):
        back = position.round - 1 - int(round)
        assert players[number[name]].floats[back].value == way, line


def check_again(
    witness: Witness, found: re.Match[str], where: str, line: str, checked: Checked
) -> None:
    """The best of all rounds with that pair, float or bye is first worse there, by as much."""
    if found["a"]:
        some = witness.with_pair(found["a"], found["b"])
    elif found["down"]:
        some = witness.with_float(found["down"], where)
    else:
        some = witness.with_bye(found["bye"])
    same = witness.same_above(where)
    some = [whole for whole in some if whole in same]
    rest = found["rest"]
    if rest.startswith("nobody could draw"):
        checked.impossible += 1
        assert some == [], line
        return
    differ = witness.first_worse(some)
    assert differ is not None, line
    (score, name), was, then = differ
    if order := ORDER.match(rest):
        checked.order += 1
        assert (name, order[1]) == ("order", group_name(score or 0)), f"{line}: {differ}"
        return
    told = WORSE.fullmatch(rest)
    assert told is not None, line
    assert (name, told["where"]) == (
        told["name"],
        None if score is None else group_name(score),
    ), line
    if name == "C8":
        assert isinstance(was, tuple)
        assert isinstance(then, tuple)
        assert told["was"].split()[0] == str(was[0]), line
        assert told["then"].split()[0] == str(then[0]), line
    elif name in ("C18", "C19", "C20", "C21"):
        for value, text in ((was, told["was"]), (then, told["then"])):
            assert isinstance(value, tuple)
            assert sum(map(int, re.findall(r"(\d+) from", text))) == sum(value), line
    elif name == "C5":
        assert (told["was"], told["then"]) == (number_in((was,)), number_in((then,))), line  # type: ignore[arg-type]
    else:
        assert (told["was"], told["then"]) == (number_in(was), number_in(then)), line


def sweep(seeds: range, largest: int) -> Checked:
    checked = Checked()
    for seed in seeds:
        for event, proposal in random_event(seed, largest):
            witness = Witness(event, proposal)
            round = proposed(proposal)
            places: tuple[Match | Bye, ...] = (*round.matches, *round.byes)
            for place in places:
                lines = DUTCH.explain(event, round, place)
                assert lines, place
                check(witness, lines, "", checked)
    return checked


def test_every_number_of_hundreds_of_boards_is_confirmed() -> None:
    checked = sweep(range(40), 8)
    assert checked.boards > 300
    assert min(checked.minimum, checked.again, checked.met) > 30


def read_event(name: str) -> Event:
    """A position of the conformance set as an event, players named after their numbers."""
    file = read_trf(packed("positions")[f"{name}.trf"], name)
    extra = [
        f"{points} {number} {id}"
        for id, values in file.accelerations.items()
        for number, points in enumerate(values, start=1)
        if points and number <= (file.total_rounds or 0)
    ]
    given = {
        **file.settings,
        "rounds": file.total_rounds,
        "initial_colour": "white" if file.initial_colour == "W" else "black",
        "extra_points": extra,
    }
    return Event(
        name,
        "dutch",
        NUMBERED.settings(given),
        entrants=tuple(replace(e, name=f"P{e.id}") for e in file.entrants),
        rounds=file.rounds,
        adjustments=file.adjustments,
        instructions=file.forbidden,
    )


def check_larger(event: Event, proposal: Proposal) -> int:
    """What can be counted in a field of any size: values, colours, meetings. How many lines."""
    table, _ = seen(event, NUMBERED.order(event))
    number = {f"P{id}": n for n, id in table.ids.items()}
    pairs = frozenset(frozenset(number[f"P{id}"] for id in m.pair) for m in proposal.matches)
    rests = [number[f"P{b.entrant}"] for b in proposal.byes if b.kind == "pairing"]
    counted = Counting(table.position).count(Whole(pairs, next(iter(rests), None)), order=False)
    players = {p.number: p for p in table.position.players}
    confirmed = 0
    for match in proposal.matches:
        for line in NUMBERED.explain(event, proposed(proposal), match):
            if found := MINIMUM.fullmatch(line):
                value = next(
                    v
                    for (s, n), v in counted.items()
                    if n == found[4] and s is not None and group_name(s) == found[2]
                )
                told = sum(map(int, re.findall(r"(\d+) from", found[3]))) or int(found[3])
                assert told == (sum(value) if isinstance(value, tuple) else value), line
            elif found := re.match(r"colours: both are due (White|Black); (P\d+) gets it", line):
                wishes = {wish_of(players[number[f"P{id}"]].colours).colour for id in match.pair}
                assert wishes == {found[1][0]}, line
                assert match.side(found[2][1:]) == found[1].lower(), line
            elif line.endswith("(5.2.1)"):
                for name, colour in re.findall(r"(P\d+) is due (White|Black)", line):
                    assert wish_of(players[number[name]].colours).colour == colour[0], line
                    assert match.side(name[1:]) == colour.lower(), line
            else:
                continue
            confirmed += 1
    return confirmed


@pytest.mark.parametrize("name", [n for n in position_names() if n[-2:] != "r1"][::60])
def test_counts_and_colours_told_in_fields_of_any_size(name: str) -> None:
    event = read_event(name)
    proposal = NUMBERED.draw(event)
    assert check_larger(event, proposal) >= len(proposal.matches) // 2


@pytest.mark.slow
def test_counts_and_colours_told_of_all_positions() -> None:
    for name in position_names():
        event = read_event(name)
        check_larger(event, NUMBERED.draw(event))


@pytest.mark.slow
def test_every_number_of_thousands_of_boards_is_confirmed() -> None:
    checked = sweep(range(1000, 1600), 9)
    assert checked.boards > 5000
    assert min(checked.minimum, checked.again, checked.order) > 100


def player(no: int, name: str) -> Entrant:
    return Entrant(str(no), name, 2400 - no)


def event(names: str, *rounds: str, **settings: object) -> Event:
    """Rounds as written: `1-4 1-0, 2-3 1/2-1/2`; White first, one number alone has the bye."""
    given = {"rounds": 5, "initial_colour": "white", **settings}
    players = tuple(player(no, name) for no, name in enumerate(names.split(), start=1))
    found = Event("Test", "dutch", DUTCH.settings(given), 0, players)
    for no, text in enumerate(rounds, start=1):
        matches: list[Match] = []
        byes: list[Bye] = []
        for part in text.split(", "):
            if part.isdigit():
                byes.append(Bye(part, Decimal(1)))
                continue
            who, result = part.split()
            white, black = who.split("-")
            matches.append(Match(len(matches) + 1, white, black, parse_game(result)))
        round = Round(no, RoundState.PUBLISHED, tuple(matches), tuple(byes))
        found = found.with_round(round)
    return found


NAMES = "Ashgrove Quilty Moyvane Dunloy Fallonby Lissadell"


def board(event: Event, round: Round | Proposal, *ids: str) -> Match:
    return next(m for m in round.matches if set(m.pair) == set(ids))


def test_the_first_round_is_ideal_and_says_nothing() -> None:
    proposal = DUTCH.draw(event(NAMES))
    assert [(m.why, m.altered) for m in proposal.matches] == [("", "")] * 3
    lines = DUTCH.explain(event(NAMES), proposed(proposal), proposal.matches[0])
    assert lines[0].startswith("0 points: 6 players: 1 Ashgrove, 2 Quilty")
    assert lines[1] == "Ashgrove (1) v Dunloy (4): ideal opponents of the group"
    assert lines[2] == (
        "colours: neither is due a colour; number 1 is odd: White for Ashgrove (5.2.5)"
    )


def test_a_meeting_in_the_past_is_told_with_its_round() -> None:
    after = event(NAMES, "1-4 1/2-1/2, 5-2 1/2-1/2, 3-6 1/2-1/2")
    proposal = DUTCH.draw(after)
    match = board(after, proposal, "6", "1")
    assert match.why == "ideal opponent Dunloy (1 v 4): they met in round 1"
    assert match.altered == "opponents"


def test_a_float_is_told_and_is_no_alteration_where_it_is_the_ideal_one() -> None:
    after = event(NAMES, "1-4 1-0, 5-2 0-1, 3-6 1-0")
    proposal = DUTCH.draw(after)
    assert [(m.why, m.altered) for m in proposal.matches] == [
        ("", ""),
        ("Moyvane floats down from 1 point: the lowest of 3", ""),
        ("", ""),
    ]


def test_who_floats_instead_of_the_lowest_is_told_with_the_criterion() -> None:
    after = event(NAMES + " Kilbracken", "1-4 1-0, 5-2 0-1, 3-6 1/2-1/2, 7")
    proposal = DUTCH.draw(after)
    match = board(after, proposal, "2", "3")
    barred = "who scored in round 1 without playing, which is a downfloat (C14)"
    assert match.why == f"Quilty floats down from 1 point, not Kilbracken, {barred}"
    assert match.altered == "opponents"
    lines = DUTCH.explain(after, proposed(proposal), match)
    assert (
        "with Kilbracken floating down, players who float down as in the previous round"
        " in 1 point: 1 instead of 0 (C14)"
    ) in lines
    bye = proposal.byes[0]
    assert (
        bye.why == "Dunloy of 0 points has the bye: Lissadell and Dunloy are both due White (C12)"
    )
    lines = DUTCH.explain(after, proposed(proposal), bye)
    assert lines[0] == "the bye goes to the lowest score that can have it (C5): 0 points"
    assert lines[-1] == (
        "with the bye for Fallonby, players who do not get their colour preference in 0 points:"
        " 1 instead of 0 (C12)"
    )


def test_the_whole_group_floats_where_the_rest_could_not_be_drawn() -> None:
    after = event("Ashgrove Quilty Moyvane Dunloy", "1-3 1-0, 2-4 1-0", "4-3 1/2-1/2, 1-2 1/2-1/2")
    two = replace(after.rounds[1], matches=(after.rounds[1].matches[0],))
    two = replace(two, byes=(Bye("1", Decimal("0.5"), "requested"), Bye("2", Decimal("0.5"))))
    after = replace(after, rounds=(after.rounds[0], two))
    proposal = DUTCH.draw(after)
    assert {frozenset(m.pair) for m in proposal.matches} == {frozenset("14"), frozenset("23")}
    lines = DUTCH.explain(after, proposed(proposal), proposal.matches[0])
    assert "players who float down in 1½ points: 2; that is the minimum (C6)" in lines
    assert (
        "1 pair could be made here, but with more than 0 the rest could not all be drawn (C4)"
    ) in lines


def test_who_is_barred_from_the_bye_is_told_with_the_reason() -> None:
    after = event("Ashgrove Quilty Moyvane", "1-2 1-0, 3", "3-1 0-1, 2")
    after = after.with_round(
        replace(after.rounds[1], matches=(Match(1, "3", "1", parse_game("0-1")),))
    )
    with pytest.raises(Refused):
        DUTCH.draw(event("Ashgrove Quilty Moyvane", "1-2 1-0, 3", "3-1 0-1, 2", "2-3 1-0, 1"))
    proposal = DUTCH.draw(after)
    assert [b.entrant for b in proposal.byes] == ["1"]
    lines = DUTCH.explain(after, proposed(proposal), proposal.byes[0])
    assert lines[0].endswith("2 points")
    assert "nobody of 1 point may have it (C2): Quilty had the bye in round 2, Moyvane had" in str(
        lines
    )


def test_a_preference_that_is_not_granted_marks_the_colours() -> None:
    after = event("Ashgrove Quilty Moyvane Dunloy", "1-3 1-0, 4-2 0-1")
    proposal = DUTCH.draw(after)
    assert [(m.altered, m.why) for m in proposal.matches] == [("", ""), ("", "")]
    after = event("Ashgrove Quilty Moyvane Dunloy", "1-3 1-0, 2-4 1-0")
    match = board(after, DUTCH.draw(after), "1", "2")
    assert match.altered == "colours"
    assert match.why == "both are due Black; Ashgrove gets it: Ashgrove ranks higher (5.2.4)"
    lines = DUTCH.explain(after, proposed(DUTCH.draw(after)), match)
    assert (
        "players who do not get their colour preference in 1 point: 1; that is the minimum (C12)"
    ) in lines


def test_a_locked_board_says_so_and_what_it_costs() -> None:
    start = replace(event(NAMES), instructions=(Instruction("lock", "1", "2"),))
    proposal = DUTCH.draw(start)
    match = board(start, proposal, "1", "2")
    assert (match.why, match.altered) == ("locked by the arbiter", "opponents")
    lines = DUTCH.explain(start, proposed(proposal), match)
    assert lines[0] == "locked by the arbiter"
    assert "without locks: Ashgrove has White against Dunloy" in lines
    assert lines[-1].startswith("in this round as it stands, no criterion gets worse in 0 points")
    others = [m for m in proposal.matches if m is not match]
    assert [m.altered for m in others] == ["", ""]


def test_a_board_made_by_hand_is_held_against_the_draw() -> None:
    after = event(NAMES + " Kilbracken", "1-4 1-0, 5-2 0-1, 3-6 1/2-1/2, 7")
    changed = swap(proposed(DUTCH.draw(after)), "7", "6")
    assert set(changed.matches[0].pair) == {"1", "6"}
    assert DUTCH.explain(after, changed, changed.matches[0]) == (
        "changed by hand",
        "the engine's own draw: Lissadell has White against Fallonby",
        "the engine's own draw: Ashgrove has Black against Kilbracken",
        "in this round as it stands, players who float down in 1 point: 3 instead of 1 (C6)",
    )


def test_requested_byes_are_not_explained_away() -> None:
    start = event(NAMES)
    bye = Bye("1", Decimal("0.5"), "requested")
    assert DUTCH.explain(start, Round(1, byes=(bye,)), bye) == ("asked for",)


def test_groups_are_headed_by_their_players_and_floats() -> None:
    after = event(NAMES + " Kilbracken", "1-4 1-0, 5-2 0-1, 3-6 1-0, 7")
    assert DUTCH.headings(after, proposed(DUTCH.draw(after))) == {
        "1 point": "4 players",
        "0 points": "3 players, one has the bye",
    }
    after = event(NAMES, "1-4 1-0, 5-2 0-1, 3-6 1-0")
    assert DUTCH.headings(after, proposed(DUTCH.draw(after))) == {
        "1 point": "3 players, one floats down",
        "0 points": "3 players and 1 moved down",
    }
