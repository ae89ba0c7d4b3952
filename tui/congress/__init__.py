"""The console of a congress: the places that show all its events at once. Whatever is there for one
event is used here; an event's own console is one key away."""
