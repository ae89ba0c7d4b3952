"""Adding and changing an entry: what its form asks and saves, namesakes asked about, players of the
rating lists proposed while it is typed."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.actions import Action, AddEntrant, EditEntrant
from engine.actions.entries import asks_for_external
from engine.actions.numbering import LAST_ROUND, moved_numbers, remade_order, uses_seeds
from engine.actions.team_players import EditPlayer
from engine.alphabet import fold
from engine.entrant_fields import ENTRANT_FIELDS, OF_HOME, OF_SEASON, PLAYER_FORM, TEAM_FORM
from engine.entrants import (
    Entrant,
    EntrantId,
    OfficialRatings,
    checked,
    edited,
    field_text,
    namesake,
)
from engine.event import Event
from engine.points import Points, counted, points_text
from engine.protocol import (
    Format,
    OverASeason,
    PlayedByTeams,
    gives_no_byes,
    numbers,
    part_of,
)
from engine.rating_check import by_hand, same_name, values_from
from engine.rating_lists import ListedPlayer, RatingSource, marked
from engine.rating_rule import RatingRule, day_of_lists, every_rating, rule_of
from engine.refusal import Refused
from engine.teams import person
from engine.waiting import stale_notes
from engine.warnings import NotAgreed
from saves.entry_values import entry_values, estimate
from saves.safe_text import clean, safe, shortened
from tui.places.finding import NarrowedState
from tui.places.screen import PlaceScreen
from tui.screens.columns import cell
from tui.screens.entry_form import EntryForm, FieldRefused, FormField, Proposed
from tui.screens.entry_words import read_worth, who, worths_words

if TYPE_CHECKING:
    from saves.ratings.library import RatingLibrary


def add_entries(place: PlaceScreen) -> None:
    """Open the form for new entries; enter saves and goes on with the next one."""
    app = place.console
    added: list[str] = []
    proposals = rating_proposals(app.desk.event)

    async def save(texts: Mapping[str, str]) -> str | None:
        if proposals is not None:
            _refuse_number(texts.get("name", ""))
        values, warnings, doubts = changed_values({}, texts)
        if not await _meant(place, doubts):
            return None
        entrant = with_values(Entrant("", ""), values)
        if proposals is not None:
            entrant = proposals.completed(entrant)
        new_here = new_values(app.desk.event, values)
        late, missed = await _asked_missed(place, entrant)
        event = (
            await _insisting(place, AddEntrant(entrant, missed=missed), entrant) if late else None
        )
        if event is None:
            return None
        new = event.entrants[-1]
        added.append(new.id)
        said = [] if missed is None else [f"{points_text(missed)} for each round missed"]
        said += [note] if (note := _numbered(event, app.desk.format, new)) else []
        said += [note] if (note := _unrated(event, app.desk.format, new)) else []
        said += [note] if (note := not_seen(event, new)) else []
        return ". ".join(["; ".join([_entered(event, new), *new_here, *said]), *warnings])

    def closed(_: None) -> None:
        if proposals is not None:
            proposals.library.close()
        _select_last(place, added)

    fields = fields_for(app.desk.event, app.desk.format)
    title = "New teams" if app.desk.format.of_teams(app.desk.event) else "New entries"
    form = EntryForm(title, fields, {}, save, again=True, proposals=proposals)
    app.push_screen(form, closed)


def _refuse_number(name: str) -> None:
    """A number is looked up in the lists; entered before that it would be somebody's name."""
    if name.strip().isdigit():
        problem, remedy = (
            f"{shortened(name.strip(), 20)} is a number",
            "→ takes over the player of a list",
        )
        raise FieldRefused("name", Refused(problem, "an entry has a name", remedy))


def rating_proposals(event: Event) -> RatingProposals | None:
    """What rating lists propose to a form of new entries; None where none are loaded, for teams,
    and where the lists cannot be read: the place of the lists says why."""
    from tui.rating_desk import library, stamp

    if not stamp():
        return None
    try:
        lists = library()
    except Refused:
        return None
    if not lists.lists:
        lists.close()
        return None
    return RatingProposals(lists, rule_of(event), day_of_lists(event))


async def _asked_missed(place: PlaceScreen, entrant: Entrant) -> tuple[bool, Points | None]:
    """(whether to go on, points for each round drawn before): asked where the format gives any."""
    app = place.console
    last = len(app.desk.event.published) - app.desk.format.late_boards(app.desk.event)
    half = app.desk.event.settings.round_points[1]
    if last < 1 or app.desk.format.bye_refused(app.desk.event, entrant, half):
        return True, None

    def wrong(text: str) -> str | None:
        try:
            points = _bye_points(app.desk.event, text)
        except Refused as refusal:
            return safe(str(refusal), 200)
        return (
            None if points is None else app.desk.format.bye_refused(app.desk.event, entrant, points)
        )

    event = app.desk.event
    joined = " and " if last == 2 else " to "
    rounds = event.called(1) if last == 1 else f"{event.settings.round_word}s 1{joined}{last}"
    each = (
        f"this {event.settings.round_word}"
        if last == 1
        else f"each of these {event.settings.round_word}s"
    )
    prompt = (
        f"{safe(entrant.name)} was not there for {rounds}.\n"
        f"Points for {each}: {worths_words(app.desk.event)}; enter alone gives none"
    )
    text = await app.ask_line(prompt, "", wrong)
    return (False, None) if text is None else (True, _bye_points(app.desk.event, text))


def _bye_points(event: Event, text: str) -> Points | None:
    worth = text.strip()
    return read_worth(event, worth) if worth else None


def _entered(event: Event, new: Entrant) -> str:
    word = event.board_word
    if new.late and event.proposal is not None:
        called = event.called(new.joined)
        return f"entered: {who(new)}, after the draw of {called}: an extra {word} once it is out"
    if new.late:
        late = event.called(new.joined)
        return f"entered: {who(new)}, late for {late}: draw a {word} in Pairings"
    message = f"entered: {who(new)}" + (
        f", from {event.called(new.joined)} on" if new.joined > 1 else ""
    )
    open_now = event.current is not None and any(m.open for m in event.current.matches)
    return f"{message}; or now, by S on a {word} in Results" if open_now else message


def not_seen(event: Event, new: Entrant) -> str:
    """That an entry made while people are checked in counts as not here: it may have come by
    telephone. Empty where nobody is checked in."""
    if new.present or not any(one.present for one in event.entrants if one.active(new.joined)):
        return ""
    return "not checked in: esc and space do that"


def _numbered(event: Event, format: Format, new: Entrant) -> str:
    """That a late entry has the last number, and is drawn by rating all the same (C.04.2, 2.5);
    empty where the rating gives that number too."""
    if not event.published or not format.renumbers:
        return ""
    if new.id not in moved_numbers(event, format, remade_order(event, format)):
        return ""
    number = numbers(format, event)[new.id]
    anew = "; R numbers all anew" if len(event.published) <= LAST_ROUND else ""
    return f"number {number} as the last to come, but drawn by rating{anew}"


def _unrated(event: Event, format: Format, new: Entrant) -> str:
    """That enter has saved an entry without the rating that most others have, and the way to it;
    empty where few have any."""
    others = [one for one in event.entrants if one.id != new.id]
    if new.rating is not None or 2 * sum(one.rating is not None for one in others) <= len(others):
        return ""
    if part_of(format, PlayedByTeams) is not None:
        return "without players, who give it its rating: esc and m add them"
    return "without a rating: esc and e add it"


def _select_last(place: PlaceScreen, added: Sequence[str]) -> None:
    def select() -> None:
        state = place.state
        shown = {one.key for one in place.body.lines}
        if isinstance(state, NarrowedState) and added and added[-1] not in shown:
            place.state = replace(state, needle="")  # what was just added is shown
        place.repaint()
        if added:
            place.body.select(added[-1])

    place.call_after_refresh(select)


def edit_entry(place: PlaceScreen, entrant: Entrant) -> None:
    """Open the form with what the entry says; only what is changed is saved."""

    async def change(values: Mapping[str, Any], now: Entrant) -> list[str] | None:
        new_here = new_values(place.desk.event, values)
        shown_before = {field: getattr(entrant, field) for field in values}
        action = EditEntrant(entrant.id, values, seen=shown_before)
        return None if await _insisting(place, action, now) is None else new_here

    fields = fields_for(place.desk.event, place.desk.format)
    _edit(place, f"Entry {who(entrant)}", entrant, fields, change)


def edit_player(place: PlaceScreen, id: EntrantId) -> None:
    """Open the form with what is known of a team's player; only what is changed is saved."""

    async def change(values: Mapping[str, Any], now: Entrant) -> list[str] | None:
        return None if await _done(place, EditPlayer(id, values)) is None else []

    player = person(place.desk.event, id)
    _edit(place, f"Player {who(player)}", player, fields_of_players(), change)


def _edit(
    place: PlaceScreen,
    title: str,
    before: Entrant,
    fields: tuple[FormField, ...],
    change: Callable[[Mapping[str, Any], Entrant], Awaitable[list[str] | None]],
) -> None:
    """`change` saves other values and gives a message about them; None if it does not save."""
    texts_before = texts_of(before, fields)

    async def save(texts: Mapping[str, str]) -> str | None:
        values, warnings, doubts = changed_values(texts_before, texts)
        if not values:
            return "nothing was changed"
        now = with_values(before, values)
        if not await _meant(place, doubts) or (said := await change(values, now)) is None:
            return None
        stale = stale_notes(place.desk.event)
        changed = "; ".join([f"changed: {who(now)}", *said, *stale])
        place.message(". ".join([changed, *warnings]), "done")
        return "saved"

    place.console.push_screen(EntryForm(title, fields, texts_before, save))


async def _meant(place: PlaceScreen, doubts: Sequence[str]) -> bool:
    """Whether what looks wrong is to be saved as it was typed."""
    return not doubts or await place.console.ask(f"{'. '.join(doubts)}. Keep what was typed?")


async def _insisting(
    place: PlaceScreen, action: AddEntrant | EditEntrant, entrant: Entrant
) -> Event | None:
    """Do it; a namesake is asked about first. None if the answer is no."""
    app = place.console
    old = next((e for e in app.desk.event.entrants if e.id == entrant.id), None)
    other = namesake(entrant, app.desk.event.entrants)
    if other is not None and (old is None or old.name != entrant.name):
        question = f"{who(other)} is entered already. Is this another person of that name?"
        if not await app.ask(question):
            return None
        action = replace(action, insist=True)
    return await _done(place, action)


async def _done(place: PlaceScreen, action: Action) -> Event | None:
    """The event after it; None if the answer to a question is no."""
    try:
        return await place.console.desk.do(action)
    except NotAgreed:
        return None
    except Refused as refusal:
        raise FieldRefused("name", refusal) from refusal


# Players of the rating lists, proposed while a new entry is typed


ASKED = ("name", "fide_id", "national_id")
"""Fields in which a name or a number is looked up."""
LEAST = 2
"""Letters from which on there is something to look up."""
MOST = 6
NAME, CLUB = 28, 16


@dataclass
class RatingProposals:
    """What the lists propose to one form; `library` stays open as long as it.

    A player who is taken over is remembered until the form is saved: his official ratings go into
    the entry beside the values in the form.
    """

    library: RatingLibrary
    rule: RatingRule
    start: str = ""
    """The day whose lists count."""
    taken_over: tuple[ListedPlayer, ...] = ()
    _other: int = 0
    """Which of the ratings of the player taken over is in the form."""
    _found: dict[str, list[ListedPlayer]] = field(default_factory=dict)

    def proposed(self, key: str, text: str) -> Sequence[Proposed]:
        """For what is typed in a field; nothing where the lists cannot be asked."""
        text = text.strip()
        if key not in ASKED or len(text) < LEAST:
            return ()
        if self.taken_over and same_name(text, self.taken_over[0].name):
            return ()
        if text not in self._found:
            self._found = {text: self._looked_up(text)}
        return [
            Proposed(str(at), _line(player, self.rule))
            for at, player in enumerate(self._found[text])
        ]

    def _looked_up(self, text: str) -> list[ListedPlayer]:
        from saves.ratings.matching import lists_for

        try:
            lists = lists_for(self.library, self.rule, self.start) or self.library.lists
            players: list[ListedPlayer] = []
            known: set[str] = set()
            for player in self.library.find(text, MOST * len(lists), lists):
                # who is in FIDE's list and in a national one is one person
                if player.fide_number and player.fide_number in known:
                    continue
                known.add(player.fide_number)
                players.append(player)
        except Refused:
            return []
        return players[:MOST]

    def taken(self, proposed: Proposed) -> Mapping[str, str]:
        """The texts of all fields that the lists fill."""
        from saves.ratings.matching import same_person

        (players,) = self._found.values()
        try:
            self.taken_over = same_person(self.library, players[int(proposed.key)])
        except Refused:
            self.taken_over = (players[int(proposed.key)],)
        self._other = 0
        values, _ = values_from(self.taken_over, self.rule)
        entrant = replace(Entrant("", ""), **values)
        return {name: safe(field_text(entrant, name), 400) for name in values} | {
            "rating": field_text(entrant, "rating")
        }

    def another(self, key: str) -> str | None:
        """The next one of the player's ratings, where the rating is asked for; None elsewhere."""
        ratings = self._ratings()
        if key != "rating" or not ratings:
            return None
        self._other = (self._other + 1) % len(ratings)
        return str(ratings[self._other].rating)

    def help(self, key: str) -> str:
        """The ratings of the player taken over, the one that counts by rule first."""
        ratings = self._ratings()
        if key != "rating" or not ratings:
            return ""
        shown = " · ".join(one.text for one in ratings[:4])
        return f"{shown}{'   → the next' if len(ratings) > 1 else ''}"

    def _ratings(self) -> tuple[RatingSource, ...]:
        official = [player.official for player in self.taken_over]
        return every_rating(official, self.rule)

    def completed(self, entrant: Entrant) -> Entrant:
        """A new entry with the official ratings of the player taken over; as it is where the name
        is now somebody else's."""
        if not self.taken_over:
            return entrant
        first = self.taken_over[0]
        same = (entrant.fide_id and entrant.fide_id == first.fide_number) or same_name(
            entrant.name, first.name
        )
        if not same:
            return entrant
        official = tuple(player.official for player in self.taken_over)
        national = next((p.id for p in self.taken_over if not p.list.fide), "")
        listed = with_rating(official, entrant.rating, self.rule)
        return replace(entrant, official=listed, national_id=entrant.national_id or national)

    def anew(self) -> None:
        """For the next entry."""
        self.taken_over, self._other = (), 0


def with_rating(
    official: tuple[OfficialRatings, ...], rating: int | None, rule: RatingRule
) -> tuple[OfficialRatings, ...]:
    """Official ratings with the one marked that a rating is, by rule first."""
    by_rule = by_hand(official, rating, rule)
    if any(one.counts for one in by_rule):
        return by_rule
    source = next((one for one in every_rating(official, rule) if one.rating == rating), None)
    return marked(official, source)


def _line(player: ListedPlayer, rule: RatingRule) -> str:
    return " ".join(_cells(player, rule)).rstrip()


def _cells(player: ListedPlayer, rule: RatingRule) -> Iterator[str]:
    source = next(iter(every_rating((player.official,), rule)), None)
    yield cell(safe(player.name), NAME)
    yield f"{safe(player.federation, 3):3}"
    yield f"{safe(player.birth, 4):4}"
    yield f"{safe(player.title, 3):3}"
    yield f"{source.rating if source is not None else '':>4}"
    yield cell(safe(player.club) or f"{player.list.name} {player.id}", CLUB)


# What the form asks, and how its texts become values


SHARED = frozenset({"school", "club", "family", "category", "section"})
"""Fields in which several have the same, so that a slip of the pen makes another of it."""

GRADE_BEHIND = re.compile(r".*[^\W\d].*\s(\d{2,4})")
"""A name that was written with a rating, which would be part of it."""


def fields_for(event: Event, format: Format) -> tuple[FormField, ...]:
    """The form of a team where the event is one of teams, else of a player; with the seed where
    the format goes by it, with school and family where it keeps players apart by them, with
    division and venue in a league, with a value calculated elsewhere where that is among the
    tie-breaks, with half-point byes where there are any."""
    entrants = event.entrants
    entered = {name for name in ENTRANT_FIELDS if any(getattr(e, name) for e in entrants)}
    of_players = part_of(format, PlayedByTeams) is not None
    if format.of_teams(event) or "members" in entered:
        names: tuple[str, ...] = TEAM_FORM
        left_out = set() if part_of(format, OverASeason) else {*OF_SEASON} - entered
        left_out |= {"members"} - entered if of_players else set()
    else:
        names = _of_home_first(PLAYER_FORM) if format.keeps_apart else PLAYER_FORM
        left_out = set() if format.keeps_apart else {*OF_HOME} - entered
        left_out |= {"national_id"} - entered
        left_out |= {"half_bye"} - entered if gives_no_byes(format, event) else set()
    left_out |= set() if uses_seeds(event, format) else {"seed"} - entered
    if not asks_for_external(event):
        left_out |= {"external"}
    asked = (ENTRANT_FIELDS[name] for name in names if name not in left_out)
    helps = {"members": "a remark; m in Entries adds players"} if of_players else {}
    return tuple(
        replace(FormField(f.name, f.label, helps.get(f.name, f.help)), **_shared(event, f.name))
        for f in asked
    )


def _of_home_first(names: Sequence[str]) -> tuple[str, ...]:
    """What distinguishes players comes before what few need."""
    others = [name for name in names if name not in OF_HOME]
    at = others.index("title")
    return (*others[:at], *OF_HOME, *others[at:])


def _shared(event: Event, name: str) -> dict[str, Any]:
    """What a field that several have alike is completed with, and what is said of it."""
    if name not in SHARED:
        return {}
    known = values_of(event, name)
    label = ENTRANT_FIELDS[name].label.lower()

    def hint(texts: Mapping[str, str]) -> str:
        text = texts[name].strip()
        if not text:
            entered = counted(len(known), label, _plural(label))
            return f"→ completes the {entered} entered" if known else ""
        if text in known:
            return ""
        more = like(text)
        one = more[0] if len(more) == 1 else f"one of {len(more)}"
        return f"→ completes {one}; as typed a new {label}" if more else f"a new {label}"

    def like(text: str) -> list[str]:
        begin = fold(text)
        return [value for value in known if fold(value).startswith(begin)]

    return {"completions": like, "hint": hint}


def _plural(label: str) -> str:
    """`schools`, `categories`."""
    return f"{label[:-1]}ies" if label.endswith("y") else f"{label}s"


def values_of(event: Event, name: str) -> list[str]:
    """What the entries have in a text field, in the order of the alphabet."""
    return sorted({getattr(entrant, name) for entrant in event.entrants} - {""}, key=fold)


def new_values(event: Event, values: Mapping[str, Any]) -> list[str]:
    """`Oak is a new school`: what nobody has who was entered before, where others have any."""
    return [
        f"{safe(value, 40)} is a new {ENTRANT_FIELDS[name].label.lower()}{_alike(known, value)}"
        for name, value in values.items()
        if name in SHARED and value and (known := values_of(event, name)) and value not in known
    ]


def _alike(known: Sequence[str], value: str) -> str:
    """`; Hill view is entered`: a name that only spaces, hyphens or accents tell from it."""
    from saves.columns_csv import key_of

    alike = [other for other in known if key_of(other) == key_of(value)]
    return f"; {safe(alike[0], 40)} is entered" if alike else ""


def fields_of_players() -> tuple[FormField, ...]:
    """The form of a player of a team."""
    of_entries = {"seed", "external", "fixed_board", "half_bye", "section", *OF_HOME}
    names = (name for name in PLAYER_FORM if name not in of_entries)
    asked = (ENTRANT_FIELDS[name] for name in names)
    return tuple(FormField(field.name, field.label, field.help) for field in asked)


def texts_of(entrant: Entrant, fields: tuple[FormField, ...]) -> dict[str, str]:
    """The value of each field of the form."""
    return {field.key: safe(field_text(entrant, field.key), 400) for field in fields}


def changed_values(
    before: Mapping[str, str], now: Mapping[str, str]
) -> tuple[dict[str, Any], list[str], list[str]]:
    """(the fields that were changed, as values; warnings about what had to be replaced; what to ask
    about before it is saved as typed).

    `FieldRefused` names the first field that cannot be taken: where an entry list is read with a
    warning, the arbiter is there to correct what he types.
    """
    values: dict[str, Any] = {}
    warnings: list[str] = []
    doubts: list[str] = []
    for key, text in now.items():
        if text == before.get(key, ""):
            continue
        harmless, warned = clean(text, key.replace("_", " "), 400)
        warnings += warned
        try:
            typed, doubt = entry_values(key, harmless)
        except Refused as refusal:
            raise FieldRefused(key, refusal) from refusal
        if doubt and doubt.stays:
            doubts.append(doubt.wrong)
        elif doubt:
            forms = ENTRANT_FIELDS[key].help
            remedy = f"give {forms}" if forms else "correct it, or leave it empty"
            raise FieldRefused(key, Refused(doubt.wrong, "", remedy))
        if key == "rating" and estimate(before.get(key, ""))[1]:
            typed.setdefault("estimated", False)
        values |= typed
    grade = GRADE_BEHIND.fullmatch(str(values.get("name", "")))
    if grade and not now.get("rating", "-").strip():
        doubts.append(f"The name ends in {grade[1]}, and the rating is empty")
    return values, warnings, doubts


def with_values(entrant: Entrant, values: Mapping[str, Any]) -> Entrant:
    """The entrant with those values, checked; `FieldRefused` names the first field at fault."""
    for key, value in values.items():
        try:
            edited(entrant if key == "name" else _named(entrant), {key: value})
        except Refused as refusal:
            raise FieldRefused(key, refusal) from refusal
    try:
        return checked(edited(entrant, values))
    except Refused as refusal:
        raise FieldRefused("name", refusal) from refusal


def _named(entrant: Entrant) -> Entrant:
    return entrant if entrant.name else replace(entrant, name="this entry")
