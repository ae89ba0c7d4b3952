"""A congress on disk: its own small files, and the events that belong to it, each in its folder."""
