"""Making a new event: title, format, rounds, and a file with entries."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.actions import CreateEvent, ImportEntrants
from engine.entrants import Entrant
from engine.event import Event, Mode
from engine.log import applied
from engine.modes import STRICT_MEANS
from engine.points import counted
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import Refused
from engine.warnings import NotAgreed
from saves.safe_text import clean, safe, shortened
from tui import kiosk
from tui.child import Answer
from tui.commands.entry_files import ENDINGS
from tui.company import SESSION
from tui.places.screen import PlaceScreen
from tui.screens.advice import ANOTHER
from tui.screens.entry_fields import FieldRefused, FormField
from tui.screens.entry_form import EntryForm
from tui.screens.format_picker import FormatPicker, always_so_long, usual_length
from tui.screens.import_files import LastList, Taken, rating_question, read_file, wrong_count
from tui.screens.paths import found_path, paths_on, typed_folder

if TYPE_CHECKING:
    from tui.app import TopboardApp


SEEDS = 1_000_000
_NOW_ENTRIES = "now a file of entries, if there is one; enter creates the event"
_NOW_MADE = "enter creates the event"
_TO_LIST, _TAKE, _TO_ENTRIES, _CREATE = "list of formats", "take it", "goes on", "create"
"""What Enter does in the form, in the words of its last line."""
FEW = 4
"""Entries for which no format of rounds by the number of entries has its usual rounds."""
UNBOUNDED = 99
"""Rounds of a format whose entries decide how many there are."""


def new_event(place: PlaceScreen, opened: Callable[[Path, str], object]) -> None:
    """Open the form; `opened` is handed the folder of what it made, and what was made in words."""
    from formats.registry import FORMATS

    made: list[tuple[Path, str]] = []
    led = False
    known = ""
    """The format as it was chosen, or stood when its field was left."""

    def enter(current: str, texts: Mapping[str, str]) -> str:
        nonlocal known
        name = texts["format"].strip()
        known = known if current == "format" else name
        if current == "format" and name in FORMATS and name != known:
            return _TAKE
        if current == "format" or name not in FORMATS:
            return _TO_LIST
        goes_on = led and current == "rounds" and not texts["entries"].strip()
        return _TO_ENTRIES if goes_on else _CREATE

    async def save(texts: Mapping[str, str]) -> str | None:
        nonlocal led, known
        step = enter(form.current, texts)
        if step == _TO_ENTRIES:
            if wrong := _wrong_rounds(texts):
                raise FieldRefused("rounds", Refused(wrong))
            form.ask("entries", _NOW_ENTRIES)
            return None
        if step in (_TO_LIST, _TAKE):
            chosen: str | None = texts["format"].strip()
            if step == _TO_LIST:
                entrants = await asyncio.to_thread(_entrants, texts)
                picker = FormatPicker(entrants, texts["rounds"].strip(), chosen or "")
                chosen = await place.console.push_screen_wait(picker)
            if chosen is None:
                return None
            texts, known = {**texts, "format": chosen}, chosen
            form.fill("format", chosen)  # what is refused behind it is no reason to choose again
            named = bool(texts["entries"].strip())
            led = not named and not texts["rounds"].strip() and _asks_for_rounds(chosen)
            if led:
                form.ask("rounds", f"now the rounds; {_rounds_if_empty(texts)}; enter goes on")
            else:
                form.ask("entries", _NOW_MADE if named else _NOW_ENTRIES)
            return None
        agreed = await _agreed(place.console, texts)
        if agreed is None:
            return None
        create, taken = agreed
        if taken is not None and taken.rounds_left:
            rounds = "its round" if taken.rounds_left == 1 else f"its {taken.rounds_left} rounds"
            question = f"{taken.source}: take {rounds} too, with the results?"
            if await place.console.ask(f"{question}\nn asks about the players alone."):
                made.append(await _with_rounds_of(place, create, taken, texts))
                return made[-1][1]
            if not await place.console.ask("Make the event with the players alone?"):
                return None
        folder = await asyncio.to_thread(_made, create, taken, texts["folder"])
        if taken is not None:
            place.console.last_list = LastList(_path(texts["entries"].strip()), folder)
        made.append((folder, _in_words(create, taken)))
        return made[-1][1]

    def go_there(_: None) -> None:
        if made:
            place.call_after_refresh(opened, *made[0])

    def told(texts: Mapping[str, str]) -> str:
        return _chosen_format(texts, taken=enter("format", texts) == _TO_LIST)

    form = EntryForm("A new event", _fields(told), {}, save, enter=enter)
    place.console.push_screen(form, go_there)


async def _agreed(
    console: TopboardApp, texts: Mapping[str, str]
) -> tuple[CreateEvent, Taken | None] | None:
    """What is to be made with whom, where its list is taken as it is; None where it is not."""
    create, taken = await asyncio.to_thread(_tried, texts)
    if taken is not None and taken.squads:
        question = f"{rating_question(taken.squads)}\nBlank enters the players."
        many = await console.ask_line(question, "", _wrong_if_typed)
        if many is None:
            return None
        if many.strip():
            create, taken = await asyncio.to_thread(_tried, texts, int(many))
    if taken is not None and taken.unread and not _ranked(taken.entrants):
        question = f"None of the entries has a rating, and {'; '.join(taken.unread)}."
        if not await console.ask(f"{question}\nMake the event all the same?"):
            return None
    if taken is not None and taken.duplicates:
        question = f"{taken.duplicates[0]}\nTake all {len(taken.entrants)} all the same?"
        if not await console.ask(question):
            return None
    return create, taken


async def _with_rounds_of(
    place: PlaceScreen, create: CreateEvent, taken: Taken, texts: Mapping[str, str]
) -> tuple[Path, str]:
    """The event of a tournament file with its rounds, made by the command `new` beside the
    console; what it needs a yes for is asked here."""
    folder = _folder(create, texts["folder"])
    words = ["--format", create.format, "--title", create.title, "--with-rounds"]
    words += ["--entries", str(_path(texts["entries"].strip()))]
    words += ["--rounds", texts["rounds"].strip()] if texts["rounds"].strip() else []
    words += ["--insist"] if taken.duplicates else []
    try:
        document = await Answer("new", None, str(folder), *words).document()
    except NotAgreed as refusal:
        warning = f"{refusal.what[:1].upper()}{refusal.what[1:]}."
        if not await place.console.ask(f"{warning}\n\nTake them over? It is recorded."):
            raise FieldRefused("entries", Refused("not taken over")) from refusal
        document = await Answer("new", None, str(folder), *words, "--insist").document()
    except Refused as refusal:
        raise FieldRefused("entries", refusal) from refusal
    many = f"{len(taken.entrants)} entries and {counted(taken.rounds_left, 'round')}"
    said = f"{shortened(create.title, 60)}: {many} taken over from {shortened(taken.source, 60)}"
    return Path(document["folder"]), said


def _fields(told_of_format: Callable[[Mapping[str, str]], str]) -> tuple[FormField, ...]:
    """What is asked, with what can be answered."""
    from formats.registry import FORMATS

    path = "its path, or its name alone (→ completes)"
    file = "its name in the inbox" if kiosk.on() else path
    folder = "" if kiosk.on() else "a path, or "
    return (
        FormField(
            "title",
            "Title",
            "the name of the event, printed on every page; its rules, dates and arbiters come "
            "later, in Entries (E and I)",
        ),
        FormField(
            "format",
            "Format",
            "enter: choose from a list that says what each is for; or its name (→ completes), or a "
            "word such as swiss, cup, league",
            lambda text: [name for name in FORMATS if name.startswith(text.casefold())],
            _wrong_format,
            told_of_format,
        ),
        FormField("rounds", "Rounds", wrong=_wrong_rounds, told=_rounds_if_empty),
        FormField(
            "entries",
            "Entries file",
            f"a CSV or TRF file, if there is one: {file}",
            partial(paths_on, endings=(*ENDINGS, ".txt")),
        ),
        FormField("folder", "Folder", f"{folder}a name in the events folder; empty: as the title"),
    )


def _wrong_format(texts: Mapping[str, str]) -> str:
    """That there is no such format."""
    from formats.registry import FORMATS

    name = texts["format"].strip()
    wrong = f"no format is called '{shortened(name, 30)}'; enter shows the list of those it may be"
    return wrong if name and name not in FORMATS else ""


def _chosen_format(texts: Mapping[str, str], taken: bool) -> str:
    """What the format is whose name stands there, and how it is taken, or another chosen."""
    from formats.registry import FORMATS, format_named

    name = texts["format"].strip()
    keys = "enter: choose from the list" if taken else "enter takes it, → lists more"
    if name not in FORMATS:
        return ""
    format = format_named(name)
    return "; ".join([format.title, keys, *[STRICT_MEANS] * format.strict])


def _wrong_rounds(texts: Mapping[str, str]) -> str:
    """What the format says of so many rounds; while none is chosen, what all of them say."""
    from formats.registry import FORMATS, format_named

    rounds, name = texts["rounds"].strip(), texts["format"].strip()
    if not rounds:
        return ""
    said = [
        _refusal(partial(format_named(one).settings, {"rounds": rounds}))
        for one in ([name] if name in FORMATS else FORMATS)
    ]
    return said[0] if all(said) else ""


def _rounds_if_empty(texts: Mapping[str, str]) -> str:
    """How many rounds the format chosen has then."""
    from formats.registry import FORMATS, format_named

    name = texts["format"].strip()
    if name not in FORMATS:
        return "if left empty: as many as the format has, or as the entries make them"
    format = format_named(name)
    if not (usual := _usual_rounds(name)):
        return "if left empty: by the entries"
    if always_so_long(format):
        return f"leave it empty: it has {usual_length(format)}"
    fewer = ", fewer where there are few entries" if format.fitting_rounds(FEW) else ""
    return f"if left empty: {usual}{fewer}"


def _refusal(make: Callable[[], object]) -> str:
    try:
        make()
    except Refused as refusal:
        return str(refusal)
    return ""


def _asks_for_rounds(name: str) -> bool:
    from formats.registry import format_named

    return bool(_usual_rounds(name)) and not always_so_long(format_named(name))


def _usual_rounds(name: str) -> int:
    """Of the format, unless another number is given; 0 where the entries decide."""
    from formats.registry import format_named

    many = format_named(name).settings({}).rounds
    return many if many < UNBOUNDED else 0


def _entrants(texts: Mapping[str, str]) -> tuple[Entrant, ...]:
    """Those of the file that is named; none where no file is. Every other field is tried too."""
    from formats.registry import FORMATS

    _, taken = _tried({**texts, "format": next(iter(FORMATS)), "rounds": ""})
    return () if taken is None else taken.entrants


def _in_words(create: CreateEvent, taken: Taken | None) -> str:
    from formats.registry import format_named

    title, format = shortened(create.title, 60), format_named(create.format)
    teams = part_of(format, PlayedByTeams)
    boards = counted(teams.boards(create.begin(format)), "board") if teams is not None else ""
    a_match = [f"{boards} a match (E changes it)"] * bool(boards)
    strict = [STRICT_MEANS] * (create.mode == "strict")
    if taken is None:
        parts = [f"{title} is made", *a_match, "a adds entries, i imports them", *strict]
        return "; ".join(parts)
    entered = applied(_import(create, taken, insist=True), create.begin(format), format)
    length = format.length(entered)  # a knockout is as long as they make it
    step = format.next_step(entered)
    unrated = sum(not entrant.rating for entrant in taken.entrants)
    entries = counted(len(taken.entrants), "entry", "entries")
    said = [f"{entries} imported from {shortened(taken.source, 60)}"]
    said += [f"{unrated} without a rating"] if 0 < unrated < len(taken.entrants) else []
    undrawable = step.name == "register"
    said += [length] if length and not undrawable else []
    few = f"{format.smallest} are needed for a draw"
    no_draw = [f"{safe(step.notes[0], 200) if step.notes else few}; {ANOTHER}"] * undrawable
    told = [text for text in taken.warnings if text not in taken.duplicates]
    more = f" (and {len(told) - 1} more)" if told[1:] else ""
    parts = [
        ", ".join(said),
        *no_draw,
        *a_match,
        *([] if _ranked(taken.entrants) else ["none has a rating"]),
        *([] if undrawable else [one.text for one in format.advise(entered) if one.urgent]),
        *strict,
    ]
    return f"{title}: {'; '.join([*parts, *taken.unread, *(f'{text}{more}' for text in told[:1])])}"


def _ranked(entrants: Iterable[Entrant]) -> bool:
    """Whether ratings or seeds can set them in an order, of teams those of their players."""
    return any(e.rating or e.seed or e.players for e in entrants)


def _wrong_if_typed(text: str) -> str | None:
    return wrong_count(text) if text.strip() else None


def _tried(
    texts: Mapping[str, str], rated_by: int | None = None
) -> tuple[CreateEvent, Taken | None]:
    """Everything tried before a folder is made; `FieldRefused` names what cannot be. `rated_by` as
    `read_file` has it."""
    from formats.registry import format_named

    title, _ = clean(texts["title"], "the title", 120)
    format: Format = _of_field("format", lambda: format_named(texts["format"].strip()))
    settings: dict[str, Any] = {}
    if texts["rounds"].strip():
        settings["rounds"] = texts["rounds"].strip()
    _of_field("rounds", lambda: format.settings(settings))
    mode: Mode = "strict" if format.strict else ""
    create = CreateEvent(title, format.name, settings, secrets.randbelow(SEEDS), mode=mode)
    event: Event = _of_field("title", lambda: create.begin(format))
    _folder(create, texts["folder"])
    file = texts["entries"].strip()
    if not file:
        return create, None
    taken: Taken = _of_field("entries", lambda: _read(file, event, rated_by))
    _of_field("entries", lambda: _import(create, taken, insist=True).apply(event, format))
    return create, taken


def _read(file: str, event: Event, rated_by: int | None) -> Taken:
    """The file; where it is not UTF-8, as older spreadsheets write it, and the words say so."""
    from saves.foreign import OtherEncoding

    path = _path(file)
    try:
        return read_file(path, event, rated_by=rated_by)
    except OtherEncoding:
        taken = read_file(path, event, "cp1252", rated_by)
    return replace(taken, source=f"{taken.source}, read in an older encoding (Latin-1)")


def _path(text: str) -> Path:
    return kiosk.in_inbox(text) if kiosk.on() else found_path(text)


def _of_field(field: str, make: Any) -> Any:
    try:
        return make()
    except Refused as refusal:
        where = f"{refusal.where}: " if refusal.where else ""
        refused = Refused(f"{where}{refusal.what}", refusal.why, refusal.remedy)
        raise FieldRefused(field, refused) from refusal


def _import(create: CreateEvent, taken: Taken, insist: bool) -> ImportEntrants:
    """With as many rounds as they can play, where nobody says how many and they are few."""
    from formats.registry import format_named

    fit = format_named(create.format).fitting_rounds(len(taken.entrants))
    rounds = 0 if "rounds" in create.settings else fit or 0
    return ImportEntrants(taken.entrants, taken.source, rounds, insist=insist)


def _made(create: CreateEvent, taken: Taken | None, folder_text: str) -> Path:
    from saves.store import create_event

    folder = _folder(create, folder_text)
    # at this console, whose undo takes back what it did
    store = _of_field("folder", lambda: create_event(folder, create, session=SESSION))
    if taken is not None:
        action = _import(create, taken, insist=bool(taken.duplicates))
        _of_field("entries", lambda: store.do(action))
    return folder


def _folder(create: CreateEvent, text: str) -> Path:
    folder: Path = _of_field("folder", lambda: typed_folder(text, create.title))
    return folder
