"""The reasons of boards and byes as the journal and the save files give them back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.actions import (
    CreateEvent,
    EditEntrant,
    EnterResults,
    ImportEntrants,
    Propose,
    PublishRound,
    TurnBoard,
)
from engine.entrants import Entrant
from engine.event import Event, Match
from engine.next_draw import next_draw
from engine.protocol import why
from engine.reasons import BY_HAND, SAID, TURNED, Reason, Reasons, codes, said
from engine.trial.chance import Chance
from engine.trial.play import Odds, strengths, with_results
from formats.registry import format_named
from saves.contents import EVENT_NAME, round_content, round_name
from saves.plain import plain, typed, words_of
from saves.store import Store, create_event, open_event
from saves.verify import SOUND, verify

SCHOOLS = ("Weald", "Priory", "O'Neill's \"Hall\"", "")


def played(folder: Path, name: str, rounds: int = 4) -> Store:
    """So many rounds published and played, a board of the last one turned by hand."""
    store = create_event(folder, CreateEvent("Open", name, {"rounds": 5}, 3))
    entrants = (
        Entrant("", f"Player {no}", rating=2200 - 10 * no, school=SCHOOLS[no % 4])
        for no in range(33)
    )
    store.do(ImportEntrants(tuple(entrants)))
    chance = Chance("reasons", name)
    for number in range(1, rounds + 1):
        store.do(Propose.of(next_draw(store.event, store.format)))
        if number == rounds:
            store.do(TurnBoard(1))
            store.do(TurnBoard(2))
        store.do(PublishRound(number, insist=True))
        if number < rounds:
            round = store.event.round(number)
            new = with_results(round, store.format, strengths(store.event), Odds(chance, 0))
            texts = tuple((m.board, m.result.text) for m in new.matches if m.result)
            store.do(EnterResults(texts))
    return store


def reasons(event: Event) -> dict[tuple[int, str], Reasons]:
    boards = {(r.number, f"board {m.board}"): m.why for r in event.rounds for m in r.matches}
    return boards | {(r.number, b.entrant): b.why for r in event.rounds for b in r.byes}


@pytest.mark.parametrize("name", ["kjca", "dutch", "galway", "ecf"])
def test_facts_come_back_from_the_save_files_and_from_the_journal(
    tmp_path: Path, name: str
) -> None:
    store = played(tmp_path / "open", name)
    known = reasons(store.event)
    assert len([told for told in known.values() if told]) > 20
    assert not any(SAID in codes(told) for told in known.values())
    assert known[4, "board 1"][-1] in (TURNED, BY_HAND)
    for lost in ((), (EVENT_NAME,), ("journal.log",)):
        for file in lost:
            (store.folder / file).unlink()
        again = open_event(store.folder)
        assert reasons(again.event) == known
        assert {k: why(store.format, store.event, v) for k, v in known.items()} == {
            k: why(again.format, again.event, v) for k, v in reasons(again.event).items()
        }
    assert verify(store.folder).status == SOUND


@pytest.mark.parametrize(
    ("group", "part"),
    [
        ("(a) top-half 100 %", "a"),
        ("(b) bottom-half 100 % v top half", "b"),
        ("(c) top-half 100 % less ½", "c"),
        ("(c) remaining top-half ½", "c"),
        ("(d) bottom-half 100 % less ½ v top half", "d"),
        ("(d) bottom-half ½ v top-half 0", "d"),
        ("(b) bottom-half 100 % among themselves", ""),
        ("(c) bottom-half ½ and remaining top-half ½", ""),
        ("2 points", ""),
    ],
)
def test_a_board_of_an_older_version_has_its_part_from_the_name_of_its_group(
    group: str, part: str
) -> None:
    row = {"board": 1, "white": "1", "black": "2", "group": group}
    assert typed(Match, row).part == part
    assert plain(typed(Match, row)).get("part", "") == part


def test_an_undo_and_a_redo_leave_the_facts_as_they_were(tmp_path: Path) -> None:
    store = played(tmp_path / "open", "kjca", rounds=3)
    known = reasons(store.event)
    store.undo()
    store.undo()
    turned = store.event.rounds[-1].match(2).why
    assert (TURNED in turned, BY_HAND in turned) == (False, False)
    store.redo()
    store.redo()
    assert reasons(store.event) == known


def test_a_sentence_names_who_somebody_is_today(tmp_path: Path) -> None:
    store = played(tmp_path / "open", "kjca", rounds=3)
    ids = [r["opponent"] for m in store.event.round(2).matches for r in m.why if r.code == "ideal"]
    store.do(EditEntrant(ids[0], {"name": "Renamed, Rose"}))
    saved = (store.folder / round_name(2)).read_text()
    assert re.search('why = "the ideal opponent of [^"]* is Renamed, Rose', saved)
    again = open_event(store.folder)
    assert again.event.round(2).matches == store.event.round(2).matches
    assert verify(store.folder).status == SOUND


def test_a_reason_too_long_for_a_save_file_is_there_in_words(tmp_path: Path) -> None:
    store = played(tmp_path / "open", "dutch", rounds=2)
    long = (Reason.of("met", players=("1", "2"), round=1),) * 80
    round = store.event.round(2)
    event = store.event.with_round(round.with_match(type(round.matches[0])(1, "1", "2", why=long)))
    content = round_content(event.round(2), {}, words_of(event, format_named("dutch")))
    (row,) = (row for row in content["pairing"] if row["board"] == 1)
    assert "reasons" not in row
    assert row["why"].startswith("they met in round 1; they met")


@pytest.mark.parametrize("without_facts", [False, True])
def test_a_sentence_edited_by_hand_stands_in_place_of_the_facts(
    tmp_path: Path, without_facts: bool
) -> None:
    store = played(tmp_path / "open", "dutch", rounds=2)
    path = store.folder / round_name(2)
    explained = next(m for m in store.event.round(2).matches if m.why)
    text = why(store.format, store.event, explained.why)
    facts = next(line for line in path.read_text().splitlines() if line.startswith("reasons"))
    changed = path.read_text().replace(text, "they asked for it", 1)
    path.write_text(changed.replace(facts + "\n", "", 1) if without_facts else changed)
    again = open_event(store.folder)
    assert again.edits is not None
    assert [str(edit) for edit in again.edits.differences] == [
        f"{path.name}, board {explained.board}: why {text}, now they asked for it"
    ]
    again.accept_edits()
    known = reasons(store.event) | {(2, f"board {explained.board}"): said("they asked for it")}
    assert reasons(again.event) == known
    assert reasons(open_event(store.folder).event) == known
    assert verify(store.folder).status == SOUND
