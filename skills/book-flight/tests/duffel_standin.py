"""A strict stand-in for Duffel's flights API, version v2: refuses what Duffel refuses, in Duffel's own error shapes.

Written from what is published, read in November 2026:
- https://duffel.com/docs/api/v2/offer-requests, /offers, /orders, /payments, /order-cancellations, /order-change-requests,
  /order-changes: fields, types, headers, `return_offers`, `supplier_timeout`, the list filter `offer_id`, `metadata`
- https://duffel.com/docs/api/overview/response-handling: status codes, {meta, errors[{type, title, code, message, source}]},
  `ratelimit-limit`, `ratelimit-remaining`, `ratelimit-reset`; an order takes up to 120 s (wait for at least 130); 202 and 500
  are not to be tried again; 503 to an order means that none was made
- https://changelog.duffel.com (the code `price_changed`)
- the types and fixtures of https://github.com/duffelhq/duffel-api-javascript (4.28): passengers, documents, conditions,
  payment requirements, changes
Codes seen in public issues and logs: access_token_not_found, offer_no_longer_available, offer_request_already_booked,
payment_amount_does_not_match_order_amount, invalid_phone_number, validation_required, validation_error, already_cancelled.
Stricter than Duffel: an unknown field is refused. Not published, so chosen here: the code of a hold that the airline does not
offer (`validation_error`), and that a repeated Idempotency-Key gives the first answer again only if `replays` is set:
Duffel documents no such header for orders, so nothing may rely on it.

    python3 duffel_standin.py        prints its address; POST /_/faults and GET /_/state are for tests
"""

import json
import re
import sys
import threading
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

DOCS = "https://duffel.com/docs/api/overview/response-handling"
AIRPORTS = {  # code → (name, city, city code, country, zone, minutes from UTC in May)
    "LHR": ("Heathrow Airport", "London", "LON", "GB", "Europe/London", 60),
    "CDG": ("Paris Charles de Gaulle Airport", "Paris", "PAR", "FR", "Europe/Paris", 120),
    "MAD": ("Adolfo Suárez Madrid–Barajas Airport", "Madrid", "MAD", "ES", "Europe/Madrid", 120),
    "JFK": ("John F. Kennedy International Airport", "New York", "NYC", "US", "America/New_York", -240),
    "PEK": ("Beijing Capital International Airport", "Beijing", "BJS", "CN", "Asia/Shanghai", 480),
    "NRT": ("Narita International Airport", "Tokyo", "TYO", "JP", "Asia/Tokyo", 540),
    "BGO": ("Bergen Airport, Flesland", "Bergen", "BGO", "NO", "Europe/Oslo", 120),
}
CABINS = ("first", "business", "premium_economy", "economy")
TITLES = ("mr", "ms", "mrs", "miss", "dr")
NAME = re.compile(r"[A-Za-z\u00c0-\u017f' -]{1,20}\Z")  # Latin-1 Supplement and Latin Extended-A
NOT_IN_NAMES = set("ÆæĲĳŒœÞð")
DAY = re.compile(r"\d{4}-\d\d-\d\d\Z")


class Refused(Exception):
    def __init__(self, status, kind, code, title, message, field=None, headers=None):
        super().__init__(code)
        error = {"type": kind, "code": code, "title": title, "message": message, "documentation_url": DOCS}
        if field:
            error["source"] = {"field": field.rpartition("/")[2], "pointer": "/" + field}
        self.status, self.error, self.headers = status, error, headers or {}


def invalid(field, message, code="validation_error"):
    return Refused(422, "validation_error", code, "Invalid field", message, field)


def only(data, allowed, where=""):
    if not isinstance(data, dict):
        raise invalid(where or "data", "Field '%s' must be an object" % (where or "data"))
    for key in data:
        if key not in allowed:
            raise invalid("%s%s" % (where and where + "/", key), "Field '%s' is not known" % key)


def required(data, key, kind, where=""):
    value = data.get(key)
    if value is None or value == "" or value == []:
        raise invalid("%s%s" % (where and where + "/", key), "Field '%s' can't be blank" % key, "validation_required")
    if not isinstance(value, kind):
        raise invalid("%s%s" % (where and where + "/", key), "Field '%s' has the wrong type" % key)
    return value


def a_day(data, key, where):
    value = required(data, key, str, where)
    try:
        if not DAY.match(value):
            raise ValueError
        return datetime.strptime(value, "%Y-%m-%d").date()
    except ValueError:
        raise invalid(where + "/" + key, "Field '%s' is not a date" % key) from None


def stamp(when):
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


def airport(code):
    name, city, city_code, country, zone, _ = AIRPORTS[code]
    return {"type": "airport", "id": "arp_%s_%s" % (code.lower(), country.lower()), "iata_code": code, "name": name,
            "city_name": city, "iata_city_code": city_code, "iata_country_code": country, "time_zone": zone,
            "icao_code": "X" + code, "latitude": 0.0, "longitude": 0.0, "city": None}


def airline(code):
    name = {"ZZ": "Duffel Airways", "BA": "British Airways", "IB": "Iberia"}[code]
    return {"id": "arl_" + code, "iata_code": code, "name": name, "logo_symbol_url": None, "logo_lockup_url": None,
            "conditions_of_carriage_url": None}


def duration(minutes):
    return "PT%02dH%02dM" % divmod(minutes, 60)


class Duffel:
    """The account of one token, as Duffel would have it."""

    def __init__(self, today, currency="GBP"):
        self.now, self.currency, self.balance = today, currency, Decimal("100000.00")
        self.lock = threading.RLock()
        self.requests, self.offers, self.orders, self.cancellations = {}, {}, {}, {}
        self.changes, self.change_offers, self.keys = {}, {}, {}
        self.faults, self.calls, self.count, self.replays = [], [], 0, False
        self.fare_rise = Decimal("0.00")

    def new_id(self, prefix):
        self.count += 1
        return "%s_0000StandIn%011d" % (prefix, self.count)

    # ---- offer requests and offers

    def create_offer_request(self, data, query, live):
        only(data, ("slices", "passengers", "cabin_class", "max_connections", "private_fares"))
        slices = required(data, "slices", list)
        people = required(data, "passengers", list)
        if data.get("cabin_class") not in (None,) + CABINS:
            raise invalid("cabin_class", "Field 'cabin_class' is not one of " + ", ".join(CABINS))
        if data.get("max_connections") not in (None, 0, 1, 2):
            raise invalid("max_connections", "Field 'max_connections' must be 0, 1 or 2")
        legs = []
        for n, part in enumerate(slices):
            where = "slices/%d" % n
            only(part, ("origin", "destination", "departure_date", "departure_time", "arrival_time"), where)
            day = a_day(part, "departure_date", where)
            if day < self.now.date():
                raise invalid(where + "/departure_date", "Field 'departure_date' must be in the future")
            for key in ("departure_time", "arrival_time"):
                span = part.get(key)
                if span is not None:
                    only(span, ("from", "to"), where + "/" + key)
                    if not all(re.match(r"\d\d:\d\d\Z", span.get(k, "")) for k in ("from", "to")):
                        raise invalid(where + "/" + key, "Field '%s' must have from and to" % key)
            ends = []
            for key in ("origin", "destination"):
                code = required(part, key, str, where)
                found = [c for c, a in AIRPORTS.items() if code in (c, a[2])]
                if not re.match(r"[A-Z]{3}\Z", code):
                    raise invalid(where + "/" + key, "Field '%s' must be a 3-letter IATA code" % key)
                ends.append(found[0] if found else None)
            legs.append((ends[0], ends[1], day))
        passengers = []
        for n, person in enumerate(people):
            where = "passengers/%d" % n
            only(person, ("type", "age", "fare_type", "given_name", "family_name", "loyalty_programme_accounts"), where)
            if ("type" in person) == ("age" in person):
                raise invalid(where, "A passenger can have only a type or an age, but not both")
            if "type" in person and person["type"] != "adult":
                raise invalid(where + "/type", "Field 'type' must be adult; give an age for anybody under 18")
            age = person.get("age")
            if "age" in person and (not isinstance(age, int) or not 0 <= age <= 130):
                raise invalid(where + "/age", "Field 'age' must be a whole number")
            kind = "adult" if age is None or age >= 12 else "child" if age >= 2 else "infant_without_seat"
            passengers.append({"id": self.new_id("pas"), "type": kind, "age": age, "given_name": None, "family_name": None,
                               "loyalty_programme_accounts": [], "fare_type": None})
        if sum(p["type"] == "infant_without_seat" for p in passengers) > sum(p["type"] == "adult" for p in passengers):
            raise invalid("passengers", "There are more infants than adults")
        request = {"id": self.new_id("orq"), "live_mode": live, "created_at": stamp(self.now), "booked": False,
                   "cabin_class": data.get("cabin_class"), "passengers": passengers, "slices": [], "offers": []}
        self.requests[request["id"]] = request
        if all(a and b for a, b, _ in legs):
            for kind in ("ZZ", "BA", "IB"):
                if kind == "BA" and data.get("max_connections") == 0:
                    continue
                offer = self.make_offer(kind, legs, request, live)
                request["offers"].append(offer)
        shown = {k: v for k, v in request.items() if k != "booked"}
        if query.get("return_offers", ["true"])[0] != "true":
            shown["offers"] = []
        else:
            shown["offers"] = [{k: v for k, v in o.items() if k != "available_services"} for o in request["offers"]]
        return 201, shown

    def make_offer(self, kind, legs, request, live):
        """ZZ: direct, can be held, refundable for a fee. BA: by way of Bergen, paid at once, wants passports, not refundable.
        IB: direct, the airline says nothing of refunds, gives them as a voucher."""
        base = {"ZZ": "150.40", "BA": "99.10", "IB": "171.00"}[kind]
        seated = [p for p in request["passengers"] if p["type"] != "infant_without_seat"]
        total = Decimal(base) * len(seated) * len(legs) + Decimal("12.30") * (len(request["passengers"]) - len(seated))
        tax = (total * Decimal("0.2")).quantize(Decimal("0.01"))
        refund = {"ZZ": {"allowed": True, "penalty_amount": "40.00", "penalty_currency": self.currency},
                  "BA": {"allowed": False, "penalty_amount": None, "penalty_currency": None}, "IB": None}[kind]
        change = {"ZZ": {"allowed": True, "penalty_amount": "25.00", "penalty_currency": self.currency},
                  "BA": {"allowed": False, "penalty_amount": None, "penalty_currency": None}, "IB": None}[kind]
        instant = kind != "ZZ"
        offer = {
            "id": self.new_id("off"), "live_mode": live, "owner": airline(kind), "partial": False,
            "offer_request_id": request["id"],
            "total_amount": str(total), "total_currency": self.currency, "base_amount": str(total - tax),
            "base_currency": self.currency, "tax_amount": str(tax), "tax_currency": self.currency,
            "created_at": stamp(self.now), "updated_at": stamp(self.now), "expires_at": stamp(self.now + timedelta(minutes=30)),
            "passenger_identity_documents_required": kind == "BA",
            "supported_passenger_identity_document_types": ["passport"] if kind == "BA" else [],
            "supported_loyalty_programmes": [], "private_fares": [], "total_emissions_kg": "460",
            "conditions": {"refund_before_departure": refund, "change_before_departure": change},
            "payment_requirements": {
                "requires_instant_payment": instant,
                "payment_required_by": None if instant else stamp(self.now + timedelta(days=2)),
                "price_guarantee_expires_at": None if instant else stamp(self.now + timedelta(days=1))},
            "passengers": [dict(p) for p in request["passengers"]], "available_services": [],
            "slices": [self.make_slice(kind, leg, request, change) for leg in legs],
        }
        self.offers[offer["id"]] = offer
        return offer

    def make_slice(self, kind, leg, request, change):
        origin, dest, day = leg
        stops = [origin, "BGO", dest] if kind == "BA" else [origin, dest]
        leaves = datetime(day.year, day.month, day.day, {"ZZ": 9, "BA": 6, "IB": 14}[kind], 25)
        utc = leaves - timedelta(minutes=AIRPORTS[origin][5])
        segments = []
        for n, (a, b) in enumerate(zip(stops, stops[1:])):
            minutes = 455 if kind == "IB" else 430
            segments.append({
                "id": self.new_id("seg"), "origin": airport(a), "destination": airport(b), "origin_terminal": "5" if n == 0 else None,
                "destination_terminal": None, "departing_at": (utc + timedelta(minutes=AIRPORTS[a][5])).strftime("%Y-%m-%dT%H:%M:%S"),
                "arriving_at": (utc + timedelta(minutes=minutes + AIRPORTS[b][5])).strftime("%Y-%m-%dT%H:%M:%S"),
                "duration": duration(minutes), "distance": "5000", "stops": [],
                "marketing_carrier": airline(kind), "marketing_carrier_flight_number": str(7 + n if kind == "ZZ" else 117 + n),
                "operating_carrier": airline(kind), "operating_carrier_flight_number": None,
                "aircraft": None if kind == "ZZ" else {"id": "arc_1", "iata_code": "77W", "name": "Boeing 777-300ER"},  # ZZ: not told
                "passengers": [{"passenger_id": p["id"], "cabin_class": request["cabin_class"] or "economy",
                                "cabin_class_marketing_name": "Economy", "fare_basis_code": "Y20LGTN2",
                                "baggages": [{"type": "carry_on", "quantity": 1},
                                             {"type": "checked", "quantity": 0 if kind == "BA" else 1}]}
                               for p in request["passengers"]]})
            utc += timedelta(minutes=minutes + 95)
        took = (len(stops) - 1) * 430 + (len(stops) - 2) * 95 if kind != "IB" else 455
        return {"id": self.new_id("sli"), "origin": airport(origin), "origin_type": "airport", "destination": airport(dest),
                "destination_type": "airport", "duration": duration(took), "fare_brand_name": "Basic" if kind == "BA" else "Economy",
                "conditions": {"change_before_departure": change, "advance_seat_selection": None, "priority_boarding": None,
                               "priority_check_in": None}, "segments": segments}

    def open_offer(self, offer_id, field=None):
        offer = self.offers.get(offer_id)
        if offer is None:
            if field:
                raise invalid(field, "Field '%s' has an unknown offer" % field.rpartition("/")[2])
            raise Refused(404, "invalid_request_error", "not_found", "Not found", "The resource you are trying to access does not exist")
        if offer["expires_at"] <= stamp(self.now) or offer.get("gone"):
            raise Refused(422, "invalid_state_error", "offer_no_longer_available", "Offer no longer available",
                          "The selected offer is no longer available. Please select another offer, or create a new offer request.")
        return offer

    def get_offer(self, offer_id):
        offer = self.open_offer(offer_id)
        return 200, dict({k: v for k, v in offer.items() if k != "offer_request_id"})

    # ---- orders

    def create_order(self, data, live):
        only(data, ("type", "selected_offers", "passengers", "payments", "services", "metadata", "users"))
        kind = required(data, "type", str)
        if kind not in ("instant", "hold"):
            raise invalid("type", "Field 'type' must be instant or hold")
        chosen = required(data, "selected_offers", list)
        if len(chosen) != 1:
            raise invalid("selected_offers", "Field 'selected_offers' must have exactly one offer")
        offer = self.open_offer(chosen[0], "selected_offers/0")
        if offer["live_mode"] != live:
            raise invalid("selected_offers/0", "The offer is of another mode")
        request = self.requests[offer["offer_request_id"]]
        if request["booked"]:
            raise Refused(422, "validation_error", "offer_request_already_booked", "Can't book multiple offers from the same offer request",
                          "Field 'selected_offers' has offers included in a offer request that has already been booked; "
                          "please perform a new search", "selected_offers")
        self.check_metadata(data.get("metadata", {}))
        passengers = self.check_passengers(required(data, "passengers", list), offer)
        if kind == "hold":
            if data.get("payments"):
                raise invalid("payments", "Field 'payments' must not be given for a hold order")
            if offer["payment_requirements"]["requires_instant_payment"]:
                raise invalid("type", "The selected offer requires instant payment")
        else:
            self.pay(required(data, "payments", list), offer["total_amount"], "payments")
        request["booked"] = True
        slices = [dict(s, id=self.new_id("sli")) for s in offer["slices"]]
        held = kind == "hold"
        order = {
            "id": self.new_id("ord"), "offer_id": offer["id"], "live_mode": live, "type": kind, "metadata": data.get("metadata", {}),
            "booking_reference": "RZ%04d" % (self.count % 10000), "created_at": stamp(self.now), "synced_at": stamp(self.now),
            "cancelled_at": None, "cancellation": None, "owner": offer["owner"], "passengers": passengers, "slices": slices,
            "services": [], "total_amount": offer["total_amount"], "total_currency": offer["total_currency"],
            "base_amount": offer["base_amount"], "base_currency": offer["base_currency"], "tax_amount": offer["tax_amount"],
            "tax_currency": offer["tax_currency"], "conditions": offer["conditions"],
            "documents": [] if held else [{"type": "electronic_ticket", "unique_identifier": "1252106312810",
                                           "passenger_ids": [p["id"] for p in passengers]}],
            "available_actions": ["cancel", "update"] + (["change"] if offer["owner"]["iata_code"] == "ZZ" else []),
            "payment_status": {"awaiting_payment": held, "paid_at": None if held else stamp(self.now),
                               "payment_required_by": offer["payment_requirements"]["payment_required_by"] if held else None,
                               "price_guarantee_expires_at": offer["payment_requirements"]["price_guarantee_expires_at"] if held else None},
            "airline_initiated_changes": [],
        }
        self.orders[order["id"]] = order
        return 201, order

    @staticmethod
    def check_metadata(metadata):
        if not isinstance(metadata, dict) or len(metadata) > 50:
            raise invalid("metadata", "Field 'metadata' must be an object of at most 50 keys")
        for key, value in metadata.items():
            if not re.match(r"[\w-]{1,40}\Z", key) or not isinstance(value, str) or len(value) > 500:
                raise invalid("metadata/" + key, "Field 'metadata' has an invalid entry")

    def check_passengers(self, people, offer):
        expected = {p["id"]: p for p in offer["passengers"]}
        if sorted(p.get("id", "") for p in people) != sorted(expected):
            raise invalid("passengers", "Field 'passengers' must have the passengers of the offer")
        last = datetime.strptime(offer["slices"][-1]["segments"][0]["departing_at"], "%Y-%m-%dT%H:%M:%S").date()
        infants = set()
        for n, person in enumerate(people):
            where = "passengers/%d" % n
            only(person, ("id", "title", "gender", "given_name", "family_name", "born_on", "email", "phone_number",
                          "infant_passenger_id", "identity_documents", "loyalty_programme_accounts"), where)
            if required(person, "title", str, where) not in TITLES:
                raise invalid(where + "/title", "Field 'title' is not one of " + ", ".join(TITLES))
            if required(person, "gender", str, where) not in ("m", "f"):
                raise invalid(where + "/gender", "Field 'gender' must be m or f")
            for key in ("given_name", "family_name"):
                name = required(person, key, str, where)
                if not NAME.match(name) or NOT_IN_NAMES & set(name):
                    raise invalid("%s/%s" % (where, key), "Field '%s' has invalid characters or is too long" % key)
            if not re.match(r"[^@\s]+@[^@\s]+\.[^@\s]+\Z", required(person, "email", str, where)):
                raise invalid(where + "/email", "Field 'email' is invalid")
            if not re.match(r"\+[1-9]\d{7,14}\Z", required(person, "phone_number", str, where)):
                raise invalid(where + "/phone_number", "Field 'phone_number' is not in E.164 format", "invalid_phone_number")
            born = a_day(person, "born_on", where)
            age = last.year - born.year - ((last.month, last.day) < (born.month, born.day))
            known = expected[person["id"]]
            fits = age >= 12 if known["type"] == "adult" and known["age"] is None else age == known["age"]
            if not fits:
                raise invalid(where + "/born_on", "Field 'born_on' does not match the passenger's type or age")
            infant = person.get("infant_passenger_id")
            if infant is not None:
                if infant not in expected or expected[infant]["type"] != "infant_without_seat" or known["type"] != "adult":
                    raise invalid(where + "/infant_passenger_id", "Field 'infant_passenger_id' is invalid")
                infants.add(infant)
            self.check_documents(person.get("identity_documents", []), offer, last, where)
        if infants != {p["id"] for p in offer["passengers"] if p["type"] == "infant_without_seat"}:
            raise invalid("passengers", "Each infant must be associated with an adult passenger")
        return [dict({k: v for k, v in p.items() if k != "identity_documents"}, type=expected[p["id"]]["type"]) for p in people]

    @staticmethod
    def check_documents(documents, offer, last, where):
        if offer["passenger_identity_documents_required"] and not documents:
            raise invalid(where + "/identity_documents", "Field 'identity_documents' can't be blank", "validation_required")
        if len(documents) > 1:
            raise invalid(where + "/identity_documents", "You may only provide one identity document per passenger")
        for document in documents:
            at = where + "/identity_documents/0"
            only(document, ("type", "unique_identifier", "issuing_country_code", "expires_on"), at)
            if required(document, "type", str, at) not in offer["supported_passenger_identity_document_types"]:
                raise invalid(at + "/type", "Field 'type' is not supported by the airline")
            if not re.match(r"[A-Za-z0-9]{5,15}\Z", required(document, "unique_identifier", str, at)):
                # As Duffel does it, the message repeats what was sent.
                raise invalid(at + "/unique_identifier", "Field 'unique_identifier' is invalid: '%s'" % document["unique_identifier"])
            if not re.match(r"[A-Z]{2}\Z", required(document, "issuing_country_code", str, at)):
                raise invalid(at + "/issuing_country_code", "Field 'issuing_country_code' is not a country code")
            if a_day(document, "expires_on", at) < last:
                raise invalid(at + "/expires_on", "Field 'expires_on' is before the end of the trip")

    def pay(self, payments, due, where):
        if len(payments) != 1:
            raise invalid(where, "Exactly one payment must be given")
        payment = payments[0]
        only(payment, ("type", "amount", "currency"), where + "/0")
        if payment.get("type") != "balance":
            raise invalid(where + "/0/type", "The selected payment type is not available")
        if payment.get("currency") != self.currency or not re.match(r"\d+\.\d\d\Z", str(payment.get("amount"))):
            raise invalid(where + "/0", "The payment's amount or currency is invalid")
        if Decimal(payment["amount"]) != Decimal(due):
            raise invalid(where + "/0/amount", "The payment amount does not match the order amount",
                          "payment_amount_does_not_match_order_amount")
        if Decimal(due) > self.balance:
            raise Refused(422, "invalid_state_error", "insufficient_balance", "Insufficient balance",
                          "Your balance is too low to pay for this order")
        self.balance -= Decimal(due)

    def order(self, order_id, field=None):
        if order_id in self.orders:
            return self.orders[order_id]
        if field:
            raise invalid(field, "Field '%s' has an unknown order" % field)
        raise Refused(404, "invalid_request_error", "not_found", "Not found", "The resource you are trying to access does not exist")

    def list_orders(self, query):
        for key in query:
            if key not in ("offer_id", "booking_reference", "awaiting_payment", "limit", "after", "before", "sort"):
                raise Refused(400, "invalid_request_error", "invalid_query_parameter", "Invalid query parameter", "Unknown: " + key)
        found = [o for o in self.orders.values() if query.get("offer_id", [o["offer_id"]])[0] == o["offer_id"] and not o.get("late")]
        return 200, found

    def create_payment(self, data):
        only(data, ("order_id", "payment"))
        order = self.order(required(data, "order_id", str), "order_id")
        if order["cancelled_at"]:
            raise Refused(422, "invalid_state_error", "already_cancelled", "Already cancelled", "The order is cancelled")
        if not order["payment_status"]["awaiting_payment"]:
            raise Refused(422, "invalid_state_error", "already_paid", "Already paid", "The order is already paid")
        if order["payment_status"]["payment_required_by"] <= stamp(self.now):
            raise Refused(422, "invalid_state_error", "past_payment_required_by_date", "Past payment date", "It is too late to pay")
        if self.fare_rise:
            order["total_amount"] = str(Decimal(order["total_amount"]) + self.fare_rise)
            self.fare_rise = Decimal("0.00")
            raise Refused(422, "invalid_state_error", "price_changed", "Price changed", "The order's price has changed")
        self.pay([required(data, "payment", dict)], order["total_amount"], "payment")
        order["payment_status"].update(awaiting_payment=False, paid_at=stamp(self.now))
        return 201, {"id": self.new_id("pay"), "type": "balance", "amount": order["total_amount"], "currency": self.currency,
                     "created_at": stamp(self.now), "status": "succeeded", "order_id": order["id"]}

    # ---- cancelling

    def create_cancellation(self, data):
        only(data, ("order_id",))
        order = self.order(required(data, "order_id", str), "order_id")
        if order["cancelled_at"]:
            raise Refused(422, "invalid_state_error", "already_cancelled", "Already cancelled", "The order is already cancelled")
        total, rule = Decimal(order["total_amount"]), order["conditions"]["refund_before_departure"]
        if order["payment_status"]["awaiting_payment"]:
            refund, to = Decimal("0.00"), "awaiting_payment"
        elif rule is None:
            refund, to = total, "voucher"
        else:
            refund, to = (total - Decimal(rule["penalty_amount"]), "balance") if rule["allowed"] else (Decimal("0.00"), "balance")
        made = {"id": self.new_id("ore"), "order_id": order["id"], "live_mode": order["live_mode"], "created_at": stamp(self.now),
                "expires_at": stamp(self.now + timedelta(minutes=15)), "confirmed_at": None, "refund_amount": str(refund - self.fare_rise),
                "refund_currency": self.currency, "refund_to": to, "airline_credits": []}
        self.fare_rise = Decimal("0.00")
        self.cancellations[made["id"]] = made
        return 201, made

    def confirm_cancellation(self, cancellation_id):
        made = self.cancellations.get(cancellation_id)
        if made is None:
            raise Refused(404, "invalid_request_error", "not_found", "Not found", "The resource does not exist")
        latest = [c for c in self.cancellations.values() if c["order_id"] == made["order_id"]][-1]
        order = self.orders[made["order_id"]]
        if order["cancelled_at"]:
            raise Refused(422, "invalid_state_error", "already_cancelled", "Already cancelled", "The order is already cancelled")
        if latest is not made or made["expires_at"] <= stamp(self.now):
            raise Refused(422, "invalid_state_error", "order_cancellation_expired", "Cancellation expired", "Create a new cancellation")
        made["confirmed_at"] = order["cancelled_at"] = stamp(self.now)
        order["cancellation"] = made
        order["available_actions"] = []
        if made["refund_to"] == "balance":
            self.balance += Decimal(made["refund_amount"])
        return 200, made

    # ---- changing

    def create_change_request(self, data):
        only(data, ("order_id", "slices"))
        order = self.order(required(data, "order_id", str), "order_id")
        slices = required(data, "slices", dict)
        only(slices, ("add", "remove"), "slices")
        if "change" not in order["available_actions"]:
            raise Refused(422, "invalid_state_error", "order_not_changeable", "Order not changeable", "This order cannot be changed")
        old = {s["id"]: s for s in order["slices"]}
        for n, one in enumerate(required(slices, "remove", list, "slices")):
            only(one, ("slice_id",), "slices/remove/%d" % n)
            if one.get("slice_id") not in old:
                raise invalid("slices/remove/%d/slice_id" % n, "Field 'slice_id' is not a slice of the order")
        added = []
        for n, one in enumerate(required(slices, "add", list, "slices")):
            where = "slices/add/%d" % n
            only(one, ("origin", "destination", "departure_date", "cabin_class"), where)
            day = a_day(one, "departure_date", where)
            request = {"passengers": order["passengers"], "cabin_class": one.get("cabin_class")}
            added.append(self.make_slice("ZZ", (one["origin"], one["destination"], day), request,
                                         order["conditions"]["change_before_departure"]))
        penalty, more = Decimal("25.00"), Decimal("18.50")
        offer = {"id": self.new_id("oco"), "order_change_id": None, "created_at": stamp(self.now), "updated_at": stamp(self.now),
                 "expires_at": stamp(self.now + timedelta(minutes=20)), "penalty_amount": str(penalty), "penalty_currency": self.currency,
                 "change_total_amount": str(penalty + more), "change_total_currency": self.currency,
                 "new_total_amount": str(Decimal(order["total_amount"]) + penalty + more), "new_total_currency": self.currency,
                 "refund_to": "original_form_of_payment",
                 "slices": {"add": added, "remove": [old[one["slice_id"]] for one in slices["remove"]]}}
        self.change_offers[offer["id"]] = dict(offer, order_id=order["id"])
        return 201, {"id": self.new_id("ocr"), "order_id": order["id"], "live_mode": order["live_mode"], "slices": slices,
                     "order_change_offers": [offer]}

    def create_change(self, data):
        only(data, ("selected_order_change_offer",))
        offer = self.change_offers.get(required(data, "selected_order_change_offer", str))
        if offer is None or offer["expires_at"] <= stamp(self.now):
            raise Refused(422, "invalid_state_error", "offer_no_longer_available", "Offer no longer available", "Ask again")
        change = {k: offer[k] for k in ("change_total_amount", "change_total_currency", "new_total_amount", "new_total_currency",
                                        "refund_to", "slices", "expires_at", "order_id")}
        if self.fare_rise:
            change["change_total_amount"] = str(Decimal(change["change_total_amount"]) + self.fare_rise)
            self.fare_rise = Decimal("0.00")
        change.update(id=self.new_id("och"), live_mode=False, created_at=stamp(self.now), confirmed_at=None,
                      penalty_total_amount=offer["penalty_amount"], penalty_total_currency=offer["penalty_currency"],
                      available_payment_types=["balance"])
        self.changes[change["id"]] = change
        return 201, change

    def confirm_change(self, change_id, data):
        change = self.changes.get(change_id)
        if change is None:
            raise Refused(404, "invalid_request_error", "not_found", "Not found", "The resource does not exist")
        if change["confirmed_at"]:
            raise Refused(422, "invalid_state_error", "already_confirmed", "Already confirmed", "The change is already confirmed")
        only(data, ("payment",))
        self.pay([required(data, "payment", dict)], change["change_total_amount"], "payment")
        order = self.orders[change["order_id"]]
        gone = {s["id"] for s in change["slices"]["remove"]}
        order["slices"] = [s for s in order["slices"] if s["id"] not in gone] + change["slices"]["add"]
        order["total_amount"] = change["new_total_amount"]
        change["confirmed_at"] = stamp(self.now)
        return 200, change

    # ---- one request

    def answer(self, method, path, query, body, headers):
        token = headers.get("Authorization", "")
        if not token.startswith("Bearer "):
            raise Refused(401, "authentication_error", "missing_authorization_header", "Missing authorization header",
                          "The 'Authorization' header needs to be set and contain a valid API token.")
        token = token[7:]
        if not re.match(r"duffel_(test|live)_[\w-]{10,}\Z", token):
            raise Refused(401, "authentication_error", "access_token_not_found", "Access token not found",
                          "The access token you have used is not a valid API access token")
        if headers.get("Duffel-Version") != "v2":
            raise Refused(400, "invalid_request_error", "unsupported_version", "Unsupported version",
                          "The version set to the 'Duffel-Version' header is no longer supported by the API.")
        if "application/json" not in headers.get("Accept", ""):
            raise Refused(406, "invalid_request_error", "unsupported_format", "Not acceptable", "Set 'Accept' to application/json")
        live = token.startswith("duffel_live_")
        data = None
        if method == "POST" and not path.endswith("actions/confirm") or body:
            if headers.get("Content-Type", "").partition(";")[0] != "application/json":
                raise Refused(415, "invalid_request_error", "unsupported_media_type", "Unsupported media type", "Send JSON")
            try:
                sent = json.loads(body)
            except ValueError:
                raise Refused(400, "invalid_request_error", "malformed_body", "Malformed body", "The body is not JSON") from None
            if not isinstance(sent, dict) or set(sent) != {"data"} or not isinstance(sent["data"], dict):
                raise Refused(400, "invalid_request_error", "missing_data", "Missing data", "The body must be {\"data\": {…}}")
            data = sent["data"]
        parts = path.strip("/").split("/")
        name = (method,) + tuple(parts[:2]) + tuple("ID" if i == 0 else p for i, p in enumerate(parts[2:]))
        routes = {
            ("POST", "air", "offer_requests"): lambda: self.create_offer_request(data, query, live),
            ("GET", "air", "offers", "ID"): lambda: self.get_offer(parts[2]),
            ("POST", "air", "orders"): lambda: self.create_order(data, live),
            ("GET", "air", "orders"): lambda: self.list_orders(query),
            ("GET", "air", "orders", "ID"): lambda: (200, self.order(parts[2])),
            ("POST", "air", "payments"): lambda: self.create_payment(data),
            ("POST", "air", "order_cancellations"): lambda: self.create_cancellation(data),
            ("POST", "air", "order_cancellations", "ID", "actions", "confirm"): lambda: self.confirm_cancellation(parts[2]),
            ("POST", "air", "order_change_requests"): lambda: self.create_change_request(data),
            ("POST", "air", "order_changes"): lambda: self.create_change(data),
            ("GET", "air", "order_changes", "ID"): lambda: (200, self.changes[parts[2]]),
            ("POST", "air", "order_changes", "ID", "actions", "confirm"): lambda: self.confirm_change(parts[2], data or {}),
        }
        if name not in routes:
            raise Refused(404, "invalid_request_error", "not_found", "Not found", "There is no %s %s" % (method, path))
        return routes[name]()

    def fault(self, method, path):
        """The next fault for this request, taken out; {"on": "POST /air/orders", "do": …}."""
        for fault in self.faults:
            if re.fullmatch(fault["on"], "%s %s" % (method, path)):
                self.faults.remove(fault)
                return fault
        return {}


def handler(duffel):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_GET(self):
            self.handle_one("GET")

        def do_POST(self):
            self.handle_one("POST")

        def handle_one(self, method):
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if parts.path.startswith("/_/"):
                return self.control(parts.path, body)
            with duffel.lock:
                duffel.calls.append("%s %s" % (method, parts.path))
                fault = duffel.fault(method, parts.path)
                do = fault.get("do", "")
                if do == "silent-before":
                    return self.drop()
                if do == "rate":
                    reset = datetime.now(timezone.utc) + timedelta(seconds=fault.get("seconds", 60))
                    return self.refuse(Refused(429, "rate_limit_error", "rate_limit_exceeded", "Rate limit exceeded",
                                               "Too many requests", headers={
                                                   "ratelimit-limit": "60", "ratelimit-remaining": "0",
                                                   "ratelimit-reset": reset.strftime("%a, %d %b %Y %H:%M:%S GMT")}))
                if do == "status":
                    return self.refuse(Refused(fault["status"], "api_error", fault.get("code", "internal_server_error"),
                                               "Something went wrong", "There was something wrong with the server"))
                if do == "price":
                    for offer in duffel.offers.values():
                        offer["total_amount"] = str(Decimal(offer["total_amount"]) + Decimal(fault["by"]))
                    if method == "POST":
                        return self.refuse(Refused(422, "airline_error", "price_changed", "Price changed",
                                                   "The price of the selected offer has changed"))
                if do == "rise":
                    duffel.fare_rise = Decimal(fault["by"])
                if do == "gone":
                    for offer in duffel.offers.values():
                        offer["gone"] = True
                key = self.headers.get("Idempotency-Key")
                if duffel.replays and method == "POST" and (parts.path, key) in duffel.keys:
                    return self.send(*duffel.keys[(parts.path, key)])
                try:
                    status, data = duffel.answer(method, parts.path, parse_qs(parts.query), body, self.headers)
                except Refused as problem:
                    return self.refuse(problem)
                answer = {"data": data}
                if isinstance(data, list):
                    answer["meta"] = {"limit": 50, "after": None, "before": None}
                duffel.keys[(parts.path, key)] = (status, answer)
                if do in ("late", "accepted") and isinstance(data, dict) and data["id"] in duffel.orders:
                    duffel.orders[data["id"]]["late"] = True  # not listed until the test says so
                if do in ("silent", "late"):
                    return self.drop()
                if do == "accepted":
                    return self.send(202, {"data": {"offer_id": data["offer_id"]}})
                if do == "after":
                    return self.refuse(Refused(fault["status"], "api_error", "gateway", "Something went wrong", "No answer"))
            if do == "hang":  # until the client gives up
                self.rfile.read(1)
                return self.drop()
            return self.send(status, answer)

        def control(self, path, body):
            with duffel.lock:
                if path == "/_/faults":
                    duffel.faults += json.loads(body)
                elif path == "/_/set":
                    wanted = json.loads(body)
                    duffel.replays = wanted.get("replays", duffel.replays)
                    duffel.balance = Decimal(wanted.get("balance", duffel.balance))
                    duffel.now += timedelta(minutes=wanted.get("minutes", 0))
                    if wanted.get("arrive"):
                        for order in duffel.orders.values():
                            order.pop("late", None)
                self.send(200, {
                    "orders": list(duffel.orders.values()), "calls": duffel.calls, "balance": str(duffel.balance),
                    "faults": duffel.faults, "cancellations": list(duffel.cancellations.values())})

        def drop(self):
            """No answer: as where a connection breaks after the request was read."""
            self.close_connection = True
            self.connection.close()

        def refuse(self, problem):
            self.send(problem.status, {"errors": [problem.error], "meta": {"status": problem.status, "request_id": "FzStandIn"}},
                      problem.headers)

        def send(self, status, answer, headers=None):
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("x-request-id", "FzStandIn")
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

    return Handler


def serve(now, port=0):
    """(the server, already listening, and the account)"""
    duffel = Duffel(now)
    server = ThreadingHTTPServer(("127.0.0.1", port), handler(duffel))
    server.daemon_threads = True
    return server, duffel


if __name__ == "__main__":
    start = datetime.fromisoformat(sys.argv[1]) if len(sys.argv) > 1 else datetime.now(timezone.utc)
    running, _ = serve(start.astimezone(timezone.utc).replace(tzinfo=None))
    print("http://127.0.0.1:%d" % running.server_address[1], flush=True)
    running.serve_forever()
