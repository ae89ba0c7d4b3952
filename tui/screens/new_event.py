"""Making an event: title, format, rounds and a file with entries are asked for; a format is chosen
from a list; the open event is made anew in another format."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import events, work
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Label

from engine.actions import CreateEvent, ImportEntrants
from engine.actions.base import applied
from engine.alphabet import fold
from engine.entrants import Entrant
from engine.event import Event, Mode
from engine.next_draw import FormatOutlook, format_outlook
from engine.points import counted
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import Refused
from engine.strict import STRICT_MEANS
from engine.warnings import NotAgreed
from saves.cells import in_lines
from saves.disk import Disk, exists
from saves.folders import BIN
from saves.foreign import OtherEncoding
from saves.safe_text import clean, safe, shortened
from tui import kiosk
from tui.child import Answer
from tui.commands.entry_files import ENDINGS
from tui.commands.places import events_folder
from tui.desk import SESSION
from tui.keys.commands import DIALOGS
from tui.keys.help import FORMAT_WORDS
from tui.places.screen import PlaceScreen
from tui.screens.advice import ANOTHER
from tui.screens.dialogs import Help, make_room, most_rows
from tui.screens.entry_form import EntryForm, FieldRefused, FormField
from tui.screens.import_files import (
    LastList,
    Taken,
    of_teams,
    rating_question,
    read_file,
    wrong_count,
)
from tui.screens.paths import found_path, paths_on, typed_folder
from tui.setting_labels import setting_label
from tui.widgets.lines import Line, LineList, fit
from tui.widgets.titled_box import TitledBox

if TYPE_CHECKING:
    from tui.app import TopboardApp


ADVICE_LINES = 2
SAID_OF_A_FORMAT = 6 + ADVICE_LINES
"""Lines below the list: what the format is, what it means for the entries."""
SAID_ALONE = 5
"""Of these what is said where no entries are known yet."""
BESIDE = 5
"""Rows of the dialog besides the list and these."""
WORD = 30
"""Letters at most that formats are found by."""
NEW = "A new event: its format"
_KEYS = "letters  find   ↑ ↓  format   enter  take it   →  its rules   esc  back"
_NO_KEYS = "none found:   ↑ ↓  choose one   backspace  other letters   esc  back"
SEED = 1
"""Of the draw that is looked at: any one shows the same boards, byes and gaps."""
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
    asked = _NewEvent(place)

    def go_there(_: None) -> None:
        if asked.made is not None:
            place.call_after_refresh(opened, *asked.made)

    place.console.push_screen(asked.form, go_there)


class _NewEvent:
    """What is asked for a new event, field after field, and made in the end."""

    def __init__(self, place: PlaceScreen) -> None:
        self.place = place
        self.form = EntryForm(
            "A new event", _fields(self._format), {}, self._save, enter=self._enter
        )
        self.made: tuple[Path, str] | None = None
        """Its folder, and what was made in words."""
        self._to_rounds = False
        """Whether the format led on to the number of rounds."""
        self._known = ""
        """The format that was chosen, or that was in its field when the field was left."""

    def _format(self, texts: Mapping[str, str]) -> str:
        return _chosen_format(texts, taken=self._enter("format", texts) == _TO_LIST)

    def _enter(self, current: str, texts: Mapping[str, str]) -> str:
        """What Enter does in that field."""
        from formats.registry import FORMATS

        name = texts["format"].strip()
        self._known = self._known if current == "format" else name
        if current == "format" and name in FORMATS and name != self._known:
            return _TAKE
        if current == "format" or name not in FORMATS:
            return _TO_LIST
        goes_on = self._to_rounds and current == "rounds" and not texts["entries"].strip()
        return _TO_ENTRIES if goes_on else _CREATE

    async def _save(self, texts: Mapping[str, str]) -> str | None:
        """What was made, in words; None where the form goes on."""
        step = self._enter(self.form.current, texts)
        if step == _CREATE:
            return await self._create(texts)
        if step != _TO_ENTRIES:
            await self._choose_format(texts, step)
        elif wrong := _wrong_rounds(texts):
            raise FieldRefused("rounds", Refused(wrong))
        else:
            self.form.ask("entries", _NOW_ENTRIES)
        return None

    async def _choose_format(self, texts: Mapping[str, str], step: str) -> None:
        """From the list, or the one that is typed; then on to what is asked next."""
        chosen: str | None = texts["format"].strip()
        if step == _TO_LIST:
            entrants = await asyncio.to_thread(_entrants, texts)
            picker = FormatPicker(entrants, texts["rounds"].strip(), chosen or "")
            chosen = await self.place.console.push_screen_wait(picker)
        if chosen is None:
            return
        self._known = chosen
        # a refusal after it is no reason to choose again
        self.form.fill("format", chosen)
        named = bool(texts["entries"].strip())
        self._to_rounds = not named and not texts["rounds"].strip() and _asks_for_rounds(chosen)
        if self._to_rounds:
            usual = _rounds_if_empty({**texts, "format": chosen})
            self.form.ask("rounds", f"now the rounds; {usual}; enter goes on")
        else:
            self.form.ask("entries", _NOW_MADE if named else _NOW_ENTRIES)

    async def _create(self, texts: Mapping[str, str]) -> str | None:
        """The event, with the entries of the file and, where they are wanted, its rounds."""
        console = self.place.console
        agreed = await _agreed(console, texts)
        if agreed is None:
            return None
        create, taken = agreed
        if taken is not None and taken.rounds_left:
            rounds = "its round" if taken.rounds_left == 1 else f"its {taken.rounds_left} rounds"
            question = f"{taken.source}: take {rounds} too, with the results?"
            if await console.ask(f"{question}\nn asks about the players alone."):
                self.made = await _with_rounds_of(self.place, create, taken, texts)
                return self.made[1]
            if not await console.ask("Make the event with the players alone?"):
                return None
        folder = await asyncio.to_thread(_made, create, taken, texts["folder"])
        if taken is not None:
            console.last_list = LastList(_path(texts["entries"].strip()), folder)
        self.made = folder, _in_words(create, taken)
        return self.made[1]


async def _agreed(
    console: TopboardApp, texts: Mapping[str, str]
) -> tuple[CreateEvent, Taken | None] | None:
    """The new event and its entries, if its list is taken as it is; None if it is not."""
    create, taken = await asyncio.to_thread(_tried, texts)
    if taken is not None and taken.squads and taken.unrated:
        question = f"{of_teams(taken.squads)}, none of them rated. Enter the teams themselves?"
        if await console.ask(f"{question}\nn enters the players."):
            create, taken = await asyncio.to_thread(_tried, texts, 1)
    elif taken is not None and taken.squads:
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
    doubts = (*taken.duplicates, *taken.two_names) if taken is not None else ()
    if taken is not None and doubts:
        more = f"\n… and {len(doubts) - MOST_DOUBTS} more" if len(doubts) > MOST_DOUBTS else ""
        first = "\n".join(doubts[:MOST_DOUBTS])
        all = counted(len(taken.entrants), "entry", "entries")
        if not await console.ask(f"{first}{more}\nTake {all} as written?"):
            return None
    return create, taken


MOST_DOUBTS = 3
"""Names to look at in a question about a list; of more it says how many."""


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


def _fields(of_format: Callable[[Mapping[str, str]], str]) -> tuple[FormField, ...]:
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
            of_format,
        ),
        FormField("rounds", "Rounds", wrong=_wrong_rounds, hint=_rounds_if_empty),
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
    """What the format in the field is, and how to take it or choose another."""
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
    doubts = [text for text in taken.warnings if text not in taken.duplicates]
    more = f" (and {len(doubts) - 1} more)" if doubts[1:] else ""
    parts = [
        ", ".join(said),
        *no_draw,
        *a_match,
        *([] if _ranked(taken.entrants) else ["none has a rating"]),
        *([] if undrawable else [one.text for one in format.advise(entered) if one.urgent]),
        *strict,
    ]
    return (
        f"{title}: {'; '.join([*parts, *taken.unread, *(f'{text}{more}' for text in doubts[:1])])}"
    )


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


# The formats to choose from: what each is for, and what it would mean for the entries at hand


class FormatPicker(ModalScreen[str | None]):
    """The format's name, or None for Esc. Of a word typed, here or instead of a name in the form,
    those are shown whose name or description has it; where none has it, all, and enter takes none
    before one of them is gone to.

    Round 1 is drawn in memory for the format selected, beside the keys: nothing waits for it.
    """

    AUTO_FOCUS = ""

    def __init__(
        self, entrants: tuple[Entrant, ...], rounds: str = "", sought: str = "", title: str = NEW,
        outlook: Callable[[Format], FormatOutlook] | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        from formats.registry import FORMATS

        self.first = sought if sought in FORMATS else ""
        self.sought = "" if self.first else sought
        if self.sought:
            self.first = min(self.formats, key=lambda format: _distance(format, sought)).name
        self.entrants, self.rounds, self.box_title = entrants, rounds, title
        self.outlook = outlook or partial(outlook_for, entrants=entrants, rounds=rounds)
        self.outlooks: dict[str, FormatOutlook] = {}
        self.list = LineList(id="formats")
        self.unsure = not self._found
        """Whether the one selected is only the first of all."""

    def compose(self) -> ComposeResult:
        """The list, what is said of the selected one, the keys."""
        with TitledBox(self.box_title, id="format-picker"):
            yield self.list
            yield Label("", markup=False, id="format-said")
            yield Label(_KEYS, markup=False, classes="dialog-note", id="format-keys")

    @property
    def formats(self) -> list[Format]:
        """Those that are shown."""
        from formats.registry import all_formats

        return self._found or all_formats()

    @property
    def _found(self) -> list[Format]:
        from formats.registry import all_formats

        return [format for format in all_formats() if described_by(format, self.sought)]

    def _entitle(self) -> None:
        read = " read" * (self.box_title == NEW)
        of = f" · {counted(len(self.entrants), 'entry', 'entries')}{read}" if self.entrants else ""
        if self.sought:
            word = shortened(self.sought, 30)
            of += f" · with '{word}'" if self._found else f" · none has '{word}': all"
        self.query_one(TitledBox).entitle(f"{self.box_title}{of}")

    def _seek(self, sought: str) -> None:
        """Those with that word, the best match selected: the one before, where none is better."""
        before, self.sought = self._selected.name, sought
        self.unsure = not self._found
        formats = sorted(self.formats, key=lambda format: format.name != before)
        self.first = min(formats, key=lambda format: _distance(format, sought)).name
        self._fill()

    def on_mount(self) -> None:
        """The formats, the first one selected."""
        self.call_after_refresh(self._fill)

    def on_resize(self) -> None:
        """Lines are cut elsewhere."""
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        from formats.registry import all_formats

        said = self._said_lines
        self._entitle()
        self.query_one("#format-said").styles.height = said
        # as high when few are found: else what it covers would be above it
        make_room(self.list, said + BESIDE, len(all_formats()))
        width = max(self.list.size.width - 1, 20)
        used = max(len(format.used_for) for format in self.formats)
        rows = []
        for format in self.formats:
            title = fit(f" {format.title}", width - used - 1)
            rows.append(
                Line(((title, "plain"), (f"{format.used_for:>{used}}", "dim")), format.name)
            )
        self.list.show(rows)
        if any(format.name == self.first for format in self.formats):
            self.list.select(self.first)
        self._say()

    @property
    def _said_lines(self) -> int:
        return SAID_OF_A_FORMAT if self.entrants else SAID_ALONE

    @property
    def _selected(self) -> Format:
        name = self.list.selected
        return next((f for f in self.formats if f.name == name), self.formats[0])

    def _say(self) -> None:
        format = self._selected
        # there are more of them than lines at 80x24
        place = f"{self.formats.index(format) + 1}/{len(self.formats)}"
        hidden = len(self.formats) > most_rows(self.list, self._said_lines + BESIDE)
        self.query_one(TitledBox).border_subtitle = f"{place}{' · ↑ ↓ more' * hidden}"
        width = max(self.list.size.width - 2, 20)
        keys = _NO_KEYS if self.unsure else _KEYS
        self.query_one("#format-keys", Label).update(keys)
        lines = ["", *in_lines(format.summary[:1].upper() + format.summary[1:], width)[:2], ""]
        if self.entrants:
            outlook = self.outlooks.get(format.name)
            if outlook is None:
                self._look(format)
                lines.append("…")
            else:
                lines += outlook_lines(format, outlook, len(self.entrants), width)
        else:
            length = "" if self.rounds else usual_length(format)
            lines.append(length + " unless you say otherwise" * (not always_so_long(format))
                         if length else "")  # fmt: skip
        self.query_one("#format-said", Label).update("\n".join(lines[: self._said_lines]))

    @work(group="outlook", exclusive=True)
    async def _look(self, format: Format) -> None:
        self.outlooks[format.name] = await asyncio.to_thread(self.outlook, format)
        if self.is_current and self._selected is format:
            self._say()

    def on_line_list_moved(self) -> None:
        """What is said belongs to the selected one."""
        self._say()

    def on_line_list_chosen(self) -> None:
        """Enter, or a click on the selected one."""
        self.dismiss(self._selected.name)

    def on_key(self, event: events.Key) -> None:
        """Letters find; the other keys move, choose, show the rules, go back."""
        event.stop()
        if event.key == "escape":
            self.dismiss(None)
        elif event.key == "enter" and self.unsure:
            self.app.bell()
        elif event.key == "right":
            from tui.screens.manual import Manual

            self.app.push_screen(Manual(self._selected.name, reading=True))
        elif event.key == "backspace":
            self._seek(self.sought[:-1])
        elif event.key == "ctrl+u":
            self._seek("")
        elif event.character == "?":
            self.app.push_screen(Help("Formats", dialog=DIALOGS["Formats to choose from"]))
        elif event.is_printable and event.character:
            self._seek(f"{self.sought}{event.character}"[:WORD])
        elif self.list.take_key(event.key):
            self.unsure = False
            self._say()


def described_by(format: Format, sought: str) -> bool:
    """Whether each word that is sought is in its name or in what is said of it: `round-robin`,
    `cup`, `bridge`."""
    said = " ".join((format.name, format.title, format.used_for, format.summary, _meant(format)))
    return all(_letters(word) in _letters(said) for word in sought.split())


def _distance(format: Format, sought: str) -> int:
    """How far from what is sought: words of its name, letters in its name, what it is for, what
    else is said of it."""
    title, words = f"{format.title} {format.name}", sought.split()
    begun = [_letters(word) for word in re.split(r"[\s_-]+", title)]
    if all(any(one.startswith(_letters(word)) for one in begun) for word in words):
        return 0
    if all(_letters(word) in _letters(title) for word in words):
        return 1
    meant = _letters(f"{format.used_for} {_meant(format)}")
    return 2 if all(_letters(word) in meant for word in words) else 3


def _meant(format: Format) -> str:
    return FORMAT_WORDS.get(format.name, "")


def _letters(text: str) -> str:
    return "".join(c for c in fold(text) if c.isalnum())


def usual_length(format: Format) -> str:
    """`6 rounds`, `5 sessions`, where nobody says otherwise; empty where the entries decide."""
    if format.settings({}).rounds >= UNBOUNDED:
        return ""
    return format.length(CreateEvent("?", format.name, {}, SEED).begin(format))


def always_so_long(format: Format) -> bool:
    """Whether it takes no other number of rounds than its own."""
    try:
        format.settings({"rounds": format.settings({}).rounds + 1})
    except Refused:
        return True
    return False


def outlook_for(format: Format, entrants: tuple[Entrant, ...], rounds: str = "") -> FormatOutlook:
    """Round 1 of an event of these entries with the format's own settings, and with so many rounds
    where they are given."""
    try:
        settings = {"rounds": rounds} if rounds else {}
        event = CreateEvent("?", format.name, settings, SEED).begin(format)
        event = applied(ImportEntrants(entrants, "", insist=True), event, format)
    except Refused as refused:
        return FormatOutlook(refused)
    return format_outlook(event, format)


def outlook_lines(format: Format, outlook: FormatOutlook, entries: int, width: int) -> list[str]:
    """What the format means for so many entries, in lines of at most `width` cells."""
    refused = outlook.refused
    if refused is not None:
        why = f"Not with these {entries} entries: {refused.what}"
        return in_lines(safe(f"{why} ({refused.why})" if refused.why else why, 400), width)
    rounds = counted(outlook.rounds, "round") if outlook.rounds else "until it is decided"
    word = "table" if format.kind == "team" else "board"
    boards = f"{counted(outlook.boards, word)} in round 1"
    byes = {0: "no bye", 1: "1 bye"}.get(outlook.byes, f"{outlook.byes} byes")
    gap = "" if outlook.gap is None else f", median rating gap {outlook.gap}"
    lines = in_lines(f"With these {entries} entries: {rounds}; {boards}, {byes}{gap}", width)
    for advice in outlook.advice[:ADVICE_LINES]:
        lines += in_lines(f"! {safe(advice, 400)}", width)
    return lines


# Another format for the open event: it is made anew, and the old one goes into the bin


async def another_format(
    console: TopboardApp, opened: Callable[[TopboardApp, Path, str], Awaitable[None]]
) -> None:
    """Choose it from the list, say what it costs, and make it; `opened` is handed the folder of
    what was made, and what that was in words."""
    from saves.made_from import make_anew
    from saves.prizes import PRIZES_NAME

    try:
        format = await _other_format(console)
    except Refused as refusal:
        console.refused(refusal)
        return
    if format is None:
        return
    folder, disk = console.desk.store.folder, Disk()
    while len(console.screen_stack) > 1:  # history, prizes: they are opened over their place
        await console.pop_screen()
    await console.go("events")
    console.leave_event()
    try:
        made = await asyncio.to_thread(make_anew, disk, folder, format, SESSION)
    except Refused as refusal:
        with suppress(Refused):
            await console.open(folder)
        console.refused(refusal)
        return
    named = (
        ""
        if made.folder.name == folder.name
        else f"; it is named {shortened(made.folder.name, 60)}"
    )
    plans = exists(disk, made.kept / PRIZES_NAME), exists(disk, made.folder / PRIZES_NAME)
    taken, lost = _taken_over(made.before, made.after, format, plans)
    said = f"{format.title} now{f' with {taken}' if taken else ''}"
    said += f"{f'; not taken over: {lost}' if lost else ''}{named}"
    await opened(console, made.folder, f"{said}; back: {_way_back(folder.parent)}")


async def _other_format(console: TopboardApp) -> Format | None:
    """The one chosen, once it is said what it costs; None where nothing is to be made. `Refused`
    where the event cannot have another."""
    from formats.registry import format_named
    from saves.made_from import anew, refuse_another_format, refuse_place
    from saves.prizes import PRIZES_NAME

    event, folder, disk = console.desk.event, console.desk.store.folder, Disk()
    refuse_another_format(event)
    refuse_place(disk, folder)
    old = console.desk.format
    title = f"Another format: now {old.title}"
    picker = FormatPicker(
        event.entrants, sought=old.name, title=title, outlook=partial(outlook_anew, event, old)
    )
    chosen = await console.push_screen_wait(picker)
    if chosen is None:
        return None
    format = format_named(chosen)
    after = (await asyncio.to_thread(anew, event, format)).event
    plan = exists(disk, folder / PRIZES_NAME)
    taken, lost = _taken_over(event, after, format, (plan, plan))
    question = (
        f"Make {shortened(event.title, 60)} anew: {format.title}?\n"
        f"Taken over: {taken or 'its title'}. Not taken over: {lost or 'nothing'}.\n"
        f"The event as it is goes into {BIN}/ beside it; {_way_back(folder.parent)} brings it back."
    )
    return format if await console.ask(question) else None


def outlook_anew(event: Event, old: Format, format: Format) -> FormatOutlook:
    """Round 1 of the event as it would be in that format, with what it takes over."""
    from saves.made_from import anew

    try:
        return format_outlook(event if format is old else anew(event, format).event, format)
    except Refused as refused:
        return FormatOutlook(refused)


def _way_back(shelf: Path) -> str:
    """How the old event comes back from the bin of a folder of events."""
    if shelf.absolute() == events_folder().absolute():
        return "u in the list of events (q)"
    return "moving its folder back by hand"


def _taken_over(
    before: Event, after: Event, format: Format, plans: tuple[bool, bool]
) -> tuple[str, str]:
    """What the event in the other format has of the one before, and what not, each in one line;
    `plans`: whether a plan of prizes was there, and whether it is."""
    chosen = after.settings.chosen
    settings = {key: chosen.get(key) == value for key, value in before.settings.chosen.items()}
    pairs = zip(before.entrants, after.entrants, strict=True)
    byes = [bye in now.byes for entrant, now in pairs for bye in entrant.byes]
    orders = [one in after.instructions for one in before.instructions]
    points = [before.adjustments == after.adjustments] if before.adjustments else []
    numbers = [before.exchanges == after.exchanges] if before.exchanges else []
    seeded = any(entrant.seed is not None for entrant in before.entrants)
    unused = format.seeds_unused(after) if seeded else ""
    had, has = plans

    def line(taken: bool) -> str:
        here = before.entrants if taken else ()
        names = ", ".join(setting_label(key) for key, same in settings.items() if same is taken)
        parts = {
            counted(len(here), "entry", "entries"): bool(here),
            "their players": any(entrant.players for entrant in here),
            "check-in": any(entrant.present for entrant in here),
            "seeds": taken and seeded and not unused,
            f"use of the seeds ({unused})": not taken and bool(unused),
            counted(byes.count(taken), "bye"): taken in byes,
            counted(orders.count(taken), "lock or bar", "locks and bars"): taken in orders,
            "points given": taken in points,
            "exchanged numbers": taken in numbers,
            "the plan of prizes": had and has is taken,
            f"settings ({names})": bool(names),
        }
        return ", ".join(text for text, holds in parts.items() if holds)

    return line(True), line(False)
