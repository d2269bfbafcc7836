"""Booking and cancelling: decided and written while the store is locked, so that two at once cannot both take a seat."""

import hashlib
import re

from .errors import BOOKING_NOT_FOUND, CANNOT_CANCEL, KEY_CONFLICT, PRICE_CHANGED, UNCERTAIN, USAGE, SkillError
from .fares import rules_text
from .money import bare, from_minor, money, to_minor
from .passengers import check_names, check_party
from .providers import provider_of
from .record import booked, is_key
from .terms import terms
from .text import instant

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so that a reference spells no word


class Order:
    """What a person wants booked: `offer` is an id, `expected` the total as an amount."""
    __slots__ = ("offer", "passengers", "expected", "currency", "key", "contact", "hold")

    def __init__(self):
        self.hold = False

    def fingerprint(self):
        """What a key stands for: used again with anything else, it is refused."""
        text = "\n".join([self.offer.upper(), self.currency or "", self.contact or ""] + ["hold"] * self.hold
                         + ["%s:%s" % (p["name"], p["type"]) for p in self.passengers])
        return hashlib.sha256(text.encode()).hexdigest()


EXAMPLE_KEY = re.compile("(?:(?:my|your|new|the|booking)[-_.:]?)*key", re.I)


def check_key(key):
    key = key.strip()
    if EXAMPLE_KEY.fullmatch(key):
        raise SkillError(USAGE, "'%s' is the key of an example" % key[:40],
                         "Make one up for this booking, from a name and the date, such as the family name, the city and the day.")
    if not is_key(key):
        raise SkillError(USAGE, "Invalid --key '%s'" % key[:40],
                         "Use 1 to 80 letters, digits, full stops, hyphens, colons or underscores.")
    return key


def same(a, b, currency):
    """Whether two amounts are the same to the smallest unit."""
    return to_minor(a, currency) == to_minor(b, currency)


def earlier(order, bookings, unread=()):
    """The booking that this key already made, or None. Refuses the key if it stands for something else, and any key that no
    booking has while a record cannot be read: it may be that key's."""
    for booking in bookings:
        if booking["key"] != order.key:
            continue
        if booking["status"] == "cancelled":
            raise SkillError(KEY_CONFLICT, "Key '%s' made booking %s, which has been cancelled" % (
                order.key, booking["reference"]), "Use a new key to book again.")
        total = booking["total"]
        order.currency = order.currency or total["currency"]
        if booking["fingerprint"] != order.fingerprint() or not same(total["amount"], order.expected, total["currency"]):
            raise SkillError(KEY_CONFLICT, "Key '%s' was already used for another booking (%s)" % (
                order.key, booking["reference"]), "Use a new key for a new booking.")
        return booking
    for one in unread:
        raise one.error(booked(order.key))
    return None


def priced(order, seller, bookings):
    """The Offer of an order at the price of this moment. Refused if that is not the expected one."""
    offer = seller.quote(order.offer, bookings)
    currency, total = offer["price"]["currency"], offer["price"]["total"]
    order.currency = order.currency or currency
    if order.currency != currency:
        raise SkillError(USAGE, "The offer is priced in %s, not %s" % (currency, order.currency),
                         "Search again with --currency %s for an offer in that currency." % order.currency)
    check_party(order.passengers, offer["party"])
    check_names(order.passengers, offer)
    seller.check(order, offer)
    if not same(total, order.expected, currency):
        raise SkillError(PRICE_CHANGED, "Price changed: was %s, now %s" % (
            money(order.expected, currency), money(total, currency)),
            "Nothing was booked. Tell the person the new total; if they accept it, run the command again with "
            "--expect-total %s." % bare(total))
    return offer


def quote(order, seller, store):
    """The card of what `book` would do now; for a key that has already booked, or whose order waits for its answer, of that."""
    bookings, unread = store.read()
    waiting = store.pending(order.key)
    made = earlier(order, bookings + ([waiting] if waiting else []), unread)
    offer = made["offer"] if made else priced(order, seller, bookings)
    total = offer["price"]["total"]
    card = _quote_card(offer, order.passengers, total, order.currency, order.key, rules_text(offer, seller.clock.instant))
    return dict(card, terms=terms(offer, order.passengers, total, order.currency))


def _quote_card(offer, passengers, total, currency, key, rules):
    card = {"kind": "booking-quote", "version": 1, "action": "book", "offer": offer, "passengers": passengers,
            "total": {"amount": total, "currency": currency}, "fareRules": rules, "key": key}
    if "warning" in offer:
        card["warning"] = offer["warning"]
    return card


def book(order, seller, store):
    """(the booking, whether it was made just now)"""
    with store.locked():
        bookings, unread = store.read()
        made = earlier(order, bookings, unread)
        if made:
            return made, False
        waiting = store.pending(order.key)
        found = None
        if waiting:  # an order of this key was sent and its answer never came: what became of it decides
            earlier(order, [waiting])
            found = seller.recover(order)
        if found is not None:
            booking = dict(waiting, **found)
        else:
            offer = priced(order, seller, bookings)
            booking = _booking(order, offer, seller.clock, bookings)
            booking.update(_ordered(order, offer, booking, seller, store, bookings))
        store.save(booking)
        store.drop_pending(order.key)
        return booking, True


def settle_pending(clock, store):
    """Look up every order whose answer never came: [(booking, whether it was made; None: still not known)]."""
    settled = []
    if not store.all_pending()[0]:
        return settled
    with store.locked():
        for waiting in store.all_pending()[0]:
            order = Order()
            order.offer, order.key = waiting["offer"]["id"], waiting["key"]
            try:
                found = provider_of(waiting["offer"], clock).recover(order)
                booking = dict(waiting, **(found or {}))
                if found is not None:
                    store.save(booking)
            except SkillError:
                settled.append((waiting, None))
                continue
            store.drop_pending(order.key)
            settled.append((booking, found is not None))
    return settled


def _ordered(order, offer, booking, seller, store, bookings):
    def send():
        return seller.hold(order, offer) if order.hold else seller.book(order, offer, bookings)
    if not seller.remote:
        return send()
    store.save_pending(booking)
    try:
        return send()
    except SkillError as problem:
        if problem.status != UNCERTAIN:
            store.drop_pending(order.key)
        raise


def _booking(order, offer, clock, bookings):
    return {
        "reference": _reference(order, {b["reference"] for b in bookings}),
        "status": "confirmed", "offer": offer, "passengers": order.passengers,
        "total": {"amount": offer["price"]["total"], "currency": order.currency},
        "createdAt": clock.moment.isoformat(timespec="seconds"), "createdMinute": clock.instant,
        "key": order.key, "fingerprint": order.fingerprint(), "contact": order.contact,
    }


def _reference(order, used):
    for attempt in range(10000):
        digest = hashlib.sha256(("%s\n%s\n%d" % (order.key, order.fingerprint(), attempt)).encode()).digest()
        reference = "".join(LETTERS[b % len(LETTERS)] for b in digest[:6])
        if reference not in used:
            return reference
    raise AssertionError("no free booking reference in 10,000 tries")


def find(reference, bookings, unread=()):
    wanted = reference.strip().upper()
    if len(wanted) != 6 or not (wanted.isascii() and wanted.isalnum()):
        raise SkillError(BOOKING_NOT_FOUND, "Booking '%s' not found: a reference has six letters" % reference.strip()[:40],
                         "List the bookings with: manage_bookings.py list")
    for booking in bookings:
        if booking["reference"] == wanted:
            return booking
    for one in unread:
        name = one.name.split(".")[0].upper()
        if name == wanted or len(name) != 6 or not name.isalnum():  # no name of another booking
            raise one.error({"en": "It is not known what became of booking %s" % wanted, "zh": "不知道订单 %s 的情况" % wanted})
    raise SkillError(BOOKING_NOT_FOUND, "Booking %s not found" % wanted, "List the bookings with: manage_bookings.py list")


def departure(booking):
    """The instant at which the trip begins."""
    return instant(booking["offer"]["itineraries"][0]["departs"])


def settlement(booking, clock):
    """{"fee", "refund", "reason"} of a cancellation now. Refused if there is nothing left to cancel."""
    if booking["status"] == "cancelled":
        raise SkillError(CANNOT_CANCEL, "Booking %s is already cancelled" % booking["reference"])
    if departure(booking) <= clock.instant:
        raise SkillError(CANNOT_CANCEL, "Booking %s cannot be cancelled: it has departed" % booking["reference"])
    return provider_of(booking["offer"], clock).cancel_quote(booking)


def cancel_quote(booking, clock):
    settled = settlement(booking, clock)
    currency = booking["total"]["currency"]
    return {"kind": "booking-quote", "version": 1, "action": "cancel", "booking": card(booking),
            "fee": {"amount": settled["fee"], "currency": currency},
            "refund": {"amount": settled["refund"], "currency": currency},
            "reason": settled["reason"], "fareRules": rules_text(booking["offer"], clock.instant)}


def cancel(reference, clock, store):
    with store.locked():
        booking = find(reference, *store.read())
        settled = settlement(booking, clock)
        more = provider_of(booking["offer"], clock).cancel(booking, settled)
        booking.update(status="cancelled", cancelledAt=clock.moment.isoformat(timespec="seconds"),
                       refund={"amount": settled["refund"], "currency": booking["total"]["currency"]},
                       refundReason=settled["reason"])
        booking.update(more)
        store.save(booking)
        return booking


def held(reference, bookings, unread):
    booking = find(reference, bookings, unread)
    if booking["status"] != "held":
        raise SkillError(CANNOT_CANCEL, "Booking %s is not held: there is nothing to pay" % booking["reference"])
    return booking


def pay_quote(reference, expected, clock, store):
    """The card of paying for a held booking at what it costs now."""
    booking = held(reference, *store.read())
    seller, currency = provider_of(booking["offer"], clock), booking["total"]["currency"]
    total = seller.due(booking)
    _expect(total, expected, currency, "paid")
    offer = dict(booking["offer"], price=dict(booking["offer"]["price"], total=total))
    return _quote_card(offer, booking["passengers"], total, currency, booking["key"], rules_text(offer, clock.instant))


def pay(reference, expected, clock, store):
    with store.locked():
        booking = held(reference, *store.read())
        booking.update(provider_of(booking["offer"], clock).pay(booking, expected))
        booking.pop("payBy", None)
        store.save(booking)
        return booking


def change_quote(reference, offer_id, expected, clock, store):
    """(the card of moving a booking to the flights of another offer, what the provider said)"""
    bookings, unread = store.read()
    booking = find(reference, bookings, unread)
    if booking["status"] == "held":
        raise SkillError(CANNOT_CANCEL, "Booking %s is held, not paid: there is nothing to change" % booking["reference"],
                         "Hold or book the other flights, then cancel %s, which costs nothing; each with the person's own yes."
                         % booking["reference"])
    if booking["status"] != "confirmed" or departure(booking) <= clock.instant:
        raise SkillError(CANNOT_CANCEL, "Booking %s cannot be changed: it is cancelled or has departed" % booking["reference"])
    said = provider_of(booking["offer"], clock).change_quote(booking, offer_id, bookings)
    currency = booking["total"]["currency"]
    if expected is not None:
        _expect(said["total"], expected, currency, "changed")
    cash = [money(said[part], currency, lang) for lang in ("en", "zh") for part in ("fee", "difference")]
    rules = rules_text(said["offer"], clock.instant)
    rules = {"en": rules["en"] + ["Change of booking %s: fee %s, difference in fare %s" % (booking["reference"], *cash[:2])],
             "zh": rules["zh"] + ["订单 %s 改期：手续费 %s，票价差额 %s" % (booking["reference"], *cash[2:])]}
    card = _quote_card(said["offer"], booking["passengers"], said["total"], currency, booking["key"], rules)
    # What is paid for a change is no price of the trip.
    found = terms(said["offer"], booking["passengers"], said["offer"]["price"]["total"], currency)
    cash = (lambda amount: {"amount": amount, "currency": currency})
    moved = {"reference": booking["reference"], "from": booking["offer"]["itineraries"], "paid": booking["total"],
             "newFare": cash(said["newFare"]), "difference": cash(said["difference"]), "fee": cash(said["fee"])}
    return dict(card, terms=found, change=moved), said


def change(reference, offer_id, expected, clock, store):
    with store.locked():
        card, said = change_quote(reference, offer_id, expected, clock, store)
        bookings, unread = store.read()
        booking = find(reference, bookings, unread)
        more = provider_of(booking["offer"], clock).change(booking, said, bookings)
        _add_payment(booking, said, clock)
        booking.update(dict({"offer": card["offer"]}, **more))
        store.save(booking)
        return booking


def _add_payment(booking, said, clock):
    """What a change cost counts as paid, fee included. `payments` is there from the first change on."""
    currency, at = booking["total"]["currency"], clock.moment.isoformat(timespec="seconds")
    first = {"what": "booking", "at": booking["createdAt"], "amount": booking["total"]["amount"]}
    booking["payments"] = booking.get("payments", [first]) + [{"what": "change", "at": at, "amount": said["total"], "fee": said["fee"]}]
    paid = sum(to_minor(one["amount"], currency) for one in booking["payments"])
    booking["total"] = {"amount": from_minor(paid, currency), "currency": currency}


def _expect(total, expected, currency, done):
    if not same(total, expected, currency):
        raise SkillError(PRICE_CHANGED, "Price changed: was %s, now %s" % (money(expected, currency), money(total, currency)),
                         "Nothing was %s. Tell the person the new amount; if they accept it, run the command again with "
                         "--expect-total %s." % (done, bare(total)))


def card(booking, files=()):
    """The booking as the cards have it, without what only the store needs."""
    shown = {"kind": "booking", "version": 1}
    for key in ("reference", "status", "offer", "passengers", "total", "createdAt", "cancelledAt", "refund", "refundReason", "payments",
                "payBy", "airlineReference"):
        if key in booking:
            shown[key] = booking[key]
    shown["files"] = list(files)
    return shown
