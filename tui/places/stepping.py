"""What a key leads to in any place: the question in front, the line typed, the place's own keys,
the table of actions, the keys of lists. Pure: the screen and the tests run a place by it."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from engine.points import counted
from engine.protocol import bracketed
from engine.refusal import Refused
from saves.safe_text import safe
from tui.keys.commands import keys_of, known_elsewhere, list_keys
from tui.places.shape import (
    Bell,
    DeskView,
    Do,
    Key,
    Near,
    PlaceKind,
    PlaceState,
    Prompt,
    Question,
    Run,
    S,
    Screenful,
    Step,
    say,
)
from tui.terminal.cells import in_lines
from tui.widgets.lines import Line, line

MOST_TYPED = 60
"""Characters of a line typed at the foot."""
WARNING_EDGE = "║"
_LEADS_AWAY = re.compile(r"(shift\+)?tab|f\d+")
"""Keys of places, which a line that is being typed keeps from doing what they do."""
NO_KEYS = frozenset({"escape", "enter", "n", "q"})


def take_key(
    kind: PlaceKind[S], desk: DeskView, state: S, key: Key, shown: Screenful
) -> Step[S] | None:
    """The step of a key; None where nobody takes it. `shown` is the picture of `state`."""
    step = _taken(kind, desk, state, key, shown)
    return step and step._replace(state=replace(step.state, last_key=key.typed))


def _taken(
    kind: PlaceKind[S], desk: DeskView, state: S, key: Key, shown: Screenful
) -> Step[S] | None:
    state = replace(state, message=None)
    try:
        if state.questions:
            return _answered(desk, state, state.questions[0], key)
        if state.prompt is not None:
            return _typed(desk, state, state.prompt, key)
        step = kind.on_key(desk, state, key)
        if step is not None:
            return step
        command = keys_of(kind.name).get(key.typed)
        if command is not None:
            return run_command(kind, desk, state, command.id)
        step = _list_key(kind, desk, state, key, shown)
        if step is None and (told := known_elsewhere(kind.name, key.typed, bracketed(desk.format))):
            return say(state, told)
        return step
    except Refused as refusal:
        return say(state, str(refusal), "bad")


def unasked(desk: DeskView, before: PlaceState | None, step: Step[S]) -> Step[S]:
    """Where nothing can be saved, no question is asked whose yes would save something: the answer
    is tried, and the refusal said at once."""
    known = before.questions if before is not None else ()
    if not desk.unsavable or len(step.state.questions) <= len(known):
        return step
    for question in step.state.questions:
        answered = replace(step.state, questions=())
        with suppress(Refused):
            effects = question.purpose.yes(desk, answered).effects
            if question not in known and any(isinstance(one, Do) for one in effects):
                return say(replace(step.state, questions=known), desk.unsavable, "bad")
    return step


def run_command(kind: PlaceKind[S], desk: DeskView, state: S, id: str) -> Step[S]:
    """A command of the table: by the place, or else by the desk."""
    command = kind.commands.get(id)
    return command(desk, state) if command is not None else Step(state, (Run(id),))


def _answered(desk: DeskView, state: S, question: Question, key: Key) -> Step[Any]:
    after = replace(state, questions=state.questions[1:], question_top=0)
    if question.yes_key in (key.character, key.name):
        return question.purpose.yes(desk, after)
    if key.name in NO_KEYS or (key.typed and key.typed == question.typed_on):
        return question.purpose.no(desk, after)
    if (way := list_keys().get(key.name)) is not None:
        return _read_on(desk, state, question, way)
    return Step(state, (Bell(),))


def _typed(desk: DeskView, state: S, prompt: Prompt, key: Key) -> Step[Any]:
    if key.name == "escape":
        return prompt.purpose.dropped(desk, replace(state, prompt=None))
    if key.name == "enter":
        try:
            return prompt.purpose.entered(desk, replace(state, prompt=None), prompt.text)
        except Refused as refusal:  # what is typed on is none of the place's keys
            return say(state, str(refusal), "bad")
    if key.name == "backspace":
        text = prompt.text[:-1]
    elif key.name == "ctrl+u":
        text = ""
    elif key.character and len(prompt.text) < MOST_TYPED:
        text = ("" if prompt.proposed else prompt.text) + safe(key.character)
    elif _LEADS_AWAY.fullmatch(key.name):
        ways = "enter takes it, esc leaves it" if prompt.text.strip() else "esc closes it"
        return say(state, f"a line is being typed: {ways}", "bad")
    else:
        text = prompt.text
    proposed = prompt.proposed and text == prompt.text
    state = replace(state, prompt=prompt._replace(text=text, proposed=proposed))
    return prompt.purpose.changed(desk, state, text)


def take_paste(kind: PlaceKind[S], desk: DeskView, state: S, text: str) -> Step[S] | None:
    """What is pasted goes into the line being typed, else to the place."""
    state = replace(state, message=None)
    if state.prompt is not None and not state.questions:
        before = "" if state.prompt.proposed else state.prompt.text
        pasted = safe(before + text, MOST_TYPED)
        prompt = state.prompt._replace(text=pasted, proposed=False)
        return Step(replace(state, prompt=prompt))
    try:
        return kind.on_paste(desk, state, text) if kind.on_paste is not None else None
    except Refused as refusal:
        return say(state, str(refusal), "bad")


def _list_key(
    kind: PlaceKind[S], desk: DeskView, state: S, key: Key, shown: Screenful
) -> Step[S] | None:
    way = list_keys().get(key.name)
    if way is not None:
        selected = moved(shown.body, state.selected, way, desk.page)
        step = kind.on_select(desk, state, selected)
        near = (Near(),) if way in ("list_up", "list_down") else ()
        return step._replace(effects=(*step.effects, *near))
    if key.name == "enter" and state.selected is not None and kind.on_choose is not None:
        return kind.on_choose(desk, state)
    return None


def moved(body: Sequence[Line], selected: Hashable | None, way: str, page: int) -> Hashable | None:
    """The line that a key of lists leads to, over headings, up to the ends."""
    page = max(page - 1, 1)
    lengths = {
        "list_up": -1, "list_down": 1, "list_page_up": -page, "list_page_down": page,
        "list_home": -len(body), "list_end": len(body),
    }  # fmt: skip
    left, at = lengths[way], row_of(body, selected)
    by, row = (1 if left > 0 else -1), at
    for candidate in range(at + by, len(body) if by > 0 else -1, by):
        if body[candidate].key is not None:
            row = candidate
        left -= by
        if left * by <= 0 and row != at:
            break
    return body[row].key if 0 <= row < len(body) else selected


def row_of(body: Sequence[Line], selected: Hashable | None) -> int:
    """The row of the selected line; -1 for none."""
    if selected is None:
        return -1
    return next((row for row, shown in enumerate(body) if shown.key == selected), -1)


def settled(kind: PlaceKind[S], desk: DeskView, state: S, before: Screenful) -> tuple[S, Screenful]:
    """The state that fits the event, and its picture. Where the selected line is gone, the one
    nearest to the row that it had in the picture `before` is selected."""
    state = kind.settle(desk, state)
    shown = kind.picture(desk, state)
    if row_of(shown.body, state.selected) < 0:
        rows = [row for row, one in enumerate(shown.body) if one.key is not None]
        at = max(row_of(before.body, state.selected), 0)
        nearest = min(rows, key=lambda row: (abs(row - at), row), default=-1)
        wanted = shown.body[nearest].key if nearest >= 0 else None
        if wanted != state.selected:
            state = kind.on_select(desk, state, wanted).state
            shown = kind.picture(desk, state)
    return state, shown


def question_lines(question: Question, width: int, height: int, top: int = 0) -> list[Line]:
    """A question as it is drawn over the body, in at most so many lines: a rule, the text, the
    answers. A warning has a double rule with `!`, and an edge of its own at the left of every line.
    Of a text that is longer the lines from `top` on; the answers are there always."""
    if question.warning:
        edge, style = WARNING_EDGE, "warning"
        rule = line("══ ! " + "═" * max(width - 5, 0), style)
    else:
        edge, style = " ", "plain"
        rule = line("── ? " + "─" * max(width - 5, 0), "accent")
    text = [Line(((edge, style), (f" {one}", "plain"))) for one in _question_text(question, width)]
    keys = ((f" {question.yes_key}", "key"), ("  yes      ", "dim"), ("enter, esc", "key"))
    blank, answers = Line(((edge, style),)), Line(((edge, style), *keys, ("  no", "dim")))
    if len(text) + 4 <= height:
        return [rule, *text, blank, answers, blank]
    room = height - 2
    if len(text) <= room:
        return [rule, *text, *[blank] * (room - len(text)), answers]
    top = min(top, _last_top(question, width, height))
    part = text[top : top + _read_at_once(height)]
    below = len(text) - top - len(part)
    left = f"… and {counted(below, 'more line')}" if below else f"… {counted(top, 'line')} above"
    more = Line(((edge, style), (f" {left}: ", "dim"), ("↑ ↓", "key"), (" read on", "dim")))
    return [*[rule, *part, more][max(len(part) + 3 - height, 0) :], answers][-max(height, 1) :]


def _question_text(question: Question, width: int) -> list[str]:
    room = max(width - 4, 16)
    return [one for part in question.text.split("\n") for one in in_lines(part, room) or [""]]


def _last_top(question: Question, width: int, height: int) -> int:
    """The line from which on the end of the text has room; 0 where all of it has."""
    lines = len(_question_text(question, width))
    return 0 if lines <= height - 2 else lines - _read_at_once(height)


def _read_at_once(height: int) -> int:
    """Lines of a text that is longer than its room: beside the rule, where there is room for it,
    what is left out, and the answers."""
    return max(height - 3, min(height - 2, 1), 0)


def _read_on(desk: DeskView, state: S, question: Question, way: str) -> Step[S]:
    """Another part of a question that is longer than the room for it."""
    last = _last_top(question, desk.width, desk.page)
    steps = {
        "list_up": -1, "list_down": 1, "list_page_up": 3 - desk.page,
        "list_page_down": desk.page - 3, "list_home": -last, "list_end": last,
    }  # fmt: skip
    top = max(0, min(state.question_top + steps[way], last))
    return Step(replace(state, question_top=top), () if last else (Bell(),))
