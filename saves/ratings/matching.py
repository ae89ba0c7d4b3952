"""Who in the lists is who in the entry list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.entrants import Entrant
from engine.event import Event
from engine.rating_check import Compared, Match, by_hand, compared, same_name
from engine.rating_lists import ListedPlayer, RatingList, counting
from engine.rating_rule import RatingRule, day_of_lists, rule_of
from engine.teams import people
from saves.ratings.library import RatingLibrary


def same_person(library: RatingLibrary, player: ListedPlayer) -> tuple[ListedPlayer, ...]:
    """The player, and who he is in the other lists: by his FIDE ID."""
    others = [
        library.of_fide_id(one, player.fide_number)
        for one in library.lists
        if one.name != player.list.name
    ]
    return (player, *(one for one in others if one is not None))


def found_for(
    library: RatingLibrary, entrant: Entrant, lists: Sequence[RatingList]
) -> tuple[tuple[ListedPlayer, ...], Match]:
    """What lists say of somebody: by FIDE ID or national number, else by name. A name with a year
    of birth must have the same one there; a name that two have is nobody's."""
    players: dict[str, ListedPlayer] = {}
    for one in lists:
        known = next((o.listed_id for o in entrant.official if o.list == one.name), "")
        by_number = library.player(one, known) if known else None
        by_number = by_number or library.of_fide_id(one, entrant.fide_id)
        if by_number is None and not one.fide and entrant.national_id:
            by_number = library.player(one, entrant.national_id)
        if by_number is not None:
            players[one.name] = by_number
    if not players and not entrant.fide_id:
        return _by_name(library, entrant, lists)
    for player in list(players.values()):
        for other in same_person(library, player)[1:]:
            if other.list in lists:
                players.setdefault(other.list.name, other)
    return tuple(players[one.name] for one in lists if one.name in players), "id"


def with_sources(
    library: RatingLibrary, entrants: Sequence[Entrant], event: Event
) -> tuple[Entrant, ...]:
    """Entrants of a file, with the list as the source of a rating that is the one it has under
    their number. Who is not found by number, or has another rating there, stays as he is."""
    rule = rule_of(event)
    lists = lists_for(library, rule, day_of_lists(event))
    return tuple(_with_source(library, entrant, lists, rule) for entrant in entrants)


def _with_source(
    library: RatingLibrary, entrant: Entrant, lists: Sequence[RatingList], rule: RatingRule
) -> Entrant:
    numbered = entrant.fide_id or entrant.national_id
    if entrant.official or entrant.rating is None or not numbered:
        return entrant
    players, match = found_for(library, entrant, lists)
    official = by_hand((player.official for player in players), entrant.rating, rule)
    if match != "id" or counting(official) is None:
        return entrant
    return replace(entrant, official=official)


def _by_name(
    library: RatingLibrary, entrant: Entrant, lists: Sequence[RatingList]
) -> tuple[tuple[ListedPlayer, ...], Match]:
    year = entrant.birth[:4]
    for one in lists:
        namesakes = [
            player
            for player in library.of_name(entrant.name, one)
            if same_name(player.name, entrant.name)
            and not (year and player.birth and player.birth[:4] != year)
        ]
        if year and (born := [player for player in namesakes if player.birth[:4] == year]):
            namesakes = born
        if len(namesakes) == 1:
            sure: Match = "birth" if year and namesakes[0].birth[:4] == year else "name"
            there = [p for p in same_person(library, namesakes[0]) if p.list in lists]
            return tuple(there), sure
    return (), "name"


def lists_for(library: RatingLibrary, rule: RatingRule, start: str = "") -> tuple[RatingList, ...]:
    """The lists that an event asks, in its order; without one FIDE's first, or behind the national
    ones where these count first. Of several editions the one in force on the day `start` comes
    first: the newest that is not of a later day."""
    if rule.order:
        columns = [name.casefold() for name in rule.order]

        def place(one: RatingList) -> int:
            name = one.name.casefold()
            return next((at for at, c in enumerate(columns) if c.startswith(name)), -1)

        return tuple(sorted((one for one in library.lists if place(one) >= 0), key=place))
    national_first = rule.method in ("NRO", "NIDOF")
    newest = sorted(library.lists, key=lambda one: one.date, reverse=True)
    return tuple(
        sorted(
            newest,
            key=lambda one: (one.fide == national_first, bool(start) and one.date > start),
        )
    )


def compared_event(
    library: RatingLibrary, event: Event, stopped: Callable[[], bool] = lambda: False
) -> tuple[Compared, ...]:
    """Every entry, of teams every player, beside the lists, in the order of the entries; who is in
    none has no players."""
    rule = rule_of(event)
    lists = lists_for(library, rule, day_of_lists(event))
    every: list[Compared] = []
    for entrant in people(event):
        if stopped():
            break
        players, match = found_for(library, entrant, lists)
        every.append(compared(entrant, players, match, rule))
    return tuple(every)
