"""Correcting a published board: the questions, the same from Pairings and from Results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import CorrectBoard
from engine.entrants import EntrantId
from engine.event import Event, Match
from engine.refusal import Refused
from saves.safe_text import fold, safe
from tui.screens.dialogs import Telling
from tui.widgets.lines import line

if TYPE_CHECKING:
    from tui.app import TopboardApp


async def correct_board(app: TopboardApp, number: int, match: Match) -> None:
    """Ask what was really played on that board of round `number`, and do it."""
    event = app.event
    white, black = (safe(event.entrant(id).name) for id in match.pair)
    result = match.result.text if match.result else "no result yet"
    choice = await app.push_screen_wait(
        Telling(
            f"Round {number}, board {match.board}: {white} - {black}, {result}",
            [
                line("colours were reversed", key="turn"),
                line(f"somebody else had White, not {white}", key="white"),
                line(f"somebody else had Black, not {black}", key="black"),
                line("another result", key="result"),
            ],
            "enter  correct it so      esc  leave it",
        )
    )
    new = await _as_played(app, number, match, choice)
    if new is not None and await app.ask(_question(event, match, new)):
        await app.act(new)


async def _as_played(
    app: TopboardApp, number: int, match: Match, choice: str | None
) -> CorrectBoard | None:
    white, black, result = match.white, match.black, None
    if choice == "turn":
        white, black = black, white
    elif choice in ("white", "black"):
        who = await _asked_entrant(app, f"Who had {choice.capitalize()} on board {match.board}?")
        if who is None:
            return None
        white, black = (who, black) if choice == "white" else (white, who)
    elif choice == "result":
        form = app.format.result_form(match)

        def wrong(text: str) -> str | None:
            try:
                form.parse(text)
            except Refused as refusal:
                return str(refusal)
            return None

        result = await app.ask_line(f"Result of board {match.board} ({form.example})", "", wrong)
        if result is None:
            return None
    else:
        return None
    return CorrectBoard(number, match.board, white, black, was=match.pair, result=result)


async def _asked_entrant(app: TopboardApp, prompt: str) -> EntrantId | None:
    event = app.event
    answer = await app.ask_line(
        f"{prompt} Entry number or name", "", lambda text: _entrant(event, text)[1]
    )
    return _entrant(app.event, answer)[0] if answer is not None else None


def _entrant(event: Event, text: str) -> tuple[EntrantId | None, str | None]:
    """(the one meant, None) or (None, why nobody is)."""
    wanted = fold(text.strip())
    exact = [e for e in event.entrants if wanted in (e.id, fold(e.name))]
    found = exact or [e for e in event.entrants if wanted and wanted in fold(e.name)]
    if len(found) == 1:
        return found[0].id, None
    if not found:
        return None, "nobody of that number or name is entered"
    names = "; ".join(f"{e.id} {safe(e.name, 24)}" for e in found[:4])
    return None, f"{len(found)} entrants are meant: {names}"


def _question(event: Event, match: Match, new: CorrectBoard) -> str:
    white, black = (safe(event.entrant(id).name) for id in (new.white, new.black))
    told = f"Round {new.round}, board {new.number} becomes\n{white} - {black}"
    if new.result is not None:
        told += f", {new.result}"
    elif {new.white, new.black} != set(match.pair):
        told += "\n\nWhoever is moved by this takes the place that is left; boards with new "
        told += "opponents lose their result."
    current = event.current
    if current is not None and new.round < current.number:
        told += f"\n\nRounds after {new.round} stay as drawn; standings change."
    return told
