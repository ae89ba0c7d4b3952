"""What was done stays as it was: later rules, defaults and derivations change no old event."""

from __future__ import annotations

import json
import zlib
from contextlib import chdir, suppress
from dataclasses import replace
from decimal import Decimal
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import log
from engine.actions import (
    ACTIONS,
    AddEntrant,
    ChangeSettings,
    CreateEvent,
    EditEntrant,
    EnterResult,
    Propose,
    PublishRound,
    Redo,
    Undo,
    Withdraw,
    action_kind,
)
from engine.entrants import Entrant
from engine.refusal import Refused
from formats.dutch import Dutch
from formats.dutch.settings import DutchSettings
from formats.registry import FORMATS, format_named
from formats.settings import knob
from saves import VERSION
from saves.disk import Disk, Held, here, locked
from saves.journal import NO_HASH, SCHEMA, ActionHistory, decode, encode, line_hash
from saves.store import Store, create_event, open_event
from saves.verify import SOUND, UNREADABLE, verify
from tests.sampling import sampled
from tests.saves import corpus
from tests.saves.corpus_scripts import SCRIPTS

SETTLES = ("freeze", "settle", "leaving", "undo_depending", "corrected", "late_boards")
ALL = ("kjca", "dutch-baku", "galway", "ecf-basic", "diagonal", "round-robin", "knockout",
       "double-knockout", "gnot-appeal")  # fmt: skip


@cache
def _played(name: str) -> dict[str, bytes]:
    """The files of a script of the corpus, played by the code of now."""
    with TemporaryDirectory() as place, chdir(place), pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("TOPBOARD_USER", "anna")
        monkeypatch.setenv("TOPBOARD_EVENTS", place)
        player = corpus.Player(Path(place, name))
        player.play(SCRIPTS[name])
        files = [path for path in player.folder.rglob("*") if path.is_file()]
        return {str(path.relative_to(player.folder)): path.read_bytes() for path in files}


def play(name: str, place: Path) -> Path:
    """The event of a script; each is played once."""
    for file, data in _played(name).items():
        path = place / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return place / name


def journal_alone(folder: Path) -> Path:
    """The event's folder without any save file."""
    for file in folder.rglob("*.toml"):
        file.unlink()
    return folder


def other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version of the program that refuses everything and settles everything otherwise."""

    def refuses(*args: object) -> None:
        raise Refused("this is not done any more", "", "")

    def settles(*args: object) -> None:
        raise AssertionError("settled anew")

    for action in filter(None, map(action_kind, ACTIONS)):
        monkeypatch.setattr(action, "judge", refuses)
        monkeypatch.setattr(action, "follow", settles)
    for name in FORMATS:
        for method in SETTLES:
            monkeypatch.setattr(type(format_named(name)), method, settles, raising=False)
    monkeypatch.setattr(log, "with_numbers", settles)


@pytest.mark.parametrize("name", ALL)
def test_no_rule_of_a_later_version_is_asked_about_what_was_done(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = play(name, tmp_path)
    event = open_event(folder).event
    journal_alone(folder)
    with monkeypatch.context() as later:
        other_rules(later)
        assert open_event(folder).event == event
        assert verify(folder).status == SOUND


class LaterDutch(DutchSettings):
    """The same format with other defaults."""

    bye_points: Decimal = knob(default=Decimal("0.5"), ge=0, le=1)
    tiebreaks: tuple[str, ...] = ("WIN",)
    initial_colour: Literal["lot", "white", "black"] = "white"
    something_new: int = 3


@pytest.mark.parametrize("name", ["dutch", "dutch-baku", "imported"])
def test_another_default_changes_no_event_of_the_first_edition(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = corpus.CORPUS / "edition-1" / f"{name}.tar.xz"
    folder = journal_alone(corpus.unpacked(archive, tmp_path))
    monkeypatch.setattr(Dutch, "Settings", LaterDutch)
    assert list(corpus.otherwise(corpus.expected(archive), corpus.outcome(folder))) == []


def test_the_journal_says_every_setting_when_it_is_made_and_when_one_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = create_event(tmp_path / "event", CreateEvent("Open", "dutch", {"rounds": 5}))
    store.do(ChangeSettings({"rounds": 6}))
    store.do(ChangeSettings({"language": "de"}))
    known = {key for key, *_ in format_named("dutch").settings_help()}
    # these came later: nothing is said of them until somebody sets them
    known -= {"correction_window", "equal_order", "half_byes", "no_byes_last", "site"}
    for n, rounds, said in (
        (1, 5, known - {"language"}),
        (2, 6, known - {"language"}),
        (3, 6, known),
    ):
        line = json.loads(store.journal.lines[n - 1][9:])
        assert line["derived"]["settings"].keys() == said
        assert line["derived"]["settings"]["rounds"] == rounds
        assert (line["schema"], line["program"]) == (SCHEMA, VERSION)
    before = store.event
    journal_alone(store.folder)
    monkeypatch.setattr(Dutch, "Settings", LaterDutch)
    after = open_event(store.folder).event
    assert after.settings.bye_points == before.settings.bye_points == 1
    assert after.settings.tiebreaks == before.settings.tiebreaks


def test_narrower_bounds_leave_a_setting_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Narrow(DutchSettings):
        rounds: int = knob(default=5, ge=1, le=5)

    store = create_event(tmp_path / "event", CreateEvent("Open", "dutch", {"rounds": 9}))
    monkeypatch.setattr(Dutch, "Settings", Narrow)
    assert open_event(store.folder).event.settings.rounds == 9
    journal_alone(store.folder)
    opened = open_event(store.folder)
    assert (opened.read_only, opened.event.settings.rounds) == ("", 9)
    with pytest.raises(Refused, match="rounds cannot be"):
        opened.do(ChangeSettings({"rounds": 8}))


def test_an_undone_setting_is_the_one_that_was_there_before(tmp_path: Path) -> None:
    store = create_event(tmp_path / "event", CreateEvent("Open", "dutch", {"rounds": 5}))
    store.do(ChangeSettings({"bye_points": "0.5"}))
    store.do(ChangeSettings({"rounds": 6}))
    store.do(Undo(2))
    assert (store.event.settings.rounds, store.event.settings.bye_points) == (6, 1)
    again = json.loads(store.journal.lines[3][9:])["derived"]["again"]
    assert again["3"]["settings"]["bye_points"] == 1
    whole = store.event
    assert open_event(journal_alone(store.folder)).event == whole
    store = open_event(store.folder)
    store.do(Redo(2))
    assert (store.event.settings.rounds, store.event.settings.bye_points) == (6, Decimal("0.5"))
    assert open_event(journal_alone(store.folder)).event == store.event


def _of_a_newer_version(tmp_path: Path) -> Path:
    """A round robin; the last result is one that this version does not know."""
    folder = play("round-robin", tmp_path)
    text = folder.joinpath("journal.log").read_bytes().splitlines(keepends=True)
    last = decode(text[-1][:-1])
    action = {**last.action, "kind": "handshake"}
    text[-1] = encode(replace(last, action=action, program="9.9"))
    folder.joinpath("journal.log").write_bytes(b"".join(text))
    for file in folder.glob("*.toml"):
        file.unlink()
    return folder


def test_what_cannot_be_followed_opens_read_only_as_far_as_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _of_a_newer_version(tmp_path)
    store = open_event(folder)
    head = store.journal.head.n
    assert store.event.revision == head - 1
    assert f"action {head} of the journal cannot be applied" in store.read_only
    assert "written by topboard 9.9" in store.read_only
    assert any("not in it" in note and "handshake" in note for note in store.notes)
    with pytest.raises(Refused, match="read-only"):
        store.do(ChangeSettings({}, title="Another"))
    assert not (folder / "event.toml").exists()
    report = verify(folder)
    assert report.status == UNREADABLE
    assert "anew" in report.ways


def _by_a_stranger(folder: Path, fields: dict[str, Any], n: int) -> Path:
    """The journal alone, its action `n` written by somebody who can chain lines."""
    path, link, lines = folder / "journal.log", NO_HASH, []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        new = {"prev": link, **(fields if number == n else {})}
        body = json.dumps({**json.loads(line[9:]), **new}, separators=(",", ":")).encode()
        lines.append(b"%08x %s" % (zlib.crc32(body), body))
        link = line_hash(lines[-1])
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    for file in folder.glob("*.toml"):
        file.unlink()
    return folder


FIELDS = ("schema", "by", "host", "session", "t", "program", "action", "derived", "was")
VALUES: tuple[object, ...] = ("text", -1, None, [], {}, True)
HELD = list(product(FIELDS, VALUES))
SOME = HELD[::5]
"""Each field with one value or two, and each value in several fields."""


@pytest.mark.parametrize("held", sampled([SOME, HELD], [SOME]), ids=["some", "all"])
def test_whatever_a_field_of_a_line_holds_the_event_opens(
    held: list[tuple[str, object]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = play("kjca", tmp_path)
    journal = (folder / "journal.log").read_bytes()
    n = open_event(folder, read_only=True).journal.head.n - 1
    for field, value in held:
        (folder / "journal.log").write_bytes(journal)
        _by_a_stranger(folder, {field: value}, n)
        store = open_event(folder, read_only=True)
        assert store.event.revision in (n - 1, n + 1), (field, value)
        assert len(store.history.all()) == n + 1
        with suppress(Refused):
            store.undoing()
        verify(folder)


def test_more_rounds_than_an_event_can_have_are_not_gone_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = play("kjca", tmp_path)
    n, settings = 3, {"settings": {"rounds": 999_999_999}}
    store = open_event(_by_a_stranger(folder, {"derived": settings}, n))
    assert store.event.revision == n - 1
    assert "setting rounds cannot be 999999999: it must be 1 to 99" in store.read_only


def _goes_on(folder: Path, *actions: dict[str, object], schema: int = SCHEMA) -> None:
    """Another desk, of version 9.9, does something in the journal."""
    path = folder / "journal.log"
    for action in actions:
        last = path.read_bytes().splitlines()[-1]
        known = decode(last)
        entry = replace(
            known, n=known.n + 1, prev=line_hash(last), action=action, was=None, derived={},
            schema=schema, program="9.9",
        )  # fmt: skip
        with path.open("ab") as file:
            file.write(encode(entry))


def test_an_open_desk_stops_where_another_version_goes_on_in_its_own_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_event(play("kjca", tmp_path))
    head, before = store.journal.head.n, store.event
    last = store.entries[-1]
    _goes_on(store.folder, {"kind": "handshake"}, {"kind": "undo", "target": head})
    for _ in range(2):
        store.refresh()
    assert f"action {head + 1} of the journal cannot be applied" in store.read_only
    assert [w for w in store.warnings if "handshake" in w] == store.warnings[:1] == store.warnings
    assert store.event == open_event(store.folder, read_only=True).event != before
    with pytest.raises(Refused, match="read-only"):
        store.do(ChangeSettings({}, title="Another"))
    assert [e.action.kind for e in store.entries[-3:]] == [
        last.action.kind, "not understood", "undo"
    ]  # fmt: skip
    assert "handshake" in store.entries[-2].action.describe(store.event)
    assert head in store.undone
    _goes_on(store.folder, {"kind": "undo", "target": head + 1})
    store.refresh()
    assert (store.read_only, store.unreplayed) == ("", "")
    store.do(ChangeSettings({}, title="Another"))
    assert store.event == open_event(store.folder).event
    assert verify(store.folder).status == SOUND


def test_an_open_desk_stops_where_it_is_not_known_what_another_version_has_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_event(play("kjca", tmp_path))
    before, undone = store.event, store.undone
    _goes_on(store.folder, {"kind": "undo", "target": 5}, schema=SCHEMA + 1)
    store.refresh()
    assert "not understood by this version" in store.read_only
    assert store.event == before
    assert len(store.entries) == store.journal.head.n
    assert store.undone == undone
    again = open_event(store.folder)
    assert again.event.rounds == before.rounds
    assert again.read_only
    assert len(again.entries) == store.journal.head.n


def test_a_new_journal_may_begin_where_the_old_one_cannot_be_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _of_a_newer_version(tmp_path)
    old = (folder / "journal.log").read_bytes()
    store = open_event(folder)
    shown = store.event
    store.begin_anew()
    store.do(ChangeSettings({}, title="Another"))
    again = open_event(folder)
    assert (again.read_only, again.event.title) == ("", "Another")
    assert again.event.rounds == shown.rounds
    assert old in [kept.read_bytes() for kept in (folder / "quarantine").iterdir()]
    assert verify(folder).status == SOUND


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["result", "add", "withdraw", "edit", "settings", "round", "undo", "redo"]),
        st.integers(1, 14),
        st.sampled_from(["1-0", "0-1", "+/-"]),
    ),
    max_size=16,
)


def _do(store: Store, what: str, n: int, text: str) -> None:
    current = store.event.current
    if what == "result":
        match = next((m for m in current.matches if m.board == n), None) if current else None
        was = match.result.text if match and match.result else None
        store.do(EnterResult(n, text, was, replace=True))
    elif what == "add":
        store.do(AddEntrant(Entrant("", f"New {store.event.next_id}", 1000 + 40 * n)))
    elif what == "withdraw":
        store.do(Withdraw(str(n)))
    elif what == "edit":
        store.do(EditEntrant(str(n), {"rating": 900 + 60 * n}))
    elif what == "settings":
        store.do(ChangeSettings({"bye_points": "0.5" if n % 2 else "1", "rounds": 5 + n % 3}))
    elif what == "round":
        drawn = store.format.draw(store.event)
        store.do(Propose(drawn.round, drawn.matches, drawn.byes, drawn.lots, redraw=True))
        store.do(PublishRound(drawn.round, insist=True))
    elif what == "undo":
        store.do(Undo(n))
    else:
        store.do(Redo(n))


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(steps=STEPS)
def test_facts_hold_whatever_is_undone_and_redone(
    steps: list[tuple[str, int, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Numbers, table and walkovers of a round robin, read by a version with other rules."""
    folder = tmp_path_factory.mktemp("facts") / "event"
    store = create_event(folder, CreateEvent("Open", "round_robin", {}, 3))
    for name, rating in (("Ash", 1500), ("Bay", 1400), ("Cob", 1300), ("Dan", 1200)):
        store.do(AddEntrant(Entrant("", name, rating)))
    for what, n, text in (("round", 0, ""), ("result", 1, "1-0"), *steps):
        with suppress(Refused):
            _do(store, what, n, text)
    journal_alone(folder)
    with pytest.MonkeyPatch.context() as later:
        other_rules(later)
        assert open_event(folder).event == store.event


def test_a_long_journal_is_read_before_the_lock_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = journal_alone(play("round-robin", tmp_path))
    read: list[bool] = []
    follow = ActionHistory._follow

    def watched(self: ActionHistory, course: log.Replay, n: int) -> None:
        try:
            with locked(Disk(), folder, here("looking"), 0.0):
                read.append(False)
        except Held:
            read.append(True)
        follow(self, course, n)

    monkeypatch.setattr(ActionHistory, "_follow", watched)
    monkeypatch.setattr("saves.store.LONG_JOURNAL", 0)
    open_event(folder)
    assert len(read) > 10
    assert not any(read)
