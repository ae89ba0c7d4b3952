"""Several events on one projector: one alphabet for the whole hall, then each event's own pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from tui.projector.contents import WORD_MOST, Content, Row
from tui.projector.seen import Seen
from tui.screens.columns import Column

ALL = -1
"""The place of what belongs to all events."""


def together(
    called: Sequence[str], made: Sequence[tuple[int, Content]], left: Sequence[Set[str]]
) -> list[tuple[int, Content]]:
    """The contents, with the lists by name of several events as one list before all else. Of each
    event `called` is what it is called there, `left` who has withdrawn, folded: whoever is listed
    in another event too stands there alone."""
    lists = [(of, content) for of, content in made if content.kind == "names"]
    if len(lists) < 2:
        return list(made)
    opponents = [_opponent(content) for _, content in lists]
    rooms = any(at > SIDE for at in opponents)
    there = Counter(row.sort for of, one in lists for row in one.rows if row.sort not in left[of])
    rows = [
        _row(row, called[of], opponent, rooms)
        for (of, content), opponent in zip(lists, opponents, strict=True)
        for row in content.rows
        if row.sort not in left[of] or not there[row.sort]
    ]
    first = lists[0][1].columns
    columns = (
        first[0],
        Column("Event", 3, WORD_MOST),
        *(Column("Room", 3, WORD_MOST) for _ in range(rooms)),
        first[1],
        Column("", 5, WORD_MOST),
    )
    rows.sort(key=lambda row: row.sort)
    whole = Content("names", lists[0][1].title, columns, tuple(rows), number=2 + rooms,
                    part="letters", headed=False)  # fmt: skip
    return [(ALL, whole), *(pair for pair in made if pair[1].kind != "names")]


SIDE = 3
"""Where a list by name has its opponents, if it names no rooms: name, board, side before them."""


def _opponent(content: Content) -> int:
    return next(at for at, column in enumerate(content.columns) if column.name == "Opponent")


def _row(row: Row, event: str, opponent: int, rooms: bool) -> Row:
    room = (row.cells[2] if opponent > SIDE else "",) * rooms
    cells = (row.cells[0], event, *room, row.cells[1], row.cells[opponent - 1])
    return Row(cells, row.boards, row.sort, None if row.to_end is None else len(cells) - 1)


def common_title(seen: Sequence[Seen]) -> str:
    """What the titles begin with, `Galway Congress`; where that is nothing, all of them."""
    titles = [state.event.title for state in seen]
    common = _common([title.split() for title in titles])
    return " ".join(titles[0].split()[:common]) if common else " · ".join(titles)


def short_titles(titles: Sequence[str]) -> list[str]:
    """The titles without the words with which all of them begin."""
    words = [title.split() for title in titles]
    common = _common(words)
    return [" ".join(one[common:]) for one in words]


def _common(words: Sequence[Sequence[str]]) -> int:
    """How many words all titles begin with, one less than the shortest has at most."""
    most = min((len(one) for one in words), default=1) - 1
    differing = (at for at in range(most) if len({one[at] for one in words}) > 1)
    return next(differing, max(most, 0))
