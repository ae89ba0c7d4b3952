"""How good a round of teams is by the criteria of C.04.6, in their order; drawn or by hand.

First what no round may do (C1, C2), then who has the bye (3.4), then scoregroup by scoregroup from
the top the upfloaters (C4 to C7, and their order) and the pairs (C8 to C10, and their order). The
measures of all rounds of one position are in the same order, so they are compared value by value:
of all legal rounds the one that the rules give has the least.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.protocol import Measure, Severity, with_reasons
from formats.dutch.reading import group_name, score_text
from formats.team_swiss.drawing import PairedBracket, paired_brackets
from formats.team_swiss.field import TeamField
from formats.team_swiss.position import TeamDraw, pair_of

TEXTS = {
    "all paired": "teams without an opponent, the bye of an odd field excepted",
    "C1": "pairs who have met before",
    "barred": "pairs whom the arbiter has barred",
    "C2": "byes of teams that may not have one",
    "bye score": "score of the team that has the bye",
    "bye matches": "matches that the team with the bye has played, the most first",
    "bye number": "pairing number of the team that has the bye, the largest first",
    "C4": "teams that float up",
    "C5": "scores of the teams that float up, the highest first",
    "C6": "teams that must float up to the following scoregroup",
    "C7": "teams floating up that floated in the previous round",
    "floaters": "pairing numbers of the teams that float up",
    "C8": "teams that do not get their colour preference",
    "C9": "teams that do not get their strong colour preference",
    "C10": "opponents of upfloaters that floated in the previous round",
    "order": "FIDE's order of pairs",
    "colours": "tables with other colours than the rules give (article 4.3)",
}
"""What each measure counts, for an arbiter."""

REASONS = {
    "all paired": "every team has an opponent",
    "C1": "no team plays the same opponent twice",
    "barred": "the arbiter's bars hold",
    "C2": "the bye goes to a team that may have it",
    "bye score": "the bye goes to the lowest score that can be",
    "bye matches": "the bye goes to a team that has played the most matches",
    "bye number": "of equal teams the one with the largest number has the bye",
    "C4": "fewest teams float up",
    "C5": "those on the highest scores float up",
    "C6": "the following scoregroup can be drawn with fewest upfloaters",
    "C7": "who floated in the previous round does not float up",
    "floaters": "of equal teams those with the smallest numbers float up",
    "C8": "most teams get the colour that they are due",
    "C9": "strong colour preferences go first",
    "C10": "upfloaters do not meet those that floated in the previous round",
    "order": "what is equal goes by FIDE's order of pairs",
    "colours": "colours go by the rules (article 4.3)",
}
"""Why the draw is as it is by each criterion, in an arbiter's words."""

BRIEFS = {
    "all paired": "teams without an opponent",
    "bye score": "score of the bye",
    "bye matches": "matches of the bye",
    "bye number": "number of the bye",
    "C5": "scores of upfloaters",
    "C6": "the next group's upfloaters",
    "C7": "upfloaters as before",
    "floaters": "numbers of upfloaters",
    "C8": "preferences not granted",
    "C9": "strong ones not granted",
    "C10": "upfloaters' opponents",
    "order": "off-ideal pairs",
}
"""What is counted, in a few words for a narrow line, where its text is too long for one."""

FIRST = 6
"""How many pairs off the ideal are listed."""


def measured_teams(field: TeamField, drawn: TeamDraw) -> tuple[Measure, ...]:
    """The round by all criteria, colours as they are given last."""
    counted = [*_absolute(field, drawn)]
    legal = not any(measure.value for measure in counted)
    if len(field) % 2:
        counted += _bye(field, drawn)
    brackets = paired_brackets(field, drawn)
    for number, paired in enumerate(brackets):
        where = group_name(paired.score)
        counted += _upfloaters(where, paired, brackets[number + 1 :], legal)
        counted += _pairs(where, paired)
    counted.append(_turned(field, drawn))
    return with_reasons(counted, REASONS, BRIEFS)


def worse_of(one: Sequence[Measure], other: Sequence[Measure]) -> tuple[Measure, Measure] | None:
    """The first measure in which two rounds of one position differ, of both; None if in none."""
    differing = ((a, b) for a, b in zip(one, other, strict=True) if a.value != b.value)
    return next(differing, None)


def _absolute(field: TeamField, drawn: TeamDraw) -> Iterator[Measure]:
    """How often the round breaks what no round may break."""
    team = {team.number: team for team in field.teams}
    pairs = [(a, b) for a, b in drawn.pairs if a in team and b in team]
    bye = None if drawn.bye is None else team.get(drawn.bye)
    alone = len(field) - 2 * len(pairs) - (len(field) % 2 if bye is not None else 0)
    values = {
        "all paired": alone,
        "C1": sum(b in team[a].met for a, b in pairs),
        "barred": sum(frozenset(pair) in field.position.forbidden for pair in pairs),
        "C2": int(bye is not None and not bye.may_have_bye),
    }
    for name, value in values.items():
        yield Measure("", name, TEXTS[name], value, severity=Severity.MUST)


def _bye(field: TeamField, drawn: TeamDraw) -> Iterator[Measure]:
    """3.4.2 to 3.4.4; of a round without a bye nothing."""
    places = [n for n, team in enumerate(field.teams) if team.number == drawn.bye]
    value = field.before_with_bye(places[0]) if places else (0, 0, 0)
    shown = score_text(value[0]), str(-value[1]), str(-value[2])
    for name, number, text in zip(
        ("bye score", "bye matches", "bye number"), value, shown, strict=True
    ):
        yield Measure("", name, TEXTS[name], number, text if places else "none")


def _upfloaters(
    where: str, paired: PairedBracket, below: Sequence[PairedBracket], legal: bool
) -> Iterator[Measure]:
    """C4 to C7, then their order."""
    teams = [paired.field.teams[place] for place in paired.upfloaters]
    scores = [team.score for team in teams]
    yield Measure(where, "C4", TEXTS["C4"], len(teams))
    shown = ", ".join(map(score_text, scores)) or "none"
    yield Measure(where, "C5", TEXTS["C5"], tuple(-s for s in reversed(scores)), shown)
    if below:
        yield Measure(where, "C6", TEXTS["C6"], _needed(paired, below[0], legal))
    again = sum(paired.field.floated[place] for place in paired.upfloaters)
    yield Measure(where, "C7", TEXTS["C7"], again)
    numbers = tuple(team.number for team in teams)
    text = ", ".join(map(str, numbers)) or "none"
    yield Measure(where, "floaters", TEXTS["floaters"], numbers, text)


def _needed(paired: PairedBracket, below: PairedBracket, legal: bool) -> int:
    """C6: how few upfloaters the following scoregroup needs. If the round breaks an absolute
    criterion, a draw from here may be impossible; then its own number is taken."""
    if not paired.lower & ~paired.bracket.upfloaters:
        return 0
    if not legal:
        return below.bracket.upfloaters.bit_count()
    return paired.upfloating.needed(paired.bracket.upfloaters)


def _pairs(where: str, paired: PairedBracket) -> Iterator[Measure]:
    """C8 to C10, then how late the pairing comes."""
    for name, value in zip(("C8", "C9", "C10"), paired.costs, strict=True):
        if name != "C9" or paired.field.position.preferences == "B":
            yield Measure(where, name, TEXTS[name], value)
    teams = paired.field.teams
    yield Measure(
        where, "order", TEXTS["order"], paired.identifier, _lateness(paired),
        games=tuple((teams[a].number, teams[b].number) for a, b in sorted(paired.pairs)),
    )  # fmt: skip


def _lateness(paired: PairedBracket) -> str:
    """The first pairs that are not ideal, by pairing numbers."""
    teams = paired.field.teams
    off = [(a, b) for a, b in sorted(paired.pairs) if paired.ideal[a] != b]
    if not off:
        return "the ideal pairing"
    games = [f"{teams[a].number} v {teams[b].number}" for a, b in off]
    more = f" and {len(games) - FIRST} more" if len(games) > FIRST else ""
    return f"{', '.join(games[:FIRST])}{more}"


def _turned(field: TeamField, drawn: TeamDraw) -> Measure:
    """Tables whose two teams have not the colours of article 4.3."""
    team = {team.number: team for team in field.teams}
    pairs = [(a, b) for a, b in drawn.pairs if a in team and b in team]
    count = sum(pair_of(team[a], team[b], field.position).seated != (a, b) for a, b in pairs)
    return Measure("", "colours", TEXTS["colours"], count)
