"""Files in the form of rating lists, of any size, with players who do not exist."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

TEXT_HEAD = (
    "ID Number      Name                                                         Fed Sex Tit  WTit"
    " OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
SINGLE_HEAD = TEXT_HEAD[:113] + "NOV26 Gms K  B-day Flag"
ECF_HEAD = (
    "ECF_code,full_name,member_no,FIDE_no,gender,nation,original_standard,"
    "standard_original_category,revised_standard,standard_revised_category,original_rapid,"
    "rapid_original_category,revised_rapid,rapid_revised_category,original_blitz,"
    "blitz_original_category,revised_blitz,blitz_revised_category,club_code,club_name,title"
)
_BEGIN = (
    *("Ar", "Bel", "Cor", "Dan", "El", "Far", "Gor", "Hal", "Iv", "Jan", "Kor", "Lun", "Mar"),
    *("Nov", "Ol", "Pet", "Quin", "Rom", "Sil", "Tor", "Ul", "Var", "Wes", "Yar", "Zel", "Ash"),
)
_MIDDLE = ("a", "e", "i", "o", "u", "an", "en", "in", "ov", "ar", "er", "ist", "and", "al", "em")
_END = (
    *("berg", "dal", "dottir", "escu", "feld", "grove", "hart", "ic", "ko", "lund", "mann", "nen"),
    *("ov", "poulos", "quist", "rich", "sen", "ski", "ton", "vic", "wood", "yan", "zade", "ez"),
)
_FIRST = (
    *("Anna", "Bo", "Carla", "Dmitri", "Eva", "Farid", "Greta", "Hugo", "Ines", "Jakub", "Kim"),
    *("Lena", "Magnus", "Nora", "Omar", "Pia", "Ravi", "Sara", "Tomas", "Uma", "Viktor", "Wei"),
)
_FEDERATIONS = ("NOR", "ENG", "IND", "GER", "USA", "FRA", "ESP", "POL", "UZB", "CHN", "HUN", "KEN")
_TITLES = ("GM", "IM", "FM", "CM")


def text_line(
    id: int | str,
    name: str,
    federation: str = "NOR",
    sex: str = "M",
    title: str = "",
    womens: str = "",
    ratings: tuple[int, int, int] = (0, 0, 0),
    birth: int = 0,
    flag: str = "",
    factors: tuple[int, int, int] = (20, 20, 20),
) -> str:
    """A line of `players_list_foa.txt`."""
    standard, rapid, blitz = ratings
    one, two, three = factors
    return (
        f"{id:<15}{name:<61}{federation:<4}{sex:<4}{title:<5}{womens:<5}{'':<15}{'':<4}"
        f"{standard:<6}{0:<4}{one:<3}{rapid:<6}{0:<4}{two:<3}{blitz:<6}{0:<4}{three:<3}{birth:<6}{flag:<4}"
    )


def single_line(id: int, name: str, rating: int, birth: int = 0) -> str:
    """A line of the list of one rate of play."""
    return f"{id:<15}{name:<61}{'NOR':<4}{'M':<4}{'':<29}{rating:<6}{0:<4}{20:<3}{birth:<6}{'':<4}"


def xml_player(id: int | str, name: str, **fields: object) -> str:
    """A `<player>` of FIDE's XML."""
    values: dict[str, object] = {
        "fideid": id, "name": name, "country": "NOR", "sex": "M", "title": "", "w_title": "",
        "o_title": "", "foa_title": "", "rating": 0, "games": 0, "k": 20, "rapid_rating": 0,
        "rapid_games": 0, "rapid_k": 0, "blitz_rating": 0, "blitz_games": 0, "blitz_k": 0,
        "birthday": 0, "flag": "",
    }  # fmt: skip
    values |= fields
    return "<player>" + "".join(f"<{k}>{v}</{k}>" for k, v in values.items()) + "</player>"


def people(
    count: int, seed: int = 1
) -> Iterator[tuple[int, str, str, str, str, tuple[int, int, int], int]]:
    """Number, name, federation, sex, title, ratings and year of birth of so many."""
    chance = random.Random(seed)
    for number in range(count):
        surname = chance.choice(_BEGIN) + chance.choice(_MIDDLE) + chance.choice(_END)
        if chance.random() < 0.3:
            surname += f" {chance.choice(_BEGIN)}{chance.choice(_END)}"
        rated = chance.random() < 0.4
        ratings = (
            tuple(chance.randrange(1400, 2400) if chance.random() < 0.7 else 0 for _ in range(3))
            if rated
            else (0, 0, 0)
        )
        title = chance.choice(_TITLES) if ratings[0] > 2250 else ""
        yield (
            100_000 + number * 7, f"{surname}, {chance.choice(_FIRST)} {chance.choice(_FIRST)[0]}.",
            chance.choice(_FEDERATIONS), chance.choice("MMMF"), title,
            (ratings[0], ratings[1], ratings[2]), chance.randrange(1940, 2018),
        )  # fmt: skip


def write_text(path: Path, count: int, seed: int = 1) -> None:
    """A list of FIDE's form as text, 164 bytes a player."""
    with path.open("w", encoding="ascii", newline="") as file:
        file.write(TEXT_HEAD + "\r\n")
        for id, name, federation, sex, title, ratings, birth in people(count, seed):
            line = text_line(id, name, federation, sex, title, "", ratings, birth)
            file.write(line + "\r\n")


def write_xml(path: Path, count: int, seed: int = 1) -> None:
    """The same as XML, 440 bytes a player."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("<playerslist>")
        for id, name, federation, sex, title, ratings, birth in people(count, seed):
            file.write(
                xml_player(
                    id, name, country=federation, sex=sex, title=title, rating=ratings[0],
                    rapid_rating=ratings[1], blitz_rating=ratings[2], birthday=birth,
                )
                + "\n"
            )  # fmt: skip
        file.write("</playerslist>\n")
