"""What the marks of each place mean: for the help, where they stand before the keys."""

from __future__ import annotations
