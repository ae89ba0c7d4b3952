"""The command `congress`: a congress made, its events joined and left, its data, its status.

Commands on boards and people are in modules of their own; the table at the end names them.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import replace

from engine.congress.congress import Congress, EventPlan
from engine.congress.members import MemberEvent
from engine.congress.notes import note_words
from engine.points import counted
from engine.refusal import Refused
from saves.congress.files import LAST_BOARD
from saves.congress.opening import create_congress
from saves.congress.store import CongressStore
from tui.commands import documents
from tui.commands.congress_data import changed, joined
from tui.commands.congress_opening import (
    congress_argument,
    event_to_join,
    find_congress,
    folder_of,
    reading_congress,
    writing_congress,
)
from tui.commands.next_words import next_words
from tui.commands.opening import cleaned, settings_given, whole_number
from tui.commands.output import say, say_json, say_table, warn
from tui.commands.places import new_folder
from tui.commands.subcommand import Subcommand

_SPAN = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,5}))?")
ACTIONS_TABLE: Mapping[str, tuple[str, str]] = {
    "new": ("congress", "make one in that folder"),
    "join": ("congress", "an event joins, with its boards and its room"),
    "leave": ("congress", "an event leaves, and stays as it is"),
    "set": ("congress", "title, dates, fees, names and last boards of events"),
    "status": ("congress", "where every event stands, and what is wrong"),
    "draw": ("congress_boards", "propose, or publish, the next round of all that are complete"),
    "result": ("congress_boards", "a result by its board number, or a mixed pile of them"),
    "standings": ("congress_boards", "the tables of all events"),
    "prizes": ("prizes", "who wins what by the plan of prizes, and why"),
    "people": ("congress_people", "everybody once, with events, fees and payments"),
    "check-in": ("congress_people", "who is here, in all his events at once"),
    "move": ("congress_people", "a person goes from one event to another"),
    "paid": ("congress_people", "a payment for somebody's entry"),
    "export": ("exporting", "names of the hall, entries with fees, cash, receipts"),
}
"""Action to module and help line."""


def _arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    listed = "; ".join(f"{name}: {text}" for name, (_, text) in ACTIONS_TABLE.items())
    parser.add_argument(
        "action", metavar="ACTION", nargs="?", help=f"without one the console. {listed}"
    )


def congress(args: Namespace) -> int:
    """Without an action: the console."""
    if args.action is not None:
        from difflib import get_close_matches

        near = get_close_matches(args.action, ACTIONS_TABLE, 1)
        remedy = f"did you mean {near[0]}?" if near else "see `topboard congress --help`"
        raise Refused(f"a congress has no action {args.action[:40]!r}", "", remedy)
    from tui.cli import open_console

    open_console(None, congress=find_congress(args.congress))
    return 0


def _new_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    parser.add_argument("--title", metavar="T", help="what it is called (else as its folder)")
    parser.add_argument(
        "--set", dest="data", action="append", default=[], metavar="KEY=VALUE",
        help="place, start, end, arbiters, currency … as with `set`",
    )  # fmt: skip


def new(args: Namespace) -> int:
    """A folder with a `congress.toml`, and no event in it so far."""
    folder = new_folder(args.congress)
    title = cleaned(args.title or args.congress.rstrip("/").rpartition("/")[2], "the title")
    store = create_congress(folder, changed(Congress(title), settings_given(args.data)))
    return _shown(args, store)


def _join_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    parser.add_argument("event", metavar="EVENT", help="a folder in it, a path, or an event's name")
    parser.add_argument(
        "--boards", metavar="FIRST-LAST", help="its boards, as 101-160, or the first one alone"
    )
    parser.add_argument("--room", metavar="R", help="the room of its boards")
    parser.add_argument("--name", metavar="N", help="what lists call it (else its title)")
    parser.add_argument("--session", metavar="S", help="events of one session are played at once")
    parser.add_argument("--minutes", metavar="M", type=whole_number, help="how long a round lasts")


def join(args: Namespace) -> int:
    """An event joins, or has other boards from now on: its first board is its own setting."""
    store = writing_congress(args)
    folder = event_to_join(store.folder, args.event)
    known = next((p for p in store.congress.events if p.folder == folder), EventPlan(folder))
    changes = {key: getattr(args, key) for key in ("name", "session", "minutes")}
    plan = replace(known, **{key: value for key, value in changes.items() if value is not None})
    first, last = _span(args.boards)
    plan = replace(plan, last_board=last if first else plan.last_board)
    for note in joined(store, plan, first, args.room):
        warn(note)
    return _shown(args, store)


def _span(text: str | None) -> tuple[int, int]:
    """`101-160` as two boards, the last 0 where none is given; both 0 for nothing."""
    if text is None:
        return 0, 0
    match = _SPAN.fullmatch(text.strip())
    first, last = (int(match[1]), int(match[2] or 0)) if match else (0, 0)
    if not first or (last and last < first) or last > LAST_BOARD:
        raise Refused(f"{text[:20]!r} are not boards", "", "write the first and the last: 101-160")
    return first, last


def _leave_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    parser.add_argument("event", metavar="EVENT", help="an event of the congress")


def leave(args: Namespace) -> int:
    """An event leaves; it stays as it is, with its folder."""
    store = writing_congress(args)
    folder = folder_of(store, args.event)
    name = store.name_of(folder)
    store.change(lambda congress: congress.left_by(folder), f"{name} leaves")
    return _shown(args, store)


def status(args: Namespace) -> int:
    """The status of every event, and what is wrong."""
    return _shown(args, reading_congress(args))


def _shown(args: Namespace, store: CongressStore) -> int:
    document = status_document(store)
    if args.json:
        say_json(document)
        return 0
    say(", ".join(filter(None, (document["title"], document["place"], store.congress.start))))
    rows = []
    for row in document["events"]:
        first, last = row["boards"] or ("", "")
        step = row["problem"]
        if step is None:
            member = store.member(row["folder"])
            step = next_words({**row, **documents.waiting(member.event, member.format)})
        boards = f"{first}-{last}" if first else ""
        rows.append([row["name"], boards, row["room"] or "", str(row["entrants"]), step])
    if rows:
        say_table(("event", "boards", "room", "entries", "stands"), rows, right=("entries",))
    say(counted(document["people"], "person", "people"))
    for note in store.notes:
        say(f"{'!' if note.urgent else '-'} {note_words(note)}")
    return 0


def status_document(store: CongressStore) -> documents.Document:
    """The status of the congress and each of its events."""
    congress, notes = store.congress, store.notes
    open_events = {one.folder: one for one in store.members}
    return {
        "title": congress.title,
        "place": congress.place or None,
        "start": congress.start or None,
        "end": congress.end or None,
        "arbiters": congress.arbiters or None,
        "events": [
            _event_document(open_events[plan.folder])
            if plan.folder in open_events
            else _unopened_document(store, plan.folder)
            for plan in congress.events
        ],
        "people": len(store.people),
        "notes": [note_words(note) for note in notes],
        "urgent": [note_words(note) for note in notes if note.urgent],
    }


def _event_document(member: MemberEvent) -> documents.Document:
    step, event = member.step, member.event
    return {
        "folder": member.folder,
        "name": member.name,
        "format": event.format,
        "round": step.round,
        "round_name": member.event.called(step.round),
        "rounds": member.format.rounds_planned(event),
        "step": step.name,
        "boards": [member.range.first, member.range.last],
        "room": member.room(member.range.first) or None,
        "in_play": len(member.boards),
        "entered": len(member.boards) - len(member.open_boards),
        "missing": list(step.missing),
        "entrants": len(event.entrants),
        "problem": None,
    }


def _unopened_document(store: CongressStore, folder: str) -> documents.Document:
    name, problem = store.name_of(folder), store.unopened[folder].reason
    nothing = dict.fromkeys(
        ("format", "round", "round_name", "rounds", "step", "boards", "room"), None
    )
    counts = {"in_play": 0, "entered": 0, "missing": [], "entrants": 0}
    return {"folder": folder, "name": name, **nothing, **counts, "problem": problem}


# Its data


def _set_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    parser.add_argument(
        "data", nargs="+", metavar="KEY=VALUE",
        help="title, place, start, end, arbiters, schedule, currency, early_until; "
        "fee.NAME=45.00, fee.NAME.early, .under, .over, .member, .titles, .categories, .events; "
        "EVENT.name, .last_board, .room, .session, .minutes; an empty value takes one away",
    )  # fmt: skip


def set_data(args: Namespace) -> int:
    """All that is given as one change, or none of it."""
    store = writing_congress(args)
    changes = settings_given(args.data)
    names = {
        key: f"{folder_of(store, event)}.{field}"
        for key in changes
        for event, dot, field in [key.rpartition(".")]
        if dot and not key.startswith("fee.")
    }
    before = store.congress
    renamed = {names.get(key, key): text for key, text in changes.items()}
    after = store.change(lambda congress: changed(congress, renamed), "other data")
    if args.json:
        say_json({"changed": list(changes) if after != before else [], "title": after.title})
        return 0
    say("changed" if after != before else "nothing changed: it is already so")
    return 0


ACTIONS = {
    "new": Subcommand(_new_arguments, new),
    "join": Subcommand(_join_arguments, join),
    "leave": Subcommand(_leave_arguments, leave),
    "set": Subcommand(_set_arguments, set_data),
    "status": Subcommand(congress_argument, status),
}
COMMANDS = {"congress": Subcommand(_arguments, congress, ACTIONS_TABLE)}
