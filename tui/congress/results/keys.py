"""What a key means in Results of a congress: which event it is for. What it does there is said by
Results of one event."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

from engine.alphabet import fold
from engine.congress.hall import board_at, boards_at
from engine.event import Event
from engine.refusal import Refused
from saves.safe_text import shortened
from tui.congress.results.picture import (
    LETTERS,
    BoardKey,
    CongressResultsState,
    CongressStep,
    asked,
    board_of,
    boards,
    following,
    gone_to,
    halted_events,
    halted_text,
    listed_events,
    number_length,
    order,
    over,
    pass_reported,
    passes,
    picture,
    selected_board,
    to_do,
    verified,
    went_on,
)
from tui.congress.view import EventView
from tui.congress.within import (
    Act,
    AskedWithin,
    congress_of,
    enter_event,
    lifted,
    own_state,
    within,
)
from tui.keys.commands import keys_of, list_keys
from tui.places.finding import among
from tui.places.result_words import complete_text, round_notes
from tui.places.results import keys as single
from tui.places.results.keys import BOARD_OF_MATCH, boards_called, called, numlock_text
from tui.places.results.state import ResultsState
from tui.places.results.verification import begun, enter_newer, goes_past, progress
from tui.places.shape import (
    Converse,
    DeskView,
    Do,
    Done,
    Failed,
    Go,
    Key,
    Outcome,
    Prompt,
    Step,
    UndoLast,
    moved,
    said,
    say,
)

PLACE = "congress_results"
SORTED = 3
"""So many boards on from the slip before, slips are sorted."""


def on_key(desk: DeskView, state: CongressResultsState, key: Key) -> CongressStep | None:
    """Results before everything else, as in one event; of a mixed pile the board's number first."""
    stopped = asked(desk, state)
    if stopped is not None:
        folder = stopped[0].folder
        step = single.on_key(stopped[0].desk, own_state(state, folder), key, PLACE)
        return lifted(desk, state, folder, step) if step is not None else None
    if there := halted_events(desk, state):
        if key.name == "escape":
            return _enter_newer(desk, state, there)
        if goes_past(key, PLACE):
            return None
        return say(state, halted_text(desk, state, there), "bad")
    if state.doubled and (key.character or key.name in ("enter", "escape")):
        return _choose_event(desk, state, key)
    if state.piled or state.unknown:
        step_of_pile = _on_pile(desk, state, key)
        if step_of_pile is not None:
            return step_of_pile
    if hint := numlock_text(desk, key):
        way = list_keys().get(key.name, "")
        if way:
            body = picture(desk, state).body
            state = replace(state, selected=moved(body, state.selected, way, desk.page))
        return say(state, hint)
    chosen = _selected(desk, state)
    if chosen is None:
        return None if key.typed in keys_of(PLACE) or key.name in list_keys() else Step(state)
    under_way = passes(desk, state)
    if under_way and chosen not in under_way and key.typed not in keys_of(PLACE):
        name = congress_of(desk).names[chosen.folder]
        refusal = f"{name} is not verified now: nothing was entered; v ends the pass"
        return say(state, refusal, "bad") if key.character else None
    own = replace(own_state(state, chosen.folder), from_pile=state.piled)
    if key.typed.isdecimal() and single.is_no_result(chosen.desk, own, key.typed):
        return _number_outside_a_pile(state, key.typed)
    step = single.on_key(chosen.desk, own, key, PLACE)
    if step is None:
        return None
    return went_on(desk, state, lifted(desk, state, chosen.folder, step))


def _number_outside_a_pile(state: CongressResultsState, digit: str) -> CongressStep:
    """A digit that is not a result begins a board's number, typed by somebody who believes in a
    mixed pile: what follows would be results of the next open boards."""
    refusal = f"{shortened(digit, 12)} is not a result: b begins a mixed pile, esc goes on without"
    return say(replace(state, digits=digit, unknown=True), refusal, "bad")


def _selected(desk: DeskView, state: CongressResultsState) -> EventView | None:
    key = selected_board(state)
    return congress_of(desk).by_folder.get(key[0]) if key is not None else None


def _chosen(desk: DeskView, state: CongressResultsState) -> EventView:
    event = _selected(desk, state)
    if event is None:
        raise Refused("no board is selected", "no round is published", "F2: draw and publish")
    return event


def on_paste(desk: DeskView, state: CongressResultsState, text: str) -> CongressStep:
    """Results pasted fill open boards of the event of the selected board."""
    event = _chosen(desk, state)
    if state.piled:
        return say(state, "nothing can be pasted while slips come mixed: B ends that", "bad")
    return within(desk, state, event.folder, lambda d, s: single.on_paste(d, s, text))


# A mixed pile


def mixed_pile(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """Slips of all events in any order. It lasts until `in_order`: whoever begins each pile with
    this key never ends one by it."""
    state = replace(state, piled=True, digits="", unknown=False)
    length = number_length(desk, state)
    example = "7".zfill(length)
    whole = f"board numbers have {length} digits, as {example}" if length > 1 else "one digit each"
    return say(state, f"mixed slips: a board's number, then its result; {whole}")


def in_order(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """Slips in the order of the boards."""
    state = replace(state, piled=False, digits="", unknown=False)
    return say(state, "slips come in the order of the boards")


def _on_pile(desk: DeskView, state: CongressResultsState, key: Key) -> CongressStep | None:
    length = number_length(desk, state)
    typed = key.character or ""
    if key.name == "escape" and state.digits:
        return Step(replace(state, digits="", unknown=False))
    if key.name == "backspace" and state.piled:
        return Step(replace(state, digits=state.digits[:-1], unknown=False))
    full = state.unknown or len(state.digits) >= length
    if full and not state.unknown:
        return None
    digit = typed.isdecimal() and typed.isascii()
    if not digit and (key.typed in keys_of(PLACE) or key.name in list_keys()):
        return None
    if not state.piled:
        return _number_outside_a_pile(state, state.digits)
    if full:  # what is typed on without looking belongs to no board
        return say(state, f"no board {state.digits}: esc, then the slip again", "bad")
    if digit:
        digits = state.digits + typed
        state = replace(state, digits=digits, unknown=False)
        if len(digits) < length:
            return Step(state)
        step = _to_number(desk, state, int(digits))
        return Step(_of_slip(desk, step.state, state.selected))
    if state.digits:
        missing = length - len(state.digits)
        return say(state, f"{state.digits}: {missing} more of the board's number first", "bad")
    return say(state, "the board's number first, then its result; B ends the mixed pile", "bad")


def _of_slip(desk: DeskView, state: CongressResultsState, before: Hashable) -> CongressResultsState:
    """The list follows slips that are sorted, and stays where they are mixed."""
    if state.unknown or state.doubled:
        return state
    keys, was, now = order(desk, state), board_of(before), selected_board(state)
    ahead = keys.index(now) - keys.index(was) if was in keys and now in keys else 0
    return replace(state, slip=None if 0 < ahead <= SORTED else state.selected)


def _to_number(
    desk: DeskView, state: CongressResultsState, number: int, at: int | None = None
) -> CongressStep:
    """The board of that number, whichever event has it, or board `at` of that match of teams; where
    two events have it they are listed to choose from."""
    members = [event.member for event in listed_events(desk, state)]
    there = boards_at(members, number)
    if at is not None:
        there = tuple(one for one in there if 1 <= at <= len(one.match.lineups))
    if not there:
        try:
            board_at(members, number)
            wrong = f"there is no board {number}.{at} in play"
        except Refused as refusal:
            wrong = str(refusal)
        return say(replace(state, unknown=True), f"{wrong}; esc, then the slip again", "bad")
    keys = tuple((one.folder, number if at is None else (number, at)) for one in there)
    doubled = keys if len(keys) > 1 else ()
    state = gone_to(state, keys[0])
    return Step(replace(state, missing_only=False, unknown=False, doubled=doubled))


def _choose_event(desk: DeskView, state: CongressResultsState, key: Key) -> CongressStep:
    """Which of the events that have this board the slip is of: its letter, or enter on its line.
    Nothing else is taken, for it would be a result of either."""
    names = congress_of(desk).names
    letters = dict(zip(LETTERS, state.doubled, strict=False))
    if key.name == "escape":
        return Step(replace(state, doubled=(), digits=""))
    chosen = letters.get(key.typed)
    if key.name == "enter" and state.selected in state.doubled:
        chosen = state.selected
    if chosen is None:
        which = ", ".join(f"{letter} {names[folder]}" for letter, (folder, _) in letters.items())
        return say(state, f"which event is the slip of? {which}; esc: another number", "bad")
    return Step(replace(gone_to(state, chosen), doubled=(), slip=chosen))


# What became of it


def on_outcome(desk: DeskView, state: CongressResultsState, outcome: Outcome) -> CongressStep:
    """A result is in the journal of its event, or is not; an undo goes to its board."""
    if outcome.folder not in congress_of(desk).by_folder:
        if not isinstance(outcome, Failed):
            return Step(state)
        return say(state, str(outcome.refusal), "bad")
    selected, waited = state.selected, bool(state.questions)
    step = within(desk, state, outcome.folder, lambda d, s: single.on_outcome(d, s, outcome))
    after = step.state
    if isinstance(outcome, Done) and outcome.turned is not None:
        board = after.own(outcome.folder).selected
        return step._replace(state=gone_to(after, (outcome.folder, board)))
    if after.questions and len(after.questions) > len(state.questions):
        *known, new = after.questions
        if isinstance(new.purpose, AskedWithin):
            front = known[0].purpose if known else None
            key = front.back if isinstance(front, AskedWithin) else selected
            back = key if isinstance(key, tuple) else None
            questions = (*known, new._replace(purpose=replace(new.purpose, back=back)))
            after = replace(after, questions=questions)
            if waited:
                after = replace(after, selected=selected)
        return step._replace(state=after)
    if isinstance(outcome, Done):
        after = replace(after, selected=selected)
        after = _complete_text(desk, pass_reported(desk, after, outcome.folder), outcome)
    return step._replace(state=after)


def _complete_text(
    desk: DeskView, state: CongressResultsState, outcome: Done
) -> CongressResultsState:
    """Behind the last result of all events that all are in, not only those of its event. Which one
    was the last, the journals say: other desks enter results too."""
    about = outcome.effect.about if isinstance(outcome.effect, Do) else None
    if not getattr(about, "fills", False) or passes(desk, state):
        return state
    rounds = {
        one.folder: (one.desk.event, one.desk.format, there.round)
        for one in congress_of(desk).events
        if (there := boards(one, state)) is not None
    }
    finished = complete_text([*rounds.values()])
    if not finished or congress_of(desk).unopened:
        return state
    name = congress_of(desk).names[outcome.folder]
    notes = [f"{name}: {note}" for note in round_notes(*rounds[outcome.folder])]
    return said(state, "; ".join([finished, *notes]), "done")


def on_change(before: Event, desk: DeskView, state: CongressResultsState) -> CongressStep:
    """Another desk, or an undo, may have changed a board in question; a round may be published
    while one is verified, or after the message that all is in."""
    folder = congress_of(desk).changed
    newer = single.newly_published(before, congress_of(desk).by_folder[folder].desk.event)
    published = f"{congress_of(desk).names[folder]}: {newer}" if newer else ""
    if published and (ended := _complete_pass_ended(desk, state)) is not None:
        return say(ended, f"{published} · {ended.message.text if ended.message else ''}", "done")
    step = within(desk, state, folder, lambda d, s: single.on_change(before, d, s))
    after = resume(desk, step.state).state
    if published and after.message is state.message:
        after = single.with_newer_round_reported(after, published)
    return step._replace(state=after)


def _complete_pass_ended(
    desk: DeskView, state: CongressResultsState
) -> CongressResultsState | None:
    """A pass in which every slip of every event was entered again has ended with the next round of
    any: what is typed then are results. None where no such pass has stopped."""
    there, so_far = passes(desk, state), verified(desk, state)
    if not so_far.results or not so_far.done or asked(desk, state) is not None:
        return None
    return _left_for_newer(desk, state, there)


def resume(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """A pass that has stopped says so whenever the place is in front again."""
    there = halted_events(desk, state) if asked(desk, state) is None else ()
    return say(state, halted_text(desk, state, there), "bad") if there else Step(state)


def returning(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """From another place: nobody has gone to a board since. One that has its result by now gives
    way to the next one to be done, unless the arbiter had gone there."""
    key = selected_board(state)
    event = congress_of(desk).by_folder.get(key[0]) if key is not None else None
    ours = key is not None and state.own(key[0]).gone_to == state.selected_in(key[0])
    left = {folder: replace(own, gone_to=None) for folder, own in state.events.items()}
    state = replace(state, events=left)
    if key is None or event is None or ours or asked(desk, state) is not None:
        return Step(state)
    if key[1] in to_do(event, state):
        return Step(state)
    return Step(replace(state, selected=following(desk, state, key) or state.selected))


def on_select(desk: DeskView, state: CongressResultsState, key: object) -> CongressStep:
    """A board is selected, but not away from one that is in question."""
    if asked(desk, state) is not None or not isinstance(key, tuple | None):
        return Step(state)
    if key in state.doubled:
        return Step(gone_to(state, key))
    return Step(replace(gone_to(state, key), digits="", unknown=False, doubled=()))


def undo(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """The last of this desk in whichever event, after everything typed before."""
    return Step(replace(state, digits="", unknown=False), (UndoLast(),))


# Which boards


def event(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """The boards of the selected one's event; then of the next one, after the last of all."""
    _refuse_in_question(desk, state)
    folders = [one.folder for one in congress_of(desk).events if boards(one, state) is not None]
    if not folders:
        return say(state, "no round is published")
    chosen = _selected(desk, state)
    if not state.only:
        only = chosen.folder if chosen is not None and chosen.folder in folders else folders[0]
    else:
        at = folders.index(state.only) + 1 if state.only in folders else 0
        only = folders[at] if at < len(folders) else ""
    state = replace(state, only=only, digits="", unknown=False)
    if only:
        first = following(desk, state, None) or next(iter(order(desk, state)), None)
        keeps = chosen is not None and chosen.folder == only
        state = state if keeps else replace(state, selected=first)
        return say(state, f"{congress_of(desk).names[only]} alone; e the next event, esc all")
    return say(state, "the boards of all events")


def missing(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """Only what is open, or everything."""
    return Step(replace(state, missing_only=not state.missing_only))


def all_boards(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """Every board again, in order. A pile goes on: what follows an esc too many would be results
    of the selected board."""
    _refuse_in_question(desk, state)
    state = replace(state, only="", missing_only=False, digits="", unknown=False)
    return say(state, "B ends the mixed pile") if state.piled else Step(state)


def next_missing(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """To the next one to be done, of any event."""
    going = following(desk, state, selected_board(state))
    if going is None:
        what = "slip" if passes(desk, state) else "result"
        return say(state, f"no other {what} is missing", "bad")
    return Step(replace(state, selected=going))


@dataclass(frozen=True, slots=True)
class GoToHallBoard:
    """A board by its number, or a name; `selected` as it was."""

    selected: Hashable

    def changed(self, desk: DeskView, state: CongressResultsState, text: str) -> CongressStep:
        """To the first board with such a name, while it is typed."""
        if not text.strip() or text.strip().replace(".", "", 1).isdigit():
            return Step(state)
        state = replace(state, name=fold(text))
        return Step(_to_name(desk, state, state.name, None) or state)

    def dropped(self, desk: DeskView, state: CongressResultsState) -> CongressStep:
        """Whoever does not look types the next result for the board before the jump."""
        return Step(replace(state, selected=self.selected))

    def entered(self, desk: DeskView, state: CongressResultsState, text: str) -> CongressStep:
        """There, or to the next board without a result."""
        text = text.strip()
        if not text:
            return next_missing(desk, state)
        if text.isdecimal() and text.isascii():
            step = _to_number(desk, state, int(text[:6]))
            if not step.state.unknown:
                return step
            return self._again(state, f"there is no board {text[:6]} in play", text)
        if place := BOARD_OF_MATCH.fullmatch(text):  # 1.1, as the list writes it
            step = _to_number(desk, state, int(place[1]), int(place[2]))
            if not step.state.unknown:
                return step
            return self._again(state, f"there is no board {text} in play", text)
        going = _to_name(desk, state, fold(text), None)
        if going is not None:
            return Step(among(going, _called(desk, going, fold(text)), going.selected))
        return self._again(state, f"nobody here is called {shortened(text, 20)}", text)

    def _again(self, state: CongressResultsState, wrong: str, text: str) -> CongressStep:
        """The line stays open: a result that is typed on without looking does nothing."""
        prompt = Prompt(f"{wrong}; esc, or go to board or name", self, text)
        return Step(replace(state, selected=self.selected, prompt=prompt))


def go_to(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """To a board by its number, or to a name."""
    _refuse_in_question(desk, state)
    prompt = Prompt("go to board or name", GoToHallBoard(state.selected))
    return Step(replace(state, prompt=prompt, digits="", unknown=False))


def find_next(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """The next board with the name looked for last."""
    going = _to_name(desk, state, state.name, selected_board(state)) if state.name else None
    if going is None:
        return say(state, "g and letters find a name; n the next one", "bad")
    return Step(among(going, _called(desk, going, state.name), going.selected))


def _to_name(
    desk: DeskView, state: CongressResultsState, wanted: str, after: BoardKey | None
) -> CongressResultsState | None:
    keys, hits = order(desk, state), _called(desk, state, wanted)
    at = keys.index(after) + 1 if after in keys else 0
    board = next((one for one in hits if keys.index(one) >= at), next(iter(hits), None))
    return replace(gone_to(state, board), missing_only=False) if board is not None else None


def _called(desk: DeskView, state: CongressResultsState, wanted: str) -> list[BoardKey]:
    """The boards with such a player."""
    hits = []
    for folder, board in order(desk, state):
        event = congress_of(desk).by_folder[folder]
        listed, entrant = boards(event, state), event.desk.event.entrant
        if listed is None:
            continue
        match = listed.by_number[board]
        played = boards_called(event.desk.event, match, wanted)
        if played or any(called(wanted, entrant(id)) for id in match.pair):
            hits.append((folder, board))
    return hits


# The verification pass


def verify(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """Begin or go on in every event, or leave it for now in all."""
    under_way = passes(desk, state)
    if there := halted_events(desk, state):
        notice = f"the pass over {over(desk, state)} goes on; v leaves it"
        for one in there:
            step = within(desk, state, one.folder, single.verify)
            state = replace(step.state, selected=state.selected)
        return say(state, notice)
    if under_way:
        return _leave_pass(desk, state, under_way)
    played = [(one, boards_there) for one in listed_events(desk, state)
              if (boards_there := boards(one, state)) is not None]  # fmt: skip
    so_far = [progress(state.own(one.folder), there) for one, there in played]
    if not any(one.results for one in so_far):
        raise Refused("nothing can be verified", "no result is in", "enter results first")
    anew = all(one.done for one in so_far)
    # also where no result is in: one that another desk enters meanwhile is to be verified too
    passed = {
        one.folder: begun(one.desk, state.own(one.folder), there, anew) for one, there in played
    }
    state = replace(state, events={**state.events, **passed}, digits="", missing_only=False)
    state = replace(state, selected=following(desk, state, None) or state.selected)
    return say(state, "enter every result again from its slip, in any order with b; v leaves it")


def _leave_pass(
    desk: DeskView, state: CongressResultsState, under_way: tuple[EventView, ...]
) -> CongressStep:
    there = [(one.desk.event.current, boards(one, state)) for one in under_way]
    earlier = any(now and of and now.number != of.round.number for now, of in there)
    further = "F12, [ and v verify them" if earlier else "v continues"
    ended = verified(desk, state).ended(over(desk, state), further)
    for one in under_way:
        step = within(desk, state, one.folder, single.verify)
        state = replace(step.state, selected=state.selected)
    return say(state, ended, "done")


def _enter_newer(
    desk: DeskView, state: CongressResultsState, there: tuple[EventView, ...]
) -> CongressStep:
    """The events that have published a newer round leave the pass for it."""
    return Step(_left_for_newer(desk, state, there))


def _left_for_newer(
    desk: DeskView, state: CongressResultsState, there: tuple[EventView, ...]
) -> CongressResultsState:
    ended = verified(desk, state).ended(over(desk, state), "F12, [ and v verify them")
    for one in there:
        state = within(desk, state, one.folder, enter_newer).state
    return said(replace(state, digits="", unknown=False, doubled=()), ended, "done")


def keep_saved(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """What is saved is right."""
    return _decided(desk, state, single.keep_saved)


def take_typed(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """What was typed is right: a correction as any other."""
    return _decided(desk, state, single.take_typed)


def _decided(desk: DeskView, state: CongressResultsState, act: Act) -> CongressStep:
    stopped = asked(desk, state)
    if stopped is None:
        raise Refused("no result differs from its slip", "", "v enters all again from the slips")
    event, difference = stopped
    state = replace(state, selected=(event.folder, difference.board))
    return went_on(desk, state, within(desk, state, event.folder, act))


def _refuse_in_question(desk: DeskView, state: CongressResultsState) -> None:
    if asked(desk, state) is not None:
        raise Refused("a board is in question", "", "s: what is saved is right, t: the slip is")


# Done in the event of the selected board


def _in_event(act: Act) -> Callable[[DeskView, CongressResultsState], CongressStep]:
    def acted(desk: DeskView, state: CongressResultsState) -> CongressStep:
        _refuse_half_a_number(desk, state)
        step = within(desk, state, _chosen(desk, state).folder, act)
        after = step.state
        if not (state.piled and (step.effects or after.questions or after.prompt)):
            return step
        return step._replace(state=replace(after, digits=""))  # what it asks ends this slip

    return acted


def _refuse_half_a_number(desk: DeskView, state: CongressResultsState) -> None:
    """While a number is typed the selected board is still that of the slip before."""
    typed = state.digits
    if typed and (state.unknown or (state.piled and len(typed) < number_length(desk, state))):
        raise Refused(f"{shortened(typed, 12)} is not a board", "", "esc, then the slip again")


def withdraw_loser(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """Of a pile, of the board that was typed: never of the last forfeit."""
    return _in_event(lambda d, s: single.withdraw_loser(d, replace(s, from_pile=state.piled)))(
        desk, state
    )


def key_scheme(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """Of the console, whichever event is selected; the number of a slip stays, as far as it is
    typed."""
    step = single.key_scheme(desk, ResultsState())
    return Step(replace(state, message=step.state.message), step.effects)


other_result = _in_event(single.other_result)
correct = _in_event(single.correct)
seat = _in_event(single.seat)
adjourn_rest = _in_event(single.adjourn_rest)
lineup = _in_event(single.lineup)


def own_console(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """The selected board in the Results of its event."""
    event = _chosen(desk, state)
    board = (selected_board(state) or ("", None))[1]
    return Step(state, (Converse(enter_event, (event.folder, "results", board)),))


def draw(desk: DeskView, state: CongressResultsState) -> CongressStep:
    """To Pairings, and draw every round that is complete."""
    return Step(state, (Go("congress_pairings", "draw"),))
