"""The terminal itself: its bytes as keys, its font, its cursor."""
