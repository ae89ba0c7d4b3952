"""What is asked of another engine, and its answers as values."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path

from crosstest.peers import Peer, Words

Pairs = frozenset[tuple[int, int]]
"""(White, Black) by start number; (N, 0) is the bye."""
Values = Mapping[tuple[int, str], Decimal | None]
"""By start number and code; None where there is no value."""


class BadAnswerError(Exception):
    """It gave no answer that can be used: `kind` is absent, crash, timeout, garbage or refusal."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Asked:
    """The commands of one engine."""

    peer: Peer

    def version(self) -> str:
        """Its own word, on one line."""
        if not self.peer.version:
            return ""
        return " ".join(self._said(self.peer.version, {}, answers=None).split())[:120]

    def differing(self, file: Path, rounds: int) -> list[int]:
        """The rounds of a file that it draws otherwise."""
        text = self._said(self.peer.check, {"file": str(file)}, answers=self.peer.answers)
        begun: list[int] = []
        differ: set[int] = set()
        for line in filter(str.strip, text.splitlines()):
            if number := re.search(self.peer.check_round, line):
                begun.append(int(number[1]))
            elif not re.search(self.peer.check_quiet, line):
                if not begun:
                    raise BadAnswerError("garbage", line[:120])
                differ.add(begun[-1])
        if set(begun) != set(range(1, rounds + 1)):
            raise BadAnswerError("garbage", f"{rounds} rounds to check, it names {len(begun)}")
        return sorted(differ)

    def pairs(self, file: Path, number: int) -> Pairs:
        """That round, of a file that ends before it, or of the whole one where the engine is
        called by rounds."""
        text = self._said(self.peer.pair, {"file": str(file), "round": number})
        lines = [line.split() for line in text.splitlines() if line.strip()]
        try:
            pairs = frozenset((int(white), int(black)) for white, black in lines[1:])
            number = int(lines[0][0])
        except (ValueError, IndexError) as error:
            raise BadAnswerError("garbage", text[:120]) from error
        seats = [seat for pair in pairs for seat in pair if seat]
        if number != len(pairs) or len(set(seats)) < len(seats):
            raise BadAnswerError("garbage", text[:120])
        return pairs

    def generated(
        self, folder: Path, seed: int, shape: Sequence[int], lots: Mapping[str, str]
    ) -> tuple[list[Path], list[BadAnswerError]]:
        """Tournaments of its own in a folder, and why some of them are not there; `shape`: how
        many, players, rounds."""
        count, players, rounds = shape
        marks: dict[str, object] = {**lots, "players": players, "rounds": rounds, "folder": folder}
        whole = any("{folder}" in word for word in self.peer.generate)
        failed: list[BadAnswerError] = []
        for n in range(1 if whole else count):
            marks |= {"count": count, "seed": seed + n, "file": folder / f"{seed + n}.trf"}
            marks["config"] = self._config(folder, marks)
            try:
                self._said(self.peer.generate, marks, count if whole else 1)
            except BadAnswerError as error:
                failed.append(error)
                (folder / f"{seed + n}.trf").unlink(missing_ok=True)
        return sorted(folder.glob("*.trf")), failed

    def _config(self, folder: Path, marks: Mapping[str, object]) -> Path:
        path = folder / "config.txt"
        if self.peer.config:
            path.write_text(self.peer.config.format_map(marks))
        return path

    def tables(self, files: Sequence[Path], codes: Sequence[str]) -> list[Values]:
        """The tie-breaks of each file."""
        marks = {"codes": tuple(codes)}
        if "{files}" not in self.peer.tiebreaks:
            each = [
                self._said(self.peer.tiebreaks, marks | {"file": str(f), "played": games(f)[0]})
                for f in files
            ]
        else:
            words = {"files": tuple(str(file) for file in files)}
            text = self._said(self.peer.tiebreaks, marks | words, len(files))
            each = [part for part in text.split("\f") if part.strip()]
        if len(each) != len(files):
            raise BadAnswerError("garbage", f"{len(each)} tables for {len(files)} files")
        return [_values(text, codes) for text in each]

    def _said(
        self,
        command: Words,
        marks: Mapping[str, object],
        many: int = 1,
        answers: Sequence[int] | None = (0,),
    ) -> str:
        words: list[str] = []
        for word in command:
            mark = marks.get(word[1:-1]) if word[:1] + word[-1:] == "{}" else None
            words += mark if isinstance(mark, tuple) else [word.format_map(marks)]
        try:
            answer = subprocess.run(
                words,
                capture_output=True,
                timeout=float(self.peer.seconds) * many,
                check=False,
                cwd=self.peer.folder or None,
                stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired as error:
            raise BadAnswerError("timeout", f"{error.timeout:g} s") from error
        except OSError as error:
            raise BadAnswerError("absent", str(error)) from error
        text, errors = (b.decode("utf-8", "replace") for b in (answer.stdout, answer.stderr))
        if answers is not None and answer.returncode not in answers:
            kind = "refusal" if answer.returncode in self.peer.refuses else "crash"
            last = ((errors.strip() or text.strip()).splitlines() or [""])[-1]
            raise BadAnswerError(kind, f"exit status {answer.returncode}, {last[:160]}")
        return text


def games(file: Path) -> tuple[int, int]:
    """Rounds and boards of a file, counted in its lines 001 alone."""
    text = file.read_text("utf-8", "replace")
    lines = [line for line in text.splitlines() if line.startswith("001")]
    cells = [line[91 + 10 * r : 99 + 10 * r] for line in lines for r in range(_rounds(line))]
    return max(map(_rounds, lines), default=0), sum(_opponent(cell) > 0 for cell in cells) // 2


def _rounds(line: str) -> int:
    return (len(line.rstrip()) - 91 + 9) // 10


def _opponent(cell: str) -> int:
    number = cell[:4].strip()
    return int(number) if number.isdigit() else 0


def _values(text: str, codes: Sequence[str]) -> Values:
    lines = [re.split(r"[\t;]", line.strip()) for line in text.splitlines() if line.strip()]
    values: dict[tuple[int, str], Decimal | None] = {}
    try:
        for no, _rank, *cells in lines[1:]:
            for code, cell in zip(codes, cells, strict=True):
                values[int(no), code] = Decimal(cell) if cell not in ("", "-") else None
    except (ValueError, InvalidOperation) as error:
        raise BadAnswerError("garbage", text[:120]) from error
    return values
