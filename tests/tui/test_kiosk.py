"""`--kiosk`: an account whose only program this is reaches event folders, and nothing else."""

from __future__ import annotations

import os
import pty
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from engine.actions import CreateEvent
from engine.refusal import Refused
from saves.store import create_event
from tests.tui.conftest import EventMaker
from tests.tui.places import (
    still,
    text_of,
    type_text,
    until,
)
from tests.tui.terminal import Sheet
from tui import kiosk
from tui.app import TopboardApp
from tui.commands.places import events, find_event, new_folder
from tui.screens.dialogs import AskLine
from tui.screens.handing_out import export_folder
from tui.screens.import_files import ImportDialog
from tui.terminal.app import Shut

HOUSE = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "tui", "--kiosk")


@pytest.fixture
def hall(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An events' folder with one event, kiosk or not."""
    folder = home / "events"
    folder.mkdir()
    create_event(folder / "kent", CreateEvent("Kent Juniors", "kjca", {"rounds": 2}))
    return folder


@pytest.fixture
def in_kiosk(hall: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kiosk, "_events", hall)
    return hall


def over_ssh(
    hall: Path, asked: str, *given: str, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """The forced command, with what sshd says was asked for."""
    return subprocess.run(
        [*COMMAND, "--events", str(hall), *given],
        cwd=HOUSE, input=stdin, capture_output=True, timeout=120, check=False,
        env={**os.environ, **environment, kiosk.ASKED: asked},
    )  # fmt: skip


# Commands over SSH


def test_an_event_is_read_by_its_name(hall: Path) -> None:
    done = over_ssh(hall, "topboard status kent")
    assert done.returncode == 0
    assert b"Kent Juniors" in done.stdout


@pytest.mark.parametrize(
    "asked",
    [
        "/bin/sh",
        "bash -i",
        "/usr/lib/openssh/sftp-server",
        "scp -t /tmp",
        "draw kent --publish",
        "backup kent -o /tmp/all.tar",
        "import kent /etc/passwd",
        "pair /etc/passwd",
        "demo",
        "--kiosk --events / status etc",
        "status 'kent",
        "-c id",
        "../events/kent",
        "kent --as csv",
    ],
)
def test_whatever_else_is_asked_is_refused(asked: str) -> None:
    with pytest.raises(Refused):
        kiosk.from_outside(asked)


@pytest.mark.parametrize(
    "asked",
    ["/bin/sh", "status ../events/kent", "status kent; id", "export kent --as csv -othere.csv"],
)
def test_a_refusal_over_ssh_is_one_line_of_words(hall: Path, asked: str) -> None:
    before = sorted(hall.rglob("*"))
    done = over_ssh(hall, asked)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"topboard: ")
    assert done.stdout == b""
    assert sorted(hall.rglob("*")) == before


def test_a_projectors_account_runs_nothing_but_its_projector(hall: Path) -> None:
    done = over_ssh(hall, "status kent", "project", "kent")
    assert done.returncode == 2
    assert b"runs one program" in done.stderr


def test_a_list_is_laid_into_the_inbox_and_nowhere_else(
    hall: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert over_ssh(hall, "put list.csv", stdin=b"name\nAda\n").returncode == 0
    assert (hall / "inbox" / "list.csv").read_bytes() == b"name\nAda\n"
    monkeypatch.setattr(kiosk, "_events", hall)
    for words in (["list.csv"], ["../x.csv"], ["a.py"], [".csv"], ["a.csv", "b.csv"], []):
        with pytest.raises(Refused):
            kiosk.put(words, b"name\nEve\n")
    with pytest.raises(Refused, match="too large"):
        kiosk.put(["large.csv"], b"x" * (kiosk.MOST_BYTES + 1))
    assert [p.name for p in (hall / "inbox").iterdir()] == ["list.csv"]
    assert (hall / "inbox" / "list.csv").read_bytes() == b"name\nAda\n"
    assert [e.name for e in hall.iterdir() if e.name != "kent"] == ["inbox"]


# What the environment says


def test_half_a_list_is_not_left_in_the_inbox(in_kiosk: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, hard))  # a disk that is full after 64 bytes
    try:
        with pytest.raises(OSError, match="File too large"):
            kiosk.put(["list.csv"], b"name\n" + b"Ada\n" * 100)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert kiosk.put(["list.csv"], b"name\nAda\n").read_bytes() == b"name\nAda\n"


def test_a_draw_in_a_kiosk_loads_no_package_of_the_account(tmp_path: Path) -> None:
    """The console runs isolated; so does what it starts."""
    program = f"""
import asyncio, sys
from pathlib import Path
from types import SimpleNamespace
sys.path.append({str(HOUSE)!r})
from saves import journal
from tui import child
journal.continuing = lambda journal: ""
told = "import sys; print(sys.flags.no_user_site, sys.flags.safe_path)"
child.COMMAND = (sys.executable, "-c", told)
print(asyncio.run(child.Child("draw", SimpleNamespace(journal=None, folder=Path())).finished())[0])
"""
    words = [sys.executable, "-I", "-c", program]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "True"]


def test_no_variable_loads_code_or_leads_elsewhere(hall: Path, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    trap.mkdir()
    for module in ("sitecustomize", "usercustomize", "shlex", "evil"):
        (trap / f"{module}.py").write_text("print('CAUGHT')\n")
    config = tmp_path / "config" / "topboard"
    config.mkdir(parents=True)
    (config / "config.toml").write_text(f'events = "{tmp_path}"\n')
    done = subprocess.run(
        [*COMMAND, "--events", str(hall)], cwd=HOUSE, capture_output=True, timeout=120, check=False,
        env={
            **os.environ, kiosk.ASKED: "status kent",
            "PYTHONSTARTUP": str(trap / "evil.py"), "PYTHONINSPECT": "1",
            "TEXTUAL_DRIVER": "evil:Driver", "XDG_CONFIG_HOME": str(tmp_path / "config"),
            "TOPBOARD_EVENTS": str(tmp_path), "TOPBOARD_USER": "chief",
        },
    )  # fmt: skip
    assert done.returncode == 0
    assert b"Kent Juniors" in done.stdout
    assert b"CAUGHT" not in done.stdout + done.stderr


def test_of_the_environment_only_harmless_words_about_the_terminal_stay() -> None:
    kept = kiosk.cleaned({
        "TERM": "tmux-256color", "LANG": "de_DE.UTF-8", "COLORTERM": "truecolor\x1b[2J",
        "PYTHONPATH": "/tmp", "TEXTUAL_LOG": "/tmp/x", "TEXTUAL": "devtools", "LD_PRELOAD": "x",
        "TOPBOARD_MIRROR": "/tmp", "TOPBOARD_USER": "chief", "TOPBOARD_THEME": "../evil",
        "XDG_STATE_HOME": "/tmp", "HOME": "/tmp/elsewhere", "EDITOR": "vi", "PATH": "/tmp",
    })  # fmt: skip
    assert kept["HOME"] != "/tmp/elsewhere"
    assert kept["PATH"] == kiosk.PATH
    assert set(kept) == {"TERM", "LANG", "HOME", "USER", "LOGNAME", "PATH"}


# Files


@pytest.mark.parametrize("name", ["/etc", "..", "../kent", "~root", ".ssh", "", "inbox", "a/b"])
def test_no_name_of_an_event_leads_out(in_kiosk: Path, name: str) -> None:
    with pytest.raises(Refused):
        find_event(name)


@pytest.mark.parametrize("name", ["/tmp/x", "../x", "~/x", "inbox", "outbox", "Inbox", "a/b"])
def test_no_event_is_made_elsewhere(in_kiosk: Path, name: str) -> None:
    with pytest.raises(Refused):
        new_folder(name)
    assert new_folder("Kent Two") == in_kiosk / "kent-two"


def test_a_link_out_of_the_events_folder_is_no_event(in_kiosk: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "private"
    create_event(elsewhere, CreateEvent("Private", "kjca", {"rounds": 2}))
    (in_kiosk / "private").symlink_to(elsewhere)
    assert [folder.name for folder in events()] == ["kent"]
    with pytest.raises(Refused, match="link out of"):
        find_event("private")
    with pytest.raises(Refused, match="there is no event"):
        find_event("Private!")  # its folder would be called so


def test_exports_go_into_the_outbox_and_imports_come_from_the_inbox(
    in_kiosk: Path, tmp_path: Path
) -> None:
    assert export_folder(in_kiosk / "kent") == in_kiosk / "outbox" / "kent"
    (in_kiosk / "inbox").mkdir()
    (in_kiosk / "inbox" / "passwd.csv").symlink_to("/etc/passwd")
    for text in ("/etc/passwd", "../kent/players.toml", "~/x.csv", "passwd.csv", "inbox/../x"):
        with pytest.raises(Refused):
            kiosk.in_inbox(text)
    assert kiosk.in_inbox("a list.csv") == in_kiosk / "inbox" / "a list.csv"


async def test_the_import_dialog_offers_the_inbox_alone(
    in_kiosk: Path, home: Path, make_event: EventMaker
) -> None:
    (in_kiosk / "inbox").mkdir()
    (in_kiosk / "inbox" / "list.csv").write_text("name\nAda\n")
    (in_kiosk / "inbox" / "out.csv").symlink_to(home / "secret.csv")
    (home / "secret.csv").write_text("name\nEve\n")
    (in_kiosk / "beside.csv").write_text("name\nEve\n")
    app = TopboardApp(make_event(published=0).folder, "entries")
    async with app.run_test(size=(80, 24)) as pilot:
        dialog = ImportDialog()
        app.push_screen(dialog)
        await pilot.pause()
        shown = [line.text for line in dialog.list.lines]
        assert any("list.csv" in text for text in shown)
        assert not any("beside.csv" in text for text in shown)
        dialog.path = home / "secret.csv"
        dialog._read(home / "secret.csv")
        await still(pilot)
        assert dialog.taken is None
        await pilot.press("escape", "p", *"~/secret.csv", "enter")
        await until(pilot, lambda: "files come from the inbox" in text_of(app))
        assert dialog.taken is None


@pytest.mark.parametrize("text", ["/tmp/k.tar", "../k.tar", "~/k.tar", "outbox/../k.tar", "a/b"])
async def test_a_backup_goes_to_the_outbox_alone(
    in_kiosk: Path, home: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.chdir(in_kiosk)
    with pytest.raises(Refused):
        kiosk.in_outbox(text)
    app = TopboardApp(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Kent Juniors" in text_of(app))
        await pilot.press("B")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await pilot.press("ctrl+u")
        await type_text(pilot, text)
        await pilot.press("enter")
        await until(pilot, lambda: "files go to the outbox" in text_of(app))
        await pilot.press("ctrl+u")
        await type_text(pilot, "kent.tar")
        await pilot.press("enter")
        await until(pilot, lambda: "checksums are in" in text_of(app))
    assert [path.name for path in (in_kiosk / "outbox").iterdir()] == ["kent.tar"]


def test_every_screen_that_makes_a_path_of_what_is_typed_knows_of_the_kiosk() -> None:
    """The next dialog for files will be written by somebody who has not read this one."""
    paths = re.compile(
        r"expanduser\(|Path\.cwd\(|Path\.home\(|Path\((text|typed|asked|picked)"
        r"|(typed|found)_path\("
    )
    screens = [*(HOUSE / "tui").glob("*.py"), *(HOUSE / "tui" / "screens").rglob("*.py")]
    found = [path for path in screens if paths.search(path.read_text(encoding="utf-8"))]
    unaware = {path.name for path in found if "kiosk.on()" not in path.read_text(encoding="utf-8")}
    assert {"import_files.py", "new_event.py", "backups.py"} <= {path.name for path in found}
    assert unaware == {"shell_name.py"}, "it makes a path of where the program lies"


FENCED = """
import os, subprocess, sys
from pathlib import Path
from tui.kiosk import fence_in
inside, outside = Path(sys.argv[1]), Path(sys.argv[2])
if not fence_in([inside]):
    sys.exit(77)
(inside / "a").write_text("x")
os.replace(inside / "a", inside / "sub" / "b")
subprocess.run([sys.executable, "-c", ""], stdin=subprocess.DEVNULL, check=True)
for forbidden in (
    lambda: (outside / "new").write_text("x"),
    lambda: (outside / "old").write_text("x"),
    lambda: os.truncate(outside / "old", 0),
    lambda: (outside / "old").unlink(),
    lambda: os.replace(inside / "sub" / "b", outside / "b"),
    lambda: (inside / "link").symlink_to(outside),
    lambda: subprocess.run(["/bin/sh", "-c", "true"]),
    lambda: os.execv("/usr/bin/env", ["env"]),
):
    try:
        forbidden()
    except PermissionError:
        continue
    sys.exit(1)
"""


def test_the_kernel_keeps_the_fence_too(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    (inside / "sub").mkdir(parents=True)
    outside.mkdir()
    (outside / "old").write_text("kept")
    words = [sys.executable, "-c", FENCED, str(inside), str(outside)]
    done = subprocess.run(words, cwd=HOUSE, capture_output=True, timeout=120, check=False)
    if done.returncode == 77:
        pytest.skip("this kernel has no Landlock")
    assert (done.returncode, done.stderr) == (0, b"")
    assert [path.name for path in outside.iterdir()] == ["old"]
    assert (outside / "old").read_text() == "kept"
    assert [path.name for path in (inside / "sub").iterdir()] == ["b"]


# The screen


async def test_the_toolkit_makes_no_file_and_starts_no_program(
    make_event: EventMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = TopboardApp(make_event().folder, "results")
    stopped: list[int] = []
    before = sorted(tmp_path.rglob("*.svg"))
    async with app.run_test(size=(80, 24)) as pilot:
        monkeypatch.setattr(os, "kill", lambda pid, number: stopped.append(number))
        app.action_screenshot()
        app.action_suspend_process()
        app.open_url("file:///etc/passwd")
        for deliver in (app.deliver_screenshot, app.save_screenshot):
            with pytest.raises(Refused):
                deliver()
        with pytest.raises(Refused):
            app.suspend()
        await pilot.pause()
    assert stopped == []
    assert sorted(tmp_path.rglob("*.svg")) == before
    assert isinstance(app, Shut)


async def test_the_palette_knows_the_tables_actions_alone(make_event: EventMaker) -> None:
    app = TopboardApp(make_event().folder, "results")
    async with app.run_test(size=(80, 24)) as pilot:
        for wanted in ("screenshot", "shell"):
            app.action_command_palette()
            await pilot.pause()
            await pilot.press(*wanted)
            await still(pilot)
            from textual.command import CommandList

            options = app.screen.query_one(CommandList)
            prompts = [str(options.get_option_at_index(i).prompt).casefold()
                       for i in range(options.option_count)]  # fmt: skip
            commands = [p for p in prompts if not p.startswith("manual: ")]  # its pages name both
            assert not any(wanted in prompt for prompt in commands), prompts
            await pilot.press("escape")
            await pilot.pause()


class Line:
    """The kiosk at the end of a real line: a pty, with nothing but it on the other side."""

    def __init__(self, hall: Path, **environment: str) -> None:
        self.sheet = Sheet(80, 24)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(HOUSE)
            os.environ.update(environment)
            os.execv(sys.executable, [*COMMAND, "--events", str(hall)])

    def until(self, wanted: str, seconds: float = 180) -> None:
        """Read until the terminal shows it."""
        end = time.monotonic() + seconds
        while wanted not in self.sheet.text and time.monotonic() < end:
            if select.select([self.fd], [], [], 0.2)[0]:
                try:
                    self.sheet.take(os.read(self.fd, 65536))
                except OSError:  # it has ended: what it said last is told
                    break
        assert wanted in self.sheet.text, self.sheet.text

    def type(self, keys: bytes) -> None:
        os.write(self.fd, keys)

    def state(self) -> str:
        """Of the process: R, S or D, or T where it is stopped; empty where it is gone."""
        try:
            return Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            return ""

    def end(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def test_no_key_at_a_real_terminal_leads_out(hall: Path, home: Path) -> None:
    """From before the first picture on: control keys, `!`, `|`, paste, the palette, the folder of
    a new event and the name of its list of entries."""
    line = Line(hall, PYTHONINSPECT="1", TEXTUAL_DRIVER="os:system", EDITOR="vi", SHELL="/bin/sh")
    try:
        line.type(b"\x1a")  # before anybody reads it
        line.until("Kent Juniors")
        own = _children(line.pid)
        for keys in (b"\x1a", b"\x1c", b"\x03", b"!", b"|", b"\x1b[200~\n!sh\n\x1b[201~", b"\x1b:"):
            line.type(keys)
            time.sleep(0.1)
        line.type(b"\x1b\x1b")
        line.type(b"n")
        line.until("A new event")
        line.type(b"Elsewhere\t\t\t/etc/passwd\t\r")
        line.until("give the name of one")  # what is typed before a refusal is dropped with it
        line.type(b"\x15" + b"\x7f" * 20 + b"\t" + b"../../elsewhere\r")
        line.until("leads elsewhere")
        assert line.state() in ("R", "S", "D")
        assert _children(line.pid) == own
        line.type(b"\x1b")
        line.until("leave?")
        line.type(b"y")
        time.sleep(0.3)
        line.type(b"q")
        rest, end = b"", time.monotonic() + 180
        while line.state() != "Z" and time.monotonic() < end:
            if select.select([line.fd], [], [], 0.1)[0]:
                with suppress(OSError):  # the other side is closed
                    rest += os.read(line.fd, 65536)
        assert line.state() == "Z"
        assert b">>>" not in rest  # no Python left behind at its own prompt
    finally:
        line.end()
    assert {p.name for p in hall.iterdir()} <= {"kent", "inbox"}
    assert not (home / "elsewhere").exists()


def _children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(one) for one in task.read_text().split()]
    return found


# The venue server as docs/venue.md sets it up


def documented(name: str) -> str:
    """The block of the page that stands under the name of a file."""
    page = (HOUSE / "docs" / "venue.md").read_text()
    found = re.search(rf"`{re.escape(name)}`[^`]*```\w*\n(.*?)```", page, re.DOTALL)
    assert found, name
    return found[1]


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_no_key_of_the_documented_tmux_leads_to_a_shell(tmp_path: Path) -> None:
    (tmp_path / "tmux.conf").write_text(documented("/etc/topboard/tmux.conf"))
    tmux = ["tmux", "-S", str(tmp_path / "socket"), "-f", str(tmp_path / "tmux.conf")]
    subprocess.run([*tmux, "new-session", "-d", "sleep", "60"], check=True, timeout=120)
    try:
        keys = subprocess.run([*tmux, "list-keys"], capture_output=True, text=True, check=False)
        options = subprocess.run(
            [*tmux, "show-options", "-g"], capture_output=True, text=True, check=True
        ).stdout
        escape = subprocess.run(
            [*tmux, "show-options", "-s", "escape-time"], capture_output=True, text=True, check=True
        ).stdout
    finally:
        subprocess.run([*tmux, "kill-server"], check=False, timeout=120)
    bound = [k for k in keys.stdout.splitlines() if " -T root " in k or " -T prefix " in k]
    assert bound == []
    assert "prefix None" in options
    assert "prefix2 None" in options
    assert "mouse off" in options
    assert escape.split() == ["escape-time", "10"]
