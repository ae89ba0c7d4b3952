"""Keys: what the console does at which."""
