#!/usr/bin/env python3
"""Book an offer that search_flights.py found, or quote it with --quote."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

from flightlib import artifacts, bookings, command, readable  # noqa: E402
from flightlib.clock import now  # noqa: E402
from flightlib.errors import USAGE, SkillError  # noqa: E402
from flightlib.passengers import parse_all  # noqa: E402
from flightlib.providers import provider  # noqa: E402
from flightlib.store import Store  # noqa: E402


def main():
    options = command.parser(
        "book_flight.py",
        "Book an offer for named passengers at the total that they agreed to. The offer is priced again; if its price\n"
        "has moved, nothing is booked. The same --key twice is one booking. No payment is taken.",
        ["book_flight.py --offer PEKHND-270312-CA181-Y11C-XX --passenger \"GIVEN FAMILY\" --passenger \"GIVEN FAMILY:child\" \\",
         "    --expect-total 3710 --key NEW_KEY --quote"],
        ["0 booked, or quoted", "2 wrong usage or value", "5 price changed", "6 offer expired, sold out or withdrawn",
         "8 key already used for something else", "10 booking store unusable", "11 provider unusable, nothing was booked",
         "12 not known whether it was booked"])
    add = options.add_argument
    add("--offer", metavar="OFFER_ID", required=True, help="as search_flights.py printed it")
    add("--passenger", metavar="NAME[:TYPE]", action="append", required=True,
        help="a traveller as named in the travel document; once for each. TYPE is adult (if nothing is said), child, infant (on a "
             "lap) or infant-seat")
    add("--expect-total", metavar="N", required=True, help="the total for all passengers that the person saw")
    add("--currency", metavar="CUR", help="must be the offer's own, which is the default")
    add("--key", metavar="KEY", required=True, help="a word of your own for this booking; repeat it only to retry")
    add("--contact", metavar="EMAIL", help="address to print on the itinerary")
    add("--hold", action="store_true", help="reserve without paying, where the offer can be held; pay with manage_bookings.py pay")
    add("--quote", action="store_true", help="say what would be booked; change nothing")
    command.add_provider_option(options)
    command.add_output_options(options)
    chosen = options.parse_args()

    order = wanted(chosen)
    seller, store = provider(now(), chosen.provider), Store()
    if chosen.quote:
        card = bookings.quote(order, seller, store)
        command.answer(card, chosen.json, lambda: readable.quote(card, seller, chosen.lang))
        return
    booking, is_new = bookings.book(order, seller, store)
    card = bookings.card(booking, artifacts.write(booking, seller, chosen.lang))
    command.answer(card, chosen.json, lambda: readable.booking(card, seller, chosen.lang, headline(card, is_new, chosen.lang)))


def wanted(chosen):
    order = bookings.Order()
    order.offer = chosen.offer.strip()
    order.passengers = parse_all(chosen.passenger)
    order.expected = command.an_amount(chosen.expect_total, "--expect-total")
    order.currency = command.a_currency(chosen.currency) if chosen.currency else None
    order.key, order.hold = bookings.check_key(chosen.key), chosen.hold
    order.contact = None if chosen.contact is None else an_address(chosen.contact)
    return order


def an_address(text):
    address = text.strip()
    user, at, host = address.partition("@")
    if not (at and user and "." in host.strip(".") and "@" not in host and len(address) <= 254
            and not any(c.isspace() or ord(c) < 32 or c in "<>\"" for c in address)):
        raise SkillError(USAGE, "Invalid --contact '%s': not an e-mail address" % text[:60])
    return address


def headline(card, is_new, lang):
    if is_new and card["status"] == "held":
        return ("已保留座位，订单号 %s（尚未付款）" if lang == "zh" else "Held. Reference %s (not paid yet)") % card["reference"]
    if is_new:
        return ("预订成功，订单号 %s" if lang == "zh" else "Booked. Reference %s") % card["reference"]
    return ("此前已预订，订单号 %s（未重复预订）" if lang == "zh" else
            "Already booked with this key. Reference %s (nothing was booked twice)") % card["reference"]


if __name__ == "__main__":
    command.run(main)
