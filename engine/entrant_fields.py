"""One table of the fields of an entry: what each holds, where it is asked and where it is shown.

Entry lists, the form, the lists of console and command line, JSON, searching and the bounds of a
save all go by this table. A new field is an attribute of `engine.entrants.Entrant` and a row here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Content = Literal[
    "text",
    "name",
    "rating",
    "number",
    "names",
    "title",
    "federation",
    "FIDE ID",
    "birth",
    "sex",
    "value",
    "eligible",
]
"""What a field contains, which decides how it is read (`saves.entry_values`)."""

NAME_LIMIT = 80
TEXT_LIMIT = 120
RATING_LIMIT = 4000
NUMBER_LIMIT = 9999


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of the console's list, `least` to `most` cells wide; those of the highest `rank`
    give way first, those of rank 0 never."""

    heading: str
    least: int
    most: int
    rank: int = 0


@dataclass(frozen=True, slots=True)
class EntrantField:
    """A field of an entry that the arbiter fills in. `name` is the attribute and the key in files.

    `headings` are what else people write above its column in an entry list. `help` is shown under
    the form, `option_help` beside the option of the command line. `searched`: an entry is found by
    it. `published`: JSON and the list of the command line show it. `private`: the arbiter's own,
    which no public page has. `drawn_by`: a draw may depend on it.
    """

    name: str
    label: str
    content: Content = "text"
    headings: tuple[str, ...] = ()
    limit: int = TEXT_LIMIT
    """The largest number, or the letters of a text."""
    least: int = 1
    help: str = ""
    option_help: str = ""
    column: ListColumn | None = None
    searched: bool = False
    published: bool = True
    private: bool = False
    drawn_by: bool = True

    @property
    def heading(self) -> str:
        """The heading of its column in a list."""
        return self.column.heading if self.column else self.label

    @property
    def is_number(self) -> bool:
        """Whether its value is a whole number or none."""
        return self.content in ("rating", "number")


_TABLE = (
    EntrantField(
        "name",
        "Name",
        "name",
        headings=("player", "player name", "full name", "entrant", "team name", "team"),
        limit=NAME_LIMIT,
        column=ListColumn("Name", 20, 400),
        searched=True,
    ),
    EntrantField(
        "rating",
        "Rating",
        "rating",
        headings=(
            *("elo", "grade", "rtg", "fide rating", "national rating", "ecf rating"),
            *("ecf grade", "standard rating", "rating std", "std", "rat"),
        ),
        limit=RATING_LIMIT,
        least=0,
        help="an estimate has an e behind it: 1450e",
        option_help="the entry's rating; 1450e: an estimate",
        column=ListColumn("Rating", 6, 6),
    ),
    EntrantField(
        "k_factor",
        "K",
        "number",
        headings=("k factor", "k", "sk", "kfactor", "development coefficient"),
        limit=40,
        least=1,
        help="of the rating list: 10, 20 or 40; left empty it is worked out",
        option_help="the development coefficient of the rating list",
        published=False,
    ),
    EntrantField(
        "title", "Title", "title", headings=("fide title",), column=ListColumn("Title", 5, 5, 3)
    ),
    EntrantField(
        "federation",
        "Federation",
        "federation",
        headings=("fed", "country", "nation", "nat"),
        help="FIDE's code or the country: GER or Germany",
        option_help="FIDE's code of the federation, or the country's English name",
        column=ListColumn("Fed", 3, 3, 6),
    ),
    EntrantField(
        "fide_id",
        "FIDE id",
        "FIDE ID",
        headings=("fide no", "fide number", "fide code", "id fide", "fin"),
        published=False,
        private=True,
    ),
    EntrantField(
        "national_id",
        "National id",
        headings=("ecf code", "ecf ref", "national number", "national code", "federation id"),
        limit=20,
        option_help="the number in the list of the federation",
        published=False,
    ),
    EntrantField(
        "birth",
        "Birth",
        "birth",
        headings=(
            *("born", "birth date", "date of birth", "dob", "birthday", "year of birth"),
            *("birth year", "year", "yob"),
        ),
        help="a year or a date: 2015, 12.5.2015 or 2015-05-12",
        column=ListColumn("Born", 4, 4, 10),
        published=False,
        private=True,
    ),
    EntrantField(
        "sex",
        "Sex",
        "sex",
        headings=("gender",),
        help="m or w; also f, boy, girl",
        published=False,
        private=True,
    ),
    EntrantField(
        "club",
        "Club",
        headings=("club name",),
        column=ListColumn("Club", 10, 24, 8),
        searched=True,
    ),
    EntrantField(
        "school",
        "School",
        headings=("school name",),
        column=ListColumn("School", 10, 24, 4),
        searched=True,
    ),
    EntrantField(
        "family",
        "Family",
        headings=("household", "siblings", "family group"),
        column=ListColumn("Family", 6, 16, 9),
    ),
    EntrantField(
        "category",
        "Category",
        headings=("cat", "group", "age group", "class", "year group", "school year"),
        column=ListColumn("Cat", 3, 6, 2),
        searched=True,
    ),
    EntrantField("section", "Section", headings=("division",)),
    EntrantField(
        "seed",
        "Seed",
        "number",
        headings=("seeding", "seed no", "seed number"),
        limit=NUMBER_LIMIT,
        column=ListColumn("Seed", 4, 4),
    ),
    EntrantField(
        "captain",
        "Captain",
        headings=("team captain",),
        column=ListColumn("Captain", 8, 24, 4),
        published=False,
        private=True,
        drawn_by=False,
    ),
    EntrantField(
        "venue",
        "Venue",
        headings=("home venue", "playing venue", "ground"),
        help="where the team plays at home",
        option_help="where the team plays at home",
        published=False,
        drawn_by=False,
    ),
    EntrantField(
        "contact",
        "Contact",
        headings=("email", "e-mail", "phone", "telephone", "mobile"),
        published=False,
        private=True,
        drawn_by=False,
    ),
    EntrantField(
        "note",
        "Note",
        headings=("notes", "remark", "remarks", "comment", "comments"),
        published=False,
        private=True,
        drawn_by=False,
    ),
    EntrantField(
        "fixed_board",
        "Fixed board",
        "number",
        limit=NUMBER_LIMIT,
        help="the board where this entry always plays",
        column=ListColumn("Board", 5, 5, 1),
    ),
    EntrantField(
        "half_bye",
        "May have ½ byes",
        "eligible",
        headings=("half byes allowed", "half-point byes allowed"),
        limit=3,
        help="no: the entry may have none; empty: it may. y in the list gives a bye",
        option_help="no: not eligible for half-point byes; yes: eligible",
        published=False,
        drawn_by=False,
    ),
    EntrantField(
        "members",
        "Members",
        "names",
        headings=("players", "team members", "line up"),
        option_help="names, separated by ;",
        column=ListColumn("Members", 12, 60, 6),
        drawn_by=False,
    ),
    EntrantField(
        "external",
        "Tie-break",
        "value",
        headings=("external tie-break", "tie-break value", "ext"),
        help="a value calculated elsewhere, for the tie-break EXT",
        option_help="the value of the tie-break EXT, calculated elsewhere",
        published=False,
    ),
)

ENTRANT_FIELDS = {field.name: field for field in _TABLE}
"""Every field by its name, in the order of files and JSON."""

PLAYER_FORM = (
    *("name", "rating", "seed", "title", "club", "school", "family", "category", "section"),
    *("birth", "sex", "federation", "fide_id", "national_id", "k_factor", "contact"),
    *("fixed_board", "external", "note", "half_bye"),
)
"""The fields of the form for a player, from the top; the seed only if the format uses it, the value
for EXT only if it is among the tie-breaks, the national number if somebody has one."""
OF_HOME = ("school", "family")
"""Asked only where the format keeps players apart by them, or an entry has one."""
TEAM_FORM = (
    *(
        "name",
        "seed",
        "captain",
        "members",
        "club",
        "federation",
        "category",
        "section",
        "venue",
        "contact",
        "external",
        "note",
    ),
)
"""The fields of the form for a team."""
OF_SEASON = ("section", "venue")
"""Asked of a team only where the format is a league, or an entry has one."""
IN_LIST = (
    *("name", "seed", "rating", "fixed_board", "title", "category", "federation", "school"),
    *("club", "captain", "members", "family", "birth"),
)
"""The columns of the console's list, from the left."""
