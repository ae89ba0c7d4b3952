"""Several events run as one. What a congress shows is derived from its events; of its own it has
what no event can say: which events belong to it, their boards and hours, and its fees."""
