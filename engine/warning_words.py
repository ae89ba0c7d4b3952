"""The words of warnings and of what was agreed to: one table, by code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from engine.entrants import EntrantId
from engine.event import Event, entrants_by_id
from engine.points import counted
from engine.reasons import Reason
from engine.refusal import Refused
from engine.warnings import OPTIONS, Agreement, Level, NotAgreed, Warning

Words = Callable[[Reason, Event], str]


@dataclass(frozen=True, slots=True)
class WarningWords:
    """Of one code: what would be done or is out of the ordinary (`warning`), what follows from it
    (`consequence`, the second of two questions), and what the event keeps of it (`record`).

    All are without a capital and without a full stop.
    """

    warning: Words
    record: Words
    consequence: Words = lambda reason, event: ""


def _broken_pairing(reason: Reason, event: Event) -> str:
    facts: Mapping[str, Any] = reason.facts
    where = event.board_name(facts["board"]) if facts["board"] else "the bye"
    names = ", ".join(event.entrant(id).name for id in facts["entrants"])
    return f"{where} breaks a rule that must hold ({facts['rule']}): {names}"


def _broken_record(reason: Reason, event: Event) -> str:
    return f"paired by hand: {_broken_pairing(reason, event)}"


def _off_rules(reason: Reason, event: Event) -> str:
    numbers = [str(number) for number in cast(tuple[int, ...], reason["rounds"])]
    rounds = f"rounds {', '.join(numbers[:-1])} and {numbers[-1]} are" if numbers[1:] else ""
    called = rounds or f"round {numbers[0]} is"
    return f"imported {called} not as the rules of {reason['format']} have it"


def _as(text: str) -> Words:
    """Words that need none of the facts."""
    return lambda reason, event: text


def _pair(reason: Reason, event: Event) -> str:
    return " and ".join(event.entrant(reason[side]).name for side in ("a", "b"))


def _board(reason: Reason, event: Event) -> str:
    return f"{event.called(reason['round'])}, {event.board_name(reason['board'])}"


def _boards(reason: Reason, event: Event) -> str:
    boards: Sequence[int] = reason["boards"]
    listed = ", ".join(str(board) for board in boards)
    word = event.board_word + "s" * (len(boards) > 1)
    return f"{event.called(reason['round'])}, {word} {listed}"


def _rounds(numbers: Sequence[int], event: Event) -> str:
    return " and ".join(event.called(number) for number in numbers)


def _who(event: Event, id: EntrantId) -> str:
    """The name, also of somebody who has been removed since."""
    entrant = entrants_by_id(event).get(id)
    return entrant.name if entrant else f"entrant {id}"


def _both(reason: Reason, event: Event) -> str:
    return " and ".join(_who(event, id) for id in reason["pair"])


def _ratings(reason: Reason, between: str = " and ") -> str:
    return between.join(str(rating) if rating else "unrated" for rating in reason["ratings"])


def _change(reason: Reason) -> str:
    return f"from {_ratings(reason, ' to ')}"


def _boards_left(reason: Reason, event: Event) -> str:
    """What becomes of the boards in play of somebody who leaves."""
    if reason["lost"]:
        return "".join(
            f", {event.board_name(board)} is lost by default" for board in reason["lost"]
        )
    return "".join(f", {event.board_name(board)} is still open" for board in reason["open"])


WORDINGS: Mapping[str, WarningWords] = {
    "imported-off-rules": WarningWords(_off_rules, _off_rules),
    "ratings-after-round-1": WarningWords(
        lambda reason, event: (
            f"{counted(int(str(reason['count'])), 'rating')} would change after round 1 was drawn;"
            " start numbers and published rounds stay"
        ),
        lambda reason, event: (
            f"{counted(int(str(reason['count'])), 'rating')} changed to that of a rating list"
        ),
    ),
    "pairing-breaks-rule": WarningWords(_broken_pairing, _broken_record),
    "strict-left": WarningWords(
        _as("this event leaves strict mode, for good"),
        _as("strict mode left"),
        _as(
            "nothing brings it back, not even undo; every screen, page and tournament file says "
            "from now on that the event is not in strict mode"
        ),
    ),
    "rounds-changed": WarningWords(
        lambda r, event: f"the event has begun with {r['old']} rounds, and would have {r['new']}",
        lambda r, event: f"rounds changed from {r['old']} to {r['new']}",
        _as(
            "late byes, accelerated rounds and the rules of the last round follow the number of "
            "rounds; the change stands in the tournament file"
        ),
    ),
    "last-round-differs": WarningWords(
        lambda r, event: f"{event.called(r['round'])} would have been drawn otherwise so",
        lambda r, event: (
            f"{event.called(r['round'])} was drawn by the rules of another number of rounds"
        ),
        lambda r, event: (
            f"{event.called(r['round'])} stays as it was drawn, which is not as the "
            "rules draw it now"
        ),
    ),
    "tiebreaks-changed": WarningWords(
        lambda r, event: (
            f"the event has begun with the tie-breaks {r['old']}, and would have {r['new']}"
        ),
        lambda r, event: f"tie-breaks changed from {r['old']} to {r['new']}",
        _as(
            "places that were shown or posted can be others; the change stands in the tournament "
            "file with the old list"
        ),
    ),
    "setting-changed": WarningWords(
        lambda r, event: f"{r['key']} is settled by round 1 ({r['old']})",
        lambda r, event: f"{r['key']} changed from {r['old']} to {r['new']}",
    ),
    "late-bar": WarningWords(
        _as("who shall not meet is settled before round 1 is drawn"),
        lambda r, event: f"{_pair(r, event)} were barred from meeting after round 1",
    ),
    "bar-released": WarningWords(
        lambda r, event: f"{_pair(r, event)} may meet again",
        lambda r, event: f"{_pair(r, event)} may meet again, barred before",
    ),
    "past-round": WarningWords(
        lambda r, event: (
            f"{_rounds(r['rounds'], event)} would become another, and "
            f"{event.called(r['window'])} has been played"
        ),
        lambda r, event: (
            f"{_rounds(r['rounds'], event)} changed after "
            f"{event.called(r['window'])} had been played"
        ),
        _as(
            "later rounds stay as they were drawn; standings, tie-breaks and what was published "
            "become others"
        ),
    ),
    "closing-round": WarningWords(
        lambda r, event: (
            f"{_rounds(r['rounds'], event)} would become another while "
            f"{event.called(r['window'])} is in play, which closes it to corrections"
        ),
        lambda r, event: (
            f"{_rounds(r['rounds'], event)} changed while {event.called(r['window'])} was in play"
        ),
    ),
    "result-replaced": WarningWords(
        lambda r, event: f"{_board(r, event)} had the result {r['old']}",
        lambda r, event: (
            f"{_board(r, event)}: {r['old']} replaced by {r['new']} after the next round was drawn"
        ),
    ),
    "adjourned": WarningWords(
        lambda r, event: f"{_boards(r, event)} adjourned",
        lambda r, event: f"{_boards(r, event)} adjourned",
    ),
    "rounds-imported": WarningWords(
        lambda r, event: f"{counted(r['count'], 'round')} imported",
        # without its name: written and read again, the line is the same
        lambda r, event: f"{counted(r['count'], 'round')} imported from a tournament file",
    ),
    "board-corrected": WarningWords(
        lambda r, event: f"{_board(r, event)} is corrected",
        lambda r, event: f"{_board(r, event)} corrected to how it was played",
    ),
    "adjourned-decided": WarningWords(
        lambda r, event: (
            f"{_board(r, event)}: {r['result']}, and later rounds were paired with a draw there"
        ),
        lambda r, event: f"{_board(r, event)}, adjourned and paired as a draw, ended {r['result']}",
    ),
    "numbers-exchanged": WarningWords(
        lambda r, event: f"{_both(r, event)}, equal in rating and title, exchange start numbers",
        lambda r, event: f"start numbers of {_both(r, event)} exchanged, equal in rating and title",
        _as("they have each other's number in every list and in later draws"),
    ),
    "seeding-broken": WarningWords(
        lambda r, event: (
            f"{_both(r, event)} exchange start numbers although they are not equal "
            f"({_ratings(r)}): the numbers no longer follow rating and title"
        ),
        lambda r, event: (
            f"start numbers of {_both(r, event)} exchanged against rating and title ({_ratings(r)})"
        ),
        _as("the lower number goes to the weaker one, in later draws too"),
    ),
    "numbers-remade": WarningWords(
        lambda r, event: f"{counted(r['moved'], 'entrant')} get another start number",
        lambda r, event: (
            f"start numbers made anew from the ratings, {counted(r['moved'], 'entrant')} moved"
        ),
        _as("lists that are out have the old numbers; later draws go by the new ones"),
    ),
    "rating-edited": WarningWords(
        lambda r, event: f"{r['name']}: rating {_change(r)} after round 1",
        lambda r, event: f"{r['name']}: rating changed by hand {_change(r)}",
        _as("start numbers and published rounds stay"),
    ),
    "half-bye-again": WarningWords(
        lambda r, event: f"{r['name']} has {r['count']} half-point byes with this one",
        lambda r, event: f"{r['name']}: half-point bye number {r['count']}",
    ),
    "bye-limit": WarningWords(
        lambda r, event: (
            f"{r['name']} has {counted(r['count'], 'half-point bye')} with this one, "
            f"the event gives {r['limit']}"
        ),
        lambda r, event: f"{r['name']}: half-point bye number {r['count']}, beyond {r['limit']}",
    ),
    "bye-too-late": WarningWords(
        lambda r, event: (
            f"{r['name']}: half-point byes are given until {event.called(r['last'])}, this is "
            f"{event.called(r['round'])}"
        ),
        lambda r, event: f"{r['name']}: half-point bye in {event.called(r['round'])}, too late",
    ),
    "full-point-bye": WarningWords(
        lambda r, event: (
            f"{r['name']} has a full point without playing: full-point byes are deprecated by FIDE"
        ),
        lambda r, event: f"{r['name']}: full-point bye",
    ),
    "expelled": WarningWords(
        lambda r, event: f"{r['name']} is expelled and has no place in the standings any more",
        lambda r, event: f"{r['name']} expelled: {r['why']}",
    ),
    "numbers-late": WarningWords(
        lambda r, event: (
            f"no start number is changed once {event.called(r['round'])} is paired (C.04.2, 2.3)"
        ),
        lambda r, event: f"start numbers changed after {event.called(r['round'])} was paired",
        _as("a report to FIDE would not be by the rules"),
    ),
    "moved-after-start": WarningWords(
        lambda r, event: (
            f"{r['name']} is withdrawn from {r['event']} with {r['points']} "
            f"{'point' if r['points'] in ('½', '1') else 'points'} from "
            f"{counted(len(r['rounds']), 'round')}{_boards_left(r, event)}"
        ),
        lambda r, event: (
            f"{r['name']} moved from {r['event']} after {counted(len(r['rounds']), 'round')}"
        ),
    ),
    "moved-in-late": WarningWords(
        lambda r, event: (
            f"{r['name']} plays in {r['event']} from {event.called(r['first'])} on"
            + f" and has missed {counted(len(r['rounds']), 'round')} ({r['points']} for each)"
            * bool(r["rounds"])
        ),
        lambda r, event: f"{r['name']} moved into {r['event']}",
    ),
    "paid-already": WarningWords(
        lambda r, event: (
            f"{r['amount']} {'given back to' if r['back'] else 'from'} {r['name']} "
            f"{'was' if r['back'] else 'is'} in the cash list already, entered at {r['time']} by "
            f"{r['by']}"
        ),
        lambda r, event: f"{r['amount']} entered for {r['name']} a second time",
    ),
}
"""By code. Nothing is worded anywhere else."""


def _wording(reason: Reason) -> WarningWords:
    from engine.team_warnings import TEAM_WORDINGS

    plain = _as(reason.code.replace("-", " "))
    if reason.code in TEAM_WORDINGS:
        return WarningWords(*TEAM_WORDINGS[reason.code])
    return WORDINGS.get(reason.code) or WarningWords(plain, plain)


def warning_words(warning: Warning, event: Event) -> str:
    """What the arbiter is warned of."""
    return _wording(warning.reason).warning(warning.reason, event)


def consequence_words(warning: Warning, event: Event) -> str:
    """What follows from it; empty where nothing more is to be said."""
    return _wording(warning.reason).consequence(warning.reason, event)


def record_words(agreement: Agreement, event: Event) -> str:
    """What was done: `tie-breaks changed from BH,SB to BH`. Of facts that somebody has edited in a
    save file, or of who has been removed since, the code alone is left."""
    try:
        return _wording(agreement.what).record(agreement.what, event)
    except (KeyError, TypeError, ValueError, ArithmeticError, Refused):
        return agreement.what.code.replace("-", " ")


def not_agreed(warnings: Sequence[Warning], event: Event) -> NotAgreed:
    """The refusal of an action until these warnings are agreed to, the strongest first."""
    ordered = sorted(warnings, key=lambda warning: -warning.level)
    first, level = ordered[0], ordered[0].level
    more = f" (and {len(ordered) - 1} more)" if len(ordered) > 1 else ""
    return NotAgreed(
        ordered,
        warning_words(first, event) + more,
        "" if level is Level.REFUSE else consequence_words(first, event),
        REMEDIES[level],
    )


REMEDIES: Mapping[Level, str] = {
    Level.ACKNOWLEDGE: "",
    Level.CONFIRM: f"confirm it if that is meant ({OPTIONS[Level.CONFIRM]})",
    Level.CONFIRM_TWICE: f"confirm it twice if that is meant ({OPTIONS[Level.CONFIRM_TWICE]})",
    Level.REFUSE: f"strict mode refuses it, and can be left for good ({OPTIONS[Level.REFUSE]})",
}
"""What it takes to go on."""
