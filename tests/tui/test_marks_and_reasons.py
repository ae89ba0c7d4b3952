"""Marks and reasons of a board in Pairings: whole where there is room, the gravest first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.actions import AddEntrant, CreateEvent, Discard, ImportEntrants, Instruct, Propose
from engine.actions.base import applied
from engine.by_hand import weighed
from engine.entrants import Entrant
from engine.event import (
    Departure,
    Event,
    Instruction,
    Match,
    PlaceInRound,
    Round,
    RoundState,
)
from engine.next_draw import next_draw
from engine.proposal import swap, turn
from engine.protocol import Severity
from engine.reasons import Reason
from engine.refusal import Refused
from formats.registry import format_named
from tests.playing import Results, begun, play, propose
from tests.sampling import sampled
from tests.tui.conftest import NAMES, EventMaker
from tests.tui.cups import played_to, teams_event
from tests.tui.driver import Driver, MemoryDesk
from tests.tui.test_pairings_keys import SIZE, console, place_of
from tui.places.pairings import PAIRINGS
from tui.places.pairings.lines import (
    Columns,
    Review,
    detail_lines,
    lines_of,
    mark,
    reasons,
    severities,
    widest_marks,
)
from tui.places.pairings.talks import altered_lines, own_lines, publish_question

KJCA = format_named("kjca")


def proposed(
    players: int, school: str, published: int, name: str = "P", results: Results = "1-0"
) -> tuple[Event, Round]:
    """The next round of a field in which every second player is of one school, or all are."""
    desk = MemoryDesk(CreateEvent("Weald", "kjca", {"rounds": 5}, 1).begin(KJCA), KJCA)
    people = (
        Entrant("", f"{name}{n}", 1500 - n, school=school if n % 2 or school == "Hill" else "")
        for n in range(1, players + 1)
    )
    desk.do(ImportEntrants(tuple(people)))
    play(desk, published, results)
    desk.do(Propose.of(next_draw(desk.event, KJCA)))
    assert desk.event.proposal is not None
    return desk.event, desk.event.proposal


def reviewed(event: Event, made: Round) -> Review:
    changed = event.with_round(made)
    return Review(changed, KJCA, made, costs=weighed(changed, KJCA, made))


def swapped(name: str) -> Review:
    """Two boards of round 2 have exchanged a player each."""
    event, round = proposed(12, "Weald", 1, name)
    first, fifth = round.matches[0], round.matches[4]
    return reviewed(event, swap(round, first.white, fifth.black))


def shown(review: Review, name: int) -> list[str]:
    columns = Columns.of(80, 5, longest=name, marked=widest_marks(review))
    return [one.text for one in lines_of(review, columns, None) if one.key is not None]


def test_a_mark_stands_whole_where_names_leave_room() -> None:
    review = swapped("Player ")
    marks = [mark(review, match.board)[0] for match in review.matches]
    assert any(len(one) > 14 for one in marks)
    for told, text in zip(marks, shown(review, len("Player 12")), strict=True):
        assert text.endswith(told)
        assert len(text) <= 80


def test_how_many_more_marks_there_are_is_seen_where_a_mark_is_cut() -> None:
    review = swapped("Featherstonehaugh-Cholmondeley, N ")
    cut = [
        (told, text)
        for match, text in zip(review.matches, shown(review, 36), strict=True)
        if not text.endswith(told := mark(review, match.board)[0])
    ]
    assert cut
    for told, text in cut:
        assert text.endswith(told[told.rindex(" +") :])
        assert len(text) <= 80


def test_the_gravest_conflict_of_a_board_is_told_first() -> None:
    event, round = proposed(8, "Hill", 2)
    seen = 0
    for match in round.matches:
        review = reviewed(event, turn(round, match.board))
        kinds = {c.severity for c in review.conflicts_of(match.board)}
        texts = reasons(review, match.board)
        assert all(text.endswith((".", "!", "?")) for text in texts[:-1]), texts
        if Severity.MUST in kinds:
            assert texts[0].startswith("×"), texts
            assert any("same school" in text for text in texts)
            seen += 1
    assert seen


def test_the_mark_of_a_conflict_stands_before_the_reason_that_names_it() -> None:
    event, round = proposed(8, "Hill", 3, results=lambda _, m: "0-1" if m.board % 2 else "1-0")
    review = reviewed(event, round)
    turned = [m for m in review.matches if "colours changed" in reasons(review, m.board)[0]]
    assert turned
    for match in turned:
        (told,) = [text for text in reasons(review, match.board) if "same school" in text]
        assert told.startswith("! same school: Hill; ")
        assert "; colours changed" in told


def test_a_board_moved_by_a_bar_says_so_before_what_the_bar_costs() -> None:
    event, round = proposed(8, "", 1)
    one = round.matches[0]
    event = applied(Instruct(Instruction("bar", one.white, one.black, round.number)), event, KJCA)
    drawn = KJCA.draw(event)
    made = Round(drawn.round, round.state, drawn.matches, drawn.byes)
    review = reviewed(event, made)
    board = next(m.board for m in made.matches if "barred" in " ".join(reasons(review, m.board)))
    first, *rest = reasons(review, board)
    assert first.startswith("the ideal opponent ")
    assert "the arbiter has barred them" in first
    assert any(text.startswith("! ") and "the computer draw has" in text for text in rest)


def test_what_is_forbidden_stands_first_among_what_publishing_asks_about() -> None:
    event, round = proposed(8, "Hill", 2)
    last = [*round.matches][-1]
    made = next(
        changed
        for changed in (turn(round, m.board) for m in reversed(round.matches))
        if any(c.severity is Severity.MUST for c in reviewed(event, changed).broken)
    )
    assert last.board > 1
    texts = [line.text.strip() for line in altered_lines(reviewed(event, made), 78, "publishes")]
    signs = [text[0] for text in texts if text[:2] in ("× ", "! ", "· ")]
    assert signs == sorted(signs, key="×!·".index)
    assert set(signs) >= {"×", "!"}


async def test_details_that_give_way_to_a_message_say_that_they_go_on(
    make_event: EventMaker,
) -> None:
    long = tuple(f"{name} of the Salt Marshes" for name in NAMES)
    store = make_event(players=8, published=4, proposal=True, format="kjca", names=long)
    round = store.event.proposal
    assert round is not None
    review = Review(store.event, store.format, round)
    boards = [m.board for m in round.matches if len(" ".join(reasons(review, m.board))) > 200]
    app = console(store)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("home", *["down"] * (boards[0] - 1))
        place = await place_of(pilot)
        full = [one.text for one in place.feet.lines]
        await pilot.press("l", "u")
        place = await place_of(pilot)
        short = [one.text for one in place.feet.lines]
        assert any("undone" in text for text in short)
        assert len(short) == len(full)
        last = next(at for at, text in enumerate(short) if "undone" in text) - 1
        assert short[last].endswith("(w: more)")
        cut = short[last].rpartition(" …")[0].strip()
        assert cut in full[last]
        assert cut.split()[-1] in full[last].split(), "no word is cut"


@pytest.mark.parametrize("locked", [True, False])
def test_drawing_from_scratch_asks_only_where_something_would_be_lost(locked: bool) -> None:
    desk = MemoryDesk.playing(8, format="kjca", published=0)
    desk.do(Propose.of(next_draw(desk.event, desk.format)))
    place = Driver(PAIRINGS, desk)
    if locked:
        place.enter("l")
    place.enter("R")
    assert bool(place.state.questions) is locked
    if locked:
        assert "Locks and bars of this round: 1." in place.state.questions[0].text


@pytest.mark.parametrize("company", ["", "with ben · ", "with anna and ben · "])
def test_counts_of_marks_stand_whole_beside_the_names_of_other_desks(company: str) -> None:
    event, round = proposed(8, "Hill", 3)
    desk = MemoryDesk(event.with_round(turn(round, 1)), KJCA)
    view = Driver(PAIRINGS, desk).view._replace(company=company)
    status = PAIRINGS.picture(view, PAIRINGS.initial(view)).status.text
    assert len(status) + len(company) + len("saved 10:33") < 80
    assert "× " in status
    assert "! " in status
    assert "* by hand 1" in status


def of_two_marks() -> tuple[Review, Match]:
    """A floater's second float against somebody of his club, as the draw itself has it."""
    desk = MemoryDesk(CreateEvent("Weald", "kjca", {"rounds": 6}, 1).begin(KJCA), KJCA)
    people = (
        Entrant("", f"Player {n:02}", 1500 - n, club=f"Club {n % 2}", school=f"School {n % 3}")
        for n in range(1, 15)
    )
    desk.do(ImportEntrants(tuple(people)))
    for seed in range(6):
        review = reviewed_draw(desk)
        for match in review.matches:
            rules = {c.rule for c in review.conflicts_of(match.board)}
            if "second-float" in rules and rules & {"same-club", "same-school"}:
                return review, match
        play(desk, 1, by_chance(seed))
    raise AssertionError("no board has both")


def by_chance(seed: int) -> Results:
    chance = Random(seed)
    return lambda event, match: chance.choice(("1-0", "0-1", "="))


def reviewed_draw(desk: MemoryDesk) -> Review:
    if desk.event.proposal is None:
        desk.do(Propose.of(next_draw(desk.event, KJCA)))
    assert desk.event.proposal is not None
    return Review(desk.event, KJCA, desk.event.proposal)


def test_a_second_mark_is_named_below_the_list_and_beside_it_where_there_is_room() -> None:
    review, match = of_two_marks()
    below = " ".join(one.text.strip() for one in detail_lines(review, match.board, 80, 4))
    assert "! Player" in below
    assert below.index("floats") < below.index("! same")
    board = f" {match.board:>3} "
    (narrow,) = (text for text in shown(review, 24) if text.startswith(board))
    assert narrow.endswith("! 2nd float +1")
    wide = Columns.of(160, 5, longest=24, marked=widest_marks(review))
    (whole,) = (one.text for one in lines_of(review, wide, None) if one.key == match.board)
    assert "! 2nd float, same " in whole


@pytest.mark.parametrize("swaps", sampled([10, 60], [10]))
@pytest.mark.parametrize("name", ["kjca", "dutch", "ecf", "galway", "round_robin", "knockout"])
def test_no_must_hides_behind_another_mark_in_any_format(name: str, swaps: int) -> None:
    format, chance = format_named(name), Random(5)
    people = [
        Entrant("", f"P{n}", 1500 - n, club=f"Club {n % 2}", school=f"School {n % 3}")
        for n in range(1, 21)
    ]
    played = begun(format, people, **({} if name in ("round_robin", "knockout") else {"rounds": 6}))
    play(played, 2, by_chance(3) if name != "knockout" else "1-0")
    propose(played)
    round, both = played.event.proposal, 0
    assert round is not None
    for _ in range(swaps):
        a, b = chance.sample([id for match in round.matches for id in match.pair], 2)
        try:
            round = swap(round, a, b)
        except Refused:
            continue
        event = played.event.with_round(round)
        review = Review(event, format, round, costs=weighed(event, format, round))
        for match in review.matches:
            kinds = {c.severity for c in review.conflicts_of(match.board)}
            if Severity.MUST in kinds:
                both += len(kinds) > 1
                assert mark(review, match.board)[0].lstrip("*").startswith("×")
                assert reasons(review, match.board)[0].startswith("×")
    assert both or name in ("round_robin", "knockout")


def test_a_round_changed_by_hand_has_the_same_marks_before_and_after_its_publication() -> None:
    before = swapped("Player ")
    assert before.costs is not None
    assert before.costs.marks
    played = replace(before.round, state=RoundState.PUBLISHED, worse=before.costs.worse)
    after = Review(before.event.with_round(played), KJCA, played)
    assert severities(after) == severities(before)
    for match in before.matches:
        key = match.board
        assert after.conflicts_of(key) == before.conflicts_of(key)
        assert mark(after, key) == mark(before, key)
        for one in before.conflicts_of(key):
            assert any(one.text in text for text in reasons(after, key))


@pytest.mark.parametrize("name", ["kjca", "ecf", "dutch"])
def test_what_a_swap_with_the_bye_costs_stands_at_the_bye_too(name: str) -> None:
    format = format_named(name)
    played = begun(format, [Entrant("", f"P{n}", 1500 - n) for n in range(13)], rounds=5)
    play(played, 2, by_chance(2))
    before = propose(played)
    (bye,) = before.byes
    round = swap(before, before.matches[0].white, bye.entrant)
    event = played.event.with_round(round)
    costs = weighed(event, format, round, before)
    key = ("bye", round.byes[0].entrant)
    assert mark(Review(event, format, round, costs=costs), key)[0]
    for both in (key, before.matches[0].board):
        texts = reasons(Review(event, format, round, costs=costs), both)
        assert any(text.startswith("This change: worse: ") for text in texts)
        assert texts[-1] == "Changed by hand"


@pytest.mark.parametrize("stage", ["D1", "S1"])
def test_a_meeting_in_a_knockout_section_is_said_once(tmp_path: Path, stage: str) -> None:
    """By the rule that marks the board, or by the draw, which adds that it could not be avoided."""
    store = played_to(teams_event(tmp_path), 5)
    event, format = store.event, store.format
    (before, *_) = (r for r in event.published if any(m.part == stage for m in r.matches))
    met = next(m for m in before.matches if m.part == stage)
    round = event.round(5)
    first = next(m for m in round.matches if m.part not in ("D3", "S6", "S7"))
    again = replace(
        first, white=met.white, black=met.black, why=(Reason.of("repeat", stage=stage),)
    )
    others = tuple(m for m in round.matches if not {*m.pair} & {*met.pair, *first.pair})
    shown = replace(round, matches=(again, *others))
    told = " ".join(reasons(Review(event, format, shown), again.board))
    assert told.casefold().count("they met in") == 1
    assert "which could not be avoided" in told


def test_a_game_that_rule_8_avoids_is_told_once_where_a_bar_brings_it() -> None:
    """Not by the rule at the board, in the group's count, in its sum and in that of the round."""
    people = [Entrant("", f"P{n}", 1500 - n, school=f"School {n // 2 % 4}") for n in range(16)]
    told = 0
    for seed in range(8):
        played = begun(KJCA, people, rounds=5)
        play(played, 2, by_chance(seed))
        match = propose(played).matches[-2]
        played.do(Discard())
        played.do(Instruct(Instruction("bar", match.white, match.black, 3)))
        round = propose(played)
        review = reviewed(played.event, round)
        assert review.costs is not None
        new = [c for c in review.costs.from_own.more if c.rule == "same-school"]
        texts = [one.text for one in altered_lines(review, 400, "publishes")]
        told += len(new)
        assert not (new and any("rule 8" in text for text in texts))
        assert sum("not in the computer draw" in text for text in texts) == len(
            review.costs.from_own.more
        )
    assert told


def test_publishing_names_the_boards_that_are_marked_to_be_avoided() -> None:
    """The draw itself could not keep two of one school apart: the arbiter publishes with open
    eyes."""
    people = [Entrant("", name, school="Oak") for name in "ABCD"]
    played = begun(format_named("kjca"), people, rounds=3, avoid_round1=True)
    review = reviewed(played.event, propose(played))
    asked = publish_question(review, [], [])
    assert "To avoid, and not forbidden: board 1 same school, board 2 same school." in asked
    apart = begun(format_named("kjca"), [Entrant("", name) for name in "ABCD"], rounds=3)
    assert "To avoid" not in publish_question(reviewed(apart.event, propose(apart)), [], [])


def test_the_question_before_publication_has_the_rules_without_abbreviation() -> None:
    """`board 5 cross-sect..` stood there, as in the narrow column of the marks."""
    people = [Entrant("", f"P{n}", 2000 - 10 * n) for n in range(32)]
    played = begun(format_named("galway"), people, rounds=3, closed_rounds=1)
    play(played, 2)
    played.do(AddEntrant(Entrant("", "Late", 1999)))
    round = propose(played)
    review = Review(played.event, played.format, round)
    assert {c.rule for c in review.broken} >= {"cross-section"}
    asked = publish_question(review, [], [])
    assert "cross-section" in asked
    assert "cross-sect." not in asked


def test_of_two_games_the_list_of_differences_says_who_has_white_first() -> None:
    """`White against B` of a match in which each of them has White once."""
    played = begun(format_named("diagonal"), [Entrant("", name) for name in "AB"])
    other = Departure("1", places=(PlaceInRound(1, "W", "2"),), own=(PlaceInRound(1, "B", "2"),))
    texts = [one.text for one in own_lines(played.event, played.format, [other])]
    assert [text.partition("against")[0].split() for text in texts[1:]] == [
        ["here", "White", "first"],
        ["draw", "Black", "first"],
    ]
