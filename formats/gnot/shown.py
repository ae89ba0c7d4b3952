"""The tables of the double knockout: standings (overall, Swiss, DKO, SKO), and beside them lucky
losers, the triangle, drop-in scores and lots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from engine.bracket_tree import stage_title
from engine.entrants import EntrantId
from engine.event import Event, Match, Round, derived
from engine.lots import lot_text
from engine.match_results import MatchResult, winning_side
from engine.numbers import start_numbers
from engine.phrases import figure, listed, phrase, phrases
from engine.points import counted
from engine.standings import remarks_on
from engine.tables import WINS, Panel, StandingRow, StandingTable
from formats.gnot.calendar import KEYS, STARTS, Key, swiss_round, title_of
from formats.gnot.final import final_notes, final_order, finished, swiss_order
from formats.gnot.flow import Flow, flow, seeding, side_of
from formats.gnot.lots import SWISS_PLACE, lucky_losers_of, purposes
from formats.gnot.repechage import APPENDIX_2, SWISS_ROUNDS, Repechage
from formats.gnot.swiss import SWISS, repechage
from formats.gnot.wording import working
from formats.gnot.wording import working as working_of

VP, DROP_IN, NET = "VP", phrase("Drop-in"), phrase("Net")
HALF = Decimal("0.5")
Group = Sequence[EntrantId]


@dataclass(frozen=True, slots=True)
class _Maker:
    """What every row needs."""

    event: Event
    numbers: Mapping[EntrantId, int]

    def row(self, rank: int, id: EntrantId, points: Decimal, **more: object) -> StandingRow:
        entrant = self.event.entrant(id)
        number = min(len(self.event.published) + 1, self.event.settings.rounds)
        status = None if entrant.active(number) else phrase("withdrawn")
        more.setdefault("remark", _remarks(self.event).get(id, ""))
        return StandingRow(rank, id, self.numbers[id], entrant.name, points, status, **more)  # type: ignore[arg-type]


@derived
def tables(event: Event) -> tuple[StandingTable, ...]:
    """The overall table with every team once, then those of the sections that are played."""
    made = _Maker(event, start_numbers(event, seeding(event)))
    shown = [_overall(made)]
    if repechage(event).entries:
        shown.append(_swiss(made))
    for name, letter in (("DKO", "D"), ("SKO", "S")):
        keys = [key for key in KEYS if key[0] == letter and flow(event).drawn(key)]
        if keys:
            shown.append(_knockout(made, name, keys))
    return tuple(shown)


def after_now(event: Event) -> int:
    """The Swiss round whose results count so far; 0 before the first."""
    return min(max(swiss_round(len(event.published)), 0), SWISS_ROUNDS)


@derived
def _remarks(event: Event) -> Mapping[EntrantId, str]:
    """The director's adjustments; drop-in scores have a column and a table beside of their own."""
    own = (a for a in event.adjustments if a.cause != "drop-in")
    return remarks_on(event, own)


# overall

_AT_THE_END = (
    "places do not go by it, but by the sections: the winner of the DKO, the winner of the SKO, "
    "the loser of its last round, then the Swiss (5.1)"
)
_SO_FAR = (
    "places do not go by it, but by the sections: who is in the DKO first, then the SKO, the Swiss "
    "last"
)


def _overall(made: _Maker) -> StandingTable:
    event, swiss, after = made.event, repechage(made.event), after_now(made.event)
    won, over = _matches_won(event), final_notes(event)
    now_in = {} if over else _now_in(event)
    knockout = {id: stage.upper() for stage, group in now_in.items() for id in group}
    # after the first of the two halves nobody has a place: all play the second one
    ranked = bool(over) or _first_session_played(event)
    order = (_AT_THE_END if over else _SO_FAR) * ranked
    rows: list[StandingRow] = []
    for group in _places(event):
        rank = len(rows) + 1
        for id in group:
            inside = id in swiss.entered
            score = swiss.score(id, after) if inside else None
            values = {WINS: won.get(id, Decimal(0)), VP: score}
            where = knockout.get(id, "" if ranked or inside else "-")
            working = {WINS: order, VP: "" if inside else "not in the Swiss"}
            rows.append(
                made.row(rank, id, score or Decimal(0), tiebreaks=values, working=working,
                         unplaced=where)
            )  # fmt: skip
    notes = over or tuple(
        listed(": ", (stage_title(stage), ", ".join(event.entrant(id).name for id in group)))
        for stage, group in now_in.items()
    )
    return StandingTable(
        phrase("Overall"), (WINS, VP), tuple(rows), notes=(*notes, *_open(event)), points="",
        led_by=VP if swiss.entered else WINS,
    )  # fmt: skip


def _places(event: Event) -> list[Group]:
    """Shared places together: as the event ended, or by sections while it goes on."""
    order = seeding(event)
    if finished(event):
        ranked = final_order(event)
        rest = [id for id in order if id not in ranked]
        return [*([id] for id in ranked), *([rest] if rest else [])]
    swiss, after = repechage(event), after_now(event)
    dko, sko = in_dko(event), in_sko(event)
    there = {*dko, *sko, *swiss.entered}
    # a team that plays the first evening, or waits for its end, is not out as those in the Swiss
    # are
    groups = [dko, sko, [id for id in order if id not in there]]
    return [group for group in (*groups, *swiss.groups(swiss.entered, after)) if group]


@derived
def in_dko(event: Event) -> Group:
    """The teams that have not lost in the double knockout, by seed; empty before session 1 is
    played."""
    stages = flow(event)
    if not stages.drawn("D1"):
        there = stages.entitled("D1") if _first_session_played(event) else ()
        return [id for id in seeding(event) if id in there]
    keys: list[Key] = [key for key in ("D1", "D2", "D3") if stages.drawn(key)]
    out = {id for key in keys for id in stages.field(key) if outcome(stages, key, id) == "lost"}
    out |= repechage(event).entered.keys()
    return [id for id in seeding(event) if id in stages.field("D1") and id not in out]


@derived
def in_sko(event: Event) -> Group:
    """The teams that are in the single knockout or go there, by seed; empty before session 1 is
    played."""
    stages = flow(event)
    if not stages.drawn("D1") and not _first_session_played(event):
        return []
    away = {*in_dko(event), *repechage(event).entered}
    return [id for id in seeding(event) if id in stages.teams and id not in away]


def _first_session_played(event: Event) -> bool:
    """Every result of the two halves is in: it is known which team plays in which knockout."""
    first = event.published[: STARTS["D1"] - 1]
    return len(first) == STARTS["D1"] - 1 and not any(m.open for r in first for m in r.matches)


def _now_in(event: Event) -> Mapping[str, Group]:
    """The teams in each knockout; a team that has left is in neither, whatever its place."""
    there = {"dko": in_dko(event), "sko": in_sko(event)}
    playing = {s: [id for id in ids if not event.entrant(id).withdrawn] for s, ids in there.items()}
    return {stage: group for stage, group in playing.items() if group}


def _open(event: Event) -> tuple[str, ...]:
    open_boards = ((r.number, sum(m.open for m in r.matches)) for r in event.published)
    return tuple(
        phrases(
            "{round}: {count} match without a result",
            "{round}: {count} matches without a result",
            count=left,
            round=event.called(number),
        )
        for number, left in open_boards
        if left
    )


def _matches_won(event: Event) -> Mapping[EntrantId, Decimal]:
    """All of the event: knockouts with their walkovers, the triangle and the Swiss, where a tie
    is a half."""
    stages = flow(event)
    totals = {id: Decimal(0) for id in stages.teams}
    for key in KEYS:
        for id in stages.field(key) if stages.drawn(key) else ():
            totals[id] += _has_won(stages, key, id)
    swiss = repechage(event).games
    nets = [(game.pair, game.net(game.home)) for game in swiss if game.score is not None]
    nets += [
        (match.pair, side_of(match, match.white).score.net)
        for match in stages.triangle_matches
        if winning_side(match.result) is not None or isinstance(match.result, MatchResult)
    ]
    for (home, away), net in nets:
        won = Decimal((net > 0) - (net < 0)) / 2
        totals[home] += HALF + won
        totals[away] += HALF - won
    return totals


def outcome(stages: Flow, key: Key, team: EntrantId) -> str:
    """`won`, `lost`, `open`, or `rests`, in a round of a knockout that is drawn."""
    match = _match(stages, key, team)
    if match is not None and match.open:
        return "open"
    if team in stages.resting(key):
        return "rests"
    return "won" if team in stages.winners(key) else "lost"


def _has_won(stages: Flow, key: Key, team: EntrantId) -> bool:
    """Who goes on in name alone, where nobody came, has not."""
    match = _match(stages, key, team)
    came = match is None or winning_side(match.result) is not None
    return came and outcome(stages, key, team) == "won"


def _match(stages: Flow, key: Key, team: EntrantId) -> Match | None:
    return next((m for m in stages.matches(key) if team in m.pair), None)


# Swiss


def _swiss(made: _Maker) -> StandingTable:
    swiss, after = repechage(made.event), after_now(made.event)
    if finished(made.event):
        groups: list[Group] = [[id] for id in swiss_order(made.event).teams]
    else:
        groups = [*swiss.groups(swiss.entered, after)]
    rows: list[StandingRow] = []
    for group in groups:
        rank = len(rows) + 1
        rows += [_swiss_row(made, swiss, rank, id, after) for id in group]
    note = (*_drop_in_note(swiss), *_lot_texts(made.event))
    total = phrase("Total")
    return StandingTable(
        phrase("Swiss"), (DROP_IN, VP, NET), tuple(rows), "section", note, total, led_by=total
    )


def _swiss_row(made: _Maker, swiss: Repechage, rank: int, id: EntrantId, after: int) -> StandingRow:
    score, played = swiss.score(id, after), swiss.played_points(id, after)
    penalty = swiss.penalty(id, after)
    came = score - played - penalty
    entered = swiss.entered[id]
    values = {
        DROP_IN: came if came else None,
        VP: played,
        NET: as_decimal(swiss.net(id, after)),
    }
    working = {
        DROP_IN: f"for round {entered}: {working_of(swiss.drop_in(entered))}" if came else "",
        VP: _games_text(made.event, swiss, id, after),
        NET: "net IMPs of Swiss matches",
    }
    words = _remarks(made.event).get(id, "")
    remark = words or (phrase("{points} by the director", points=f"{penalty:+}") if penalty else "")
    return made.row(rank, id, score, tiebreaks=values, working=working, remark=remark)


def _games_text(event: Event, swiss: Repechage, id: EntrantId, after: int) -> str:
    parts = []
    for game in swiss.games_of(id):
        if game.decided and game.due <= after:
            other = game.away if id == game.home else game.home
            short = f" over {game.boards}" if game.boards != 14 else ""
            parts.append(
                f"R{game.round} {event.entrant(other).name} {int(game.net(id)):+}: "
                f"{game.points(id)}{short}"
            )
    return "; ".join(parts)


def _drop_in_note(swiss: Repechage) -> tuple[str, ...]:
    notes = (phrase("Drop-in: victory points that a team came with; VP: what it has won since"),)
    return notes if any(round > 1 for round in swiss.entered.values()) else ()


def _lot_texts(event: Event) -> tuple[str, ...]:
    """The lots between those who finished level in the Swiss."""
    if not finished(event):
        return ()
    names = {entrant.id: entrant.name for entrant in event.entrants}
    recorded = (lot for lot in event.lots if lot.purpose == SWISS_PLACE)
    return tuple(lot_text(lot, names) for lot in (*recorded, *swiss_order(event).lots))


def as_decimal(value: Fraction) -> Decimal:
    """IMPs for a table; halves are exact."""
    return Decimal(value.numerator) / Decimal(value.denominator)


# knockouts


def _knockout(made: _Maker, name: str, keys: Sequence[Key]) -> StandingTable:
    stages = flow(made.event)
    far = _reached(stages, keys)
    won = {id: sum(_has_won(stages, k, id) for k in keys if id in stages.field(k)) for id in far}
    order = sorted(far, key=lambda id: (-far[id][0], -far[id][1], stages.teams.index(id)))
    rows: list[StandingRow] = []
    for _, group in groupby(order, key=lambda id: far[id]):
        rank = len(rows) + 1
        for id in group:
            values = {phrase("R{number}", number=key[1]): _net(stages, key, id) for key in keys}
            rows.append(made.row(rank, id, Decimal(won[id]), tiebreaks=values))
    columns = tuple(phrase("R{number}", number=key[1]) for key in keys)
    note = (phrase("R1 …: net IMPs of the match"),)
    return StandingTable(name, columns, tuple(rows), "section", note, WINS, led_by=WINS)


def _reached(stages: Flow, keys: Iterable[Key]) -> dict[EntrantId, tuple[int, int]]:
    """The last round that each was in, and whether it was won (2), is open (1) or lost (0)."""
    worth = {"won": 2, "rests": 2, "open": 1, "lost": 0}
    reached: dict[EntrantId, tuple[int, int]] = {}
    for at, key in enumerate(keys):
        for id in stages.field(key):
            reached[id] = (at, worth[outcome(stages, key, id)])
    return reached


def _net(stages: Flow, key: Key, team: EntrantId) -> Decimal | None:
    if team not in stages.field(key) or outcome(stages, key, team) in ("open", "rests"):
        return None
    return as_decimal(stages.played(key, team).score.net)


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
    stages = flow(event)
    if not stages.drawn(key) or not stages.places(key) or any(m.open for m in stages.matches(key)):
        return None
    lots = [lot for lot in event.lots if lot.purpose == lucky_losers_of(key)]
    before, onward = stages.lucky_before(key), stages.lucky(key)
    again_too = any(id in before for id in stages.lucky_order(key))
    figures = (phrase("lost by"), phrase("turnover"), *((phrase("before"),) * again_too))
    columns = ("", phrase("team"), *figures, "", "")
    rows = []
    for place, id in enumerate(stages.lucky_order(key), start=1):
        score = stages.played(key, id).score
        tied = phrase("tie") if score.net == 0 else str(-score.net)
        again = (phrase("lucky") if id in before else "",) * again_too
        goes = phrase("goes on") if id in onward else ""
        by_lot = next((lot.number for lot in lots if id in lot.order), None)
        lot = "" if by_lot is None else phrase("by lot {number} of this event", number=by_lot)
        rows.append((str(place), _name(event, id), tied, str(score.turnover), *again, goes, lot))
    return Panel(phrase("Lucky losers of {stage}", stage=title_of(key)), columns, tuple(rows))


def _triangle(event: Event) -> Panel | None:
    stages = flow(event)
    if not stages.triangle_matches or any(m.open for m in stages.triangle_matches):
        return None
    rows = tuple(
        (str(place), _name(event, line.team), str(line.wins), str(line.score.net),
         str(line.score.quotient))
        for place, line in enumerate(stages.triangle, start=1)
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
        columns = (figure(str(worked.leader)), figure(f"{float(a):.4f}"), figure(f"{float(b):.4f}"))
    return (str(number), ", ".join(names), *columns, figure(str(worked.points)), working(worked))


def _lots(event: Event) -> Panel | None:
    names = {e.id: e.name for e in event.entrants}
    rows = tuple((lot_text(lot, names, purposes().get(lot.purpose)),) for lot in event.lots)
    return (
        Panel(phrase("Lots"), (phrase("in the order in which they were drawn"),), rows)
        if rows
        else None
    )


def swiss_headings(event: Event, round: Round) -> Mapping[str, str]:
    """By group of a drawn half: how many teams are in the Swiss and which drop in on what score."""
    number = swiss_round(round.number)
    if not any(match.stage == SWISS for match in round.matches):
        return {}
    heading = ", ".join(_swiss_words(repechage(event), number))
    return {f"Swiss {number}": heading} if heading else {}


def _swiss_words(swiss: Repechage, number: int) -> Iterator[str]:
    dropping = swiss.dropping(number)
    standing = len(swiss.field(number)) - len(dropping)
    if not swiss.begun(number):
        yield f"{counted(standing + len(dropping), 'team')}, by lot: nothing is played in it yet"
        return
    yield f"{standing} in the Swiss"
    if dropping:
        score = "" if number == 2 else f" on {swiss.drop_in(number).points} VP"
        yield f"{len(dropping)} dropping in{score}"
    if swiss.in_triangle(number):
        yield "three play a triangle"
