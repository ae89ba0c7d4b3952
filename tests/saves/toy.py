"""A format that pairs neighbours of the entry list: enough of one to keep results in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.actions import CreateEvent, EnterResult, ImportEntrants, Propose, PublishRound
from engine.entrants import Entrant
from engine.event import Bye, Event, Match
from engine.next_draw import next_draw
from engine.points import ONE
from engine.protocol import Format, Proposal
from engine.reasons import said
from formats.common import TableFormat
from saves.store import Store, create_event, open_event

NAMES = ("Ash, Liam", "Müller, Eva", "Nguyễn Thị Ánh", "O'Neill, Siobhán", "李小龙", "Zoë")


class Toy(TableFormat):
    """Neighbours play each other; the last of an odd number has the bye."""

    name = "toy"
    title = "Toy"

    def draw(self, event: Event) -> Proposal:
        """The same in every round."""
        number = len(event.published) + 1
        ids = [e.id for e in event.entrants if e.to_be_paired(number)]
        pairs = zip(ids[::2], ids[1::2], strict=False)
        matches = tuple(Match(b, w, x, group="all") for b, (w, x) in enumerate(pairs, 1))
        byes = (Bye(ids[-1], ONE, why=said("the last")),) if len(ids) % 2 else ()
        return Proposal(number, matches, byes)


TOY = Toy()


def toy_named(name: str) -> Format:
    """The toy, whatever is asked for."""
    return TOY


def proposal(event: Event) -> Propose:
    """The toy's draw as an action."""
    return Propose.of(next_draw(event, TOY))


def made(folder: Path, players: int = 9, rounds: int = 1, **options: Any) -> Store:
    """An event with players and published rounds; earlier rounds are played."""
    options.setdefault("format_named", toy_named)
    store = create_event(folder, CreateEvent("Spring Open", "toy", {"rounds": 6}, 7), **options)
    names = [NAMES[i] if i < len(NAMES) else f"Player {i + 1}" for i in range(players)]
    store.do(
        ImportEntrants(tuple(Entrant("", n, rating=1500 + i % 1000) for i, n in enumerate(names)))
    )
    for number in range(1, rounds + 1):
        store.do(proposal(store.event))
        store.do(PublishRound(number))
        if number < rounds:
            for board in range(1, players // 2 + 1):
                store.do(EnterResult(board, "1-0"), checkpoint=False)
    store.checkpoint()
    return store


def reopened(folder: Path, **options: Any) -> Store:
    """The event opened again."""
    options.setdefault("format_named", toy_named)
    return open_event(folder, **options)


def results(event: Event) -> dict[int, str]:
    """Board to result of the round in play."""
    current = event.current
    return {m.board: m.result.text for m in current.matches if m.result} if current else {}


def edit(path: Path, change: Callable[[str], str]) -> None:
    """What a person with an editor does."""
    before = path.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    path.write_text(after, encoding="utf-8")
