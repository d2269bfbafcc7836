"""Real flights through Duffel (https://duffel.com/docs/api, version v2), paid from the balance of the person's own account.

The token is the secret DUFFEL_TOKEN. A test token (duffel_test_…) books at no cost with airlines that only pretend. With a live
one (duffel_live_…) a booking is a ticket and money: it needs FLIGHT_LIVE_LIMIT, such as "400 GBP", the most that one booking may
cost. Card data is never asked for and never sent: the only payment is `balance`.

Exactly once: an order carries the booking's key in its metadata. Where no answer comes, the orders of the offer are looked
through for that key before anything else (`recover`). Duffel says that an accepted order may appear late, so an order that is
not there counts as not made only after UNSURE_MINUTES; and it sells the offers of one search once, whatever is sent again.
"""

import os
import re
from decimal import Decimal
from urllib.parse import quote as quoted

from ..conditions import way_of
from ..errors import CANNOT_CANCEL, PRICE_CHANGED, PROVIDER, UNAVAILABLE, UNCERTAIN, USAGE, SkillError
from ..money import bare, from_minor, money, to_minor
from ..request import iso_day
from ..store import Store
from ..text import parsed
from ..travellers import age_on, traveller
from . import Port, Trip
from .duffel_api import SEARCH_SECONDS, SUPPLIER_MILLISECONDS, Api, Refusal, Unclear, as_error
from .duffel_offer import TO_DUFFEL, amount, offer_card

UNSURE_MINUTES = 180  # Duffel: an order may appear "a couple of hours" after it was accepted
METADATA_KEY = "skilldeck_key"
ID = re.compile(r"(off|ord|ore|oco|och)_\w{4,60}\Z")
PRICE_CODES = ("price_changed", "payment_amount_does_not_match_order_amount")

TEST = {"en": "Duffel test mode: the airlines only pretend, no ticket is issued and nothing is charged.",
        "zh": "Duffel 测试模式：航空公司为模拟，不会出票，也不会扣款。"}
LIVE = {"en": "Real flights, sold through Duffel and paid from the balance of your Duffel account.",
        "zh": "真实航班，由 Duffel 销售，从你的 Duffel 账户余额付款。"}


class Provider(Port):
    name = "duffel"
    words = {"en": "Duffel", "zh": "Duffel"}
    remote = True
    holds = True

    def __init__(self, clock):
        super().__init__(clock)
        self._made, self._raw, self._found = None, {}, {}

    @property
    def _api(self):
        if self._made is None:
            token = os.environ.get("DUFFEL_TOKEN", "").strip()
            if not token:
                raise SkillError(PROVIDER, "Duffel cannot be used: this skill was not given an access token",
                                 "Nothing was asked or booked. The person makes one in Duffel's dashboard (a test token is free) and "
                                 "gives it on the page of this skill, or with: skilldeck secrets set book-flight DUFFEL_TOKEN",
                                 "Without one, the sample flights work: --provider sample")
            self._made = Api(token)
        return self._made

    @property
    def _live(self):
        return self._api.mode == "live"

    @property
    def real(self):
        return os.environ.get("DUFFEL_TOKEN", "").strip().startswith("duffel_live_")

    @property
    def notice(self):
        return LIVE if self.real else TEST

    # ---- searching

    def search(self, request, bookings):
        self._can_ask(request)
        key = (tuple((leg.origin.code, leg.dest.code, leg.day) for leg in request.legs), request.adults, request.children,
               request.infants_lap, request.ages, request.cabin)
        if key not in self._found:
            self._found[key] = self._search(request)
        trips = self._found[key]
        if trips and request.max_price is not None and request.currency != trips[0][1]:
            raise SkillError(USAGE, "Duffel prices in %s for this account; --max-price was in %s" % (trips[0][1], request.currency),
                             "Search again with --currency %s and the limit in it." % trips[0][1])
        return [trip for trip, _ in trips]

    def _can_ask(self, request):
        if request.infants_seat:
            raise SkillError(USAGE, "Duffel sells no seats for infants", "Let the infant travel on an adult's lap with --infants-lap.")
        young = [age for age in request.ages if age < 18]
        if request.children + request.infants_lap > len([age for age in young if age < 12]):
            raise SkillError(USAGE, "The airlines want the age of each child and infant on the day of travel",
                             "Ask for the ages and give them with --ages, such as --ages 5,1.")

    def _search(self, request):
        people = [{"age": age} for age in request.ages if age < 18]
        grown = request.adults - sum(1 for person in people if person["age"] >= 12)
        body = {"slices": [{"origin": leg.origin.code, "destination": leg.dest.code, "departure_date": iso_day(leg.day)}
                           for leg in request.legs],
                "passengers": [{"type": "adult"}] * grown + people, "cabin_class": TO_DUFFEL[request.cabin]}
        data = self._api.ask("/air/offer_requests?return_offers=true&supplier_timeout=%d" % SUPPLIER_MILLISECONDS, body,
                             SEARCH_SECONDS)
        trips = []
        for raw in (data or {}).get("offers") or []:
            if raw.get("partial"):
                continue
            try:
                card = offer_card(raw, self.clock)
                ways = [way_of(way) for way in card["itineraries"]]
            except (KeyError, TypeError, ValueError, IndexError):
                continue  # an offer that is not as published is not shown
            trips.append((Trip(ways, to_minor(raw["total_amount"], raw["total_currency"]), card["bags"]["checked"],
                               lambda card=card: dict(card)), raw["total_currency"]))
        return trips

    def quote(self, offer_id, bookings):
        if not ID.match(offer_id) or not offer_id.startswith("off_"):
            raise SkillError(USAGE, "Not an offer id of Duffel: '%s'" % offer_id[:60],
                             "Copy it exactly from the search. An offer of another provider needs --provider.")
        raw = self._api.ask("/air/offers/" + offer_id)
        if self._gone(raw["expires_at"]):
            raise SkillError(UNAVAILABLE, "Offer %s has expired" % offer_id, "Search again and let the person choose again.")
        self._raw[offer_id] = raw
        offer = offer_card(raw, self.clock)
        if self._live:
            said = money(offer["price"]["total"], offer["price"]["currency"])
            offer["warning"] = {
                "en": "Real money: on your yes, %s is paid at once from your Duffel balance and the airline issues tickets." % said,
                "zh": "真实付款：确认后，将立即从你的 Duffel 余额支付 %s，并由航空公司出票。" % money(
                    offer["price"]["total"], offer["price"]["currency"], "zh")}
        return offer

    def _gone(self, iso):
        return parsed(iso.replace("Z", "+00:00")[:19] + "+00:00").timestamp() <= self.clock.moment.timestamp()

    # ---- booking

    def check(self, order, offer):
        self._within_limit(offer["price"])
        self._passengers(order, self._raw[offer["id"]])
        self._nothing_open(order)

    def _within_limit(self, price):
        if not self._live:
            return
        said = os.environ.get("FLIGHT_LIVE_LIMIT", "").strip()
        match = re.match(r"(\d{1,7}(?:\.\d\d)?) ?([A-Z]{3})\Z", said)
        how = "The person sets the most that one booking may cost in the settings: \"skillVariables\": {\"book-flight\": " \
              "{\"FLIGHT_LIVE_LIMIT\": \"400 %s\"}} in config.jsonc." % price["currency"]
        if not match:
            raise SkillError(USAGE, "No limit is set for live bookings" if not said else "FLIGHT_LIVE_LIMIT is not an amount with "
                             "its currency", "Nothing was booked. " + how)
        if match.group(2) != price["currency"]:
            raise SkillError(USAGE, "The limit for live bookings is in %s, this offer in %s" % (match.group(2), price["currency"]),
                             "Nothing was booked. " + how)
        if to_minor(price["total"], price["currency"]) > to_minor(match.group(1), price["currency"]):
            raise SkillError(USAGE, "This costs %s, more than the limit of %s for one live booking" % (
                money(price["total"], price["currency"]), money(float(match.group(1)), price["currency"])),
                "Nothing was booked. Only the person can raise the limit. " + how)

    def _nothing_open(self, order):
        """Refuse a new order for somebody whose last one has no answer yet: it may be a ticket."""
        names = {p["name"].casefold() for p in order.passengers}
        open_orders, unread = Store().all_pending()
        for one in unread:
            raise one.error({"en": "It is not known for whom an earlier order was sent", "zh": "不知道此前为谁发出过订单"})
        for waiting in open_orders:
            if waiting["key"] != order.key and names & {p["name"].casefold() for p in waiting["passengers"]}:
                raise SkillError(UNCERTAIN, "An earlier order for %s has no answer yet" % waiting["passengers"][0]["name"],
                                 "Nothing was booked now. Find out first what became of it: manage_bookings.py list looks it up.")

    def _passengers(self, order, raw):
        """Duffel's passengers of an order, from what the person gave as secrets."""
        last_slice = parsed(raw["slices"][-1]["segments"][-1]["arriving_at"][:19]).date()
        departs = parsed(raw["slices"][-1]["segments"][0]["departing_at"][:19]).date()
        wanted = raw.get("passenger_identity_documents_required") is True
        if wanted and "passport" not in (raw.get("supported_passenger_identity_document_types") or []):
            raise SkillError(UNAVAILABLE, "This airline wants a document other than a passport", "Choose another offer.")
        kinds = {"adult": "adult", "child": "child", "infant_without_seat": "infant"}
        free = list(raw["passengers"])
        people, infants, adults = [], [], []
        for passenger in order.passengers:
            one = traveller(passenger["name"], wanted, last_slice)
            years = age_on(one.born, departs)
            same_kind = [p for p in free if kinds.get(p["type"]) == passenger["type"]]
            fits = [p for p in same_kind if (p.get("age") == years if p.get("age") is not None else years >= 18)]
            if not fits:
                raise SkillError(USAGE, "The offer is for another age than that of %s on the day of travel" % one.name,
                                 "Search again with the right --ages.")
            free.remove(fits[0])
            person = {"id": fits[0]["id"], "title": one.title, "gender": one.gender, "given_name": one.given,
                      "family_name": one.family, "born_on": one.born.isoformat(), "email": one.email, "phone_number": one.phone}
            if wanted:
                person["identity_documents"] = [{"type": "passport", "unique_identifier": one.passport,
                                                 "issuing_country_code": one.country, "expires_on": one.expires.isoformat()}]
            people.append(person)
            {"infant": infants, "adult": adults}.get(passenger["type"], []).append(person)
        for adult, infant in zip(adults, infants):
            adult["infant_passenger_id"] = infant["id"]
        return people

    def book(self, order, offer, bookings):
        return self._order(order, "instant")

    def hold(self, order, offer):
        if "holdUntil" not in offer:
            raise SkillError(CANNOT_CANCEL, "This fare cannot be held: the airline wants to be paid at once",
                             "Nothing was booked. Book it, or choose an offer that can be held.")
        return self._order(order, "hold")

    def _order(self, order, kind):
        raw = self._raw[order.offer]
        body = {"type": kind, "selected_offers": [raw["id"]], "passengers": self._passengers(order, raw),
                "metadata": {METADATA_KEY: order.key}}
        if kind == "instant":
            body["payments"] = [{"type": "balance", "amount": raw["total_amount"], "currency": raw["total_currency"]}]
        try:
            made = self._api.change("/air/orders", body, order.key)
        except Unclear:
            return self.recover(order, sure=False)
        except Refusal as refusal:
            if refusal.code == "offer_request_already_booked":
                made = self._find(order)
                if made is None:
                    raise as_error(refusal) from None
                return self._booked(made)
            if refusal.code in PRICE_CODES:
                raise self._dearer(order, raw) from None
            raise as_error(refusal) from None
        return self._booked(made)

    def _dearer(self, order, raw):
        before = amount(raw["total_amount"], raw["total_currency"])
        now = self.quote(order.offer, ())["price"]
        if now["total"] == before:
            return SkillError(UNAVAILABLE, "The airline changed the price and has not said to what",
                              "Nothing was booked. Search again and let the person choose again.")
        return SkillError(PRICE_CHANGED, "Price changed: was %s, now %s" % (
            money(before, raw["total_currency"]), money(now["total"], now["currency"])),
            "Nothing was booked. Tell the person the new total; if they accept it, run the command again with "
            "--expect-total %s." % bare(now["total"]))

    def _booked(self, made):
        status = made.get("payment_status") or {}
        more = {"status": "held" if status.get("awaiting_payment") else "confirmed",
                "provider": {"order": made["id"], "live": bool(made.get("live_mode"))},
                "total": {"amount": amount(made["total_amount"], made["total_currency"]), "currency": made["total_currency"]},
                "airlineReference": str(made.get("booking_reference") or "")}
        if status.get("awaiting_payment") and status.get("payment_required_by"):
            more["payBy"] = status["payment_required_by"]
        return more

    def _find(self, order):
        """The order of this key, or None. Raises SkillError where it cannot be looked up."""
        found = self._api.ask("/air/orders?offer_id=%s" % quoted(order.offer)) or []
        mine = [one for one in found if (one.get("metadata") or {}).get(METADATA_KEY) == order.key]
        return mine[0] if mine else None

    def recover(self, order, sure=True):
        """`sure`: time has passed, so that an order which is not there was not made."""
        try:
            made = self._find(order)
        except SkillError:
            raise self._uncertain("it cannot be looked up now") from None
        if made is not None:
            return self._booked(made)
        waiting = Store().pending(order.key) if sure else None
        if waiting and self.clock.instant - waiting["createdMinute"] >= UNSURE_MINUTES:
            return None
        raise self._uncertain("it is not among the orders yet")

    @staticmethod
    def _uncertain(why):
        return SkillError(UNCERTAIN, "It is not known whether this was booked: Duffel gave no answer, and %s" % why,
                          "Never say that it failed, and do not book it again with another key. The same command with the same "
                          "--key looks it up first and books nothing twice; so does manage_bookings.py list.",
                          "An order that has not appeared after %d hours was not made." % (UNSURE_MINUTES // 60))

    def due(self, booking):
        made = self._order_of(booking)
        if made.get("cancelled_at"):
            raise SkillError(CANNOT_CANCEL, "Booking %s was cancelled at Duffel" % booking["reference"])
        return amount(made["total_amount"], made["total_currency"])

    def pay(self, booking, total):
        made = self._order_of(booking)
        if made.get("cancelled_at"):
            raise SkillError(CANNOT_CANCEL, "Booking %s was cancelled at Duffel" % booking["reference"])
        if not made["payment_status"]["awaiting_payment"]:
            return self._booked(made)
        due, currency = amount(made["total_amount"], made["total_currency"]), made["total_currency"]
        self._within_limit({"total": due, "currency": currency})
        if to_minor(due, currency) != to_minor(total, currency):
            raise self._moved(booking, total, due, currency)
        body = {"order_id": made["id"], "payment": {"type": "balance", "amount": made["total_amount"], "currency": currency}}
        try:
            self._api.change("/air/payments", body, booking["key"] + ":pay")
        except Refusal as refusal:
            if refusal.code == "price_changed":
                raise self._moved(booking, total, None, currency) from None
            if refusal.code != "already_paid":
                raise self._too_late(refusal, booking) or as_error(refusal) from None
        except Unclear:
            pass
        made = self._order_of(booking, "paid")
        if made["payment_status"]["awaiting_payment"]:
            raise self._open(booking, "paid")
        return self._booked(made)

    def _moved(self, booking, total, due, currency):
        if due is None:
            made = self._order_of(booking)
            due = amount(made["total_amount"], currency)
        return SkillError(PRICE_CHANGED, "Price changed: was %s, now %s" % (money(total, currency), money(due, currency)),
                          "Nothing was paid. Tell the person the new total; if they accept it, pay with --expect-total %s." % bare(due))

    @staticmethod
    def _too_late(refusal, booking):
        if refusal.code in ("past_payment_required_by_date", "already_cancelled"):
            return SkillError(CANNOT_CANCEL, "Booking %s can no longer be paid: the time to hold it is over" % booking["reference"],
                              "Nothing was paid. Search again for a new offer.")
        return None

    @staticmethod
    def _open(booking, done):
        return SkillError(UNCERTAIN, "It is not known whether booking %s was %s: Duffel gave no answer" % (booking["reference"], done),
                          "Never say that it failed. Run the same command again in a few minutes: it looks first and does nothing twice.")

    def _order_of(self, booking, done=None):
        """The order of a booking as Duffel has it now. `done`: what was just tried, so that a failure here is UNCERTAIN."""
        try:
            return self._api.ask("/air/orders/" + booking["provider"]["order"])
        except SkillError:
            if done:
                raise self._open(booking, done) from None
            raise

    # ---- cancelling

    def cancel_quote(self, booking):
        made = self._order_of(booking)
        if made.get("cancelled_at"):
            return self._settled(booking, made.get("cancellation") or {})
        return self._settled(booking, self._cancellation(made))

    def _cancellation(self, made):
        if "cancel" not in made.get("available_actions", []):
            raise SkillError(CANNOT_CANCEL, "The airline does not let this booking be cancelled here",
                             "Nothing was cancelled. The person asks the airline, with its reference %s." % made.get("booking_reference"))
        return self._api.ask("/air/order_cancellations", {"order_id": made["id"]})

    def _settled(self, booking, raw):
        total, currency = booking["total"]["amount"], booking["total"]["currency"]
        if booking["status"] == "held" or raw.get("refund_to") == "awaiting_payment":
            return {"fee": 0, "refund": 0, "reason": "not-paid"}
        if raw.get("refund_amount") is None or raw.get("refund_currency") != currency:
            raise SkillError(CANNOT_CANCEL, "The airline does not say what it would refund",
                             "Nothing was cancelled. The person asks the airline, or Duffel's support.")
        refund = to_minor(raw["refund_amount"], currency)
        fee = to_minor(total, currency) - refund
        to = raw.get("refund_to")
        reason = ("not-refundable" if refund == 0 else "voucher" if to in ("voucher", "airline_credits") else
                  "full" if fee == 0 else "fee")
        return {"fee": from_minor(fee, currency), "refund": from_minor(refund, currency), "reason": reason}

    def cancel(self, booking, quote):
        made = self._order_of(booking)
        if made.get("cancelled_at"):
            return {"cancelledAt": made["cancelled_at"]}
        pending = self._cancellation(made)
        settled = self._settled(booking, pending)
        if settled["refund"] != quote["refund"]:
            raise SkillError(PRICE_CHANGED, "The refund changed: was %s, now %s" % tuple(
                money(one["refund"], booking["total"]["currency"]) for one in (quote, settled)),
                "Nothing was cancelled. Tell the person the new refund and ask again.")
        try:
            self._api.change("/air/order_cancellations/%s/actions/confirm" % pending["id"], {}, booking["key"] + ":cancel")
        except Refusal as refusal:
            if refusal.code != "already_cancelled":
                raise as_error(refusal) from None
        except Unclear:
            pass
        made = self._order_of(booking, "cancelled")
        if not made.get("cancelled_at"):
            raise self._open(booking, "cancelled")
        return {}

    # ---- changing

    def change_quote(self, booking, offer_id, bookings):
        """The flights of another search's offer, asked for as a change of this order."""
        made = self._order_of(booking)
        if "change" not in made.get("available_actions", []):
            raise SkillError(CANNOT_CANCEL, "The airline does not let booking %s be changed here" % booking["reference"],
                             "Book the new flight and cancel this booking, each with the person's own yes.")
        wanted = self._api.ask("/air/offers/" + offer_id) if ID.match(offer_id) else {}
        if len(wanted.get("slices", ())) != len(made["slices"]):
            raise SkillError(USAGE, "The new offer has another number of flights than booking %s" % booking["reference"],
                             "Search for the same trip on the new day.")
        moved = [(old, new) for old, new in zip(made["slices"], wanted["slices"]) if _flown(old) != _flown(new)]
        if not moved:
            raise SkillError(USAGE, "Booking %s is already on these flights" % booking["reference"])
        asked = self._api.ask("/air/order_change_requests", {"order_id": made["id"], "slices": {
            "remove": [{"slice_id": old["id"]} for old, _ in moved],
            "add": [{"origin": new["origin"]["iata_code"], "destination": new["destination"]["iata_code"],
                     "departure_date": new["segments"][0]["departing_at"][:10],
                     "cabin_class": new["segments"][0]["passengers"][0].get("cabin_class") or "economy"} for _, new in moved]}})
        fits = [one for one in asked.get("order_change_offers") or []
                if [_flown(s) for s in one["slices"]["add"]] == [_flown(new) for _, new in moved]]
        if not fits:
            raise SkillError(UNAVAILABLE, "The airline does not offer a change to these flights",
                             "Choose another day or flight, or make a new booking and cancel this one.")
        best = min(fits, key=lambda one: Decimal(one["change_total_amount"]))
        currency = booking["total"]["currency"]
        if best["change_total_currency"] != currency or best["new_total_currency"] != currency:
            raise SkillError(CANNOT_CANCEL, "The airline prices this change in another currency than the booking")
        total, fee = to_minor(best["change_total_amount"], currency), to_minor(best.get("penalty_amount") or "0", currency)
        kept = {id(old): new for (old, _), new in zip(moved, best["slices"]["add"])}
        raw = dict(wanted, slices=[kept.get(id(one), one) for one in made["slices"]], total_amount=best["new_total_amount"],
                   total_currency=currency, passengers=made["passengers"], conditions=made["conditions"])
        paid = to_minor(booking["total"]["amount"], currency)
        return {"offer": offer_card(raw, self.clock), "newFare": from_minor(paid + total - fee, currency),
                "fee": from_minor(fee, currency), "difference": from_minor(total - fee, currency),
                "total": from_minor(total, currency), "provider": {"change": best["id"]}}

    def change(self, booking, quote, bookings):
        currency = booking["total"]["currency"]
        self._within_limit({"total": max(quote["total"], 0), "currency": currency})
        pending = self._api.ask("/air/order_changes", {"selected_order_change_offer": quote["provider"]["change"]})
        due = to_minor(pending["change_total_amount"], currency)
        if due != to_minor(quote["total"], currency):
            raise SkillError(PRICE_CHANGED, "The price of this change moved: was %s, now %s" % (
                money(quote["total"], currency), money(from_minor(due, currency), currency)),
                "Nothing was changed. Tell the person the new amount and ask again.")
        body = {"payment": {"type": "balance", "amount": pending["change_total_amount"], "currency": currency}} if due > 0 else {}
        try:
            self._api.change("/air/order_changes/%s/actions/confirm" % pending["id"], body, booking["key"] + ":" + pending["id"])
        except Refusal as refusal:
            if refusal.code != "already_confirmed":
                raise as_error(refusal) from None
        except Unclear:
            try:
                done = self._api.ask("/air/order_changes/" + pending["id"]).get("confirmed_at")
            except SkillError:
                done = None
            if not done:
                raise self._open(booking, "changed") from None
        self._order_of(booking, "changed")
        return {}


def _flown(raw_slice):
    """What tells one slice from another: its flights and when they leave."""
    return [(s["marketing_carrier"].get("iata_code"), s.get("marketing_carrier_flight_number"), s["departing_at"][:16])
            for s in raw_slice["segments"]]
