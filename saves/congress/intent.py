"""`moving.toml`: a move between two events that is under way, written before its first action.

It is there only while the move is carried out. A program that was stopped in between leaves it,
and the next desk that opens the congress finishes the move.
"""

from __future__ import annotations

import json
from decimal import Decimal

from engine.congress.moving import Move
from engine.refusal import Refused
from saves.plain import BadValue, plain, typed
from saves.toml import BadSave, load, toml_text

INTENT_NAME = "moving.toml"
SIZE_LIMIT = 64 << 10
HEADING = "A move from one event to another, under way. It is finished by opening the congress."


def intent_text(move: Move) -> str:
    """The file."""
    table = json.loads(json.dumps(plain(move)), parse_float=Decimal)
    return toml_text(table, HEADING)


def read_intent(data: bytes) -> Move:
    """The move; `Refused` where the file makes no sense."""
    try:
        move: Move = typed(Move, load(data, INTENT_NAME, "correct the line"))
    except (BadSave, BadValue) as error:
        raise Refused(
            f"{INTENT_NAME} cannot be read", str(error), "look at both events, then remove the file"
        ) from None
    return move
