"""Keeps pydantic from looking for plugins in every package that is installed.

Nothing here uses any. Looking for them loads the readers of packages' metadata, of e-mail, CSV and
ZIP archives: thirty modules, and a fortieth of the time to the first picture.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

LOADER = "pydantic.plugin._loader"


class NoPlugins(ModuleType):
    """In place of pydantic's own module; what else is asked of it comes from there."""

    @staticmethod
    def get_plugins() -> tuple[()]:
        """None at all."""
        return ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        sys.modules.pop(LOADER, None)
        return getattr(import_module(LOADER), name)


def look_for_none() -> None:
    """Before the first model is made."""
    sys.modules.setdefault(LOADER, NoPlugins(LOADER))
