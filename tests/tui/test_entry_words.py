"""Lines and fields that an arbiter types about an entry: what is taken, asked about, refused."""

from __future__ import annotations

from decimal import Decimal

import pytest

from engine.alphabet import fold
from engine.entrants import Entrant
from engine.federations import FEDERATION_NAMES, federation_code, likely_federation
from engine.points import ONE
from engine.prizes.contenders import Contender, meets
from engine.prizes.plan import Conditions
from engine.refusal import Refused
from formats.registry import format_named
from tests.playing import begun
from tui.places.team_players import read_change
from tui.screens.entry_form import FieldRefused
from tui.screens.entry_saving import changed_values, fields_for, new_values
from tui.screens.entry_words import (
    bye_example,
    byes_understood,
    read_byes,
    read_worth,
    worths_words,
)
from tui.screens.paths import completed

EVENT = begun(format_named("kjca"), [Entrant("", name) for name in ("Ash, Liam", "Elm, Mia")]).event


@pytest.mark.parametrize(
    ("text", "code"),
    [("germany", "GER"), ("Côte d’Ivoire".replace("’", "'"), "CIV"), ("eng", "ENG"),
     ("DEU", "GER"), ("Türkiye", "TUR"), (" usa ", "USA"), ("Holland", "NED")],
)  # fmt: skip
def test_a_country_is_taken_over_as_fides_code(text: str, code: str) -> None:
    assert changed_values({}, {"federation": text}) == ({"federation": code}, [], [])


def test_a_player_of_a_team_needs_a_letter_in_the_name() -> None:
    team = Entrant("1", "Wells")
    with pytest.raises(Refused, match="name '1872' has no letter"):
        read_change(team, "+ 1872")
    assert read_change(team, "+ Wu 1872") != read_change(team, "+ Wu")


def test_every_code_and_every_name_of_the_table_means_itself() -> None:
    for code, name in FEDERATION_NAMES.items():
        assert federation_code(code.lower()) == federation_code(name) == code


@pytest.mark.parametrize(
    ("text", "sex"), [("girl", "w"), ("Female", "w"), ("boy", "m"), ("M", "m"), ("w", "w")]
)
def test_a_girl_and_a_boy_are_what_they_say(text: str, sex: str) -> None:
    assert changed_values({}, {"sex": text}) == ({"sex": sex}, [], [])


@pytest.mark.parametrize(
    ("field", "text", "forms"),
    [("birth", "12/5/15", "2015, 12.5.2015 or 2015-05-12"), ("sex", "x", "m or w; also f, boy")],
)
def test_what_a_field_does_not_take_is_refused_with_what_it_takes(
    field: str, text: str, forms: str
) -> None:
    with pytest.raises(FieldRefused, match=f"'{text}' is not .*; give .*{forms}"):
        changed_values({}, {field: text})


def test_a_grade_behind_a_name_is_asked_about_where_the_rating_is_empty() -> None:
    doubts = changed_values({}, {"name": "Rob Finch 88", "rating": ""})[2]
    assert doubts == ["The name ends in 88, and the rating is empty"]
    assert changed_values({}, {"name": "Rob Finch 88", "rating": "88"})[2] == []
    assert changed_values({}, {"name": "Oakfield 88"})[2] == []  # a team has no such field


PARK = [Entrant("", "Ann", school="Oak Park"), Entrant("", "Bea", school="Elm Road")]


def test_a_school_is_completed_from_those_entered_and_a_new_one_is_called_so() -> None:
    """`Oak` beside `Oak Park` is another school, and nobody is kept apart."""
    format = format_named("kjca")
    event = begun(format, PARK).event
    fields = fields_for(event, format)
    (school,) = (field for field in fields if field.key == "school")
    assert [field.key for field in fields][:3] == ["name", "rating", "school"]
    assert school.completions is not None
    assert school.completions("oak") == ["Oak Park"]
    assert school.hint is not None
    assert school.hint({"school": ""}) == "→ completes the 2 schools entered"
    assert school.hint({"school": "Oak"}) == "→ completes Oak Park; as typed a new school"
    assert school.hint({"school": "Oak Park"}) == ""
    assert new_values(event, {"school": "Oak"}) == ["Oak is a new school"]
    assert new_values(event, {"school": "Oak Park"}) == []
    assert new_values(begun(format, []).event, {"school": "Oak"}) == []


def test_an_unknown_federation_is_asked_about_and_the_likely_one_is_named() -> None:
    values, _, doubts = changed_values({}, {"federation": "germny"})
    assert values == {"federation": "germny"}
    assert len(doubts) == 1
    assert "perhaps GER (Germany)" in doubts[0]
    assert likely_federation("xqz") == ""


def test_a_prize_for_a_country_goes_to_its_code() -> None:
    entrant = Entrant("1", "Ash, Liam", federation="GER")
    player = Contender("", "1", entrant.name, "1", 0, 1, 1, Decimal(3), entrant)
    assert meets(Conditions(federation=("Germany",)), player)
    assert not meets(Conditions(federation=("England",)), player)


def test_what_a_missed_round_can_score_is_said_and_nothing_else_is_taken() -> None:
    assert worths_words(EVENT) == "0, 0.5 or 1"
    assert [read_worth(EVENT, text) for text in ("0", "½", "=", "1")] == [
        0, Decimal("0.5"), Decimal("0.5"), 1,
    ]  # fmt: skip
    for wrong in ("-1", "0.75", "2", "half"):
        with pytest.raises(Refused, match=r"write 0, 0\.5 or 1"):
            read_worth(EVENT, wrong)


def test_the_format_names_what_a_bye_scores() -> None:
    assert format_named("kjca").bye_refused(EVENT, EVENT.entrants[0], Decimal(2)) == (
        "it scores 0, ½ or 1 here"
    )


def test_a_line_of_byes_says_what_it_means_before_it_is_entered() -> None:
    assert byes_understood(EVENT, "2 4 0.5") == "½ point in round 2 and round 4"
    assert byes_understood(EVENT, "3 -") == "no bye in round 3"
    assert byes_understood(EVENT, "2 ") == "½ point in round 2", "a round alone has the usual bye"
    assert byes_understood(EVENT, "2 x") == ""
    assert [bye.points for bye in read_byes(EVENT, "1", "r2, 3 0,5")] == [Decimal("0.5")] * 2
    with pytest.raises(Refused, match=r"the points are 0, 0\.5 or 1"):
        read_byes(EVENT, "1", "")


def test_the_example_of_a_bye_is_one_that_can_be() -> None:
    """A drawn match of teams is worth a whole point."""
    assert bye_example(EVENT) == ("2 4 0.5", "half a point in rounds 2 and 4")
    teams = begun(format_named("team_swiss"), [Entrant("", n) for n in "ABCD"]).event
    assert bye_example(teams) == ("2 4 1", "1 point in rounds 2 and 4")
    line = bye_example(teams)[0]
    assert [each.points for each in read_byes(teams, "1", line)] == [ONE, ONE]


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("L", "L"),
        ("La", "Laufer 1924"),
        ("Lä", "Läufer 1924"),
        ("LÄUF", "Läufer 1924"),
        ("str", "Straßen"),
        ("STRASS", "Straßen"),
        ("B", "Bo"),
        ("bo", "Bo"),
    ],
)
def test_completion_never_takes_away_what_was_typed(typed: str, becomes: str) -> None:
    known = ["Laufer 1924", "Läufer 1924", "Straßen", "Born", "Bode"]
    ways = [one for one in known if fold(one).startswith(fold(typed))]
    text, names = completed(typed, ways)
    assert text == becomes
    assert names == (" · ".join(ways) if len(ways) > 1 else "")
