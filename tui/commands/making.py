"""Commands that make events: demo, formats, new, import."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.actions import Action, ChangeSettings, CreateEvent, ImportPlayers
from engine.actions.base import applied
from engine.actions.entries import byes_left_out, unused_columns
from engine.event import Event, EventSettings, Mode
from engine.event_data import data_given, data_notes
from engine.log import begun
from engine.points import counted
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import Refused
from formats.registry import all_formats, format_named
from tui.commands import documents
from tui.commands.checking import Checked, check_file, warn_of_other_colour
from tui.commands.entry_files import Given, as_teams, read_entry_file
from tui.commands.next_words import next_words
from tui.commands.opening import (
    cleaned,
    done,
    event_argument,
    insist_option,
    json_option,
    mode_setting,
    parted,
    settings_given,
    settings_option,
    whole_number,
    writing,
)
from tui.commands.output import say, say_json, say_table, warn
from tui.commands.places import new_folder
from tui.commands.subcommand import Subcommand
from tui.commands.tournament_files import (
    as_event,
    as_it_counts_rounds,
    assumptions,
    draw_settings,
    entrants_for,
    format_for,
    system_of,
    tie_breaks,
)
from tui.rating_desk import from_lists

if TYPE_CHECKING:
    from saves.store import Store
    from saves.trf_rounds import TrfFile

SEEDS = 1_000_000
TOLD = 20
"""So many broken rules of imported rounds are named."""


def _formats_arguments(parser: ArgumentParser) -> None:
    json_option(parser)


def formats(args: Namespace) -> int:
    """Every format with its settings."""
    formats = all_formats()
    if args.json:
        keys = ("key", "default", "bounds", "meaning")
        say_json({"formats": [
            {
                "name": f.name,
                "title": f.title,
                "summary": f.summary,
                "settings": [dict(zip(keys, row, strict=True)) for row in f.settings_help()],
            }
            for f in formats
        ]})  # fmt: skip
        return 0
    for format in formats:
        say(f"{format.name}: {format.title}. {format.summary}")
        say_table(("  setting", "default", "bounds", "meaning"),
                  [[f"  {row[0]}", *row[1:]] for row in format.settings_help()])  # fmt: skip
    return 0


def _new_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="FOLDER", help="a path, or a bare name for the folder of events"
    )
    parser.add_argument("--format", metavar="NAME", required=True, help="see `topboard formats`")
    parser.add_argument("--title", metavar="T", help="the event's title (else the folder's name)")
    parser.add_argument("--rounds", metavar="N", help="number of rounds")
    parser.add_argument("--entries", metavar="FILE", help="entrants from a CSV or TRF file")
    parser.add_argument("--with-rounds", action="store_true", help="take the TRF's rounds too")
    settings_option(
        parser, "a setting of the format, or place, start, arbiter … of the event itself"
    )
    parser.add_argument("--seed", metavar="N", type=whole_number, help="fixes every lot")
    _file_options(parser)
    json_option(parser)


def _file_options(parser: ArgumentParser) -> None:
    parser.add_argument("--encoding", metavar="E", help="of the file, unless it is UTF-8")
    parser.add_argument(
        "--teams", metavar="N", type=whole_number,
        help="in a format of single players: enter the teams of the list, rated by the mean of "
        "their first N players",
    )  # fmt: skip
    insist_option(parser, "take two entrants of one name, and rounds that are not by the rules")


def new(args: Namespace) -> int:
    """Make an event. Everything is tried first: a refused one leaves no folder."""
    from saves.store import create_event

    format = format_named(args.format)
    entry_file = _entries_of(args, format)
    checked: list[Checked] = []
    if entry_file and entry_file.tournament and args.with_rounds:
        entry_file, checked = _drawn_again(entry_file, entry_file.tournament, args)
        _tell(checked, format)
    settings = _settings(args, entry_file, format)
    given = mode_setting(parted(settings_given(args.set))[0])
    mode = given or _first_mode(entry_file, format, args)
    seed = secrets.randbelow(SEEDS) if args.seed is None else args.seed
    details = entry_file.details if entry_file else ()
    create = CreateEvent(_title(args, entry_file), format.name, settings, seed, details, mode)
    event = begun(create, format).event
    own_data = _own_data(event, args)
    if entry_file and not args.with_rounds:
        with_data = event
        for action in own_data:
            with_data = action.apply(with_data, format)
        entry_file = replace(entry_file, entrants=from_lists(entry_file.entrants, with_data))
    actions = [*own_data]
    if entry_file:
        rounds = _rounds_of_entries(entry_file, settings, format)
        actions += _taking(entry_file, checked, args, rounds)
        _tell_unused(event, format, entry_file)
    for action in actions:
        event = applied(action, event, format)
    for note in data_notes(event):
        warn(note)
    folder = new_folder(args.folder)
    store = create_event(folder, create)
    for action in actions:
        event = store.do(action)
    notes = _notes(entry_file, format, args) if entry_file else ()
    return _made(args, store, folder, notes, checked)


def _tell_unused(event: Event, format: Format, entry_file: Given) -> None:
    """What of the list the event does not take, or makes nothing of."""
    if left_out := byes_left_out(event, format, entry_file.entrants):
        warn(left_out)
    for text in unused_columns(event, format, entry_file.entrants):
        warn(text)


def _notes(entry_file: Given, format: Format, args: Namespace) -> tuple[str, ...]:
    """How the file was read, and with its rounds what it left to be assumed."""
    if entry_file.tournament is None or not args.with_rounds:
        return entry_file.notes
    rules_set = {*_rules_given(args), *(("rounds",) if args.rounds else ())}
    return (*entry_file.notes, *assumptions(entry_file.tournament, format, rules_set))


def _own_data(event: Event, args: Namespace) -> list[Action]:
    """What `--set` says of the event itself; it has priority over a file."""
    own_data = parted(settings_given(args.set))[1]
    if not own_data:
        return []
    return [
        ChangeSettings(details=data_given(dict(event.details), own_data, event.settings.rounds))
    ]


def _rules_given(args: Namespace) -> dict[str, str]:
    """What `--set` says of the format's settings, without the mode."""
    settings = parted(settings_given(args.set))[0]
    mode_setting(settings)
    return settings


def _first_mode(entry_file: Given | None, format: Format, args: Namespace) -> Mode:
    """Strict in FIDE's own systems, unless the rounds come from a file that says that it is not,
    or that is of another system."""
    file = entry_file.tournament if entry_file is not None and args.with_rounds else None
    if not format.strict or file is None or not file.rounds:
        return "strict" if format.strict else ""
    try:
        system = system_of(file)
    except Refused:
        return "free"
    return "free" if file.left_strict or system.format != format.name else "strict"


def _drawn_again(entry_file: Given, file: TrfFile, args: Namespace) -> tuple[Given, list[Checked]]:
    """The rounds checked before they come in; the file with the first board's colour by which
    they are most as drawn, and its players with the byes and late entries of its rounds."""
    if args.rounds and args.rounds.isascii() and args.rounds.isdigit():
        file = replace(file, total_rounds=int(args.rounds))  # else the settings refuse it
    format = format_for(args.format)
    fitted, rounds = check_file(file, format, _rules_given(args))
    warn_of_other_colour(file, fitted)
    entrants = entrants_for(fitted, format, max(fitted.total_rounds or 0, len(fitted.rounds)) or 1)
    fitted, lots = as_event(fitted, format, _rules_given(args))
    return replace(entry_file, tournament=fitted, entrants=entrants, lots=lots), rounds


def _tell(rounds: Sequence[Checked], format: Format) -> None:
    """Where the rounds of a file are not by the rules of the event that they come into."""
    for one in rounds:
        players = counted(len(one.differences), "player")
        if one.undrawn:
            warn(f"{one.name} {one.differences[0]}")
        elif one.differences:
            warn(f"{one.name} is not as {format.name} draws it: {players} placed differently")
    broken = _broken(rounds)
    for text in broken[:TOLD]:
        warn(text)
    if len(broken) > TOLD:
        warn(f"{len(broken) - TOLD} more rules broken; `topboard check` names them all")


def _broken(rounds: Sequence[Checked]) -> list[str]:
    return [f"{one.name}, {text}" for one in rounds for text in one.broken()]


def _settings(args: Namespace, entry_file: Given | None, format: Format) -> dict[str, Any]:
    """What the file says, then what the arbiter says."""
    settings = entry_file.settings(args.with_rounds) if entry_file else {}
    if entry_file and entry_file.tournament:
        settings = as_it_counts_rounds(settings, entry_file.tournament, format)
        settings |= _of_the_file(entry_file.tournament, format, args)
    settings |= _rules_given(args)
    if args.rounds is not None:
        settings["rounds"] = args.rounds
    return settings


def _rounds_of_entries(entry_file: Given, settings: Mapping[str, Any], format: Format) -> int:
    """As many as they can play, where nobody says how many and they are few; else 0."""
    players = len(entry_file.entrants)
    fit = None if "rounds" in settings else format.fitting_rounds(players)
    if not fit:
        return 0
    warn(f"{counted(fit, 'round')}: then everybody of {players} has met everybody")
    return fit


def _of_the_file(file: TrfFile, format: Format, args: Namespace) -> dict[str, Any]:
    """Rules of play with the rounds, tie-breaks in any case; what does not fit is reported."""
    codes, unknown = tie_breaks(file, format)
    if unknown and "tiebreaks" not in _rules_given(args):
        warn(
            f"tie-breaks {', '.join(unknown)} (202) are unknown in {format.name} and left out; "
            f"{', '.join(codes) or 'its own'} will be used"
        )
    if args.with_rounds:
        _tell_system(file, format)
        return draw_settings(file, format)
    return {"tiebreaks": codes} if codes else {}


def _tell_system(file: TrfFile, format: Format) -> None:
    try:
        system = system_of(file)
    except Refused as refusal:
        warn(f"{refusal.what}; the next rounds will be drawn by {format.name}")
        return
    if system.format != format.name and system.said:
        warn(f"the file is of {system.format} ({system.said}), the event of {format.name}")


def _entries_of(args: Namespace, format: Format) -> Given | None:
    if args.entries is None:
        if args.with_rounds:
            raise Refused("--with-rounds needs a file", "", "give --entries FILE.trf")
        return None
    return _read(args, args.entries, format, with_rounds=args.with_rounds)


def _read(
    args: Namespace, name: str, format: Format, *, with_rounds: bool = False,
    scoring: EventSettings | None = None,
) -> Given:  # fmt: skip
    """The entries of a file; with `--teams` its teams without their players."""
    teams, mean = part_of(format, PlayedByTeams) is not None, args.teams
    if mean is not None and (teams or with_rounds or not mean):
        why = f"{format.name} takes teams with their players" if teams else ""
        why = "the rounds of a file of teams are those of their players" if with_rounds else why
        raise Refused("--teams cannot be used here", why, "leave it out" if why else "as --teams 4")
    file = read_entry_file(
        name, args.encoding, with_rounds=with_rounds, scoring=scoring, teams=teams or bool(mean)
    )
    if mean is None:
        return file
    entered, note = as_teams(file.entrants, mean)
    return replace(file, entrants=entered, notes=(*file.notes, note))


def _title(args: Namespace, entry_file: Given | None) -> str:
    title = args.title if args.title is not None else (entry_file.title if entry_file else "")
    if not title and args.title is None:
        title = Path(args.folder).name.replace("-", " ").replace("_", " ").strip() or "Event"
        title = title[0].upper() + title[1:]
    return cleaned(title, "the title")


def _taking(
    entry_file: Given, checked: Sequence[Checked], args: Namespace, rounds: int
) -> list[Action]:
    off = [one.round for one in checked if one.off_rules]
    play = entry_file.play(off, args.insist) if args.with_rounds else []
    return [entry_file.entries(args.insist, rounds), *play]


def _made(
    args: Namespace, store: Store, folder: Path, read: Sequence[str], checked: Sequence[Checked]
) -> int:
    event, format, state = store.event, store.format, documents.status_of(store)
    if args.json:
        rounds = [one.document for one in checked]
        document = {"folder": str(folder), "seed": event.seed, "status": state, "check": rounds}
        say_json(document | {"notes": list(read)})
        return 0
    for note in read:
        say(note)
    if checked and not _broken(checked) and not any(one.differences for one in checked):
        then = sum(bool(one.then) for one in checked)
        resting = f", {then} of them from what the file says was known then" if then else ""
        rounds_said = f"{counted(len(checked), 'round')} drawn again"
        say(f"{rounds_said}: all as {format.name} draws them{resting}")
    say(f"{event.title}: {folder}")
    # of a file the first line has said how many
    said = f"{counted(len(event.entrants), 'entrant')}; " if args.entries is None else ""
    say(f"{said}{next_words(state)}")
    for note in state["notes"]:
        say(f"- {note}")
    return 0


def _import_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("file", metavar="FILE", help="CSV or TRF")
    parser.add_argument(
        "--fill", action="store_true", help="teams that are there without players get the list's"
    )
    _file_options(parser)


def import_entries(args: Namespace) -> int:
    """Entries into an existing event, all or none."""
    store = writing(args)
    entry_file = _read(args, args.file, store.format, scoring=store.event.settings)
    before = len(store.event.entrants)
    entry_file = replace(entry_file, entrants=from_lists(entry_file.entrants, store.event))
    listed = entry_file.entries(args.insist)
    action: Action = listed
    if args.fill:
        action = ImportPlayers.of(store.event, listed.entrants, listed.source, args.insist)
    _tell_unused(store.event, store.format, entry_file)
    event = done(store, action, args)
    new = [e.id for e in event.entrants[before:]]
    if args.json:
        say_json({"imported": new, "status": documents.status_of(store)})
        return 0
    for note in entry_file.notes:
        say(note)
    if entry_file.tournament and entry_file.tournament.rounds_left:
        say("an event with them: topboard new FOLDER --entries FILE --with-rounds")
    if entry_file.tournament and entry_file.tournament.tiebreaks:
        codes = ",".join(entry_file.tournament.tiebreaks)
        say(f"tie-breaks of the file, not taken: {codes} (topboard set EVENT tiebreaks={codes})")
    numbers = f"s {new[0]} to {new[-1]}" if len(new) > 1 else f" {''.join(new)}"
    filled = len(listed.entrants) - len(new)
    said = [f"{counted(filled, 'team')} filled with players"] if filled else []
    said += [f"{counted(len(new), 'entrant')} imported, number{numbers}"] if new else []
    say("; ".join(said) or "nothing")
    return 0


def _demo_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("format", metavar="FORMAT", nargs="?", default="kjca")
    parser.add_argument("--no-open", action="store_true", help="print its folder instead")
    parser.add_argument(
        "--again", action="store_true", help="the demo worked on last, where there is one already"
    )
    json_option(parser)


def demo(args: Namespace) -> int:
    """An event with fictional entrants, two rounds played; or the one that was made before."""
    from tui.demo import demos_there, make_demo

    before = demos_there(args.format)
    folder = before[0] if args.again and before else make_demo(args.format)
    if args.json:
        say_json({"folder": str(folder)})
        return 0
    if args.no_open:
        say(str(folder))
        return 0
    from tui.cli import open_console

    if folder in before:
        open_console(folder, greeting="is open again, as it was left")
    elif before:
        open_console(folder, greeting=f"is a new demo, and {before[0].name} is as it was left")
    else:
        open_console(folder, greeting="is a demo to try things on")
    return 0


COMMANDS = {
    "demo": Subcommand(_demo_arguments, demo),
    "formats": Subcommand(_formats_arguments, formats),
    "new": Subcommand(_new_arguments, new),
    "import": Subcommand(_import_arguments, import_entries),
}
