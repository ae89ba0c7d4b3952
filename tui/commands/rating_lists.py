"""The command `ratings`: lists of federations loaded, looked up, and compared with entries."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.actions import TakeRatings
from engine.entrants import EntrantId
from engine.event import Event
from engine.event_data import read_day
from engine.points import counted
from engine.rating_check import Compared, taken_over
from engine.rating_rule import age_notes, day_of_lists, rule_of
from engine.refusal import Refused
from engine.teams import person, players_by_id
from saves.safe_text import safe
from tui import kiosk
from tui.commands.opening import (
    entrant_id,
    insist_option,
    json_option,
    known_player,
    reading,
    whole_number,
    writing,
)
from tui.commands.output import say, say_json, say_table, warn
from tui.commands.progress import ProgressBar
from tui.commands.subcommand import Subcommand
from tui.rating_desk import database, library

if TYPE_CHECKING:
    from engine.rating_lists import ListedPlayer, RatingList
    from saves.store import Store

SHOWN, MOST = 20, 200
DIFFERENCE = 1
NOT_BY_NAME = "found by the name alone: take it over by its Id, once you know that it is so"


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "action",
        metavar="ACTION",
        choices=tuple(_ACTIONS),
        help="add FILE: load a list (FIDE's text or XML, the ECF's, any CSV; zipped or not); "
        "lists: what is loaded; find TEXT: players by name or number; check EVENT: compare the "
        "entries; remove LIST: take a list away",
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="what the action is about")
    parser.add_argument("--as", dest="name", metavar="NAME", help="add: what it is called")
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="add: the day from which it counts")
    parser.add_argument(
        "--map",
        dest="mapped",
        action="append",
        metavar="COLUMN=FIELD",
        help="add: what a column of a CSV file is (id, name, standard, rapid, blitz …)",
    )
    parser.add_argument("--limit", type=whole_number, metavar="N", help=f"find: so many ({SHOWN})")
    parser.add_argument(
        "--apply",
        action="append",
        nargs="+",
        metavar="ID",
        help="check: take over what differs of these",
    )
    parser.add_argument(
        "--apply-all",
        action="store_true",
        help="check: of everybody found by number, or by name and year of birth",
    )
    parser.add_argument(
        "--from-round",
        type=whole_number,
        metavar="N",
        help="check: in a long event, the new ratings count from round N on",
    )
    insist_option(parser, "check: take ratings over although round 1 is published")
    json_option(parser)


_ONLY: Mapping[str, frozenset[str]] = {
    "add": frozenset({"name", "date", "mapped"}),
    "find": frozenset({"limit"}),
    "check": frozenset({"apply", "apply_all", "from_round", "insist"}),
}
"""Options that belong to one action."""
_ABOUT = {"add": "FILE", "find": "TEXT", "check": "EVENT", "remove": "LIST"}


def ratings(args: Namespace) -> int:
    """One of its actions."""
    action: str = args.action
    for other, options in _ONLY.items():
        for option in sorted(options) if other != action else ():
            if getattr(args, option):
                shown = {"name": "as", "mapped": "map"}.get(option, option).replace("_", "-")
                raise Refused(f"--{shown} belongs to `ratings {other}`", "", "leave it out")
    wanted = _ABOUT.get(action, "")
    if wanted and not args.words:
        raise Refused(f"`ratings {action}` needs {wanted}", "", "see `topboard ratings --help`")
    if len(args.words) > (1 if wanted else 0) and action != "find":
        extra = args.words[1 if wanted else 0]
        raise Refused(f"{extra[:40]!r} is one word too many", "", "see `topboard ratings --help`")
    args.about = " ".join(args.words)
    return _ACTIONS[action](args)


# Lists


def _add(args: Namespace) -> int:
    from saves.ratings.building import add_list

    mapped: dict[str, str] = {}
    for pair in args.mapped or ():
        column, equals, field = pair.rpartition("=")
        if not equals or not column.strip():
            raise Refused(f"{pair[:40]!r} maps no column", "", "write COLUMN=FIELD")
        mapped[column.strip()] = field.strip().casefold()
    date = read_day("--date", args.date) if args.date else ""
    path = kiosk.in_inbox(args.about) if kiosk.on() else Path(args.about).expanduser()
    with ProgressBar("reading", "%", 100, stoppable=True) as bar:
        loaded = add_list(database(), path, args.name or "", mapped, date, bar, lambda: bar.stopped)
    if loaded is None:
        raise Refused("stopped", "nothing was changed", "load it again when there is time")
    for note in loaded.notes:
        warn(note)
    new, before = loaded.list, loaded.before
    if args.json:
        say_json({"list": _list(new), "replaced": _list(before) if before else None})
        return 0
    instead = f", in place of that of {before.date}" if before is not None else ""
    say(f"{new.dated}: {counted(new.players, 'player')}{instead}")
    return 0


def _list(one: RatingList) -> dict[str, Any]:
    return {
        "name": one.name, "date": one.date, "size": one.players,
        "fide": one.fide, "rates": list(one.rates), "file": one.file,
    }  # fmt: skip


def _lists(args: Namespace) -> int:
    with library() as lists:
        if args.json:
            say_json({"lists": [_list(one) for one in lists.lists]})
            return 0
        if not lists.lists:
            say("no rating list is loaded: `topboard ratings add FILE` loads one")
            return 0
        rows = [
            [one.name, one.date, f"{one.players:,}", " ".join(one.rates), one.file]
            for one in lists.lists
        ]
    say_table(["List", "Date", "Players", "Ratings", "File"], rows, right=("Players",))
    return 0


def _remove(args: Namespace) -> int:
    from saves.ratings.building import remove_list

    old = remove_list(database(), args.about)
    if args.json:
        say_json({"removed": _list(old)})
    else:
        say(f"{old.dated} is taken away")
    return 0


# Look-up


def _find(args: Namespace) -> int:
    limit = SHOWN if args.limit is None else args.limit
    if not 1 <= limit <= MOST:
        raise Refused(f"{limit} players cannot be shown", "", f"give a number from 1 to {MOST}")
    with library() as lists:
        if not lists.lists:
            raise Refused("no rating list is loaded", "", "`topboard ratings add FILE` loads one")
        players = lists.find(args.about, limit)
    if args.json:
        say_json({"players": [player_document(one) for one in players]})
        return 0
    if not players:
        say("no player has that name or number")
        return 0
    heads = ["List", "Id", "Name", "Fed", "Born", "Title", "Standard", "Rapid", "Blitz", "Club"]
    rows = [
        [
            one.list.name, one.id, one.name, one.federation, one.birth, one.title,
            *(str(one.rating(rate) or "") for rate in ("standard", "rapid", "blitz")), one.club,
        ]
        for one in players
    ]  # fmt: skip
    say_table(heads, rows, right=("Standard", "Rapid", "Blitz"))
    return 0


def player_document(one: ListedPlayer) -> dict[str, Any]:
    """A player of a list as JSON."""
    return {
        "list": one.list.name,
        "id": one.id,
        "name": one.name,
        "federation": one.federation,
        "sex": one.sex,
        "birth": one.birth,
        "title": one.title,
        "ratings": {"standard": one.standard, "rapid": one.rapid, "blitz": one.blitz},
        "k": {"standard": one.standard_k, "rapid": one.rapid_k, "blitz": one.blitz_k},
        "club": one.club,
        "fide_id": one.fide_number,
    }


# Comparison


def _check(args: Namespace) -> int:
    from saves.ratings.matching import compared_event, lists_for

    args.event = args.about
    args.apply = [id for ids in args.apply or () for id in ids]
    applies = bool(args.apply) or args.apply_all
    store = writing(args) if applies else reading(args)
    event = store.event
    if store.format.of_teams(event) and not players_by_id(event):
        raise Refused(
            "this is a team event", "rating lists have players", shell="see `topboard entries`"
        )
    with library() as lists:
        if not lists.lists:
            raise Refused("no rating list is loaded", "", "`topboard ratings add FILE` loads one")
        asked = lists_for(lists, rule_of(event), day_of_lists(event))
        if not asked:
            raise Refused(
                "no list of the event's order is loaded",
                f"loaded: {', '.join(one.name for one in lists.lists)}",
                "`topboard set EVENT rating_lists=…` names others",
            )
        every = compared_event(lists, event)
    for note in age_notes(event, asked):
        warn(note)
    differing = [one for one in every if one.differences]
    if applies:
        return _applied(args, store, every, asked)
    if args.json:
        say_json(_document(store, every, asked))
    else:
        _tell(every, differing, asked)
    return DIFFERENCE if differing else 0


def _person(event: Event, text: str) -> EntrantId:
    """A player of a team by Id or name, else an entrant."""
    player = known_player(event, text)
    return player.player.id if player is not None else entrant_id(event, text)


def _applied(
    args: Namespace,
    store: Store,
    every: tuple[Compared, ...],
    asked: tuple[RatingList, ...],
) -> int:
    chosen = {_person(store.event, text) for text in args.apply}
    differing = [one for one in every if one.differences]
    taken = [
        one
        for one in (every if args.apply_all else differing)
        if one.players and (one.entrant.id in chosen or (args.apply_all and one.sure))
    ]
    for one in differing:
        if args.apply_all and one not in taken:
            warn(f"{one.entrant.name}: {NOT_BY_NAME}")
    if same := chosen - {one.entrant.id for one in taken}:
        names = ", ".join(person(store.event, id).name for id in sorted(same, key=int))
        raise Refused(f"nothing differs of {names}", "", "see `topboard ratings check EVENT`")
    rule = rule_of(store.event)
    entries = tuple(
        changes
        for one in taken
        if (changes := taken_over(one, rule)).changes or changes.official != one.entrant.official
    )
    event = store.event
    if entries:
        event = store.do(
            TakeRatings(
                entries, tuple(one.dated for one in asked), args.from_round, insist=args.insist
            )
        )
    ids = [one.id for one in entries]
    if args.json:
        say_json({"applied": ids, "revision": event.revision})
    else:
        say(f"{counted(len(ids), 'entry', 'entries')} brought up to date")
    return 0


def _document(
    store: Store, every: tuple[Compared, ...], asked: tuple[RatingList, ...]
) -> dict[str, Any]:
    rule = rule_of(store.event)
    return {
        "lists": [_list(one) for one in asked],
        "method": rule.method,
        "order": list(rule.columns(asked)),
        "entries": [
            {
                "id": one.entrant.id,
                "name": one.entrant.name,
                "by": one.match,
                "differences": [
                    {
                        "field": d.field, "event": d.entered, "listed": d.listed,
                        "list": d.list, "date": d.date,
                    }
                    for d in one.differences
                ],
                "ratings": [
                    {"list": p.list.name, "id": p.id, "date": p.list.date, **{
                        rate: p.rating(rate) for rate in ("standard", "rapid", "blitz")
                    }}
                    for p in one.players
                ],
            }
            for one in every
            if one.differences
        ],
        "not_found": [one.entrant.id for one in every if not one.players],
    }  # fmt: skip


def _tell(
    every: tuple[Compared, ...], differing: list[Compared], asked: tuple[RatingList, ...]
) -> None:
    say(f"compared with {', '.join(one.dated for one in asked)}")
    rows = [
        [
            one.entrant.id if at == 0 else "", one.entrant.name if at == 0 else "",
            d.field.replace("_", " "), d.entered or "-", d.listed,
            f"{d.list}{'' if one.sure else ' (by name)'}",
        ]
        for one in differing
        for at, d in enumerate(one.differences)
    ]  # fmt: skip
    if rows:
        say_table(["Id", "Name", "Field", "Event", "List", "From"], rows)
    missing = [safe(one.entrant.name) for one in every if not one.players]
    if missing:
        more = f" and {len(missing) - 8} more" if len(missing) > 8 else ""
        say(f"no player, or more than one, found for: {' · '.join(missing[:8])}{more}")
    if not differing:
        say("nothing differs")


_ACTIONS = {"add": _add, "lists": _lists, "find": _find, "check": _check, "remove": _remove}
COMMANDS = {"ratings": Subcommand(_arguments, ratings)}
