"""The lines of Results: a board each, its players, its result."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.actions import EnterResult, EnterResults, PublishRound
from engine.actions.results import CLEAR
from engine.entrants import Entrant, rating_text
from engine.event import Event, Match, Round, entrants_by_id
from engine.log import LoggedAction
from engine.points import points_text
from engine.protocol import Format, KeyChoice, ResultForm, missing_boards
from engine.results import GameResult
from engine.walkovers import special_bye_text
from saves.safe_text import safe
from tui.widgets.lines import Line, fit, line

SHOWN = {
    "1/2-1/2": "½-½",
    "1/2-0": "½-0",
    "0-1/2": "0-½",
    "+/-": "+ -  forfeit",
    "-/+": "- +  forfeit",
    "-/-": "- -  forfeit",
    "?": "adjourned",
}
LINE_STARTS = frozenset("0123456789=½,")
"""Where a result is a score, these open the entry line."""
SIGNS = frozenset("+-")
"""Results of their own beside a single game's keys; where scores are typed, a line's beginning."""
RESULT_WIDTH = 13
NARROW = 70
"""Below so many cells ratings are left out."""
NAME_LEAST, NAME_MOST = 8, 44
NAME_BESIDE_ABOUT = 12
"""Cells of a name below which the stage of each match gives way."""
"""Cells of a name: on the widest terminal the eye still goes from White to the result."""


def begins_line(form: ResultForm, key: str) -> bool:
    """Whether a sign opens the line, to be confirmed, and gives no result at once.

    `-5-3` is a slip misread, and its first key is nobody's walkover. Where a digit is a whole
    result, as of a single game, there is no score to type and a sign is a result too.
    """
    single = any(one.isdigit() for choice in form.keys for one in choice.keys)
    return form.kind == "line" and key in SIGNS and not single


def how_typed(form: ResultForm, choice: KeyChoice, key: str) -> str:
    """What the help says of a result's key."""
    if begins_line(form, key):
        return f"opens the line: {choice.text}, enter"
    return f"result {result_text(choice.text)}"


def line_example(form: ResultForm, first: str) -> str:
    """What the line asks for, by the first character that opens it."""
    return "+/- or -/+: a walkover" if begins_line(form, first) else form.example


@dataclass(frozen=True, slots=True)
class Widths:
    """Cells of a name, of a rating (0: not shown), of a result and of what a match is (0: all are
    the same, or there is no room)."""

    name: int
    rating: int
    result: int = RESULT_WIDTH
    about: int = 0

    @classmethod
    def of(
        cls,
        width: int,
        round: Round | None = None,
        rating: int = 5,
        abouts: Collection[str] = (),
    ) -> Widths:
        """For a terminal of that width; results of matches can be longer than those of games.
        `rating` is as `rating_width` says; `abouts` say what each match is."""
        rating = rating if width >= NARROW else 0
        texts = (result_text(m.result.text) for m in round.matches if m.result) if round else ()
        result = max(RESULT_WIDTH, *map(len, texts), 0)
        fixed = 1 + 3 + 2 + 2 * (rating + 2) + result
        if len(set(abouts)) == 1:  # it stands in the head line, behind `Result`
            behind = fixed - result + max(result, len("Result  ") + max(map(len, abouts)))
            fixed = behind if (width - behind) // 2 >= NAME_BESIDE_ABOUT else fixed
        about = max(map(len, abouts)) + 1 if len(set(abouts)) > 1 else 0
        if about and (width - fixed - about) // 2 < NAME_BESIDE_ABOUT:
            about = 0
        name = min(max((width - fixed - about) // 2, NAME_LEAST), NAME_MOST)
        return cls(name, rating, result, about)


def rating_width(event: Event, format: Format) -> int:
    """Cells of a column for ratings, one more where any is an estimate; 0 where teams play that
    have none."""
    if format.of_teams(event) and not any(e.rating for e in event.entrants):
        return 0
    return 6 if any(e.estimated for e in event.entrants) else 5


def result_text(text: str | None) -> str:
    """A result as people write it; `_` for none yet."""
    return "_" if text is None else SHOWN.get(text, text)


def brief(text: str | None) -> str:
    """A result in running text."""
    return result_text(text).removesuffix("  forfeit")


def due_now(round: Round) -> tuple[int, ...]:
    """Boards without a result that must have one before the next round: those that run on into
    it are left out."""
    return tuple(m.board for m in round.matches if m.open and _due(m, round))


def _due(match: Match, round: Round) -> bool:
    return match.due is None or match.due <= round.number


def half_in(round: Round) -> tuple[int, ...]:
    """Boards of several games that have the result of some: the others are still played."""
    return tuple(m.board for m in round.matches if _half(m))


def _half(match: Match) -> bool:
    result = match.result
    return result is not None and result.provisional and result is not GameResult.ADJOURNED


def leaves_open(text: str) -> bool:
    """Whether a result typed leaves a game of the board to be played here and now."""
    return text == CLEAR or ("," in text and "?" in text.split(","))


def count_text(round: Round) -> str:
    """`18 of 21 in · 2 missing · 1 adjourned · 4 run on`, or that all are in."""
    halves = len(half_in(round))
    missing, later = len(due_now(round)), len(adjourned_boards(round)) - halves
    going_on = len(missing_boards(round)) - missing
    on = [f"{going_on} run{'s' if going_on == 1 else ''} on"] if going_on else []
    if not missing and not later and not halves:
        return " · ".join(["all in", *on])
    total = len(round.matches) - going_on
    told = [f"{total - missing - later - halves} of {total} in"]
    if missing:
        told.append(f"{missing} missing")
    if later:
        told.append(f"{later} adjourned")
    if halves:
        told.append(f"{halves} half in")
    return " · ".join([*told, *on])


def all_in_text(round: Round, called: str, last: bool, finished: bool, waits: bool) -> str:
    """What the last result of a round is followed by; `called` is what people call the round,
    `last`: no round comes after it; what follows an adjourned game `waits` for it."""
    later = adjourned_boards(round)
    halves = half_in(round)
    if halves:
        boards = ", ".join(map(str, halves[:12])) + (" …" if len(halves) > 12 else "")
        games = "a game is" if len(halves) == 1 else "games are"
        return f"{games} open on board{'s' * (len(halves) > 1)} {boards} of {called}"
    if not later:
        then = "F4 standings" if last else "F4 standings, F2 next round"
        then = "F4 final standings" if finished else then
        return f"all results of {called} are in: {then}"
    total, it = len(round.matches), "it" if len(later) == 1 else "them"
    boards = f"board{'' if len(later) == 1 else 's'} {', '.join(map(str, later[:8]))}"
    more = " …" if len(later) > 8 else ""
    told = f"{total - len(later)} of {total} results of {called} are in, "
    told += f"{boards}{more} adjourned: "
    if last:
        return f"{told}the final standings wait for {it}"
    if waits:
        return f"{told}F2 next round draws what does not wait for {it}"
    return f"{told}F2 next round counts {it} as drawn until the result is entered"


def board_line(
    match: Match,
    white: Entrant,
    black: Entrant,
    widths: Widths,
    unsaved: str | None = None,
    about: str = "",
) -> Line:
    """One board; `unsaved` is a result that could not be saved, `about` what the match is."""
    parts = f" {match.board:>3}  {_player(white, widths)}  {_player(black, widths)}  "
    if unsaved is not None:
        shown = fit(f"NOT SAVED {result_text(unsaved)}", RESULT_WIDTH + 4)
        return Line(((parts, "plain"), (shown, "bad")), match.board)
    text = result_text(match.result.text if match.result else None)
    if match.result is not None and match.result.provisional:
        told = f"{text} open" if _half(match) else f"? {text}"
        return Line(((parts, "plain"), (told, "should")), match.board)
    if widths.about:
        shown = fit(text, widths.result + 1)
        return Line(((parts + shown, "plain"), (about, "dim")), match.board)
    return Line(((parts + text, "plain"),), match.board)


def _player(entrant: Entrant, widths: Widths) -> str:
    name = fit(safe(entrant.name), widths.name)
    if not widths.rating:
        return name
    return name + f"{rating_text(entrant, '-'):>{widths.rating}}"


def head_line(
    widths: Widths,
    sides: tuple[str, str] = ("White", "Black"),
    where: str = "board",
    about: str = "",
) -> Line:
    """The column heads; `where` is what a match is played at, `about` what all of them are."""
    white, black = (fit(side, widths.name + widths.rating) for side in sides)
    number = "Tbl" if where == "table" else " Bd"
    return line(f" {number}  {white}  {black}  Result  {about}".rstrip(), "dim")


def adjourned_boards(round: Round) -> tuple[int, ...]:
    """Boards whose game goes on later."""
    return tuple(m.board for m in round.matches if m.result is not None and m.result.provisional)


def bye_lines(event: Event, round: Round) -> list[Line]:
    """Those without a board, at the end of the list."""
    kinds = {"pairing": "bye", "requested": "bye asked for", "absent": "absent", "missed": ""}
    found = []
    for bye in round.byes:
        name = safe(event.entrant(bye.entrant).name)
        plain = f"{kinds[bye.kind]} +{points_text(bye.points)}"
        told = safe(special_bye_text(event, round.number, bye)) or plain
        found.append(line(f"      {name}  {told}", "dim"))
    return found


class BoardLines:
    """The lines of a round, made anew only for boards that changed."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[tuple[object, ...], Line]] = {}

    def of(
        self,
        event: Event,
        round: Round,
        widths: Widths,
        unsaved: Mapping[int, str],
        abouts: Mapping[int, str],
    ) -> list[Line]:
        """One line a board, in board order; `abouts` say by board what the match is."""
        people = entrants_by_id(event)
        lines = []
        for match in round.matches:
            white, black = people[match.white], people[match.black]
            about = abouts.get(match.board, "")
            made_of = (match, white, black, widths, unsaved.get(match.board), about)
            known = self._known.get(match.board)
            if known is None or any(
                a is not b and a != b for a, b in zip(known[0], made_of, strict=True)
            ):
                shown = board_line(*made_of)
                known = self._known[match.board] = (made_of, shown)
            lines.append(known[1])
        return lines


def entered_elsewhere(
    recent: Sequence[LoggedAction],
    elsewhere: frozenset[int],
    undone: frozenset[int],
    place: tuple[int, int],
    current: int,
) -> bool:
    """Whether the last word on the result of that (round, board) came from another console;
    `current` is the round in play."""
    for entry in reversed(recent):
        action = entry.action
        if entry.n in undone:
            continue
        if isinstance(action, PublishRound):
            return False
        if action.about(None).is_at(place[1], place[0], current):
            return entry.n in elsewhere
    return False


def publication(recent: Iterable[LoggedAction], undone: frozenset[int], number: int) -> int | None:
    """The action that published that round; None where it is long ago."""
    for entry in recent:
        action = entry.action
        if isinstance(action, PublishRound) and action.round == number and entry.n not in undone:
            return entry.n
    return None


def last_text(
    recent: Iterable[LoggedAction], undone: frozenset[int], elsewhere: frozenset[int], most: int = 3
) -> str:
    """`last: 10 ½-½ (you) · 13 + - anna@desk2`, the latest first; a list of results ends it."""
    found: list[str] = []
    for entry in reversed(tuple(recent)):
        action = entry.action
        if entry.n in undone:
            continue
        if isinstance(action, PublishRound):
            break  # board 2 of the round before is not board 2 of this one
        if not isinstance(action, EnterResult | EnterResults):
            continue
        who = safe(f"{entry.by}@{entry.host}", 24) if entry.n in elsewhere else "(you)"
        if isinstance(action, EnterResult):
            shown = "cleared" if action.result == CLEAR else brief(action.result)
            found.append(f"{action.number} {shown} {who}")
        else:
            found.append(f"{len(action.results)} boards, {who}")
            break
        if len(found) == most:
            break
    return " last: " + " · ".join(found) if found else ""
