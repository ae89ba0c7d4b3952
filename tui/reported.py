"""What a command reports to the console that runs it as a child: values on standard error, a JSON
line each, where an arbiter at a shell reads sentences. The command's document is on standard
output as always."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.refusal import NoDraw, Refused, Stale
from engine.warnings import Level, NotAgreed, Warning

if TYPE_CHECKING:
    from engine.at_work import GroupAtWork

VARIABLE = "TOPBOARD_REPORTS"
"""Set in the environment of a child."""


def to_console() -> bool:
    """Whether this process is a child of the console."""
    return bool(os.environ.get(VARIABLE))


def warning_line(text: str) -> str:
    """A warning."""
    return json.dumps({"warning": text})


def refusal_line(refusal: Refused) -> str:
    """A refusal with its parts; of a round without a legal draw the players and games too, of what
    has to be agreed to the level."""
    values: dict[str, Any] = {
        "what": refusal.what,
        "why": refusal.why,
        "remedy": refusal.remedy,
        "shell": refusal.shell,
        "where": refusal.where,
        "not_saved": refusal.not_saved,
    }
    if isinstance(refusal, NoDraw):
        values |= {"players": refusal.players, "pairs": refusal.pairs}
    if isinstance(refusal, NotAgreed):
        values |= {"level": refusal.level, "code": refusal.warnings[0].code}
    return json.dumps({"refused": values, "stale": isinstance(refusal, Stale)})


def at_work_line(group: GroupAtWork) -> str:
    """The score group that a draw pairs now."""
    return json.dumps({"group": [group.number, group.of, group.players]})


def at_work_in(line: str) -> GroupAtWork | None:
    """The score group that a line tells of."""
    from engine.at_work import GroupAtWork

    with suppress(ValueError, KeyError, TypeError):
        number, of, players = map(int, json.loads(line)["group"])
        return GroupAtWork(number, of, players)
    return None


def done_line(done: int, all: int) -> str:
    """How much of a count is done."""
    return json.dumps({"done": [done, all]})


def done_in(line: str) -> tuple[int, int] | None:
    """The count that a line tells of."""
    with suppress(ValueError, KeyError, TypeError):
        done, all = map(int, json.loads(line)["done"])
        return done, all
    return None


def so_far_line(lines: Sequence[str]) -> str:
    """What is known while a count goes on."""
    return json.dumps({"so_far": list(lines)})


def so_far_in(line: str) -> tuple[str, ...]:
    """What a line tells of that; empty if nothing."""
    with suppress(ValueError, KeyError, TypeError):
        return tuple(map(str, json.loads(line)["so_far"]))
    return ()


@dataclass(frozen=True, slots=True)
class Report:
    """What a child has reported by its end."""

    warnings: tuple[str, ...] = ()
    refusal: Refused | None = None


def report_of(text: str) -> Report:
    """The report in a child's standard error; what the system or a library wrote there is none."""
    warnings: list[str] = []
    refusal: Refused | None = None
    for line in text.splitlines():
        with suppress(ValueError, KeyError, TypeError):
            values = json.loads(line)
            if "warning" in values:
                warnings.append(str(values["warning"]))
            elif "refused" in values:
                refusal = _refusal(values["refused"], bool(values["stale"]))
    return Report(tuple(warnings), refusal)


def _refusal(values: Mapping[str, Any], stale: bool) -> Refused:
    what, why, remedy = values["what"], values["why"], values["remedy"]
    if "pairs" in values:
        pairs = tuple((a, b) for a, b in values["pairs"])
        return NoDraw(what, why, remedy, players=tuple(values["players"]), pairs=pairs)
    if "level" in values:
        return NotAgreed([Warning(Level(values["level"]), values["code"])], what, why, remedy)
    if stale:
        return Stale(what, why, remedy)
    shell, where, not_saved = values["shell"], values["where"], values["not_saved"]
    return Refused(what, why, remedy, shell=shell, where=where, not_saved=not_saved)
