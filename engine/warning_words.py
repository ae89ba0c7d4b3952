"""The words of warnings and of what was agreed to: one table, by code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from engine.points import counted
from engine.reasons import Reason
from engine.refusal import Refused
from engine.warnings import OPTIONS, Agreement, Level, NotAgreed, Warning

if TYPE_CHECKING:
    from engine.event import Event

Words = Callable[[Reason, "Event"], str]


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
}
"""By code. Nothing is worded anywhere else."""


def _wording(reason: Reason) -> WarningWords:
    from engine.entry_warnings import ENTRY_WORDINGS
    from engine.team_warnings import TEAM_WORDINGS

    plain = lambda reason, event: reason.code.replace("-", " ")  # noqa: E731
    if reason.code in ENTRY_WORDINGS:
        return WarningWords(*ENTRY_WORDINGS[reason.code])
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
