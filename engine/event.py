"""An event as a value: entrants, settings, rounds with their matches and byes.

Everything else is derived from it, and kept as long as it is true: on the event itself (`derived`),
for each thing in it that is asked about (`derived_each`), beyond it as long as the parts that it
depends on are the same (`derived_from`), or as the answer to the last question (`last_call`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, wraps
from typing import Any, Literal, ParamSpec, Protocol, TypeVar, TypeVarTuple

from engine.entrants import Entrant, EntrantId
from engine.phrases import phrase
from engine.points import NIL, Points, counted
from engine.reasons import Reasons
from engine.refusal import Refused
from engine.results import GAME_WORTH, GameResult, Result, Scoring, Side
from engine.warnings import Agreement

ByeKind = Literal["pairing", "requested", "absent", "missed"]
"""The draw's, asked for, did not come, or drawn before the entrant came."""
InstructionKind = Literal["lock", "bar", "allow"]
ChosenKind = Literal["opponent", "forfeit", "opt-out", "available"]
AdjustmentCause = Literal["points", "drop-in", "play-off"]
"""The kind of an adjustment: points from the arbiter, the score with which somebody joined a part
of the event, or a play-off that was won (which orders level entrants and gives no points)."""
Altered = Literal["", "opponents", "colours", "hand"]
"""How a board differs from the ideal of its group: not at all, in who meets, in colours only, by
hand."""
Mode = Literal["", "strict", "free"]
"""Strict: what breaks FIDE's rules is refused. Free: that was left, or never wanted. Empty in older
events, and in formats that are not FIDE's: nothing is said of it."""

COLOUR_NAMES = {"W": "White", "B": "Black"}
COLOURS = ("White", "Black")
"""The names of the two sides of a match of players."""


class RoundState(Enum):
    """A round is proposed, looked at, and published."""

    PROPOSAL = "proposal"
    PUBLISHED = "published"


class EventSettings(Scoring, Protocol):
    """The settings of a format that the engine reads; the format's own model has more."""

    @property
    def rounds(self) -> int: ...
    @property
    def bye_points(self) -> Points: ...
    @property
    def round_points(self) -> tuple[Points, Points, Points]:
        """The points for a round lost, drawn and won: those of a match, in the points that rank."""
        ...

    @property
    def correction_window(self) -> int:
        """Rounds back from the last one played that may be corrected without a word; 0: all."""
        ...

    @property
    def tiebreaks(self) -> tuple[str, ...]: ...
    @property
    def predetermined(self) -> bool:
        """Whether tables say beforehand who meets whom, whatever the results."""
        ...

    @property
    def not_chosen(self) -> frozenset[str]:
        """Settings that follow from the entries or the results."""
        ...

    @property
    def only_with(self) -> Mapping[str, tuple[str, str]]:
        """Settings that do nothing unless another one has this value."""
        ...

    @property
    def language(self) -> str:
        """The language of the hall: a code of `engine.phrases.LANGUAGES`."""
        ...

    @property
    def site(self) -> str:
        """The address of the site for players; empty without one."""
        ...

    @property
    def chosen(self) -> Mapping[str, Any]:
        """The settings that are not at their defaults."""
        ...

    @property
    def round_word(self) -> str:
        """The word before the label of a round: `round`, `session`."""
        ...

    def round_label(self, number: int) -> str:
        """What distinguishes the round from the others: `3`, `2.1`."""
        ...

    def round_file(self, number: int) -> str:
        """How the names of a round's files begin: `round-03`, `session-2-1`."""
        ...

    def round_name(self, number: int) -> str:
        """What people call a round."""
        ...

    def board_word(self, entrants: Sequence[Entrant]) -> str:
        """Where a match is played: at a board; one of teams at a table, its deals are boards."""
        ...


NOBODY = ""
"""In place of a player: the board stays empty, and its game is lost by forfeit."""


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """One board of a match: `result` as White and Black of this board have it.

    White is the home team's player unless `away_white` is set.
    """

    white: str
    black: str
    result: GameResult | None = None
    away_white: bool = False

    @property
    def home(self) -> str:
        """The home team's player."""
        return self.black if self.away_white else self.white

    @property
    def away(self) -> str:
        """The away team's player."""
        return self.white if self.away_white else self.black

    @property
    def empty(self) -> bool:
        """A side has nobody here: a forfeit."""
        return NOBODY in (self.white, self.black)

    @property
    def forfeited(self) -> bool:
        """A forfeit because nobody sits on a side; a team without players may have played."""
        return self.empty and self.result is unmet(self.white, self.black)

    @property
    def played(self) -> bool:
        """A game with a result, or a forfeit that follows from no empty board."""
        return self.result is not None and not self.forfeited

    @property
    def home_result(self) -> GameResult | None:
        """The result as the home team has it."""
        return self.result.turned() if self.result and self.away_white else self.result

    def with_home_result(self, result: GameResult | None) -> TeamBoard:
        """The board with a result as the home team has it."""
        return replace(self, result=result.turned() if result and self.away_white else result)

    def with_players(self, home: str, away: str) -> TeamBoard:
        """The board with these players: its result stays, but where the board is empty now, a
        forfeit, or was empty, and is open."""
        if (home, away) == (self.home, self.away):
            return self
        white, black = (away, home) if self.away_white else (home, away)
        result = None if self.empty else self.result
        return replace(self, white=white, black=black, result=unmet(white, black) or result)

    def exchanged(self) -> TeamBoard:
        """The board with its two players in each other's place; each keeps his result."""
        result = self.result.turned() if self.result else None
        return replace(self, white=self.black, black=self.white, result=result)

    def or_adjourned(self) -> TeamBoard:
        """The board, adjourned where it is open."""
        return self if self.result else replace(self, result=GameResult.ADJOURNED)

    def cleared(self) -> TeamBoard:
        """The board without the result of a game; a forfeit for want of a player stays."""
        return self if self.forfeited else replace(self, result=None)

    def points(self, side: Side) -> Points:
        """The game points of the home (`white`) or the away team (`black`); 0 while it is open."""
        result = self.home_result
        return GAME_WORTH[result.outcome(side)] if result else NIL


def unmet(white: str, black: str) -> GameResult | None:
    """The forfeit of a board where somebody is missing; None if both are there."""
    if white and black:
        return None
    if white:
        return GameResult.WHITE_FORFEIT
    return GameResult.BLACK_FORFEIT if black else GameResult.DOUBLE_FORFEIT


@dataclass(frozen=True, slots=True)
class Match:
    """Two entrants, their games or boards, and the round they are due in.

    `white` is the home side in team formats and the higher player in the diagonal. `games` is the
    number of games of the match, `boards` the deals of a bridge match, `due` the round at whose
    close the result must be in (None: the round it starts in). `why` has the reasons that the
    format gives a player who asks; none if the pairing is the ideal one.
    """

    board: int
    white: EntrantId
    black: EntrantId
    result: Result | None = None
    stage: str | None = None
    section: str | None = None
    group: str = ""
    games: int = 1
    boards: int | None = None
    due: int | None = None
    why: Reasons = ()
    altered: Altered = ""
    """Not the ideal pairing of its group; `why` says what moved it."""
    part: str = ""
    """The part of the event that it belongs to, by the format's own key; `group` is its name."""
    colourless: bool = False
    """A forfeit of an imported file that gives no colours: nobody has said who is White."""
    lineups: tuple[TeamBoard, ...] = ()
    """Of a match of chess teams: its boards from the first on, known once it is published."""
    date: str = ""
    """The day, with the time if it is known, of a match that is not played at the time of its
    round (`2026-12-05 19:30`); `-` where the new day is not fixed yet."""
    venue: str = ""
    """Where a match of a season is played, if not at the home team's venue."""

    @property
    def pair(self) -> tuple[EntrantId, EntrantId]:
        """White, Black."""
        return (self.white, self.black)

    def side(self, entrant: EntrantId) -> Side:
        """Where the entrant sits; KeyError if he does not."""
        if entrant == self.white:
            return "white"
        if entrant == self.black:
            return "black"
        raise KeyError(entrant)

    def opponent(self, entrant: EntrantId) -> EntrantId:
        """The other one."""
        return self.black if self.side(entrant) == "white" else self.white

    @property
    def single(self) -> bool:
        """One game, not a match of several games or of deals."""
        return self.games == 1 and not self.boards

    @property
    def open(self) -> bool:
        """No result yet."""
        return self.result is None

    @property
    def level(self) -> bool:
        """Of a match of teams whose boards all have results and do not decide it."""
        return self.open and bool(self.lineups) and all(board.result for board in self.lineups)

    @property
    def entered_whole(self) -> bool:
        """Of a match of teams that was played: its score is known and the games of its boards are
        not, so that no player has a game from it."""
        played = self.result is not None and self.result.played
        return played and any(board.result is None for board in self.lineups)


@dataclass(frozen=True, slots=True)
class Bye:
    """An entrant who does not play in a round, and what that scores."""

    entrant: EntrantId
    points: Points = NIL
    kind: ByeKind = "pairing"
    why: Reasons = ()
    group: str = ""
    """The name of the part of the event that it belongs to, as `Match.group`."""
    part: str = ""
    """That part, as `Match.part`."""
    left: EntrantId = ""
    """The opponent whom the entrant would have met, and who is not there: a walkover."""
    taken_by: EntrantId = ""
    """The latecomer who has taken the seat of the entrant, who did not come."""
    secondary: Points = NIL
    """For a chess team: its other score beside `points`, as `engine.teams` has it."""

    @property
    def called(self) -> ByeKind:
        """The kind that is named: a bye by request that scores nothing is an absence."""
        return "absent" if self.kind == "requested" and not self.points else self.kind


@dataclass(frozen=True, slots=True)
class Supplement:
    """Boards proposed for entrants who came after a round was published."""

    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceInRound:
    """Where somebody is in a round: a board with the colour (in team formats White is at home) and
    the opponent, or the bye, which has neither."""

    board: int | None = None
    colour: Literal["", "W", "B"] = ""
    opponent: EntrantId = ""


@dataclass(frozen=True, slots=True)
class Departure:
    """An entrant whose place differs from the engine's own draw.

    `places` and `own` are his places in the round and in that draw, several if he has several
    boards, none if he has no place. Journals of earlier versions have sentences instead, `here` and
    `engine`.
    """

    entrant: EntrantId
    here: str = ""
    engine: str = ""
    places: tuple[PlaceInRound, ...] = ()
    own: tuple[PlaceInRound, ...] = ()

    def words(
        self, names: Mapping[EntrantId, str], sides: tuple[str, str] = COLOURS
    ) -> tuple[str, str]:
        """`White against Quilty`, `bye`, `not placed`: here, and in the engine's own draw. `sides`
        are the names of the two sides of a match."""
        if self.here or self.engine:
            return self.here, self.engine
        return place_words(self.places, names, sides), place_words(self.own, names, sides)


def place_words(
    places: Iterable[PlaceInRound], names: Mapping[EntrantId, str], sides: tuple[str, str] = COLOURS
) -> str:
    """`White against Quilty`, `bye`, `not placed`; several after each other."""
    words = [
        f"{sides[place.colour != 'W']} against {names[place.opponent]}" if place.opponent else "bye"
        for place in places
    ]
    return ", ".join(words) or "not placed"


@dataclass(frozen=True, slots=True)
class Worse:
    """A criterion by which a published round is worse than the engine's own draw: its group, its
    name, what it counts, and both counts.

    `boards` and `byes` are marked for it, as they were before the publication, and `said` has the
    words of the marks; empty if a rule, or another criterion, says it already.
    """

    where: str = ""
    name: str = ""
    text: str = ""
    was: tuple[int, ...] = ()
    now: tuple[int, ...] = ()
    severity: Literal["must", "should", "note"] = "should"
    boards: tuple[int, ...] = ()
    byes: tuple[EntrantId, ...] = ()
    said: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """A set of matches and byes, proposed or published. A perfect pairing is the special case."""

    number: int
    state: RoundState = RoundState.PROPOSAL
    matches: tuple[Match, ...] = ()
    byes: tuple[Bye, ...] = ()
    altered: bool = False
    """Changed by hand, or drawn under a lock or a bar: not the engine's own draw."""
    drawn_from: str = ""
    """Fingerprint of the event that it was drawn from (`fingerprint`)."""
    editing: bool = False
    """A proposal that the arbiter is pairing by hand: entrants may be without a board."""
    extra: Supplement | None = None
    departures: tuple[Departure, ...] = ()
    """The entrants who were placed differently from the computer draw when it was published."""
    worse: tuple[Worse, ...] = ()
    """The criteria by which it was then worse than that draw."""

    @property
    def published(self) -> bool:
        """No longer a proposal."""
        return self.state is RoundState.PUBLISHED

    def match(self, board: int, word: str = "board") -> Match:
        """The match on that board; `Refused` saying which there are, by the event's `board_word`
        where an arbiter names one."""
        at = self.index(board)
        if at is not None:
            return self.matches[at]
        boards = [m.board for m in self.matches]
        span = f"{word}s {min(boards)} to {max(boards)}" if boards else f"no {word}s"
        raise Refused(
            f"{word} {board} does not exist", f"round {self.number} has {span}", "give one of these"
        )

    def with_match(self, match: Match) -> Round:
        """The round with the match of the same board replaced."""
        at = self.index(match.board)
        if at is None:
            return self
        return replace(self, matches=(*self.matches[:at], match, *self.matches[at + 1 :]))

    def index(self, board: int) -> int | None:
        """The index of the match on that board among the matches, or None."""
        if 0 < board <= len(self.matches) and self.matches[board - 1].board == board:
            return board - 1  # so it is in most rounds: no search through thousands
        return next((at for at, m in enumerate(self.matches) if m.board == board), None)

    def board_of(self, entrant: EntrantId) -> int:
        """The first board where that entrant sits; 0 without one."""
        return next((m.board for m in self.matches if entrant in m.pair), 0)

    @property
    def drawn(self) -> frozenset[EntrantId]:
        """Everybody whom the draw gave a board or the bye; a requested bye is not the draw's."""
        byes = {bye.entrant for bye in self.byes if bye.kind == "pairing"}
        return frozenset(id for match in self.matches for id in match.pair) | byes

    @property
    def placed(self) -> frozenset[EntrantId]:
        """Everybody with a match or a bye in it, proposed extra boards included."""
        matches = self.matches + (self.extra.matches if self.extra else ())
        byes = self.byes + (self.extra.byes if self.extra else ())
        return frozenset(e for m in matches for e in m.pair) | {b.entrant for b in byes}


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given or taken by the arbiter, from the end of `round` on, with the reason."""

    entrant: EntrantId
    points: Points
    why: str
    round: int
    cause: AdjustmentCause = "points"
    entering: int | None = None
    """The round that a drop-in score is for, as the part of the event counts its rounds."""
    over: EntrantId = ""
    """Whom a play-off was won against."""
    scores: tuple[tuple[int, int], ...] = ()
    """The scores of a play-off as the winner has them: several where single boards followed."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """The arbiter's word on two entrants: `lock` they shall meet, `bar` they shall not, `allow`
    they may although school, club or family would speak against it. `round` None: every round."""

    kind: InstructionKind
    a: EntrantId
    b: EntrantId
    round: int | None = None

    @property
    def pair(self) -> frozenset[EntrantId]:
        """The two, in no order."""
        return frozenset((self.a, self.b))

    def holds(self, round_number: int) -> bool:
        """Whether it is given for that round."""
        return self.round is None or self.round == round_number


@dataclass(frozen=True, slots=True)
class DrawChoice:
    """A word in a draw by choice: an opponent, the choice forfeited, or, before the first choice
    of a stage, that the chooser will not be chosen (`opt-out`) or may be (`available`).

    `stage` is the part of the round that is drawn by choice, in the format's words; `opponent`
    is empty unless one was chosen.
    """

    round: int
    stage: str
    chooser: EntrantId
    kind: ChosenKind
    opponent: EntrantId = ""


@dataclass(frozen=True, slots=True)
class Lot:
    """A drawn lot, kept so that everybody can see it and a re-run gives the same.

    With `after` it orders entrants who were level in the standing after that round; a `reason`
    says why the arbiter has set their order by hand instead.
    """

    number: int
    purpose: str
    order: tuple[str, ...]
    after: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NumberExchange:
    """Two entrants who have exchanged their places in the order of the start numbers."""

    a: EntrantId
    b: EntrantId


@dataclass(frozen=True)
class Event:
    """A tournament at one moment. Immutable; actions make new ones."""

    title: str
    format: str
    settings: EventSettings
    seed: int = 0
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    lots: tuple[Lot, ...] = ()
    choices: tuple[DrawChoice, ...] = ()
    next_id: int = 1
    revision: int = 0
    """Number of the last action in it."""
    details: tuple[tuple[str, str], ...] = ()
    """City, dates, arbiter … as (name, value), for exchange files and pages."""
    ranked: tuple[EntrantId, ...] = ()
    """Everybody in pairing order as settled with the last publication, in formats that rank late
    entries by rating."""
    accelerated: tuple[EntrantId, ...] = ()
    """Who belongs to the accelerated group since round 1 was published, in formats that have one;
    empty in events of earlier versions too."""
    qualified: tuple[EntrantId, ...] = ()
    """Who went on into another event by a cut of the final standing, from the first place; empty in
    events that were cut by earlier versions too."""
    exchanges: tuple[NumberExchange, ...] = ()
    """Places exchanged before round 1, in order of time."""
    renumbered: bool = False
    """Whether start numbers differ from those given, so that draws depend on them."""
    mode: Mode = ""
    agreements: tuple[Agreement, ...] = ()
    """The warnings that were agreed to, in order of time."""

    @property
    def strict(self) -> bool:
        """Whether everything is refused that would break the rules of its system."""
        return self.mode == "strict"

    @cached_property
    def published(self) -> tuple[Round, ...]:
        """The rounds that count."""
        return tuple(r for r in self.rounds if r.published)

    @property
    def current(self) -> Round | None:
        """The round published last."""
        return next((r for r in reversed(self.rounds) if r.published), None)

    @property
    def proposal(self) -> Round | None:
        """The proposal under review, if there is one."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].published else None

    def round(self, number: int) -> Round:
        """That round, proposal or published; `Refused` if it is not drawn."""
        for candidate in self.rounds:
            if candidate.number == number:
                return candidate
        raise Refused(
            f"{self.called(number)} is not drawn",
            f"{counted(len(self.rounds), 'round')} {'is' if len(self.rounds) == 1 else 'are'}",
            "draw it first",
        )

    def called(self, number: int) -> str:
        """What people call a round: `round 3`, `session 2.1`."""
        names = _round_names(self)
        if number not in names:
            names[number] = self.settings.round_name(number)
        return names[number]

    def rounds_called(self, numbers: Sequence[int]) -> str:
        """Of several in their order: `round 2`, `rounds 2 and 3`, `rounds 2 to 4`; sessions one by
        one."""
        *most, last = numbers
        if any(self.settings.round_label(number) != str(number) for number in numbers) or not most:
            return " and ".join(map(self.called, numbers))
        if len(most) > 1 and list(numbers) == list(range(most[0], last + 1)):
            return f"rounds {most[0]} to {last}"
        return f"rounds {', '.join(map(str, most))} and {last}"

    @property
    def board_word(self) -> str:
        """Where a match is played: `board`, or `table` where teams play."""
        return _board_word(self)

    @property
    def entrant_word(self) -> str:
        """The word for an entrant: `player`, or `team`."""
        return "team" if self.board_word == "table" else "player"

    @property
    def side_words(self) -> tuple[str, str]:
        """The names of the two sides of a match in a sentence: teams have no colours."""
        return ("home", "away") if self.board_word == "table" else ("White", "Black")

    def board_name(self, board: int) -> str:
        """`board 4`, `table 4`."""
        return phrase("{board} {number}", board=self.board_word, number=board)

    def place_name(self, board: int | None) -> str:
        """`table 4`, or `the bye` of none and of 0."""
        return self.board_name(board) if board else "the bye"

    def boards_named(self, boards: Sequence[int], most: int | None = None) -> str:
        """`board 4`, `tables 3, 4 …`: of more than `most` the first ones."""
        some = ", ".join(map(str, boards[:most])) + (
            " …" if len(boards[:most]) < len(boards) else ""
        )
        return f"{self.board_word}{'s' * (len(boards) > 1)} {some}"

    def with_round(self, new: Round) -> Event:
        """The event with that round put in its place, or added at the end."""
        rounds = tuple(new if r.number == new.number else r for r in self.rounds)
        if all(r.number != new.number for r in self.rounds):
            rounds = (*rounds, new)
        return replace(self, rounds=rounds)

    def entrant(self, id: EntrantId) -> Entrant:
        """The entrant of that number; `Refused` if there is none."""
        entrant = entrants_by_id(self).get(id)
        if entrant is None:
            raise Refused(
                f"entrant {str(id)[:12]} does not exist",
                f"the event has {counted(len(self.entrants), 'entrant')}",
                "see the entry list for the numbers",
            )
        return entrant

    def with_entrant(self, new: Entrant) -> Event:
        """The event with the entrant of the same number replaced."""
        return replace(self, entrants=tuple(new if e.id == new.id else e for e in self.entrants))

    def until(self, number: int) -> Event:
        """The event as it was after that round: without later rounds and adjustments, and without
        choices beyond the next draw."""
        if self.rounds and self.rounds[-1].number <= number and self.rounds[-1].published:
            return self
        return _truncated(self, number)

    def instructed(self, kind: InstructionKind, round_number: int) -> set[frozenset[EntrantId]]:
        """The pairs with that instruction for a round."""
        return {i.pair for i in self.instructions if i.kind == kind and i.holds(round_number)}


T = TypeVar("T")
Keys = TypeVarTuple("Keys")


def derived(function: Callable[[Event], T]) -> Callable[[Event], T]:
    """Compute a fact about an event once a value and keep it on that value."""

    @wraps(function)
    def once(event: Event) -> T:
        known: dict[Any, Any] = event.__dict__.setdefault("_derived", {})
        if function not in known:
            known[function] = function(event)
        value: T = known[function]
        return value

    return once


def derived_each(function: Callable[[Event, *Keys], T]) -> Callable[[Event, *Keys], T]:
    """Like `derived`, for a fact about an event and something in it, such as an entrant or a round:
    kept for each of these further arguments, which can be keys."""

    @wraps(function)
    def once(event: Event, *keys: *Keys) -> T:
        known: dict[Any, Any] = event.__dict__.setdefault("_derived", {})
        key = (function, keys)
        if key not in known:
            known[key] = function(event, *keys)
        value: T = known[key]
        return value

    return once


@derived
def entrants_by_id(event: Event) -> Mapping[EntrantId, Entrant]:
    """Every entrant by number."""
    return {e.id: e for e in event.entrants}


@derived_each
def _truncated(event: Event, number: int) -> Event:
    return replace(
        event,
        rounds=tuple(r for r in event.rounds if r.number <= number and r.published),
        adjustments=tuple(a for a in event.adjustments if a.round <= number),
        choices=tuple(c for c in event.choices if c.round <= number + 1),
    )


P = ParamSpec("P")
PLAIN = (str, int, bool, type(None))
Parts = Callable[[Event], tuple[object, ...]]


def very_same(before: tuple[object, ...], after: tuple[object, ...]) -> bool:
    """Whether they are the very same objects, plain values of the same type apart, which may be
    equal: to compare events or tables whole takes too long."""
    return len(before) == len(after) and all(
        a is b or (isinstance(a, PLAIN) and type(a) is type(b) and a == b)
        for a, b in zip(before, after, strict=True)
    )


def derived_from(parts: Parts) -> Callable[[Callable[[Event], T]], Callable[[Event], T]]:
    """Like `derived`, for a fact that depends on these parts of an event only: an event made by a
    change elsewhere has the same value.

    Parts are compared as objects (`very_same`). The last value is kept with its parts, so that they
    live on and no other object can be taken for them.
    """

    def wrap(function: Callable[[Event], T]) -> Callable[[Event], T]:
        last: list[tuple[tuple[object, ...], T]] = []

        @derived
        @wraps(function)
        def once(event: Event) -> T:
            own = parts(event)
            for known, value in last:
                if very_same(known, own):
                    return value
            result = function(event)
            last[:] = [(own, result)]
            return result

        return once

    return wrap


@derived_from(lambda event: (event.settings,))
def _round_names(event: Event) -> dict[int, str]:
    """What people call its rounds, of those that were asked for."""
    return {}


@derived_from(lambda event: (event.settings, event.entrants))
def _board_word(event: Event) -> str:
    return event.settings.board_word(event.entrants)


def last_call(function: Callable[P, T]) -> Callable[P, T]:
    """The function, with its last result kept for the same arguments."""
    return last_calls(1)(function)


def last_calls(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """The same with so many results kept, for questions about several events in turn."""

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        last: list[tuple[tuple[object, ...], T]] = []

        @wraps(function)
        def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
            for known, value in last:
                if very_same(known, args):
                    return value
            value = function(*args, **kwargs)
            last[:] = [(args, value), *last[: most - 1]]
            return value

        return wrapped

    return keeping
