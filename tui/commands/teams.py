"""Commands on teams of players: their players, line-ups, and results by board."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.actions.team_play import (
    EnterBoardResult,
    EnterBoardResults,
    SetLineup,
    board_of,
    match_of_team,
)
from engine.actions.team_players import SetPlayers, no_teams_of_players
from engine.entrants import Entrant, EntrantId
from engine.event import NOBODY, Event
from engine.points import as_number, counted
from engine.protocol import PlayedByTeams, part_of
from engine.refusal import Refused
from engine.teams import lineup_of, player_name
from engine.waiting import round_of_board
from saves.round_clock import past_deadline
from saves.store import Store
from tui.commands import documents
from tui.commands.next_words import next_words, warn_later
from tui.commands.opening import (
    agreeing_options,
    cleaned,
    done,
    entrant_id,
    event_argument,
    known_player,
    reading,
    whole_number,
    writing,
)
from tui.commands.output import say, say_json, say_table
from tui.commands.subcommand import Subcommand

if TYPE_CHECKING:
    from engine.team_tables import PlayerScore

EMPTY = ("-", "0", "nobody")
_PLACE = re.compile(r"([0-9]{1,5})\.([0-9]{1,2})")


def _lineup_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument("team", metavar="TEAM", help="Id, start number as no12, or the exact name")
    parser.add_argument(
        "players", metavar="ID", nargs="*",
        help="players from board 1 on, by Id or name; - leaves a board empty; none: show it",
    )  # fmt: skip
    parser.add_argument("--round", type=whole_number, metavar="N", help="an earlier round")
    parser.add_argument(
        "--match", type=whole_number, metavar="N", help="of several matches in a round, which"
    )
    agreeing_options(parser)


def lineup(args: Namespace) -> int:
    """Who plays for a team in a round."""
    store = writing(args) if args.players else reading(args)
    event = store.event
    team = entrant_id(event, args.team)
    round, match = match_of_team(event, team, args.round, args.match)
    if args.players:
        named = tuple(_player(event, team, text) for text in args.players)
        action = SetLineup(
            team,
            named,
            args.round,
            lineup_of(match, team),
            past_deadline(event, round.number, match),
        )
        event = done(store, action, args)
    _, match = match_of_team(event, team, args.round, args.match)
    ids = lineup_of(match, team)
    if args.json:
        boards = [{"board": at, "id": id or None} for at, id in enumerate(ids, start=1)]
        say_json({"round": round.number, "team": team, "match": match.board, "boards": boards})
        return 0
    say(
        f"{event.entrant(team).name}, {event.called(round.number)}, {event.board_name(match.board)}"
    )
    names = [[str(at), id or "-", player_name(event, id)] for at, id in enumerate(ids, start=1)]
    say_table(("Bd", "Id", "Player"), names, right=("Bd", "Id"))
    return 0


def _player(event: Event, team: EntrantId, text: str) -> EntrantId:
    if text.strip().casefold() in EMPTY:
        return NOBODY
    own = {player.name.casefold(): player.id for player in event.entrant(team).players}
    if id := own.get(text.strip().casefold()):
        return id
    known = known_player(event, text)
    if known is None:
        name = event.entrant(team).name
        raise Refused(
            f"{name} has no player {text[:40]!r}", "", "see `topboard players EVENT TEAM`"
        )
    return known.player.id


def board_result(args: Namespace, store: Store, text: str) -> int:
    """`result EVENT 3.2 1-0`: a board of a match, as its White and Black have it."""
    number, at = args.board
    event = before = store.event
    if part_of(store.format, PlayedByTeams) is None:
        raise Refused(f"{number}.{at} is not a board", "no teams play here", "give its number")
    played = round_of_board(event, number, args.round)
    if played is None:
        raise Refused("no round is published", "results need one", "draw and publish first")
    now = board_of(event, event.round(played).match(number, event.board_word), at).result
    current = event.current
    round = args.round or (None if current is None or played == current.number else played)
    action = EnterBoardResult(number, at, text, now.text if now else None, round, args.replace)
    event = done(store, action, args)
    warn_later(event, before, store.format, args.round)
    match = event.round(played).match(number)
    board, state = match.lineups[at - 1], documents.status(event, store.format)
    shown = board.result.text if board.result else None
    if args.json:
        say_json(
            {
                "round": played,
                "results": [{"board": number, "match_board": at, "result": shown}],
                "match": match.result.text if match.result else None,
                "missing": state["missing"],
                "step": state["step"],
                "revision": state["revision"],
            }
        )
        return 0
    white, black = player_name(event, board.white), player_name(event, board.black)
    say(f"{number}.{at}: {white or 'nobody'} - {black or 'nobody'}  {shown or 'no result'}")
    if match.result:
        home, away = (event.entrant(id).name for id in match.pair)
        say(f"{event.board_name(number)}: {home} - {away}  {match.result.text}")
    say(next_words(state))
    return 0


def board_results(args: Namespace, store: Store, listed: list[tuple[str, str, str]]) -> int:
    """Many results of boards, `3.2,1-0` a line: all or nothing."""
    results: list[tuple[int, int, str]] = []
    for place, board, text in listed:
        match = _PLACE.fullmatch(board)
        if match is None:
            remedy = "give match and board, as 3.2; results of whole matches have their own list"
            raise Refused(f"{board[:8]!r} is not a board of a match", "", remedy, where=place)
        results.append((int(match[1]), int(match[2]), text))
        try:
            one = EnterBoardResults((results[-1],), args.round, args.replace, insist=args.insist)
            one.judge(store.event, store.format)
        except Refused as refusal:
            raise refusal.at(place) from None
    before = store.event
    event = done(store, EnterBoardResults(tuple(results), args.round, args.replace), args)
    warn_later(event, before, store.format, args.round)
    state = documents.status(event, store.format)
    if args.json:
        shown = [{"board": m, "match_board": b, "result": text} for m, b, text in results]
        number = args.round or len(event.published)
        keys = ("missing", "step", "revision")
        say_json({"round": number, "results": shown, **{key: state[key] for key in keys}})
        return 0
    say(f"{counted(len(results), 'result')} entered")
    say(next_words(state))
    return 0


def _players_arguments(parser: ArgumentParser) -> None:
    event_argument(parser)
    parser.add_argument(
        "team", metavar="TEAM", nargs="?",
        help="Id, start number as no12, or the exact name; none: what all players have scored, and "
        "the best on each board",
    )  # fmt: skip
    parser.add_argument(
        "--add", metavar="NAME", action="append", default=[], help="a new player, at the end"
    )
    parser.add_argument(
        "--from", dest="listed", metavar="LIST:ID", help="the new player, filled from a rating list"
    )
    parser.add_argument(
        "--order", metavar="ID", nargs="+", help="these first, from board 1 on; others behind them"
    )
    parser.add_argument("--remove", metavar="ID", action="append", default=[], help="a player out")
    agreeing_options(parser, "take a second player of one name")


def players(args: Namespace) -> int:
    """The players of a team; `topboard edit` changes the data of one."""
    changing = args.add or args.order or args.remove
    if args.listed and len(args.add) != 1:
        raise Refused("--from fills one new player", "", "give it with one --add NAME")
    if args.team is None:
        if changing:
            raise Refused("no team is named", "", "give TEAM before what is to change")
        return _all_players(args)
    store = writing(args) if changing else reading(args)
    event = store.event
    team = event.entrant(entrant_id(event, args.team))
    if changing:
        out = {_player(event, team.id, text) for text in args.remove}
        first = [_player(event, team.id, text) for text in args.order or ()]
        known = {player.id: player for player in team.players if player.id not in out}
        ids = [*first, *(id for id in known if id not in first)]
        new = [_new(event, name, args.listed) for name in args.add]
        listed = (*(known[id] for id in ids if id in known), *new)
        list_before = tuple(player.id for player in team.players)
        event = done(store, SetPlayers(team.id, listed, list_before), args)
        team = event.entrant(team.id)
    document = documents.entrant_document(event, store.format, replace(team))
    if args.json:
        say_json(document | {"revision": event.revision})
        return 0
    rows = [
        [str(one["board"]), one["id"], one["title"], one["name"], str(one["rating"] or "")]
        for one in document.get("players", ())
    ]
    say(f"{team.name}, {counted(len(rows), 'player')}")
    say_table(("Bd", "Id", "", "Name", "Rating"), rows, right=("Bd", "Id", "Rating"))
    return 0


def _new(event: Event, name: str, listed: str | None) -> Entrant:
    """A new player of that name, filled from a list where one is named."""
    if listed is None:
        return Entrant("", cleaned(name, "name"))
    from tui.commands.entries import listed_entrant

    return listed_entrant(listed, cleaned(name, "name"), {}, event)


def _all_players(args: Namespace) -> int:
    store = reading(args)
    event, format = store.event, store.format
    if part_of(format, PlayedByTeams) is None:
        raise no_teams_of_players(format)
    if args.json:
        say_json(_scores_document(event))
        return 0
    panels = format.panels(event)
    if not panels:
        raise Refused("nobody has played yet", "", "give TEAM to see its players")
    for at, panel in enumerate(panels):
        if at:
            say()
        say(panel.name)
        say_table(panel.columns, panel.rows, right=panel.columns[:1] + panel.columns[3:])
    return 0


def _scores_document(event: Event) -> documents.Document:
    from engine.team_tables import best_on_board, player_scores
    from formats.teams import team_settings

    settings = team_settings(event)
    least, order = settings.least_games(len(event.published)), settings.board_prizes
    boards = [
        {
            "board": board,
            "by": order,
            "games": least,
            "order": [
                {"rank": place, "id": score.player.id}
                for place, score in best_on_board(event, board, order, least)
            ],
        }
        for board in range(1, settings.boards + 1)
    ]
    return {"players": [_score_document(s) for s in player_scores(event)], "boards": boards}


def _score_document(score: PlayerScore) -> documents.Document:
    return {
        "id": score.player.id,
        "name": score.player.name,
        "team": score.team.id,
        "rating": score.player.rating,
        "games": score.games,
        "points": as_number(score.points),
        "forfeits": as_number(score.forfeits),
        "percentage": None if score.share is None else as_number(score.share),
        "performance": score.performance,
        "board": score.board or None,
        "boards": {str(board): count for board, count in sorted(score.boards.items())},
    }


COMMANDS = {
    "lineup": Subcommand(_lineup_arguments, lineup),
    "players": Subcommand(_players_arguments, players),
}
