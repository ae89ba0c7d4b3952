"""Answers of the Dutch draw are those of an endorsed engine, pairs and colours."""

from __future__ import annotations

import pytest

from saves.trf import read_trf
from tests.formats.dutch.conformance import (
    Case,
    answer_of,
    position,
    position_names,
    rounds_of,
    table_of,
    tournament_names,
)

SAMPLE = 5
"""Every fifth position and every twentieth tournament are drawn in the normal run."""


@pytest.mark.parametrize("name", position_names()[::SAMPLE])
def test_position(name: str) -> None:
    case = position(name)
    assert answer_of(case) == case.answer


@pytest.mark.parametrize("name", tournament_names()[::20])
def test_tournament(name: str) -> None:
    for case in rounds_of(name):
        assert answer_of(case) == case.answer, case.name


@pytest.mark.slow
def test_all_positions() -> None:
    cases = [position(name) for name in position_names()]
    assert len(cases) == 390
    assert [case.name for case in cases if answer_of(case) != case.answer] == []


@pytest.mark.slow
def test_all_positions_by_the_reference() -> None:
    cases = (position(name) for name in position_names())
    assert [c.name for c in cases if answer_of(c, reference=True) != c.answer] == []


@pytest.mark.slow
def test_all_tournaments() -> None:
    names = tournament_names()
    assert len(names) == 180
    cases = (case for name in names for case in rounds_of(name))
    assert [case.name for case in cases if answer_of(case) != case.answer] == []


REMAINDER = """\
012 Random tournament, 14 players, 4 rounds, 592
062 14
072 13
082 0
092 FIDE Dutch Swiss
001    1      Quilinger, Tara                   2180                            20.0    2     8 b 1    10 w 1
001    2      Falek, Wanda                      2170                             5.0    9     9 w =     3 b 0
001    3      Quilova, Wanda                    2163                            10.0    5    10 b 0     2 w 1
001    4      Yarstad, Rosa                     2159                            20.0    3    11 w 1    14 b 1
001    5      Falsson, Stefan                   2114                             5.0    4    12 b =  0000 - Z
001    6      Roswell, Marek                    2082                            10.0    7  0000 - Z    11 b 1
001    7      Oberby, Oran                      2068                            10.0    6    13 w 1  0000 - Z
001    8      Zelwell, Oran                     2034                            10.0    8     1 w 0    13 b 1
001    9      Quilgrove, Quirin                 2020                            15.0    1     2 b =    12 w 1
001   10      Yarmore, Una                      1982                            10.0   12     3 w 1     1 b 0
001   11      Kilmore, Ada                      1973                             0.0   13     4 b 0     6 w 0
001   12      Corwick, Rosa                     1968                             5.0   14     5 w =     9 b 0
001   13      Rosquist, Stefan                  1835                             0.0   10     7 b 0     8 w 0
001   14      Kilova, Goran                        0                            10.0   11  0000 - U     4 w 0
XXR 4
XXC black1
BBW 10.0
BBD  5.0
XXS W=10.0 D=5.0 PAB=10.0
XXP 3 5
XXP 6 9
XXP 5 6
"""


def test_the_players_of_a_remainder_are_numbered_by_themselves() -> None:
    """4.1 numbers "all players in the bracket". An endorsed engine counts a remainder afresh.

    6 (on 10) moved down, meets 3; of 7, 8 ... who are left the one exchange with the smallest
    difference is another one if they keep the numbers of the whole bracket.
    """
    file = read_trf(REMAINDER.encode(), "remainder.trf")
    answer = {(4, 1), (8, 9), (6, 3), (10, 14), (5, 7), (2, 12), (13, 11)}
    table = table_of(file, file.rounds, file.entrants, "B")
    assert answer_of(Case("remainder", table, answer)) == answer
