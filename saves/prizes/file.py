"""`prizes.toml`: the plan of prizes beside an event or a congress, to be edited by hand.

A key that is not known is refused, unlike in other files: a condition that is misspelt would give
the money to somebody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from engine.event_data import detail, read_day
from engine.money import money_text
from engine.prizes.plan import (
    ANY_BOARD,
    BEST_OF_GROUP,
    LEFT,
    RESERVE,
    TEXT_CONDITIONS,
    Conditions,
    OddCents,
    PlacePrize,
    PlayersOf,
    PrizeList,
    PrizeMeasure,
    PrizePlan,
    TieRule,
    Ungraded,
)
from engine.protocol import Division, divided_field
from engine.refusal import BadSetting, Refused
from saves.disk import WAIT, Disk, Held, exists, here, locked, read_file, replace_file
from saves.entry_values import SEXES as SEX_WORDS
from saves.prizes import PRIZES_NAME
from saves.problems import occupied
from saves.safe_text import safe
from saves.toml import (
    TEXT_LIMIT,
    BadSave,
    Place,
    WrongValue,
    flag_at,
    lines_named,
    load,
    money_of,
    text_at,
    texts_at,
    toml_text,
    whole_at,
)

if TYPE_CHECKING:
    from engine.prizes.contenders import PrizeEvent

SIZE_LIMIT = 1 << 20
MOST_LISTS, MOST_PLACES, MOST_BOARDS = 200, 200, 50
NAME_LIMIT = 60
REMEDY = "correct the line; docs/prizes.md has every key"
HEADING = """\
The plan of prizes. It may be changed by hand at any time; the event does not depend on it.

currency: as "EUR". purse: what all prizes add up to; needed where amounts are shares, as "20%".
one_prize: a player has one prize, the most valuable (true), or several (false).
goods_count: goods without a worth are that one prize too (true), or given beside it (false).
ties: "equal" shared, "hort" half by place and half shared, "tie-break" not shared.
odd_cents: "first" or "left". unit: the smallest amount paid out, as "0.01" or "1".
[conditions]: for every prize, as games = 4, federation = ["NOR"], fee_paid = true.

[[prizes]] name: what it is called. event: its folder, in a congress; without it all events.
  amounts: by place, as ["300", "200", "10%"]; goods: by place; worth: of the goods.
  by: "standing" (else "performance", "upset", "points", "school", "club", "federation").
  board: of teams, their players: 1, 2 … on that board, "reserve", "any"; by their table, or
  "points", "percentage", "performance", "upset".
  whom it is for: rating_from, rating_below, ungraded ("in", "out", "only"), age_below, age_from,
  age_on (a day as "2026-09-01"; without it the ages are FIDE's), sex ("w", "m"), federation,
  club, school, category, section, title, games, fee_paid.
  least: eligible entrants that it takes, one number or one a place; otherwise: what becomes of
  the money with fewer: "left", "half" or the name of another list.
  ties: as above; beside: given beside any other prize; best: how many scores of a school count.
  lot: the names of those who are level for goods, in the order of the lot among them."""

E = TypeVar("E", bound=Enum)
_HEAD = ("currency", "purse", "one_prize", "goods_count", "ties", "odd_cents", "unit",
         "conditions", "prizes")  # fmt: skip
_CONDITIONS = tuple(field.name for field in fields(Conditions))
_NUMBERS = {"rating_from": 4000, "rating_below": 4000, "age_below": 120, "age_from": 120,
            "games": 99}  # fmt: skip
_LIST = ("name", "event", "by", "board", "amounts", "goods", "worth", "ties", "beside", "least",
         "otherwise", "best", "lot", *_CONDITIONS)  # fmt: skip
SEXES = ("w", "m")


def plan_of(folder: Path, disk: Disk | None = None) -> PrizePlan | None:
    """The plan of an event or a congress; None where it has no plan. `BadSave` naming the line."""
    disk = disk or Disk()
    if not exists(disk, folder / PRIZES_NAME):
        return None
    return read_plan_file(folder / PRIZES_NAME, disk)


def read_plan_file(path: Path, disk: Disk | None = None) -> PrizePlan:
    """The plan in a file anywhere."""
    try:
        data = read_file(disk or Disk(), path, SIZE_LIMIT + 1)
    except OSError as error:
        why = f"{path.name}: {error.strerror or error}"
        remedy = "give the file of a plan, or make one as docs/prizes.md says"
        raise Refused("the plan of prizes cannot be read", why, remedy) from error
    return read_plan(data, path.name)


def keep_plan(
    folder: Path, plan: PrizePlan, before: PrizePlan | None, disk: Disk | None = None
) -> None:
    """Put a plan into its file, whole or not at all, under the lock of the folder. `before` is the
    plan as it was read, None for none: `Refused` where the file has another plan by now."""
    disk = disk or Disk()
    try:
        with locked(disk, folder, here("prizes"), WAIT):
            there = plan_of(folder, disk)
            if there != before:
                raise Refused(
                    "the plan of prizes was changed meanwhile", plan_changes(before, there),
                    "look at it as it is now, then change it", not_saved=True,
                )  # fmt: skip
            replace_file(disk, folder / PRIZES_NAME, plan_text(plan).encode())
    except Held as held:
        raise occupied(held) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise Refused(
            "the plan of prizes cannot be written", why, "look at the folder", not_saved=True
        ) from error


def plan_changes(before: PrizePlan | None, after: PrizePlan | None) -> str:
    """Where two plans differ, by the names of their lists."""
    if before is None or after is None:
        return "it is there now" if before is None else "it was taken away"

    def name(one: PrizeList) -> str:
        return f"{one.name} ({one.event})" if one.event else one.name

    known, there = ({one.key: one for one in plan.lists} for plan in (before, after))
    changes = [
        *(f"{name(one)} is new" for key, one in there.items() if key not in known),
        *(f"{name(one)} is gone" for key, one in known.items() if key not in there),
        *(f"{name(one)} is another" for key, one in there.items() if known.get(key, one) != one),
    ]
    if head_row(before) != head_row(after):
        changes.append("what holds for all of it is another")
    return safe(", ".join(changes) or "its lists are in another order", 200)


def read_plan(data: bytes, name: str = PRIZES_NAME) -> PrizePlan:
    """What the file says; `BadSave` naming the line."""
    if len(data) > SIZE_LIMIT:
        raise BadSave(name, f"more than {SIZE_LIMIT:,} bytes", "make it shorter")
    with lines_named(data, name, REMEDY):
        return _plan(load(data, name, REMEDY))


def _plan(table: Mapping[str, Any]) -> PrizePlan:
    _known(table, _HEAD, ())
    purse = money_of(table["purse"], ("purse",)) if "purse" in table else None
    rows = table.get("prizes", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise WrongValue(("prizes",), "write each list of prizes under a line [[prizes]]")
    if len(rows) > MOST_LISTS:
        raise WrongValue(("prizes",), f"{len(rows)} lists of prizes; the limit is {MOST_LISTS}")
    lists: list[PrizeList] = []
    for at, row in enumerate(rows):
        one = _list(row, ("prizes", at), purse)
        if any(one.key == other.key for other in lists):
            where = f" of {one.event}" if one.event else ""
            raise WrongValue(("prizes", at, "name"), f"there are two lists {one.name!r}{where}")
        lists.append(one)
    head = table.get("conditions", {})
    if not isinstance(head, dict):
        raise WrongValue(("conditions",), "write the conditions under a line [conditions]")
    _known(head, _CONDITIONS, ("conditions",))
    unit = money_of(table["unit"], ("unit",)) if "unit" in table else 1
    if not unit:
        raise WrongValue(("unit",), "unit must be more than nothing")
    return PrizePlan(
        tuple(lists),
        purse,
        text_at(table, "currency", (), 8),
        flag_at(table, "one_prize", ()) is not False,
        _word(table, "ties", (), TieRule, TieRule.EQUAL) or TieRule.EQUAL,
        _word(table, "odd_cents", (), OddCents, OddCents.FIRST) or OddCents.FIRST,
        unit,
        _conditions(head, ("conditions",)),
        flag_at(table, "goods_count", ()) is True,
    )


def _known(row: Mapping[str, Any], keys: tuple[str, ...], place: Place) -> None:
    for key in row:
        if key not in keys:
            raise WrongValue((*place, key), f"{safe(key, 40)} is not a key of a plan of prizes")


def _list(row: Mapping[str, Any], place: Place, purse: int | None) -> PrizeList:
    _known(row, _LIST, place)
    name = text_at(row, "name", place, NAME_LIMIT)
    if not name:
        at = (*place, "name") if "name" in row else place
        raise WrongValue(at, "a list of prizes needs a name")
    by = _word(row, "by", place, PrizeMeasure, PrizeMeasure.STANDING) or PrizeMeasure.STANDING
    board = _board(row, place)
    if by is PrizeMeasure.PERCENTAGE and board is None:
        raise WrongValue((*place, "by"), "a percentage is of players of teams: give the board too")
    if by.of_groups and board is not None:
        raise WrongValue((*place, "board"), f"a {by.value} has no board")
    return PrizeList(
        name,
        _places(row, place, purse),
        text_at(row, "event", place),
        by,
        _conditions(row, place),
        _word(row, "ties", place, TieRule, None),
        flag_at(row, "beside", place),
        _least(row, place),
        text_at(row, "otherwise", place, NAME_LIMIT) or LEFT,
        whole_at(row, "best", place, 99) or BEST_OF_GROUP,
        board,
        texts_at(row, "lot", place),
    )


def list_of(row: Mapping[str, Any], purse: int | None) -> PrizeList:
    """A list of prizes from its keys; `BadSetting` naming the key."""
    try:
        return _list(row, (), purse)
    except WrongValue as wrong:
        key = str(wrong.place[-1]) if wrong.place else "name"
        raise BadSetting(key, wrong.problem, "", "correct it") from None


def head_of(row: Mapping[str, Any]) -> PrizePlan:
    """A plan without lists from its keys; `BadSetting` naming the key."""
    try:
        return _plan(row)
    except WrongValue as wrong:
        raise BadSetting(str(wrong.place[-1]), wrong.problem, "", "correct it") from None


def _places(row: Mapping[str, Any], place: Place, purse: int | None) -> tuple[PlacePrize, ...]:
    columns = {key: row.get(key, []) for key in ("amounts", "goods", "worth")}
    for key, values in columns.items():
        if not isinstance(values, list):
            columns[key] = [values]
        if len(columns[key]) > MOST_PLACES:
            raise WrongValue((*place, key), f"{key} has more than {MOST_PLACES} places")
    amounts, goods, worth = columns.values()
    if not amounts and not goods:
        raise WrongValue(place, 'a list of prizes needs amounts, as ["300", "200"], or goods')
    if len(worth) > len(goods):
        raise WrongValue((*place, "worth"), "worth is of goods, one by one")
    places = []
    for at in range(max(len(amounts), len(goods))):
        money, percent = (0, None)
        if at < len(amounts):
            money, percent = _amount(amounts[at], (*place, "amounts"))
        if percent is not None and purse is None:
            raise WrongValue((*place, "amounts"), 'a share needs the purse: write purse = "1000"')
        goods_text = goods[at] if at < len(goods) else ""
        if type(goods_text) is not str:
            raise WrongValue((*place, "goods"), 'goods must be texts, as ["cup", "medal"]')
        value = money_of(worth[at], (*place, "worth")) if at < len(worth) else 0
        places.append(PlacePrize(money, percent, safe(goods_text.strip(), TEXT_LIMIT), value))
    return tuple(places)


def _amount(value: Any, place: Place) -> tuple[int, Decimal | None]:
    """Money, or a share of the purse in per cent."""
    if type(value) is str and value.strip().endswith("%"):
        try:
            percent = Decimal(value.strip()[:-1].strip().replace(",", "."))
        except ArithmeticError:
            percent = Decimal(-1)
        if not (percent.is_finite() and 0 < percent <= 100):
            raise WrongValue(place, f'{safe(value, 20)!r} is no share; write it as "12.5%"')
        return 0, percent
    return money_of(value, place), None


def _conditions(row: Mapping[str, Any], place: Place) -> Conditions:
    numbers = {key: whole_at(row, key, place, most) for key, most in _NUMBERS.items()}
    word = text_at(row, "sex", place, 10).strip().casefold()
    sex = SEX_WORDS.get(word, "")
    if word and not sex:
        raise WrongValue((*place, "sex"), 'sex must be "w" or "m"')
    low, high = numbers["rating_from"], numbers["rating_below"]
    if low is not None and high is not None and low >= high:
        raise WrongValue((*place, "rating_from"), f"no rating is from {low} on and below {high}")
    texts = {key: texts_at(row, key, place) for key in TEXT_CONDITIONS}
    return Conditions(
        rating_from=low,
        rating_below=high,
        ungraded=_word(row, "ungraded", place, Ungraded, Ungraded.UNSAID) or Ungraded.UNSAID,
        age_below=numbers["age_below"],
        age_from=numbers["age_from"],
        age_on=_day(row, "age_on", place),
        sex=sex,
        games=numbers["games"] or 0,
        fee_paid=bool(flag_at(row, "fee_paid", place)),
        **texts,
    )


def _day(row: Mapping[str, Any], key: str, place: Place) -> str:
    text = text_at(row, key, place)
    try:
        return read_day(key, text) if text else ""
    except BadSetting as bad:
        raise WrongValue((*place, key), f"{bad.what}: {bad.remedy}") from None


def _board(row: Mapping[str, Any], place: Place) -> PlayersOf | None:
    value = row.get("board")
    if value is None:
        return None
    if value == RESERVE:
        return RESERVE
    if value == ANY_BOARD:
        return ANY_BOARD
    if type(value) is not int or not 1 <= value <= MOST_BOARDS:
        words = f'board must be 1 to {MOST_BOARDS}, "{RESERVE}" or "{ANY_BOARD}"'
        raise WrongValue((*place, "board"), words)
    return value


def _least(row: Mapping[str, Any], place: Place) -> tuple[int, ...]:
    values = row.get("least", [])
    if type(values) is int:
        values = [values]
    good = isinstance(values, list) and all(type(v) is int and 0 <= v <= 9999 for v in values)
    if not good:
        raise WrongValue((*place, "least"), "least must be a number of entrants, or one a place")
    return tuple(values)


def _word(
    row: Mapping[str, Any], key: str, place: Place, words: type[E], default: E | None
) -> E | None:
    value = row.get(key)
    if value is None:
        return default
    for word in words:
        if value == word.value:
            return word
    known = ", ".join(f'"{word.value}"' for word in words if word.value)
    raise WrongValue((*place, key), f"{key} must be one of {known}")


def plan_text(plan: PrizePlan) -> str:
    """The whole file."""
    rows = [f"\n[[prizes]]{toml_text(list_row(one), '')}" for one in plan.lists]
    return "".join([toml_text(head_row(plan), HEADING), *rows])


def head_row(plan: PrizePlan) -> dict[str, Any]:
    """What the file says of the whole plan, by its keys."""
    head: dict[str, Any] = {}
    if plan.currency:
        head["currency"] = plan.currency
    if plan.purse is not None:
        head["purse"] = money_text(plan.purse)
    head["one_prize"] = plan.one_prize
    if plan.goods_count:
        head["goods_count"] = True
    head["ties"] = plan.ties.value
    if plan.odd_cents is not OddCents.FIRST:
        head["odd_cents"] = plan.odd_cents.value
    if plan.unit != 1:
        head["unit"] = money_text(plan.unit)
    if not plan.conditions.none:
        head["conditions"] = _condition_row(plan.conditions)
    return head


def list_row(one: PrizeList) -> dict[str, Any]:
    """What the file says of a list, by its keys."""
    row: dict[str, Any] = {"name": one.name}
    if one.event:
        row["event"] = one.event
    if one.by is not PrizeMeasure.STANDING:
        row["by"] = one.by.value
    if one.board is not None:
        row["board"] = one.board
    for key, values in (
        ("amounts", [amount_text(place) for place in one.places]),
        ("goods", [place.goods for place in one.places]),
        ("worth", [money_text(place.worth) if place.worth else "0" for place in one.places]),
    ):
        while values and values[-1] in ("", "0"):
            values.pop()
        if values:
            row[key] = values
    row |= _condition_row(one.who)
    if one.least:
        row["least"] = one.least[0] if len(one.least) == 1 else list(one.least)
    if one.otherwise != LEFT:
        row["otherwise"] = one.otherwise
    if one.ties is not None:
        row["ties"] = one.ties.value
    if one.beside is not None:
        row["beside"] = one.beside
    if one.best != BEST_OF_GROUP:
        row["best"] = one.best
    if one.lot:
        row["lot"] = list(one.lot)
    return row


def amount_text(place: PlacePrize) -> str:
    """An amount as the file has it: `300.00`, `12.5%`, `0` for none."""
    if place.percent is not None:
        return f"{place.percent.normalize():f}%"
    return money_text(place.money) if place.money else "0"


def _condition_row(who: Conditions) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for key in _CONDITIONS:
        value = getattr(who, key)
        if value == getattr(Conditions(), key):
            continue
        if isinstance(value, Enum):
            row[key] = value.value
        else:
            row[key] = list(value) if isinstance(value, tuple) else value
    return row


EXAMPLE = PrizePlan(
    (
        PrizeList(
            "Open",
            (
                PlacePrize(30000, goods="cup"),
                PlacePrize(20000),
                PlacePrize(10000),
                PlacePrize(8000),
            ),
        ),
        PrizeList("U1800", (PlacePrize(8000), PlacePrize(4000)), who=Conditions(rating_below=1800),
                  least=(5,), otherwise="Open"),
        PrizeList("Women", (PlacePrize(5000),), who=Conditions(sex="w"), least=(3,)),
        PrizeList("U18", (PlacePrize(5000),), who=Conditions(age_below=18), least=(3,)),
        PrizeList("Biggest upset", (PlacePrize(goods="book"),), by=PrizeMeasure.UPSET),
    ),
    currency="EUR",
)  # fmt: skip
"""What `prizes EVENT --new` writes, to be changed."""


_CUP = (PlacePrize(goods="cup"),)
_OF_CHILDREN = PrizePlan(
    (
        PrizeList("Overall", tuple(PlacePrize(goods=goods) for goods in ("cup", "medal", "medal"))),
        PrizeList("Best girl", _CUP, who=Conditions(sex="w")),
        PrizeList("Under 11", _CUP, who=Conditions(age_below=11)),
        PrizeList("Best school", _CUP, by=PrizeMeasure.SCHOOL),
    )
)


_OF_PLACES = PrizePlan(_OF_CHILDREN.lists[:1])
"""For teams of bridge, of whom nothing else is known."""


_POUNDS = frozenset({"ENG", "SCO", "WLS", "GCI", "IOM", "JCI"})
_CURRENCY = dict.fromkeys(_POUNDS, "GBP") | {
    "USA": "USD", "SUI": "CHF", "NOR": "NOK", "SWE": "SEK", "DEN": "DKK", "POL": "PLN",
    "CZE": "CZK", "HUN": "HUF", "ISL": "ISK", "CAN": "CAD", "AUS": "AUD", "IND": "INR",
}  # fmt: skip
"""What prizes are paid in, by the federation of the event; elsewhere in euros."""


def example_of(events: Sequence[PrizeEvent]) -> PrizePlan:
    """The same for a congress: places and a band in every event, and a prize over all; for one
    event of teams: places, and the best players of each board; for one in sections: places in
    each; for one with schools: cups; for one of which only names are known: places."""
    plan = replace(_example(events), goods_count=True)
    where = detail(events[0].event, "federation") if events else ""
    return replace(plan, currency=_CURRENCY.get(where, "EUR")) if plan.currency else plan


def _example(events: Sequence[PrizeEvent]) -> PrizePlan:
    from engine.prizes.contenders import boards_of

    boards = max(map(boards_of, events), default=0)
    keys = [one.key for one in events]
    if len(events) < 2 and boards:
        places = (PlacePrize(30000, goods="cup"), PlacePrize(20000), PlacePrize(10000))
        players = (PrizeList(f"Board {number}", (PlacePrize(3000),), board=number)
                for number in range(1, boards + 1))  # fmt: skip
        reserve = PrizeList("Best reserve", (PlacePrize(3000),), board=RESERVE)
        return PrizePlan((PrizeList("Teams", places), *players, reserve), currency="EUR")
    if len(events) < 2 and (sections := [part for one in events for part in _sections(one)]):
        places = (PlacePrize(15000), PlacePrize(10000), PlacePrize(5000))
        lists = [
            PrizeList(part.name, places, who=Conditions(section=(part.label or part.name,)))
            for part in sections
        ]
        return PrizePlan(tuple(lists), currency="EUR")
    if len(events) < 2:
        people = [e for one in events for e in one.event.entrants]
        known = (e.rating or e.sex or e.birth or e.school for e in people)
        if people and not any(known):
            return _OF_PLACES
        return _OF_CHILDREN if any(e.school for e in people) else EXAMPLE
    lists = [
        PrizeList(name, places, event=event, who=who)
        for event in keys
        for name, places, who in (
            ("Overall", (PlacePrize(30000), PlacePrize(20000), PlacePrize(10000)), Conditions()),
            ("Women", (PlacePrize(5000),), Conditions(sex="w")),
        )
    ]
    best = PrizeList("Best performance", (PlacePrize(10000),), by=PrizeMeasure.PERFORMANCE,
                     who=Conditions(games=4))  # fmt: skip
    return PrizePlan((*lists, best), currency="EUR")


def _sections(one: PrizeEvent) -> Sequence[Division]:
    """Parts of the field with a winner each; quarters have none."""
    divided = divided_field(one.format, one.event) if one.event.entrants else None
    return divided.parts if divided is not None and divided.word == "Section" else ()
