"""Every criterion of KJCA, ECF and Galway rounds counted by itself, from the published rounds and
the pages of the formats; it shares no code with the measures.

`counts` gives those of a round by (group, criterion), named as the measures name them so that the
two can be held together. Less is better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine.event import Event, Round
from tests.formats.dutch.counting import Counting, Whole
from tests.formats.oracles import ecf_field, galway_oracle
from tests.formats.oracles.ecf_values import claim, off_median
from tests.formats.oracles.galway_brute import position_of

Key = tuple[str, str]
Value = int | Fraction | tuple[int, ...] | list[tuple[int, ...]]
Counts = dict[Key, Value]

NOT_COUNTED = {
    "kjca": set[str](),
    "ecf": {"order", "who floats", "turned", "bye"},
    "galway": {"order", "who crosses", "colours", "C8"},
}
"""Criteria of the measures that have no count here: orders that part what is equal, searches for
the best, and first colours. In accelerated rounds of ECF the lettered groups have none either."""


def ways(was: Counts, now: Counts) -> dict[Key, int]:
    """By what has changed whether it is worse, 1, or better, -1. What is not there is nothing."""
    found = {}
    for key in was.keys() | now.keys():
        one, other = was.get(key), now.get(key)
        if one is None or other is None:
            there = other if one is None else one
            nothing: Value = type(there)()  # type: ignore[misc]
            one, other = (nothing, there) if one is None else (there, nothing)
        if one != other:
            found[key] = 1 if other > one else -1  # type: ignore[operator]
    return found


HALF = Fraction(1, 2)
SCORED = {
    "1-0": (Fraction(1), Fraction(0)),
    "0-1": (Fraction(0), Fraction(1)),
    "1/2-1/2": (HALF, HALF),
    "+/-": (Fraction(1), Fraction(0)),
    "-/+": (Fraction(0), Fraction(1)),
    "-/-": (Fraction(0), Fraction(0)),
}


def points(score: Fraction) -> str:
    """`1½`, as scores are written."""
    whole, half = divmod(score, 1)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def group_name(score: Fraction) -> str:
    """`1½ points`."""
    return f"{points(score)} point{'' if 0 < score <= 1 else 's'}"


def paired(round: Round) -> tuple[list[tuple[str, str]], str | None]:
    """White and Black of every board; who has the bye."""
    byes = [bye.entrant for bye in round.byes if bye.kind == "pairing"]
    return [match.pair for match in round.matches], byes[0] if byes else None


def counts(name: str, event: Event, round: Round) -> Counts:
    """Of a round of one of the three formats; `event` as it was before it."""
    settings: Any = event.settings
    if name == "kjca":
        return kjca(event, round)
    if name == "ecf":
        return ecf(event, round, settings.acceleration, settings.pairing == "graded")
    return galway(event, round, settings.closed_rounds, settings.mixed_groups == "upper first")


# KJCA


@dataclass(eq=False)
class Card:
    """A player's card before a round; `rank` is by grade."""

    id: str
    rank: int
    school: str
    score: Fraction = Fraction(0)
    colours: str = ""
    met: set[str] = field(default_factory=set)
    down: int = 0
    up: int = 0
    byes: int = 0

    def third(self, colour: str) -> bool:
        """Whether it would be the third running."""
        return (self.colours + colour)[-3:] == 3 * colour


def kjca_cards(event: Event, here: Iterable[str]) -> list[Card]:
    """By score, then by grade."""
    graded = sorted(event.entrants, key=lambda e: -(e.rating or 0))
    cards = {e.id: Card(e.id, n, e.school) for n, e in enumerate(graded)}
    for played in event.published:
        before = {id: card.score for id, card in cards.items()}
        for match in played.matches:
            assert match.result is not None
            for me, other, scored, colour in zip(
                match.pair, match.pair[::-1], SCORED[match.result.text], "WB", strict=True
            ):
                card = cards[me]
                card.score += scored
                card.down += before[me] > before[other]
                card.up += before[me] < before[other]
                if match.result.played:
                    card.met.add(other)
                    card.colours += colour
        for bye in played.byes:
            cards[bye.entrant].score += Fraction(bye.points)
            cards[bye.entrant].byes += bye.kind == "pairing"
    return sorted((cards[id] for id in here), key=lambda card: (-card.score, card.rank))


def due_to_higher(high: Card, low: Card) -> str:
    """Step 4: the opposite of his own last colour, else of what his opponent would be due."""
    if high.colours:
        return "B" if high.colours[-1] == "W" else "W"
    return low.colours[-1:]


def kjca(event: Event, round: Round) -> Counts:
    """Everything that the page counts; `event` as it was before the round."""
    boards, bye = paired(round)
    ids = [id for pair in boards for id in pair] + ([bye] if bye else [])
    field = kjca_cards(event, ids)
    place = {card.id: n for n, card in enumerate(field)}
    colour = {id: c for pair in boards for id, c in zip(pair, "WB", strict=True)}
    other = {a: b for pair in boards for a, b in (pair, pair[::-1])}
    scores = sorted({card.score for card in field}, reverse=True)
    of = {card.id: scores.index(card.score) for card in field}
    card = {one.id: one for one in field}
    games = [sorted(pair, key=place.__getitem__) for pair in boards]
    alone = {c.id for c in field if c.score == round.number - 1}
    last = round.number == event.settings.rounds and len(alone) == 2

    def shunned(a: str, b: str) -> bool:
        if round.number == 1 or (last and {a, b} == alone):
            return False
        return bool(card[a].school) and card[a].school == card[b].school

    found: Counts = {
        ("", "repeats"): sum(b in card[a].met for a, b in games),
        ("", "third colours"): sum(card[id].third(colour[id]) for id in colour),
        ("", "bye"): card[bye].byes if bye else 0,
    }
    price = 0
    for n, score in enumerate(scores):
        where = group_name(score)
        leaving = [c.id for c in field if of[c.id] <= n and of.get(other.get(c.id, ""), -1) > n]
        if bye and (n == len(scores) - 1 or of[bye] <= n):
            leaving.append(bye)
        leaving.sort(key=place.__getitem__)
        if n == len(scores) - 1:
            found[where, "bye low"] = tuple(-place[id] for id in leaving)
        else:
            residents = [id for id in leaving if of[id] == n]
            met = [other[id] for id in leaving if id in other]
            there = [id for id in met if of[id] == n + 1]
            found[where, "floats"] = len(leaving)
            found[where, "second downfloats"] = sum(card[id].down > 0 for id in residents)
            found[where, "who floats"] = tuple(sorted(-place[id] for id in residents))
            found[where, "passing"] = len(leaving) - len(there)
            found[where, "second upfloats"] = sum(card[id].up > 0 for id in there)
            found[where, "rule 8 of floats"] = sum(shunned(id, other[id]) for id in met)
            nowhere = len(field)
            found[where, "floated up"] = tuple(
                place[other[id]] if other.get(id) in there else nowhere for id in leaving
            )
        inside = [c.id for c in field if of[c.id] == n and of.get(other.get(c.id, ""), -1) == n]
        counts = _kjca_group([card[id] for id in inside], other, colour, shunned)
        found |= {(where, name): value for name, value in counts.items()}
        altered = counts["altered"]
        avoided = counts["games avoided"]
        assert isinstance(altered, int)
        assert isinstance(avoided, int)
        found[where, "alterations"] = altered + 2 * avoided
        price += altered
    found["", "alterations"] = price + 2 * sum(shunned(a, b) for a, b in games)
    if not any(shunned(a.id, b.id) for a in field for b in field if a is not b):
        # rule 8 keeps nobody apart: boards off the ideal are told as that alone
        found = {key: value for key, value in found.items() if key[1] != "alterations"}
    again = sorted((place[a], place[b]) for a, b in games if b in card[a].met)
    found["", "repeats low"] = tuple(-n for pair in again for n in pair)
    found["", "colours"] = _kjca_colours(event, round, games, of, card, colour, field)
    found["", "differences"] = sum(
        _beyond(card[id].colours, colour[id]) for pair in boards for id in pair
    )
    return found


def _beyond(colours: str, colour: str) -> bool:
    """Further beyond a difference of two."""
    gap = colours.count(colour) - colours.count("B" if colour == "W" else "W")
    return gap + 1 > 2


def _kjca_group(
    players: Sequence[Card],
    other: dict[str, str],
    colour: dict[str, str],
    shunned: object,
) -> dict[str, Value]:
    """Steps 3 to 6: the top half from the top down against the bottom half."""
    assert callable(shunned)
    k = len(players) // 2
    at = {card.id: n for n, card in enumerate(players)}
    pairs = [(n, at[other[card.id]]) for n, card in enumerate(players) if at[other[card.id]] > n]

    def ideal(n: int) -> int:
        return n + k if n < k else n - k

    altered = [a for a, b in pairs if ideal(a) != b]
    turned = [
        a
        for a, b in pairs
        if (due := due_to_higher(players[a], players[b])) and colour[players[a].id] != due
    ]
    moved = sorted({a for a in (*altered, *turned) if a < k})
    avoided = sum(shunned(players[a].id, players[b].id) for a, b in pairs)
    return {
        "altered": len(altered),
        "games avoided": avoided,
        "crossing": sum((a < k) == (b < k) for a, b in pairs),
        "turned": len(turned),
        "displacement": sum((b - ideal(a)) ** 2 + (a - ideal(b)) ** 2 for a, b in pairs),
        "altered low": tuple(-a for a in moved),
    }


def _kjca_colours(
    event: Event,
    round: Round,
    games: Sequence[Sequence[str]],
    of: dict[str, int],
    card: dict[str, Card],
    colour: dict[str, str],
    field: Sequence[Card],
) -> int:
    """Floaters' games by step 4, turned only where that saves a third colour; first games by the
    card in round 1 (odd cards of the top half White), later by the board (odd ones White)."""
    board = {id: match.board for match in round.matches for id in match.pair}
    playing = [c.id for c in field if c.id in colour]
    off = 0
    for high, low in games:
        due = due_to_higher(card[high], card[low])
        if not due:
            number = board[high]
            if round.number == 1 and playing.index(high) < len(playing) // 2:
                number = playing.index(high) + 1
            due = "W" if number % 2 else "B"
        elif of[high] == of[low]:
            continue
        else:
            less = "B" if due == "W" else "W"
            if card[low].third(less) and not card[high].third(less):
                due = less
        off += colour[high] != due
    return off


# ECF without acceleration


def ecf(event: Event, round: Round, mode: str, graded: bool) -> Counts:
    """Rules 7 to 9 by level; of an accelerated round what does not depend on its groups."""
    boards, bye = paired(round)
    known = ecf_field.field_before(event, mode)
    other = {a: b for pair in boards for a, b in (pair, pair[::-1])}
    colour = {id: c for pair in boards for id, c in zip(pair, "WB", strict=True)}
    found: Counts = {
        ("", "repeats"): sum(b in known[a].met for a, b in boards),
        ("", "colours"): sum(known[id].forbidden(c) for id, c in colour.items()),
    }
    if bye:
        had = sum(b.entrant == bye and b.kind == "pairing" for r in event.published for b in r.byes)
        found["", "second bye"] = had
    if mode != "none" and ecf_field.accelerating(event, mode):
        return found
    if round.number == 1 and mode != "none":
        return found
    scores = sorted({known[id].score for id in (*other, *([bye] if bye else []))}, reverse=True)
    for score in scores:
        where = group_name(score)
        level = [known[id] for id in other if known[id].score == score]
        gone = [c for c in level if known[other[c.id]].score < score]
        inside = ecf_field.by_rank(c for c in level if known[other[c.id]].score == score)
        found[where, "floats"] = len(gone)
        far = sum(score - known[other[c.id]].score for c in gone)
        found[where, "distance"] = Fraction(far)
        found |= {(where, name): v for name, v in _ecf_level(inside, other, colour, graded).items()}
    return found


def _ecf_level(
    line: Sequence[ecf_field.Card], other: dict[str, str], colour: dict[str, str], graded: bool
) -> dict[str, Value]:
    """Colours refused and how strong their claims are, then the games, by the mid-line."""
    k = len(line) // 2
    at = {card.id: n for n, card in enumerate(line)}
    pairs = [(n, at[other[card.id]]) for n, card in enumerate(line) if at[other[card.id]] > n]
    refused = [card for card in line if card.due and colour[card.id] != card.due]
    found: dict[str, Value] = {
        "refused": len(refused),
        "claims": sorted(map(claim, refused), reverse=True),
        "median": sum(off_median(card, line) for card in refused),
    }
    if not k:
        return found
    if not graded:
        ideal = {n: n + k if n < k else n - k for n in range(2 * k)}
        both = [*pairs, *((b, a) for a, b in pairs)]
        found["displacement"] = sum(abs(b - ideal[a]) for a, b in both)
        return found
    above, below = (sum(c.grade for c in half) for half in (line[:k], line[k:]))
    d = Fraction(above - below, k)
    found["same side"] = sum((a < k) == (b < k) for a, b in pairs)
    found["squares"] = sum(
        ((abs(line[a].grade - line[b].grade) - abs(d)) ** 2 for a, b in pairs), Fraction(0)
    )
    return found


# Galway


def galway(event: Event, round: Round, closed: int, upper_first: bool) -> Counts:
    """The Dutch criteria on notional points, or section by section on real ones."""
    order = [e.id for e in sorted(event.entrants, key=lambda e: -(e.rating or 0))]
    boards, _ = paired(round)
    byes = [bye.entrant for bye in round.byes if bye.kind == "pairing"]
    if event.published:
        section = {e.id: "ABCDEF".index(e.section) for e in event.entrants}
    else:
        placed = {*byes, *(id for pair in boards for id in pair)}
        there = [id for id in order if id in placed]
        cut = [n for n, size in enumerate(galway_oracle.sizes(len(there))) for _ in range(size)]
        section = dict.fromkeys(order, max(cut)) | dict(zip(there, cut, strict=True))
    cards = galway_oracle.field_before(event, order, section, closed)
    rounds = event.settings.rounds
    whole = _law(cards, boards, byes)
    if round.number <= rounds - closed:
        here = [cards[id] for pair in boards for id in pair] + [cards[id] for id in byes]

        def counts() -> Counts:
            position = position_of(
                here, round.number, rounds, notional=True, all_cards=list(cards.values())
            )
            return _dutch(position, cards, boards, byes, "{} n-point{}")

        found = counts() | whole
        if upper_first:
            # who stands first in a mixed group counts in C14 to C21 of the group below alone
            below = {key: value for key, value in found.items() if key[1] in ("C18", "C20")}
            for card in _uppers(here):
                card.floats = []
            found = counts() | whole | below
            found |= _apart(here, dict([*boards, *(pair[::-1] for pair in boards)]))
        return found
    crossing = [pair for pair in boards if section[pair[0]] != section[pair[1]]]
    found = {**whole, ("", "cross-section"): len(crossing)}
    for n in sorted({section[id] for pair in boards for id in pair} | {section[b] for b in byes}):
        mine = [pair for pair in boards if section[pair[0]] == section[pair[1]] == n]
        rests = [id for id in byes if section[id] == n]
        here = [cards[id] for pair in mine for id in pair] + [cards[id] for id in rests]
        if here:
            position = position_of(
                here, round.number, rounds, notional=False, all_cards=list(cards.values())
            )
            name = f"Section {'ABCDEF'[n]} · {{}} point{{}}"
            own = _dutch(position, cards, mine, rests, name)
            found |= {(key[0] or name[:9], key[1]): v for key, v in own.items() if key[1] != "C5"}
        if rests:
            # all of them: a section can have two by hand
            found[f"Section {'ABCDEF'[n]}", "C5"] = tuple(
                sorted((int(100 * cards[id].score) for id in rests), reverse=True)
            )
    return found


def _law(
    cards: dict[str, galway_oracle.Card], boards: Sequence[tuple[str, str]], byes: Sequence[str]
) -> Counts:
    """C1 to C3, and C.04.1 on colours, which is not for games of topscorers."""
    pairs = [(cards[a], cards[b]) for a, b in boards]
    usual = [pair for pair in pairs if not any(card.topscorer for card in pair)]
    seats = [(card.colours, c) for pair in usual for card, c in zip(pair, "WB", strict=True)]
    return {
        ("", "C1"): sum(b.id in a.met for a, b in pairs),
        ("", "C2"): sum(not cards[id].may_have_bye for id in byes),
        ("", "C3"): sum(a.wish == b.wish and a.wish[1] == 3 for a, b in usual),
        ("", "third colours"): sum((had + c)[-3:] == 3 * c for had, c in seats),
        ("", "differences"): sum(_beyond(had, c) for had, c in seats),
    }


def _dutch(
    position: object,
    cards: dict[str, galway_oracle.Card],
    boards: Sequence[tuple[str, str]],
    byes: Sequence[str],
    name: str,
) -> Counts:
    number = {id: card.rank + 1 for id, card in cards.items()}
    pairs = frozenset(frozenset((number[a], number[b])) for a, b in boards)
    whole = Whole(pairs, number[byes[0]] if byes else None)
    counts = Counting(position).count(whole, order=False)  # type: ignore[arg-type]
    found: Counts = {}
    for (score, criterion), value in counts.items():
        text = points(Fraction(score, 100)) if score is not None else ""
        where = name.format(text, "" if text in ("1", "½") else "s") if text else ""
        found[where, criterion] = value
    return found


def _mixed(
    here: Sequence[galway_oracle.Card],
) -> Iterator[tuple[list[galway_oracle.Card], list[galway_oracle.Card]]]:
    """Of groups with more of the lower sections than of the highest: who is of that one, and the
    others."""
    for group in galway_oracle.notional_groups(here):
        highest = min(card.section for card in group)
        uppers = [card for card in group if card.section == highest]
        others = [card for card in group if card.section != highest]
        if len(others) > len(uppers):
            yield uppers, others


def _uppers(here: Sequence[galway_oracle.Card]) -> list[galway_oracle.Card]:
    return [card for uppers, _ in _mixed(here) for card in uppers]


def _apart(here: Sequence[galway_oracle.Card], other: dict[str, str]) -> Counts:
    """Who of the highest section of a mixed group does not meet somebody of the others there."""
    found: Counts = {}
    for uppers, others in _mixed(here):
        text = points(uppers[0].notional)
        where = f"{text} n-point{'' if text in ('1', '½') else 's'}"
        those = {card.id for card in others}
        found[where, "sections"] = sum(other.get(card.id) not in those for card in uppers)
    return found
