"""What Pairings asks and says: what comes next, what publishing means, locks and bars."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from engine.absence import left_out, round_size
from engine.actions import (
    Action,
    ChangeSettings,
    Instruct,
    Propose,
    Redo,
    Release,
    SwapPlaces,
    TurnBoard,
    Undo,
)
from engine.by_hand import against_own, sentence
from engine.departures import Departure
from engine.event import Event, Round, Supplement
from engine.log import LoggedAction
from engine.next_draw import waiting_for_a_board
from engine.points import counted
from engine.protocol import Conflict, Format, Severity, unplaced
from engine.refusal import NoDraw, Refused
from engine.steps import NextStep
from engine.waiting import drawn_from_another, running
from saves.safe_text import safe, shortened
from tui.places.pairings.lines import CALLED, CHANGED, SEVERITIES, SYMBOL, Review, short_name
from tui.screens.advice import advice_of
from tui.screens.names import name_in
from tui.setting_labels import setting_label
from tui.terminal.cells import wrapped
from tui.widgets.lines import Line, line

STALE_KEYS = "E shows whether it matters, r redraws"
STALE_LINES = 2
"""Of what has changed since a draw, with its keys at the end."""
STALE_BY_INSTRUCTION = "locks, bars or allowed pairs changed after this draw: r redraws the rest"


MOST_ADVICE = 6
"""Lines of advice above a proposal; they go when the list is scrolled."""
NOTE_LINES = 12
"""Lines of a note where no round is to be shown: there is room for all of it."""
ADVICE_LINES = 2
"""Lines of one piece of it."""


def only_instructed(recent: Sequence[LoggedAction], undone: frozenset[int]) -> bool:
    """Whether since the last draw locks and bars are all that it depends on and has changed."""
    instructed = False
    for entry in reversed(recent):
        action = entry.action
        if isinstance(action, Propose) and entry.n not in undone:
            return instructed
        if isinstance(action, Instruct | Release):
            instructed = True
        elif not isinstance(action, SwapPlaces | TurnBoard | Undo | Redo):
            return False
    return False


def described(action: Action, event: Event) -> str:
    """What was done; settings as their form calls them."""
    if not isinstance(action, ChangeSettings) or action.details or action.title is not None:
        return action.describe(event)
    return ", ".join(f"{setting_label(key)} = {to}" for key, to in action.settings.items())


def no_proposal(event: Event, step: NextStep) -> Refused:
    """Said to whoever would change one."""
    remedy = (
        "d draws it"
        if step.name == "draw"
        else f"F1 Entries: enter the {event.entrant_word}s first"
    )
    if step.name == "finished":
        return Refused(
            "there is no proposal", "all rounds are played", "c corrects what was played"
        )
    return Refused("there is no proposal yet", f"{event.called(step.round)} is not drawn", remedy)


def next_lines(event: Event, format: Format, width: int) -> list[Line]:
    """What comes next and which key does it, where no round is to be shown."""
    step = format.next_step(event)
    number = step.round
    called = format.round_of_all(event, number).capitalize()
    ready = len(format.expected(event, number))
    size = f"{ready} {'teams' if format.of_teams(event) else 'entrants'} to pair"
    asked = [e.bye_in(number) for e in event.entrants if e.active(number)]
    kinds = ("requested" if bye.points else "absent" for bye in asked if bye is not None)
    byes = "".join(f", {part}" for part in left_out(kinds))
    sentences = {
        "register": _too_few_or_many(event, format, number, ready),
        "draw": [
            f"{called} is next: {size if ready else nothing_begins(event, number)}{byes}.",
            "d  draws it. The draw is a proposal: nothing is published before you say so.",
        ],
        "choose": [
            f"{called} is next: draw by choice, {_chooser(event, step)} chooses.",
            "C  opens it: who may be chosen, who cannot and why; then draws the rest.",
        ],
        "finished": ["All rounds are played.", "F4 Standings shows the final tables."],
    }.get(step.name, ["", ""])
    lines: list[Line] = []
    for text, style in ((sentences[0], "plain"), (sentences[1], "key")):
        lines += [Line(), *(line(one, style) for one in wrapped(text, width))]
    if event.published:
        lines += [Line(), line("   <  looks at the round before", "dim")]
    advice = [(a.text, "should" if a.urgent else "dim") for a in advice_of(event, format)]
    for text, style in dict.fromkeys([(n, "should") for n in step.notes] + advice):
        mark = "!" if style == "should" else "·"
        shown = wrapped(safe(text, 800), width - 4, mark, most=NOTE_LINES)
        lines += [Line(), *(line(f"  {one}", style) for one in shown)]
    return lines


def _too_few_or_many(event: Event, format: Format, number: int, ready: int) -> list[str]:
    few = ready < format.smallest
    needed = f", {format.smallest} are needed" if few else ""
    return [
        f"{event.called(number).capitalize()} cannot be drawn yet: "
        f"{counted(ready, 'entrant')}{needed}.",
        f"F1 Entries: {'add or import more' if few else 'change the entry list'}.",
    ]


def _chooser(event: Event, step: NextStep) -> str:
    return name_in(event, step.choice.chooser, 30) if step.choice else "nobody"


def advice_lines(event: Event, format: Format, width: int) -> list[Line]:
    """What is advised, warnings first, in the few lines that a review can spare."""
    by_urgency = sorted(advice_of(event, format), key=lambda a: not a.urgent)
    all_lines = []
    for advice in by_urgency:
        mark, style = ("!", "should") if advice.urgent else ("·", "dim")
        lines = wrapped(safe(advice.text, 400), width - 2, mark, most=ADVICE_LINES)
        all_lines += [line(one, style) for one in lines]
    return all_lines[:MOST_ADVICE]


def draw_due(event: Event, format: Format) -> bool:
    """Whether a draw can be made now: the next round's, or extra boards for late entrants."""
    if event.proposal is not None:
        return False
    late = format.late_boards(event) and bool(unplaced(event))
    return late or format.next_step(event).name == "draw"


def late_notes(event: Event, format: Format) -> list[str]:
    """Who came after publication and can still have a board."""
    late = waiting_for_a_board(event, format)
    if not late:
        return []
    names = " · ".join(name_in(event, e.id, 30) for e in late[:3]) + (" …" if len(late) > 3 else "")
    return [
        f"no {event.board_word} in this round yet: {names}; d proposes extra {event.board_word}s"
    ]


def nothing_begins(event: Event, number: int) -> str:
    """Of a round without a board of its own: whether earlier matches are still played in it."""
    still = sum(match.open for _, match in running(event, number))
    if not still:
        return "no match begins in it, and none runs on"
    on = "1 match runs on" if still == 1 else f"{still} matches run on"
    return f"no match begins in it, {on}"


def nobody_placed(round: Round) -> bool:
    """A round in which only matches of the one before are played on."""
    return not (round.matches or round.byes or round.extra)


def publish_question(review: Review, musts: Sequence[Conflict], notes: Sequence[str]) -> str:
    """What the arbiter says yes to."""
    round = review.round
    size = round_size(round.matches, round.byes, review.event.board_word)
    if round.published and round.extra is not None:
        size = _extra_size(review, round.extra)
    if not round.matches and not round.byes:
        size = nothing_begins(review.event, round.number)
    parts = [f"Publish {review.event.called(round.number)}: {size}?"]
    if musts:
        parts.append(_musts(review.event, musts, round))
    parts += [safe(note, 200) for note in notes]
    word = review.event.board_word
    parts.append(
        "A restore point is taken. u takes the publication back until a result is in; after that, "
        f"{word}s are corrected, not redrawn."
    )
    return "\n\n".join(parts)


def _extra_size(review: Review, extra: Supplement) -> str:
    """`1 extra board: Ashgrove – Quilty; bye: Latecomer`."""
    count = len(extra.matches)
    pairs = "; ".join(f"{review.name(m.white)} – {review.name(m.black)}" for m in extra.matches[:6])
    parts = [
        f"{counted(count, f'extra {review.event.board_word}')}: {pairs}{' …' if count > 6 else ''}"
    ] * bool(count)
    byes = (b for b in extra.byes if b.kind == "pairing")
    return "; ".join(parts + [f"bye: {review.name(b.entrant)}" for b in byes]) or "nobody is placed"


def altered_lines(review: Review, width: int, yes: str) -> list[Line]:
    """All by which a round that was changed by hand, or drawn under locks and bars, is not the
    engine's own draw: what is broken and worse, then who is placed otherwise. `yes` is what y
    does (`publishes`)."""
    costs = review.costs
    lines: list[Line] = []
    if any(c.severity is Severity.MUST for c in review.broken):
        lines.append(line(f" A rule is broken. y {yes} all the same, and it is logged.", "must"))
    new = costs.from_own.more if costs is not None and costs.own is not None else ()
    for one in sorted(review.broken, key=lambda one: SEVERITIES.index(one.severity)):
        text = f"{SYMBOL[one.severity]} {review.event.place_name(one.board)}: {one.text}"
        text += " (not in the computer draw)" * (one in new)
        lines += _listed(text, width, one.severity)
    if costs is not None and costs.own is None:
        lines.append(line(" The engine has no draw to compare with.", "dim"))
    if costs is None or costs.own is None:
        return lines
    for change in costs.from_own.criteria:
        text = against_own(costs.from_own, change)
        where = _boards(review.event, (c.board for c in costs.marks if c.text == text))
        lines += _listed(f"{SYMBOL[change.severity]} {text}{where}", width, change.severity)
    for change in costs.from_own.better:
        text = sentence(change, "the computer draw has {}")
        lines += _listed(f"better: {text}", width)
    if not costs.departures:
        lines.append(line(" Everybody sits as in the computer draw.", "dim"))
    lines += [Line(), *own_lines(review.event, costs.departures)]
    return lines


def _listed(text: str, width: int, severity: Severity | None = None) -> list[Line]:
    style = {None: "dim", Severity.MUST: "must", Severity.SHOULD: "should"}.get(severity, "note")
    return [line(one, style) for one in wrapped(safe(text, 400), width, "", most=6)]


def _boards(event: Event, boards: Iterable[int | None]) -> str:
    numbers = sorted({board for board in boards if board is not None})
    if not numbers:
        return ""
    return f" ({event.boards_named(numbers, 6)})"


def altered_title(review: Review, verb: str) -> str:
    """What the arbiter says yes to (`Publish`), above the list of all differences."""
    round, costs = review.round, review.costs
    size = round_size(round.matches, round.byes, review.event.board_word)
    count = len(costs.departures) if costs is not None else 0
    parts = [f"{verb} {review.event.called(round.number)}: {size}?"]
    parts += [f"{count} placed differently from the computer draw."] * bool(count)
    return "\n".join(parts)


def _musts(event: Event, musts: Sequence[Conflict], round: Round) -> str:
    rows = [f"  × {event.place_name(c.board)}: {safe(c.text, 100)}" for c in musts[:6]]
    if len(musts) > 6:
        rows.append(f"    and {len(musts) - 6} more")
    if round.altered:
        head = "Your changes break a rule. y publishes anyway (this is logged):"
    elif round is event.proposal and drawn_from_another(event):
        head = "The draw is out of date, and as things are now it breaks a rule:"
    else:
        head = "The engine found no draw without these:"
    return "\n".join([head, *rows])


def marks_told(kind: str, key: Hashable, marked: Sequence[tuple[str, Hashable]]) -> str:
    """`× forbidden 1 of 2   ! to avoid 5   * by hand, locked or extra 3`: which is selected, and
    how many boards there are of each that there is; what no rule speaks against comes last."""
    called = {s.value: f"{mark} {CALLED[s]}" for s, mark in SYMBOL.items()}
    texts = []
    for each, name in (*called.items(), (CHANGED, "* by hand, locked or extra")):
        keys = [k for conflict, k in marked if conflict == each]
        count = f"{keys.index(key) + 1} of {len(keys)}" if each == kind else str(len(keys))
        texts += [f"{name} {count}"] * bool(keys)
    return "   ".join(texts)


def new_conflicts(event: Event, found: Sequence[Conflict]) -> str:
    """All that a change has brought, in full where four lines hold it."""
    count = f"{len(found)} new" if len(found) > 1 else "new"
    text = "; ".join(
        f"{SYMBOL[c.severity]} {event.place_name(c.board)}: {safe(c.text, 100)}" for c in found
    )
    if len(text) > 250:
        text = "; ".join(
            f"{SYMBOL[c.severity]} {event.place_name(c.board)} {short_name(c)}" for c in found
        )
    return f"{count}: {text}"


def own_lines(event: Event, found: Sequence[Departure]) -> list[Line]:
    """Who sits elsewhere than in the computer draw: here, and there."""
    people = {e.id: name_in(event, e.id, 28) for e in event.entrants}
    lines: list[Line] = []
    for one in found:
        here, drawn = one.words(people, event.side_words)
        lines.append(line(f" {people[one.entrant]}", "key"))
        lines.append(line(f"    here    {shortened(here, 60)}"))
        lines.append(line(f"    draw    {shortened(drawn, 60)}", "note"))
    return lines


def deadlock_lines(event: Event, refusal: NoDraw, width: int = 70) -> list[Line]:
    """Why a round has no legal draw, and the games that would do."""
    lines = [line(one) for one in wrapped(f"{safe(refusal.why, 600)}.", width, most=99)]
    lines += [Line(), *(line(one) for one in wrapped(safe(refusal.remedy, 800), width, most=99))]
    if refusal.pairs:
        people = {e.id: name_in(event, e.id, 28) for e in event.entrants}
        head = "Locked, these games make the round drawable, on the arbiter's word:"
        lines += [Line(), line(f" {head}", "should")]
        lines += [line(f"   {people[a]} - {people[b]}", "key") for a, b in refusal.pairs]
    return lines


def instruction_lines(event: Event) -> list[Line]:
    """Every lock, bar and allowance; the key is its place in the event, as text."""
    people = {e.id: name_in(event, e.id, 26) for e in event.entrants}
    return [
        line(
            f" {i.kind:<5} {people[i.a]} - {people[i.b]}, "
            f"{'every round' if i.round is None else event.called(i.round)}",
            key=str(n),
        )
        for n, i in enumerate(event.instructions)
    ]
