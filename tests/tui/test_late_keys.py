"""The keys of a place are loaded with the first call, and not before."""

from __future__ import annotations

import sys

import pytest

from tui.places.shape import LateKeys


def test_a_module_is_loaded_with_the_first_call_and_not_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "calendar", raising=False)
    calendar = LateKeys("calendar")
    is_leap = calendar.isleap
    assert "calendar" not in sys.modules
    assert is_leap(2024)
    assert "calendar" in sys.modules


def test_a_name_that_is_not_there_is_said_when_it_is_called() -> None:
    nowhere = LateKeys("fractions").nowhere
    with pytest.raises(AttributeError, match="nowhere"):
        nowhere()
