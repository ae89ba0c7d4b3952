"""A sum of money in words, as a receipt has it: in every language of the hall."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.money import Cents


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
    """`last`: nothing follows, where one is `eins`."""
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
    """`last`: nothing follows, where `cents` and `quatre-vingts` have their s."""
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
    """`last`: nothing follows, where one is `uno`; before `mil` it is `un`."""
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
