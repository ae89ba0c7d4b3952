"""Prizes on paper: the list, a diploma for each winner, and receipts to sign, which have their sum
in words in every language of the hall."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.event import Event
from engine.event_data import chief_arbiter, detail, event_dates, where_and_when
from engine.money import Cents, money_text
from engine.phrases import figure, listed, phrase
from engine.prizes.allocation import PrizeOutcome, Receipt
from engine.refusal import Refused
from saves.entry_values import surname_and_forename
from saves.languages import language_of
from saves.pages import page_environment
from saves.paper import Part, tables_part, typeset
from saves.prizes.sheets import (
    PRIZES_HEADING,
    prize_grids,
    prize_label,
    prizes_csv,
    state_note,
    titled_name,
)


@dataclass(frozen=True)
class PrizeGiving:
    """What is printed of: the outcome, and the events by their keys, the first of which gives the
    sheets their language, and where nothing else is said place and date. `title` stands above
    everything, `foot` below: from which state it is."""

    outcome: PrizeOutcome
    events: Mapping[str, Event]
    names: Mapping[str, str]
    title: str
    where: str = ""
    foot: str = ""

    @property
    def first(self) -> Event:
        """The event whose language the sheets speak; `Refused` without any."""
        for event in self.events.values():
            return event
        raise Refused("there is nothing to print", "no event is open", "")

    @property
    def place_and_days(self) -> str:
        """What stands below the title."""
        return self.where or where_and_when(self.first)


def prizes_pdf(giving: PrizeGiving, page: str) -> bytes:
    """One of `PRIZE_PAGES`; `Refused` where nobody wins anything."""
    parts = PRIZE_PAGES[page](giving)
    if not parts:
        raise Refused(f"there are no {page}", "nobody has a prize", "look at the list of prizes")
    hall = language_of(giving.first)
    return typeset(giving.title, giving.place_and_days, giving.foot, parts, hall)


def prizes_html(giving: PrizeGiving) -> bytes:
    """The list as a page to print."""
    events = tuple(giving.events.values())
    grids = prize_grids(giving.outcome, events, giving.names)
    if giving.foot:
        last = grids[-1]
        grids[-1] = replace(last, notes=(*last.notes, giving.foot))
    environment = page_environment(language_of(giving.first).code)
    return (
        environment.get_template("tables.html.j2")
        .render(
            title=giving.title,
            venue=giving.place_and_days,
            what=PRIZES_HEADING,
            tables=grids,
            style="",
            strong="Pts",
            site=None,
        )
        .encode()
    )


def prize_files(giving: PrizeGiving) -> dict[str, bytes]:
    """All there is: the list as page, CSV and PDF, receipts and diplomas where anybody wins."""
    pages = list(PRIZE_PAGES) if giving.outcome.receipts else ["prizes"]
    return {
        "prizes.html": prizes_html(giving),
        "prizes.csv": prizes_csv(giving.outcome, giving.names).encode(),
        **{f"{page}.pdf": prizes_pdf(giving, page) for page in pages},
    }


def _list(giving: PrizeGiving) -> list[Part]:
    grids = prize_grids(giving.outcome, tuple(giving.events.values()), giving.names)
    note = _state(giving)
    heading = listed(" · ", (PRIZES_HEADING, note))
    return [tables_part(heading, grids if giving.outcome.receipts else grids[:1])]


def _receipts(giving: PrizeGiving) -> list[Part]:
    code, currency = language_of(giving.first).code, giving.outcome.plan.currency
    made = [
        {
            "name": titled_name(receipt),
            "what": _goods_and_prizes(receipt, giving),
            "sum": figure(money_text(receipt.money, currency)) if receipt.money else "",
            "words": sum_in_words(receipt.money, code, currency) if receipt.money else "",
        }
        for receipt in giving.outcome.receipts
    ]
    words = {
        "title": phrase("Receipt"),
        "name": phrase("Name"),
        "for": phrase("For"),
        "sum": phrase("Sum"),
        "words": phrase("In words"),
        "date": phrase("Place and date"),
        "signature": phrase("Signature"),
        "state": _state(giving),
    }
    return [{"kind": "receipts", "receipts": made, "words": words}] if made else []


def _goods_and_prizes(receipt: Receipt, giving: PrizeGiving) -> str:
    """`Open, place 1: cup; U18`."""
    goods: dict[str, list[str]] = {}
    for award, _ in receipt.awards:
        things = goods.setdefault(prize_label(award.prize, giving.names), [])
        things += [award.prize.goods] if award.prize.goods else []
    return listed("; ", (
        listed(": ", (label, listed(", ", things))) for label, things in goods.items()
    ))  # fmt: skip


def _diplomas(giving: PrizeGiving) -> list[Part]:
    event = giving.first
    arbiter, (_, close) = chief_arbiter(event), event_dates(event)
    made = []
    for receipt in giving.outcome.receipts:
        entrant, team = receipt.contender.entrant, receipt.contender.team
        prizes = list(dict.fromkeys(
            prize_label(award.prize, giving.names) for award, _ in receipt.awards
        ))  # fmt: skip
        made.append({
            "name": _spoken(receipt),
            "about": team or ((entrant.school or entrant.club) if entrant else ""),
            "prizes": prizes,
        })  # fmt: skip
    words = {
        "title": phrase("Diploma"),
        "where": giving.where
        or listed(", ", (detail(event, "place"), close))
        or phrase("Place and date"),
        "arbiter": arbiter.name if arbiter else "",
        "signature": phrase("Chief arbiter"),
        "state": _state(giving),
    }
    return [{"kind": "diplomas", "diplomas": made, "words": words}] if made else []


def _spoken(receipt: Receipt) -> str:
    """As a name is spoken: `Zoë Ødegård`."""
    surname, forename = surname_and_forename(receipt.contender.name)
    title = receipt.contender.entrant.title if receipt.contender.entrant else ""
    return " ".join(filter(None, (title, forename, surname)))


def _state(giving: PrizeGiving) -> str:
    return state_note(giving.outcome, tuple(giving.events.values()))


PRIZE_PAGES: Mapping[str, Callable[[PrizeGiving], list[Part]]] = {
    "prizes": _list,
    "receipts": _receipts,
    "diplomas": _diplomas,
}
"""By their names on the command line."""


def sum_in_words(amount: Cents, code: str, currency: str = "") -> str:
    """`one hundred and sixty-two, 50/100 EUR` in the language of that code; amounts up to a
    million."""
    whole, cents = divmod(amount, 100)
    words = _LANGUAGES[code](whole)
    rest = f"{words}, {cents:02}/100" if cents else words
    return f"{rest} {currency}".strip()


_EN = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_EN_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def _english(n: int) -> str:
    if n < 20:
        return _EN[n]
    if n < 100:
        tens, one = divmod(n, 10)
        return _EN_TENS[tens] + (f"-{_EN[one]}" if one else "")
    if n < 1000:
        hundreds, rest = divmod(n, 100)
        return f"{_EN[hundreds]} hundred" + (f" and {_english(rest)}" if rest else "")
    if n < 1_000_000:
        thousands, rest = divmod(n, 1000)
        between = " and " if rest < 100 else " "
        return f"{_english(thousands)} thousand" + (between + _english(rest) if rest else "")
    return "one million"


_DE = (
    *("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"),
    *("elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn"),
    "neunzehn",
)
_DE_TENS = ("", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig",
            "neunzig")  # fmt: skip


def _german(n: int, last: bool = True) -> str:
    """`last`: nothing stands behind, where one is `eins`."""
    if n == 1 and not last:
        return "ein"
    if n < 20:
        return _DE[n]
    if n < 100:
        tens, one = divmod(n, 10)
        return (f"{_german(one, last=False)}und" if one else "") + _DE_TENS[tens]
    if n < 1000:
        hundreds, rest = divmod(n, 100)
        return f"{_german(hundreds, last=False)}hundert" + (_german(rest) if rest else "")
    if n < 1_000_000:
        thousands, rest = divmod(n, 1000)
        return f"{_german(thousands, last=False)}tausend" + (_german(rest) if rest else "")
    return "eine Million"


_FR = (
    *("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
    *("onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit"),
    "dix-neuf",
)
_FR_TENS = ("", "", "vingt", "trente", "quarante", "cinquante", "soixante", "soixante",
            "quatre-vingt", "quatre-vingt")  # fmt: skip


def _french(n: int, last: bool = True) -> str:
    """`last`: nothing stands behind, where `cents` and `quatre-vingts` have their s."""
    if n < 20:
        return _FR[n]
    if n < 100:
        tens, one = divmod(n, 10)
        if tens in (7, 9):
            tens, one = tens - 1, one + 10
        if not one:
            return _FR_TENS[tens] + ("s" if tens == 8 and last else "")
        and_one = one in (1, 11) and tens != 8
        return f"{_FR_TENS[tens]}{' et ' if and_one else '-'}{_FR[one]}"
    if n < 1000:
        hundreds, rest = divmod(n, 100)
        named = "cent" if hundreds == 1 else f"{_FR[hundreds]} cent"
        if not rest:
            return named + ("s" if hundreds > 1 and last else "")
        return f"{named} {_french(rest, last)}"
    if n < 1_000_000:
        thousands, rest = divmod(n, 1000)
        named = "mille" if thousands == 1 else f"{_french(thousands, last=False)} mille"
        return f"{named} {_french(rest, last)}" if rest else named
    return "un million"


_ES = (
    *("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"),
    *("once", "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho"),
    *("diecinueve", "veinte", "veintiuno", "veintidós", "veintitrés", "veinticuatro"),
    *("veinticinco", "veintiséis", "veintisiete", "veintiocho", "veintinueve"),
)
_ES_TENS = ("", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta",
            "noventa")  # fmt: skip
_ES_HUNDREDS = ("", "ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos",
                "seiscientos", "setecientos", "ochocientos", "novecientos")  # fmt: skip


def _spanish(n: int, last: bool = True) -> str:
    """`last`: nothing stands behind, where one is `uno`; before `mil` it is `un`."""
    if n < 30:
        short = {1: "un", 21: "veintiún"}
        return _ES[n] if last or n not in short else short[n]
    if n < 100:
        tens, one = divmod(n, 10)
        return _ES_TENS[tens] + (f" y {_spanish(one, last)}" if one else "")
    if n < 1000:
        hundreds, rest = divmod(n, 100)
        if n == 100:
            return "cien"
        return _ES_HUNDREDS[hundreds] + (f" {_spanish(rest, last)}" if rest else "")
    if n < 1_000_000:
        thousands, rest = divmod(n, 1000)
        named = "mil" if thousands == 1 else f"{_spanish(thousands, last=False)} mil"
        return f"{named} {_spanish(rest)}" if rest else named
    return "un millón"


_LANGUAGES: Mapping[str, Callable[[int], str]] = {
    "en": _english,
    "de": _german,
    "fr": _french,
    "es": _spanish,
}
