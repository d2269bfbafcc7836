#!/usr/bin/env python3
"""List, show, pay for, change and cancel the person's bookings."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

from flightlib import artifacts, bookings, command, readable  # noqa: E402
from flightlib.clock import now  # noqa: E402
from flightlib.errors import USAGE, SkillError  # noqa: E402
from flightlib.providers import provider_of  # noqa: E402
from flightlib.store import Store  # noqa: E402


def main():
    options = command.parser(
        "manage_bookings.py", "List, show, pay for, change and cancel bookings. Showing one also writes its files again. Listing also\n"
        "looks up orders whose answer never came.",
        ["manage_bookings.py list", "manage_bookings.py show KXPLMT --lang zh", "manage_bookings.py cancel KXPLMT --quote"],
        ["0 done", "2 wrong usage", "7 booking not found", "5 price changed", "6 offer gone",
         "9 not possible: already cancelled, departed, or the fare does not allow it",
         "10 booking store unusable", "11 provider unusable", "12 not known whether it was done"])
    actions = options.add_subparsers(dest="action", metavar="list | show REF | cancel REF | pay REF | change REF", required=True)
    listing = actions.add_parser("list", help="every booking, the cancelled ones too")
    showing = actions.add_parser("show", help="one booking in full")
    cancelling = actions.add_parser("cancel", help="cancel a booking; the fee follows its fare rules")
    paying = actions.add_parser("pay", help="pay for a held booking")
    changing = actions.add_parser("change", help="move a booking to the flights of another offer, where the fare allows it")
    for one in (showing, cancelling, paying, changing):
        one.add_argument("reference", metavar="REF", help="the six letters of the booking reference")
    for one in (cancelling, paying, changing):
        one.add_argument("--quote", action="store_true", help="say what it would cost; change nothing")
    for one in (paying, changing):
        one.add_argument("--expect-total", metavar="N", required=one is paying, help="what the person agreed to pay now")
    changing.add_argument("--offer", metavar="OFFER_ID", required=True, help="an offer of a new search, for the new flights")
    for one in (listing, showing, cancelling, paying, changing):
        command.add_output_options(one)
    chosen = options.parse_args()
    {"list": show_list, "show": show_one, "cancel": cancel, "pay": pay, "change": change}[chosen.action](chosen, Store())


def show_list(chosen, store):
    for booking, made in bookings.settle_pending(now(), store):
        who = booking["passengers"][0]["name"]
        if made:
            command.warn("an order for %s whose answer never came did go through: booking %s." % (who, booking["reference"]))
        elif made is None:
            command.warn("it is still not known whether the order for %s (%s) was booked. Say so, and do not book it again." % (
                who, booking["offer"]["itineraries"][0]["segments"][0]["flight"]))
        else:
            command.warn("the order for %s whose answer never came was not made. It can be booked again." % who)
    found, unread = store.read()
    unread += store.all_pending()[1]
    command.warn_unread(unread)
    card = {"kind": "booking-list", "version": 1, "bookings": [bookings.card(b) for b in found]}
    if unread:
        card["unreadable"] = [{"file": one.path, "why": one.why} for one in unread]
    command.answer(card, chosen.json, lambda: readable.booking_list(card, chosen.lang))


def show_one(chosen, store):
    answer(bookings.find(chosen.reference, *store.read()), chosen)


def cancel(chosen, store):
    if not chosen.quote:
        answer(bookings.cancel(chosen.reference, now(), store), chosen)
        return
    booking = bookings.find(chosen.reference, *store.read())
    card = bookings.cancel_quote(booking, now())
    seller = provider_of(booking["offer"], now())
    command.answer(card, chosen.json, lambda: readable.cancel_quote(card, seller, chosen.lang))


def pay(chosen, store):
    expected = command.an_amount(chosen.expect_total, "--expect-total")
    if not chosen.quote:
        answer(bookings.pay(chosen.reference, expected, now(), store), chosen)
        return
    answer_quote(bookings.pay_quote(chosen.reference, expected, now(), store), chosen)


def change(chosen, store):
    given = chosen.expect_total
    expected = None if given is None else command.an_amount(given, "--expect-total", or_back=True)
    if chosen.quote:
        card, _ = bookings.change_quote(chosen.reference, chosen.offer.strip(), expected, now(), store)
        answer_quote(card, chosen)
        return
    if expected is None:
        raise SkillError(USAGE, "--expect-total is missing", "Run it with --quote first: it says what the change costs.")
    answer(bookings.change(chosen.reference, chosen.offer.strip(), expected, now(), store), chosen)


def answer_quote(card, chosen):
    seller = provider_of(card["offer"], now())
    command.answer(card, chosen.json, lambda: readable.quote(card, seller, chosen.lang))


def answer(booking, chosen):
    """The booking as it is now, with its files written again."""
    seller = provider_of(booking["offer"], now())
    card = bookings.card(booking, artifacts.write(booking, seller, chosen.lang))
    command.answer(card, chosen.json, lambda: readable.booking(card, seller, chosen.lang))


if __name__ == "__main__":
    command.run(main)
