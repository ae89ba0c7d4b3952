"""Every read-out of the screens as plain text on the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.actions import EnterResults
from tests.tui.cups import cup
from tests.tui.desk_cli import CommandLine
from tui.exports import EXPORTS


def test_the_entry_list_says_who_is_there_and_who_is_not(
    topboard: CommandLine, event: Path
) -> None:
    topboard.done("present", event, "2")
    topboard.done("withdraw", event, "3")
    topboard.done("bye", event, "4", 2, "½")
    out = topboard.done("entries", event).splitlines()
    assert out[0].endswith("8 entries")
    assert out[1].split()[:4] == ["✓", "Id", "No", "Name"]
    by_id = {line[3:5].strip(): line for line in out[2:]}
    assert by_id["2"].startswith("✓")
    assert by_id["3"].endswith("withdrawn")
    assert "round 2 ½" in by_id["4"]
    found = topboard.asked("entries", event)["entrants"]
    assert [one["id"] for one in found] == [str(n) for n in range(1, 9)]
    assert [one["withdrawn"] for one in found].index(True) == 2


def test_the_bracket_says_who_plays_how_it_stands_and_where_it_leads(
    topboard: CommandLine, tmp_path: Path
) -> None:
    store = cup(tmp_path, 8, 1)
    matches = store.event.round(1).matches
    store.do(EnterResults(((1, "1-0"),)))
    out = topboard.done("bracket", store.folder)
    white, black = (store.event.entrant(id).name for id in matches[0].pair)
    assert re.search(rf"R1\.\d: .*{white} 1.*, round 1, board 1; winner to R2\.1", out)
    assert black in out
    assert out.count(", open; winner to R2.") == 3
    assert "R2.2: winner of" in out
    assert "not known yet who plays" in out
    document = topboard.asked("bracket", store.folder)
    assert document["champion"] is None
    assert len(document["matches"]) == 7
    first = next(one for one in document["matches"] if one["board"] == 1)
    assert first["winner"] == matches[0].white
    assert first["winner_to"] == "R2.1"
    assert {one["state"] for one in document["matches"]} == {"decided", "drawn", "waiting"}


def test_an_event_without_a_bracket_says_so(topboard: CommandLine, event: Path) -> None:
    assert "there is no bracket" in topboard.refused("bracket", event)


@pytest.mark.parametrize(
    "words",
    [
        ("status",), ("entries",), ("round",), ("why", 1), ("standings",), ("log",), ("clock",),
        ("export", "--as", "text"),
    ],
    ids=lambda words: words[0],
)  # fmt: skip
def test_every_read_out_is_plain_text(
    topboard: CommandLine, event: Path, words: tuple[object, ...]
) -> None:
    command, *rest = words
    out = topboard.done(command, event, *rest)
    assert out.strip()
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", out), "no control sequence in it"


@pytest.mark.parametrize(
    ("kind", "file", "way_out"),
    [
        ("tents", "boards.pdf", "give --as pdf --page boards, or call the file boards.html"),
        ("html", "round.PDF", "give --as pdf, or call the file round.html"),
        ("ratings", "ratings.csv", "call the file ratings."),
        ("poster", "door.pdf", "call the file door.html"),
        ("pdf", "round.html", "call the file round.pdf"),
    ],
)
def test_no_file_is_called_what_it_is_not(
    topboard: CommandLine, event: Path, tmp_path: Path, kind: str, file: str, way_out: str
) -> None:
    """The page of board numbers was written into a `.pdf`, which no viewer opened."""
    said = topboard.refused("export", event, "--as", kind, "-o", tmp_path / file)
    assert way_out in said
    assert not (tmp_path / file).exists()


def test_the_way_out_makes_the_pdf(topboard: CommandLine, event: Path, tmp_path: Path) -> None:
    for words in ("--as pdf", *(kind.as_pdf for kind in EXPORTS.values() if kind.as_pdf)):
        topboard.done("export", event, *words.split(), "-o", tmp_path / "made.pdf")
        assert (tmp_path / "made.pdf").read_bytes().startswith(b"%PDF")
