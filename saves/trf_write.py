"""TRF files written: TRF16 in its columns, or TRF26 with its codes for scoring, byes and bars."""

from __future__ import annotations

from engine.event import Event
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import Refused
from engine.waiting import adjourned
from saves.trf_writer import TrfWriter

LINE_END = "\r\n"


def write_trf(
    event: Event,
    format: Format,
    *,
    trf26: bool = False,
    next_round: bool = False,
    interim: bool = False,
    encoding: str = "utf-8",
) -> bytes:
    """The event's published rounds as a TRF file.

    Players have their start numbers; where somebody came late and ranks by rating, the places
    in pairing order instead (C.04.2, 2.5), for whoever draws or checks by the file.

    Points are those of games and byes. TRF26 has lines for the arbiter's adjustments (299), which
    then are in the points; in TRF16 they stand in a comment, as other programs refuse sums that
    do not add up. `next_round` writes the byes asked for in the round to be paired, as pairing
    engines want them; without it TRF16 has no place for them. `interim` is a file for exchange
    during the tournament (ITDX): an adjourned game has `?` for its result, an open one none.
    Else `Refused` while a game is adjourned, and while one is open in the last round; always for
    matches that TRF has no columns for.
    """
    _refuse_unfit(event, format, interim)
    writer = _writer_of(format)(event, format, trf26, next_round)
    text = LINE_END.join(writer.lines()) + LINE_END
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        letter = text[error.start]
        problem = f"{letter!r} cannot be written in {encoding}"
        raise Refused(problem, "", "write the file as utf-8") from None


def _writer_of(format: Format) -> type[TrfWriter]:
    if part_of(format, PlayedByTeams) is None:
        return TrfWriter
    from saves.trf_teams_write import TeamTrfWriter

    return TeamTrfWriter


def _refuse_unfit(event: Event, format: Format, interim: bool) -> None:
    if not event.entrants:
        raise Refused("the entry list is empty", "", "enter the players first")
    _writer_of(format).refuse_unfit(event, format)
    if not interim:
        _refuse_unsettled(event, format)


def _refuse_unsettled(event: Event, format: Format) -> None:
    """A report needs every result; of a tournament that goes on, those of adjourned games."""
    during = "enter the result first, or make an interim file"
    if waiting := adjourned(event):
        number, board = waiting[0]
        problem = f"{event.called(number)}, {event.board_name(board)} is adjourned"
        raise Refused(problem, "a TRF file needs its result", during, shell="--interim")
    if len(event.published) < (format.rounds_planned(event) or 1):
        return
    for round in event.published:
        for match in round.matches:
            if match.open:
                problem = (
                    f"{event.called(round.number)}, {event.board_name(match.board)} has no result"
                )
                why = "the last round is published: it is the report"
                raise Refused(problem, why, during, shell="--interim")
