"""Booking and cancelling: decided and written while the store is locked, so that two at once cannot both take a seat."""

import hashlib

from .errors import BOOKING_NOT_FOUND, CANNOT_CANCEL, KEY_CONFLICT, PRICE_CHANGED, USAGE, SkillError
from .fares import bare, cancel_fee, money, rules_text, tidy
from .offers import Market, reprice
from .store import taken_seats
from .text import parsed

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so that a reference spells no word
CENT = 0.005  # half a cent: amounts closer than this are the same


class Order:
    """What a person wants booked."""
    __slots__ = ("offer", "passengers", "expected", "currency", "key", "contact")

    def fingerprint(self):
        """What a key stands for: used again with anything else, it is refused."""
        text = "\n".join([self.offer.text, self.currency, self.contact or ""]
                         + ["%s:%s" % (p["name"], p["type"]) for p in self.passengers])
        return hashlib.sha256(text.encode()).hexdigest()


def check_key(key):
    key = key.strip()
    if not 1 <= len(key) <= 80 or not all(c.isascii() and (c.isalnum() or c in "._:-") for c in key):
        raise SkillError(USAGE, "Invalid --key '%s'" % key[:40],
                         "Use 1 to 80 letters, digits, full stops, hyphens, colons or underscores.")
    return key


def earlier(order, bookings):
    """The booking that this key already made, or None. Refuses the key if it stands for something else."""
    for booking in bookings:
        if booking["key"] != order.key:
            continue
        if booking["status"] == "cancelled":
            raise SkillError(KEY_CONFLICT, "Key '%s' made booking %s, which has been cancelled" % (
                order.key, booking["reference"]), "Use a new key to book again.")
        if booking["fingerprint"] != order.fingerprint() or abs(booking["total"]["amount"] - order.expected) > CENT:
            raise SkillError(KEY_CONFLICT, "Key '%s' was already used for another booking (%s)" % (
                order.key, booking["reference"]), "Use a new key for a new booking.")
        return booking
    return None


def priced(order, clock, bookings):
    """The Offer of an order at the price of this moment. Refused if that is not the expected one."""
    market = Market(clock.instant, clock.today, taken_seats(bookings))
    trip = reprice(market, order.offer)
    offer = market.offer(trip, order.offer.adults, order.offer.children, order.currency)
    total = offer["price"]["total"]
    if abs(total - order.expected) > CENT:
        raise SkillError(PRICE_CHANGED, "Price changed: was %s, now %s" % (
            money(order.expected, order.currency), money(total, order.currency)),
            "Nothing was booked. Tell the person the new total; if they accept it, run the command again with "
            "--expect-total %s." % bare(total))
    return offer


def quote(order, clock, bookings):
    """The card of what `book` would do now; for a key that has already booked, of what it did."""
    made = earlier(order, bookings)
    offer = made["offer"] if made else priced(order, clock, bookings)
    return {"kind": "booking-quote", "version": 1, "action": "book", "offer": offer, "passengers": order.passengers,
            "total": {"amount": offer["price"]["total"], "currency": order.currency}, "fareRules": rules_text(offer),
            "key": order.key}


def book(order, clock, store):
    """(the booking, whether it was made just now)"""
    with store.locked():
        bookings = store.all()
        made = earlier(order, bookings)
        if made:
            return made, False
        offer = priced(order, clock, bookings)
        booking = {
            "reference": _reference(order, {b["reference"] for b in bookings}),
            "status": "confirmed", "offer": offer, "passengers": order.passengers,
            "total": {"amount": offer["price"]["total"], "currency": order.currency},
            "createdAt": clock.moment.isoformat(timespec="seconds"), "createdMinute": clock.instant,
            "key": order.key, "fingerprint": order.fingerprint(), "contact": order.contact,
        }
        store.save(booking)
        return booking, True


def _reference(order, used):
    for attempt in range(10000):
        digest = hashlib.sha256(("%s\n%s\n%d" % (order.key, order.fingerprint(), attempt)).encode()).digest()
        reference = "".join(LETTERS[b % len(LETTERS)] for b in digest[:6])
        if reference not in used:
            return reference
    raise AssertionError("no free booking reference in 10,000 tries")


def find(reference, bookings):
    wanted = reference.strip().upper()
    if len(wanted) != 6 or not (wanted.isascii() and wanted.isalpha()):
        raise SkillError(BOOKING_NOT_FOUND, "Booking '%s' not found: a reference has six letters" % reference.strip()[:40],
                         "List the bookings with: manage_bookings.py list")
    for booking in bookings:
        if booking["reference"] == wanted:
            return booking
    raise SkillError(BOOKING_NOT_FOUND, "Booking %s not found" % wanted, "List the bookings with: manage_bookings.py list")


def departure(booking):
    """The instant at which the trip begins."""
    return int(parsed(booking["offer"]["itineraries"][0]["departs"]).timestamp() // 60)


def settlement(booking, clock):
    """(fee, refund) of a cancellation now. Refused if there is nothing left to cancel."""
    if booking["status"] == "cancelled":
        raise SkillError(CANNOT_CANCEL, "Booking %s is already cancelled" % booking["reference"])
    departs = departure(booking)
    if departs <= clock.instant:
        raise SkillError(CANNOT_CANCEL, "Booking %s cannot be cancelled: it has departed" % booking["reference"])
    fee = tidy(cancel_fee(booking, clock.instant, departs))
    return fee, tidy(booking["total"]["amount"] - fee)


def cancel_quote(booking, clock):
    fee, refund = settlement(booking, clock)
    currency = booking["total"]["currency"]
    return {"kind": "booking-quote", "version": 1, "action": "cancel", "booking": card(booking),
            "fee": {"amount": fee, "currency": currency}, "refund": {"amount": refund, "currency": currency},
            "fareRules": rules_text(booking["offer"])}


def cancel(reference, clock, store):
    with store.locked():
        booking = find(reference, store.all())
        _, refund = settlement(booking, clock)
        booking.update(status="cancelled", cancelledAt=clock.moment.isoformat(timespec="seconds"),
                       refund={"amount": refund, "currency": booking["total"]["currency"]})
        store.save(booking)
        return booking


def card(booking, files=()):
    """The booking as the cards have it, without what only the store needs."""
    shown = {"kind": "booking", "version": 1}
    for key in ("reference", "status", "offer", "passengers", "total", "createdAt", "cancelledAt", "refund"):
        if key in booking:
            shown[key] = booking[key]
    shown["files"] = list(files)
    return shown
