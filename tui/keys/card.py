"""Actions of a player's card."""

from __future__ import annotations

from tui.keys.table import Command

CARD = (
    Command("opponent", "card", "Opponent's card", ("enter",), "of the round selected", "opponent"),
    Command("next_card", "card", "Next player", ("right",), "by number", "next player"),
    Command("last_card", "card", "Player before", ("left",), "by number", "player before"),
    Command("edit", "card", "Edit the entry", ("e",), "change what the entry says", "edit"),
    Command("leave", "card", "Back", ("escape", "q"), "to where the card was opened", "back"),
)
