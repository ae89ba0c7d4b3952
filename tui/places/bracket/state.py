"""What Bracket remembers, nothing of the event; and the bracket with the ways through it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.bracket_words import match_on_board
from engine.entrants import Entrant
from engine.event import Event, Match, Round, last_call
from engine.fixtures import Filled
from engine.match_results import MatchResult
from engine.protocol import bracket_of
from engine.results import CLEAR
from saves.cells import text_width
from saves.safe_text import safe
from tui.keys.commands import result_keys
from tui.places.bracket.layout import BEFORE_NAMES, for_name, rows_of_all, windows
from tui.places.bracket.ways import Ways
from tui.places.result_entry import ResultEntry, Typed, forfeit_keys
from tui.places.shape import WIDE, DeskView, PlaceState, Step, grid

DETAILS = 3
"""Lines about the selected match."""
AROUND = DETAILS + 4
"""Lines of the terminal that are not the tree's: of tabs, state, rule, details and keys."""
TOLD = 2
"""Lines below a tree for who has won it, with the one between."""


@dataclass(frozen=True, slots=True)
class BracketState(PlaceState):
    """Bracket, beside the event."""

    at: str = ""
    """The id of the selected match; empty before there is one."""
    first_columns: Mapping[str, int] = field(default_factory=dict)
    """By stage the first column in view."""
    name: str = ""
    """The name looked for last, folded."""
    entry: ResultEntry = field(default_factory=ResultEntry)
    left_at: int | None = None
    """The event's last action when the place was last in front."""
    entry_keys: tuple[tuple[str, str], ...] = ()
    """How a result was last said to be entered, in the key line."""
    put_last: Typed | None = None
    """The result that the key before this one put on its way."""


_last: tuple[tuple[Entrant, ...], Ways] | None = None
"""The ways made last, and the entry list that the names in them are from."""


def ways_of(desk: DeskView) -> Ways | None:
    """The bracket as it stands; what a result has not changed is not made again."""
    global _last
    filled: Filled | None = bracket_of(desk.format, desk.event)
    if filled is None:
        return None
    entrants = desk.event.entrants
    if _last is None or _last[0] is not entrants:
        _last = entrants, Ways(filled)
    elif _last[1].filled is not filled:
        _last = entrants, _last[1].then(filled)
    return _last[1]


@last_call
def longest_name(event: Event) -> int:
    """Cells of the longest name, with its seed and a mark before it."""
    seeds = (f"{e.seed} " if e.seed is not None else "" for e in event.entrants)
    names = (f" {seed}{safe(e.name)}" for seed, e in zip(seeds, event.entrants, strict=True))
    return max(map(text_width, names), default=0)


def names_first(desk: DeskView) -> int:
    """Cells of a name for which a further column is left out; on a narrow terminal the rounds
    come first, and 0."""
    return longest_name(desk.event) if desk.across >= WIDE else 0


def list_needs(desk: DeskView) -> int:
    """Cells of a tree in which no name is cut, of no more columns than come before names."""
    ways = ways_of(desk)
    columns = max((len(ways.columns[s]) for s in ways.stages), default=0) if ways else 0
    return min(columns, BEFORE_NAMES) * for_name(longest_name(desk.event)) + 1 if columns else 0


def hides_the_end(desk: DeskView, ways: Ways) -> bool:
    """Whether the final of a tree has room in the terminal, but not beside a pane."""
    if ways.drawn_anew:
        return False
    beside = grid(desk.across, needs=list_needs(desk)).list
    return _is_whole(desk, ways, desk.across - 1) and not _is_whole(desk, ways, beside)


def _is_whole(desk: DeskView, ways: Ways, width: int) -> bool:
    """Whether every column has room."""
    shown = windows(ways, width, {}, longest=names_first(desk))
    return all(window.count == len(ways.columns[s]) for s, window in shown.items())


def room_for_tree(desk: DeskView) -> int:
    """Lines for a tree and its headings. They do not follow from what is said below it meanwhile,
    nor from what a result brings, so that the layout stays: who is first, and third, has his."""
    return max(desk.height - AROUND - TOLD, 1)


def alone(desk: DeskView, state: BracketState, ways: Ways) -> str:
    """The stage that stands alone, where there is no room for all; empty for all of them."""
    firsts, longest = state.first_columns, names_first(desk)
    if desk.across >= WIDE or len(ways.stages) < 2:
        return ""
    rows = rows_of_all(ways, desk.width, firsts, longest)
    return ways.place[state.at][0] if rows > room_for_tree(desk) else ""


def selected_board(desk: DeskView, state: BracketState) -> tuple[Round, Match] | None:
    """The board of the selected match; None where it is not drawn, or was no match."""
    ways = ways_of(desk)
    if ways is None or state.at not in ways.place:
        return None
    fixture = ways.filled.fixtures[state.at]
    match = match_on_board(desk.event, fixture)
    if match is None or fixture.round is None:
        return None
    return desk.event.round(fixture.round), match


def below_is_white(desk: DeskView, state: BracketState, match: Match) -> bool:
    """Whether the side that stands below in the tree is White on the board. Where line-ups are
    played the result is said as its slip and Results say it, the home team first."""
    ways = ways_of(desk)
    if ways is None or match.lineups:
        return False
    return ways.filled.fixtures[state.at].home != match.white


def shown_above_first(desk: DeskView, state: BracketState, match: Match, text: str) -> str:
    """A result as the tree shows the selected match, the upper side first; and the other way.
    The score of a tie is the same from both sides, and its winner is home or away on the slip."""
    if text == CLEAR or not below_is_white(desk, state, match):
        return text
    result = desk.format.result_form(match).parse(text)
    tied = isinstance(result, MatchResult) and result.tiebreak is not None
    return result.text if tied else result.turned().text


def slip_note(desk: DeskView, state: BracketState, match: Match) -> str:
    """`White is below`: where the slip and the tree name the sides the other way."""
    below = below_is_white(desk, state, match)
    return f"{desk.event.side_words[0]} is below" if below else ""


def settle(desk: DeskView, state: BracketState) -> BracketState:
    """A match is selected, and its column in view."""
    state = replace(state, entry=state.entry.settled(desk))
    revision, ways = desk.event.revision, ways_of(desk)
    if ways is None or not ways.place:
        return state if state.left_at == revision else replace(state, left_at=revision)
    at = state.at
    if at not in ways.place:
        at = ways.next_open("") or next(iter(ways.place))
    state = replace(state, at=at, left_at=revision)
    columns, board = _columns(desk, state, ways), selected_board(desk, state)
    entry_keys = _how_entered(desk, board[1]) if board is not None else state.entry_keys
    return replace(state, first_columns=columns, entry_keys=entry_keys)


def _how_entered(desk: DeskView, match: Match) -> tuple[tuple[str, str], ...]:
    """The keys of a single game, as `1-0` typed out would be three of them; else an example."""
    form = desk.format.typed_form(desk.event, match)
    keys = {choice.id: result_keys(choice, desk.second_scheme)[0] for choice in form.keys}
    forfeits = forfeit_keys(form, desk.second_scheme)
    if "result.white" not in keys or match.lineups:
        return (("", f"result: {form.example}"), *forfeits)
    tie = (("=", "tie"),) if form.tie else ()
    return ((keys["result.white"], "upper"), (keys["result.black"], "lower"), *tie, *forfeits)


def _columns(desk: DeskView, state: BracketState, ways: Ways) -> Mapping[str, int]:
    """The selected match's column, and the one after it where there is one, in view; where every
    round is drawn anew the last columns of a stage, until one goes there."""
    firsts = dict(state.first_columns)
    stage, column, _ = ways.place[state.at]
    for other in ways.stages if ways.drawn_anew else ():
        firsts.setdefault(other, len(ways.columns[other]))
    window = windows(ways, desk.width, firsts, longest=names_first(desk))[stage]
    first = window.first
    if column < first:
        first = column
    elif column > window.last:
        first = column - window.count + 1
    firsts[stage] = first
    return firsts


def resume(desk: DeskView, state: BracketState) -> Step[BracketState]:
    """At the next open match, if the selected one has been decided meanwhile."""
    ways = ways_of(desk)
    if ways is None or state.left_at in (None, desk.event.revision) or state.at not in ways.place:
        return Step(state)
    if ways.filled.fixtures[state.at].state == "drawn":
        return Step(state)
    return Step(replace(state, at=ways.next_open(state.at) or state.at))
