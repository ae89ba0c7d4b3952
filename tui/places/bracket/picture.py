"""What Bracket remembers, nothing of the event, and the bracket with the ways through it; the
picture of it: the tree, the selected match in view, what is around it, that match in words; and
beside the tree who plays, how both came here, where it leads, and who waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.bracket_tree import stage_title
from engine.bracket_words import bracket_notes, match_on_board, sides, state_text
from engine.entrants import Entrant, EntrantId, has_left, rating_text
from engine.event import Event, Match, Round, last_call
from engine.fixtures import NOBODY, Filled, Fixture
from engine.match_results import MatchResult, TeamResult
from engine.points import points_text
from engine.protocol import Format, bracket_of
from engine.results import CLEAR, KeyChoice, Result, result_text
from engine.waiting import NextStep
from saves.cells import in_lines, text_width, wrapped
from saves.safe_text import safe, shortened
from tui.desk import boards_lately
from tui.keys.commands import Command, commands_of, result_keys
from tui.places.bracket.layout import BEFORE_NAMES, Picture, for_name, rows_of_all, windows
from tui.places.bracket.layout import picture as laid_out
from tui.places.bracket.ways import Ways
from tui.places.result_entry import ResultEntry, Typed, forfeit_keys, how_typed
from tui.places.shape import WIDE, DeskView, PlaceState, Screenful, Step, grid
from tui.screens.finals_dialog import finals_open
from tui.widgets.lines import Focus, Line, fit, line, titled

DETAILS = 3
"""Lines about the selected match."""
AROUND = DETAILS + 4
"""Lines of the terminal that are not the tree's: of tabs, state, rule, details and keys."""
TOLD = 2
"""Lines below a tree for the winner, with the one between."""


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


_last_ways: tuple[tuple[Entrant, ...], Ways] | None = None
"""The ways made last, and the entry list that the names in them are from."""


def ways_of(desk: DeskView) -> Ways | None:
    """The current bracket; what a result has not changed is not made again."""
    global _last_ways
    filled: Filled | None = bracket_of(desk.format, desk.event)
    if filled is None:
        return None
    entrants = desk.event.entrants
    if _last_ways is None or _last_ways[0] is not entrants:
        _last_ways = entrants, Ways(filled)
    elif _last_ways[1].filled is not filled:
        _last_ways = entrants, _last_ways[1].then(filled)
    return _last_ways[1]


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
    """The stage that is alone, where there is no room for all; empty for all of them."""
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
    """Whether the side that is below in the tree is White on the board. Where line-ups are
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


# The picture


SHORT = {"main": "Knockout", "winners": "Winners", "losers": "Losers", "dko": "DKO", "sko": "SKO"}
"""Stages in the second line; others, and the one in front, by their whole name."""


ROOM = 66
"""Cells of a line in the dialog."""
WAY = 5
"""Lines of the way of each side to the match."""
ONWARD = 4
"""Lines of where it leads."""


def picture(desk: DeskView, state: BracketState) -> Screenful:
    """Every stage under its heading, where the format has a bracket by now."""
    ways = ways_of(desk)
    step = desk.format.next_step(desk.event)
    status, idle = (
        Line(_stages(desk, state, ways, _status(desk, ways, step))),
        _idle(desk, ways, step),
    )
    if ways is None or state.at not in ways.place:
        return Screenful(status=status, body=_nothing_yet(step), idle=idle)
    shown = _laid_out(desk, state, ways)
    champions = _notes_below(desk.event, ways, shown)
    lines = shown.marked(state.at, _unsaved_matches(ways, state), _fresh_matches(desk, ways))
    return Screenful(
        status=status,
        heads=lines[0] if shown.titled else None,
        body=[*lines[shown.titled :], *champions],
        detail=_detail(desk, state, ways),
        first_keys=_first_keys(desk, state, ways),
        # where one stage is alone, how the others are reached
        first_commands=("choose", "next_stage") * bool(alone(desk, state, ways)),
        idle=idle,
        focus=_focus(shown, state.at, len(champions)),
    )


def _first_keys(desk: DeskView, state: BracketState, ways: Ways) -> tuple[tuple[str, str], ...]:
    """How a result is entered, as long as a match waits for one; for a match on no board that it is
    on none, of the same length, so that the keys after it stay where they are."""
    if selected_board(desk, state) is not None:
        return state.entry_keys
    if all(f.state != "drawn" for f in ways.filled.fixtures.values()):
        return (("", ""),)
    cells = sum(text_width(key) + bool(key) + text_width(text) + 2 * bool(text)
                for key, text in state.entry_keys)  # fmt: skip
    return (("", fit(f"no {desk.event.board_word} yet", cells - 2)),)


def _notes_below(event: Event, ways: Ways, shown: Picture) -> list[Line]:
    """Below the tree who has won it, and what its marks mean."""
    lines = [line(f"  {safe(text)}", "dim") for text in bracket_notes(event, ways.filled, shown.at)]
    return [Line(), *lines] if lines else []


WON_BY = "won by "


def _stages(
    desk: DeskView, state: BracketState, ways: Ways | None, status: str
) -> tuple[tuple[str, str], ...]:
    """The stages before the status, the one in front in brackets, where one is alone."""
    only = alone(desk, state, ways) if ways is not None and state.at in ways.place else ""
    if ways is None or not only:
        return ((f" {status}", "plain"),)
    title = safe(stage_title(only)) or SHORT[only]
    tabs = [
        (f" [{title}]", "strong")
        if stage == only
        else (f" {safe(SHORT.get(stage, stage_title(stage)))}", "dim")
        for stage in ways.stages
    ]
    # what follows is of the whole bracket, and not of the stage that is named last
    whole = status.removeprefix("bracket · ")
    whole = f"bracket {whole}" if whole.startswith(WON_BY) else whole
    return (*tabs, (f" │ {whole}", "plain"))


def _unsaved_matches(ways: Ways, state: BracketState) -> list[str]:
    """Matches whose result was refused."""
    fixtures = ways.filled.fixtures.items() if state.entry.unsaved else ()
    return [id for id, each in fixtures if (each.round, each.board) in state.entry.unsaved]


def _fresh_matches(desk: DeskView, ways: Ways) -> list[str]:
    """Matches that another desk has just changed."""
    boards = boards_lately(desk)
    fixtures = ways.filled.fixtures.items() if boards else ()
    return [id for id, each in fixtures if (each.round, each.board) in boards]


def _detail(desk: DeskView, state: BracketState, ways: Ways) -> list[Line]:
    """About the selected match; in the first place what could not be saved of it."""
    lines, board = detail_lines(desk.event, ways, state.at, desk.format), None
    if state.entry.unsaved:
        board = selected_board(desk, state)
    typed = state.entry.unsaved.get((board[0].number, board[1].board)) if board else None
    if board is None or typed is None:
        return lines
    shown = result_text(typed)
    return [Line(((f" NOT SAVED {shown} ", "bad"), *lines[0].parts)), *lines[1:]]


_last_picture: tuple[Ways, Event, tuple[object, ...], Picture] | None = None
"""The picture laid out last, and what it was laid out of."""


def _laid_out(desk: DeskView, state: BracketState, ways: Ways) -> Picture:
    """The whole bracket; one that does not fit looks the same at any height."""
    global _last_picture
    firsts = tuple(sorted(state.first_columns.items()))
    room = room_for_tree(desk)
    fits = room if _last_picture is None or room >= _last_picture[3].least else 0
    only, longest = alone(desk, state, ways), names_first(desk)
    of = (desk.width, fits, firsts, only)
    if (
        _last_picture is not None
        and _last_picture[0] is ways
        and _last_picture[1] is desk.event
        and _last_picture[2] == of
    ):
        return _last_picture[3]
    shown = laid_out(desk.event, ways, desk.width, room, state.first_columns, True, longest, only)
    fits = room if room >= shown.least else 0
    _last_picture = ways, desk.event, (desk.width, fits, firsts, only), shown
    return shown


def match_at(desk: DeskView, state: BracketState, x: int, row: int) -> str | None:
    """The match that is at that cell of that line."""
    ways = ways_of(desk)
    if ways is None:
        return None
    shown = _laid_out(desk, state, ways)
    return shown.match_at(x, row + shown.titled)


def _focus(shown: Picture, at: str, below: int) -> Focus | None:
    """Both sides of the match, and the headings of its stage with the first rows; with the last row
    the notes in so many lines below the tree."""
    rows = shown.rows(at)
    if rows is None:
        return None
    part = shown.at[at][0]
    upper, lower = rows
    first = max(part.top - 3, 0) if upper - part.top < 2 else upper
    lower += below if lower == len(shown.lines) - 1 else 0
    above = int(shown.titled)
    return Focus(max(first - above, 0), upper - above, lower - above, shown.cell(at))


def _status(desk: DeskView, ways: Ways | None, step: NextStep) -> str:
    """How many matches are open or to be drawn; who chooses."""
    event = desk.event
    if step.choice is not None:
        called, chooser = desk.event.called(step.round), event.entrant(step.choice.chooser)
        return f"{called} · DRAW BY CHOICE: {chooser.name} chooses"
    if ways is None:
        return "no bracket yet"
    champion = ways.filled.champion
    won = [f"{WON_BY}{event.entrant(champion).name}"] if champion else []
    if not won and finals_open(event, desk.format):
        return "bracket · f finals"
    counts = dict.fromkeys(("open", "proposed (F2, P publishes)", "to be drawn"), 0)
    open, proposed, to_draw = counts
    for each in ways.filled.fixtures.values():
        if is_proposed(event, each):
            counts[proposed] += 1
        elif each.state in ("drawn", "ready"):
            counts[open if each.state == "drawn" else to_draw] += 1
    if counts[proposed]:
        counts[to_draw] = 0  # that comes after it
    parts = [f"{n} {state_word}" for state_word, n in counts.items() if n]
    if not won and not parts and step.name == "draw":
        parts = [f"{desk.event.called(step.round)} is next"]
    # the match for third place may be open still
    return " · ".join(["bracket", *won, *parts])


def _idle(desk: DeskView, ways: Ways | None, step: NextStep) -> frozenset[str]:
    """What needs a match does not work without a bracket."""
    event = desk.event
    works = {
        "choose": step.choice is not None,
        "draw": step.name == "draw",
        "finals": finals_open(event, desk.format),
        "beside": bool(event.published and desk.format.panels(event)),
        "next_stage": ways is not None and len(ways.stages) > 1,
        # by the bracket, not the match: the key line stays as it is
        "loser": ways is not None and ways.losers_play_on,
    }
    ids = {command.id for command in commands_of("bracket")}
    idle = {id for id in ids if not works.get(id, ways is not None or id == "help")}
    return frozenset(idle)


_SIDES = {"White": "upper", "home": "upper", "Black": "lower", "away": "lower"}


def extra_help(desk: DeskView, state: BracketState) -> list[Command]:
    """The format's result keys, as the tree shows the match: the upper side first, whoever has
    White. Only a match with line-ups has the home team first, as its slip."""
    board = selected_board(desk, state)
    if board is None:
        return []
    form = desk.format.typed_form(desk.event, board[1])
    commands, note = [], slip_note(desk, state, board[1])
    for choice in form.keys:
        keys = result_keys(choice, desk.second_scheme)
        label, help = result_label(desk, board[1], choice), how_typed(form, choice, keys[0])
        on_slip = shown_above_first(desk, state, board[1], choice.text)
        if note and on_slip != choice.text:
            help = f"{how_typed(form, choice._replace(text=on_slip), keys[0])} ({note})"
        commands.append(Command(choice.id, "bracket", label, keys, help))
    return commands


def result_label(desk: DeskView, match: Match, choice: KeyChoice) -> str:
    """What a result's key says of that match in the tree."""
    label = choice.named(desk.event.side_words)
    if match.lineups:
        return label
    return " ".join(_SIDES.get(word, word) for word in label.split(" "))


def _nothing_yet(step: NextStep) -> list[Line]:
    remedy = {
        "register": "F1 Entries: enter them, set the seeds",
        "publish": "F2 Pairings: a proposal stands; P there publishes it",
        "choose": "C  the draw by choice",
    }
    text = remedy.get(step.name, "D  draws the first round, in F2 Pairings")
    return [Line(), line("   There is no bracket yet.", "dim"), line(f"   {text}")]


# A match in words


def headline(event: Event, filled: Filled, fixture: Fixture) -> str:
    """`Semi-finals, match 1 (R3.1) · round 3, board 5 · 28 boards · open`."""
    parts = [named(filled, fixture.node.id)]
    match = match_on_board(event, fixture)
    if match is not None and fixture.round is not None:
        parts.append(f"{event.called(fixture.round)}, {event.board_name(fixture.board or 0)}")
        if match.boards:
            parts.append(f"{match.boards} boards")
        elif match.games > 1 and fixture.result is None:  # in 80 cells the result needs its room
            parts.append(f"best of {match.games}")
    return safe(" · ".join([*parts, standing_text(event, fixture)]), 200)


def standing_text(event: Event, fixture: Fixture) -> str:
    """The result of a match, or its state."""
    if fixture.result is not None:
        return result_in_words(event, fixture)
    if fixture.walkover:
        return "walkover"
    if is_proposed(event, fixture):
        return "proposed, not published"
    return state_text(event, fixture)


def is_proposed(event: Event, fixture: Fixture) -> bool:
    """Whether the match is one of the proposal, of which a bracket may know nothing yet."""
    if event.proposal is None or fixture.state not in ("ready", "drawn"):
        return False
    if fixture.round is not None:
        return fixture.round == event.proposal.number
    return any(fixture.pair == frozenset(match.pair) for match in event.proposal.matches)


def result_in_words(event: Event, fixture: Fixture) -> str:
    """The result of a match as its slip and Results say it, whichever side is above."""
    match = match_on_board(event, fixture)
    result = match.result if match is not None else fixture.result
    return result_text(result.text if result is not None else None)


def way_on(ways: Ways, id: str) -> str:
    """`winner → Final (R3.1)   loser → Third place (P1.1)`, or that the loser is out."""
    filled, winner, loser = ways.filled, ways.winners_next(id), ways.losers_next(id)
    parts = []
    if winner is not None and filled.bracket.by_id[winner].unless == id:
        again = filled.bracket.by_id[winner].label
        return safe(f"if the unbeaten side loses → {again}   otherwise it wins the event", 200)
    onward = filled.bracket.by_id[id].onward
    if winner is not None:
        parts.append(f"winner → {_place(filled, winner)}")
    elif id in filled.bracket.crown:
        parts.append("winner → wins the event")
    elif onward.winner:
        parts.append(f"winner → {onward.winner}")
    if loser is not None:
        parts.append(f"loser → {_place(filled, loser)}")
    elif onward.loser:
        parts.append(f"loser → {onward.loser}")
    elif id not in filled.bracket.crown and winner is not None:
        parts.append("loser → out")
    return safe("   ".join([*parts, onward.note] if onward.note else parts), 200)


def _place(filled: Filled, id: str) -> str:
    """`Losers, round 2 (L2.3)`: its number in the round is in the id."""
    node = filled.bracket.by_id[id]
    return f"{node.title} ({id})" if filled.bracket.crown else node.label


def named(filled: Filled, id: str) -> str:
    """`Losers, round 2, match 3 (L2.3)`; only the round, where the tree names no match by its id:
    session and table say which it is."""
    node = filled.bracket.by_id[id]
    return f"{node.label} ({id})" if filled.bracket.crown else node.title


def who_plays(event: Event, filled: Filled, fixture: Fixture, teams: bool = False) -> str:
    """`Ødegren 61 · Tullyroe 22 · White above`; who is not known by where he comes from. Of `teams`
    without line-ups nobody asks who is at home, unless the slip names them the other way."""
    players, ids = [], (fixture.home, fixture.away)
    both = sides(event, filled, fixture)
    for side, slot, id in zip(both, fixture.node.slots, ids, strict=True):
        name = side.name if side.known else filled.bracket.origin(slot)
        gone = side.gone or _has_left(event, fixture, id)
        players.append(f"{name} {'(withdrawn)' if gone else side.score}".strip())
    match = match_on_board(event, fixture)
    above = match is not None and match.white == fixture.home
    if match is not None and (match.lineups or not teams or not above):
        players.append(f"{event.side_words[0]} {'above' if above else 'below'}")
    return safe("  ·  ".join(players), 200)


def _has_left(event: Event, fixture: Fixture, id: EntrantId | None) -> bool:
    """Of an open board, whether that side has withdrawn: only a result can end the match."""
    there = id and id != NOBODY and fixture.state == "drawn" and fixture.round is not None
    return bool(there) and has_left(event.entrant(id or ""), fixture.round or 0)


def detail_lines(event: Event, ways: Ways, id: str, format: Format) -> list[Line]:
    """Three lines under the tree."""
    teams = format.of_teams(event)
    fixture = ways.filled.fixtures[id]
    return [
        line(f" {headline(event, ways.filled, fixture)}", "key"),
        line(f" {who_plays(event, ways.filled, fixture, teams)}"),
        line(f" {way_on(ways, id)}", "dim"),
    ]


def match_lines(event: Event, ways: Ways, id: str, format: Format) -> list[Line]:
    """All about a match, for a dialog: why it is played, and its lots, included."""
    filled = ways.filled
    fixture = filled.fixtures[id]
    lines = [line(f" {headline(event, filled, fixture)}", "key")]
    both = sides(event, filled, fixture)
    ids = (fixture.home, fixture.away)
    for side, slot, entrant in zip(both, fixture.node.slots, ids, strict=True):
        lines.append(Line())
        name = side.name if side.known else "not known yet" if entrant is None else side.name
        parts = [(f" {safe(name)}", "key" if side.fate != "lost" else "plain")]
        gone = side.gone or _has_left(event, fixture, entrant)
        lines.append(Line((*parts, (f"   {'withdrawn' if gone else side.score}", "plain"))))
        if entrant and entrant != NOBODY:
            lines += [line(f"   {text}", "dim") for text in _about(event.entrant(entrant))]
        if slot.kind != "drawn":
            lines.append(line(f"   from {safe(filled.bracket.origin(slot), 120)}", "dim"))
    lines += [Line(), *(line(f" {text}") for text in _figures(event, fixture))]
    match = match_on_board(event, fixture)
    if match is not None and fixture.round is not None:
        explained = format.explain(event, event.round(fixture.round), match)
        lines += [
            line(f"  {part}", "note") for text in explained for part in in_lines(text, ROOM, "  ")
        ]
    lines.append(line(f" {way_on(ways, id)}", "dim"))
    return lines


def _about(entrant: Entrant) -> list[str]:
    facts = []
    if entrant.seed is not None:
        facts.append(f"seed {entrant.seed}")
    if entrant.rating is not None:
        facts.append(f"rated {rating_text(entrant)}")
    if entrant.club:
        facts.append(shortened(entrant.club, 40))
    if entrant.captain:
        facts.append(f"captain {shortened(entrant.captain, 40)}")
    lines = [", ".join(facts)] if facts else []
    if entrant.members:
        lines += wrapped(safe("; ".join(entrant.members), 300), ROOM, " ", most=6)
    return lines


def _figures(event: Event, fixture: Fixture) -> list[str]:
    """The figures of a match in IMPs, net and turnover; and who won the tie-break of a tie."""
    result, match = fixture.result, match_on_board(event, fixture)
    if not isinstance(result, MatchResult):
        return []
    figures = []
    if match is not None and match.boards:
        net, turnover = abs(result.home - result.away), result.home + result.away
        figures.append(f"net {points_text(net)}, turnover {points_text(turnover)}")
    if result.tiebreak is not None and fixture.winner:
        name = safe(event.entrant(fixture.winner).name)
        figures.append(f"{name} won the tie-break: {safe(result.tiebreak.how, 40)}")
    return figures


# A match beside the bracket


def pane(desk: DeskView, state: BracketState, width: int, height: int) -> Sequence[Line] | None:
    """Its parts keep their lines, so that few cells change when another match is selected. None
    where the whole tree, and no less, fits into the terminal without it."""
    ways = ways_of(desk)
    if ways is None or state.at not in ways.place or hides_the_end(desk, ways):
        return None
    event, filled = desk.event, ways.filled
    fixture = filled.fixtures[state.at]
    room = min(WAY, max((height - 12 - ONWARD) // 3, 1))
    lines = _match(event, filled, fixture, width)
    for side in (0, 1):
        lines += [Line(), *_side(event, ways, fixture, side, width, room)]
    lines += [Line(), titled("Way out", width), *_onward(ways, state.at, width)]
    left = height - len(lines) - 2
    waits = _waiting(event, ways)
    if left > 0 and waits:
        shown = waits[: left if len(waits) <= left else left - 1]
        lines += [Line(), titled("Who waits", width, str(len(waits)))]
        lines += [line(fit(f" {text}", width).rstrip()) for text in shown]
        if len(shown) < len(waits):
            lines.append(line(f" and {len(waits) - len(shown)} more", "dim"))
    return lines


def _match(event: Event, filled: Filled, fixture: Fixture, width: int) -> list[Line]:
    """What match it is, where it is played, and its state."""
    node, match = fixture.node, match_on_board(event, fixture)
    parts = []
    if match is not None and fixture.round is not None:
        parts = [event.called(fixture.round), event.board_name(fixture.board or 0)]
        if match.boards:
            parts.append(f"{match.boards} boards")
        elif match.games > 1:
            parts.append(f"best of {match.games}")
    where = safe(" · ".join(parts), 80)
    id = node.id if filled.bracket.crown else ""
    return [
        titled(safe(node.title, 80), width, id),
        line(fit(f" {where}", width).rstrip()),
        line(fit(f" {standing_text(event, fixture)}", width).rstrip(), "strong"),
    ]


def _side(
    event: Event, ways: Ways, fixture: Fixture, side: int, width: int, most: int
) -> list[Line]:
    """Who it is and what he has played here so far; where he comes from while nobody knows."""
    id = (fixture.home, fixture.away)[side]
    slot, filled = fixture.node.slots[side], ways.filled
    if not id or id == NOBODY:
        name, about = "nobody" if id == NOBODY else "not known yet", ""
        way = [f"from {filled.bracket.origin(slot)}"] if slot.kind != "drawn" else []
    else:
        entrant, next_number = event.entrant(id), len(event.published) + 1
        name = entrant.name
        facts = ["withdrawn"] * (not fixture.settled and not entrant.active(next_number))
        facts += [f"seed {entrant.seed}"] * (entrant.seed is not None)
        facts += [f"rated {rating_text(entrant)}"] * (entrant.rating is not None)
        about = " · ".join([*facts, *([entrant.club] if entrant.club else [])])
        way = _way_in(event, filled, fixture, id)
    won = fixture.winner is not None and fixture.winner == id
    mark = "✓ " if won else "  "
    lines = [
        Line(((mark, "accent"), (fit(safe(name), width - 2).rstrip(), "strong"))),
        line(fit(f"  {safe(about)}", width).rstrip(), "dim"),
    ]
    if len(way) > most:
        way = [f"… {len(way) - most + 1} earlier", *way[len(way) - most + 1 :]]
    lines += [line(fit(f"  {safe(text, 120)}", width).rstrip()) for text in way]
    return lines + [Line()] * (most + 2 - len(lines))


def _way_in(event: Event, filled: Filled, fixture: Fixture, id: EntrantId) -> list[str]:
    """The matches that somebody has decided before this one, as they ended."""
    way = []
    for node in filled.bracket.nodes:
        played = filled.fixtures[node.id]
        if node.id == fixture.node.id or id not in (played.winner, played.loser):
            continue
        if fixture.round is not None and (played.round or 0) >= fixture.round:
            continue
        other = played.loser if played.winner == id else played.winner
        verb = "beat" if played.winner == id else "lost to"
        name = event.entrant(other).name if other and other != NOBODY else ""
        result = played.result
        if result is not None and id != played.home:
            result = result.turned()  # as he who is spoken of sees it
        score = _score(result)
        called = node.id if filled.bracket.crown else node.title
        if not name or played.walkover:
            way.append(f"{called}: {f'walkover over {name}' if name else 'bye'}")
            continue
        way.append(f"{called}: {verb} {name.partition(',')[0]} {score}".rstrip())
    return way


def _score(result: Result | None) -> str:
    """`2½-1½`, a tie with what decided it: `2-2 board-count`."""
    if isinstance(result, MatchResult | TeamResult) and result.tiebreak is not None:
        return f"{result.score} {result.tiebreak.how}"
    return result_text(result.text) if result is not None else ""


def _onward(ways: Ways, id: str, width: int) -> list[Line]:
    """Where the winner and the loser go."""
    texts = [text for part in way_on(ways, id).split("   ") for text in in_lines(part, width - 1)]
    lines = [line(f" {text}") for text in texts[:ONWARD]]
    return lines + [Line()] * (ONWARD - len(lines))


@last_call
def _waiting(event: Event, ways: Ways) -> tuple[str, ...]:
    """Who has got to a match whose other side is still being played for."""
    texts = []
    for id in ways.place:
        fixture = ways.filled.fixtures[id]
        there = [side for side in (fixture.home, fixture.away) if side and side != NOBODY]
        if fixture.state == "waiting" and len(there) == 1:
            name = safe(event.entrant(there[0]).name)
            crowned = bool(ways.filled.bracket.crown)
            label = safe(fixture.node.label, 80)
            texts.append(f"{fixture.node.id}  {name}" if crowned else f"{name}: {label}")
    return tuple(texts)
