"""Feed one parser, guided by what it has not run yet: `python -m tests.faults.fuzz toml`.

Needs atheris (`pip install -e '.[fuzz]'`); options of libFuzzer follow the name, such as
`-max_total_time=60 -rss_limit_mb=400 -timeout=2`.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

atheris: Any = import_module("atheris")

with atheris.instrument_imports(include=["engine", "formats", "saves", "tomli"]):
    from tests.faults.parsers import CONTROLS, PARSERS, seeds, tried


def main() -> None:
    """Fuzz the parser named first."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in PARSERS | CONTROLS:
        sys.exit(f"which parser? {', '.join(PARSERS)}")
    with tempfile.TemporaryDirectory() as place:
        corpus = Path(place) / "corpus"
        corpus.mkdir()
        for number, data in enumerate(seeds(name, Path(place))):
            (corpus / str(number)).write_bytes(data)
        atheris.Setup([sys.argv[0], *sys.argv[2:], str(corpus)], lambda data: tried(name, data))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
