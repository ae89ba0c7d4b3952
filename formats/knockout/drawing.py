"""The draw of a knockout: its lines (seeds placed, the rest by lot, clubs apart in the first
round), the next round, and what a changed result undoes: every match that was drawn because of
it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.brackets import Bracket, Node, Slot, levels, standard_lines
from engine.entrants import EntrantId
from engine.event import Bye, Event, Lot, Match, Round
from engine.fixtures import NOBODY, Filled, Fixture
from engine.history import cards
from engine.lots import draw_lot, recorded_lot
from engine.match_results import winning_side
from engine.matching import Criterion, best_matching
from engine.protocol import Dependent, MatchLength, Proposal, with_length
from engine.reasons import Reason, Reasons
from engine.refusal import Refused
from formats.knockout.field import leaves, settings_of, shape, standing
from formats.knockout.settings import LARGEST, KnockoutSettings

NEAR = 8
"""Places to both sides that are tried first when clubs are kept apart."""

LINES = "lines of the draw"
"""The purpose of the lot."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Entrants by line of the draw, the lots it took, and what to say about it."""

    lines: tuple[EntrantId, ...]
    lots: tuple[Lot, ...] = ()
    notes: Reasons = ()


def placed(event: Event, settings: KnockoutSettings, order: Sequence[EntrantId]) -> Placed:
    """The lines of a field given in order of its seeds."""
    count = placed_by_seed(settings, len(order))
    lines, lots = list(order), []
    if len(order) - count > 1:
        lot = recorded_lot(event, LINES, order[count:])
        if lot is None:
            lot = draw_lot(event, LINES, sorted(order[count:], key=int))
            lots.append(lot)
        lines[count:] = lot.order
    lines, notes = _apart(event, settings, lines)
    return Placed(tuple(lines), tuple(lots), notes)


def placed_by_seed(settings: KnockoutSettings, entrants: int) -> int:
    """How many of the first are on the lines of their seeds; the others by lot."""
    seeded = {"seeded": entrants, "drawn": 0, "mixed": min(settings.seeds, entrants)}
    return seeded[settings.placement]


def first_pairs(entrants: int) -> list[tuple[int, int]]:
    """The lines that meet in the first round, the better one first, from the top."""
    lines = standard_lines(1 << levels(entrants))
    pairs = [tuple(sorted(pair)) for pair in zip(lines[::2], lines[1::2], strict=True)]
    return [(a, b) for a, b in pairs if b <= entrants]


def resting_neighbours(entrants: int) -> dict[tuple[int, int], int]:
    """By pair of lines of the first round the line that its winner meets next, where that one has
    a bye and plays its first match there."""
    lines = standard_lines(1 << levels(entrants))
    neighbours: dict[tuple[int, int], int] = {}
    for at in range(0, len(lines) - 3, 4):
        one, other = (sorted(lines[i : i + 2]) for i in (at, at + 2))
        for pair, beside in ((one, other), (other, one)):
            if pair[1] <= entrants < beside[1]:
                neighbours[pair[0], pair[1]] = beside[0]
    return neighbours


def resting_pairs(entrants: int) -> list[tuple[int, int]]:
    """Lines that both have a bye and meet in the second round, the better one first: the first
    match of both."""
    lines = standard_lines(1 << levels(entrants))
    fours = (lines[at : at + 4] for at in range(0, len(lines) - 3, 4))
    pairs = (sorted((min(four[:2]), min(four[2:]))) for four in fours
             if max(four[:2]) > entrants < max(four[2:]))  # fmt: skip
    return [(a, b) for a, b in pairs]


def _apart(
    event: Event, settings: KnockoutSettings, lines: list[EntrantId]
) -> tuple[list[EntrantId], Reasons]:
    """The opponents of everybody's first match exchanged among each other, as little as is needed:
    those of the first round, and in the second those who both come from byes. Nobody loses a bye
    by it whose seed has given it."""
    resting = set(resting_pairs(len(lines)))
    if not settings.separate_clubs or not any(_one_club(event, lines, p) for p in resting):
        resting = set()
    pairs = sorted({*first_pairs(len(lines)), *resting})
    upper = [lines[a - 1] for a, _ in pairs]
    lower = [lines[b - 1] for _, b in pairs]
    beside = resting_neighbours(len(lines))
    waiting = [lines[beside[pair] - 1] if pair in beside else None for pair in pairs]
    seeds = placed_by_seed(settings, len(lines))
    by_lot = [b > seeds for _, b in pairs]
    cost = _Cost(
        event, settings, upper, lower, waiting, [pair in resting for pair in pairs], by_lot
    )
    if not any(cost.word(i, i) + cost.club(i, i) + cost.later(i, i) for i in range(len(pairs))):
        return lines, ()
    order = _exchanged(cost, len(pairs))
    for i, (_, b) in enumerate(pairs):
        lines[b - 1] = lower[order[i]]
    left = sum(cost.club(i, order[i]) for i in range(len(pairs)))
    later = sum(cost.later(i, order[i]) for i in range(len(pairs)))
    return lines, _notes(left, later)


def _one_club(event: Event, lines: Sequence[EntrantId], pair: tuple[int, int]) -> bool:
    one, other = (event.entrant(lines[line - 1]).club.casefold() for line in pair)
    return bool(one) and one == other


def _notes(left: int, later: int) -> Reasons:
    pairs = (Reason.of("one-club", pairs=left),) if left else ()
    return (*pairs, Reason.of("one-club-after-byes", byes=later)) if later else pairs


class _Cost:
    """The cost of the pair of the upper entrant `i` and the lower entrant `j`."""

    def __init__(
        self,
        event: Event,
        settings: KnockoutSettings,
        upper: Sequence[EntrantId],
        lower: Sequence[EntrantId],
        waiting: Sequence[EntrantId | None],
        resting: Sequence[bool],
        by_lot: Sequence[bool],
    ) -> None:
        def club(id: EntrantId) -> str:
            return event.entrant(id).club.casefold() if settings.separate_clubs else ""

        self.upper, self.lower = upper, lower
        self.resting, self.by_lot = resting, by_lot
        self.clubs = [club(id) for id in upper], [club(id) for id in lower]
        self.waiting = waiting
        self.clubs_waiting = [club(id) if id is not None else "" for id in waiting]
        self.bars = event.instructed("bar", 1)
        self.allowed = event.instructed("allow", 1)
        self.locked = {id: pair for pair in event.instructed("lock", 1) for id in pair}

    def possible(self, i: int, j: int) -> bool:
        """Whether `j` can take that place: from the first round into a bye, or back, only where
        the lot has given both."""
        return self.resting[i] == self.resting[j] or (self.by_lot[i] and self.by_lot[j])

    def word(self, i: int, j: int) -> int:
        """Bars broken, and locks missed; an entrant with a bye meets nobody in the first round."""
        if self.resting[i]:
            return 0
        pair = frozenset((self.upper[i], self.lower[j]))
        wanted = self.locked.get(self.upper[i])
        missed = wanted is not None and wanted != pair and bool(wanted & set(self.lower))
        return int(pair in self.bars) + int(missed)

    def club(self, i: int, j: int) -> int:
        """The same club in the first round, unless the arbiter has allowed the pair."""
        return 0 if self.resting[i] else self._same_club(i, j)

    def _same_club(self, i: int, j: int) -> int:
        same = bool(self.clubs[0][i]) and self.clubs[0][i] == self.clubs[1][j]
        return int(same and frozenset((self.upper[i], self.lower[j])) not in self.allowed)

    def later(self, i: int, j: int) -> int:
        """An entrant with a bye plays the first match against the winner here, or against another
        with a bye, perhaps of the same club."""
        if self.resting[i]:
            return self._same_club(i, j)
        rests = self.waiting[i]
        same = bool(self.clubs_waiting[i]) and self.clubs_waiting[i] == self.clubs[1][j]
        return int(
            rests is not None and same and frozenset((rests, self.lower[j])) not in self.allowed
        )

    def fewest(self, size: int) -> int:
        """No exchange can leave fewer pairs of one club in the first round: the surplus of a club
        over the opponents from elsewhere."""
        if any(self.resting):
            return 0
        names = {name for name in self.clubs[0] if name} & set(self.clubs[1])
        over = (self.clubs[0].count(n) + self.clubs[1].count(n) - size for n in names)
        return max([0, *over])


def _exchanged(cost: _Cost, size: int) -> list[int]:
    """The lower entrant for each upper one: the arbiter's instructions, then clubs, then nearness.

    The search is over near places first; what it finds is taken if no wider one can do better.
    """
    criteria = (
        Criterion("word", lambda u, v: cost.word(u, v - size)),
        Criterion("club", lambda u, v: cost.club(u, v - size)),
        Criterion("later", lambda u, v: cost.later(u, v - size)),
        Criterion("moved", lambda u, v: (u - (v - size)) ** 2),
    )
    reach = NEAR
    while True:
        edges = [
            (i, size + j)
            for i in range(size)
            for j in range(max(0, i - reach), min(size, i + reach + 1))
            if cost.possible(i, j)
        ]
        matching = best_matching(2 * size, edges, criteria)
        assert matching is not None, "everybody may keep his place"
        best = matching.totals["word"] == 0 and matching.totals["club"] <= cost.fewest(size)
        best = best and matching.totals["later"] == 0
        if best or reach >= size:
            return [matching.partner[i] - size for i in range(size)]
        reach *= 4


def first_round(event: Event, order: Sequence[EntrantId]) -> Proposal:
    """Lines, boards from the top of the draw, byes in the same order."""
    absent = leaves(event, 1)
    field = [id for id in order if not absent(id)]
    if not 2 <= len(field) <= LARGEST:
        raise Refused(
            f"a knockout of {len(field)} cannot be drawn",
            f"it takes 2 to {LARGEST:,} entrants",
            "enter more" if len(field) < 2 else "play a qualification first",
        )
    drawn = placed(event, settings_of(event), field)
    pairs = first_pairs(len(field))
    bracket = shape(event, len(field))
    nodes = {tuple(sorted(s.line for s in n.slots)): n for n in bracket.nodes if n.round == 1}
    matches = [
        match_of(event, bracket, nodes[a, b], no, (drawn.lines[a - 1], drawn.lines[b - 1]))
        for no, (a, b) in enumerate(pairs, start=1)
    ]
    refuse_locks(event, 1, [frozenset(m.pair) for m in matches])
    return Proposal(1, tuple(matches), _byes(drawn.lines, pairs), drawn.lots, drawn.notes)


def _byes(lines: Sequence[EntrantId], pairs: Iterable[tuple[int, int]]) -> tuple[Bye, ...]:
    """In the order of the bracket, which `lines_of` relies on."""
    playing = {line for pair in pairs for line in pair}
    order = standard_lines(1 << levels(len(lines)))
    free = [line for line in order if line <= len(lines) and line not in playing]
    return tuple(Bye(lines[line - 1], why=(Reason.of("free-line", line=line),)) for line in free)


def next_round(event: Event) -> Proposal:
    """Everything that can be played: matches of two who are there, walkovers for one alone."""
    number = len(event.published) + 1
    tree = standing(event)
    assert tree is not None
    refuse_locks(event, number, [f.pair for f in due(tree, number)])
    matches: list[Match] = []
    byes: list[Bye] = []
    gone = leaves(event, number)
    for fixture in due(tree, number):
        home, away = sides(fixture)
        if gone(home) or gone(away):
            there, left = (away, home) if gone(home) else (home, away)
            withdrawn = not event.entrant(left).active(number)
            why = Reason.of("walkover", left=left, withdrawn=withdrawn)
            byes.append(Bye(there, why=(why,), left=left, group=fixture.node.title))
            continue
        matches.append(match_of(event, tree.bracket, fixture.node, len(matches) + 1, (home, away)))
    return Proposal(number, tuple(matches), tuple(byes))


def refuse_locks(event: Event, number: int, pairs: Iterable[frozenset[EntrantId]]) -> None:
    """`Refused` where the arbiter has locked two whom the bracket does not bring together."""
    locks = {
        i.pair
        for i in event.instructions
        if i.kind == "lock" and (i.round == number or (i.round is None and number == 1))
    }
    for pair in sorted(locks - set(pairs), key=sorted):
        names = " and ".join(event.entrant(id).name for id in sorted(pair, key=int))
        raise Refused(
            f"{names} cannot meet in round {number}",
            "their places in the bracket do not",
            "take the lock back",
        )


def due(tree: Filled, number: int) -> tuple[Fixture, ...]:
    """What round `number` plays; never nothing while anything can be played. An entrant who is in
    two matches because boards were changed by hand plays the first of them."""
    planned = tuple(f for f in tree.ready if f.node.round <= number)
    playable: list[Fixture] = []
    placed: set[EntrantId] = set()
    for fixture in planned or tree.ready:
        if fixture.pair.isdisjoint(placed):
            playable.append(fixture)
            placed |= fixture.pair
    return tuple(playable)


def sides(fixture: Fixture) -> tuple[EntrantId, EntrantId]:
    """Both sides of a match that can be drawn."""
    assert fixture.home is not None
    assert fixture.away is not None
    return fixture.home, fixture.away


def match_of(
    event: Event, bracket: Bracket, node: Node, board: int, pair: tuple[EntrantId, EntrantId]
) -> Match:
    """The match of the bracket on a board, with where the two come from."""
    white, black = seated(event, pair)
    drawn = Match(
        board,
        white,
        black,
        stage=None if node.stage in ("main", "third") else node.stage,
        group=node.title,
        why=(_place(bracket, node),),
    )
    return with_length(drawn, length_set(settings_of(event)))


def length_set(settings: KnockoutSettings) -> MatchLength:
    """How long a match is by the settings."""
    if settings.score == "imps":
        return MatchLength(settings.boards, "bridge board")
    return MatchLength(settings.games)


def _place(bracket: Bracket, node: Node) -> Reason:
    """Which match of its round it is, and where the two sides come from."""
    home, away = (_origin(bracket, slot) for slot in node.slots)
    return Reason.of("bracket", match=node.id, number=node.number, home=home, away=away)


def _origin(bracket: Bracket, slot: Slot) -> Reason:
    slot = bracket.played(slot)
    if not slot.match:
        return Reason.of(slot.kind, line=slot.line)
    before = bracket.by_id[slot.match]
    return Reason.of(slot.kind, match=before.id, title=before.title, number=before.number)


def seated(event: Event, pair: tuple[EntrantId, EntrantId]) -> tuple[EntrantId, EntrantId]:
    """White (or home) for the one who has had it less often; as the bracket names them if equal."""
    known = cards(event)
    one, other = (known[id].colours.count("W") for id in pair)
    return (pair[1], pair[0]) if other < one else pair


def depending(event: Event, number: int, changed: Sequence[Match]) -> tuple[Dependent, ...]:
    """Boards and walkovers that depend on who won, or sat at, these boards."""
    tree = standing(event) if number < len(event.published) else None
    if tree is None:
        return ()
    undone: set[str] = set()
    for match in changed:
        fixture = tree.on_board.get((number, match.board))
        before = event.round(number).match(match.board)
        if fixture is not None and _went_on(before) != _went_on(match):
            undone |= {after.node.id for after in tree.depending(fixture.node.id)}
    return tuple(_dependent(f) for f in tree.fixtures.values() if f.node.id in undone)


def _went_on(match: Match) -> tuple[EntrantId | None, frozenset[EntrantId]]:
    """The winner (nobody, if neither came; None while it is open), and the players who were
    there."""
    winner = None if match.result is None or match.result.provisional else NOBODY
    side = winning_side(match.result)
    if side is not None:
        winner = match.white if side == "white" else match.black
    return winner, frozenset(match.pair)


def _dependent(fixture: Fixture) -> Dependent:
    assert fixture.round is not None
    through = fixture.winner if fixture.board is None else None
    return Dependent(fixture.round, fixture.board, fixture.node.id, through)


def undo(event: Event, dependents: Sequence[Dependent]) -> Event:
    """Without these: a board keeps its place for those who play there now, or goes where they
    are not known yet. A walkover goes with the bye that it gave, a proposal goes in any case."""
    event = replace(event, rounds=event.published)
    boards = {(d.round, d.board): d.match for d in dependents if d.board is not None}
    taken = {key: event.round(key[0]).match(key[1]) for key in sorted(boards)}
    walkovers = {(d.round, d.through) for d in dependents if d.board is None}
    for round in event.published:
        number = round.number
        matches = tuple(m for m in round.matches if (number, m.board) not in boards)
        byes = tuple(b for b in round.byes if (number, b.entrant) not in walkovers)
        event = event.with_round(replace(round, matches=matches, byes=byes))
    return _trimmed(_seated_anew(event, taken, boards))


def _seated_anew(
    event: Event, taken: dict[tuple[int, int], Match], nodes: dict[tuple[int, int], str]
) -> Event:
    tree = standing(event)
    for (number, board), match in taken.items() if tree else ():
        assert tree is not None
        fixture = tree.fixtures[nodes[number, board]]
        gone = leaves(event, number)
        if fixture.state != "ready" or any(map(gone, fixture.pair)):
            continue
        white, black = _kept_seats(match, sides(fixture))
        new = match_of(event, tree.bracket, fixture.node, board, (white, black))
        new = replace(new, white=white, black=black)
        seated = event.with_round(_with_board(event.round(number), new))
        if _is_there(seated, number, board, fixture.node.id):
            event = seated
    return event


def _is_there(event: Event, number: int, board: int, node: str) -> bool:
    """Whether the match could be played in that round already; else a later draw has it."""
    tree = standing(event)
    fixture = tree.on_board.get((number, board)) if tree else None
    return fixture is not None and fixture.node.id == node


def _kept_seats(match: Match, pair: tuple[EntrantId, EntrantId]) -> tuple[EntrantId, EntrantId]:
    """Who stays keeps his side."""
    swapped = match.white == pair[1] or match.black == pair[0]
    return (pair[1], pair[0]) if swapped else pair


def _with_board(round: Round, match: Match) -> Round:
    matches = sorted((*round.matches, match), key=lambda m: m.board)
    return replace(round, matches=tuple(matches))


def _trimmed(event: Event) -> Event:
    """Rounds at the end that hold nothing any more are not published any more."""
    rounds = list(event.rounds)
    while rounds and not rounds[-1].matches and not rounds[-1].byes:
        rounds.pop()
    return replace(event, rounds=tuple(rounds))
