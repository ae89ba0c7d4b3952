"""FIDE's rating lists as XML: `<playerslist>` of `<player>` with one element for each field.

The file is read as the flat list that it is, piece by piece: a list of 1.7 million players has
900 MB, and nothing of it is ever a tree. No document type is read, and no entity but the five
of XML and numbers: what a hostile file declares is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import unescape

from engine.refusal import Refused
from saves.ratings.rows import ListRow, Rows, code_of, factor_of, rating_of, tidy, title_of, year_of

END = b"</player>"
LAST = b"</playerslist>"
_FIELD = re.compile(
    r"<(fideid|name|country|sex|title|w_title|rating|rapid_rating|blitz_rating|birthday|birth_year"
    r"|k|rapid_k|blitz_k)"
    r">([^<]*)</"
)
_NUMBER = re.compile(r"&#(x[0-9A-Fa-f]{1,6}|[0-9]{1,7});")
_SEXES = {"M": "m", "F": "w", "W": "w"}
LONGEST = 1 << 16
"""Bytes of one player."""


def players(
    chunks: Iterable[bytes], encoding: str, rate: int | None, rows: Rows
) -> Iterator[ListRow]:
    """Every player. `rate` is the place of a single list's ratings among the three; None for a list
    of all. `Refused` where the file ends before its last element."""
    rest = b""
    ended = False
    for chunk in chunks:
        pieces = (rest + chunk).split(END)
        rest = pieces.pop()
        if len(rest) > LONGEST:
            raise Refused("a player never ends", "this is not FIDE's XML", "is it the right file?")
        for piece in pieces:
            rows.line += 1
            row = _player(piece.decode(encoding, "replace"), rate)
            if row is None:
                rows.unusable(piece[-80:].decode("ascii", "replace"))
            else:
                yield row
        ended = LAST in rest
    if not ended:
        raise Refused(
            "the file ends before its list does",
            f"</playerslist> is missing after {rows.line:,} players",
            "fetch it again",
        )


def _player(text: str, rate: int | None) -> ListRow | None:
    said = dict(_FIELD.findall(text))
    id, name = said.get("fideid", "").strip(), said.get("name", "").strip()
    if not id.isdigit() or not id.isascii() or not name:
        return None
    if not text.isascii() or "&" in text:
        said = {key: tidy(_unescaped(value)) for key, value in said.items()}
        name = said["name"]
    elif not name.isprintable():
        name = tidy(name)
    if not name:
        return None
    standard = rating_of(said.get("rating", ""))
    rapid, blitz = rating_of(said.get("rapid_rating", "")), rating_of(said.get("blitz_rating", ""))
    factors = [factor_of(said.get(key, "")) for key in ("k", "rapid_k", "blitz_k")]
    if rate is not None:  # a single list has its rating in <rating>, whatever it is of
        standard, rapid, blitz = (standard if at == rate else None for at in range(3))
        factors = [factors[0] if at == rate else None for at in range(3)]
    birth = (said.get("birthday") or said.get("birth_year") or "").strip()
    titles = (said.get("title", "").strip(), said.get("w_title", "").strip())
    return (
        id[:12], name, code_of(said.get("country", "").strip()),
        _SEXES.get(said.get("sex", "").strip(), ""), year_of(birth), title_of(*titles), "", "",
        standard, rapid, blitz, factors[0], factors[1], factors[2],
    )  # fmt: skip


def _unescaped(text: str) -> str:
    if "&" not in text:
        return text
    text = _NUMBER.sub(_character, text)
    return unescape(text, {"&apos;": "'", "&quot;": '"'})


def _character(match: re.Match[str]) -> str:
    number = int(match[1][1:], 16) if match[1].startswith("x") else int(match[1])
    return chr(number) if number < 0x110000 else "\ufffd"
