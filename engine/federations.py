"""FIDE's three-letter codes of federations, and what people write in their place."""

from __future__ import annotations

from engine.alphabet import fold

_TABLE = (
    "AFG Afghanistan; AHO Netherlands Antilles; ALB Albania; ALG Algeria; AND Andorra; "
    "ANG Angola; ANT Antigua and Barbuda; ARG Argentina; ARM Armenia; ARU Aruba; "
    "AUS Australia; AUT Austria; AZE Azerbaijan; BAH Bahamas; BAN Bangladesh; "
    "BAR Barbados; BDI Burundi; BEL Belgium; BEN Benin; BER Bermuda; BHU Bhutan; "
    "BIH Bosnia and Herzegovina; BIZ Belize; BLR Belarus; BOL Bolivia; BOT Botswana; "
    "BRA Brazil; BRN Bahrain; BRU Brunei; BUL Bulgaria; BUR Burkina Faso; "
    "CAF Central African Republic; CAM Cambodia; CAN Canada; CAY Cayman Islands; "
    "CGO Congo; CHA Chad; CHI Chile; CHN China; CIV Ivory Coast; CMR Cameroon; "
    "COD Democratic Republic of the Congo; COK Cook Islands; COL Colombia; COM Comoros; "
    "CPV Cape Verde; CRC Costa Rica; CRO Croatia; CUB Cuba; CYP Cyprus; "
    "CZE Czech Republic; DEN Denmark; DJI Djibouti; DMA Dominica; DOM Dominican Republic; "
    "ECU Ecuador; EGY Egypt; ENG England; ERI Eritrea; ESA El Salvador; ESP Spain; "
    "EST Estonia; ETH Ethiopia; FAI Faroe Islands; FID FIDE; FIJ Fiji; FIN Finland; "
    "FRA France; GAB Gabon; GAM Gambia; GCI Guernsey; GEO Georgia; GEQ Equatorial Guinea; "
    "GER Germany; GHA Ghana; GRE Greece; GRL Greenland; GRN Grenada; GUA Guatemala; "
    "GUI Guinea; GUM Guam; GUY Guyana; HAI Haiti; HKG Hong Kong; HON Honduras; "
    "HUN Hungary; INA Indonesia; IND India; IOM Isle of Man; IRI Iran; IRL Ireland; "
    "IRQ Iraq; ISL Iceland; ISR Israel; ISV US Virgin Islands; ITA Italy; "
    "IVB British Virgin Islands; JAM Jamaica; JCI Jersey; JOR Jordan; JPN Japan; "
    "KAZ Kazakhstan; KEN Kenya; KGZ Kyrgyzstan; KIR Kiribati; KOR South Korea; KOS Kosovo; "
    "KSA Saudi Arabia; KUW Kuwait; LAO Laos; LAT Latvia; LBA Libya; LBN Lebanon; "
    "LBR Liberia; LCA Saint Lucia; LES Lesotho; LIE Liechtenstein; LTU Lithuania; "
    "LUX Luxembourg; MAC Macau; MAD Madagascar; MAR Morocco; MAS Malaysia; MAW Malawi; "
    "MDA Moldova; MDV Maldives; MEX Mexico; MGL Mongolia; MHL Marshall Islands; "
    "MKD North Macedonia; MLI Mali; MLT Malta; MNC Monaco; MNE Montenegro; MOZ Mozambique; "
    "MRI Mauritius; MTN Mauritania; MYA Myanmar; NAM Namibia; NCA Nicaragua; "
    "NCL New Caledonia; NED Netherlands; NEP Nepal; NGR Nigeria; NIG Niger; "
    "NON no federation; NOR Norway; NRU Nauru; NZL New Zealand; OMA Oman; PAK Pakistan; "
    "PAN Panama; PAR Paraguay; PER Peru; PHI Philippines; PLE Palestine; PLW Palau; "
    "PNG Papua New Guinea; POL Poland; POR Portugal; PUR Puerto Rico; QAT Qatar; "
    "ROU Romania; RSA South Africa; RUS Russia; RWA Rwanda; SAM Samoa; SCO Scotland; "
    "SEN Senegal; SEY Seychelles; SGP Singapore; SKN Saint Kitts and Nevis; "
    "SLE Sierra Leone; SLO Slovenia; SMR San Marino; SOL Solomon Islands; SOM Somalia; "
    "SRB Serbia; SRI Sri Lanka; SSD South Sudan; STP Sao Tome and Principe; SUD Sudan; "
    "SUI Switzerland; SUR Suriname; SVK Slovakia; SWE Sweden; SWZ Eswatini; SYR Syria; "
    "TAN Tanzania; TGA Tonga; THA Thailand; TJK Tajikistan; TKM Turkmenistan; "
    "TLS Timor-Leste; TOG Togo; TPE Chinese Taipei; TTO Trinidad and Tobago; TUN Tunisia; "
    "TUR Turkey; UAE United Arab Emirates; UGA Uganda; UKR Ukraine; URU Uruguay; "
    "USA United States; UZB Uzbekistan; VAN Vanuatu; VEN Venezuela; VIE Vietnam; "
    "VIN Saint Vincent and the Grenadines; WLS Wales; YEM Yemen; ZAM Zambia; ZIM Zimbabwe"
)
_OTHER_NAMES = (
    "BIH Bosnia; BRU Brunei Darussalam; CIV Cote d'Ivoire; COD DR Congo; COD Congo Kinshasa; "
    "CGO Congo Brazzaville; CGO Republic of the Congo; CPV Cabo Verde; CZE Czechia; FAI Faroes; "
    "GER Deutschland; IRL Republic of Ireland; IRL Eire; KOR Korea; KOR Republic of Korea; "
    "LAO Lao; MAC Macao; MKD Macedonia; MYA Burma; NED Holland; NED The Netherlands; "
    "GAM The Gambia; BAH The Bahamas; PHI The Philippines; RUS Russian Federation; "
    "SKN St Kitts and Nevis; LCA St Lucia; VIN St Vincent; SWZ Swaziland; TLS East Timor; "
    "TPE Taiwan; TUR Turkiye; UAE Emirates; USA America; USA United States of America; USA US; "
    "VIE Viet Nam"
)
_ISO = (
    "DEU GER; NLD NED; CHE SUI; DNK DEN; GRC GRE; HRV CRO; SVN SLO; BGR BUL; PRT POR; LVA LAT; "
    "ZAF RSA; IRN IRI; IDN INA; MYS MAS; PHL PHI; VNM VIE; LKA SRI; SAU KSA; ARE UAE; KWT KUW; "
    "LBY LBA; DZA ALG; NGA NGR; SDN SUD; TZA TAN; ZMB ZAM; ZWE ZIM; MDG MAD; MWI MAW; MUS MRI; "
    "CHL CHI; PRY PAR; URY URU; CRI CRC; GTM GUA; HND HON; NIC NCA; SLV ESA; HTI HAI; PRI PUR; "
    "TWN TPE; MNG MGL; NPL NEP; BGD BAN; KHM CAM; MMR MYA; OMN OMA; PSE PLE; FRO FAI; MCO MNC; "
    "BHS BAH; BRB BAR; BMU BER; BWA BOT; AGO ANG; COG CGO"
)
"""ISO 3166 where it has another code than FIDE, and FIDE has no federation of that code."""


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(one[:3], one[4:]) for one in text.split("; ")]


FEDERATION_NAMES = dict(_pairs(_TABLE))
"""Code to the name in English, with FID (FIDE itself) and NON (none)."""
FEDERATIONS = frozenset(FEDERATION_NAMES)
"""The codes in use."""
_BY_NAME = {fold(name): code for code, name in _pairs(_TABLE) + _pairs(_OTHER_NAMES)}
_BY_NAME |= {fold(iso): code for iso, code in _pairs(_ISO)}


def federation_code(text: str) -> str | None:
    """The code that a text means: `eng`, `England` and `DEU` are ENG, ENG and GER; None if it means
    none that FIDE has."""
    code = text.strip().upper()
    return code if code in FEDERATIONS else _BY_NAME.get(fold(text.strip()))


def likely_federation(text: str) -> str:
    """The code and the name of a federation that is written similarly, as `GER (Germany)`; empty if
    there is none."""
    from difflib import get_close_matches

    near = get_close_matches(fold(text.strip()), _BY_NAME, n=1, cutoff=0.75)
    return f"{_BY_NAME[near[0]]} ({FEDERATION_NAMES[_BY_NAME[near[0]]]})" if near else ""
