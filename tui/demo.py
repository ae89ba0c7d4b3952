"""A ready event with fictional entrants: for a first look, and for `make run`."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.actions import (
    ChangeSettings,
    ChooseOpponent,
    CreateEvent,
    EnterResults,
    ImportEntrants,
    Propose,
    PublishRound,
)
from engine.event import Event, Match, Mode
from engine.next_draw import next_draw
from engine.protocol import Format, OverASeason, PlayedByTeams, bracket_of, part_of
from engine.refusal import Refused
from engine.teams import players_by_id
from formats.registry import format_named
from saves.store import Store, create_event
from tui.commands.places import events, events_folder, last_change

DATA = Path(__file__).with_name("demo_data")
SEED = 20260404
ROUNDS_PLAYED = 2
DRAWN = 0.25
UNRATED = 900


LEAGUE_DAYS = "2026-10-02 19:30, 2026-10-16, 2026-11-06, 2026-11-27, 2026-12-11"
_GAME = {"1-0": "1", "0-1": "0", "1/2-1/2": "="}
_MATCHES = {
    1: {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "½-½ away rapid"},
    3: {"1-0": "2-1", "0-1": "½-2½", "1/2-1/2": "1½-1½ home blitz"},
}
"""Results of a knockout match by its games: nobody is left without a winner."""


@dataclass(frozen=True, slots=True)
class Demo:
    """The name of a format's demonstration, and its entrants."""

    title: str
    entries: str
    rounds: int
    settings: Mapping[str, str] = field(default_factory=dict)
    schedule: str = ""


DEMOS = {
    "kjca": Demo("Marsh Lantern Juniors", "juniors.csv", 6),
    "dutch": Demo("Marsh Lantern Open", "open.csv", 7),
    "ecf": Demo("Saltmarsh Weekend", "accelerated.csv", 5, {"acceleration": "basic"}),
    "galway": Demo("Marsh Lantern Congress", "congress.csv", 6),
    "knockout": Demo("Marsh Lantern Cup", "open.csv", 99, {"third_place": "true"}),
    "diagonal": Demo("Marsh Lantern Diagonal", "diagonal.csv", 99),
    "round_robin": Demo("Marsh Lantern Ten", "ten.csv", 9, {"numbers": "lot"}),
    "double_knockout": Demo("Marsh Lantern Masters", "open.csv", 99, {"games": "3"}),
    "league": Demo(
        "Saltmarsh League", "league.csv", 99, {"promoted": "1", "relegated": "1"}, LEAGUE_DAYS
    ),
    "team_swiss": Demo("Marsh Lantern Schools", "schools.csv", 5),
    "team_round_robin": Demo("Marsh Lantern School League", "schools.csv", 7),
    "team_knockout": Demo("Marsh Lantern School Cup", "schools.csv", 99),
    "hutton": Demo("Marsh Lantern Jamboree", "schools.csv", 3),
    "scheveningen": Demo("Marsh Lantern Friendly", "schools.csv", 99),
    "gnot": Demo("Saltmarsh Teams", "teams.csv", 10),
}


def make_demo(format_name: str) -> Path:
    """The folder of a new event of that format: entrants, two rounds played."""
    from saves.entries_csv import read_entries

    format = format_named(format_name)
    teams = part_of(format, PlayedByTeams) is not None
    demo = DEMOS.get(format.name, DEMOS["team_swiss" if teams else "dutch"])
    content = (DATA / demo.entries).read_bytes()
    entrants = read_entries(content, demo.entries, teams=teams).entrants
    folder = _free_folder(f"demo-{format.name}")
    settings = {"rounds": demo.rounds, **demo.settings}
    mode: Mode = "strict" if format.strict else ""
    store = create_event(folder, CreateEvent(demo.title, format.name, settings, SEED, mode=mode))
    store.do(ImportEntrants(entrants, demo.entries))
    if demo.schedule:
        store.do(ChangeSettings(details={"schedule": demo.schedule}))
    for number in range(1, ROUNDS_PLAYED + 1):
        while (choice := format.next_step(store.event).choice) is not None:
            store.do(ChooseOpponent(choice.chooser, "opponent", choice.pool[0]))
        store.do(Propose.of(next_draw(store.event, format)))
        store.do(PublishRound(number))
        if teams:
            _play_boards(store)
        else:
            store.do(_played(store.event, format))
    return folder


def demos_there(format_name: str) -> list[Path]:
    """The demos of that format in the events' folder, the one worked on last first."""
    name = re.compile(rf"demo-{re.escape(format_name)}(-\d+)?")
    return sorted(
        (one for one in events() if name.fullmatch(one.name)), key=last_change, reverse=True
    )


def _free_folder(name: str) -> Path:
    """The first of `demo-kjca`, `demo-kjca-2` … that is not taken."""
    place = events_folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(
            f"{place} cannot be made", error.strerror or "", "set TOPBOARD_EVENTS"
        ) from error
    number = 1
    while (place / (name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    return place / (name if number == 1 else f"{name}-{number}")


def _play_boards(store: Store) -> None:
    """The results of all boards of the round in play; in a league its last match is put off."""
    from engine.actions.postponing import Postpone
    from engine.actions.team_play import EnterBoardResults

    event, chance = store.event, random.Random(SEED + len(store.event.published))
    assert event.current is not None
    matches = list(event.current.matches)
    if part_of(store.format, OverASeason) is not None and event.current.number > 1:
        store.do(Postpone(matches.pop().board, "2026-12-04 19:30"))
    known = players_by_id(event)
    results = [
        (match.board, number, _by_rating([known[id].player.rating for id in pair], chance))
        for match in matches
        for number, board in enumerate(match.lineups, start=1)
        for pair in [(board.white, board.black)]
    ]
    store.do(EnterBoardResults(tuple(results)))


def _played(event: Event, format: Format) -> EnterResults:
    """Results of the round in play such as their ratings make likely."""
    chance = random.Random(SEED + len(event.published))
    assert event.current is not None
    knockout = bracket_of(format, event) is not None
    made = ((m, _result(event, m, chance)) for m in event.current.matches)
    return EnterResults(tuple((m.board, _slip(m, text, knockout, chance)) for m, text in made))


def _slip(match: Match, text: str, knockout: bool, chance: random.Random) -> str:
    """The result as the format takes it."""
    if match.boards is not None:
        worse = chance.randrange(10, 35)
        better = worse + chance.randrange(1, 30)
        return {"1-0": f"{better}-{worse}", "0-1": f"{worse}-{better}"}.get(
            text, f"{worse}-{worse} home bam"
        )
    if match.games == 2 and not knockout:
        return f"{_GAME[text]},{_GAME[chance.choice(list(_GAME))]}"
    return _MATCHES[match.games][text] if knockout else text


def _result(event: Event, match: Match, chance: random.Random) -> str:
    return _by_rating([event.entrant(id).rating for id in match.pair], chance)


def _by_rating(ratings: Sequence[int | None], chance: random.Random) -> str:
    white, black = (rating or UNRATED for rating in ratings)
    expected = 1 / (1 + 10 ** ((black - white) / 400))
    if chance.random() < DRAWN:
        return "1/2-1/2"
    return "1-0" if chance.random() < expected else "0-1"
