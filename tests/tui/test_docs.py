"""The pages that are made from the program say what the program does."""

from __future__ import annotations

from pathlib import Path

from tui.keys.page import keys_page

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_keys_is_made_from_the_table_as_it_is() -> None:
    assert (DOCS / "keys.md").read_text(encoding="utf-8") == keys_page()
