"""Who leaves, or is left out: somebody whose open games of the round in play are lost by that, and
before a draw everybody who did not come or is not checked in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import CheckIn, RollCall, Withdraw
from engine.actions.presence import leaves_when, leaving_means, lost_by_leaving
from engine.byes import Absence, absences
from engine.entrants import EntrantId
from engine.event import Event, Match
from engine.protocol import Format, steady
from engine.waiting import left_open, lost_words
from saves.cells import in_lines
from saves.safe_text import safe
from tui.screens.dialogs import Telling
from tui.screens.entry_words import who
from tui.widgets.lines import line

if TYPE_CHECKING:
    from tui.app import TopboardApp


CHANGED_MEANWHILE = "the event has changed meanwhile, so nothing is asked: x asks again"

ACROSS = 68
"""Cells of a line, for a terminal of 80 columns."""
ANSWERS = {"o": "out", "p": "back", "x": "withdrawn", "O": "all-out", "A": "all-back"}
"""Letters that do the same in the places, or nothing: `d` `w` and `d` `P` are typed in one go."""
STAYING = {key: word for key, word in ANSWERS.items() if word not in ("out", "all-out")}
"""Where nobody is left out of a round."""
OF_ALL = {"all-out": "out", "all-back": "back"}
"""Answers for everybody who has not been asked about yet."""


def asks_plainly(event: Event, format: Format, id: EntrantId) -> bool:
    """Whether somebody can be withdrawn with a plain yes: still there, and with no open game that
    would be lost."""
    there = any(each.id == id and not each.withdrawn for each in event.entrants)
    return there and not lost_by_leaving(event, format, id)


def withdrawal_question(event: Event, format: Format, id: EntrantId) -> str:
    """The question, and what becomes of the games played, of open boards and of a proposal."""
    from tui.places.result_entry import proposal_removed, removal_text

    question = f"Withdraw {who(event.entrant(id))} {leaves_when(event)}?"
    means = leaving_means(event, steady(format), id)
    parts = [question, *([f"{means[:1].upper()}{means[1:]}."] if means else [])]
    parts += left_open(event, id)
    if removal := removal_text(event, proposal_removed(event, format, Withdraw(id))):
        parts.append(removal)
    if not any(id in round.placed for round in event.rounds):
        parts.append("The tables list who is withdrawn; X removes an entry without a trace.")
    return "\n\n".join(parts)


async def withdraws(app: TopboardApp, id: EntrantId) -> bool:
    """Ask about one who leaves, naming the open games that he would lose, and withdraw him;
    whether he is withdrawn."""
    event, format = app.desk.event, app.desk.format
    if lost := lost_by_leaving(event, format, id):
        return await withdraw_losing(app, id, lost)
    if not await app.ask(withdrawal_question(event, format, id)):
        return False
    return await app.desk.act(Withdraw(id)) is not None


async def withdraw_losing(app: TopboardApp, id: EntrantId, lost: Sequence[Match]) -> bool:
    """Name the games, then withdraw at once or after the round in play, as the arbiter says;
    whether he is withdrawn."""
    event = app.desk.event
    assert event.current is not None
    name, called = safe(event.entrant(id).name), event.called(event.current.number)
    named = "matches" if event.board_word == "table" else "games"
    lines = [line(f" {safe(text, 100)}", "bad") for text in lost_words(event, id, lost)]
    for finishes, when in ((False, "now"), (True, f"after {called}")):
        if means := leaving_means(event, steady(app.desk.format), id, finishes):
            wrapped = in_lines(f"{when}: {means}", ACROSS, "  ")
            lines += [line(f" {text}") for text in wrapped]
    boards = {match.board for match in event.current.matches}
    put_off = [match.board for match in lost if match.board not in boards]
    of_round = "" if put_off else f" of {called}"
    are = "are" if len(put_off) > 1 else "is"
    also = f"; {event.boards_named(put_off, 3)} {are} lost" if put_off else ""
    dialog = Telling(
        f"{name} leaves. Withdrawn now, these open {named}{of_round} are lost by default:",
        lines,
        f"w  withdraw now, these {named} are lost\n"
        f"p  plays {called} to its end, then leaves{also}\n"
        "esc, q  stays",
        {"w": "now", "p": "after"},
    )
    answer = await app.push_screen_wait(dialog)
    if answer is None:
        return False
    if await app.desk.act(Withdraw(id, finishes=answer == "after")) is None:
        return False
    lost_now = f"the {named} named are lost by default"
    said = [lost_now if answer == "now" else f"{called} is played{also}"]
    if meaning := leaving_means(event, steady(app.desk.format), id, answer == "after"):
        said.append(meaning)
    app.tell(f"{name} is withdrawn after {called}: {'; '.join(said)}", "done")
    return True


async def withdraw_in_turn(app: TopboardApp, leaving: Sequence[EntrantId]) -> None:
    """Several leave: each with the open games that he would lose."""
    for id in leaving:
        await withdraws(app, id)


# Before a draw


@dataclass(frozen=True, slots=True)
class RollEnd:
    """How it ended."""

    draws: bool
    """Whether the arbiter wants the draw after all."""
    answered: int = 0
    """Answers given before it was left, and kept."""
    withdrawn: tuple[str, ...] = ()
    """Who, as sentences."""


async def roll_call(app: TopboardApp) -> RollEnd:
    """Ask about each by name. What was answered before it is left is kept: nobody is asked about
    the same one again."""
    event = app.desk.event
    missing, number = absences(event, app.desk.format), len(app.desk.event.published) + 1
    words: dict[str, str] = {}
    gone: list[str] = []
    for at, absence in enumerate(missing):
        answer = await _asked(app, event, missing, at)
        while answer == "withdrawn" and not await withdraws(app, absence.entrant):
            answer = await _asked(app, event, missing, at)
        if answer == "withdrawn":
            gone.append(f"{who(event.entrant(absence.entrant))} is withdrawn {leaves_when(event)}")
        elif answer in OF_ALL:
            words |= {one.entrant: OF_ALL[answer] for one in missing[at:]}
            break
        elif answer is not None:
            words[absence.entrant] = answer
        else:
            answered = len(words) if words and await _done(app, number, words) else 0
            return RollEnd(False, len(gone) + answered, tuple(gone))
    return RollEnd(await _done(app, number, words), withdrawn=tuple(gone))


async def _asked(app: TopboardApp, event: Event, missing: Sequence[Absence], at: int) -> str | None:
    called = event.called(len(event.published) + 1)
    lines = [line(f" {_absence_text(event, one)}", "key" if one is missing[at] else "dim")
            for one in missing[at:]]  # fmt: skip
    title = f"{who(event.entrant(missing[at].entrant))}: in {called}? ({at + 1} of {len(missing)})"
    if app.congress is not None:
        title = f"{app.desk.name} · {title}"
    note = answers_text(event, app.desk.format) + "; the answers given are kept" * (at > 0)
    answers = STAYING if app.desk.format.all_play else ANSWERS
    answer: str | None = await app.push_screen_wait(Telling(title, lines, note, answers))
    return answer


def answers_text(event: Event, format: Format) -> str:
    """The letters, and what they do."""
    if format.all_play:
        return "p  plays   x  withdraws\nA  all play   esc  no draw"
    means = format.left_out_means(event)
    out = f"o  out of {event.called(len(event.published) + 1)}"
    out += f": {means}\n" if means else "   "
    return f"{out}p  plays   x  withdraws\nO  all out   A  all play   esc  no draw"


def _absence_text(event: Event, absence: Absence) -> str:
    """`Ashgrove, Liam (3)  did not come in round 2, out since`."""
    name = who(event.entrant(absence.entrant))
    if absence.round is not None:
        since = ", out since" * (absence.round < len(event.published))
        return f"{name}  did not come in {event.called(absence.round)}{since}"
    return f"{name}  is not checked in"


async def _done(app: TopboardApp, number: int, words: dict[str, str]) -> bool:
    out = tuple(id for id, word in words.items() if word == "out")
    back = tuple(id for id, word in words.items() if word == "back")
    if (out or back) and await app.desk.act(RollCall(number, out, back)) is None:
        return False
    unseen = tuple(id for id in back if not app.desk.event.entrant(id).present)
    checked = any(e.present for e in app.desk.event.entrants)
    # who is here is not asked about again before every round
    return not (unseen and checked) or await app.desk.act(CheckIn(unseen)) is not None
