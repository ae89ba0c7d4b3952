"""What an arbiter changes by hand is judged by everything the draw follows, in every format.

The engine's own draw and one random change: two who change places, a board turned, the bye given
to somebody else. What is counted here, from the published rounds alone, shares no code with the
measures: who has met, colours three running, colour differences, byes, Dutch criteria by plain
counting, those of KJCA, ECF and Galway (`by_hand_counts`), the table of a round robin, the pairs of
a bracket, and of teams the same with the scores of C.04.6. Formats in which tables have everything
refuse each change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from engine.actions import CreateEvent, ImportEntrants, Propose, SwapPlaces, Withdraw
from engine.actions.base import applied
from engine.by_hand import Cost, Weighed, cost, weighed
from engine.entrants import Entrant
from engine.event import Event, Round, RoundState
from engine.log import begun
from engine.next_draw import next_draw
from engine.proposal import swap, turn
from engine.protocol import Format, Severity
from engine.refusal import Refused
from engine.trial.chance import PERCENT, Chance
from engine.trial.play import Odds, chosen, published, strengths, with_results
from formats.dutch.reading import drawn_in, pairing_table
from formats.registry import format_named
from tests.formats.by_hand_counts import NOT_COUNTED, counts, ways
from tests.formats.dutch.counting import Counting, Whole
from tests.formats.oracles.swiss_events import plans, rounds
from tests.sampling import sampled

SWISS = {
    "kjca": range(8, 40),
    "dutch": range(6, 40),
    "galway": range(24, 60),
    "ecf": range(14, 50),
}
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "dutch": [{}, {}, {"acceleration": "baku"}],
    "galway": [{}, {"mixed_groups": "plain dutch"}, {"odd_section": "bye"}],
    "ecf": [{}, {"pairing": "seeded"}, {"acceleration": "basic"}, {"acceleration": "advanced"}],
}
OTHERS: dict[str, tuple[range, list[dict[str, Any]]]] = {
    "round_robin": (range(4, 16), [{}, {"double": True}, {"numbers": "rating"}]),
    "knockout": (range(5, 40), [{}, {"placement": "drawn"}, {"separate_clubs": True}]),
    "double_knockout": (range(5, 30), [{}, {"placement": "mixed", "seeds": 4}]),
    "diagonal": (range(4, 30), [{}]),
    "gnot": (range(16, 33), [{}]),
    "team_swiss": (range(5, 24), [{}, {"colour_preferences": "B"}, {"primary": "game"}]),
    "team_round_robin": (range(4, 12), [{}, {"double": True}]),
    "league": (range(4, 16), [{}, {"double": True}]),
    "team_knockout": (range(5, 24), [{}, {"placement": "drawn"}]),
    "scheveningen": (range(2, 3), [{}]),
    "hutton": (range(4, 9), [{}]),
}
FIXED = {"diagonal", "hutton", "scheveningen"}
"""They let nothing be changed by hand."""
KNOCKOUTS = {"knockout", "double_knockout", "team_knockout"}
TABLES = {"round_robin", "team_round_robin", "league"}
PER_ROUND = 12
ALL = sorted({*SWISS, *OTHERS})


@dataclass(frozen=True)
class Drawn:
    """The event before a round, and the engine's own draw of it."""

    event: Event
    format: Format
    own: Round


def swiss(name: str, seed: int) -> Iterator[Drawn]:
    """The rounds of a random event, without locks and bars."""
    given = SETTINGS.get(name, [{}])
    plan = replace(plans(name, seed, SWISS[name], **given[seed % len(given)]), words=0)
    for event, found in rounds(plan):
        yield Drawn(event, plan.formed, Round(found.round, matches=found.matches, byes=found.byes))


def others(name: str, seed: int) -> Iterator[Drawn]:
    """The same of a format that is no Swiss, as the protocol plays it."""
    lot, chance = Random(f"{name} {seed}"), Chance(seed, "by hand")
    sizes, settings = OTHERS[name]
    format = format_named(name)
    event = CreateEvent("Test", name, settings[seed % len(settings)], seed).begin(format)
    entrants = [
        Entrant(
            "",
            f"P{n}",
            rating=2500 - 10 * n,
            club=lot.choice(["", "A", "B", "C"]),
            section="12"[n % 2] if name == "league" and seed % 3 else "",
        )
        for n in range(lot.choice(sizes))
    ]
    event = applied(ImportEntrants(tuple(entrants)), event, format)
    for _ in range(60):
        step = format.next_step(event)
        if step.name == "finished":
            return
        if step.choice is not None:
            event = chosen(event, format, step.choice, chance)
        elif step.name == "play":
            for round in [r for r in event.published if any(m.open for m in r.matches)]:
                done = with_results(round, format, strengths(event), Odds(chance, 10 * PERCENT))
                event = event.with_round(done)
            if all(not m.open for r in event.published for m in r.matches) and (
                format.next_step(event).name == "play"
            ):
                return
        else:
            try:
                found = format.draw(event)
            except Refused:
                return
            own = Round(found.round, matches=found.matches, byes=found.byes)
            event = replace(event, lots=(*event.lots, *found.lots))
            if found.matches:
                yield Drawn(event, format, own)
            event = published(event.with_round(own), format)


def changed(own: Round, lot: Random, format: Format, event: Event) -> Round | None:
    """One change by chance; None where what was picked cannot be done, or the format lets nothing
    be changed by hand."""
    board = lot.choice(own.matches)
    byes = [bye.entrant for bye in own.byes if bye.kind == "pairing"]
    places = [id for match in own.matches for id in match.pair]
    what = lot.choice(["turn", "swap", "swap", "bye"])
    if format.by_hand_refused(event, "turn" if what == "turn" else "swap"):
        return None
    try:
        if what == "turn":
            return turn(own, board.board)
        first = lot.choice(byes) if what == "bye" and byes else lot.choice(places)
        second = lot.choice([*places, *byes])
        SwapPlaces(first, second).judge(event.with_round(own), format)
        return swap(own, first, second)
    except Refused:
        return None


# An independent count


@dataclass
class Past:
    """What a player has done, from the published rounds."""

    met: list[str]
    colours: str = ""
    byes: int = 0
    free_wins: int = 0


def pasts(event: Event) -> Mapping[str, Past]:
    found = {e.id: Past([]) for e in event.entrants}
    for round in event.published:
        for match in round.matches:
            played = match.result is None or getattr(match.result, "played", True)
            for me, other, colour in zip(match.pair, match.pair[::-1], "WB", strict=True):
                if played:
                    found[me].met.append(other)
                    found[me].colours += colour
                elif getattr(match.result, "text", "") == ("+/-" if colour == "W" else "-/+"):
                    found[me].free_wins += 1
        for bye in round.byes:
            found[bye.entrant].byes += bye.kind == "pairing"
            found[bye.entrant].free_wins += bye.points >= 1
    return found


def must_not(name: str, drawn: Drawn, round: Round) -> dict[str, int]:
    """How often a rule of the format or of C.04.1 is broken."""
    past = pasts(drawn.event)
    if name in TABLES:
        most = 2 if getattr(drawn.event.settings, "double", False) else 1
        section = {e.id: e.section for e in drawn.event.entrants}
        return {
            "repeat": sum(past[m.white].met.count(m.black) >= most for m in round.matches),
            "division": sum(section[m.white] != section[m.black] for m in round.matches),
        }
    if name == "team_swiss":
        byes = [past[bye.entrant] for bye in round.byes if bye.kind == "pairing"]
        return {
            "repeat": sum(m.black in past[m.white].met for m in round.matches),
            "bye": sum(one.byes + one.free_wins > 0 for one in byes),
        }
    if name not in SWISS:
        return {}
    found = dict.fromkeys(("repeat", "third", "difference", "bye"), 0)
    topscorers = _topscorers(name, drawn)
    for match in round.matches:
        found["repeat"] += match.black in past[match.white].met
        if topscorers & set(match.pair):
            continue
        for id, colour in zip(match.pair, "WB", strict=True):
            line = past[id].colours + colour
            found["third"] += line.endswith(3 * colour)
            before = past[id].colours
            gap, had = (abs(x.count("W") - x.count("B")) for x in (line, before))
            # no rule of kjca, whose own draws go beyond two: there a measure, held against them
            found["difference"] += gap > 2 and gap > had and name != "kjca"
    for bye in round.byes:
        if bye.kind == "pairing":
            one = past[bye.entrant]
            barred = one.byes + (one.free_wins if name in ("dutch", "galway") else 0)
            found["bye"] += barred > 0
    return found


def _topscorers(name: str, drawn: Drawn) -> set[str]:
    """Of Dutch draws in the last round: C3, C10 and C11 are for them."""
    if name not in ("dutch", "galway") or drawn.own.number < drawn.event.settings.rounds:
        return set()
    played = drawn.own.number - 1
    totals: dict[str, float] = {e.id: 0 for e in drawn.event.entrants}
    for round in drawn.event.published:
        for match in round.matches:
            assert match.result is not None
            for id, side in zip(match.pair, ("white", "black"), strict=True):
                totals[id] += float(match.result.points(side, drawn.event.settings))  # type: ignore[arg-type]
        for bye in round.byes:
            totals[bye.entrant] += float(bye.points)
    return {id for id, total in totals.items() if 2 * total > played}


def counted(name: str, drawn: Drawn, round: Round) -> dict[str, Any]:
    """Criteria by plain counting, where there is such a count."""
    if name == "dutch" and len(drawn.event.entrants) <= 24:
        table = pairing_table(drawn.event, drawn.format.order(drawn.event))[0]
        made = drawn_in(table, round)
        if 2 * len(made.pairs) + (made.bye is not None) != len(table.position.players):
            return {}
        whole = Whole(frozenset(frozenset(p) for p in made.pairs), made.bye)
        found = Counting(table.position).count(whole, order=False)
        return {f"{score} {key}": value for (score, key), value in found.items()}
    if name == "league" and drawn.own.number > 1:
        # who is at home may be changed
        meant = {frozenset(m.pair) for m in drawn.own.matches}
        return {"off": sum(frozenset(m.pair) not in meant for m in round.matches)}
    if name in TABLES and drawn.own.number > 1:
        pairs = {m.pair for m in drawn.own.matches}
        return {"off": sum(m.pair not in pairs for m in round.matches)}
    if name == "team_swiss":
        # the draw is the least of all legal rounds
        pairs = {m.pair for m in drawn.own.matches}
        return {"off": sum(m.pair not in pairs for m in round.matches)}
    if name in KNOCKOUTS and drawn.own.number > 1:
        bracket = {frozenset(m.pair) for m in drawn.own.matches}
        return {"off": sum(frozenset(m.pair) not in bracket for m in round.matches)}
    if name == "gnot":
        meant = {frozenset(m.pair) for m in drawn.own.matches}
        swiss_met = {
            frozenset(m.pair)
            for r in drawn.event.published
            for m in r.matches
            if m.stage == "swiss"
        }
        again = sum(m.stage == "swiss" and frozenset(m.pair) in swiss_met for m in round.matches)
        return {"off": sum(frozenset(m.pair) not in meant for m in round.matches), "again": again}
    return {}


# The property


def faults(name: str, drawn: Drawn, round: Round) -> Iterator[str]:
    """Where a change is judged otherwise than it was counted."""
    event, format, own = drawn.event.with_round(round), drawn.format, drawn.own
    found = cost(event, format, own, round)
    judged = Weighed(round, own=own, from_own=found)
    then, now = must_not(name, drawn, own), must_not(name, drawn, round)
    broken = [rule for rule in now if now[rule] > then[rule]]
    first, second = counted(name, drawn, own), counted(name, drawn, round)
    worse = [key for key in second if key in first and second[key] > first[key]]
    marked = found.severity
    if broken and marked is not Severity.MUST:
        yield f"{broken} broken, marked {marked}"
    if broken and not any(c.severity is Severity.MUST for c in found.more):
        yield f"{broken} broken without a conflict at a board"
    if (broken or worse) and not (judged.marks or found.more):
        yield f"{broken or worse} worse without a mark"
    if worse and not found.worse:
        yield f"{worse} worse by count, no measure is"
    if not found.worse and judged.marks:
        yield "a mark where no measure is worse"
    if found.worse and marked is None:
        yield "a measure is worse and nothing is marked"
    if found.worse and not (judged.marks or found.more):
        yield "a measure is worse and no board has a mark"
    if name == "dutch" and found.changes and not found.worse:
        yield "better than the engine's own draw"
    if name == "team_swiss" and found.changes and not found.changes[0].worse:
        yield "better than the engine's own draw by the first criterion that differs"
    if name in NOT_COUNTED:
        yield from counted_otherwise(name, drawn, round, found)


def counted_otherwise(name: str, drawn: Drawn, round: Round, found: Cost) -> Iterator[str]:
    """Criteria that a count of their own finds worse, better or the same and the measures do
    not."""
    event = drawn.event
    before, after = counts(name, event, drawn.own), counts(name, event, round)
    count = ways(before, after)
    told = {
        (c.measure.where, c.measure.name): 1 if c.worse else -1
        for c in found.changes
        if c.measure.name not in NOT_COUNTED[name]
    }
    grouped = any(where for where, _ in before)
    for key in sorted(count.keys() | told.keys()):
        uncounted = key[1] in NOT_COUNTED[name] or (key[0] and not grouped)
        if count.get(key, 0) != told.get(key, 0) and not uncounted:
            yield f"{key}: by count {count.get(key, 0)}, by measure {told.get(key, 0)}"


def tried(name: str, count: int, first: int = 0) -> tuple[int, list[str]]:
    """How many changes were made, and the faults found."""
    made = 0
    found: list[str] = []
    seed = first
    while made < count and seed < first + 40 * count:
        for drawn in (swiss if name in SWISS else others)(name, seed):
            lot = Random(f"{name} {seed} {drawn.own.number}")
            for _ in range(PER_ROUND):
                round = changed(drawn.own, lot, drawn.format, drawn.event)
                if round is None:
                    continue
                made += 1
                told = [
                    f"seed {seed}, round {round.number}: {what}"
                    for what in faults(name, drawn, round)
                ]
                found += told
            if made >= count:
                break
        seed += 1
        if name in FIXED and seed >= first + 20:
            break
    return made, found


@pytest.mark.parametrize("name", ALL)
def test_a_change_by_hand_is_marked_where_it_makes_anything_worse(name: str) -> None:
    made, found = tried(name, 30)
    assert found == []
    assert (made == 0) is (name in FIXED)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_ten_thousand_changes_by_hand(name: str) -> None:
    _, found = tried(name, 10_000, first=1_000)
    assert found == []


@pytest.mark.parametrize("seeds", sampled([range(12), range(12, 100)], [range(12)]))
def test_a_colour_difference_that_a_change_makes_in_kjca_is_a_must(seeds: range) -> None:
    """C.04.1 counts in every format, though the draw of this one does not look at it."""
    worse = 0
    for seed in seeds:
        for drawn in swiss("kjca", seed):
            lot = Random(seed)
            round = changed(drawn.own, lot, drawn.format, drawn.event)
            if round is None:
                continue
            before, now = beyond_two(drawn.event, drawn.own), beyond_two(drawn.event, round)
            found = cost(drawn.event, drawn.format, drawn.own, round).worse
            marked = [change for change in found if change.measure.name == "differences"]
            assert bool(marked) == (now > before)
            assert all(change.severity is Severity.MUST for change in marked)
            worse += now > before
    assert worse > len(seeds) / 10


@pytest.mark.parametrize("name", ["kjca", "dutch"])
def test_of_two_changes_the_one_that_makes_a_criterion_worse_has_its_mark(name: str) -> None:
    tried = 0
    for seed in range(5):
        for drawn in swiss(name, seed):
            event, own = drawn.event, drawn.own
            if len(own.matches) < 8:
                break
            (a, b), (c, d) = ((m.white for m in own.matches[n : n + 2]) for n in (0, 5))
            one, both = swap(own, a, b), swap(swap(own, a, b), c, d)
            found = weighed(event.with_round(both), drawn.format, both)
            if found.own is None or {m.pair for m in found.own.matches} != {
                m.pair for m in own.matches
            }:
                continue
            first, second, whole = (
                {(x.measure.where, x.measure.name) for x in cost(event, drawn.format, own, r).worse}
                for r in (one, swap(own, c, d), both)
            )
            boards = {m.board for m in both.matches if {a, b} & set(m.pair)}
            others = {name for _, name in (whole - first) | second}
            marks = [mark for mark in found.marks if mark.rule not in others]
            assert {mark.board for mark in marks} <= boards
            tried += len(marks)
    assert tried > 3


def test_a_mark_of_colours_stands_on_the_boards_with_wrong_colours_alone() -> None:
    """In round 1 the higher of two has the first colour if his number is odd (article 5.2.5). Of a
    board turned and two boards with players exchanged, one of the latter keeps its right colours.
    """
    format = format_named("dutch")
    settings = {"rounds": 6, "initial_colour": "white"}
    players = tuple(Entrant(str(n), f"P{n}", rating=2200 - n) for n in range(1, 17))
    event = CreateEvent("Kent", "dutch", settings, 1).begin(format)
    event = applied(ImportEntrants(players), event, format)
    own = Round(1, RoundState.PROPOSAL, (drawn := format.draw(event)).matches, drawn.byes)
    one, three, four = (own.matches[n] for n in (0, 2, 3))
    made = swap(turn(own, one.board), three.white, four.white)
    found = weighed(event.with_round(made), format, made)
    wrong = set()
    for match in made.matches:
        white, black = int(match.white), int(match.black)
        if (white < black) != (min(white, black) % 2 == 1):
            wrong.add(match.board)
    assert one.board in wrong
    assert len(wrong & {three.board, four.board}) == 1
    assert {mark.board for mark in found.marks if mark.rule == "colours"} == wrong
    assert {mark.board for mark in found.marks if mark.rule == "order"} == {three.board, four.board}


def beyond_two(event: Event, round: Round) -> int:
    """Players whom the round takes further beyond a difference of two, from the rounds alone."""
    had: dict[str, int] = {}
    for earlier in event.published:
        if earlier.number >= round.number:
            continue
        for match in earlier.matches:
            if match.result is not None and match.result.played:
                had[match.white] = had.get(match.white, 0) + 1
                had[match.black] = had.get(match.black, 0) - 1
    seats = [(id, 1) for m in round.matches for id in (m.white,)]
    seats += [(m.black, -1) for m in round.matches]
    return sum(abs(had.get(id, 0) + turn) > max(2, abs(had.get(id, 0))) for id, turn in seats)


def _bye_holder_gone(format: Format, players: int) -> Weighed:
    """Who had the bye of the proposal has withdrawn, and was put at board 1 all the same."""
    desk = begun(CreateEvent("E", format.name, {}), format).event
    entrants = tuple(Entrant("", f"P{n}", 2000 - 10 * n) for n in range(players))
    event = applied(ImportEntrants(entrants), desk, format)
    event = applied(Propose.of(next_draw(event, format)), event, format)
    assert event.proposal is not None
    holder, other = event.proposal.byes[0].entrant, event.proposal.matches[0].black
    event = applied(Withdraw(holder), event, format)
    event = applied(SwapPlaces(other, holder), event, format)
    assert event.proposal is not None
    return weighed(event, format, event.proposal)


@pytest.mark.parametrize("name", ["dutch", "team_swiss"])
def test_who_is_without_an_opponent_since_somebody_left_is_marked(name: str) -> None:
    """The board of who has left, and the bye: an odd one too many is without a game."""
    found = _bye_holder_gone(format_named(name), 9)
    marks = [mark for mark in found.marks if mark.rule == "all paired"]
    assert {mark.severity for mark in marks} == {Severity.MUST}
    assert [mark.board for mark in marks] == [1, None]
    assert "out" in {conflict.rule for conflict in found.from_own.more}


def test_a_change_in_a_bracket_that_is_no_longer_of_the_size_drawn_is_weighed() -> None:
    """Of 9 with 7 free lines one is gone: 8 without any. No part of it stands by itself."""
    found = _bye_holder_gone(format_named("knockout"), 9)
    assert [conflict.rule for conflict in found.from_own.more] == ["out"]
