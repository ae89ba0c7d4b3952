"""What is shown beside the standings: lucky losers, the triangle, drop-in scores, lots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.entrants import EntrantId
from engine.event import Event, Round
from engine.lots import lot_text
from engine.phrases import phrase
from engine.points import counted
from engine.tables import Panel
from formats.gnot.calendar import Key, swiss_round, title_of
from formats.gnot.drop_in import APPENDIX_2
from formats.gnot.flow import Flow, flow
from formats.gnot.repechage import Repechage
from formats.gnot.swiss_reading import SWISS, repechage
from formats.gnot.wording import working

LUCKY: tuple[Key, ...] = ("Q", "A", "B", "S1")


def panels(event: Event) -> list[Panel]:
    """Those that have something to show."""
    shown = [panel for key in LUCKY if (panel := _lucky(event, key))]
    shown += [panel for panel in (_triangle(event), _drop_ins(event), _lots(event)) if panel]
    return shown


def _name(event: Event, id: EntrantId) -> str:
    return event.entrant(id).name


def _lucky(event: Event, key: Key) -> Panel | None:
    """The losers in the order of 1.5 with the figures that decide."""
    now = flow(event)
    if not now.drawn(key) or not now.places(key) or any(m.open for m in now.matches(key)):
        return None
    columns = (
        "",
        phrase("team"),
        phrase("lost by"),
        phrase("turnover"),
        phrase("before"),
        "",
        "",
    )
    lots = [lot for lot in event.lots if lot.purpose == f"lucky losers of {title_of(key)}"]
    before, onward = now.lucky_before(key), now.lucky(key)
    rows = []
    for place, id in enumerate(now.lucky_order(key), start=1):
        score = now.played(key, id).score
        tied = phrase("tie") if score.net == 0 else str(-score.net)
        again = phrase("lucky") if id in before else ""
        goes = phrase("goes on") if id in onward else ""
        by_lot = next((lot.number for lot in lots if id in lot.order), None)
        lot = "" if by_lot is None else phrase("by lot {number} of this event", number=by_lot)
        rows.append((str(place), _name(event, id), tied, str(score.turnover), again, goes, lot))
    return Panel(phrase("Lucky losers of {stage}", stage=title_of(key)), columns, tuple(rows))


def _triangle(event: Event) -> Panel | None:
    now = flow(event)
    if not now.triangle_matches or any(m.open for m in now.triangle_matches):
        return None
    rows = tuple(
        (str(place), _name(event, line.team), str(line.wins), str(line.score.net),
         str(line.score.quotient))
        for place, line in enumerate(now.triangle, start=1)
    )  # fmt: skip
    return Panel(
        phrase("Triangle of {session}", session=event.called(1)),
        ("", phrase("team"), phrase("wins"), phrase("net"), phrase("quotient")),
        rows,
    )


def _drop_ins(event: Event) -> Panel | None:
    """Every round of entry: who, LS, both columns of Appendix 2, the score."""
    swiss = repechage(event)
    last = swiss_round(len(event.published)) + 1
    entering = sorted({each.entering_round for each in swiss.entries if each.entering_round > 1})
    rows = tuple(_drop_in_row(event, swiss, number) for number in entering if number <= last)
    columns = (phrase("for round"), phrase("teams"), "LS", "A", "B", phrase("score"), "")
    note = phrase(
        "LS: the leader's score in the Swiss at that point; A: a share of LS; B: LS less a number "
        "of VPs, or 10 in round 2; the greater of A and B counts"
    )
    return Panel(phrase("Drop-in scores"), columns, rows, (note,)) if rows else None


def _drop_in_row(event: Event, swiss: Repechage, number: int) -> tuple[str, ...]:
    worked = swiss.drop_in(number)
    names = [_name(event, e.team) for e in swiss.entries if e.entering_round == number]
    columns = ("", "", "")
    if worked.leader is not None:
        a, b = APPENDIX_2[number].columns(worked.leader)
        columns = (str(worked.leader), f"{float(a):.4f}", f"{float(b):.4f}")
    return (str(number), ", ".join(names), *columns, str(worked.points), working(worked))


def _lots(event: Event) -> Panel | None:
    names = {e.id: e.name for e in event.entrants}
    rows = tuple((lot_text(lot, names),) for lot in event.lots)
    return (
        Panel(phrase("Lots"), (phrase("in the order in which they were drawn"),), rows)
        if rows
        else None
    )


def swiss_headings(event: Event, round: Round) -> Mapping[str, str]:
    """By group of a drawn half: how many stand in the Swiss and who drops in on what."""
    number = swiss_round(round.number)
    if not any(match.stage == SWISS for match in round.matches):
        return {}
    heading = ", ".join(_swiss_told(flow(event), repechage(event), number))
    return {f"Swiss {number}": heading} if heading else {}


def _swiss_told(now: Flow, swiss: Repechage, number: int) -> Iterator[str]:
    dropping = swiss.dropping(number)
    standing = len(swiss.field(number)) - len(dropping)
    if not swiss.begun(number):
        yield f"{counted(standing + len(dropping), 'team')}, the first round by lot"
        return
    yield f"{standing} in the Swiss"
    if dropping:
        score = "" if number == 2 else f" on {swiss.drop_in(number).points} VP"
        yield f"{len(dropping)} dropping in{score}"
    if swiss.in_triangle(number):
        yield "three play a triangle"
