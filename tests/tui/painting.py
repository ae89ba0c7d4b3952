"""A console without a terminal, painted when a test looks at it.

The toolkit works out several pictures for a key and here throws each away. A screen is painted
when it has first come to rest, when it is looked at, and as the test leaves it: what cannot be
painted fails the test.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from weakref import WeakSet

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

at_rest = True
"""False where every picture is to be painted, as on a terminal: where they are counted."""
_seen = WeakSet[Screen[Any]]()
_unpainted = WeakSet[Screen[Any]]()
_paints = 0


@contextmanager
def painted_at_rest() -> Iterator[None]:
    """Inside, a screen is not painted for each key."""
    paint, wait, run = Screen._compositor_refresh, Pilot._wait_for_screen, App.run_test

    def later(screen: Screen[Any]) -> None:
        global _paints
        if at_rest and screen.app.is_headless and screen is screen.app.screen:
            _paints += 1
            _unpainted.add(screen)
            screen._dirty_widgets.clear()
            screen.app._update_mouse_over(screen)
        else:
            paint(screen)

    def now(screen: Screen[Any]) -> None:
        if screen in _unpainted:
            _unpainted.discard(screen)
            _seen.add(screen)
            paint(screen)

    async def then_paint(pilot: Pilot[Any], timeout: float = 30.0) -> bool:
        waited = await wait(pilot, timeout)
        if pilot.app.screen not in _seen:
            now(pilot.app.screen)
        return waited

    @asynccontextmanager
    async def painted_last(app: App[Any], **options: Any) -> AsyncIterator[Pilot[Any]]:
        async with run(app, **options) as pilot:
            yield pilot
            if app.is_running:
                now(app.screen)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Screen, "_compositor_refresh", later)
        patch.setattr(Pilot, "_wait_for_screen", then_paint)
        patch.setattr(App, "run_test", painted_last)
        yield


def paints() -> int:
    """How many pictures have been asked for so far."""
    return _paints
