"""Prizes on disk and on paper: the plan in its file, the list, receipts, diplomas."""

PRIZES_NAME = "prizes.toml"
"""The plan, in the folder of an event or of a congress."""
