"""Files of other programs, one by one: `python -m crosstest.files PEERS.toml FILE.trf…`.

Each is checked, its next round is drawn, it is imported with its rounds, exported as TRF16 and
TRF26, imported from there and exported again; both exports go to every engine that has a check.
A line for each file says what came out, as a row of a Markdown table.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from crosstest.asking import Asked, BadAnswerError, games
from crosstest.ours import checked, command
from crosstest.peers import Peer, read_peers
from engine.refusal import Refused

KINDS = ("trf", "trf26")


def row(file: Path, peers: Sequence[Peer]) -> str:
    """What came out of one file."""
    with tempfile.TemporaryDirectory(prefix="crosstest-") as name:
        folder = Path(name)
        cells = [file.name, _checked(file), _said(_pair, file)]
        cells.append(_said(_new, folder / "event", file))
        for kind in KINDS if cells[-1] == "yes" else ():
            out = folder / f"{kind}.trf"
            cells.append(_said(_there_and_back, folder, out, kind))
            cells.append("; ".join(_read_by(out, peers)) if out.exists() else "")
        return f"| {' | '.join(' '.join(cell.replace('|', '/').split()) for cell in cells)} |"


def _said(work: Callable[..., str], *parts: object) -> str:
    try:
        return work(*parts)
    except Refused as refusal:
        return f"no: {refusal.line[:160]}"


def _checked(file: Path) -> str:
    document = checked([file])[str(file)]
    if document["error"]:
        return f"no: {document['error'].splitlines()[-1][:160]}"
    rounds = document["rounds"]
    differ = ", ".join(str(one["round"]) for one in rounds if one["differences"])
    said = f"{len(rounds)} rounds, {f'not as drawn: {differ}' if differ else 'all as drawn'}"
    return said + (f"; {len(document['ranks'])} rows not as computed" if document["ranks"] else "")


def _pair(file: Path) -> str:
    lines = command("pair", str(file), "--system", "dutch").splitlines()
    return f"{lines[0]} pairs"


def _new(event: Path, file: Path) -> str:
    words = ("--format", "dutch", "--with-rounds", "--insist")
    command("new", str(event), "--entries", str(file), *words)
    return "yes"


def _there_and_back(folder: Path, out: Path, kind: str) -> str:
    command("export", str(folder / "event"), "--as", kind, "-o", str(out))
    again, back = folder / f"{kind}-again", folder / f"{kind}-again.trf"
    _new(again, out)
    command("export", str(again), "--as", kind, "-o", str(back))
    if back.read_bytes() == out.read_bytes():
        return "and back the same"
    lines = set(out.read_text("utf-8").splitlines()) ^ set(back.read_text("utf-8").splitlines())
    return f"and back: {len(lines)} lines differ, {min(lines)[:40]!r}"


def _read_by(out: Path, peers: Sequence[Peer]) -> Iterator[str]:
    rounds = games(out)[0]
    ours = checked([out])[str(out)]
    mine = [one["round"] for one in ours["rounds"] or () if one["differences"]]
    for peer in peers:
        if not peer.check:
            continue
        try:
            theirs = Asked(peer).differing(out, rounds)
            apart = sorted({*theirs} ^ {*mine})
            yield f"{peer.name}: {f'rounds {apart} otherwise than we' if apart else 'as we'}"
        except BadAnswerError as error:
            yield f"{peer.name}: {error.kind}, {' '.join(str(error).split())[:120]}"


def main() -> int:
    """A row for each file."""
    peers = read_peers(Path(sys.argv[1]))
    print("| file | check | pair | import | TRF16 | read by | TRF26 | read by |")
    print("|---|---|---|---|---|---|---|---|")
    for name in sys.argv[2:]:
        print(row(Path(name), peers), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
