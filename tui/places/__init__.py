"""The places of the console, each a state, a picture of it, and what a key makes of it."""
