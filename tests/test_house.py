"""The house rules that a machine can hold: who imports whom, and what the project keeps to itself.

import-linter reads the same import contracts from the source (`pyproject.toml`); the tests here
ask a running Python, which also sees what a library drags in.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import networkx as nx  # type: ignore[import-untyped]
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from saves import VERSION

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("engine", "formats", "saves", "themes", "tui")
MODULES = {room: sorted((ROOT / room).rglob("*.py")) for room in ROOMS}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

SCREEN = {"textual", "rich"}
GRAPHS = {"networkx", "rustworkx"}
MODELS = {"pydantic", "pydantic_core"}
APP = "tui.app"
MATCHERS = re.compile(r"engine\.(perfect|brackets)(\.|$)")

# Put together from pieces, so that this file may be tracked itself.
MACHINE_PATH = re.compile(r"(?<![\w.\-])/(?:" + "|".join(["work", "root", "home"]) + r")\b")
REGISTRY = re.compile(
    "|".join(["py" + "pi\\.", "python" + "hosted", "find" + "-links", "index" + "-url"])
)


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


SHELL = re.compile(r"(^|[\s(`])--[a-z]|topboard [a-z]+ (EVENT|FILE|FOLDER)|`topboard")


def test_what_a_screen_refuses_names_no_words_of_a_shell() -> None:
    """An arbiter at the console cannot type them there: they belong into `Refused.shell`."""
    for room in ("engine", "formats", "saves", "tui/screens", "tui/places", "tui/congress"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for line, texts in source(path).refused:
                assert not [t for t in texts if SHELL.search(t)], f"{named(path)}:{line}"


def brought_in(modules: list[str], watched: set[str]) -> dict[str, list[str]]:
    """Imports the modules one after another in a fresh Python: which brought in what is watched."""
    code = """
import importlib, json, sys
modules, watched = json.load(sys.stdin)
brought, seen = {}, set()
for module in modules:
    importlib.import_module(module)
    loaded = {name for name in watched if name in sys.modules}
    if loaded - seen:
        brought[module] = sorted(loaded - seen)
    seen |= loaded
print(json.dumps(brought))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps([modules, sorted(watched)]),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


WATCHED = {
    "engine": SCREEN | GRAPHS | MODELS | {"jinja2", "tomli", "tomli_w", "platformdirs"},
    "formats": SCREEN | GRAPHS,
    "saves": SCREEN | GRAPHS,
}
"""What the modules of a room may not bring in; each room imports those before it."""


def test_importing_a_room_loads_no_more_than_it_may() -> None:
    rooms = {module_name(path): room for room in WATCHED for path in MODULES[room]}
    brought = brought_in([*rooms], set().union(*WATCHED.values()))
    too_much = {name: set(loaded) & WATCHED[rooms[name]] for name, loaded in brought.items()}
    assert {name: loaded for name, loaded in too_much.items() if loaded} == {}


@pytest.mark.skipif(not (ROOT / "tui" / "cli.py").exists(), reason="no command line yet")
def test_the_command_line_starts_without_screens_graphs_or_pages() -> None:
    assert brought_in(["tui.cli"], {"textual", "jinja2"} | GRAPHS) == {}


class Source(NamedTuple):
    """What is asked of a file of the program."""

    imported: list[tuple[int, str, list[str], bool]]
    """Of each import anywhere in it, in functions too: line, module, the names taken from it (none
    where it is the module that is imported), whether for types alone."""
    classes: list[str]
    refused: list[tuple[int, list[str]]]
    """Of each refusal its line, and the texts in it but those for a shell."""


@cache
def source(path: Path) -> Source:
    """Parsed and walked once for all tests here, which is most of their work."""
    tree = ast.parse(path.read_bytes(), named(path))
    for_types = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for part in ast.walk(node)
    }
    found = Source([], [n.name for n in tree.body if isinstance(n, ast.ClassDef)], [])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.imported.extend((node.lineno, one.name, [], False) for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [one.name for one in node.names]
            found.imported.append((node.lineno, node.module, names, id(node) in for_types))
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
            shown = [*node.args, *(k.value for k in node.keywords if k.arg != "shell")]
            parts = [part for one in shown for part in ast.walk(one)]
            texts = [str(p.value) for p in parts if isinstance(p, ast.Constant)]
            found.refused.append((node.lineno, texts))
    return found


def test_the_engine_imports_the_standard_library_only() -> None:
    strangers = []
    for path in MODULES["engine"]:
        allowed = sys.stdlib_module_names | {"engine"}
        if MATCHERS.match(module_name(path)):
            allowed |= GRAPHS
        for line, module, _, _ in source(path).imported:
            if module.partition(".")[0] not in allowed:
                strangers.append(f"{named(path)}:{line}: {module}")
    assert strangers == []


def tracked() -> list[Path]:
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip("not a git checkout")
    paths = (ROOT / name for name in done.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


def test_no_tracked_file_names_the_machine_it_was_made_on() -> None:
    found = [
        f"{named(path)}:{text.count(chr(10), 0, match.start()) + 1}: {match.group()}"
        for path in tracked()
        for text in [path.read_text("utf-8", errors="replace")]
        for forbidden in (MACHINE_PATH, REGISTRY)
        for match in forbidden.finditer(text)
    ]
    assert found == [], "a path of somebody's machine or a registry's address in a tracked file"


def test_every_data_file_goes_into_the_installed_package() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    names = {pattern.removeprefix("**/") for pattern in patterns}
    data = [
        path
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".py"
    ]
    left_out = [named(path) for path in data if not any(path.match(name) for name in names)]
    assert left_out == []


def test_the_program_and_its_package_have_one_version() -> None:
    assert PROJECT["project"]["version"] == VERSION


def test_every_dependency_is_pinned_within_its_bounds() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    versions = {canonicalize_name(name): version for name, version in pins.items()}
    wanted = [
        Requirement(text)
        for text in [
            *PROJECT["project"]["dependencies"],
            *PROJECT["project"]["optional-dependencies"]["dev"],
        ]
    ]
    outside = [
        str(want)
        for want in wanted
        if not want.specifier.contains(versions.get(canonicalize_name(want.name), "0"))
    ]
    assert outside == []


def imports_of(path: Path, modules: set[str]) -> Iterator[str]:
    """What a file imports of the project anywhere in it: in functions too, and for types alone.
    The type of the app is left out: what it shows is shown by it, and may say so."""
    for _, module, names, for_types in source(path).imported:
        if not (for_types and module == APP):
            whole = {f"{module}.{name}" for name in names}
            yield from whole & modules
            if not names or whole - modules:
                yield module


def test_neither_imports_nor_types_go_round_in_a_circle() -> None:
    files = {module_name(path): path for room in ROOMS for path in MODULES[room]}
    graph = nx.DiGraph(
        (module, other)
        for module, path in files.items()
        for other in imports_of(path, set(files))
        if other in files
    )
    circles = [sorted(ring) for ring in nx.strongly_connected_components(graph) if len(ring) > 1]
    assert circles == []


def test_a_public_class_has_a_name_of_its_own() -> None:
    homes: dict[str, list[str]] = {}
    for room in ROOMS:
        for path in MODULES[room]:
            for name in source(path).classes:
                if not name.startswith("_"):
                    homes.setdefault(name, []).append(named(path))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
