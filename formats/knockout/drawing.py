"""The next round of a knockout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.brackets import Bracket, Node, Slot, levels, standard_lines
from engine.entrants import EntrantId
from engine.event import Bye, Event, Match
from engine.fixtures import Filled, Fixture
from engine.history import cards
from engine.protocol import MatchLength, Proposal, with_length
from engine.reasons import Reason
from engine.refusal import Refused
from formats.knockout.field import leaves, settings_of, shape, standing
from formats.knockout.placing import first_pairs, placed
from formats.knockout.settings import LARGEST, KnockoutSettings


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


def due(now: Filled, number: int) -> tuple[Fixture, ...]:
    """What round `number` plays; never nothing while anything can be played. Who stands in two
    matches because boards were changed by hand plays the first of them."""
    planned = tuple(f for f in now.ready if f.node.round <= number)
    playable: list[Fixture] = []
    placed: set[EntrantId] = set()
    for fixture in planned or now.ready:
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
    """White (or home) for who has had it less often; as the bracket names them where equal."""
    known = cards(event)
    one, other = (known[id].colours.count("W") for id in pair)
    return (pair[1], pair[0]) if other < one else pair
