"""FIDE's rating lists as text: fixed columns under one line of headings.

`players_list_foa.txt` has the ratings of all three rates of play (SRtng, RRtng, BRtng); the lists
of one rate have a single column headed by its month (`NOV26`). Where a column begins is read from
the headings: FIDE has moved them before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.refusal import Refused
from saves.ratings.rows import ListRow, Rows, code_of, factor_of, rating_of, tidy, title_of, year_of

HEAD = b"ID Number"
_MONTH = re.compile(rb"\s((?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\d\d)\s")
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_COLUMNS = ("Name", "Fed", "Sex", "Tit ", "WTit", "OTit", "FOA", "B-day", "Flag")
_OTHER_LETTERS = re.compile(rb"[^ -~\r\n]")
_SEXES = {"M": "m", "F": "w", "W": "w"}
_FACTORS = (r"\bSK\b", r"\bR[Kk]\b", r"\bBK\b")
LONGEST = 400
"""Characters of a line."""


@dataclass(frozen=True, slots=True)
class FideColumns:
    """Where the columns of a list begin, from 0, and what it is a list of."""

    name: int
    federation: int
    sex: int
    title: int
    womens_title: int
    behind_titles: int
    ratings: tuple[tuple[int, int], ...]
    """Beginning and end of the columns of ratings: three, or the one of a single list."""
    factors: tuple[tuple[int, int], ...]
    """Those of K, one for each of ratings; a heading that is not there has an empty one."""
    birth: int
    behind_birth: int
    month: str = ""
    """`2026-11-01` of a single list; a list of all three does not say its date."""


def columns_of(head: bytes) -> FideColumns:
    """The columns by the line of headings; `Refused` where it lacks one."""
    line = head.decode("latin-1").rstrip("\r\n")
    at = {column.strip(): line.find(column) for column in _COLUMNS}
    missing = [column for column in ("Name", "Fed", "Sex", "Tit", "B-day") if at[column] < 0]
    month = _MONTH.search(head)
    named = [line.find(column) for column in ("SRtng", "RRtng", "BRtng")]
    starts = [start for start in named if start >= 0] or ([month.start(1)] if month else [])
    if missing or len(starts) not in (1, len(named)) or (len(starts) == 1 and not month):
        lacks = ", ".join(missing) or "ratings"
        raise Refused("the headings are not those of FIDE's list", f"no column {lacks}", "")
    behind = [i for i in (at["WTit"], at["OTit"], at["FOA"], starts[0]) if i > at["Tit"]]
    flag = at["Flag"] if at["Flag"] > 0 else at["B-day"] + 6
    after_womens = next((i for i in behind if i > at["WTit"]), starts[0])
    return FideColumns(
        name=at["Name"],
        federation=at["Fed"],
        sex=at["Sex"],
        title=at["Tit"],
        womens_title=at["WTit"] if at["WTit"] > 0 else behind[0],
        behind_titles=after_womens,
        ratings=tuple((start, start + 6) for start in starts),
        factors=tuple(
            (heading.start(), heading.end() + 1) if (heading := re.search(name, line)) else (0, 0)
            for name in (_FACTORS if len(starts) > 1 else (r"\bK\b",))
        ),
        birth=at["B-day"],
        behind_birth=flag,
        month=_date(month[1].decode()) if month and len(starts) == 1 and named[0] < 0 else "",
    )


def _date(month: str) -> str:
    """`NOV26` as the day from which that list counts."""
    return f"20{month[3:]}-{_MONTHS.index(month[:3]) + 1:02}-01"


def players(
    lines: Iterable[bytes], columns: FideColumns, rate: int, rows: Rows
) -> Iterator[ListRow]:
    """Every player of the lines below the headings, in chunks of whole lines. `rate` is the place
    of a single list's ratings among the three."""
    single = len(columns.ratings) == 1
    name_at, fed_at, sex_at, title_at = (
        columns.name, columns.federation, columns.sex, columns.title
    )  # fmt: skip
    womens, behind = columns.womens_title, columns.behind_titles
    birth_at, birth_end = columns.birth, columns.behind_birth
    spans, factor_spans = columns.ratings, columns.factors
    for chunk in lines:
        plain = _OTHER_LETTERS.search(chunk) is None
        text = chunk.decode("ascii") if plain else _decoded(chunk, fed_at)
        for line in text.split("\n"):
            rows.line += 1
            id = line[:name_at].strip()
            if not id.isdigit() or len(line) > LONGEST:
                if line.strip():
                    rows.unusable(line)
                continue
            name = line[name_at:fed_at].strip()
            federation = line[fed_at:sex_at].strip()
            sex = line[sex_at:title_at].strip()
            if not plain:
                name = tidy(name)
            if not name or (sex and sex not in _SEXES):
                rows.unusable(line)
                continue
            ratings = [rating_of(line[start:end]) for start, end in spans]
            factors = [factor_of(line[start:end]) for start, end in factor_spans]
            if single:
                ratings = [ratings[0] if at == rate else None for at in range(3)]
                factors = [factors[0] if at == rate else None for at in range(3)]
            title = title_of(line[title_at:womens].strip(), line[womens:behind].strip())
            yield (
                id, name, code_of(federation), _SEXES.get(sex, ""),
                year_of(line[birth_at:birth_end].strip()), title, "", "",
                ratings[0], ratings[1], ratings[2], factors[0], factors[1], factors[2],
            )  # fmt: skip


def _decoded(chunk: bytes, fed_at: int) -> str:
    """Text of lines with letters beyond ASCII. Columns are counted in letters or in bytes,
    whichever leaves the federation in its place."""
    parts: list[str] = []
    for raw in chunk.split(b"\n"):
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError:
            parts.append(raw.decode("latin-1"))
            continue
        if len(line) != len(raw) and not line[fed_at : fed_at + 3].isalpha():
            head = raw[:fed_at].decode("utf-8", "replace")
            line = head.ljust(fed_at)[:fed_at] + raw[fed_at:].decode("utf-8", "replace")
        parts.append(line)
    return "\n".join(parts)
