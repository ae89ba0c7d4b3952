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


def test_the_bracket_of_an_event_that_is_over_names_who_has_won_it(
    topboard: CommandLine, tmp_path: Path
) -> None:
    store = cup(tmp_path, 6, 3)
    store.do(EnterResults(((store.event.rounds[-1].matches[0].board, "1-0"),)))
    final = store.event.rounds[-1].matches[0]
    out = topboard.done("bracket", store.folder).splitlines()
    assert out[:2] == ["Cup, bracket", f"won by {store.event.entrant(final.white).name}"]
    assert topboard.asked("bracket", store.folder)["champion"] == final.white


def test_the_entries_of_teams_are_followed_by_their_players(
    topboard: CommandLine, tmp_path: Path
) -> None:
    teams = tmp_path / "teams.csv"
    teams.write_text("team,board,name,rating\nAsh,1,Ann,1900\nAsh,2,Bo,1800\nBay,1,Cy,1700\n")
    topboard.done("new", tmp_path / "league", "--format", "team_round_robin", "--entries", teams)
    out = topboard.done("entries", tmp_path / "league")
    _, players = out.rstrip().split("\n\n")
    rows = [row.split() for row in players.splitlines()[1:]]
    assert [(row[0], row[1], row[3], row[4]) for row in rows] == [
        ("Ash", "1", "Ann", "1900"), ("Ash", "2", "Bo", "1800"), ("Bay", "1", "Cy", "1700"),
    ]  # fmt: skip


def test_every_format_is_listed_with_its_settings(topboard: CommandLine) -> None:
    told = topboard.done("formats")
    for format in topboard.asked("formats")["formats"]:
        rest = told.partition(f"{format['name']}: {format['title']}. ")[2]
        assert rest.startswith(format["summary"])
        assert all(f"\n  {row['key']} " in rest for row in format["settings"])


def test_what_stands_is_said_before_the_next_step(topboard: CommandLine, event: Path) -> None:
    topboard.whites_win(event)
    topboard.done("draw", event)
    topboard.done("result", event, 1, "0-1", "--replace")
    assert "changed since the draw: round 1, board 1: 0-1" in topboard.done("status", event)
    topboard.done("undo", event)
    assert "changed since the draw" not in topboard.done("status", event)


def test_who_is_here_and_what_was_imported_are_told_as_documents(
    topboard: CommandLine, event: Path, tmp_path: Path
) -> None:
    here = topboard.asked("present", event, "2", "3")
    assert (here["present"], here["entrants"]) == (["2", "3"], 8)
    (tmp_path / "late.csv").write_text("name,rating\nAnn Lee,1500\nBo Orr,1400\n")
    done = topboard.asked("import", event, tmp_path / "late.csv")
    assert (done["imported"], done["status"]["entrants"]) == (["9", "10"], 10)
    made = Path(topboard.asked("demo", "dutch")["folder"])
    assert topboard.asked("status", made)["format"] == "dutch"


def test_a_message_to_the_hall_is_taken_away_at_a_time(topboard: CommandLine, event: Path) -> None:
    told = topboard.done("show", event, "--message", "Lunch", "--until", "23:59")
    assert told == "projector hall: auto, with the message: Lunch until 23:59\n"
    assert topboard.asked("show", event)["until"].endswith("23:59:00+00:00")
