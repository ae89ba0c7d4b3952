"""The command line as a test sits at it: the real program, run in this process."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from saves.store import Store, open_event
from tui.cli import main

DATA = Path(__file__).parent.parent / "data"
JUNIORS = DATA / "entries" / "juniors-41.csv"


@dataclass(frozen=True)
class Answer:
    """What a command answered."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on standard output."""
        return json.loads(self.out)


class CommandLine:
    """Runs commands, each as the whole program would."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object) -> Answer:
        """Run one command, whatever comes of it."""
        self._capsys.readouterr()
        status = main([str(word) for word in words])
        out, err = self._capsys.readouterr()
        return Answer(status, out, err)

    def done(self, *words: object) -> str:
        """Run a command that must succeed; what it printed."""
        answer = self(*words)
        assert answer.status == 0, answer.err
        return answer.out

    def asked(self, *words: object) -> Any:
        """Run a command with `--json` that must succeed; its document."""
        return json.loads(self.done(*words, "--json"))

    def refused(self, *words: object) -> str:
        """Run a command that must be refused; its one line on standard error."""
        answer = self(*words)
        lines = [x for x in answer.err.splitlines() if not x.startswith("topboard: warning:")]
        assert answer.status == 2, answer
        assert len(lines) == 1, answer.err
        assert answer.out == ""
        return lines[0]

    def enter(self, event: object, results: Mapping[int, str]) -> None:
        """The results of these boards, in one command: a command for each costs many times as
        much."""
        slips = "".join(f'{board},"{result}"\n' for board, result in results.items())
        with pytest.MonkeyPatch.context() as patch:
            stdin(patch, slips.encode())
            self.done("result", event, "--from", "-")

    def missing(self, event: object) -> list[int]:
        """The open boards."""
        boards: list[int] = self.asked("status", event)["missing"]
        return boards

    def whites_win(self, event: object) -> None:
        """White wins on every open board."""
        if boards := self.missing(event):
            self.enter(event, dict.fromkeys(boards, "1-0"))


@contextmanager
def opened_once(event: Path) -> Iterator[Store]:
    """Commands that only look take the event as it was opened here: each would open it anew."""
    store = open_event(event, read_only=True)
    with mock.patch("saves.store.open_event", return_value=store):
        yield store


def csv_file(folder: Path, names: int, name: str = "entries.csv") -> Path:
    """An entry list of so many players, ratings falling."""
    rows = [
        f'"Player, {chr(65 + i // 26)}{chr(65 + i % 26)}",{2000 - 10 * i}' for i in range(names)
    ]
    path = folder / name
    path.write_text("name,rating\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def stdin(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    """What the program will read on its standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
