"""Noise at every parser: taken or refused, in time, in little memory, and never anything else."""

from __future__ import annotations

import importlib.util
import re
import resource
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.faults.extent import extent
from tests.faults.forked import Forked, Say
from tests.faults.parsers import PARSERS, seeds, tried

ROOT = Path(__file__).parents[2]
SECONDS = 2.0
MEGABYTES = 200
TOKENS = (
    b'"', b"'", b"[", b"]", b"{", b"}", b".", b",", b"=", b"\n", b"\r\n", b"\0", b"\\u001b", b"-",
    b"999999999999999999999", b"1e400", b"nan", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe2\x80\xae",
    b"[[", b'"""', b"#", b" ", b"\t", b"true", b"null", b'{"n":1,', b"001 ", b"XXR 99999",
)  # fmt: skip


def mutated(data: bytes, chance: Random) -> bytes:
    """The same with a few bytes changed, cut, doubled, or put in."""
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        at = chance.randrange(len(found) + 1)
        deed = chance.randrange(6)
        if deed == 0 and at < len(found):
            found[at] = chance.randrange(256)
        elif deed == 1:
            del found[at : at + chance.randint(1, 40)]
        elif deed == 2:
            found[at:at] = chance.randbytes(chance.randint(1, 6))
        elif deed == 3:
            found[at:at] = chance.choice(TOKENS) * chance.choice((1, 1, 2, 50, 3000))
        elif deed == 4:
            found[at:at] = found[: chance.randint(0, 300)]
        else:
            del found[at:]
    return bytes(found)


def noise(name: str, place: Path, times: int, say: Say) -> None:
    """Try it so often, in a child: how many were taken, the slowest, the memory."""
    chance, start = Random(name), seeds(name, place)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    taken, slowest = 0, 0.0
    for _ in range(times):
        data = mutated(chance.choice(start), chance)
        began = time.process_time()
        taken += tried(name, data)
        slowest = max(slowest, time.process_time() - began)
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    say(f"{taken} {slowest:.3f} {more}")


@pytest.mark.parametrize("times", [150, pytest.param(20_000, marks=pytest.mark.faults)])
@pytest.mark.parametrize("name", PARSERS)
def test_noise_is_taken_or_refused_in_time_and_in_little_memory(
    tmp_path: Path, name: str, times: int, figures
) -> None:
    child = Forked(lambda say: noise(name, tmp_path, times, say))
    child.go()
    status, said = child.end()
    assert status == 0, "something else than a refusal came out (see above)"
    taken, slowest, more = said[0].split()
    figures(f"{times} tried: taken, slowest in s, MB more", said[0])
    assert float(slowest) < SECONDS
    assert int(more) < MEGABYTES
    # a parser that refuses all, or nothing, has not been tried
    assert int(taken) > 0
    assert int(taken) < times or name in ("journal", "action", "text")


FUZZ_SECONDS = extent(20, 480)


def fuzzed(name: str, place: Path) -> tuple[int, str]:
    """What a fuzzer that sees what is run finds in some seconds: its status, what it says."""
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris is not installed (pip install -e '.[fuzz]')")
    command = [sys.executable, "-m", "tests.faults.fuzz", name, f"-max_total_time={FUZZ_SECONDS}"]
    limits = [f"-timeout={int(SECONDS)}", "-rss_limit_mb=600", "-print_final_stats=1"]
    done = subprocess.run(
        [*command, *limits, f"-artifact_prefix={place}/"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.faults
@pytest.mark.parametrize("name", PARSERS)
def test_a_fuzzer_that_sees_what_is_run_finds_nothing(tmp_path: Path, name: str, figures) -> None:
    status, said = fuzzed(name, tmp_path)
    assert status == 0, said[-3000:]
    runs = re.search(r"number_of_executed_units: +(\d+)", said)
    assert runs is not None
    figures("executions", int(runs[1]))
    assert int(runs[1]) > 500


@pytest.mark.faults
@pytest.mark.control
def test_control_the_fuzzer_finds_what_a_parser_forgot(tmp_path: Path) -> None:
    status, said = fuzzed("bare", tmp_path)
    assert status != 0
    assert "TypeError" in said


@pytest.mark.control
def test_control_a_parser_without_its_guard_is_found_out(tmp_path: Path) -> None:
    import tomli

    chance = Random(1)
    start = seeds("toml", tmp_path)
    others = set()
    for _ in range(300):
        try:
            tomli.loads(mutated(chance.choice(start), chance)[1:].decode("utf-8"))
        except tomli.TOMLDecodeError:
            continue
        except Exception as error:
            others.add(type(error).__name__)
    assert others, "what no refusal is would come out of a bare parser"
