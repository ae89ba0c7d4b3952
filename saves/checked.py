"""A save file's content checked, with the place of what is wrong in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from engine.event import Round
from saves.files import Saved, SavedRound, round_name, saved_of
from saves.plain import BadValue
from saves.toml_guard import BadSave

if TYPE_CHECKING:
    from pydantic import ValidationError


UNUSUAL = 10_000
"""Above all numbers of rounds, boards, ratings and points."""
_UNBOUNDED = ("settings", "seed")
"""What the formats check, and what may be any number."""


def checked_file(name: str, content: Mapping[str, Any], data: bytes = b"") -> Saved:
    """What a file's content says; `BadSave` naming the key, and the line if `data` is given."""
    from pydantic import ValidationError

    from saves.models import MODELS, RoundFile

    try:
        MODELS.get(name, RoundFile).model_validate(content)
    except ValidationError as error:
        raise _bad(name, error, data) from None
    try:
        return _fitting(name, saved_of(name, content))
    except BadValue as error:
        raise BadSave(name, str(error), "correct it") from None


def trusted_file(name: str, content: Mapping[str, Any], data: bytes) -> Saved:
    """The same for a sound seal: as good as always this program wrote the content then. Its types
    are looked at, and whether its numbers are such as events have; only where not are the models
    asked, which take long to load. A seal is no secret: whoever wants to can make one."""
    try:
        saved = saved_of(name, content)
    except BadValue:
        return checked_file(name, content, data)
    return _fitting(name, saved) if _ordinary(content) else checked_file(name, content, data)


def _ordinary(value: Any, key: str = "") -> bool:
    """Whether no number in it is one that an event hardly has; the models know the bounds."""
    if isinstance(value, dict):
        return all(
            type(part) is str or key in _UNBOUNDED or _ordinary(part, key)
            for key, part in value.items()
        )
    if isinstance(value, list):
        return all(type(part) is str or _ordinary(part, key) for part in value)
    if type(value) is bool or not isinstance(value, int | Decimal):
        return True
    return (-UNUSUAL if key == "points" else 0) < value < UNUSUAL


def _fitting(name: str, saved: Saved) -> Saved:
    if isinstance(saved, SavedRound):
        _check_round(name, saved.bare)
    return saved


def _bad(name: str, error: ValidationError, data: bytes) -> BadSave:
    first = error.errors(include_url=False)[0]
    place = first["loc"]
    key = ".".join(str(p + 1) if isinstance(p, int) else p for p in place)
    shown = str(first.get("input"))
    shown = {"True": "true", "False": "false"}.get(shown, shown)[:40]
    problem = f"{key} {_EXPECTED.get(first['type'], first['msg']).format(**first.get('ctx', {}))}"
    if first["type"] in ("missing", "extra_forbidden"):
        return BadSave(name, problem, "correct it", line_of(data, place))
    if key == "round" and "number" in problem:
        problem = "round must be a whole number 1-99"
    return BadSave(name, f"{problem}, is {shown}", "correct it", line_of(data, place))


_EXPECTED = {
    "int_type": "must be a whole number",
    "string_type": "must be a text in quotes",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be a table",
    "value_error": "must be a number below a million",
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "greater_than_equal": "must be a whole number of {ge} or more",
    "less_than_equal": "must be a whole number of {le} or less",
    "string_too_long": "must have {max_length} characters or fewer",
    "string_too_short": "must not be empty",
    "literal_error": "must be one of {expected}",
}


def line_of(data: bytes, place: tuple[int | str, ...]) -> int:
    """The line, from 1, on which a key stands in a file as we write it; 0 if it is not found."""
    lines = data.decode("utf-8", "replace").splitlines()
    start, rest = 0, list(place)
    if len(rest) >= 2 and isinstance(rest[1], int):
        heads = [i for i, line in enumerate(lines) if line.strip() == f"[[{rest[0]}]]"]
        if rest[1] >= len(heads):
            return 0
        start, rest = heads[rest[1]], rest[2:]
    elif len(rest) >= 2:
        start = next((i for i, line in enumerate(lines) if line.strip() == f"[{rest[0]}]"), 0)
        rest = rest[1:]
    if not rest:
        return start + 1 if lines else 0
    pattern = re.compile(rf"\s*{re.escape(str(rest[0]))}\s*=")
    return next((i + 1 for i in range(start, len(lines)) if pattern.match(lines[i])), 0)


def _check_round(name: str, made: Round) -> None:
    """What no single value shows: the name, boards twice, somebody against himself."""
    if name != round_name(made.number):
        raise BadSave(name, f"the file says round = {made.number}", "rename it, or correct round")
    extra = made.extra.matches if made.extra else ()
    boards = Counter(row.board for row in (*made.matches, *extra))
    if twice := [board for board, times in boards.items() if times > 1]:
        raise BadSave(name, f"board {twice[0]} stands twice", "give each board its number")
    for row in made.matches:
        if row.white == row.black:
            raise BadSave(name, f"board {row.board}: {row.white} plays itself", "correct it")


def check_seats(name: str, made: Round) -> None:
    """`BadSave` where somebody is on two boards, in a format that gives everybody one."""
    # a match due in a later round (a triangle's) goes on beside others
    seats: dict[str, int] = {}
    for row in made.matches:
        for id in {row.white, row.black} if row.due is None else ():
            if id in seats:
                both = f"player {id} is on boards {seats[id]} and {row.board}"
                raise BadSave(name, both, "correct one of them")
            seats[id] = row.board
