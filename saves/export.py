"""What `topboard export` publishes: kinds, and the files that come out of each."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from typing import Any

from engine.event import Event, Round, as_number
from engine.protocol import Format, numbers
from engine.refusal import Refused
from engine.tables import Table
from saves import sheets
from saves.safe_text import safe

KINDS = ("trf", "trf26", "csv", "html", "text", "json")


@dataclass(frozen=True, slots=True)
class Exported:
    """Files by name. `main` is the one to print where no folder is given to write into."""

    files: dict[str, bytes]
    main: str

    @property
    def single(self) -> bool:
        """One file: the name given is a file's, not a folder's."""
        return len(self.files) == 1


def export(
    event: Event,
    format: Format,
    kind: str,
    *,
    round: int | None = None,
    encoding: str = "utf-8",
) -> Exported:
    """The event as files of one kind; `round` is the round published last by default.

    `trf`, `trf26`, `text`, `json`: one file. `csv`: entries, standings and the round's pairings.
    `html`: the pages of the round with an index.
    """
    name = slug(event.title)
    if kind in ("trf", "trf26"):
        from saves.trf_write import write_trf

        data = write_trf(event, format, trf26=kind == "trf26", encoding=encoding)
        return Exported({f"{name}.trf": data}, f"{name}.trf")
    if kind == "csv":
        return _csv(event, format, round)
    if kind == "html":
        from saves.pages import round_pages

        pages = round_pages(event, format, round)
        return Exported({file: page.encode() for file, page in pages.items()}, "index.html")
    if kind == "text":
        from saves.text_tables import round_text

        text = round_text(event, format, round)
        return Exported({f"{name}.txt": text.encode()}, f"{name}.txt")
    if kind == "json":
        text = json.dumps(as_json(event, format), ensure_ascii=False, indent=1) + "\n"
        return Exported({f"{name}.json": text.encode()}, f"{name}.json")
    raise Refused(f"cannot export as {safe(kind, 20)!r}", "", f"known: {', '.join(KINDS)}")


def slug(title: str) -> str:
    """A file name from a title: `Kent Juniors 2026` → `kent-juniors-2026`."""
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "event"


def _csv(event: Event, format: Format, round: int | None) -> Exported:
    from saves.tables_csv import write_entries_csv, write_pairings_csv, write_standings_csv

    files = {"entries.csv": write_entries_csv(event)}
    if event.current is not None or round is not None:
        shown = sheets.published_round(event, round)
        files["standings.csv"] = write_standings_csv(event, format, round)
        files[f"round-{shown.number:02}.csv"] = write_pairings_csv(event, format, shown)
    main = "standings.csv" if "standings.csv" in files else "entries.csv"
    return Exported({file: text.encode() for file, text in files.items()}, main)


def as_json(event: Event, format: Format) -> dict[str, Any]:
    """The whole event as plain values: entrants, published rounds, tables."""
    order = numbers(format, event)
    return {
        "title": safe(event.title),
        "format": event.format,
        "revision": event.revision,
        "settings": format.settings_values(event.settings),
        "details": {key: safe(value, 400) for key, value in event.details},
        "entrants": [
            {
                **{"id": e.id, "no": order[e.id], "name": safe(e.name), "rating": e.rating},
                **{"title": e.title, "federation": e.federation, "fide_id": e.fide_id},
                **{"birth": e.birth, "sex": e.sex, "club": safe(e.club)},
                **{"school": safe(e.school), "category": safe(e.category)},
                **{"section": safe(e.section), "seed": e.seed},
                **{"members": [safe(member) for member in e.members]},
                **{"withdrawn": e.withdrawn},
            }
            for e in event.entrants
        ],
        "rounds": [_round_json(round) for round in event.published],
        "tables": [_table_json(table) for table in format.standings(event)],
    }


def _round_json(round: Round) -> dict[str, Any]:
    pairings = [
        {
            **{"board": m.board, "white": m.white, "black": m.black},
            **{"result": m.result.text if m.result else None},
            **{"section": m.section, "stage": m.stage, "group": m.group},
        }
        for m in round.matches
    ]
    byes = [{"id": b.entrant, "points": as_number(b.points), "kind": b.kind} for b in round.byes]
    return {"round": round.number, "pairings": pairings, "byes": byes}


def _table_json(table: Table) -> dict[str, Any]:
    rows = [
        {
            **{"rank": row.rank, "id": row.id, "no": row.no, "name": safe(row.name)},
            **{"points": as_number(row.points), "status": row.status},
            "tiebreaks": {
                code: None if value is None else as_number(value)
                for code, value in row.tiebreaks.items()
            },
        }
        for row in table.rows
    ]
    return {"name": safe(table.name), "columns": list(table.columns), "rows": rows}
