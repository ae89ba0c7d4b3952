"""The JSON documents of the command line: one shape for each, written once.

The shapes are promised in `docs/cli.md`; what is shown to people is made from the same values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from engine.boards import Seating
from engine.byes import absences, points_missed
from engine.entrant_fields import ENTRANT_FIELDS
from engine.entrants import RATES, Entrant, EntrantId
from engine.event import Bye, ByeKind, Departure, Event, Match, PlaceInRound, Round
from engine.event_data import match_date, open_matches
from engine.performance import mixed_scales
from engine.points import as_number, counted
from engine.protocol import (
    Conflict,
    Format,
    OverASeason,
    PlayedByTeams,
    numbers,
    part_of,
    qualified,
    rooms_of,
    why,
)
from engine.refusal import Refused
from engine.rules import conflicts
from engine.strict import mode_said
from engine.waiting import Choice, NextStep, drawn_from_another
from saves.plain import plain

if TYPE_CHECKING:
    from engine.event_data import OpenMatch
    from engine.tables import StandingRow, StandingTable
    from engine.teams import TeamScore
    from saves.store import Store


Document = dict[str, Any]
Numbers = Mapping[str, int]


def status(event: Event, format: Format, notes: Sequence[str] = ()) -> Document:
    """The status of the event and the next step; `notes` are the store's own."""
    step = format.next_step(event)
    return {
        "format": event.format,
        "title": event.title,
        "round": step.round,
        "round_name": event.called(step.round),
        "rounds": format.rounds_planned(event),
        "step": step.name,
        "missing": list(step.missing),
        "open_matches": _open_matches(event, format),
        **waiting(event, format),
        "absent": [{"id": one.entrant, "why": one.why} for one in absences(event, format)],
        "choice": _choice(event, format, step.choice),
        "entrants": len(event.entrants),
        "revision": event.revision,
        "mode": mode_said(event),
        "notes": [*notes, *_notes(event, format, step)],
    }


def status_of(store: Store, notes: Sequence[str] = ()) -> Document:
    """`status` as a document of its own or a part of one: with what the journal and the other
    desks add."""
    from saves.presence import present

    return {
        **status(store.event, store.format, notes),
        "stale": _stale(store),
        "present": [asdict(one) for one in present(store.disk, store.folder)],
    }


def _stale(store: Store) -> Document | None:
    """What has changed since the standing proposal was drawn; None where it holds."""
    if not drawn_from_another(store.event):
        return None
    from engine.staleness import changes_since_the_draw

    changes = changes_since_the_draw(store.event, store.entries, store.undone)
    return {
        "changes": [
            {"kind": c.action.kind, "undone": c.undone, "by": c.by,
             "text": c.action.describe(store.event)}
            for c in changes
        ]
    }  # fmt: skip


def waiting(event: Event, format: Format) -> Document:
    """The name of a board, and latecomers who can still have one in the round in play."""
    from engine import next_draw

    late = next_draw.waiting_for_a_board(event, format)
    return {
        "board_word": event.board_word,
        "without_board": [{"id": one.id, "name": one.name} for one in late],
    }


def _notes(event: Event, format: Format, step: NextStep) -> list[str]:
    # what is said twice is shown once
    from engine import event_data

    mixed = filter(None, (mixed_scales(event),))
    advised = (advice.text for advice in format.advise(event))
    return list(dict.fromkeys((*step.notes, *mixed, *advised, *event_data.data_notes(event))))


def _open_matches(event: Event, format: Format) -> list[Document]:
    """Of a season its matches without a result by their days; nothing elsewhere."""
    if part_of(format, OverASeason) is None:
        return []
    return [open_match(one) for one in open_matches(event)]


def open_match(one: OpenMatch) -> Document:
    """A match that is still to be played."""
    return {
        "match": one.match.board,
        "round": one.round,
        "home": one.match.white,
        "away": one.match.black,
        "date": one.date or None,
        "moved": bool(one.match.date),
    }


def _choice(event: Event, format: Format, choice: Choice | None) -> Document | None:
    if choice is None:
        return None
    return {
        "chooser": choice.chooser,
        "pool": list(choice.pool),
        "barred": [
            {"id": id, "reason": why(format, event, (reason,)), "reasons": [plain(reason)]}
            for id, reason in choice.barred
        ],
        "may_forfeit": choice.may_forfeit,
        "may_opt_out": choice.may_opt_out,
    }


def round_document(
    event: Event,
    format: Format,
    round: Round,
    differences: Sequence[Departure] = (),
    marks: Sequence[Conflict] = (),
) -> Document:
    """A round, proposed or published: its boards with results and conflicts, its byes, and how
    it differs from the engine's own draw. `marks` are further conflicts, of changes by hand."""
    places = _RoundPlaces(event, format, round, (*conflicts(format, event, round), *marks))
    names, extra = {e.id: e.name for e in event.entrants}, round.extra
    return {
        "round": round.number,
        "published": round.published,
        "pairings": places.pairings(round.matches),
        "continuing": continuing(event, round.number),
        "byes": places.byes(with_requested(event, round)),
        "altered": round.altered,
        "differences": [_difference(one, names) for one in differences],
        "extra": None
        if extra is None
        else {"pairings": places.pairings(extra.matches), "byes": places.byes(extra.byes)},
    }


def draw_document(
    event: Event,
    format: Format,
    round: Round,
    differences: Sequence[Departure] = (),
    marks: Sequence[Conflict] = (),
) -> Document:
    """What `draw` has proposed or published: a round, or the extra boards of one in play."""
    document = round_document(event, format, round, differences, marks)
    if round.extra is None:
        return document
    return {**document, **document["extra"], "published": False}


def continuing(event: Event, number: int) -> list[int]:
    """Boards of earlier rounds whose matches still run in round `number`."""
    return [
        m.board
        for r in event.published
        if r.number < number
        for m in r.matches
        if m.due is not None and m.due >= number
    ]


def with_requested(event: Event, round: Round) -> list[Bye]:
    """The round's byes, those asked for since it was proposed included."""
    there = {b.entrant for b in round.byes} | round.placed
    if round.published:
        return list(round.byes)
    return [*round.byes, *_requested(event, round.number, there)]


def _requested(event: Event, number: int, there: Iterable[str]) -> list[Bye]:
    known = set(there)
    byes = []
    for entrant in event.entrants:
        asked = entrant.bye_in(number)
        if asked is not None and entrant.active(number) and entrant.id not in known:
            kind: ByeKind = "absent" if asked.absent else "requested"
            byes.append(Bye(entrant.id, asked.points, kind))
    return byes


@dataclass(frozen=True)
class _RoundPlaces:
    """The boards and byes of a round, with the conflicts that it is judged by."""

    event: Event
    format: Format
    round: Round
    judged: tuple[Conflict, ...]

    def pairings(self, matches: Iterable[Match]) -> list[Document]:
        """Board by board."""
        seating, no = rooms_of(self.event, self.format), numbers(self.format, self.event)
        return [self._pairing(match, seating, no) for match in matches]

    def _pairing(self, match: Match, seating: Seating, no: Numbers) -> Document:
        return {
            "board": match.board,
            "room": seating.room(match.board) or None,
            "white": match.white,
            "black": match.black,
            "white_no": no[match.white],
            "black_no": no[match.black],
            "stage": match.stage,
            "section": match.section,
            "group": match.group,
            "part": match.part,
            "games": match.games,
            "boards": match.boards,
            "result": match.result.text if match.result is not None else None,
            "conflicts": [conflict(c) for c in self.judged if c.board == match.board],
            **self._reasons(match),
            **self._of_its_format(match),
        }

    def _of_its_format(self, match: Match) -> Document:
        """The line-ups of teams; date and venue over a season."""
        document: Document = {}
        if part_of(self.format, PlayedByTeams) is not None:
            document["lineups"] = _lineups(match)
        if part_of(self.format, OverASeason) is not None:
            document["date"] = match_date(self.event, self.round, match) or None
            document["moved"] = bool(match.date)
            document["venue"] = match.venue or self.event.entrant(match.white).venue or None
        return document

    def byes(self, byes: Iterable[Bye]) -> list[Document]:
        """Who does not play."""
        no = numbers(self.format, self.event)
        return [
            {
                "id": bye.entrant,
                "no": no[bye.entrant],
                "points": as_number(bye.points),
                "kind": bye.kind,
                "conflicts": [
                    conflict(c)
                    for c in self.judged
                    if c.board is None and bye.entrant in c.entrants
                ],
                **self._reasons(bye),
            }
            for bye in byes
        ]

    def _reasons(self, place: Match | Bye) -> Document:
        return {"why": why(self.format, self.event, place.why), "reasons": plain(place.why)}


def _lineups(match: Match) -> list[Document]:
    """The boards of a match of teams, with the Ids of the players; none for an empty board."""
    return [
        {
            "board": number,
            "white": board.white or None,
            "black": board.black or None,
            "result": board.result.text if board.result else None,
        }
        for number, board in enumerate(match.lineups, start=1)
    ]


def conflict(one: Conflict) -> Document:
    """A rule that is broken, how much it weighs, and the sentence about it."""
    return {"rule": one.rule, "severity": one.severity.value, "text": one.text}


def _difference(departure: Departure, names: Mapping[EntrantId, str]) -> Document:
    """Where somebody sits, and where the engine's own draw has him: in words, and as places."""
    here, engine = departure.words(names)
    return {
        "id": departure.entrant,
        "here": here,
        "engine": engine,
        "places": [_place(one) for one in departure.places],
        "own": [_place(one) for one in departure.own],
    }


def _place(place: PlaceInRound) -> Document:
    return {
        "board": place.board,
        "colour": place.colour or None,
        "opponent": place.opponent or None,
    }


def standings(
    event: Event, format: Format, number: int | None = None, section: str | None = None
) -> Document:
    """The tables, after an earlier round where `number` is given, of one section if named."""
    from engine.standings import as_of, final
    from engine.teams import team_scores

    then = event if number is None else as_of(event, _drawn(event, number))
    tables = format.standings(then)
    winner = _winner(tables, format.next_step(then))
    if section is not None:
        tables = [_named(tables, section)]
    going_on = [{"id": one.entrant, "to": one.to} for one in qualified(format, then)]
    scores = None
    if part_of(format, PlayedByTeams) is not None:
        scores = team_scores(format.as_counted(then))
    return {
        "tables": [_table(t, scores) for t in tables],
        "winner": winner,
        "qualified": going_on,
        "final": final(event, format, len(then.published)),
    }


def _drawn(event: Event, number: int) -> int:
    if number > len(event.published):
        raise Refused(
            f"there is no table after {event.called(number)}",
            f"{counted(len(event.published), 'round')} published so far",
            "give one of them",
        )
    return number


def _named(tables: Sequence[StandingTable], section: str) -> StandingTable:
    wanted = section.casefold()
    for table in tables:
        if wanted in (table.name.casefold(), *table.name.casefold().split()):
            return table
    names = ", ".join(table.name for table in tables)
    raise Refused(f"there is no table {section[:40]!r}", "", f"there are: {names}")


def _winner(tables: Sequence[StandingTable], step: NextStep) -> str | None:
    """Who is alone at the top when everything is played."""
    if step.name != "finished" or not tables:
        return None
    first = [row.id for row in tables[0].rows if row.rank == 1]
    return first[0] if len(first) == 1 else None


def _table(table: StandingTable, scores: Mapping[EntrantId, TeamScore] | None = None) -> Document:
    return {
        "name": table.name,
        "columns": list(table.columns),
        "points": table.points,
        "rows": [_row(row) | (_team_row(scores[row.id]) if scores else {}) for row in table.rows],
        "notes": list(table.notes),
    }


def _team_row(score: TeamScore) -> Document:
    return {
        "match_points": as_number(score.match_points),
        "game_points": as_number(score.game_points),
    }


def _row(row: StandingRow) -> Document:
    values = {key: None if v is None else as_number(v) for key, v in row.tiebreaks.items()}
    return {
        "rank": row.rank,
        "id": row.id,
        "no": row.no,
        "name": row.name,
        "points": as_number(row.points),
        "status": row.status,
        "tiebreaks": values,
        "remark": row.remark,
        **({"zone": row.zone} if row.zone else {}),
    }


def entrant_document(event: Event, format: Format, entrant: Entrant) -> Document:
    """An entry of the list."""
    number = len(event.published) + 1
    return {
        "id": entrant.id,
        "no": numbers(format, event)[entrant.id],
        **_published(entrant),
        "present": entrant.present,
        "joined": entrant.joined,
        "withdrawn": entrant.withdrawn or not entrant.active(max(number, entrant.joined)),
        "byes": [{"round": b.round, "points": as_number(b.points)} for b in entrant.byes],
        "missed": [
            {"round": number, "points": as_number(points)}
            for number, points in points_missed(event, entrant.id).items()
        ],
        **_official(entrant),
        **_players(format, entrant),
    }


def _players(format: Format, team: Entrant) -> Document:
    """The players of a team in board order."""
    if part_of(format, PlayedByTeams) is None:
        return {}
    return {
        "players": [
            {"id": player.id, "board": board, **_published(player)}
            for board, player in enumerate(team.players, start=1)
        ]
    }


def _official(entrant: Entrant) -> Document:
    """Where the rating comes from (None: entered by hand), and the ratings in the lists."""
    from engine.rating_lists import counting

    source = counting(entrant.official)
    return {
        "rating_from": plain(source) if source is not None else None,
        "official": [
            {
                "list": one.list, "date": one.date, "id": one.listed_id,
                "ratings": {rate: one.rating(rate) for rate in RATES},
                "k": {rate: one.k_factor(rate) for rate in RATES},
            }
            for one in entrant.official
        ],
    }  # fmt: skip


def _published(entrant: Entrant) -> Document:
    fields: Document = {}
    for field in ENTRANT_FIELDS.values():
        if field.published:
            value = getattr(entrant, field.name)
            fields[field.name] = list(value) if isinstance(value, tuple) else value
        if field.content == "rating":
            fields["estimated"] = entrant.estimated
    return fields


def whole(event: Event, format: Format) -> Document:
    """Everything that can be said about the event, for `export --as json`."""
    return {
        "title": event.title,
        "format": event.format,
        "revision": event.revision,
        "settings": format.settings_values(event.settings),
        "details": dict(event.details),
        "status": status(event, format),
        "entrants": [entrant_document(event, format, e) for e in event.entrants],
        "rounds": [round_document(event, format, r) for r in event.rounds],
        **standings(event, format),
    }
