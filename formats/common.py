"""What formats share: settings read and described, the order of the entry list, standings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, replace
from decimal import Decimal
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar, cast

from engine.alphabet import fold
from engine.boards import Seating
from engine.entrants import TITLES, Entrant, EntrantId
from engine.event import Event, EventSettings
from engine.phrases import LANGUAGES
from engine.points import HALF, NIL, ONE, as_number
from engine.protocol import Advice, Format, refuse_settings
from engine.refusal import Refused
from formats.settings import (
    MOST_ROUNDS,
    FormatSettings,
    Knob,
    RoomSettings,
    SettingsShape,
    WrongSetting,
    checked_settings,
    plain_settings,
    shape_of,
    typed_setting,
)
from formats.wording import listed

if TYPE_CHECKING:
    from engine.tables import StandingTable

_CAME_LATER = ("language", "site", "correction_window", "equal_order", "half_byes", "no_byes_last")
"""Settings that older saves do not have."""
_KINDS = {
    "int": "a whole number",
    "decimal_max": "a number of two decimals",
    "decimal": "a number",
    "bool": "yes or no",
    "greater": "",
    "less": "",
}
"""By how the validating library names what is wrong; the bounds follow."""


def seniority(entrant: Entrant) -> tuple[int, int, str, str, int]:
    """Sort key: rating, highest first and unrated last; title; name; number."""
    rating = -1 if entrant.rating is None else entrant.rating
    title = TITLES.index(entrant.title) if entrant.title in TITLES else len(TITLES)
    return (-rating, title, fold(entrant.name), entrant.name.casefold(), int(entrant.id))


def by_equal_order(event: Event, way: str) -> Callable[[Entrant], str | int]:
    """Sort key of those of equal rating and title: C.04.2, 2.2 has the alphabet unless something
    else was stated. Unknown ages come last; a lot follows from the event's seed alone."""
    if way == "age":
        return lambda entrant: entrant.birth or "~"
    if way == "entry":
        return lambda entrant: int(entrant.id)
    if way == "lot":
        return lambda entrant: sha256(f"{event.seed}/equals/{entrant.id}".encode()).hexdigest()
    return lambda entrant: ""


def without_number(event: Event, table: Iterable[EntrantId]) -> list[Advice]:
    """For a table that round 1 fixes: entrants without a game in any round."""
    there = set(table)
    out = [e.name for e in event.entrants if not e.withdrawn and e.id not in there]
    if not out:
        return []
    names = listed(out[:3], max(0, len(out) - 3))
    if event.published:
        return [Advice(f"absent when round 1 was drawn, not in the table: {names}")]
    return [Advice(f"absent in round 1, so in no round of the table: {names}", urgent=True)]


def nobody_floats(event: Event) -> Mapping[EntrantId, int]:
    """The levels of a format whose matches do not go by points."""
    return dict.fromkeys((entrant.id for entrant in event.entrants), 0)


def with_rounds(settings: EventSettings, rounds: int) -> EventSettings:
    """With a number of rounds that follows from the entries or the results."""
    return cast(EventSettings, replace(cast(FormatSettings, settings), rounds=rounds))


class TableFormat(Format):
    """A format with a settings model, pairing numbers by rating and one overall standing."""

    Settings: ClassVar[type[FormatSettings]] = FormatSettings

    @property
    def shape(self) -> SettingsShape:
        """What settings it has."""
        return shape_of(self.Settings)

    def settings(self, given: Mapping[str, Any], old: EventSettings | None = None) -> EventSettings:
        """Checked settings; texts from the command line are read as their type demands."""
        base = cast(FormatSettings, old).values if old is not None else {}
        known = self.shape.fields
        unknown = sorted(set(given) - set(known))
        if unknown:
            raise _unknown(unknown[0], list(known), self.name)
        values = {key: self._given(key, value) for key, value in given.items()}
        if not given and old is None:
            return cast(EventSettings, self.Settings())
        try:
            checked = checked_settings(self.Settings, {**base, **values})
        except WrongSetting as wrong:
            wanted = self._wanted(wrong.key, wrong.fault, wrong.wanted)
            raise refuse_settings(wrong.key, given.get(wrong.key, wrong.value), wanted) from None
        faults = dict(checked.faults())
        if faults:
            key = next((key for key in faults if key in given), next(iter(faults)))
            raise refuse_settings(key, given.get(key, getattr(checked, key)), faults[key])
        _refuse_scoring(cast(EventSettings, checked), given)
        return cast(EventSettings, checked)

    def kept_settings(
        self, kept: Mapping[str, Any], old: EventSettings | None = None
    ) -> EventSettings:
        """Each of its type; bounds, and what goes together, are not asked about. Rounds are: what
        goes through all of them would have no end."""
        settings = self._kept(kept, old)
        if not 1 <= settings.rounds <= MOST_ROUNDS:
            raise refuse_settings("rounds", settings.rounds, f"1 to {MOST_ROUNDS}")
        return settings

    def _kept(self, kept: Mapping[str, Any], old: EventSettings | None) -> EventSettings:
        base = cast(FormatSettings, old).values if old is not None else {}
        plain = plain_settings(self.Settings, kept)
        if plain is not None:
            return cast(EventSettings, self.Settings(**{**base, **plain}))
        try:
            return self.settings(kept, old)
        except Refused:
            if set(kept) - set(self.shape.fields):
                raise
            for key, value in kept.items():
                try:
                    base[key] = typed_setting(
                        self.Settings, key, _listed(value, self._is_list(key))
                    )
                except WrongSetting:
                    raise refuse_settings(key, value, "of its type") from None
            return cast(EventSettings, self.Settings(**base))

    def _wanted(self, key: str, fault: str, message: str) -> str:
        """What a setting must be, in an arbiter's words: `a whole number, at least 1`."""
        said = message.removeprefix("Input should be ")  # the validating library's words
        kind = next((word for start, word in _KINDS.items() if fault.startswith(start)), None)
        if kind is None:
            return said
        if self._is_list(key):
            kind = _list_form(self.shape.fields[key])
        bounds = next((row[2] for row in self.settings_help() if row[0] == key), "")
        return ", ".join(part for part in (kind, bounds) if part) or said

    def _given(self, key: str, value: Any) -> Any:
        """A text as its type demands; an empty one leaves the setting to the format where that is
        possible."""
        if value == "" and "None" in str(self.shape.fields[key].type):
            return None
        return _listed(value, self._is_list(key))

    def _is_list(self, key: str) -> bool:
        return "tuple" in str(self.shape.fields[key].type)

    def settings_values(self, settings: EventSettings) -> dict[str, Any]:
        """Plain numbers, texts and lists."""
        values = cast(FormatSettings, settings).values
        return {key: _plain(value) for key, value in values.items() if value is not None}

    def settings_left_out(self, settings: EventSettings) -> frozenset[str]:
        """Those that came later, where nobody has set them."""
        fields = self.shape.fields
        later = [key for key in _CAME_LATER if key in fields]
        return frozenset(k for k in later if getattr(settings, k) == fields[k].default)

    def setting_choices(self, key: str) -> tuple[str, ...]:
        """As its type says; the languages of the hall."""
        return tuple(LANGUAGES) if key == "language" else self.shape.choices(key)

    def settings_help(self) -> list[tuple[str, str, str, str]]:
        """(key, default, bounds, meaning), in the model's order."""
        rows = []
        for key, field in sorted(self.shape.fields.items(), key=_listed_last):
            own, type_knobs, part_knobs = self.shape.knobs(key)
            limits = [text for knob in (*type_knobs, own) for text in _limits(knob)]
            each = [text for knob in part_knobs for text in _limits(knob)]
            bounds = ", ".join(limits) + (f"each {', '.join(each)}" if each else "")
            bounds = " or ".join(self.shape.choices(key)) or bounds
            rows.append((key, _default_text(field.default), bounds, own.description))
        return rows

    def seating(self, event: Event) -> Seating | None:
        """As the settings say, where the format has them."""
        settings = event.settings
        return settings.seating if isinstance(settings, RoomSettings) else None

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """By rating, title, name."""
        return [e.id for e in sorted(event.entrants, key=seniority)]

    def standings(self, event: Event) -> list[StandingTable]:
        """The overall table, then one a category."""
        from engine.standings import standings

        return standings(event, self.order(event))


class SwissFormat(TableFormat):
    """A format whose rounds are drawn by score, and in which nobody meets anybody twice."""

    renumbers = True
    counts_floats = True

    def fitting_rounds(self, players: int) -> int | None:
        """Those in which everybody can have another opponent."""
        from formats.swiss import fitting_rounds

        return fitting_rounds(players, self.Settings().rounds)


_LAST = (
    *("half_byes", "no_byes_last"),
    *("language", "site", "first_board", "section_boards", "rooms"),
)
"""Settings listed last: of byes, and of the place where it is played."""


def _refuse_scoring(settings: EventSettings, given: Mapping[str, Any]) -> None:
    """`Refused` if two draws would be worth more than a win and a loss, or the bye more than a win
    (FIDE's acceptance list, 74, 81, 83); values set before are not refused."""
    win, draw, loss = settings.win_points, settings.draw_points, settings.loss_points
    bye, usual = settings.bye_points, [win, draw, loss] == [ONE, HALF, NIL]
    faults = (
        ("loss_points", loss > win, f"at most what a win is worth ({win})"),
        ("draw_points", 2 * draw > win + loss, "at most half of a win and a loss together"),
        ("bye_points", bye > win, f"at most what a win is worth ({win})"),
        ("bye_points", usual and bye not in (win, draw, loss), "1, 0.5 or 0 where a win is 1"),
    )
    for key, wrong, bounds in faults:
        touched = [k for k in (key, "win_points", "draw_points", "loss_points") if k in given]
        if wrong and touched:
            raise refuse_settings(touched[0], given[touched[0]], _for(key, touched[0], bounds))


def _for(key: str, touched: str, bounds: str) -> str:
    return bounds if key == touched else f"such that {key} is {bounds}"


def _listed_last(setting: tuple[str, Field[Any]]) -> int:
    return _LAST.index(setting[0]) + 1 if setting[0] in _LAST else 0


_BOUND = {"ge": "at least", "le": "at most"}


def _limits(knob: Knob) -> list[str]:
    return [f"{_BOUND[key]} {value}" for key, value in knob.limits.items() if key in _BOUND]


def _list_form(field: Field[Any]) -> str:
    """`whole numbers with commas between, as 100, 125`."""
    example = _default_text(field.default) or _default_text(
        field.metadata.get("knob", Knob()).example
    )
    return "whole numbers with commas between" + (f", as {example}" if example else "")


def _default_text(value: Any) -> str:
    """A default as it would be given; empty for none."""
    if isinstance(value, tuple):
        return ", ".join(map(str, _plain(value)))
    return "" if value is None else str(_plain(value))


def _listed(value: Any, is_list: bool) -> Any:
    if is_list and isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return as_number(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


def _unknown(key: str, known: list[str], format_name: str) -> Refused:
    from difflib import get_close_matches

    near = get_close_matches(key, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
    return Refused(f"{format_name} has no setting {key}", "", hint)
