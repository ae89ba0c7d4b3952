"""Trials: events played by chance, to test a draw and to see what a format does to a field."""
