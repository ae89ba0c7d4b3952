"""Galway: one field in sections by rating that leak, and close again for the last rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from engine.entrants import EntrantId
from engine.event import Bye, Event, EventSettings, Match, Round
from engine.history import Colour
from engine.points import Points
from engine.protocol import Advice, Divided, DividedField, Measure, Proposal, Rule
from engine.reasons import Reason, Reasons
from engine.rules import Repeat
from engine.tables import Panel, StandingTable
from formats.common import TableFormat
from formats.galway.settings import GalwaySettings
from formats.settings import FormatSettings

if TYPE_CHECKING:
    from formats.dutch.reading import PairingTable


class Galway(DividedField, TableFormat):
    """Porous rounds by notional points, closed rounds within the sections, a table for each."""

    name = "galway"
    title = "Galway: porous sections"
    used_for = "congresses in sections"
    beyond_trf = "no settings of the sections and no boundary moved by hand (--set says them)"
    summary = "sections by rating; winners meet losers of the section above, until they close"
    late_by_rating = True
    renumbers = True
    counts_floats = True
    Settings: ClassVar[type[FormatSettings]] = GalwaySettings

    def draw(self, event: Event) -> Proposal:
        """The next round, porous or closed."""
        from formats.galway.proposing import next_round

        return next_round(event, self.order(event))

    def first_colour(self, event: Event) -> Colour:
        """By the settings, by lot, or as round 1 was played."""
        from formats.dutch.reading import initial_colour
        from formats.galway.sections import settings_of

        return initial_colour(event, self.order(event), settings_of(event).initial_colour)[0]

    def added_points(self, event: Event) -> Mapping[EntrantId, tuple[Points, ...]]:
        """The bonus of the sections, where the groups that it makes are drawn as by the Dutch
        system."""
        from formats.galway.sections import bonus, settings_of

        if settings_of(event).mixed_groups != "plain dutch":
            return {}
        return {id: points for id, points in bonus(event).items() if any(points)}

    def rules(self, event: Event) -> Sequence[Rule]:
        """As in `dutch`, and what games between sections are."""
        from formats.dutch.reading import law
        from formats.galway.sections import CrossSection, SectionsApart, bonus

        return (Repeat(), *law(bonus(event)), CrossSection(), SectionsApart())

    def standings(self, event: Event) -> list[StandingTable]:
        """Overall, one table a section, one a category."""
        from formats.galway.tables import standings

        return standings(event, self.order(event))

    def panels(self, event: Event) -> list[Panel]:
        """The sections; once everything is played with their winners."""
        from formats.galway.tables import panels

        return panels(event, self.order(event), self.next_step(event).name == "finished")

    def advise(self, event: Event) -> list[Advice]:
        """Too few or too many players for the sections, odd sections, and the kind of the next
        round."""
        from formats.galway.advising import advice

        return advice(event)

    def divided(self, event: Event) -> Divided | None:
        """The sections, proposed or frozen."""
        from formats.galway.advising import divided

        return divided(event, self.order(event))

    def settings_changed(self, event: Event, settings: EventSettings) -> None:
        """Nothing cuts the sections again once they are frozen."""
        from formats.galway.sections import refuse_recut

        refuse_recut(event, settings)

    def moved_boundary(self, event: Event, upper: int, by: int) -> Mapping[str, Any]:
        """Sizes by the arbiter's word."""
        from formats.galway.advising import moved_boundary

        return moved_boundary(event, upper, by)

    def proposed_boundaries(self, event: Event) -> Mapping[str, Any]:
        """Without the arbiter's `sizes`; only before round 1 is published."""
        from formats.galway.advising import proposed_boundaries

        return proposed_boundaries(event)

    def freeze(self, event: Event) -> Event:
        """Everybody's section is written into the entry."""
        from formats.galway.sections import frozen

        return frozen(event)

    def headings(self, event: Event, round: Round) -> Mapping[str, str]:
        """The players in each group."""
        from formats.galway.reasons import headings

        before, table = self._drawn_from(event, round)
        return headings(before, table, round)

    def levels(self, event: Event, round: Round) -> Mapping[EntrantId, int]:
        """The notional points."""
        return self._drawn_from(event, round)[1].levels

    def measures(self, event: Event, round: Round) -> tuple[Measure, ...]:
        """Games across sections, then C1 to C21 group by group."""
        from formats.galway.reasons import measures

        before, table = self._drawn_from(event, round)
        return measures(before, table, round)

    def worded(self, reason: Reason, event: Event) -> str:
        """By the table of phrases of this format and of the Dutch draw."""
        from formats.galway.wording import words

        return words(reason, event)

    def explanation(self, event: Event, round: Round, place: Match | Bye) -> Reasons:
        """By n-points, or of the section."""
        from formats.galway.reasons import explain

        before, table = self._drawn_from(event, round)
        return explain(before, table, round, place)

    def _drawn_from(self, event: Event, round: Round) -> tuple[Event, PairingTable]:
        """The event before the round, and what its draw sees of it."""
        from formats.dutch.reading import initial_colour
        from formats.galway.sections import settings_of, table_for

        before, order = event.until(round.number - 1), self.order(event)
        colour, _ = initial_colour(before, order, settings_of(event).initial_colour)
        return before, table_for(before, order, round.number, colour)
