"""From the terminal's bytes to keys: what is typed comes in whole and in order.

The toolkit's parser of keys reads Esc and a digit that follows at once as a letter (`¡` for Esc 1),
gives up on Esc and a letter only when time has passed, and lets what it cannot read out again
as keys. Here (`TerminalKeys`) the stream is cut first: Esc, then the key; a paste is one whatever
is in it; and a sequence that nobody knows is dropped, because its digits are no results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import monotonic

from textual import constants, events
from textual._keyboard_protocol import MODIFIER_FUNCTIONAL_KEYS
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.keys import _character_to_key
from textual.message import Message

ESC = "\x1b"
_SEQUENCE = re.compile(
    r"\x1b\[\[[A-E]"  # F1 to F5 of the Linux console
    r"|\x1b\[M[^\x1b]{3}"  # the mouse, as it was once
    r"|\x1b\[(?!\[|M)[0-?]*[ -/]*[@-~]"
    r"|\x1bO[0-9;]*[A-Za-z]"
    r"|\x1b[P\]_][^\x07\x1b]*(?:\x07|\x1b\\)"  # an answer that was not asked for
)
_BEGUN = re.compile(r"\x1b(?:\[(?:\[|M[^\x1b]{0,2}|[0-?]*[ -/]*)?|O[0-9;]*)?")
"""What can still become a sequence."""
_LONGEST = 256
"""Characters of a sequence; anything longer is not a sequence."""
PASTE_SECONDS = 5.0
"""A paste whose end is lost ends when nothing has come for so long."""
LONGEST_PASTE = 1 << 16
"""Characters; no list that is pasted is longer, and a terminal could paste without end."""
LOOK_SECONDS = 0.1
"""How long the thread waits for bytes before it looks whether it is to end."""

KEYPAD = {
    "decimal": ".",
    "divide": "/",
    "multiply": "*",
    "subtract": "-",
    "add": "+",
    "equal": "=",
    "separator": ",",
} | {f"kp_{digit}": digit for digit in "0123456789"}
"""Names of keypad keys, and their characters."""
UNREADABLE = "unreadable"
"""Name of the key that a sequence is whose end never came."""
_SILENT = frozenset(MODIFIER_FUNCTIONAL_KEYS) | {"caps_lock", "num_lock", "scroll_lock"}
"""Pressed for the sake of another key; some terminals tell of them too."""
_ANSWERED = {f"{ESC}Ol": ",", f"{ESC}OX": "=", f"{ESC}OE": f"{ESC}[E", f"{ESC}[G": f"{ESC}[E"}
"""Keypad sequences that the toolkit does not know: the comma, `=`, and 5 without NumLock."""


class TerminalKeys(XTermParser):
    """The toolkit's parser, fed with whole sequences and single characters only."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._rest = ""
        """What came and is not whole yet."""
        self._pasted: str | None = None
        """A paste under way."""
        self._since = 0.0

    @property
    def waits(self) -> bool:
        """Whether time alone decides what came last."""
        return bool(self._rest) and self._pasted is None

    def feed(self, data: str) -> Iterator[Message]:
        """Everything that is whole; the rest waits for more, or for `tick`."""
        if not data:
            return
        self._since = monotonic()
        self._rest += data
        while self._rest:
            if self._pasted is not None:
                if (paste := self._paste_ended()) is None:
                    return
                yield paste
            elif not self._rest.startswith(ESC):
                plain, esc, after = self._rest.partition(ESC)
                self._rest = esc + after
                for character in plain:
                    yield from self._known(character)
            elif whole := _SEQUENCE.match(self._rest):
                self._rest = self._rest[whole.end() :]
                yield from self._sequence(whole.group())
            elif _BEGUN.fullmatch(self._rest) and len(self._rest) <= _LONGEST:
                return
            else:
                self._rest = self._rest[1:]
                yield _escape()

    def tick(self) -> Iterator[Message]:
        """What has waited long enough: Esc alone, Esc and a key, a paste without its end."""
        waited = monotonic() - self._since
        if self._pasted is not None:
            if waited >= PASTE_SECONDS:
                yield events.Paste(_clean(self._pasted + self._rest))
                self._pasted, self._rest = None, ""
        elif self._rest and waited >= constants.ESCAPE_DELAY:
            rest, self._rest = self._rest, ""
            if len(rest) > 2:  # cut off on its way: the digits in it were never typed
                yield events.Key(UNREADABLE, None)
                return
            yield _escape()
            for character in rest[1:]:
                yield from self._known(character)

    def _paste_ended(self) -> events.Paste | None:
        """The paste, where its end has come."""
        text, end, after = ((self._pasted or "") + self._rest).partition(BRACKETED_PASTE_END)
        if not end:
            # the end may come in pieces
            keep = len(BRACKETED_PASTE_END) - 1
            self._pasted, self._rest = text[:-keep][:LONGEST_PASTE], text[-keep:]
            return None
        self._pasted, self._rest = None, after
        return events.Paste(_clean(text[:LONGEST_PASTE]))

    def _sequence(self, whole: str) -> Iterator[Message]:
        if whole == BRACKETED_PASTE_START:
            self._pasted = ""
        elif whole[1] in "[O":
            yield from self._known(_ANSWERED.get(whole, whole))

    def _known(self, piece: str) -> Iterator[Message]:
        for message in super().feed(piece):
            if not isinstance(message, events.Key):
                yield message
            elif message.key.rpartition("+")[2] not in _SILENT:
                yield _by_name(message)
        if self._timeout_time is not None:
            # no sequence of any terminal: the parser begins anew
            self._timeout_time = None
            self._gen = self.parse(self._tokens.append)
            self._awaiting = next(self._gen)


def _escape() -> events.Key:
    return events.Key("escape", ESC)


def _clean(pasted: str) -> str:
    return pasted.replace("\x00", "")


def _by_name(key: events.Key) -> events.Key:
    """A keypad key sent by name alone is the character on it."""
    if key.character is not None:
        return key
    shown = KEYPAD.get(key.key) or (key.key if len(key.key) == 1 else None)
    if shown is None:
        return key
    return events.Key(shown if shown.isalnum() else _character_to_key(shown), shown)
