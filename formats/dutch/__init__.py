"""The FIDE Dutch system (C.04.3, in force from 1 February 2026); for tournament files too, which
number the players themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.points import Points
from engine.protocol import Advice, Measure, Proposal, ReadFromFiles, Rule
from engine.reasons import Reason, Reasons
from formats.common import SwissFormat, by_equal_order, seniority
from formats.dutch.settings import DutchSettings, settings_of
from formats.settings import FormatSettings

if TYPE_CHECKING:
    from engine.history import Colour


class Dutch(ReadFromFiles, SwissFormat):
    """Scoregroups, colours and floats by C1 to C21; answers are those of the rules."""

    name = "dutch"
    title = "FIDE Dutch Swiss"
    used_for = "rated opens"
    summary = "the Swiss system of FIDE (C.04.3 of 2026), with Baku acceleration if wanted"
    late_by_rating = True
    Settings: ClassVar[type[FormatSettings]] = DutchSettings
    strict = True
    report_code = "FIDE_DUTCH"
    file_codes = r"FIDE_DUTCH(?!_2017)(_\d{4})?(_BAKU)?"
    rules_since = (2026, 2)

    def report_type(self, event: Event) -> str:
        """With the acceleration. Points in lines 250 go before it, so that nobody adds both."""
        baku = settings_of(event).acceleration == "baku"
        return f"{self.report_code}_BAKU" if baku else self.report_code

    def file_settings(self, code: str, words: str) -> Mapping[str, Any]:
        """The acceleration."""
        return {"acceleration": "baku"} if code.endswith("_BAKU") else {}

    def first_colour(self, event: Event) -> Colour:
        """By the settings, by lot, or as round 1 was played."""
        from formats.dutch.reading import initial_colour

        return initial_colour(event, self.order(event), settings_of(event).initial_colour)[0]

    def added_points(self, event: Event) -> Mapping[EntrantId, tuple[Points, ...]]:
        """Of the acceleration, and the additions."""
        from formats.dutch.acceleration import added

        return added(event, self.order(event), settings_of(event))

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """By rating and title; equals as the event has stated (C.04.2, 2.2)."""
        equals = by_equal_order(event, settings_of(event).equal_order)
        ordered = sorted(event.entrants, key=lambda e: (seniority(e)[:2], equals(e), seniority(e)))
        return [e.id for e in ordered]

    def draw(self, event: Event) -> Proposal:
        """The next round."""
        from formats.dutch.proposing import next_round

        return next_round(event, self.order(event))

    def freeze(self, event: Event) -> Event:
        """With round 1, the accelerated players (C.04.7, 1.2)."""
        from formats.dutch.acceleration import with_first_group

        return with_first_group(event, self.order(event), settings_of(event).acceleration == "baku")

    def measures(self, event: Event, round: Round) -> tuple[Measure, ...]:
        """C1 to C21 and the generation order, group by group."""
        from formats.dutch.measures import measures

        return measures(event, self.order(event), round)

    def explanation(self, event: Event, round: Round, place: Match | Bye) -> Reasons:
        """Group, ideal, and the first criterion that every other way makes worse."""
        from formats.dutch.explaining import explain

        return explain(event, self.order(event), round, place)

    def worded(self, reason: Reason, event: Event) -> str:
        """By the table of phrases of the Dutch draw."""
        from formats.dutch.wording import words

        return words(reason, event)

    def levels(self, event: Event, round: Round) -> Mapping[EntrantId, int]:
        """The points with those of the acceleration."""
        from formats.dutch.reading import pairing_table

        return pairing_table(event, self.order(event))[0].levels

    def floats(self, event: Event, id: EntrantId) -> tuple[Sequence[int], Sequence[int]]:
        """By 1.4: points without a game are a downfloat, and those of the acceleration count."""
        from formats.dutch.reading import floats

        return floats(event, id, self.added_points(event))

    def headings(self, event: Event, round: Round) -> Mapping[str, str]:
        """Players of each scoregroup, floaters, and players with points added for pairing."""
        from formats.dutch.explaining import headings
        from formats.dutch.reading import Context, pairing_table, with_virtual

        table = pairing_table(event, self.order(event))[0]
        sizes = headings(Context(event, table), round)
        return with_virtual(sizes, self.added_points(event), round.number, table.levels)

    def rules(self, event: Event) -> Sequence[Rule]:
        """C1 to C3, and the rules of C.04.1 on colours."""
        from engine.rules import Repeat
        from formats.dutch.reading import law

        return (Repeat(), *law(self.added_points(event)))

    def advise(self, event: Event) -> list[Advice]:
        """Rounds against players, and acceleration."""
        from formats.dutch.acceleration import baku_advice
        from formats.swiss import many_rounds

        baku = settings_of(event).acceleration == "baku"
        return [*many_rounds(event, "a round will have no draw"), *baku_advice(event, baku)]


class NumberedDutch(Dutch):
    """Pairing numbers in the order of the entries, whatever the ratings are.

    The number of rounds is the file's own and not judged.
    """

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """By entry number, which a tournament file gives as start number."""
        return sorted((entrant.id for entrant in event.entrants), key=int)

    def draw(self, event: Event) -> Proposal:
        """The next round."""
        from formats.dutch.proposing import next_round

        return next_round(event, self.order(event), any_rounds=True)
