"""The command `series`: standings over several events or congresses."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

from engine.congress.series import SeriesRow, SeriesRules, SeriesTable, series_table
from engine.reasons import Reason
from engine.refusal import Refused
from saves.congress.series import (
    StagePlan,
    changed_rules,
    open_stages,
    read_series,
    value_words,
)
from saves.congress.store import is_congress
from saves.csv_cells import csv_text
from saves.disk import Disk
from tui import kiosk
from tui.commands.congress_opening import find_congress
from tui.commands.documents import Document
from tui.commands.opening import json_option, whole_number
from tui.commands.output import say, say_json, say_table, warn, write_file
from tui.commands.places import find_event
from tui.commands.subcommand import Subcommand

_WORDS: Mapping[str, Callable[[Reason], str]] = {
    "stage-unfinished": lambda r: f"{r['stage']}: {r['event']} is not finished",
    "series-level": lambda r: f"level in place {r['place']}: {'; '.join(r['names'])}",
    "namesakes": lambda r: (
        f"{r['people']} people are called {r['name']} ({r['entries']}): one or several? "
        "(`--by-name`, or a year of birth)"
    ),
}


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "stages", nargs="+", metavar="FILE|FOLDER",
        help="a series.toml, or events and congresses in their order",
    )  # fmt: skip
    parser.add_argument("--title", metavar="T", help="what the series is called")
    parser.add_argument("--count", choices=("places", "scores"), help="what an event is worth by")
    parser.add_argument("--points", metavar="P,P,…", help="for the places: 10,8,6,5,4,3,2,1")
    parser.add_argument("--level", choices=("split", "full"), help="the points of those level")
    parser.add_argument("--best", type=whole_number, metavar="N", help="so many results count")
    parser.add_argument("--least", type=whole_number, metavar="M", help="results for a place")
    parser.add_argument("--event", metavar="EVENT", help="of a congress this event alone")
    parser.add_argument(
        "--by-name", action="store_true", default=None,
        help="one name is one person, where no year of birth or number says otherwise",
    )  # fmt: skip
    parser.add_argument("-o", "--output", metavar="FILE", help="as CSV too")
    json_option(parser)


def series(args: Namespace) -> int:
    """The standings as the events are now."""
    rules, plans = _planned(args)
    for key in ("title", "count", "points", "level", "best", "least", "by_name"):
        if (value := getattr(args, key)) is not None:
            rules = changed_rules(rules, key, value)
    stages, problems = open_stages(plans)
    if not stages:
        raise Refused(
            "no event of the series can be opened", "; ".join(problems), "check the paths"
        )
    for problem in problems:
        warn(f"left out: {problem}")
    table = series_table(rules, stages)
    if args.output is not None:
        write_file(args.output, _csv(table).encode())
    if args.json:
        say_json(_document(table, problems))
        return 0
    _say(table)
    return 0


def _planned(args: Namespace) -> tuple[SeriesRules, tuple[StagePlan, ...]]:
    """What is given: a file, or folders."""
    first = Path(args.stages[0]).expanduser()
    if first.is_file() and not kiosk.on():
        if args.stages[1:]:
            raise Refused("a file of a series has its stages in it", "", "give it alone")
        return read_series(first)
    return SeriesRules(), tuple(StagePlan(_folder(name), args.event or "") for name in args.stages)


def _folder(name: str) -> Path:
    path = Path(name).expanduser()
    if not kiosk.on() and is_congress(Disk(), path):
        return path
    try:
        return find_event(name)
    except Refused:
        return find_congress(name)


def _say(table: SeriesTable) -> None:
    say(table.rules.title or f"Series of {len(table.stages)}")
    heads = ("", "Name", *(stage.name for stage in table.stages), "Total")
    rows = []
    shared = {row.place for row in table.rows if sum(r.place == row.place for r in table.rows) > 1}
    for row in table.rows:
        place = "-" if row.place is None else f"{row.place}{'=' * (row.place in shared)}"
        rows.append([place, row.person.name, *_cells(row, len(table.stages)),
                     value_words(row.total)])  # fmt: skip
    say_table(heads, rows, right=("", *heads[2:]))
    if table.rules.best:
        say(f"the best {table.rules.best} count; ( ) does not")
    for note in table.notes:
        say(f"- {_WORDS[note.code](note)}")


def _cells(row: SeriesRow, stages: int) -> list[str]:
    """What he has of each stage; what does not count in brackets."""
    cells = [""] * stages
    for one in row.results:
        text = value_words(one.value)
        cells[one.stage] = text if one.counted else f"({text})"
    return cells


def _document(table: SeriesTable, problems: tuple[str, ...]) -> Document:
    rules = table.rules
    return {
        "title": rules.title or None,
        "count": rules.count,
        "best": rules.best or None,
        "stages": [
            {"name": stage.name, "events": [one.folder for one in stage.members]}
            for stage in table.stages
        ],
        "rows": [
            {
                "place": row.place,
                "name": row.person.name,
                "total": _number(row.total),
                "results": [
                    {
                        "stage": one.stage, "event": one.folder, "place": one.place,
                        "value": _number(one.value), "counted": one.counted,
                    }
                    for one in row.results
                ],
            }
            for row in table.rows
        ],
        "notes": [_WORDS[note.code](note) for note in table.notes],
        "left_out": list(problems),
    }  # fmt: skip


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else round(float(value), 4)


def _csv(table: SeriesTable) -> str:
    heads = ("place", "name", *(stage.name for stage in table.stages), "total")
    return csv_text(
        heads,
        (
            [row.place, row.person.name, *_cells(row, len(table.stages)), value_words(row.total)]
            for row in table.rows
        ),
    )


COMMANDS = {"series": Subcommand(_arguments, series)}
