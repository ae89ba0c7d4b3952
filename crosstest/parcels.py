"""A parcel of tournaments: made by one side, checked by the other, kept where they part."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from random import Random

from crosstest.asking import Asked, BadAnswerError, Pairs, Values, games
from crosstest.ours import Tournament, checked, generated
from crosstest.peers import Peer
from engine.refusal import Refused

SIZE = 20
"""Tournaments of a parcel."""

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "by lot": (),
    "byes": ("--half-byes", "10", "--full-byes", "3", "--zero-byes", "6"),
    "absence": ("--withdrawals", "8", "--reentries", "50", "--late", "20"),
    "forfeits": ("--forfeit-wins", "5", "--forfeit-losses", "5", "--double-forfeits", "2"),
    "odd results": ("--odd-results", "8"),
    "points": ("--points", "any"),
    "acceleration": ("--acceleration", "any"),
    "bars": ("--bars", "3"),
    "level ratings": ("--ratings", "1500-1510", "--unrated", "30"),
    "draws": ("--draws", "70"),
    "forfeits of any kind": ("--forfeits", "8"),
    "all": (
        "--half-byes", "5", "--full-byes", "2", "--zero-byes", "4", "--withdrawals", "4",
        "--reentries", "50", "--late", "10", "--forfeits", "5", "--odd-results", "4",
        "--points", "any", "--acceleration", "any", "--bars", "2", "--unrated", "20",
    ),
}  # fmt: skip
"""Options of `topboard generate`; each parcel has one row, the next one the next. What a row
leaves out is drawn by lot."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """What the tournaments of a run have, from and to; None for what the generator draws."""

    players: tuple[int, int] | None = None
    rounds: tuple[int, int] | None = None

    def of(self, lot: Random) -> tuple[int, int]:
        """Players and rounds of a parcel."""
        players = lot.randint(*(self.players or (8, 60)))
        return players, min(lot.randint(*(self.rounds or (4, 9))), max(1, players * 2 // 3))


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """One kind of comparison with one engine: `KINDS` says which there are."""

    peer: Peer
    kind: str
    seed: int
    sizes: Sizes
    keep: Path
    """Where files that differ are kept."""
    size: int = SIZE
    """Tournaments of a parcel."""


@dataclass(slots=True)
class Counts:
    """What was compared, and what came out."""

    tournaments: int = 0
    rounds: int = 0
    boards: int = 0
    values: int = 0
    differ: int = 0
    """Tournaments that differ."""
    criteria: Counter[str] = field(default_factory=Counter)
    """Rounds or values that differ, by the first criterion or the code."""
    failures: Counter[str] = field(default_factory=Counter)
    """Tournaments without an answer, by what happened."""
    kept: list[str] = field(default_factory=list)

    def add(self, other: Counts) -> None:
        """What another parcel had."""
        for name in ("tournaments", "rounds", "boards", "values", "differ"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.criteria.update(other.criteria)
        self.failures.update(other.failures)
        self.kept += other.kept


def parcel(task: Task, number: int) -> Counts:
    """Make and compare the tournaments of one parcel."""
    counts = Counts()
    with tempfile.TemporaryDirectory(prefix="crosstest-") as folder:
        work = _Work(task, number, Path(folder), counts)
        KINDS[task.kind](work)
    return counts


def carried(task: Task, number: int) -> tuple[Counts, Mapping[str, bytes]]:
    """A parcel on another machine: what it keeps goes with its counts."""
    with tempfile.TemporaryDirectory(prefix="crosstest-") as folder:
        counts = parcel(replace(task, keep=Path(folder)), number)
        return counts, {file.name: file.read_bytes() for file in Path(folder).iterdir()}


class _Work:
    def __init__(self, task: Task, number: int, folder: Path, counts: Counts) -> None:
        self.peer, self.asked, self.counts = task.peer, Asked(task.peer), counts
        self.task, self.number, self.folder = task, number, folder
        self.seed = task.seed + number * task.size
        self.lot = Random(f"{task.seed} {task.kind} {number}")
        self.players, self.rounds = task.sizes.of(self.lot)

    def ours(self, *more: str) -> list[Path]:
        """Tournaments of this program, within what the engine can."""
        row = list(OPTIONS.values())[self.number % len(OPTIONS)]
        kinds = self.peer.files
        kind = kinds[self.number // len(OPTIONS) % len(kinds)]
        words = ["--tournaments", str(self.task.size), "--seed", str(self.seed)]
        if self.task.sizes.players:
            words += ["--players", str(self.players)]
        if self.task.sizes.rounds:
            words += ["--rounds", str(self.rounds)]
        words += [*row, *self.peer.options, *more]
        words += ["--system", self.peer.system, *self.peer.settings_by_lot(self.lot)]
        if kind == "trf26" and "--trf26" not in more:
            words.append("--trf26")
        return generated(self.folder, words)

    def theirs(self) -> list[Path]:
        """Tournaments of the engine."""
        lots = self.peer.drawn_by_lot(self.lot)
        shape = (self.task.size, self.players, self.rounds)
        files, errors = self.asked.generated(self.folder, self.seed, shape, lots)
        for error in errors:
            self.failed(None, error)
        return files

    def tournament(self, file: Path) -> Tournament:
        """As an event of the engine's system."""
        return Tournament(file, self.peer.system)

    def count(self, file: Path) -> None:
        rounds, boards = games(file)
        self.counts.tournaments += 1
        self.counts.rounds += rounds
        self.counts.boards += boards

    def failed(self, file: Path | None, error: Exception) -> None:
        kind = error.kind if isinstance(error, BadAnswerError) else "refused by us"
        self.counts.failures[f"{kind}: {_shape(str(error))}"] += 1
        if file is not None:
            self.keep(file, f"{kind}: {error}")

    def keep(self, file: Path, words: str) -> None:
        """The file, and beside it what was said of it."""
        name = f"{self.peer.name}-{self.task.kind.replace(' ', '-')}-{self.number}-{file.name}"
        self.task.keep.mkdir(parents=True, exist_ok=True)
        (self.task.keep / name).write_bytes(file.read_bytes())
        (self.task.keep / f"{name}.txt").write_text(words + "\n", "utf-8")
        self.counts.kept.append(name)

    def differs(self, file: Path, rounds: Mapping[int, Pairs | None], whose: str) -> None:
        """These rounds are drawn otherwise by the engine (None: it does not say how)."""
        tournament = self.tournament(file)
        words = []
        for number, pairs in sorted(rounds.items()):
            first = "not named"
            if pairs is not None:
                first = tournament.first_criterion(number, pairs)
                ours = tournament.drawn(number)
                words.append(f"round {number}: ours {_text(ours - pairs)}; "
                             f"theirs {_text(pairs - ours)}: {first}")  # fmt: skip
            self.counts.criteria[first] += 1
        self.counts.differ += 1
        self.keep(file, "\n".join([whose, *words]))


def _shape(words: str) -> str:
    """Without file names and the like: failures of one kind are counted together."""
    kept = (w for w in words.split() if "/" not in w and not w.endswith((".trf", ".trf:")))
    return " ".join(kept)[:100]


def _text(pairs: Pairs) -> str:
    return ", ".join(f"{white}-{black}" for white, black in sorted(pairs))


def _check_ours(work: _Work) -> None:
    """Our tournaments, checked by the engine."""
    for file in work.ours():
        work.count(file)
        try:
            rounds = work.asked.differing(file, games(file)[0])
            if rounds:
                told = {n: _their_pairs(work, file, n) for n in rounds}
                work.differs(file, told, "our tournament, checked by them")
        except (BadAnswerError, Refused) as error:
            work.failed(file, error)


def _their_pairs(work: _Work, file: Path, number: int) -> Pairs | None:
    if not work.peer.pair:
        return None
    if work.peer.of_rounds:
        return work.asked.pairs(file, number)
    cut = work.folder / "cut" / file.name
    cut.parent.mkdir(exist_ok=True)
    cut.write_bytes(work.tournament(file).before(number))
    return work.asked.pairs(cut, number)


def _pair_ours(work: _Work) -> None:
    """Every round of our tournaments, drawn by the engine from the file as it stood."""
    for file in work.ours():
        work.count(file)
        try:
            tournament = work.tournament(file)
            told = {n: _their_pairs(work, file, n) for n in range(1, tournament.rounds + 1)}
            apart = {n: pairs for n, pairs in told.items() if pairs != tournament.pairs(n)}
            if apart:
                work.differs(file, apart, "our tournament, drawn by them")
        except (BadAnswerError, Refused) as error:
            work.failed(file, error)


def _check_theirs(work: _Work) -> None:
    """Tournaments of the engine, checked by this program."""
    files = work.theirs()
    documents = checked(files) if files else {}
    for file in files:
        document = documents[str(file)]
        if document["error"]:
            work.failed(file, Refused(document["error"], "", ""))
            continue
        work.count(file)
        rounds = [one["round"] for one in document["rounds"] if one["differences"]]
        if rounds:
            tournament = work.tournament(file)
            told = {n: tournament.pairs(n) for n in rounds}
            work.differs(file, told, "their tournament, checked by us")
        elif document["ranks"] and work.peer.ranks:
            work.counts.criteria["points or rank"] += 1
            work.counts.differ += 1
            work.keep(file, f"their tournament: {document['ranks']}")


def _tables_ours(work: _Work) -> None:
    _tables(work, work.ours("--trf26"))


def _tables_theirs(work: _Work) -> None:
    _tables(work, work.theirs())


def _tables(work: _Work, files: Sequence[Path]) -> None:
    """The tie-breaks of these, computed by both."""
    codes = work.peer.codes
    for file, theirs in _answered(work, files, lambda some: work.asked.tables(some, codes)):
        work.count(file)
        ours = work.tournament(file).values(codes)
        both = {key: (value, theirs.get(key)) for key, value in ours.items()}
        apart = {key: pair for key, pair in both.items() if not _same(work.peer, key[1], *pair)}
        work.counts.values += len(ours)
        if missing := {no for no, _ in ours} - {no for no, _ in theirs}:
            work.failed(file, BadAnswerError("garbage", f"{len(missing)} players are missing"))
        elif apart:
            work.counts.differ += 1
            work.counts.criteria.update(code for _, code in apart)
            words = [f"{no} {code}: ours {a}, theirs {b}" for (no, code), (a, b) in apart.items()]
            work.keep(file, "\n".join(words))


def _answered(
    work: _Work, files: Sequence[Path], ask: Callable[[Sequence[Path]], list[Values]]
) -> Iterator[tuple[Path, Values]]:
    """All at once; one by one where that fails, so that the bad one is named."""
    try:
        yield from zip(files, ask(files), strict=True)
        return
    except BadAnswerError as error:
        if error.kind == "absent":
            raise
    for file in files:
        try:
            yield file, ask([file])[0]
        except BadAnswerError as error:
            work.failed(file, error)


def _same(peer: Peer, code: str, ours: Decimal | None, theirs: Decimal | None) -> bool:
    """No value, as of a rating performance without games, is nought for some."""
    apart = abs((ours or Decimal()) - (theirs or Decimal()))
    return apart <= peer.tolerance.get(code, Decimal())


KINDS: Mapping[str, Callable[[_Work], None]] = {
    "check ours": _check_ours,
    "pair ours": _pair_ours,
    "check theirs": _check_theirs,
    "tables of ours": _tables_ours,
    "tables of theirs": _tables_theirs,
}
NEEDS: Mapping[str, tuple[str, ...]] = {
    "check ours": ("check",),
    "pair ours": ("pair",),
    "check theirs": ("generate",),
    "tables of ours": ("tiebreaks",),
    "tables of theirs": ("tiebreaks", "generate"),
}
"""Commands that an engine must have for each. Who has a check is not asked for the pairs of every
round too."""


def kinds_for(peer: Peer) -> list[str]:
    """What can be compared with an engine."""
    kinds = [kind for kind, needs in NEEDS.items() if all(getattr(peer, need) for need in needs)]
    return [kind for kind in kinds if not (kind == "pair ours" and peer.check)]
