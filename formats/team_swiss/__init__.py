"""The FIDE Swiss team pairing system (C.04.6, in force from 1 February 2026)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round
from engine.history import Colour
from engine.protocol import Advice, Measure, Proposal, ReadFromFiles, Rule
from engine.reasons import Reason, Reasons
from engine.rules import Repeat
from formats.common import SwissFormat
from formats.settings import FormatSettings
from formats.team_swiss.settings import TeamSwissSettings, team_swiss_settings
from formats.teams import TeamFormat


class TeamSwiss(ReadFromFiles, TeamFormat, SwissFormat):
    """Scoregroups with upfloaters by C1 to C10; colours are those of the first board."""

    name = "team_swiss"
    title = "FIDE Team Swiss"
    used_for = "teams on several boards"
    summary = "the Swiss system of FIDE for teams (C.04.6 of 2026)"
    late_by_rating = True
    Settings: ClassVar[type[FormatSettings]] = TeamSwissSettings
    strict = True
    report_code = "FIDE_TEAM"
    file_codes = r"FIDE_TEAM(_TYPE[AB])?(_MP|_GP)?(_MP|_GP)?(_BAKU)?"
    file_words = r"team.*swiss|swiss.*team"
    rules_since = (2026, 2)

    def report_type(self, event: Event) -> str:
        """Preferences, the primary score, the secondary one where it is used, acceleration."""
        settings = team_swiss_settings(event)
        kind = settings.colour_preferences
        parts = ["GP", "MP"] if settings.by_games else ["MP", "GP"]
        code = [self.report_code]
        code += [] if kind == "none" else [f"TYPE{kind}"]
        code += parts if settings.secondary_colours else parts[:1]
        code += ["BAKU"] if settings.acceleration == "baku" else []
        return "_".join(code)

    def file_settings(self, code: str, words: str) -> Mapping[str, Any]:
        """The settings of the code; `FIDE_TEAM` alone is type A by match points, then game
        points."""
        parts = code.removeprefix(self.report_code).split("_")[1:]
        if not [part for part in parts if part != "BAKU"]:
            parts += ["TYPEA", "MP", "GP"]
        scores = [part for part in parts if part in ("MP", "GP")]
        return {
            "colour_preferences": next((p[-1] for p in parts if p.startswith("TYPE")), "none"),
            "primary": "game" if scores[:1] == ["GP"] else "match",
            "secondary_colours": len(scores) > 1,
            "acceleration": "baku" if "BAKU" in parts else "none",
        }

    def first_colour(self, event: Event) -> Colour:
        """By the settings, by lot, or as round 1 was played."""
        from formats.dutch.reading import initial_colour

        chosen = team_swiss_settings(event).initial_colour
        return initial_colour(event, self.order(event), chosen)[0]

    def draw(self, event: Event) -> Proposal:
        """The next round."""
        from formats.team_swiss.proposing import next_team_round

        return next_team_round(event, self.order(event))

    def freeze(self, event: Event) -> Event:
        """The line-ups; with round 1, the accelerated teams (C.04.7, 1.2)."""
        from formats.dutch.acceleration import with_first_group

        event, baku = super().freeze(event), team_swiss_settings(event).acceleration == "baku"
        return with_first_group(event, self.order(event), baku)

    def measures(self, event: Event, round: Round) -> tuple[Measure, ...]:
        """C1 to C10 and the order of numbers, group by group."""
        from formats.team_swiss.field import TeamField
        from formats.team_swiss.measures import measured_teams
        from formats.team_swiss.reading import drawn_teams, team_table

        table = team_table(event, self.order(event))[0]
        return measured_teams(TeamField(table.position), drawn_teams(table, round))

    def explanation(self, event: Event, round: Round, place: Match | Bye) -> Reasons:
        """Group, upfloaters, ideal, and the first criterion that every other way makes worse."""
        from formats.team_swiss.explaining import explain_team

        return explain_team(event, self.order(event), round, place)

    def worded(self, reason: Reason, event: Event) -> str:
        """By the table of phrases of this format."""
        from formats.team_swiss.wording import words

        return words(reason, event)

    def levels(self, event: Event, round: Round) -> Mapping[EntrantId, int]:
        """The points with those of the acceleration."""
        from formats.team_swiss.reading import team_table

        return team_table(event, self.order(event))[0].levels

    def headings(self, event: Event, round: Round) -> Mapping[str, str]:
        """Teams of each scoregroup, and how many float up to it."""
        from formats.dutch.reading import with_virtual
        from formats.team_swiss.explaining import team_headings
        from formats.team_swiss.reading import added_points, team_table

        order = self.order(event)
        table = team_table(event, order)[0]
        sizes = team_headings(table, round)
        return with_virtual(sizes, added_points(event, order), round.number, table.levels)

    def rules(self, event: Event) -> Sequence[Rule]:
        """C1, C2, and colours that article 4.3.3 grants."""
        from formats.swiss import BarredBye, OppositeColours
        from formats.team_swiss.reading import colour_due, team_bye_barred

        return (Repeat(), BarredBye(team_bye_barred), OppositeColours(colour_due))

    def advise(self, event: Event) -> list[Advice]:
        """Rounds against teams, and acceleration."""
        from formats.dutch.acceleration import baku_advice
        from formats.swiss import many_rounds

        baku = team_swiss_settings(event).acceleration == "baku"
        return [*many_rounds(event, "a round will have no draw"), *baku_advice(event, baku)]
