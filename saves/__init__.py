"""The event on disk: save files, journal, locks, and every exchange format."""
