"""The draw as the event takes it: boards, byes, lots and refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.colours import COLOUR_NAMES
from engine.entrants import EntrantId
from engine.event import Event, Match
from engine.protocol import Proposal
from engine.refusal import NoDraw
from formats.dutch.colours import seated
from formats.dutch.context import Context
from formats.dutch.criteria import Traits, c2_may_have_bye, c3_same_absolute
from formats.dutch.drawing import drawn_of
from formats.dutch.field import DutchField
from formats.dutch.pairing_table import locked, pairing_table
from formats.dutch.position import Numbers, Undrawable
from formats.dutch.reading import PairingTable, group_name
from formats.dutch.reasons import BoardReason, reasons_of, without
from formats.swiss import byes_of, no_draw, refuse_double_locks, refuse_many_rounds, refuse_nobody


def next_round(event: Event, order: Sequence[EntrantId], *, any_rounds: bool = False) -> Proposal:
    """The draw of the round after the published ones; locked pairs are seated, the rest drawn.

    `any_rounds`: also if there are more rounds than opponents.
    """
    number = len(event.published) + 1
    before = event.until(number - 1)
    table, lots = pairing_table(event, order)
    refuse_nobody(before, len(table.position.players), number)
    if number == 1 and not any_rounds:
        refuse_many_rounds(event)
    refuse_double_locks(before, number)
    fixed = locked(event, table)
    field = DutchField(without(table.position, fixed))
    try:
        drawn = drawn_of(field)
    except Undrawable:
        raise undrawable(before, table) from None
    pairs = [*(seated(table.position, pair) for pair in fixed), *drawn.pairs]
    why, why_bye = reasons_of(Context(before, table), pairs, drawn.bye, field)
    byes = byes_of(before, number, {} if drawn.bye is None else {table.ids[drawn.bye]: why_bye})
    return Proposal(number, _matches(table, pairs, why), byes, lots)


def _matches(
    table: PairingTable, pairs: Sequence[Numbers], why: Mapping[frozenset[int], BoardReason]
) -> tuple[Match, ...]:
    """In the order of the boards: the higher score, the sum of both, the higher number."""
    players = {player.number: player for player in table.position.players}
    ranked = {pair: sorted((players[n] for n in pair), key=lambda p: p.rank) for pair in pairs}

    def board(pair: Numbers) -> tuple[int, int, int]:
        high, low = ranked[pair]
        return -high.score, -(high.score + low.score), high.number

    return tuple(
        _match(table, no, pair, ranked[pair][0].score, why[frozenset(pair)])
        for no, pair in enumerate(sorted(pairs, key=board), start=1)
    )


def _match(table: PairingTable, board: int, pair: Numbers, score: int, why: BoardReason) -> Match:
    reasons, altered = why
    white, black = (table.ids[number] for number in pair)
    return Match(board, white, black, group=group_name(score), why=reasons, altered=altered)


def undrawable(event: Event, table: PairingTable) -> NoDraw:
    """The refusal of a round that C1 to C3 leave without a pairing: who cannot get an opponent, and
    the fewest illegal games; locked players are in `table`."""
    field = DutchField(table.position)
    ids = [table.ids[player.number] for player in field.players]
    traits = dict(zip(ids, field.traits, strict=True))

    def apart(a: EntrantId, b: EntrantId) -> str:
        return _due(traits[a]) if c3_same_absolute(traits[a], traits[b]) else ""

    return no_draw(
        event,
        table.position.round,
        ids,
        apart=apart,
        may_have_bye=lambda id: c2_may_have_bye(traits[id]),
    )


def _due(one: Traits) -> str:
    return f"both must have {COLOUR_NAMES[one.preference.colour or 'B']}"
