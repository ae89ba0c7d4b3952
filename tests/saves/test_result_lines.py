"""Lines of single results, read in short: the same as read as a whole, or not in short at all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.actions import EnterResult
from formats.registry import format_named
from saves.journal import (
    SCHEMA,
    Author,
    JournalLine,
    action_of,
    decode,
    encode,
    result_line,
    table_of,
)

TEXTS = st.text(st.characters(codec="utf-8"), max_size=8) | st.sampled_from(("1-0", "½-½", 'a"\\'))


@given(
    st.builds(
        EnterResult,
        st.integers(-1, 10**10),
        TEXTS,
        st.none() | TEXTS,
        st.none() | st.integers(-1, 30),
        st.booleans(),
        insist=st.booleans(),
    ),
    TEXTS,
    st.none() | TEXTS,
    st.sampled_from((1, 2, 3)),
    st.sampled_from(({}, {"rounds": []})),
)
def test_a_line_of_one_result_is_read_in_short_as_it_is_read_as_a_whole(
    action: EnterResult, by: str, was: str | None, schema: int, derived: dict[str, object]
) -> None:
    author = Author(by, "hall", "office")
    table = table_of(action, format_named)
    line = encode(JournalLine(7, "0" * 16, "12:00", author, table, was, derived, schema, "0.2.0"))[
        :-1
    ]
    short, whole = result_line(line), decode(line)
    if schema > SCHEMA or (schema > 1 and derived) or "½" in action.result:
        assert short is None
    if short is not None:
        assert action_of(whole.action, format_named) == action
        assert short == (action.number, action.result, action.round, schema)
        assert schema == whole.schema
        assert not whole.derived


def test_what_this_program_writes_of_a_result_is_read_in_short() -> None:
    table = table_of(EnterResult(3, "1-0", "0-1", None, True), format_named)
    author = Author("Zoë", "hall", "office")
    line = encode(JournalLine(7, "0" * 16, "12:00", author, table, "0-1", {}, SCHEMA, "0.2.0"))[:-1]
    assert result_line(line) == (3, "1-0", None, SCHEMA)
    other = line.replace(b'"kind":"result"', b'"kind":"result","kind":"note"')
    assert result_line(other) is None
    assert result_line(line.replace(b'"replace":true', b'"replace":1')) is None
