"""Actions on the players of chess teams: who belongs to a team, in which order, and their data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from engine.actions.base import About, Action, Entering, about_entrants, name_of
from engine.actions.entries import ImportEntrants, edited_by_hand
from engine.entrants import Entrant, EntrantId, changed, checked, edited, namesake, possible
from engine.event import Event
from engine.points import counted
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import EnteredAlready, Refused, Stale
from engine.teams import boards_played, player_of, players_by_id
from engine.warnings import Level, Warning


def no_teams_of_players(format: Format) -> Refused:
    """Of a format in which no team has players."""
    return Refused(
        "there are no teams of players here",
        f"the format is {format.name}",
        shell="`topboard entries` lists who takes part",
    )


@dataclass(frozen=True)
class SetPlayers(Entering):
    """The players of a team in board order; a player without an Id is new and gets the next one.

    `was` holds the Ids that the arbiter saw, in their order (None: not checked). The players keep
    the data that the team has of them: `EditPlayer` changes these.
    """

    kind: ClassVar[str] = "players"
    team: EntrantId
    players: tuple[Entrant, ...] = ()
    was: tuple[EntrantId, ...] | None = None

    def judge(self, event: Event, format: Format) -> None:
        """The players are as the arbiter saw them; nobody is left out who has played, or is in
        another team."""
        if part_of(format, PlayedByTeams) is None:
            raise no_teams_of_players(format)
        team = event.entrant(self.team)
        current = tuple(player.id for player in team.players)
        if self.was is not None and self.was != current:
            raise Stale(f"the players of {team.name} are not as you saw them", "", "look again")
        for player in self.players:
            checked(player)
        _refuse_left_out(event, team, {player.id for player in self.players})
        if not self.insist:
            _refuse_second_team(event, self)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """A team larger than allowed, and what changes after round 1."""
        teams, team = part_of(format, PlayedByTeams), event.entrant(self.team)
        most = teams.squad(event) if teams is not None else 0
        warnings = []
        if most and len(self.players) > max(most, len(team.players)):
            count = len(self.players)
            warnings.append(
                Warning.of(Level.CONFIRM, "team-too-large", name=team.name, count=count, most=most)
            )
        if event.published:
            old = [player.id for player in team.players]
            new = [player.id for player in self.players if player.id]
            if [id for id in new if id in old] != [id for id in old if id in new]:
                warnings.append(Warning.of(Level.CONFIRM, "board-order-changed", name=team.name))
            names = tuple(player.name for player in self.players if not player.id)
            if names:
                warnings.append(
                    Warning.of(Level.RECORD, "players-added", name=team.name, players=names)
                )
        return tuple(warnings)

    @property
    def new_ids(self) -> int:
        """Those of the new players."""
        return sum(not player.id for player in self.players)

    def change(self, event: Event, format: Format) -> Event:
        """New players are in from the next round on."""
        team, number = event.entrant(self.team), self.first_in(event)
        known = {player.id: player for player in team.players}
        joined = len(event.published) + 1
        players: list[Entrant] = []
        for player in self.players:
            if player.id and player.id not in known:
                raise Refused(
                    f"player {player.id[:12]} is not of {team.name}",
                    shell="`topboard players` lists who is",
                )
            if player.id:
                players.append(known[player.id])
                continue
            players.append(possible(replace(player, id=str(number), joined=joined)))
            number += 1
        if len({player.id for player in players}) < len(players):
            raise Refused(f"a player appears twice in {team.name}", "", "name each once")
        if tuple(players) == team.players:
            return event
        return replace(event.with_entrant(replace(team, players=tuple(players))), next_id=number)

    def about(self, event: Event | None) -> About:
        """The team."""
        return about_entrants(self.team)

    def describe(self, event: Event) -> str:
        """The team, its new players, and those who are out."""
        known = {player.id: player.name for player in event.entrant(self.team).players}
        new = [player.name for player in self.players if not player.id]
        out = [known[id] for id in known if id not in {player.id for player in self.players}]
        parts = [f"new {', '.join(new)}"] * bool(new) + [f"out {', '.join(out)}"] * bool(out)
        parts = parts or [f"board order of {counted(len(self.players), 'player')}"]
        return f"{name_of(event, self.team)}: {'; '.join(parts)}"

    def was_before(self, event: Event) -> str | None:
        """The previous players."""
        return ", ".join(player.name for player in event.entrant(self.team).players)


def _refuse_left_out(event: Event, team: Entrant, kept: set[EntrantId]) -> None:
    played = boards_played(event)
    for player in team.players:
        if player.id not in kept and player.id in played:
            raise Refused(
                f"{player.name} cannot be taken out of {team.name}",
                f"was in the line-up of {event.called(played[player.id][0][0])}",
                "leave the player at the end of the order",
            )


def _refuse_second_team(event: Event, new: SetPlayers) -> None:
    """The same FIDE ID, or the same name and birth, in another team or twice in one."""
    others = [
        (one.player, one.team) for one in players_by_id(event).values() if one.team.id != new.team
    ]
    own = event.entrant(new.team)
    before = [player for player in new.players if player.id]
    for player in new.players:
        if player.id:
            continue
        for other, team in (*others, *((one, own) for one in before)):
            if same_person(player, other):
                raise EnteredAlready(player.name, f"in {team.name}")
        before.append(player)


def same_person(one: Entrant, other: Entrant) -> bool:
    """The same FIDE ID; without one, the same name, unless the dates of birth differ."""
    if one.fide_id and other.fide_id:
        return one.fide_id == other.fide_id
    apart = one.birth and other.birth and one.birth[:4] != other.birth[:4]
    return one.name.casefold() == other.name.casefold() and not apart


@dataclass(frozen=True)
class ImportPlayers(Entering):
    """A list of teams of which some are there already, without players: these get the players of
    the list, in its order, and keep their own data. The other teams are new."""

    kind: ClassVar[str] = "import-players"
    restore_point: ClassVar[str] = "import"
    entrants: tuple[Entrant, ...]
    source: str = ""
    into: tuple[EntrantId, ...] = ()
    """For each team of the list the one that is there; empty for a new one."""

    @classmethod
    def of(
        cls, event: Event, entrants: Sequence[Entrant], source: str, insist: bool
    ) -> ImportPlayers:
        """From a list for an event whose teams are known by their names."""
        there = (namesake(replace(entrant, id=""), event.entrants) for entrant in entrants)
        into = tuple(team.id if team is not None else "" for team in there)
        return cls(tuple(entrants), source, into=into, insist=insist)

    def judge(self, event: Event, format: Format) -> None:
        """As each of them would be judged by itself; no team that is there has players."""
        self._new.judge(event, format)
        for each in self._filled:
            team = event.entrant(each.team)
            if team.players:
                remedy = "leave its rows out of the list"
                raise Refused(f"{team.name} has players already", "", remedy)
            each.judge(event, format)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Those of the new teams, and of the others' players."""
        players = (one for each in self._filled for one in each.warnings(event, format))
        return (*self._new.warnings(event, format), *players)

    @property
    def new_ids(self) -> int:
        """Those of the new teams, and of all players."""
        return sum(1 + len(entrant.players) for entrant in self.entrants)

    def change(self, event: Event, format: Format) -> Event:
        """All or none."""
        event = self.ready(event)
        for each in self._filled:
            event = each.change(event, format)
        return self._new.change(event, format)

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """The new teams are in for the next round."""
        return self._new.follow(before, after, format)

    def describe(self, event: Event) -> str:
        """How many teams, from where."""
        teams = counted(len(self.entrants), "team")
        return f"players of {teams} imported from {self.source or 'a file'}"

    @property
    def _new(self) -> ImportEntrants:
        new = (one for one, id in zip(self.entrants, self.into, strict=True) if not id)
        return ImportEntrants(tuple(replace(one, id="") for one in new), insist=self.insist)

    @property
    def _filled(self) -> Sequence[SetPlayers]:
        both = [pair for pair in zip(self.entrants, self.into, strict=True) if pair[1]]
        return [
            SetPlayers(id, tuple(replace(p, id="") for p in one.players), (), insist=self.insist)
            for one, id in both
        ]


@dataclass(frozen=True)
class EditPlayer(Action):
    """New values for some fields of a team's player, as `EditEntrant` has them for an entry."""

    kind: ClassVar[str] = "edit-player"
    id: EntrantId
    changes: Mapping[str, Any] = field(default_factory=dict)

    def judge(self, event: Event, format: Format) -> None:
        """Each within its bounds."""
        edited(player_of(event, self.id).player, self.changes)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """A rating with which a round was drawn is recorded."""
        old = player_of(event, self.id).player
        return edited_by_hand(event, old, edited(old, self.changes))

    def change(self, event: Event, format: Format) -> Event:
        """Only the fields that an arbiter may edit."""
        known = player_of(event, self.id)
        new = possible(changed(known.player, self.changes))
        if new == known.player:
            return event
        players = tuple(new if player.id == self.id else player for player in known.team.players)
        return event.with_entrant(replace(known.team, players=players))

    def about(self, event: Event | None) -> About:
        """The team."""
        if event is None or self.id not in players_by_id(event):
            return About()
        return about_entrants(player_of(event, self.id).team.id)

    def describe(self, event: Event) -> str:
        """Every change."""
        known = player_of(event, self.id)
        new = ", ".join(f"{k} = {'' if v is None else v}" for k, v in self.changes.items())
        return f"{known.player.name} ({known.team.name}): {new}"

    def was_before(self, event: Event) -> str | None:
        """The old values."""
        player = player_of(event, self.id).player
        return ", ".join(f"{k} = {getattr(player, k, '')}" for k in self.changes)
