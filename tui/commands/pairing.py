"""The command `pair`: the next round of tournament files, as pairing engines print it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.event import Event
from engine.points import counted
from engine.protocol import Bracketed, Format, Proposal, part_of
from engine.refusal import Refused
from saves.foreign import read_bytes
from tui.commands.opening import settings_given, settings_option
from tui.commands.output import make_folder, refuse, say_json, warn, write_file
from tui.commands.subcommand import Subcommand
from tui.commands.tournament_files import (
    event_of,
    format_for,
    predetermined,
    refuse_other_kind,
    system_of,
)

if TYPE_CHECKING:
    from saves.trf_rounds import TrfFile
    from tui.commands.documents import Document


@dataclass(frozen=True, slots=True)
class DrawnPairs:
    """The round drawn for a file, by start numbers; (N, 0) is the bye."""

    round: int
    pairs: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        """As pairing engines print it: the number of pairs, then White and Black."""
        lines = [str(len(self.pairs)), *(f"{white} {black}" for white, black in self.pairs)]
        return "\n".join(lines) + "\n"


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="tournament files (TRF)")
    parser.add_argument(
        "--system", metavar="NAME", help="dutch or another format, whatever the file names"
    )
    settings_option(parser, "a setting of the format that TRF files cannot hold")
    target = parser.add_mutually_exclusive_group()
    target.add_argument("-o", "--output", metavar="FILE", help="write to a file")
    target.add_argument("-d", "--folder", metavar="FOLDER", help="NAME.pairs there for each file")
    parser.add_argument("--encoding", metavar="E", help="of the files, unless it is UTF-8")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def pair(args: Namespace) -> int:
    """0 where every file was drawn; 2, with a line for each that was not, else."""
    if args.output and len(args.files) > 1:
        raise Refused("-o takes the round of one file", "", "give -d FOLDER for several")
    if args.folder:
        make_folder(args.folder)
    targets: dict[Path, str] = {
        Path(f).expanduser().resolve(): "a file to read" for f in args.files
    }
    documents: list[Document] = []
    failed = 0
    for name in args.files:
        document: Document = {"file": name, "round": None, "pairs": None, "error": None}
        try:
            answer = _drawn(name, args)
            _put(answer, name, args, targets)
            document |= {"round": answer.round, "pairs": [list(pair) for pair in answer.pairs]}
        except Refused as refusal:
            refuse(refusal)
            failed += 1
            document["error"] = refusal.line
        documents.append(document)
    if args.json and (len(documents) > failed or len(documents) > 1):
        say_json({"files": documents})
    return 2 if failed else 0


def _drawn(name: str, args: Namespace) -> DrawnPairs:
    """The next round of a file; whatever goes wrong with it is a `Refused` that names it."""
    try:
        file = _read(name, args.encoding)
        format = format_for(args.system or system_of(file).format)
        refuse_other_kind(file, format)
        settings = settings_given(args.set)
        if format.beyond_trf and (format.keeps_apart or not settings):
            carries = f"a TRF file carries {format.beyond_trf}"
            warn(f"{Path(name).name}: {carries}: a draw that heeds them can differ")
        event = event_of(file, format, _rounds(file, format, name), settings)
        event = format.settle(event)
        _refuse_unready(event, format)
        return _answer(format.draw(event))
    except Refused as refusal:
        if refusal.where:
            raise
        place = Path(name).name
        raise refusal.at(place) from refusal
    except Exception as error:  # one file must not stop the others
        from tui.cli import failure

        problem = failure(error)
        raise Refused(problem.what, "", problem.remedy, where=Path(name).name) from error


def _read(name: str, encoding: str | None) -> TrfFile:
    from saves.trf_read import read_trf

    path = Path(name).expanduser()
    content = read_bytes(path)
    file = read_trf(content, path.name, encoding or _encoding(content), teams=None)
    for warning in file.warnings:
        if warning not in file.duplicates:
            warn(warning)
    for note in file.unknown:
        warn(f"{path.name}: {note}")
    return file


def _encoding(data: bytes) -> str | None:
    """Old programs write Latin-1. Only names can differ, and these are not asked for here."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "latin-1"
    return None


def _rounds(file: TrfFile, format: Format, name: str) -> int:
    """How many rounds the tournament has. Where the file is silent, this is not the last."""
    if file.total_rounds is not None:
        return file.total_rounds
    if part_of(format, Bracketed) is not None or predetermined(format):
        return len(file.rounds) + 1
    warn(f"{Path(name).name} does not say how many rounds there are (XXR, 142): not the last one")
    return len(file.rounds) + 2


def _refuse_unready(event: Event, format: Format) -> None:
    number = len(event.rounds) + 1
    if number > (format.rounds_planned(event) or event.settings.rounds):
        raise Refused(
            f"round {number} cannot be drawn",
            f"the tournament has {counted(event.settings.rounds, 'round')}",
            "correct the number of rounds (XXR, 142), or finish",
        )
    for round in event.rounds:
        for match in round.matches:
            if match.open:
                raise Refused(
                    f"round {number} cannot be drawn",
                    f"{match.white} against {match.black} in round {round.number} has no result",
                    "enter the result",
                )


def _answer(proposal: Proposal) -> DrawnPairs:
    pairs = [(int(match.white), int(match.black)) for match in proposal.matches]
    byes = [(int(bye.entrant), 0) for bye in proposal.byes if bye.kind == "pairing"]
    return DrawnPairs(proposal.round, (*pairs, *byes))


def _put(answer: DrawnPairs, name: str, args: Namespace, targets: dict[Path, str]) -> None:
    """To the file that was asked for, or to standard output."""
    if args.folder:
        target = Path(args.folder).expanduser() / f"{Path(name).stem}.pairs"
    elif args.output:
        target = Path(args.output)
    else:
        if not args.json:
            print(answer.text, end="", flush=True)
        return
    place = target.expanduser().resolve()
    if place in targets:
        why = f"it is {targets[place]}"
        raise Refused("not written", why, "give another place", where=str(target))
    targets[place] = f"the answer to {name}"
    write_file(str(target), answer.text.encode())


COMMANDS = {"pair": Subcommand(_arguments, pair)}
