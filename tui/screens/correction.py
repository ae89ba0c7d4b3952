"""Correcting a published board: the questions, the same from Pairings and from Results, and what
comes of it in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.actions import CorrectBoard
from engine.actions.corrections import no_shows_put_together
from engine.actions.presence import leaves_when
from engine.actions.results import text_of
from engine.alphabet import fold, holds
from engine.byes import is_absent, may_sit, seat_refused
from engine.entrants import Entrant, EntrantId, rating_text
from engine.event import Event, Match, Round
from engine.instead import newly_broken
from engine.points import counted
from engine.refusal import Refused
from engine.results import Outcome, brief
from engine.waiting import drawn_from_another
from saves.safe_text import safe, shortened
from tui.places.result_entry import (
    absent_ones,
    proposal_removed,
    proposal_text,
    removed_text,
    what_becomes,
)
from tui.places.result_words import COVERED
from tui.screens.agreeing import has_to_agree
from tui.screens.dialogs import Telling
from tui.screens.names import name_in
from tui.widgets.lines import Line, line

if TYPE_CHECKING:
    from tui.app import TopboardApp


_SOMEBODY_ELSE = "somebody else"


async def correct_board(app: TopboardApp, number: int, match: Match) -> None:
    """Ask what was really played on that board of round `number`, and do it."""
    event = app.desk.event
    white, black = (safe(event.entrant(id).name) for id in match.pair)
    covered = (number, match.board) in app.covered_results()
    result = brief(match.result.text) if match.result else "no result yet"
    if covered:
        result = "its result is covered until the slip is entered"
    called = event.called(number)
    choice = await app.push_screen_wait(
        Telling(
            f"{called.capitalize()}, {event.board_name(match.board)}: {white} - {black}, {result}",
            _ways(app, white, black),
            "enter  correct      esc  cancel",
        )
    )
    if choice == "seat":
        await seat_late_entry(app, number, match)
        return
    new = await _as_played(app, number, match, choice)
    if new is None:
        return
    try:
        question = _question(app, new)
    except Refused as refusal:
        app.refused(refusal)
        return
    if question is None:
        app.tell(f"{app.desk.event.board_name(match.board)} has it already: nothing was changed")
    elif await app.ask(question):
        warned = has_to_agree(app.desk.event, app.desk.format, new)
        event, format = app.desk.event, app.desk.format
        agreed = replace(new, insist=True, insist_twice=True)
        undone = what_becomes(event, format, new.round, agreed)[1]
        removes = proposal_removed(event, format, agreed)
        after = await app.desk.act(replace(new, insist=bool(warned or undone)))
        if after is not None and drawn_from_another(after):
            app.tell(proposal_text(after), "bad")
        elif after is not None and (gone := removed_text(after, removes)):
            app.tell(gone, "bad")
        elif after is not None:
            app.tell(_corrected_now(after, new), "done")


def _corrected_now(event: Event, new: CorrectBoard) -> str:
    """The board as it is now; not its result, which may be covered."""
    match = event.round(new.round).match(new.number)
    where = f"{event.called(new.round)}, {event.board_name(new.number)}"
    entered = "" if match.result is not None else "; its result is to be entered"
    return f"{where} is corrected: {_pair(event, match)}{entered} · u undoes it"


async def seat_late_entry(app: TopboardApp, number: int, match: Match) -> None:
    """Somebody who has come late, entered late or absent at the draw, has the seat of one who did
    not come: who, whose, and what becomes of him."""
    event = app.desk.event
    where = event.board_name(match.board)
    if why := seat_refused(event, app.desk.format, number, match):
        app.refused(Refused(f"nobody can be given a seat on {where}", why, ""))
        return
    late = may_sit(event, number)
    if not late:
        why = f"nobody is absent from {event.called(number)} or entered after its draw"
        app.refused(Refused("nobody waits for a seat", why, "add a late entry first (F1, a)"))
        return
    known = absent_ones(match)
    pair = [id for id in match.pair if id in known] + [id for id in match.pair if id not in known]
    gone = await _chosen(app, f"Who of {where} did not come?", _people(app, pair))
    if gone is None:
        return
    came = await _chosen(app, "Who has the seat?", _waiting(app, late, number))
    if came is None:
        return
    name, called = safe(event.entrant(gone).name), event.called(number)
    again = "; before the next draw you are asked again" * (number < event.settings.rounds)
    lines = [
        line(f" absent in {called}{again}", key="absent"),
        line(f" withdrawn {leaves_when(event, number + 1)}", key="withdrawn"),
    ]
    left = await _chosen(app, f"What of {name}, who did not come?", lines)
    if left is None:
        return
    white, black = (came if id == gone else id for id in match.pair)
    new = CorrectBoard(
        number, match.board, white, black, was=match.pair, withdraw=left == "withdrawn"
    )
    if await app.desk.act(new) is not None:
        seat_text = (
            f"{where}: {safe(event.entrant(came).name)} has the seat of {name}, who is {left}"
        )
        app.tell(seat_text, "done")


def _ways(app: TopboardApp, white: str, black: str) -> list[Line]:
    home, away = app.desk.format.sides(app.desk.event)
    if app.desk.format.of_teams(app.desk.event):
        texts = (
            "home and away were swapped",
            f"wrong team: {home.lower()} was not {white}",
            f"wrong team: {away.lower()} was not {black}",
        )
    else:
        texts = (
            "colours were reversed",
            f"wrong player: White was not {white}",
            f"wrong player: Black was not {black}",
        )
    keys = ("turn", "white", "black", "absent", "seat", "result")
    absent = f"two no-shows: pair the two {app.desk.event.entrant_word}s who did come"
    seat = "a no-show: a latecomer takes the seat"
    choices = zip((*texts, absent, seat, "another result"), keys, strict=True)
    closed = app.desk.format.entry_refused(app.desk.event)
    return [line(f" {text}", key=key) for text, key in choices if key != "seat" or not closed]


async def _as_played(
    app: TopboardApp, number: int, match: Match, choice: str | None
) -> CorrectBoard | None:
    white, black, result = match.white, match.black, None
    if choice == "turn":
        white, black = black, white
    elif choice in ("white", "black"):
        side = app.desk.format.sides(app.desk.event)[choice == "black"]
        had = f"was {side.lower()}" if app.desk.format.of_teams(app.desk.event) else f"had {side}"
        who = await _asked_entrant(app, f"Who {had} on {app.desk.event.board_name(match.board)}?")
        if who is None:
            return None
        white, black = (who, black) if choice == "white" else (white, who)
    elif choice == "absent":
        return await _no_shows(app, number, match)
    elif choice == "result":
        form = app.desk.format.typed_form(app.desk.event, match)

        def wrong(text: str) -> str | None:
            try:
                form.parse(text)
            except Refused as refusal:
                return str(refusal)
            return None

        result = await app.ask_line(
            f"Result of {app.desk.event.board_name(match.board)} ({form.example})", "", wrong
        )
        if result is None:
            return None
    else:
        return None
    return CorrectBoard(number, match.board, white, black, was=match.pair, result=result)


async def _no_shows(app: TopboardApp, number: int, match: Match) -> CorrectBoard | None:
    """The opponents of two who did not come, put together."""
    known = absent_ones(match)
    pair = [id for id in match.pair if id in known] + [id for id in match.pair if id not in known]
    a = await _chosen(
        app, f"Who of {app.desk.event.board_name(match.board)} did not come?", _people(app, pair)
    )
    if a is None:
        return None
    b = await _absent_elsewhere(app, number, match)
    try:
        return None if b is None else no_shows_put_together(app.desk.event, number, a, b)
    except Refused as refusal:
        app.refused(refusal)
        return None


async def _absent_elsewhere(app: TopboardApp, number: int, match: Match) -> EntrantId | None:
    """One of those whom the round has as absent already, else whom the arbiter names."""
    prompt = f"Who else did not come, on another {app.desk.event.board_word}?"
    others = [one for one in app.desk.event.round(number).matches if one.board != match.board]
    known = [id for one in others if one.games == 1 for id in absent_ones(one)]
    if known:
        lines = [*_people(app, known), line(" somebody else", key=_SOMEBODY_ELSE)]
        who = await _chosen(app, prompt, lines)
        if who != _SOMEBODY_ELSE:
            return who
    return await _asked_entrant(app, prompt)


def _people(app: TopboardApp, ids: Sequence[EntrantId]) -> list[Line]:
    return [line(f" {person(app.desk.event.entrant(id))}", key=id) for id in ids]


def _waiting(app: TopboardApp, late: Sequence[Entrant], number: int) -> list[Line]:
    """Who may have the seat, and of whom an absence ends by it."""
    round = app.desk.event.round(number)
    return [
        line(f" {person(e)}{', absent so far' * is_absent(round, e.id)}", key=e.id) for e in late
    ]


async def _chosen(app: TopboardApp, title: str, lines: Sequence[Line]) -> EntrantId | None:
    who: EntrantId | None = await app.push_screen_wait(
        Telling(title, lines, "enter  take it      esc  cancel")
    )
    return who


async def _asked_entrant(app: TopboardApp, prompt: str) -> EntrantId | None:
    """By start number or name; of several that are meant one is chosen from a list."""

    def wrong(text: str) -> str | None:
        return None if meant(app.desk.event, text) else "nobody of that number or name is entered"

    answer = await app.ask_line(f"{prompt} number, name or a part of it", "", wrong)
    if answer is None:
        return None
    candidates = meant(app.desk.event, answer)
    if len(candidates) == 1:
        return candidates[0].id
    return await _chosen(app, prompt, _people(app, [one.id for one in candidates]))


def _question(app: TopboardApp, new: CorrectBoard) -> str | None:
    """Every board that changes; None where none does. `Refused` as the correction would be."""
    event = app.desk.event
    before = event.round(new.round)
    warned = has_to_agree(event, app.desk.format, new)
    after = _corrected(app, new)
    covered = {board for round, board in app.covered_results() if round == new.round}
    lines = changes(event, before, after, covered)
    if not lines:
        return None
    parts = [f"Correct {event.called(new.round)}?", *lines, *_broken(app, before, after)]
    was = before.match(new.number).pair
    for id in (new.white, new.black):
        if id not in was:
            side = app.desk.format.sides(event)[id == new.black]
            where = (
                f"{'at' if event.board_word == 'table' else 'on'} {event.board_name(new.number)}"
            )
            parts.insert(1, f"{side} {where}: {person(event.entrant(id))}.")
    agreed = replace(new, insist=True, insist_twice=True)
    parts.append(what_becomes(event, app.desk.format, new.round, agreed)[0])
    parts.append(warned)
    return "\n\n".join(filter(None, parts))


def _broken(app: TopboardApp, before: Round, after: Round) -> list[str]:
    """`! Board 3: they met in round 1`: the rules that it breaks on boards that are played."""
    event = app.desk.event
    return [
        f"! {event.board_name(one.board or 0).capitalize()}: {safe(one.text)}."
        for one in newly_broken(app.desk.format, event, before, after)
    ]


def _corrected(app: TopboardApp, new: CorrectBoard) -> Round:
    """The round as it would be."""
    agreed = replace(new, insist=True, insist_twice=True)
    return agreed.apply(app.desk.event, app.desk.format).round(new.round)


# What it does to the board and to others, in words


def changes(event: Event, before: Round, after: Round, covered: Collection[int] = ()) -> list[str]:
    """Every board that changes and what becomes of its result, which is not said of those that are
    `covered`; every bye that moves, and whose seat a latecomer has."""
    lines = [
        _change(event, old, after.match(old.board), old.board in covered)
        + _boards_lost(old, after.match(old.board))
        for old in before.matches
        if _shown(old) != _shown(after.match(old.board))
    ]
    had_byes = {bye.entrant for bye in before.byes}
    for bye in after.byes:
        if bye.entrant not in had_byes:
            what = "is absent, without points" if bye.kind == "absent" else "has the bye instead"
            lines.append(f"{_name(event, bye.entrant)} {what}.")
    return lines


def _boards_lost(old: Match, new: Match) -> str:
    """Of teams that lose results of their boards too: how many."""
    gone = sum(board.played for board in old.lineups) - sum(board.played for board in new.lineups)
    return f" The results of {counted(gone, 'board')} are taken off." if gone > 0 else ""


def _shown(match: Match) -> tuple[EntrantId, EntrantId, str | None]:
    return match.white, match.black, text_of(match.result)


def _change(event: Event, old: Match, new: Match, covered: bool = False) -> str:
    where = f"{event.board_name(old.board).capitalize()}: "
    if old.pair == new.pair:
        stands = COVERED if covered else _result_words(old)
        return where + f"{_pair(event, old)}\n  {stands} becomes {_result_words(new)}."
    text = where + f"{_pair(event, old)}\n  becomes {_pair(event, new)}"
    if covered and old.result is not None:
        same = set(old.pair) == set(new.pair)
        gone = f"is replaced by {_result_words(new)}" if new.result else "is taken off"
        becomes = "stays with the persons" if same else gone
        return f"{text}; its result, {COVERED}, {becomes}."
    if set(old.pair) != set(new.pair) and new.result is None:
        lost = (
            f"; its result {_result_words(old)} is taken off"
            if old.result
            else ", without a result"
        )
        return f"{text}{lost}."
    if set(old.pair) != set(new.pair):
        lost = (
            f"; its result {_result_words(old)} is replaced by {_result_words(new)}"
            if old.result
            else ""
        )
        return f"{text}{lost or ', ' + _result_words(new)}."
    return f"{text}{_kept(event, old, new)}."


def _kept(event: Event, old: Match, new: Match) -> str:
    """The colours turned: what a person has stays his or hers."""
    if old.result is None or new.result is None:
        return "" if old.result is new.result else f", {_result_words(new)}"
    if old.result.text == new.result.text:
        return f"; {_result_words(new)} stays"
    becomes = f"; {_result_words(old)} becomes {_result_words(new)}"
    winners = [id for id in old.pair if old.result.outcome(old.side(id)) is Outcome.WIN]
    if len(winners) != 1 or new.result.outcome(new.side(winners[0])) is not Outcome.WIN:
        return becomes
    how = "won" if old.result.played else "won by forfeit"
    return f"{becomes}, because {_name(event, winners[0])} {how}"


def _result_words(match: Match) -> str:
    return brief(match.result.text) if match.result else "no result"


def _pair(event: Event, match: Match) -> str:
    return f"{_name(event, match.white)} - {_name(event, match.black)}"


def _name(event: Event, id: EntrantId) -> str:
    return name_in(event, id, 40)


def meant(event: Event, text: str) -> Sequence[Entrant]:
    """Whose start number or whole name that is, else all whose name has each word, accents
    ignored."""
    wanted = fold(text.strip())
    exact = [e for e in event.entrants if wanted in (str(e.start_number), fold(e.name))]
    words = wanted.replace(",", " ").split()
    if exact or not words:
        return exact
    return [e for e in event.entrants if all(holds(fold(e.name), word) for word in words)]


def person(entrant: Entrant) -> str:
    """Name, start number, rating and club: enough to know who it is."""
    facts = [f"no {entrant.start_number}"]
    if entrant.rating is not None:
        facts.append(rating_text(entrant))
    if entrant.club or entrant.school:
        facts.append(shortened(entrant.club or entrant.school, 24))
    return f"{shortened(entrant.name, 40)} ({', '.join(facts)})"
