"""The command `generate`: random tournaments as TRF files, with sensible values by lot for the
options that are not given."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from secrets import randbelow
from typing import Any, NamedTuple

from engine.actions import CreateEvent
from engine.event import Event, Instruction
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import Refused
from engine.trial.chance import Chance
from engine.trial.random_events import Made, Recipe, random_event
from formats.swiss import most_rounds
from tui.commands.bounds import percent, points_system, rating_range, typed_ratings, within
from tui.commands.opening import settings_given, settings_option
from tui.commands.output import (
    make_folder,
    say,
    say_json,
    warn,
    write_file,
    write_out,
)
from tui.commands.progress import ProgressBar
from tui.commands.subcommand import Subcommand
from tui.commands.tournament_files import format_for
from tui.setting_labels import setting_keys

MOST_ROUNDS = 99
FIELDS = ((8, 20), (21, 60), (21, 60), (61, 120))
"""Sizes of fields; the usual ones twice."""
SCORES = ("1-0.5-0", "1-0.5-0-0.5", "3-1-0", "2-1-0", "3-2-1", "1-0-0", "10-5-0")
"""The choices of `--points any`: win, draw, loss, and the bye if it is not a win."""
USUAL_SCORES = ("1-0.5-0",) * 5 + ("1-0.5-0-0.5", "3-1-0")
TIE_BREAKS = (
    "BH", "BH/C1", "BH/C2", "BH/M1", "AOB", "FB", "FB/C1", "SB", "SB/C1", "PS", "PS/C1", "DE",
    "WIN", "WON", "BPG", "BWG", "REP", "STD", "ARO", "ARO/C1", "KS", "TPN", "RTNG",
)  # fmt: skip
MOST_PLAYERS = 5_000
MOST_TOURNAMENTS = 100_000
MOST_SEED = 10**9
ACCELERATIONS = ("none", "baku", "extra", "any")
FORFEITS = ("forfeits", "forfeit-wins", "forfeit-losses", "double-forfeits")
"""Where one of them is given the others are 0."""


def _arguments(parser: ArgumentParser) -> None:
    parser.description = "Whatever is not given is drawn by lot."
    parser.add_argument("--players", metavar="N", help=f"2 to {MOST_PLAYERS:,}")
    parser.add_argument("--rounds", metavar="R", help="up to as many as there are opponents")
    parser.add_argument("--playing", metavar="N", help="rounds that are played (all)")
    parser.add_argument("--seed", metavar="S", help="the same seed and options make the same files")
    parser.add_argument("--system", metavar="NAME", default="dutch", help="dutch, or a format")
    parser.add_argument(
        "--ratings", metavar="WHAT",
        help="a range 1200-2400, one for each player 2400,2310,0, or from the top down 2400/20",
    )  # fmt: skip
    for name, share in SHARES.items():
        parser.add_argument(f"--{name}", metavar="PERCENT", help=share.help)
    parser.add_argument("--bars", metavar="N", help="pairs who shall not meet")
    parser.add_argument(
        "--acceleration", choices=ACCELERATIONS,
        help="points added for pairing: Baku, arbitrary ones, or any of these by lot",
    )  # fmt: skip
    parser.add_argument(
        "--points", metavar="W-D-L[-BYE]", help="points for results, as 3-1-0, or any"
    )
    parser.add_argument("--tiebreaks", metavar="CODES", help="as BH/C1,SB,DE (TRF26 names them)")
    settings_option(parser, "a setting of the format")
    target = parser.add_mutually_exclusive_group()
    target.add_argument("-o", "--output", metavar="FILE", help="the file (standard output)")
    target.add_argument("-d", "--folder", metavar="FOLDER", help="for several tournaments")
    parser.add_argument("--tournaments", metavar="N", help="how many, with -d (1)")
    parser.add_argument("--trf26", action="store_true", help="TRF26 instead of TRF16")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def generate(args: Namespace) -> int:
    """One file, or a folder of them, each by a seed of its own."""
    many = within("--tournaments", args.tournaments, 1, 1, MOST_TOURNAMENTS)
    if args.tournaments is not None and not args.folder:
        raise Refused("--tournaments needs a folder", "", "give -d FOLDER")
    if args.json and not (args.output or args.folder):
        raise Refused("--json needs a file", "", "give -o FILE or -d FOLDER")
    format = format_for(args.system)
    of_players = part_of(format, PlayedByTeams) is not None
    if format.kind == "team" and not of_players:
        raise Refused(f"{format.name} is for teams", "TRF is for single players", "give another")
    if of_players and not args.trf26:
        raise Refused("TRF16 has no line-ups", f"{format.name} is for teams", "add --trf26")
    if of_players and typed_ratings(args.ratings, args.players):
        problem = "--ratings of teams are a range, as 1200-2400"
        raise Refused(problem, "each team has several players", "give a range")
    seed = within("--seed", args.seed, randbelow(MOST_SEED), 0, MOST_SEED)
    recipes = [_recipe(args, format, seed + n) for n in range(min(many, 2))]
    if args.folder:
        make_folder(args.folder)
    documents = []
    with ProgressBar("generate", "tournaments", many) as progress:
        for number in range(many):
            progress(number)
            recipe = recipes[number] if number < 2 else _recipe(args, format, seed + number)
            made = random_event(format, recipe, _title(recipe))
            name = _target(args, number, many)
            if made.stopped:
                rounds = f"{len(made.event.rounds)} of {recipe.playing} rounds"
                warn(f"{name or 'the tournament'}: {made.stopped}; it ends after {rounds}")
            _put(_data(made, format, args.trf26), name)
            documents.append(_document(name, recipe, made))
    if args.json:
        say_json({"files": documents})
    elif args.folder:
        say(f"{many} file{'' if many == 1 else 's'} in {args.folder}")
    return 0


def _recipe(args: Namespace, format: Format, seed: int) -> Recipe:
    lot = RandomOptions(seed, getattr(format.settings({}), "predetermined", False))
    least = max(2, format.smallest)
    typed = typed_ratings(args.ratings, args.players)
    players = within("--players", args.players, len(typed) or lot.players, least, MOST_PLAYERS)
    if typed and len(typed) != players:
        raise Refused(
            f"--ratings has {len(typed)} ratings for {players} players",
            "each player has one",
            "give as many, 0 for who has none",
        )
    planned = _planned(args, format, players)
    most = planned or min(MOST_ROUNDS, most_rounds(players))
    rounds = within("--rounds", args.rounds, lot.rounds(players, most), 1, most)
    low, high = lot.ratings if args.ratings is None or typed else rating_range(args.ratings)
    chance = Chance(seed, "settings")
    settings = {
        **_scores(args.points or _scores_by_lot(args, format, lot), chance),
        **_accelerated(args.acceleration, format, players, rounds, chance, lot, args),
        **_initial(format, chance),
        **_tie_breaks(args, format, lot),
        **_given(args.set),
    }
    format.settings({"rounds": rounds, **settings})
    return Recipe(
        players=players, rounds=rounds, seed=seed,
        playing=within("--playing", args.playing, rounds, 0, rounds),
        low=low, high=high, ratings=typed,
        bars=_bars(args, format, players, lot),
        settings=settings,
        **{name.replace("-", "_"): _share(args, name, lot) for name in SHARES},
    )  # fmt: skip


def _planned(args: Namespace, format: Format, players: int) -> int | None:
    """The rounds of a table for so many, as a second cycle or the boards of a match have it; None
    where the table has fewer than can be played, or has no limit."""
    settings = format.settings(_given(args.set))
    if not getattr(settings, "predetermined", False):
        return None
    probe = Recipe(players, 1, 0, 0, settings=_given(args.set))
    event = random_event(format, probe, format.name).event
    planned = format.rounds_planned(format.settle(event)) or 0
    return min(planned, MOST_ROUNDS) if planned > 1 else None


def _share(args: Namespace, name: str, lot: RandomOptions) -> int:
    value = getattr(args, name.replace("-", "_"))
    usual = lot.share(name)
    if name in FORFEITS and any(getattr(args, f.replace("-", "_")) for f in FORFEITS):
        usual = "0"
    return percent(f"--{name}", value, Decimal(usual))


SCORE_KEYS = ("win_points", "draw_points", "loss_points", "bye_points")


def _scores_by_lot(args: Namespace, format: Format, lot: RandomOptions) -> str | None:
    """None for the format's own, as where a setting says them."""
    said = bool(set(SCORE_KEYS) & set(settings_given(args.set)))
    return None if said or format.name != "dutch" or lot.points == SCORES[0] else lot.points


def _bars(args: Namespace, format: Format, players: int, lot: RandomOptions) -> int:
    """Those that are given; by lot only where the format obeys them."""
    pairs = players * (players - 1) // 2
    event = CreateEvent("Bars", format.name, {}, 0).begin(format)
    drawn = 0 if format.instruction_refused(event, Instruction("bar", "1", "2")) else lot.bars
    # a small field is soon without a legal draw
    return within("--bars", args.bars, drawn if players >= 8 else 0, 0, pairs)


def _tie_breaks(args: Namespace, format: Format, lot: RandomOptions) -> dict[str, Any]:
    if "tiebreaks" not in setting_keys(format):
        return {}
    if args.tiebreaks is not None and args.tiebreaks != "any":
        return {"tiebreaks": tuple(code.strip() for code in args.tiebreaks.split(","))}
    return {"tiebreaks": lot.tie_breaks(format)}


def _scores(option: str | None, chance: Chance) -> dict[str, Any]:
    said = chance.pick(SCORES) if option == "any" else option
    if said is None:
        return {}
    return dict(zip(SCORE_KEYS, points_system(said), strict=True))


def _accelerated(
    option: str | None,
    format: Format,
    players: int,
    rounds: int,
    chance: Chance,
    lot: RandomOptions,
    args: Namespace,
) -> dict[str, Any]:
    able = {"acceleration", "extra_points"} <= setting_keys(format)
    free = able and not {"acceleration", "extra_points"} & set(settings_given(args.set))
    kind = option or (lot.acceleration if free else "none")
    if kind == "any":
        kind = chance.pick(("none", "baku", "extra")) if able else "none"
    if kind == "none":
        return {}
    if not able:
        raise Refused(f"{format.name} takes no added points", "", "leave --acceleration out")
    if kind == "baku":
        return {"acceleration": "baku"}
    lines = []
    for _ in range(1 + chance.below(3)):
        first, low = 1 + chance.below(rounds), 1 + chance.below(players)
        last = first + chance.below(rounds - first + 1)
        high = low + chance.below(players - low + 1)
        lines.append(f"{chance.pick(('0.5', '1', '1.5', '2'))} {first}-{last} {low}-{high}")
    return {"extra_points": tuple(lines)}


def _initial(format: Format, chance: Chance) -> dict[str, Any]:
    """Which of the two is a lot already: the file says it, and needs no other."""
    if "initial_colour" not in setting_keys(format):
        return {}
    return {"initial_colour": chance.pick(("white", "black"))}


def _given(pairs: list[str]) -> dict[str, str]:
    settings = settings_given(pairs)
    if "rounds" in settings:
        raise Refused("the rounds are not a setting here", "", "give --rounds")
    return settings


def _title(recipe: Recipe) -> str:
    return f"Random tournament, {recipe.players} players, {recipe.rounds} rounds, {recipe.seed}"


def _target(args: Namespace, number: int, many: int) -> str | None:
    """The file; in a folder `0001.trf`, `0002.trf` …"""
    if args.folder:
        width = max(4, len(str(many)))
        return str(Path(args.folder) / f"{number + 1:0{width}}.trf")
    output: str | None = args.output
    return output


def _data(made: Made, format: Format, trf26: bool) -> bytes:
    from saves.trf_write import write_trf

    event: Event = made.event
    if made.stopped:
        # how many rounds there would have been decides who is a topscorer, and in which
        event = replace(event, rounds=event.published)
    going_on = len(event.rounds) < event.settings.rounds
    return write_trf(event, format, trf26=trf26, next_round=going_on and not trf26)


def _put(content: bytes, name: str | None) -> None:
    if name is None:
        write_out(content)
    else:
        write_file(name, content)


def _document(name: str | None, recipe: Recipe, made: Made) -> dict[str, Any]:
    return {
        "file": name,
        "seed": recipe.seed,
        "players": recipe.players,
        "rounds": recipe.rounds,
        "played": len(made.event.published),
        "stopped": made.stopped or None,
    }


# The options that are not given: sensible values by lot


class OptionShare(NamedTuple):
    """An option in per cent: what the lot chooses from, and what it is a share of."""

    choices: tuple[str, ...]
    help: str


SHARES: Mapping[str, OptionShare] = {
    "draws": OptionShare(("20", "25", "30", "35", "40"), "games that equals draw"),
    "half-byes": OptionShare(
        ("0", "1", "2", "3", "5"), "players who ask for a half-point bye, a round"
    ),
    "full-byes": OptionShare(("0", "0", "0", "1"), "the same for a full-point bye"),
    "zero-byes": OptionShare(("0", "1", "2", "3"), "the same for no points"),
    "forfeits": OptionShare(("0",), "games forfeited by either side, an eighth of them by both"),
    "forfeit-wins": OptionShare(("0", "0.5", "1", "2"), "games that White wins by forfeit"),
    "forfeit-losses": OptionShare(("0", "0.5", "1", "2"), "games that White loses by forfeit"),
    "double-forfeits": OptionShare(("0", "0.2", "0.5"), "games that both lose by forfeit"),
    "odd-results": OptionShare(("0", "0", "0.5", "1"), "games that end 1/2-0, 0-1/2 or 0-0"),
    "withdrawals": OptionShare(("0", "1", "2", "3"), "players who leave, before each round"),
    "reentries": OptionShare(
        ("0", "25", "50"), "withdrawn players who come back, before each round"
    ),
    "late": OptionShare(("0", "2", "5"), "players who enter after round 1"),
    "unrated": OptionShare(("0", "3", "10"), "players without a rating"),
}


class RandomOptions:
    """The options of one tournament by lot. Each has chance of its own: an option that is given
    changes none of the others."""

    def __init__(self, seed: int, predetermined: bool = False) -> None:
        self._seed = seed
        self._predetermined = predetermined
        """A round robin: all its rounds, everybody there."""

    def _chance(self, option: str) -> Chance:
        return Chance(self._seed, "option", option)

    @property
    def players(self) -> int:
        """From a small club's field to an open's."""
        chance = self._chance("players")
        low, high = (6, 16) if self._predetermined else chance.pick(FIELDS)
        return low + chance.below(high - low + 1)

    def rounds(self, players: int, most: int) -> int:
        """Five to eleven, fewer for small fields: two thirds of the opponents leave a draw."""
        if self._predetermined:
            return most
        return max(1, min(most, 5 + self._chance("rounds").below(7), players * 2 // 3))

    @property
    def ratings(self) -> tuple[int, int]:
        """The lowest rating and the highest."""
        chance = self._chance("ratings")
        low = 1000 + 100 * chance.below(9)
        return low, low + 400 + 100 * chance.below(11)

    def share(self, option: str) -> str:
        """Per cent, of one of `SHARES`."""
        if self._predetermined and option in ("half-byes", "full-byes", "zero-byes", "late"):
            return "0"
        return self._chance(option).pick(SHARES[option].choices)

    @property
    def bars(self) -> int:
        """Mostly none."""
        return self._chance("bars").pick((0, 0, 0, 1, 2, 3))

    @property
    def points(self) -> str:
        """Mostly the standard ones."""
        return self._chance("points").pick(USUAL_SCORES)

    @property
    def acceleration(self) -> str:
        """None, or Baku in a quarter."""
        return self._chance("acceleration").pick(("none", "none", "none", "baku"))

    def tie_breaks(self, format: Format) -> tuple[str, ...]:
        """Two to five that the format takes."""
        chance = self._chance("tiebreaks")
        number = 2 + chance.below(4)
        taken: list[str] = []
        for code in chance.some(TIE_BREAKS, len(TIE_BREAKS)):
            if len(taken) < number and _fits(format, (*taken, code)):
                taken.append(code)
        return tuple(taken)


def _fits(format: Format, codes: tuple[str, ...]) -> bool:
    try:
        format.settings({"tiebreaks": codes})
    except Refused:
        return False
    return True


COMMANDS = {"generate": Subcommand(_arguments, generate)}
