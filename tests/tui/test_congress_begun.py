"""A congress begun at the console: made in the list of events, its events chosen, let go again."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from engine.actions import CreateEvent, ImportEntrants
from saves.congress.backup import checked_congress
from saves.congress.opening import open_congress
from saves.store import create_event, open_event
from tests.congress.hall import entrants
from tests.tui.places import is_in_front, question_of, text_of, until
from tui.app import TopboardApp
from tui.commands.places import events_folder
from tui.congress.beginning import made_congress
from tui.screens.dialogs import AskLine, Telling
from tui.screens.entry_form import FieldRefused

DATA = {"title": "Galway Congress", "place": "Galway", "start": "2026-11-20", "end": "2026-11-22",
        "arbiters": "Quirke, Bea", "folder": ""}  # fmt: skip


def an_event(name: str, people: str) -> None:
    store = create_event(events_folder() / name, CreateEvent(name.title(), "dutch", {}, 1))
    store.do(ImportEntrants(entrants(people), ""))


def test_a_congress_is_made_with_what_the_form_asks() -> None:
    folder = made_congress(DATA)
    congress = open_congress(folder).congress
    assert folder == events_folder() / "galway-congress"
    assert (congress.title, congress.place, congress.arbiters) == (
        "Galway Congress",
        "Galway",
        "Quirke, Bea",
    )
    assert (congress.start, congress.end) == ("2026-11-20", "2026-11-22")


@pytest.mark.parametrize(
    ("field", "text"),
    [("title", " "), ("start", "Friday"), ("end", "2026-11-01"), ("folder", "..")],
)
def test_what_cannot_be_so_is_refused_at_its_field_and_makes_nothing(field: str, text: str) -> None:
    with pytest.raises(FieldRefused) as refused:
        made_congress({**DATA, field: text})
    assert refused.value.field == field
    assert not (events_folder() / "galway-congress").exists()


async def choosing(pilot: Pilot[None], title: str) -> None:
    def asked() -> bool:
        front = pilot.app.screen
        return isinstance(front, Telling) and front.is_current and front.title_text == title

    await until(pilot, asked)


async def test_a_congress_is_begun_from_the_list_of_events() -> None:
    an_event("minor", "Ann Bea Cid Dan")
    an_event("open", "Eve Fay Gus Hal Ian Joy")
    app = TopboardApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: is_in_front(app, "events"))
        assert "C new congress" in text_of(app)
        await pilot.press("C", *"Galway", "enter")
        await choosing(pilot, "Which event joins?")
        await pilot.press("enter")  # minor
        await until(pilot, lambda: app.congress is not None and len(app.congress.desks) == 1)
        await choosing(pilot, "Which event joins?")
        await pilot.press("enter")  # open: minor is in it, and is not offered again
        await until(pilot, lambda: app.congress is not None and len(app.congress.desks) == 2)
        await choosing(pilot, "Which event joins?")
        await pilot.press("escape")
        await until(pilot, lambda: is_in_front(app, "congress_people"))
        assert "0/10 here" in text_of(app)
        store = open_congress(events_folder() / "galway", read_only=True)
        first, second = store.members
        assert (first.event.title, second.event.title) == ("Minor", "Open")
        assert not first.range.meets(second.range)

        await app.run_action("event_leaves")
        await choosing(pilot, "Which event leaves?")
        await pilot.press("enter")
        await until(pilot, lambda: "Minor leaves" in question_of(app))
        await pilot.press("y")
        await until(pilot, lambda: app.congress is not None and len(app.congress.desks) == 1)
        await until(pilot, lambda: is_in_front(app, "congress_people") and "0/6" in text_of(app))

        await app.run_action("back_up")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await pilot.press("enter")
        await until(pilot, lambda: "makes the congress again" in " ".join(text_of(app).split()))
    (archive,) = events_folder().glob("galway-*.tar.gz")
    assert checked_congress(archive).beside == ("open",)
    assert open_event(events_folder() / "minor", read_only=True).event.entrants
