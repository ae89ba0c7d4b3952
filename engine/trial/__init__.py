"""Trials: simulated events, to test a draw and to see what a format does to a field."""
