"""Who goes on to the finals: a place declined, the result of a play-off entered."""

from __future__ import annotations

from itertools import combinations

from engine.actions import ChooseOpponent, PlayOff
from engine.actions.finals import EXAMPLE, OPEN, play_off_result, refuse_without_finals
from engine.entrants import EntrantId
from engine.event import Event
from engine.protocol import Format, declinable, play_offs
from engine.refusal import Refused
from saves.safe_text import safe
from tui.places.screen import PlaceScreen
from tui.screens.dialogs import AskLine, Telling
from tui.screens.names import name_in
from tui.widgets.lines import Line, fit

NAME_WIDTH = 30


def finals_open(event: Event, format: Format) -> bool:
    """Whether there are places to decline or play-offs to enter."""
    return bool(declinable(format, event)) or bool(play_offs(format, event))


async def settle_finals(place: PlaceScreen) -> None:
    """The list of places and play-offs until it is left. From a worker."""
    app = place.console
    if not finals_open(app.desk.event, app.desk.format):
        refuse_without_finals(app.desk.format)
        raise Refused("nobody has a place in a final yet", "", "they are given at the end")
    while True:
        lines = finals_lines(app.desk.event, app.desk.format)
        note = "enter  decline the place, or enter the play-off      esc  back"
        chosen = await app.push_screen_wait(Telling("Finals", lines, note))
        if chosen is None:
            return
        if len(chosen) == 1:
            await _declined(place, *chosen)
        else:
            await _played_off(place, *chosen)


def finals_lines(event: Event, format: Format) -> list[Line]:
    """Everybody with a place, then the pairs who are level for one. The key of each line is whom
    it is about: one with a place, or two."""
    places = declinable(format, event)
    lines: list[Line] = []
    for id, final in places.items():
        name = fit(safe(event.entrant(id).name), NAME_WIDTH)
        lines.append(Line(((f" {name}", "plain"), (f" {final}", "key")), (id,)))
    for a, b in (pair for level in play_offs(format, event) for pair in combinations(level, 2)):
        names = " v ".join(name_in(event, id, NAME_WIDTH) for id in (a, b))
        result = play_off_result(event, a, b)
        state = (f"  {result}", "key") if result else ("  to be played", "note")
        lines.append(Line(((" play-off: ", "dim"), (names, "plain"), state), (a, b)))
    return lines


def decline_question(event: Event, format: Format, id: EntrantId, to: str) -> str:
    """Whether a place is declined, who takes it, and where that leaves the team."""
    name = name_in(event, id, 60)
    before = declinable(format, event)
    after = declinable(format, ChooseOpponent(id, "opt-out").apply(event, format))
    takers = [e for e, final in after.items() if final == to and before.get(e) != to]
    taken = f"{name_in(event, takers[0], 60)} takes it." if takers else (
        "It stays empty: nobody is left who may take it."
    )  # fmt: skip
    lines = [f"{name} declines its place in the {to}?", taken]
    if id in after:
        lines.append(f"{name} then has a place in the {after[id]}.")
    return "\n".join(lines)


async def _declined(place: PlaceScreen, id: EntrantId) -> None:
    app = place.console
    event, format = app.desk.event, app.desk.format
    to = declinable(format, event).get(id)
    if to is None or not await app.ask(decline_question(event, format, id, to)):
        return
    name = name_in(event, id, 60)
    if await app.desk.act(ChooseOpponent(id, "opt-out")) is not None:
        place.message(f"{name} declined the {to}; u undoes it", "done")


async def _played_off(place: PlaceScreen, a: EntrantId, b: EntrantId) -> None:
    app = place.console
    was = play_off_result(app.desk.event, a, b)
    names = " v ".join(name_in(app.desk.event, id, NAME_WIDTH) for id in (a, b))

    def wrong(text: str) -> str | None:
        if not text.strip():
            return None  # as esc
        try:
            PlayOff(a, b, text, was, replace=True).apply(app.desk.event, app.desk.format)
        except Refused as refusal:
            return safe(str(refusal), 200)
        return None

    prompt = f"Play-off {names}: IMPs, {EXAMPLE}; {OPEN} clears it"
    text = await app.push_screen_wait(AskLine(prompt, was or "", wrong))
    if text is None or not text.strip():
        return
    if await app.desk.act(PlayOff(a, b, text, was, replace=True)) is not None:
        place.message(f"play-off {names}: {text}", "done")
