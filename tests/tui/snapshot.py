"""Pictures of a screen, kept beside the tests and compared as text."""

from __future__ import annotations

import re

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.app import App


class Picture(SingleFileSnapshotExtension):
    """One SVG file a picture: what the terminal shows, colours included."""

    _write_mode = WriteMode.TEXT
    file_extension = "svg"


def picture(app: App[None]) -> str:
    """The screen as SVG, without fonts from elsewhere and what differs from run to run."""
    svg = app.export_screenshot(title="Topboard")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!-- Generated.*?-->", "", svg)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    return re.sub(r"saved(&#160;| )\d\d:\d\d", r"saved\g<1>14:02", svg)
