"""Prizes: a plan as a value, what it gives, and why."""
