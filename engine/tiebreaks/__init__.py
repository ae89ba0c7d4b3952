"""Tie-breaks of FIDE C.07 (in force from 1 March 2026); see docs/standings.md."""

from __future__ import annotations

from engine.tiebreaks.codes import KNOWN, Known, check_tiebreaks, criterion, known_codes
from engine.tiebreaks.criteria import TieBreakCriterion
from engine.tiebreaks.record import Category, EntrantRecord, RoundRecord, Tally, fore, tally

__all__ = [
    "KNOWN",
    "Category",
    "EntrantRecord",
    "Known",
    "RoundRecord",
    "Tally",
    "TieBreakCriterion",
    "check_tiebreaks",
    "criterion",
    "fore",
    "known_codes",
    "tally",
]
