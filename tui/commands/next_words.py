"""What comes next in an event, in a line; and that it was drawn before a change of what came
before it."""

from __future__ import annotations

from engine.actions.results import results_lost
from engine.event import Event
from engine.points import counted
from engine.protocol import Bracketed, Format, bracket_of, part_of
from engine.waiting import nothing_entered, open_before
from tui.commands import documents
from tui.commands.output import warn


def numbered(name: str, number: int, planned: int | None = None) -> str:
    """`round 5 of 10`; of a round that has another name, with the number that commands take:
    `session 3.1 (round 5 of 10)`."""
    plain, of = f"round {number}", f" of {planned}" if planned else ""
    return f"{plain}{of}" if name == plain else f"{name} ({plain}{of})"


def next_words(document: documents.Document) -> str:
    """`round 3 of 6: 12 results missing (boards 4, 7, …)`."""
    number = numbered(document["round_name"], document["round"], document["rounds"])
    missing, word = document["missing"], document["board_word"]
    some = ", ".join(map(str, missing[:8])) + (" …" if len(missing) > 8 else "")
    boards = f"{counted(len(missing), 'result')} missing ({word}{'s' * (len(missing) > 1)} {some})"
    words = {
        "register": "entries are being taken; no draw is possible yet",
        "draw": "to be drawn",
        "choose": "an opponent is to be chosen",
        "publish": "a proposal stands, to be published",
        "play": f"in play, {boards}"
        if missing
        else "its results are in, an earlier round has adjourned games",
        "finished": "finished",
    }
    late = late_words(document)
    return f"{number}: {words[document['step']]}{f'; {late}' if late else ''}"


def late_words(document: documents.Document) -> str:
    """Who came late and can still have a board in the round in play; empty for nobody."""
    late, word = [one["name"] for one in document["without_board"]], document["board_word"]
    names = "; ".join(late[:3]) + (f" and {len(late) - 3} more" if len(late) > 3 else "")
    return f"no {word} yet: {names} (`draw` proposes extra {word}s)" if late else ""


def warn_of_teams(event: Event, format: Format, before: str = "") -> None:
    """Which teams begin without players: their boards have no names."""
    from engine.teams import no_players

    if without := no_players(event, format):
        warn(f"{before}{without} (`players` adds them)")


def warn_later(event: Event, before: Event, format: Format, number: int | None) -> None:
    """What has become of what was drawn since the round of a result: that the round after it was
    drawn by the results as they were before; in a knockout what is removed, and what stays."""
    warn_cup(event, before, format, number or len(before.published))
    if not format.drawn_by_results or bracket_of(format, event) is not None:
        return
    last = event.rounds[-1].number if event.rounds else 0
    if event is not before and number is not None and number < last:
        said = f"{event.called(number + 1)} was drawn before this change of {event.called(number)}"
        if number + 1 == last and nothing_entered(event):
            said += "; nothing of it is entered: `undo` with the number of its publication"
            said += " (`log`), then `draw --redraw`, draws it again"
        warn(said)


def warn_open_before(event: Event, board: int, number: int) -> None:
    """A result that nobody said a round of, where the board of an earlier one is open too."""
    if earlier := open_before(event, board, number):
        called = event.rounds_called(earlier)
        warn(
            f"this is {event.board_name(board)} of {event.called(number)}; it is open in {called} "
            f"too: `--round {earlier[0]}` enters it there"
        )


def warn_cup(event: Event, before: Event, format: Format, number: int) -> None:
    """In a knockout what a change of round `number` has removed, and what stays as it was."""
    cup = part_of(format, Bracketed)
    if cup is None or event is before:
        return
    later = [r.number for r in before.published if r.number > number]
    own = [(r.number, m.board) for r in before.published for m in r.matches if r.number == number]
    if lost := results_lost(before, event, own):
        warn(f"{counted(lost, 'result')} of later rounds taken away, to be played again")
    elif cup.draws_stay and later:
        stay = "stays as it was" if len(later) == 1 else "stay as they were"
        warn(f"{event.rounds_called(later)} {stay} drawn")
    for given in cup.given_stays(before, event):
        warn(given)
    if before.proposal is not None and event.proposal is None:
        called = event.called(before.proposal.number)
        warn(f"the proposal of {called} is removed; `draw` draws it anew")
