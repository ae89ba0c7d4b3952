"""The command `check`: every round drawn again and compared, every rule checked, points and ranks
of files computed anew."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from engine import actions
from engine.actions import Propose
from engine.byes import as_drawn
from engine.entrants import Entrant, EntrantId, RequestedBye
from engine.event import Bye, Event, PlaceInRound, Round, RoundState, place_words
from engine.later_changes import LaterChange, before_changes, changed_match
from engine.log import LoggedAction, fold, step, undone
from engine.points import as_number, counted
from engine.proposal import Places, places
from engine.protocol import (
    Bracketed,
    Conflict,
    Format,
    Proposal,
    ReadFromFiles,
    Severity,
    bracketed,
    part_of,
)
from engine.refusal import Refused
from engine.rules import conflicts
from formats.registry import format_named
from saves import VERSION
from saves.foreign import read_bytes
from saves.journal import FIRST_SCHEMA
from saves.safe_text import shortened
from saves.trf_comments import kept_changes
from tui.commands.documents import Document, conflict
from tui.commands.next_words import numbered
from tui.commands.opening import json_option, reading, settings_given, settings_option
from tui.commands.output import refuse, say, say_json, warn
from tui.commands.progress import ProgressBar
from tui.commands.subcommand import Subcommand

if TYPE_CHECKING:
    from engine.fixtures import Filled
    from engine.tables import StandingRow
    from saves.store import Store
    from saves.trf_rounds import TrfFile


AS_IT_STANDS = (
    "boards were corrected after this draw: it is held against the bracket as it stands, without "
    "board numbers and colours"
)
BYE = (PlaceInRound(),)


@dataclass(frozen=True, slots=True)
class Checked:
    """One round: where it differs from the engine's own draw, and the rules it breaks.

    `moved` is what results that were corrected since have changed in it by a rule.
    """

    name: str
    round: int
    differences: tuple[str, ...]
    conflicts: tuple[Conflict, ...]
    moved: tuple[str, ...] = ()
    draw: int | None = None
    """The action that proposed it; None where the journal has none."""
    program: str = ""
    """The version that drew it; empty where nothing says it."""
    another_version: bool = False
    """Whether another version than this drew it, which may have had other rules."""
    board_word: str = "board"
    """Where its matches are played, as `Event.board_word`."""
    bound: bool = False
    """Whether it was drawn under locks and bars of that round."""
    allowed: bool = False
    """Whether the arbiter had allowed pairs in spite of school or club."""
    undrawn: bool = False
    """Whether there is no draw to compare it with; its difference says why."""
    unknown: tuple[str, ...] = ()
    """What has changed since its draw and nothing says how it was then, in sentences."""
    then: tuple[str, ...] = ()
    """What the event or the file says was known at its draw in place of what is known now."""

    @property
    def off_rules(self) -> bool:
        """Whether it is not the draw's, or breaks a rule that must hold."""
        return bool(self.differences) or any(c.severity is Severity.MUST for c in self.conflicts)

    def broken(self) -> Iterator[str]:
        """`board 3, must: the two have met`: each rule that it breaks, in words."""
        for one in self.conflicts:
            where = f"{self.board_word} {one.board}" if one.board else "bye"
            yield f"{where}, {one.severity.value}: {one.text}"

    @property
    def document(self) -> Document:
        """As JSON."""
        conflicts = [conflict(c) | {"board": c.board} for c in self.conflicts]
        return {
            "round": self.round,
            "differences": list(self.differences),
            "moved": list(self.moved),
            "unknown": list(self.unknown) if self.differences else [],
            "then": list(self.then),
            "program": self.program or None,
            "another_version": self.another_version,
            "conflicts": conflicts,
        }


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "events", metavar="EVENT", nargs="+", help="a path, a name where events live, TRF files"
    )
    json_option(parser)
    parser.add_argument(
        "--system", "--format", metavar="NAME", help="of TRF files, if not the one in the file"
    )
    settings_option(parser, "a setting of the format that TRF files cannot hold")
    parser.add_argument("--encoding", metavar="E", help="of TRF files, unless they are UTF-8")


def check(args: Namespace) -> int:
    """0 where every round is the engine's own draw and every rank as computed, 1 where one
    differs, 2 for a bad file.

    Of several files each is checked, whatever is wrong with another.
    """
    if len(args.events) == 1:
        rounds, ranks = _checked(args, args.events[0])
        document = _document(rounds, ranks)
        if args.json:
            say_json(document)
        else:
            _say(rounds)
            _say_ranks(ranks)
        return int(document["differences"])
    return _many(args)


def _many(args: Namespace) -> int:
    status = 0
    documents: list[Document] = []
    for name in args.events:
        document: Document = {"file": name, "differences": None, "rounds": None, "ranks": None}
        document["error"] = None
        try:
            rounds, ranks = _checked(args, name)
            document |= _document(rounds, ranks)
            if not args.json:
                _say_short(name, rounds, ranks)
            status = max(status, int(document["differences"]))
        except Refused as refusal:
            error = refusal if refusal.where else refusal.at(Path(name).name)
            refuse(error)
            document["error"] = error.line
            status = 2
        documents.append(document)
    if args.json:
        say_json({"differences": status == 1, "files": documents})
    return status


def _document(rounds: Sequence[Checked], ranks: CheckedRanks) -> Document:
    differ = any(one.differences for one in rounds) or bool(ranks.differences)
    return {
        "differences": differ,
        "rounds": [one.document for one in rounds],
        "ranks": [one.document for one in ranks.differences],
    }


def _say_short(name: str, checked: Sequence[Checked], ranks: CheckedRanks) -> None:
    """A line a file; the rounds that differ in full."""
    differ = [one for one in checked if one.differences]
    rounds = counted(len(checked), "round")
    wrong = f"; {counted(len(ranks.differences), 'row')} not as computed"
    said = f"{name}: {rounds}, {f'{len(differ)} not ' if differ else ''}as the computer draws"
    say(f"{said}{wrong if ranks.differences else ''}")
    for one in differ:
        for difference in one.differences:
            say(f"  {one.name}: {difference}")
    for row in ranks.differences:
        say(f"  {row.text}")


def _checked(args: Namespace, name: str) -> tuple[list[Checked], CheckedRanks]:
    if _is_file(name):
        return _file_checked(args, name)
    store = reading(Namespace(event=name))
    event, format = store.event, store.format
    rounds = []
    with ProgressBar(
        f"check {shortened(event.title, 30)}", "rounds", len(event.published)
    ) as progress:
        for done, round in enumerate(event.published):
            progress(done)
            rounds.append(check_round(event, format, round, store.entries))
    # the standings of an event are computed whenever they are shown: nothing can differ
    return [_with_version(one, store) for one in rounds], CheckedRanks(False)


def _is_file(name: str) -> bool:
    """A tournament file, and no event."""
    path = Path(name).expanduser()
    if path.is_dir() or not (path.suffix or path.exists()):
        return False
    from tui.commands.entry_files import TRF_SUFFIXES, is_trf

    if path.suffix.casefold() in TRF_SUFFIXES:
        return True
    return path.is_file() and is_trf(name, read_bytes(path))


def _with_version(checked: Checked, store: Store) -> Checked:
    """The round with the version that drew it: lines of the first edition do not name theirs."""
    if checked.draw is None:
        return checked
    line = store.history.line(checked.draw)
    another = line.schema == FIRST_SCHEMA or line.program != VERSION
    return replace(checked, program=line.program, another_version=another)


def _file_checked(args: Namespace, name: str) -> tuple[list[Checked], CheckedRanks]:
    from tui.commands.entry_files import read_entry_file
    from tui.commands.tournament_files import format_for, refuse_other_kind, system_of

    entry_file = read_entry_file(name, args.encoding, with_rounds=True, wrong_sums=True, teams=None)
    file = entry_file.tournament
    assert file is not None
    for note in file.unknown:
        warn(note)
    format = format_for(args.system or system_of(file).format)
    refuse_other_kind(file, format)
    settings = settings_given(args.set)
    if format.beyond_trf and (format.keeps_apart or not settings):
        warn(f"a TRF file carries {format.beyond_trf}: draws that heed them can differ")
    fitted, rounds = check_file(file, format, settings)
    warn_of_other_colour(file, fitted)
    if any(one.differences for one in rounds) and _by_older_rules(file, format):
        warn("the tournament began before 1 February 2026: it was drawn by the rules of its time")
    return rounds, check_ranks(fitted, format, settings)


def warn_of_other_colour(file: TrfFile, fitted: TrfFile) -> None:
    """Warns where another colour of the first board fits than the one that round 1 shows."""
    from tui.commands.tournament_files import COLOURS, first_colour

    shown, fits = first_colour(file), fitted.initial_colour or "W"
    if fits != shown:
        warn(
            f"the file does not say the first board's colour (152): {COLOURS[fits].title()} fits "
            f"its rounds better than {COLOURS[shown].title()}, by which round 1 looks drawn"
        )


def _by_older_rules(file: TrfFile, format: Format) -> bool:
    start = dict(file.details).get("start", "")
    read, began = part_of(format, ReadFromFiles), re.search(r"((?:19|20)\d\d)(?:-(\d\d))?", start)
    if read is None or began is None:
        return False
    return (int(began[1]), int(began[2] or 99)) < read.rules_since


def check_file(
    file: TrfFile, format: Format, settings: Mapping[str, Any]
) -> tuple[TrfFile, list[Checked]]:
    """Every round of a tournament file drawn again; with it the file with the colour of the
    first board. Where the file does not say it and rounds differ by the one that round 1 was
    played with, the other one is tried too."""
    from tui.commands.tournament_files import event_of, first_colour

    first = first_colour(file)
    tried: list[Literal["W", "B"]] = [first]
    if file.initial_colour is None and file.rounds:
        tried.append("B" if first == "W" else "W")
    best: tuple[TrfFile, list[Checked]] | None = None
    for colour in tried:
        fitted = replace(file, initial_colour=colour)
        rounds = max(file.total_rounds or 0, len(file.rounds)) or 1
        event = event_of(fitted, format, rounds, settings)
        with ProgressBar("check", "rounds", len(event.published)) as progress:
            checked = []
            for done, round in enumerate(event.published):
                progress(done)
                checked.append(check_round(event, format, round, (), fitted.later))
        if best is None or _apart(checked) < _apart(best[1]):
            best = fitted, checked
        if not any(_apart(checked)):
            break
    assert best is not None
    return best


def _apart(rounds: Sequence[Checked]) -> tuple[int, int]:
    """Rounds that differ, and players in them."""
    counts = [len(one.differences) for one in rounds]
    return sum(map(bool, counts)), sum(counts)


def check_round(
    event: Event,
    format: Format,
    round: Round,
    entries: Sequence[LoggedAction],
    later: Sequence[LaterChange] | None = None,
) -> Checked:
    """Draw the round from what was known at its draw, and compare. Whom a corrected result has
    moved since, as an appeal does, is reported with it and is not a difference. Without a
    journalled draw `later` says what has changed since; None: what the event keeps of it."""
    at = _drawn_at(round, entries)
    if at is not None:
        return _compared(event, format, round, at[0].until(round.number - 1), at)
    tried = _tried(event, format, round, kept_changes(event) if later is None else later)
    closest = next(tried)
    # each is a draw of its own: the second is made only where the first differs
    while closest.differences and (other := next(tried, None)) is not None:
        closest = min(closest, other, key=lambda one: (one.undrawn, len(one.differences)))
    return closest


def _tried(
    event: Event, format: Format, round: Round, later: Sequence[LaterChange]
) -> Iterator[Checked]:
    """The round held against the draws that may have made it: of what is known now, and of what
    was known before later changes."""
    number = round.number
    known = [change for change in later if change.concerns(number)]
    unknown = tuple(_unknown(format, known))
    now = event.until(number - 1)
    for one in _as_imported(now, round):
        yield replace(_compared(event, format, round, one), unknown=unknown)
    cup = part_of(format, Bracketed)
    if not known:
        return
    if cup is not None and not cup.draws_stay:
        yield replace(_in_bracket(event, format, round, cup.bracket(now)), unknown=unknown)
        return
    before = before_changes(now, format, number, known)
    then = tuple(_then(now, before))
    for one in _as_imported(before, round):
        compared = _compared(event, format, round, one, later=known if cup is not None else ())
        yield replace(compared, unknown=unknown, then=then)


def _in_bracket(event: Event, format: Format, round: Round, tree: Filled | None) -> Checked:
    """The round compared with the current bracket: where results were corrected since, its
    matches follow them, or are drawn later; boards and colours rest on how it was before."""
    strangers = tree.strangers(round) if tree is not None else frozenset()
    names, here = {e.id: e.name for e in event.entrants}, places(round, requested=False)
    differences = tuple(
        f"{names[id]}: {place_words(here.get(id, ()), names)}, not as in the bracket"
        for id in sorted(strangers, key=int)
    )
    name = numbered(event.called(round.number), round.number)
    judged = tuple(conflicts(format, event, round))
    return Checked(name, round.number, differences, judged, (AS_IT_STANDS,))


def _then(now: Event, before: Event) -> Iterator[str]:
    """What was otherwise before changes, in words: `round 1, Ann – Bea: 1-0, now 0-1`."""
    names = {e.id: e.name for e in now.entrants}
    for round, had in zip(now.rounds, before.rounds, strict=True):
        for match, was in zip(round.matches, had.matches, strict=True):
            if match != was:
                pair = " – ".join(names[id] for id in match.pair)
                old, new = (one.result.text if one.result else "open" for one in (was, match))
                yield f"{now.called(round.number)}, {pair}: {old}, now {new}"
    moved = [
        f"{e.name} {was.start_number}, now {e.start_number}"
        for e, was in zip(now.entrants, before.entrants, strict=True)
        if e.start_number != was.start_number
    ]
    if moved:
        yield f"start numbers: {'; '.join(moved)}"


def _unknown(format: Format, later: Sequence[LaterChange]) -> Iterator[str]:
    """What is not said of these changes, in sentences."""
    for unknown in dict.fromkeys(change.unknown for change in later if change.unknown):
        yield f"{unknown} after this draw; how they were is not known here"
    if bracketed(format) and any(change.pair for change in later):
        yield "results were corrected after this draw; what was undone by it is not known here"


def _compared(
    event: Event,
    format: Format,
    round: Round,
    known: Event,
    at: tuple[Event, Sequence[LoggedAction]] | None = None,
    later: Sequence[LaterChange] = (),
) -> Checked:
    """The round held against the draw of `known`; `at` as `_drawn_at` gives it, or `later` what
    has changed since."""
    judged = tuple(conflicts(format, event, round))
    round = as_drawn(round)
    name = numbered(event.called(round.number), round.number)
    bound = any(
        i.holds(round.number) and (i.kind == "lock" or (i.kind == "bar" and i.round is not None))
        for i in known.instructions
    )
    allowed = any(i.holds(round.number) and i.kind == "allow" for i in known.instructions)
    checked = partial(
        Checked,
        name,
        round.number,
        conflicts=judged,
        board_word=event.board_word,
        bound=bound,
        allowed=allowed,
    )
    draw = at[1][0].n if at is not None else None
    try:
        own = format.draw(known)
    except Refused as refusal:
        if not places(round, requested=False):  # all were away: there was nothing to draw
            return checked((), draw=draw)
        again = f"cannot be drawn again: {refusal}"
        return checked((again,), draw=draw, undrawn=True)
    drawn = places(own, requested=False)
    words: list[str] = []
    if (at is not None or later) and _differences(event, round, own, drawn):
        start, entries = at or after_draw(known, own, later)
        moved = since_drawn(drawn, start, round.number, entries)
        drawn, words = moved.places, moved.words
    differences = tuple(_differences(event, round, own, drawn))
    return checked(differences, moved=tuple(words), draw=draw)


def _drawn_at(
    round: Round, entries: Sequence[LoggedAction]
) -> tuple[Event, Sequence[LoggedAction]] | None:
    """The event that the standing draw of a round was made from, and the journal from the draw on;
    None without one (an imported round)."""
    gone = undone(entries)
    for place in range(len(entries) - 1, 0, -1):
        action = entries[place].action
        if entries[place].n in gone or not isinstance(action, Propose):
            continue
        if action.round != round.number:
            continue
        before = fold(entries[:place], format_named)
        if len(before.published) == round.number - 1:
            return before, entries[place:]
    return None


def _as_imported(before: Event, round: Round) -> Iterator[Event]:
    """The event of the rounds before, as it may have been at a draw that is not journalled. A
    file does not say when a bye of a later round was asked for: after this draw, or before it."""
    round = as_drawn(round)
    away = {b.entrant: b for b in round.byes if b.kind != "pairing"}
    there = [
        _away(e, round.number, away.get(e.id))
        for e in before.entrants
        if not (e.late and e.joined == round.number)
    ]
    yield replace(before, entrants=tuple(_asked_by(e, round.number) for e in there))
    if any(bye.round > round.number for e in there for bye in e.byes):
        yield replace(before, entrants=tuple(there))


def _asked_by(entrant: Entrant, round: int) -> Entrant:
    """Without the byes of later rounds."""
    return replace(entrant, byes=tuple(bye for bye in entrant.byes if bye.round <= round))


def _away(entrant: Entrant, round: int, bye: Bye | None) -> Entrant:
    """With the bye that an imported round gives him: it was asked for before the draw."""
    if bye is None or not entrant.to_be_paired(round):
        return entrant
    asked = RequestedBye(round, bye.points, bye.kind == "absent")
    return replace(entrant, byes=(*entrant.byes, asked))


def _differences(event: Event, round: Round, own: Proposal, there: Places) -> list[str]:
    """Where the round is not the engine's own, which has everybody `there`; extra boards of late
    entries have none."""
    names = {e.id: e.name for e in event.entrants}
    late = {e.id for e in event.entrants if e.late and e.joined == round.number}
    here = places(round, requested=False)
    loose = {id for match in round.matches if match.colourless for id in match.pair}
    differences = []
    for id in sorted(here.keys() | there.keys(), key=int):
        sits, then = here.get(id, ()), there.get(id, ())
        met = [[place.opponent for place in at] for at in (sits, then)]
        if id in loose and sits and then and met[0] == met[1]:
            continue
        if sits == then or id in late or (sits and sits[0].opponent in late and then == BYE):
            continue
        if id not in there and id not in {e for m in own.matches for e in m.pair}:
            differences.append(f"{names[id]}: {place_words(sits, names)}, was not drawn")
        else:
            differences.append(
                f"{names[id]}: {place_words(sits, names)}; the draw: {place_words(then, names)}"
            )
    return differences


def _say(rounds: Sequence[Checked]) -> None:
    if not rounds:
        say("no round is published: nothing to check")
    for one in rounds:
        same = "as the computer draws it" if not one.differences else "differs from the draw"
        same += " under the locks and bars of that round" if one.bound else ""
        same += " with the pairs allowed in it" if one.allowed else ""
        same += ", from what was known then" if one.then else ""
        same += ", but for what a corrected result has moved" if one.moved else ""
        say(f"{one.name}: {same}")
        for then in one.then:
            say(f"  {then}")
        for moved in one.moved:
            say(f"  {moved}")
        for difference in one.differences:
            say(f"  {difference}")
        if one.differences and one.another_version:
            by = f"version {shortened(one.program, 40)}" if one.program else "an earlier version"
            say(f"  drawn by {by}, whose rules may have been others than those of this one")
        for sentence in one.unknown if one.differences else ():
            say(f"  {sentence}")
        for text in one.broken():
            say(f"  {text}")


def _say_ranks(ranks: CheckedRanks) -> None:
    for note in ranks.notes:
        say(note)
    if ranks.checked and not ranks.differences:
        say("points and ranks: as computed")
    for row in ranks.differences:
        say(row.text)


# Points and ranks of a tournament file, computed anew by the tie-breaks that it declares


Column = Literal["points", "rank", "match points", "game points"]
NOT_BY_POINTS = "212 does not begin with PTS: ranks are not checked"
BY_BRACKET = "the bracket ranks, which a TRF file has no lines for: ranks are not checked"
ELSEWHERE = ("EXT",)
"""Codes whose values no file has."""
NOT_CHECKED = (NOT_BY_POINTS, BY_BRACKET)


@dataclass(frozen=True, slots=True)
class ColumnDifference:
    """A row of a file whose points (columns 81-84) or rank (86-89) is not what it comes to."""

    id: EntrantId
    column: Column
    file: Decimal
    computed: Decimal
    row: StandingRow
    """The row as computed, with the values of the tie-breaks."""

    @property
    def document(self) -> Document:
        """As JSON."""
        return {
            "id": self.id,
            "column": self.column,
            "file": as_number(self.file),
            "computed": as_number(self.computed),
        }

    @property
    def text(self) -> str:
        """`12 Kovac: rank 3 in the file, computed 5 (4½ points, BH/C1 17)`."""
        from engine.standings import value_text

        values = [f"{value_text(self.row.points)} points"]
        values += [f"{code} {value_text(value)}" for code, value in self.row.tiebreaks.items()]
        said, computed = value_text(self.file), value_text(self.computed)
        reason = f" ({', '.join(values)})" if self.column == "rank" else ""
        name = shortened(self.row.name, 40)
        return f"{self.id} {name}: {self.column} {said} in the file, computed {computed}{reason}"


@dataclass(frozen=True, slots=True)
class CheckedRanks:
    """The rows that differ, and what of the file's own order could not be computed."""

    checked: bool
    """Whether there was anything to compare."""
    differences: tuple[ColumnDifference, ...] = ()
    notes: tuple[str, ...] = ()


def check_ranks(file: TrfFile, format: Format, settings: Mapping[str, Any]) -> CheckedRanks:
    """The points and ranks of a file against its rounds and its list of tie-breaks (202, 212).

    Entrants who are level in all of it may have any of the places they share, or all the first of
    them: a file may settle those by lot. After a tie-break that is not known here, and in a file
    without a list, as many are level. `settings` as of `event_of`; a list of tie-breaks in them
    comes before the file's.
    """
    from tui.commands.tournament_files import event_of

    codes, notes = _declared(file, format)
    declared: dict[str, Any] = {"tiebreaks": codes, **settings}
    rounds = max(file.total_rounds or 0, len(file.rounds)) or 1
    event = event_of(file, format, rounds, declared)
    table = format.standings(event)[0]
    ranks = {row.id: row.rank for row in table.rows}
    said = {id: points for id in ranks if (points := file.points.get(id)) is not None}
    rankings = [_places(ranks)]
    if not codes and len(said) == len(ranks):
        # by the file's own points: TRF16 cannot say what a free round is worth
        sums = said, _without_byes_to_come(file, table.rows, said)
        rankings = [_places(_by_points(points)) for points in sums]
    differences: list[ColumnDifference] = []
    for row in table.rows:
        differences += _points_apart(file, row)
        rank = None if notes and notes[0] in NOT_CHECKED else file.ranks.get(row.id)
        if rank is None or any(rank in places[row.id] for places in rankings):
            continue
        computed = Decimal(rankings[-1][row.id].start)
        differences.append(ColumnDifference(row.id, "rank", Decimal(rank), computed, row))
    return CheckedRanks(bool(file.rounds), tuple(differences), notes)


def _by_points(points: Mapping[EntrantId, Decimal]) -> dict[EntrantId, int]:
    scores = sorted(points.values(), reverse=True)
    return {id: scores.index(score) + 1 for id, score in points.items()}


def _places(ranks: Mapping[EntrantId, int]) -> dict[EntrantId, range]:
    """The places that everybody shares with those of the same rank."""
    level = Counter(ranks.values())
    return {id: range(rank, rank + level[rank]) for id, rank in ranks.items()}


def _without_byes_to_come(
    file: TrfFile, rows: Sequence[StandingRow], said: Mapping[EntrantId, Decimal]
) -> dict[EntrantId, Decimal]:
    """The file's points after its last round: some programs count byes of a round to be paired in
    them, and rank without these."""
    to_come = {e.id: sum((b.points for b in e.byes), Decimal()) for e in file.entrants}
    return {
        row.id: row.points if said[row.id] == row.points + to_come[row.id] else said[row.id]
        for row in rows
    }


def _declared(file: TrfFile, format: Format) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The list as far as it can be computed, and notes on the rest."""
    from tui.commands.tournament_files import tie_breaks

    if part_of(format, Bracketed) is not None:
        return (), (BY_BRACKET,)
    if file.standing_order and file.standing_order[0].upper() != "PTS":
        return (), (NOT_BY_POINTS,)
    known, unknown = tie_breaks(file, format)
    for place, code in enumerate(file.tiebreaks):
        if code in unknown or code.upper().split("/")[0] in ELSEWHERE:
            note = f"tie-break {code} is not computed here: ranks are checked by those before it"
            return known[:place], (note,)
    notes = () if file.tiebreaks else ("no list of tie-breaks (202): ranks are checked by points",)
    return known, notes


def _points_apart(file: TrfFile, row: StandingRow) -> Iterator[ColumnDifference]:
    said, computed = file.points.get(row.id), file.sums_apart.get(row.id)
    if said is not None and computed is not None:
        yield ColumnDifference(row.id, "points", said, computed, row)
    if other := file.others_apart.get(row.id):
        yield ColumnDifference(row.id, *other, row)


# What has changed the places of a drawn round since by a rule: results that were corrected


RESULTS = ("result", "results", "board-result", "board-results", "correct")
"""The actions that put results on boards, by their kinds: to name their classes loads them all."""


@dataclass(slots=True)
class MovedPlayers:
    """Where everybody sits who was drawn elsewhere, taken from the engine's draw with what the
    corrections have changed in it, and that in words."""

    places: Places
    words: list[str] = field(default_factory=list)


def since_drawn(
    drawn: Mapping[EntrantId, tuple[PlaceInRound, ...]],
    event: Event,
    number: int,
    entries: Sequence[LoggedAction],
) -> MovedPlayers:
    """The draw `drawn` of that round with every exchange that came of a corrected result, as 3.8
    of the repechage orders it or as a bracket follows from its winners. `event` is as it was when
    the first of `entries` was entered."""
    moves = MovedPlayers(dict(drawn))
    for correction, before, after in _corrections(event, number, entries):
        here, now = places(before, requested=False), places(after, requested=False)
        moved = [id for id in here.keys() | now.keys() if here.get(id) != now.get(id)]
        # a place that the arbiter has changed by hand stays one that differs
        for id in (id for id in moved if moves.places.get(id) == here.get(id)):
            moves.places.pop(id, None)
            if id in now:
                moves.places[id] = now[id]
        exchanges = _exchanges(event, before, after)
        if exchanges:
            moves.words.append(f"{correction}: {exchanges}")
    return moves


def after_draw(
    known: Event, own: Proposal, later: Sequence[LaterChange]
) -> tuple[Event, list[LoggedAction]]:
    """The event with that draw published, and the corrections that followed, as of a journal."""
    round = Round(own.round, RoundState.PUBLISHED, own.matches, own.byes)
    event = replace(known, rounds=(*known.rounds, round))
    entries = []
    for change in later:
        match = changed_match(event, change)
        if match is not None:
            entered = actions.EnterResult(match.board, change.new, change.old, change.round)
            entered = replace(entered, replace=True, insist=True, insist_twice=True)
            entries.append(LoggedAction(0, entered))
    return event, entries


def _corrections(
    event: Event, number: int, entries: Sequence[LoggedAction]
) -> Iterator[tuple[str, Round, Round]]:
    """Every action on results of another round that moved somebody in this one: what it was, the
    round before and after it."""
    gone = undone(entries)
    for entry in entries:
        action = entry.action
        if entry.n in gone or isinstance(action, actions.Undo | actions.Redo):
            continue
        try:
            before, event = event, step(event, entry, format_named)
        except Refused:  # a file does not say all that the correction rested on
            continue
        if action.kind not in RESULTS or getattr(action, "round", None) == number:
            continue
        if number > min(len(before.rounds), len(event.rounds)):
            continue
        old, new = before.round(number), event.round(number)
        if places(old) != places(new):
            yield f"after {action.describe(before)}", old, new


def _exchanges(event: Event, before: Round, after: Round) -> str:
    """Who sits in whose place now, board by board: `T3 and T8 swapped places`."""
    names = {e.id: e.name for e in event.entrants}
    new = {m.board: m for m in after.matches}
    pairs = [(m.pair, new[m.board].pair) for m in before.matches if m.board in new]
    pairs += [((a.entrant,), (b.entrant,))  # type: ignore[misc]
              for a, b in zip(before.byes, after.byes, strict=False)]  # fmt: skip
    takes = {had: has for old, now in pairs for had, has in zip(old, now, strict=True)
             if had != has}  # fmt: skip
    exchanges: list[str] = []
    for had, has in takes.items():
        if takes.get(has) != had:
            exchanges.append(f"{names[has]} has the place of {names[had]}")
        elif int(had) < int(has):
            exchanges.append(f"{names[had]} and {names[has]} swapped places")
    gone = [m.board for m in before.matches if m.board not in new]
    exchanges += [f"{event.board_name(board)} taken away" for board in gone]
    return ", ".join(exchanges)


COMMANDS = {"check": Subcommand(_arguments, check)}
