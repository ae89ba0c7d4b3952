"""Rating lists, the order in which they count, and what differs, as lines of text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.event import Event
from engine.event_data import RATING_METHODS
from engine.official_ratings import RATES
from engine.rating_check import Compared, RatingDifference, taken_over
from engine.rating_lists import ListedChanges, RatingList, RatingSource, column_name, marked
from engine.rating_rule import RatingRule, every_rating, rule_of
from saves.safe_text import safe, shortened
from tui.screens.columns import cell
from tui.screens.entry_words import who
from tui.widgets.lines import Line, line

NAME, FIELD, VALUE = 34, 12, 22
LIST_NAME = 20
FOUND_BY = {"id": "", "birth": "found by name and birth", "name": "found by the name alone"}


# The lists and their order


def columns_there(lists: Sequence[RatingList]) -> tuple[str, ...]:
    """Every column of the lists: a list and a rate of play each."""
    return tuple(column_name(one.name, r) for one in lists for r in RATES if r in one.rates)


def list_lines(lists: Sequence[RatingList], event: Event | None, width: int) -> Iterator[Line]:
    """The lists with date and size, then the order in which their ratings count in the event."""
    if not lists:
        yield line("  no list is loaded", "dim")
        yield line("  a  loads one: FIDE's (text or XML), the ECF's, any CSV; zipped or not", "dim")
    for one in lists:
        named = cell(one.name, LIST_NAME)
        facts = f"{one.date}  {one.players:>11,} players  {shortened(one.file, 40)}"
        yield Line(((f"  {named} ", "plain"), (cell(facts, width - LIST_NAME - 4).rstrip(), "dim")),
                   ("list", one.name))  # fmt: skip
    if event is None or not lists:
        return
    rule = rule_of(event)
    yield Line()
    yield line(f"  Ratings of this event: {rule.rate}", "key")
    yield line(f"  {rule.method}: {RATING_METHODS.get(rule.method, '')}", "dim")
    used = rule.columns(lists)
    for at, name in enumerate(used, start=1):
        gap = "another rate of play" if not name.casefold().endswith(rule.rate) else ""
        yield Line(
            ((f"  {at:>2}  {cell(name, LIST_NAME)} ", "plain"), (gap, "dim")), ("column", name)
        )
    for name in columns_there(lists):
        if name not in used:
            yield Line(((f"   -  {cell(name, LIST_NAME)} ", "dim"), ("does not count", "dim")),
                       ("column", name))  # fmt: skip


# What differs


@dataclass(frozen=True, slots=True)
class RatingChoice:
    """An entry that is not as the lists have it, and the rating that would be taken."""

    compared: Compared
    ratings: tuple[RatingSource, ...]
    """All that the lists have of him: those that can count by rule, then the others."""
    by_rule: int
    """How many of them can count by rule."""
    at: int = 0
    """Which one is taken."""

    @property
    def rating(self) -> RatingSource | None:
        """The rating that is taken; None where the lists have none."""
        return self.ratings[self.at] if self.ratings else None

    @property
    def picked(self) -> bool:
        """Another one than the rule gives."""
        return self.at > 0 or (self.by_rule == 0 and bool(self.ratings))

    def next_rating(self) -> RatingChoice:
        """The next one of his ratings."""
        return replace(self, at=(self.at + 1) % max(len(self.ratings), 1))

    def changes(self, rule: RatingRule) -> ListedChanges:
        """What is taken over into the entry."""
        taken = taken_over(self.compared, rule)
        source = self.rating
        if not self.picked or source is None:
            return taken
        return replace(
            taken,
            changes={**taken.changes, "rating": source.rating},
            official=marked(taken.official, source),
        )


def choices_of(every: Sequence[Compared], rule: RatingRule) -> tuple[RatingChoice, ...]:
    """The entries with something to choose: what differs, or ratings that only other lists have."""
    choices: list[RatingChoice] = []
    for one in every:
        official = tuple(player.official for player in one.players)
        ratings, ranked = every_rating(official, rule), rule.ranked(official)
        without = one.entrant.rating is None and bool(ratings) and not ranked
        if one.differences or without:
            choices.append(RatingChoice(one, ratings, len(ranked)))
    return tuple(choices)


def choice_lines(
    choices: Sequence[RatingChoice], chosen: Collection[str], width: int
) -> Iterator[Line]:
    """A line for each entry, one below for each field."""
    for choice in choices:
        one = choice.compared
        mark = "x" if one.entrant.id in chosen else " "
        named = f" [{mark}] {cell(who(one.entrant), NAME)} "
        yield Line(((named, "plain"), (FOUND_BY[one.match], "should")), one.entrant.id)
        for text in difference_texts(choice):
            yield line(f"      {cell(text, width - 7).rstrip()}", "dim")


def difference_texts(choice: RatingChoice) -> Iterator[str]:
    """`rating      2600 → 2675   FIDE rapid of 2026-11-01`."""
    one, source = choice.compared, choice.rating
    others = [d for d in one.differences if d.field != "rating"]
    ratings: list[RatingDifference] = [d for d in one.differences if d.field == "rating"]
    if source is not None and (ratings or choice.picked):
        stands = "" if one.entrant.rating is None else str(one.entrant.rating)
        more = f"  r: {choice.at + 1} of {len(choice.ratings)}" if len(choice.ratings) > 1 else ""
        rating = RatingDifference("rating", stands, str(source.rating), source.column, source.date)
        if choice.picked and choice.at == 0 and not ratings:
            yield f"{'rating':{FIELD}}only in other lists: {source.text}{more}"
        else:
            yield _difference(rating, more)
    for other in others:
        yield _difference(other)


def _difference(one: RatingDifference, more: str = "") -> str:
    values = f"{safe(one.stands) or '-'} → {safe(one.listed)}"
    named = one.field.replace("_", " ").replace("fide", "FIDE")
    return f"{named:{FIELD}}{cell(values + more, VALUE)}  {one.list} of {one.date}"


def moved(used: Sequence[str], name: str, by: int) -> tuple[str, ...]:
    """The order with a column one place up or down."""
    order = list(used)
    at = order.index(name)
    to = min(max(at + by, 0), len(order) - 1)
    order.insert(to, order.pop(at))
    return tuple(order)


def switched(used: Sequence[str], name: str) -> tuple[str, ...]:
    """The order without a column that counts, or with one that does not at its end."""
    return tuple(n for n in used if n != name) if name in used else (*used, name)
