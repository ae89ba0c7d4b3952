"""What the end of a round is announced with: who went out, who is left, who has won."""

from __future__ import annotations

from engine.entrants import EntrantId
from engine.event import Event
from engine.points import points_text
from formats.diagonal.course import course, open_boards


def news(event: Event, number: int) -> tuple[str, ...]:
    """In the order of announcing; nothing while a game of the round is open."""
    if number > len(event.published) or open_boards(event.round(number)):
        return ()
    now = course(event.until(number))
    exits = now.playoff_out if number in now.playoff_out.values() else now.out
    stayed: set[EntrantId] = set() if now.over else now.left
    out = {id for id, when in exits.items() if when == number and id != now.winner} - stayed
    names = [
        f"{e.name} ({points_text(now.tallies[e.id].losses)} lost"
        f"{'' if e.active(number + 1) else ', withdrawn'})"
        for e in event.entrants
        if e.id in out
    ]
    called = event.called(number)
    told = [f"out after {called}: {', '.join(names)}"] if names else []
    if now.winner is not None:
        told.append(f"{event.entrant(now.winner).name} wins: {now.decided}")
    elif now.over:
        told.append("the first place could not be played off")
    elif now.lengths:
        pass  # the next step names the tied, and asks what decides
    elif now.playoff:
        left = [e.name for e in event.entrants if e.id in now.left]
        told.append(f"tied for first: {', '.join(left)}")
    else:
        told.append(f"{len(now.left)} play on" if names else f"nobody is out after {called}")
    return tuple(told)
