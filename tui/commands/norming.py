"""The command `norms`: players who have made a title norm, can still make one, or have missed
it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence

from engine.entrants import EntrantId
from engine.event import Event
from engine.norm_rules import NormTitle
from engine.norms import (
    FOR_THE_HOST,
    NormOutlook,
    NormState,
    exemption,
    foreign_field,
    host,
    norms_of,
    obstacle,
    within_reach,
)
from engine.points import as_number, counted
from engine.refusal import Refused
from saves.norms import norm_remarks, obstacle_words, outlook_words, reservations
from tui.commands import documents
from tui.commands.opening import event_argument, reading
from tui.commands.output import say, say_json, say_table, warn
from tui.commands.performing import players_of
from tui.commands.subcommand import Subcommand

EXEMPTIONS = {
    "a": "final of a national championship: players of the host federation (1.4.3a)",
    "b": "national team championship: players of the host federation (1.4.3b)",
    "c": "zonal or sub-zonal: everybody (1.4.3c)",
}
_HEADINGS = {
    NormState.MADE: "made",
    NormState.OPEN: "can still be made",
    NormState.MISSED: "missed",
}


def norms(args: Namespace) -> int:
    """By state and title, one line each."""
    event, known = players_of(reading(args))
    exempt = exemption(event, args.exempt or "")
    if exempt in FOR_THE_HOST and not host(event):
        raise Refused(
            f"{exempt} is for players of the host federation",
            "the event does not say its federation",
            "set it with `set EVENT federation=…`",
        )
    norms_by_entrant = {e.id: norms_of(event, e, args.exempt or "") for e in event.entrants}
    if args.json:
        say_json(norms_document(event, known, norms_by_entrant))
        return 0
    say(f"{event.title}, title norms after {counted(len(event.published), 'round')}")
    if (why := obstacle(event)) is not None:
        say(f"no norms here: {obstacle_words(why)}")
        return 0
    for text in reservations(event):
        warn(text)
    listed = set()
    for state, heading in _HEADINGS.items():
        rows = []
        for id in sorted(norms_by_entrant, key=lambda id: known[id]):
            entrant = event.entrant(id)
            for outlook in norms_by_entrant[id]:
                if outlook.state is state and (args.all or within_reach(entrant, outlook)):
                    title, words = outlook.title.value, outlook_words(event, outlook)
                    rows.append([title, str(known[id]), entrant.name, words])
                    listed.add(id)
        if rows:
            say()
            say(heading)
            say_table(("", "No", "Name", ""), sorted(rows, key=_by_title), right=("No",))
    # who has every title already seeks none
    if far := sum(bool(outlooks) and id not in listed for id, outlooks in norms_by_entrant.items()):
        say()
        say(f"{counted(far, 'player')} far below every title: see them with --all")
    return 0


def _by_title(row: Sequence[str]) -> int:
    return list(NormTitle).index(NormTitle(row[0]))


def norms_document(
    event: Event,
    known: Mapping[EntrantId, int],
    norms_by_entrant: Mapping[EntrantId, tuple[NormOutlook, ...]],
) -> documents.Document:
    """Everybody in order of entry, with every title above his own."""
    why, field = obstacle(event), foreign_field(event)
    return {
        "why_none": obstacle_words(why) if why is not None else None,
        "reservations": list(reservations(event)) if why is None else [],
        "host": host(event) or None,
        "foreign_field": None if field is None else {
            "players": field.players,
            "federations": field.federations,
            "titled": field.titled,
            "waives": field.waives,
        },
        "players": [
            {
                "id": id,
                "no": known[id],
                "name": event.entrant(id).name,
                "norms": [_norm(event, outlook) for outlook in outlooks],
            }
            for id, outlooks in norms_by_entrant.items()
        ],
    }  # fmt: skip


def _norm(event: Event, outlook: NormOutlook) -> documents.Document:
    sheet, lack = outlook.sheet, outlook.shortfall
    return {
        "title": outlook.title.value,
        "state": outlook.state.value,
        "text": outlook_words(event, outlook),
        "games": len(sheet.games),
        "score": as_number(sheet.score),
        "average": sheet.average,
        "performance": sheet.performance,
        "federations": len(sheet.federations),
        "foreign": sheet.foreign,
        "titled": sheet.titled(),
        "holders": sheet.titled(outlook.title.demands.holders),
        "raised": sheet.raised,
        "rounds": [game.round for game in sheet.games],
        "remarks": list(norm_remarks(outlook)) if outlook.state is NormState.MADE else [],
        "ways": [
            {"points": as_number(way.points), "games": way.games, "average": way.average}
            for way in outlook.ways
        ],
        "needs": {
            "unknown": outlook.unknown,
            "titled": outlook.titled,
            "holders": outlook.holders,
            "foreign": outlook.foreign,
        },
        "lack": None if lack is None else {
            "article": lack.lack.value.strip(),
            "is": as_number(lack.there),
            "needed": as_number(lack.needed),
        },
    }  # fmt: skip


def _arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("--all", action="store_true", help="also who is far below every title")
    hints = "; ".join(f"{letter}: {text}" for letter, text in EXEMPTIONS.items())
    parser.add_argument(
        "--exempt", choices=tuple(EXEMPTIONS), help=f"opponents of any federation: {hints}"
    )


COMMANDS = {"norms": Subcommand(_arguments, norms)}
