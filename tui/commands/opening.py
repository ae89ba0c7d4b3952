"""The beginning of most commands: their arguments, their event, and the entrants they name."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from engine import actions
from engine.actions import Action
from engine.alphabet import fold
from engine.entrants import EntrantId
from engine.event import Event, Mode
from engine.points import Points, counted
from engine.protocol import Format
from engine.refusal import Refused, report_faults_to
from engine.warnings import Level, NotAgreed
from saves.safe_text import clean
from tui.commands.output import warn
from tui.commands.own_files import write_down
from tui.commands.places import find_event

if TYPE_CHECKING:
    from engine.teams import TeamPlayer
    from saves.congress.store import CongressStore
    from saves.store import Store

# int() would take the digits of any script, signs and underscores
_WHOLE = re.compile(r"[0-9]{1,6}")
_NUMBER = re.compile(r"(?:#|no\.?) ?([0-9]{1,6})", re.IGNORECASE)
_POINTS = re.compile(r"([+-]?)([0-9]{0,4})(½|1/2|\.[0-9]{1,2})?")
_FRACTIONS = {"½": Decimal("0.5"), "1/2": Decimal("0.5")}


def event_argument(parser: ArgumentParser, json: bool = True) -> None:
    """EVENT, and `--json`."""
    parser.add_argument("event", metavar="EVENT", help="a path, or a name where events live")
    if json:
        json_option(parser)


def json_option(parser: ArgumentParser) -> None:
    """`--json`: one JSON document instead of text."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def settings_option(parser: ArgumentParser, help: str) -> None:
    """`--set`, as often as there is something to set; `settings_given` reads it."""
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help=help)


def insist_option(parser: ArgumentParser, help: str) -> None:
    """`--insist`: the arbiter confirms what `help` describes."""
    parser.add_argument("--insist", action="store_true", help=help)


def agreeing_options(parser: ArgumentParser, help: str = "do what it then asks about") -> None:
    """`--insist`, `--insist-twice`: what `done` agrees to."""
    insist_option(parser, help)
    parser.add_argument(
        "--insist-twice", action="store_true", help="also where it asks twice (FIDE's level 4)"
    )
    parser.add_argument(
        "--leave-strict",
        action="store_true",
        help="leave strict mode, for good, where it is what refuses",
    )


def _yes(args: Namespace) -> set[str]:
    """The options that are given without a value."""
    return {name for name, value in vars(args).items() if value is True}


def done(store: Store, action: Action, args: Namespace) -> Event:
    """The event after an action, done as the options agree to its warnings; what nobody has to
    agree to is printed on standard error."""
    from engine.warning_words import warning_words

    action = _as_agreed(action, args)
    event = store.event
    try:
        after = store.do(action)
    except NotAgreed as refusal:
        if not _leaves_strict(refusal, args):
            raise
        leave = actions.LeaveStrictMode(insist_twice=True)
        action = replace(action, insist_twice=True)
        if not isinstance(action, actions.Undo | actions.Redo):
            action.apply(leave.apply(event, store.format), store.format)
        store.do(leave)
        after = store.do(action)
    # asked only now: warnings are of an action that has been judged
    for warning in action.warned(event, store.format) if after is not event else ():
        if warning.level is Level.ACKNOWLEDGE:
            warn(warning_words(warning, event))
    return after


def foreseen(event: Event, format: Format, action: Action, args: Namespace) -> Event:
    """The event as it would be after an action as the options agree to it; `Refused` as `done` is,
    and nothing is written."""
    action = _as_agreed(action, args)
    try:
        return action.apply(event, format)
    except NotAgreed as refusal:
        if not _leaves_strict(refusal, args):
            raise
        leave = actions.LeaveStrictMode(insist_twice=True)
        return replace(action, insist_twice=True).apply(leave.apply(event, format), format)


def _as_agreed(action: Action, args: Namespace) -> Action:
    return replace(
        action,
        insist=action.insist or bool({"insist", "insist_twice"} & _yes(args)),
        insist_twice=action.insist_twice or "insist_twice" in _yes(args),
    )


def _leaves_strict(refusal: NotAgreed, args: Namespace) -> bool:
    """Whether strict mode is what refuses, and is to be left for it."""
    return refusal.level >= Level.REFUSE and "leave_strict" in _yes(args)


def writing(args: Namespace) -> Store:
    """The event, to be changed; `Refused` while its save files wait for a word: what a command
    would say of the event is what they contradict."""
    store = mending(args)
    if store.edits is not None:
        store.refuse_read_only()
    return store


def mending(args: Namespace) -> Store:
    """The event, to be changed or brought in order."""
    from saves.store import open_event

    args.opened = _with_notes_shown(open_event(find_event(args.event), session="cli"))
    store: Store = args.opened
    return store


def closing_warnings(args: Namespace) -> list[str]:
    """What went wrong without costing anything while the command wrote."""
    store: Store | CongressStore | None = getattr(args, "opened", None)
    return list(store.warnings) if store is not None else []


def reading(args: Namespace) -> Store:
    """The event, to be read: nothing is written or repaired."""
    from saves.store import open_event

    return _with_notes_shown(open_event(find_event(args.event), read_only=True))


def _with_notes_shown(store: Store) -> Store:
    from saves.journal import check_continues

    check_continues(store.journal)
    report_faults_to(write_down)
    for note in opening_notes(store):
        warn(note)
    return store


def opening_notes(store: Store) -> list[str]:
    """What was found on opening, a hand edit that waits for a word included."""
    from saves.store import VERIFY

    notes = [*store.notes, *([f"what can be done: {VERIFY}"] if store.unsound else [])]
    if store.edits is None:
        return notes
    waiting = f"{store.edits.why}; not taken over yet: `topboard restore EVENT` shows what differs"
    return [*notes, waiting]


def cleaned(text: str, field: str) -> str:
    """A text that the arbiter gave, made harmless; a warning for what had to be changed."""
    # longer than any limit of the engine, so that it refuses instead of a text being cut
    text_kept, warnings = clean(text, field, 1000)
    for warning in warnings:
        warn(warning)
    return text_kept


def whole_number(text: str) -> int:
    """A round, a board, an action: plain digits."""
    if not _WHOLE.fullmatch(text):
        raise ArgumentTypeError(f"{text[:20]!r} is not a whole number")
    return int(text)


def settings_given(pairs: Sequence[str]) -> dict[str, str]:
    """`KEY=VALUE`, each a setting of the format."""
    settings = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise Refused(f"{pair[:40]!r} is not a setting", "", "write KEY=VALUE")
        settings[key.strip()] = value.strip()
    return settings


def parted(texts: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """What is given, as (settings of the format, the event's own data)."""
    from engine.event_data import EVENT_DATA

    own_data = {key: text for key, text in texts.items() if key in EVENT_DATA}
    return {key: text for key, text in texts.items() if key not in own_data}, own_data


def mode_setting(settings: dict[str, str]) -> Mode | None:
    """The mode among what was given as settings, taken out of them; None where it is not."""
    mode = settings.pop("mode", None)
    modes: dict[str, Mode] = {"strict": "strict", "free": "free"}
    if mode is None or mode in modes:
        return modes[mode] if mode is not None else None
    raise Refused(f"mode cannot be {mode[:20]!r}", "it must be strict or free", "correct it")


def points_value(text: str, remedy: str = "write 1, 0.5, ½ or -1") -> Points:
    """Points as people write them: 1, 0.5, ½, 1½, -1. `remedy` says what is possible here."""
    match = _POINTS.fullmatch(text.strip().replace(",", "."))
    if match is None or not (match[2] or match[3]):
        raise Refused(f"{text[:20]!r} are not points", "", remedy)
    sign, size, part = match[1], match[2], match[3]
    if size and part == "1/2" and text.strip() != "1/2":
        raise Refused(f"{text[:20]!r} are not points", "", "write 1.5 or 1½")
    value = Decimal(size or 0) + (_FRACTIONS.get(part) or Decimal(part) if part else 0)
    return -value if sign == "-" else value


def entrant_id(event: Event, text: str) -> EntrantId:
    """Whom the text means: an Id, a start number (`no12` or `#12`) once there are any, or a name
    that only one entrant has."""
    if _WHOLE.fullmatch(text):
        return event.entrant(str(int(text))).id
    if number := _NUMBER.fullmatch(text):
        return _numbered(event, int(number[1]))
    wanted = fold(text.strip())
    same = [e for e in event.entrants if fold(e.name) == wanted]
    exact = [e for e in same if e.name == text.strip()]
    candidates = exact if len(exact) == 1 else same
    if len(candidates) == 1:
        return candidates[0].id
    if candidates:
        ids = ", ".join(e.id for e in candidates)
        raise Refused(f"{text[:40]} is not one entrant", f"Ids {ids}", "give the Id")
    raise Refused(
        f"there is no entrant {text[:40]!r}",
        f"the event has {counted(len(event.entrants), 'entrant')}",
        "give an Id, a start number as no12, or the name as in the entry list",
    )


def known_player(event: Event, text: str) -> TeamPlayer | None:
    """The player of a team whose Id the text is, or whose name where only one has it."""
    from engine.teams import players_by_id

    if _WHOLE.fullmatch(text):
        return players_by_id(event).get(str(int(text)))
    wanted = fold(text.strip())
    same = [one for one in players_by_id(event).values() if fold(one.player.name) == wanted]
    return same[0] if len(same) == 1 else None


def _numbered(event: Event, number: int) -> EntrantId:
    """Who has that start number."""
    ids = [e.id for e in event.entrants if e.start_number == number]
    if ids:
        return ids[0]
    if event.published:
        raise Refused(f"nobody has start number {number}", "", "see `topboard entries EVENT`")
    raise Refused(
        f"start number {number} is nobody's yet",
        "numbers are given when round 1 is published",
        "give the Id, or the name as in the entry list",
    )


def two_entrants(event: Event, text: str) -> tuple[EntrantId, EntrantId]:
    """`A:B` as two entrants."""
    a, colon, b = text.partition(":")
    if not colon or not a or not b:
        raise Refused(f"{text[:40]!r} does not name two entrants", "", "write A:B, as in 3:14")
    return entrant_id(event, a), entrant_id(event, b)
