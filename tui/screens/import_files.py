"""Entries from a file: which files there are, what one of them brings, and the dialog that takes it
over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from textual import events, work
from textual.app import ComposeResult
from textual.screen import ModalScreen

from engine.actions import Action, ImportEntrants, ImportPlayers
from engine.actions.entries import byes_left_out, unused_columns
from engine.entrants import Entrant, EntrantId, namesake, rating_text
from engine.event import Event
from engine.points import counted
from engine.protocol import PlayedByTeams, numbers, part_of
from engine.refusal import Refused
from saves.cells import in_lines
from saves.foreign import OtherEncoding, read_bytes
from saves.safe_text import safe, shortened
from tui import kiosk
from tui.commands.entry_files import ENDINGS, MOST_FILES, as_teams, is_trf
from tui.desk import OnConsole
from tui.rating_desk import from_lists
from tui.screens.dialogs import ListBox, dialog_help
from tui.screens.listed_events import when_changed
from tui.screens.paths import found_path, paths_on
from tui.screens.working import at_work
from tui.widgets.lines import Line, LineList, line

MOST_RATED = 99
"""Of a team's players, so many at most make its rating."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The content of a file: entrants, what to look at, and people who are twice in it or entered
    already."""

    source: str
    entrants: tuple[Entrant, ...]
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    """Columns that were not read, also among the notes."""
    known: int = 0
    """How many of the entrants are in the event already."""
    fresh: tuple[Entrant, ...] = ()
    """The others."""
    filled: tuple[str, ...] = ()
    """Teams of the list that are there without players, and get those of the list."""
    with_players: tuple[str, ...] = ()
    """Teams of the list that are there with players, and stay as they are; not among `entrants`."""
    rounds_left: int = 0
    """Rounds of the file that are not taken."""
    squads: tuple[int, ...] = ()
    """Of a list of teams that is read for single players: how many players each has."""
    unrated: bool = False
    """None of those players has a rating."""
    columns: tuple[str, ...] = ()
    """What was read, of a list in columns."""
    rated_by: int | None = None
    """The teams themselves are taken, rated by the mean of so many players."""
    two_names: tuple[str, ...] = ()
    """Of each school, club or family that is written in two ways."""


class LastList(NamedTuple):
    """The file of entries that a console took last, and the folder of the event that has them."""

    path: Path
    event: Path


_PROGRAM = Path(__file__).resolve().parents[2]
"""The folder that holds the program: no file of its own is an arbiter's list."""


def candidates(folders: Iterable[Path], endings: tuple[str, ...] = ENDINGS) -> list[Path]:
    """Files that look like entry lists, or have these endings, the newest first; folders that
    cannot be read give none."""
    times: dict[Path, float] = {}
    for folder in folders:
        try:
            if folder.resolve() == _PROGRAM:
                continue
            for path in folder.iterdir():
                if path.suffix.casefold() in endings and path.is_file():
                    times[path.resolve()] = path.stat().st_mtime
        except OSError:
            continue
    return sorted(times, key=lambda p: (-times[p], p.name))[:MOST_FILES]


def read_file(
    path: Path, event: Event, encoding: str | None = None, rated_by: int | None = None
) -> Taken:
    """Read a file of entries; `Refused` with the place of the first fault. With `rated_by` the
    teams of a list are taken instead of their players.

    Nothing is changed by reading. Takes a while for large files: not for the screen's own loop.
    """
    from formats.registry import format_named
    from saves.namesakes import two_names

    content = read_bytes(path)
    format = format_named(event.format)
    teams = part_of(format, PlayedByTeams) is not None
    if teams:
        taken = _read(content, path.name, event, encoding, teams=True)
    elif rated_by:
        taken = _read(content, path.name, event, encoding, teams=True)
        squads = tuple(len(team.players) for team in taken.entrants)
        entered, note = as_teams(taken.entrants, rated_by)
        taken = replace(
            taken, entrants=entered, notes=(*taken.notes, note), rounds_left=0,
            squads=squads, rated_by=rated_by,
        )  # fmt: skip
    else:
        taken = _read(content, path.name, event, encoding, teams=False)
        squads, unrated = _squads(content, path.name, event, encoding)
        taken = replace(taken, squads=squads, unrated=unrated)
    if teams:
        taken = _into_teams(taken, event)
    new = [e for e in taken.entrants if e.name not in taken.filled]
    again = _entered_already(new, event, numbers(format, event))
    left_out = byes_left_out(event, format, taken.entrants)
    unused = unused_columns(event, format, taken.entrants)
    names = () if teams or rated_by else taken.entrants
    of_names = (*_graded_names(names), *_as_written(names))
    warnings = (*taken.warnings, *([left_out] if left_out else []), *unused, *of_names)
    entrants = from_lists(taken.entrants, event)
    duplicates = (*taken.duplicates, *again.values())
    fresh = tuple(e for e in entrants if e.name not in again)
    return replace(
        taken, entrants=entrants, warnings=warnings, duplicates=duplicates, known=len(again),
        fresh=fresh, two_names=two_names(entrants, event.entrants),
    )  # fmt: skip


def _into_teams(taken: Taken, event: Event) -> Taken:
    """The list where some of its teams are there without players, and it has players for them:
    teams that are there with players are left out of it."""
    there = {e.name: namesake(replace(e, id=""), event.entrants) for e in taken.entrants}
    filled = tuple(
        e.name
        for e in taken.entrants
        if e.players and (team := there[e.name]) is not None and not team.players
    )
    if not filled:
        return taken
    left = tuple(name for name, team in there.items() if team is not None and name not in filled)
    entrants = tuple(e for e in taken.entrants if e.name not in left)
    return replace(taken, entrants=entrants, filled=filled, with_players=left)


def _graded_names(entrants: Sequence[Entrant]) -> list[str]:
    """That numbers after the names are not ratings; not for names that are numbered on."""
    from tui.screens.entry_saving import GRADE_BEHIND

    graded = [(e.name, int(m[1])) for e in entrants if (m := GRADE_BEHIND.fullmatch(e.name))]
    numbers = sorted(number for _, number in graded)
    numbered = numbers == [*range(numbers[0], numbers[0] + len(numbers))] if numbers else True
    if numbered or len(graded) * 2 <= len(entrants) or any(e.rating for e in entrants):
        return []
    example = shortened(graded[0][0], 30)
    return [
        f"no column of ratings, but numbers in names ({example}): ratings need one of their own"
    ]


def _as_written(entrants: Iterable[Entrant]) -> list[str]:
    """That lists by name will go by forenames, where people are written so."""
    people = [e for e in entrants if e.rating or e.birth or e.sex or e.school or e.fide_id]
    forename_first = [e for e in people if "," not in e.name and " " in e.name]
    if len(forename_first) * 2 <= len(people) or not people:
        return []
    example = forename_first[0].name
    *forenames, surname = example.split()
    turned = f"{shortened(surname, 30)}, {shortened(' '.join(forenames), 30)}"
    return [
        f"lists by name go by its first word ({shortened(example, 30)}); by surnames: write "
        f"{turned}, or columns surname and forename"
    ]


def _read(content: bytes, name: str, event: Event, encoding: str | None, *, teams: bool) -> Taken:
    if is_trf(name, content):
        return _read_trf(content, name, encoding, teams)
    from saves.entries_csv import read_entries

    read = read_entries(content, name, encoding, event.settings, teams)
    return Taken(
        name, read.entrants, read.warnings, read.notes, read.duplicates, read.unread,
        columns=read.columns,
    )  # fmt: skip


def _squads(
    content: bytes, name: str, event: Event, encoding: str | None
) -> tuple[tuple[int, ...], bool]:
    """How many players each team of the file has, nothing where it has no teams of several; and
    whether none of them has a rating."""
    try:
        teams = _read(content, name, event, encoding, teams=True).entrants
    except Refused:
        return (), False
    squads = tuple(len(team.players) for team in teams)
    unrated = not any(player.rating for team in teams for player in team.players)
    return (squads, unrated) if max(squads, default=0) > 1 else ((), False)


def _read_trf(data: bytes, name: str, encoding: str | None, teams: bool) -> Taken:
    from saves.trf_read import read_trf

    read = read_trf(data, name, encoding, players_only=True, teams=teams)
    notes = list(read.notes)
    if read.tiebreaks:
        notes.append(f"tie-breaks of the file, not taken: {', '.join(read.tiebreaks)}")
    return Taken(
        name, read.entrants, read.warnings, tuple(notes), read.duplicates,
        rounds_left=read.rounds_left,
    )  # fmt: skip


def _entered_already(
    entrants: Iterable[Entrant], event: Event, no: Mapping[EntrantId, int]
) -> dict[str, str]:
    """By the name of each who has a namesake in the event a word on that one, with its number."""
    names = {e.name.casefold() for e in event.entrants}
    texts: dict[str, str] = {}
    for entrant in entrants:
        if entrant.name.casefold() not in names:
            continue
        # a number in the file is nobody's in the event
        other = namesake(replace(entrant, id=""), event.entrants)
        if other is not None:
            number = no[other.id]
            texts[entrant.name] = f"{safe(entrant.name)} is entered already, as No {number}"
    return texts


def of_teams(squads: Sequence[int]) -> str:
    """What a list of teams has."""
    return f"The list has {counted(len(squads), 'team')} with {counted(sum(squads), 'player')}"


def rating_question(squads: Sequence[int]) -> str:
    """How many players make the rating of a team."""
    return (
        f"{of_teams(squads)}. To enter the teams themselves, each rated by the "
        "mean of its first players: how many?"
    )


def wrong_count(text: str) -> str | None:
    """That it is not a number of players of a team."""
    text = text.strip()
    right = text.isascii() and text.isdigit() and 0 < int(text) <= MOST_RATED
    return None if right else f"a number from 1 to {MOST_RATED}"


# The dialog


CHOOSING = "enter  read it    p  type a path    esc  back"
NONE_TO_CHOOSE = "p  type a path    esc  back"
LOOKING = "y  take them over    esc  another file"
OF_TEAMS = "y  take them over    t  {other}    esc  another file"
OTHER_ENCODING = "l  read as latin-1    esc  another file"
NO_FILE = "esc  another file"
PATH_BEGINS = ("/", "~")
"""Keys that are the first letter of a path that is typed without `p`."""
SHOWN = 200


class ImportDialog(OnConsole, ModalScreen[str | None]):
    """A list of files; then what the chosen one brings. Gives the number of new entries."""

    DEFAULT_CSS = """
    ImportDialog { align: center middle; background: transparent; }
    ImportDialog .dialog-box { width: 78; max-width: 100%; }
    ImportDialog LineList { background: $surface; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.list = LineList(id="import-list")
        self.box = ListBox("Import entries", self.list, CHOOSING, "dialog-bad")
        self.path: Path | None = None
        self.taken: Taken | None = None
        self.encoding: str | None = None
        self._typed = ""
        """The path typed last, for whoever corrects it."""

    def compose(self) -> ComposeResult:
        """Title, list, keys."""
        yield self.box

    def on_mount(self) -> None:
        """The files near by."""
        self.list.focus()
        self._choose()

    # Choosing

    def _choose(self) -> None:
        folder = self.desk.store.folder
        self.path, self.taken, self.encoding = None, None, None
        last = self.console.last_list
        near = (
            Path.cwd(),
            folder,
            folder.parent,
            Path.home(),
            *([last.path.parent] if last else []),
        )
        files = candidates((kiosk.inbox(),) if kiosk.on() else near)
        lines = [self._file_line(path) for path in files]
        keys = CHOOSING if lines else NONE_TO_CHOOSE
        keys = keys.replace("path", "name") if kiosk.on() else keys
        self._fill("Import entries from", lines or self._no_files(folder), keys)
        # a list that another event took is hardly meant: there the newest stays selected
        if last is not None and last.event.resolve() == folder.resolve():
            self.list.select(str(last.path.resolve()))

    def _file_line(self, path: Path) -> Line:
        changed = when_changed(path.stat().st_mtime) if path.exists() else ""
        name = shortened(path.name, 60)
        return Line(
            ((f"  {name}", "plain"), (f"  {shortened(str(path.parent), 60)}  {changed}", "dim")),
            str(path),
        )

    def _no_files(self, folder: Path) -> list[Line]:
        there = f"here, beside the event or in {safe(str(folder))}"
        texts = (
            f"no .csv or .trf file {'in the inbox' if kiosk.on() else there}",
            f"p  types the {'name' if kiosk.on() else 'path'} of one",
        )
        return [line(f"  {part}", "dim") for t in texts for part in in_lines(t, 66)]

    def _fill(self, title: str, lines: list[Line], keys: str, said: str = "") -> None:
        height = self.app.size.height
        self.box.fill(title, lines, keys, said, height - height * 9 // 10 + 7)
        self.list.scroll_to(y=0, animate=False)

    # Reading

    def on_line_list_chosen(self, message: LineList.Chosen) -> None:
        """Enter on a file."""
        message.stop()
        if self.path is None:
            self._read(Path(str(message.key)))

    @work(exclusive=True, group="import")
    async def _ask_path(self, begun: str = "") -> None:
        if kiosk.on():
            prompt = "Name of a CSV or TRF file in the inbox:"
            text = await self.console.ask_line(prompt, self._typed)
        else:
            last = self.console.last_list
            folder = last.path.parent if last is not None else Path.cwd()
            begin = begun or self._typed or f"{folder}/"
            text = await self.console.ask_line(
                "Path of a CSV or TRF file:", begin, completions=partial(paths_on, endings=ENDINGS)
            )
        if not text:
            return
        self._typed = text
        try:
            self._read(kiosk.in_inbox(text) if kiosk.on() else found_path(text))
        except Refused as refusal:
            self.path = Path()
            self._fill(shortened(text, 60), self._said(refusal), NO_FILE)

    @work(exclusive=True, group="reading")
    async def _read(
        self, path: Path, encoding: str | None = None, rated_by: int | None = None
    ) -> None:
        self.path, self.encoding = path, encoding
        try:
            if kiosk.on():
                kiosk.inside(path)  # a link in the inbox leads nowhere else
            self.taken = await at_work(
                self.console,
                f"Reading {shortened(path.name, 60)}",
                lambda _: read_file(path, self.desk.event, encoding, rated_by),
                stoppable=False,
            )
        except Refused as refusal:
            if path.is_file():
                keys = OTHER_ENCODING if isinstance(refusal, OtherEncoding) else NO_FILE
                self._fill(shortened(path.name, 60), self._said(_with_key(refusal)), keys)
            else:
                self._fill(
                    shortened(path.name, 60), self._said(with_folder(refusal, path)), NO_FILE
                )
        else:
            if self.taken is not None:
                self._look(self.taken)

    def _said(self, refusal: Refused) -> list[Line]:
        text = f"{refusal.where}: {refusal}" if refusal.where else str(refusal)
        return [line(f" {part}", "bad") for part in in_lines(f"! {text}", 68)]

    def _look(self, taken: Taken) -> None:
        count, same = len(taken.entrants), len(taken.duplicates)
        title = f"{shortened(taken.source, 50)}: {count} entr{'y' if count == 1 else 'ies'}"
        they = "it too" if same == 1 else "them too"
        said = f"{same} may be entered twice: y takes {they}" if same else ""
        if self._only_new(taken):
            said = f"{same} may be entered twice: n takes only the {len(taken.fresh)} new, y all"
        if count and taken.known == count:
            them, again = (f"all {count} are", "them") if count > 1 else ("it is", "it")
            said = (
                f"{them} entered already; y enters {again} a second time. To correct {again}: "
                f"esc esc, then {self._corrected()}"
            )
        if taken.filled:
            said = "; ".join(filter(None, (_filling(taken), said)))
        if taken.two_names:
            names = counted(len(taken.two_names), "name is", "names are")
            said = "; ".join(filter(None, (said, f"{names} written in two ways: y keeps them")))
        other = "their players" if taken.rated_by else "enter the teams"
        keys = OF_TEAMS.format(other=other) if taken.squads else LOOKING
        self._fill(title, _brought(taken), keys, said)

    def _corrected(self) -> str:
        """The keys for entries of a list that are there already."""
        store = self.desk.store
        event, undone = store.event, store.undone
        squads = part_of(store.format, PlayedByTeams) is not None
        lacking = squads and not all(team.players for team in event.entrants)
        way = "m on a team adds players" if lacking else "e on an entry"
        if any(isinstance(e.action, ImportEntrants) and e.n not in undone for e in store.entries):
            return f"{way}; or undo the first import, and i anew"
        return way

    @work(exclusive=True, group="import")
    async def _ask_of_teams(self, path: Path, taken: Taken) -> None:
        """The teams instead of their players, and back."""
        if taken.rated_by:
            self._read(path, self.encoding)
            return
        if taken.unrated:
            self._read(path, self.encoding, 1)
            return
        asked = rating_question(taken.squads)
        text = await self.console.ask_line(asked, str(min(filter(None, taken.squads))), wrong_count)
        if text:
            self._read(path, self.encoding, int(text))

    @staticmethod
    def _only_new(taken: Taken) -> bool:
        """Whether the new ones can be taken without those who are entered already."""
        return bool(taken.known and taken.fresh and not taken.filled)

    @work(exclusive=True, group="import")
    async def _take(self, taken: Taken) -> None:
        listed, insist = (taken.entrants, taken.source), bool(taken.duplicates)
        action: Action = ImportEntrants(*listed, insist=insist)
        if taken.filled:
            action = ImportPlayers.of(self.desk.store.event, *listed, insist)
        self.box.keys.update(f"taking {len(taken.entrants):,} over …")
        try:
            await self.desk.do(action)
        except Refused as refusal:
            self._fill(taken.source, self._said(refusal), NO_FILE)
            return
        assert self.path is not None
        self.console.last_list = LastList(self.path, self.desk.store.folder)
        self.dismiss(_taken_over(taken))

    def on_key(self, event: events.Key) -> None:
        """One key each."""
        event.stop()
        if event.key in ("escape", "q"):
            if self.path is None:
                self.dismiss(None)
            else:
                self._choose()
        elif event.key == "p" and self.path is None:
            self._ask_path()
        elif event.key == "l" and self.path is not None and self.path.is_file():
            self._read(self.path, "latin-1", self.taken.rated_by if self.taken else None)
        elif event.key == "t" and self.path is not None and self.taken and self.taken.squads:
            self._ask_of_teams(self.path, self.taken)
        elif event.key == "y" and self.taken is not None:
            self._take(self.taken)
        elif event.key == "n" and self.taken is not None and self._only_new(self.taken):
            self._take(replace(self.taken, entrants=self.taken.fresh))
        elif event.character == "?":
            dialog_help(self, "Import of entries")
        elif self.list.take_key(event.key):
            pass
        elif self.path is None and begins_a_path(event.character):
            self._ask_path(event.character or "")
        else:
            self.app.bell()


def begins_a_path(character: str | None) -> bool:
    """Whether a path, or the name of a file, is typed where files are listed: `/`, `~`, a letter.
    In a kiosk a name is typed at its own line alone."""
    if not character or kiosk.on():
        return False
    return character in PATH_BEGINS or character.isalnum()


def _with_key(refusal: Refused) -> Refused:
    """With the key of this dialog if the encoding is another one."""
    if not isinstance(refusal, OtherEncoding):
        return refusal
    return Refused(refusal.what, refusal.why, "l reads it as latin-1", where=refusal.where)


def with_folder(refusal: Refused, path: Path) -> Refused:
    """Why nothing is read, naming the whole path."""
    problem = refusal.what.replace(safe(path.name), safe(str(path), 300), 1)
    return Refused(problem, refusal.why, refusal.remedy)


def _taken_over(taken: Taken) -> str:
    """`41 entries taken over`, `3 teams have their players now, 2 entries taken over`."""
    filled = len(taken.filled)
    new = len(taken.entrants) - filled
    parts = [f"{counted(filled, 'team has its', 'teams have their')} players now"] * bool(filled)
    parts += [f"{counted(new, 'entry', 'entries')} taken over"] if new or not filled else []
    return ", ".join(parts)


def _filling(taken: Taken) -> str:
    """What y does with the players of teams that are there, with new teams, and what it leaves."""
    filled, left = len(taken.filled), len(taken.with_players)
    new = len(taken.entrants) - filled
    text = f"y gives {counted(filled, 'team')} that {'is' if filled == 1 else 'are'} there "
    text += "without players those of the list"
    text += f", and enters {counted(new, 'new team')}" if new else ""
    stay = "has players and stays as it is" if left == 1 else "have players and stay as they are"
    return f"{text}; {counted(left, 'team')} {stay}" if left else text


def _brought(taken: Taken) -> list[Line]:
    """What to look at first, then the entries; every line can be scrolled to."""
    rows = [(note, " ", "plain") for note in taken.notes]
    rows += [(f"columns read: {', '.join(taken.columns)}", " ", "plain")] * bool(taken.columns)
    for team in (e for e in taken.entrants if e.name in taken.filled):
        names = ", ".join(shortened(player.name, 30) for player in team.players)
        rows.append((f"{team.name} gets {names}", "+", "note"))
    rows += [(f"{name} has players and stays as it is", " ", "dim") for name in taken.with_players]
    rows += [(text, "!", "should") for text in (*taken.duplicates, *taken.two_names)]
    rows += [(text, "~", "note") for text in taken.warnings if text not in taken.duplicates]
    new = (entrant for entrant in taken.entrants if entrant.name not in taken.filled)
    rows += [(_in_short(entrant), " ", "dim") for entrant in new]
    lines: list[Line] = []
    for text, mark, style in rows[:SHOWN]:
        for i, part in enumerate(in_lines(text, 66, "  ")):
            lines.append(line(f"  {mark if i == 0 else ' '} {part}", style, len(lines)))
    more = len(rows) - SHOWN
    return lines + ([line(f"    … and {more} more", "dim", len(lines))] if more > 0 else [])


def _in_short(e: Entrant) -> str:
    facts = (e.name, rating_text(e), e.school, e.club, e.category)
    return " · ".join(shortened(fact, 30) for fact in facts if fact)
