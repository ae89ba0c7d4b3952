"""Which format for this field: every one that fits, played on the same entries, side by side."""
