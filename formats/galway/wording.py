"""The reasons of a Galway draw in words: those of the Dutch draw, and of sections."""

from __future__ import annotations

from engine.event import Event
from engine.points import counted, points_text
from engine.reasons import Reason
from formats.dutch.wording import PHRASES as DUTCH
from formats.wording import Phrases, wording


def _across(reason: Reason, event: Event) -> str:
    upper, lower, met = reason["section"], reason["below"], reason["opponent_is"]
    if reason["odd"]:
        # whoever is lower has met everybody there, or is needed for the others to be paired
        one = f"its lowest player with an opponent in section {lower}, without whom the others of"
        case = f"section {upper} has an odd number left: {one} section {upper} can be paired, meets"
        return f"{case} the {met} player of section {lower} who can"
    return (
        f"sections {upper} and {lower} cannot each be drawn alone: the lowest players of section"
        f" {upper} who can meet the {met} players of section {lower} who can"
    )


def _scorers(reason: Reason, event: Event) -> str:
    scorers = (f"section {section} on {points_text(score)}" for section, score in reason["scorers"])
    return (
        f"{words(reason['group'], event)} (score and what the section adds): {', '.join(scorers)}"
    )


def _upper_first(reason: Reason, event: Event) -> str:
    count = reason["count"]
    return (
        f"the {counted(count, 'player')} of the highest section there "
        f"{'is' if count == 1 else 'are'} paired first, with players of the others from the top"
    )


PHRASES: Phrases = {
    **DUTCH,
    "across-sections": _across,
    "passed-over": "{player} has met {opponent} in round {round}",
    "standing": "{player}, section {section}: {group}",
    "scorers": _scorers,
    "upper-first": _upper_first,
    "section-size": lambda reason, event: (
        f"section {reason['section']}: {counted(reason['count'], 'player')} to be paired"
    ),
    "games-across": "games across sections in this round: {count}",
}

words = wording(PHRASES)
