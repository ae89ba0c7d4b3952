"""A module of which only functions are called is loaded with the first call."""

from __future__ import annotations

import sys

import pytest

from engine.late_functions import LateFunctions


def test_a_module_is_loaded_with_the_first_call_and_not_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "calendar", raising=False)
    calendar = LateFunctions("calendar")
    is_leap = calendar.isleap
    assert "calendar" not in sys.modules
    assert is_leap(2024)
    assert "calendar" in sys.modules


def test_a_class_is_made_and_a_name_that_is_not_there_is_said_when_it_is_called() -> None:
    fractions = LateFunctions("fractions")
    assert fractions.Fraction(numerator=1, denominator=2) * 2 == 1
    nowhere = fractions.nowhere
    with pytest.raises(AttributeError, match="nowhere"):
        nowhere()


def test_a_patch_of_the_module_holds_for_who_has_the_function_already(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fold = LateFunctions("engine.alphabet").fold
    assert fold("Ä") != "patched"
    monkeypatch.setattr("engine.alphabet.fold", lambda text: "patched")
    assert fold("Ä") == "patched"
