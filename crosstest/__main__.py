"""The command `python -m crosstest`: runs, goes on where it was stopped, says what came out."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, fields
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from crosstest.asking import Asked, BadAnswerError
from crosstest.parcels import KINDS, SIZE, Counts, Sizes, Task, carried, kinds_for, parcel
from crosstest.peers import read_peers
from engine.refusal import Refused
from tui.commands.progress import ProgressBar
from tui.commands.trial_pools import AHEAD, Cluster

EXAMPLES = Path(__file__).with_name("peers.toml")


@dataclass(slots=True)
class Line:
    """How far one kind of comparison with one engine is."""

    peer: str
    version: str
    kind: str
    parcels: int
    counts: Counts


class State:
    """What has been compared so far, in a file that is written after every parcel."""

    def __init__(self, folder: Path, asked_for: dict[str, Any]) -> None:
        self._path = folder / "state.json"
        self.lines: dict[tuple[str, str], Line] = {}
        self._asked_for = asked_for
        if self._path.exists():
            known = json.loads(self._path.read_text("utf-8"))
            if known["asked_for"] != asked_for:
                why = f"it is of {known['asked_for']}"
                raise Refused(f"{folder} has another run", why, "give another folder")
            for row in known["lines"]:
                counts = row.pop("counts")
                for name in ("criteria", "failures"):
                    counts[name] = Counter(counts[name])
                line = Line(**row, counts=Counts(**counts))
                self.lines[line.peer, line.kind] = line

    def line(self, task: Task) -> Line:
        """The line of a comparison."""
        return self.lines[task.peer.name, task.kind]

    def begin(self, task: Task, version: str) -> None:
        """A line for it, if there is none."""
        new = Line(task.peer.name, version, task.kind, 0, Counts())
        self.lines.setdefault((new.peer, new.kind), new).version = version

    def add(self, task: Task, counts: Counts) -> None:
        """Another parcel of it is done."""
        line = self.line(task)
        line.counts.add(counts)
        line.parcels += 1
        self.save()

    def save(self) -> None:
        """In one step: a run that is stopped leaves the old state or the new one."""
        lines = [_document(line) for line in self.lines.values()]
        new = self._path.with_suffix(".new")
        new.write_text(json.dumps({"asked_for": self._asked_for, "lines": lines}, indent=1))
        new.replace(self._path)


def _document(line: Line) -> dict[str, Any]:
    counts = {f.name: getattr(line.counts, f.name) for f in fields(Counts)}
    return {f.name: getattr(line, f.name) for f in fields(Line)} | {"counts": counts}


def arguments() -> ArgumentParser:
    """What the command takes."""
    parser = ArgumentParser(prog="python -m crosstest", description=__doc__)
    parser.add_argument("peers", metavar="PEERS.toml", type=Path, nargs="?", default=EXAMPLES)
    parser.add_argument("--only", metavar="NAME", action="append", help="these engines (all)")
    parser.add_argument("--kind", choices=KINDS, action="append", help="these comparisons (all)")
    parser.add_argument("--tournaments", metavar="N", type=int, default=1000, help="of each kind")
    parser.add_argument("--tables", metavar="N", type=int, help="of tie-breaks (as tournaments)")
    parser.add_argument("--players", metavar="LOW-HIGH", type=_range, help="as the generator does")
    parser.add_argument("--rounds", metavar="LOW-HIGH", type=_range, help="as the generator does")
    parser.add_argument("--seed", metavar="S", type=int, default=1)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", metavar="N", type=int, default=1, help="processes (1)")
    where.add_argument(
        "--cluster", metavar="ADDRESS|local:N",
        help="a Dask scheduler whose workers compare, or N workers on this machine",
    )  # fmt: skip
    parser.add_argument(
        "-d", "--folder", metavar="FOLDER", type=Path, default=Path("crosstest-run"),
        help="for the state and the files that differ; a run goes on where it was stopped",
    )  # fmt: skip
    return parser


def _range(text: str) -> tuple[int, int]:
    low, _, high = text.partition("-")
    return int(low), int(high or low)


def run(args: Namespace) -> int:
    """0 where nothing differs, 1 where something does, 2 for what cannot be run."""
    peers = [p for p in read_peers(args.peers) if not args.only or p.name in args.only]
    if missing := set(args.only or ()) - {peer.name for peer in peers}:
        raise Refused(f"{sorted(missing)[0]} is not in {args.peers}", "", "name one that is")
    args.folder.mkdir(parents=True, exist_ok=True)
    sizes = Sizes(args.players, args.rounds)
    state = State(args.folder, {"seed": args.seed, **json.loads(json.dumps(asdict(sizes)))})
    tasks: dict[Task, int] = {}
    for peer in peers:
        try:
            version = Asked(peer).version()
        except BadAnswerError as error:
            print(f"{peer.name}: left out: {error}", file=sys.stderr)
            continue
        for kind in kinds_for(peer):
            if not args.kind or kind in args.kind:
                task = Task(peer, kind, args.seed, sizes, args.folder / "differences")
                many = args.tables if "tables" in kind and args.tables else args.tournaments
                tasks[task] = -(-many // SIZE)
                state.begin(task, version)
    _go_on(state, tasks, args.jobs, args.cluster)
    print(report(state))
    return int(any(line.counts.differ or line.counts.failures for line in state.lines.values()))


def _go_on(state: State, tasks: dict[Task, int], jobs: int, cluster: str | None) -> None:
    """The parcels that are still to be done, of all comparisons in turn."""
    done = {task: state.line(task).parcels for task in tasks}
    waiting = sorted(
        ((number, n) for n, task in enumerate(tasks) for number in range(done[task], tasks[task])),
    )
    todo = [(list(tasks)[n], number) for number, n in waiting]
    before, total = sum(done.values()), sum(tasks.values())
    with ProgressBar("crosstest", "tournaments", total * SIZE, stoppable=True) as progress:
        found = _counted(todo, jobs) if cluster is None else _by_cluster(todo, cluster)
        for place, counts in enumerate(found):
            state.add(todo[place][0], counts)
            progress((before + place + 1) * SIZE)
            if progress.stopped:
                break
    if progress.stopped:
        print(report(state))
        raise KeyboardInterrupt


def _counted(todo: Sequence[tuple[Task, int]], jobs: int) -> Iterator[Counts]:
    """In the order of the parcels, so that the state is always a beginning of the run."""
    if jobs == 1:
        yield from (parcel(task, number) for task, number in todo)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        rest = iter(todo)
        waiting = [pool.submit(parcel, *each) for each in islice(rest, 2 * jobs)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(parcel, *each) for each in islice(rest, 1)]


def _by_cluster(todo: Sequence[tuple[Task, int]], address: str) -> Iterator[Counts]:
    """In the same order, whoever is done first."""
    with Cluster(address) as cluster:
        rest, ready = iter(enumerate(todo)), dict[int, tuple[Counts, Mapping[str, bytes]]]()
        under_way = 0
        for place, (task, _) in enumerate(todo):
            while place not in ready:
                free = AHEAD * cluster.workers - under_way
                for at, each in islice(rest, max(0, free)):
                    cluster.hand_out(at, carried, *each)
                    under_way += 1
                at, result = cluster.first()
                ready[at] = result
                under_way -= 1
            counts, files = ready.pop(place)
            for name, data in files.items():
                task.keep.mkdir(parents=True, exist_ok=True)
                (task.keep / name).write_bytes(data)
            yield counts


def report(state: State) -> str:
    """A table in Markdown, then what differs by criterion and what gave no answer."""
    rows = ["| engine | compared | tournaments | rounds | boards | values | differ | no answer |",
            "|---|---|---:|---:|---:|---:|---:|---:|"]  # fmt: skip
    notes: list[str] = []
    for line in state.lines.values():
        c = line.counts
        numbers = (c.tournaments, c.rounds, c.boards, c.values, c.differ, c.failures.total())
        cells = [line.peer, line.kind, *(f"{number:,}" for number in numbers)]
        rows.append(f"| {' | '.join(cells)} |")
        for why, many in [*c.criteria.most_common(), *c.failures.most_common(12)]:
            notes.append(f"- {line.peer}, {line.kind}: {many:,} × {why}")
    versions = {line.peer: line.version for line in state.lines.values() if line.version}
    named = [f"- {name}: {version}" for name, version in versions.items()]
    return "\n".join([*rows, "", *named, *notes])


def main(argv: Sequence[str] | None = None) -> int:
    """Run it; whatever cannot be run is said in a line."""
    try:
        return run(arguments().parse_args(argv))
    except Refused as refusal:
        print(f"crosstest: {refusal.line}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
