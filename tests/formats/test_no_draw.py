"""Rounds without a legal draw: who is stuck, the fewest illegal games, the bars to take back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from itertools import combinations

import pytest

from engine.actions import Instruct, Propose, PublishRound
from engine.entrants import Entrant
from engine.event import Bye, Event, Instruction, Match, Round, RoundState
from engine.history import cards
from engine.next_draw import next_draw
from engine.protocol import Format, Proposal, Severity
from engine.refusal import NoDraw, Refused
from engine.results import GameResult, parse_game
from engine.rules import conflicts
from formats.registry import format_named
from formats.swiss import no_draw
from tests.sampling import sampled

RESULTS = (GameResult.WHITE, GameResult.BLACK, GameResult.DRAW)
NAMES = ("Ashgrove", "Quilty", "Moyvane", "Dunloy", "Farran", "Kells", "Lisdoon", "Nobber")


def event(count: int, rounds: int, format: Format) -> Event:
    entrants = tuple(Entrant(str(n + 1), NAMES[n], 2000 - 10 * n) for n in range(count))
    given = {"rounds": rounds} | ({"initial_colour": "white"} if format.name == "dutch" else {})
    return Event("Test", format.name, format.settings(given), entrants=entrants)


def played(event: Event, games: str, bye: str = "") -> Event:
    """A round played as written: `1-4 1-0, 5-2 0-1`; White first."""
    matches = []
    for board, game in enumerate(games.split(","), start=1):
        names, result = game.split()
        white, black = names.split("-")
        matches.append(Match(board, white, black, result=parse_game(result)))
    byes = (Bye(bye, Decimal(1)),) if bye else ()
    return event.with_round(
        Round(len(event.rounds) + 1, RoundState.PUBLISHED, tuple(matches), byes)
    )


def told(event: Event, *words: tuple[str, str, str]) -> Event:
    more = tuple(Instruction(kind, a, b) for kind, a, b in words)  # type: ignore[arg-type]
    return replace(event, instructions=(*event.instructions, *more))


def refusal(format: Format, event: Event) -> NoDraw:
    with pytest.raises(NoDraw) as refused:
        format.draw(event)
    return refused.value


DUTCH, KJCA = format_named("dutch"), format_named("kjca")


@pytest.fixture
def triangles() -> Event:
    """Six players: of the two threes that are left everybody has met the others or has their
    colours."""
    now = event(6, 4, DUTCH)
    for _ in range(3):
        now = publish(now, DUTCH.draw(now), lambda: GameResult.WHITE)
    return now


def publish(event: Event, proposal: Proposal, result: Callable[[], GameResult]) -> Event:
    matches = tuple(replace(match, result=result()) for match in proposal.matches)
    return event.with_round(Round(proposal.round, RoundState.PUBLISHED, matches, proposal.byes))


def test_an_odd_set_who_can_only_meet_each_other_is_named(triangles: Event) -> None:
    refused = refusal(DUTCH, triangles)
    assert refused.what == "round 4 has no legal draw"
    assert refused.why == "Ashgrove, Farran and Kells can only meet each other"
    assert set(refused.players) == {"1", "5", "6"}
    assert len(refused.pairs) == 1
    ((a, b),) = refused.pairs
    met = {frozenset(m.pair) for r in triangles.published for m in r.matches}
    assert frozenset((a, b)) in met
    assert refused.remedy.endswith("lock it, then draw again, or end the event")
    assert refused.line.endswith(f"(--lock {a}:{b})")
    assert "the fewest is one" in refused.remedy
    assert "or end the event" in refused.remedy


def test_the_locked_repeat_is_seated_and_the_rest_drawn(triangles: Event) -> None:
    ((a, b),) = refusal(DUTCH, triangles).pairs
    with_lock = Instruct(Instruction("lock", a, b, 4)).apply(triangles, DUTCH)
    proposal = next_draw(with_lock, DUTCH)
    assert frozenset((a, b)) in {frozenset(m.pair) for m in proposal.matches}
    proposed = Propose.of(proposal).apply(with_lock, DUTCH)
    assert proposed.proposal is not None
    assert proposed.proposal.altered
    musts = [c for c in conflicts(DUTCH, proposed, proposed.proposal) if c.rule != "lock"]
    assert [(c.rule, c.severity) for c in musts] == [("repeat", Severity.MUST)]
    with pytest.raises(Refused, match="publish all the same"):
        PublishRound(4).apply(proposed, DUTCH)
    assert PublishRound(4, insist=True).apply(proposed, DUTCH).current is not None


def test_when_all_have_met_it_says_so_and_asks_for_the_bye_by_hand() -> None:
    now = played(event(3, 3, DUTCH), "1-2 1-0", bye="3")
    now = played(now, "3-1 1-0", bye="2")
    now = played(now, "2-3 1-0", bye="1")
    now = replace(now, settings=DUTCH.settings({"rounds": 4, "initial_colour": "white"}))
    refused = refusal(DUTCH, now)
    assert refused.why == "everybody has met everybody"
    assert len(refused.pairs) == 1
    assert "enter a bye of round 4 for" in refused.remedy


def test_the_locked_repeats_leave_the_bye_to_the_last_who_is_told_to_be_alone() -> None:
    """Five have all met, and each had the bye: the leader gets no second one, and once the repeats
    are locked nothing but the bye is in the way."""
    now = event(5, 5, DUTCH)
    for _ in range(5):
        now = publish(now, DUTCH.draw(now), lambda: GameResult.WHITE)
    now = replace(now, settings=DUTCH.settings({"rounds": 6, "initial_colour": "white"}))
    last = min(now.entrants, key=lambda e: (cards(now)[e.id].score, -int(e.id)))
    refused = refusal(DUTCH, now)
    assert refused.why == "everybody has met everybody"
    assert f"enter a bye of round 6 for {last.name}," in refused.remedy
    assert len(refused.pairs) == 2
    assert last.id not in {id for pair in refused.pairs for id in pair}
    locked = told(now, *(("lock", *pair) for pair in refused.pairs))
    again = refusal(DUTCH, locked)
    assert again.why == f"with these locks {last.name} can meet nobody and may not have the bye"
    assert again.remedy.startswith(f"enter a bye of round 6 for {last.name},")
    assert again.pairs == ()


def test_two_players_for_one_opponent_are_named() -> None:
    """Quilty, Moyvane and Farran have met all but Kells; two of them are enough to say so."""
    now = event(6, 9, KJCA)
    stuck = no_draw(now, 1, list("123456"), apart=_apart({"26", "36", "56", "14"}))
    assert stuck.why == "Quilty and Moyvane can only meet Kells"
    assert stuck.players == ("2", "3")


def _apart(allowed: set[str]) -> Callable[[str, str], str]:
    pairs = {frozenset(pair) for pair in allowed}
    return lambda a, b: "" if {a, b} in pairs else "kept apart"


def test_players_who_are_odd_and_none_may_rest() -> None:
    stuck = no_draw(event(3, 3, DUTCH), 1, list("123"), may_have_bye=lambda _id: False)
    expected = "3 are to be drawn, an odd number, and nobody of them may have the bye"
    assert stuck.why == expected
    assert stuck.remedy.startswith("enter a bye of round 1 for Moyvane")


def test_one_who_may_have_no_bye_and_meet_nobody() -> None:
    stuck = no_draw(
        event(3, 3, DUTCH), 1, list("123"), apart=_apart({"12"}), may_have_bye=lambda id: id == "1"
    )
    assert stuck.why == "Moyvane can meet nobody and may not have the bye"


@pytest.mark.parametrize("format", [DUTCH, KJCA])
def test_the_fewest_bars_are_to_be_taken_back(format: Format) -> None:
    bars = [("bar", "1", other) for other in "234"] + [("bar", "2", "3")]
    refused = refusal(format, told(event(4, 3, format), *bars))
    assert refused.why == "with these bars Ashgrove can meet nobody"
    assert refused.remedy == "take back the bar of Ashgrove and Moyvane"
    free = told(event(4, 3, format), *(bar for bar in bars if bar != ("bar", "1", "3")))
    assert len(format.draw(free).matches) == 2


@pytest.mark.parametrize("format", [DUTCH, KJCA])
def test_two_bars_where_one_is_not_enough(format: Format) -> None:
    """Two players barred from all: they may meet each other if that one bar goes, and two bars
    must go if they have met."""
    both = [("bar", a, b) for a in "12" for b in "3456"]
    refused = refusal(format, told(event(6, 3, format), ("bar", "1", "2"), *both))
    assert refused.remedy == "take back the bar of Ashgrove and Quilty"
    met = played(event(6, 3, format), "1-2 1-0, 4-3 0-1, 5-6 1-0")
    refused = refusal(format, told(met, *both))
    assert refused.remedy.count("the bar of") == 2


@pytest.mark.parametrize("format", [DUTCH, KJCA])
def test_a_lock_that_takes_the_last_opponent(format: Format) -> None:
    now = played(event(4, 3, format), "1-3 1-0, 4-2 0-1")
    now = played(now, "2-1 1/2-1/2, 3-4 1/2-1/2")
    refused = refusal(format, told(now, ("lock", "1", "3")))
    assert refused.why == "with these locks Quilty can meet nobody"
    assert refused.remedy == "take back the lock of Ashgrove and Moyvane"


@pytest.mark.parametrize("format", [DUTCH, KJCA])
def test_nobody_is_locked_twice(format: Format) -> None:
    now = told(event(6, 3, format), ("lock", "1", "2"), ("lock", "1", "3"))
    with pytest.raises(Refused, match="Ashgrove is locked twice"):
        format.draw(now)


def test_names_with_commas_are_set_apart() -> None:
    people = tuple(Entrant(str(n), f"Player, {n}", 2000 - n) for n in range(1, 7))
    now = replace(event(6, 3, DUTCH), entrants=people)
    stuck = no_draw(now, 1, list("123456"), apart=_apart({"12", "13", "23", "45", "46", "56"}))
    assert stuck.why == "Player, 1 · Player, 2 and Player, 3 can only meet each other"


@dataclass(frozen=True)
class Field:
    """A small field by chance: what no_draw is asked, and what is legal in it."""

    event: Event
    ids: list[str]
    met: set[frozenset[str]]
    apart: set[frozenset[str]]
    bars: set[frozenset[str]]
    resting: set[str]

    @classmethod
    def by_chance(cls, seed: int) -> Field:
        lot = random.Random(seed)
        now = event(lot.randint(2, 7), 9, DUTCH)
        ids = [e.id for e in now.entrants]
        pairs = [frozenset(p) for p in combinations(ids, 2)]
        likely = lot.choice([0.3, 0.5, 0.8])

        def some(share: float) -> set[frozenset[str]]:
            return {pair for pair in pairs if lot.random() < share}

        met, apart, bars = some(likely), some(likely / 2), some(lot.choice([0, 0.3]))
        for number, pair in enumerate(met, 1):
            white, black = sorted(pair)
            match = Match(1, white, black, result=GameResult.DRAW)
            others = tuple(Bye(id, Decimal(0), "absent") for id in ids if id not in match.pair)
            now = now.with_round(Round(number, RoundState.PUBLISHED, (match,), others))
        now = told(now, *(("bar", min(pair), max(pair)) for pair in bars))
        resting = {id for id in ids if lot.random() < 0.5}
        return cls(now, ids, met, apart, bars, resting)

    def refused(self) -> NoDraw:
        return no_draw(
            self.event,
            len(self.event.rounds) + 1,
            self.ids,
            apart=lambda a, b: "kept apart" if frozenset((a, b)) in self.apart else "",
            may_have_bye=self.resting.__contains__,
        )

    def price(self, games: list[frozenset[str]]) -> tuple[int, int, int, int]:
        """Barred games, repeats, other illegal games, a bye that may not be."""
        return (
            sum(game in self.bars for game in games),
            sum(game in self.met for game in games),
            sum(game in self.apart - self.met for game in games),
            sum(len(game) == 1 and not game <= self.resting for game in games),
        )


def pairings(ids: list[str]) -> Iterator[list[frozenset[str]]]:
    """All pairings; of an odd field one player stands alone."""
    if not ids:
        yield []
        return
    first, rest = ids[0], ids[1:]
    for other in rest:
        for more in pairings([id for id in rest if id != other]):
            yield [frozenset((first, other)), *more]
    if len(ids) % 2:
        for more in pairings(rest):
            yield [frozenset((first,)), *more]


@pytest.mark.parametrize("seeds", sampled([range(600), range(600, 3000)], [range(600)]))
def test_no_draw_of_a_small_field_has_fewer_illegal_games(seeds: range) -> None:
    """And no fewer bars can be taken back: against every pairing of the field."""
    seen = {"illegal": 0, "bars": 0}
    for seed in seeds:
        field = Field.by_chance(seed)
        prices = [field.price(games) for games in pairings(field.ids)]
        legal_but_for_bars = [price[0] for price in prices if not any(price[1:])]
        if min(prices) == (0, 0, 0, 0):
            continue
        refused = field.refused()
        if legal_but_for_bars:
            seen["bars"] += 1
            assert refused.remedy.count("the bar of") == min(legal_but_for_bars), seed
            assert not refused.pairs
            continue
        seen["illegal"] += 1
        barred, repeats, others, byes = min(prices)
        games = [frozenset(pair) for pair in refused.pairs]
        assert field.price(games)[1] == repeats, seed
        assert field.price(games)[2] == others, seed
        assert field.price(games)[0] == barred, seed
        assert ("enter a bye" in refused.remedy) == bool(byes), seed
    assert min(seen.values()) > len(seeds) / 15


@pytest.mark.parametrize("seeds", sampled([range(40), range(40, 200)], [range(40)]))
def test_locking_what_is_proposed_makes_every_round_drawable(seeds: range) -> None:
    """Events of few players until nothing is legal: the proposal's games, locked, are the only
    ones that break a rule."""
    refusals = 0
    for seed in seeds:
        lot = random.Random(seed)
        count = lot.choice([4, 6, 8])
        now = event(count, count - 1, DUTCH)
        for number in range(1, count):
            refused = _refused(now)
            if refused is not None:
                refusals += 1
                now = told(now, *(("lock", a, b) for a, b in refused.pairs))
            proposal = DUTCH.draw(now)
            broken = _broken(now, proposal)
            assert broken == {frozenset(p) for p in refused.pairs} if refused else not broken, seed
            assert proposal.round == number
            now = replace(publish(now, proposal, partial(lot.choice, RESULTS)), instructions=())
    assert refusals > len(seeds) / 5


def _refused(event: Event) -> NoDraw | None:
    try:
        DUTCH.draw(event)
    except NoDraw as refused:
        return refused
    return None


def _broken(event: Event, proposal: Proposal) -> set[frozenset[str]]:
    """The games that break a rule that must hold."""
    here = Round(proposal.round, RoundState.PROPOSAL, proposal.matches, proposal.byes)
    boards = {m.board: frozenset(m.pair) for m in here.matches}
    found = conflicts(DUTCH, event, here)
    return {boards[c.board] for c in found if c.severity is Severity.MUST and c.board}


def test_a_field_of_thousands_is_refused_at_once() -> None:
    people = tuple(Entrant(str(n), f"P{n}", 3000) for n in range(1, 3001))
    now = replace(event(2, 3, DUTCH), entrants=people)
    now = told(now, *(("bar", "1", e.id) for e in people[1:]))
    stuck = no_draw(now, 1, [e.id for e in people])
    assert stuck.why == "not all of these 3000 can get an opponent"
    assert "take back bars" in stuck.remedy


def test_where_nobody_can_be_named_the_sentence_has_no_gap() -> None:
    """A round that fails by rules of the format's own: everybody might meet everybody."""
    for count in (4, 6):
        given = event(count, 5, DUTCH)
        found = no_draw(given, 1, [e.id for e in given.entrants])
        assert "those who are left" in str(found)
        assert "  " not in found.line
