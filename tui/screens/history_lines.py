"""The history as lines: who did what, when, and what is taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from engine import alphabet
from engine.actions import Redo, Undo
from engine.actions.base import About
from engine.alphabet import fold
from engine.entrants import Entrant
from engine.event import Event
from engine.log import FormatNamed, LoggedAction, step, undone
from engine.refusal import Refused
from saves.safe_text import safe
from tui.places.covering import COVERED, Covered, covered_words, is_covered, says_result
from tui.screens.columns import Column, head_line, row_text, widths
from tui.widgets.lines import Line, line

STATE_UNDONE = "undone"
_COLUMNS = (
    Column("n", 3, 6, right=True),
    Column("When", 12, 16),
    Column("Who", 10, 24, rank=1),
    Column("", 0, 6),
    Column("What", 36, 400),
    Column("Before", 6, 24, rank=2),
)


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """An entry of the log in words."""

    n: int
    when: str
    who: str
    text: str
    was: str = ""
    undone: bool = False
    can_be_undone: bool = True
    by: str = ""
    about: About = field(default_factory=About)
    says_result: bool = False
    target: int = 0
    """The action that this one undoes, or does again."""
    turning: str = ""
    """That it does so, without what the other did."""
    left: str = ""
    """What an undo of it leaves."""

    def holds(self, word: str) -> bool:
        """Whether a folded word stands in it; a number only as a whole one.

        `board:12`, `round:3`, `entrant:14` and `by:anna` look at that alone.
        """
        field, colon, value = word.partition(":")
        if colon and field in ("board", "round", "entrant", "by"):
            return value in self._known(field)
        text = fold(f"{self.n} {self.when} {self.who} {self.text} {self.was}")
        if word.isdigit():
            return word in re.findall(r"[0-9]+", text)
        return alphabet.holds(text, word)

    def _known(self, what: str) -> set[str]:
        if what == "board":
            return set(map(str, self.about.boards))
        if what == "round":
            return {str(self.about.round)}
        return set(self.about.entrants) if what == "entrant" else {self.by}


class Teller:
    """Puts a log into words, and goes on from there when it has grown.

    Each entry is described on the event before it, so names and numbers are those of its time.
    """

    def __init__(self, format_named: FormatNamed) -> None:
        self.format_named = format_named
        self._begin()

    def _begin(self) -> None:
        self._told: list[HistoryLine] = []
        self._event: Event | None = None
        self._gone: frozenset[int] = frozenset()

    def tell(self, entries: Sequence[LoggedAction]) -> list[HistoryLine]:
        """Every entry in words, the last one first."""
        gone = undone(entries)
        if gone != self._gone or len(entries) < len(self._told):
            self._begin()
            self._gone = gone
        for entry in entries[len(self._told) :]:
            self._told.append(self._one(entry))
        return self._told[::-1]

    def _one(self, entry: LoggedAction) -> HistoryLine:
        turning, gone = isinstance(entry.action, Undo | Redo), entry.n in self._gone
        before = self._event
        if not turning and not gone:
            self._event = _after(before, entry, self.format_named)
        return HistoryLine(
            n=entry.n,
            when=when_text(entry.t),
            who=safe("@".join(part for part in (entry.by, entry.host) if part)),
            text=safe(self._text(entry, before or self._event), 400),
            was="" if turning else safe(entry.was or "", 400),
            undone=gone,
            can_be_undone=before is not None and not turning and not gone,
            by=fold(entry.by),
            about=entry.action.about(before),
            says_result=says_result(entry.action),
            target=entry.action.target if isinstance(entry.action, Undo | Redo) else 0,
            turning=safe(entry.words(before), 400) if turning and before else "",
            left=safe(entry.action.left_by_undo(), 200),
        )

    def _text(self, entry: LoggedAction, event: Event | None) -> str:
        if event is None:
            return entry.action.kind
        text = entry.words(event, self.format_named(event.format))
        if isinstance(entry.action, Undo | Redo):
            target = entry.action.target
            about = next((x.text for x in reversed(self._told) if x.n == target), "")
            return f"{text}: {about}"
        return text


def with_covered(
    lines: Sequence[HistoryLine], covered: Covered, in_play: int, board_word: str
) -> tuple[HistoryLine, ...]:
    """The lines without the results that nothing is to show now, and without what undoes them."""
    hidden = {
        x.n: covered_words(x.about, board_word)
        for x in lines
        if x.says_result and is_covered(x.about, covered, in_play)
    }
    for x in lines if hidden else ():
        if x.target in hidden:
            hidden[x.n] = f"{x.turning}: {hidden[x.target]}"
    return tuple(
        replace(x, text=hidden[x.n], was=COVERED if x.was else "") if x.n in hidden else x
        for x in lines
    )


def told(entries: Sequence[LoggedAction], format_named: FormatNamed) -> list[HistoryLine]:
    """A whole log in words, the last entry first."""
    return Teller(format_named).tell(entries)


def _after(event: Event | None, entry: LoggedAction, format_named: FormatNamed) -> Event | None:
    try:
        return step(event, entry, format_named)
    except Refused:
        return event


def when_text(t: str) -> str:
    """`28 Feb 14:02` in the hall's time, from the journal's ISO time."""
    try:
        moment = datetime.fromisoformat(t)
    except ValueError:
        return safe(t, 16)
    return moment.astimezone().strftime("%d %b %H:%M")


def history_lines(shown: Sequence[HistoryLine], room: int) -> tuple[Line, list[Line]]:
    """The head line and a line for each entry; a column in which nothing stands is left out."""
    cells = [
        [str(x.n), x.when, x.who, STATE_UNDONE if x.undone else "", x.text, x.was] for x in shown
    ]
    state = len(STATE_UNDONE) if any(x.undone for x in shown) else 0
    columns = [c if c.name else c._replace(least=state) for c in _COLUMNS]
    used = [at for at in range(len(columns)) if not cells or any(row[at] for row in cells)]
    columns, cells = [columns[at] for at in used], [[row[at] for at in used] for row in cells]
    layout = widths(columns, cells, room - 2)
    lines = [
        line(row_text(columns, layout, texts), "dim" if x.undone else "plain", x.n)
        for x, texts in zip(shown, cells, strict=True)
    ]
    return head_line(columns, layout), lines


def sifted(
    all_told: Sequence[HistoryLine], needle: str, entrants: Sequence[Entrant] = ()
) -> list[HistoryLine]:
    """The entries in which the words of `needle` stand, in any order.

    `entrant:ash` looks for all `entrants` in whose names that stands.
    """
    lines = list(all_told)
    for word in fold(needle).split():
        name = word.removeprefix("entrant:")
        if name in (word, "") or name.isdigit():
            lines = [x for x in lines if x.holds(word)]
        else:
            ids = {e.id for e in entrants if alphabet.holds(fold(e.name), name)}
            lines = [x for x in lines if ids.intersection(x.about.entrants)]
    return lines
