"""Everything that `explain` says, held against counts that know nothing of the draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from random import Random

from engine.entrants import Entrant, RequestedBye
from engine.event import Bye, Event, Instruction, Match, Round, RoundState
from engine.history import cards
from engine.protocol import Proposal
from engine.reasons import Reason, Reasons
from engine.refusal import Refused
from engine.results import GameResult
from formats.dutch import Dutch, NumberedDutch
from formats.dutch.position import Position
from formats.dutch.reading import group_name, pairing_table
from saves.trf_read import read_trf
from tests.formats.dutch.brute import wish_of
from tests.formats.dutch.conformance import packed
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
        found, _ = pairing_table(self.event, DUTCH.order(self.event))
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


@dataclass
class Checked:
    """How many lines of each kind have been confirmed."""

    minimum: int = 0
    again: int = 0
    order: int = 0
    impossible: int = 0
    met: int = 0
    boards: int = 0


def check(witness: Witness, reasons: Reasons, checked: Checked) -> None:
    """Every number and every claim of an explanation."""
    checked.boards += 1
    where = ""
    for reason in reasons:
        match reason.code:
            case "group":
                where = name_of_group(reason["group"])
            case "minimum":
                checked.minimum += 1
                value = witness.of(name_of_group(reason["group"]), reason["criterion"])
                assert reason["value"] == value, reason
                assert sum(value if isinstance(value, tuple) else (value,)) > 0, reason
            case "drawn-again":
                checked.again += 1
                check_again(witness, reason, where, checked)
            case "pairs":
                assert reason["most"] == witness.most_pairs(where), reason
            case "nobody-may-have-bye":
                pass  # `tests.formats.oracles.dutch_claims` counts these
            case _:
                if cause := reason.get("because"):
                    check_cause(witness, cause, checked)


def name_of_group(group: Reason) -> str:
    return group_name(int(group["score"] * 100))


def check_cause(witness: Witness, cause: Reason, checked: Checked) -> None:
    """Meetings, preferences and floats that stand against the ideal."""
    position, number = witness.table
    players = {p.number: p for p in position.players}
    who = [players[number[f"P{id}"]] for id in cause.get("players", ())]
    match cause.code:
        case "met":
            checked.met += 1
            one, other = cause["players"]
            met = cards(witness.event)[one].line(cause["round"])
            assert met is not None, cause
            assert met.opponent == other, cause
        case "both-due" | "both-strongly-due" | "both-without-fail":
            wishes = [wish_of(player.colours) for player in who]
            assert {wish.colour for wish in wishes} == {cause["colour"]}, cause
            least = {"both-due": 1, "both-strongly-due": 2, "both-without-fail": 3}[cause.code]
            assert min(wish.strength for wish in wishes) >= least, cause
        case "floated-down" | "floated-up" | "scored-unplayed":
            back = position.round - 1 - cause["round"]
            way = "up" if cause.code == "floated-up" else "down"
            assert who[0].floats[back].value == way, cause


def check_again(witness: Witness, reason: Reason, where: str, checked: Checked) -> None:
    """The best of all rounds with that pair, float or bye is first worse there, by as much."""
    name, outcome = f"P{reason['player']}", reason["outcome"]
    if reason["what"] == "pair":
        some = witness.with_pair(name, f"P{reason['opponent']}")
    elif reason["what"] == "float":
        some = witness.with_float(name, where)
    else:
        some = witness.with_bye(name)
    same = witness.same_above(where)
    some = [whole for whole in some if whole in same]
    if outcome.code == "undrawable":
        checked.impossible += 1
        assert some == [], reason
        return
    differ = witness.first_worse(some)
    assert differ is not None, reason
    (score, criterion), was, then = differ
    group = name_of_group(outcome["group"]) if "group" in outcome.facts else None
    named = (criterion, None if score is None else group_name(score))
    assert (outcome["criterion"], group) == named, f"{reason}: {differ}"
    if criterion == "order":
        checked.order += 1
        return
    if criterion == "C5":
        was, then = (value[0] if isinstance(value, tuple) else value for value in (was, then))
    assert (outcome["was"], outcome["then"]) == (was, then), f"{reason}: {differ}"


def sweep(seeds: range, largest: int) -> Checked:
    checked = Checked()
    for seed in seeds:
        for event, proposal in random_event(seed, largest):
            witness = Witness(event, proposal)
            round = proposed(proposal)
            places: tuple[Match | Bye, ...] = (*round.matches, *round.byes)
            for place in places:
                reasons = DUTCH.explanation(event, round, place)
                assert reasons, place
                check(witness, reasons, checked)
    return checked


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
    table, _ = pairing_table(event, NUMBERED.order(event))
    number = {f"P{id}": n for n, id in table.ids.items()}
    pairs = frozenset(frozenset(number[f"P{id}"] for id in m.pair) for m in proposal.matches)
    rests = [number[f"P{b.entrant}"] for b in proposal.byes if b.kind == "pairing"]
    counted = Counting(table.position).count(Whole(pairs, next(iter(rests), None)), order=False)
    players = {p.number: p for p in table.position.players}
    confirmed = 0
    for match in proposal.matches:
        for reason in NUMBERED.explanation(event, proposed(proposal), match):
            if reason.code == "minimum":
                where = name_of_group(reason["group"])
                value = next(
                    v
                    for (s, n), v in counted.items()
                    if n == reason["criterion"] and s is not None and group_name(s) == where
                )
                assert reason["value"] == value, reason
            elif reason.code == "colours":
                article = reason["because"]
                due = dict(article.get("due", ()))
                if article.code == "both-due-one-colour":
                    due = {article["player"]: article["colour"]}
                    wishes = {
                        wish_of(players[number[f"P{id}"]].colours).colour for id in match.pair
                    }
                    assert wishes == {article["colour"]}, reason
                for id, colour in due.items():
                    assert wish_of(players[number[f"P{id}"]].colours).colour == colour, reason
                    assert match.side(id) == {"W": "white", "B": "black"}[colour], reason
                if not due:
                    continue
            else:
                continue
            confirmed += 1
    return confirmed
