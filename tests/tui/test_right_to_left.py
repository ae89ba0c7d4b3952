"""Names from right to left on the wall: each in its own direction, nothing beside it moved."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saves.cells import text_width
from tui.terminal.right_to_left import in_order


def test_a_name_is_turned_and_the_number_behind_it_stays() -> None:
    assert in_order(" A כהן, נועה    12   White ") == " A העונ ,ןהכ    12   White "
    assert in_order("GM לוי (בן) 3") == "GM (ןב) יול 3"


def test_two_names_of_a_board_stay_where_they_are() -> None:
    assert in_order("כהן, נועה   1-0   לוי, דן") == "העונ ,ןהכ   1-0   ןד ,יול"


def test_arabic_letters_join_and_lam_with_alef_is_one() -> None:
    turned = in_order("سلام   7")
    names = [unicodedata.name(one) for one in turned if one.isalpha()]
    assert names == [
        "ARABIC LETTER MEEM ISOLATED FORM",
        "ARABIC LIGATURE LAM WITH ALEF FINAL FORM",
        "ARABIC LETTER SEEN INITIAL FORM",
    ]
    assert turned.endswith("    7"), "the number is where it was"


@pytest.mark.parametrize("text", ["Žukova, Niall", "王, 小明", "शर्मा, अनिता", "Παπαδάκης"])
def test_other_scripts_stay_as_they_are(text: str) -> None:
    assert in_order(text) == text


@given(st.text(alphabet="אבגדهلاسةيپ,. -1aé\u064b\u05b0", max_size=30))
def test_nothing_beside_a_name_moves(text: str) -> None:
    turned = in_order(f"{text}  |12")
    assert text_width(turned) == text_width(f"{text}  |12")
    assert turned.endswith("  |12")
    assert [one for one in turned if one in "1aé"] == [one for one in text + "1" if one in "1aé"]
