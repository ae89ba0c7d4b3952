"""Rating lists as CSV: the English federation's, and anybody's whose headings say the fields.

The list of the ECF's rating API has `ECF_code, full_name, FIDE_no, gender, nation`, an original
and a revised rating for each rate of play, `club_name, title`. The revised rating is the one in
force; the original one of the month fills a gap.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.refusal import Refused
from saves.columns_csv import FIELD_OF, key_of
from saves.ratings.rows import ListRow, Rows, code_of, tidy, title_of
from saves.safe_text import safe

FIELDS = (
    *("id", "name", "surname", "forename", "federation", "sex", "birth", "title", "club"),
    *("fide_id", "standard", "rapid", "blitz"),
)
"""What a column can be read as, by `--map COLUMN=FIELD`."""
SEPARATORS = ",;\t"
ECF = ("ecfcode", "fullname")
"""Headings by which the ECF's list is known."""
_ECF: Mapping[str, tuple[str, ...]] = {
    "id": ("ecfcode",),
    "name": ("fullname",),
    "fide_id": ("fideno",),
    "sex": ("gender",),
    "federation": ("nation",),
    "standard": ("revisedstandard", "originalstandard"),
    "rapid": ("revisedrapid", "originalrapid"),
    "blitz": ("revisedblitz", "originalblitz"),
    "club": ("clubname",),
    "title": ("title",),
}
_ALSO = {
    **dict.fromkeys(("id", "code", "number", "no", "playerid", "nationalid", "memberid"), "id"),
    **dict.fromkeys(("ecfcode", "idnumber", "pkz", "ref"), "id"),
    **dict.fromkeys(("standard", "standardrating", "rating", "elo", "std", "srtng"), "standard"),
    **dict.fromkeys(("rapid", "rapidrating", "rapidplay", "rpd", "rrtng"), "rapid"),
    **dict.fromkeys(("blitz", "blitzrating", "blz", "brtng"), "blitz"),
}
_SEXES = {"m": "m", "male": "m", "w": "w", "f": "w", "female": "w"}


@dataclass(frozen=True, slots=True)
class ListColumns:
    """For each field the places in a row where it is found, the first that says something counts;
    and how many fields a row has."""

    places: Mapping[str, tuple[int, ...]]
    width: int
    ecf: bool = False


def separator_of(head: str) -> str:
    """The separator of the columns in a line of headings."""
    return max(SEPARATORS, key=head.count)


def columns_of(heads: Sequence[str], mapped: Mapping[str, str]) -> ListColumns:
    """The columns by their headings; `mapped` says of some what they are. `Refused` without a name
    or a number."""
    keys = [key_of(head) for head in heads]
    wanted = {key_of(column): field for column, field in mapped.items()}
    for column, field in mapped.items():
        if field not in FIELDS:
            raise Refused(
                f"there is no field {safe(field, 30)!r}", "", f"fields: {', '.join(FIELDS)}"
            )
        if key_of(column) not in keys:
            named = ", ".join(safe(head.strip(), 20) for head in heads[:12])
            raise Refused(f"there is no column {safe(column, 30)!r}", "", f"there are: {named}")
    ecf = not mapped and all(key in keys for key in ECF)
    places: dict[str, tuple[int, ...]] = {}
    if ecf:
        for field, names in _ECF.items():
            places[field] = tuple(keys.index(name) for name in names if name in keys)
    else:
        for place, key in enumerate(keys):
            field = wanted.get(key) or _ALSO.get(key) or FIELD_OF.get(key, "")
            if field in FIELDS and (field not in places or key in wanted):
                places[field] = (place,)
    if not places.get("name") and not places.get("surname"):
        named = ", ".join(safe(head.strip(), 20) for head in heads[:12])
        raise Refused(
            "no column has the names", f"there are: {named}", "call the column of the names *name*",
            shell="--map COLUMN=name",
        )  # fmt: skip
    if not places.get("id"):
        raise Refused(
            "no column has the players' numbers", "", "call the column of the numbers *id*",
            shell="--map COLUMN=id",
        )  # fmt: skip
    return ListColumns(places, len(heads), ecf)


def players(
    lines: Iterable[str], separator: str, columns: ListColumns, rows: Rows
) -> Iterator[ListRow]:
    """Every player of the lines below the headings; `Refused` where a quote never closes."""
    reader = csv.reader(lines, delimiter=separator, strict=True)
    width, places = columns.width, columns.places
    needed = max(place for field in ("id", "name", "surname") for place in places.get(field, (0,)))
    try:
        for cells in reader:
            rows.line = reader.line_num + 1
            if len(cells) <= needed or len(cells) > width + 2:
                if any(cell.strip() for cell in cells):
                    rows.unusable(separator.join(cells))
                continue
            row = _player(cells, places, rows)
            if row is None:
                rows.unusable(separator.join(cells))
            else:
                yield row
    except csv.Error as error:
        raise Refused(
            f"line {rows.line} cannot be read", str(error), "is the file whole?"
        ) from None


def _player(
    cells: Sequence[str], places: Mapping[str, tuple[int, ...]], rows: Rows
) -> ListRow | None:
    def said(field: str) -> str:
        for place in places.get(field, ()):
            if place < len(cells) and (text := cells[place].strip()):
                return text
        return ""

    name = said("name") or ", ".join(filter(None, (said("surname"), said("forename"))))
    id, name = tidy(said("id"), 20), tidy(name)
    if not id or not name:
        return None
    title = said("title").upper()
    return (
        id, name, code_of(said("federation").upper()), _SEXES.get(said("sex").casefold(), ""),
        _year(said("birth")), title_of(title), tidy(said("club")),
        _number(said("fide_id")),
        rows.rating(said("standard")), rows.rating(said("rapid")), rows.rating(said("blitz")),
        None, None, None,
    )  # fmt: skip


def _year(text: str) -> str:
    """The year of a date, wherever it is in it."""
    parts = text.replace("/", "-").replace(".", "-").split("-")
    years = (part for part in parts if len(part) == 4 and part.isascii() and part.isdigit())
    return next((year for year in years if "1880" < year < "2100"), "")


def _number(text: str) -> str:
    return text if text.isascii() and text.isdigit() and text.strip("0") and len(text) < 12 else ""
