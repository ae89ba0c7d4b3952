"""Every parser that foreign bytes can reach, as one function each: taken, or refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from engine.actions.results import read_result
from engine.event import Event, Match
from engine.protocol import Format
from engine.refusal import Refused
from engine.results import parse_game
from formats.registry import FORMATS, format_named
from saves.contents import checked_file
from saves.entries_csv import read_entries
from saves.journal import action_of, decode, scan
from saves.plain import BadValue
from saves.safe_text import clean, safe
from saves.toml import load
from saves.trf_read import read_trf
from tests.saves.toy import made, toy_named

DATA = Path(__file__).parent.parent / "data"
Parser = Callable[[bytes], object]


def toml(data: bytes) -> object:
    """A save file, checked by its model; the first byte says which."""
    name = ("event.toml", "players.toml", "round-01.toml")[data[:1][0] % 3 if data else 0]
    content = load(data[1:], name)
    content.pop("seal", None)
    return checked_file(name, content, data[1:])


def journal(data: bytes) -> object:
    """A journal, and every action in it."""
    reading = scan(data)
    return [_action(line) for line in reading.lines]


def action(data: bytes) -> object:
    """The content of a journal line whose checksum and chain are right."""
    return _action(b"00000000 " + data)


def _action(line: bytes) -> object:
    try:
        return action_of(decode(line).action, toy_named)
    except (BadValue, ValueError, RecursionError):
        # said as "action N is not understood", see `History.entry`
        return None


def trf(data: bytes) -> object:
    return read_trf(data, "open.trf")


def entries(data: bytes) -> object:
    return read_entries(data, "list.csv")


def result(data: bytes) -> object:
    """What somebody types as a result, in every format."""
    text = data.decode("utf-8", "replace")
    match = Match(1, "1", "2")
    found: list[object] = []
    for name in FORMATS:
        try:
            found.append(read_result(_format(name), match, text))
        except Refused as refusal:
            found.append(refusal.line)
    return found, parse_game(text)


def _format(name: str) -> Format:
    return format_named(name)


def text(data: bytes) -> object:
    """A name on its way in and out."""
    name = data.decode("utf-8", "surrogatepass" if data[:1] == b"s" else "replace")
    shown = safe(name)
    assert safe(shown) == shown
    assert not {"\x1b", "\x9b", "\x07", "\u202e", "\n"} & set(shown)
    return clean(name, "name")


def bare(data: bytes) -> object:
    """The control: a line of the journal taken for a table without a look."""
    try:
        return json.loads(data)["action"]["kind"]
    except (ValueError, KeyError):
        raise Refused("not a journal line") from None


PARSERS: dict[str, Parser] = {
    "toml": toml,
    "journal": journal,
    "action": action,
    "trf": trf,
    "entries": entries,
    "result": result,
    "text": text,
}


CONTROLS: dict[str, Parser] = {"bare": bare}


def tried(name: str, data: bytes) -> bool:
    """Whether the parser took it; anything but a refusal comes out."""
    try:
        (PARSERS | CONTROLS)[name](data)
    except Refused as refusal:
        return "\x1b" in safe(refusal.line, 2000)
    except UnicodeDecodeError:
        assert name == "text", "bytes that are no text must be refused"
    return True


def seeds(name: str, place: Path) -> list[bytes]:
    """Good input to begin from."""
    if name == "trf":
        return [(DATA / "trf" / f"{n}.trf").read_bytes() for n in ("t0086", "s008_r4")]
    if name == "entries":
        return [(DATA / "entries" / n).read_bytes() for n in ("juniors-41.csv", "teams-16.csv")]
    if name == "result":
        return [w.encode() for w in ("1-0", "1/2-1/2", "+/-", "-", "2.5-1.5", "1½-½", "34")]
    if name == "text":
        return ["Müller, Eva\x1b]52;c;x\x07".encode(), "a\u0301\u202e李".encode()]
    folder = place / f"seed-{name}"
    _event(folder)
    if name == "toml":
        files = ("event.toml", "players.toml", "round-01.toml")
        return [bytes([n]) + (folder / file).read_bytes() for n, file in enumerate(files)]
    whole = (folder / "journal.log").read_bytes()
    return [whole] if name == "journal" else [line[9:] for line in whole.splitlines()]


def _event(folder: Path) -> Event:
    return made(folder, 9, 2).event
