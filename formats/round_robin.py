"""The round robin, single and double: everybody plays everybody by the Berger tables.

Source: FIDE C.05 Annex 1; `docs/formats/round_robin.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, cast

from engine.entrants import Entrant, EntrantId, has_left
from engine.event import Bye, Event, Instruction, Lot, Match, Round
from engine.history import cards
from engine.lots import next_number, standing_lot
from engine.match_results import open_games_lost
from engine.phrases import listed, phrase
from engine.points import NIL, Points, counted
from engine.protocol import (
    Advice,
    ByHand,
    Conflict,
    Measure,
    Proposal,
    ReadFromFiles,
    Rule,
    Severity,
    with_reasons,
)
from engine.reasons import Reason
from engine.refusal import Refused
from engine.results import GameResult
from engine.standings import standings
from engine.tables import Meetings, Panel, StandingTable
from engine.waiting import NextStep, round_by_round
from formats.berger import (
    FEWEST,
    MOST,
    NUMBERS,
    Pair,
    RoundRobinSettings,
    annulled,
    berger,
    followed,
    games_of_each,
    games_played,
    most_entrants,
    numbered,
    numbers_not_seeded,
    reckoned,
    rounds_of,
    settings_of,
    withdrawal_notes,
)
from formats.common import TableFormat, nobody_floats, seniority, with_rounds, without_number
from formats.meetings import meetings_of
from formats.settings import MOST_ROUNDS, FormatSettings

_WORDS = {
    "lost-by-forfeit": "absent: lost by forfeit",
    "played-earlier": "the game of this round was played in an earlier one",
    "free-round": "the free round that an odd field has in its table",
}
REASONS = {
    "repeats": "nobody plays an opponent more often than the table says",
    "table": "the table gives these games to this round",
    "colours": "the table gives the colours",
}
"""Why a round is as it is by each criterion, in an arbiter's words."""


class PlayedBefore(Rule):
    """Two meet once, in the double twice; a forfeited game is not a meeting."""

    id = "repeat"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """The rounds in which they met are named."""
        met = meetings_in(event, match.white, match.black)
        if len(met) >= (2 if settings_of(event).double else 1):
            rounds = " and ".join(map(str, met))
            yield self._found(match, f"they met in round{'s' * (len(met) > 1)} {rounds}")


class OffTable(Rule):
    """The table says who meets whom, and with which colours."""

    id = "table"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """In the first round a change by hand changes the numbers, not the table."""
        order, rounds = numbered(event), rounds_of(event)
        if number == 1 or number > len(rounds):
            return
        place = {id: no for no, id in enumerate(order, start=1)}
        wanted = {p: (w, b) for w, b in rounds[number - 1] for p in (w, b)}
        pair = (place.get(match.white, 0), place.get(match.black, 0))
        if pair not in rounds[number - 1]:
            games = " and ".join(f"{w}-{b}" for w, b in {wanted[p] for p in pair if p in wanted})
            yield self._found(match, f"the table has {games} in round {number}")


class RoundRobin(ReadFromFiles, TableFormat):
    """Everybody plays everybody, once or twice."""

    name = "round_robin"
    title = "Round robin"
    used_for = "clubs, closed groups"
    summary = "everybody plays everybody, once or twice, by the Berger tables; 3 to 60 entrants"
    smallest = FEWEST
    drawn_by_results = False
    Settings: ClassVar[type[FormatSettings]] = RoundRobinSettings
    strict = True
    report_code = "FIDE_ROUNDROBIN"
    file_codes = r"(FIDE|BERGER)_(DOUBLE)?ROUNDROBIN|BERGER_ROUNDROBIN_G[12]"
    file_words = r"round.?robin|all.?play.?all|rundenturnier|toutes.?rondes|berger"
    beyond_trf = "no lot, and no exchange by hand, of the numbers (they are the file's)"

    def report_type(self, event: Event) -> str:
        """The double of FIDE exchanges two rounds; without that it is Berger's."""
        settings = settings_of(event)
        if not settings.double:
            return self.report_code
        return "FIDE_DOUBLEROUNDROBIN" if settings.exchange else "BERGER_DOUBLEROUNDROBIN"

    def file_settings(self, code: str, words: str) -> Mapping[str, Any]:
        """Single or double, and whether the double exchanges two rounds as FIDE's does."""
        if code:
            double = "_DOUBLE" in code or code.endswith("_G2")
            return {"double": True, "exchange": code.startswith("FIDE")} if double else {}
        return {"double": True} if "double" in words.lower() else {}

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """By number; players who do not play come last."""
        order = numbered(event)
        others = [e for e in event.entrants if e.id not in set(order)]
        return [*order, *(e.id for e in sorted(others, key=seniority))]

    def draw(self, event: Event) -> Proposal:
        """The next round of the table; against whoever is not there it is a free round."""
        number, order = len(event.published) + 1, numbered(event)
        _refuse_size(event, len(order))
        _refuse_locks(event, number)
        matches: list[Match] = []
        byes: list[Bye] = []
        table = rounds_of(event)
        if number > len(table):
            rounds = f"the table of {counted(len(order), event.entrant_word)} has {len(table)}"
            raise Refused(f"there is no round {number}", rounds, shell="see `topboard standings`")
        scheduled = table[number - 1]
        for white, black in scheduled:
            pair = [order[no - 1] for no in (white, black) if no <= len(order)]
            there = [id for id in pair if event.entrant(id).to_be_paired(number)]
            if len(there) == 2:
                board = len(matches) + 1
                why = Reason.of("numbers", white=white, black=black)
                matches.append(Match(board, there[0], there[1], why=(why,)))
                continue
            byes += [self.rest(event, id, pair) for id in there]
            byes += [
                Bye(id, kind="absent", why=(Reason("lost-by-forfeit"),))
                for id in pair
                if id not in there and event.entrant(id).active(number)
            ]
        playing = {no for pair in scheduled for no in pair}
        byes += [
            Bye(id, NIL, why=(Reason("played-earlier"),))
            for no, id in enumerate(order, start=1)
            if no not in playing and event.entrant(id).to_be_paired(number)
        ]
        lots = _lots(event, order)
        return Proposal(number, tuple(matches), tuple(byes), lots)

    def rest(self, event: Event, id: EntrantId, pair: Sequence[EntrantId]) -> Bye:
        """The free round of somebody: of an odd field, or against whoever is not there."""
        return _free(event, id, pair)

    def walkover_now(self, event: Event, bye: Bye) -> Bye:
        """A rest because of an absent opponent, with its present value: a player who left early may
        have come back, or may have played half of the games after a correction."""
        against = [r["opponent"] for r in bye.why if r.code in ("annulled", "won-by-forfeit")]
        if not against:
            return bye
        now = self.rest(event, bye.entrant, (bye.entrant, against[0]))
        return replace(bye, points=now.points, secondary=now.secondary, why=now.why)

    def worded(self, reason: Reason, event: Event) -> str:
        """The numbers of the table, and why somebody has a free round."""
        match reason.code:
            case "numbers":
                return f"by the Berger table: number {reason['white']} v {reason['black']}"
            case "won-by-forfeit":
                return f"won by forfeit: {event.entrant(reason['opponent']).name} does not play"
            case "annulled":
                return f"{event.entrant(reason['opponent']).name} has withdrawn and is not counted"
        return _WORDS.get(reason.code) or super().worded(reason, event)

    def freeze(self, event: Event) -> Event:
        """The number of each player, read from the first round as it was published."""
        if len(event.published) != 1:
            return event
        order = seated(event, event.round(1))
        known = [lot.order for lot in event.lots if lot.purpose == NUMBERS]
        if order == (known[-1] if known else None):
            return event
        lot = Lot(next_number(event), NUMBERS, order)
        return replace(event, lots=(*event.lots, lot))

    def standings(self, event: Event) -> list[StandingTable]:
        """With forfeits against those who left late, and without the games of those who left
        early."""
        event = self.settle(event)
        tables = standings(reckoned(event), self.order(event), predetermined=True)
        notes = tuple(_notes(event))
        return [replace(table, notes=(*table.notes, *notes)) for table in tables]

    def rules(self, event: Event) -> Sequence[Rule]:
        """The table's own word, and that nobody meets anybody more often than it says."""
        return (PlayedBefore(), OffTable())

    def measures(self, event: Event, round: Round) -> tuple[Measure, ...]:
        """Games repeated, players who do not play the opponent given by the table, colours turned;
        in the first round, which gives the numbers, players with another number than the draw's."""
        if round.number == 1:
            drawn = dict(enumerate(numbered(event), start=1))
            numbered_now = seated(event, round)
            if set(numbered_now) != set(drawn.values()):
                return ()
            off = sum(drawn[no] != id for no, id in enumerate(numbered_now, start=1))
            text, reason = "entrants with other numbers than drawn", "the numbers are as drawn"
            return (Measure("", "numbers", text, off, reason=reason),)
        return with_reasons(tuple(_off_table(event, round)), REASONS)

    def as_counted(self, event: Event) -> Event:
        """Nothing of those who left early."""
        return reckoned(event)

    def levels(self, event: Event, round: Round) -> Mapping[EntrantId, int]:
        """Nobody floats: points decide nothing in the table."""
        return nobody_floats(event)

    def seeds_unused(self, event: Event) -> str:
        """Its numbers go by them where the setting says so."""
        return numbers_not_seeded(settings_of(event))

    def by_hand_refused(self, event: Event, change: ByHand) -> str:
        """A player who rests because of an absent opponent has the points for that."""
        return "the table says who has which bye" if change == "bye" else ""

    def instruction_refused(self, event: Event, instruction: Instruction) -> str:
        """Neither a lock nor a bar."""
        if instruction.kind == "allow":
            return super().instruction_refused(event, instruction)
        return "the table says who meets whom"

    def next_step(self, event: Event) -> NextStep:
        """Round after round of the table, which applies even if nearly everybody has left."""
        return round_by_round(1 if event.published else self.smallest, self.settle(event))

    def rounds_planned(self, event: Event) -> int | None:
        """As the table has it."""
        playing = len(numbered(event))
        return event.settings.rounds if playing >= FEWEST else None

    def settle(self, event: Event) -> Event:
        """The number of rounds follows from the field, and the value of walkovers from the annulled
        players."""
        event = with_byes(event, lambda bye: self.walkover_now(event, bye))
        playing = len(numbered(event))
        rounds = len(rounds_of(event)) if FEWEST <= playing <= MOST else MOST_ROUNDS
        rounds = min(rounds, MOST_ROUNDS)
        if rounds == event.settings.rounds:
            return event
        return replace(event, settings=with_rounds(event.settings, rounds))

    def settings_changed(self, event: Event, settings: object) -> None:
        """The table is fixed by the first round."""
        new, old = cast(RoundRobinSettings, settings), settings_of(event)
        if event.published and (new.double, new.exchange) != (old.double, old.exchange):
            raise Refused("the schedule cannot change", "round 1 is published", "make a new event")

    def expected(self, event: Event, number: int) -> list[Entrant]:
        """The players with a number in the table, once the numbers are given."""
        there = super().expected(event, number)
        if not event.published:
            return there
        table = set(numbered(event))
        return [entrant for entrant in there if entrant.id in table]

    def entry_refused(self, event: Event) -> str:
        """Once the numbers are given."""
        return "the numbers of the table are given" if event.published else ""

    def bye_refused(self, event: Event, entrant: Entrant, points: Points) -> str:
        """Every game is played, or lost."""
        return "in a round robin every game is played; one not played is a forfeit"

    def advise(self, event: Event) -> list[Advice]:
        """The length of it, and players without a number."""
        playing = len(numbered(event))
        if event.published:
            size = (
                "no round is left for this game, after rounds played otherwise than the table says"
            )
            urgent = [Advice(f"{pair}: {size}", urgent=True) for pair in _cannot_meet(event)]
            return urgent + without_number(event, numbered(event))
        if playing < 2:
            return []
        most, who = most_entrants(event), "team" if self.of_teams(event) else "entrant"
        if not FEWEST <= playing <= most:
            a_double = "a double" if settings_of(event).double else "a"
            size = f"{counted(playing, who)}: {a_double} round robin takes {FEWEST} to {most}"
            return [Advice(size, urgent=True)]
        length = Advice(f"{playing} {who}s: {counted(len(rounds_of(event)), 'round')}")
        return [length, *without_number(event, numbered(event))]

    def leaving(self, event: Event, id: EntrantId) -> Event:
        """The open game of the round in play is lost by forfeit."""
        current = event.current
        for match in current.matches if current else ():
            if id in match.pair and (match.result is None or match.result.provisional):
                assert current is not None
                away = not has_left(event.entrant(match.opponent(id)), current.number)
                lost = GameResult.BLACK_FORFEIT if match.white == id else GameResult.WHITE_FORFEIT
                lost = lost if away else GameResult.DOUBLE_FORFEIT
                match = open_games_lost(match, lost, settings_of(event).forfeit(lost))
                event = event.with_round(current.with_match(match))
        return event

    def leaving_means(self, event: Event, id: EntrantId) -> str:
        """Whether the games played count, by the rule of half of them."""
        if not event.published or id not in numbered(event):
            return ""
        games, played = games_of_each(event), games_played(event, id)
        game, many = ("match", "matches") if event.board_word == "table" else ("game", "games")
        share = f"{played} of {counted(games, game, many)} played"
        counts = "what was played counts, what is to come is lost by forfeit"
        if not settings_of(event).annul:
            return f"{share}: {counts}"
        if 2 * played < games:
            return f"{share}, fewer than half: what was played is annulled and counts for nobody"
        return f"{share}, at least half: {counts}"

    def panels(self, event: Event) -> list[Panel]:
        """The whole schedule, and the number of each player."""
        order = numbered(event)
        if not FEWEST <= len(order) <= most_entrants(event):
            return []
        last = len(order)
        rows = tuple(
            (str(no), _games(boards, last), _idle(boards, last))
            for no, boards in enumerate(rounds_of(event), start=1)
        )
        names = tuple((str(no), event.entrant(id).name) for no, id in enumerate(order, start=1))
        of_teams = self.of_teams(event)
        games = listed("-", self.sides(event)) if of_teams else phrase("White-Black")
        return [
            Panel(phrase("Schedule"), (phrase("Round"), games, phrase("Free")), rows),
            Panel(phrase("Numbers"), (phrase("No"), phrase("Name")), names),
        ]

    def meetings(self, event: Event) -> Meetings | None:
        """Played, open, and to come."""
        order = numbered(event)
        if not FEWEST <= len(order) <= most_entrants(event):
            return None
        return meetings_of(reckoned(event), order, _to_come(event, order))


def _games(boards: Sequence[Pair], last: int) -> str:
    return "  ".join(f"{white}-{black}" for white, black in boards if max(white, black) <= last)


def _idle(boards: Sequence[Pair], last: int) -> str:
    return ", ".join(str(min(pair)) for pair in boards if max(pair) > last)


def _to_come(
    event: Event, order: Sequence[EntrantId]
) -> Iterator[tuple[EntrantId, EntrantId, int]]:
    out = annulled(event)
    for number, boards in enumerate(rounds_of(event), start=1):
        if number > len(event.published):
            for white, black in boards:
                if max(white, black) > len(order):
                    continue
                pair = order[white - 1], order[black - 1]
                if not out & set(pair):
                    yield *pair, number


def _refuse_size(event: Event, players: int) -> None:
    most = most_entrants(event)
    if not FEWEST <= players <= most:
        raise Refused(
            f"a {'double ' * settings_of(event).double}round robin of {players} cannot be drawn",
            f"it takes {FEWEST} to {most} entrants",
            "enter more" if players < FEWEST else "split the field",
        )


def _refuse_locks(event: Event, number: int) -> None:
    if event.instructed("lock", number) or event.instructed("bar", number):
        raise Refused(
            "locks and bars cannot be kept", "the table says who meets whom", "take them back"
        )


def with_byes(event: Event, now: Callable[[Bye], Bye]) -> Event:
    """The event with the byes of its published rounds as they are now."""
    for round in event.published:
        byes = tuple(map(now, round.byes))
        if byes != round.byes:
            event = event.with_round(replace(round, byes=byes))
    return event


def _free(event: Event, id: EntrantId, pair: Sequence[EntrantId]) -> Bye:
    other = next((o for o in pair if o != id), None)
    if other is None:
        return Bye(id, event.settings.bye_points, why=(Reason("free-round"),))
    if other in annulled(event):
        return Bye(id, NIL, why=(Reason.of("annulled", opponent=other),))
    why = Reason.of("won-by-forfeit", opponent=other)
    return Bye(id, event.settings.win_points, why=(why,))


def _lots(event: Event, order: tuple[EntrantId, ...]) -> tuple[Lot, ...]:
    if event.published or settings_of(event).numbers != "lot":
        return ()
    lot = standing_lot(event, NUMBERS, sorted(order, key=int))
    return () if lot in event.lots else (lot,)


def meetings_in(event: Event, a: EntrantId, b: EntrantId) -> list[int]:
    """The rounds in which two have met."""
    return [x.round for x in cards(event)[a].lines if x.met and x.opponent == b]


def _off_table(event: Event, round: Round) -> Iterator[Measure]:
    """Of a later round; a player who is not there is not missed."""
    most, must = (2 if settings_of(event).double else 1), Severity.MUST
    again = (m.board for m in round.matches if len(meetings_in(event, *m.pair)) >= most)
    games = "matches" if event.entrant_word == "team" else "games"
    text = f"{games} played more often than the table says"
    boards = frozenset(again)
    yield Measure("", "repeats", text, len(boards), severity=must, boards=boards)
    order, rounds = numbered(event), rounds_of(event)
    if round.number > len(rounds):
        return
    pairs = [
        tuple(order[no - 1] for no in pair)
        for pair in rounds[round.number - 1]
        if max(pair) <= len(order)
    ]
    pairs = [p for p in pairs if all(event.entrant(i).to_be_paired(round.number) for i in p)]
    here = {frozenset(m.pair): m.pair for m in round.matches}
    missed = sum(frozenset(pair) not in here for pair in pairs)
    text = f"{games} of the table that are not played in this round"
    yield Measure("", "table", text, missed, severity=must)
    turned = sum(here.get(frozenset(pair), pair) != pair for pair in pairs)
    text = "boards with other colours than the table gives"
    if event.entrant_word == "team":
        text = "matches of which the table has the other team at home"
    yield Measure("", "colours", text, turned, severity=must)


def seated(event: Event, round: Round) -> tuple[EntrantId, ...]:
    """The numbers that the first round gives: the upper half by board with White, the rest
    opposite; the free one is number 1. A player who is absent has none."""
    order: dict[int, EntrantId] = {}
    free = [
        b.entrant
        for b in round.byes
        if b.kind != "absent" or event.entrant(b.entrant).to_be_paired(round.number)
    ]
    players = len({id for m in round.matches for id in m.pair} | set(free))
    pairs = berger(players + players % 2)[0]
    matches = sorted(round.matches, key=lambda m: m.board)
    for white, black in pairs:
        if max(white, black) > players:
            order[min(white, black)] = free.pop(0)
        elif matches:
            match = matches.pop(0)
            order[white], order[black] = match.white, match.black
    return tuple(order[no] for no in sorted(order))


def _cannot_meet(event: Event) -> list[str]:
    """Pairs for which no round is left, after rounds played otherwise than by the table."""
    order = numbered(event)
    pairs = (p for p in followed(event).left if max(p) <= len(order))
    return [" and ".join(event.entrant(order[no - 1]).name for no in pair) for pair in pairs]


def _notes(event: Event) -> Iterator[str]:
    for pair in _cannot_meet(event):
        yield f"{pair} cannot meet any more: no round is left in which both are free"
    yield from withdrawal_notes(event)
