"""Finding in a place: a list narrowed to what holds a text, or the next line that holds it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.alphabet import fold, holds
from engine.refusal import Refused
from saves.safe_text import shortened
from tui.places.shape import (
    Bell,
    DeskView,
    Near,
    PlaceState,
    Prompt,
    Run,
    Screenful,
    Step,
    moved,
    said,
)
from tui.screens.columns import cell
from tui.widgets.lines import Line, line


@dataclass(frozen=True, slots=True)
class NarrowedState(PlaceState):
    """A place whose list can be narrowed while a text is typed."""

    needle: str = ""
    """What lines must hold to be shown; empty shows all."""
    sought: str = ""
    """The folded text that `n` goes to next, where the whole list stays."""


N = TypeVar("N", bound=NarrowedState)
S = TypeVar("S", bound=PlaceState)


@dataclass(frozen=True, slots=True)
class Narrow:
    """The line typed narrows the list at once; Enter keeps it, Esc shows all."""

    def changed(self, desk: DeskView, state: N, text: str) -> Step[N]:
        """The list is narrowed to it."""
        return narrowed(state, text)

    def entered(self, desk: DeskView, state: N, text: str) -> Step[N]:
        """It stays narrowed."""
        return Step(state)

    def dropped(self, desk: DeskView, state: N) -> Step[N]:
        """All is shown again."""
        return narrowed(state, "")


def narrowed(state: N, text: str) -> Step[N]:
    """Narrowed to that text; a narrower list is shown from its top."""
    needle = text.strip()
    narrower = bool(needle) and needle != state.needle
    return Step(replace(state, needle=needle, selected=None if narrower else state.selected))


def narrow(desk: DeskView, state: N) -> Step[N]:
    """The command *find*."""
    return _narrowing(state)


def _narrowing(state: N) -> Step[N]:
    return Step(replace(state, prompt=Prompt("find", Narrow())))


def show_all(desk: DeskView, state: N) -> Step[N]:
    """The command *all*."""
    return narrowed(state, "")


def next_hit(
    picture: Callable[[DeskView, N], Screenful],
) -> Callable[[DeskView, N], Step[N]]:
    """The command *find next* in a list that shows only hits: the next one is the next line."""

    def find_next(desk: DeskView, state: N) -> Step[N]:
        return line_below(state, picture(desk, state).body) if state.needle else _narrowing(state)

    return find_next


def leave(desk: DeskView, state: N) -> Step[N]:
    """Show all again, or back to where the place was opened."""
    return show_all(desk, state) if state.needle else Step(state, (Run("back"),))


def line_below(state: N, body: Sequence[Line]) -> Step[N]:
    """The next line of the list is selected."""
    return Step(replace(state, selected=moved(body, state.selected, "list_down", 1)), (Near(),))


def narrowed_foot(state: NarrowedState, body: Sequence[Line]) -> Line:
    """Says that not everything is shown; empty where it is."""
    if not state.needle:
        return Line()
    count = sum(one.key is not None for one in body)
    shown = cell(state.needle, 24).rstrip()
    return line(f" filter '{shown}': {count} · esc shows all", "note")


Named = Sequence[tuple[Hashable, str, str]]
"""The key of every line in order, and what it is found by: its number, and words."""


@dataclass(frozen=True, slots=True)
class Seek:
    """The line typed is gone to while it is typed, from the line selected at the beginning on."""

    named: Named
    start: int

    def changed(self, desk: DeskView, state: N, text: str) -> Step[N]:
        """To the next line that holds it."""
        state = replace(state, sought=fold(text))
        if not state.sought:
            return Step(state)
        key = next_holding(self.named, state.sought, self.start)
        return Step(state, (Bell(),)) if key is None else Step(replace(state, selected=key))

    def entered(self, desk: DeskView, state: N, text: str) -> Step[N]:
        """There it stays; a line that nothing holds stays open, so that a key that is typed on
        without looking is not about another line."""
        key = next_holding(self.named, state.sought, self.start)
        if text.strip() and key is None:
            raise Refused(f"nothing here holds {shortened(text, 20)!r}")
        return Step(among(state, holding(self.named, state.sought), key))

    def dropped(self, desk: DeskView, state: N) -> Step[N]:
        """So it does."""
        return Step(state)


def seek(state: N, named: Named) -> Step[N]:
    """The command *find* where the whole list stays."""
    return Step(replace(state, prompt=Prompt("find", Seek(named, _row(state, named)))))


def seek_next(state: N, named: Named) -> Step[N]:
    """The next line that holds what was sought."""
    if not state.sought:
        return seek(state, named)
    key = next_holding(named, state.sought, _row(state, named) + 1)
    if key is None:
        return Step(said(state, "not found"))
    return Step(among(replace(state, selected=key), holding(named, state.sought), key))


def _row(state: NarrowedState, named: Named) -> int:
    return next((row for row, (key, *_) in enumerate(named) if key == state.selected), 0)


def next_holding(named: Named, sought: str, start: int) -> Hashable | None:
    """The key of the first line from `start` on, and then from the top, that has this number or
    holds the folded text; None where no line does."""
    return next(iter(holding((*named[start:], *named[:start]), sought)), None)


def holding(named: Named, sought: str) -> list[Hashable]:
    """The keys of the lines that have this number or hold the folded text."""
    return [key for key, number, words in named if sought == number or holds(fold(words), sought)]


def among(state: S, hits: Sequence[Hashable], key: Hashable) -> S:
    """The state with `2 of 3; n next`, where more than one line is what was sought."""
    if len(hits) < 2 or key not in hits:
        return state
    return said(state, f"{hits.index(key) + 1} of {len(hits)}; n next")
