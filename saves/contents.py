"""The save files by name: what each of them says, how it is checked, and the event that they make.

Names of players are beside the numbers so that a person can read and compare a file; they are
for the eye and not read back. Fields at their defaults are left out. What is wrong in a content is
named with its place.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, astuple, dataclass, field, fields, is_dataclass, replace
from decimal import Decimal
from typing import Any

from engine.entrant_fields import ENTRANT_FIELDS, NAME_LIMIT
from engine.entrants import Entrant, EntrantId, OfficialRatings, checked, possible
from engine.event import (
    Adjustment,
    Bye,
    Departure,
    DrawChoice,
    Event,
    Instruction,
    Lot,
    Match,
    Mode,
    NumberExchange,
    Round,
    RoundState,
    Supplement,
    Worse,
)
from engine.protocol import Format
from engine.reasons import Reasons
from engine.refusal import Refused
from engine.saved_results import SavedMatchResult, with_results
from engine.warnings import Agreement
from saves.earlier_versions import adjustment_row, settings_then, with_matches_of_byes
from saves.plain import SHORTEST_OFFICIAL, BadValue, Words, plain, typed, why_row, words_of
from saves.safe_text import safe
from saves.toml import BadSave, Place, line_of

EVENT_NAME = "event.toml"
PLAYERS_NAME = "players.toml"
ROUND_NAME = re.compile(r"round-(\d\d)\.toml")
Contents = Mapping[str, dict[str, Any]]
"""The content of the save files without seals, by file name."""


def round_name(number: int) -> str:
    """The file of a round: `round-05.toml`."""
    return f"round-{number:02}.toml"


@dataclass(frozen=True)
class FileRow:
    """A save file that belongs to this state, by the checksum in its seal."""

    name: str
    sha256: str


@dataclass(frozen=True)
class SavedHead:
    """`event.toml`, by its keys."""

    title: str
    format: str
    seed: int = 0
    next_id: int = 1
    settings: Mapping[str, Any] = field(default_factory=dict)
    details: Mapping[str, str] = field(default_factory=dict)
    adjustment: tuple[Adjustment, ...] = ()
    instruction: tuple[Instruction, ...] = ()
    lot: tuple[Lot, ...] = ()
    choice: tuple[DrawChoice, ...] = ()
    ranked: tuple[str, ...] = ()
    accelerated: tuple[str, ...] = ()
    qualified: tuple[str, ...] = ()
    exchange: tuple[NumberExchange, ...] = ()
    renumbered: bool = False
    mode: Mode = ""
    agreement: tuple[Agreement, ...] = ()
    file: tuple[FileRow, ...] = ()

    def bare_event(self, format: Format, judged: bool) -> Event:
        """The event without entrants and rounds; `Refused` for a setting out of bounds where it
        is to be `judged`: settings that a save has are valid."""
        settings = settings_then(format.name, self.settings)
        details = tuple(self.details.items())
        if details:
            from engine.event_data import by_todays_names

            details = by_todays_names(self.details)
        return Event(
            title=self.title,
            format=format.name,
            settings=(format.settings if judged else format.kept_settings)(settings),
            seed=self.seed,
            adjustments=self.adjustment,
            instructions=self.instruction,
            lots=self.lot,
            choices=self.choice,
            next_id=self.next_id,
            details=details,
            ranked=self.ranked,
            accelerated=self.accelerated,
            qualified=self.qualified,
            exchanges=self.exchange,
            renumbered=self.renumbered,
            mode=self.mode,
            agreements=self.agreement,
        )


@dataclass(frozen=True)
class SavedEntries:
    """`players.toml`: the entry list, of players or teams."""

    entrant: tuple[Entrant, ...] = ()


@dataclass(frozen=True)
class RoundKeys:
    """`round-NN.toml`, by its keys."""

    round: int
    state: RoundState
    altered: bool = False
    drawn_from: str = ""
    editing: bool = False
    extra: bool = False
    pairing: tuple[Match, ...] = ()
    bye: tuple[Bye, ...] = ()
    extra_pairing: tuple[Match, ...] = ()
    extra_bye: tuple[Bye, ...] = ()
    departure: tuple[Departure, ...] = ()
    worse: tuple[Worse, ...] = ()

    def bare_round(self) -> Round:
        """The round without results."""
        extra = Supplement(self.extra_pairing, self.extra_bye) if self.extra else None
        return Round(
            self.round, self.state, self.pairing, self.bye, self.altered, self.drawn_from,
            self.editing, extra, self.departure, self.worse,
        )  # fmt: skip


@dataclass(frozen=True)
class SavedRound:
    """`round-NN.toml`: the round without results, and the results."""

    bare: Round
    results: tuple[SavedMatchResult, ...]


Saved = SavedHead | SavedEntries | SavedRound

NAMED: Mapping[type, tuple[str, ...]] = {
    Adjustment: ("entrant", "over"),
    Instruction: ("a", "b"),
    DrawChoice: ("chooser", "opponent"),
    Match: ("white", "black"),
    Bye: ("entrant", "left", "taken_by"),
    Departure: ("entrant",),
    NumberExchange: ("a", "b"),
}
"""The numbers of entrants that have a name beside them, for the eye alone."""
_ROWS: Mapping[str, type] = {
    "adjustment": Adjustment,
    "instruction": Instruction,
    "choice": DrawChoice,
    "pairing": Match,
    "extra_pairing": Match,
    "bye": Bye,
    "extra_bye": Bye,
    "departure": Departure,
    "exchange": NumberExchange,
}


def name_key(field: str) -> str:
    """The key of the name beside the number in a field."""
    return "name" if field == "entrant" else f"{field}_name"


def texts_beside(table: str) -> frozenset[str]:
    """What is not read back with the rows of a table: names; results are read by themselves."""
    if table == "agreement":
        return frozenset({"text"})
    keys = frozenset(map(name_key, NAMED[_ROWS[table]])) if table in _ROWS else frozenset()
    return keys | {"result"} if table.endswith("pairing") else keys


def saved_of(name: str, content: Mapping[str, Any]) -> Saved:
    """What a file's content says; `BadValue` where a key or a type is another than ours."""
    read = {key: _without(texts_beside(key), rows) for key, rows in content.items()}
    if name == EVENT_NAME:
        if isinstance(rows := read.get("adjustment"), list):
            format = str(read.get("format", ""))
            read["adjustment"] = [
                adjustment_row(row, format) if isinstance(row, dict) else row for row in rows
            ]
        head: SavedHead = typed(SavedHead, read)
        return head
    if name == PLAYERS_NAME:
        entries: SavedEntries = typed(SavedEntries, read)
        return entries
    round: RoundKeys = typed(RoundKeys, read)
    results = [
        {"board": row["board"], "result": row["result"]}
        for row in content.get("pairing", ())
        if "result" in row
    ]
    return SavedRound(round.bare_round(), typed(tuple[SavedMatchResult, ...], results, "pairing"))


def _without(unread: frozenset[str], rows: Any) -> Any:
    """The rows of a table without some keys; anything else as it is."""
    if not unread or not isinstance(rows, list):
        return rows
    return [
        {key: value for key, value in row.items() if key not in unread}
        if isinstance(row, dict)
        else row
        for row in rows
    ]


UNUSUAL = 10_000
"""Above all numbers of rounds, boards, ratings and points."""
MOST = 1_000_000
"""No points are so many: net IMPs and performance are far below."""
_UNBOUNDED = ("settings", "seed", "was", "now")
"""What the formats check, and what may be any number: seeds, and counts of criteria, of which some
are sums of squares in millionths."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most of a number, or of the characters of a text; None: no end."""

    least: int
    most: int | None


_ID, _PERHAPS_ID = Bounds(1, 12), Bounds(0, 12)
_COUNT = Bounds(1, 99)
_NUMBERS: Mapping[str, Bounds] = {
    **dict.fromkeys(("round", "games", "due", "entering", "first", "back", "joined"), _COUNT),
    **{f.name: Bounds(f.least, f.limit) for f in ENTRANT_FIELDS.values() if f.is_number},
    "board": Bounds(1, 99_999),
    "boards": Bounds(1, 999),
    "expected": Bounds(0, 99),
    "start_number": Bounds(1, 9999),
    "next_id": Bounds(1, None),
    "number": Bounds(1, None),
    "adjustment.round": Bounds(0, 99),
    "agreement.round": Bounds(0, 99),
    "event.seed": Bounds(0, None),
    **dict.fromkeys(("was", "now"), Bounds(-(2**63), 2**63 - 1)),
}
_TEXTS: Mapping[str, Bounds] = {
    **dict.fromkeys(("id", "entrant", "white", "black", "a", "b", "chooser"), _ID),
    **dict.fromkeys(("ranked", "accelerated", "qualified"), _ID),
    **dict.fromkeys(("opponent", "over", "left", "taken_by"), _PERHAPS_ID),
    "event.title": Bounds(1, 120),
    **dict.fromkeys(("entrant.name", "players.name"), Bounds(1, NAME_LIMIT)),
    **dict.fromkeys(("lineups.white", "lineups.black"), _PERHAPS_ID),
    "result": Bounds(0, 80),
    "why": Bounds(0, 2000),
    **dict.fromkeys(("reasons", "what", "official"), Bounds(0, 4000)),
}
"""By the key, whatever row it is in, or by the table and the key."""
_ANY_NUMBER, _ANY_TEXT = Bounds(-MOST, None), Bounds(0, 400)
_FREE = ("settings", "details")
"""What the formats check, and what the arbiter writes as he likes."""


def checked_file(name: str, content: Mapping[str, Any], data: bytes = b"") -> Saved:
    """What a file's content says; `BadSave` naming the key, and the line if `data` is given."""
    try:
        saved = saved_of(name, content)
    except BadValue as error:
        raise _bad(name, error, _place_said(error.where), data) from None
    for table, key, place, value in _values(content):
        if problem := _out_of_bounds(table, key, value):
            raise _bad(name, BadValue("", problem, value), place, data)
    return _fitting(name, saved)


def trusted_file(name: str, content: Mapping[str, Any], data: bytes) -> Saved:
    """The same for a sound seal: as good as always this program wrote the content then, perhaps a
    version of it that allowed more. Its types are looked at, and whether its numbers are such as
    events have. A seal is not a secret: anybody can make one."""
    if not _ordinary(content):
        return checked_file(name, content, data)
    try:
        return _fitting(name, saved_of(name, content))
    except BadValue as error:
        raise _bad(name, error, _place_said(error.where), data) from None


def _values(
    content: Mapping[str, Any], table: str = "event", place: Place = ()
) -> Iterator[tuple[str, str, Place, Any]]:
    """Every number and text with its table (that of keys outside of one is `event`), key, place."""
    for key, value in content.items():
        if key not in _FREE:
            for at, part in _parts(value, (*place, key)):
                if isinstance(part, dict):
                    yield from _values(part, key, at)
                else:
                    yield table, key, at, part


def _parts(value: Any, place: Place) -> Iterator[tuple[Place, Any]]:
    if not isinstance(value, list):
        yield place, value
        return
    for row, part in enumerate(value):
        yield from _parts(part, (*place, row))


def _out_of_bounds(table: str, key: str, value: Any) -> str:
    """What is wrong with a number or a text of its type; empty for nothing."""
    if type(value) is str:
        bounds = _TEXTS.get(f"{table}.{key}") or _TEXTS.get(key, _ANY_TEXT)
        if bounds.most is not None and len(value) > bounds.most:
            return f"must have {bounds.most} characters or fewer"
        return "must not be empty" if len(value) < bounds.least else ""
    if key in texts_beside(table):
        return "must be a text in quotes"
    if type(value) is int:
        bounds = _NUMBERS.get(f"{table}.{key}") or _NUMBERS.get(key, _ANY_NUMBER)
        if value < bounds.least:
            return f"must be a whole number of {bounds.least} or more"
        if bounds.most is not None and value > bounds.most:
            return f"must be a whole number of {bounds.most} or less"
    large = not isinstance(value, bool) and isinstance(value, int | float | Decimal)
    known = key in _NUMBERS
    return "must be a number below a million" if large and not known and abs(value) >= MOST else ""


def _ordinary(value: Any, key: str = "") -> bool:
    """Whether no number in it is one that an event hardly has; bounds say it of each."""
    if isinstance(value, dict):
        for name, part in value.items():  # a loop: every value of a large event passes here
            if type(part) is not str and name not in _UNBOUNDED and not _ordinary(part, name):
                return False
        return True
    if isinstance(value, list):
        return all(type(part) is str or _ordinary(part, key) for part in value)
    if type(value) is bool or not isinstance(value, int | Decimal):
        return True
    return (-UNUSUAL if key == "points" else 0) < value < UNUSUAL


def _fitting(name: str, saved: Saved) -> Saved:
    if isinstance(saved, SavedRound):
        _check_round(name, saved.bare)
    return saved


def _bad(name: str, error: BadValue, place: Place, data: bytes) -> BadSave:
    key = ".".join(str(part + 1) if isinstance(part, int) else part for part in place)
    problem = f"{key} {error.problem}"
    if key == "round" and "number" in error.problem:
        problem = "round must be a whole number 1-99"
    word = {True: "true", False: "false"}.get(error.given) if type(error.given) is bool else None
    shown = "" if error.given is ... else f", is {word or str(error.given)[:40]}"
    return BadSave(name, f"{problem}{shown}", "correct it", line_of(data, place))


def _place_said(where: str) -> Place:
    """`pairing[2].board` taken apart."""
    parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", where)
    return tuple(int(row) if row else key for row, key in parts)


def _check_round(name: str, made: Round) -> None:
    """What no single value shows: the name, boards twice, somebody against himself."""
    if name != round_name(made.number):
        raise BadSave(name, f"the file says round = {made.number}", "rename it, or correct round")
    extra = made.extra.matches if made.extra else ()
    boards = Counter(row.board for row in (*made.matches, *extra))
    if twice := [board for board, times in boards.items() if times > 1]:
        raise BadSave(name, f"board {twice[0]} appears twice", "give each board its number")
    for row in made.matches:
        if row.white == row.black:
            raise BadSave(name, f"board {row.board}: {row.white} plays itself", "correct it")
        if row.date:
            _check_date(name, row)


def _check_date(name: str, match: Match) -> None:
    """`BadSave` where the day of a match is not a date, or is not written as it is saved."""
    from engine.event_data import read_moment

    try:
        canonical = read_moment("date", match.date)
    except Refused as refusal:
        raise BadSave(name, f"board {match.board}: {refusal}", "") from None
    if canonical != match.date:
        raise BadSave(name, f"board {match.board}: date = {match.date!r}", f"write {canonical!r}")


def check_seats(name: str, made: Round) -> None:
    """`BadSave` where somebody is on two boards, in a format that gives everybody one."""
    # a match due in a later round (a triangle's) goes on beside others
    seats: dict[str, int] = {}
    for row in made.matches:
        for id in {row.white, row.black} if row.due is None else ():
            if id in seats:
                both = f"player {id} is on boards {seats[id]} and {row.board}"
                raise BadSave(name, both, "correct one of them")
            seats[id] = row.board


Names = Mapping[EntrantId, str]
WHY = 900
"""Characters of a reason that a save file holds; the journal has it all."""
MOST_FACTS = 3000
"""Characters of the facts of a board's reasons that a save file holds: one line of it."""


def contents_of(event: Event, format: Format) -> dict[str, dict[str, Any]]:
    """The content of each save file of the event, by file name, keys in their fixed order."""
    names, words = names_of(event), words_of(event, format)
    contents = {
        EVENT_NAME: event_content(event, format, names),
        PLAYERS_NAME: players_content(event),
    }
    for round in event.rounds:
        contents[round_name(round.number)] = round_content(round, names, words)
    return contents


def names_of(event: Event) -> dict[EntrantId, str]:
    """The names beside the numbers, safe to show in any pager."""
    return {e.id: safe(e.name) for e in event.entrants}


def event_content(event: Event, format: Format, names: Names) -> dict[str, Any]:
    """`event.toml`."""
    return _filled(
        title=event.title,
        format=event.format,
        seed=event.seed,
        next_id=event.next_id,
        settings=_settings(_kept(event, format)),
        details=dict(event.details),
        adjustment=[_row(one, names) for one in event.adjustments],
        instruction=[_row(one, names) for one in event.instructions],
        lot=[_row(one, names) for one in event.lots],
        choice=[_row(one, names) for one in event.choices],
        ranked=list(event.ranked),
        accelerated=list(event.accelerated),
        qualified=list(event.qualified),
        exchange=[_row(one, names) for one in event.exchanges],
        renumbered=event.renumbered,
        mode=event.mode,
        agreement=[_agreement(one, event) for one in event.agreements],
    )


def _agreement(agreed: Agreement, event: Event) -> dict[str, Any]:
    """What was done in spite of a warning: its facts in one line of JSON, words for people."""
    from engine.warning_words import record_words

    return {
        "round": agreed.round,
        "level": agreed.level.value,
        "text": safe(record_words(agreed, event), WHY),
        "what": _json_line(plain(agreed.what)),
    }


def _kept(event: Event, format: Format) -> dict[str, Any]:
    left_out = format.settings_left_out(event.settings)
    values = format.settings_values(event.settings)
    return {key: value for key, value in values.items() if key not in left_out}


def _settings(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _settable(value) for key, value in values.items() if value is not None}


def _settable(value: Any) -> Any:
    if isinstance(value, float):
        return Decimal(str(value))
    if isinstance(value, Mapping):
        return _settings(value)
    if isinstance(value, list | tuple | set | frozenset):
        return [_settable(item) for item in value]
    return value


def players_content(event: Event) -> dict[str, Any]:
    """`players.toml`."""
    return _filled(entrant=[_row(e) for e in event.entrants])


def round_content(round: Round, names: Names, words: Words) -> dict[str, Any]:
    """`round-NN.toml`."""
    extra = round.extra
    return _filled(
        round=round.number,
        state=round.state.value,
        altered=round.altered,
        drawn_from=round.drawn_from,
        editing=round.editing,
        extra=extra is not None,
        pairing=[_row(m, names, words) for m in round.matches],
        bye=[_row(b, names, words) for b in round.byes],
        extra_pairing=[_row(m, names, words) for m in extra.matches] if extra else [],
        extra_bye=[_row(b, names, words) for b in extra.byes] if extra else [],
        departure=[
            _filled(name=names.get(one.entrant, ""), **plain(one)) for one in round.departures
        ],
        worse=[_filled(**plain(one)) for one in round.worse],
    )


_SHORT = {"games": 1, "joined": 1, "expected": 0}
"""Numbers that are left out where they are as nearly everywhere."""


def _row(value: Any, names: Names | None = None, words: Words | None = None) -> dict[str, Any]:
    """The fields of a value in their order, names beside the numbers of entrants; what is empty,
    unknown or false is left out unless the value cannot be without it."""
    row: dict[str, Any] = {}
    for part in fields(value):
        content = getattr(value, part.name)
        if part.name == "result":
            content = content.text if content else ""
        if isinstance(value, Match | Bye) and part.name == "why":
            row |= _why(content, words)
        elif part.name == "official" and content:
            row[part.name] = _json_line([_official(one) for one in content])
        elif part.default is MISSING or (_says(content) and _SHORT.get(part.name) != content):
            row[part.name] = _written(content)
        if names and part.name in NAMED.get(type(value), ()) and names.get(content):
            row[name_key(part.name)] = names[content]
    return row


def _written(value: Any) -> Any:
    if isinstance(value, str):
        return str(value)  # of a phrase its English, as it is read back
    if isinstance(value, tuple):
        return [_written(part) for part in value]
    return _row(value) if is_dataclass(value) else value


def shown_why(reasons: Reasons, words: Words) -> str:
    """The sentence that a save file has of some reasons."""
    return str(why_row(reasons, words)["why"])[:WHY]


def _why(reasons: Reasons, words: Words | None) -> dict[str, str]:
    """The sentence, and below it the facts in one line of JSON, which takes the least room."""
    if not reasons:
        return {}
    row = why_row(reasons, words)
    facts = _json_line(row["reasons"]) if "reasons" in row else ""
    texts = {"why": row["why"][:WHY], "reasons": facts if len(facts) <= MOST_FACTS else ""}
    return {key: text for key, text in texts.items() if text}


def _official(one: OfficialRatings) -> tuple[Any, ...]:
    """A row of official ratings, as short as in earlier versions where no list says K."""
    row = astuple(one)
    return row if any(row[SHORTEST_OFFICIAL:]) else row[:SHORTEST_OFFICIAL]


def _json_line(value: Any) -> str:
    """In one line, without the quotation mark that TOML would have to escape."""
    return json.dumps(value, separators=(",", ":")).replace("'", r"\u0027")


def _filled(**values: Any) -> dict[str, Any]:
    """Without what says nothing: that is what a missing key means."""
    return {key: value for key, value in values.items() if _says(value)}


def _says(value: Any) -> bool:
    """Whether it is neither empty nor unknown nor false; a number always says something."""
    return bool(value) or (isinstance(value, int | Decimal) and value is not False)


def event_of(
    contents: Contents, format_named: Callable[[str], Format], judged: bool = False
) -> Event:
    """The event of the contents of all its files; `BadSave` or `Refused` where they do not fit."""
    said = {name: checked_file(name, content) for name, content in contents.items()}
    return assembled(said, format_named, judged)


def assembled(
    said: Mapping[str, Saved], format_named: Callable[[str], Format], judged: bool = True
) -> Event:
    """The event of what its files say; `judged` where a person may have written it."""
    head, players = said.get(EVENT_NAME), said.get(PLAYERS_NAME)
    if not isinstance(head, SavedHead) or not isinstance(players, SavedEntries):
        missing = EVENT_NAME if not isinstance(head, SavedHead) else PLAYERS_NAME
        raise BadSave(missing, "is missing", "it belongs to every event")
    format = format_named(head.format)
    entrants = _entrants(players.entrant, PLAYERS_NAME, checked if judged else possible)
    event = replace(head.bare_event(format, judged), entrants=entrants)
    rounds = [file for file in said.values() if isinstance(file, SavedRound)]
    rounds.sort(key=lambda file: file.bare.number)
    for expected, saved in enumerate(rounds, start=1):
        bare, name = saved.bare, round_name(saved.bare.number)
        if bare.number != expected:
            raise BadSave(round_name(expected), "is missing", "later rounds are there")
        if not format.several_boards:
            check_seats(name, bare)
        try:
            for bye in bare.byes:
                event.entrant(bye.entrant)
            event = event.with_round(with_results(bare, saved.results, event, format, judged))
        except Refused as refusal:
            raise BadSave(name, str(refusal), "correct it") from None
    if judged:
        _check_people(event, format)
    return with_matches_of_byes(event)


def _check_people(event: Event, format: Format) -> None:
    """`BadSave` where a file names somebody who is not entered, gives somebody two places in a
    round, or would give the next entry a number that somebody has."""
    # an entry that was removed may stand in the orders of before
    rows = (*event.adjustments, *event.instructions, *event.choices)
    _check_entered(EVENT_NAME, event, rows)
    people = (p for entrant in event.entrants for p in (entrant, *entrant.players))
    last = max((int(person.id) for person in people if person.id.isdecimal()), default=0)
    if event.next_id <= last:
        problem = f"next_id = {event.next_id}, but there is an entry {last}"
        raise BadSave(EVENT_NAME, problem, f"write {last + 1}")
    for round in event.rounds:
        name, extra = round_name(round.number), round.extra or Supplement(())
        _check_entered(name, event, (*round.byes, *extra.matches, *extra.byes, *round.departures))
        if alone := [m.board for m in extra.matches if m.white == m.black]:
            raise BadSave(name, f"board {alone[0]}: a player plays itself", "correct it")
        if not format.several_boards:
            _check_places(name, round, extra)


def _check_entered(name: str, event: Event, rows: Iterable[object]) -> None:
    from engine.facts import refuse_strangers

    try:
        refuse_strangers(event, rows)
    except Refused as refusal:
        raise BadSave(name, str(refusal), "correct it") from None


def _check_places(name: str, round: Round, extra: Supplement) -> None:
    """Who has a bye has no board; whom an extra board is proposed for may have a bye until then."""
    seated = _seated(round.matches)
    for held in (
        [*(bye.entrant for bye in round.byes), *seated],
        [*(bye.entrant for bye in extra.byes), *_seated(extra.matches), *seated],
    ):
        if twice := [id for id, times in Counter(held).items() if times > 1]:
            raise BadSave(name, f"player {twice[0]} has two places in it", "correct one of them")


def _seated(matches: Iterable[Match]) -> set[EntrantId]:
    """Who sits at a board; a match that is due in a later round goes on beside others."""
    return {id for match in matches if match.due is None for id in match.pair}


def _entrants(
    entrants: tuple[Entrant, ...], name: str, check: Callable[[Entrant], Entrant]
) -> tuple[Entrant, ...]:
    counts = Counter(entrant.id for entrant in entrants)
    if twice := [id for id, times in counts.items() if times > 1]:
        raise BadSave(name, f"entrant {twice[0]} appears twice", "give each entry its number")
    numbers = Counter(
        entrant.start_number for entrant in entrants if entrant.start_number is not None
    )
    if shared := [number for number, times in numbers.items() if times > 1]:
        raise BadSave(name, f"start number {shared[0]} appears twice", "give each entry its own")
    try:
        return tuple(check(entrant) for entrant in entrants)
    except Refused as refusal:
        raise BadSave(name, str(refusal), "correct it") from None
