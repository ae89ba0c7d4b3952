"""Authors, machines and consoles that are named to do harm: in the environment, in a stranger's
backup, in the files of another desk. Nothing of them reaches a terminal."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from engine.actions import CreateEvent, EnterResult, ImportEntrants, Propose, PublishRound
from engine.entrants import Entrant
from engine.next_draw import next_draw
from engine.refusal import Refused, Stale
from saves.backup import backup, restore_backup
from saves.disk import Disk, Holder, locked
from saves.journal import Author
from saves.presence import Presence, Present
from saves.store import Store, create_event, open_event
from tests.faults.test_hostile_screens import PAYLOADS, harmless, kinds, storable
from tests.tui.desk_cli import CommandLine
from tests.tui.places import juniors
from tests.tui.terminal import Terminal
from tests.tui.test_kiosk import over_ssh

NAMES = [storable(text) for text in PAYLOADS]
ROOT = Path(__file__).parent.parent.parent
CLIPBOARD = "\x1b]52;c;ZXZpbA==\x07"


def of_a_stranger(folder: Path, names: list[str]) -> Store:
    """An event in whose journal others have acted, whatever they called themselves."""
    return by_strangers(juniors(folder, 1, players=12, all_in=False), names)


def by_strangers(store: Store, names: list[str]) -> Store:
    """Results by each of them."""
    for board, name in enumerate(names[:4], start=1):
        store.author = Author(name, name[::-1], f"c{name}")  # past every door
        store.do(EnterResult(board, "1-0"))
    return store


def of_a_known_format(folder: Path) -> Store:
    """An event that the program opens without the formats of the tests."""
    store = create_event(folder, CreateEvent("Kent", "kjca", {"rounds": 3}))
    store.do(ImportEntrants(tuple(Entrant("", f"Player {n}", rating=1900 - n) for n in range(12))))
    store.do(Propose.of(next_draw(store.event, store.format)))
    store.do(PublishRound(1))
    return store


TURNS = ("0-1", "1-0")


def again(number: int) -> EnterResult:
    """Board 1, the other way round than before."""
    was = TURNS[number % 2 - 1] if number else None
    return EnterResult(1, TURNS[number % 2], was=was, replace=True)


OBEYED = "\x1b\x9b\x9d\x90\x85\x07\x00\x05\x08\x0e\x0f\x7f\r\n\u202e\u2066\u2028"


def is_harmless(text: str) -> bool:
    return not any(letter in text for letter in OBEYED)


def test_whoever_reads_a_journal_reads_harmless_authors(tmp_path: Path) -> None:
    store = juniors(tmp_path / "e", 1, players=4, all_in=False)
    for number, name in enumerate(NAMES):
        store.author = Author(name, name[::-1], f"c{name}")
        store.do(
            EnterResult(
                1, TURNS[number % 2], replace=True, was=TURNS[number % 2 - 1] if number else None
            )
        )
    raw = store.journal.path.read_bytes()
    assert b"\\u001b]52;c;" in raw, "the journal itself keeps what was written"
    entries = open_event(store.folder, read_only=True).entries
    assert len(entries) > len(NAMES)
    for entry in entries:
        assert is_harmless(f"{entry.by} {entry.host} {entry.t}")


def test_a_time_of_a_strangers_journal_is_harmless(tmp_path: Path) -> None:
    store = juniors(tmp_path / "e", 1, players=4, all_in=False)
    store._now = lambda: "2026-05-09T\x1b[2J\x1bc"  # type: ignore[method-assign]
    store.do(EnterResult(1, "1-0"))
    last = open_event(store.folder, read_only=True).entries[-1]
    assert is_harmless(last.t)


def test_the_environment_names_harmless_authors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = juniors(tmp_path / "e", 0, players=4).folder
    for name in NAMES:
        monkeypatch.setenv("TOPBOARD_USER", name.replace("\0", ""))
        monkeypatch.setattr(os, "uname", lambda name=name: SimpleNamespace(nodename=name))
        author = open_event(folder, session=name, read_only=True).author
        assert is_harmless(f"{author.by} {author.host} {author.session}")


def test_a_conflict_names_a_harmless_author(tmp_path: Path) -> None:
    mine = juniors(tmp_path / "e", 1, players=4, all_in=False)
    theirs = open_event(mine.folder)
    for number, name in enumerate(NAMES):
        theirs.author = Author(name, name, name)
        theirs.do(
            EnterResult(
                1, TURNS[number % 2], replace=True, was=TURNS[number % 2 - 1] if number else None
            )
        )
        with pytest.raises(Stale) as told:
            mine.do(EnterResult(1, "1/2"))
        assert " by " in str(told.value)
        assert is_harmless(str(told.value))


def test_the_holder_of_the_lock_is_harmless(tmp_path: Path) -> None:
    store = juniors(tmp_path / "e", 1, players=4, all_in=False)
    other = open_event(store.folder, wait=0.0)
    for name in NAMES:
        with (
            locked(Disk(), store.folder, Holder(name, name, 1, name)),
            pytest.raises(Refused) as told,
        ):
            other.do(EnterResult(1, "1-0"))
        assert "held by" in str(told.value)
        assert is_harmless(str(told.value))


COMMANDS = (
    ("status",), ("log",), ("round",), ("verify",), ("undo", "9"), ("result", "1", "0-1"),
    ("export", "--as", "text"), ("export", "--as", "json"), ("export", "--as", "html"),
    ("log", "--json"), ("status", "--json"), ("round", "--json"), ("restore",),
)  # fmt: skip


@pytest.mark.parametrize("number", range(3))
def test_no_command_prints_what_an_author_is_called(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], number: int
) -> None:
    topboard = CommandLine(capsys)
    names = Random(number).sample(NAMES, 4)
    store = of_a_stranger(tmp_path / "e", names)
    presence = Presence(Disk(), store.folder)
    presence.come(Present(names[0], names[1], names[2], names[3]))
    for name, *rest in COMMANDS:
        answer = topboard(name, store.folder, *rest)
        for line in (answer.out + answer.err).split("\n"):
            assert is_harmless(line), (name, rest, line)
    presence.go()


def test_a_hostile_desk_sends_nothing_to_the_console_of_another(tmp_path: Path) -> None:
    """Presence, history, a conflict, the holder of the lock: on a real terminal line."""
    store = of_a_stranger(tmp_path / "open", [CLIPBOARD, "\x1b[2J", "\x9b31m", "a\u202eb"])
    presence = Presence(Disk(), store.folder)
    presence.come(Present(CLIPBOARD, "\x1bc", "\x1b]0;title\x07", "\x1b[31m"))
    with Terminal(store.folder, "results", 100, 30) as line:
        sent = line.read_until(b"with ", 60) + line.read_until_quiet(1)
        for key in (b"H", b"j", b"q"):
            os.write(line.fd, key)
            sent += line.read_until_quiet(0.4)
        with locked(Disk(), store.folder, Holder(CLIPBOARD, CLIPBOARD, 1, CLIPBOARD)):
            os.write(line.fd, b"1")
            sent += line.read_until(b"NOT SAVED", 20)
            sent += line.read_until_quiet(1)
    presence.go()
    assert b"with " in sent, "the other desk is named"
    assert kinds(sent) - harmless("results", 12) == set()


class Kiosk(Terminal):
    """The console as the only program of an account, at the events in a folder."""

    script = (
        "import os, sys; os.execv(sys.executable, "
        "[sys.executable, '-m', 'tui', '--kiosk', '--events', sys.argv[1]])"
    )


def sent_in_a_kiosk(hall: Path) -> bytes:
    """The list of events, the event, its history, one of its actions in full, the restore
    points."""
    with Kiosk(hall, "", 100, 30, TOPBOARD_USER=CLIPBOARD) as line:
        sent = line.read_until(b"Kent", 60)
        for key, shown in (
            (b"\r", b"Player 0"), (b"H", b"history"), (b"j", b""), (b"\r", b"Action "),
            (b"\x1b", b"restore"), (b"R", b"Go back to"), (b"\x1b", b""),
        ):  # fmt: skip
            sent += line.read_until_quiet(0.5)
            os.write(line.fd, key)
            sent += line.read_until(shown)
        sent += line.read_until_quiet(0.5)
    return sent


@pytest.mark.faults
def test_a_kiosk_shows_harmless_authors_of_a_strangers_event(tmp_path: Path, home: Path) -> None:
    names = [CLIPBOARD, "\x1b[2J", "\x9b31m", "a\u202eb"]
    plain = home / "plain"
    by_strangers(of_a_known_format(plain / "e"), ["Anna", "Ben", "Cleo", "Dora"])
    hostile = home / "hostile"
    store = by_strangers(of_a_known_format(hostile / "e"), names)
    presence = Presence(Disk(), store.folder)
    presence.come(Present(CLIPBOARD, "\x1bc", "\x1b]0;title\x07", "\x1b[31m"))
    sent = sent_in_a_kiosk(hostile)
    presence.go()
    assert kinds(sent) - kinds(sent_in_a_kiosk(plain)) == set()
    for asked in ("status e", "log e", "round e", "log e --json"):
        done = over_ssh(hostile, asked, TOPBOARD_USER=CLIPBOARD)
        assert done.returncode == 0, done.stderr
        for text in (done.stdout + done.stderr).decode().split("\n"):
            assert is_harmless(text), (asked, text)


@pytest.mark.faults
def test_what_is_typed_in_a_kiosk_is_by_the_account_whatever_the_environment_says(
    home: Path,
) -> None:
    store = of_a_known_format(home / "events" / "e")
    with Kiosk(home / "events", "", 100, 30, TOPBOARD_USER=CLIPBOARD, USER=CLIPBOARD) as line:
        line.read_until(b"Kent", 60)
        line.read_until_quiet(0.5)
        os.write(line.fd, b"\r")
        line.read_until(b"Player 0")
        line.read_until_quiet(0.5)
        os.write(line.fd, b"1")
        line.read_until(b"last:")
    last = open_event(store.folder, read_only=True).entries[-1]
    assert isinstance(last.action, EnterResult)
    assert last.by == pwd.getpwuid(os.getuid()).pw_name


def test_a_strangers_backup_that_is_restored_brings_harmless_authors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    topboard = CommandLine(capsys)
    store = of_a_stranger(tmp_path / "theirs", [CLIPBOARD, "\x1b[2J", "\x9b31m", "a\u202eb"])
    backup(store.folder, tmp_path / "given.tar")
    mine = tmp_path / "mine"
    restore_backup(tmp_path / "given.tar", mine)
    assert b"\\u001b]52;c;" in (mine / "journal.log").read_bytes(), "the stranger's own words"
    for name, *rest in COMMANDS:
        answer = topboard(name, mine, *rest)
        for line in (answer.out + answer.err).split("\n"):
            assert is_harmless(line), (name, rest, line)


@pytest.mark.control
def test_control_an_author_that_is_printed_bare_is_found_out(tmp_path: Path) -> None:
    """The journal does hold it: a reader of its own writes it to the terminal."""
    store = of_a_stranger(tmp_path / "e", [CLIPBOARD])
    script = (
        "import json, sys\n"
        "for line in open(sys.argv[1], 'rb'):\n"
        "    sys.stdout.write(json.loads(line[9:])['by'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(store.journal.path)], capture_output=True, check=True
    )
    assert kinds(done.stdout) == {repr(CLIPBOARD.encode())}


def test_control_the_check_knows_what_is_not_harmless() -> None:
    assert not is_harmless(CLIPBOARD)
    assert not is_harmless("a\u202eb")
    assert is_harmless("Řezníkova, Aoife – 漢字")
