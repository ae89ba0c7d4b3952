"""Which rule of the fees an entry pays by."""

from __future__ import annotations

from typing import Any

import pytest

from engine.congress.accounts import accounts
from engine.congress.congress import Congress, EventPlan
from engine.congress.fees import FeeRule, Fees, Payment
from engine.congress.members import MemberEvent
from engine.congress.people import people
from engine.entrants import Entrant
from formats.registry import format_named
from tests.playing import begun

ANN = Entrant("1", "Ann", title="WGM", category="Senior", national_id="77", birth="1960-05-01")
BEA = Entrant("2", "Bea", birth="2009")
CID = Entrant("3", "Cid")


@pytest.mark.parametrize(
    ("limits", "fits"),
    [
        ({}, [ANN, BEA, CID]),
        ({"titles": ("GM", "WGM")}, [ANN]),
        ({"categories": ("senior",)}, [ANN]),
        ({"member": True}, [ANN]),
        ({"member": False}, [BEA, CID]),
        ({"under": 18}, [BEA]),
        ({"under": 17}, []),
        ({"over": 65}, [ANN]),
        ({"over": 66}, []),
        ({"events": ("minor",)}, []),
        ({"events": ("open", "minor")}, [ANN, BEA, CID]),
        ({"titles": ("WGM",), "member": False}, []),
    ],
)
def test_a_rule_fits_whoever_fits_all_that_it_says(
    limits: dict[str, Any], fits: list[Entrant]
) -> None:
    rule = FeeRule("a fee", 1000, **limits)
    assert [one for one in (ANN, BEA, CID) if rule.fits("open", one, 2026)] == fits


def test_without_the_year_of_the_congress_no_rule_about_ages_fits() -> None:
    assert not FeeRule("junior", 500, under=18).fits("open", BEA, None)
    assert FeeRule("all", 500).fits("open", BEA, None)


def test_the_first_rule_that_fits_counts() -> None:
    fees = Fees(rules=(FeeRule("junior", 500, under=18), FeeRule("all", 1000)))
    assert [fees.rule("open", one, 2026).name for one in (ANN, BEA)] == ["all", "junior"]  # type: ignore[union-attr]
    assert Fees(rules=fees.rules[:1]).rule("open", CID, 2026) is None


@pytest.mark.parametrize(
    ("today", "paid", "owed"),
    [
        ("2026-11-01", None, 4000),
        ("2026-11-02", None, 4500),
        ("2026-11-02", "2026-11-01T23:50:00+00:00", 0),
        ("2026-11-02", "2026-11-02T00:10:00+00:00", 500),
    ],
)
def test_the_early_fee_holds_until_the_last_day_and_for_whom_paid_by_then(
    today: str, paid: str | None, owed: int
) -> None:
    """Early until 1 November: on that day itself it is still the early one."""
    fees = Fees("EUR", "2026-11-01", (FeeRule("Adult", 4500, early=4000),))
    congress = Congress("A", fees=fees)
    member = MemberEvent(
        EventPlan("open"),
        begun(format_named("dutch"), [Entrant("", "Dan")]).event,
        format_named("dutch"),
    )
    payments = [Payment("open", "1", 4000, paid, "desk")] if paid else []
    everybody = people(congress, [member])
    (account,) = accounts(congress, [member], everybody, payments, today)
    assert account.owed == owed
