"""The lines of Pairings: score groups, boards with points and marks, the why of one board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, groupby, pairwise

from engine.actions.editing import without_board
from engine.by_hand import Weighed, criterion_text, kept_marks, sentence
from engine.entrants import EntrantId, has_left, rating_text
from engine.event import Bye, Event, Match, Round, entrants_by_id, last_call
from engine.history import PairingCard, cards
from engine.match_words import about_match, between_matches, left_text, section_of, special_bye_text
from engine.points import Points, counted, points_text
from engine.protocol import (
    Conflict,
    Format,
    OverASeason,
    Severity,
    bracketed,
    numbers,
    part_of,
    plain_game,
    sections_of_round,
    why,
)
from engine.reasons import BY_HAND, LOCKED, TURNED, Reasons, codes, within
from engine.rules import conflicts
from engine.waiting import drawn_from_another, running
from saves.as_drawn import ResultSince, RoundAsDrawn
from saves.cells import text_width, wrapped
from saves.safe_text import safe, shortened
from tui.places.result_words import bye_words
from tui.screens.names import entrants_told_apart
from tui.setting_labels import setting_label
from tui.terminal.app import anchored
from tui.widgets.lines import Line, fit, line, whole_words

SYMBOL = {Severity.MUST: "×", Severity.SHOULD: "!", Severity.NOTE: "·"}
STYLE = {Severity.MUST: "must", Severity.SHOULD: "should", Severity.NOTE: "note"}
SEVERITIES = (Severity.MUST, Severity.SHOULD, Severity.NOTE)
SHORT = {
    "repeat": "met",
    "third-colour": "3rd colour",
    "second-float": "2nd float",
    "second-bye": "2nd bye",
    "absolute-colour": "abs. colour",
    "colour-difference": "colour diff.",
    "opposite-colours": "colours",
    "same-club": "same club",
    "same-school": "same school",
    "barred": "barred",
    "lock": "lock broken",
    "cross-section": "cross-sect.",
    "double-forfeit": "both absent",
    "sections-apart": "far apart",
    "out": "out",
}
"""A rule's name where there is room for two words; others are shown by their id."""
CALLED = {Severity.MUST: "forbidden", Severity.SHOULD: "to avoid", Severity.NOTE: "note"}
"""What a mark is called."""
CHANGED = "changed"
"""What is neither a conflict nor the draw's: changed by hand, locked, an extra board."""
WEIGHING = "What the change makes better and worse is being counted …"
HEADING_LINES = 6
"""Lines that a format may say of a group beside its name."""
MORE = " …   (w: more)"
"""Behind a reason that is longer than the room for it."""
NARROW = 72
"""Below so many cells ratings are left out."""
WIDE = 100
"""From so many cells on sections are beside the names."""
ROOMY = 105
"""From so many cells on titles and the colours so far do."""
EDGES, SIDE, POINTS, MARKS = 5, 2, 5, 14
"""Cells of the board number and the blank before the marks; of a side beside its name and what is
written there of the player; of the points, with the arrow; of the marks."""
MARKS_LEAST = len("Marks")
NAME_LEAST, NAME_MOST = 8, 44
"""Cells of a name: on the widest terminal the eye still goes from White to Black."""


MOVE_LINES = 4.2
"""Two rows of a move and two lines of details, in Latin letters: names in other scripts take two to
four bytes a letter, and have no more of them, so that a move stays below 500 at 80 columns."""
LEAST_TOLD = 48
"""Cells of a reason that is cut for the sake of its bytes."""
DETAIL_MOST = 30
"""Cells of a name below the list."""


@dataclass(frozen=True)
class Review:
    """A round with all that is known about it: built once an event value."""

    event: Event
    format: Format
    round: Round
    drawn: RoundAsDrawn | None = None
    """The round as it was drawn, where it is published or out of date: what is said of its groups
    is of then."""
    costs: Weighed | None = None
    """The costs of changes by hand; None until they are known, and if there are none."""
    matches: tuple[Match, ...] = field(init=False)

    def __post_init__(self) -> None:
        extra = self.round.extra.matches if self.round.extra else ()
        object.__setattr__(self, "matches", self.round.matches + extra)

    @cached_property
    def sections(self) -> Mapping[EntrantId, str]:
        """Everybody's; nothing where the round has none."""
        return sections_of_round(self.format, self.event, self.round)

    @cached_property
    def byes(self) -> tuple[Bye, ...]:
        """Proposed extra ones included; an entrant with an extra board no longer has the bye."""
        if self.round.extra is None:
            return self.round.byes
        playing = {id for m in self.round.extra.matches for id in m.pair}
        return tuple(b for b in self.round.byes if b.entrant not in playing) + self.round.extra.byes

    def with_costs(self, costs: Weighed) -> Review:
        """The same round with what its changes cost; what was derived is kept."""
        review = replace(self, costs=costs)
        again = ("costs", "marks", "conflicts", "_by_key")
        review.__dict__.update({k: v for k, v in self.__dict__.items() if k not in again})
        return review

    @cached_property
    def changed_since(self) -> bool:
        """Whether what the round was drawn from has changed since."""
        if self.round is self.event.proposal:
            return drawn_from_another(self.event)
        return bool(self.results_since)

    @cached_property
    def results_since(self) -> tuple[ResultSince, ...]:
        """Results that a published round was drawn from and that are others now."""
        return self.drawn.results_since(self.event, self.format) if self.drawn is not None else ()

    @property
    def counted(self) -> tuple[Severity, ...]:
        """The severities that are counted even at zero. If tables or a bracket say who meets whom,
        a change by hand breaks them or does not: as a rule nothing is only to be avoided."""
        judged = {rule.severity for rule in self.format.rules(self.event)}
        settled = bracketed(self.format) or not self.format.drawn_by_results
        avoids = Severity.SHOULD in judged or not settled
        return (Severity.MUST, Severity.SHOULD) if avoids else (Severity.MUST,)

    @cached_property
    def broken(self) -> list[Conflict]:
        """Rules broken at a board or by a bye, boards first."""
        return conflicts(self.format, self.event, self.round)

    @cached_property
    def conflicts(self) -> list[Conflict]:
        """These, and a mark for each criterion that is worse than in the engine's own draw."""
        return [*self.broken, *self.marks]

    @cached_property
    def marks(self) -> tuple[Conflict, ...]:
        """The marks for criteria: of a published round those with which it was published."""
        if self.costs is not None:
            return self.costs.marks
        return tuple(kept_marks(self.round)) if self.round.published else ()

    @property
    def weighing(self) -> bool:
        """Whether what changes by hand cost is not known yet."""
        waits = self.round.editing and bool(without_board(self.event, self.format))
        return self.round.altered and not self.round.published and self.costs is None and not waits

    @cached_property
    def _by_key(self) -> Mapping[Hashable, list[Conflict]]:
        conflicts: dict[Hashable, list[Conflict]] = {}
        for one in self.conflicts:
            key: Hashable = one.board if one.board is not None else ("bye", one.entrants[0])
            conflicts.setdefault(key, []).append(one)
        for of_one_key in conflicts.values():
            of_one_key.sort(key=lambda one: SEVERITIES.index(one.severity))
        return conflicts

    def conflicts_of(self, key: Hashable) -> list[Conflict]:
        """Those of a board (its number) or a bye (("bye", entrant)), the gravest first."""
        return self._by_key.get(key, [])

    @cached_property
    def teams(self) -> bool:
        """Teams play, who have no colours and no score that is beside a board, but in a Swiss
        of teams, which is drawn by both."""
        return self.format.of_teams(self.event)

    @cached_property
    def cards(self) -> Mapping[EntrantId, PairingCard]:
        """Everybody's card as it was before the round."""
        return cards(self.event.until(self.round.number - 1))

    def floats(self, id: EntrantId) -> tuple[Sequence[int], Sequence[int]]:
        """The rounds before in which somebody floated down, and up."""
        return self.format.floats(self.event.until(self.round.number - 1), id)

    @property
    def scored(self) -> bool:
        """Whether the players have a meaningful score: matches won and victory points of several
        stages do not make one; points of a knockout do not show who is in it, and walkovers are not
        among them; teams that all meet are not drawn by theirs."""
        by_table = self.teams and self.event.settings.predetermined
        return not (by_table or bracketed(self.format))

    @property
    def coloured(self) -> bool:
        """Whether who has played with which colour says something."""
        return not self.format.several_boards and (self.scored or not self.teams)

    @cached_property
    def points(self) -> Mapping[EntrantId, Points]:
        """Everybody's points before the round, as the standings count them."""
        before = self.format.as_counted(self.event).until(self.round.number - 1)
        return {id: card.score for id, card in cards(before).items()}

    @cached_property
    def locked(self) -> set[frozenset[EntrantId]]:
        """Pairs under a lock in this round."""
        return self.event.instructed("lock", self.round.number)

    @cached_property
    def headings(self) -> Mapping[str, str]:
        """What the format says of its pairing groups, by their names; of those with a board that
        was corrected since, it is said to be of then."""
        drawn, texts = self.drawn, self.format.headings(*self._at_the_draw)
        if drawn is None or not self.round.published:
            return texts
        seats = {match.board: match.pair for match in drawn.round.matches}
        since = {m.group for m in self.round.matches if seats.get(m.board, m.pair) != m.pair}
        return {name: f"as published: {text}" * bool(text) if name in since else text
                for name, text in texts.items()}  # fmt: skip

    @cached_property
    def levels(self) -> Mapping[EntrantId, int]:
        """By what the format draws, where that is not the score."""
        return self.format.levels(*self._at_the_draw)

    @property
    def _at_the_draw(self) -> tuple[Event, Round]:
        drawn = self.drawn
        if drawn is None or not drawn.round.placed <= entrants_by_id(drawn.before).keys():
            # who was entered after the draw and has a board by hand is not known then
            return self.event.until(self.round.number - 1), self.round
        return drawn.before, drawn.round

    def arrows(self, match: Match) -> tuple[str, str]:
        """White's and Black's: down or up for floaters."""
        white: Points | int = self.cards[match.white].score
        black: Points | int = self.cards[match.black].score
        if match.white in self.levels and match.black in self.levels:
            white, black = self.levels[match.white], self.levels[match.black]
        if white == black:
            return " ", " "
        return ("↓", "↑") if white > black else ("↑", "↓")

    def match(self, key: Hashable) -> Match | None:
        """The match of that board."""
        return self._by_board.get(key)

    @cached_property
    def _by_board(self) -> Mapping[Hashable, Match]:
        return {match.board: match for match in self.matches}

    @cached_property
    def numbers(self) -> Mapping[EntrantId, int]:
        """Everybody's start number."""
        return numbers(self.format, self.event)

    def name(self, id: EntrantId) -> str:
        """Safe to show."""
        return safe(entrants_by_id(self.event)[id].name)

    def made(self, match: Match) -> Match:
        """The board as the draw made it, where the arbiter has changed it and changed it back."""
        own = self.costs.own if self.costs is not None else None
        if match.altered != "hand" or own is None:
            return match
        return next((m for m in own.matches if m.pair == match.pair), match)

    def by_hand(self, match: Match) -> bool:
        """Changed by the arbiter, not by the draw."""
        return self.made(match).altered == "hand"


def short_name(one: Conflict) -> str:
    """The broken rule in a word or two."""
    return shortened(SHORT.get(one.rule, one.rule), 20)


def named_rule(one: Conflict) -> str:
    """The broken rule within a sentence, which has no abbreviation."""
    name = short_name(one)
    return one.rule if name.endswith(".") else name


def mark(review: Review, key: Hashable, whole: bool = False) -> tuple[str, str]:
    """(text, style) of the mark of a board or a bye; empty without one. Of several the gravest is
    shown, with how many more there are; the `whole` mark names each rule."""
    match = review.match(key)
    text, style = _judged(review, key, match, whole)
    if match is not None and review.round.extra and match in review.round.extra.matches:
        text, style = (f"+{text}", style) if text else ("+ extra", "note")
    if match is not None and frozenset(match.pair) in review.locked:
        return (f"#{text}", style) if text else ("# locked", "note")
    return text, style


@last_call
def widest_marks(review: Review) -> tuple[int, int]:
    """Cells of the widest mark of the round, and of the widest whole one."""
    keys = [*(m.board for m in review.matches), *(("bye", b.entrant) for b in review.byes)]
    marks = ([text_width(mark(review, key, whole)[0]) for key in keys] for whole in (False, True))
    short, whole = (max(cells, default=0) for cells in marks)
    return short, whole


def _judged(review: Review, key: Hashable, match: Match | None, whole: bool) -> tuple[str, str]:
    conflicts = review.conflicts_of(key)
    if conflicts:
        worst, *others = conflicts
        named = [one for one in others if one in review.broken] if whole else []
        more = "".join(f", {short_name(one)}" for one in named)
        more += f" +{left}" if (left := len(others) - len(named)) else ""
        hand = "*" if match is not None and review.by_hand(match) else ""
        return f"{hand}{SYMBOL[worst.severity]} {short_name(worst)}{more}", STYLE[worst.severity]
    if match is None:
        return "", "plain"
    if _gone(review, match):
        return "withdrawn", "should"
    if review.by_hand(match):
        return "* by hand", "note"
    if altered := review.made(match).altered:
        return ("= colours" if altered == "colours" else "~ adjusted"), "note"
    return "", "plain"


def _gone(review: Review, match: Match) -> list[EntrantId]:
    """Who of an open board in play has left since its round was published."""
    if not (review.round.published and match.open):
        return []
    people = entrants_by_id(review.event)
    return [id for id in match.pair if has_left(people[id], review.round.number)]


@dataclass(frozen=True, slots=True)
class Columns:
    """Cells of a name, a rating, the section (0: not shown) and the marks."""

    name: int
    rating: int
    marks: int
    white: int
    black: int
    """The positions of the gutters before the names."""
    section: int = 0
    title: int = 0
    colours: int = 0
    """Of the colours of the last three rounds."""
    points: int = POINTS
    """With the arrow; teams and cups have none, and what is blank there gives way to long names."""

    @classmethod
    def of(
        cls,
        width: int,
        rating: int = 5,
        sectioned: bool = False,
        titled: bool = False,
        coloured: bool = False,
        longest: int = 0,
        marked: tuple[int, int] = (MARKS, MARKS),
        pointless: bool = False,
    ) -> Columns:
        """For a list of that width; `rating` as `entrant_cells` says, if there is room, the
        sections of a round that is `sectioned` if there is more; titles and colours last.

        With a longest name and the widest marks of so many cells, names are cut only if nothing is
        blank; those of an event without points, which are `pointless`, only if there is no
        rating."""
        rating = rating if width >= NARROW else 0
        section = 4 if sectioned and width >= WIDE else 0
        marks = MARKS if width >= NARROW else 11
        title = 4 if titled and width >= ROOMY else 0
        colours = 4 if coloured and width >= ROOMY else 0
        least = min(marks, max(marked[0], MARKS_LEAST))
        ways = [(POINTS, max(marks, cells), rating) for cells in marked[::-1]]
        ways += [(POINTS, marks, rating)]
        ways += [(0, marks, rating)] * pointless + [(0 if pointless else POINTS, least, rating)]
        ways += [(0, least, 0)] * pointless

        def columns(points: int, marks: int, rating: int) -> Columns:
            side = SIDE + points + title + section + rating + colours
            name = min(max((width - EDGES - 2 * side - marks) // 2, NAME_LEAST), NAME_MOST)
            return cls(name, rating, marks, 4, 4 + side + name, section, title, colours, points)

        *_, last = made = [columns(*way) for way in ways]
        return next((one for one in made if one.name >= min(longest, NAME_MOST)), last)

    @classmethod
    def needed(cls, rating: int, name: int) -> int:
        """Cells of a list with names of so many cells, between those that are narrow and roomy."""
        return EDGES + MARKS + 2 * (SIDE + POINTS + rating + min(name, NAME_MOST))


def head_line(columns: Columns, event: Event, format: Format, scored: bool = True) -> Line:
    """The column heads, by the format's names of the two sides."""
    rest = " Sec" * bool(columns.section) + " " * columns.rating + " Col" * bool(columns.colours)
    before = " " * columns.title
    white, black = (before + fit(side, columns.name) + rest for side in format.sides(event))
    points = fit("  Pts" if scored else "", columns.points) + "  "
    where = "Tbl" if event.board_word == "table" else " Bd"
    return line(f" {where} {white}{points}{black}{points}Marks", "dim")


def lines_of(review: Review, columns: Columns, picked: EntrantId | None) -> list[Line]:
    """Group headings, boards, byes. `picked` is marked for a swap."""
    width = 4 + 2 * (columns.black - columns.white) + columns.marks
    late = {m.board for m in review.round.extra.matches} if review.round.extra else set()
    word, mixed = review.event.board_word, _mixed(review.matches)
    lines = _headings_at_once(review, width) if mixed else []
    groups = groupby(review.matches, key=lambda m: (m.group, m.board in late))
    for (group, is_late), run in groups:
        matches = list(run)
        if is_late:
            lines.append(_rule(f"extra {word}s for late entries: a proposal, P publishes", width))
        elif group and not mixed:
            lines += _heading(group, len(matches), word, review.headings.get(group, ""), width)
        elif lines and not mixed:  # of a late entry, or paired by hand
            lines.append(_rule(f"outside the groups · {counted(len(matches), word)}", width))
        lines += [_board_line(review, match, columns, picked) for match in matches]
    return lines + [_bye_line(review, bye, columns, picked) for bye in review.byes]


@last_call
def _mixed(matches: Sequence[Match]) -> bool:
    """Whether the boards of some group are among those of others, so that headings between them
    would only repeat one another."""
    runs = [group for group, _ in groupby(match.group for match in matches)]
    return len(set(runs)) < len(runs)


def _headings_at_once(review: Review, width: int) -> list[Line]:
    """Every group with its boards before all of them, and what the format says of it."""
    sizes = Counter(match.group for match in review.matches if match.group)
    groups = ", ".join(f"{safe(group)} {count}" for group, count in sizes.items())
    lines = [_rule(f"{counted(len(review.matches), review.event.board_word)}: {groups}", width)]
    for group in sizes:
        if more := safe(review.headings.get(group, ""), 600):
            texts = wrapped(f"{safe(group)}: {more}", width - 4, " ", most=HEADING_LINES)
            lines += [line(f"   {one}", "dim") for one in texts]
    return lines


def _heading(group: str, boards: int, word: str, more: str, width: int) -> list[Line]:
    """A pairing group with what its format says of it: on a line of its own where it is long."""
    text, more = f"{safe(group)} · {counted(boards, word)}", safe(more, 600)
    if not more:
        return [_rule(text, width)]
    if text_width(text) + text_width(more) + 8 <= width:
        return [_rule(f"{text} · {more}", width)]
    lines = wrapped(more, width - 4, " ", most=HEADING_LINES)
    return [_rule(text, width), *(line(f"   {one}", "dim") for one in lines)]


def _rule(text: str, width: int) -> Line:
    start = f" ── {text} "
    return line(start + "─" * (width - text_width(start)), "group")


def _board_line(review: Review, match: Match, columns: Columns, picked: EntrantId | None) -> Line:
    down, up = review.arrows(match)
    text = f" {match.board:>3}" + _side(review, match.white, down, columns, picked)
    text += _side(review, match.black, up, columns, picked) + " "
    marked, style = _fitting_mark(review, match.board, columns)
    return Line(((text, "plain"), (_cut_mark(marked, columns.marks), style)), match.board)


def _fitting_mark(review: Review, key: Hashable, columns: Columns) -> tuple[str, str]:
    whole = mark(review, key, whole=True)
    return whole if text_width(whole[0]) <= columns.marks else mark(review, key)


def _cut_mark(text: str, cells: int) -> str:
    """The mark in so many cells: how many more there are is shown where its name is cut."""
    if text_width(text) <= cells or " +" not in text:
        return fit(text, cells).rstrip()
    name, more = text.rsplit(" +", 1)
    return f"{fit(name, cells - len(more) - 2)} +{more}"


def _side(
    review: Review, id: EntrantId, arrow: str, columns: Columns, picked: EntrantId | None
) -> str:
    entrant = entrants_told_apart(review.event.entrants, columns.name)[id]
    gutter = "*" if entrant.id == picked else " "
    rating = ""
    if columns.rating:
        rating = f"{rating_text(entrant, '-'):>{columns.rating}}"
    scored = f"{points_text(review.points[id]):>4}{arrow}" if review.scored else ""
    points = scored or " " * columns.points
    if columns.colours:
        rating += f" {review.cards[id].colours[-3:]:>{columns.colours - 1}}"
    title = fit(entrant.title, columns.title)
    section = ""
    if columns.section:
        section = f" {fit(safe(review.sections.get(id, '')), columns.section - 1)}"
    return gutter + title + fit(safe(entrant.name), columns.name) + section + rating + " " + points


def _bye_line(review: Review, bye: Bye, columns: Columns, picked: EntrantId | None) -> Line:
    why = bye_words(review.format, review.event, review.round.number, bye)
    if bye.group and special_bye_text(review.event, review.round.number, bye):
        why += f" · {review.format.group_name(bye.group)}"
    marked, style = _fitting_mark(review, ("bye", bye.entrant), columns)
    width = 2 * columns.black - columns.white + 1 + (0 if marked else columns.marks)
    text = f"    {_side(review, bye.entrant, ' ', columns, picked)} {why}"
    missing = text_width(safe(entrants_by_id(review.event)[bye.entrant].name)) - columns.name
    if missing > 0:  # nobody sits beside him
        free = max(width - text_width(text.rstrip()), 0)
        wider = replace(columns, name=columns.name + min(missing, free))
        text = f"    {_side(review, bye.entrant, ' ', wider, picked)} {why}"
    return Line(((fit(text, width), "plain"), (marked, style)), ("bye", bye.entrant))


def nothing_begins(event: Event, number: int) -> str:
    """Of a round without a board of its own: whether earlier matches are still played in it."""
    if on := runs_on(event, number):
        return f"no match begins in it, {on}"
    if running(event, number):
        return "no match begins in it, and all that ran on are finished"
    return "no match begins in it, and none runs on"


def runs_on(event: Event, number: int) -> str:
    """`9 matches run on`: earlier ones that are still played in round `number`; empty without."""
    still = sum(match.open for _, match in running(event, number))
    if not still:
        return ""
    return "1 match runs on" if still == 1 else f"{still} matches run on"


def waiting_lines(review: Review, columns: Columns) -> list[Line]:
    """Who is still in a cup and does not play this round; nobody while it is taken apart: those
    without a board are listed above then."""
    if review.round.editing or not bracketed(review.format):
        return []
    waiting = between_matches(review.format, review.event, review.round)
    sides = ((_side(review, id, " ", columns, None), words) for id, words in waiting.items())
    width = 3 + 2 * columns.black - columns.white + columns.marks
    return [line(fit(f"    {side.rstrip()}  {words}", width), "dim") for side, words in sides]


def severities(review: Review) -> Counter[Severity]:
    """How many rules are broken and criteria worse: one that is marked on several boards counts
    once."""
    beside_boards = {(c.rule, c.severity, c.text) for c in review.conflicts[len(review.broken) :]}
    counts = Counter(severity for _, severity, _ in beside_boards)
    counts.update(one.severity for one in review.broken)
    return counts


def in_order_of_weight(review: Review, keys: Sequence[Hashable]) -> list[tuple[str, Hashable]]:
    """The boards and byes to look at, the gravest first, each with its kind: `must`, `should`,
    `note`, and `changed` for those that only the arbiter has touched. One that the draw itself has
    moved off the ideal is left out."""
    weighted: list[tuple[int, str, Hashable]] = []
    kinds = [*(s.value for s in SEVERITIES), CHANGED]
    extra = review.round.extra.matches if review.round.extra else ()
    for key in keys:
        match, conflicts = review.match(key), review.conflicts_of(key)
        touched = match is not None and (
            review.by_hand(match) or match in extra or frozenset(match.pair) in review.locked
        )
        if conflicts or touched:
            kind = conflicts[0].severity.value if conflicts else CHANGED
            weighted.append((kinds.index(kind), kind, key))
    return [(kind, key) for _, kind, key in sorted(weighted, key=lambda one: one[0])]


def legend(review: Review, words: bool) -> tuple[tuple[str, str], ...]:
    """`× 1  ! 2  · 3  ~ 67  = 8  * 2 by hand  # 1` as parts of a line; with `words` `× forbidden 1
    ! to avoid 2  · note 3  ~ adjusted 67 …`. Kinds without boards are left out."""
    counts = severities(review)
    changed = Counter(review.made(match).altered for match in review.matches)
    meanings = [
        (SYMBOL[Severity.MUST], CALLED[Severity.MUST], counts[Severity.MUST], "must"),
        (SYMBOL[Severity.SHOULD], CALLED[Severity.SHOULD], counts[Severity.SHOULD], "should"),
        (SYMBOL[Severity.NOTE], CALLED[Severity.NOTE], counts[Severity.NOTE], "dim"),
        ("*", "by hand", changed["hand"], "plain"),
        ("~", "adjusted", changed["opponents"], "dim"),
        ("=", "colours", changed["colours"], "dim"),
        ("#", "locked", len(review.locked), "plain"),
    ]
    always = [severity.value for severity in review.counted]
    shown = [one for one in meanings if one[2] or one[3] in always]
    return tuple(
        (
            ("  " if at else "")
            + (f"{mark} {word} {count}" if words or word == "by hand" else f"{mark} {count}"),
            style if count else "dim",
        )
        for at, (mark, word, count, style) in enumerate(shown)
    )


BEFORE = "drawn before that change: "
"""Before the reason of a board whose draw is out of date: it would be none of another."""
_BY_HAND = frozenset({BY_HAND.code, TURNED.code})


def reasons(review: Review, key: Hashable, whole: bool = False) -> list[str]:
    """Why the board or the bye is as it is: its conflicts, then what the draw says. Of what a
    change costs the most important, with how many more there are, or the `whole`."""
    marks, match = review.marks, review.match(key)
    bye = next((b for b in review.byes if ("bye", b.entrant) == key), None)
    drawn = review.made(match).why if match else bye.why if bye else ()
    before = BEFORE if review.changed_since else ""
    broken = [c for c in review.conflicts_of(key) if c not in marks]
    # what the draw's own reason names too is said once, with its mark
    named = [c for c in broken if _names(drawn, c)]
    conflicts = [(c.severity, f"{SYMBOL[c.severity]} {safe(c.text, 200)}") for c in broken
            if c not in named]  # fmt: skip
    drawn_for = _drawn_for(review, drawn, named)
    if named:
        conflicts = sorted([*conflicts, (named[0].severity, drawn_for)], key=_gravest_first)
    texts = [text for _, text in conflicts]
    by_hand = review.by_hand(match) if match else BY_HAND in drawn
    place = match or bye
    if place is not None and by_hand:
        texts += [WEIGHING] if review.weighing else cost_words(review.costs, place, whole)
        if review.costs is None:
            texts += [_marked_text(one) for one in review.conflicts_of(key) if one in marks]
        if codes(drawn).isdisjoint(_BY_HAND):
            texts.append("Changed by hand")
    if drawn and not named:
        drawn_for = before + drawn_for
        texts.append(f"{drawn_for[:1].upper()}{drawn_for[1:]}" if texts else drawn_for)
    if not by_hand:
        # drawn under a lock or a bar, which moves boards that nobody has touched
        texts += [_marked_text(one) for one in review.conflicts_of(key) if one in marks][:1]
    if match is not None and not texts:
        ideal = f"{before}the ideal pairing of its group."
        texts.append(f"{ideal[:1].upper()}{ideal[1:]}")
    if bye is not None and whole and not texts:  # beside it, its line says that already
        said = bye_words(review.format, review.event, review.round.number, bye)
        texts.append(f"{said[:1].upper()}{said[1:]}")
    if match is not None:
        gone = [safe(left_text(review.event, id, True)) for id in _gone(review, match)]
        texts = [*gone, *texts, *_noted(review, match)]
    if match is not None and frozenset(match.pair) in review.locked:
        texts += ["Locked by the arbiter."] * (LOCKED.code not in codes(drawn))
    return [*(text if text.endswith(".") else f"{text}." for text in texts[:-1]), *texts[-1:]]


def _marked_text(one: Conflict) -> str:
    return f"{SYMBOL[one.severity]} {safe(one.text, 200)}"


def _noted(review: Review, match: Match) -> list[str]:
    """What no rule asks of the draw; before it is published, how that is changed."""
    noted = review.format.noted(review.event, match, review.round.number)
    if not noted:
        return []
    text = safe(why(review.format, review.event, noted), 300)
    drawn = review.round is review.event.proposal
    key = f" (F1 E, {setting_label('avoid_round1')}, then r here)" if drawn else ""
    return [f"{text[:1].upper()}{text[1:]}{key}"]


def _gravest_first(conflict: tuple[Severity, str]) -> int:
    return SEVERITIES.index(conflict[0])


def _drawn_for(review: Review, drawn: Reasons, named: Sequence[Conflict]) -> str:
    """The reasons of the draw. Those that name a conflict come first, the gravest of them before
    the others, each with its mark and what is said to it: a line may have no room for more."""
    starts: dict[int, Conflict] = {}
    for one in named:
        at = next(i for i, reason in enumerate(drawn) if _names((reason,), one))
        starts.setdefault(at, one)
    if TURNED in drawn:  # it says of all that follows that it was so before
        starts = {0: named[0]} if named else {}
    ends = [*sorted(starts), len(drawn)]
    parts = [
        (SEVERITIES.index(starts[at].severity), f"{SYMBOL[starts[at].severity]} ", drawn[at:end])
        for at, end in pairwise(ends)
    ]
    parts = [*sorted(parts, key=lambda part: part[0]), (len(SEVERITIES), "", drawn[: ends[0]])]
    worded = ((sign, safe(why(review.format, review.event, some), 600)) for _, sign, some in parts)
    return "; ".join(sign + text for sign, text in worded if text)


_NAMED_AS = {
    **dict.fromkeys(("repeat", "swiss-repeat"), ("met", "repeat")),
    **dict.fromkeys(("same-school", "same-club", "family"), ("in-common",)),
}
"""By rule the codes of the reasons that say the same of two players."""


def _names(drawn: Reasons, conflict: Conflict) -> bool:
    """Whether the draw's reasons name that conflict of these two."""
    return any(
        reason.code in _NAMED_AS.get(conflict.rule, ())
        and (reason.code != "repeat" or "stage" in reason.facts)  # else it does not say where
        and {*reason.get("players", conflict.entrants)} == {*conflict.entrants}
        for reason in within(drawn)
    )


def cost_words(costs: Weighed | None, place: Match | Bye, whole: bool = False) -> list[str]:
    """What the change that made this board, or gave the bye, makes worse and better, then the same
    of it against the engine's own draw: the most important in words, of the others how many, or
    the `whole`."""
    if costs is None:
        return []
    texts = []
    if costs.since is not None and costs.just_changed(place):
        since = costs.since
        worse = [f"{SYMBOL[c.severity]} {criterion_text(since, c)}" for c in since.criteria]
        start = "" if since.in_order_alone else "worse: "
        gains = map(sentence, since.better)
        parts = _some(start, worse, whole) + _some("better: ", gains, whole)
        texts += [f"This change: {'; '.join(parts)}."] if parts else []
        if since.changes == costs.from_own.changes:
            return texts
    if costs.own is None:
        return [*texts, "The engine has no draw to compare with."]
    board, entrants = (None, (place.entrant,)) if isinstance(place, Bye) else (place.board, None)
    marks = [c for c in costs.marks if c.board == board and entrants in (None, c.entrants)]
    parts = _some("", [f"{SYMBOL[c.severity]} {c.text}" for c in marks], whole)
    better = [sentence(c, "the computer draw has {}") for c in costs.from_own.better]
    parts += _some("better: ", better, whole)
    return [*texts, *(f"{one[:1].upper()}{one[1:]}." for one in parts)]


def _some(start: str, costs: Iterable[str], whole: bool) -> list[str]:
    """The first with how many more there are, or all; empty if there are none."""
    first, *rest = [*costs, ""]
    if whole and first:
        return [start + "; ".join(safe(one, 300) for one in (first, *rest) if one)]
    more = f" (and {len(rest) - 1} more)" if len(rest) > 1 else ""
    return [safe(f"{start}{first}{more}", 300)] if first else []


def about(review: Review, key: Hashable, whole: int | None = None) -> str:
    """The subject of the details: `Board 7 · section B`, `Bye`, `Walkover`. If names of `whole`
    cells are whole in the list it says what the list does not: `Board 7 · 12 (WB) - 3 (BW)`."""
    match = review.match(key)
    if match is None:
        walkover = any(b.left and ("bye", b.entrant) == key for b in review.byes)
        other = "Walkover" if walkover else "Bye"
        without = f"Without a {review.event.board_word}"
        return (without if key[0] == "left" else other) if isinstance(key, tuple) else ""
    stage = "" if plain_game(review.format, match) else about_match(review.format, match)
    # a division is named as what its matches are of
    divided = part_of(review.format, OverASeason) is None and bool(review.sections)
    section = section_of(review.sections, match) if divided else ""
    parts = (
        review.event.board_name(match.board).capitalize(),
        _who(review, match.pair) if whole is not None and in_list(review, key, whole) else "",
        stage,
        safe(match.group) if _mixed(review.matches) else "",
        section,
    )
    return " · ".join(part for part in parts if part)


def in_list(review: Review, key: Hashable, whole: int) -> bool:
    """Whether both names of a board are whole in the list, with room for so many cells: below it
    they would be sent once more with every move."""
    match = review.match(key)
    people = entrants_by_id(review.event)
    return match is not None and all(
        text_width(safe(people[id].name)) <= whole for id in match.pair
    )


def detail_lines(
    review: Review, key: Hashable, width: int, most: int, whole: int = 0, sent: int = 0
) -> list[Line]:
    """Who plays, players with their colours so far, where names of `whole` cells do not fit in
    the list; then the reasons in what room there is, and in what a move may send beside the `sent`
    bytes of its rows."""
    match = review.match(key)
    if match is not None:
        who = "" if in_list(review, key, whole) else _who_whole(review, match.pair, width)
    elif isinstance(key, tuple):
        who = _who_whole(review, (key[1],), width)
    else:
        return []
    texts = wrapped(" ".join(reasons(review, key)), width - 4, " ", most=99)
    room, cells = most - 1, width - 3 - len(MORE)
    left = (MOVE_LINES + bool(who)) * width - sent
    weights = accumulate(bytes_of(text) for text in (who, *texts[:room]))
    room = max(sum(weight <= left for weight in weights) - 1, 1)
    while cells > LEAST_TOLD and bytes_of(who) + bytes_of(fit(texts[0], cells)) > left:
        cells -= 1
    if len(texts) > room:
        cut = whole_words(texts[room - 1].rstrip(), cells - 1)
        texts = [*texts[: room - 1], f"{cut}{MORE}"]
    if not who:
        return [line(text) for text in texts]
    return [line(fit(who, width), "key"), *(line(f"   {text}") for text in texts)]


def bytes_of(text: str) -> int:
    """What a terminal is sent for a text, and to go there."""
    return len(anchored(text.strip(), erases=True).encode()) + 6 * bool(text.strip())


def _who(review: Review, ids: Sequence[EntrantId], cells: int = 0) -> str:
    """`8 (B) - 1 (W)`; with names, of so many cells at the most, each is behind its number."""
    return " - ".join(_named(review, review.cards[id], cells) for id in ids)


def _who_whole(review: Review, ids: Sequence[EntrantId], width: int) -> str:
    """`8 Wexcombe, Nadia (B) - 1 Hartnoll, Lena (W)`: if there is no room, names are cut, the
    longest first, and not a number or a colour."""
    names_shown = ""
    for cells in range(DETAIL_MOST, NAME_LEAST - 1, -1):
        names_shown = f" {_who(review, ids, cells)}"
        if text_width(names_shown) <= width:
            break
    return names_shown


def _named(review: Review, card: PairingCard, cells: int) -> str:
    """With the start number, and the colours so far where they say something."""
    name = safe(card.entrant.name)
    name = fit(name, cells).rstrip() if text_width(name) > cells else name
    name = f"{review.numbers[card.entrant.id]} {name}".rstrip()
    return f"{name} ({card.colours})" if card.colours and review.coloured else name


def after_swap(before: Review, after: Review) -> Sequence[Conflict]:
    """The conflicts that a change has brought."""
    known = {_whose(c) for c in before.conflicts}
    return [c for c in after.conflicts if _whose(c) not in known]


def _whose(one: Conflict) -> tuple[str, str, frozenset[EntrantId]]:
    """Two boards can have the same words said of them."""
    return one.rule, one.text, frozenset(one.entrants)
