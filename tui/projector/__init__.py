"""The projector: pages of an event for a big screen, in a process of its own that only reads."""
