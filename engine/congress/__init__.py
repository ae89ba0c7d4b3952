"""Several events run as one. What a congress shows is derived from its events; it only keeps what
no event can know: its events, their boards and hours, and its fees."""
