"""A player in a side pane: who he is, his rounds, his rating performance as a picture, his title
norms, what the round in play can bring him."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.entrants import EntrantId, rating_text
from engine.event import Event, derived, last_call
from engine.history import CardLine, RoundKind, cards
from engine.match_results import MatchResult
from engine.performance import RatingPerformance, graded, performances
from engine.points import counted, points_text
from engine.prospects import Prospect, prospects
from engine.protocol import Format, bracketed, numbers
from engine.rating_change import Gap, rating_report
from engine.results import Outcome
from engine.standings import result_sign, tie_star
from engine.tables import StandingTable
from saves.card_sheets import without_game
from saves.cells import STEPS, STEPS_APART, in_lines, spark, text_width
from saves.rating_report import change_text, factor_said, remark
from saves.safe_text import safe, shortened
from tui.screens.columns import cell
from tui.widgets.lines import Line, line, titled

OPEN = "_"
"""A game without a result."""
HIGH = 4
"""Rows of the picture of a performance."""
WIDEST = 4
"""Cells of a bar."""


def ends(left: str, right: str, width: int, style: str = "plain", end: str = "plain") -> Line:
    """A text at either end of a line of so many cells; the left one is cut."""
    last = shortened(right, 60)
    room = max(width - text_width(last) - 1, 1)
    return Line(((cell(left, room), style), (f" {last}" if last else " ", end)))


def who_lines(event: Event, id: EntrantId, width: int, number: str = "") -> list[Line]:
    """Name, title and rating; below it what else distinguishes him from others, in one line, or in
    two if the number is among them."""
    entrant = event.entrant(id)
    rating = rating_text(entrant, "" if entrant.members else "no rating")
    right = " ".join(filter(None, (entrant.title, rating)))
    born = f"born {entrant.birth[:4]}" if entrant.birth else ""
    person, home = (entrant.federation, born), entrant.club or entrant.school
    first = ends(entrant.name, right, width, "strong")
    if not number:
        about = " · ".join(filter(None, (*person, home, entrant.category)))
        return [first, line(cell(about, width), "dim")]
    about = " · ".join(filter(None, (number, *person, entrant.category)))
    return [first, line(cell(about, width)), line(cell(home, width), "dim")]


def scored(event: Event, id: EntrantId) -> str:
    """`4 of 6`: the points so far, of those that could have been scored."""
    card = cards(event)[id]
    over = sum(x.kind is not RoundKind.OPEN for x in card.lines)
    return f"{points_text(card.score)} of {points_text(over * event.settings.round_points[-1])}"


@last_call
def numbers_of(format: Format, event: Event) -> Mapping[EntrantId, int]:
    """Everybody's start number."""
    return numbers(format, event)


def round_lines(event: Event, format: Format, id: EntrantId, width: int, most: int) -> list[Line]:
    """A line for each game or bye: `3 W  26 Jarveaux, Xu   2297  1`; at most so many, the last
    ones."""
    lines = cards(event)[id].lines
    known, teams = numbers_of(format, event), format.of_teams(event)
    label = max((len(event.settings.round_label(x.round)) for x in lines), default=1)
    wide = max((len(str(no)) for no in known.values()), default=1)
    shown = []
    for x in lines[-most:] if most > 0 else ():
        called = event.settings.round_label(x.round)
        if x.opponent is None:
            text = without_game(x, event, format, id)
            # nobody scores in a cup without a match
            won = "" if bracketed(format) else f"{points_text(x.points):>3} "
            shown.append(ends(f"{called:>{label}} {text}", won, width, "dim", "dim"))
            continue
        other = event.entrant(x.opponent)
        colour = "" if teams or format.several_boards else f"{x.colour or ' '} "
        front = f"{called:>{label}} {colour}{known[other.id]:>{wide}} "
        rating = "" if teams else f"{rating_text(other):>5}"
        end = f"{rating} {_result(x):>3} "
        room = max(width - len(front) - text_width(end), 1)
        shown.append(Line(((front, "plain"), (cell(other.name, room), "plain"), (end, "plain"))))
    return shown


def _result(x: CardLine) -> str:
    if isinstance(x.result, MatchResult):
        return (x.result if x.colour == "W" else x.result.turned()).score + tie_star(x)
    return result_sign(x) or OPEN


def rated_text(event: Event, id: EntrantId) -> str:
    """`performance 2412 · rating change +8.6 · expected 3.57 of 6 rated games · K 20`; empty where
    nothing is known."""
    report = rating_report(event, id)
    if report.gap is Gap.GRADES and report.performance is not None:
        return f"performance {report.performance.rating} by ECF grades"
    if report.gap is not None or (report.change is None and report.first is None):
        return ""
    performed = report.performance.rating if report.performance else ""
    if report.first is not None:
        return f"performance {performed} · {remark(report)}"
    return (
        f"performance {performed} · rating change {change_text(report)} · expected "
        f"{report.expected} of {counted(len(report.games), 'rated game')} · "
        f"{factor_said(report.factor)}"
    )


@derived
def scale(event: Event) -> tuple[int, int] | None:
    """From the lowest to the highest game of the field as ratings, in whole steps of the scale;
    None without."""
    shown = [v for p in performances(event).values() for v in p.by_round if v is not None]
    unit = _unit(event)
    return (min(shown) // unit * unit, -(-max(shown) // unit) * unit) if shown else None


def _unit(event: Event) -> int:
    """The steps of a scale: hundreds of ratings, tens of grades."""
    return 10 if graded(event) else 100


def performed_text(performed: RatingPerformance | None) -> str:
    """`2635 (+93)`: the performance, and how far it is from his own rating."""
    if performed is None:
        return ""
    return str(performed.rating) + ("" if performed.beyond is None else f" ({performed.beyond:+})")


def trend(event: Event, id: EntrantId) -> str:
    """One cell a round, higher for a better game; `·` where there was none."""
    performed, span = performances(event).get(id), scale(event)
    if performed is None or span is None:
        return ""
    return "".join(
        "·" if value is None else spark([value], *span, STEPS_APART) for value in performed.by_round
    ).rstrip("·")


def performance_lines(event: Event, id: EntrantId, width: int) -> list[Line]:
    """A titled picture of bars, a round each, on the player's own scale; nothing where nobody has
    a performance."""
    span, count = scale(event), len(event.published)
    if span is None or not count:
        return []
    performed = performances(event).get(id)
    by_round: Sequence[int | None] = performed.by_round if performed else (None,) * count
    played = [value for value in by_round if value is not None] or [*span]
    unit = _unit(event)
    low = (min(played) - unit) // unit * unit
    step = max(-(-(max(played) - low) // HIGH // unit) * unit, 2 * unit)
    cells = min(max((width - 6) // count - 1, 1), WIDEST)
    shown = range(count)[-((width - 6) // (cells + 1)) :]
    lines = [titled("performance", width, performed_text(performed))]
    for row in reversed(range(HIGH)):
        bottom = low + row * step
        bars = " ".join(_bar(by_round[at], bottom, step) * cells for at in shown)
        label = f"{bottom + step:>5} " if performed else " " * 6
        lines.append(Line(((label, "dim"), (bars.ljust(width - 6), "accent"))))
    names = [f"R{at + 1}" if cells > 1 else str((at + 1) % 10) for at in shown]
    labels = " ".join(cell(name, cells) for name in names)
    lines.append(line(cell(" " * 6 + labels, width), "dim"))
    return [*lines, *change_lines(event, id, width)]


def change_lines(event: Event, id: EntrantId, width: int) -> list[Line]:
    """`rating +8.6        expected 3.57 of 6 rated games · K 20`; for an unrated player the first
    rating; empty if the event changes no rating."""
    report = rating_report(event, id)
    if report.first is not None:
        return [line(cell(f"first rating {report.first.rating}", width), "dim")]
    if report.change is None:
        return []
    left, k = f"rating {change_text(report)}", factor_said(report.factor)
    short = f"{report.expected} of {len(report.games)}"
    share = f"{report.expected} of {counted(len(report.games), 'rated game')}"
    wordings = (
        *(f"{exp} {of} · {k}" for of in (share, short) for exp in ("expected", "exp.")),
        *(f"exp. {short}", short),
    )
    room = width - text_width(left) - 1
    return [ends(left, next((w for w in wordings if text_width(w) <= room), ""), width)]


def _bar(value: int | None, bottom: int, step: int) -> str:
    """A cell of a bar: the part of it between the row's bottom and top."""
    if value is None or value <= bottom:
        return " "
    return STEPS[min((value - bottom) * len(STEPS) // step, len(STEPS) - 1)]


# Title norms


@last_call
def norm_texts(event: Event, id: EntrantId) -> tuple[tuple[str, str], ...]:
    """`✓ WIM norm made: 5 of 9, performance 2357, opponents 2314`, and the like of every title that
    the player can hope for, each after its style."""
    from engine.norms import NormState, norms_of, within_reach
    from saves.norms import outlook_words

    entrant = event.entrant(id)
    shown = {
        NormState.MADE: ("strong", "✓", "made"),
        NormState.OPEN: ("plain", "…", "takes"),
        NormState.MISSED: ("dim", "–", "missed"),
    }
    texts = []
    for one in norms_of(event, entrant):
        if within_reach(entrant, one):
            style, mark, word = shown[one.state]
            norm = f"{mark} {one.title.value} norm {word}"
            texts.append((style, f"{norm}: {outlook_words(event, one)}"))
    return tuple(texts)


def norm_lines(event: Event, id: EntrantId, width: int) -> list[Line]:
    """A titled section; empty for a player who can hope for no norm."""
    texts = norm_texts(event, id)
    if not texts or not event.published:
        return []
    lines = [titled("norms", width)]
    for style, text in texts:
        lines += [line(part, style) for part in in_lines(text, width, "  ")]
    return lines


# What the round in play can bring somebody


_WORDS = {Outcome.WIN: "wins", Outcome.DRAW: "draws", Outcome.LOSS: "loses"}
_SIGNS = {Outcome.WIN: "1", Outcome.DRAW: "½", Outcome.LOSS: "0"}


def prospect_lines(
    event: Event, format: Format, table: StandingTable, id: EntrantId, width: int
) -> list[Line]:
    """The places that the game in play leaves open, in four lines; nothing while none is."""
    current, shown = event.current, prospects(event, format, table, id)
    if current is None or not shown:
        return []
    title = titled(f"{event.called(current.number)} can bring", width, "by points")
    lines = [title, *(line(cell(prospect_text(one), width)) for one in shown)]
    return [*lines, *[Line()] * 3][:4]


def prospect_text(prospect: Prospect) -> str:
    """`draws  6½    1st–3rd`."""
    word = _WORDS[prospect.outcome] if prospect.outcome else "stays"
    return f"{word:<6} {points_text(prospect.points):<5} {places(prospect)}"


def places(prospect: Prospect) -> str:
    """`1st alone`, `4th`, `1st–3rd`."""
    if prospect.best == prospect.worst:
        return f"{ordinal(prospect.best)}{' alone' if prospect.best == 1 else ''}"
    return f"{ordinal(prospect.best)}–{ordinal(prospect.worst)}"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    if number % 100 // 10 != 1 and number % 10 in (1, 2, 3):
        return f"{number}{('st', 'nd', 'rd')[number % 10 - 1]}"
    return f"{number}th"


def next_text(event: Event, format: Format, table: StandingTable, id: EntrantId, width: int) -> str:
    """`next: board 1, Black, Moyvane, Runa · 1: 1st, ½: 1st–3rd, 0: 2nd–9th`, the opponent's name
    cut; the places alone of somebody without a game; empty where nothing of his is open."""
    current = event.current
    match = next((m for m in current.matches if id in m.pair and m.open), None) if current else None
    shown = ", ".join(
        f"{_SIGNS[one.outcome]}: {places(one)}" if one.outcome else places(one)
        for one in prospects(event, format, table, id)
    )
    if match is None:
        finish = shown.replace("–", " to ")
        return f"can finish this round {finish}, by points" if shown else ""
    side = "White, " if match.white == id else "Black, "
    if format.of_teams(event) or format.several_boards:
        side = ""
    board = f"next: {event.board_name(match.board)}, {side}"
    end = f" · {shown}" if shown else ""
    name = safe(event.entrant(match.opponent(id)).name, 400)
    room = max(width - text_width(board) - text_width(end), 8)
    return board + (name if text_width(name) <= room else cell(name, room)) + end
