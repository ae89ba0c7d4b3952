"""The console: app, screens, widgets; and the command line."""
