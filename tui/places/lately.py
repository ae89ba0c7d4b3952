"""The other desks: who they are, and what they did in the last few seconds. Its rows stand out, and
who did it is said."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from engine import actions
from engine.actions.base import About, Action, about_entrants, name_of
from engine.entrants import EntrantId
from engine.event import Event
from engine.points import counted
from engine.results import CLEAR
from saves.presence import Present
from saves.safe_text import safe, shortened
from tui.places.result_words import brief
from tui.widgets.lines import Line, fit, line

if TYPE_CHECKING:
    from collections.abc import Hashable

    from engine.log import LoggedAction
    from tui.places.shape import DeskView

NAMED = 6
"""Boards that are named one by one."""


def lately(desk: DeskView) -> tuple[LoggedAction, ...]:
    """Those actions of other desks, the latest first."""
    if not desk.fresh:
        return ()
    first = min(desk.fresh)
    known = takewhile(lambda one: one.n >= first, reversed(desk.recent))
    return tuple(one for one in known if one.n in desk.fresh)


def boards_lately(desk: DeskView) -> frozenset[tuple[int, int]]:
    """By round and number the boards that another desk has changed."""
    about = (_about(desk, one) for one in lately(desk))
    return frozenset((each.round or 0, board) for each in about for board in each.boards)


def entrants_lately(desk: DeskView) -> frozenset[EntrantId]:
    """Entrants whom something that another desk did is about."""
    return frozenset(id for one in lately(desk) for id in _about(desk, one).entrants)


def _about(desk: DeskView, logged: LoggedAction) -> About:
    action = logged.action
    if isinstance(action, actions.Undo | actions.Redo):
        target = next((one for one in reversed(desk.recent) if one.n == action.target), None)
        return _about(desk, target) if target is not None else About()
    if isinstance(action, actions.AddEntrant):
        return about_entrants(_entered(desk.event, action))
    return action.about(desk.event)


def _entered(event: Event, action: actions.AddEntrant) -> EntrantId:
    """Who came by it: the last of that name. Empty where the entry is gone again."""
    came = (one.id for one in reversed(event.entrants) if one.name == action.entrant.name)
    return next(came, "")


def who(logged: LoggedAction) -> str:
    """`anna@desk2`."""
    return shortened("@".join(part for part in (logged.by, logged.host) if part), 24)


def lately_line(desk: DeskView) -> Line | None:
    """`Board 29 was set to 0-1 by anna@desk2`, and how much more; None where nothing was done."""
    texts = [text for text in (_told(desk, one) for one in lately(desk)) if text]
    if not texts:
        return None
    more = f" · and {counted(len(texts) - 1, 'change')} more" if len(texts) > 1 else ""
    return line(f" {texts[0]}{more}", "note")


def _told(desk: DeskView, logged: LoggedAction) -> str:
    event, action, about = desk.event, logged.action, _about(desk, logged)
    by = f"by {who(logged)}"
    if isinstance(action, actions.EnterResult):
        where = event.board_name(action.number).capitalize()
        set_to = "cleared" if action.result == CLEAR else f"set to {brief(action.result)}"
        return f"{where} was {set_to} {by}"
    if isinstance(action, actions.PublishRound):
        return f"{_published(desk, logged, action).capitalize()} was published {by}"
    if isinstance(action, actions.AddEntrant):
        return f"{shortened(action.entrant.name, 60)} was entered {by}"
    if about.boards:
        boards = event.boards_named(about.boards, NAMED).capitalize()
        return f"{boards} {'were' if len(about.boards) > 1 else 'was'} changed {by}"
    if len(about.entrants) == 1:
        (id,) = about.entrants
        return f"{shortened(name_of(event, id), 60)} was changed {by}"
    # what is about several, or about a round, need not have changed an entry: a lock, a draw
    return f"{who(logged)}: {safe(_described(desk, action), 100)}"


def _published(desk: DeskView, logged: LoggedAction, action: actions.PublishRound) -> str:
    """The round; where it was published before, what late entries were given in it."""
    standing = (one for one in desk.recent if one.n < logged.n and one.n not in desk.undone)
    late = any(
        isinstance(one.action, actions.PublishRound) and one.action.round == action.round
        for one in standing
    )
    called = desk.event.called(action.round)
    return f"an extra {desk.event.board_word} of {called}" if late else called


def _described(desk: DeskView, action: Action) -> str:
    """What was done, in the words of the history."""
    if isinstance(action, actions.Undo | actions.Redo):
        target = next(
            (one.action for one in reversed(desk.recent) if one.n == action.target), action
        )
        done = "undone" if isinstance(action, actions.Undo) else "redone"
        return f"{done}: {target.describe(desk.event)}"
    return action.describe(desk.event)


def brightened(body: Sequence[Line], keys: Collection[Hashable], width: int) -> Sequence[Line]:
    """The lines, those of these keys in the style of what another desk has just changed."""
    if not keys:
        return body
    return [
        Line(((fit(one.text, width), "fresh"),), one.key) if one.key in keys else one
        for one in body
    ]


def with_others(others: Sequence[Present], saved: str) -> str:
    """For the status line: `with ben · saved 14:02`."""
    names = sorted({one.user for one in others})
    if not names:
        return saved
    who = " and ".join(names) if len(names) < 3 else f"{len(others)} others"
    return f"with {who} · {saved}"


def came_and_went(before: Sequence[Present], now: Sequence[Present]) -> str:
    """Who has opened the event elsewhere, and who has closed it."""
    notes = [f"open elsewhere: {one}" for one in now if one not in before]
    notes += [f"closed elsewhere: {one}" for one in before if one not in now]
    return "; ".join(notes[:2])
