"""The event as the contents of its save files, and the event of such contents."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any

from engine.actions import with_results
from engine.entrants import Entrant, EntrantId, checked, possible
from engine.event import Adjustment, Bye, DrawChoice, Event, Instruction, Match, Round
from engine.protocol import Format
from engine.reasons import Reasons
from engine.refusal import Refused
from engine.steady import why
from saves.checked import check_seats, checked_file
from saves.files import (
    EVENT_NAME,
    PLAYERS_NAME,
    Contents,
    Saved,
    SavedEntries,
    SavedHead,
    SavedRound,
    round_name,
)
from saves.old_sentences import with_matches_of_byes
from saves.plain import Words, plain, why_row
from saves.safe_text import safe
from saves.toml_guard import BadSave

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


def words_of(event: Event, format: Format) -> Words:
    """The sentence of a board's reasons, fit to be seen in any pager."""
    return partial(why, format, event)


def event_content(event: Event, format: Format, names: Names) -> dict[str, Any]:
    """`event.toml`."""
    return _filled(
        title=event.title,
        format=event.format,
        seed=event.seed,
        next_id=event.next_id,
        settings=_settings(format.settings_values(event.settings)),
        details=dict(event.details),
        adjustment=[_adjustment(one, names) for one in event.adjustments],
        instruction=[_instruction(one, names) for one in event.instructions],
        lot=[
            {"number": x.number, "purpose": x.purpose, "order": list(x.order)} for x in event.lots
        ],
        choice=[_choice(one, names) for one in event.choices],
        ranked=list(event.ranked),
    )


def _adjustment(one: Adjustment, names: Names) -> dict[str, Any]:
    row = {
        "entrant": one.entrant,
        "name": names.get(one.entrant, ""),
        "points": one.points,
        "why": one.why,
        "round": one.round,
        # always there: a row without it is one of an older version (`saves.old_sentences`)
        "cause": one.cause,
    }
    more = {
        "entering": one.entering,
        "over": one.over,
        "over_name": names.get(one.over, ""),
        "scores": plain(one.scores),
    }
    return row | _filled(**more)


def _instruction(one: Instruction, names: Names) -> dict[str, Any]:
    return _filled(
        kind=one.kind,
        a=one.a,
        a_name=names.get(one.a, ""),
        b=one.b,
        b_name=names.get(one.b, ""),
        round=one.round,
    )


def _choice(one: DrawChoice, names: Names) -> dict[str, Any]:
    return _filled(
        round=one.round,
        stage=one.stage,
        chooser=one.chooser,
        chooser_name=names.get(one.chooser, ""),
        kind=one.kind,
        opponent=one.opponent,
        opponent_name=names.get(one.opponent, ""),
    )


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
    return _filled(entrant=[_entrant(e) for e in event.entrants])


def _entrant(entrant: Entrant) -> dict[str, Any]:
    row = {name: getattr(entrant, name) for name in Entrant.__slots__}
    row["members"] = list(entrant.members)
    row["expected"] = entrant.expected or None
    row["joined"] = entrant.joined if entrant.joined != 1 else None
    row["byes"] = [
        {"round": b.round, "points": b.points, **({"absent": True} if b.absent else {})}
        for b in entrant.byes
    ]
    row["away"] = [_filled(first=a.first, back=a.back, finishes=a.finishes) for a in entrant.away]
    return _filled(**row)


def round_content(round: Round, names: Names, words: Words) -> dict[str, Any]:
    """`round-NN.toml`."""
    extra = round.extra
    return _filled(
        round=round.number,
        state=round.state.value,
        altered=round.altered,
        drawn_from=round.drawn_from,
        extra=extra is not None,
        pairing=_pairings(round.matches, names, words),
        bye=_byes(round.byes, names, words),
        extra_pairing=_pairings(extra.matches, names, words) if extra else [],
        extra_bye=_byes(extra.byes, names, words) if extra else [],
        departure=[
            _filled(name=names.get(one.entrant, ""), **plain(one)) for one in round.departures
        ],
        worse=[_filled(**plain(one)) for one in round.worse],
    )


def _pairings(matches: Iterable[Match], names: Names, words: Words) -> list[dict[str, Any]]:
    return [
        _filled(
            board=m.board,
            white=m.white,
            white_name=names.get(m.white, ""),
            black=m.black,
            black_name=names.get(m.black, ""),
            result=m.result.text if m.result else "",
            stage=m.stage,
            section=m.section,
            group=m.group,
            part=m.part,
            games=m.games if m.games != 1 else None,
            boards=m.boards,
            due=m.due,
            **_why(m.why, words),
            altered=m.altered,
            colourless=m.colourless,
        )
        for m in matches
    ]


def _byes(byes: Iterable[Bye], names: Names, words: Words) -> list[dict[str, Any]]:
    return [
        _filled(
            entrant=b.entrant,
            name=names.get(b.entrant, ""),
            points=b.points,
            kind=b.kind,
            **_why(b.why, words),
            group=b.group,
            part=b.part,
            left=b.left,
            left_name=names.get(b.left, ""),
            taken_by=b.taken_by,
            taken_by_name=names.get(b.taken_by, ""),
        )
        for b in byes
    ]


def _why(reasons: Reasons, words: Words) -> dict[str, str]:
    """The sentence, and below it the facts in one line of JSON, which takes the least room."""
    if not reasons:
        return {}
    row = why_row(reasons, words)
    facts = json.dumps(row["reasons"], separators=(",", ":")) if "reasons" in row else ""
    facts = facts.replace("'", r"\u0027")
    return {"why": row["why"][:WHY], "reasons": facts if len(facts) <= MOST_FACTS else ""}


def _filled(**values: Any) -> dict[str, Any]:
    """Without what is empty, unknown or false: that is what a missing key means."""
    return {
        key: value
        for key, value in values.items()
        if value is not None and value is not False and value != "" and value != [] and value != {}
    }


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
    seen = Counter(entrant.id for entrant in entrants)
    if twice := [id for id, times in seen.items() if times > 1]:
        raise BadSave(name, f"entrant {twice[0]} stands twice", "give each entry its number")
    numbers = Counter(
        entrant.start_number for entrant in entrants if entrant.start_number is not None
    )
    if shared := [number for number, times in numbers.items() if times > 1]:
        raise BadSave(name, f"start number {shared[0]} stands twice", "give each entry its own")
    try:
        return tuple(check(entrant) for entrant in entrants)
    except Refused as refusal:
        raise BadSave(name, str(refusal), "correct it") from None
