"""The draw by choice as lines: everybody in the stage, ranked, and what each can be."""

from __future__ import annotations

from engine.actions import ChooseOpponent
from engine.entrants import EntrantId
from engine.event import DrawChoice, Event
from engine.phrases import phrase
from engine.protocol import Format, why
from engine.waiting import Choice, NextStep
from saves.cells import text_width
from saves.languages import ENGLISH, Language
from saves.safe_text import safe, shortened
from tui.screens.names import name_in
from tui.widgets.lines import Line, fit, line

NAME = 28
DECISIONS = ("opponent", "forfeit")


def said_now(event: Event, step: NextStep, choice: Choice) -> list[DrawChoice]:
    """What has been said in this stage of the round."""
    return [c for c in event.choices if c.round == step.round and c.stage == choice.stage]


def ranked(choice: Choice) -> tuple[EntrantId, ...]:
    """Everybody in the stage; if the format does not rank them, those concerned."""
    if choice.order:
        return choice.order
    barred = tuple(id for id, _ in choice.barred)
    return tuple(dict.fromkeys((choice.chooser, *choice.pool, *barred)))


def choice_title(event: Event, step: NextStep, choice: Choice) -> str:
    """`SKO round 2 · DRAW BY CHOICE · Žukova chooses, the 2nd`."""
    done = sum(c.kind in DECISIONS for c in said_now(event, step, choice))
    where = choice.stage or f"round {step.round}"
    name = name_in(event, choice.chooser, NAME)
    return f"{shortened(where, 40)} · DRAW BY CHOICE · choice {done + 1}: {name}"


def choice_lines(
    event: Event, format: Format, step: NextStep, choice: Choice, hall: Language | None = None
) -> list[Line]:
    """One line each, with what it is ranked by; the key is the entrant's number. A hall reads it
    in its language, and need not hear what a desk can press."""
    said, teams = said_now(event, step, choice), ranked(choice)
    names = {id: safe(event.entrant(id).name) for id in teams}
    width = min(max(text_width(name) for name in names.values()), NAME)
    figures = choice.ranked_by
    size = max((len(figure) for figure in figures.values()), default=0)
    return [
        _line(standing(event, format, choice, said, id, hall), id, place,
              fit(names[id], width) + (f"  {figures.get(id, ''):>{size}}" if size else ""))
        for place, id in enumerate(teams, start=1)
    ]  # fmt: skip


def _line(said: tuple[str, str], id: EntrantId, place: int, name: str) -> Line:
    note, style = said
    name_style = "key" if style in ("done", "should") else "plain" if style == "plain" else "dim"
    return Line(((f" {place:>3}  ", "dim"), (f"{name}  ", name_style), (note, style)), id)


def standing(
    event: Event,
    format: Format,
    choice: Choice,
    said: list[DrawChoice],
    id: EntrantId,
    hall: Language | None = None,
) -> tuple[str, str]:
    """What a team is in this draw, in words, with the style of it."""
    words, style = _standing(event, format, choice, said, id, hall)
    return (hall.say(words) if hall is not None else words), style


def _standing(
    event: Event,
    format: Format,
    choice: Choice,
    said: list[DrawChoice],
    id: EntrantId,
    hall: Language | None,
) -> tuple[str, str]:
    for one in said:
        if one.kind == "opponent" and one.chooser == id:
            return phrase("chose {name}", name=_name(event, one.opponent)), "dim"
        if one.kind == "opponent" and one.opponent == id:
            return phrase("taken by {name}", name=_name(event, one.chooser)), "dim"
        if one.kind == "forfeit" and one.chooser == id:
            return phrase("forfeited its choice"), "dim"
    if id == choice.chooser:
        return phrase("← choosing"), "should"
    if not event.entrant(id).active(len(event.published) + 1):
        return phrase("withdrawn"), "dim"
    wishes = [c.kind for c in said if c.chooser == id]
    if id in choice.pool:
        if "available" in wishes:
            return phrase("can be chosen, made itself available"), "done"
        return phrase("can be chosen"), "done"
    barred = dict(choice.barred).get(id)
    if barred is not None:
        if hall is not None and hall.code != ENGLISH:
            return phrase("cannot be chosen"), "must"  # reasons are worded in English alone
        return f"cannot be chosen: {safe(why(format, event, (barred,)), 100)}", "must"
    if "opt-out" in wishes:
        return phrase("has opted out of being chosen"), "dim"
    if id in choice.waiting:
        return phrase("chooses later"), "plain"
    if (id, "available") in choice.wishes:
        if hall is None:
            return "chosen only if it offers itself (a)", "plain"
        return phrase("not available"), "plain"
    return phrase("its place cannot be chosen"), "plain"


def _name(event: Event, id: EntrantId) -> str:
    return name_in(event, id, NAME)


def hint(event: Event, format: Format, choice: Choice, selected: EntrantId | None) -> list[Line]:
    """The keys that work now, for the team that is selected; why it is barred, in full."""
    barred = dict(choice.barred).get(selected or "")
    because = safe(why(format, event, (barred,)), 100) if barred is not None else ""
    reason = [line(f" {_name(event, str(selected))}: {because}", "must")] if because else []
    parts: list[tuple[str, str]] = []
    if selected in choice.pool:
        parts += [(" enter", "key"), (f" choose {_name(event, str(selected))}  ", "dim")]
    if choice.may_forfeit:
        parts += [(" f", "key"), (f" {_name(event, choice.chooser)} forfeits its choice  ", "dim")]
    wishes: list[tuple[str, str]] = []
    if (selected, "available") in choice.wishes:
        wishes += [(" a", "key"), (f" {_name(event, str(selected))} is available  ", "dim")]
    if (selected, "opt-out") in choice.wishes:
        wishes += [(" o", "key"), (f" {_name(event, str(selected))} opts out  ", "dim")]
    last = [*wishes, (" u", "key"), (" take the last choice back  ", "dim"), (" esc", "key"),
            (" back", "dim")]  # fmt: skip
    return [*reason, Line(tuple(parts)), Line(tuple(last))]


def why_text(event: Event, format: Format, choice: Choice, selected: EntrantId) -> str:
    """What the selected team is in this draw, and the teams its chooser can choose."""
    said = [c for c in event.choices if c.stage == choice.stage]
    said = [c for c in said if c.round == len(event.published) + 1]
    words, _ = standing(event, format, choice, said, selected)
    words = "chooses now" if selected == choice.chooser else words
    pool = ", ".join(_name(event, id) for id in choice.pool)
    chooser = _name(event, choice.chooser)
    return f"{_name(event, selected)}: {words}; {chooser} can choose {pool}"


def choice_text(event: Event, one: DrawChoice | ChooseOpponent) -> str:
    """`Galleywall chose Eastcheap`: the list above numbers the teams by their rank in the stage, so
    no other number is shown beside a name."""
    kind = one.what if isinstance(one, ChooseOpponent) else one.kind
    chooser = _name(event, one.chooser)
    if kind == "opponent":
        return f"{chooser} chose {_name(event, one.opponent)}"
    words = {"forfeit": "forfeited its choice", "available": "is available"}
    return f"{chooser} {words.get(kind, 'has opted out of being chosen')}"


def over_lines(event: Event, step: NextStep) -> list[Line]:
    """Nothing is left to choose; who has chosen whom, to be read to the captains."""
    said = [c for c in event.choices if c.round == step.round and c.kind in DECISIONS]
    return [over_line(step.name), *(line(f"   {choice_text(event, one)}") for one in said)]


def over_line(name: str) -> Line:
    """Nothing is left to be chosen."""
    then = {"draw": "; the rest can be drawn: D draws", "publish": "; a proposal stands"}
    return line(f" All choices are made{then.get(name, '')}", "done")
