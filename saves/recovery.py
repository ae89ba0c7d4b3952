"""What is found on opening an event, and what it means. Looks only: repairs are the store's.

The journal is the truth; the save files are its readable shape and a quick way in. Where they
differ the journal wins, but for what a person wrote into them by hand, which is asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from engine.entrant_fields import TEXT_LIMIT
from engine.event import Bye, Event, Match, Supplement
from engine.numbers import lacks_numbers
from engine.points import counted
from engine.reasons import said
from engine.refusal import Refused
from saves import VERSION
from saves.checkpoint import SavedFile, Saves, Seal, canonical, on_chain
from saves.contents import (
    EVENT_NAME,
    PLAYERS_NAME,
    ROUND_NAME,
    Saved,
    SavedRound,
    assembled,
    checked_file,
    contents_of,
    round_name,
    shown_why,
)
from saves.journal import ActionHistory, Damage, FormatNamed, Journal, NotUnderstood, adopt
from saves.plain import Words, words_of
from saves.safe_text import clean, safe
from saves.toml import BadSave

if TYPE_CHECKING:
    from engine.actions import Adopt
    from saves.differences import ExternalEdit

AnyPlace = TypeVar("AnyPlace", Match, Bye)
LONGEST = 4000
"""Characters kept of a text that has no limit of its own."""
REBUILT = "rebuilt from the journal, old file in quarantine/"
WRITTEN = "written anew from the journal"
NOT_READ = "the journal is not understood by this version"


@dataclass(frozen=True)
class Edits:
    """The save files say something else than the journal: to be taken over or not."""

    event: Event
    differences: tuple[ExternalEdit, ...]
    journal_n: int
    """The last action of the journal that they differ from."""
    files: tuple[str, ...] = ()
    """The names of those that were edited by hand; none where nobody edited them, because they
    are of a journal that went on, or of another one."""
    saves_n: int = 0
    """The last action in save files that nobody edited; 0 where they are of another journal."""

    @property
    def cut(self) -> bool:
        """Whether the save files are of a journal that went on, or of another one."""
        return not self.files

    @property
    def why(self) -> str:
        """What has happened, for the arbiter and the journal."""
        if self.files:
            return f"edited by hand: {', '.join(self.files)}"
        if self.saves_n <= self.journal_n:
            return "the save files are not from this journal"
        return (
            f"the journal ends at action {self.journal_n}, "
            f"the save files are from action {self.saves_n}"
        )


@dataclass(frozen=True)
class FolderState:
    """What an event's folder holds, and what there is to do about it."""

    event: Event
    notes: tuple[str, ...] = ()
    read_only: str = ""
    """Why nothing may be written; empty if it may."""
    edits: Edits | None = None
    sound: bool = False
    """The save files are exactly this event or an earlier state of it."""
    short: bool = False
    """The journal has less than the save files, and those do not make an event."""
    unreplayed: str = ""
    """Why the journal does not give the event, although nothing in it is damaged."""
    begin: Adopt | None = field(default=None)
    """What a new journal has to begin with."""


def look(history: ActionHistory, saves: Saves, format_named: FormatNamed) -> FolderState:
    """The event of a folder; `Refused` if there is no event or nothing of it can be understood."""
    journal = history.journal
    if journal.head.n == 0:
        return _without_journal(history, saves, format_named)
    sealed = _sealed_event(saves, format_named)
    if journal.damage is not None and sealed is not None:
        # sealed and complete: more than what can be replayed up to the damage
        return _damaged(FolderState(sealed), journal.damage)
    try:
        state = _with_journal(history, saves, format_named)
    except Refused:
        return _not_replayed(history, saves, format_named)
    if saves.newer is not None:
        return _only_read(state, f"{saves.newer.what}; opened read-only")
    return state if journal.damage is None else _damaged(state, journal.damage)


def _sealed_event(saves: Saves, format_named: FormatNamed) -> Event | None:
    """The event of files that are one sound state of it; None where a rule refuses what they
    say: the journal has it too."""
    try:
        return saves.event(format_named) if saves.whole is not None else None
    except Refused:
        return None


TOLD_APART = 12
"""Up to this many actions that could not be applied are listed one by one."""


def _not_replayed(history: ActionHistory, saves: Saves, format_named: FormatNamed) -> FolderState:
    """The last sound state: of the save files, a restore point, or the journal up
    to the action that cannot be applied."""
    seal, known = saves.whole, _sealed_event(saves, format_named)
    if seal is not None and known is not None and not on_chain(history.journal, seal):
        return _only_read(FolderState(known), f"{NOT_READ}; opened read-only")
    try:
        return stopped_short(history, known)
    except Refused:
        # even what is undone cannot be read: the save files are all that is understood
        if known is None:
            raise
        return _only_read(FolderState(known), f"{NOT_READ}; opened read-only")


def stopped_short(history: ActionHistory, known: Event | None) -> FolderState:
    """The event from `known` on up to the action that this version cannot apply, and what is not
    in it; `Refused` where nothing can be shown."""
    event, refusal, left = history.as_far_as_it_goes(known)
    if not left:
        raise refusal
    program = history.program(left[0])
    by = f" (written by topboard {program})" if program else ""
    cause = refusal.why if isinstance(refusal, NotUnderstood) else str(refusal)
    why = (
        f"action {left[0]} of the journal cannot be applied by this version{by}: {cause}; open "
        f"read-only as it was after action {left[0] - 1}"
    )
    notes = [f"not in it: {history.described(n, event)}" for n in left[:TOLD_APART]]
    if len(left) > TOLD_APART:
        notes.append(f"not in it: {counted(len(left) - TOLD_APART, 'more action')}")
    return replace(_only_read(FolderState(event, tuple(notes)), why), unreplayed=why)


def _damaged(state: FolderState, damage: Damage) -> FolderState:
    return _only_read(state, f"{damage}; opened read-only")


def _only_read(state: FolderState, why: str) -> FolderState:
    """Said as a note too: whoever opens it only to read is to know it as well."""
    return replace(state, read_only=why, notes=(*state.notes, why))


def refuse_unbegun(journal: Journal, saves: Saves) -> None:
    """`Refused` where no action was ever acknowledged and there are no save files."""
    if journal.head.n or saves.files or saves.bad:
        return
    if not journal.torn and journal.damage is None:
        raise Refused(
            "this is not an event", "no event.toml, no journal", shell="see `topboard new`"
        )
    raise Refused(
        "nothing of this event can be read",
        f"{journal.damage or 'journal.log ends inside its first action'}, and there is no other "
        "save file",
        "restore a backup, or make the event anew in this folder",
        shell="`topboard new`",
    )


def _without_journal(
    history: ActionHistory, saves: Saves, format_named: FormatNamed
) -> FolderState:
    refuse_unbegun(history.journal, saves)
    journal = history.journal
    if saves.newer is not None:
        raise saves.newer
    lost = beyond_repair(saves)
    if lost and not ROUND_NAME.fullmatch(lost[0]):
        raise _no_event(journal, saves, lost[0])
    event = _cleaned(saves.before(lost[0] if lost else "").event(format_named))
    event = replace(event, revision=0)
    if lost:
        are = "are" if len(lost) > 1 else "is"
        problem = f"{', '.join(lost)} {are} missing or damaged, and so is the journal"
        way = f"to have {lost[0]} again, {_remedy(journal, lost[0])}"
        if journal.damage is not None:
            return _damaged(FolderState(event, (problem, way)), journal.damage)
        state = _only_read(FolderState(event), f"{problem}; opened read-only as before that round")
        return replace(state, notes=(*state.notes, way), unreplayed=state.read_only)
    if journal.damage is not None:
        return _damaged(FolderState(event), journal.damage)
    why = "the journal was missing; a new one begins with the save files as they are"
    edited = saves.edited
    notes = [why] + ([f"not as they were sealed: {', '.join(edited)}"] if edited else [])
    return FolderState(event, tuple(notes), begin=adopt(event, why))


def beyond_repair(saves: Saves) -> list[str]:
    """The save files that only a journal could give back: missing, or not to be read."""
    names = (*saves.files, *saves.bad, *saves.listed)
    rounds = [int(match[1]) for name in names if (match := ROUND_NAME.fullmatch(name))]
    wanted = [EVENT_NAME, PLAYERS_NAME, *map(round_name, range(1, max(rounds, default=0) + 1))]
    return [name for name in wanted if name not in saves.files]


def _no_event(journal: Journal, saves: Saves, name: str) -> Refused:
    """Where a file that every event has is lost together with the journal."""
    bad = saves.bad.get(name)
    if bad is None:
        return BadSave(name, "is missing, and so is the journal", _remedy(journal, name))
    row, column = (bad.row, bad.column) if isinstance(bad, BadSave) else (0, 0)
    return BadSave(name, bad.cause, _remedy(journal, name, correct=row > 0), row, column)


def _remedy(journal: Journal, name: str, *, correct: bool = False) -> str:
    """What an arbiter can do about a file that is lost together with the journal."""
    from saves.restore_points import point_with

    ways = ["correct the line"] if correct else []
    ways.append("put a backup in the event's place")
    if point := point_with(journal.disk, journal.folder, name):
        ways.append(f"copy {name} into the folder from {point}")
    return " or ".join(filter(None, (", ".join(ways[:-1]), ways[-1])))


def not_repaired(note: str) -> str:
    """What is said of a file by whoever only reads."""
    for done in (REBUILT, WRITTEN):
        note = note.replace(done, "the journal's content is shown")
    return note


def _with_journal(history: ActionHistory, saves: Saves, format_named: FormatNamed) -> FolderState:
    base = _sealed_event(saves, format_named)
    seal = saves.whole if base is not None else None
    here = base is not None and seal is not None and on_chain(history.journal, seal)
    # an earlier version saved no start numbers: the journal has when they were given
    if base is not None and here and history.fits(base) and not lacks_numbers(base):
        history.remember(base)
        return FolderState(history.go_on(history.latest(base)), sound=True)
    event = history.event()
    if saves.newer is not None:
        return FolderState(event)
    if seal is None and (why := _ahead(saves, history.journal, event, format_named)):
        short = FolderState(event, short=True)
        return _only_read(short, f"{why}; opened read-only")
    notes = list(_notes(saves, event))
    edits = None
    try:
        edits = _edits(history, saves, event, format_named)
    except Refused as trouble:
        refusal = f"{trouble.where}: {trouble.what}" if trouble.where else str(trouble)
        notes.append(f"{refusal}; {REBUILT}")
    if edits is not None and not edits.differences:
        notes.append("the save files were changed in form only; written anew")
        edits = None
    sound = base is not None and edits is None and not lacks_numbers(base)
    return FolderState(event, tuple(notes), edits=edits, sound=sound)


def not_of(journal: Journal, saves: Saves) -> bool:
    """Whether the save files are of another journal, not of this one with its end cut off."""
    return any(
        file.sound and file.seal.journal_n <= journal.head.n and not on_chain(journal, file.seal)
        for file in saves.files.values()
    )


def _ahead(saves: Saves, journal: Journal, event: Event, format_named: FormatNamed) -> str:
    """How the journal falls short of a sealed file that says something else: there is more to
    lose than can be shown."""
    contents = contents_of(event, format_named(event.format))
    lacking = any(name not in saves.files for name in saves.listed)
    later = {
        name: file.seal.journal_n
        for name, file in saves.files.items()
        if file.sound
        and ((name == EVENT_NAME and lacking) or not _same(file.content, contents.get(name)))
    }
    name = max(later, key=lambda n: later[n], default="")
    if not name or later[name] <= journal.head.n:
        return ""
    return (
        f"the journal ends at action {journal.head.n}, {name} is from action {later[name]}, "
        "and other save files are missing or damaged"
    )


def _same(content: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Whether a file says what the event does; it does not matter which files there are."""
    if wanted is None:
        return False
    saved = {key: value for key, value in content.items() if key != "file"}
    return canonical(saved) == canonical(wanted)


def _notes(saves: Saves, event: Event) -> Iterator[str]:
    for name, trouble in saves.bad.items():
        yield f"{trouble.where or name}: {trouble.what}; {REBUILT}"
    expected = [EVENT_NAME, PLAYERS_NAME, *(round_name(r.number) for r in event.rounds)]
    unlisted = EVENT_NAME not in saves.files
    for name in expected:
        listed = name in saves.listed or unlisted
        if listed and name not in saves.files and name not in saves.bad:
            yield f"{name} was missing; {WRITTEN}"
    head = saves.files.get(EVENT_NAME)
    for name, digest in saves.listed.items():
        file = saves.files.get(name)
        # a newer one than event.toml is only a save that did not come to its end
        if file is None or head is None or file.seal.journal_n >= head.seal.journal_n:
            continue
        if file.sound and file.seal.sha256 != digest:
            yield f"{name} is of another state of the event; the journal's is used"


def _edits(
    history: ActionHistory, saves: Saves, event: Event, format_named: FormatNamed
) -> Edits | None:
    """What the save files have that the journal has not, if a person or a cut journal did it."""
    format = format_named(event.format)
    seal = saves.whole
    if seal is not None and not on_chain(history.journal, seal):
        n = history.journal.head.n
        theirs = saves.event(format_named)
        from saves.differences import differences

        edits = differences(event, theirs, format)
        saves_n = 0 if not_of(history.journal, saves) else seal.journal_n
        return Edits(theirs, edits, n, saves_n=saves_n)
    if not saves.edited:
        return None
    contents = {n: checked_file(n, c) for n, c in contents_of(event, format).items()}
    contents.update({name: saves.files[name].saved for name in saves.edited})
    # another version may have worded the same facts otherwise
    ours = [name for name in saves.edited if _of_this_version(history, saves.files[name].seal)]
    words = words_of(event, format)
    contents.update({name: _with_own_words(saves.files[name], words) for name in ours})
    edited = _cleaned(assembled(contents, format_named))
    from saves.differences import differences

    edits = differences(event, edited, format, worded_alike=bool(ours))
    return Edits(edited, edits, history.journal.head.n, files=tuple(saves.edited))


def _of_this_version(history: ActionHistory, seal: Seal) -> bool:
    """Whether a file was written from this journal by the version that runs."""
    on_it = on_chain(history.journal, seal)
    return on_it and history.program(seal.journal_n) == VERSION


def _with_own_words(file: SavedFile, words: Words) -> Saved:
    """What an edited file says. A sentence that is not the one of the facts below it is the
    arbiter's own, and replaces them."""
    if not isinstance(file.saved, SavedRound):
        return file.saved
    round = file.saved.bare

    def rows(places: tuple[AnyPlace, ...], table: str) -> tuple[AnyPlace, ...]:
        texts = [row.get("why") for row in file.content.get(table, ())]
        return tuple(
            replace(place, why=said(text))
            if isinstance(text, str) and place.why and text != shown_why(place.why, words)
            else place
            for place, text in zip(places, texts, strict=True)
        )

    extra = round.extra and Supplement(
        rows(round.extra.matches, "extra_pairing"), rows(round.extra.byes, "extra_bye")
    )
    bare = replace(
        round,
        matches=rows(round.matches, "pairing"),
        byes=rows(round.byes, "bye"),
        extra=extra,
    )
    return replace(file.saved, bare=bare)


def _cleaned(event: Event) -> Event:
    """What came in by an editor is made harmless like anything else that comes in."""
    entrants = []
    for entrant in event.entrants:
        texts = {
            f.name: clean(getattr(entrant, f.name), f.name, TEXT_LIMIT)[0]
            for f in fields(entrant)
            if f.name != "id" and isinstance(getattr(entrant, f.name), str)
        }
        entrants.append(replace(entrant, **texts))  # type: ignore[arg-type]
    title = clean(event.title, "title", TEXT_LIMIT)[0]
    cleaned: Event = _harmless(replace(event, title=title, entrants=tuple(entrants)))
    return cleaned


def _harmless(value: Any) -> Any:
    """Every text within it without what a terminal could obey: reasons, groups, details …"""
    if isinstance(value, str):
        return safe(value, LONGEST)
    if isinstance(value, tuple):
        return tuple(_harmless(part) for part in value)
    if isinstance(value, dict):
        return {key: _harmless(part) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: _harmless(getattr(value, f.name)) for f in fields(value)}
        return replace(value, **parts)
    return value
