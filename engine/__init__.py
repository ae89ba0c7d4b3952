"""What a tournament is: pure values and functions, without files, clock, screen or chance."""
