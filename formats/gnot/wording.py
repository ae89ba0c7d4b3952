"""The repechage in words: why a match, a walkover or a score is as it is."""

from __future__ import annotations

from engine.event import Event
from engine.lots import lot_reason_text
from engine.phrases import figure, listed, phrase
from engine.reasons import Reason
from engine.reasons import worded as worded_everywhere
from formats.gnot.calendar import SHORT, Key, title_of
from formats.gnot.flow import flow
from formats.gnot.repechage import APPENDIX_2, DropInScore

_WORDS = {
    "halves-by-lot": "top half against bottom half by lot",
    "middle-by-lot": "the middle of the field, by lot",
    "triangle-of-the-middle": (
        "the triangle: three of the middle of the field, by lot; each plays the two others"
    ),
    "last-two": "the two who are left",
    "only-draw": "no other draw is possible (rule 3.1)",
    "left-after-choices": "drawn among those who are left, highest v lowest",
    "barred": "the arbiter has barred this pair",
    "swiss-by-lot": "drawn by lot: the first round of the Swiss",
    "triangle-by-lot": "three drawn by lot: the field is odd",
    "swiss-repeat": "they meet again, fewer repeats are not possible",
    "round-average": "nobody is left to play; an average round",
}
_GAVE_WAY = {
    "opt-outs": "opting out lapses: otherwise teams would meet again",
    "pool": "anybody not yet drawn may be chosen: otherwise teams would meet again",
}


def worded(reason: Reason, event: Event) -> str:
    """A reason or a note of a draw, for people."""

    def name(fact: str) -> str:
        return event.entrant(reason[fact]).name

    match reason.code:
        case "lot":
            return lot_reason_text(reason, event)
        case "chosen":
            return f"chosen by {name('player') if 'player' in reason.facts else 'the first named'}"
        case "set-draw":
            return f"set draw: {reason['high']} v {reason['low']} of {reason['of']}"
        case "repeat":
            return f"they met in {where_met(reason['stage'])}, which could not be avoided"
        case "met":
            return f"they met in {where_met(reason['stage'])}"
        case "forces-repeats":
            return "others would have to meet again"
        case "gave-way":
            stage = f"{title_of(reason['stage'])}: " if reason.get("stage") else ""
            return f"{stage}{_GAVE_WAY[reason['what']]}"
        case "lucky-again":
            return f"{name('team')} is a lucky loser for the second time: nobody else was left"
        case "walkover":
            score = f"0 against {reason['imps']} IMPs for ranking, the least margin worth 20 VP"
            title = title_of(reason["stage"])
            return f"{title}: a walkover, {name('left')} has withdrawn ({score})"
        case "both-withdrawn":
            names = " and ".join(event.entrant(team).name for team in reason["teams"])
            return f"{title_of(reason['stage'])}: {names} have both withdrawn"
        case "first-rests":
            return f"SKO round 1: a bye to round 2, {name('team')} ranks first"
        case "printed-otherwise":
            return _printed_otherwise(event)
    return _of_swiss(reason) or _of_appeals(reason, event) or worded_everywhere(reason, event)


def _printed_otherwise(event: Event) -> str:
    row = flow(event).row
    return row.remark if row is not None else ""


def _of_swiss(reason: Reason) -> str:
    if reason.code in _WORDS:
        return _WORDS[reason.code]
    match reason.code:
        case "dropping-in":
            rank = f"number {reason['rank']} of {reason['of']} dropping in"
            rank = "the only team dropping in" if reason["of"] == 1 else rank
            return f"number {reason['place']} in the Swiss against {rank} (rule 2.5)"
        case "more-dropping-in":
            a, b = reason["ranks"]
            return f"more teams drop in than are in the Swiss: numbers {a} and {b} of them meet"
        case "swiss-places":
            a, b = reason["places"]
            return f"numbers {a} and {b} of the Swiss: first against second as far as repeats allow"
        case "triangle":
            a, b, c = reason["places"]
            length = "through the session" if reason["boards"] == SHORT else "in this half alone"
            count = reason["repeats"]
            again = f", {count} of their matches a repeat" if count else ""
            return (
                f"a triangle {length}: the field is odd, and of the threes that leave the fewest "
                f"repeats numbers {a}, {b} and {c} of {reason['of']} are the lowest placed{again}"
            )
    return ""


def _of_appeals(reason: Reason, event: Event) -> str:
    """3.8: the teams that have changed places after a result was changed."""
    if reason.code != "moved-by-appeal":
        return ""
    moves = [(event.entrant(had).name, event.entrant(has).name) for had, has in reason["moves"]]
    if len(moves) == 2:
        return f"{' and '.join(had for had, _ in moves)} swapped places after an appeal (3.8)"
    takes = ", ".join(f"{has} has the place of {had}" for had, has in moves)
    return f"{takes} after an appeal (3.8)"


def where_met(key: Key) -> str:
    """Where two teams met, as captains remember it."""
    if key == "Q":
        return "session 1, match 1"
    return "session 1, match 2" if key in ("A", "B") else title_of(key)


def working(score: DropInScore) -> str:
    """How a drop-in score was worked out: `A: 80 % of 34.5 = 27.6`."""
    computed = _computed(score)
    if score.settled is None:
        return computed
    return phrase(
        "{points} as given; {computed} after a correction",
        points=figure(str(score.settled)),
        computed=computed,
    )


def _computed(score: DropInScore) -> str:
    if score.round < 2:
        return phrase("from the start")
    if score.leader is None:
        return phrase(
            "no Swiss match yet: {rounds} × 10 = {points}",
            rounds=score.round - 1,
            points=figure(str(score.by_rule)),
        )
    rule, leader, points = APPENDIX_2[score.round], score.leader, score.by_rule
    if score.column == "A":
        return phrase(
            "A: {percent} % of {leader} = {points}",
            percent=rule.percent,
            leader=figure(str(leader)),
            points=figure(str(points)),
        )
    if rule.fixed is not None:
        return phrase(
            "B: {points}, more than {percent} % of {leader}",
            points=figure(str(points)),
            percent=rule.percent,
            leader=figure(str(leader)),
        )
    less = figure(str(rule.less))
    return listed("", ("B: ", figure(str(leader)), " − ", less, " = ", figure(str(points))))
