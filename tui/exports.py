"""One table of exports, for the command line and the console.

A new export is a writer in a module of its own and a row here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.event import Event, Round
from engine.points import counted
from engine.protocol import Format, renumbered
from engine.refusal import Refused
from saves.folders import slug
from saves.going_on import GoingOn, unwatched

if TYPE_CHECKING:
    from saves.prizes.paper import PrizeGiving

SHEETS = ("entries", "pairings", "standings", "prizes")
"""What one CSV file can hold."""
PAPER_PAGES = (
    "pairings", "names", "standings", "crosstable", "brackets", "slips", "cards", "players",
    "schedule", "namecards", "boards", "ratings", "norms", "it1", "it3",
    "prizes", "receipts", "diplomas",
)  # fmt: skip
"""What one PDF file can hold instead of all of a round: `saves.paper.PAGES`, then
`PRIZE_PAGES`."""

PRIZE_PAGES = ("prizes", "receipts", "diplomas")
"""Of these what goes by the plan of prizes."""
NORM_PAGES = ("norms", "it1", "it3")


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """What is to be exported: the event after `round` (None: the one published last).

    `head` is the journal's last link, printed on pages and text (`Store.head`). `encoding` is
    that of a TRF file; `sheet` one of `SHEETS`, where a single CSV file is asked for; `page` one
    of `PAPER_PAGES`, where not all of a round is wanted as PDF.
    """

    event: Event
    format: Format
    round: int | None = None
    encoding: str = "utf-8"
    head: str = ""
    sheet: str | None = None
    page: str | None = None
    template: tuple[str, str] | None = None
    """Name and text of the file that says the columns of a list."""
    interim: bool = False
    """Whether a TRF file may have open and adjourned games."""
    folder: Path | None = None
    """Of the event, where its plan of prizes is."""
    progress: GoingOn = unwatched
    """Called with how many pages are made, of how many, where making them takes its time."""


ALL = "all"


@dataclass(frozen=True, slots=True)
class ExportKind:
    """A kind of export. `write` makes one file of all of it; `apart`, where there is one, every
    page or table as a file of its own, by name.

    `file_name` is the name of the one file, without its `ending`; by default that of the event.
    `needs_round`: only once a round is published; `needs_site`: only if the event gives the address
    of its site; `needs_template`: only with a template, on the command line; `needs_plan`: only if
    it has a plan of prizes. `among_all`: the console's "everything" has it. `remark` is what the
    arbiter should know of the files, empty for nothing; `unsaid` which of the event's own data are
    empty in them, for a request of this kind and not of everything.
    """

    name: str
    title: str
    ending: str
    write: Callable[[ExportOrder], bytes]
    apart: Callable[[ExportOrder], Mapping[str, bytes]] | None = None
    file_name: Callable[[ExportOrder], str] = lambda order: slug(order.event.title)
    needs_round: bool = False
    needs_site: bool = False
    among_all: bool = True
    needs_template: bool = False
    needs_plan: bool = False
    remark: Callable[[ExportOrder], str] = lambda order: ""
    unsaid: Callable[[ExportOrder], str] = lambda order: ""
    pdf_page: str = ""
    """Of a page in HTML: the page of the kind `pdf` that is the same; `all` of all pages."""

    @property
    def as_pdf(self) -> str:
        """The words of the command line that make the same as PDF; empty if there are none."""
        if not self.pdf_page:
            return ""
        return "--as pdf" if self.pdf_page == ALL else f"--as pdf --page {self.pdf_page}"

    def files(self, order: ExportOrder) -> Mapping[str, bytes]:
        """The files by name: every page or table apart, or the one there is. `Refused` where the
        event cannot be exported so."""
        if self.apart is not None:
            return self.apart(order)
        return {f"{self.file_name(order)}.{self.ending}": self.write(order)}

    def possible(self, event: Event) -> bool:
        """Whether the event has got as far as this needs."""
        begun = event.current is not None or not self.needs_round
        there = bool(event.settings.site or not self.needs_site)
        return begun and there and not self.needs_template


def _page(order: ExportOrder) -> bytes:
    from saves.pages import whole_page, with_head

    page = whole_page(order.event, order.format, order.round)
    return with_head(page, order.event, order.head).encode()


def _pages(order: ExportOrder) -> dict[str, bytes]:
    from saves.pages import round_pages, with_head

    pages = round_pages(order.event, order.format, order.round)
    return {file: with_head(page, order.event, order.head).encode() for file, page in pages.items()}


def _pdf(order: ExportOrder) -> bytes:
    from saves.paper import pdf

    if order.page in PRIZE_PAGES:
        from saves.prizes.paper import prizes_pdf

        return prizes_pdf(_giving(order), order.page)

    return pdf(order.event, order.format, order.round, order.page, order.head)


def _pdfs(order: ExportOrder) -> dict[str, bytes]:
    from saves.paper import pdf_pages

    if order.page in PRIZE_PAGES:
        return {f"{order.page}.pdf": _pdf(order)}

    return pdf_pages(order.event, order.format, order.round, order.head, order.progress, order.page)


def _page_of(name: str) -> Callable[[ExportOrder], bytes]:
    return lambda order: _pdf(replace(order, page=name))


def _norms(order: ExportOrder) -> bytes:
    from saves.paper import pdf_of

    return pdf_of(order.event, order.format, NORM_PAGES, order.round, order.head)


def _norms_remark(order: ExportOrder) -> str:
    from saves.norms import in_short

    return "; ".join(filter(None, (in_short(order.event), _fonts_missing(order))))


def _norm_files(order: ExportOrder) -> dict[str, bytes]:
    from saves.norms import made

    there = [name for name in NORM_PAGES if name != "it1" or any(made(order.event))]
    return {f"{name}.pdf": _pdf(replace(order, page=name)) for name in there}


def _giving(order: ExportOrder) -> PrizeGiving:
    """What the plan gives in the present event, after `round` if one is named."""
    from engine.prizes.allocation import allocate
    from engine.prizes.contenders import PrizeEvent
    from saves.prizes.file import plan_of
    from saves.prizes.paper import PrizeGiving
    from saves.sheets import foot_line

    plan = plan_of(order.folder) if order.folder is not None else None
    if plan is None:
        raise Refused(
            "there is no plan of prizes", "", "$ in the console writes one",
            shell="`topboard prizes EVENT --new`",
        )  # fmt: skip
    event = order.event if order.round is None else order.event.until(order.round)
    outcome = allocate(plan, [PrizeEvent("", event.title, event, order.format)])
    foot = foot_line(event, order.head)
    return PrizeGiving(outcome, {"": event}, {"": event.title}, event.title, foot=foot)


def _prize_sheet(order: ExportOrder) -> bytes:
    from saves.prizes.sheets import prizes_csv

    giving = _giving(order)
    return prizes_csv(giving.outcome, giving.events, giving.names).encode()


def _prize_files(order: ExportOrder) -> dict[str, bytes]:
    from saves.prizes.paper import prize_files

    return prize_files(_giving(order))


def _fonts_missing(order: ExportOrder) -> str:
    from saves.paper import fonts_missing

    return fonts_missing(order.event)


def _slips(order: ExportOrder) -> bytes:
    from saves.pages import slips_page

    return slips_page(order.event, order.format, order.round).encode()


def _slips_name(order: ExportOrder) -> str:
    from saves.sheets import published_round

    event = order.event
    return f"{event.settings.round_file(published_round(event, order.round).number)}-slips"


def _name_cards(order: ExportOrder) -> bytes:
    from saves.pages import name_cards_page

    return name_cards_page(order.event, order.format).encode()


def _board_numbers(order: ExportOrder) -> bytes:
    from saves.pages import board_cards_page

    return board_cards_page(order.event, order.format, order.round).encode()


def _poster(order: ExportOrder) -> bytes:
    from saves.pages import poster_page

    return poster_page(order.event).encode()


def _text(order: ExportOrder) -> bytes:
    from saves.languages import language_of
    from saves.sheets import foot_line
    from saves.text_tables import round_text

    text = round_text(order.event, order.format, order.round)
    if said := language_of(order.event).say(foot_line(order.event, order.head)):
        text = f"{text.rstrip()}\n\n{said}\n"
    return text.encode()


def _sheet(order: ExportOrder) -> bytes:
    from saves.tables_csv import write_csv

    if order.sheet == "prizes":
        return _prize_sheet(order)
    begun = order.event.current is not None or order.round is not None
    sheet = order.sheet or ("standings" if begun else "entries")
    return write_csv(order.event, order.format, sheet, order.round).encode()


def _sheets(order: ExportOrder) -> dict[str, bytes]:
    from saves.sheets import published_round
    from saves.tables_csv import write_csv

    names = {"entries": "entries"}
    if order.event.current is not None or order.round is not None:
        number = published_round(order.event, order.round).number
        names |= {"standings": "standings", "pairings": order.event.settings.round_file(number)}
    return {
        f"{name}.csv": write_csv(order.event, order.format, sheet, order.round).encode()
        for sheet, name in names.items()
    }


def _as_of(order: ExportOrder) -> Event:
    """The event as it was after the round that is named, without a later one."""
    from saves.sheets import published_round

    if order.round is None:
        return order.event
    return order.event.until(published_round(order.event, order.round).number)


def _trf16(order: ExportOrder) -> bytes:
    from saves.trf_write import write_trf

    event = _as_of(order)
    # who is away from the round to be drawn: TRF26 has lines for that, TRF16 its column
    going_on = order.format.next_step(event).name in ("draw", "publish")
    return write_trf(
        event, order.format, next_round=going_on, interim=order.interim,
        encoding=order.encoding,
    )  # fmt: skip


def _trf26(order: ExportOrder) -> bytes:
    from saves.trf_write import write_trf

    return write_trf(
        _as_of(order), order.format, trf26=True, interim=order.interim, encoding=order.encoding
    )


def _numbers_in_file(order: ExportOrder) -> str:
    """Of who came late and ranks by rating: lists that hang in the hall have other numbers."""
    moved = renumbered(order.format, order.event)
    if not moved:
        return ""
    id, number = min(moved.items(), key=lambda one: one[1])
    entrant = order.event.entrant(id)
    count = counted(len(moved), "number differs", "numbers differ")
    return (
        f"{count} from lists in the hall: {entrant.name} is {number} in the file and "
        f"{entrant.start_number} in the hall (late entries rank by rating, C.04.2, 2.5)"
    )


def _unsaid16(order: ExportOrder) -> str:
    from saves.for_others import TRF16, unsaid

    return unsaid(order.event, TRF16)


def _unsaid26(order: ExportOrder) -> str:
    from saves.for_others import TRF26, unsaid

    return unsaid(order.event, TRF26)


def _trf16_name(order: ExportOrder) -> str:
    return f"{slug(order.event.title)}{'-trf16-interim' if order.interim else ''}"


def _trf26_name(order: ExportOrder) -> str:
    return f"{slug(order.event.title)}-{'interim' if order.interim else 'trf26'}"


def _interim(order: ExportOrder) -> bytes:
    return _trf26(replace(order, interim=True))


def _pgn(order: ExportOrder) -> bytes:
    from saves.for_others import refuse_other_games
    from saves.pgn import pgn
    from saves.sheets import published_round

    refuse_other_games(order.event, order.format, "PGN file")
    return pgn(order.event, published_round(order.event, order.round)).encode()


def _pgn_files(order: ExportOrder) -> dict[str, bytes]:
    rounds = _rounds_of(order)
    file = order.event.settings.round_file
    return {f"{file(r.number)}.pgn": _pgn(replace(order, round=r.number)) for r in rounds}


def _rounds_of(order: ExportOrder) -> Sequence[Round]:
    event = order.event
    return event.published if order.round is None else [event.round(order.round)]


def _until(order: ExportOrder, what: str) -> Event:
    from saves.for_others import refuse_other_games
    from saves.sheets import published_round

    refuse_other_games(order.event, order.format, what)
    return order.event.until(published_round(order.event, order.round).number)


def _longer_until(order: ExportOrder) -> str:
    from saves.for_others import longer_matches

    return longer_matches(order.event, _as_of(order).published)


def _longer_in(order: ExportOrder) -> str:
    from saves.for_others import longer_matches

    return longer_matches(order.event, _rounds_of(order))


def _longer_listed(order: ExportOrder) -> str:
    from saves.list_template import lists_games

    listed = order.template is not None and lists_games(order.template[1])
    return _longer_until(order) if listed else ""


def _ecf(order: ExportOrder) -> bytes:
    from saves.ecf_results import ecf_results

    return ecf_results(_until(order, "results file for the ECF")).encode()


def _ecf_blank(order: ExportOrder) -> str:
    from saves.ecf_results import left_blank

    return left_blank(_until(order, "results file for the ECF"))


def _chess_results(order: ExportOrder) -> bytes:
    from saves.chess_results import chess_results

    return chess_results(_until(order, "file for chess-results"), order.format).encode()


def _template(order: ExportOrder) -> bytes:
    from saves.list_template import by_template

    if order.template is None:
        raise Refused("no template is given", "", shell="give a file with --template FILE")
    event = order.event if order.round is None else order.event.until(order.round)
    return by_template(event, order.format, *order.template).encode()


def _json(order: ExportOrder) -> bytes:
    from tui.commands import documents
    from tui.commands.output import json_text

    return f"{json_text(documents.whole(_as_of(order), order.format))}\n".encode()


_TABLE = (
    ExportKind(
        "html",
        "pages to print: pairings, tables, result slips",
        "html",
        _page,
        _pages,
        pdf_page=ALL,
    ),
    ExportKind(
        "pdf",
        "pairings, tables, slips, cards as PDF: one page or all",
        "pdf",
        _pdf,
        _pdfs,
        remark=_fonts_missing,
    ),
    ExportKind(
        "slips",
        "result slips, 4 a sheet, to cut as one stack",
        "html",
        _slips,
        file_name=_slips_name,
        pdf_page="slips",
        needs_round=True,
    ),
    ExportKind(
        "cards",
        "a name card for each entrant, 8 on a sheet",
        "html",
        _name_cards,
        file_name=lambda _: "name-cards",
        pdf_page="namecards",
    ),
    ExportKind(
        "tents",
        "board numbers to cut and fold, 4 on a sheet",
        "html",
        _board_numbers,
        file_name=lambda _: "board-numbers",
        pdf_page="boards",
        needs_round=True,
    ),
    ExportKind(
        "poster",
        "a poster with the QR code of the site for players",
        "html",
        _poster,
        file_name=lambda _: "poster",
        needs_site=True,
    ),
    ExportKind("text", "plain text, for a notice or a mail", "txt", _text),
    ExportKind("csv", "entries, standings, pairings for a spreadsheet", "csv", _sheet, _sheets),
    ExportKind(
        "trf",
        "TRF16, for rating and for other programs",
        "trf",
        _trf16,
        file_name=_trf16_name,
        remark=_numbers_in_file,
        unsaid=_unsaid16,
    ),
    ExportKind(
        "trf26",
        "TRF26, with what TRF16 has no lines for",
        "trf",
        _trf26,
        file_name=_trf26_name,
        among_all=False,
        remark=_numbers_in_file,
        unsaid=_unsaid26,
    ),
    ExportKind(
        "ratings",
        "the rating report as PDF: expected scores, changes",
        "pdf",
        _page_of("ratings"),
        file_name=lambda _: "rating-report",
        needs_round=True,
        among_all=False,
        remark=_fonts_missing,
    ),
    ExportKind(
        "interim",
        "TRF26 during play, with open and adjourned games",
        "trf",
        _interim,
        among_all=False,
        file_name=lambda order: _trf26_name(replace(order, interim=True)),
        remark=_numbers_in_file,
        unsaid=_unsaid26,
    ),
    ExportKind(
        "norms",
        "title norms as PDF, with the forms IT1 and IT3",
        "pdf",
        _norms,
        _norm_files,
        file_name=lambda _: "norms",
        needs_round=True,
        among_all=False,
        remark=_norms_remark,
    ),
    ExportKind(
        "prizes",
        "list of prizes, receipts and diplomas as PDF; page, CSV",
        "pdf",
        _page_of("prizes"),
        _prize_files,
        file_name=lambda _: "prizes",
        among_all=False,
        needs_plan=True,
        remark=_fonts_missing,
    ),
    ExportKind(
        "pgn",
        "PGN heads of the round's games, for live boards",
        "pgn",
        _pgn,
        _pgn_files,
        needs_round=True,
        among_all=False,
        remark=_longer_in,
    ),
    ExportKind(
        "ecf",
        "results for rating by the English Chess Federation",
        "txt",
        _ecf,
        file_name=lambda order: f"{slug(order.event.title)}-ecf",
        needs_round=True,
        among_all=False,
        remark=_ecf_blank,
    ),
    ExportKind(
        "chess-results",
        "XML as chess-results.com takes it from programs",
        "xml",
        _chess_results,
        needs_round=True,
        among_all=False,
        remark=_longer_until,
    ),
    ExportKind(
        "template",
        "a list in columns that you choose",
        "csv",
        _template,
        among_all=False,
        needs_template=True,
        remark=_longer_listed,
    ),
    ExportKind("json", "everything as JSON, for other programs", "json", _json, among_all=False),
)

EXPORTS = {kind.name: kind for kind in _TABLE}
"""Every kind by its name, in the order of the console's list."""
