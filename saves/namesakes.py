"""Namesakes in a list from outside: one person twice, or two of one name?"""

from __future__ import annotations

from collections.abc import Sequence

from engine.entrants import Entrant
from saves.foreign import at
from saves.safe_text import safe


def namesakes(entrants: Sequence[Entrant], lines: Sequence[int], name: str) -> tuple[str, ...]:
    """A warning for each entrant of a name met before whom no year of birth tells apart.

    The same question as `engine.entrants.namesake` asks of one entrant, in one pass over the
    list. `lines` are the entrants' lines in the file called `name`.
    """
    years_by_name: dict[str, dict[str, int]] = {}
    warnings: list[str] = []
    for entrant, line in zip(entrants, lines, strict=True):
        years = years_by_name.setdefault(entrant.name.casefold(), {})
        year = entrant.birth[:4]
        first = years.get(year, years.get(""))
        if first is None and not year and years:
            first = min(years.values())
        if first is not None:
            born = (
                f"both born {year}"
                if year in years and year
                else "no year of birth tells them apart"
            )
            warnings.append(
                f"{at(name, line)}: {safe(entrant.name)} stands on lines {first} and {line} "
                f"({born}); one person or two?"
            )
        years.setdefault(year, line)
    return tuple(warnings)
