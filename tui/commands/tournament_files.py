"""Tournament files (TRF) as events in memory: of which system they are, and what they settle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal

from engine.entrants import Away, Entrant, EntrantId, RequestedBye
from engine.event import Bye, Event, Lot, Round
from engine.points import Points
from engine.protocol import (
    Bracketed,
    Format,
    OverASeason,
    PlayedByTeams,
    ReadFromFiles,
    bracketed,
    part_of,
)
from engine.refusal import Refused
from formats.registry import format_for_files
from saves.trf_comments import decided
from saves.trf_points import stretches
from saves.trf_systems import System, code_and_words
from saves.trf_systems import system_of as named_system
from tui.setting_labels import setting_keys

if TYPE_CHECKING:
    from saves.trf_rounds import TrfFile

COLOURS = {"W": "white", "B": "black"}


def system_of(file: TrfFile) -> System:
    """What the file was drawn by; `Refused` for a system that is not drawn here."""
    return named_system(dict(file.details))


def format_for(name: str) -> Format:
    """The format of that name for a tournament file."""
    return format_for_files(name)


def refuse_other_kind(file: TrfFile, format: Format) -> None:
    """`Refused` where the file has teams and the format draws players, or the other way."""
    teams = part_of(format, PlayedByTeams) is not None
    if file.of_teams != teams:
        file_of, drawn = ("teams", "players")[:: 1 if file.of_teams else -1]
        drawn = "teams that no TRF file tells of" if format.kind == "team" and not teams else drawn
        problem = f"the file is of {file_of}, {format.name} is of {drawn}"
        raise Refused(problem, "", "name another system", shell="--system")


def event_of(
    file: TrfFile, format: Format, rounds: int, settings: Mapping[str, Any] | None = None
) -> Event:
    """The event in a tournament file, as one of so many rounds; `settings` are those
    that no file can say.

    An entrant absent from round 1 on has come later; what the format settles with a round
    (sections, quarters) is settled with each.
    """
    file = _by_table(file, format)
    all_settings = {
        **as_it_counts_rounds({**file.settings, "rounds": rounds}, file, format),
        **draw_settings(file, format),
        **(settings or {}),
    }
    event = Event(
        file.title,
        format.name,
        format.settings(all_settings),
        entrants=entrants_for(file, format, rounds),
        instructions=file.forbidden,
        adjustments=file.adjustments,
    )
    event = replace(event, lots=_lots(file, event, format))
    placing = part_of(format, Bracketed) or part_of(format, OverASeason)
    rounds_there = file.rounds
    if isinstance(placing, Bracketed) and rounds_there:
        rounds_there = (placing.seated(rounds_there[0], rounds_there[1:]), *rounds_there[1:])
    for round, after in zip_longest(rounds_there, rounds_there[1:]):
        known = _as_drawn(event, format, round) if predetermined(format) else round
        if isinstance(placing, Bracketed):
            known = decided(known, after, file.ties, file.ranks)
        known = placing.from_file(event, known) if placing is not None else known
        event = format.freeze(event.with_round(known))
    return event


def as_it_counts_rounds(
    settings: Mapping[str, Any], file: TrfFile, format: Format
) -> dict[str, Any]:
    """Settings with the number of rounds as the format has it: where play decides when it ends, a
    number in the file is the most that there can be."""
    if not ends_by_play(format):
        return dict(settings)
    most = {"max_rounds": file.total_rounds} if file.total_rounds else {}
    return {key: value for key, value in settings.items() if key != "rounds"} | most


def _as_drawn(event: Event, format: Format, round: Round) -> Round:
    """A round of a table with its boards in the order of the table, which no file says; the first
    one gives the numbers of the table."""
    if not event.published:
        return round
    try:
        drawn = format.draw(event).matches
    except Refused:
        return round
    place = {frozenset(match.pair): at for at, match in enumerate(drawn)}
    last = len(place)
    ordered = sorted(round.matches, key=lambda m: (place.get(frozenset(m.pair), last), m.board))
    matches = tuple(replace(m, board=board) for board, m in enumerate(ordered, start=1))
    return replace(round, matches=matches)


def entrants_for(file: TrfFile, format: Format, rounds: int) -> tuple[Entrant, ...]:
    """The entrants of an event of that format and so many rounds; in a round robin who is absent
    up to the last round has withdrawn, unless a walkover counts that would not if so. In a knockout
    who is without a match before his last one waits for it: whoever is absent from a match is out,
    or has lost it to a walkover. In a diagonal whoever is absent has withdrawn. Those whom
    the file names as expelled are expelled."""
    entrants: Iterable[Entrant] = entrants_of(_by_table(file, format))
    if bracketed(format):
        last = {id: round.number for round in file.rounds for id in _playing(round)}
        entrants = (_waiting(entrant, last.get(entrant.id, 0)) for entrant in entrants)
    elif predetermined(format):
        entrants = _left_early(tuple(entrants), _by_table(file, format), format, rounds)
    elif ends_by_play(format):
        entrants = (_left_for_good(entrant) for entrant in entrants)
    return tuple(
        _expelled(e, file.expelled[e.id]) if e.id in file.expelled else e for e in entrants
    )


def predetermined(format: Format) -> bool:
    """Whether tables say who meets whom, so that the number of rounds follows from the entries."""
    return bool(getattr(format.settings({}), "predetermined", False))


def ends_by_play(format: Format) -> bool:
    """Whether it goes on until there is a winner, and everybody who is in it plays every round."""
    return "max_rounds" in setting_keys(format)


def _by_table(file: TrfFile, format: Format) -> TrfFile:
    """In a round robin nobody asks for a bye: points without a match are those against somebody
    who was not there; and nobody comes later: who has no game in round 1 was free in it."""
    if not predetermined(format):
        return file
    later = {id for round in file.rounds[1:] for match in round.matches for id in match.pair}

    def free(bye: Bye, round: Round) -> bool:
        if bye.kind == "absent":
            return round.number == 1 and bye.entrant in later
        return bye.kind == "requested"

    def with_free_rounds(round: Round) -> Round:
        byes = (replace(b, kind="pairing") if free(b, round) else b for b in round.byes)
        return replace(round, byes=tuple(byes))

    return replace(file, rounds=tuple(with_free_rounds(round) for round in file.rounds))


def entrants_of(file: TrfFile) -> Iterator[Entrant]:
    """Everybody with the byes of the rounds played, which were asked for before their draw."""
    away: dict[EntrantId, list[RequestedBye]] = {}
    for round in file.rounds:
        for bye in round.byes:
            if bye.kind != "pairing":
                asked = RequestedBye(round.number, bye.points, bye.kind == "absent")
                away.setdefault(bye.entrant, []).append(asked)
    for entrant in file.entrants:
        byes = away.get(entrant.id, [])
        late = 0
        while late < len(byes) and byes[late].absent and byes[late].round == late + 1:
            late += 1
        yield replace(entrant, joined=late + 1, byes=(*byes[late:], *entrant.byes))


def _playing(round: Round) -> Iterator[EntrantId]:
    """Who has a board or a bye of the draw."""
    yield from (id for match in round.matches for id in match.pair)
    yield from (bye.entrant for bye in round.byes if bye.kind == "pairing")


def _waiting(entrant: Entrant, last: int) -> Entrant:
    byes = tuple(bye for bye in entrant.byes if not bye.absent or bye.round > last)
    return replace(entrant, byes=byes)


def _left_early(
    there: tuple[Entrant, ...], file: TrfFile, format: Format, rounds: int
) -> tuple[Entrant, ...]:
    """With those withdrawn who are absent up to the last round. Nothing of who has left early
    counts, so that whoever had a point for not meeting him had it from somebody who was absent."""
    left = tuple(e if e.id in file.not_withdrawn else _left(e, rounds) for e in there)
    if left == there:
        return there
    settings = {**file.settings, "rounds": rounds, **draw_settings(file, format)}
    event = Event(file.title, format.name, format.settings(settings), entrants=left)
    absent: set[EntrantId] = set()
    for round in file.rounds:
        given = {bye.entrant for bye in round.byes if bye.kind == "pairing" and bye.points}
        for bye in _drawn_byes(event, format) if event.published else ():
            if bye.entrant in given:
                absent |= {why["opponent"] for why in bye.why if why.code == "annulled"}
        event = format.freeze(event.with_round(_as_drawn(event, format, round)))
    return tuple(a if a.id in absent else b for a, b in zip(there, left, strict=True))


def _drawn_byes(event: Event, format: Format) -> tuple[Bye, ...]:
    try:
        return format.draw(event).byes
    except Refused:
        return ()


def _left(entrant: Entrant, rounds: int) -> Entrant:
    """Withdrawn, if he is absent up to the last round: a round robin does not count the games of
    players who left early, and a file has no other word for that."""
    absent = {bye.round for bye in entrant.byes if bye.absent}
    first = rounds + 1
    while first - 1 in absent:
        first -= 1
    if first > rounds or first == 1:
        return entrant
    byes = tuple(bye for bye in entrant.byes if bye.round < first)
    return replace(entrant, byes=byes, away=(Away(first),))


def _left_for_good(entrant: Entrant) -> Entrant:
    absent = [bye.round for bye in entrant.byes if bye.absent]
    return replace(entrant, byes=(), away=(Away(min(absent)),)) if absent else entrant


def _expelled(entrant: Entrant, first: int) -> Entrant:
    byes = tuple(bye for bye in entrant.byes if bye.round < first)
    return replace(entrant, byes=byes, away=(Away(first),), expelled=True)


def as_event(
    file: TrfFile, format: Format, settings: Mapping[str, Any] | None = None
) -> tuple[TrfFile, tuple[Lot, ...]]:
    """The file with its rounds as the format keeps them, and the lot for the first colour as it
    fell in them, where one is drawn."""
    rounds = max(file.total_rounds or 0, len(file.rounds)) or 1
    event = event_of(file, format, rounds, settings)
    lots = tuple(lot for lot in event.lots if {*lot.order} == {*COLOURS.values()})
    return replace(file, rounds=event.rounds), lots


def _lots(file: TrfFile, event: Event, format: Format) -> tuple[Lot, ...]:
    """The lot for the first colour as it fell, in formats that draw one."""
    if "initial_colour" in setting_keys(format):
        return ()
    try:
        drawn = format.draw(event).lots
    except Refused:
        return ()
    colour = COLOURS[first_colour(file)]
    return tuple(
        replace(lot, order=(colour, *(c for c in lot.order if c != colour)))
        for lot in drawn
        if set(lot.order) == set(COLOURS.values())
    )


def first_colour(file: TrfFile) -> Literal["W", "B"]:
    """As the file says it, or as round 1 was played; White else."""
    if file.initial_colour is not None or not file.rounds:
        return file.initial_colour or "W"
    return _played_colour(file.rounds[0])


def _played_colour(round: Round) -> Literal["W", "B"]:
    """The first player's colour that most boards of round 1 go with: by 5.2.5 the higher player
    of each has it where his number is odd. Of as many either way the first board has the word."""
    place = {id: no for no, id in enumerate(sorted(round.drawn, key=int), start=1)}
    votes = []
    for match in round.matches:
        if not match.colourless:
            white, black = place[match.white], place[match.black]
            votes.append((min(white, black), (white < black) == (min(white, black) % 2 == 1)))
    white_first = [white for _, white in sorted(votes)]
    more = 2 * sum(white_first) - len(white_first)
    return "W" if more > 0 or (more == 0 and all(white_first[:1])) else "B"


def tie_breaks(file: TrfFile, format: Format) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tie-breaks of 202 that the format has, in their order, and those that it has not."""
    known: list[str] = []
    unknown: list[str] = []
    for code in file.tiebreaks:
        try:
            format.settings({"tiebreaks": (*known, code)})
        except Refused:
            unknown.append(code)
        else:
            known.append(code)
    return tuple(known), tuple(unknown)


def assumptions(file: TrfFile, format: Format, set_keys: Set[str]) -> Iterator[str]:
    """What a file with rounds does not say, and what is taken for it; `set_keys` are the settings
    that the arbiter gives."""
    known, details = setting_keys(format) - set_keys, dict(file.details)
    if not (details.get("system") or details.get("type")):
        yield f"the file names no system (192): {format.name}"
    if file.total_rounds is None and "rounds" not in set_keys:
        yield f"the file does not say the number of rounds (142): {len(file.rounds)}, as played"
    said = {"win_points", "draw_points"} & file.settings.keys()
    if "win_points" in known and not said and not file.of_teams:
        yield "the file gives no points for results (162): 1, ½, 0, and the bye as a win"
    if "tiebreaks" in known and not file.tiebreaks:
        own = format.settings({}).tiebreaks
        yield f"the file names no tie-breaks (202): {', '.join(own) or 'none'}, {format.name}'s own"
    if "initial_colour" in known and file.initial_colour is None:
        colour = COLOURS[first_colour(file)]
        yield f"the file does not say the first board's colour (152): {colour}, as round 1 shows"


def draw_settings(file: TrfFile, format: Format) -> dict[str, Any]:
    """What the file says of the event's rules, as far as the format has settings for it: the
    colour of the first board, added points, tie-breaks, single or double."""
    known = setting_keys(format)
    details, read = dict(file.details), part_of(format, ReadFromFiles)
    settings: dict[str, Any] = {}
    if read is not None:
        settings |= read.file_settings(*code_and_words(details))
    if codes := tie_breaks(file, format)[0]:
        settings["tiebreaks"] = codes
    if "divisions" in known and file.divisions:
        settings["divisions"] = file.divisions
    if "initial_colour" in known:
        settings["initial_colour"] = COLOURS[first_colour(file)]
    if "extra_points" in known and file.accelerations and not _by_method(file, format, settings):
        settings["extra_points"] = tuple(_extra_points(file.accelerations))
        # the points are there already: nobody adds both
        settings.pop("acceleration", None)
    return settings


def _by_method(file: TrfFile, format: Format, settings: Mapping[str, Any]) -> bool:
    """Whether the added points of the file are those of the method that it names (192)."""
    if "acceleration" not in settings:
        return False
    bare = replace(file, accelerations={})
    rounds = max(file.total_rounds or 0, len(file.rounds)) or 1
    added = format.added_points(event_of(bare, format, rounds))
    return _nonzero(added) == _nonzero(file.accelerations)


def _nonzero(added: Mapping[str, tuple[Points, ...]]) -> dict[tuple[str, int], Points]:
    return {
        (id, number): amount
        for id, amounts in added.items()
        for number, amount in enumerate(amounts, start=1)
        if amount
    }


def _extra_points(added: Mapping[str, tuple[Points, ...]]) -> Iterator[str]:
    """`1 1-2 1-20`: points, rounds, entries."""
    for s in stretches((int(id), points) for id, points in added.items()):
        yield f"{s.points.normalize():f} {s.first}-{s.last} {s.low}-{s.high}"
