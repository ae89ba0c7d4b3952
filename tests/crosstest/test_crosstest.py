"""An engine that is wrong on purpose is caught, named, and stops nobody."""

from __future__ import annotations

import json
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from crosstest.__main__ import main
from crosstest.asking import Asked
from crosstest.parcels import Counts, Sizes, Task, kinds_for, parcel
from crosstest.peers import Peer, read_peers
from engine.refusal import Refused

FAKE = str(Path(__file__).with_name("fake_engine.py"))
EXAMPLES = Path(__file__).parents[2] / "crosstest" / "peers.toml"


def fake(way: str) -> tuple[str, ...]:
    return (sys.executable, "-S", FAKE, way, "{file}")


def compared(peer: Peer, kind: str, keep: Path, size: int = 2) -> Counts:
    return parcel(Task(peer, kind, 5, Sizes((6, 6), (3, 3)), keep, size), 0)


def test_a_wrong_draw_is_caught_and_its_first_criterion_named(tmp_path: Path) -> None:
    peer = Peer("fake", pair=fake("in-a-row"), cannot=("byes", "absence"))
    counts = compared(peer, "pair ours", tmp_path)
    assert (counts.tournaments, counts.rounds, counts.differ) == (2, 6, 2)
    assert counts.criteria.total() >= 2
    assert not [why for why in counts.criteria if "THEIRS" in why or "equal" in why]
    words = (tmp_path / f"{counts.kept[0]}.txt").read_text("utf-8")
    assert words.splitlines()[1] == (
        "round 1: ours 1-3, 4-2; theirs 1-2, 3-4: order, ours is better"
    )


def test_a_check_that_differs_names_its_round_and_one_that_does_not_is_silent(
    tmp_path: Path,
) -> None:
    other = compared(Peer("fake", check=fake("other")), "check ours", tmp_path)
    same = compared(Peer("fake", check=fake("same")), "check ours", tmp_path)
    assert (other.differ, other.criteria.total(), len(other.kept)) == (2, 2, 2)
    assert (same.differ, same.failures.total(), same.rounds) == (0, 0, 6)


def test_an_engine_for_teams_has_teams_with_settings_by_lot(tmp_path: Path) -> None:
    settings = {"boards": ("2",), "primary": ("game",)}
    peer = Peer(
        "fake", check=fake("other"), system="team_swiss", settings=settings, files=("trf26",)
    )
    counts = compared(peer, "check ours", tmp_path)
    assert (counts.tournaments, counts.differ) == (2, 2)
    lines = (tmp_path / counts.kept[0]).read_text("utf-8").splitlines()
    assert {"192 FIDE_TEAM_TYPEA_GP_MP", "352 WB"} <= {*lines}


def test_an_engine_that_is_asked_round_by_round_has_the_whole_file(tmp_path: Path) -> None:
    say = "import sys; print(1, sys.argv[1] + ' 0', sep=chr(10))"
    peer = Peer("fake", pair=(sys.executable, "-S", "-c", say, "{round}", "{file}"))
    assert Asked(peer).pairs(tmp_path / "any.trf", 7) == {(7, 0)}
    assert peer.of_rounds
    assert not Peer("fake", pair=fake("in-a-row")).of_rounds


def test_wrong_rounds_of_its_own_are_caught_and_what_it_cannot_make_is_counted(
    tmp_path: Path,
) -> None:
    games = {1: "2 w 1", 2: "1 b 0", 3: "4 b 1", 4: "3 w 0"}
    rows = [
        f"001 {no:4}      {f'Player {no}':33} {2100 - no}{game[-1]:>30}.0    1  {game:>8}"
        for no, game in games.items()
    ]
    sample = tmp_path / "sample.trf"
    sample.write_text("\n".join([*rows, "XXR 3", ""]), "utf-8")
    peer = Peer("fake", generate=("cp", str(sample), "{file}"), ranks=False)
    counts = compared(peer, "check theirs", tmp_path / "kept")
    assert (counts.tournaments, counts.boards, counts.differ) == (2, 4, 2)
    assert counts.criteria == {"order, ours is better": 2}
    failed = compared(Peer("fake", generate=("false",)), "check theirs", tmp_path)
    assert (failed.tournaments, failed.failures.total()) == (0, 2)


def test_wrong_tie_breaks_are_counted_by_their_code(tmp_path: Path) -> None:
    peer = Peer("fake", tiebreaks=(*fake("nought"), "{codes}"), codes=("PTS", "BH"))
    counts = compared(peer, "tables of ours", tmp_path)
    assert counts.values == 24
    assert counts.differ == 2
    assert set(counts.criteria) == {"PTS", "BH"}


@pytest.mark.parametrize(
    ("way", "kind"),
    [("crash", "crash"), ("nonsense", "garbage"), ("silence", "timeout"), ("absent", "absent")],
)
def test_an_engine_without_an_answer_is_counted_and_stops_nothing(
    way: str, kind: str, tmp_path: Path
) -> None:
    words = fake(way) if way != "absent" else ("no-such-program", "{file}")
    peer = Peer("fake", check=words, seconds=0.3 if way == "silence" else 60)
    counts = compared(peer, "check ours", tmp_path)
    assert [why.split(":")[0] for why in counts.failures] == [kind]
    assert counts.failures.total() == 2
    assert counts.differ == 0


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    peers = tmp_path / "peers.toml"
    peers.write_text("[fake]\ncheck = ['echo', 'Round #1']\nversion = ['echo', '7']\n")
    words = [str(peers), "--players", "4", "--rounds", "1", "-d", str(tmp_path / "run")]
    assert main([*words, "--tournaments", "1"]) == 0
    assert main([*words, "--tournaments", "40"]) == 0
    assert "| fake | check ours | 40 | 40 | " in capsys.readouterr().out
    assert main([*words, "--seed", "2"]) == 2
    assert "has another run" in capsys.readouterr().err


@pytest.mark.slow
def test_a_cluster_of_any_size_counts_and_keeps_the_same(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra topboard[cluster] is not installed")
    peers = tmp_path / "peers.toml"
    command = json.dumps([*fake("other")])
    peers.write_text(f"[fake]\ncheck = {command}\nversion = ['echo', '7']\n")

    def ran(name: str, *where: str) -> dict[str, bytes]:
        folder = tmp_path / name
        sizes = ("--players", "6", "--rounds", "3", "--tournaments", "100")
        assert main([str(peers), *sizes, "-d", str(folder), *where]) == 1
        return {
            str(file.relative_to(folder)): file.read_bytes()
            for file in folder.rglob("*") if file.is_file()
        }  # fmt: skip

    alone = ran("alone")
    assert len(alone) > 100
    assert ran("one", "--cluster", "local:1") == ran("two", "--cluster", "local:2") == alone


def test_the_examples_are_engines_and_a_wrong_file_is_refused(tmp_path: Path) -> None:
    by_name = {peer.name: kinds_for(peer) for peer in read_peers(EXAMPLES)}
    assert by_name["bbpPairings"] == ["check ours", "check theirs"]
    assert by_name["py4swiss"] == ["pair ours"]
    assert read_peers(EXAMPLES)[1].tolerance == {"AOB": Decimal("0.006")}
    wrong = tmp_path / "wrong.toml"
    for text in ("[a]\npairs = []\n", "[a]\ncannot = ['walk']\n", "[a]\ncheck_round = '('\n", "a"):
        wrong.write_text(text)
        with pytest.raises(Refused):
            read_peers(wrong)
