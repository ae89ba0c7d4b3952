"""How the console looks: the theme it begins with, the user's own, the choice among them."""
