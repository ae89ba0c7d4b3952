"""The manual: the pages of `docs`, in the console and on the command line, without a network."""

from __future__ import annotations

import re
import sysconfig
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from engine.alphabet import fold
from engine.refusal import Refused
from saves.safe_text import shortened
from tui.widgets.lines import Line

if TYPE_CHECKING:
    from rich.segment import Segment

FIRST = (
    "tour", "keys", "ratings", "standings", "prizes", "boards", "bracket", "venue", "site",
    "exchange", "saves", "cli", "themes", "how-to-corrupt-your-event",
)  # fmt: skip
"""Pages in the order in which an arbiter needs them; a page of another name comes after them."""
FOR_BUILDERS = frozenset({"design", "budgets", "proof"})
"""Pages about how the program is built."""
_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)")
_PICTURE = re.compile(r"^!\[[^\n]*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ManualPage:
    """A page of the manual: the name by which it is asked for, its title, its Markdown."""

    name: str
    title: str
    markdown: str


@dataclass(frozen=True, slots=True)
class ManualHit:
    """A line of a page, counted from 0 in `manual_lines`, that has the words looked for."""

    page: ManualPage
    row: int
    text: str


def manual_folder() -> Path:
    """Where the pages are: beside the packages in a clone, among the data of an installation."""
    beside = Path(__file__).parent.parent / "docs"
    return beside if beside.is_dir() else Path(sysconfig.get_path("data"), "share/topboard/docs")


@cache
def manual_pages() -> tuple[ManualPage, ...]:
    """Every page, those that an arbiter needs first in front, the rules of the formats last."""
    folder = manual_folder()
    general = [p for p in sorted(folder.glob("*.md")) if p.stem not in FOR_BUILDERS]
    general.sort(key=lambda p: FIRST.index(p.stem) if p.stem in FIRST else len(FIRST))
    return tuple(_read(path) for path in (*general, *sorted((folder / "formats").glob("*.md"))))


def _read(path: Path) -> ManualPage:
    text = path.read_text(encoding="utf-8")
    title = next((line[2:] for line in text.splitlines() if line.startswith("# ")), path.stem)
    return ManualPage(path.stem, _LINK.sub(r"\1", title).replace("`", ""), text)


def manual_name(name: str) -> str:
    """The page that a format's rules are on: one page describes all kinds of knockout."""
    return "knockout" if name.endswith("_knockout") else name


def manual_page(name: str) -> ManualPage:
    """The page, or the format's rules, of that name; `Refused` with the known ones."""
    pages = {page.name: page for page in manual_pages()}
    wanted = manual_name(name)
    if wanted not in pages:
        remedy = f"known: {', '.join(pages)}" if pages else "install the program again"
        raise Refused(f"the manual has no page {shortened(name, 40)!r}", "", remedy)
    return pages[wanted]


def manual_lines(page: ManualPage, width: int) -> list[Line]:
    """The page laid out in `width` cells."""
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.markdown import Heading, Markdown
    from rich.theme import Theme

    class PlainHeading(Heading):
        """A heading at the left, without a frame."""

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            self.text.justify = "left"
            yield self.text

    class ManualMarkdown(Markdown):
        elements: ClassVar = {**Markdown.elements, "heading_open": PlainHeading}

    # The three styles of a list are replaced by what they look like here.
    headings = {f"markdown.h{n}": "bold" for n in range(1, 7)}
    others = {"markdown.code": "italic", "markdown.em": "none", "markdown.hr": "dim",
              "markdown.item.bullet": "none", "markdown.item.number": "none",
              "markdown.table.border": "dim", "markdown.table.header": "bold"}  # fmt: skip
    console = Console(width=width, theme=Theme(headings | others), legacy_windows=False)
    text = _LINK.sub(r"\1", _PICTURE.sub("", page.markdown))
    rows = console.render_lines(ManualMarkdown(text, hyperlinks=False), pad=False)
    return [Line(tuple(_part(piece) for piece in row if piece.text)) for row in rows]


def _part(piece: Segment) -> tuple[str, str]:
    style = piece.style
    if style is None:
        return piece.text, "plain"
    name = "strong" if style.bold else "accent" if style.italic else "dim" if style.dim else "plain"
    return piece.text, name


def manual_hits(text: str, width: int, pages: Sequence[ManualPage]) -> Iterator[ManualHit]:
    """Titles that have every word of `text`, then lines, page by page: those with the whole words
    in front of those with parts of longer ones; accents and capitals do not count."""
    words = fold(text).split()
    as_whole = [re.compile(rf"(?<!\w){re.escape(word)}(?!\w)") for word in words]

    def whole(said: str) -> bool:
        return all(pattern.search(said) for pattern in as_whole)

    def anyhow(said: str) -> bool:
        return all(word in said for word in words)

    titled = [page for page in pages if anyhow(fold(page.title))]
    for page in sorted(titled, key=lambda page: not whole(fold(page.title))):
        yield ManualHit(page, 0, page.title)
    for has_words in (whole, anyhow):
        for page in pages:
            if not has_words(_folded(page)):
                continue  # laying out all pages takes more than a second
            hits_before = has_words is anyhow and whole(_folded(page))
            for row, line in enumerate(_laid_out(page, width)):
                said, text = fold(line.text), line.text.strip()
                if has_words(said) and text != page.title and not (hits_before and whole(said)):
                    yield ManualHit(page, row, text)


def pages_about(text: str, pages: Sequence[ManualPage]) -> tuple[ManualPage, ...]:
    """The pages that have these words one after the other, else those that have each of them;
    hyphens do not count. Quick: no page is laid out."""
    words = re.findall(r"\w+", fold(text))
    if not words:
        return ()
    behind = f" {' '.join(words)}"
    as_said = tuple(page for page in pages if behind in _words(page))
    return as_said or tuple(p for p in pages if all(f" {word}" in _words(p) for word in words))


@cache
def _folded(page: ManualPage) -> str:
    return fold(page.markdown)


@cache
def _words(page: ManualPage) -> str:
    return " ".join(["", *re.findall(r"[^\W_]+", _folded(page)), ""])


@cache
def _laid_out(page: ManualPage, width: int) -> tuple[Line, ...]:
    return tuple(manual_lines(page, width))
