"""Exporting from the console: files for others, into a folder beside the event's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.event import Event
from engine.points import counted
from engine.protocol import Format, bracket_of
from engine.refusal import Refused
from saves.prizes import PRIZES_NAME
from saves.safe_text import safe, shortened
from tui import kiosk
from tui.commands.output import cannot_write, write_file
from tui.exports import ALL, EXPORTS, ExportKind, ExportOrder
from tui.screens.dialogs import Telling
from tui.screens.working import at_work
from tui.widgets.lines import Line

if TYPE_CHECKING:
    from tui.app import TopboardApp

FINAL, PRINT, PDF, BRACKET, SITE = "final", "print", "pdf", "bracket", "site"
"""What a finished event hangs up, and what a published round needs at once, first in the list; any
page of it; the tree; what is made in a place of its own."""
PAPER_BRACKET = "brackets"
"""The page of the tree."""
TO_PRINT = ("pairings", "slips")
NAMED = 3
"""Up to this many files are listed by their names."""
CUT = "cut the slips as one stack: the piles, put on each other, are in order"
MATCH_SHEETS = "match sheets: all boards of each match, to fill in"
AT_THE_END = ("standings", "crosstable", "brackets")
AS_HTML = {
    "pairings": "boards.html", "slips": "slips.html", "standings": "standings.html",
    "crosstable": "crosstable.html", "brackets": "bracket.html",
}  # fmt: skip
"""The same where no PDF can be made."""
PDF_TITLES = {
    "pairings": "pairings by board",
    "names": "pairings by name, for the wall",
    "standings": "standings, all tables",
    "crosstable": "everybody's results by round",
    "brackets": "knockout trees",
    "slips": "result slips; cut all sheets as one stack: piles in order",
    "cards": "everybody's card with all rounds",
    "players": "the player list",
    "schedule": "the timetable",
    "namecards": "name cards; cut all sheets as one stack: piles in order",
    "boards": "board numbers to cut and fold",
}
"""What the pages of `saves.paper` are, where their name does not say it all."""


async def choose_export(app: TopboardApp) -> None:
    """Ask which export, and write it into the folder beside the event."""
    into = export_folder(app.desk.store.folder)
    titles = export_titles(app.desk.event, app.desk.format, app.desk.store.folder)
    width = max(map(len, titles))
    lines = [
        Line(((f" {name:{width}}", "key"), (f" {title}", "plain")), name)
        for name, title in titles.items()
    ]
    note = f"into {safe(str(into), 200)}\n\nenter  write it      esc  back"
    if proposed := not_in_it(app.desk.event):
        note = f"{proposed}\n{note}"
    here = app.here.place  # the others begin with what is due: final tables, pairings and slips
    first = here if here in titles else next(iter(titles))
    name = await app.push_screen_wait(Telling("Export", lines, note, selected=first))
    if name is not None:
        await export_one(app, name, titles[name])


def not_in_it(event: Event) -> str:
    """That a round is proposed, which no file has before it is published; empty for none."""
    if event.proposal is None:
        return ""
    called = event.called(event.proposal.number)
    published = event.current
    if published is not None and published.number == event.proposal.number:
        more = f"more {event.board_word}s of {called} are proposed, not published"
        return f"{more} (P in Pairings publishes them): none of them is in it"
    if published is None:
        until = f"pairings and slips of {called} come after P in Pairings publishes it"
        return f"{called} is proposed, not published: {until}"
    here = f"this is {event.called(published.number)}"
    return f"{called} is proposed, not published (P in Pairings publishes it): {here}"


async def export_one(app: TopboardApp, name: str, title: str) -> None:
    """Write the export of that name, or ask which page of it."""
    if name == SITE:
        app.action_site()
        return
    page = None
    if name == BRACKET:
        name, page = PDF, PAPER_BRACKET
    elif name == PDF and (page := await _pdf_page(app)) is None:
        return
    await _export(app, name, page, title)


def export_titles(event: Event, format: Format, folder: Path) -> dict[str, str]:
    """By name what can be exported, what is due now first."""
    current = event.current
    titles, of_round = {}, ""
    if pages := final_pages(event, format):
        named = {"standings": "standings", "crosstable": "cross-table", "brackets": "bracket"}
        titles[FINAL] = f"the final {', '.join(named[page] for page in pages)}, to print"
    if current is not None:
        called = event.called(current.number)
        titles[PRINT] = f"pairings and slips of {called}, to print"
        of_round = f", of {called}"
    if current is not None and bracket_of(format, event) is not None:
        titles[BRACKET] = "the bracket as PDF, for the wall"
    titles[ALL] = f"for the hall{of_round}: pdf, html, slips, text, csv, trf"
    if not kiosk.on():
        titles[SITE] = "pages for players' phones, into a folder of their own"
    kinds = {"slips": MATCH_SHEETS} if sheets_of_matches(event) else {}
    planned = (folder / PRIZES_NAME).exists()
    return titles | {
        k.name: f"{kinds.get(k.name, k.title)}{_endings(k)}"
        for k in EXPORTS.values()
        if k.possible(event) and (planned or not k.needs_plan)
    }


async def _export(app: TopboardApp, name: str, page: str | None, title: str) -> None:
    """Write it into the folder beside the event, and say what was written."""
    into = export_folder(app.desk.store.folder)
    order = ExportOrder(
        app.desk.event, app.desk.format, head=app.desk.store.head,
        page=None if page == ALL else page, folder=app.desk.store.folder,
    )  # fmt: skip
    done = await at_work(
        app,
        f"Export: {shortened(title, 60)}",
        lambda went_on: hand_out(replace(order, progress=went_on), name, into),
        "pages",
    )
    if done is None:
        app.tell("stopped: nothing was written")
        return
    written, problem = done
    # how a stack is cut is said once while the console is open
    stacked = not sheets_of_matches(app.desk.event) and not app.cut_reported
    said = handed_out(written, into, stacked=stacked)
    app.cut_reported = app.cut_reported or CUT in said
    # which round it is comes first: a foot need not have room for all
    said = "; ".join(filter(None, (not_in_it(app.desk.event), said, problem)))
    app.tell(said, "bad" if problem else "done")


def final_pages(event: Event, format: Format) -> list[str]:
    """The tables that a finished event hangs up; none before."""
    from saves.paper import possible

    if event.current is None or format.next_step(event).name != "finished":
        return []
    there = possible(event, format)
    return [page for page in AT_THE_END if page in there]


def _endings(kind: ExportKind) -> str:
    """What the files of a kind end in, where neither its name nor its title says it."""
    said = f"{kind.name} {kind.title}".casefold()
    ending = kind.ending if kind.ending not in said and "pdf" not in said else ""
    return f" ({', '.join(filter(None, (_with_pdf(kind), ending)))})" if ending else ""


def _with_pdf(kind: ExportKind) -> str:
    """`pdf` of a page in HTML that is written as PDF too: a printer takes that as it is."""
    return PDF if kind.pdf_page not in ("", ALL) else ""


async def _pdf_page(app: TopboardApp) -> str | None:
    """Which page as PDF, or all; None for none."""
    from saves.paper import possible

    titles = {ALL: "every page, a file each"}
    there = possible(app.desk.event, app.desk.format)
    titles |= {page: PDF_TITLES.get(page, page) for page in there}
    if sheets_of_matches(app.desk.event) and "slips" in titles:
        titles["slips"] = MATCH_SHEETS
    width = max(map(len, titles))
    lines = [
        Line(((f" {page:{width}}", "key"), (f" {title}", "plain")), page)
        for page, title in titles.items()
    ]
    page: str | None = await app.push_screen_wait(
        Telling("PDF", lines, "enter  write it      esc  back")
    )
    return page


def export_folder(event_folder: Path) -> Path:
    """Beside the event's folder: exported files are not part of the event. In a kiosk the one place
    from which files go out."""
    if kiosk.on():
        return kiosk.outbox(event_folder)
    return event_folder.parent / f"{event_folder.name}-export"


def sheets_of_matches(event: Event) -> bool:
    """Whether slips are a list of each match with its boards, which nobody cuts as one stack."""
    return event.current is not None and any(match.lineups for match in event.current.matches)


def handed_out(files: Sequence[str], into: Path, *, stacked: bool = True) -> str:
    """What is where, and what of it is printed how; slips are cut where they are `stacked`."""
    folder, cut = safe(str(into), 200), f"; {CUT}" if stacked else ""
    if not files:
        return "nothing was written"
    if len(files) == 1:
        return f"{files[0]} in {folder}"
    if any("slips" in file for file in files) and len(files) == len(TO_PRINT):
        if all(file.endswith(".pdf") for file in files):
            return f"{' and '.join(files)} in {folder}{cut}"
        if all(file.endswith(".html") for file in files):
            return f"{' and '.join(files)} in {folder}; open them in a browser to print{cut}"
    named = f"{', '.join(files[:-1])} and {files[-1]}"
    said = f"{named if len(files) <= NAMED else counted(len(files), 'file')} in {folder}"
    if all(file.endswith(".pdf") for file in files):
        return said
    if any(file.endswith(".pdf") for file in files):
        return f"{said}; print those that end in .pdf"
    return f"{said}; open index.html in a browser to print" if "index.html" in files else said


def hand_out(order: ExportOrder, name: str, into: Path) -> tuple[list[str], str]:
    """Write the files of a kind, of all, or what is printed of a round, once all are made. Gives
    (which, what could not be had).

    `Refused` where a file cannot be written, or where the one kind asked for cannot be had.
    """
    kinds = [k for k in EXPORTS.values() if k.among_all and k.possible(order.event)]
    made, problems = dict[str, bytes](), list[str]()
    if name == PRINT:
        return _printed(order, into, TO_PRINT)
    if name == FINAL:
        return _printed(order, into, final_pages(order.event, order.format))
    for kind in kinds if name == ALL else [EXPORTS[name]]:
        try:
            made |= kind.files(order)  # slips are a kind of their own, and among the pages
        except Refused as refusal:
            if name != ALL:
                raise
            problems.append(f"no {kind.name}: {refusal}")
            continue
        if remark := kind.remark(order):
            problems.append(f"{kind.name}: {remark}" if name == ALL else remark)
        if name != ALL and (unsaid := kind.unsaid(order)):
            problems.append(unsaid)
        if name != ALL and _with_pdf(kind):
            try:
                made |= EXPORTS[PDF].files(replace(order, page=kind.pdf_page))
            except Refused as refusal:  # the page itself prints from a browser
                problems.append(f"no pdf: {refusal}")
    return _written(made, into), "; ".join(problems)


def _printed(order: ExportOrder, into: Path, names: Sequence[str]) -> tuple[list[str], str]:
    """Those pages as PDF; as pages for a browser where no PDF can be made."""
    from saves.pages import no_slips

    made, pdf = dict[str, bytes](), EXPORTS[PDF]
    round = order.event.current
    remark = ""
    if "slips" in names and round is not None and not round.matches:
        remark = str(no_slips(order.event, round))
        names = [name for name in names if name != "slips"]
    try:
        for page in names:
            made |= pdf.files(replace(order, page=page))
    except Refused as refusal:
        pages = EXPORTS["html"].files(order)
        wanted = tuple(AS_HTML[name] for name in names)
        made = {file: pages[file] for file in pages if file.endswith(wanted)}
        return _written(made, into), "; ".join(filter(None, (remark, f"no pdf: {refusal}")))
    return _written(made, into), "; ".join(filter(None, (remark, pdf.remark(order))))


def _written(made: Mapping[str, bytes], into: Path) -> list[str]:
    for file, content in made.items():
        put_into(into, file, content)
    return list(made)


def put_into(folder: Path, name: str, content: bytes) -> None:
    """A file, whole, in a folder that is made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(str(folder), error) from error
    write_file(str(folder / name), content)
