"""The program as all that an account has: `topboard --kiosk`, the forced command of arbiters who
come over SSH.

It reads and writes event folders and nothing beside them: files come in through an inbox inside the
events' folder and go out through an outbox. The environment is ignored except for a few words about
the terminal, and Python runs isolated, so that no variable, no current folder and no file of the
account loads code. docs/venue.md says how a server is set up with it.
"""

from __future__ import annotations

import os
import pwd
import re
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from engine.refusal import Refused

if TYPE_CHECKING:
    import ctypes

INBOX, OUTBOX = "inbox", "outbox"
RESERVED = frozenset({INBOX, OUTBOX})
"""Names in the events' folder that no event can have."""
HARMLESS = {
    name: re.compile(pattern)
    for pattern, names in {
        r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}": ("TERM", "COLORTERM"),
        r"[A-Za-z][A-Za-z0-9_.@:-]{0,63}": ("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE"),
        r"[a-z][a-z0-9-]{0,31}": ("TOPBOARD_THEME",),
        r"[^\x00-\x1f]{0,200}": ("NO_COLOR", "SSH_CONNECTION", "SSH_TTY", "TMUX", "STY"),
    }.items()
    for name in names
}
"""What is obeyed of the environment, and what it may look like."""
ASKED = "SSH_ORIGINAL_COMMAND"
"""Where sshd puts what the other side wanted to run in place of the forced command."""
READING = frozenset({"formats", "status", "round", "standings", "log", "why", "verify", "export"})
"""Commands that come in through `SSH_ORIGINAL_COMMAND`: they read an event and print."""
PUT = "put"
MOST_WORDS = 40
MOST_BYTES = 8 << 20
"""Of a file laid into the inbox: what is read of any list of entries."""
PATH = "/usr/local/bin:/usr/bin:/bin"
START = "import sys; sys.path.append(sys.argv.pop(1)); from tui.cli import main; sys.exit(main())"

_events: Path | None = None


def on() -> bool:
    """Whether this is a kiosk."""
    return _events is not None


def events() -> Path | None:
    """The events' folder of the kiosk, given where the account was set up; None: as everywhere."""
    return _events


def begin(words: Sequence[str]) -> tuple[list[str], bool]:
    """Become a kiosk. `words` are behind `--kiosk`: they are the server's, and to be trusted.

    Gives the words of the command line that is to be run: the server's, or what was asked for
    over SSH (then with True); raises `Refused` for anything that is not allowed. Where Python
    does not run isolated it is begun anew, and this does not return.
    """
    global _events
    for ignored in (signal.SIGTSTP, signal.SIGINT, signal.SIGQUIT):
        # from the keyboard of a terminal that is not in the screen's hands yet
        signal.signal(ignored, signal.SIG_IGN)
    environment = cleaned(os.environ)
    asked = os.environ.get(ASKED, "")
    if not sys.flags.isolated:
        _begin_anew(["--kiosk", *words], {**environment, ASKED: asked})
    os.environ.clear()
    os.environ.update(environment)
    os.umask(0o007)
    rest = list(words)
    folder = None
    if rest[:1] == ["--events"]:
        if len(rest) < 2 or not os.path.isabs(rest[1]):
            raise Refused(
                "--events needs the whole path of a folder", "", "give it as the next argument"
            )
        folder, rest = Path(rest[1]), rest[2:]
    from tui.commands.own_files import account_events_folder

    _events = folder or account_events_folder()
    with suppress(OSError):
        _events.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):
        os.chdir(_events)
    _fence()
    return (from_outside(asked, rest), True) if asked.strip() else (rest, False)


def _fence() -> None:
    """The kernel holds to it too, where it can: files below the events and the account's own
    state, and no program but Python."""
    from tui.commands.own_files import log_file

    assert _events is not None
    state = log_file().parent
    with suppress(OSError):
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
    fence_in((_events, state))


def _begin_anew(words: list[str], environment: dict[str, str]) -> NoReturn:
    house = str(Path(__file__).resolve().parent.parent)
    command = [sys.executable, "-I", "-c", START, house, *words]
    os.execve(sys.executable, command, environment)


def cleaned(environment: Mapping[str, str]) -> dict[str, str]:
    """What a kiosk obeys of an environment; home and name are the account's, whatever it says."""
    allowed = {
        name: value
        for name, value in environment.items()
        if name in HARMLESS and HARMLESS[name].fullmatch(value)
    }
    account = pwd.getpwuid(os.getuid())
    own = {"HOME": account.pw_dir, "USER": account.pw_name, "LOGNAME": account.pw_name}
    return {**allowed, **own, "PATH": PATH}


# What was asked for over SSH


def from_outside(asked: str, arguments: Sequence[str] = ()) -> list[str]:
    """The words of a command that came over SSH; `Refused` for all but reading ones, `put`, and
    the name of an event to be opened."""
    import shlex

    if arguments:
        raise Refused(
            "this account runs one program", f"`{arguments[0]}`", "connect without a command"
        )
    try:
        words = shlex.split(asked)
    except ValueError as error:
        raise Refused("the command cannot be read", str(error), "close its quotes") from error
    if words[:1] == ["topboard"]:
        words = words[1:]
    if not words:
        return []
    if len(words) > MOST_WORDS or any(not word.isprintable() for word in words):
        raise Refused("the command cannot be read", "", "write a shorter one")
    from tui.commands import COMMANDS

    if words[0] in READING or words[0] == PUT:
        return words
    if len(words) > 1 or words[0] in COMMANDS or not is_plain(words[0]):
        allowed = ", ".join([*sorted(READING), PUT])
        raise Refused(
            f"{words[0][:40]!r} is not run over SSH", "this account is for the console",
            f"over SSH there are: {allowed}; connect without a command for the console",
        )  # fmt: skip
    return words


def refuse_writing(output: object) -> None:
    """A command that came from outside prints; it makes no file here."""
    if output is not None:
        raise Refused("no file is made here", "", "leave -o out: it is printed")


# Files


def is_plain(name: str) -> bool:
    """Whether a name can be one in a folder and nothing else: no path, no hidden file."""
    return bool(name) and os.sep not in name and name[0] not in ".~-" and "\0" not in name


def name_in_events(name: str) -> Path:
    """An event's folder by its name; `Refused` for whatever leads out of the events' folder."""
    assert _events is not None
    if not is_plain(name) or name.casefold() in RESERVED:
        raise Refused(f"{name[:40]!r} is not an event here", "", "give the name of an event")
    inside(_events / name)
    return _events / name


def inside(path: Path) -> Path:
    """The path itself where it stays within the events' folder, links followed."""
    assert _events is not None
    if not path.resolve().is_relative_to(_events.resolve()):
        raise Refused(f"{path.name[:40]!r} is elsewhere", "it is a link out of the events", "")
    return path


def inbox() -> Path:
    """Where files to be imported are laid."""
    assert _events is not None
    return _events / INBOX


def outbox(event_folder: Path) -> Path:
    """Where what is exported of an event goes."""
    assert _events is not None
    return inside(_events / OUTBOX / event_folder.name)


def in_inbox(text: str) -> Path:
    """The file of that name in the inbox; `Refused` for a path to anywhere else."""
    name = text.strip().removeprefix(f"{INBOX}/")
    if not is_plain(name):
        raise Refused("files come from the inbox here", "", "give the name of one in it")
    return inside(inbox() / name)


def in_outbox(text: str) -> Path:
    """A file of that name in the outbox; `Refused` for a path to anywhere else."""
    assert _events is not None
    name = text.strip().removeprefix(f"{OUTBOX}/")
    if not is_plain(name):
        raise Refused("files go to the outbox here", "", "give a bare name")
    folder = _events / OUTBOX
    if not folder.is_dir():
        from saves.disk import Disk, make_folder

        make_folder(Disk(), inside(folder))
    return inside(folder / name)


def shelves() -> tuple[Path, Path]:
    """The folders of files that came in or go out."""
    assert _events is not None
    return _events / INBOX, _events / OUTBOX


def put(words: Sequence[str], data: bytes) -> Path:
    """Lay a file into the inbox: `put NAME`, its content on standard input. Nothing that is
    there is written over."""
    from saves.disk import FILE_MODE, Disk, make_folder
    from tui.commands.entry_files import ENDINGS, MOST_FILES

    name = words[0] if len(words) == 1 else ""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}", name):
        raise Refused("put wants a name of letters and digits", "", "put entries.csv < entries.csv")
    if not name.casefold().endswith(ENDINGS):
        raise Refused(f"{name} is not an entry list", "", f"its name ends in {' '.join(ENDINGS)}")
    if len(data) > MOST_BYTES:
        raise Refused(f"{name} is too large", f"the limit is {MOST_BYTES >> 20} MiB", "cut it")
    target = inside(inbox() / name)
    try:
        if not inbox().is_dir():
            make_folder(Disk(), inbox())
        if len(os.listdir(inbox())) >= MOST_FILES:
            raise Refused("the inbox is full", f"it holds {MOST_FILES} files", "have it cleared")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(target, flags, FILE_MODE), "wb") as file, _whole(target):
            file.write(data)
            file.flush()
    except FileExistsError:
        raise Refused(f"{name} is in the inbox already", "", "give another name") from None
    return target


@contextmanager
def _whole(target: Path) -> Iterator[None]:
    """Half a list is not left for somebody to import."""
    try:
        yield
    except BaseException:
        with suppress(OSError):
            target.unlink()
        raise


# The kernel's limits on what a kiosk may do, under the program's own: Linux's Landlock. A kernel
# without it (before 5.19) changes nothing: the program's own rules apply.


CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""System calls; the same on every machine."""
NO_NEW_PRIVILEGES = 38
BELOW = 1
EXECUTE, WRITE, TRUNCATE = 1 << 0, 1 << 1, 1 << 14
CHANGES = sum(1 << bit for bit in (1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13))
"""Write to a file; take away and make files and folders of every kind; move between folders."""
MAKES = sum(1 << bit for bit in (1, 4, 5, 7, 8, 13))
"""What is given below a folder: no devices, pipes, sockets and links."""
OLDEST = 2
"""Landlock before that forbids every move between folders, which saves need."""
TRUNCATES = 3
DEVICES = ("/dev/null", "/dev/tty")


def fence_in(folders: Iterable[Path]) -> bool:
    """Let this process and its children change files below `folders` alone and start nothing but
    Python, whatever the code above has overlooked; whether the kernel could. Nobody needs rights
    for it."""
    import ctypes
    import struct

    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(CREATE_RULESET, None, 0, 1)
    if version < OLDEST:
        return False
    more = TRUNCATE if version >= TRUNCATES else 0
    handled = ctypes.create_string_buffer(struct.pack("=Q", EXECUTE | CHANGES | more))
    rules = libc.syscall(CREATE_RULESET, handled, 8, 0)
    if rules < 0:
        return False
    try:
        for folder in folders:
            _allow(libc, rules, folder, MAKES | more)
        for device in DEVICES:
            _allow(libc, rules, Path(device), WRITE | more)
        for program in _programs():
            _allow(libc, rules, program, EXECUTE)
        if libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0):
            return False
        return bool(libc.syscall(RESTRICT_SELF, rules, 0) == 0)
    finally:
        os.close(rules)


def _allow(libc: ctypes.CDLL, rules: int, path: Path, access: int) -> None:
    import ctypes
    import struct

    with suppress(OSError):
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rule = ctypes.create_string_buffer(struct.pack("=Qi", access, fd))
            libc.syscall(ADD_RULE, rules, BELOW, rule, 0)
        finally:
            os.close(fd)


def _programs() -> list[Path]:
    """Python, and what loads its libraries, which the kernel takes for a program too."""
    readable = [Path(sys.executable).resolve()]
    with suppress(OSError):
        maps = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
        loaders = set(re.findall(r"(/\S*/ld[\w.-]*\.so[\w.]*)$", maps, re.MULTILINE))
        readable += map(Path, sorted(loaders))
    return readable
