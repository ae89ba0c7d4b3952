"""The picture of Results: a board each, its players, its result, and what is around them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine import actions
from engine.actions.base import Action
from engine.entrants import Entrant, EntrantId, has_left, rating_text
from engine.event import Event, Match, Round, last_call, very_same
from engine.match_words import about_match, between_matches, length_text
from engine.points import counted, points_text
from engine.protocol import (
    Format,
    OverASeason,
    PlayedByTeams,
    bracketed,
    left_out,
    part_of,
    plain_game,
)
from engine.results import CLEAR, GameResult, KeyChoice, ResultForm, brief, result_text
from engine.waiting import (
    adjourned,
    adjourned_boards,
    all_in,
    due_now,
    half,
    half_in,
    is_due,
    missing_boards,
    not_begun,
    open_earlier,
    round_of_board,
)
from saves.cells import bar, text_width
from saves.safe_text import safe, shortened
from tui.desk import boards_lately
from tui.keys.commands import Command, commands_of, result_keys
from tui.places.result_entry import example_text, forfeit_keys, how_typed
from tui.places.result_words import bye_words
from tui.places.results.state import (
    DECIDING,
    ListedBoards,
    ResultsState,
    boards_of,
    halted,
    in_question,
    result_form,
    selected_board,
    verifying,
)
from tui.places.shape import WIDE, DeskView, Screenful
from tui.screens.names import entrant_cells, entrants_told_apart
from tui.widgets.lines import Line, fit, line

RESULT_WIDTH = 13
LINEUPS_WIDTH = len("2½-1½ adjourned")
"""Of a match with line-ups, so that no column moves when a board of it is adjourned."""
NARROW = 70
"""Below so many cells ratings are left out."""
LEAST_BAR = 4
"""A bar of fewer cells says nothing."""
ROOMY, TITLE, POINTS = 105, 4, 5
"""From so many cells on titles and points have theirs."""
NAME_LEAST, NAME_MOST = 8, 44
"""Cells of a name: on the widest terminal the eye still goes from White to the result."""
NAME_BESIDE_ABOUT = 12
"""Cells of a name below which the stage of each match gives way."""


NEEDS_A_ROUND = frozenset(
    {"keep_saved", "take_typed", "go_to", "lineup", "postpone", "missing", "verify", "correct"}
)
"""Commands of the key line that do nothing before a round is published."""


class MadeLine(NamedTuple):
    """A line that was made, and what it and the players in it were made of."""

    seats: tuple[Any, ...]
    players: str
    made_of: tuple[Any, ...]
    line: Line


_MADE: dict[tuple[str, int], MadeLine] = {}
"""By event of a congress and board the line made last."""


def picture(desk: DeskView, state: ResultsState) -> Screenful:
    """One line a board; in a verification pass marked with what the slips say."""
    boards = boards_of(desk, state)
    if boards is None:
        return Screenful(
            status=line(" no round is published"),
            body=_nothing_yet(desk.format.next_step(desk.event).name, desk.event.entrant_word),
            foot=line(last_text(desk), "dim"),
            idle=_idle(desk, state, None),
        )
    abouts = _abouts(desk.format, boards.round)
    teams, cells = desk.format.of_teams(desk.event), entrant_cells(desk.event.entrants)
    wide = partial(
        Widths.of, desk.width, boards.round, abouts=abouts.values(),
        titled=cells.titled,
        scored=not (teams or bracketed(desk.format)),
        bracketed=any_annulled(desk, boards.round),
    )  # fmt: skip
    widths = wide(rating=cells.rating if cells.rated or not teams else 0)
    staged = any(abouts.values())
    if widths.rating and (teams or staged):
        # a team is known by its name, a player of a cup too; a match by its stage
        there = [cells.names[id] for match in boards.round.matches for id in match.pair]
        longest = cells.longest if teams else max(there, default=0)
        bare = wide(rating=0)
        if longest > widths.name or (bare.about > widths.about and longest <= bare.name):
            widths = bare
    sides, word = desk.format.sides(desk.event), desk.event.board_word
    kinds = set(abouts.values())
    about = kinds.pop() if len(kinds) == 1 else ""
    widths = widths.for_names(desk.event, boards.round)
    lines, status = board_lines(desk, state, boards, widths, abouts), _status(desk, state, boards)
    foot = line(last_text(desk, boards), "dim")
    stopped = in_question(desk, state)
    if verifying(desk, state):
        from tui.places.results import verification

        over = verification.called(desk, boards)
        status = verification.progress(state, boards).status(over, _bar_cells(desk))
        foot = line(f" {verification.IN_A_PASS}", "dim")
        if stopped is not None:
            foot = line(f"! {verification.question(desk, stopped)}", "bad")
        elif halted(desk, state):
            foot = line(f"! {verification.halted_text(desk, state)}", "bad")
    return Screenful(
        status=status,
        heads=head_line(widths, sides, word, about),
        body=_listed(desk, state, boards, lines),
        foot=foot,
        first_keys=() if stopped is not None else first_keys(desk, state),
        first_commands=("round_after",) if stopped is None else ("keep_saved", "take_typed"),
        idle=_idle(desk, state, boards),
        alarm=stopped is not None or halted(desk, state),
        bright=frozenset(b for r, b in boards_lately(desk) if boards.began.get(b) == r),
    )


@last_call
def _abouts(format: Format, round: Round) -> Mapping[int, str]:
    """By board what the match is; where only the stages differ, they alone."""
    abouts = {
        m.board: "" if plain_game(format, m) else about_match(format, m) for m in round.matches
    }
    if len(set(abouts.values())) > 1 and len(set(map(length_text, round.matches))) == 1:
        return {m.board: format.stage_name(m) for m in round.matches}
    return abouts


def _status(desk: DeskView, state: ResultsState, boards: ListedBoards) -> Line:
    """Results in, as a bar too, and what is missing; the round where the place's head names
    another one, because it is an earlier one or a later one is proposed."""
    current, number = desk.event.current, boards.round.number
    earlier_one = current is None or number != current.number
    named = desk.event.called(number)
    named += f" (earlier {desk.event.settings.round_word})" * earlier_one
    shown = f" {named} " if earlier_one or desk.event.proposal is not None else ""
    clocked = desk.clock and state.round is None and not all_in(desk.event)
    count = ResultsIn.of(boards.round)
    annulled = len(
        _annulled(desk.event, desk.format) & {boards.place(board) for board in boards.began}
    )
    behind = [*count.words, *([f"{annulled} annulled"] if annulled else [])]
    if (earlier := open_earlier(desk.event)) and earlier[0] != number:
        behind.append(f"{desk.event.called(earlier[0])}: {len(earlier[1])} missing")
    behind += _adjourned_before(desk.event, number)
    behind += ["MISSING ONLY"] if state.missing_only else []
    behind += [desk.clock] if clocked else []
    if not boards.round.matches:  # nothing to count
        return Line(((shown, "strong"), (f" {' · '.join(behind)}", "plain")))
    begin, end = f" {count.there}/{count.due} ", f"  {' · '.join(behind)}"
    cells = _bar_cells(desk, text_width(f"{shown}{begin}{end}"))
    part = bar(count.there, count.due, cells) if cells >= LEAST_BAR else ""
    return Line(((shown, "strong"), (begin, "strong"), (part, "accent"), (end, "plain")))


def _adjourned_before(event: Event, number: int) -> list[str]:
    """`round 1: 1 adjourned`: of other rounds the first that has any, which the end waits for."""
    others = [r for r, _ in adjourned(event) if r != number]
    return [f"{event.called(others[0])}: {others.count(others[0])} adjourned"] if others else []


def _bar_cells(desk: DeskView, taken: int = 0) -> int:
    """Cells of the bar, which gives way to the text beside it and to the time of saving."""
    return min(max(desk.across // 5, 8), 48, desk.status_room - taken)


def _listed(
    desk: DeskView, state: ResultsState, boards: ListedBoards, lines: Sequence[Line]
) -> Sequence[Line]:
    """The contents of the list: all boards and entrants without one, or what is missing."""
    if not state.missing_only:
        return [*lines, *bye_lines(desk, boards.round)]
    unsaved = (board for board in boards.began if boards.place(board) in state.entry.unsaved)
    waiting = ((board, state.entry.waiting.get(boards.place(board), "")) for board in boards.began)
    opened = (board for board, text in waiting if text in (CLEAR, GameResult.ADJOURNED.text))
    missing = {*missing_boards(boards.round), *adjourned_boards(boards.round), *unsaved, *opened}
    chosen = selected_board(state)
    shown = [
        each
        for each in lines
        if (chosen if isinstance(each.key, tuple | None) else each.key) in missing
    ]
    return shown or [line("   all results of this round are in: m shows them", "done")]


def _idle(desk: DeskView, state: ResultsState, boards: ListedBoards | None) -> frozenset[str]:
    """For the key line: what decides while a board is in question; the pass once all is in, in
    the place of what is missing."""
    if in_question(desk, state) is not None:
        return frozenset(c.id for c in commands_of("results")) - DECIDING - {"help"}
    if boards is None:
        return NEEDS_A_ROUND
    idle = {"keep_saved", "take_typed"}
    if part_of(desk.format, PlayedByTeams) is None:
        idle.add("lineup")
    if part_of(desk.format, OverASeason) is None:
        idle.add("postpone")
    all_there = not (due_now(boards.round) or state.missing_only)
    idle.add("missing" if verifying(desk, state) or all_there else "verify")
    numbers = [round.number for round in desk.event.published]
    idle |= {"round_before"} if boards.round.number == numbers[0] else set()
    idle |= {"round_after"} if boards.round.number == numbers[-1] else set()
    return frozenset(idle)


# The boards


def board_lines(
    desk: DeskView,
    state: ResultsState,
    boards: ListedBoards,
    widths: Widths,
    abouts: Mapping[int, str],
    folder: str = "",
    lead: str = "",
) -> list[Line]:
    """One line a board, in board order; made anew only for boards that changed. Of a congress:
    the `folder` of the event is in the keys of the lines, and `lead` in front of the players."""
    whites, blacks = (entrants_told_apart(desk.event.entrants, name) for name in widths.names)
    waiting, unsaved = state.entry.waiting, state.entry.unsaved
    slip_of: Callable[[Match], tuple[str, str] | None] | None = None
    if verifying(desk, state):  # what the slips say is in the place of the results
        from tui.places.results import verification

        slip_of = partial(verification.in_its_place, state, boards)
    scores = points_before(desk, boards.round.number) if widths.points else {}
    gone = _gone(desk.event.entrants, boards.round.number)
    left, right = widths.sides
    sides = text_width(lead) + left, right
    annulled, said = _annulled(desk.event, desk.format), ""
    lines = []
    for match in boards.round.matches:
        board, place = match.board, boards.place(match.board)
        above, said = said, abouts.get(board, "")
        seats = (
            board, whites[match.white], blacks[match.black], widths,
            (scores.get(match.white, ""), scores.get(match.black, "")), lead,
        )  # fmt: skip
        made_of = (
            match, widths,
            # a division once, above its matches: beside each it is sent anew when boards unfold
            "" if match.lineups and said == above and not state.missing_only else said,
            waiting.get(place), unsaved.get(place), slip_of(match) if slip_of else None,
            folder, place in annulled, _sides_gone(match, gone, desk.event.side_words),
        )  # fmt: skip
        made = _MADE.get((folder, board))
        players = made.players if made and made.seats == seats else players_of(*seats)
        if match.lineups and place not in waiting and place not in unsaved:
            lines += _team_lines(desk, state, boards, match, (players, *made_of), sides)
            continue
        if made is None or (made.players, made.made_of) != (players, made_of):
            made = MadeLine(seats, players, made_of, board_line(players, *made_of))
            _MADE[folder, board] = made
        lines.append(made.line)
    return lines


@last_call
def _gone(entrants: Sequence[Entrant], number: int) -> frozenset[EntrantId]:
    """Who has left before the end of that round."""
    return frozenset(e.id for e in entrants if has_left(e, number))


def _sides_gone(
    match: Match, gone: Collection[EntrantId], sides: tuple[str, str]
) -> tuple[str, ...]:
    """Which sides of an open match have left; one that is over has its result."""
    there = zip(match.pair, sides, strict=True) if gone and match.open else ()
    return tuple(side for id, side in there if id in gone)


@last_call
def _annulled(event: Event, format: Format) -> frozenset[tuple[int, int]]:
    """Rounds and boards that count for nobody since somebody withdrew."""
    return left_out(event, format)


def any_annulled(desk: DeskView, round: Round) -> bool:
    """Whether a result of that round is in brackets."""
    annulled = _annulled(desk.event, desk.format)
    return any((round.number, match.board) in annulled for match in round.matches)


def _team_lines(
    desk: DeskView,
    state: ResultsState,
    boards: ListedBoards,
    match: Match,
    made_of: tuple[Any, ...],
    sides: tuple[int, int],
) -> list[Line]:
    """A match of chess teams, with its boards where one of them is selected."""
    from engine.event_data import day_text
    from tui.places.results.team_boards import running_score, unfolded

    lined: Callable[..., Line] = board_line
    of_match = lined(*made_of, so_far=running_score(match) or day_text(match))
    if selected_board(state) != match.board or not isinstance(state.selected, tuple):
        return [of_match]
    return [Line(of_match.parts), *unfolded(desk, state, boards, desk.width, sides)]


_SCORES: list[tuple[tuple[object, ...], dict[EntrantId, str]]] = []
"""The points before a round worked out last, and what of the event they hang on."""


def points_before(desk: DeskView, number: int) -> dict[EntrantId, str]:
    """Everybody's points before that round, as the standings count them: worked out anew when an
    earlier round changes, and not with a result of this one."""
    from engine.history import cards

    event = desk.event
    of = (desk.format, number, event.entrants, event.adjustments, *event.rounds[: number - 1])
    known = _SCORES[0] if _SCORES else None
    if known is None or not very_same(known[0], of):
        before = desk.format.as_counted(event).until(number - 1)
        scores = {id: points_text(card.score) for id, card in cards(before).items()}
        _SCORES[:] = [(of, scores)]
    return _SCORES[0][1]


class Widths(NamedTuple):
    """Cells of a name, of a rating (0: not shown), of a result and of the name of a match (0: all
    are the same, or there is no room)."""

    name: int
    rating: int
    result: int = RESULT_WIDTH
    about: int = 0
    title: int = 0
    points: int = 0
    more: int = 0
    """Cells that a name at the left has more than `name`, and one at the right less."""

    @property
    def names(self) -> tuple[int, int]:
        """Cells of a name at the left and at the right."""
        return self.name + self.more, self.name - self.more

    @property
    def sides(self) -> tuple[int, int]:
        """Cells of all that is said of whoever is at the left, and at the right."""
        beside = self.title + self.rating + self.points
        left, right = self.names
        return left + beside, right + beside

    def for_names(self, event: Event, round: Round) -> Widths:
        """A side whose names are too long for it has what the other side's leave."""
        cells = entrant_cells(event.entrants).names
        pairs = [[cells[id] for id in match.pair] for match in round.matches]
        if not pairs:
            return self
        over, under = (max(lengths) - self.name for lengths in zip(*pairs, strict=True))
        more = (
            min(over, -under) if over > 0 > under else -min(under, -over) if under > 0 > over else 0
        )
        return self._replace(more=more)

    @classmethod
    def of(
        cls,
        width: int,
        round: Round | None = None,
        rating: int = 5,
        abouts: Collection[str] = (),
        titled: bool = False,
        scored: bool = False,
        bracketed: bool = False,
    ) -> Widths:
        """For a list of that width; results of matches can be longer than those of games, and
        `bracketed` ones that are annulled.
        `rating` is of `entrant_cells`; `abouts` say what each match is, for which ratings give
        way; titles, and points where the event is `scored`, are in a wide list."""
        rating = rating if width >= NARROW else 0
        title = TITLE if titled and width >= ROOMY else 0
        points = POINTS if scored and width >= ROOMY else 0
        texts = (result_text(m.result.text) for m in round.matches if m.result) if round else ()
        least = LINEUPS_WIDTH if round and any(m.lineups for m in round.matches) else RESULT_WIDTH
        result = max(least, max(map(len, texts), default=RESULT_WIDTH - 1) + 2 * bracketed)
        kinds, longest = len(set(abouts)), max(map(len, abouts), default=0)
        about = longest + 1 if kinds > 1 else 0
        # of one kind it is in the head line, behind `Result`
        beside = about or max(len("Result  ") + longest - result, 0)

        def room(rating: int, beside: int) -> int:
            return (width - 1 - 3 - 2 - 2 * (title + rating + points + 2) - result - beside) // 2

        ways = [(rating, NAME_BESIDE_ABOUT), (0, NAME_BESIDE_ABOUT)]
        ways += [(0, NAME_LEAST)] * (kinds == 1)
        shown_rating = next((r for r, name in ways if room(r, beside) >= name), None)
        if shown_rating is None:
            shown_rating, about, beside = rating, 0, 0
        name = min(max(room(shown_rating, beside), NAME_LEAST), NAME_MOST)
        return cls(name, shown_rating, result, about, title, points)


def players_of(
    board: int,
    white: Entrant,
    black: Entrant,
    widths: Widths,
    points: tuple[str, str] = ("", ""),
    lead: str = "",
) -> str:
    """The part of a board's line that no result changes: its number and its players; `points` are
    those of both before the round."""
    players = "  ".join(map(partial(_player, widths), (white, black), widths.names, points))
    return f" {board:>3}  {lead}{players}  "


def board_line(
    players: str,
    match: Match,
    widths: Widths,
    about: str = "",
    waiting: str | None = None,
    unsaved: str | None = None,
    slip: tuple[str, str] | None = None,
    folder: str = "",
    annulled: bool = False,
    gone: tuple[str, ...] = (),
    so_far: str = "",
) -> Line:
    """One board, with the `players_of` it. `about` is what the match is; a result is `waiting` for
    its acknowledgement, or `unsaved` because it was refused; `slip`, with its style, is in its
    place. A result that is `annulled` is in brackets; `gone` are the sides of a match that have
    withdrawn from it, `so_far` is the score of one that is not over."""
    parts = players
    key = (folder, match.board) if folder else match.board
    if slip is not None:
        return Line(((parts, "bad" if slip[1] == "bad" else "plain"), slip), key)
    if unsaved is not None:
        shown = fit(f"NOT SAVED {result_text(unsaved)}", RESULT_WIDTH + 4)
        return Line(((parts, "plain"), (shown, "bad")), key)
    if waiting is not None:
        shown = result_text(None if waiting == CLEAR else waiting)
        return Line(((parts, "plain"), (f"{shown} …", "dim")), key)
    if so_far:
        room = widths.result + 1
        there = about and widths.about and text_width(so_far) < room
        beside = fit(so_far, room) + about if there else so_far
        return Line(((parts, "plain"), (beside, "dim")), key)
    text = result_text(match.result.text if match.result else None)
    text = f"[{text}]" if annulled else text
    if match.result is not None and match.result.provisional:
        shown = f"{text} open" if half(match) else f"? {text}"
        shown = f"{text.removesuffix(' ?')} adjourned" if match.lineups else shown
        return Line(((parts, "plain"), (shown, "should")), key)
    if gone:
        who = "both" if gone[1:] else gone[0]
        return Line(((parts + text, "plain"), (f" {who} left", "should")), key)
    if about and widths.about:
        blank = " " * (widths.result + 1 - text_width(text))
        return Line(((parts + text, "plain"), (blank + about, "dim")), key)
    return Line(((parts + text, "plain"),), key)


def _player(widths: Widths, entrant: Entrant, room: int, points: str) -> str:
    name = fit(entrant.title, widths.title) + fit(safe(entrant.name), room)
    rating = f"{rating_text(entrant, '-'):>{widths.rating}}" if widths.rating else ""
    return name + rating + (f"{points:>{widths.points}}" if widths.points else "")


def head_line(
    widths: Widths,
    sides: tuple[str, str] = ("White", "Black"),
    where: str = "board",
    about: str = "",
    lead: str = "",
) -> Line:
    """The column heads; `where` is what a match is played at, `about` what all of them are."""
    before, points = " " * widths.title, f"{'Pts':>{widths.points}}" if widths.points else ""
    white, black = (
        before + fit(side, name + widths.rating) + points
        for side, name in zip(sides, widths.names, strict=True)
    )
    number = "Tbl" if where == "table" else " Bd"
    return line(f" {number}  {lead}{white}  {black}  Result  {about}".rstrip(), "dim")


NAME_BEFORE_WORDS = 16
"""Cells of a name that keeps them beside a longer reason."""


def bye_lines(desk: DeskView, round: Round) -> list[Line]:
    """Those without a board, at the end of the list; a long name leaves room for why."""
    event, format = desk.event, desk.format
    said = {bye.entrant: bye_words(format, event, round.number, bye) for bye in round.byes}
    if bracketed(format):
        said |= between_matches(format, event, round)
    lines = []
    for id, words in said.items():
        why, name = safe(words), safe(event.entrant(id).name)
        room = max(desk.width - text_width(why) - 8, NAME_BEFORE_WORDS)
        name = fit(name, room) if text_width(name) > room else name
        lines.append(line(f"      {name}  {why}", "dim"))
    return lines


# Around the boards


class ResultsIn(NamedTuple):
    """How far a round is: results in, of how many that are due or being played, and what there is
    beside them in words."""

    there: int
    due: int
    words: tuple[str, ...]

    @classmethod
    def of(cls, round: Round) -> ResultsIn:
        """`2 missing`, `1 adjourned`, `4 run on`, `1 put off`; or that all are in, or none is due
        in a session whose matches all run on."""
        halves = len(half_in(round))
        missing, later = len(due_now(round)), len(adjourned_boards(round)) - halves
        put_off = sum(not_begun(m) and not is_due(m, round) for m in round.matches)
        going_on = len(missing_boards(round)) - missing - put_off
        due = len(round.matches) - put_off
        words = [f"{missing} missing"] if missing else []
        words += [f"{later} adjourned"] if later else []
        words += [f"{halves} half in"] if halves else []
        if going_on and not any(is_due(m, round) for m in round.matches):
            words = ["no result due yet"]
        if not round.matches:
            words = ["no board is played"]
        words = words or ["all due in" if going_on or put_off else "all in"]
        words += [f"{going_on} run{'s' if going_on == 1 else ''} on"] if going_on else []
        words += [f"{put_off} put off"] if put_off else []
        return cls(due - going_on - missing - later - halves, due, tuple(words))


def last_text(desk: DeskView, listed: ListedBoards | None = None, most: int = 3) -> str:
    """`last: 10 ½-½ (you) · 13 + - anna@desk2`, the latest first; a list of results ends it. The
    round is named where it is not that of the one before, first the one `listed`: `round 1: 10 ½-½
    (you) · 9 1-0 (you)`."""
    return in_one_line([text for _, text in last_entered(desk, most, listed)])


def in_one_line(entered: Sequence[str]) -> str:
    """What was entered last, for the foot."""
    return " last: " + " · ".join(entered) if entered else ""


def last_entered(
    desk: DeskView, most: int = 3, listed: ListedBoards | None = None, mixed: bool = False
) -> list[tuple[str, str]]:
    """When, and what, with who: the latest first. `mixed` with those of other events, each names
    its round if that is not the one listed."""
    texts: list[tuple[str, str]] = []
    before = desk.event.called(listed.round.number) if listed is not None else ""
    for logged in desk.since_publication():
        action = logged.action
        of_teams = action.kind == "board-result"
        many = isinstance(action, actions.EnterResults) or action.kind == "board-results"
        corrected = isinstance(action, actions.CorrectBoard)
        if not (of_teams or many or corrected or isinstance(action, actions.EnterResult)):
            continue
        who = shortened(f"{logged.by}@{logged.host}", 24) if logged.n in desk.elsewhere else "(you)"
        named = _round_named(desk, action, listed) if listed is not None else ""
        where = "" if named == before else f"{named}: "
        before = before if mixed else named
        if of_teams:
            from tui.places.results.team_boards import last_entered as last_of_teams

            texts.append((logged.t, f"{where}{last_of_teams(desk, action)} {who}"))
        elif isinstance(action, actions.CorrectBoard):
            # its result is no longer what was typed of it before
            texts.append((logged.t, f"{where}{action.number} corrected {who}"))
        elif isinstance(action, actions.EnterResult):
            shown = "cleared" if action.result == CLEAR else brief(action.result)
            texts.append((logged.t, f"{where}{action.number} {shown} {who}"))
        else:
            by = f" {who}" if who == "(you)" else f", {who}"
            texts.append((logged.t, f"{where}{_of_many(desk, action)}{by}"))
            break
        if len(texts) == most:
            break
    return texts


def _of_many(desk: DeskView, action: Action) -> str:
    """What results entered at once are called: a single one as if typed, `3 boards adjourned`,
    else how many."""
    number = len(getattr(action, "results", ()))
    if isinstance(action, actions.EnterResults):
        texts = {text for _, text in action.results}
        if number == 1:
            ((board, text),) = action.results
            return f"{board} {'cleared' if text == CLEAR else brief(text)}"
        if texts == {GameResult.ADJOURNED.text}:
            return f"{counted(number, desk.event.board_word)} adjourned"
    return counted(number, "result")


def _round_named(desk: DeskView, action: Action, listed: ListedBoards) -> str:
    """The round of a result: `round 1`; of a match that began earlier and is listed as it runs on,
    the round that is listed."""
    about = action.about(None)
    number = about.round or len(desk.event.published)
    if about.round is None and len(about.boards) == 1:
        number = round_of_board(desk.event, about.boards[0], None) or number
    match = listed.by_number.get(about.boards[0]) if len(about.boards) == 1 else None
    if match is not None and not match.date and listed.began[match.board] == number:
        number = listed.round.number
    return desk.event.called(number)


WHOLE_MATCH = "match"
"""Said in the key line of the key for a whole match of teams."""


def first_keys(desk: DeskView, state: ResultsState) -> Sequence[tuple[str, str]]:
    """The result keys of the selected board, for the key line: `1 White`, `0 Black` …, the two
    forfeits together."""
    form = result_form(desk, state)
    if form is None:
        return ()
    keys = {choice.id: result_keys(choice, desk.second_scheme)[0] for choice in form.keys}
    forfeits = forfeit_keys(form, desk.second_scheme)
    if form.kind == "line" and "result.white" in keys:
        white, black = keys["result.white"], keys["result.black"]
        first, second = desk.event.side_words
        tie = (("=", f"tie, e.g. {form.tie}"),) if form.tie else ()
        return ((white, first), (black, second), *tie, *forfeits)
    if form.kind == "line":
        return (("", example_text(form)), *forfeits)
    if "result.white" not in keys:
        return [(keys[choice.id], choice.label) for choice in form.keys[:4]]
    sides = ("home", "away") if desk.event.board_word == "table" else ("White", "Black")
    clear = (keys["result.clear"], "clear")
    whole: tuple[tuple[str, str], ...] = ()
    if isinstance(state.selected, tuple) and not verifying(desk, state):
        line = next(c for c in commands_of("results") if c.id == "other_result")
        whole = ((line.key, WHOLE_MATCH),)
    return (
        (keys["result.white"], sides[0]),
        (keys["result.black"], sides[1]),
        (keys["result.draw"], "draw"),
        *forfeits,
        *(() if whole and desk.across < WIDE else (clear,)),
        *whole,
    )


def extra_help(desk: DeskView, state: ResultsState) -> list[Command]:
    """The format's result keys."""
    form = result_form(desk, state)
    if form is None:
        return []
    commands = []
    if form.kind == "line":
        help = f"as {form.example}, enter"
        if form.rules is not None and form.rules.needs_winner:
            from engine.match_results import meanings

            help += meanings(form.rules.methods)
        commands.append(Command("result.line", "results", "Result", ("1", "0", "="), help))
    return commands + [_result_command(desk, form, choice) for choice in form.keys]


def _result_command(desk: DeskView, form: ResultForm, choice: KeyChoice) -> Command:
    keys, label = result_keys(choice, desk.second_scheme), choice.named(desk.event.side_words)
    return Command(choice.id, "results", label, keys, how_typed(form, choice, keys[0]))


def _nothing_yet(step: str, who: str) -> list[Line]:
    remedy = {
        "register": f"F1 Entries: enter the {who}s first",
        "publish": "F2 Pairings: a proposal stands; P there publishes it",
    }
    text = remedy.get(step, "F2 Pairings: draw and publish the round")
    return [Line(), line("   No round is published yet.", "dim"), line(f"   {text}", "plain")]
