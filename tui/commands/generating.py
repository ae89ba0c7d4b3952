"""The command `generate`: random tournaments as TRF files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from secrets import randbelow
from typing import Any

from engine.actions import CreateEvent
from engine.event import Event, Instruction
from engine.protocol import Format, PlayedByTeams, part_of
from engine.refusal import Refused
from engine.trial.chance import Chance
from engine.trial.random_events import Made, Recipe, random_event
from formats.swiss import most_rounds
from tui.commands.bounds import percent, points_system, rating_range, typed_ratings, within
from tui.commands.opening import settings_given
from tui.commands.output import cannot_write, say, say_json, warn, write_file, write_out
from tui.commands.progress import ProgressBar
from tui.commands.random_options import FORFEITS, MOST_ROUNDS, SCORES, SHARES, RandomOptions
from tui.commands.subcommand import Subcommand
from tui.commands.tournament_files import format_for

MOST_PLAYERS = 5_000
MOST_TOURNAMENTS = 100_000
MOST_SEED = 10**9
ACCELERATIONS = ("none", "baku", "extra", "any")


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
    parser.add_argument(
        "--set", metavar="KEY=VALUE", action="append", default=[], help="a setting of the format"
    )
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
        _make(args.folder)
    documents = []
    with ProgressBar("generate", "tournaments", many) as progress:
        for number in range(many):
            progress(number)
            recipe = recipes[number] if number < 2 else _recipe(args, format, seed + number)
            made = random_event(format, recipe, _title(args, recipe))
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
    where the table has fewer than can be played, or there is none."""
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
    if "tiebreaks" not in _keys(format):
        return {}
    if args.tiebreaks is not None and args.tiebreaks != "any":
        return {"tiebreaks": tuple(code.strip() for code in args.tiebreaks.split(","))}
    return {"tiebreaks": lot.tie_breaks(format)}


def _scores(option: str | None, chance: Chance) -> dict[str, Any]:
    said = chance.pick(SCORES) if option == "any" else option
    if said is None:
        return {}
    return dict(zip(SCORE_KEYS, points_system(said), strict=True))


def _keys(format: Format) -> set[str]:
    return {row[0] for row in format.settings_help()}


def _accelerated(
    option: str | None,
    format: Format,
    players: int,
    rounds: int,
    chance: Chance,
    lot: RandomOptions,
    args: Namespace,
) -> dict[str, Any]:
    able = {"acceleration", "extra_points"} <= _keys(format)
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
    if "initial_colour" not in _keys(format):
        return {}
    return {"initial_colour": chance.pick(("white", "black"))}


def _given(pairs: list[str]) -> dict[str, str]:
    settings = settings_given(pairs)
    if "rounds" in settings:
        raise Refused("the rounds are no setting here", "", "give --rounds")
    return settings


def _title(args: Namespace, recipe: Recipe) -> str:
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


def _put(data: bytes, name: str | None) -> None:
    if name is None:
        write_out(data)
    else:
        write_file(name, data)


def _make(folder: str) -> None:
    try:
        Path(folder).expanduser().mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(folder, error) from error


def _document(name: str | None, recipe: Recipe, made: Made) -> dict[str, Any]:
    return {
        "file": name,
        "seed": recipe.seed,
        "players": recipe.players,
        "rounds": recipe.rounds,
        "played": len(made.event.published),
        "stopped": made.stopped or None,
    }


COMMANDS = {"generate": Subcommand(_arguments, generate)}
