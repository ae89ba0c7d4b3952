"""What `topboard export` publishes: kinds, and the files that come out of each."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from engine.event import Event
from engine.protocol import Format
from engine.refusal import Refused
from saves import sheets
from saves.folders import slug
from saves.safe_text import safe

KINDS = ("trf", "trf26", "csv", "html", "slips", "cards", "tents", "text")
"""JSON is a document of the command line, made there."""


@dataclass(frozen=True, slots=True)
class Exported:
    """Files by name. `main` is the one to print where no folder is given to write into."""

    files: dict[str, bytes]
    main: str


def export(
    event: Event,
    format: Format,
    kind: str,
    *,
    round: int | None = None,
    encoding: str = "utf-8",
    head: str = "",
) -> Exported:
    """The event as files of one kind; `round` is the round published last by default.

    `head` is the journal's last link, printed on pages and text (`Store.head`).

    `trf`, `trf26`, `text`: one file. `csv`: entries, standings and the round's pairings.
    `html`: the pages of the round with an index. `slips`, `cards`, `tents`: one page to cut:
    result slips of the round, name cards, board numbers.
    """
    if kind in ("trf", "trf26"):
        return _trf(event, format, kind, encoding)
    if kind == "csv":
        return _csv(event, format, round)
    if kind == "html":
        return _pages(event, format, round, head)
    if kind in ("slips", "cards", "tents"):
        return _to_cut(event, format, kind, round)
    if kind == "text":
        return _text(event, format, round, head)
    raise Refused(f"cannot export as {safe(kind, 20)!r}", "", f"known: {', '.join(KINDS)}")


def _trf(event: Event, format: Format, kind: str, encoding: str) -> Exported:
    from saves.trf_write import write_trf

    # who is away from the round to be drawn: TRF26 has lines for that, TRF16 its column
    going_on = kind == "trf" and format.next_step(event).name in ("draw", "publish")
    data = write_trf(event, format, trf26=kind == "trf26", next_round=going_on, encoding=encoding)
    name = f"{slug(event.title)}.trf"
    return Exported({name: data}, name)


def _pages(event: Event, format: Format, round: int | None, head: str) -> Exported:
    from saves.pages import round_pages

    pages = round_pages(event, format, round)
    stamped = {file: with_head(page, event, head).encode() for file, page in pages.items()}
    return Exported(stamped, "index.html")


def _text(event: Event, format: Format, round: int | None, head: str) -> Exported:
    from saves.text_tables import round_text

    text = round_text(event, format, round)
    if head:
        text = f"{text.rstrip()}\n\n{head_line(event, head)}\n"
    name = f"{slug(event.title)}.txt"
    return Exported({name: text.encode()}, name)


def _to_cut(event: Event, format: Format, kind: str, round: int | None) -> Exported:
    from saves import pages

    if kind == "cards":
        return Exported({"name-cards.html": pages.name_cards_page(event, format).encode()},
                        "name-cards.html")  # fmt: skip
    if kind == "tents":
        page = pages.board_cards_page(event, format, round)
        return Exported({"board-numbers.html": page.encode()}, "board-numbers.html")
    name = f"round-{sheets.published_round(event, round).number:02}-slips.html"
    return Exported({name: pages.slips_page(event, format, round).encode()}, name)


SLIPS = '<div class="sheet slips">'
"""Where the slips begin on a page of all lists."""


def head_line(event: Event, head: str) -> str:
    """What proves later that nothing was cut off or changed: compare it with `verify`."""
    return f"Journal: action {event.revision}, head {safe(head, 16)}"


def with_head(page: str, event: Event, head: str) -> str:
    """A page with the head of the journal at the foot of its lists; none where there is none.

    Slips fill their sheets: under them the line would be alone on a sheet more. It stands before
    them, and not on a page of nothing else.
    """
    if not head or '<body class="slips">' in page:
        return page
    foot = f"<footer>{escape(head_line(event, head))}</footer>\n"
    end = SLIPS if SLIPS in page else "</body>"
    return f"{foot}{end}".join(page.rsplit(end, 1))


def _csv(event: Event, format: Format, round: int | None) -> Exported:
    from saves.tables_csv import write_entries_csv, write_pairings_csv, write_standings_csv

    files = {"entries.csv": write_entries_csv(event)}
    if event.current is not None or round is not None:
        shown = sheets.published_round(event, round)
        files["standings.csv"] = write_standings_csv(event, format, round)
        files[f"round-{shown.number:02}.csv"] = write_pairings_csv(event, format, shown)
    main = "standings.csv" if "standings.csv" in files else "entries.csv"
    return Exported({file: text.encode() for file, text in files.items()}, main)
