#!/usr/bin/env python3
"""List, show and cancel the person's bookings."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

from flightlib import artifacts, bookings, command, readable  # noqa: E402
from flightlib.clock import now  # noqa: E402
from flightlib.providers import provider_of  # noqa: E402
from flightlib.store import Store  # noqa: E402


def main():
    options = command.parser(
        "manage_bookings.py", "List, show and cancel bookings. Showing one also writes its files anew.",
        ["manage_bookings.py list", "manage_bookings.py show KXPLMT --lang zh", "manage_bookings.py cancel KXPLMT --quote"],
        ["0 done", "2 wrong usage", "7 booking not found", "9 cannot be cancelled: already cancelled, or departed",
         "10 booking store unusable", "11 provider unusable", "12 not known whether it was cancelled"])
    actions = options.add_subparsers(dest="action", metavar="list | show REF | cancel REF", required=True)
    listing = actions.add_parser("list", help="every booking, the cancelled ones too")
    showing = actions.add_parser("show", help="one booking in full")
    cancelling = actions.add_parser("cancel", help="cancel a booking; the fee follows its fare rules")
    for one in (showing, cancelling):
        one.add_argument("reference", metavar="REF", help="the six letters of the booking reference")
    cancelling.add_argument("--quote", action="store_true", help="say what it would cost; change nothing")
    for one in (listing, showing, cancelling):
        command.add_output_options(one)
    chosen = options.parse_args()
    {"list": show_list, "show": show_one, "cancel": cancel}[chosen.action](chosen, Store())


def show_list(chosen, store):
    card = {"kind": "booking-list", "version": 1, "bookings": [bookings.card(b) for b in store.all()]}
    command.answer(card, chosen.json, lambda: readable.booking_list(card, chosen.lang))


def show_one(chosen, store):
    answer(bookings.find(chosen.reference, store.all()), chosen)


def cancel(chosen, store):
    if not chosen.quote:
        answer(bookings.cancel(chosen.reference, now(), store), chosen)
        return
    booking = bookings.find(chosen.reference, store.all())
    card = bookings.cancel_quote(booking, now())
    seller = provider_of(booking["offer"], now())
    command.answer(card, chosen.json, lambda: readable.cancel_quote(card, seller, chosen.lang))


def answer(booking, chosen):
    """The booking as it is now, with its files written anew."""
    seller = provider_of(booking["offer"], now())
    card = bookings.card(booking, artifacts.write(booking, seller, chosen.lang))
    command.answer(card, chosen.json, lambda: readable.booking(card, seller, chosen.lang))


if __name__ == "__main__":
    command.run(main)
