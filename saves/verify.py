"""Whether an event on disk is sound: every seal, the whole chain, and that the two agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine.event import Event
from engine.numbers import lacks_numbers
from engine.points import counted
from engine.refusal import Refused
from formats.registry import format_named as known_format
from saves.checkpoint import Saves, on_chain, read_saves
from saves.conflict_copies import copy_warnings
from saves.contents import EVENT_NAME, PLAYERS_NAME, ROUND_NAME, round_name
from saves.differences import differences
from saves.disk import Disk, left_over
from saves.earlier_versions import kept_then
from saves.folders import is_event
from saves.going_on import GoingOn, Stopped, unwatched
from saves.journal import ActionHistory, FormatNamed, Journal
from saves.problems import unreadable
from saves.quarantine import kept_journals
from saves.recovery import beyond_repair, not_of, refuse_unbegun
from saves.restore_points import POINTS, point_names
from saves.safe_text import safe

SOUND, DIFFERS, UNREADABLE = 0, 1, 2
EVERY = 64
"""Actions between two words on how far it is."""


@dataclass
class VerifyReport:
    """What was found: the command's exit status and a line for each thing worth saying."""

    status: int = SOUND
    lines: list[str] = field(default_factory=list)
    advice: str = ""
    """What can be done about it."""
    ways: tuple[str, ...] = ()
    """What `restore` can put in its place: `BACKUP`, `anew`, `journal`, `edits`; empty where there
    is nothing to choose."""
    stopped: bool = False
    """Not all actions were done again."""
    unreplayed: bool = False
    """The journal is whole, and this version cannot apply all of it."""
    rebuilt: bool = False
    """A save file is missing that the journal has."""

    def say(self, line: str, status: int = SOUND) -> None:
        """Add a line; the worst status counts."""
        self.lines.append(line)
        self.status = max(self.status, status)


def verify(
    folder: Path | str,
    *,
    disk: Disk | None = None,
    format_named: FormatNamed = known_format,
    progress: GoingOn = unwatched,
) -> VerifyReport:
    """Look at an event without changing anything; `Refused` where there is no event.

    Every action is done again, which takes a minute or two for 200,000: `progress` is called with
    how many are done, of how many. It raises `Stopped` to end it; the report then says so.
    """
    disk, folder = disk or Disk(), Path(folder)
    report = VerifyReport()
    try:
        if not is_event(disk, folder):
            raise Refused(
                f"{folder.name} is not an event", "no event.toml, no journal", "check the path"
            )
        saves = read_saves(disk, folder)
        journal = Journal(disk, folder)
        journal.read()
        if journal.damage is None:
            refuse_unbegun(journal, saves)
        for temp in left_over(disk, folder):
            report.say(f"{temp.name}: left over from a stopped save; removed at the next opening")
        _check_files(report, saves, journal)
        _check_points(report, disk, folder, journal)
    except OSError as error:
        report.say(unreadable(error, folder).why, UNREADABLE)
        return report
    _check_journal(report, saves, journal)
    _report_kept(report, disk, folder, journal)
    for copy in copy_warnings(disk, folder, journal):
        report.say(copy)
    history = ActionHistory(journal, format_named)
    if report.status == SOUND:
        _check_agreement(report, saves, history, progress)
    elif journal.damage is None and journal.head.n:
        # what is promised of damaged files rests on the journal
        _name_unlisted(report, saves, _check_replay(report, history, progress))
    _advise(report, saves, journal)
    if report.status == SOUND and not report.stopped:
        report.say(f"sound: {counted(journal.head.n, 'action')}, head {journal.head.hash}")
    return report


def _advise(report: VerifyReport, saves: Saves, journal: Journal) -> None:
    """What there is to choose."""
    sealed = saves.files.values()
    if saves.newer is not None:
        report.advice = "open it with the newer version; until then it opens read-only"
    elif report.unreplayed:
        report.advice = (
            "it opens read-only as far as this version can follow: open it with the version that "
            "wrote it, put a backup in its place, or let a new journal begin with what is shown"
        )
        report.ways = ("BACKUP", "anew")
    elif journal.damage is not None:
        report.advice = (
            "it opens read-only: put a backup in its place, or let a new journal begin with what "
            "can be shown"
        )
        report.ways = ("BACKUP", "anew")
    elif journal.head.n == 0:
        _advise_without_journal(report, saves)
    elif not saves.edited and saves.whole is None and _cut(saves, journal):
        report.advice = (
            "put a backup in its place, or go on with what the journal has (copies of the files "
            "in quarantine/)"
        )
        report.ways = ("BACKUP", "journal")
    elif saves.edited or (saves.whole is not None and not on_chain(journal, saves.whole)):
        report.advice = "take over what differs from the journal, or leave it"
        report.ways = ("edits", "journal")
        if not saves.edited and not_of(journal, saves):
            report.advice = f"put a backup in its place, {report.advice}"
            report.ways = ("BACKUP", *report.ways)
    elif saves.bad or report.rebuilt or not all(on_chain(journal, f.seal) for f in sealed):
        report.advice = "opening the event writes these files anew from the journal"
    if report.status != SOUND and report.advice:
        report.lines.append(report.advice)


def _cut(saves: Saves, journal: Journal) -> bool:
    return any(file.seal.journal_n > journal.head.n for file in saves.files.values())


def _advise_without_journal(report: VerifyReport, saves: Saves) -> None:
    """There are only the save files; a backup may have the history."""
    lost = beyond_repair(saves)
    report.advice, report.ways = "put a backup in its place", ("BACKUP",)
    if not lost:
        report.advice += (
            ", or open the event: that begins a new journal with the save files as they are, "
            "without the history"
        )
    elif ROUND_NAME.fullmatch(lost[0]):
        report.advice += f", or let a new journal begin without {', '.join(lost)}"
        report.ways = ("BACKUP", "anew")


def _check_files(report: VerifyReport, saves: Saves, journal: Journal) -> None:
    for refusal in saves.bad.values():
        report.say(refusal.line, UNREADABLE)
    for name in saves.edited:
        report.say(f"{name}: the seal does not fit; edited by hand or damaged", DIFFERS)
    for name in (EVENT_NAME, PLAYERS_NAME, *(n for n in saves.listed if n != PLAYERS_NAME)):
        if name not in saves.files and name not in saves.bad:
            report.rebuilt = True
            there = "; the journal has its content" if journal.head.n else ""
            report.say(f"{name}: is missing{there}", DIFFERS)


def _name_unlisted(report: VerifyReport, saves: Saves, event: Event | None) -> None:
    """The rounds that are missing together with `event.toml`, which lists them."""
    if event is None or EVENT_NAME in saves.files:
        return
    for name in (round_name(round.number) for round in event.rounds):
        if name not in saves.files and name not in saves.bad:
            report.say(f"{name}: is missing; the journal has its content", DIFFERS)


def _check_points(report: VerifyReport, disk: Disk, folder: Path, journal: Journal) -> None:
    for name in point_names(disk, folder):
        point = read_saves(disk, folder / POINTS / name)
        if point.bad or point.edited:
            report.say(f"{POINTS}/{name}: damaged, it cannot be restored", DIFFERS)
        elif point.whole and journal.lines and not on_chain(journal, point.whole):
            report.say(
                f"{POINTS}/{name}: not from this journal; its content may be another event's"
            )


def _check_journal(report: VerifyReport, saves: Saves, journal: Journal) -> None:
    if journal.damage is not None:
        report.say(f"{journal.damage}; {journal.head.n} sound actions before it", DIFFERS)
    elif journal.head.n == 0:
        report.say("journal.log: is missing; there are only the save files", DIFFERS)
    if journal.torn:
        cut = any(file.seal.journal_n > journal.head.n for file in saves.files.values())
        known = "" if cut else ", never acknowledged"
        report.say(f"journal.log: a torn end of {counted(len(journal.torn), 'byte')}{known}")


def _report_kept(report: VerifyReport, disk: Disk, folder: Path, journal: Journal) -> None:
    """Journals that were put aside, when the folder lost or changed what a desk had read."""
    own = set(journal.lines)
    for name, earlier in kept_journals(disk, folder):
        if not earlier.lines or (name.startswith("..") and earlier.lines[0] not in own):
            continue
        lacking = sum(line not in own for line in earlier.lines)
        words = "all its actions are in the journal"
        if lacking:
            are = "is" if lacking == 1 else "are"
            all = counted(len(earlier.lines), "action")
            words = f"{lacking} of its {all} {are} not in the journal"
        report.say(f"{safe(name, 100)}: kept aside; {words}")


def _check_agreement(
    report: VerifyReport, saves: Saves, history: ActionHistory, progress: GoingOn
) -> None:
    """The files must be a state that the journal passes through, or the one it ends in."""
    journal = history.journal
    for name, file in saves.files.items():
        if not on_chain(journal, file.seal):
            text = f"action {file.seal.journal_n} of its seal is not in the journal"
            if file.seal.journal_n > journal.head.n and not not_of(journal, saves):
                text += f", which ends at action {journal.head.n}: its end was cut off"
            report.say(f"{name}: {text}", DIFFERS)
    event = _check_replay(report, history, progress)
    if event is None or report.status != SOUND or EVENT_NAME not in saves.files:
        return
    try:
        if saves.whole is None or saves.whole.journal_n < journal.head.n:
            report.say("the save files are older than the journal; the next opening rewrites them")
        if saves.whole is not None and history.fits(base := saves.event(history.format_named)):
            format = history.format_named(event.format)
            saved = history.go_on(base)
            if lacks_numbers(base):
                report.say("the save files are without start numbers; added at the next opening")
                event, saved = kept_then(event), kept_then(saved)
            for difference in differences(event, saved, format):
                report.say(f"does not follow from the journal: {difference}", DIFFERS)
    except Refused as refusal:
        report.say(refusal.line, UNREADABLE)


def _check_replay(report: VerifyReport, history: ActionHistory, progress: GoingOn) -> Event | None:
    """The event of the whole journal; None where that was stopped, or cannot be."""
    try:
        return _replayed(history, progress)
    except Stopped:
        report.stopped = True
        report.say(
            f"stopped: seals and chain of {counted(history.journal.head.n, 'action')} are sound, "
            "that the results follow from them is not known"
        )
    except Refused as refusal:
        report.unreplayed = True
        report.say(refusal.line, UNREADABLE)
    return None


def _replayed(history: ActionHistory, progress: GoingOn) -> Event:
    all = history.journal.head.n

    def now(n: int) -> None:
        if n % EVERY == 0:
            progress(n, all)

    return history.replayed(now)
