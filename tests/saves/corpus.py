"""The corpus: events of every format as each edition of the program kept them, and how they stood.

An edition is made once, by the code that is released, and never changed afterwards:

    .venv/bin/python -m tests.saves.corpus edition-2 [NAME…]

Every event is played by the command line from a script in `corpus_scripts`, then kept whole
(journal, save files, restore points) as `NAME.tar.xz`, with `NAME.json` beside it: its
settings and what `entries`, `status`, `standings` and `round` said of it.
"""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

from engine.trial.chance import PERCENT, Chance
from engine.trial.play import Odds, strengths, with_results
from engine.waiting import Choice
from formats.registry import format_named
from saves.journal import action_of
from saves.store import open_event
from tests.saves.corpus_scripts import SCRIPTS
from tests.tui.desk_cli import opened_once
from tui import cli

DATA = Path(__file__).parent.parent / "data"
CORPUS = DATA / "corpus"


class ScriptRefused(Exception):
    """A line of a script that the program refused."""


class Player:
    """Plays a script line by line into the event folder `folder`.

    A line is a command without its event. Beside these there are: `entries FILE N`, the first
    lines of an entry list for `new --entries entries.csv`; `file FILE NAME`, a file of the test
    data under that name; `play [LEFT]`, results by chance for all open boards but the last LEFT;
    `choices`, a draw by choice to its end; `wish` and `forfeit`, a word in it; `do JSON`, an
    action that no command does; `by NAME`, the desk; `edit-file FILE OLD NEW` and `remove-file
    FILE`, done by hand.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.chance = Chance("corpus", folder.name)

    def play(self, script: str) -> None:
        """All its lines; `#` begins a comment."""
        for line in script.strip().splitlines():
            words = shlex.split(line, comments=True)
            if words:
                try:
                    self.line(words)
                except Exception as error:
                    raise ScriptRefused(f"{self.folder.name}: {line.strip()}: {error}") from error

    def line(self, words: list[str]) -> None:
        """One line."""
        name, *rest = words
        own = getattr(self, "_" + name.replace("-", "_"), None)
        if own is not None:
            own(*rest)
        else:
            command(name, str(self.folder), *rest)

    def _entries(self, file: str, number: str) -> None:
        rows = (DATA / "entries" / file).read_text(encoding="utf-8").splitlines()
        Path("entries.csv").write_text("\n".join(rows[: int(number) + 1]), encoding="utf-8")

    def _file(self, file: str, name: str) -> None:
        Path(name).write_bytes((DATA / file).read_bytes())

    def _play(self, left: str = "0") -> None:
        store = open_event(self.folder, read_only=True)
        event, format = store.event, store.format
        for round in event.published:
            played = with_results(round, format, strengths(event), Odds(self.chance, 30 * PERCENT))
            new = [m for m, was in zip(played.matches, round.matches, strict=True) if was.open]
            rows = [(m.board, m.result.text) for m in new if m.result is not None]
            rows = rows[: max(0, len(rows) - int(left))] if round is event.current else rows
            if rows:
                with Path("results.csv").open("w", encoding="utf-8", newline="") as file:
                    csv.writer(file).writerows(rows)
                there = str(round.number)
                command("result", str(self.folder), "--from", "results.csv", "--round", there)

    def _choices(self) -> None:
        while (choice := self._choice()) is not None:
            opponent = self.chance.pick(choice.pool)
            command("choose", str(self.folder), choice.chooser, opponent)

    def _forfeit(self) -> None:
        choice = self._choice()
        assert choice is not None
        command("choose", str(self.folder), choice.chooser, "--forfeit")

    def _wish(self) -> None:
        choice = self._choice()
        assert choice is not None
        team, what = choice.wishes[0]
        command("choose", str(self.folder), team, f"--{what}")

    def _choice(self) -> Choice | None:
        store = open_event(self.folder, read_only=True)
        return store.format.next_step(store.event).choice

    def _do(self, action: str) -> None:
        open_event(self.folder).do(action_of(json.loads(action), format_named))

    def _by(self, name: str) -> None:
        os.environ["TOPBOARD_USER"] = name

    def _edit_file(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        if old not in text:
            raise ValueError(f"{old!r} does not stand in {file}")
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def _remove_file(self, file: str) -> None:
        (self.folder / file).unlink()
        open_event(self.folder)


def command(*argv: str) -> str:
    """What a command says on standard output; it must not refuse."""
    said, refused = io.StringIO(), io.StringIO()
    with redirect_stdout(said), mock.patch("sys.stderr", refused):
        status = cli.main(argv)
    if status:
        raise ScriptRefused(refused.getvalue())
    return said.getvalue()


def outcome(folder: Path) -> dict[str, Any]:
    """How an event stands: its settings, `entries`, `status`, `standings`, `round` of each."""
    with opened_once(folder) as store:
        rounds, settings = store.event.rounds, store.format.settings_values(store.event.settings)
        return {
            "settings": {key: str(value) for key, value in settings.items()},
            "entries": json.loads(command("entries", str(folder), "--json")),
            "status": json.loads(command("status", str(folder), "--json")),
            "standings": json.loads(command("standings", str(folder), "--json")),
            "rounds": [
                json.loads(command("round", str(folder), "--round", str(r.number), "--json"))
                for r in rounds
            ],
        }


def kept() -> list[Path]:
    """Every event of every edition, as it was kept."""
    return sorted(CORPUS.glob("*/*.tar.xz"))


def unpacked(archive: Path, into: Path) -> Path:
    """The event's folder, as it was when it was kept."""
    shutil.unpack_archive(archive, into)
    return into / archive.name.removesuffix(".tar.xz")


def expected(archive: Path) -> dict[str, Any]:
    """How the event stood when it was kept."""
    beside = archive.with_name(archive.name.removesuffix(".tar.xz") + ".json")
    found: dict[str, Any] = json.loads(beside.read_text(encoding="utf-8"))
    return found


WORDED = frozenset({"why", "notes", "conflicts", "differences", "cost", "round_name", "present"})
"""Judged or worded by the program of today: no part of what stood."""
COUNTED = frozenset({"Won"})
"""In the first edition without what was won in the triangle and the Swiss of a repechage."""
RENAMED = {"neighbour": "lowest"}
"""Values of settings that have another name since."""
NUMBERED = frozenset({"no"})
"""Followed today's ratings in the first edition; given for good with round 1 since."""


def otherwise(was: Any, now: Any, where: str = "") -> Iterator[str]:
    """What a later version says otherwise; fields that are new then do not count."""
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        for key in was.keys() - WORDED - NUMBERED - COUNTED:
            if key not in now:
                yield f"{where}.{key} is missing"
            else:
                yield from otherwise(was[key], now[key], f"{where}.{key}")
    elif isinstance(was, list) and isinstance(now, list):
        if len(was) != len(now):
            yield f"{where} has {len(now)} instead of {len(was)}"
        was, now = (sorted(rows, key=_place) for rows in (was, now))
        for place, (old, new) in enumerate(zip(was, now, strict=False)):
            yield from otherwise(old, new, f"{where}[{place}]")
    elif was != now and RENAMED.get(str(was)) != now:
        yield f"{where} is {now!r}, it was {was!r}"


def _place(row: Any) -> tuple[int, str]:
    """Who shares a place stands in order of the numbers; all other lists keep their order."""
    return (row["rank"], row["id"]) if isinstance(row, Mapping) and "rank" in row else (0, "")


def make(edition: str, name: str) -> None:
    """Play one event and keep it."""
    into = CORPUS / edition
    into.mkdir(parents=True, exist_ok=True)
    archive = into / f"{name}.tar.xz"
    if archive.exists():
        raise SystemExit(f"{archive} is kept already: an edition never changes")
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        try:
            os.environ["TOPBOARD_EVENTS"] = str(Path("events").absolute())
            Path("events").mkdir()
            player = Player(Path("events", name))
            player.play(SCRIPTS[name])
            told = json.dumps(outcome(player.folder), ensure_ascii=False, indent=0)
            archive.with_name(f"{name}.json").write_text(told + "\n", encoding="utf-8")
            with tarfile.open(archive, "w:xz", preset=9) as packed:
                packed.add(player.folder, name, filter=_anonymous)
        finally:
            os.chdir(here)


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    member.uname = member.gname = ""
    member.uid = member.gid = 0
    member.mode = 0o755 if member.isdir() else 0o644
    return None if member.name.endswith((".lock", ".draw", ".desks")) else member


def main(edition: str, *names: str) -> None:
    """Make an edition, or events of it that are new."""
    with (
        mock.patch.dict(os.environ, {"TOPBOARD_USER": "anna"}),
        mock.patch("saves.disk.this_host", return_value="hall"),
        mock.patch("saves.store.this_host", return_value="hall"),
    ):
        os.environ.pop("TOPBOARD_MIRROR", None)
        for name in names or SCRIPTS:
            make(edition, name)
            print(name, (CORPUS / edition / f"{name}.tar.xz").stat().st_size)


if __name__ == "__main__":
    main(*sys.argv[1:])
