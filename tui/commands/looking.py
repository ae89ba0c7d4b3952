"""Commands that only read: status, round, standings."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from decimal import Decimal

from engine.event import Event, Round
from engine.points import column_texts, counted
from engine.protocol import Format
from engine.refusal import Refused
from engine.strict import not_strict
from saves.presence import present
from tui.commands import documents
from tui.commands.next_words import next_words, numbered
from tui.commands.opening import event_argument, opening_notes, reading, whole_number
from tui.commands.output import say, say_json, say_table
from tui.commands.subcommand import Subcommand


def status(args: Namespace) -> int:
    """The status of the event and the next step."""
    store = reading(args)
    document = documents.status_of(store, opening_notes(store))
    if args.json:
        say_json(document)
        return 0
    say(f"{document['title']} ({document['format']}), {counted(document['entrants'], 'entrant')}")
    say(next_words(document))
    if mode := not_strict(store.event):
        say(mode)
    choice = store.format.next_step(store.event).choice
    if choice is not None:
        from tui.commands.choosing import say_choice

        say_choice(store.event, store.format, choice)
    if document["open_matches"]:
        from tui.commands.season import say_open_matches

        say_open_matches(store.event)
    for one in present(store.disk, store.folder):
        say(f"open: {one}")
    for change in document["stale"]["changes"] if document["stale"] else ():
        say(f"changed since the draw: {'undone: ' * change['undone']}{change['text']}")
    for note in document["notes"]:
        say(f"- {note}")
    return 0


def _round_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("--round", type=whole_number, metavar="N", help="an earlier round")
    parser.add_argument(
        "--own", action="store_true", help="compare with the computer draw in any case"
    )


def round(args: Namespace) -> int:
    """A round with its results: the proposal if there is one, else the one in play."""
    from tui.commands.boards import known_departures, say_differences, say_round, weighed_proposal

    store = reading(args)
    event, format = store.event, store.format
    shown = chosen_round(event, args.round)
    costs = weighed_proposal(store.event, store.format, shown)
    marks = costs.marks if costs is not None else ()
    departures = known_departures(store, shown, costs, args.own)
    if args.json:
        say_json(documents.round_document(event, format, shown, departures, marks))
    else:
        say_round(event, format, shown, marks)
        say_differences(event, format, departures)
    return 0


def chosen_round(event: Event, number: int | None) -> Round:
    """The round of that number; without one the proposal, or the one in play."""
    if number is not None:
        return event.round(number)
    chosen = event.proposal or event.current
    if chosen is None:
        raise Refused("no round is drawn yet", "", "draw the first one")
    return chosen


def _standings_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("--section", metavar="S", help="one table, by its name")
    parser.add_argument("--round", type=whole_number, metavar="N", help="after round N")
    parser.add_argument(
        "--final", action="store_true", help="refused unless every round is played to its end"
    )


def standings(args: Namespace) -> int:
    """The tables."""
    store = reading(args)
    if args.final:
        from engine.standings import refuse_unfinished

        refuse_unfinished(store.event, store.format)
    document = documents.standings(store.event, store.format, args.round, args.section)
    if args.json:
        say_json(document)
        return 0
    for place, table in enumerate(document["tables"]):
        if place:
            say()
        say_standing(store.event, store.format, table, args.round)
    return 0


def say_standing(
    event: Event, format: Format, table: documents.Document, number: int | None
) -> None:
    """One table for people."""
    from engine.standings import as_of, final

    after = len(event.published) if number is None else number
    when = f"after {numbered(event.called(after), after)}"
    when = f"final standings, {when}" if final(event, format, after) else when
    say(f"{event.title}, {table['name']}, {when}")
    columns = table["columns"]
    named = {"Pts": "Points"}.get(table["points"], table["points"])
    heads = ("", "No", "Name", *((named,) if named else ()), *columns)
    rows = []
    figures = [column_texts(_decimal(row["points"]) for row in table["rows"])]
    for column in columns:
        figures.append(column_texts(_decimal(r["tiebreaks"].get(column)) for r in table["rows"]))
    tables = format.standings(event if number is None else as_of(event, number))
    shown_table = next(one for one in tables if one.name == table["name"])
    called, places = {row.id: row.called for row in shown_table.rows}, shown_table.aligned_places
    for row, points, *breaks in zip(table["rows"], *figures, strict=True):
        said = called[row["id"]]
        name = f"{row['name']} ({said})" if said else row["name"]
        mark = "*" * bool(row["remark"])
        shown = [name, points + mark] if named else [name + mark]
        rows.append([places[row["id"]], str(row["no"]), *shown, *breaks])
    say_table(heads, rows, right=("", "No", "Won", "Total", "Points", *columns))
    for note in table["notes"]:
        say(note)
    for row in table["rows"]:
        if row["remark"]:
            say(f"* {row['name']}: {row['remark']}")


def _decimal(value: float | None) -> Decimal | None:
    return None if value is None else Decimal(str(value))


def _plain_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)


COMMANDS = {
    "status": Subcommand(_plain_arguments, status),
    "round": Subcommand(_round_arguments, round),
    "standings": Subcommand(_standings_arguments, standings),
}
