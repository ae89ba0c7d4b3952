"""The board beside Pairings: why these two, both cards, what a swap would cost, the whole round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING

from engine.by_hand import Cost, cost
from engine.entrants import EntrantId, rating_text
from engine.event import Event, Match, Round, last_call
from engine.history import PairingCard
from engine.instead import CriterionChange
from engine.points import points_text
from engine.proposal import swap
from engine.protocol import Conflict, Format, Severity, bracketed, overrides
from engine.refusal import Refused
from engine.rules import conflicts
from saves.cells import spark, text_width, wrapped
from saves.safe_text import safe
from tui.places.pairings.editing import is_left
from tui.places.pairings.lines import SYMBOL, Review, reasons, short_name
from tui.places.pairings.picture import (
    JudgedSwaps,
    PairingsState,
    SwapCost,
    review_of,
    selected_player,
)
from tui.places.shape import DeskView, Fetch, Step
from tui.widgets.lines import MARKER, Line, fit, line, titled

if TYPE_CHECKING:
    from tui.app import TopboardApp


WHY_MOST, WHY_LEAST = 9, 3
"""Lines of the reasons."""
SWAPS_MOST, SWAPS_LEAST = 4, 2
"""Others with whom places are changed: each more sends 220 bytes with every move."""
WIDE = 44
"""Cells in which two cards are beside each other with what is in them written out."""
ROOMY = 36
"""Cells from which the figures of two draws are well apart."""
STEP = 100
"""To so many points the scale of rating gaps is rounded up."""
OTHERS = 4
"""Others that are looked at for one player."""
LONG_VALUE = 12
"""Characters of a criterion's value that is a list and says nothing at a glance."""


def pane(desk: DeskView, state: PairingsState, width: int, height: int) -> Sequence[Line] | None:
    """Its parts from top to bottom, as many as there is room for. Which there are hangs on the
    round and the size, so that nothing moves when another board is selected."""
    review = review_of(desk, state)
    if review is None or not review.matches:
        return None
    shown = _layout(desk, state, review, width, height)
    parts = [_cards(review, state, width), _why(review, state, width, shown.why)]
    if shown.swaps:
        parts.append(_swaps(desk, state, review, width, shown.swaps))
    if shown.round:
        parts.append(_round(review, width))
    if shown.gaps:
        parts.append(_gaps(review, width))
    return [one for part in parts for one in (*part, Line())][:-1]


@dataclass(frozen=True, slots=True)
class _Layout:
    """Lines of the reasons, others with whom places are changed, lines about the round."""

    cards: int
    why: int
    swaps: int
    round: int
    gaps: bool

    @property
    def height(self) -> int:
        """Lines of all parts, a blank one between two."""
        parts = [self.cards, self.why + 1, (2 * self.swaps + 1) * bool(self.swaps)]
        parts += [(self.round + 1) * bool(self.round), 3 * self.gaps]
        return sum(part + 1 for part in parts if part) - 1


def _layout(
    desk: DeskView, state: PairingsState, review: Review, width: int, height: int
) -> _Layout:
    proposed = review.round is desk.event.proposal
    may_swap = proposed and not desk.format.by_hand_refused(desk.event, "swap")
    round = len(_figures(review, None)) if not review.round.extra else 0
    swaps = min(SWAPS_MOST, len(review.matches) - 1) * may_swap
    cards = len(_card_labels(review)) + (2 if _names_apart(review, width) else 1)
    whole = _Layout(cards, WHY_MOST, swaps, round, _rated(review))
    tries = [replace(whole, why=lines) for lines in range(WHY_MOST, 4, -1)]
    less = replace(whole, why=5)
    tries += [replace(less, swaps=n) for n in range(less.swaps, SWAPS_LEAST - 1, -1)]
    less = replace(less, swaps=min(less.swaps, SWAPS_LEAST))
    tries += [replace(less, gaps=False), replace(less, gaps=False, round=0)]
    tries += [replace(less, gaps=False, round=0, swaps=0, why=WHY_LEAST)]
    return next((one for one in tries if one.height <= height), tries[-1])


# Both cards


def _ids(review: Review, state: PairingsState) -> tuple[EntrantId, ...]:
    match, key = review.match(state.selected), state.selected
    if match is not None:
        return match.pair
    return (str(key[1]),) if isinstance(key, tuple) else ()


def _cards(review: Review, state: PairingsState, width: int) -> list[Line]:
    """Name, number and rating, points and colours, floats, opponents so far. If names of this event
    are wider than a card each has its own line, Black's at the right."""
    ids, room = _ids(review, state), (width - 1) // 2
    names = [safe(review.cards[id].entrant.name) for id in ids]
    left, right = [*names, "", ""][:2]
    if _names_apart(review, width):
        heads = [left, " " * max(width - text_width(right), 0) + right]
    else:
        heads = [f"{fit(left, room)} {fit(right, width - room - 1)}"]
    rows = [_card(review, review.cards[id], room) for id in ids] or [[""] * _card_height(review)]
    if len(rows) == 1:
        rows.append([""] * len(rows[0]))
    lines = [line(fit(head, width).rstrip(), "strong") for head in heads]
    for one, other in zip(*rows, strict=True):
        lines.append(line(f"{fit(one, room)} {fit(other, width - room - 1)}".rstrip()))
    return lines


def _names_apart(review: Review, width: int) -> bool:
    """Whether a name of this round is wider than a card: the same for all its boards."""
    return _widest(review.event) > (width - 1) // 2


@last_call
def _widest(event: Event) -> int:
    return max((text_width(safe(entrant.name)) for entrant in event.entrants), default=0)


def _card_height(review: Review) -> int:
    return len(_card_labels(review))


def _card_labels(review: Review) -> tuple[str, ...]:
    """What a card says of an entrant here: what has no meaning in the format is left out."""
    swiss = not (bracketed(review.format) or overrides(review.format, "meetings"))
    scored = review.scored or not review.teams
    labels = ["number"]
    labels += ["points"] * scored + ["colours"] * review.coloured
    return (*labels, *(["floats"] * (swiss and scored)), "met")


def _card(review: Review, card: PairingCard, room: int) -> list[str]:
    entrant = card.entrant
    rating = " ".join(filter(None, (rating_text(entrant, ""), entrant.title)))
    number = review.numbers[entrant.id]
    met = [str(review.numbers[x.opponent]) for x in card.lines if x.met and x.opponent is not None]
    points = points_text(review.points[entrant.id])
    texts = {
        "number": f"No {number} · {rating}" if rating else f"No {number}",
        "points": f"{points} point{'' if points in ('1', '½') else 's'}",
        "colours": f"colours {card.colours or '–'}",
        "floats": _floats(*review.floats(entrant.id)),
        "met": _met(met, room),
    }
    return [texts[label] for label in _card_labels(review)]


def _floats(downfloats: Sequence[int], upfloats: Sequence[int]) -> str:
    down, up = (", ".join(map(str, rounds)) for rounds in (downfloats, upfloats))
    floats = [f"↓ {down}"] * bool(down) + [f"↑ {up}"] * bool(up)
    return f"floats {'  '.join(floats)}" if floats else "no float yet"


def _met(numbers: Sequence[str], room: int) -> str:
    """The opponents so far: the last ones if there is no room for all."""
    if not numbers:
        return "no game yet"
    shown = [*numbers]
    while shown:
        more = "… " if len(shown) < len(numbers) else ""
        text = f"met {more}{', '.join(shown)}"
        if len(text) <= room:
            return text
        shown = shown[1:]
    return f"met {len(numbers)}"


# Why


def _why(review: Review, state: PairingsState, width: int, most: int) -> list[Line]:
    words = " ".join(reasons(review, state.selected)) if _ids(review, state) else ""
    texts = [text[2:] for text in wrapped(words, width + 1, " ", most=most)] if words else []
    title = "Why these two" if review.match(state.selected) is not None else "Why this bye"
    if is_left(state.selected):
        return [titled(f"Without a {review.event.board_word}", width, ""), *([Line()] * most)]
    lines = [titled(title, width, "w all"), *(line(f" {text.strip()}") for text in texts)]
    return lines + [Line()] * (most + 1 - len(lines))


# What a swap would cost


def _swaps(
    desk: DeskView, state: PairingsState, review: Review, width: int, most: int
) -> list[Line]:
    """A line for each of the others and one for what it would cost, once that is known; for
    somebody without a board, who has no place to change, none."""
    if is_left(state.selected):
        return [Line()] * (2 * most + 1)
    subject, known = subject_of(desk, state), judged(desk, state)
    changed = "changed places" if width >= WIDE else "swapped"
    key = "enter" if state.aimed is not None else "→" if state.picked is None else "s"
    lines = [titled(f"If {_whose(review, state, subject, width)} {changed} with", width, key)]
    for other in window(all_others(desk, state), state.aimed, most):
        cost = known.get((subject or "", other), SwapCost("…", "dim", ""))
        board = review.round.board_of(other)
        where = f"{board:>4}" if board else " bye"
        name = fit(review.name(other), width - 8)
        if other == state.aimed:
            text = f"{MARKER}{where[1:]} {cost.mark} {name}"
            lines.append(line(text, "mark", other))
        else:
            parts = ((f"{where} ", "dim"), (f"{cost.mark} ", cost.style), (name, "plain"))
            lines.append(Line(parts, other))
        more = f" +{cost.more}" if cost.more else ""
        words = (fit(f"   {cost.words}", width - len(more)) + more).rstrip()
        lines.append(line(words, key=other))
    return lines + [Line()] * (2 * most + 1 - len(lines))


def _whose(review: Review, state: PairingsState, subject: EntrantId | None, width: int) -> str:
    if state.picked is not None:
        return review.name(state.picked).partition(",")[0]
    match = review.match(state.selected)
    if match is None or subject is None:
        return "the bye"
    side = review.format.sides(review.event)[match.pair.index(subject)]
    return f"its {side}" if width >= WIDE else side


# The whole round


def _round(review: Review, width: int) -> list[Line]:
    """The round, beside the engine's own draw where that differs."""
    own = review.costs.own if review.costs is not None else None
    now, drawn = _figures(review, None), _figures(review, own) if own is not None else None
    own_cells, now_cells = (9, 7) if width >= ROOMY else (8, 5)
    heads = f"{'computer':>{own_cells}}{'now':>{now_cells}}  ".lstrip() if drawn else ""
    room = width - now_cells - 2 - (own_cells if drawn else 0)
    title = _whole(("The whole round", "The round"), width - len(f"──  {heads}"))
    lines = [titled(title, width, heads)]
    for at, (labels, value, mark, style) in enumerate(now):
        parts = [(fit(f" {_whole(labels[width < WIDE :], room - 1)}", room), "plain")]
        if drawn:
            parts.append((f"{drawn[at][1]:>{own_cells}}", "plain"))
        parts.append((f"{value:>{now_cells}} {mark}", style if value != "0" else "plain"))
        lines.append(Line(tuple(parts)))
    return lines


def _whole(words: Sequence[str], room: int) -> str:
    """The longest that is whole in so many cells."""
    return next((one for one in words if len(one) <= room), words[-1])


Figure = tuple[Sequence[str], str, str, str]
"""What is counted, in full, in short, in fewest letters; how many; the mark and style where there
are any."""


@last_call
def _figures(review: Review, own: Round | None) -> tuple[Figure, ...]:
    """Of the round, or of the engine's own draw of it; judging takes its time, and is done once."""
    round = own if own is not None else review.round
    if own is None:
        broken: Sequence[Conflict] = review.broken
    else:
        broken = conflicts(review.format, review.event, own)
    return tuple(_counted(review, round, broken))


def _counted(review: Review, round: Round, conflicts: Sequence[Conflict]) -> Iterator[Figure]:
    boards = "matches" if review.teams else "games"
    for severity, word in ((Severity.MUST, "forbidden"), (Severity.SHOULD, "to avoid")):
        number = len([c for c in conflicts if c.severity is severity])
        if not number and severity not in review.counted:
            continue
        style = "danger" if severity is Severity.MUST else "attention"
        mark = SYMBOL[severity] if number else " "
        yield (f"{boards} {word}", word), str(number), mark, style
    labels = _card_labels(review)
    if "floats" in labels:
        unequal = sum(
            review.cards[m.white].score != review.cards[m.black].score for m in round.matches
        )
        yield (f"{boards} on unequal points", "unequal points"), str(unequal), " ", "plain"
    if "colours" in labels:
        again = sum(_same_again(review, m) for m in round.matches)
        words = ("same colour twice running", "same colour again", "colour twice")
        yield words, str(again), " ", "plain"
    if gaps := _gaps_of(review, round):
        words = ("median rating gap", "median rating gap", "median gap")
        yield words, f"{median(gaps):.0f}", " ", "plain"


def _same_again(review: Review, match: Match) -> int:
    white, black = review.cards[match.white].colours, review.cards[match.black].colours
    return (white[-1:] == "W") + (black[-1:] == "B")


def _gaps_of(review: Review, round: Round) -> list[int]:
    """Rating gaps by board, of boards where both have a rating."""
    return [gap for gap in _gap_by_board(review, round) if gap is not None]


def _gap_by_board(review: Review, round: Round) -> list[int | None]:
    """The rating gap of each board; None where not both have a rating."""
    event = review.event
    games = [m for m in round.matches if not m.boards]  # IMPs do not go by the ratings of chess
    pairs = ((event.entrant(m.white).rating, event.entrant(m.black).rating) for m in games)
    return [abs(white - black) if white and black else None for white, black in pairs]


def _rated(review: Review) -> bool:
    return len(_gaps_of(review, review.round)) > 1


def _gaps(review: Review, width: int) -> list[Line]:
    """The gap at each board as a picture, a blank where there is none; several boards a cell where
    there are many."""
    gaps = _gap_by_board(review, review.round)
    cells = max(width - 2, 1)
    each = -(-len(gaps) // cells)
    groups = [[gap for gap in gaps[i : i + each] if gap is not None]
              for i in range(0, len(gaps), each)]  # fmt: skip
    means = [sum(group) / len(group) if group else None for group in groups]
    top = max(-(-int(max(mean or 0 for mean in means)) // STEP) * STEP, STEP)
    shown = "".join(" " if mean is None else spark([mean], 0, top) for mean in means)
    word = review.event.board_word
    scale = f" {f'each {word}' if each == 1 else f'{each} {word}s a cell'} · █ is {top}"
    return [
        titled(f"Rating gap by {word}", width),
        line(f" {shown}", "accent"),
        line(scale, "dim"),
    ]


# What a change of places would cost: judged while nobody types, one at a time, the nearest board
# first


def subject_of(desk: DeskView, state: PairingsState) -> EntrantId | None:
    """Whose change of places is judged: who is marked for a swap, else whom `s` would take; None
    where nothing is proposed, or nobody can be moved."""
    review = review_of(desk, state)
    if review is None or review.round.published or review.round is not desk.event.proposal:
        return None
    if desk.format.by_hand_refused(desk.event, "swap"):
        return None
    who = state.picked or selected_player(desk, state)
    return who if who in review.round.drawn else None


def others_of(desk: DeskView, state: PairingsState) -> tuple[EntrantId, ...]:
    """With whom: of a marked player the selected one alone, else who sits at that side of the
    boards around, the nearest first; of these as many as are looked at, whoever is aimed at among
    them."""
    return window(all_others(desk, state), state.aimed, OTHERS)


def window(
    others: tuple[EntrantId, ...], aimed: EntrantId | None, most: int
) -> tuple[EntrantId, ...]:
    """So many of them: the first ones, or those that end with the one aimed at."""
    end = max(others.index(aimed) + 1 if aimed in others else 0, most)
    return others[max(end - most, 0) : end]


def all_others(desk: DeskView, state: PairingsState) -> tuple[EntrantId, ...]:
    """Everybody with whom places can be changed, the nearest first."""
    review, subject = review_of(desk, state), subject_of(desk, state)
    if review is None or subject is None:
        return ()
    if state.picked is not None:
        second = selected_player(desk, state)
        opposite = _opponent(review.round, subject)
        return (second,) if second is not None and second not in (subject, opposite) else ()
    matches = review.round.matches
    at = next((i for i, m in enumerate(matches) if subject in m.pair), len(matches))
    side = state.side if at == len(matches) else matches[at].pair.index(subject)
    near = sorted((i for i in range(len(matches)) if i != at), key=lambda i: (abs(i - at), -i))
    return tuple(matches[i].pair[side] for i in near)


def _opponent(round: Round, id: EntrantId) -> EntrantId | None:
    return next((m.opponent(id) for m in round.matches if id in m.pair), None)


def rest(desk: DeskView, state: PairingsState) -> Step[PairingsState]:
    """Nobody types: the next change that is not judged yet is."""
    review, subject = review_of(desk, state), subject_of(desk, state)
    if review is None or subject is None or desk.beside:
        return Step(state)
    known = judged(desk, state)
    for other in others_of(desk, state):
        if (subject, other) not in known:
            arguments = (desk.event, desk.format, review.round, subject, other)
            return Step(state, (Fetch(judge, SwapJudged(), arguments),))
    return Step(state)


def judged(desk: DeskView, state: PairingsState) -> Mapping[tuple[EntrantId, EntrantId], SwapCost]:
    """What is known of the current event."""
    swaps = state.swaps
    return swaps.costs if swaps is not None and swaps.event is desk.event else {}


@dataclass(frozen=True, slots=True)
class Judged:
    """One change, judged for that event."""

    event: Event
    pair: tuple[EntrantId, EntrantId]
    cost: SwapCost


def judge(
    app: TopboardApp | None, event: Event, format: Format, round: Round, a: EntrantId, b: EntrantId
) -> Judged:
    """What the round would gain and lose."""
    try:
        would_be = swap(round, a, b, lambda id: id)
    except Refused as refusal:
        return Judged(event, (a, b), SwapCost("·", "dim", refusal.what))
    return Judged(event, (a, b), verdict(cost(event, format, round, would_be)))


@dataclass(frozen=True, slots=True)
class SwapJudged:
    """One more change of places is judged."""

    def answered(self, desk: DeskView, state: PairingsState, value: object) -> Step[PairingsState]:
        """It is shown, unless the proposal has changed meanwhile."""
        if not isinstance(value, Judged) or value.event is not desk.event:
            return Step(state)
        costs = {**judged(desk, state), value.pair: value.cost}
        return Step(replace(state, swaps=JudgedSwaps(desk.event, costs)))


# In words


def verdict(cost: Cost) -> SwapCost:
    """The gravest thing that it makes worse, and how many more; else what it makes better."""
    worse = [*_conflicts(cost.more), *map(_change, cost.criteria)]
    better = [f"{one} goes" for one in _conflicts(cost.fewer)] + [*map(_change, cost.better)]
    if cost.severity is not None and worse:
        style = "danger" if cost.severity is Severity.MUST else "attention"
        return SwapCost(SYMBOL[cost.severity], style, worse[0], len(worse) - 1)
    if better:
        return SwapCost("+", "strong", f"better: {better[0]}", len(better) - 1)
    return SwapCost("=", "dim", "as good by every criterion")


def _conflicts(conflicts: tuple[Conflict, ...]) -> Iterator[str]:
    order = (Severity.MUST, Severity.SHOULD, Severity.NOTE)
    for one in sorted(conflicts, key=lambda c: order.index(c.severity)):
        yield short_name(one)


def _change(change: CriterionChange) -> str:
    """`players who float down: 1 → 3`; of a list only that it is worse or better."""
    was, now = change.shown
    text = change.measure.brief or change.measure.text
    if was == now or ", " in was + now or max(len(was), len(now)) > LONG_VALUE:
        return f"{text}: {'worse' if change.worse else 'better'}"
    return f"{text}: {was or '–'} → {now or '–'}"
