"""The site for players and their phones: an event as a folder of pages."""
