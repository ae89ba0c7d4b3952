"""Commands on the entry list: add, edit, withdraw, reenter, bye, adjust, present."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.actions import (
    AbsentOut,
    AddEntrant,
    Adjust,
    CheckIn,
    EditEntrant,
    Expel,
    ReEnter,
    RollCall,
    SetBye,
    Withdraw,
)
from engine.actions.entries import unused_columns
from engine.actions.presence import lost_by_leaving
from engine.actions.team_players import EditPlayer
from engine.byes import points_missed
from engine.entrant_fields import ENTRANT_FIELDS
from engine.entrants import NOT_ELIGIBLE, Entrant, EntrantId, edited, rating_text
from engine.event import Event, Match
from engine.points import points_text
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import Refused
from engine.waiting import left_open, lost_words
from saves.entry_values import entry_values, person_name
from tui.commands.documents import entrant_document
from tui.commands.opening import (
    cleaned,
    done,
    entrant_id,
    event_argument,
    insist_option,
    known_player,
    points_value,
    whole_number,
    writing,
)
from tui.commands.output import say, say_json, warn
from tui.commands.subcommand import Subcommand
from tui.screens.entry_words import still_out

FIELDS = tuple(name for name in ENTRANT_FIELDS if name != "name")
NAMESAKE = "enter a second person of a name that is in the list"
BYE_POINTS = "write 0, 0.5 or 1"


def _field_options(parser: ArgumentParser) -> None:
    for name in FIELDS:
        shown = name.replace("_", "-")
        hint = ENTRANT_FIELDS[name].option_help or f"the entry's {shown}"
        parser.add_argument(f"--{shown}", dest=name, metavar="TEXT", help=hint)


def _given(args: Namespace, names: tuple[str, ...], change: bool = False) -> dict[str, Any]:
    """What the arbiter gave for the fields of an entry, each as its type and made harmless; a
    `change` never puts less than was given in the place of what is there."""
    values: dict[str, Any] = {}
    for name in names:
        text = getattr(args, name)
        if text is None:
            continue
        typed, doubt = entry_values(name, cleaned(text, name))
        if name == "rating":
            typed.setdefault("estimated", False)
        if change and doubt and str(typed[name]).casefold() != text.strip().casefold():
            raise Refused(doubt.wrong, "what the entry has would be lost", "correct it")
        if doubt:
            warn(doubt.at())
        values |= typed
    return values


def _add_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("name", metavar="NAME", help="surname first: 'Ashgrove, Liam'")
    _field_options(parser)
    parser.add_argument(
        "--from",
        dest="listed",
        metavar="LIST:ID",
        help="filled from a rating list; what is given beside it counts instead",
    )
    parser.add_argument(
        "--missed", metavar="POINTS", help="for each round drawn before the entry: 0, 0.5 or 1"
    )
    insist_option(parser, NAMESAKE)


def add(args: Namespace) -> int:
    """A new entrant; after a draw a late entry."""
    fields = _given(args, FIELDS)
    if doubt := person_name(args.name)[1]:
        warn(doubt.at())
    if args.listed is None:
        new = edited(Entrant("", cleaned(args.name, "name")), fields)
        store = writing(args)
    else:
        store = writing(args)
        new = listed_entrant(args.listed, cleaned(args.name, "name"), fields, store.event)
    missed = None if args.missed is None else points_value(args.missed, BYE_POINTS)
    event = done(store, AddEntrant(new, missed), args)
    _warn_of_unused(event, store.format, edited(Entrant("", new.name), fields))
    return _shown(args, event, store.format, event.entrants[-1].id)


def _warn_of_unused(event: Event, format: Format, entrant: Entrant) -> None:
    """Of what was given of an entry, and nothing else: what the event makes nothing of."""
    for text in unused_columns(event, format, [entrant]):
        warn(text)
    if entrant.members and part_of(format, PlayedByTeams) is not None:
        warn("members are a remark, and play on no board: `players` adds the players of a team")


def listed_entrant(text: str, name: str, given: Mapping[str, Any], event: Event) -> Entrant:
    """An entry as a list has it, with what is given beside it."""
    from engine.rating_check import by_hand, same_name, values_from
    from engine.rating_rule import rule_of
    from saves.ratings.matching import same_person
    from tui.rating_desk import library

    called, colon, id = text.rpartition(":")
    if not colon or not called.strip() or not id.strip():
        raise Refused(f"{text[:40]!r} names no player of a list", "", "write LIST:ID")
    with library() as lists:
        player = lists.player(lists.named(called.strip()), id.strip())
        if player is None:
            raise Refused(
                f"{called.strip()} has nobody with the number {id[:20].strip()!r}",
                "",
                "`topboard ratings find TEXT` looks names up",
            )
        players = same_person(lists, player)
    rule = rule_of(event)
    values, official = values_from(players, rule)
    if not same_name(name, player.name):
        warn(f"{player.list.name} has {player.name} under that number")
    new = edited(Entrant("", name), {**values, "name": name, **given})
    if "rating" in given:
        official = by_hand(official, new.rating, rule)
    return replace(new, official=official)


def _edit_arguments(parser: ArgumentParser) -> None:
    _entrant_arguments(parser)
    parser.add_argument("--name", metavar="TEXT", help="the entry's name")
    _field_options(parser)
    insist_option(parser, NAMESAKE)


def edit(args: Namespace) -> int:
    """New values for fields of an entry; an empty text clears one."""
    changes = _given(args, ("name", *FIELDS), change=True)
    if not changes:
        raise Refused("nothing to change", "no field is given", "see `topboard edit --help`")
    store = writing(args)
    if player := known_player(store.event, args.entrant):
        event = done(store, EditPlayer(player.player.id, changes), args)
        return _shown(args, event, store.format, player.team.id)
    id = entrant_id(store.event, args.entrant)
    event = done(store, EditEntrant(id, changes), args)
    _warn_of_unused(event, store.format, edited(Entrant("", "?"), changes))
    return _shown(args, event, store.format, id)


def _entrant_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument(
        "entrant", metavar="ENTRANT", help="Id, start number as no12, or the exact name"
    )


def _leaving_arguments(parser: ArgumentParser) -> None:
    _entrant_arguments(parser)
    parser.add_argument("--round", type=whole_number, metavar="N", help="from round N on")


def _withdraw_arguments(parser: ArgumentParser) -> None:
    _leaving_arguments(parser)
    parser.add_argument(
        "--finish",
        action="store_true",
        help="the open games of the round in play are played; without it some formats forfeit them",
    )


def withdraw(args: Namespace) -> int:
    """Out of the event from a round on."""
    store = writing(args)
    id = entrant_id(store.event, args.entrant)
    before = store.event
    lost: tuple[Match, ...] = ()
    if args.round in (None, len(before.published) + 1) and not args.finish:
        lost = lost_by_leaving(before, store.format, id)
    event = store.do(Withdraw(id, args.round, args.finish))
    code = _shown(args, event, store.format, id)
    if means := store.format.leaving_means(event, id):
        warn(means)
    for warning in lost_words(before, id, lost):
        warn(f"lost by default: {warning}")
    if not args.json and not event.entrant(id).active(len(event.published) + 1):
        for warning in left_open(event, id):
            say(warning)
    return code


def _expel_arguments(parser: ArgumentParser) -> None:
    _entrant_arguments(parser)
    parser.add_argument("--why", metavar="TEXT", required=True, help="the reason, recorded")
    insist_option(parser, "it is meant: undo alone brings somebody back")


def expel(args: Namespace) -> int:
    """Out of the event and out of the standings."""
    store = writing(args)
    id = entrant_id(store.event, args.entrant)
    event = done(store, Expel(id, cleaned(args.why, "the reason")), args)
    return _shown(args, event, store.format, id)


def reenter(args: Namespace) -> int:
    """Back in the event from a round on."""
    store = writing(args)
    id = entrant_id(store.event, args.entrant)
    event = store.do(ReEnter(id, args.round))
    return _shown(args, event, store.format, id)


def _bye_arguments(parser: ArgumentParser) -> None:
    _entrant_arguments(parser)
    parser.add_argument("round", metavar="ROUND", type=whole_number)
    parser.add_argument("points", metavar="POINTS", help="0, 0.5 or 1; - takes the bye back")
    insist_option(parser, "a second half-point bye, or one that the event's limits exclude")


def bye(args: Namespace) -> int:
    """A bye by request, or points for a round that a late entry has missed; or their end."""
    points = None if args.points == "-" else points_value(args.points, BYE_POINTS)
    store = writing(args)
    id = entrant_id(store.event, args.entrant)
    event = done(store, SetBye(id, args.round, points), args)
    return _shown(args, event, store.format, id)


def _adjust_arguments(parser: ArgumentParser) -> None:
    _entrant_arguments(parser)
    parser.add_argument("points", metavar="POINTS", help="given (1, 0.5) or taken (-1)")
    parser.add_argument("--why", metavar="TEXT", required=True, help="the reason, recorded")


def adjust(args: Namespace) -> int:
    """Points given or taken."""
    points = points_value(args.points)
    store = writing(args)
    id = entrant_id(store.event, args.entrant)
    event = done(store, Adjust(id, points, cleaned(args.why, "the reason")), args)
    return _shown(args, event, store.format, id)


def _present_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("entrants", nargs="*", metavar="ENTRANT", help="who is here")
    parser.add_argument("--all", action="store_true", help="everybody")
    parser.add_argument("--not", dest="absent", action="store_true", help="not here after all")
    parser.add_argument(
        "--absent-out",
        action="store_true",
        help="leave everybody who is not checked in out of the next draw",
    )
    parser.add_argument(
        "--out", action="store_true", help="they are out of the next draw, without points"
    )
    parser.add_argument(
        "--back", action="store_true", help="they are drawn again, though they did not come"
    )


def present(args: Namespace) -> int:
    """Check-in: who is here; and everybody else out of the next draw in one go."""
    store = writing(args)
    event = store.event
    if args.all:
        ids: tuple[EntrantId, ...] = tuple(e.id for e in event.entrants)
    else:
        ids = tuple(entrant_id(event, text) for text in args.entrants)
    if not ids and not args.absent_out:
        raise Refused("nobody is named", "", "name entrants, or --all, or --absent-out")
    if args.out and args.back:
        raise Refused("somebody is out of the next draw or back", "", "give --out or --back")
    if args.out or args.back:
        out, back = (ids, ()) if args.out else ((), ids)
        event = store.do(RollCall(len(event.published) + 1, out, back))
    elif ids:
        event = store.do(CheckIn(ids, not args.absent))
        for entrant in still_out(event, () if args.absent else ids):
            number = len(event.published) + 1
            remedy = f"`bye EVENT {entrant.id} {number} -` takes that back"
            warn(f"{entrant.name} is still out of {event.called(number)}; {remedy}")
    if args.absent_out:
        event = store.do(AbsentOut(len(event.published) + 1))
    here = [e.id for e in event.entrants if e.present]
    if args.json:
        say_json({"present": here, "entrants": len(event.entrants), "revision": event.revision})
    else:
        say(f"{len(here)} of {len(event.entrants)} are here")
    return 0


def _shown(args: Namespace, event: Event, format: Format, id: EntrantId) -> int:
    entrant = event.entrant(id)
    if args.json:
        say_json(entrant_document(event, format, entrant) | {"revision": event.revision})
        return 0
    next_round = len(event.published) + 1
    parts = [f"{id} {entrant.name}"]
    if entrant.rating is not None:
        parts.append(rating_text(entrant))
    if entrant.withdrawn:
        word = "expelled" if entrant.expelled else "withdrawn"
        parts.append(f"{word} from {event.called(entrant.away[-1].first)} on")
    elif entrant.joined >= next_round > 1 or entrant.late:
        parts.append(f"in from {event.called(entrant.joined)} on")
    parts += ["not eligible for half-point byes"] * (entrant.half_bye == NOT_ELIGIBLE)
    parts += [f"bye in {event.called(b.round)} ({points_text(b.points)})" for b in entrant.byes]
    parts += [
        f"{points_text(points)} for {event.called(number)}, missed"
        for number, points in points_missed(event, id).items()
    ]
    adjustments = [a for a in event.adjustments if a.entrant == id]
    parts += [f"{'+' if a.points > 0 else ''}{points_text(a.points)}: {a.why}" for a in adjustments]
    say(", ".join(parts))
    return 0


COMMANDS = {
    "add": Subcommand(_add_arguments, add),
    "edit": Subcommand(_edit_arguments, edit),
    "withdraw": Subcommand(_withdraw_arguments, withdraw),
    "expel": Subcommand(_expel_arguments, expel),
    "reenter": Subcommand(_leaving_arguments, reenter),
    "bye": Subcommand(_bye_arguments, bye),
    "adjust": Subcommand(_adjust_arguments, adjust),
    "present": Subcommand(_present_arguments, present),
}
