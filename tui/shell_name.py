"""What this program is called in a shell of this machine, for commands that a screen names."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

NAME = "topboard"
_ALWAYS = ("/usr/bin", "/usr/local/bin", "/bin", "/opt/bin", "~/.local/bin", "~/bin")
"""Folders that another terminal looks in too; what else is on the path here may be of this one."""


def shell_name() -> str:
    """Its name where every shell finds it, else its whole path, ready to be typed."""
    on_path = shutil.which(NAME)
    if on_path and os.path.dirname(on_path) in map(os.path.expanduser, _ALWAYS):
        return NAME
    beside = Path(sys.executable).with_name(NAME)
    paths = (str(beside), on_path, sys.argv[0] if Path(sys.argv[0]).name == NAME else "")
    path = next((path for path in paths if path and os.access(path, os.X_OK)), "")
    if not path:
        return NAME
    whole, home = os.path.abspath(path), f"{Path.home()}/"
    at_home = whole.startswith(home)
    return f"~/{shlex.quote(whole.removeprefix(home))}" if at_home else shlex.quote(whole)
