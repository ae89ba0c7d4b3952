"""The closed rounds: sections by themselves, odd ones evened, those without a draw joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from engine.actions import Instruct, SwapPlaces, Withdraw
from engine.event import Event, Instruction, Round, RoundState
from engine.fingerprint import fingerprint
from engine.history import cards
from engine.instead import instead
from engine.points import Points
from engine.protocol import Severity
from engine.reasons import Reason
from engine.refusal import Refused
from engine.rules import conflicts
from formats.dutch.drawing import draw
from formats.dutch.field import DutchField
from formats.dutch.position import DutchPlayer, Float, Position, Undrawable
from formats.galway.drawing import Crossing
from formats.galway.sections import sections_of
from tests.formats.galway.events import (
    GALWAY,
    by_chance,
    congress,
    drawn,
    event,
    higher_wins,
    played,
    rounds,
)
from tests.playing import InMemory, propose


def before_closing(given: Event, seed: int = 3) -> Event:
    """After four porous rounds."""
    return list(rounds(given, by_chance(Random(seed)), 4))[-1]


def crossing(given: Event) -> list[set[str]]:
    """Games across sections in the round drawn next."""
    sections = sections_of(given)
    return [
        {sections.name(id) for id in m.pair}
        for m in GALWAY.draw(given).matches
        if sections.of[m.white] != sections.of[m.black]
    ]


def test_even_sections_play_by_themselves_on_real_points() -> None:
    after = before_closing(event(48))
    proposed = GALWAY.draw(after)
    known, sections = cards(after), sections_of(after)
    assert crossing(after) == []
    assert [m.section for m in proposed.matches] == [s for s in "ABCD" for _ in range(6)]
    for m in proposed.matches:
        points = max(known[m.white].score, known[m.black].score)
        assert m.group.startswith(f"Section {sections.name(m.white)} · ")
        assert m.group.split(" ")[3].replace("½", ".5").replace(" ", "") in (
            f"{points:.1f}".replace(".0", "").replace("0.5", ".5"),
        )


def test_those_who_will_cross_are_foretold_as_the_draw_then_has_them() -> None:
    after = before_closing(event(48))
    for one, more in (("3", []), ("15", []), ("3", ["15"]), ("3", ["15", "28"]), ("40", [])):
        given = after
        for id in (one, *more):
            given = Withdraw(id).apply(given, GALWAY)
        told = [a.text for a in GALWAY.advise(given)]
        foretold = [
            {upper, lower}
            for upper, lower in ("AB", "BC", "CD")
            if any(
                t.startswith(f"section {upper} has")
                and t.endswith(f" who can meets the lowest such of section {lower}")
                for t in told
            )
        ]
        assert foretold == [set(pair) for pair in sorted(map(sorted, crossing(given)))]
        byes = [b for b in GALWAY.draw(given).byes if b.kind == "pairing"]
        assert len(byes) == sum(t.endswith(": one has the bye") for t in told)
        offered = "odd_section = bye gives each odd section its own bye instead"
        assert (offered in told) == bool(foretold)


def test_the_advice_names_the_section_that_each_one_who_crosses_meets() -> None:
    """Eleven, twelve and thirteen: A evens itself with B, which is odd by that, and B with C."""
    after = played(event(36, rounds=3, closed_rounds=2, sizes=[11, 12]), higher_wins)
    told = [advice.text for advice in GALWAY.advise(after)]
    assert [text for text in told if text.startswith("section")] == [
        "section A has 11 players: its lowest who can meets the lowest such of section B",
        "section B has 12 players, one of whom meets section A: the next lowest who can meets the "
        "lowest such of section C",
    ]


def test_those_passed_over_below_an_odd_section_are_named_with_their_meeting() -> None:
    """The lower ones of section B whom the lowest of A has met, whoever of A is gone."""
    named = 0
    for seed, gone in product((3, 6), ("1", "2")):
        after = Withdraw(gone).apply(before_closing(event(20), seed), GALWAY)
        of, known = sections_of(after).of, cards(after)
        across = next(m for m in GALWAY.draw(after).matches if of[m.white] != of[m.black])
        upper, lower = sorted(across.pair, key=lambda id: of[id])
        ranked = sorted((e.id for e in after.entrants if of[e.id] == 1 and e.id != gone),
                        key=lambda id: (-known[id].score, int(id)))  # fmt: skip
        passed = ranked[: ranked.index(lower) : -1]
        necessary, *told = [GALWAY.worded(reason, after) for reason in across.why]
        assert necessary.endswith("the lowest player of section B who can")
        name, met = after.entrant(upper).name, known[upper].met_in
        assert told == [
            f"{after.entrant(id).name} has met {name} in round {met(id)}" for id in passed
        ]
        named += len(told)
    assert named


def test_a_board_across_sections_and_one_within_are_explained_by_their_sections() -> None:
    after = Withdraw("3").apply(before_closing(event(48)), GALWAY)
    memory = InMemory(after, GALWAY)
    proposal = propose(memory)
    of = sections_of(after)
    crossed = next(m for m in proposal.matches if of.of[m.white] != of.of[m.black])
    reasons = GALWAY.explanation(memory.event, proposal, crossed)
    upper, lower = sorted(of.name(id) for id in crossed.pair)
    sizes = {r["section"]: r["count"] for r in reasons if r.code == "section-size"}
    gone = sum(e.id != "3" and of.name(e.id) == upper for e in after.entrants)
    assert sizes[upper] == gone
    assert set(sizes) == {upper, lower}
    across = [m for m in proposal.matches if of.of[m.white] != of.of[m.black]]
    assert [r["count"] for r in reasons if r.code == "games-across"] == [len(across)]
    within = next(m for m in proposal.matches if m.section == "D" and m not in across)
    assert not {"section-size", "games-across"} & {
        r.code for r in GALWAY.explanation(memory.event, proposal, within)
    }


def test_a_board_across_sections_that_the_arbiter_locked_says_only_that() -> None:
    memory = InMemory(before_closing(event(48)), GALWAY)
    memory.do(Instruct(Instruction("lock", "5", "14")))
    proposal = propose(memory)
    locked = next(m for m in proposal.matches if set(m.pair) == {"5", "14"})
    assert [r.code for r in GALWAY.explanation(memory.event, proposal, locked)] == ["locked"]


def test_groups_of_a_closed_round_have_their_section_in_the_heading() -> None:
    memory = InMemory(before_closing(event(48)), GALWAY)
    proposal = propose(memory)
    headings = GALWAY.headings(memory.event, proposal)
    assert {m.group for m in proposal.matches} <= set(headings)
    assert all(group.startswith("Section ") for group in headings)


def test_two_byes_of_two_sections_are_not_exchanged() -> None:
    """Nothing would change, and both would be said to be changed by hand."""
    after = Withdraw("3").apply(before_closing(event(21, odd_section="bye")), GALWAY)
    memory = InMemory(after, GALWAY)
    one, other = (bye.entrant for bye in propose(memory).byes if bye.kind == "pairing")
    with pytest.raises(Refused, match="both have a bye"):
        SwapPlaces(one, other).apply(memory.event, GALWAY)


def test_a_section_is_drawn_as_a_dutch_swiss_of_its_own() -> None:
    after = before_closing(event(48))
    proposed = GALWAY.draw(after)
    numbers = {str(no): no for no in range(1, 49)}
    known = cards(after)
    for name, first in zip("ABCD", (1, 13, 25, 37), strict=True):
        players = tuple(
            DutchPlayer(
                no,
                int(known[str(no)].score * 100),
                known[str(no)].colours,
                frozenset(numbers[o] for o in known[str(no)].opponents),
                _floats(after, str(no)),
                True,
                sum(not line.met for line in known[str(no)].lines),
            )
            for no in range(first, first + 12)
        )
        alone = draw(Position(players, 5, 6))
        here = {(int(m.white), int(m.black)) for m in proposed.matches if m.section == name}
        assert here == set(alone.pairs)


def _floats(given: Event, id: str) -> tuple[Float, Float]:
    """Of rounds 4 and 3, by n-points and with nothing but games."""
    sections, found = sections_of(given), []
    for number in (4, 3):
        line = cards(given)[id].line(number)
        assert line is not None
        if line.opponent is None or not line.met:
            found.append(Float.DOWN if line.points else Float.NONE)
            continue
        mine = line.score - sections.of[id]
        yours = (line.opponent_score or 0) - sections.of[line.opponent]
        found.append(Float.DOWN if mine > yours else Float.UP if mine < yours else Float.NONE)
    return found[0], found[1]


def without(given: Event, *ids: str) -> Event:
    """With withdrawals before the next round."""
    for id in ids:
        given = Withdraw(id).apply(given, GALWAY)
    return given


@pytest.mark.parametrize(
    ("gone", "games", "byes"),
    [
        ((), [], 0),
        (("12", "24"), [{"A", "B"}], 0),
        (("12", "36"), [{"A", "B"}, {"B", "C"}], 0),
        (("12",), [{"A", "B"}, {"B", "C"}, {"C", "D"}], 1),
        (("48",), [], 1),
        (("24", "36"), [{"B", "C"}], 0),
        (("12", "24", "36", "48"), [{"A", "B"}, {"C", "D"}], 0),
    ],
)
def test_odd_sections_are_evened_by_their_neighbours(
    gone: tuple[str, ...], games: list[set[str]], byes: int
) -> None:
    after = without(before_closing(event(48)), *gone)
    assert crossing(after) == games
    given = [b for b in GALWAY.draw(after).byes if b.kind == "pairing"]
    assert len(given) == byes
    assert all(sections_of(after).name(b.entrant) == "D" for b in given)


def test_the_lowest_who_can_plays_the_lowest_who_can_below() -> None:
    after = without(before_closing(event(48)), "12", "24")
    known, sections = cards(after), sections_of(after)

    def ranked(section: int) -> list[str]:
        here = [e.id for e in after.entrants if e.active(5) and sections.of[e.id] == section]
        return sorted(here, key=lambda id: (-known[id].score, int(id)))

    boards = GALWAY.draw(after).matches
    game = next(m for m in boards if sections.of[m.white] != sections.of[m.black])
    upper, lower = sorted(game.pair, key=lambda id: sections.of[id])
    able = [
        (a, b)
        for a in reversed(ranked(0))
        for b in reversed(ranked(1))
        if b not in known[a].opponents
    ]
    assert (upper, lower) == able[0]
    odd = Reason.of("across-sections", section="A", below="B", odd=True, opponent_is="lowest")
    assert (game.section, game.why) == ("A", (odd,))


def test_a_cross_section_game_is_a_should() -> None:
    after = without(before_closing(event(48)), "12", "24")
    told = conflicts(GALWAY, after, drawn(after).rounds[4])
    assert [(c.rule, c.severity, c.text) for c in told] == [
        ("cross-section", Severity.SHOULD, "a game of sections A and B")
    ]


def test_odd_sections_have_byes_of_their_own_where_the_arbiter_wants_it() -> None:
    after = without(before_closing(event(48, odd_section="bye")), "12", "24", "48")
    assert crossing(after) == []
    given = [
        sections_of(after).name(b.entrant) for b in GALWAY.draw(after).byes if b.kind == "pairing"
    ]
    assert given == ["A", "B", "D"]
    told = [a.text for a in GALWAY.advise(after)]
    assert "odd_section = lowest lets them play the section below instead of the bye" in told
    assert sum(text.endswith(": one has the bye") for text in told) == 3


def test_nobody_who_leads_his_section_meets_an_outsider_in_a_closed_round() -> None:
    """Of two odd sections neither leader plays across, however often sections are odd."""
    for seed in range(6):
        before = before_closing(event(48), seed)
        for gone in (("12", "24"), ("11",), ("12", "36"), ("24", "36")):
            after = without(before, *gone)
            known, sections = cards(after), sections_of(after)
            best: dict[int, Points] = {}
            for e in after.entrants:
                if e.active(5):
                    n = sections.of[e.id]
                    best[n] = max(best.get(n, known[e.id].score), known[e.id].score)
            for m in GALWAY.draw(after).matches:
                if sections.of[m.white] != sections.of[m.black]:
                    assert all(known[id].score < best[sections.of[id]] for id in m.pair), seed


def test_events_of_the_first_edition_go_on_as_they_began() -> None:
    """`neighbour`, their default: the lowest of an odd section meets the highest below."""
    after = without(before_closing(event(48, odd_section="neighbour")), "12", "24")
    known, sections = cards(after), sections_of(after)
    game = next(
        m for m in GALWAY.draw(after).matches if sections.of[m.white] != sections.of[m.black]
    )
    upper, lower = sorted(game.pair, key=lambda id: sections.of[id])
    below = [e.id for e in after.entrants if e.active(5) and sections.of[e.id] == 1]
    below.sort(key=lambda id: (-known[id].score, int(id)))
    assert lower == next(id for id in below if id not in known[upper].opponents)
    assert [(r.code, r["below"], r["opponent_is"]) for r in game.why] == [
        ("across-sections", "B", "highest")
    ]


def test_locks_across_sections_stand_and_count_for_both() -> None:
    after = before_closing(event(48))
    known = cards(after)
    a, b = next(
        (a, b) for a in map(str, range(1, 7)) for b in map(str, range(48, 42, -1))
        if b not in known[a].opponents
    )  # fmt: skip
    locked = replace(after, instructions=(Instruction("lock", a, b, 5),))
    assert sorted(map(sorted, crossing(locked))) == [
        ["A", "B"], ["A", "D"], ["B", "C"], ["C", "D"]
    ]  # fmt: skip


def position(met: Sequence[tuple[int, int]], count: int, rest: Sequence[int] = ()) -> Position:
    """Players 1 … count on equal points who have met so."""
    of: dict[int, set[int]] = {n: set() for n in range(1, count + 1)}
    for a, b in met:
        of[a].add(b)
        of[b].add(a)
    players = (
        DutchPlayer(n, 100, met=frozenset(of[n]), may_have_bye=n not in rest)
        for n in range(1, count + 1)
    )
    return Position(tuple(players), 5, 6)


def games(at: Position, sections: str, *, own_byes: bool = False) -> list[tuple[int, int]]:
    """Pairing numbers of the games across sections: `AABB` is the section of each player."""
    section = ["ABCDEF".index(letter) for letter in sections]
    return [(a + 1, b + 1) for a, b in Crossing(DutchField(at), section, own_byes).games]


def test_a_section_without_a_draw_plays_its_neighbour_below_as_little_as_it_can() -> None:
    """1 has met 2, 3 and 4: two games with the next section, the lowest who may and 1 himself,
    against its lowest."""
    met = [(1, 2), (1, 3), (1, 4)]
    assert games(position(met, 8), "AAAABBBB") == [(1, 7), (4, 8)]


def test_the_lowest_section_plays_its_neighbour_above() -> None:
    met = [(5, 6), (5, 7), (5, 8)]
    assert len(games(position(met, 8), "AAAABBBB")) == 2


def test_a_middle_section_without_a_draw_goes_down_not_up() -> None:
    met = [(5, 6), (5, 7), (5, 8)]
    found = games(position(met, 12), "AAAABBBBCCCC")
    assert len(found) == 2
    assert all(a in range(5, 9) and b in range(9, 13) for a, b in found)


def test_a_lowest_section_that_may_have_no_bye_leaves_it_to_the_one_above() -> None:
    found = games(position([], 9, rest=(5, 6, 7, 8, 9)), "AAAABBBBB")
    assert found == [(4, 9)]


def test_no_legal_round_at_all_says_so() -> None:
    everybody = list(combinations(range(1, 5), 2))
    with pytest.raises(Undrawable):
        games(position(everybody, 4), "AABB")


def fewest(at: Position, sections: str) -> tuple[int, ...] | None:
    """Games between sections that are no neighbours, byes, their place, then games across: the
    least over every legal round."""
    near = {p.number: p.met for p in at.players}
    rests = {p.number for p in at.players if p.may_have_bye}
    last = max("ABCDEF".index(letter) for letter in sections)
    section = {p.number: "ABCDEF".index(sections[p.number - 1]) for p in at.players}
    best = None
    for pairs, bye in _all(sorted(near), near, rests):
        gaps = [abs(section[a] - section[b]) for a, b in pairs]
        above = 0 if bye is None else last - section[bye]
        value = (sum(g - 1 for g in gaps if g > 1), above, sum(g > 0 for g in gaps))
        best = value if best is None else min(best, value)
    return best


def _all(
    left: list[int], met: dict[int, frozenset[int]], rests: set[int]
) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
    if not left:
        yield [], None
        return
    first, *others = left
    for b in others:
        if b not in met[first]:
            for pairs, bye in _all([c for c in others if c != b], met, rests):
                yield [(first, b), *pairs], bye
    if len(left) % 2 and first in rests:
        for pairs, _ in _all(others, met, rests):
            yield pairs, first


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_no_round_has_fewer_games_across_sections(first: int) -> None:
    for seed in range(first, first + 50):
        rng = Random(seed)
        count = rng.randint(4, 9)
        sections = "".join(sorted(rng.choice("ABC") for _ in range(count)))
        sections = sections.translate(
            {ord(old): new for old, new in zip(sorted(set(sections)), "ABC", strict=False)}
        )
        pairs = list(combinations(range(1, count + 1), 2))
        met = rng.sample(pairs, rng.randint(0, len(pairs) * 2 // 3))
        at = position(met, count, [n for n in range(1, count + 1) if rng.random() < 0.3])
        best = fewest(at, sections)
        if best is None:
            with pytest.raises(Undrawable):
                games(at, sections)
            continue
        found = games(at, sections)
        gaps = [ord(sections[b - 1]) - ord(sections[a - 1]) for a, b in found]
        assert (sum(g - 1 for g in gaps), len(found)) == (best[0], best[2]), (seed, sections)


def test_odd_sections_evened_at_once_are_those_of_exact_matching() -> None:
    """The short way gives what the search over everybody gives."""
    taken = 0
    for seed in range(60):
        rng = Random(seed)
        sections = "".join(letter * rng.randint(4, 7) for letter in "ABC")
        pairs = list(combinations(range(1, len(sections) + 1), 2))
        at = position(rng.sample(pairs, len(pairs) // 4), len(sections))
        crossing = Crossing(DutchField(at), ["ABC".index(letter) for letter in sections])
        evened = crossing._evened()
        if evened:
            taken += 1
            assert sorted(evened) == sorted(crossing._fewest(1))
    assert taken > 20


def test_section_winners_come_from_six_rounds_and_tables_hold_everybody_once() -> None:
    *_, after = rounds(congress(), by_chance(Random(8)))
    overall, *parts = GALWAY.standings(after)
    assert (overall.name, [t.name for t in parts]) == (
        "Overall",
        ["Section A", "Section B", "Section C", "Section D"],
    )
    assert len(overall.rows) == 97
    assert sorted(r.id for t in parts for r in t.rows) == sorted(r.id for r in overall.rows)
    known = cards(after)
    for table in parts:
        assert table.rows[0].points == max(known[r.id].score for r in table.rows)
    panel = GALWAY.panels(after)[0]
    assert [row[0] for row in panel.rows] == ["A", "B", "C", "D"]
    assert [row[1] for row in panel.rows] == [str(len(t.rows)) for t in parts]
    assert panel.columns[4] == "Winner"
    for table, row in zip(parts, panel.rows, strict=True):
        first = [r.name for r in table.rows if r.rank == 1]
        assert row[4].rpartition(" ")[0] == "; ".join(first)
    tied = [t for t in parts if [r.points for r in t.rows].count(t.rows[0].points) > 1]
    assert tied, "points alone part nobody in some section"
    before = GALWAY.panels(after.until(5))[0]
    assert before.columns[4] == "Leaders"


def test_another_opponent_costs_no_conflict_that_is_there_already() -> None:
    given = Withdraw("3").apply(before_closing(event(48)), GALWAY)
    proposed = GALWAY.draw(given)
    round = Round(proposed.round, RoundState.PROPOSAL, proposed.matches, proposed.byes)
    sections = sections_of(given)
    asked = next(m for m in proposed.matches if {sections.name(id) for id in m.pair} == {"A"})
    other = next(e.id for e in given.entrants if sections.name(e.id) == "B")
    for found in instead(given, GALWAY, round, asked, other):
        assert not {c.text for c in found.more} & {c.text for c in found.fewer}


def test_the_rule_for_odd_sections_is_part_of_what_a_round_was_drawn_from() -> None:
    """Also where it is the default, which has changed."""
    marks = {fingerprint(event(48, odd_section=rule)) for rule in ("lowest", "neighbour", "bye")}
    assert len(marks) == 3
    assert fingerprint(event(48)) == fingerprint(event(48, odd_section="lowest"))
