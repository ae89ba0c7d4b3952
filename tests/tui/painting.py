"""A console without a terminal, painted once for what a test has typed.

The toolkit works out several pictures for a key and here throws each away. What cannot be painted
still fails the test, at the next wait.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakSet

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

at_rest = True
"""False where every picture is to be painted, as on a terminal: where they are counted."""
_unpainted = WeakSet[Screen[Any]]()
_paints = 0


@contextmanager
def painted_at_rest() -> Iterator[None]:
    """Inside, a screen is painted when the test waits for it."""
    paint, wait = Screen._compositor_refresh, Pilot._wait_for_screen

    def later(screen: Screen[Any]) -> None:
        global _paints
        if at_rest and screen.app.is_headless and screen is screen.app.screen:
            _paints += 1
            _unpainted.add(screen)
            screen._dirty_widgets.clear()
            screen.app._update_mouse_over(screen)
        else:
            paint(screen)

    async def then_paint(pilot: Pilot[Any], timeout: float = 30.0) -> bool:
        waited = await wait(pilot, timeout)
        screen = pilot.app.screen
        if screen in _unpainted:
            _unpainted.discard(screen)
            paint(screen)
        return waited

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Screen, "_compositor_refresh", later)
        patch.setattr(Pilot, "_wait_for_screen", then_paint)
        yield


def paints() -> int:
    """How many pictures have been asked for so far."""
    return _paints
