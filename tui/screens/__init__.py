"""One file a place, and the dialogs they share."""
