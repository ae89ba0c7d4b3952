"""A round as text for people: boards, byes, what is wrong with them, and how it differs from the
computer draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.event import Departure, Event, Match, Round
from engine.history import cards
from engine.match_words import section_text, special_bye_text
from engine.points import points_text
from engine.proposal import departures, engines_own
from engine.protocol import Conflict, Format, Severity, matches_left_out, numbers, sections_of_round
from engine.rules import conflicts
from engine.teams import player_name
from engine.waiting import held_against_own, running
from tui.commands.documents import with_requested
from tui.commands.next_words import numbered
from tui.commands.output import say, say_table

if TYPE_CHECKING:
    from engine.by_hand import Weighed
    from saves.store import Store


MARKS = {Severity.MUST: "x", Severity.SHOULD: "!", Severity.NOTE: "."}


def say_round(event: Event, format: Format, round: Round, marks: Sequence[Conflict] = ()) -> None:
    """The boards with scores, results and conflicts, `marks` of changes by hand among them; then
    the byes."""
    state = "" if round.published else ", PROPOSAL, not published"
    number = round.number
    called = numbered(event.called(number), number, format.rounds_planned(event))
    say(f"{event.title}, {called}{state}")
    judged = conflicts(format, event, round)
    _say_matches(event, format, round, round.matches, judged, marks)
    _say_running(event, format, round)
    before, no = event.until(round.number - 1), numbers(format, event)
    for bye in with_requested(event, round):
        name = before.entrant(bye.entrant).name
        marks_of_bye = _marks([c for c in judged if c.board is None and bye.entrant in c.entrants])
        plain = f"{points_text(bye.points)} ({bye.kind})"
        known = f"{bye.entrant} {name} (no {no[bye.entrant]})"
        say(f"bye: {known}, {special_bye_text(event, number, bye) or plain}{marks_of_bye}")
    if round.extra is not None:
        say(f"extra {event.board_word}s, proposed:")
        _say_matches(event, format, round, round.extra.matches, judged)
        for bye in round.extra.byes:
            say(f"bye: {bye.entrant} {event.entrant(bye.entrant).name}")


def _say_running(event: Event, format: Format, round: Round) -> None:
    """Matches that began before and are still played in this round."""
    began = running(event, round.number)
    for earlier in {r.number: r for r, _ in began}.values():
        say(f"running on from {numbered(event.called(earlier.number), earlier.number)}:")
        matches = [m for r, m in began if r.number == earlier.number]
        _say_matches(event, format, earlier, matches, [])


def say_differences(event: Event, format: Format, departures: Sequence[Departure]) -> None:
    """Who sits elsewhere than in the engine's own draw."""
    names = {e.id: e.name for e in event.entrants}
    if departures:
        say(f"not the computer draw: {len(departures)} placed differently")
    for one in departures:
        here, engine = one.words(names, format.sides(event))
        say(f"  {names[one.entrant]}: {here}; the computer draw: {engine}")


def _say_matches(
    event: Event,
    format: Format,
    round: Round,
    matches: Sequence[Match],
    judged: list[Conflict],
    criteria: Sequence[Conflict] = (),
) -> None:
    # as in the console: matches and victory points of a team's stages make no score
    teams = format.of_teams(event)
    no = numbers(format, event)
    parts = sections_of_round(format, event, round)
    so_far = {} if teams else cards(format.as_counted(event).until(round.number - 1))

    def side(id: str) -> list[str]:
        name = event.entrant(id).name
        known = [id, str(no[id]), name]
        return known if teams else [*known, points_text(so_far[id].score)]

    out = matches_left_out(event, format)
    rows = []
    for match in matches:
        here, worse = ([c for c in some if c.board == match.board] for some in (judged, criteria))
        marks = _marks(here, worse)
        result = match.result.text if match.result else ""
        result = f"[{result}]" if (match.board, match.pair) in out and result else result
        section = [section_text(parts, match)] * bool(parts)
        both = (*side(match.white), *side(match.black))
        rows.append([str(match.board), *both, *section, result, marks])
    white, black = format.sides(event)
    where = "Table" if event.board_word == "table" else "Bd"
    heads = [where, "Id", "No", white, "Pts", "Id ", "No ", black, "Pts "]
    heads += [*["Section"] * bool(parts), "Result", ""]
    shown = [head for head in heads if not teams or head not in ("Pts", "Pts ")]
    say_table(shown, rows, right=(where, "Id", "No", "Id ", "No ", "Pts", "Pts "))
    if any(match.lineups for match in matches):
        _say_lineups(event, matches)


def _say_lineups(event: Event, matches: Sequence[Match]) -> None:
    """The boards of matches of teams, White first."""
    rows = [
        [
            f"{match.board}.{number}",
            *(board.white or "-", player_name(event, board.white) or "nobody"),
            *(board.black or "-", player_name(event, board.black) or "nobody"),
            board.result.text if board.result else "",
        ]
        for match in matches
        for number, board in enumerate(match.lineups, start=1)
    ]
    say()
    heads = ("Board", "Id", "White", "Id ", "Black", "Result")
    say_table(heads, rows, right=("Board", "Id", "Id "))


def _marks(conflicts: list[Conflict], criteria: Sequence[Conflict] = ()) -> str:
    """Rules broken, then the first of the criteria that are worse, with how many more are."""
    texts = [f" {MARKS[c.severity]} {c.text}" for c in (*conflicts, *criteria[:1])]
    more = len(criteria) - 1
    return "; ".join(texts) + (f" and {more} more" if more > 0 else "")


def weighed_proposal(
    event: Event, format: Format, round: Round, before: Round | None = None
) -> Weighed | None:
    """What the arbiter's changes cost, or a draw that is out of date; None for a published round,
    and for the engine's own draw as it is."""
    if not held_against_own(event, round):
        return None
    from engine.by_hand import weighed

    return weighed(event, format, round, before)


def known_departures(
    store: Store, round: Round, costs: Weighed | None = None, always: bool = False
) -> tuple[Departure, ...]:
    """The entrants placed differently from the computer draw; for a published round what was
    recorded when it was published. `always`: drawn again in any case, `Refused` if there is no such
    draw."""
    if always:
        return departures(round, engines_own(store.event, store.format, round))
    if round.published:
        return round.departures
    return costs.departures if costs is not None else ()
