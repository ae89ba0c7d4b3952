"""Journal lines of single results, read without what nothing depends on.

Most lines of a long journal enter one result, from which nothing followed. Of such a line only
board, round and result are taken, and only where it is written exactly as this program writes it;
any other is read as a whole (`saves.journal.decode`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from saves.journal import FIRST_SCHEMA

_PLAIN = rb"[ !#-\[\]-~]*"
_TEXT = rb'"%s(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})%s)*"' % (_PLAIN, _PLAIN)
_LINE = re.compile(
    rb'[0-9a-f]{8} \{"n":[0-9]+,"prev":"[0-9a-f]{16}",'
    rb'(?:"schema":(2),"program":%s,)?'
    rb'"t":%s,"by":%s,"host":%s,"session":%s,'
    rb'"action":\{"kind":"result","number":(0|[1-9][0-9]{0,8}),"result":"(%s)"'
    rb'(?:,"was":%s)?(?:,"round":(0|[1-9][0-9]{0,8}))?(?:,"replace":true)?(?:,"insist":true)?\},'
    rb'"was":(?:null|%s)\}' % (*[_TEXT] * 5, _PLAIN, *[_TEXT] * 2)
)


class ResultLine(NamedTuple):
    """A result as a line of the journal enters it, nothing having followed from it."""

    board: int
    result: str
    round: int | None
    schema: int


def result_line(line: bytes) -> ResultLine | None:
    """The result that a sound line enters; None where it has to be read as a whole."""
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    schema, board, result, round = match.groups()
    return ResultLine(
        int(board),
        result.decode("ascii"),
        None if round is None else int(round),
        FIRST_SCHEMA if schema is None else int(schema),
    )
