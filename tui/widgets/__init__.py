"""The widgets that the places draw with."""
