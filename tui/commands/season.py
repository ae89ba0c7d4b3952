"""Commands on the days of a season: the dates of its rounds, and matches played on another one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from engine.actions import ChangeSettings
from engine.actions.postponing import Postpone, SetMatchVenue
from engine.event import Event
from engine.event_data import (
    UNBOUNDED,
    UNKNOWN_DATE,
    data_given,
    detail,
    moved_text,
    open_matches,
    read_moment,
    repeated,
    round_date,
)
from engine.refusal import Refused
from engine.waiting import round_of_board
from saves.store import Store
from tui.commands import documents
from tui.commands.opening import (
    agreeing_options,
    cleaned,
    done,
    event_argument,
    reading,
    whole_number,
    writing,
)
from tui.commands.output import say, say_json, say_table
from tui.commands.subcommand import Subcommand


def _postpone_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("match", metavar="MATCH", type=whole_number, help="its number")
    parser.add_argument(
        "date", metavar="DATE", nargs="?",
        help="as 2026-12-05 or '2026-12-05 19:30'; - while none is fixed",
    )  # fmt: skip
    parser.add_argument(
        "--venue", metavar="TEXT", help='where it is played; "": at the home team\'s'
    )
    parser.add_argument("--round", type=whole_number, metavar="N", help="an earlier round")
    agreeing_options(parser)


def postpone(args: Namespace) -> int:
    """A match gets a day of its own, and the rounds after its own do not wait for it; or a venue
    of its own."""
    if args.date is None and args.venue is None:
        raise Refused("postpone needs DATE or --venue", "", "give one of them, or both")
    store = writing(args)
    number = round_of_board(store.event, args.match, args.round)
    event, venue = store.event, None
    if args.venue is not None:
        # judged before the day is saved: all of a command or nothing
        venue = SetMatchVenue(args.match, cleaned(args.venue, "venue"), number)
        venue.judge(event, store.format)
    if args.date is not None:
        event = done(store, Postpone(args.match, args.date, number), args)
    if venue is not None:
        event = done(store, venue, args)
    match = event.round(number or 0).match(args.match, event.board_word)
    state = documents.status(event, store.format)
    if args.json:
        keys = ("open_matches", "missing", "step", "revision")
        moved = {"match": args.match, "round": number, "date": match.date, "venue": match.venue}
        say_json(moved | {key: state[key] for key in keys})
        return 0
    home, away = (event.entrant(id).name for id in match.pair)
    at = f"at {match.venue}" if match.venue else ""
    said = ", ".join(filter(None, (f"{home} - {away}", moved_text(match), at)))
    say(f"{event.board_name(args.match)}: {said}")
    say_open_matches(event)
    return 0


def say_open_matches(event: Event) -> None:
    """The matches without a result by their days."""
    rows = []
    for one in open_matches(event):
        names = [event.entrant(id).name for id in one.match.pair]
        dateless = one.date == UNKNOWN_DATE
        day = "no date yet" if dateless else one.date
        moved = "moved" if one.match.date and not dateless else ""
        rows.append([day, str(one.match.board), str(one.round), *names, moved])
    if rows:
        say("open matches:")
        say_table(("Date", "No", "Round", "Home", "Away", ""), rows, right=("No", "Round"))


def _dates_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument(
        "dates", metavar="DATE", nargs="*", help="a date a round, - where none is fixed; none: list"
    )
    parser.add_argument("--from", dest="first", metavar="DATE", help="the day of round 1")
    parser.add_argument("--division", metavar="NAME", help="of one division, with days of its own")
    parser.add_argument(
        "--every", type=whole_number, metavar="DAYS", default=7, help="days to the next (7)"
    )
    parser.add_argument(
        "--without", metavar="DATE", action="append", default=[], help="a day without a round"
    )


def dates(args: Namespace) -> int:
    """The days of the rounds: what the schedule of the event says."""
    if args.without and not args.first:
        raise Refused("--without needs --from", "", "give the day of round 1")
    if args.dates and args.first:
        raise Refused("dates and --from exclude each other", "", "give one of them")
    changing = args.dates or args.first
    store = writing(args) if changing else reading(args)
    if changing:
        schedule = ", ".join(args.dates)
        if args.first:
            schedule = _every(store, args.first, args.every, args.without)
        details = {"schedule": schedule}
        if args.division:
            details = {"division_dates": _with_division(store.event, args.division, schedule)}
        rounds = store.format.rounds_planned(store.event) or UNBOUNDED
        details = data_given(dict(store.event.details), details, rounds)
        store.do(ChangeSettings(details=details))
    event, division = store.event, args.division or ""
    _refuse_unknown(event, division)
    rounds = store.format.rounds_planned(event) or len(event.published)
    days = [(number, round_date(event, number, division)) for number in range(1, rounds + 1)]
    if args.json:
        said = [{"round": number, "date": day or None} for number, day in days]
        say_json({"rounds": said, "revision": event.revision})
        return 0
    rows = [[store.event.called(number), day or "no date"] for number, day in days]
    say_table(("Round", "Date"), rows)
    return 0


def _refuse_unknown(event: Event, division: str) -> None:
    there = {entrant.section.strip() for entrant in event.entrants} - {""}
    if division and division.strip().casefold() not in {name.casefold() for name in there}:
        known = ", ".join(sorted(there)) or "the entries have none"
        raise Refused(f"there is no division {division[:30]}", "", f"known: {known}")


def _with_division(event: Event, division: str, dates: str) -> str:
    """The days of all divisions with these of one."""
    _refuse_unknown(event, division)
    others = detail(event, "division_dates").split("; ")
    own = division.strip()
    rest = [one for one in others if one and one.partition(":")[0].casefold() != own.casefold()]
    return "; ".join([*rest, f"{own}: {dates}"])


def _every(store: Store, first: str, days: int, without: Sequence[str]) -> str:
    rounds = store.format.rounds_planned(store.event) or UNBOUNDED
    out = [read_moment("--without", day) for day in without]
    return ", ".join(repeated("--from", read_moment("--from", first), days, rounds, out))


COMMANDS = {
    "postpone": Subcommand(_postpone_arguments, postpone),
    "dates": Subcommand(_dates_arguments, dates),
}
