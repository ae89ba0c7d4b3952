"""Title norms in words, the same on screen, on paper and on the command line.

The words are those of FIDE's regulations, which are English in every hall.
"""

from __future__ import annotations

from decimal import Decimal

from engine.event import Event
from engine.norm_rules import GAMES, Lack, NormSheet, Shortfall
from engine.norms import NormOutlook, NormState, Obstacle
from engine.points import counted, points_text

MOST_WAYS = 3
_OBSTACLES = {
    Obstacle.SEVERAL_GAMES: "its matches are of several games (1.4.2e)",
    Obstacle.UNRATED: "the event is not rated (1.4)",
    Obstacle.PACE: "norms are made in events of standard chess, and this one is rated as rapid or "
    "blitz (0.5)",
    Obstacle.FEW_ROUNDS: f"a norm takes {GAMES} games (1.4.1)",
}
_LACKS = {
    Lack.GAMES: "games that count: {there}, {needed} needed",
    Lack.OWN_FEDERATION_UNKNOWN: "the entry does not say the player's federation",
    Lack.FEDERATIONS: "other federations among the opponents: {there}, {needed} needed",
    Lack.OWN_FEDERATION: "opponents of the player's own federation: {there}, at most {needed}",
    Lack.ONE_FEDERATION: "opponents of one federation: {there}, at most {needed}",
    Lack.TITLED: "opponents with a title: {there}, {needed} needed",
    Lack.HOLDERS: "opponents with this title or a higher one: {there}, {needed} needed",
    Lack.AVERAGE: "average of the opponents: {there}, {needed} needed",
    Lack.SCORE: "points: {there}, {needed} needed (35 %)",
    Lack.PERFORMANCE: "performance: {there}, {needed} needed",
}


def obstacle_words(obstacle: Obstacle) -> str:
    """Why there are no norms in the event at all."""
    return _OBSTACLES[obstacle]


def shortfall_words(shortfall: Shortfall) -> str:
    """`opponents with a title: 2, 5 needed (1.4.5a)`."""
    said = _LACKS[shortfall.lack].format(
        there=points_text(shortfall.there), needed=points_text(shortfall.needed)
    )
    return f"{said} ({shortfall.lack.value.strip()})"


def outlook_words(event: Event, outlook: NormOutlook) -> str:
    """One line: what made it, what it takes, or the one reason why it is missed."""
    if outlook.state is NormState.MADE:
        sheet = outlook.sheet
        made = f"{_score(sheet)}, performance {sheet.performance}, opponents {sheet.average}"
        return "; ".join((made, *norm_remarks(event, outlook)))
    if outlook.shortfall is not None:
        at_best = "at best, " if event.settings.rounds > len(event.published) else ""
        return f"{at_best}{shortfall_words(outlook.shortfall)}"
    return _ways(outlook)


def _score(sheet: NormSheet) -> str:
    return f"{points_text(sheet.score)} of {len(sheet.games)}"


def _ways(outlook: NormOutlook) -> str:
    first, shown = outlook.ways[0], []
    for way in outlook.ways[:MOST_WAYS]:
        against = "" if way.average is None else f" against {way.average} on average"
        if way is first:
            shown.append(f"{points_text(way.points)} from {counted(way.games, 'game')}{against}")
        elif way.average is not None:
            shown.append(f"{points_text(way.points)} against {way.average}")
    title = outlook.title.value
    needs = [
        (outlook.holders, title if title == "GM" else f"{title} or higher"),
        (outlook.titled, "titled"),
        (outlook.foreign, "foreign"),
    ]
    said = [f"{count} {kind}" for count, kind in needs if count]
    of_them = f"; among them {', '.join(said)}" if said else ""
    return ", ".join(shown) + of_them


def norm_remarks(event: Event, outlook: NormOutlook) -> tuple[str, ...]:
    """What a certificate has to say beside the figures of a norm that was made."""
    sheet, remarks = outlook.sheet, []
    if sheet.extra_games:
        count = len(sheet.games) + sheet.extra_games
        remarks.append(f"counts as {count} games (1.4.1d)")
    if out := outlook.left_out:
        last = max(game.round for game in sheet.games)
        articles = [a for a, used in (("e", max(out) > last), ("f", min(out) < last)) if used]
        named = ", ".join(map(str, out))
        remarks.append(f"without round{'s' * (len(out) > 1)} {named} (1.4.1{', '.join(articles)})")
    if outlook.missing_game:
        remarks.append("8 games and a win by forfeit or the bye of the draw (1.4.1c)")
    if any(game.forfeited for game in sheet.games):
        remarks.append("the last opponent did not come: counted as a lost game (1.4.2c)")
    if sheet.exempt:
        remarks.append(f"federations waived by {sheet.exempt}")
    return tuple(remarks)


def figure(value: Decimal | int | None) -> str:
    """A number of a form; empty where there is none."""
    return "" if value is None else points_text(Decimal(value))
