"""The people of a congress by command: list them, check them in, their payments, their moves."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from engine.actions import CheckIn
from engine.congress.accounts import Account, total
from engine.congress.fees import Fees
from engine.congress.moving import not_kept
from engine.congress.notes import not_kept_words
from engine.congress.people import Person, person_named
from engine.money import Cents, amount_number, money_text
from engine.refusal import Refused
from engine.warnings import Level
from saves.congress.files import signed_cents
from saves.congress.moves import move_person
from saves.congress.store import CongressStore
from tui.commands.congress_opening import (
    agreed,
    congress_argument,
    folder_of,
    reading_congress,
    today,
    writing_congress,
)
from tui.commands.documents import Document
from tui.commands.opening import cleaned, insist_option, points_value
from tui.commands.output import say, say_json, say_table, warn
from tui.commands.subcommand import Subcommand


def _people_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    parser.add_argument("--event", metavar="EVENT", help="of one event alone")
    parser.add_argument("--owing", action="store_true", help="who has not paid all")


def people(args: Namespace) -> int:
    """Everybody once, with events and what is owed."""
    store = reading_congress(args)
    accounts = store.accounts(today())
    if args.event is not None:
        folder = folder_of(store, args.event)
        accounts = tuple(one for one in accounts if one.person.entry(folder))
    if args.owing:
        accounts = tuple(one for one in accounts if one.owed is None or one.owed > 0)
    document = people_document(store, accounts)
    if args.json:
        say_json(document)
        return 0
    names = {one.folder: one.name for one in store.members}
    rows = [
        [
            "✓" if one.person.checked_in else "",
            one.person.name,
            ", ".join(
                f"{names[entry.key.folder]} {entry.key.id}{'' if entry.here else ' (out)'}"
                for entry in one.person.entries
            ),
            one.rules,
            *(money_text(amount) for amount in (one.due, one.paid, one.owed)),
        ]
        for one in accounts
    ]
    heads = ("", "name", "entries", "fee", "due", "paid", "owed")
    say_table(heads, rows, right=("due", "paid", "owed"))
    sums = (sum(one.due for one in accounts), total(one.paid for one in accounts))
    currency = store.congress.fees.currency
    say(f"{len(accounts)} people, due {money_text(sums[0], currency)}, "
        f"paid {money_text(sums[1], currency)}")  # fmt: skip
    return 0


def _person_argument(parser: ArgumentParser, several: bool = False) -> None:
    parser.add_argument(
        "person", metavar="PERSON", nargs="+" if several else None,
        help="the name as in the entry list, an entry as minor:12, or a number of a rating list",
    )  # fmt: skip


def _check_in_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    _person_argument(parser, several=True)
    parser.add_argument("--not", dest="absent", action="store_true", help="not here after all")


def check_in(args: Namespace) -> int:
    """Here, or not: in every event that they are still in."""
    store = writing_congress(args)
    everybody = [person_named(store.people, text) for text in args.person]
    for person in everybody:
        if not person.active:
            raise Refused(f"{person.name} is in no event any more", "", "re-enter him first")
        for entry in person.active:
            store.do(entry.key.folder, CheckIn((entry.key.id,), not args.absent))
    return _shown(args, store, everybody)


def _move_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    _person_argument(parser)
    parser.add_argument("event", metavar="EVENT", help="where he is to play")
    parser.add_argument("--from", dest="source", metavar="EVENT", help="of several he is in")
    parser.add_argument(
        "--missed", metavar="POINTS", help="for each round drawn before: 0, 0.5 or 1"
    )
    insist_option(parser, "although rounds are played: what stays behind and what is missed")
    parser.add_argument("--insist-twice", action="store_true", help="also where it asks twice")


def move(args: Namespace) -> int:
    """Out of one event and into another, with all that is known of the person."""
    store = writing_congress(args)
    person = person_named(store.people, args.person)
    target = folder_of(store, args.event)
    source = (
        folder_of(store, args.source) if args.source is not None else _source(store, person, target)
    )
    missed = None if args.missed is None else points_value(args.missed)
    entry = person.entry(source)
    moved = move_person(store, person, source, target, missed, agreed(args))
    for folder in (source, target):
        if store.member(folder).event.proposal is not None:
            warn(f"{store.name_of(folder)}: a proposal stands; draw it again (--redraw)")
    if entry is not None and (lost := not_kept(entry.entrant, moved)) is not None:
        warn(f"{not_kept_words(lost)} of {person.name} did not go along: set it there if it counts")
    new = next(p for p in store.people if any(
        e.key.folder == target and e.here and e.entrant.name == moved.entrant.name
        for e in p.entries
    ))  # fmt: skip
    return _shown(args, store, [new])


def _source(store: CongressStore, person: Person, target: str) -> str:
    folders = [entry.key.folder for entry in person.active if entry.key.folder != target]
    if len(folders) == 1:
        return folders[0]
    if folders:
        raise Refused(
            f"{person.name} is in {' and '.join(map(store.name_of, folders))}", "",
            "say which one he leaves",
            shell="--from",
        )  # fmt: skip
    raise Refused(f"{person.name} is in no other event", "", "the list of people says where he is")


def _paid_arguments(parser: ArgumentParser) -> None:
    congress_argument(parser)
    _person_argument(parser)
    parser.add_argument("amount", metavar="AMOUNT", help="as 35.00; -5.00 was given back")
    parser.add_argument("--event", metavar="EVENT", help="for which of his entries")
    parser.add_argument("--note", metavar="TEXT", default="", help="for the cash list")
    parser.add_argument(
        "--key", metavar="WORD", default="",
        help="of this payment alone: with it the payment is entered once, however often it is sent",
    )  # fmt: skip
    insist_option(parser, "although the same amount is in the cash list of today for this entry")


def paid(args: Namespace) -> int:
    """A payment, in the cash list at once."""
    amount = signed_cents(args.amount)
    if amount == 0:
        raise Refused("nothing was paid", "the amount is 0.00", "give an amount")
    store = writing_congress(args)
    person = person_named(store.people, args.person)
    folder = folder_of(store, args.event) if args.event is not None else ""
    entry = person.entry(folder) if folder else (person.active or person.entries)[0]
    if entry is None:
        raise Refused(
            f"{person.name} is not in {store.name_of(folder)}", "", "name an event he is in"
        )
    store.pay(
        entry.key.folder, entry.key.id, amount, cleaned(args.note, "the note"),
        cleaned(args.key, "the key"), Level.CONFIRM if args.insist else Level.ACKNOWLEDGE,
    )  # fmt: skip
    return _shown(args, store, [person])


def _shown(args: Namespace, store: CongressStore, some: list[Person]) -> int:
    keys = {person.key for person in some}
    accounts = [
        one for one in store.accounts(today()) if keys & {e.key for e in one.person.entries}
    ]
    if args.json:
        say_json(people_document(store, accounts))
        return 0
    names = {one.folder: one.name for one in store.members}
    for one in accounts:
        where = ", ".join(names[entry.key.folder] for entry in one.person.active) or "in no event"
        here = "here" if one.person.checked_in else "not checked in"
        say(f"{one.person.name}: {where}, {here}, {_money_words(one, store.congress.fees)}")
    return 0


def _money_words(account: Account, fees: Fees) -> str:
    """`paid 20.00, owes 15.00`."""
    paid = money_text(account.paid, fees.currency)
    if not account.fees and account.person.active:
        none = "no fee of the congress is for this entry" if fees.rules else "no fee is set"
        return f"paid {paid}, {none}" if account.paid else none
    if account.owed is None:
        return f"to be paid {money_text(account.due, fees.currency)}, not known what was paid"
    rest = money_text(abs(account.owed), fees.currency)
    if account.owed < 0:
        return f"paid {paid}, {rest} to be given back"
    return f"paid {paid}, owes {rest}"


def _person_document(one: Person, account: Account) -> Document:
    """Somebody, with his entries and what he owes."""
    return {
        "id": str(one.key),
        "name": one.name,
        "checked_in": one.checked_in,
        "entries": [
            {
                "event": entry.key.folder,
                "id": entry.key.id,
                "here": entry.here,
                "present": entry.entrant.present,
            }
            for entry in one.entries
        ],
        "fee": account.rules or None,
        "early": account.early,
        "due": amount_number(account.due),
        "paid": _amount(account.paid),
        "owed": _amount(account.owed),
    }


def _amount(amount: Cents | None) -> int | float | None:
    return None if amount is None else amount_number(amount)


def people_document(store: CongressStore, accounts: Sequence[Account]) -> Document:
    """Everybody once, and the sums."""
    return {
        "people": [_person_document(one.person, one) for one in accounts],
        "currency": store.congress.fees.currency or None,
        "due": amount_number(sum(one.due for one in accounts)),
        "paid": _amount(total(one.paid for one in accounts)),
        "owed": _amount(total(one.owed for one in accounts)),
    }


ACTIONS = {
    "people": Subcommand(_people_arguments, people),
    "check-in": Subcommand(_check_in_arguments, check_in),
    "move": Subcommand(_move_arguments, move),
    "paid": Subcommand(_paid_arguments, paid),
}
