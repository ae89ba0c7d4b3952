"""The FIDE Swiss team pairing system (C.04.6, in force from 1 February 2026)."""
