"""The event as the contents of its save files, and the event of such contents."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import MISSING, astuple, fields, is_dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from engine.entrants import Entrant, EntrantId, checked, possible
from engine.event import Bye, Event, Match, Round
from engine.protocol import Format
from engine.reasons import Reasons
from engine.refusal import Refused
from engine.saved_results import with_results
from engine.warnings import Agreement
from saves.checked import check_seats, checked_file
from saves.earlier_versions import with_matches_of_byes
from saves.files import (
    EVENT_NAME,
    NAMED,
    PLAYERS_NAME,
    Contents,
    Saved,
    SavedEntries,
    SavedHead,
    SavedRound,
    name_key,
    round_name,
)
from saves.plain import SHORTEST_OFFICIAL, Words, plain, why_row, words_of
from saves.safe_text import safe
from saves.toml_guard import BadSave

if TYPE_CHECKING:
    from engine.entrants import OfficialRatings

Names = Mapping[EntrantId, str]
WHY = 900
"""Characters of a reason that a save file holds; the journal has it all."""
MOST_FACTS = 3000
"""Characters of the facts of a board's reasons that a save file holds: one line of it."""


def contents_of(event: Event, format: Format) -> dict[str, dict[str, Any]]:
    """What stands in each save file of the event, by file name, keys in their fixed order."""
    names, words = names_of(event), words_of(event, format)
    contents = {
        EVENT_NAME: event_content(event, format, names),
        PLAYERS_NAME: players_content(event),
    }
    for round in event.rounds:
        contents[round_name(round.number)] = round_content(round, names, words)
    return contents


def names_of(event: Event) -> dict[EntrantId, str]:
    """The names beside the numbers, fit to be seen in any pager."""
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
    for field in fields(value):
        content = getattr(value, field.name)
        if field.name == "result":
            content = content.text if content else ""
        if isinstance(value, Match | Bye) and field.name == "why":
            row |= _why(content, words)
        elif field.name == "official" and content:
            row[field.name] = _json_line([_official(one) for one in content])
        elif field.default is MISSING or (_says(content) and _SHORT.get(field.name) != content):
            row[field.name] = _written(content)
        if names and field.name in NAMED.get(type(value), ()) and names.get(content):
            row[name_key(field.name)] = names[content]
    return row


def _written(value: Any) -> Any:
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
            event = event.with_round(with_results(bare, saved.results, event, format))
        except Refused as refusal:
            raise BadSave(name, str(refusal), "correct it") from None
    return with_matches_of_byes(event)


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
