"""How long a rating list of FIDE's size is loaded, with how much memory, and how fast it answers.

    python benchmarks/rating_lists.py [players] [text|xml]

A file in the form of FIDE's list is made with players who do not exist (1.7 million, 280 MB as
text), loaded in a process of its own, and asked for names, pieces of names and numbers. Bars:
loaded in 60 s of processor time and 200 MB of memory, a look-up within 20 ms. The clock is shown
beside the processor: on a busy machine it says more about the others.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from saves.ratings.building import add_list
from saves.ratings.library import FILE_NAME, open_library
from tests.rating_files import write_text, write_xml

TYPED = (
    *("m", "ma", "mar", "magnus", "marandal mag", "wei m", "lun, v", "a b c", "nobody at all"),
    *("1000", "100007", "10"),
)
TIMES = 20


def load(database: Path, file: Path) -> None:
    """In a process of its own, so that its memory is all that is counted."""
    began = time.monotonic()
    done = add_list(database, file)
    assert done is not None
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(
        f"loaded {done.list.players:,} players, {file.stat().st_size / 1e6:.0f} MB:"
        f" {used.ru_utime + used.ru_stime:.1f} s of processor, {time.monotonic() - began:.1f} s,"
        f" {used.ru_maxrss / 1024:.0f} MB of memory, {database.stat().st_size / 1e6:.0f} MB on disk"
    )


def look_up(database: Path) -> None:
    """The best and the worst of several times for each text: what stands in the cache, and what a
    disturbance costs."""
    with open_library(database) as library:
        for text in TYPED:
            times = []
            found = 0
            for _ in range(TIMES):
                began = time.perf_counter()
                found = len(library.find(text, 20))
                times.append((time.perf_counter() - began) * 1000)
            first = times[0]
            print(f"{text:15} {found:3} found, first {first:6.1f} ms, best {min(times):6.1f} ms")


def main() -> None:
    """Make, load, ask."""
    players = int(sys.argv[1]) if len(sys.argv) > 1 else 1_700_000
    form = sys.argv[2] if len(sys.argv) > 2 else "text"
    with tempfile.TemporaryDirectory() as folder:
        file, database = Path(folder) / f"list.{form}", Path(folder) / FILE_NAME
        (write_xml if form == "xml" else write_text)(file, players)
        code = "import sys; from pathlib import Path; from benchmarks.rating_lists import load; "
        code += "load(Path(sys.argv[1]), Path(sys.argv[2]))"
        root = Path(__file__).resolve().parents[1]
        subprocess.run([sys.executable, "-c", code, str(database), str(file)], cwd=root, check=True)
        look_up(database)


if __name__ == "__main__":
    main()
