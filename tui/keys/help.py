"""What the help knows beside the table of actions: words by which arbiters look for an action, in
`?` and in `:`; and what the marks of each place mean, which the page of keys says too."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.alphabet import fold
from formats.registry import FORMATS
from tui.keys.commands import Command

_BARRED = (
    "forbid, ban, avoid, family, siblings, brothers, sisters, must not meet, keep apart, separate"
)

SYNONYMS: dict[str, str] = {
    "edit": "rename, name, change, rating, club, phone, email, mail, note, captain, contact, title",
    "add": "new player, insert, register, late entry",
    "check_in": "arrived, present, attendance, here, tick",
    "absent_out": "no-show, absent, missing player, not arrived",
    "withdraw": "retire, resign, leave, drop out, remove, no-show, disqualify, expel",
    "withdraw_loser": "no-show, absent, retire, did not come",
    "unseen": "not here, not checked in",
    "byes": "half point, half-point bye, rest, day off, absent, skip a round",
    "rating_lists": "FIDE, ECF, national, ratings, elo, import, download, update, database, "
    "grading",
    "check_ratings": "FIDE, ECF, elo, update, current, verify, rating list, refresh, title, diff",
    "bring_in": "load, open, CSV, Excel, spreadsheet, TRF, list, paste",
    "sections": "divisions, groups, quarters, boundaries",
    "settings": "accelerate, room, rooms, board number, table number, "
    "rename, title, setup, options, configure, rounds, tie-break, tiebreak, points, "
    "acceleration, language, colours, third place, double, twice, games, best of",
    "event_data": "venue, place, city, date, dates, organiser, arbiter, time control, schedule, "
    "timetable, start time, remarks, note, reason, decision, dispute, appeal, protest",
    "exchange_numbers": "renumber, swap, pairing number, rank",
    "remake_numbers": "renumber, resort, re-rank, order, rank, pairing number, late entry",
    "players": "captain, member, squad, roster, board order, substitute",
    "seed": "ranking, number, pairing number",
    "seeds": "seeding, ranking, random, shuffle, toss",
    "adjust": "penalty, bonus, fine, points, reason, decision",
    "try_format": "simulate, trial, test, preview, advise, advice, recommend, suggest, "
    "which format, compare formats, best format, choose a format",
    "remove": "player, team, delete, erase, wrong entry",
    "draw": "pair, pairing, next round, start round, generate",
    "redraw": "pair again, repair, new draw, start over",
    "swap": "exchange, change opponents, move, edit pairing, by hand",
    "turn": "swap colours, reverse, white, black, flip",
    "by_hand": "manual pairing, edit pairings, hand pairing, from scratch",
    "pair": "manual pairing, match, board, bye",
    "apart": "unpair, split, break, free, manual pairing",
    "clear": "unpair all, empty round, manual pairing",
    "lock": "force, fix, must meet, together",
    "bar": f"{_BARRED}, once",
    "bar_always": f"{_BARRED}, never meet, for good, all rounds",
    "allow": "rule 8, family, siblings, brothers, sisters, schoolmates, may meet",
    "publish": "release, confirm, accept, finalise, announce, start round",
    "correct": "mistake, wrong result, wrong colours, fix, change, amend, dispute, appeal",
    "seat": "late entry, latecomer, no-show, absent, replace",
    "why": "reason, explain, because",
    "verify": "check, proofread, compare, slips, second time",
    "other_result": "whole match, walkover, forfeit, score of the match, did not come, not rated, "
    "unrated",
    "go_to": "search, board, player, jump",
    "adjourn_rest": "postpone, unfinished, sealed, later",
    "key_scheme": "keyboard, numeric, keypad, 1 2 3",
    "undo": "take back, revert, mistake, oops, cancel",
    "restore": "backup, bring back, archive, hand over, take over, colleague, another computer, "
    "stick, USB, transfer",
    "points": "backup, go back, rewind",
    "history": "who did, undo, log, journal, audit, who, when, changes, restore",
    "projector": "beamer, wall, screen, display, TV, message, announce, web",
    "clock": "timer, time, minutes, start, countdown",
    "hand_out": "printer, mail, email, upload, copy, name tag, wall chart, receipt, diploma, "
    "result sheet, print, paper, PDF, slip, slips, prize, prizes, pairing card, name card, badge, "
    "cross-table, crosstable, HTML, web, website, TRF, FIDE, rating report, CSV, list, page, "
    "send, save as, file, norms, norm certificate, IT1, IT3, title, performance, "
    "PGN, live boards, ECF, chess-results, bracket, tree, schedule, timetable",
    "back_up": "backup, copy, save, archive, tar, stick, USB, safe, export, hand over, colleague, "
    "another computer, move, transfer",
    "another_format": "wrong format, change the format, switch format, other system, swiss, "
    f"round-robin, double elimination, cup, all-play-all, {', '.join(FORMATS)}",
    "site": "web, website, page, phone, mobile, HTML, publish, internet, online, QR",
    "standings": "end, final, finished, tournament, "
    "table, ranking, ranks, results so far, prize, prizes, winner, leaders, norms, "
    "rating change, performance",
    "entries": "players, teams, participants, start list, roster",
    "pairings": "boards, opponents, who plays whom, round, draw",
    "results": "score, enter a result, win, loss, forfeit, walkover, default",
    "bracket": "tree, cup, knockout, final, semi-final, champion, winner, ladder",
    "beside": "schedule, timetable, Berger, all rounds, calendar, fixtures, panels, lots",
    "cross": "crosstable, grid, matrix, everybody, Berger",
    "finals": "play-off, tie-break, qualify, qualifiers",
    "cut": "play-offs, top eight, final stage, semi-finals",
    "working": "tie-break, tiebreak, Buchholz, how, explain",
    "lots": "tie, tied, shared place, toss, coin",
    "order": "tie, tied, shared place, rank by hand, play-off",
    "card": "colour history, "
    "pairing card, player, opponents, score, history of a player, rating change, norm, "
    "expected score, performance",
    "theme": "colors, mode, colour, color, dark, light, contrast, appearance, skin",
    "manual": "tutorial, docs, help, documentation, rules, guide, how to, articles, floats",
    "help": "keys, shortcuts, what can I do",
    "palette": "menu, search, commands",
    "leave_strict": "free mode, FIDE rules, exit strict mode",
    "hand_edits": "file, editor, changed by hand, TOML, restore",
    "quit": "exit, close, end, log out",
    "new": "create, tournament, start, begin, another event, other format, change format",
    "bin": "delete event, remove event, erase event, wrong format, cancel event, bin, trash",
    "bring_back": "undo, restore event, undelete, bin, trash",
    "where": "delete event, remove event, erase event, move event, files, directory, path",
    "back": "list of events, other event, switch event, open event, close, exit, leave",
}
"""Action to words and phrases, separated by commas."""

_ALL = "all play all, all against all, everyone plays everyone, American, league, Berger"

FORMAT_WORDS: dict[str, str] = {
    "round_robin": f"{_ALL}, double round robin",
    "team_round_robin": _ALL,
    "league": "all play all, home and away",
    "knockout": "single elimination, play-offs, bracket",
    "team_knockout": "play-offs, bracket",
    "double_knockout": "double elimination, two lives, losers' bracket",
    "dutch": "accelerated",
    "hutton": "jamboree",
}
"""Format to words that it is called by, beside its own."""


def words_found(command: Command, text: str) -> tuple[int, float]:
    """How many of the words in `text` begin a word of the action's name, help or synonyms, in any
    order; and how well: a word of its name is worth most."""
    words = _words(text)
    name, said = _words(command.name), _words(command.help)
    name.append("".join(name))  # backup, checkin: written in one
    meant = _words(SYNONYMS.get(command.id, ""))
    worths = [
        max((worth for among, worth in ((name, 3), (meant, 2), (said, 1))
             if any(one.startswith(word) for one in among)), default=0)
        for word in words
    ]  # fmt: skip
    return sum(worth > 0 for worth in worths), sum(worths) / max(len(words), 1)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", fold(text))


# What the marks of each place mean

Mark = tuple[str, str, str]
"""The mark, what it says, more about it."""

_SELECTED: Mark = ("▌", "selected", "what the keys and the details are about")
_STAGES: Mark = ("DKO", "stages", "DKO: double knockout, SKO: single knockout, of the repechage")
MARKS: Mapping[str, tuple[Mark, ...]] = {
    "entries": (
        _SELECTED,
        ("✓", "checked in", "has come"),
        ("x", "withdrawn", "out of the event, or expelled"),
    ),
    "pairings": (
        ("×", "forbidden", "breaks a rule of the format"),
        ("!", "to avoid", "to be avoided where it can be"),
        ("·", "remark", "allowed, and worth a look"),
        ("~", "adjusted", "another opponent than the ideal pairing has; w says why"),
        ("=", "colours", "the ideal opponent, not the ideal colours"),
        ("*", "by hand", "changed by an arbiter; or marked for a swap"),
        (">", "this side", "whom the keys are about: s, l, b; ← → change it"),
        ("#", "locked", "these two must meet"),
        ("↓ ↑", "floats", "meets somebody with fewer points, with more"),
        ("(WB)", "colours", "behind a number: those of the rounds before, the last one last"),
        ("+1", "more", "so many more marks of this board"),
        _STAGES,
    ),
    "results": (
        _SELECTED,
        ("_", "open", "no result yet"),
        ("…", "not complete", "boards still open, or not on the disk yet"),
        ("?", "adjourned", "goes on later"),
        ("+ -", "forfeit", "the side with - did not come"),
        ("[ ]", "annulled", "counts for nobody: one of them withdrew"),
        ("w b", "colours", "on the boards of a match of teams: has White, has Black"),
        _STAGES,
    ),
    "standings": (
        _SELECTED,
        ("=", "shared place", "equal in everything"),
        ("in", "still in", "plays on in a cup, and has no place yet"),
        _STAGES,
        ("Perf", "performance", "the rating that the results so far are worth"),
        ("▃▅▇", "trend", "the performance round by round; · where none is known"),
        ("*1", "remark", "it stands below the table"),
        ("16w1", "a round", "opponent's number, colour, result; ← a match that goes on"),
    ),
    "bracket": (
        _SELECTED,
        ("_ ·", "open", "no result yet; not drawn yet"),
        ("*", "tie-break", "behind a score: won by it"),
        ("+ -", "walkover", "the side with - did not play"),
        ("x", "withdrawn", "the walkover is not published yet"),
        ("→", "goes on", "where the loser plays next"),
        ("↓ °", "second life", "dropped in; a lucky loser"),
        ("< >", "more rounds", "out of view at that side"),
        _STAGES,
    ),
    "congress_pairings": (
        _SELECTED,
        ("×", "forbidden", "breaks a rule of the format"),
        ("!", "to settle", "to be avoided, changed since the draw, or wrong in the congress"),
        ("+1", "more", "so many more marks of this board"),
    ),
}
"""By place; a place of a congress without marks of its own has those of the place of an event."""


def mark_commands(place: str) -> tuple[Command, ...]:
    """As lines of the help, found by `mark` too."""
    return tuple(
        Command(f"mark_{mark}", place, f"Mark: {name}", (mark,), about)
        for mark, name, about in MARKS.get(place, MARKS.get(place.removeprefix("congress_"), ()))
    )
