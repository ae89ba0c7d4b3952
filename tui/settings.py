"""What the user has set for every event: `topboard/config.toml` in the user's configuration."""

from __future__ import annotations

from dataclasses import dataclass

from engine.refusal import Refused

SCHEMES = ("first", "second")


@dataclass(frozen=True, slots=True)
class Settings:
    """How this user's console works."""

    second_scheme: bool = False
    """Results by 1 3 2 0, not by 1 0 = and the point."""


def user_settings() -> Settings:
    """As the file says; `Refused` naming it where it says something else than can be set."""
    from tui.commands.places import config_file, configuration

    found = configuration()
    scheme = found.get("result_keys", SCHEMES[0])
    if scheme not in SCHEMES:
        raise Refused(
            "result_keys names one of the two schemes of keys",
            f"it is {scheme!r}"[:60],
            'write "first" (1 0 =) or "second" (1 3 2)',
            where=str(config_file()),
        )
    return Settings(second_scheme=scheme == "second")
