"""Forms about prizes: one list of them, and what holds for the whole plan."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.alphabet import fold
from engine.prizes.plan import (
    ANY_BOARD,
    RESERVE,
    TEXT_CONDITIONS,
    OddCents,
    PrizeList,
    PrizeMeasure,
    PrizePlan,
    TieRule,
    Ungraded,
)
from engine.refusal import BadSetting, Refused
from saves.prizes.file import SEXES, head_of, head_row, list_of, list_row
from saves.safe_text import clean
from tui.screens.entry_form import EntryForm, FieldRefused, FormField

if TYPE_CHECKING:
    from tui.app import TopboardApp

Keep = Callable[[PrizePlan], Awaitable[None]]
"""Puts the plan into its file; may refuse."""


def _words(*words: str) -> Callable[[str], tuple[str, ...]]:
    return lambda typed: tuple(word for word in words if word.startswith(typed.strip()))


def _named(kind: type[PrizeMeasure] | type[TieRule] | type[Ungraded] | type[OddCents]) -> list[str]:
    return [word.value for word in kind if word.value]


LIST_FIELDS = (
    FormField("name", "Name", "what it is called: Open, U1800, best junior"),
    FormField("amounts", "Amounts", "by place: 300, 200, 100; or shares of the purse: 20%, 10%"),
    FormField("goods", "Goods", "by place: cup, medal, medal"),
    FormField("worth", "Worth", "of the goods by place, if they count as so much money: 50, 20"),
    FormField("by", "Goes by", f"{', '.join(_named(PrizeMeasure))}; empty: the standing",
              choices=("", *_named(PrizeMeasure))),
    FormField("board", "Board", "of teams their players: 1, 2 … by board, reserve, any",
              _words(RESERVE, ANY_BOARD)),
    FormField("rating_below", "Rated below", "1800: not 1800 itself"),
    FormField("rating_from", "Rated from", "1400: 1400 itself too"),
    FormField("ungraded", "Unrated", "in, out, only; empty: in no band, in every other list",
              choices=("", *_named(Ungraded))),
    FormField("age_below", "Under the age", "18: not 18 before 1 January of the event's year"),
    FormField("age_from", "From the age", "65: 65 in the event's year, or older"),
    FormField("age_on", "Age on the day", "2026-09-01: years lived on that day; empty: as above"),
    FormField("sex", "Sex", "w (women and girls; also f) or m", choices=("", *SEXES)),
    FormField("federation", "Federation", "one, or several with commas: NOR, SWE"),
    FormField("club", "Club", "one, or several with commas"),
    FormField("school", "School", "one, or several with commas"),
    FormField("category", "Category", "one, or several with commas"),
    FormField("section", "Section", "one, or several with commas"),
    FormField("games", "Games played", "over the board, that it takes"),
    FormField("least", "Entrants", "eligible ones that it takes; by place: 3, 6"),
    FormField("otherwise", "With fewer", "left in the purse, half, or the list that has the money",
              _words("left", "half")),
    FormField("ties", "Ties", "equal, hort, tie-break; empty: as the plan says",
              choices=("", *_named(TieRule))),
    FormField("beside", "Beside", "yes: whatever else a player has; no: it counts as his one prize",
              switch=True),
    FormField("best", "Scores", "of a school, club or federation: how many count"),
    FormField("lot", "Lot", "level for goods, in the order of the lot: Oak School; Hillside"),
)  # fmt: skip
HEAD_FIELDS = (
    FormField("currency", "Currency", "EUR, £"),
    FormField("purse", "Purse", "what all prizes are to add up to; empty: whatever they do"),
    FormField("one_prize", "One prize", "yes: a player has his best one only; no: several",
              switch=True),
    FormField("goods_count", "Goods count", "yes: they are that one prize too, if their place "
              "has no money; no: those without a worth are given beside it", switch=True),
    FormField("ties", "Ties", "equal, hort (half by place, half shared), tie-break",
              choices=tuple(_named(TieRule))),
    FormField("odd_cents", "Odd cents", "first: to the first of those who share; left in the purse",
              choices=tuple(_named(OddCents))),
    FormField("unit", "Paid in", "the smallest amount paid out: 0.01, 0.50, 1"),
)  # fmt: skip
_SEVERAL = ("amounts", "goods", "worth", *TEXT_CONDITIONS)
_NUMBERS = ("rating_below", "rating_from", "age_below", "age_from", "games", "best", "board")
_FLAGS = {"yes": True, "y": True, "no": False, "n": False}
LETTERS = 400


def texts_of(row: Mapping[str, Any]) -> dict[str, str]:
    """The values of the fields, by key of the file."""

    def text(value: Any, between: str) -> str:
        if isinstance(value, list):
            return between.join(map(str, value))
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

    return {key: text(value, "; " if key == "lot" else ", ") for key, value in row.items()}


def row_of(typed: Mapping[str, str]) -> dict[str, Any]:
    """The keys of the file, from the values of the fields; `BadSetting` naming the field."""
    row: dict[str, Any] = {}
    for key, raw in typed.items():
        text = clean(raw, key, LETTERS)[0].strip()
        if not text:
            continue
        if key in _SEVERAL:
            row[key] = [part.strip() for part in text.split(",")]
            if key in ("amounts", "worth"):
                _refuse_without_commas(key, row[key])
        elif key == "lot":  # names have commas
            row[key] = [part.strip() for part in text.split(";")]
        elif key in ("beside", "one_prize", "goods_count"):
            if text.lower() not in _FLAGS:
                raise BadSetting(key, f"{text[:20]!r} is neither yes nor no", "", "write yes or no")
            row[key] = _FLAGS[text.lower()]
        elif key == "board" and text in (RESERVE, ANY_BOARD):
            row[key] = text
        elif key in _NUMBERS or key == "least":
            row[key] = _figures(key, text)
        else:
            row[key] = text
    return row


def _refuse_without_commas(key: str, amounts: Sequence[str]) -> None:
    """`300 200` and `300/200` are two amounts, whatever they are meant to be."""
    for amount in amounts:
        words = [word for word in re.split(r"[\s/;|]+", amount) if word]
        if len(words) > 1 and all(word[0].isdecimal() for word in words):
            raise BadSetting(
                key, f"{amount[:20]!r} is not one amount", "",
                f"write a comma between places: {', '.join(words)[:20]}",
            )  # fmt: skip


def _figures(key: str, text: str) -> int | list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts):
        raise BadSetting(key, f"{text[:20]!r} is not a number", "", "write it in figures")
    figures = [int(part) for part in parts]
    return figures if key == "least" and len(figures) > 1 else figures[0]


def event_names(events: Mapping[str, str]) -> dict[str, str]:
    """By folder what an event of a congress is called in a form: as everywhere, and with its folder
    where two are called alike."""
    often = Counter(fold(name) for name in events.values())
    return {
        folder: name if often[fold(name)] == 1 else f"{name} ({folder})"
        for folder, name in events.items()
    }


def event_of(text: str, events: Mapping[str, str]) -> str:
    """The folder of the event that is called so, or that alone begins so; `BadSetting` for any
    other. Empty for none."""
    wanted, named = fold(text.strip()), event_names(events)
    if not wanted or text.strip() in events:
        return text.strip()
    for fits in (str.__eq__, str.startswith):
        if len(found := [at for at, name in named.items() if fits(fold(name), wanted)]) == 1:
            return found[0]
    raise BadSetting(
        "event", f"no event of the congress is called {text.strip()[:30]!r}", "",
        f"space chooses one: {', '.join(named.values())}"[:120],
    )  # fmt: skip


async def edit_list(
    console: TopboardApp,
    plan: PrizePlan,
    one: PrizeList | None,
    keep: Keep,
    events: Mapping[str, str],
) -> PrizeList | None:
    """The form of a list of prizes, a new one if there is none; with the event, if it is one of the
    several `events` of a congress, names by folder. What the form does not ask stays as it is. The
    list as it was saved; None if it was not."""
    row = list_row(one) if one is not None else {}
    fields: tuple[FormField, ...] = LIST_FIELDS
    known = events if one is None or not one.event else {one.event: one.event} | {**events}
    names = event_names(known)
    if events:
        help = "whose prizes they are; empty: of all events together"
        chosen = FormField("event", "Event", help, choices=("", *names.values()))
        fields = (fields[0], chosen, *fields[1:])
    asked = {field.key for field in fields}
    before = {field.key: texts_of(row).get(field.key, "") for field in fields}
    if before.get("event"):
        before["event"] = names[before["event"]]
    saved: list[PrizeList] = []

    async def save(texts: Mapping[str, str]) -> str | None:
        try:
            rest = {key: value for key, value in row.items() if key not in asked}
            typed = row_of(texts)
            if "event" in typed:
                typed["event"] = event_of(typed["event"], known)
            new = list_of(rest | typed, plan.purse)
            if any(new.key == other.key for other in plan.lists if other is not one):
                raise BadSetting("name", f"there is a list {new.name} already", "", "call it else")
            if new == one:
                return "nothing is changed"
            await keep(plan.with_list(new, one))
        except Refused as refusal:
            at = refusal.key if isinstance(refusal, BadSetting) else "name"
            raise FieldRefused(at if at in asked else "name", refusal) from refusal
        saved.append(new)
        return f"saved: {new.name}"

    title = one.name if one is not None else "New prizes"
    await console.push_screen_wait(EntryForm(title, fields, before, save))
    return saved[0] if saved else None


async def edit_terms(console: TopboardApp, plan: PrizePlan, keep: Keep) -> bool:
    """The form of what holds for the whole plan; whether it was changed."""
    row = head_row(plan)
    asked = {field.key for field in HEAD_FIELDS}
    row.setdefault("goods_count", plan.goods_count)
    before = {field.key: texts_of(row).get(field.key, "") for field in HEAD_FIELDS}
    changed = False

    async def save(texts: Mapping[str, str]) -> str | None:
        nonlocal changed
        try:
            rest = {key: value for key, value in row.items() if key not in asked}
            lists = {"prizes": [list_row(one) for one in plan.lists]}
            new = head_of(rest | row_of(texts) | lists)
            if new != plan:
                await keep(new)
        except Refused as refusal:
            at = refusal.key if isinstance(refusal, BadSetting) else "purse"
            raise FieldRefused(at if at in asked else "purse", refusal) from refusal
        changed = new != plan
        return "saved" if changed else "nothing is changed"

    await console.push_screen_wait(EntryForm("The plan of prizes", HEAD_FIELDS, before, save))
    return changed
