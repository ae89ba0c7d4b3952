"""The words of warnings and of agreements: one table, by code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.entrants import EntrantId
from engine.event import Event, entrants_by_id
from engine.points import counted
from engine.reasons import Reason
from engine.refusal import Refused
from engine.warnings import BREAKS_RULE, PAIR_ALLOWED, Agreement, Level, NotAgreed, Warning

_ROUND_NUMBERS = frozenset({"round", "window", "first", "last"})
"""Facts that are the number of a round, said as the event calls it."""
REMEDIES: Mapping[Level, str] = {
    Level.ACKNOWLEDGE: "",
    Level.CONFIRM: "confirm it if that is meant",
    Level.CONFIRM_TWICE: "confirm it twice if that is meant",
    Level.REFUSE: "strict mode refuses it; an event can leave that mode, for good",
}
"""What it takes to go on."""


@dataclass(frozen=True, slots=True)
class WarningWords:
    """For one code: what would be done or is out of the ordinary (`warning`), what follows from it
    (`consequence`, the second of two questions), and what the event keeps of it (`record`).

    All are without a capital and without a full stop. Braces name a fact, or a text derived from
    several (`_DERIVED`).
    """

    warning: str
    record: str
    consequence: str = ""


class _Facts(dict[str, Any]):
    """The facts of a reason by name, as a text of the table has them."""

    def __init__(self, reason: Reason, event: Event) -> None:
        super().__init__(reason.facts)
        self._event = event

    def __getitem__(self, name: str) -> Any:
        derived = _DERIVED.get(name)
        if derived is not None:
            return derived(self, self._event)
        fact = super().__getitem__(name)
        if name in _ROUND_NUMBERS:
            return self._event.called(fact)
        return ", ".join(map(str, fact)) if isinstance(fact, tuple) else fact

    def plain(self, name: str) -> Any:
        """A fact as it is kept; KeyError without it."""
        return super().__getitem__(name)


def _boards(facts: _Facts) -> str:
    boards: Sequence[int] = facts.plain("boards")
    return f"board{'s' * (len(boards) > 1)} {', '.join(map(str, boards))}"


def _entered_late(facts: _Facts, event: Event) -> str:
    """Records of before had nothing of it."""
    from engine.teams import entered_after

    joined = facts.get("entered")
    return f": {entered_after(event, joined)}" if joined else ""


def _who(event: Event, id: EntrantId) -> str:
    """The name, even of somebody who has been removed since."""
    entrant = entrants_by_id(event).get(id)
    return entrant.name if entrant else f"entrant {id}"


def _ratings(facts: _Facts, between: str) -> str:
    return between.join(str(rating) if rating else "unrated" for rating in facts.plain("ratings"))


def _imported(facts: _Facts, event: Event) -> str:
    numbers = [str(number) for number in facts.plain("rounds")]
    if len(numbers) == 1:
        return f"round {numbers[0]} is"
    return f"rounds {', '.join(numbers[:-1])} and {numbers[-1]} are"


def _new_numbers(facts: _Facts, event: Event) -> str:
    """`Late, Lena 4 (was 10); Ash, Tom 5 (was 4); and 3 more`."""
    moves = zip(*(facts.plain(name) for name in ("furthest", "gets", "was")), strict=True)
    named = [f"{_who(event, id)} {new} (was {old})" for id, new, old in moves]
    more = facts.plain("moved") - len(named)
    return "; ".join([*named, *[f"and {more} more"] * bool(more)])


def _boards_left(facts: _Facts, event: Event) -> str:
    """What becomes of the boards in play of somebody who leaves."""
    lost, open = facts.plain("lost"), facts.plain("open")
    texts = [f", and loses {event.board_name(board)} by default" for board in lost]
    return "".join(
        texts or [f"; the game on {event.board_name(board)} has no result yet" for board in open]
    )


_DERIVED: Mapping[str, Callable[[_Facts, Event], str]] = {
    "both": lambda f, event: " and ".join(event.entrant(f.plain(side)).name for side in "ab"),
    "pair": lambda f, event: " and ".join(_who(event, id) for id in f.plain("pair")),
    "entrants": lambda f, event: ", ".join(event.entrant(id).name for id in f.plain("entrants")),
    "place": lambda f, event: event.place_name(f.plain("board")),
    "team name": lambda f, event: event.entrant(f.plain("team")).name,
    "moved match": lambda f, event: event.board_name(f.plain("moved")),
    "other match": lambda f, event: event.board_name(f.plain("match")),
    "boards": lambda f, event: _boards(f),
    "event boards": lambda f, event: event.boards_named(f.plain("boards")),
    "ratings": lambda f, event: _ratings(f, " and "),
    "change": lambda f, event: f"from {_ratings(f, ' to ')}",
    "rounds": lambda f, event: " and ".join(event.called(number) for number in f.plain("rounds")),
    "imported": _imported,
    "rounds played": lambda f, event: counted(len(f.plain("rounds")), "round"),
    "round count": lambda f, event: counted(f.plain("count"), "round"),
    "rating count": lambda f, event: counted(int(str(f.plain("count"))), "rating"),
    "bye count": lambda f, event: counted(f.plain("count"), "half-point bye"),
    "moved": lambda f, event: counted(f.plain("moved"), "entrant"),
    "new numbers": _new_numbers,
    "score": lambda f, event: (
        f"{f.plain('points')} {'point' if f.plain('points') in ('½', '1') else 'points'}"
    ),
    "boards left": _boards_left,
    "entered late": _entered_late,
    "missed": lambda f, event: (
        f" and has missed {counted(len(f.plain('rounds')), 'round')} ({f.plain('points')} for each)"
        * bool(f.plain("rounds"))
    ),
    "was paid": lambda f, event: (
        f"given back to {f.plain('name')} was" if f.plain("back") else f"from {f.plain('name')} is"
    ),
}
"""The texts derived from facts, by name."""


WORDINGS: Mapping[str, WarningWords] = {
    "imported-off-rules": WarningWords(
        "imported {imported} not as the rules of {format} have it",
        "imported {imported} not as the rules of {format} have it",
    ),
    "ratings-after-round-1": WarningWords(
        "{rating count} would change after round 1 was drawn; start numbers and published rounds "
        "stay",
        "{rating count} changed to that of a rating list",
    ),
    BREAKS_RULE: WarningWords(
        "{place} breaks a rule that must hold ({rule}): {entrants}",
        "{place} breaks a rule that must hold ({rule}): {entrants}",
    ),
    PAIR_ALLOWED: WarningWords(
        "{place}: {pair} may meet although school, club or family speaks against it",
        "{place}: {pair} allowed to meet although school, club or family speaks against it",
    ),
    "strict-left": WarningWords(
        "this event leaves strict mode, for good",
        "strict mode left",
        "nothing brings it back, not even undo; every screen, page and tournament file says "
        "from now on that the event is not in strict mode",
    ),
    "rounds-changed": WarningWords(
        "the event has begun with {old} rounds, and would have {new}",
        "rounds changed from {old} to {new}",
        "late byes, accelerated rounds and the rules of the last round follow the number of "
        "rounds; the change is recorded in the tournament file",
    ),
    "last-round-differs": WarningWords(
        "{round} would have been drawn otherwise so",
        "{round} was drawn by the rules of another number of rounds",
        "{round} stays as it was drawn, which is not as the rules draw it now",
    ),
    "tiebreaks-changed": WarningWords(
        "the event has begun with the tie-breaks {old}, and would have {new}",
        "tie-breaks changed from {old} to {new}",
        "places that were shown or posted can be others; the change is recorded in the tournament "
        "file with the old list",
    ),
    "setting-changed": WarningWords(
        "{key} is settled by round 1 ({old})", "{key} changed from {old} to {new}"
    ),
    "setting-against-rules": WarningWords(
        "{key} cannot be {new} by FIDE's rules",
        "{key} set to {new}, which FIDE's rules do not know",
    ),
    "correction-window": WarningWords(
        "in strict mode the last round played and the one before it are corrected: "
        "correction_window is 1 or 2",
        "correction_window set to {new}",
    ),
    "late-bar": WarningWords(
        "who shall not meet is settled before round 1 is drawn",
        "{both} were barred from meeting after round 1",
    ),
    "bar-released": WarningWords("{both} may meet again", "{both} may meet again, barred before"),
    "past-round": WarningWords(
        "{rounds} would change, and {window} has been played since",
        "{rounds} changed after {window} had been played",
        "later rounds stay as they were drawn; standings, tie-breaks and what was published "
        "become others",
    ),
    "closing-round": WarningWords(
        "{rounds} would change while {window} is in play: once that is complete, strict mode "
        "allows no correction of {rounds}",
        "{rounds} changed while {window} was in play",
    ),
    "result-replaced": WarningWords(
        "{round}, {place} had the result {old}",
        "{round}, {place}: {old} replaced by {new} after the next round was drawn",
    ),
    "adjourned": WarningWords(
        "{round}, {event boards} adjourned", "{round}, {event boards} adjourned"
    ),
    # without the file's name: written and read again, the line is the same
    "rounds-imported": WarningWords(
        "{round count} imported", "{round count} imported from a tournament file"
    ),
    "board-corrected": WarningWords(
        "{round}, {place} is corrected", "{round}, {place} corrected to how it was played"
    ),
    "adjourned-decided": WarningWords(
        "{round}, {place}: {result}, and later rounds were paired with a draw there",
        "{round}, {place}, adjourned and paired as a draw, ended {result}",
    ),
    "numbers-exchanged": WarningWords(
        "{pair}, equal in rating and title, exchange start numbers",
        "start numbers of {pair} exchanged, equal in rating and title",
        "they have each other's number in every list and in later draws",
    ),
    "seeding-broken": WarningWords(
        "{pair} exchange start numbers although they are not equal ({ratings}): the numbers no "
        "longer follow rating and title",
        "start numbers of {pair} exchanged against rating and title ({ratings})",
        "the lower number goes to the weaker one, in later draws too",
    ),
    "numbers-remade": WarningWords(
        "{moved} get another start number: {new numbers}",
        "start numbers made anew from the ratings, {moved} moved",
        "lists that are out have the old numbers; later draws go by the new ones",
    ),
    "rating-edited": WarningWords(
        "{name}: rating {change} after round 1",
        "{name}: rating changed by hand {change}",
        "start numbers and published rounds stay",
    ),
    "odd-k": WarningWords(
        "{name}: {k} is not a K of FIDE, which are 10, 20 and 40", "{name}: K {k}"
    ),
    "perhaps-double": WarningWords(
        "{name} may be {other} (Id {id}), one person entered twice", "{name} beside {other}"
    ),
    "odd-points": WarningWords(
        "{name}: {points} is not a multiple of half a point", "{name}: adjusted by {points}"
    ),
    "half-bye-again": WarningWords(
        "{name} would have {count} half-point byes: FIDE asks for a confirmation of each after the "
        "first",
        "{name}: half-point bye number {count}",
    ),
    "bye-limit": WarningWords(
        "{name} would have {bye count}, the event gives {limit}",
        "{name}: half-point bye number {count}, beyond {limit}",
    ),
    "bye-too-late": WarningWords(
        "{name}: half-point byes are given until {last}, this is {round}",
        "{name}: half-point bye in {round}, too late",
    ),
    "full-point-bye": WarningWords(
        "{name} has a full point without playing: full-point byes are deprecated by FIDE",
        "{name}: full-point bye",
    ),
    "added-after": WarningWords(
        "drawn with other added points: {rounds}; floats and tournament files go by the new ones "
        "from now on",
        "other points added for rounds that were drawn",
    ),
    "match-length-later": WarningWords(
        "the open matches of {round} stay over {drawn}; matches drawn from now on are over {now}",
        "matches of another length drawn from then on",
    ),
    "cut-before": WarningWords(
        "the standing that was cut ({cut}) is another by this: look who goes on now",
        "the standing changed after the cut ({cut})",
    ),
    "expelled": WarningWords(
        "{name} is expelled and has no place in the standings any more", "{name} expelled: {why}"
    ),
    "numbers-late": WarningWords(
        "no start number is changed once {round} is paired (C.04.2, 2.3)",
        "start numbers changed after {round} was paired",
        "a report to FIDE would not be by the rules",
    ),
    "moved-after-start": WarningWords(
        "{name} is withdrawn from {event} with {score} from {rounds played}{boards left}",
        "{name} moved from {event} after {rounds played}",
    ),
    "moved-in-late": WarningWords(
        "{name} plays in {event} from {first} on{missed}", "{name} moved into {event}"
    ),
    "paid-already": WarningWords(
        "{amount} {was paid} in the cash list already, entered at {time} by {by}",
        "{amount} entered for {name} a second time",
    ),
    "team-too-large": WarningWords(
        "{name} would have {count} players, the limit is {most}",
        "{name}: {count} players, beyond the limit of {most}",
    ),
    "board-order-changed": WarningWords(
        "the board order of {name} changes after round 1",
        "{name}: board order changed after round 1",
        "line-ups of published rounds stay",
    ),
    "players-added": WarningWords(
        "{name} gets new players after round 1", "{name}: new after round 1: {players}"
    ),
    "player-not-eligible": WarningWords(
        "{player} may not play for {name} in {round}{entered late}",
        "{round}: {player} played for {name}, not eligible{entered late}",
    ),
    "lineup-order": WarningWords(
        "the line-up of {name} does not keep the order of its list",
        "{round}: line-up of {name} against its board order",
    ),
    "lineup-empty": WarningWords(
        "nobody plays for {name} in {round}: the match is lost by default",
        "{round}: nobody played for {name}, match lost by default",
    ),
    "lineup-gap": WarningWords(
        "{name} leaves a board empty above others",
        "{round}: {name} left a board empty above others",
    ),
    "other-board": WarningWords(
        "{player} has played on {boards}, now on board {board}",
        "{round}: {player} on board {board}",
    ),
    "same-day": WarningWords(
        "{team name} has another match on {date}: {other match}",
        "{moved match} moved to {date}, where {team name} plays {other match} too",
    ),
    "round-day": WarningWords(
        "{round} is played on {date} too",
        "{moved match} moved to {date}, the day of {round}",
    ),
    "lineup-late": WarningWords(
        "the deadline for line-ups of {round} has passed",
        "{round}: line-up of {name} changed after the deadline",
    ),
    "lineup-corrected": WarningWords(
        "{boards} of {name} in {round} would have other players, and keep the results",
        "{round}: line-up of {name} corrected on {boards}",
    ),
    "lineup-emptied": WarningWords(
        "nobody would play on {boards} for {name} in {round}, and what was played there is lost",
        "{round}: {boards} of {name} emptied, and what was played there lost by default",
    ),
}
"""By code. Nothing is worded anywhere else."""


def _worded(text: str, reason: Reason, event: Event) -> str:
    return text.format_map(_Facts(reason, event))


def _wording(reason: Reason) -> WarningWords:
    plain = reason.code.replace("-", " ").replace("{", "{{").replace("}", "}}")
    return WORDINGS.get(reason.code) or WarningWords(plain, plain)


def warning_words(warning: Warning, event: Event) -> str:
    """The warning in words."""
    return _worded(_wording(warning.reason).warning, warning.reason, event)


def consequence_words(warning: Warning, event: Event) -> str:
    """What follows from it; empty if there is nothing more to say."""
    return _worded(_wording(warning.reason).consequence, warning.reason, event)


def record_words(agreement: Agreement, event: Event) -> str:
    """What was done: `tie-breaks changed from BH,SB to BH`. If somebody has edited the facts in a
    save file, or an entrant in them was removed since, only the code is left."""
    try:
        return _worded(_wording(agreement.what).record, agreement.what, event)
    except (KeyError, TypeError, ValueError, ArithmeticError, Refused):
        return agreement.what.code.replace("-", " ")


MOST_NAMED = 3
"""Warnings that a refusal names; of more it gives the number."""


def not_agreed(warnings: Sequence[Warning], event: Event) -> NotAgreed:
    """The refusal of an action until these warnings are agreed to, the strongest first."""
    ordered = sorted(warnings, key=lambda warning: -warning.level)
    first, level = ordered[0], ordered[0].level
    words = [*dict.fromkeys(warning_words(warning, event) for warning in ordered)]
    more = [f"{len(words) - MOST_NAMED} more"] if len(words) > MOST_NAMED else []
    return NotAgreed(
        ordered,
        "; ".join([*words[:MOST_NAMED], *more]),
        "" if level is Level.REFUSE else consequence_words(first, event),
        REMEDIES[level],
    )
