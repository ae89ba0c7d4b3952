"""The codes of FIDE C.07: which tie-breaks there are, and what each means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial

from engine.entrants import EntrantId
from engine.points import HALF, NIL, ONE
from engine.refusal import Refused
from engine.results import Outcome
from engine.tiebreaks.criteria import (
    Average,
    Count,
    Dropped,
    Number,
    PerformanceValue,
    RatingOf,
    Sum,
    TieBreakCriterion,
)
from engine.tiebreaks.direct import DirectEncounter
from engine.tiebreaks.elements import (
    POINTS_NAMES,
    Element,
    TeamPoints,
    opponents_scores,
    over_the_board,
    points_against_half,
    running_scores,
    score_text,
    scores_times_points,
    times_text,
)
from engine.tiebreaks.record import EntrantRecord, RoundRecord, Tally, fore


@dataclass(frozen=True, slots=True)
class Options:
    """The modifiers of a code: `BH/C1`, `BH/M2`, `DE/P`, `AOB/F`, `TPN/R`, `KS/L1`, `ARO/U1200`.

    Of teams also the score that it is of (`BH:GP`; empty: the primary one) and the factor of the
    schedule strength (`SSSC/K4`).

    `unrated` is the rating of whoever has none; with `rated_only` (`ARO/U`) games against them do
    not count.
    """

    code: str
    cuts: tuple[int, int] = (0, 0)
    reverse: bool = False
    forfeits: bool = False
    fore: bool = False
    limit: int = 0
    unrated: int | None = None
    rated_only: bool = False
    score: str = ""
    factor: int = 0


Build = Callable[[Tally, Options], TieBreakCriterion]


@dataclass(frozen=True, slots=True)
class Known:
    """A tie-break: its code, name and article, its possible modifiers, and who may use it."""

    code: str
    title: str
    article: str
    build: Build
    modifiers: str = ""
    swiss: bool = True
    predetermined: bool = True
    teams: bool = False
    """For teams only."""
    scored: bool = False
    """Of teams it can be of match points or of game points."""


def _buchholz(tally: Tally, options: Options) -> TieBreakCriterion:
    return Sum(tally, opponents_scores, score_text, options.cuts, exception=True)


def _fore_buchholz(tally: Tally, options: Options) -> TieBreakCriterion:
    return _buchholz(fore(tally), options)


def _average_of_buchholz(tally: Tally, options: Options) -> TieBreakCriterion:
    buchholz = _buchholz(fore(tally) if options.fore else tally, Options("BH"))

    def elements(tally: Tally, record: EntrantRecord) -> list[Element]:
        averages = []
        for round in record.rounds:
            if round.game and round.line.opponent is not None:
                value = buchholz.value(round.line.opponent) or NIL
                averages.append(Element(round, value, value))
        return averages

    # Four places keep any two averages apart that differ, up to 70 rounds.
    return Average(tally, elements, places=4)


def _sonneborn_berger(tally: Tally, options: Options) -> TieBreakCriterion:
    return Sum(tally, scores_times_points, times_text, options.cuts, exception=True)


def _progressive(tally: Tally, options: Options) -> TieBreakCriterion:
    return Sum(tally, running_scores, cuts=options.cuts)


def _koya(tally: Tally, options: Options) -> TieBreakCriterion:
    return Sum(tally, partial(points_against_half, beyond=options.limit))


def _reader(tally: Tally, options: Options) -> RatingOf | None:
    """Everybody's rating as the code wants it; None if the code has no rule for unrated entrants
    and there are some (10)."""
    if tally.unrated and options.unrated is None and not options.rated_only:
        return None

    def rating(id: EntrantId, number: int) -> int | None:
        entrant = tally.records[id].entrant
        own = entrant.rating_in(number) if tally.each_round else entrant.rating
        return options.unrated if own is None else own

    return rating


def _average_rating(tally: Tally, options: Options) -> TieBreakCriterion:
    rating = _reader(tally, options)
    if rating is None:
        return Dropped(tally, options.code)
    return Average(tally, partial(over_the_board, value=rating), cuts=options.cuts)


def _performance(tally: Tally, options: Options, perfect: bool) -> TieBreakCriterion:
    from engine import performance

    rating = _reader(tally, options)
    if rating is None:
        return Dropped(tally, options.code)
    of = performance.perfect_performance if perfect else performance.performance
    return PerformanceValue(tally, rating, of)


def _average_performance(tally: Tally, options: Options, perfect: bool) -> TieBreakCriterion:
    each = _performance(tally, options, perfect)
    if not isinstance(each, PerformanceValue):
        return each
    return Average(tally, partial(over_the_board, value=lambda id, number: each.value(id)))


def _rating(tally: Tally, options: Options) -> TieBreakCriterion:
    rating = _reader(tally, options)
    if rating is None:
        return Dropped(tally, options.code)
    return Number(tally, lambda record: rating(record.entrant.id, 0), ascending=options.reverse)


def _external(tally: Tally, options: Options) -> TieBreakCriterion:
    def number(record: EntrantRecord) -> Decimal | None:
        return Decimal(record.entrant.external) if record.entrant.external else None

    return Number(tally, number, ascending=options.reverse)


def _pairing_number(tally: Tally, options: Options) -> TieBreakCriterion:
    return Number(tally, lambda record: record.no, ascending=not options.reverse)


def _direct(tally: Tally, options: Options) -> TieBreakCriterion:
    return DirectEncounter(tally, options.forfeits)


def _secondary(tally: Tally, options: Options) -> TieBreakCriterion:
    from engine.tiebreaks import teams

    other = teams.in_points(tally, teams.other_points(teams.primary_points(tally)))

    def elements(_: Tally, record: EntrantRecord) -> list[Element]:
        rounds = other.records[record.entrant.id].rounds
        return [Element(round, round.points, round.points) for round in rounds]

    return Sum(tally, elements)


def _extended(
    tally: Tally, options: Options, opponents: TeamPoints, scored: TeamPoints
) -> TieBreakCriterion:
    from engine.tiebreaks import teams

    return teams.extended_sonneborn_berger(tally, opponents, scored, options.cuts)


def _strength(tally: Tally, options: Options) -> TieBreakCriterion:
    from engine.tiebreaks import teams

    primary = teams.in_points(tally, teams.primary_points(tally))
    buchholz = (_fore_buchholz if options.fore else _buchholz)(primary, Options("BH"))
    return teams.ScheduleStrength(tally, buchholz, options.factor)


def _by_board(tally: Tally, options: Options, kind: str) -> TieBreakCriterion:
    from engine.tiebreaks import teams

    return teams.by_board(tally, kind)


def _extended_direct(tally: Tally, options: Options) -> TieBreakCriterion:
    from engine.tiebreaks import teams

    return teams.extended_direct_encounter(tally, options.forfeits, options.code.partition("/")[0])


def _count(weight: Callable[[Tally, RoundRecord], Decimal]) -> Build:
    return lambda tally, options: Count(tally, weight)


def _win(tally: Tally, round: RoundRecord) -> Decimal:
    won = round.line.outcome is Outcome.WIN
    bye = not round.opposed and round.points >= tally.settings.win_points
    return ONE if won or bye else NIL


def _won(tally: Tally, round: RoundRecord) -> Decimal:
    return ONE if round.game and round.line.outcome is Outcome.WIN else NIL


def _black(tally: Tally, round: RoundRecord) -> Decimal:
    return ONE if round.game and round.line.colour == "B" else NIL


def _black_won(tally: Tally, round: RoundRecord) -> Decimal:
    return min(_won(tally, round), _black(tally, round))


def _elected(tally: Tally, round: RoundRecord) -> Decimal:
    return NIL if round.voluntary else ONE


def _standard(tally: Tally, round: RoundRecord) -> Decimal:
    result = round.line.result
    if round.opposed and result is not None:
        other = result.points("black" if round.line.colour == "W" else "white", tally.settings)
    else:
        other = tally.settings.draw_points
    if round.points == other:
        return HALF
    return ONE if round.points > other else NIL


_CUTS = "C1 C2 M1 M2"
_SONNEBORN_BERGERS: tuple[tuple[str, TeamPoints, TeamPoints], ...] = (
    ("13.2.1", "MP", "MP"),
    ("13.2.2", "MP", "GP"),
    ("13.2.3", "GP", "MP"),
    ("13.2.4", "GP", "GP"),
)
_DIRECT_ENCOUNTERS = (
    ("EDE", "extended direct encounter"),
    ("EDEBT", "extended direct encounter, board count, top boards"),
    ("EDEBB", "extended direct encounter, board count, bottom boards"),
    ("EDET", "extended direct encounter, top boards"),
    ("EDEB", "extended direct encounter, bottom boards"),
)
_LIST = (
    Known("DE", "direct encounter", "6", _direct, "P", scored=True),
    Known("WIN", "wins, with or without playing", "7.1", _count(_win)),
    Known("WON", "games won over the board", "7.2", _count(_won)),
    Known("BPG", "games played with Black", "7.3", _count(_black)),
    Known("BWG", "games won with Black", "7.4", _count(_black_won)),
    Known("PS", "progressive scores", "7.5", _progressive, "C1 C2", scored=True),
    Known("REP", "rounds one elected to play", "7.6", _count(_elected)),
    Known("STD", "standard points", "7.7", _count(_standard)),
    Known("TPN", "pairing number", "7.8", _pairing_number, "R"),
    Known("BH", "Buchholz", "8.1", _buchholz, _CUTS, predetermined=False, scored=True),
    Known(
        "AOB",
        "average of opponents' Buchholz",
        "8.2",
        _average_of_buchholz,
        "F",
        predetermined=False,
        scored=True,
    ),
    Known("FB", "fore Buchholz", "8.3", _fore_buchholz, _CUTS, predetermined=False, scored=True),
    Known("SB", "Sonneborn-Berger", "9.1", _sonneborn_berger, "C1 C2", scored=True),
    Known("KS", "Koya", "9.2", _koya, "L", swiss=False, scored=True),
    Known("ARO", "average rating of opponents", "10.1", _average_rating, f"{_CUTS} U"),
    Known(
        "TPR",
        "tournament performance rating",
        "10.2",
        partial(_performance, perfect=False),
        "U",
    ),
    Known(
        "PTP",
        "perfect tournament performance",
        "10.3",
        partial(_performance, perfect=True),
        "U",
    ),
    Known(
        "APRO",
        "average performance of opponents",
        "10.4",
        partial(_average_performance, perfect=False),
        "U",
    ),
    Known(
        "APPO",
        "average perfect performance of opponents",
        "10.5",
        partial(_average_performance, perfect=True),
        "U",
    ),
    Known("RTNG", "rating", "10.6", _rating, "R U"),
    Known("EXT", "value calculated elsewhere", "4.1", _external, "R"),
    Known("MPvGP", "game points, or match points where these rank", "13.1", _secondary, teams=True),
    *(
        Known(
            f"E{opponents[0]}{scored[0]}SB",
            f"opponents' {POINTS_NAMES[opponents]} times {POINTS_NAMES[scored]} scored",
            article,
            partial(_extended, opponents=opponents, scored=scored),
            "C1 C2",
            teams=True,
        )
        for article, opponents, scored in _SONNEBORN_BERGERS
    ),
    *(
        Known(code, title, "13.3", _extended_direct, "P", teams=True)
        for code, title in _DIRECT_ENCOUNTERS
    ),
    Known(
        "SSSC",
        "scores and schedule strength",
        "13.4",
        _strength,
        "F K",
        teams=True,
        predetermined=False,
    ),
    Known("BC", "board count", "12.1", partial(_by_board, kind="C"), teams=True),
    Known("TBR", "top board results", "12.2", partial(_by_board, kind="T"), teams=True),
    Known("BBE", "bottom board elimination", "12.3", partial(_by_board, kind="B"), teams=True),
)
KNOWN: dict[str, Known] = {known.code: known for known in _LIST}
_AS_WRITTEN = {known.code.upper(): known.code for known in _LIST}
"""Every tie-break by its code without modifiers."""

_OPTION = re.compile(r"([CM])([12])|(L)([+-]?\d{1,2})|(U)(\d{0,4})|(K)(\d{1,3})|([RPF])")
_SCORES: tuple[TeamPoints, ...] = ("MP", "GP")


def check_tiebreaks(
    codes: Iterable[str], predetermined: bool = False, teams: bool = False
) -> tuple[str, ...]:
    """The codes as C.07 writes them; `Refused` naming the first that is unknown or unfit.

    Small letters and `BH-C1` are understood. Only direct encounter may appear twice (4.3).
    """
    checked: list[str] = []
    for text in codes:
        code = text.strip().upper().replace("-C", "/C").replace("-M", "/M")
        base, mark, modifiers = code.partition("/")
        code = f"{_AS_WRITTEN.get(base, base)}{mark}{modifiers}"
        known, options = _parse(code, text, predetermined, teams)
        if (known.teams or options.score) and not teams:
            raise Refused(
                f"tie-break {code} is for teams",
                f"C.07 article {known.article}",
                f"known: {known_codes(predetermined)}",
            )
        if not (known.predetermined if predetermined else known.swiss):
            kind = "a round robin" if predetermined else "a Swiss"
            raise Refused(
                f"tie-break {code} is not for {kind}",
                f"C.07 article {known.article}",
                f"known: {known_codes(predetermined, teams)}",
            )
        if code in checked and known.code != "DE":
            raise Refused(f"tie-break {code} appears twice", "", "name it once")
        checked.append(code)
    return tuple(checked)


def known_codes(predetermined: bool = False, teams: bool = False) -> str:
    """All codes in one line, for people, modifiers in brackets: `DE[/P], WIN, BH[/C1/C2/M1/M2]`."""
    fitting = [
        k for k in _LIST if (k.predetermined if predetermined else k.swiss) and k.teams <= teams
    ]
    return ", ".join(k.code + _modifiers_text(k) for k in fitting)


def title_of(code: str) -> str:
    """What a tie-break counts, in words, without its modifiers; empty for another code."""
    known = KNOWN.get(re.split("[/:]", code)[0])
    return known.title if known is not None else ""


def _modifiers_text(known: Known) -> str:
    return f"[/{'/'.join(known.modifiers.split())}]" if known.modifiers else ""


def criterion(code: str, tally: Tally) -> TieBreakCriterion:
    """The tie-break of that code, for that tally."""
    known, options = _parse(code, code)
    if tally.boards_of_match and not known.teams:
        from engine.tiebreaks import teams

        score = next((s for s in _SCORES if s == options.score), teams.primary_points(tally))
        tally = teams.in_points(tally, score)
    return known.build(tally, options)


def _parse(
    code: str, text: str, predetermined: bool = False, teams: bool = False
) -> tuple[Known, Options]:
    base, *modifiers = code.split("/")
    base, _, score = base.partition(":")
    known = KNOWN.get(base)
    if known is None or (score and not (known.scored and score in _SCORES)):
        there = known_codes(predetermined, teams)
        raise Refused(f"unknown tie-break {text.strip()[:12]!r}", "", f"known: {there}")
    options = Options(code, score=score)
    for modifier in modifiers:
        options = _with(options, modifier, known, text)
    return known, options


def _with(options: Options, modifier: str, known: Known, text: str) -> Options:
    match = _OPTION.fullmatch(modifier)
    allowed = known.modifiers.split()
    if match is None or not (modifier in allowed or modifier[0] in allowed):
        can = f"it takes {', '.join(allowed)}" if allowed else "it takes no modifier"
        raise Refused(
            f"unknown tie-break {text.strip()[:12]!r}",
            f"{known.code} ({known.title}) has no /{modifier[:6]}",
            can,
        )
    cut, times, limit, half_points, unrated, rating, factor, whole, letter = match.groups()
    if cut:
        number = int(times)
        return replace(options, cuts=(number, number if cut == "M" else 0))
    if limit:
        return replace(options, limit=int(half_points))
    if factor:
        return replace(options, factor=int(whole))
    if unrated and rating:
        return replace(options, unrated=int(rating))
    if unrated:
        return replace(options, rated_only=True)
    return replace(
        options,
        reverse=options.reverse or letter == "R",
        forfeits=options.forfeits or letter == "P",
        fore=options.fore or letter == "F",
    )
