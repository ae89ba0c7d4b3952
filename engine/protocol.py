"""What a tournament format is: the one protocol that the console and the command line know.

First the values that a format gives (`Proposal`, `Conflict`, `Measure` …) and what a rule is; then
`Format`, with defaults for most of them; then the parts that only some have (a bracket, finals, a
divided field, teams, a season, files), which a format inherits beside `Format`; at last the
questions to any format, and how screens and commands ask them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache, partial
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeVar, cast

from engine.boards import PLAIN, Seating, at_their_boards
from engine.entrants import Entrant, EntrantId
from engine.event import (
    Bye,
    Event,
    EventSettings,
    Instruction,
    Lot,
    Match,
    Round,
    TeamBoard,
    derived_from,
)
from engine.numbers import pairing_order, start_numbers
from engine.phrases import phrase, phrases
from engine.points import NIL, Points, counted, points_text
from engine.reasons import STATED, Reason, Reasons, sentence, worded
from engine.refusal import BadSetting, Refused, noted
from engine.results import GAME_KEYS, ResultForm, parse_game
from engine.waiting import NextStep, round_by_round

if TYPE_CHECKING:
    from engine.tables import Panel

if TYPE_CHECKING:
    from engine.fixtures import Filled
    from engine.history import Colour
    from engine.match_results import BoardOrder, TeamResult
    from engine.tables import Meetings, Panel, Qualified, StandingTable

ByHand = Literal["swap", "turn", "bye"]
"""Two entrants change places; the colours of a board are exchanged; a bye goes to somebody who has
one too, or one that its holder has because of an opponent goes to anybody."""

WHITE_AND_BLACK = phrase("White"), phrase("Black")
HOME_AND_AWAY = phrase("Home"), phrase("Away")
"""The names of the two sides of a match, of players and of teams."""


class Advice(NamedTuple):
    """Something the arbiter should know; `urgent` marks what will go wrong."""

    text: str
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a draw gives: matches and byes, the lots it took, and notes on the whole.

    `drawn_from` is the fingerprint of the event that it was made from, and `redraw` says that it
    replaces a standing proposal (`engine.next_draw`); a format leaves both alone.
    """

    round: int
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()
    lots: tuple[Lot, ...] = ()
    notes: Reasons = ()
    drawn_from: str = ""
    redraw: bool = False


class Severity(Enum):
    """How much a conflict weighs."""

    MUST = "must"
    SHOULD = "should"
    NOTE = "note"


class Conflict(NamedTuple):
    """A rule that a board or a bye breaks; `board` is None for a bye."""

    rule: str
    severity: Severity
    text: str
    board: int | None = None
    entrants: tuple[EntrantId, ...] = ()


class Rule:
    """Judges a board or a bye of the round that comes after the event's published ones.

    `event` never contains the round that is judged: it is the history known at the draw.
    """

    id = ""
    severity = Severity.MUST

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Conflicts of one board of round `number`."""
        return ()

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        """Conflicts of one bye of round `number`."""
        return ()

    def _found(self, match: Match, text: str, *entrants: EntrantId) -> Conflict:
        return Conflict(self.id, self.severity, text, match.board, entrants or match.pair)


@dataclass(frozen=True, slots=True)
class Measure:
    """How good a round is by one criterion of its format; less is better.

    `where` is the group that it counts in (empty: the whole round), `name` the criterion's short
    name, `text` what is counted, and `brief` the same in a few words for a narrow line, if `text`
    is too long for one. `shown` is how people read the value, if that differs. `severity` says how
    serious it is that a change by hand makes it worse: *must* for a rule of the format or of
    C.04.1, else *should*. `reason` says in an arbiter's words, without numbers, why the engine
    draws so by this criterion. `boards` are those that are counted, if boards are: for a change by
    hand no other is named. `parts` are the names of the criteria whose sum it is, `rules` those
    that say the same of single boards: what these report of a change is reported once. `games` are
    the pairs of the group by their numbers (0: without an opponent there) if only their order is
    weighed: of two rounds the pairs that differ are shown.
    """

    where: str
    name: str
    text: str
    value: int | tuple[int, ...]
    shown: str = ""
    severity: Severity = Severity.SHOULD
    reason: str = ""
    brief: str = ""
    boards: frozenset[int] = frozenset()
    parts: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    games: tuple[tuple[int, int], ...] = ()


def with_reasons(
    measures: Sequence[Measure],
    reasons: Mapping[str, str],
    briefs: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Measure, ...]:
    """The measures, each with the reason and the brief text that the tables have for its name
    unless it has its own."""
    return tuple(
        replace(
            measure,
            reason=measure.reason or reasons.get(measure.name, ""),
            brief=measure.brief or briefs.get(measure.name, ""),
        )
        for measure in measures
    )


class Dependent(NamedTuple):
    """What was drawn because of an earlier result: a board, or a walkover.

    `match` is the id of what was drawn in the bracket, and `through` the entrant whose walkover it
    is.
    """

    round: int
    board: int | None
    match: str = ""
    through: EntrantId | None = None


class MatchLength(NamedTuple):
    """A number of games, of boards of a match of teams, or of boards of bridge, which are scored in
    IMPs."""

    number: int
    unit: Literal["game", "board", "bridge board"] = "game"

    def __str__(self) -> str:
        text = counted(self.number, "game" if self.unit == "game" else "board")
        return f"{text} in IMPs" if self.unit == "bridge board" else text


class OtherLength(NamedTuple):
    """Open matches, by their boards, that are not as long as the current settings say: how long
    they are, and would be."""

    boards: tuple[int, ...]
    drawn: MatchLength
    now: MatchLength


def length_of(match: Match) -> MatchLength:
    """As the match was drawn."""
    if match.lineups:
        return MatchLength(len(match.lineups), "board")
    return MatchLength(match.boards, "bridge board") if match.boards else MatchLength(match.games)


def with_length(match: Match, length: MatchLength) -> Match:
    """A match without line-ups that is so long."""
    bridge = length.unit == "bridge board"
    return replace(
        match, games=1 if bridge else length.number, boards=length.number if bridge else None
    )


class Division(NamedTuple):
    """A part of the field: a section, a quarter; its entrants in order of pairing numbers."""

    name: str
    entrants: tuple[EntrantId, ...]
    remark: str = ""
    label: str = ""
    """The name below a column's head that says what the parts are: `A` for `Section A`."""


class Divided(NamedTuple):
    """How a format divides the field: proposed until it is frozen by the first publication.

    `title` is the name of the parts (`Sections`), `word` that of one of them. `movable` says
    whether the arbiter may move their boundaries now.
    """

    title: str
    parts: tuple[Division, ...]
    frozen: bool
    movable: bool = False
    notes: tuple[Advice, ...] = ()
    word: str = "Section"

    @property
    def labels(self) -> Mapping[EntrantId, str]:
        """The part of everybody; the word is not repeated before every name."""
        return {id: part.label or part.name for part in self.parts for id in part.entrants}


class Format:
    """A tournament format. Subclasses say how it draws, judges and ranks.

    The console and the command line know only this class.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    used_for: ClassVar[str] = ""
    """Events that it is usually taken for, in at most 26 cells."""
    summary: ClassVar[str] = ""
    smallest: ClassVar[int] = 2
    """Entrants needed for a draw."""
    section_word: ClassVar[str] = "Section"
    """The word for the section of an entry."""
    kind: ClassVar[Literal["player", "team"]] = "player"
    adjourned_waits: ClassVar[bool] = False
    """Whether what follows an adjourned game waits for it; else it is a draw for pairing."""
    late_by_rating: ClassVar[bool] = False
    """Whether the draw ranks equals by their start numbers, and late entries by rating."""
    renumbers: ClassVar[bool] = False
    """Whether start numbers go by the ratings, so that they can be exchanged and made anew."""
    counts_floats: ClassVar[bool] = False
    """Whether the draw uses floats of earlier rounds."""
    beyond_trf: ClassVar[str] = ""
    """What its draw heeds and no tournament file says: of the entrants (`keeps_apart`), or settings
    that can be given beside the file."""
    keeps_apart: ClassVar[bool] = False
    """Whether players of one school, club or family are kept apart, and may be allowed to meet."""
    drawn_by_results: ClassVar[bool] = True
    """Whether a round is drawn by the results before it; not where a table says who meets whom."""
    seats_kept: ClassVar[bool] = False
    """Whoever has left stays in a table that has no free place, and loses there by forfeit."""
    free_lines: ClassVar[bool] = False
    """Whether whoever has left keeps the bye of the draw, as a free line of a bracket."""
    all_play: ClassVar[str] = ""
    """Why only withdrawn entrants are left out of a round; empty if absent ones are, too."""
    several_boards: ClassVar[bool] = False
    """Whether somebody plays on several boards of a round."""
    strict: ClassVar[bool] = False
    """Whether it is a system of FIDE's Handbook: new events of it are in strict mode."""
    report_code: ClassVar[str] = "CUSTOM_SWISS"
    """Its code in FIDE's table of tournament types, for record 192 of a report (TRF26)."""

    def settings(self, given: Mapping[str, Any], old: EventSettings | None = None) -> EventSettings:
        """The given settings, over `old` or the defaults; `Refused` naming the key, the value and
        the bounds."""
        raise NotImplementedError

    def kept_settings(
        self, kept: Mapping[str, Any], old: EventSettings | None = None
    ) -> EventSettings:
        """Settings as a save has them, over `old` or the defaults: values that were allowed when
        they were set remain even if the bounds have changed. `Refused` for values that never
        were."""
        return self.settings(kept, old)

    def settings_changed(self, event: Event, settings: EventSettings) -> None:
        """`Refused` where an event that has begun cannot take these new settings."""

    def settings_values(self, settings: EventSettings) -> dict[str, Any]:
        """All settings as plain values, for the save file."""
        raise NotImplementedError

    def settings_left_out(self, settings: EventSettings) -> frozenset[str]:
        """Settings that a save leaves out, so that it stays as it was before they existed."""
        return frozenset()

    def settings_help(self) -> list[tuple[str, str, str, str]]:
        """(key, default, bounds, meaning) of every setting."""
        raise NotImplementedError

    def setting_choices(self, key: str) -> tuple[str, ...]:
        """The only words that a setting can be; empty if it is not a word, or can be any."""
        return ()

    def initial_order(self, event: Event) -> Sequence[EntrantId]:
        """Entrants in the order in which round 1 numbers them."""
        raise NotImplementedError

    def order(self, event: Event) -> Sequence[EntrantId]:
        """Entrants in pairing order: by start number, once there are any; with `late_by_rating`
        who came late by rating among those before him."""
        return pairing_order(event, self.initial_order(event), self.late_by_rating)

    def left_out_means(self, event: Event) -> str:
        """What being left out of the next round means, where it is more than a round without
        points."""
        return ""

    def draw(self, event: Event) -> Proposal:
        """The next round's draw, or extra boards for those who came after publication."""
        raise NotImplementedError

    def report_type(self, event: Event) -> str:
        """The event's code in record 192 of a report, with what its settings add to the
        format's own."""
        return self.report_code

    def first_colour(self, event: Event) -> Colour | None:
        """The colour of the first player in round 1, where the format has such a thing: as set,
        by the lot that fell or (before round 1) will be drawn, or as round 1 was played."""
        for lot in event.lots:
            if {*lot.order} == {"white", "black"}:
                return "W" if lot.order[0] == "white" else "B"
        return None

    def added_points(self, event: Event) -> Mapping[EntrantId, tuple[Points, ...]]:
        """Points added for pairing (acceleration), by round from the first, of the entrants who
        have any; only if a Dutch draw with these points is the format's own."""
        return {}

    def standings(self, event: Event) -> list[StandingTable]:
        """Tables; the first is the overall one with every entrant once."""
        raise NotImplementedError

    def rules(self, event: Event) -> Sequence[Rule]:
        """The rules that a board of the next round is judged by (besides the arbiter's word)."""
        return ()

    def advise(self, event: Event) -> list[Advice]:
        """What the arbiter should know before and during the event."""
        return []

    def panels(self, event: Event) -> list[Panel]:
        """Further tables to look at."""
        return []

    def meetings(self, event: Event) -> Meetings | None:
        """The cross-table of all against all; None if the table by rounds says more."""
        return None

    def rounds_planned(self, event: Event) -> int | None:
        """How many rounds there will be; None if play decides that."""
        return event.settings.rounds

    def length(self, event: Event) -> str:
        """How long the event is, as people say it: `7 rounds`; empty where play decides that."""
        planned = self.rounds_planned(event)
        return phrases("{count} round", "{count} rounds", count=planned) if planned else ""

    def round_of_all(self, event: Event, number: int) -> str:
        """What people call a round, with how many there will be: `round 3 of 6`."""
        planned = self.rounds_planned(event)
        named = event.called(number)
        return phrase("{round} of {rounds}", round=named, rounds=planned) if planned else named

    def round_mark(self, event: Event, number: int) -> str:
        """The same in a few cells: `R3/6`."""
        planned = self.rounds_planned(event)
        return f"R{number}/{planned}" if planned else f"R{number}"

    def freeze(self, event: Event) -> Event:
        """The event with what the publication of a round makes final: sections, quarters.

        Applied to the event in which the round has just been published.
        """
        return event

    def refuse_publication(self, event: Event) -> None:
        """`Refused` where the round, published already in `event`, may not be published so."""

    def headings(self, event: Event, round: Round) -> Mapping[str, str]:
        """By `Match.group`: what the review shows beside the name of a group."""
        return {}

    def as_counted(self, event: Event) -> Event:
        """The event with the results that its standings count, which are not always those played;
        the points beside a board are of these too."""
        return event

    def levels(self, event: Event, round: Round) -> Mapping[EntrantId, int]:
        """By entrant the level that he is drawn in, and floats from, where it is not his score."""
        return {}

    def floats(self, event: Event, id: EntrantId) -> tuple[Sequence[int], Sequence[int]]:
        """The rounds in which somebody has floated down and up, as the draw counts them."""
        from engine.history import cards

        card = cards(event)[id]
        return card.downfloats, card.upfloats

    def measures(self, event: Event, round: Round) -> tuple[Measure, ...]:
        """A drawn round by the format's criteria, the most important first; locked and hand-made
        boards count like all others. `event` is as it was before that round."""
        return ()

    def explain(self, event: Event, round: Round, place: Match | Bye) -> tuple[str, ...]:
        """The explanation in lines, for people."""
        return tuple(self.worded(reason, event) for reason in self.explanation(event, round, place))

    def explain_further(self, event: Event, round: Round, place: Match | Bye) -> tuple[str, ...]:
        """The lines of it that the reasons beside the board or the bye do not say already."""
        reasons = self.explanation(event, round, place)
        known = (*place.why, *(Reason.of(STATED, because=reason) for reason in place.why))
        return tuple(self.worded(reason, event) for reason in reasons if reason not in known)

    def explanation(self, event: Event, round: Round, place: Match | Bye) -> Reasons:
        """Why a board or a bye is as it is, in full: group, ideal, criteria with their numbers.

        `event` is as it was before that round. It may take as long as a draw.
        """
        return place.why

    def noted(self, event: Event, match: Match, number: int) -> Reasons:
        """Remarks on a board of that round that no rule of its draw covers."""
        return ()

    def worded(self, reason: Reason, event: Event) -> str:
        """A reason of a board or a bye as people read it, without a full stop. The entrants of
        `event` are no older than the reason."""
        return worded(reason, event)

    def result_form(self, match: Match) -> ResultForm:
        """One game, entered by a key."""
        return ResultForm("game", parse_game, GAME_KEYS, "1-0")

    def typed_form(self, event: Event, match: Match) -> ResultForm:
        """How a result of that match is typed in this event: with its tie-breaks and its names of
        the sides. It gives the results that `result_form` reads."""
        return self.result_form(match)

    def entry_hint(self, event: Event, number: int, match: Match) -> str:
        """The hint beside the example in the line for a result of that round; empty for none."""
        return ""

    def length_now(self, event: Event, match: Match) -> MatchLength:
        """How long the match would be if it were drawn by the current settings."""
        return length_of(match)

    def of_teams(self, event: Event) -> bool:
        """Whether teams play: a match then has no colours, and no score is shown beside it."""
        return self.kind == "team"

    def stage_name(self, match: Match) -> str:
        """The stage of an event of several that a match belongs to, as people say it: `SKO round
        4`, `Semi-final`; empty where all play in one."""
        return ""

    def group_name(self, group: str) -> str:
        """The name of `Match.group` and `Bye.group` for the public; a save has it as plain text."""
        return group

    def adjourned_means(self) -> str:
        """What adjourning does to the missing results."""
        if self.adjourned_waits:
            return "let the matches of their winners wait"
        if not self.drawn_by_results:
            return "go on without them"
        return "count what is missing as drawn until it is entered, in the standings too"

    def sides(self, event: Event) -> tuple[str, str]:
        """The names of the two sides of a match."""
        return HOME_AND_AWAY if self.of_teams(event) else WHITE_AND_BLACK

    def seating(self, event: Event) -> Seating | None:
        """How its boards are placed in the rooms of the venue; None if their numbers are the
        format's own and nothing moves them."""
        return None

    def fitting_rounds(self, players: int) -> int | None:
        """How many rounds a new event of so many players has by default; None for the format's own
        number."""
        return None

    def seeds_unused(self, event: Event) -> str:
        """Why seeds mean nothing in it; empty where its numbers or its bracket go by them."""
        return "it goes by rating"

    def by_hand_refused(self, event: Event, change: ByHand) -> str:
        """Why nothing of that kind can be changed in a proposal; empty if it can."""
        return ""

    def instruction_refused(self, event: Event, instruction: Instruction) -> str:
        """Why an instruction of that kind is never obeyed here; empty if it is."""
        if instruction.kind == "allow" and not self.keeps_apart:
            return "nobody is kept apart by school, club or family here"
        return ""

    def late_boards(self, event: Event) -> bool:
        """Whether the round that is proposed or in play takes extra boards for late entries."""
        return False

    def expected(self, event: Event, number: int) -> list[Entrant]:
        """Who must have a board or a bye in that round before it can be published."""
        return [e for e in event.entrants if e.to_be_paired(number)]

    def entry_refused(self, event: Event) -> str:
        """Why nobody can be entered any more; empty if that is possible."""
        return ""

    def leaving(self, event: Event, id: EntrantId) -> Event:
        """What the withdrawal of an entrant from the next round on means for the round in play;
        applied to the event that has the withdrawal already."""
        return event

    def leaving_means(self, event: Event, id: EntrantId) -> str:
        """What the withdrawal of an entrant makes of the games that were played; `event` has it
        already. Empty if they count as they are."""
        return ""

    def news(self, event: Event, number: int) -> tuple[str, ...]:
        """What the results of that round have settled, for announcing once all are in: who is out,
        who has won."""
        return ()

    def settle(self, event: Event) -> Event:
        """What follows by itself from an action; called after every one."""
        return event

    def next_step(self, event: Event) -> NextStep:
        """What comes next: for formats that play round after round."""
        return round_by_round(self.smallest, event)

    def bye_refused(self, event: Event, entrant: Entrant, points: Points) -> str:
        """Why a requested bye of that worth is not possible here; empty if it is."""
        allowed = bye_worths(event.settings)
        *some, last = map(points_text, allowed)
        return "" if points in allowed else f"it scores {', '.join(some)} or {last} here"


class Bracketed:
    """A knockout, or a flow of stages: what is drawn depends on who won."""

    free_lines: ClassVar[bool] = True
    draws_stay: ClassVar[bool] = False
    """Whether later draws stay as they are, whatever earlier result is corrected; else what was
    drawn from a result that has changed is seated anew, or removed."""

    def bracket(self, event: Event) -> Filled | None:
        """The present tree; None before there is one."""
        return None

    def from_file(self, event: Event, round: Round) -> Round:
        """A round from a file, which has neither boards nor walkovers, as the bracket has it;
        unchanged if it is not the engine's draw of `event`."""
        return round

    def seated(self, first: Round, later: Sequence[Round]) -> Round:
        """The first round of a file, which does not give the lines, in an order from which the
        later ones follow; unchanged if there is no such order."""
        return first

    def depending(
        self, event: Event, number: int, changed: Sequence[Match]
    ) -> tuple[Dependent, ...]:
        """What has been drawn since because of who won these boards of round `number`, and would be
        undone now that they are as in `changed`. Empty if later rounds stay as drawn."""
        return ()

    def undo_depending(self, event: Event, dependents: Sequence[Dependent]) -> Event:
        """The event, in which the change has been made, with these undone."""
        return event

    def refuse_correction(self, before: Event, after: Event, number: int) -> None:
        """`Refused` where boards of round `number` cannot have been as they are in `after`."""

    def corrected(self, before: Event, after: Event, number: int) -> Event:
        """What a result of round `number`, entered or changed, does to draws that stay as the
        earlier result made them; `after` is the event with the change made."""
        return after

    def given_stays(self, before: Event, after: Event) -> Sequence[str]:
        """In words, what stays as it was given with the draws, though by the results of `after` it
        would be different."""
        return ()

    def kept_in_a_cut(self, event: Event) -> Mapping[str, Any]:
        """Settings of a knockout that its first go into: what their matches are scored in."""
        return {}


class Qualifying:
    """An event from which some go on to another one."""

    def qualified(self, event: Event) -> Sequence[Qualified]:
        """Who goes on; nobody until everything is played."""
        return ()

    def declinable(self, event: Event) -> Mapping[EntrantId, str]:
        """By entrant the place to go on that he may decline now, by opting out."""
        return {}

    def play_offs(self, event: Event) -> Sequence[Sequence[EntrantId]]:
        """Level entrants on whose order a place to go on depends: a play-off decides between them,
        or has decided."""
        return ()


class DividedField:
    """A field in sections or quarters."""

    def divided(self, event: Event) -> Divided | None:
        """The parts as they are or would be; None while the field is whole."""
        return None

    def moved_boundary(self, event: Event, upper: int, by: int) -> Mapping[str, Any]:
        """Settings that move `by` entrants (negative: the other way) from part `upper` + 1 up
        into part `upper`; `Refused` where that cannot be."""
        raise Refused("there are no boundaries to move", "", "")

    def proposed_boundaries(self, event: Event) -> Mapping[str, Any]:
        """Settings with which every boundary is as the format proposes; empty if they are so
        already; `Refused` if they cannot move."""
        raise Refused("there are no boundaries to move", "", "")


class PlayedByTeams:
    """Matches of chess teams: line-ups, and results by board."""

    def boards(self, event: Event) -> int:
        """Boards of a match."""
        raise NotImplementedError

    def match_result(self, event: Event, boards: Sequence[TeamBoard]) -> TeamResult | None:
        """The match's result by its boards; None while it has none."""
        from engine.match_results import result_of

        return result_of(boards)

    def order_kept(self, event: Event) -> bool:
        """Whether a line-up keeps the order of the team's list."""
        return True

    def squad(self, event: Event) -> int:
        """How many players a team may have; 0: any number."""
        return 0

    def best_by(self, event: Event) -> tuple[BoardOrder, int]:
        """What orders the best players of a board, and the games that they have at least."""
        raise NotImplementedError


class OverASeason:
    """Rounds that are days apart: a match can be put off to another day, and the rounds after it do
    not wait for it. Its divisions are the sections of the entries."""

    def from_file(self, event: Event, round: Round) -> Round:
        """A round from a file, which has no numbers of matches, as the season has it."""
        return round


class ReadFromFiles:
    """A system whose tournaments other programs write into files (TRF): how it is known there."""

    file_codes: ClassVar[str] = ""
    """Its codes in record 192, as a regular expression."""
    file_words: ClassVar[str] = ""
    """The words of record 092 that mean it, as a regular expression; in any case."""
    rules_since: ClassVar[tuple[int, int]] = (0, 0)
    """Year and month from which the rules of its draw are in force."""

    def file_settings(self, code: str, words: str) -> Mapping[str, Any]:
        """The settings given by the code of record 192, or the words of 092."""
        return {}


Part = TypeVar("Part")


def part_of(format: Format, part: type[Part]) -> Part | None:
    """The format, as one that has that part of the protocol, or None."""
    own = getattr(format, "plain", format)  # it may be wrapped in `steady`
    return cast(Part, format) if isinstance(own, part) else None


def bracketed(format: Format) -> bool:
    """Whether events of that format have a bracket, drawn already or not."""
    return part_of(format, Bracketed) is not None


def bracket_of(format: Format, event: Event) -> Filled | None:
    """The present tree of a knockout, or flow of stages; None without any."""
    part = part_of(format, Bracketed)
    return part.bracket(event) if part is not None else None


def knocked_out(format: Format, event: Event) -> frozenset[EntrantId]:
    """The entrants who play no more in a cup that goes on; empty once it is over."""
    filled = bracket_of(format, event) if event.published else None
    return filled.out if filled is not None and not filled.over else frozenset()


def dependents(
    format: Format, event: Event, number: int, changed: Sequence[Match]
) -> tuple[Dependent, ...]:
    """What depends on these boards of round `number` (`Bracketed.depending`)."""
    part = part_of(format, Bracketed)
    return part.depending(event, number, changed) if part is not None else ()


def qualified(format: Format, event: Event) -> Sequence[Qualified]:
    """Who goes on to another event."""
    part = part_of(format, Qualifying)
    return part.qualified(event) if part is not None else ()


def declinable(format: Format, event: Event) -> Mapping[EntrantId, str]:
    """By entrant the place to go on that he may decline now, by opting out."""
    part = part_of(format, Qualifying)
    return part.declinable(event) if part is not None else {}


def play_offs(format: Format, event: Event) -> Sequence[Sequence[EntrantId]]:
    """Level entrants on whose order a place to go on depends."""
    part = part_of(format, Qualifying)
    return part.play_offs(event) if part is not None else ()


def divided_field(format: Format, event: Event) -> Divided | None:
    """The field's sections or quarters as they are or would be; None without any."""
    part = part_of(format, DividedField)
    return part.divided(event) if part is not None else None


def sections_of_round(format: Format, event: Event, round: Round) -> Mapping[EntrantId, str]:
    """What is shown beside that round as the section of everybody: of what the format divides, also
    before it is frozen, else what the entry says; empty if the round has none."""
    if not any(match.section for match in round.matches):
        return {}
    divided = divided_field(format, event)
    parts = divided.labels if divided is not None else {}
    return {e.id: parts.get(e.id, e.section) for e in event.entrants}


def overrides(format: Format, name: str) -> bool:
    """Whether the format has a method of its own in place of the base class's."""
    own = getattr(format, "plain", format)  # it may be wrapped in `steady`
    return getattr(type(own), name) is not getattr(Format, name)


def plain_game(format: Format, match: Match) -> bool:
    """Whether it is one game of an event that is played in one stage: nothing is shown beside the
    players."""
    return match.single and not overrides(format, "stage_name")


def gives_no_byes(format: Format, event: Event) -> str:
    """Why nobody can have a bye by request, whatever it is worth; empty where somebody can."""
    nobody = Entrant("", "")
    refused = [format.bye_refused(event, nobody, p) for p in bye_worths(event.settings)]
    return refused[0] if all(refused) else ""


def bye_worths(settings: EventSettings) -> list[Points]:
    """The points that a bye by request or a missed round can score: nothing, as an absence
    (C.04.2), a loss, a draw or a win, the least first."""
    return sorted({NIL, *settings.round_points})


def numbers(format: Format, event: Event) -> dict[EntrantId, int]:
    """Every entrant's start number: given with the publication of round 1; before it the one
    that he would have."""
    return start_numbers(event, format.order(event))


def pairing_numbers(format: Format, event: Event) -> dict[EntrantId, int]:
    """Numbers in pairing order, for programs that draw by them: the start numbers, unless
    somebody who came late ranks above others by rating; then the places in that order."""
    order = format.order(event)
    start = start_numbers(event, order)
    if all(start[a] < start[b] for a, b in pairwise(order)):
        return start
    return {id: place for place, id in enumerate(order, start=1)}


def renumbered(format: Format, event: Event) -> dict[EntrantId, int]:
    """Of `pairing_numbers` those that are not the start numbers of these entrants."""
    start = {e.id: e.start_number for e in event.entrants}
    numbers = pairing_numbers(format, event)
    return {id: n for id, n in numbers.items() if start[id] is not None and start[id] != n}


def length_changed(event: Event, format: Format, round: Round) -> OtherLength | None:
    """Its open matches that would be longer or shorter if they were drawn by the current settings,
    or None."""
    others = [m for m in round.matches if m.open and format.length_now(event, m) != length_of(m)]
    if not others:
        return None
    boards = tuple(match.board for match in others)
    return OtherLength(boards, length_of(others[0]), format.length_now(event, others[0]))


def unplaced(event: Event) -> list[Entrant]:
    """Entrants to be paired in the round in play who have neither a board nor a bye in it, and have
    not withdrawn since."""
    current = event.current
    if current is None:
        return []
    number, placed = current.number, current.placed
    there = (e for e in event.entrants if e.to_be_paired(number) and e.active(number + 1))
    return [e for e in there if e.id not in placed]


def rooms_of(event: Event, format: Format) -> Seating:
    """The event's seating; `PLAIN` where its format knows none."""
    return format.seating(event) or PLAIN


def seated(event: Event, format: Format, drawn: Proposal) -> Proposal:
    """A new round's draw with its matches at their boards.

    Extra boards of a round in play stay as they are.
    """
    seating = format.seating(event)
    if seating is None or drawn.round <= len(event.published):
        return drawn
    return replace(drawn, matches=at_their_boards(event, seating, drawn.matches))


@derived_from(lambda event: (event.entrants,))
def _somebody_withdrew(event: Event) -> bool:
    return any(entrant.withdrawn for entrant in event.entrants)


def left_out(event: Event, format: Format) -> frozenset[tuple[int, int]]:
    """(round, board) of the published matches that count for nobody since somebody withdrew."""
    if not _somebody_withdrew(event):
        return frozenset()
    return uncounted(event, format.as_counted(event))


def matches_left_out(event: Event, format: Format) -> frozenset[tuple[int, tuple[str, str]]]:
    """The board and the pair of each of these."""
    places = left_out(event, format)
    if not places:
        return frozenset()
    return frozenset(
        (m.board, m.pair)
        for r in event.published
        for m in r.matches
        if (r.number, m.board) in places
    )


def uncounted(event: Event, counted: Event) -> frozenset[tuple[int, int]]:
    """(round, board) of the published matches that the table leaves out, such as the games of
    players who withdrew early. `counted` is the event as the table counts it
    (`Format.as_counted`)."""
    if counted is event:
        return frozenset()
    counting = {(r.number, m.pair) for r in counted.published for m in r.matches}
    return frozenset(
        (r.number, m.board)
        for r in event.published
        for m in r.matches
        if (r.number, m.pair) not in counting
    )


def refuse_settings(key: str, value: object, bounds: str) -> Refused:
    """The refusal of a setting out of its bounds."""
    return BadSetting(
        key, f"setting {key} cannot be {value!r}", f"it must be {bounds}", "correct it"
    )


# A format as screens and commands ask it: a text of it that fails is one line, so that a place
# opens whatever the format's adviser, panel or explanation does. Only what is shown is guarded:
# draws, settings, results and whatever else an event is made of fail as they fail.


@lru_cache(maxsize=64)
def steady(format: Format) -> Format:
    """`format`, whose words cannot fail. The same object for the same format."""
    return cast(Format, _Steady(format))


class _Steady:
    def __init__(self, format: Format) -> None:
        self.plain = format

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.plain, name)
        return partial(self._asked, name, value) if name in _INSTEAD else value

    def _asked(self, name: str, ask: Callable[..., Any], *args: Any) -> Any:
        try:
            answer = ask(*args)
        except Exception as error:
            return _INSTEAD[name](self.plain, noted(error), *args)
        return tuple(map(_judging, answer)) if name == "rules" else answer


def why(format: Format, event: Event, reasons: Reasons) -> str:
    """The reasons of a board or a bye as one sentence, for every reader: console, pages, command
    line, JSON and the save files."""
    return sentence(reasons, event, steady(format).worded)


def _judging(rule: Rule) -> Rule:
    return cast(Rule, _SteadyRule(rule))


class _SteadyRule:
    def __init__(self, rule: Rule) -> None:
        self.plain = rule

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        try:
            return tuple(self.plain.judge_match(match, number, event))
        except Exception as error:
            return _Unjudged(noted(error)).judge_match(match, number, event)

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        try:
            return tuple(self.plain.judge_bye(bye, number, event))
        except Exception as error:
            return _Unjudged(noted(error)).judge_bye(bye, number, event)


class _Unjudged(Rule):
    """Marks what could not be judged, so that a missing mark is never taken for a clean board."""

    id = "unjudged"
    severity = Severity.SHOULD

    def __init__(self, line: str) -> None:
        self.text = f"not judged: {line}"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        return (self._found(match, self.text),)

    def judge_bye(self, bye: Bye, number: int, event: Event) -> Iterable[Conflict]:
        return (Conflict(self.id, self.severity, self.text, None, (bye.entrant,)),)


def _step(format: Format, line: str, event: Event) -> NextStep:
    step = Format.next_step(format, event)
    return step._replace(notes=(*step.notes, f"what comes next is not certain: {line}"))


def _panels(format: Format, line: str, event: Event) -> list[Panel]:
    from engine.tables import Panel

    return [Panel("Not shown", ("Why",), ((line,),))]


def _headings(format: Format, line: str, event: Event, round: Round) -> Mapping[str, str]:
    return {match.group: line for match in round.matches}


def _by_default(name: str) -> Callable[..., Any]:
    """The default of the class that declares it: for texts that have no room for a line."""
    part = next(part for part in (Format, DividedField, Qualifying) if hasattr(part, name))
    return lambda format, line, *args: getattr(part, name)(format, *args)


_INSTEAD: Mapping[str, Callable[..., Any]] = {
    "advise": lambda format, line, event: [Advice(f"no advice: {line}", urgent=True)],
    "panels": _panels,
    "explain": lambda format, line, event, round, place: (f"no reason can be given: {line}",),
    "worded": lambda format, line, reason, event: f"no reason can be given: {line}",
    "headings": _headings,
    "measures": lambda format, line, event, round: (Measure("", "not counted", line, 0),),
    "rules": lambda format, line, event: (_Unjudged(line),),
    "next_step": _step,
    **{
        name: _by_default(name)
        for name in (
            "levels", "meetings", "divided", "qualified", "declinable",
            "round_of_all", "round_mark", "group_name", "rounds_planned", "of_teams", "sides",
            "seating", "expected", "late_boards", "adjourned_means", "leaving_means", "news",
            "entry_hint",
        )
    },
}  # fmt: skip
