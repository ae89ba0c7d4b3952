"""QR codes: what a camera reads on the wall and on paper is the address."""

import re

from saves.site_code import QUIET, half_blocks, modules, svg

ADDRESS = "https://chess.example/hastings/"


def test_a_code_has_its_border_and_its_three_corners():
    rows = modules(ADDRESS)
    inner = [row[QUIET:-QUIET] for row in rows[QUIET:-QUIET]]
    assert not any(any(row) for row in (*rows[:QUIET], *rows[-QUIET:]))
    corner = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    for part in (inner[:7], [row[::-1] for row in inner[:7]], inner[-7:]):
        assert ["".join(str(int(m)) for m in row[:7]) for row in part] == corner


def test_half_blocks_and_picture_show_the_same_modules():
    rows = modules(ADDRESS)
    upper, lower = "▀█", "▄█"
    drawn = [
        [cell in marks for cell in line]
        for line in half_blocks(ADDRESS)
        for marks in (upper, lower)
    ]
    assert drawn[: len(rows)] == [list(row) for row in rows]
    dark = {
        (int(x) + step, int(y))
        for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h", svg(ADDRESS, "25mm", ""))
        for step in range(int(width))
    }
    assert dark == {(x, y) for y, row in enumerate(rows) for x, m in enumerate(row) if m}


def test_a_label_cannot_break_out_of_the_picture():
    assert "<script" not in svg(ADDRESS, "25mm", '"><script>')
