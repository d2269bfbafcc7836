"""Booking, listing, showing, cancelling: what is promised to a person who presses yes."""

import json
import os
import re
import subprocess
import sys
import unittest
from unittest import mock

from support import SCRIPTS, SkillTest
from test_commands import MONEY, OFFER, shape_errors

CASH = {"amount": MONEY, "currency": str}
PERSON = {"name": str, "type": str}
BOOKING = {"kind": str, "version": int, "reference": str, "status": str, "offer": OFFER, "passengers": [PERSON], "total": CASH,
           "createdAt": str, "cancelledAt": str, "refund": CASH, "refundReason": str,
           "payments": [{"what": str, "at": str, "amount": MONEY, "fee": MONEY}], "files": [{"name": str, "mime": str}]}
RULES = {"en": [str], "zh": [str]}


class Booking(SkillTest):
    def offer(self, *more, seats=1, refundable=None, origin="Beijing", dest="Tokyo", day="2026-12-16"):
        for offer in self.found(origin, dest, day, "--limit", "50", *more):
            if offer["seatsLeft"] >= seats and refundable in (None, offer["fare"]["refundable"]):
                return offer
        self.fail("no such offer")

    def scarce(self, least=1, most=3):
        """An offer with few seats left."""
        for day in range(23, 30):
            for offer in self.found("Beijing", "Shanghai", "2026-11-%d" % day, "--limit", "50", "--cabin", "business"):
                if least <= offer["seatsLeft"] <= most:
                    return offer
        self.fail("no scarce offer")

    def test_a_quote_changes_nothing_and_has_the_agreed_shape(self):
        offer = self.offer("--adults", "1", "--children", "1")
        ran = self.ok("book_flight.py", *self.order(offer, "Zhang San", "Zhang Xiaobao:child"), "--quote", "--json")
        self.assertEqual([], shape_errors(ran.json, {
            "kind": str, "version": int, "action": str, "offer": OFFER, "passengers": [PERSON], "total": CASH,
            "fareRules": RULES, "key": str, "terms": dict}))
        self.assertEqual(("booking-quote", "book", "key-1"), tuple(ran.json[k] for k in ("kind", "action", "key")))
        self.assertEqual(ran.json, self.card())
        self.assertEqual(dict(offer, tags=[]), ran.json["offer"])
        self.assertEqual([], self.booking_files())
        self.assertFalse(os.path.exists(self.out))
        self.assertFalse(os.path.exists(self.data))
        self.assertEqual(len(ran.json["fareRules"]["en"]), len(ran.json["fareRules"]["zh"]))

    def test_a_quote_says_what_it_is_in_the_terms_of_the_request(self):
        offer = self.offer("--return", "2026-12-20", "--adults", "1", "--children", "1", "--infants-lap", "1")
        people = ("Zhang San", "Zhang Xiaobao:child", "Zhang Yi:infant")
        quoted = self.ok("book_flight.py", *self.order(offer, *people), "--quote", "--json").json["terms"]
        out, back = offer["itineraries"]
        codes = [s["airline"]["code"] for way in (out, back) for s in way["segments"]]
        self.assertEqual(("BJS", "TYO", "2026-12-16", "2026-12-20", 4, "2026-12"), (
            quoted["from"]["cityCode"], quoted["to"]["cityCode"], quoted["date"], quoted["return"], quoted["nights"],
            quoted["cheapestOf"]))
        self.assertEqual((out["from"]["code"], out["to"]["code"]), (quoted["from"]["code"], quoted["to"]["code"]))
        self.assertEqual((1, 1, 1, 0), tuple(quoted[k] for k in ("adults", "children", "infantsLap", "infantsSeat")))
        self.assertEqual(set(codes), set(quoted["notAirlines"]))
        self.assertEqual(out["departs"][11:16], quoted["departAfter"])
        self.assertTrue(quoted["arriveBefore"].startswith(out["arrives"][11:16]))
        self.assertEqual({"amount": offer["price"]["total"], "currency": "CNY"}, quoted["maxPrice"])
        self.assertEqual(max(out["stops"], back["stops"]), quoted["maxStops"])
        # Every term is a field of the form, so that each can be set beside what was asked.
        with open(os.path.join(os.path.dirname(SCRIPTS), "forms.md"), encoding="utf-8") as file:
            form = json.loads(file.read().split("```json form")[1].split("```")[0])
        self.assertEqual(set(), set(quoted) - set(form["fields"]["properties"]))

    def test_a_booking_is_kept_and_has_the_agreed_shape(self):
        offer = self.offer()
        card = self.book(offer, "Zhang San").json
        self.assertEqual([], shape_errors(card, BOOKING))
        self.assertRegex(card["reference"], r"^[A-Z]{6}$")
        self.assertEqual("confirmed", card["status"])
        self.assertEqual(card, self.card())
        self.assertEqual([card["reference"] + ".json"], self.booking_files())
        self.assertEqual([(card["reference"] + ".ics", "text/calendar"), (card["reference"] + ".html", "text/html")],
                         [(f["name"], f["mime"]) for f in card["files"]])
        self.assertEqual(sorted(f["name"] for f in card["files"]), sorted(os.listdir(self.out)))
        listed = self.ok("manage_bookings.py", "list", "--json").json
        self.assertEqual([], shape_errors(listed, {"kind": str, "version": int, "bookings": [BOOKING]}))
        self.assertEqual([card["reference"]], [b["reference"] for b in listed["bookings"]])
        shown = self.ok("manage_bookings.py", "show", card["reference"].lower(), "--json").json
        self.assertEqual(card, shown)
        self.assertIn("Zhang San", self.ok("manage_bookings.py", "list", "--lang", "zh").out)

    def test_the_same_key_twice_is_one_booking(self):
        offer = self.offer()
        first, second = self.book(offer, "Zhang San"), self.book(offer, "Zhang San")
        self.assertEqual(first.json, second.json)
        self.assertEqual(1, len(self.booking_files()))
        again = self.ok("book_flight.py", *self.order(offer, "Zhang San"))
        self.assertIn("Already booked with this key. Reference " + first.json["reference"], again.out)

    def test_a_retry_on_another_day_returns_the_booking_whatever_the_price_is_now(self):
        offer = self.offer()
        first = self.book(offer, "Zhang San").json
        for more in ([], ["--quote"]):
            later = self.run_script("book_flight.py", *self.order(offer, "Zhang San"), "--json", *more, now="2026-12-14T10:00:00+08:00")
            self.assertEqual(0, later.status, later.err)
            self.assertEqual(first["total"], later.json["total"])

    def test_the_same_key_for_something_else_is_refused(self):
        offer, other = self.offer(), self.offer("--direct", dest="Seoul")
        reference = self.book(offer, "Zhang San").json["reference"]
        line = "Error: Key 'key-1' was already used for another booking (%s)" % reference
        for chosen, name, more in ((offer, "Li Si", ()), (other, "Zhang San", ()), (offer, "Zhang San", ("--contact", "a@b.cc"))):
            for quote in ((), ("--quote",)):
                self.fails(8, line, "book_flight.py", *self.order(chosen, name), *more, *quote)
        self.fails(8, line, "book_flight.py", *self.order(offer, "Zhang San", total=offer["price"]["total"] + 1))
        self.assertEqual(1, len(self.booking_files()))

    def test_a_price_that_moved_books_nothing_and_says_both(self):
        offer = self.offer()
        total = offer["price"]["total"]
        tomorrow = "2026-12-10T10:00:00+08:00"
        for quote in ((), ("--quote",)):
            ran = self.run_script("book_flight.py", *self.order(offer, "Zhang San"), *quote, now=tomorrow)
            self.assertEqual(5, ran.status)
            self.assertRegex(ran.error, r"^Error: Price changed: was CN¥%s, now CN¥[\d,]+$" % format(total, ","))
        self.assertEqual([], self.booking_files())
        now = ran.err.split("--expect-total ")[1].split(".\n")[0]
        self.assertEqual(0, self.run_script("book_flight.py", *self.order(offer, "Zhang San", total=now), now=tomorrow).status)

    def test_totals_are_compared_to_half_a_cent(self):
        offer = self.offer("--currency", "USD")
        total = offer["price"]["total"]
        self.fails(5, "Error: Price changed: was US$%s, now US$%s" % (format(total + 0.01, ",.2f"), format(total, ",.2f")),
                   "book_flight.py", *self.order(offer, "Zhang San", total="%.2f" % (total + 0.01)))
        self.assertEqual(0, self.book(offer, "Zhang San", total="%.4f" % (total + 0.004)).status)

    def test_own_bookings_reduce_the_seats_until_the_offer_is_sold_out(self):
        offer = self.scarce()
        seats = offer["seatsLeft"]
        for n in range(seats):
            ran = self.book(offer, "Zhang San", key="key-%d" % n)
            self.assertEqual((0, seats - n), (ran.status, ran.json["offer"]["seatsLeft"]))
        self.fails(6, "Error: Offer %s is sold out: no seats are left" % offer["id"], "book_flight.py",
                   *self.order(offer, "Zhang San", key="one-more"))
        left = self.search("Beijing", "Shanghai", offer["itineraries"][0]["departs"][:10], "--limit", "50", "--cabin", "business")
        self.assertNotIn(offer["id"], [o["id"] for o in left["offers"]])
        reference = json.loads(self.ok("manage_bookings.py", "list", "--json").out)["bookings"][0]["reference"]
        self.ok("manage_bookings.py", "cancel", reference)
        self.assertEqual(0, self.book(offer, "Zhang San", key="one-more").status)

    def test_an_offer_that_has_left_is_expired(self):
        offer = self.offer()
        ran = self.run_script("book_flight.py", *self.order(offer, "Zhang San"), now="2026-12-16T23:50:00+08:00")
        self.assertEqual(6, ran.status)
        self.assertIn("has expired", ran.error)

    def test_wrong_values_each_have_their_own_error(self):
        offer = self.offer("--adults", "2", "--children", "1")
        good = ["A Bo", "C De", "E Fu:child"]
        for line, names, more in (
                ("The offer is for 2 adults, 1 child, but 1 adult is named", ["A Bo"], []),
                ("The offer is for 2 adults, 1 child, but 3 adults are named", ["A Bo", "C De", "E Fu"], []),
                ("Passenger 'a bo' is named twice", ["A Bo", "a bo", "E Fu:child"], []),
                ("Invalid passenger name 'A1'", ["A1", "C De", "E Fu:child"], []),
                ("Invalid passenger name '<script>'", ["<script>", "C De", "E Fu:child"], []),
                ("Invalid passenger name ''", ["", "C De", "E Fu:child"], []),
                ("Invalid --passenger 'A Bo:pilot': after the colon comes adult, child, infant or infant-seat", ["A Bo:pilot"], []),
                ("Invalid --contact 'nobody': not an e-mail address", good, ["--contact", "nobody"]),
                ("Unknown currency 'XTS'", good, ["--currency", "XTS"]),
                ("The offer is priced in CNY, not USD", good, ["--currency", "USD"]),
                ("Invalid --expect-total 'free': not an amount of money", good, ["--expect-total", "free"]),
                ("Invalid --key 'a b'", good, ["--key", "a b"]),
                ("Invalid offer id 'nonsense'", good, ["--offer", "nonsense"])):
            self.fails(2, "Error: " + line, "book_flight.py", *self.order(offer, *names), *more)
        self.assertEqual([], self.booking_files())
        self.fails(2, "Error: The following arguments are required: --passenger, --expect-total, --key", "book_flight.py",
                   "--offer", offer["id"])

    def test_names_of_the_world(self):
        names = ["María García-López", "O’Brien Seán", "Nguyễn Văn An", "Müller, Jürgen"]
        ran = self.book(self.offer("--adults", "4", seats=4), *names)
        self.assertEqual(0, ran.status, ran.err)
        self.assertEqual(names, [p["name"] for p in ran.json["passengers"]])
        at_home = ["王小明", "阿卜杜拉·买买提", "Zhang San"]
        ran = self.book(self.offer("--adults", "3", seats=3, dest="Shanghai"), *at_home, key="at-home")
        self.assertEqual((0, at_home), (ran.status, [p["name"] for p in ran.json["passengers"]]), ran.err)

    def test_abroad_a_name_is_in_latin_letters(self):
        for dest, where in (("Tokyo", "Beijing to Tokyo"), ("Hong Kong", "Beijing to Hong Kong")):
            offer = self.offer("--adults", "2", seats=2, dest=dest)
            for quote in ((), ("--quote",)):
                ran = self.fails(2, "Error: Passenger name '王小明' is not in Latin letters, which %s needs" % where,
                                 "book_flight.py", *self.order(offer, "Zhang San", "王小明"), *quote)
                self.assertIn("pinyin", ran.err)
        self.assertEqual([], self.booking_files())

    def test_a_family_with_infants_on_a_lap_and_in_a_seat(self):
        offer = self.offer("--adults", "2", "--children", "1", "--infants-lap", "1", "--infants-seat", "1", seats=4)
        people = ["Ann Lee", "Bo Lee", "Cy Lee:child", "Di Lee:infant", "Ed Lee:infant-seat"]
        self.fails(2, "Error: The offer is for 2 adults, 1 child, 1 infant on lap, 1 infant with seat, but 3 adults, 1 child, "
                   "1 infant on lap are named", "book_flight.py", *self.order(offer, *people[:-1], "Ed Lee"))
        text = self.ok("book_flight.py", *self.order(offer, *people), "--quote").out
        self.assertRegex(text, r"Price: 2 adults × CN¥[\d,.]+ \+ 1 child × CN¥[\d,.]+ \+ 1 infant on lap × CN¥[\d,.]+ \+ "
                         r"1 infant with seat × CN¥[\d,.]+ \+ taxes CN¥[\d,.]+ \+ surcharges CN¥[\d,.]+ = CN¥[\d,.]+")
        card = self.book(offer, *people).json
        self.assertEqual([], shape_errors(card, BOOKING))
        self.assertEqual(["adult", "adult", "child", "infant", "infant-seat"], [p["type"] for p in card["passengers"]])
        self.assertIn("Di Lee（不占座婴儿）", self.ok("manage_bookings.py", "show", card["reference"], "--lang", "zh").out)
        again = self.search("Beijing", "Tokyo", "2026-12-16", "--limit", "50")["offers"]
        flights = [s["flight"] for s in offer["itineraries"][0]["segments"]]
        left = next(o["seatsLeft"] for o in again if [s["flight"] for s in o["itineraries"][0]["segments"]] == flights)
        self.assertEqual(offer["seatsLeft"] - 4, left)

    def test_several_cities_in_a_row_are_one_booking(self):
        legs = [x for leg in ("Paris:Rome:2027-04-02", "Rome:Athens:2027-04-06", "Athens:Paris:2027-04-11") for x in ("--leg", leg)]
        offer = self.ok("search_flights.py", *legs, "--json").json["offers"][0]
        card = self.book(offer, "Zhang San").json
        self.assertEqual(3, len(card["offer"]["itineraries"]))
        self.assertEqual(len([s for way in card["offer"]["itineraries"] for s in way["segments"]]),
                         self._read(card, "ics").count("BEGIN:VEVENT"))
        self.assertIn("Paris → Rome → Athens → Paris", self._read(card, "html"))
        self.assertIn("Flight 3", self.ok("manage_bookings.py", "show", card["reference"]).out)

    def _read(self, card, ending):
        with open(os.path.join(self.out, "%s.%s" % (card["reference"], ending)), encoding="utf-8") as file:
            return file.read()

    def test_a_return_trip(self):
        offer = self.offer("--return", "2026-12-20")
        card = self.book(offer, "Zhang San").json
        self.assertEqual(2, len(card["offer"]["itineraries"]))

    # ---- cancelling

    def booked(self, key="key-1", **more):
        offer = self.offer(**more)
        return self.book(offer, "Zhang San", key=key).json

    def cancelled(self, reference, now):
        quote = self.run_script("manage_bookings.py", "cancel", reference, "--quote", "--json", now=now)
        self.assertEqual(0, quote.status, quote.err)
        self.assertEqual([], shape_errors(quote.json, {
            "kind": str, "version": int, "action": str, "booking": BOOKING, "fee": CASH, "refund": CASH, "reason": str,
            "fareRules": RULES}))
        self.assertEqual("confirmed", quote.json["booking"]["status"])
        done = self.run_script("manage_bookings.py", "cancel", reference, "--json", now=now)
        self.assertEqual(0, done.status, done.err)
        self.assertEqual([], shape_errors(done.json, BOOKING))
        self.assertEqual(("cancelled", quote.json["refund"]), (done.json["status"], done.json["refund"]))
        self.assertEqual(done.json["total"]["amount"], quote.json["fee"]["amount"] + quote.json["refund"]["amount"])
        return quote.json["fee"]["amount"]

    def test_a_day_to_think_it_over(self):
        self.assertEqual(0, self.cancelled(self.booked(refundable=False)["reference"], "2026-11-23T09:00:00+08:00"))

    def test_fees_follow_the_fare(self):
        booking = self.booked(refundable=True)
        fee = booking["offer"]["fare"]["cancelFee"]
        self.assertEqual(fee, self.cancelled(booking["reference"], "2026-12-01T10:00:00+08:00"))
        booking = self.booked(key="key-2", refundable=True)
        late = self.cancelled(booking["reference"], booking["offer"]["itineraries"][0]["departs"][:11] + "05:00:00+08:00")
        self.assertEqual(min(2 * fee, booking["total"]["amount"]), late)
        booking = self.booked(key="key-3", refundable=False)
        self.assertEqual(booking["total"]["amount"], self.cancelled(booking["reference"], "2026-12-01T10:00:00+08:00"))

    # ---- changing

    def test_a_change_costs_the_fee_and_what_the_new_flights_cost_more(self):
        booking = self.booked(refundable=True)
        fee, was = booking["offer"]["fare"]["changeFee"], booking["total"]["amount"]
        days = [self.search("Beijing", "Tokyo", day, "--limit", "1")["offers"][0] for day in ("2026-12-18", "2026-12-21")]
        dear = self.search("Beijing", "Tokyo", "2026-12-24", "--limit", "50")["offers"][-1]
        for new in days + [dear]:
            args = ("change", booking["reference"], "--offer", new["id"])
            quote = self.ok("manage_bookings.py", *args, "--quote", "--json").json
            more = max(0, new["price"]["total"] - was)
            self.assertEqual((fee + more, new["id"]), (quote["total"]["amount"], quote["offer"]["id"]))
            cash = (lambda amount: {"amount": amount, "currency": "CNY"})
            self.assertEqual({"reference": booking["reference"], "from": booking["offer"]["itineraries"], "paid": cash(was),
                              "newFare": cash(new["price"]["total"]), "difference": cash(more), "fee": cash(fee)}, quote["change"])
            said = self.ok("manage_bookings.py", *args, "--quote", "--lang", "zh").out
            for line in ("改签报价：订单 %s（尚未改签）" % booking["reference"], "原票价：¥%s" % format(was, ","),
                         "改签手续费：¥%s" % format(fee, ","), "需补付：¥%s" % format(fee + more, ",")):
                self.assertIn(line, said)
            self.assertEqual(booking["offer"]["id"], self.ok("manage_bookings.py", "show", booking["reference"], "--json").json["offer"]["id"])
        self.fails(5, "Error: Price changed: was CN¥1, now CN¥%s" % format(fee + more, ","), "manage_bookings.py", *args,
                   "--expect-total", "1")
        changed = self.ok("manage_bookings.py", *args, "--expect-total", str(fee + more), "--json").json
        self.assertEqual([], shape_errors(changed, BOOKING))
        self.assertEqual((new["id"], was + more + fee, "confirmed"), (changed["offer"]["id"], changed["total"]["amount"], changed["status"]))
        self.assertEqual([("booking", was, None), ("change", more + fee, fee)],
                         [(one["what"], one["amount"], one.get("fee")) for one in changed["payments"]])
        shown = self.ok("manage_bookings.py", "show", booking["reference"]).out
        self.assertIn("Paid: CN¥%s + change CN¥%s (fee CN¥%s)" % tuple(format(n, ",") for n in (was, more + fee, fee)), shown)
        # The same flights again cost the fee alone: what was paid for them counts, the first fee does not.
        again = self.ok("manage_bookings.py", "change", booking["reference"], "--offer", dear["id"], "--quote", "--json").json
        self.assertEqual((0, changed["offer"]["fare"]["changeFee"]), (again["change"]["difference"]["amount"], again["total"]["amount"]))
        later = self.run_script("manage_bookings.py", "cancel", booking["reference"], "--quote", "--json", now="2026-12-10T10:00:00+08:00").json
        kept = fee + changed["offer"]["fare"]["cancelFee"]
        self.assertEqual((kept, was + more + fee - kept), (later["fee"]["amount"], later["refund"]["amount"]))
        self.assertEqual([booking["reference"] + ".json"], self.booking_files())
        gone = self.ok("manage_bookings.py", "cancel", booking["reference"], "--json").json
        self.assertEqual(was + more + fee, gone["refund"]["amount"])  # within a day of booking

    def test_what_a_booking_cannot_be_changed_to(self):
        booking = self.booked(refundable=True)
        for other in (self.offer(dest="Seoul"), self.offer("--adults", "2"), self.offer("--currency", "USD")):
            self.fails(9, "Error: Booking %s can be changed to other flights between the same cities, for the same travellers and in "
                       "CNY" % booking["reference"], "manage_bookings.py", "change", booking["reference"], "--offer", other["id"], "--quote")
        self.ok("manage_bookings.py", "cancel", booking["reference"])
        self.fails(9, "Error: Booking %s cannot be changed: it is cancelled or has departed" % booking["reference"],
                   "manage_bookings.py", "change", booking["reference"], "--offer", self.offer()["id"], "--quote")

    def test_what_cannot_be_cancelled(self):
        reference = self.booked()["reference"]
        late = self.run_script("manage_bookings.py", "cancel", reference, now="2026-12-17T10:00:00+08:00")
        self.assertEqual((9, "Error: Booking %s cannot be cancelled: it has departed" % reference), (late.status, late.error))
        self.ok("manage_bookings.py", "cancel", reference)
        for quote in ((), ("--quote",)):
            self.fails(9, "Error: Booking %s is already cancelled" % reference, "manage_bookings.py", "cancel", reference, *quote)
        self.fails(8, "Error: Key 'key-1' made booking %s, which has been cancelled" % reference, "book_flight.py",
                   *self.order(self.offer(), "Zhang San"))
        self.fails(7, "Error: Booking BBBBBB not found", "manage_bookings.py", "cancel", "BBBBBB")
        for wrong in ("../etc", "ABC", ""):
            self.fails(7, "Error: Booking '%s' not found: a reference has six letters" % wrong, "manage_bookings.py", "show", wrong)

    def test_readable_text_in_both_languages(self):
        offer = self.offer()
        for lang, words in (("en", ("Quote (nothing is booked yet)", "Passengers: Zhang San (adult)", "Sample flights")),
                            ("zh", ("报价（尚未预订）", "乘客：Zhang San（成人）", "示例航班"))):
            text = self.ok("book_flight.py", *self.order(offer, "Zhang San"), "--quote", "--lang", lang).out
            for word in words:
                self.assertIn(word, text)
        reference = self.book(offer, "Zhang San").json["reference"]
        self.assertIn("订单 %s：已确认" % reference, self.ok("manage_bookings.py", "show", reference, "--lang", "zh").out)
        self.assertIn("退票费", self.ok("manage_bookings.py", "cancel", reference, "--quote", "--lang", "zh").out)
        self.assertIn("cancelled", self.ok("manage_bookings.py", "cancel", reference).out)


class Store(SkillTest):
    def offer(self):
        return self.found("Beijing", "Tokyo", "2026-12-16")[0]

    def test_where_the_store_is(self):
        offer = self.offer()
        for env, where in (({"SKILL_DATA_DIR": None, "XDG_DATA_HOME": os.path.join(self.folder, "xdg")}, ("xdg", "skilldeck", "book-flight")),
                           ({"SKILL_DATA_DIR": None, "HOME": os.path.join(self.folder, "home")},
                            ("home", ".local", "share", "skilldeck", "book-flight"))):
            self.assertEqual(0, self.book(offer, "Zhang San", env=env).status)
            self.assertTrue(os.listdir(os.path.join(self.folder, *where, "bookings")))

    def test_without_output_dir_files_go_to_out(self):
        self.assertEqual(0, self.book(self.offer(), "Zhang San", env={"OUTPUT_DIR": None}).status)
        self.assertEqual(2, len(os.listdir(os.path.join(self.folder, "out"))))

    def test_a_record_that_cannot_be_read_may_be_any_booking_and_stays_as_it_is(self):
        offer = self.offer()
        first = self.book(offer, "Zhang San", key="a").json["reference"]
        second = self.book(offer, "Zhang San", key="b").json["reference"]
        path = os.path.join(self.data, "bookings", first + ".json")
        with open(path, "rb") as file:
            whole = file.read()
        content = json.loads(whole)

        def changed(**more):
            return json.dumps(dict(content, booking=dict(content["booking"], **more))).encode()
        for damage in (bytes(len(whole)), b"", whole[:len(whole) // 2], whole[:1], b"\xff\xfe\x00", b"[]", b"{\"version\":1}", b"null",
                       b"[" * 100000, b" " * (1024 * 1024 + 1), changed(reference=second), changed(status="Confirmed"),
                       changed(total={"amount": "3710", "currency": "CNY"}), changed(passengers=[]), changed(createdAt="soon"),
                       changed(total={"amount": float("nan"), "currency": "CNY"}), changed(key=None), changed(createdMinute=True),
                       changed(key=""), changed(key="a\u200b"), changed(total={"amount": float("inf"), "currency": "CNY"}),
                       re.sub(rb'("amount": )\d+', rb'\g<1>1e999', whole),
                       changed(createdAt="2026-11-22T10:00:00"), changed(contact="\ud800"),
                       whole.replace(b'"status"', b'"key": "z", "status"', 1),
                       whole.replace(b'"changeFee"', b'"changeFef"'), changed(payments=5),
                       changed(passengers=[{"name": "Zhang San", "type": "x"}]), changed(reference=first.lower()),
                       json.dumps(dict(content, version=True)).encode(), json.dumps(dict(content, version="1")).encode()):
            with open(path, "wb") as file:
                file.write(damage)
            self.unknown(offer, path, "it is damaged", "a")
            with open(path, "rb") as file:
                self.assertEqual(damage, file.read())
        ran = self.ok("manage_bookings.py", "list", "--json")
        self.assertEqual(([second], [path]), ([b["reference"] for b in ran.json["bookings"]], [u["file"] for u in ran.json["unreadable"]]))
        self.assertIn("Warning: the booking record %s cannot be read (it is damaged)" % path, ran.err)
        self.ok("manage_bookings.py", "show", second)
        self.assertIn("Already booked", self.ok("book_flight.py", *self.order(offer, "Zhang San", key="b")).out)
        for action in (("show",), ("cancel",), ("cancel", "--quote"), ("pay", "--expect-total", "1"), ("change", "--offer", "x", "--quote")):
            self.fails(12, "Error: It is not known what became of booking %s: the record %s cannot be read (it is damaged)" % (first, path),
                       "manage_bookings.py", action[0], first, *action[1:])
        self.fails(7, "Error: Booking BBBBBB not found", "manage_bookings.py", "show", "BBBBBB")
        copy = path.replace(".json", " copy.json")
        os.rename(path, copy)  # whose it is can no longer be told by its name
        for reference in (first, "BBBBBB"):
            self.fails(12, "Error: It is not known what became of booking %s: the record %s cannot be read (it is damaged)" % (
                reference, copy), "manage_bookings.py", "show", reference)
        os.rename(copy, os.path.join(os.path.dirname(path), "._%s.json" % first))  # what macOS keeps beside a file is none
        self.fails(7, "Error: Booking BBBBBB not found", "manage_bookings.py", "show", "BBBBBB")
        with open(path, "wb") as file:
            file.write(whole)
        self.assertIn("Already booked", self.ok("book_flight.py", *self.order(offer, "Zhang San", key="a")).out)

    def test_a_record_under_another_name_counts_where_the_right_one_is_gone(self):
        offer = self.offer()
        folder, name = os.path.join(self.data, "bookings"), self.book(offer, "Zhang San").json["reference"] + ".json"
        path = os.path.join(folder, name)
        for other in (name + ".bak", name + "~", "." + name + ".icloud", name.upper(), "." + name):
            there = os.path.join(folder, other)
            os.rename(path, there)
            self.unknown(offer, there, "it is damaged", "key-1")
            os.rename(there, path)
        for beside in (name + ".bak", name + ".1.ab.tmp", "._" + name):
            with open(os.path.join(folder, beside), "w"):
                pass
        self.assertIn("Already booked", self.ok("book_flight.py", *self.order(offer, "Zhang San")).out)

    def unknown(self, offer, path, why, key, *more):
        """Booking and quoting with a key end in "not known", name the file, and write nothing."""
        before = self.booking_files()
        for args in ((), ("--quote", "--lang", "zh")):
            ran = self.fails(12, "Error: It is not known whether key '%s' was already booked: the record %s cannot be read (%s)" % (
                key, path, why), "book_flight.py", *self.order(offer, "Zhang San", key=key), *args, *more)
            self.assertIn("请用户" if args else "The person", ran.err)
        self.assertEqual(before, self.booking_files())

    def test_a_record_that_something_else_changed_or_removed_may_be_any_booking(self):
        offer, other = self.found("PEK", "HND", "2027-03-12")[:2]
        made = self.book(offer, "Zhang San").json
        path = os.path.join(self.data, "bookings", made["reference"] + ".json")
        env = {"SKILL_UNREAD_RECORDS": path}
        for change in (lambda: None, lambda: os.unlink(path)):
            change()
            files = self.booking_files()
            for again in (dict(), dict(key="key-2")):
                ran = self.book(other if again else offer, "Zhang San", env=env, **again)
                self.assertEqual(12, ran.status, ran.err)
                self.assertIn("something other than this skill changed or removed it", ran.error)
                self.assertIn("kept a copy", ran.err)
            for command in ("show", "cancel"):
                self.assertEqual(12, self.run_script("manage_bookings.py", command, made["reference"], **env).status)
            listed = self.ok("manage_bookings.py", "list", "--json", **env).json
            self.assertEqual(([], [path]), (listed["bookings"], [one["file"] for one in listed["unreadable"]]))
            self.assertEqual(files, self.booking_files())

    def test_a_newer_record_is_never_written_over(self):
        offer = self.offer()
        reference = self.book(offer, "Zhang San").json["reference"]
        path = os.path.join(self.data, "bookings", reference + ".json")
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        for newer in (dict(content, version=2), {"version": 1.5}, {"version": 2, "bookings": []}):
            with open(path, "w", encoding="utf-8") as file:
                json.dump(newer, file)
            for key in ("key-1", "another"):
                self.unknown(offer, path, "a newer version wrote it", key)
            self.fails(12, "Error: It is not known what became of booking %s: the record %s cannot be read (a newer version wrote it)" % (
                reference, path), "manage_bookings.py", "cancel", reference)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(newer, json.load(file))
        self.assertIn("updates Skilldeck", self.ok("manage_bookings.py", "list").err)

    @unittest.skipIf(os.name == "nt", "its links need a right")
    def test_what_stands_in_a_records_place_is_left_there(self):
        offer = self.offer()
        path = os.path.join(self.data, "bookings", self.book(offer, "Zhang San").json["reference"] + ".json")
        kept = os.path.join(self.folder, "kept.json")
        os.rename(path, kept)
        for make, undo in ((os.mkdir, os.rmdir), (os.mkfifo, os.unlink), (lambda p: os.symlink(kept, p), os.unlink),
                           (lambda p: os.symlink("nowhere", p), os.unlink)):
            make(path)
            kind = os.lstat(path).st_mode
            self.unknown(offer, path, "it is a folder, a link or a device and no plain file", "key-1")
            self.assertEqual(kind, os.lstat(path).st_mode)
            undo(path)

    def test_a_folder_of_bookings_that_cannot_be_looked_through(self):
        offer, folder = self.offer(), os.path.join(self.data, "bookings")
        os.makedirs(self.data)
        with open(folder, "w"):
            pass
        self.unknown(offer, folder, "Not a directory", "key-1")
        self.assertIn(folder, self.ok("manage_bookings.py", "list").err)
        self.search("Beijing", "Tokyo", "2026-12-16")
        os.unlink(folder)
        if os.name != "nt":
            os.symlink("nowhere", folder)
            self.unknown(offer, folder, "No such file or directory", "key-1")

    def test_a_record_that_an_earlier_version_moved_aside_still_counts(self):
        offer = self.offer()
        path = os.path.join(self.data, "damaged", "BCDFGH.json.2")
        os.makedirs(os.path.dirname(path))
        with open(path, "w"):
            pass
        self.unknown(offer, path, "it is damaged", "key-1")
        os.rename(path, os.path.join(self.folder, "seen"))
        os.rmdir(os.path.dirname(path))
        with open(os.path.dirname(path), "w"):
            pass
        self.unknown(offer, os.path.dirname(path), "Not a directory", "key-1")
        os.unlink(os.path.dirname(path))
        self.assertEqual(0, self.book(offer, "Zhang San").status)

    def test_a_record_without_the_right_to_read_it(self):
        from flightlib import record
        with mock.patch("builtins.open", side_effect=PermissionError(13, "Permission denied")):
            found = record.read(__file__, lambda _: "")
        self.assertEqual("Permission denied", found.why["en"])
        self.assertIn("right to read", found.next()["en"])

    def test_a_half_written_temporary_file_is_ignored(self):
        reference = self.book(self.offer(), "Zhang San").json["reference"]
        with open(os.path.join(self.data, "bookings", "XXXXXX.json.1.ab.tmp"), "w") as file:
            file.write("{")
        ran = self.ok("manage_bookings.py", "list", "--json")
        self.assertEqual(([reference], ""), ([b["reference"] for b in ran.json["bookings"]], ran.err))

    def test_a_store_that_cannot_be_used(self):
        offer = self.offer()
        blocked = os.path.join(self.folder, "blocked")
        with open(blocked, "w"):
            pass
        ran = self.book(offer, "Zhang San", env={"SKILL_DATA_DIR": os.path.join(blocked, "x")})
        self.assertEqual(10, ran.status)
        self.assertIn("Error: The booking store cannot be used: ", ran.err)
        self.assertEqual("", ran.out)

    def test_a_lock_that_cannot_be_taken(self):
        offer = self.offer()
        os.makedirs(os.path.join(self.data, "lock"))
        ran = self.book(offer, "Zhang San")
        self.assertEqual((10, ""), (ran.status, ran.out))
        self.assertIn("Error: The booking store cannot be used: ", ran.err)
        self.assertNotIn("Traceback", ran.err)

    def test_a_killed_holder_of_the_lock_blocks_nobody(self):
        offer = self.offer()
        os.makedirs(self.data)
        holder = subprocess.Popen(
            [sys.executable, "-c", "import sys\nsys.path.insert(0, %r)\nfrom flightlib.lock import Lock\n"
             "with Lock(%r):\n print('held', flush=True)\n sys.stdin.read()" % (SCRIPTS, os.path.join(self.data, "lock"))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.assertEqual(b"held", holder.stdout.readline().strip())
        holder.kill()
        holder.wait()
        holder.stdin.close()
        holder.stdout.close()
        self.assertEqual(0, self.book(offer, "Zhang San").status)

    def test_the_lock_without_kernel_locks(self):
        from flightlib import lock
        path = os.path.join(self.folder, "lock")
        had, lock.fcntl = lock.fcntl, None
        try:
            if os.name == "nt":
                self.skipTest("Windows has its own")
            with lock.Lock(path):
                self.assertTrue(os.path.exists(path + ".held"))
                self.assertFalse(lock.Lock(path)._take_file())
            self.assertFalse(os.path.exists(path + ".held"))
            with open(path + ".held", "w") as file:
                file.write("a holder that was killed")
            os.utime(path + ".held", (1, 1))
            with lock.Lock(path):
                pass
            self.assertFalse(os.path.exists(path + ".held"))
        finally:
            lock.fcntl = had


# A booker that has everything loaded and waits at the line for the word to go.
AT_THE_LINE = """import runpy, sys
script, sys.argv = sys.argv[1], sys.argv[1:]
sys.path.insert(0, sys.argv.pop())
import flightlib.artifacts, flightlib.bookings, flightlib.providers.sample, flightlib.store
print("ready", flush=True)
sys.stdin.readline()
runpy.run_path(script, run_name="__main__")
"""


class Concurrency(SkillTest):
    def race(self, *orders):
        """Run bookers with these arguments all at once; their (status, stdout, stderr)."""
        processes = []
        for n, order in enumerate(orders):
            processes.append(subprocess.Popen(
                [sys.executable, "-c", AT_THE_LINE, os.path.join(SCRIPTS, "book_flight.py"), *order, SCRIPTS],
                env=self.environment(RUN_DIR=os.path.join(self.runs, str(n))), cwd=self.folder, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"))
        for process in processes:
            self.assertEqual("ready\n", process.stdout.readline())
        for process in processes:
            process.stdin.write("go\n")
            process.stdin.flush()
        return [(p.returncode, *texts) for p, texts in [(p, p.communicate()) for p in processes]]

    def test_of_many_bookers_only_as_many_as_there_are_seats_succeed(self):
        for offer in self.found("Beijing", "Shanghai", "2026-11-24", "--limit", "50", "--cabin", "business"):
            if offer["seatsLeft"] == 2:
                break
        else:
            self.fail("no offer with two seats")
        done = self.race(*[self.order(offer, "Zhang San", key="k%d" % n) for n in range(6)])
        self.assertEqual([0, 0, 6, 6, 6, 6], sorted(status for status, _, _ in done), done)
        self.assertEqual(2, len(self.booking_files()))

    def test_one_key_in_many_processes_is_one_booking(self):
        offer = self.found("Beijing", "Tokyo", "2026-12-16")[0]
        done = self.race(*[self.order(offer, "Zhang San") + ["--json"]] * 6)
        self.assertEqual([0] * 6, [status for status, _, _ in done], done)
        self.assertEqual(1, len({json.loads(out)["reference"] for _, out, _ in done}))
        self.assertEqual(1, len(self.booking_files()))


if __name__ == "__main__":
    unittest.main()
