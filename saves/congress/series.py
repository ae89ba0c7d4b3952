"""The file of a series (`series.toml`): its rules, and the folders of its events or congresses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from engine.congress.congress import EntryKey, EventPlan
from engine.congress.entries import entries_of, links
from engine.congress.members import MemberEvent
from engine.congress.series import SeriesRules, SeriesStage
from engine.refusal import Refused
from saves.congress.opening import open_congress
from saves.congress.store import is_congress
from saves.disk import Disk, read_file
from saves.safe_text import safe
from saves.store import open_event
from saves.toml import BadSave, load

SIZE_LIMIT = 1 << 18
MOST_STAGES = 100
_NUMBER = re.compile(r"([0-9]{1,5})(?:\.([0-9]{1,2}))?")


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage: the folder of an event or a congress, the one event of a congress that counts
    (empty: all), and what it is called."""

    folder: Path
    event: str = ""
    name: str = ""


def read_series(path: Path) -> tuple[SeriesRules, tuple[StagePlan, ...]]:
    """The rules and the stages of a file, folders relative to it; `Refused` for what is wrong."""
    try:
        table = load(read_file(Disk(), path, SIZE_LIMIT), path.name, "correct the line")
    except OSError as error:
        raise Refused(f"{path} cannot be read", error.strerror or "", "give a file") from error
    except BadSave as bad:
        raise BadSave(path.name, bad.what, "correct the line", bad.row, bad.column) from None
    stages = table.pop("stage", [])
    if not isinstance(stages, list) or not all(isinstance(row, dict) for row in stages):
        raise _wrong(path, "write each stage under a line [[stage]]")
    rules = SeriesRules()
    for key, value in table.items():
        rules = changed_rules(rules, key, value, path.name)
    if len(stages) > MOST_STAGES:
        raise _wrong(path, f"a series has at most {MOST_STAGES} stages")
    return rules, tuple(_stage(path, row) for row in stages)


def _stage(path: Path, row: dict[str, Any]) -> StagePlan:
    texts = {key: row.get(key, "") for key in ("folder", "event", "name")}
    if not all(type(value) is str for value in texts.values()) or not texts["folder"].strip():
        raise _wrong(path, "a stage needs a folder, as a text in quotes")
    folder = path.parent / Path(texts["folder"]).expanduser()
    return StagePlan(folder, safe(texts["event"]), safe(texts["name"]))


def _wrong(path: Path, what: str) -> Refused:
    return Refused(what, "", "correct it", where=path.name)


def changed_rules(rules: SeriesRules, key: str, value: Any, where: str = "") -> SeriesRules:
    """The rules with another value for a key, of a file or of an option; `Refused` for what cannot
    be."""
    if key == "title" and type(value) is str:
        return replace(rules, title=safe(value))
    if key == "count" and value in ("places", "scores"):
        return replace(rules, count=value)
    if key == "level" and value in ("split", "full"):
        return replace(rules, level=value)
    if key == "points":
        values = value.split(",") if type(value) is str else value
        if isinstance(values, list) and values and len(values) <= 1000:
            return replace(rules, points=tuple(_points(one, where) for one in values))
    if key in ("best", "least") and type(value) is int and 0 <= value <= MOST_STAGES:
        return replace(rules, best=value) if key == "best" else replace(rules, least=value)
    if key == "by_name" and type(value) is bool:
        return replace(rules, by_name=value)
    known = "title, count (places, scores), points, level (split, full), best, least, by_name"
    raise Refused(f"{key[:20]} cannot be {str(value)[:40]!r}", "", f"known: {known}", where=where)


def _points(value: Any, where: str) -> Fraction:
    match = _NUMBER.fullmatch(str(value).strip()) if type(value) is not bool else None
    if match is None:
        raise Refused(f"{str(value)[:20]!r} are no points", "", "write 10 or 7.5", where=where)
    return Fraction(str(value).strip())


def open_stages(plans: Sequence[StagePlan]) -> tuple[tuple[SeriesStage, ...], tuple[str, ...]]:
    """The stages with their events, read only; and a line for each that cannot be opened."""
    stages, problems = [], []
    for at, plan in enumerate(plans, start=1):
        try:
            stage = _opened(plan, at)
        except Refused as refusal:
            problems.append(f"{plan.name or plan.folder.name}: {refusal.reason}")
            continue
        stages.append(stage)
    return tuple(stages), tuple(problems)


def _opened(plan: StagePlan, at: int) -> SeriesStage:
    disk = Disk()
    if not is_congress(disk, plan.folder):
        store = open_event(plan.folder, read_only=True)
        key = EventPlan(f"{at}/{plan.folder.name}")
        return SeriesStage(
            plan.name or store.event.title, (MemberEvent(key, store.event, store.format),)
        )
    congress = open_congress(plan.folder, read_only=True)
    if congress.unopened:
        folder, refusal = next(iter(congress.unopened.items()))
        raise Refused(f"{congress.name_of(folder)} cannot be opened", refusal.reason)
    members = congress.members
    if wanted := plan.event.casefold():
        members = tuple(
            one for one in members
            if wanted in (one.folder.casefold(), one.name.casefold(), Path(one.folder).name)
        )  # fmt: skip
        if not members:
            raise Refused(f"it has no event {plan.event[:40]!r}", "", "name one of its events")
    own = tuple(
        MemberEvent(replace(one.plan, folder=f"{at}/{one.folder}"), one.event, one.format)
        for one in members
    )
    known = congress.congress
    groups = (*known.same, *((a.key, b.key) for a, b in links(known.moved, entries_of(members))))
    same = tuple(tuple(EntryKey(f"{at}/{key.folder}", key.id) for key in group) for group in groups)
    return SeriesStage(plan.name or known.title, own, same)


def value_words(value: Fraction) -> str:
    """Points as people read them: `7½`, `6.67` where they are shared in thirds."""
    if value.denominator in (1, 2):
        whole, half = divmod(value, 1)
        return f"{int(whole) or (0 if not half else '')}{'½' if half else ''}"
    return f"{float(value):.2f}"
