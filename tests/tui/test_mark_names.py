"""Names of rules in the column of marks."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import formats
from engine.protocol import Rule
from tui.places.pairings.lines import MARKS, SHORT


def below(rule: type[Rule]) -> Iterator[type[Rule]]:
    for kind in rule.__subclasses__():
        yield kind
        yield from below(kind)


def test_the_name_of_every_rule_stands_whole_behind_its_sign() -> None:
    for module in walk_packages(formats.__path__, "formats."):
        import_module(module.name)
    kinds = [kind for kind in below(Rule) if kind.__module__.startswith(("engine.", "formats."))]
    ids = {id for kind in kinds if isinstance(id := vars(kind).get("id"), str)}
    assert "sections-apart" in ids
    cut = [id for id in sorted(ids) if len(SHORT.get(id, id)) + len("× ") > MARKS]
    assert cut == []
