"""The columns of an entry list: which header means which field of an entrant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.alphabet import fold
from engine.entrant_fields import ENTRANT_FIELDS
from saves.safe_text import safe

SYNONYMS: dict[str, tuple[str, ...]] = {
    **{f.name: (f.name, *f.headings) for f in ENTRANT_FIELDS.values()},
    "surname": ("surname", "last name", "family name", "last"),
    "forename": ("forename", "first name", "given name", "forenames", "given names", "first"),
    "byes": ("half point byes", "half point bye", "byes", "bye", "hpb", "half byes"),
    "zero_byes": ("zero point byes", "zero point bye", "zpb", "absent rounds"),
    "full_byes": ("full point byes", "full point bye", "fpb"),
}
"""Headers that people write, by the field they mean; `byes` are half-point byes."""

ELSEWHERE: dict[str, tuple[str, ...]] = {
    "surname": ("nachname", "familienname", "nom", "nom de famille", "apellido", "apellidos"),
    "forename": ("vorname", "prénom", "nombre", "nombres"),
    "name": ("spieler", "teilnehmer", "joueur", "jugador", "nombre completo"),
    "rating": (
        *("dwz", "twz", "nwz", "spielstärke", "wertung", "wertungszahl", "elozahl"),
        *("classement elo", "elo fide", "elo national", "elo nacional", "ranking elo"),
    ),
    "title": ("titel", "fide-titel", "titre", "título"),
    "federation": ("land", "verband", "fédération", "pays", "federación", "país"),
    "fide_id": ("fide-nr", "fide-kennzahl", "code fide", "código fide"),
    "birth": (
        *("geburtsdatum", "geburtsjahr", "geburtstag", "geboren", "jahrgang", "jg", "geb"),
        *("naissance", "date de naissance", "année de naissance", "né le", "né", "né(e)"),
        *("nacimiento", "fecha de nacimiento", "año de nacimiento", "año", "nacido"),
    ),
    "sex": ("geschlecht", "sexe", "sexo"),
    "club": ("verein", "schachclub", "équipe", "club d'échecs", "club de ajedrez"),
    "school": ("schule", "école", "escuela", "colegio"),
    "category": ("klasse", "altersklasse", "kategorie", "catégorie", "categoría"),
    "contact": ("telefon", "téléphone", "teléfono", "courriel", "correo"),
    "note": ("bemerkung", "bemerkungen", "remarque", "observaciones"),
}
"""Headers of German, French and Spanish lists."""

HEADERS = {
    "byes": "half_point_byes",
    "zero_byes": "zero_point_byes",
    "full_byes": "full_point_byes",
}
"""How a field is called in a file that we write, where it is not by its own name."""
TEAM = ("team", "teamname", "mannschaft", "equipe", "equipo")
BOARD = ("board", "bd", "boardno", "boardnumber", "brett", "echiquier", "tablero", "order")
"""By their keys the columns of lists of teams that say whose a player is, and on which board."""
NEAR = dict.fromkeys(("age", "alter", "edad"), "birth (a date or a year) or category (such as U11)")
"""By their keys columns that are not read, and what says the same; `âge` has the key of `age`."""


def key_of(header: str) -> str:
    """A header without case, accents, spaces and signs: `Half-Point Byes` → `halfpointbyes`."""
    return "".join(c for c in fold(header) if c.isalnum())


FIELD_OF = {
    key_of(word): field
    for table in (ELSEWHERE, SYNONYMS)
    for field, words in table.items()
    for word in words
}


@dataclass(frozen=True, slots=True)
class CsvColumns:
    """The column of each known field (from 0), and warnings about the other columns."""

    index: dict[str, int]
    width: int
    notes: tuple[str, ...] = ()
    """The columns that are not read, and why; those that are not known in one sentence."""

    @property
    def named(self) -> bool:
        """Whether there is a name to be read."""
        return "name" in self.index or "surname" in self.index


def recognised(headers: Sequence[str]) -> int:
    """How many of the headers mean something."""
    return sum(key_of(header) in FIELD_OF for header in headers)


def team_column(headers: Sequence[str]) -> int | None:
    """Where the list says whose team a player is in; None where it says it nowhere."""
    return _column(headers, TEAM)


def board_column(headers: Sequence[str]) -> int | None:
    """Where the list says on which board a player of a team plays."""
    return _column(headers, BOARD)


def _column(headers: Sequence[str], names: Sequence[str]) -> int | None:
    return next((at for at, header in enumerate(headers) if key_of(header) in names), None)


def columns_of(headers: Sequence[str]) -> CsvColumns:
    """The fields of a header line. Of two columns with one meaning the first is read."""
    index: dict[str, int] = {}
    notes: list[str] = []
    unread: dict[int, str] = {}
    for position, header in enumerate(headers):
        field = FIELD_OF.get(key_of(header))
        # beside a player's name "team" says where he plays, not who he is
        if field == "name" and key_of(header).startswith("team") and len(headers) > 1:
            others = {FIELD_OF.get(key_of(h)) for i, h in enumerate(headers) if i != position}
            field = None if others & {"name", "surname"} else field
        shown = safe(header.strip(), 30)
        if field is None:
            unread |= {position: f"'{shown}'"} if shown else {}
        elif field in index:
            read = safe(headers[index[field]].strip(), 30)
            notes.append(f"column '{shown}' was not read: {field} is in column '{read}'")
        else:
            index[field] = position
    _put_names_together(index)
    team = team_column(headers)
    # where the team is the entrant's own name there are no players
    about_teams = {team, board_column(headers)} if team in unread else set()
    of_teams = [column for position, column in unread.items() if position in about_teams]
    near = {
        position: NEAR[key] for position in unread if (key := key_of(headers[position])) in NEAR
    }
    notes[:0] = [f"column {unread[at]} is not read; {instead} is" for at, instead in near.items()]
    unknown = [
        column
        for position, column in unread.items()
        if position not in about_teams and position not in near
    ]
    if of_teams:
        those, was = _named(of_teams)
        notes.insert(0, f"{those} {was} not read: each player enters alone here, not for a team")
    if unknown:
        those, was = _named(unknown)
        are = "are" if unknown[1:] else "is"
        said = f"{those} {are} not known and {was} not read"
        likely = [
            f"give {column} the heading '{field}' to have it read"
            for position, column in unread.items()
            if column in unknown and (field := _likely(headers[position])) not in (None, *index)
        ]
        notes.insert(0, f"{said} ({'; '.join(likely)})" if likely else said)
    return CsvColumns(index, len(headers), tuple(notes))


def _likely(header: str) -> str | None:
    """The field that the last known word of an unknown header means: `Club grade` is a rating."""
    fields = [FIELD_OF[key] for word in header.split() if (key := key_of(word)) in FIELD_OF]
    return fields[-1] if fields else None


def _named(columns: Sequence[str]) -> tuple[str, str]:
    """`columns 'hat', 'shoe'` with the `were` that fits."""
    many = bool(columns[1:])
    return f"{'columns' if many else 'column'} {', '.join(columns)}", "were" if many else "was"


def _put_names_together(index: dict[str, int]) -> None:
    """Beside a first name `Name` is the last name; alone a first name is the whole name."""
    if "forename" in index and "surname" not in index:
        if "name" in index:
            index["surname"] = index.pop("name")
        else:
            index["name"] = index.pop("forename")
