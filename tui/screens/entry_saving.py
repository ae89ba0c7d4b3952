"""What an entry form saves: adding and changing an entry, namesakes asked about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.actions import AddEntrant, EditEntrant
from engine.actions.numbering import LAST_ROUND, moved_numbers, remade_order
from engine.actions.team_players import EditPlayer
from engine.entrants import Entrant, EntrantId, namesake
from engine.event import Event
from engine.points import Points, points_text
from engine.protocol import Format, numbers
from engine.refusal import Refused
from engine.teams import person
from engine.warnings import NotAgreed
from saves.safe_text import safe, shortened
from tui.places.finding import NarrowedState
from tui.places.screen import PlaceScreen
from tui.screens.entry_fields import (
    FieldRefused,
    changed_values,
    fields_for,
    fields_of_players,
    new_values,
    texts_of,
    with_values,
)
from tui.screens.entry_form import EntryForm
from tui.screens.entry_words import read_worth, who, worths_words

if TYPE_CHECKING:
    from tui.screens.rating_proposals import RatingProposals


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
        said += [told] if (told := _numbered(event, app.desk.format, new)) else []
        said += [told] if (told := _unrated(event, new)) else []
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
        what, remedy = (
            f"{shortened(name.strip(), 20)} is a number",
            "→ takes over the player of a list",
        )
        raise FieldRefused("name", Refused(what, "an entry has a name", remedy))


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
    from engine.rating_rule import day_of_lists, rule_of
    from tui.screens.rating_proposals import RatingProposals

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
            points = _points(app.desk.event, text)
        except Refused as refusal:
            return safe(str(refusal), 200)
        return (
            None if points is None else app.desk.format.bye_refused(app.desk.event, entrant, points)
        )

    rounds = app.desk.event.called(1) if last == 1 else f"rounds 1 to {last}"
    prompt = (
        f"{safe(entrant.name)} was not there for {rounds}.\n"
        f"Points for each of these rounds: {worths_words(app.desk.event)}; enter alone gives none"
    )
    text = await app.ask_line(prompt, "", wrong)
    return (False, None) if text is None else (True, _points(app.desk.event, text))


def _points(event: Event, text: str) -> Points | None:
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


def _unrated(event: Event, new: Entrant) -> str:
    """That enter has saved an entry without the rating that most others have, and the way to it;
    empty where few have any."""
    others = [one for one in event.entrants if one.id != new.id]
    if new.rating is not None or 2 * sum(one.rating is not None for one in others) <= len(others):
        return ""
    return "without a rating: esc and e add it"


def _select_last(place: PlaceScreen, added: Sequence[str]) -> None:
    def select() -> None:
        state = place.state
        shown = {one.key for one in place.body.lines}
        if isinstance(state, NarrowedState) and added and added[-1] not in shown:
            place.state = replace(state, needle="")  # what was just added is seen
        place.repaint()
        if added:
            place.body.select(added[-1])

    place.call_after_refresh(select)


def edit_entry(place: PlaceScreen, entrant: Entrant) -> None:
    """Open the form with what the entry says; only what is changed is saved."""
    fields = fields_for(place.desk.event, place.desk.format)
    before = texts_of(entrant, fields)

    async def save(texts: Mapping[str, str]) -> str | None:
        values, warnings, doubts = changed_values(before, texts)
        if not values:
            return "nothing was changed"
        now = with_values(entrant, values)
        if not await _meant(place, doubts):
            return None
        new_here = new_values(place.desk.event, values)
        shown_before = {field: getattr(entrant, field) for field in values}
        event = await _insisting(place, EditEntrant(entrant.id, values, seen=shown_before), now)
        if event is not None:
            said = "; ".join([f"changed: {who(now)}", *new_here])
            place.message(". ".join([said, *warnings]), "done")
        return None if event is None else "saved"

    place.console.push_screen(EntryForm(f"Entry {who(entrant)}", fields, before, save))


def edit_player(place: PlaceScreen, id: EntrantId) -> None:
    """Open the form with what is known of a team's player; only what is changed is saved."""
    player = person(place.desk.event, id)
    fields = fields_of_players()
    before = texts_of(player, fields)

    async def save(texts: Mapping[str, str]) -> str | None:
        values, warnings, doubts = changed_values(before, texts)
        if not values:
            return "nothing was changed"
        now = with_values(player, values)
        if not await _meant(place, doubts):
            return None
        try:
            await place.console.desk.do(EditPlayer(id, values))
        except NotAgreed:
            return None
        except Refused as refusal:
            raise FieldRefused("name", refusal) from refusal
        place.message(". ".join([f"changed: {who(now)}", *warnings]), "done")
        return "saved"

    place.console.push_screen(EntryForm(f"Player {who(player)}", fields, before, save))


async def _meant(place: PlaceScreen, doubts: Sequence[str]) -> bool:
    """Whether what looks wrong is to be saved as it was typed."""
    return not doubts or await place.console.ask(f"{'. '.join(doubts)}. Keep what was typed?")


async def _insisting(
    place: PlaceScreen, action: AddEntrant | EditEntrant, entrant: Entrant
) -> Event | None:
    """Do it; a namesake is asked about first. None where the answer is no."""
    app = place.console
    old = next((e for e in app.desk.event.entrants if e.id == entrant.id), None)
    other = namesake(entrant, app.desk.event.entrants)
    if other is not None and (old is None or old.name != entrant.name):
        question = f"{who(other)} is entered already. Is this another person of that name?"
        if not await app.ask(question):
            return None
        action = replace(action, insist=True)
    try:
        return await app.desk.do(action)
    except NotAgreed:
        return None
    except Refused as refusal:
        raise FieldRefused("name", refusal) from refusal
