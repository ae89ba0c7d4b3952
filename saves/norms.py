"""Title norms: in words, the same on screen, on paper and on the command line, and as FIDE's forms,
filled: IT1 (certificate of title result) and IT3 (tournament report).

The words are those of FIDE's regulations, which are English in every hall. The fields are those of
the forms of the Title Regulations (B.01, 1.8 and 1.9), in English. What the event does not say
stays blank, to be filled in by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from engine.entrants import Entrant, EntrantId
from engine.event import Event
from engine.event_data import (
    chief_arbiter,
    deputy_arbiters,
    detail,
    event_dates,
    schedule,
    time_control_code,
)
from engine.history import CardLine, RoundKind, cards
from engine.norm_rules import GAMES, NO_FEDERATION, Lack, NormSheet, NormTitle, Shortfall
from engine.norms import (
    BIG_SWISS,
    NEAR,
    NormOutlook,
    NormState,
    Obstacle,
    foreign_field,
    host,
    many_and_strong,
    norms,
    obstacle,
    within_reach,
)
from engine.points import counted, points_text
from engine.protocol import Format, numbers
from engine.rating_change import fide_rating
from engine.standings import result_sign
from saves import VERSION
from saves.sheets import Grid, SheetColumn

MOST_WAYS, MOST_NAMED = 3, 3
ROUNDS_A_DAY, SECONDS, SECONDS_A_MOVE = 2, 90 * 60, 30
"""At most, and at least (1.1.3)."""
_OBSTACLES = {
    Obstacle.SEVERAL_GAMES: "its matches are of several games (1.4.2e)",
    Obstacle.UNRATED: "the event is not rated (1.4)",
    Obstacle.PACE: "norms are made in events of standard chess, and this one is rated as rapid or "
    "blitz (0.5)",
    Obstacle.FEW_ROUNDS: f"a norm takes {GAMES} games (1.4.1)",
}
_LACKS = {
    Lack.GAMES: "games that count: {there}, {needed} needed",
    Lack.OWN_FEDERATION_UNKNOWN: "the entry does not say the player's federation",
    Lack.FEDERATIONS: "other federations among the opponents: {there}, {needed} needed",
    Lack.OWN_FEDERATION: "opponents of the player's own federation: {there}, at most {needed}",
    Lack.ONE_FEDERATION: "opponents of one federation: {there}, at most {needed}",
    Lack.TITLED: "opponents with a title: {there}, {needed} needed",
    Lack.HOLDERS: "opponents with this title or a higher one: {there}, {needed} needed",
    Lack.AVERAGE: "average of the opponents: {there}, {needed} needed",
    Lack.SCORE: "points: {there}, {needed} needed (35 %)",
    Lack.PERFORMANCE: "performance: {there}, {needed} needed",
}
_LARGE_FIELD = (
    "Where applying 1.4.3d: federations",
    "rated players not from the host federation",
    "of them GM, IM, WGM, WIM",
)
_IDLE: Mapping[RoundKind, str] = {
    RoundKind.PAIRING_BYE: "bye",
    RoundKind.REQUESTED_BYE: "bye by request",
    RoundKind.ABSENT: "not paired",
    RoundKind.MISSED: "entered later",
}


def obstacle_words(obstacle: Obstacle) -> str:
    """Why there are no norms in the event at all."""
    return _OBSTACLES[obstacle]


def reservations(event: Event) -> tuple[str, ...]:
    """What the schedule and the time control have against norms here. The other demands on an event
    (1.1), as the titles of its arbiters, are not known."""
    days = Counter(at.day for at in schedule(event) if at is not None)
    found = [
        f"{count} rounds on {day}; norms allow no more than two a day (1.1.3)"
        for day, count in sorted(days.items())
        if count > ROUNDS_A_DAY
    ]
    code = time_control_code(event)
    if code and any(_too_short(side.lstrip("WB")) for side in code.split("-")):
        found.append(
            f"time control {code}; norms need 90 minutes and 30 seconds a move or more (1.1.3)"
        )
    return tuple(found)


def _too_short(periods: str) -> bool:
    """Of `40/6000+30:900+30`: the seconds of all periods, and the least added to a move."""
    times = [period.rpartition("/")[2].partition("+") for period in periods.split(":")]
    return sum(int(base) for base, _, _ in times) < SECONDS or any(
        int(more or 0) < SECONDS_A_MOVE for _, _, more in times
    )


def shortfall_words(shortfall: Shortfall) -> str:
    """`opponents with a title: 2, 5 needed (1.4.5a)`."""
    said = _LACKS[shortfall.lack].format(
        there=points_text(shortfall.there), needed=points_text(shortfall.needed)
    )
    return f"{said} ({shortfall.lack.value.strip()})"


def outlook_words(event: Event, outlook: NormOutlook) -> str:
    """One line: what made it, what it takes, or the one reason why it is missed."""
    if outlook.state is NormState.MADE:
        sheet = outlook.sheet
        made = f"{_score(sheet)}, performance {sheet.performance}, opponents {sheet.average}"
        return "; ".join((made, *norm_remarks(outlook)))
    if outlook.shortfall is not None:
        at_best = "at best, " if event.settings.rounds > len(event.published) else ""
        return f"{at_best}{shortfall_words(outlook.shortfall)}"
    return _ways(outlook)


def _score(sheet: NormSheet) -> str:
    return f"{points_text(sheet.score)} of {len(sheet.games)}"


def _ways(outlook: NormOutlook) -> str:
    first, shown = outlook.ways[0], []
    for way in outlook.ways[:MOST_WAYS]:
        against = "" if way.average is None else f" against {way.average} on average"
        if way is first:
            shown.append(f"{points_text(way.points)} from {counted(way.games, 'game')}{against}")
        elif way.average is not None:
            shown.append(f"{points_text(way.points)} against {way.average}")
    title = outlook.title.value
    needs = [
        (outlook.holders, title if title == "GM" else f"{title} or higher"),
        (outlook.titled, "titled"),
        (outlook.foreign, "foreign"),
    ]
    said = [f"{count} {kind}" for count, kind in needs if count]
    of_them = f"; among them {', '.join(said)}" if said else ""
    return ", ".join(shown) + of_them


def norm_remarks(outlook: NormOutlook) -> tuple[str, ...]:
    """What a certificate has to say beside the figures of a norm that was made."""
    sheet, remarks = outlook.sheet, []
    if sheet.extra_games:
        count = len(sheet.games) + sheet.extra_games
        remarks.append(f"counts as {count} games (1.4.1d)")
    if out := outlook.left_out:
        last = max(game.round for game in sheet.games)
        articles = [a for a, used in (("e", max(out) > last), ("f", min(out) < last)) if used]
        named = ", ".join(map(str, out))
        remarks.append(f"without round{'s' * (len(out) > 1)} {named} (1.4.1{', '.join(articles)})")
    if outlook.missing_game:
        remarks.append("8 games and a win by forfeit or the bye of the draw (1.4.1c)")
    if any(game.forfeited for game in sheet.games):
        remarks.append("the last opponent did not come: counted as a lost game (1.4.2c)")
    if sheet.exempt:
        remarks.append(f"federations waived by {sheet.exempt}")
    return tuple(remarks)


def figure(value: Decimal | int | None) -> str:
    """A number of a form; empty where there is no number."""
    return "" if value is None else points_text(Decimal(value))


Form = dict[str, Any]
"""A form as the template reads it: its mark, its title, and blocks from the top."""
COUNTED = ("GM", "IM", "WGM", "WIM", "FM", "WFM")
PRIVACY = (
    "This form contains personal data: FIDE's privacy policy is at www.fide.com/privacy. Filled in "
    "by topboard from the event; not valid before the Chief Arbiter and the federation have signed."
)
UNCOUNTED = "not counted"
FAR = f"Without players rated more than {NEAR} points below the performance of the title."


def made(event: Event) -> Iterator[tuple[Entrant, NormOutlook]]:
    """Every norm that is made, by player in order of entry."""
    known = norms(event)
    for entrant in event.entrants:
        for outlook in known[entrant.id]:
            if outlook.state is NormState.MADE:
                yield entrant, outlook


def norms_table(event: Event, format: Format) -> Grid:
    """Who has made a norm, can still make one or has missed it, by title."""
    columns = (
        SheetColumn("Norm", strong=True), SheetColumn("No", right=True),
        SheetColumn("Name", person=True), SheetColumn("Rating", right=True), SheetColumn("Fed"),
        SheetColumn("State"), SheetColumn("What made it, what it takes, or why not"),
    )  # fmt: skip
    known, number = norms(event), numbers(format, event)
    rows = [
        (
            outlook.title.value, number[entrant.id], entrant.name, fide_rating(entrant),
            entrant.federation, outlook.state.value, outlook_words(event, outlook),
        )
        for title in NormTitle
        for state in NormState
        for entrant in sorted(event.entrants, key=lambda e: number[e.id])
        for outlook in known[entrant.id]
        if outlook.title is title and outlook.state is state and within_reach(entrant, outlook)
    ]  # fmt: skip
    why = obstacle(event)
    notes = [FAR if why is None else f"No norms here: {obstacle_words(why)}."]
    if why is None and rows:
        notes += [f"Not settled: {text}." for text in reservations(event)]
    return Grid("Title norms", columns, tuple(rows), tuple(notes))


def in_short(event: Event) -> str:
    """Whether there are norms at all, in one sentence: why not, or whose."""
    if (why := obstacle(event)) is not None:
        return f"no norms here: {obstacle_words(why)}"
    there = [f"{outlook.title.value} {entrant.name}" for entrant, outlook in made(event)]
    more = f" and {len(there) - MOST_NAMED} more" if len(there) > MOST_NAMED else ""
    named = f"{counted(len(there), 'norm')} made: {', '.join(there[:MOST_NAMED])}{more}"
    return named if there else "no norm is made so far; what each player lacks is in the file"


def certificate(event: Event, entrant: Entrant, outlook: NormOutlook) -> Form:
    """IT1 of a norm that was made."""
    sheet, arbiter = outlook.sheet, chief_arbiter(event)
    surname, _, forenames = entrant.name.partition(",")
    start, close = event_dates(event)
    title = outlook.title.value
    chosen = "   ".join(f"{'☒' if one.value == title else '☐'} {one.value}" for one in NormTitle)
    arbiter_text = " ".join(filter(None, (arbiter.name, arbiter.fide_id))) if arbiter else ""
    at_home = host(event)
    remarks = [*norm_remarks(outlook)]
    if many_and_strong(event):
        remarks.append("the tournament meets 1.5.6a")
    return _form(
        "IT 1",
        "Certificate of Title Result",
        {"note": chosen, "large": True},
        _boxes(("Name", surname), ("First name", forenames.strip()),
               ("ID number", entrant.fide_id), ("Federation", entrant.federation)),
        _boxes(("Event", event.title, 2), ("City", detail(event, "place")),
               ("Start", start), ("Close", close)),
        _boxes(("Chief Arbiter (name, ID)", arbiter_text), ("Rate of play",
               detail(event, "time_control"))),
        _boxes(("Number of games", str(len(sheet.games))),
               ("Number of federations", str(len(sheet.federations))),
               ("Players not from the applicant's federation", str(sheet.foreign)),
               ("Rated opponents", str(sum(fide_rating(g.opponent) is not None
                                           for g in sheet.games)))),
        _boxes(("Players from the host federation",
                str(sheet.federations[at_home]) if at_home else ""),
               ("Titled opponents", str(sheet.titled())),
               *((f"Number of {name}", str(sheet.titled(frozenset({name}))))
                 for name in COUNTED)),
        _boxes(*zip(_LARGE_FIELD, _large_field(event, sheet), strict=True)),
        _boxes(("Special remarks", "; ".join(remarks))),
        {"table": _games(event, entrant.id, sheet)},
        _boxes(("Rating average (1.4.7)", figure(sheet.average)),
               ("Score required", points_text(sheet.required_score)),
               ("Score achieved", points_text(sheet.score)),
               ("Exceeding the norm by", points_text(sheet.score - sheet.required_score)),
               ("Performance (1.4.8)", figure(sheet.performance))),
        _signed("Date", "Chief Arbiter's signature"),
        _signed("Federation confirming the result", "Name of the federation official", "Signature"),
        {"note": "Unrated = 1400, but see 1.4.6b. Score: 1, ½, 0 for played games, +, =, - for "
                 "unplayed ones."},
        {"note": PRIVACY},
    )  # fmt: skip


def _large_field(event: Event, sheet: NormSheet) -> tuple[str, str, str]:
    """The foreign field of the tournament, where it waives the demands on federations."""
    field = foreign_field(event) if sheet.exempt == BIG_SWISS else None
    if field is None:
        return ("", "", "")
    return (str(field.federations), str(field.players), str(field.titled))


def tournament_report(event: Event, format: Format) -> Form:
    """IT3."""
    start, close = event_dates(event)
    arbiter, deputies = chief_arbiter(event), deputy_arbiters(event)
    country = " ".join(filter(None, (host(event), detail(event, "place"))))
    results = [
        (entrant.name, entrant.fide_id, entrant.federation, f"{outlook.title.value} norm",
         outlook_words(event, outlook))
        for entrant, outlook in made(event)
    ]  # fmt: skip
    people = [official.name + (f" ({official.fide_id})" * bool(official.fide_id))
              for official in ((arbiter,) if arbiter else ()) + deputies]  # fmt: skip
    heads = ("Chief Arbiter", "1st deputy", "2nd deputy (more than 20 players)",
             "3rd deputy (more than 70)", "4th deputy (more than 120)")  # fmt: skip
    shown = [*people, *("" for _ in heads)][: len(heads)]
    if arbiter is None:
        shown = ["", *shown[:-1]]
    return _form(
        "IT 3",
        "Tournament Report Form",
        _boxes(("Federation", host(event)), ("Name of tournament", event.title, 3)),
        _boxes(("Country and place", country, 2), ("Starting date", start),
               ("Ending date", close)),
        _boxes(("Organiser, with address for enquiries", detail(event, "organiser"))),
        _boxes(("Number of rounds", str(event.settings.rounds)),
               ("Schedule (rounds a day)", _days(event)),
               ("Rate of play", detail(event, "time_control"), 2)),
        _boxes(("Tournament type", format.report_type(event) or format.title, 2),
               ("Pairings", "computerised"),
               ("Program used", f"topboard {VERSION}")),
        _boxes(("Special remarks (exceptions in pairings …)", _remarks(event))),
        {"table": _mix(event)},
        *(_boxes(pair) for pair in zip(heads, shown, strict=True)),
        {"heading": f"Title results: {counted(len(results), 'norm')}"},
        {"table": _plain(("Name", "ID", "Fed", "Result", "How"), results, 4)},
        _signed("Date", "Chief Arbiter's signature"),
        {"note": PRIVACY},
    )  # fmt: skip


def _remarks(event: Event) -> str:
    """What the event says, and the rounds that are not the computer draw."""
    changed = [str(round.number) for round in event.published if round.departures]
    rounds = "rounds" if len(changed) > 1 else "round"
    exceptions = f"not the computer draw: {rounds} {', '.join(changed)}" if changed else ""
    return "; ".join(filter(None, (detail(event, "remarks"), exceptions)))


def _form(mark: str, title: str, *blocks: Form) -> Form:
    return {"kind": "form", "mark": mark, "heading": title, "blocks": list(blocks)}


def _boxes(*boxes: tuple[str, str] | tuple[str, str, int]) -> Form:
    """Fields side by side: label, value, and how many times as wide as others."""
    return {
        "boxes": [
            {"label": box[0], "value": box[1], "share": box[2] if len(box) > 2 else 1}
            for box in boxes
        ]
    }


def _signed(*labels: str) -> Form:
    return {"boxes": [{"label": label, "value": "", "share": 1} for label in labels], "tall": True}


def _plain(heads: Sequence[str], rows: Sequence[Sequence[str]], wide: int) -> Form:
    """A table; the column `wide` has the room that is left."""
    return {"columns": list(heads), "rows": [list(row) for row in rows], "wide": wide}


def _games(event: Event, id: EntrantId, sheet: NormSheet) -> Form:
    """Every round, those that do not count marked."""
    counting = {game.round: game for game in sheet.games}
    ratings = dict(zip(counting, sheet.ratings, strict=True))
    rows = []
    for x in cards(event)[id].lines:
        other = event.entrant(x.opponent) if x.opponent is not None else None
        if other is None:
            rows.append((str(x.round), _IDLE.get(x.kind, ""), "", "", "", "", "", _game_score(x)))
            continue
        game = counting.get(x.round)
        rating = figure(fide_rating(other)) or "unrated"
        adjusted = UNCOUNTED if game is None else figure(ratings[x.round])
        if game is not None and figure(ratings[x.round]) == rating:
            adjusted = ""
        rows.append((
            str(x.round), other.name, other.fide_id, other.federation, rating, adjusted,
            other.title or "-", _game_score(x),
        ))  # fmt: skip
    heads = ("Rd", "Opponent", "ID", "Fed", "Rating", "Rat. 1.4.6", "Title", "Score")
    return _plain(heads, rows, 1)


def _game_score(x: CardLine) -> str:
    if x.opponent is not None:
        return result_sign(x)
    return "+" if x.points >= 1 else "=" if x.points > 0 else "-"


def _mix(event: Event) -> Form:
    """How many of each kind, of how many federations, at home and from elsewhere."""
    at_home, played = host(event), [e for e in event.entrants if cards(event)[e.id].opponents]

    def row(name: str, people: Sequence[Entrant]) -> tuple[str, ...]:
        known = Counter(e.federation for e in people if e.federation not in NO_FEDERATION)
        home = str(known[at_home]) if at_home else ""
        others = str(len(people) - known[at_home]) if at_home else ""
        return (name, str(len(people)), str(len(known)), home, others)

    rows = [
        row("Rated", [e for e in played if fide_rating(e)]),
        row("Unrated", [e for e in played if not fide_rating(e)]),
        *(row(title, [e for e in played if e.title == title]) for title in COUNTED),
    ]
    heads = ("Type", "Number", "Federations", "Host federation", "Other federations")
    return _plain(heads, rows, 0)


def _days(event: Event) -> str:
    """`2026-12-28: 1, 2026-12-29: 2`, as far as the schedule says."""
    days = Counter(at.day for at in schedule(event) if at)
    # a day is not parted from its number
    return ", ".join(f"{day}:\N{NO-BREAK SPACE}{count}" for day, count in days.items())
