"""Files of team tournaments: their rounds are matches of teams, which are not read."""

from __future__ import annotations

import re

from engine.refusal import Refused
from saves.foreign import refuse
from saves.trf_lines import numbered_lines

CODES = frozenset({"300", "310", "320", "330", "352", "362", "801", "802"})
"""Lines that only a team tournament has; 013 some of single players have too."""
_TEAMS = re.compile(r"\bteams?\b|mannschaft|[ée]quip", re.IGNORECASE)


def refuse_teams(text: str, name: str) -> None:
    """`Refused` for a team tournament, naming the line that says so."""
    named, counted = 0, False
    for line, row in numbered_lines(text):
        code, value = row[:3], row[4:].strip()
        if code in CODES or (code == "192" and "TEAM" in value.upper()):
            raise _refusal(name, line, code)
        if code == "092" and _TEAMS.search(value.replace("_", " ")):
            raise _refusal(name, line, code)
        named = named or line * (code == "013")
        counted = counted or (code == "082" and value.strip("0").isdigit())
    if named and counted:
        raise _refusal(name, named, "013")


def _refusal(name: str, line: int, code: str) -> Refused:
    what = f"this is a team tournament (line {code}), whose rounds are not read"
    return refuse(name, what, "its players can be imported without the rounds", line)
