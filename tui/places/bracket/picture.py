"""The picture of Bracket: the tree, the selected match in view, and what stands around it."""

from __future__ import annotations

from engine.bracket_told import bracket_told
from engine.bracket_tree import stage_title
from engine.event import Event, Match
from engine.result_forms import KeyChoice
from engine.steps import NextStep
from saves.safe_text import safe
from tui.desk import boards_lately
from tui.keys.commands import Command, commands_of, result_keys
from tui.places.bracket.layout import Picture
from tui.places.bracket.layout import picture as laid_out
from tui.places.bracket.state import (
    BracketState,
    alone,
    names_first,
    room_for_tree,
    selected_board,
    shown_above_first,
    slip_note,
    ways_of,
)
from tui.places.bracket.ways import Ways
from tui.places.bracket.words import detail_lines, is_proposed
from tui.places.result_words import how_typed, result_text
from tui.places.shape import DeskView, Screenful
from tui.screens.finals_dialog import finals_open
from tui.terminal.cells import cell_len
from tui.widgets.lines import Focus, Line, fit, line

SHORT = {"main": "Knockout", "winners": "Winners", "losers": "Losers", "dko": "DKO", "sko": "SKO"}
"""Stages in the second line; others, and the one in front, by their whole name."""


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
    champions = _told(desk.event, ways, shown)
    lines = shown.marked(state.at, _unsaved_matches(ways, state), _fresh_matches(desk, ways))
    return Screenful(
        status=status,
        heads=lines[0] if shown.titled else None,
        body=[*lines[shown.titled :], *champions],
        detail=_detail(desk, state, ways),
        first_keys=_first_keys(desk, state, ways),
        # where one stage stands alone, how the others are reached
        first_commands=("choose", "next_stage") * bool(alone(desk, state, ways)),
        idle=idle,
        focus=_focus(shown, state.at, len(champions)),
    )


def _first_keys(desk: DeskView, state: BracketState, ways: Ways) -> tuple[tuple[str, str], ...]:
    """How a result is entered, as long as a match waits for one; of a match on no board that it
    is on none, as long, so that the keys behind it stay where they are."""
    if selected_board(desk, state) is not None:
        return state.entry_keys
    if all(f.state != "drawn" for f in ways.filled.fixtures.values()):
        return (("", ""),)
    cells = sum(cell_len(key) + bool(key) + cell_len(text) + 2 * bool(text)
                for key, text in state.entry_keys)  # fmt: skip
    return (("", fit(f"no {desk.event.board_word} yet", cells - 2)),)


def _told(event: Event, ways: Ways, shown: Picture) -> list[Line]:
    """Below the tree who has won it, and what its marks mean."""
    lines = [line(f"  {safe(text)}", "dim") for text in bracket_told(event, ways.filled, shown.at)]
    return [Line(), *lines] if lines else []


def _stages(
    desk: DeskView, state: BracketState, ways: Ways | None, status: str
) -> tuple[tuple[str, str], ...]:
    """The stages before the status, the one in front in brackets, where one stands alone."""
    only = alone(desk, state, ways) if ways is not None and state.at in ways.place else ""
    if ways is None or not only:
        return ((f" {status}", "plain"),)
    title = safe(stage_title(only)) or SHORT[only]
    tabs = [
        (f"[{title}]", "strong")
        if stage == only
        else (f" {safe(SHORT.get(stage, stage_title(stage)))} ", "dim")
        for stage in ways.stages
    ]
    return ((" ", "plain"), *tabs, (f"  {status.removeprefix('bracket · ')}", "plain"))


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


_last: tuple[Ways, Event, tuple[object, ...], Picture] | None = None
"""The picture laid out last, and what it was laid out of."""


def _laid_out(desk: DeskView, state: BracketState, ways: Ways) -> Picture:
    """The whole bracket; one that does not fit looks the same at any height."""
    global _last
    firsts = tuple(sorted(state.first_columns.items()))
    room = room_for_tree(desk)
    fits = room if _last is None or room >= _last[3].least else 0
    only, longest = alone(desk, state, ways), names_first(desk)
    of = (desk.width, fits, firsts, only)
    if _last is not None and _last[0] is ways and _last[1] is desk.event and _last[2] == of:
        return _last[3]
    shown = laid_out(desk.event, ways, desk.width, room, state.first_columns, True, longest, only)
    fits = room if room >= shown.least else 0
    _last = ways, desk.event, (desk.width, fits, firsts, only), shown
    return shown


def match_at(desk: DeskView, state: BracketState, x: int, row: int) -> str | None:
    """The match that stands at that cell of that line."""
    ways = ways_of(desk)
    if ways is None:
        return None
    shown = _laid_out(desk, state, ways)
    return shown.match_at(x, row + shown.titled)


def _focus(shown: Picture, at: str, told: int) -> Focus | None:
    """Both sides of the match, and the headings of its stage with the first rows; with the last
    row what is `told` in so many lines below the tree."""
    rows = shown.rows(at)
    if rows is None:
        return None
    part = shown.at[at][0]
    upper, lower = rows
    first = max(part.top - 3, 0) if upper - part.top < 2 else upper
    lower += told if lower == len(shown.lines) - 1 else 0
    above = int(shown.titled)
    return Focus(max(first - above, 0), upper - above, lower - above, shown.cell(at))


def _status(desk: DeskView, ways: Ways | None, step: NextStep) -> str:
    """How many matches are open, to be drawn; who chooses."""
    event = desk.event
    if step.choice is not None:
        called, chooser = desk.event.called(step.round), event.entrant(step.choice.chooser)
        return f"{called} · DRAW BY CHOICE: {chooser.name} chooses"
    if ways is None:
        return "no bracket yet"
    champion = ways.filled.champion
    won = [f"won by {event.entrant(champion).name}"] if champion else []
    if not won and finals_open(event, desk.format):
        return "bracket · f  who goes to the finals"
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
