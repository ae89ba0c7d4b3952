"""The figures of trial events as a document and as tables for people."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any

from engine.trial.figures import Figures, mean, quantile
from engine.trial.many import TrialPlan
from saves.cells import EMPTY, bar
from saves.safe_text import shortened
from tui.commands.documents import Document

REASONS = 5
"""Reasons of rounds that could not be drawn that are listed, the most frequent first."""
ABREAST = 4
"""Formats side by side in 80 columns."""
PLACES = 10
"""Places of winners in the order of ratings that are listed one by one."""
HEAD, COLUMN, WIDEST = 30, 12, 40
"""Cells of what a row is called; of a format's figures, at least and at most."""
FIGURES = 15
"""Cells of the mean, the middle and the 90 % of a rating gap."""
NINETEEN_OF_TWENTY = 98
"""Per cent by which a share of one event may be off at most in 19 cases of 20; of n events by this
over the root of n."""
FEWEST = 4
"""Cells of a bar that is worth drawing."""
WIDTH = 80
_GAPS = "rating gaps"


@dataclass(frozen=True)
class Trial:
    """A plan, what came of it, and how long that took on all cores together."""

    label: str
    plan: TrialPlan
    figures: Figures
    entrants: int
    seconds: float


def document(trial: Trial) -> Document:
    """One format's figures; everything but `time` is the same for the same seed."""
    f = trial.figures
    return {
        "format": trial.plan.format,
        "settings": dict(trial.plan.settings),
        "events": f.events,
        "unfinished": f.unfinished,
        "entrants": trial.entrants,
        "rounds": max(f.rounds, default=0),
        "rounds_played": {str(n): f.rounds[n] for n in sorted(f.rounds)},
        "boards": f.boards,
        "games_a_player": {str(n): f.games[n] for n in sorted(f.games)},
        "perfect": {"0": f.perfect[0], "1": f.perfect[1], "2+": _from(f.perfect, 2)},
        "winner": {
            "by_rating_place": {str(place): f.winner[place] for place in sorted(f.winner)},
            "mean_place": mean(f.winner),
            "shared": f.shared,
        },
        "left": [
            {"round": r, "events": sum(f.left[r].values()), "mean": mean(f.left[r])}
            for r in sorted(f.left)
        ],
        "gaps": [{"round": r, **_gap(f.gaps[r])} for r in sorted(f.gaps)],
        "colours": _colours(f),
        "floats": _floats(f),
        "byes": {
            **{kind: f.byes[kind] for kind in ("pairing", "requested", "absent")},
            "second_pairing": f.second_byes,
        },
        "rematches": f.rematches,
        "undrawn": _undrawn(f),
        "time": _time(f, trial.seconds),
    }


def _colours(f: Figures) -> Document:
    return {
        "white_less_black": {str(d): f.colours[d] for d in sorted(f.colours)},
        "beyond_1": _beyond(f.colours, 1),
        "beyond_2": _beyond(f.colours, 2),
        "third_running": f.thirds,
    }


def _floats(f: Figures) -> Document:
    return {
        "boards": sum(f.unequal.values()),
        "same_way_again": f.floated_again,
        "by_round": [
            {"round": r, "boards": n, "points": f.distance[r] / 100}
            for r, n in sorted(f.unequal.items())
        ],
    }


def _time(f: Figures, seconds: float) -> Document:
    return {
        "draws": f.draws,
        "mean_ms": round(f.drawing / f.draws / 1e6, 2) if f.draws else None,
        "max_ms": round(f.slowest / 1e6, 2),
        "seconds": round(seconds, 2),
    }


def _gap(counts: Mapping[int, int]) -> Document:
    return {
        "boards": sum(counts.values()),
        "mean": mean(counts),
        "median": quantile(counts, 50),
        "p90": quantile(counts, 90),
        "max": max(counts, default=None),
    }


def _from(counts: Mapping[int, int], least: int) -> int:
    return sum(n for value, n in counts.items() if value >= least)


def _beyond(colours: Mapping[int, int], limit: int) -> int:
    return sum(n for value, n in colours.items() if abs(value) > limit)


def _undrawn(figures: Figures) -> list[Document]:
    return [
        {"round": round, "events": n, "reason": reason}
        for round, reasons in sorted(figures.undrawn.items())
        for reason, n in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    ]


def lines(
    labels: Sequence[str], documents: Sequence[Document], width: int = WIDTH
) -> Iterator[str]:
    """Tables of at most so many columns, formats side by side, with bars where there is room."""
    for text in _tables(labels, documents, width):
        yield from (
            textwrap.wrap(text, width, subsequent_indent="    ") if len(text) > width else (text,)
        )


def _tables(labels: Sequence[str], documents: Sequence[Document], width: int) -> Iterator[str]:
    for start in range(0, len(documents), ABREAST):
        part = slice(start, start + ABREAST)
        if start:
            yield ""
        yield from _overall(labels[part], documents[part], width)
        yield ""
        yield from _gap_table(labels[part], documents[part], width)
    for label, figures in zip(labels, documents, strict=True):
        yield from _reasons(label if len(labels) > 1 else "", figures["undrawn"])


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole, shown as a bar and in per cent."""

    part: int
    whole: int

    def text(self, room: int) -> str:
        """`███▌        27.1 %`."""
        if not self.whole:
            return "–"
        shown = f"{100 * self.part / self.whole:.1f} %"
        cells = room - len("  ") - len(" 100.0 %")
        if cells < FEWEST:
            return shown
        picture = bar(self.part, self.whole, cells).replace(EMPTY, " ")
        return f"  {picture} {shown:>7}"


def _heads(labels: Sequence[str], room: int) -> list[str]:
    """The heads of columns of these widths, a space before each."""
    return [shortened(label, room - 1) for label in labels]


def _row(head: str, cells: Sequence[str], room: int) -> str:
    return f"{head:<{HEAD}}" + "".join(f"{cell:>{room}}" for cell in cells)


def _rounds(document: Document) -> str:
    """`5`, or `11-13` where events differ."""
    played = [int(number) for number in document["rounds_played"]] or [0]
    return f"{min(played)}-{max(played)}" if len(played) > 1 else f"{played[0]}"


Figure = Callable[[Document], Any]
_OVERALL: tuple[tuple[str, Figure], ...] = (
    ("events", lambda d: d["events"]),
    ("entrants", lambda d: d["entrants"]),
    ("rounds", _rounds),
    ("games a player, mean (most)", lambda d: _games(d["games_a_player"])),
    ("left after rounds 1, 2, 3", lambda d: _left(d["left"])),
    ("nobody on 100 %", lambda d: Share(d["perfect"]["0"], _finished(d))),
    ("one perfect score", lambda d: Share(d["perfect"]["1"], _finished(d))),
    ("two or more perfect scores", lambda d: Share(d["perfect"]["2+"], _finished(d))),
    ("won by rating no 1", lambda d: Share(_winner(d, 1, 1), _finished(d))),
    ("won by rating nos 2 to 4", lambda d: Share(_winner(d, 2, 4), _finished(d))),
    ("won by rating nos 5 to 10", lambda d: Share(_winner(d, 5, PLACES), _finished(d))),
    ("won by somebody lower", lambda d: Share(_winner(d, PLACES + 1, 10**6), _finished(d))),
    ("mean rating place of winners", lambda d: d["winner"]["mean_place"]),
    ("first place shared at the end", lambda d: Share(d["winner"]["shared"], _finished(d))),
    ("an event, on average:", lambda d: ""),
    ("  colours apart by 2 or more", lambda d: _each(d["colours"]["beyond_1"], d)),
    ("  colours apart by 3 or more", lambda d: _each(d["colours"]["beyond_2"], d)),
    ("  third game of one colour", lambda d: _each(d["colours"]["third_running"], d)),
    ("  boards of unequal scores", lambda d: _each(d["floats"]["boards"], d)),
    ("  floats the same way again", lambda d: _each(d["floats"]["same_way_again"], d)),
    ("  byes given by the draw", lambda d: _each(d["byes"]["pairing"], d)),
    ("  second such byes", lambda d: _each(d["byes"]["second_pairing"], d)),
    ("  byes asked for, absences", lambda d: _each(_asked(d), d)),
    ("  rematches", lambda d: _each(d["rematches"], d)),
    ("events not played to the end", lambda d: d["unfinished"]),
    ("a draw takes, mean ms", lambda d: d["time"]["mean_ms"]),
    ("the longest draw, ms", lambda d: d["time"]["max_ms"]),
    ("seconds in all", lambda d: d["time"]["seconds"]),
)


def _overall(labels: Sequence[str], documents: Sequence[Document], width: int) -> Iterator[str]:
    room = min(max((width - HEAD) // len(labels), COLUMN), WIDEST)
    yield _row("", _heads(labels, room), room)
    for head, figure in _OVERALL:
        if all(figure(each) == "" for each in documents) and not head.endswith(":"):
            continue  # nobody goes out in any of them
        cells = [_shown(figure(each), room) for each in documents]
        yield _row(head, cells, room).rstrip()
    fewest = min(_finished(each) for each in documents)
    if fewest > 0:
        exact = ceil(NINETEEN_OF_TWENTY / sqrt(fewest))
        yield f"per cents of {fewest} events are right to ±{exact}, 19 times out of 20"


def _shown(figure: Any, room: int) -> str:
    if isinstance(figure, Share):
        return figure.text(room)
    return "–" if figure is None else str(figure)


def _left(rounds: Sequence[Document]) -> str:
    """`18, 4, 2`, the means; empty where nobody goes out."""
    return ", ".join(f"{each['mean']:.0f}" for each in rounds[:3])


def _games(counts: Mapping[str, int]) -> str | None:
    """`7.3 (22)`."""
    average = mean({int(games): n for games, n in counts.items()})
    return None if average is None else f"{average} ({max(map(int, counts))})"


def _finished(document: Document) -> int:
    finished: int = document["events"] - document["unfinished"]
    return finished


def _each(total: int, document: Document) -> str:
    return f"{total / document['events']:.2f}" if document["events"] else "–"


def _winner(document: Document, first: int, last: int) -> int:
    places = document["winner"]["by_rating_place"]
    return sum(n for place, n in places.items() if first <= int(place) <= last)


def _asked(document: Document) -> int:
    asked: int = document["byes"]["requested"] + document["byes"]["absent"]
    return asked


def _gap_table(labels: Sequence[str], documents: Sequence[Document], width: int) -> Iterator[str]:
    """Differences of ratings on a board: mean, middle, the one that 90 % do not exceed. Where there
    is room the middle as a bar, and a line from it to the 90 %."""
    rounds = sorted({gap["round"] for each in documents for gap in each["gaps"]})
    room = min((width - len(_GAPS)) // len(labels), WIDEST + FIGURES)
    cells = room - FIGURES - 3
    most = max((gap["p90"] or 0 for each in documents for gap in each["gaps"]), default=0)
    drawn = cells >= FEWEST and most > 0
    heads = f"{'mean':>5}{'mid':>5}{'90%':>5}"
    yield _GAPS + "".join(f"{head:>{room}}" for head in _heads(labels, room))
    yield f"{'round':<{len(_GAPS)}}" + "".join(f"{heads:>{room}}" for _ in labels)
    for number in rounds:
        line = f"{number:>5}      "
        for each in documents:
            gap = next((g for g in each["gaps"] if g["round"] == number), None)
            picture = f"  {_reach(gap, most, cells)} " if drawn else ""
            line += f"{picture + _three(gap):>{room}}"
        yield line.rstrip()
    if drawn and rounds:
        yield "           █ middle board · ┤ 90 of 100 boards are closer · in points"


def _reach(gap: Document | None, most: int, cells: int) -> str:
    """`████▌───┤  `: the middle, and from it to the 90 %."""
    if gap is None or gap["median"] is None:
        return " " * cells
    middle = bar(gap["median"], most, cells).rstrip(EMPTY)
    end = max(int(gap["p90"]) * cells // most, 1)
    line = "─" * (end - len(middle) - 1) + "┤" * (end > len(middle))
    return f"{middle}{line}".ljust(cells)


def _three(gap: Document | None) -> str:
    if gap is None or gap["mean"] is None:
        return f"{'–':>5}" * 3
    return f"{gap['mean']:>5.0f}{gap['median']:>5}{gap['p90']:>5}"


def _reasons(label: str, undrawn: Sequence[Document]) -> Iterator[str]:
    if undrawn:
        yield ""
        yield f"not played to the end{' in ' + label if label else ''}:"
    for each in sorted(undrawn, key=lambda u: -u["events"])[:REASONS]:
        many = f"{each['events']} event{'' if each['events'] == 1 else 's'}"
        yield f"  {many}, round {each['round']}: {each['reason']}"
