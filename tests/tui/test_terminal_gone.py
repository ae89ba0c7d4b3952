"""A console whose terminal goes without a hang-up signal ends; nothing stays behind."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.tui.terminal import SCRIPT

HOUSE = Path(__file__).resolve().parents[2]


def test_it_ends_when_the_terminal_is_gone_and_no_signal_says_so(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    (tmp_path / "events").mkdir()
    script = "import sys; sys.argv = ['-', '']\n" + SCRIPT.replace(
        "run(Path(sys.argv[1]), sys.argv[2])", "run(None)"
    )
    # a session of its own without a controlling terminal: nobody sends it SIGHUP
    console = subprocess.Popen(
        [sys.executable, "-c", script], cwd=HOUSE, start_new_session=True,
        stdin=theirs, stdout=theirs, stderr=theirs,
        env={**os.environ, "TOPBOARD_EVENTS": str(tmp_path / "events")},
    )  # fmt: skip
    os.close(theirs)
    try:
        until = time.monotonic() + 180
        shown = b""
        while b"Topboard" not in shown and time.monotonic() < until:
            if select.select([ours], [], [], 0.5)[0]:
                shown += os.read(ours, 65536)
        assert b"Topboard" in shown
        os.close(ours)
        assert console.wait(timeout=180) == -signal.SIGHUP
    finally:
        console.kill()
        console.wait()
