"""What a correction of a published board does to it and to others, in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.alphabet import fold, holds
from engine.entrants import Entrant, EntrantId, rating_text
from engine.event import Event, Match, Round
from engine.results import Outcome, Result
from saves.safe_text import shortened
from tui.places.result_words import COVERED, brief
from tui.screens.names import name_in


def changes(event: Event, before: Round, after: Round, covered: Collection[int] = ()) -> list[str]:
    """Every board that changes and what becomes of its result, which is not said of those that are
    `covered`; every bye that moves."""
    lines = [
        _change(event, old, after.match(old.board), old.board in covered)
        for old in before.matches
        if _shown(old) != _shown(after.match(old.board))
    ]
    had_byes = {bye.entrant for bye in before.byes}
    for bye in after.byes:
        if bye.entrant not in had_byes:
            lines.append(f"{_name(event, bye.entrant)} has the bye instead.")
    return lines


def _shown(match: Match) -> tuple[EntrantId, EntrantId, str | None]:
    return match.white, match.black, _text(match.result)


def _text(result: Result | None) -> str | None:
    return result.text if result else None


def _change(event: Event, old: Match, new: Match, covered: bool = False) -> str:
    where = f"{event.board_name(old.board).capitalize()}: "
    if old.pair == new.pair:
        stands = COVERED if covered else _told(old)
        return where + f"{_pair(event, old)}\n  {stands} becomes {_told(new)}."
    text = where + f"{_pair(event, old)}\n  becomes {_pair(event, new)}"
    if covered and old.result is not None:
        same = set(old.pair) == set(new.pair)
        instead = f" for {_told(new)}" if new.result is not None else ""
        becomes = "stays with the persons" if same else f"is taken off{instead}"
        return f"{text}; its result, {COVERED}, {becomes}."
    if set(old.pair) != set(new.pair) and new.result is None:
        lost = f"; its result {_told(old)} is taken off" if old.result else ", without a result"
        return f"{text}{lost}."
    if set(old.pair) != set(new.pair):
        lost = f"; its result {_told(old)} is taken off for {_told(new)}" if old.result else ""
        return f"{text}{lost or ', ' + _told(new)}."
    return f"{text}{_kept(event, old, new)}."


def _kept(event: Event, old: Match, new: Match) -> str:
    """The colours turned: what a person has stays his or hers."""
    if old.result is None or new.result is None:
        return "" if old.result is new.result else f", {_told(new)}"
    if old.result.text == new.result.text:
        return f"; {_told(new)} stays"
    becomes = f"; {_told(old)} becomes {_told(new)}"
    winners = [id for id in old.pair if old.result.outcome(old.side(id)) is Outcome.WIN]
    if len(winners) != 1 or new.result.outcome(new.side(winners[0])) is not Outcome.WIN:
        return becomes
    how = "won" if old.result.played else "won by forfeit"
    return f"{becomes}, because {_name(event, winners[0])} {how}"


def _told(match: Match) -> str:
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
