"""The diagonal in words: the parts of its set-up, reasons, and the news after a round."""

from __future__ import annotations

from collections.abc import Sequence

from engine.event import Event
from engine.phrases import listed, phrase, phrases
from engine.points import Points, counted
from engine.reasons import Reason
from engine.reasons import worded as worded_everywhere
from formats.diagonal.course import Course, course, open_boards
from formats.diagonal.setup import FIRST, LAST_TWO, MIDDLE, OPEN_RING, RING, SECOND, TAIL

HEADINGS = {
    FIRST: "each plays the next in the row",
    SECOND: "each plays the next two in the row",
    TAIL: "so that the last three have three opponents each",
    MIDDLE: "added, so that nobody in the middle or at the top has too few",
    RING: "one closed cycle through all who are left",
    OPEN_RING: "a cycle through all who are left, opened where two have met or are kept apart",
    LAST_TWO: "one match of the two who are left",
    "replaced": "in place of those who have met or are kept apart",
}


_WORDS = {
    "repeat": "without a repeat no round could be made",
}
NO_PLAY_OFF = phrase("the first place could not be played off")


def worded(reason: Reason, event: Event) -> str:
    """A reason or a note of a draw, for people."""
    match reason.code:
        case "part":
            heading = HEADINGS.get(reason["name"])
            return f"{reason['name']}: {heading}" if heading else str(reason["name"])
        case "replaced":
            texts = [_wanted(wanted, event) for wanted in reason["wanted"]]
            if not any(wanted["met"] or wanted.get("barred") for wanted in reason["wanted"]):
                texts.append("these matches gave way to others")
            return "; ".join(texts)
        case "ring-closed-otherwise":
            met = [_met(one, event) for one in reason.get("met", ())]
            return "; ".join(met) or "neighbours alone cannot close the ring"
        case "play-off":
            return f"a play-off of {counted(reason['players'], 'player')}"
        case "one-opponent-fewer":
            names = " · ".join(event.entrant(id).name for id in reason["players"])
            ring = "the ring is opened where two have met or are barred; " * reason["ring"]
            return f"{ring}one opponent fewer, for want of somebody new: {names}"
        case "repeats":
            return f"{counted(reason['matches'], 'match', 'matches')} of two who have met"
    return _WORDS.get(reason.code) or worded_everywhere(reason, event)


def _wanted(wanted: Reason, event: Event) -> str:
    player, opponent = (event.entrant(wanted[who]).name for who in ("player", "opponent"))
    barred = ", but the arbiter has barred this pair" * bool(wanted.get("barred"))
    return f"{player} should play {opponent}{', but they have met' if wanted['met'] else barred}"


def _met(meeting: Reason, event: Event) -> str:
    said = []
    for how, ids in (
        ("has met", meeting["opponents"]),
        ("is barred from", meeting.get("barred", ())),
    ):
        names = [event.entrant(id).name for id in ids]
        beside = "neighbours" if len(names) > 1 else "the neighbour"
        if names:
            said.append(f"{how} {beside} {' and '.join(names)}")
    return f"{event.entrant(meeting['player']).name} {' and '.join(said)}"


def news(event: Event, number: int) -> tuple[str, ...]:
    """The news at the end of a round: who has won or how many play on, then who went out, a list
    that may be cut. Empty while a game of the round is open."""
    if number > len(event.published) or open_boards(event.round(number)):
        return ()
    standing = course(event.until(number))
    out = {id for id, when in standing.exits.items() if when == number}
    names = [
        _gone(e.name, standing.tallies[e.id].losses, not e.active(number + 1))
        for e in event.entrants
        if e.id in out
    ]
    called = event.called(number)
    announced: list[str] = []
    if standing.winner is not None:
        announced.append(wins(event, standing))
    elif standing.over:
        announced.append(NO_PLAY_OFF)
    elif standing.lengths:
        pass  # the next step names the tied, and asks what decides
    elif standing.playoff:
        left = [e.name for e in event.entrants if e.id in standing.left]
        announced.append(phrase("tied for first: {names}", names=" · ".join(left)))
    elif names:
        count = len(standing.left)
        announced.append(phrases("{count} plays on", "{count} play on", count=count))
    else:
        announced.append(phrase("nobody is out after {round}", round=called))
    if names:
        announced.append(
            phrase("out after {round}: {names}", round=called, names=listed(" · ", names))
        )
    return tuple(announced)


def wins(event: Event, standing: Course) -> str:
    """Who has won, and what decided."""
    assert standing.winner is not None
    return phrase(
        "{name} wins: {how}", name=event.entrant(standing.winner).name, how=standing.decided
    )


def _gone(name: str, losses: Points, withdrawn: bool) -> str:
    if withdrawn:
        return phrase("{name} ({points} lost, withdrawn)", name=name, points=losses)
    return phrase("{name} ({points} lost)", name=name, points=losses)


def length_notes(event: Event) -> tuple[str, ...]:
    """Lengths that would decide a tie for the first place."""
    wanted = course(event).lengths
    if not wanted:
        return ()
    asked = "; ".join(
        f"{event.entrant(id).name}: {_boards(places)}" for id, places in wanted.items() if places
    )
    return (
        "tied for first: a play-off is next, unless the shortest win decides; for that enter moves"
        f" (1/34; of a resigned game, to its finish) of {asked}",
    )


def _boards(places: Sequence[tuple[int, int]]) -> str:
    """`round 1 boards 3, 4, round 2 board 1`."""
    rounds: dict[int, list[int]] = {}
    for number, board in places:
        rounds.setdefault(number, []).append(board)
    return ", ".join(
        f"round {number} board{'s' * (len(boards) > 1)} {', '.join(map(str, boards))}"
        for number, boards in rounds.items()
    )
