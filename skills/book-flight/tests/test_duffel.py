"""Booking through Duffel, against the strict stand-in: once, whatever goes wrong on the way, and always reported."""

import os
import unittest

from duffel_support import ADA, DAY, LIVE, TOKEN, DuffelTest, later

ORDERS = "POST /air/orders"


class Searching(DuffelTest):
    def test_offers_have_duffels_prices_rules_and_expiry(self):
        offers = self.offers_of("--currency", "GBP")
        self.assertEqual(["BA117+BA118", "ZZ7", "IB117"],
                         ["+".join(s["flight"] for s in o["itineraries"][0]["segments"]) for o in offers])
        held = self.of("ZZ", offers)
        self.assertEqual({"total": 150.4, "currency": "GBP", "perAdult": 150.4}, held["price"])
        self.assertEqual({"checked": 1, "carryOn": 1}, held["bags"])
        self.assertEqual([
            "Baggage per person: 1 checked bag, 1 in the cabin",
            "Date change: £25.00 for all passengers, plus any fare difference",
            "Cancellation before departure: £40.00 for all passengers"], held["rules"]["en"])
        self.assertEqual("2026-11-22T02:30:00Z", held["expires"])
        self.assertEqual("2026-11-24T02:00:00Z", held["holdUntil"])
        strict = self.of("BA", offers)
        self.assertNotIn("holdUntil", strict)
        self.assertNotIn("seatsLeft", strict)
        self.assertEqual(["Baggage per person: none checked, 1 in the cabin", "Date change: not allowed",
                          "Cancellation: not refundable", "The airline wants each traveller's passport"], strict["rules"]["en"])
        self.assertEqual("退票：航空公司未说明能否退款", self.of("IB", offers)["rules"]["zh"][2])

    def test_times_are_local_with_their_offsets_and_a_connection_elsewhere_is_counted(self):
        way = self.of("BA", self.offers_of())["itineraries"][0]
        self.assertEqual(("2027-05-12T06:25:00+01:00", "2027-05-12T17:20:00-04:00"), (way["departs"], way["arrives"]))
        self.assertEqual([{"code": "BGO", "city": "Bergen", "cityZh": "Bergen", "minutes": 95}], way["layovers"])
        self.assertEqual(955, way["durationMinutes"])
        self.assertEqual("伦敦", way["from"]["cityZh"])

    def test_one_search_is_one_question_even_where_nothing_fits(self):
        ran = self.run_script("search_flights.py", "--from", "London", "--to", "New York", "--date", DAY, "--arrive-before", "09:00",
                              "--currency", "GBP")
        self.assertEqual(4, ran.status)
        self.assertIn("for £150.40", ran.err)
        self.assertEqual(1, len(self.sent("POST /air/offer_requests")))

    def test_says_in_both_languages_that_it_is_a_test_and_prices_in_the_accounts_currency(self):
        en = self.ok("search_flights.py", "--from", "London", "--to", "New York", "--date", DAY).out
        zh = self.ok("search_flights.py", "--from", "伦敦", "--to", "纽约", "--date", DAY, "--lang", "zh").out
        self.assertIn("Duffel test mode: the airlines only pretend, no ticket is issued and nothing is charged.", en)
        self.assertIn("Duffel 测试模式", zh)
        self.assertIn("--currency GBP", en)
        self.assertIn("£150.40", zh)

    def test_a_limit_in_another_currency_is_refused(self):
        self.fails(2, "Error: Duffel prices in GBP for this account; --max-price was in CNY",
                   "search_flights.py", "--from", "London", "--to", "New York", "--date", DAY, "--max-price", "900")
        self.assertEqual(1, len(self.offers_of("--max-price", "120", "--currency", "GBP")))

    def test_children_need_their_ages_and_infants_a_lap(self):
        args = ("search_flights.py", "--from", "London", "--to", "New York", "--date", DAY)
        self.fails(2, "Error: The airlines want the age of each child and infant on the day of travel", *args, "--children", "1")
        self.fails(2, "Error: Duffel sells no seats for infants", *args, "--infants-seat", "1", "--ages", "1")
        offer = self.of("ZZ", self.offers_of("--adults", "1", "--ages", "8,1"))
        self.assertEqual({"adults": 1, "children": 1, "infantsLap": 1}, offer["party"])
        self.assertEqual(313.1, offer["price"]["total"])

    def test_a_token_chooses_duffel_and_none_the_sample_flights(self):
        self.assertEqual("duffel", self.search("London", "New York", DAY)["provider"]["name"])
        self.assertEqual("sample", self.search("London", "New York", DAY, DUFFEL_TOKEN=None)["provider"]["name"])
        self.assertEqual("sample", self.search("London", "New York", DAY, "--provider", "sample")["provider"]["name"])
        self.fails(11, "Error: Duffel cannot be used: this skill was not given an access token", "search_flights.py", "--from",
                   "London", "--to", "New York", "--date", DAY, "--provider", "duffel", DUFFEL_TOKEN=None)

    def test_a_token_goes_nowhere_but_to_duffel(self):
        args = ("search_flights.py", "--from", "London", "--to", "New York", "--date", DAY)
        wrong = "Error: DUFFEL_API_URL can only be an address on this computer, and only with a test token"
        self.fails(2, wrong, *args, DUFFEL_TOKEN=LIVE)
        for address in ("http://127.0.0.1.example.com:80", "https://example.com", self.address + "@example.com"):
            self.fails(2, wrong, *args, DUFFEL_API_URL=address)
        self.fails(2, "Error: DUFFEL_TOKEN is not an access token of Duffel", *args, DUFFEL_TOKEN="something-else")
        self.assertEqual([], self.duffel.calls)

    def test_a_refused_token_and_no_connection_are_told_apart(self):
        args = ("search_flights.py", "--from", "London", "--to", "New York", "--date", DAY)
        self.fails(11, "Error: Duffel refused the access token", *args, DUFFEL_TOKEN="duffel_test_short")
        self.fails(11, "Error: Duffel could not be reached: the connection failed", *args, DUFFEL_API_URL="http://127.0.0.1:1")

    def test_a_rate_limit_names_the_wait_and_a_short_one_is_waited_for(self):
        self.fault("POST /air/offer_requests", "rate", seconds=50)
        ran = self.fails(11, "Error: Duffel asks to wait: too many questions at once", "search_flights.py", "--from", "London",
                         "--to", "New York", "--date", DAY)
        self.assertRegex(ran.err, r"Try again in (4\d|5[01]) seconds\.")
        self.fault("POST /air/offer_requests", "rate", seconds=0)
        self.assertEqual(3, len(self.offers_of()))

    def test_a_gateway_that_fails_is_asked_again_and_then_named(self):
        self.fault("POST /air/offer_requests", "status", status=502)
        self.assertEqual(3, len(self.offers_of()))
        for _ in range(3):
            self.fault("POST /air/offer_requests", "status", status=503)
        self.fails(11, "Error: Duffel has a problem (status 503)", "search_flights.py", "--from", "London", "--to",
                   "New York", "--date", DAY)


class Booking(DuffelTest):
    def setUp(self):
        super().setUp()
        self.offers = self.offers_of()
        self.offer = self.of("ZZ", self.offers)

    def book(self, offer=None, *people, **more):
        return super().book(offer or self.offer, *(people or ("Ada Lovelace",)), **more)

    def booked_once(self, ran):
        self.assertEqual(0, ran.status, ran.err)
        self.assertEqual(1, len(self.orders()))
        self.assertEqual(1, len(self.booking_files()))
        self.assertEqual([], os.listdir(os.path.join(self.data, "pending")))
        self.assertEqual("99849.60", str(self.duffel.balance))
        self.assertEqual("confirmed", ran.json["status"])
        self.assertEqual(self.orders()[0]["booking_reference"], ran.json["airlineReference"])
        return ran.json

    def test_books_from_the_balance_and_says_the_airlines_reference(self):
        card = self.booked_once(self.book())
        self.assertEqual({"amount": 150.4, "currency": "GBP"}, card["total"])
        shown = self.show("show", card["reference"], DUFFEL_TOKEN=None)
        self.assertEqual(0, shown.status, shown.err)
        self.assertIn("Airline reference: " + card["airlineReference"], shown.out)
        self.assertIn("Baggage: 1 checked bag, 1 in the cabin", shown.out)

    def test_the_same_key_books_once(self):
        first, second = self.book(), self.book()
        self.booked_once(first)
        self.assertEqual(first.json["reference"], second.json["reference"])
        self.assertEqual(1, len(self.sent(ORDERS)))

    def test_the_quote_asks_anew_and_changes_nothing(self):
        ran = self.run_script("book_flight.py", "--json", "--quote", *self.order(self.offer, "Ada Lovelace"))
        self.assertEqual(0, ran.status, ran.err)
        self.assertEqual(self.offer["rules"], ran.json["fareRules"])
        self.assertNotIn("warning", ran.json)
        self.assertEqual(([], []), (self.orders(), self.booking_files()))

    # ---- no answer after the order was made

    def test_an_order_whose_answer_is_lost_is_looked_up_and_reported(self):
        self.fault(ORDERS, "silent")
        self.booked_once(self.book())
        self.assertEqual(1, len(self.sent(ORDERS)))

    def test_an_order_that_times_out_is_looked_up(self):
        self.fault(ORDERS, "hang")
        self.booked_once(self.book(env={"DUFFEL_SECONDS": "1"}))

    def test_each_unclear_answer_is_looked_up(self):
        for status in (500, 502, 504, 409, 408):
            with self.subTest(status):
                self.setUp()
                self.fault(ORDERS, "after", status=status)
                self.booked_once(self.book())

    def test_an_accepted_order_that_appears_late_is_uncertain_then_found_and_never_sent_twice(self):
        self.fault(ORDERS, "accepted")
        ran = self.book()
        self.assertEqual((12, "Error: It is not known whether this was booked: Duffel gave no answer, and it is not among the "
                          "orders yet"), (ran.status, ran.error))
        self.assertIn("Never say that it failed", ran.err)
        again = self.book()
        self.assertEqual(12, again.status)
        # In the quote as well: its offer is gone, and a new search would be a second ticket.
        self.assertEqual(0, self.run_script("book_flight.py", "--quote", *self.order(self.offer, "Ada Lovelace")).status)
        self.assertEqual(1, len(self.sent(ORDERS)))
        self.set(arrive=True)
        self.booked_once(self.book())
        self.assertEqual(1, len(self.sent(ORDERS)))

    def test_while_an_order_is_open_nobody_on_it_can_be_booked_again(self):
        self.fault(ORDERS, "late")
        self.assertEqual(12, self.book().status)
        other = self.of("ZZ", self.offers_of())
        ran = self.book(other, key="key-2")
        self.assertEqual((12, "Error: An earlier order for Ada Lovelace has no answer yet"), (ran.status, ran.error))
        open_still = self.show("list")
        self.assertIn("still not known whether the order for Ada Lovelace (ZZ7) was booked", open_still.err)
        self.set(arrive=True)
        found = self.show("list", "--json")
        self.assertIn("did go through: booking ", found.err)
        self.assertEqual(["confirmed"], [one["status"] for one in found.json["bookings"]])
        self.assertEqual(1, len(self.orders()))
        self.assertEqual(0, self.book(other, key="key-2").status)

    def test_an_order_that_never_appears_was_not_made_after_three_hours(self):
        self.fault(ORDERS, "silent-before")
        self.assertEqual(12, self.book().status)
        early = self.book(env=self.after(179))
        self.assertEqual(12, early.status)
        late = self.book(env={"now": later(180)})
        self.assertEqual((6, True), (late.status, "no longer be bought" in late.err), late.err)
        listed = self.show("list", now=later(181))
        self.assertIn("was not made. It can be booked again", listed.err)
        self.assertEqual([], os.listdir(os.path.join(self.data, "pending")))
        self.assertEqual([], self.orders())

    def test_an_order_that_cannot_be_looked_up_is_uncertain(self):
        self.fault(ORDERS, "silent")
        for _ in range(3):
            self.fault("GET /air/orders", "status", status=503)
        ran = self.book()
        self.assertEqual(12, ran.status)
        self.assertIn("it cannot be looked up now", ran.err)
        self.booked_once(self.book())

    def test_a_killed_script_is_recovered_by_the_next_one(self):
        self.fault(ORDERS, "hang")
        process = self.start("book_flight.py", *self.order(self.offer, "Ada Lovelace"))
        while not self.orders():
            pass
        process.kill()
        process.communicate()
        self.assertEqual(1, len(os.listdir(os.path.join(self.data, "pending"))))
        self.booked_once(self.book())
        self.assertEqual(1, len(self.sent(ORDERS)))

    def test_a_service_that_is_down_made_no_order(self):
        self.fault(ORDERS, "status", status=503)
        ran = self.book()
        self.assertEqual((11, "Error: Duffel has a problem (status 503)"), (ran.status, ran.error))
        self.assertEqual([], os.listdir(os.path.join(self.data, "pending")))
        self.booked_once(self.book())

    def test_a_rate_limit_made_no_order(self):
        self.fault(ORDERS, "rate", seconds=60)
        ran = self.book()
        self.assertEqual(11, ran.status)
        self.assertRegex(ran.err, r"Nothing was booked or changed\. Try again in (59|60|61) seconds\.")
        self.booked_once(self.book())

    # ---- prices, expiry, money

    def test_a_price_that_moved_before_the_order_is_asked_again(self):
        self.fault("GET /air/offers/.*", "price", by="12.00")
        ran = self.book()
        self.assertEqual((5, "Error: Price changed: was £150.40, now £162.40"), (ran.status, ran.error))
        self.assertIn("--expect-total 162.40", ran.err)
        self.assertEqual([], self.sent(ORDERS))

    def test_a_price_that_moves_between_offer_and_order_is_asked_again(self):
        self.fault(ORDERS, "price", by="7.30")
        ran = self.book()
        self.assertEqual((5, "Error: Price changed: was £150.40, now £157.70"), (ran.status, ran.error))
        self.assertEqual(([], []), (self.orders(), os.listdir(os.path.join(self.data, "pending"))))
        self.assertEqual(0, self.book(total=157.7).status)

    def test_an_offer_that_expired_or_sold_out_books_nothing(self):
        ran = self.book(env=self.after(31))
        self.assertEqual((6, []), (ran.status, self.orders()))
        self.setUp()
        self.fault(ORDERS, "gone")
        ran = self.book()
        self.assertEqual((6, []), (ran.status, self.orders()))
        self.assertIn("Search again", ran.err)

    def test_another_booking_from_the_same_search_is_refused_by_duffel(self):
        self.booked_once(self.book())
        ran = self.book(self.of("IB", self.offers), "Anne Lovelace", key="key-2")
        self.assertNotEqual(0, ran.status)
        self.assertEqual(1, len(self.orders()))

    def test_a_balance_that_is_too_low_books_nothing(self):
        self.set(balance="100.00")
        ran = self.book()
        self.assertEqual((11, "Error: The balance of the Duffel account does not cover this"), (ran.status, ran.error))
        self.assertEqual(([], []), (self.orders(), os.listdir(os.path.join(self.data, "pending"))))

    # ---- travellers

    def test_travellers_are_given_as_secrets_and_never_shown(self):
        ran = self.book(env={"TRAVELLER_ADA_LOVELACE": None})
        self.assertEqual((2, "Error: The airline wants details of Ada Lovelace that this skill was not given"),
                         (ran.status, ran.error))
        self.assertIn("Never ask for them in the conversation.", ran.err)
        self.assertIn("skilldeck secrets set book-flight TRAVELLER_ADA_LOVELACE", ran.err)
        for text, said in (("born=1990-12-10", "family and given and gender and phone and email are missing"),
                           (ADA.replace("1990-12-10", "10/12/1990"), "born is a date such as 1990-02-03"),
                           (ADA.replace("+44 20 8016 0508", "020 8016 0508"), "phone is written with + and the country code"),
                           (ADA.replace("given=Ada", "given=Grace"), "family and given are not the name Ada Lovelace"),
                           ("just some words", "it is written as key=value")):
            with self.subTest(said):
                ran = self.book(env={"TRAVELLER_ADA_LOVELACE": text})
                self.assertEqual(2, ran.status)
                self.assertIn(said, ran.error)
        self.assertEqual([], self.sent(ORDERS))

    def test_a_passport_goes_to_the_airline_that_wants_it_and_nowhere_else(self):
        offer = self.of("BA", self.offers)
        ran = self.book(offer, env={"PASSPORT_ADA_LOVELACE": None})
        self.assertEqual((2, "Error: This airline wants the passport of Ada Lovelace"), (ran.status, ran.error))
        ran = self.book(offer, env={"TRAVELLER_ADA_LOVELACE": ADA.replace("2031-05-01", "2027-05-11")})
        self.assertEqual((2, "Error: The passport of Ada Lovelace expires before the end of the trip"), (ran.status, ran.error))
        self.assertEqual(0, self.book(offer).status)

    def test_what_duffel_repeats_of_a_passport_is_not_shown(self):
        self.fault(ORDERS, "status", status=422, code="validation_error")
        ran = self.book(self.of("BA", self.offers))
        self.assertEqual((2, "Error: Duffel did not accept the request (validation_error)"), (ran.status, ran.error))

    def test_a_family_is_booked_with_the_infant_on_a_lap(self):
        offer = self.of("ZZ", self.offers_of("--adults", "1", "--ages", "8,0"))
        ran = self.book(offer, "Ada Lovelace", "Anne Lovelace:child", "Byron Lovelace:infant")
        self.assertEqual(0, ran.status, ran.err)
        people = {p["given_name"]: p for p in self.orders()[0]["passengers"]}
        self.assertEqual(people["Byron"]["id"], people["Ada"]["infant_passenger_id"])

    def test_an_age_that_is_not_the_offers_is_refused_before_the_order(self):
        offer = self.of("ZZ", self.offers_of("--adults", "1", "--ages", "9"))
        ran = self.book(offer, "Ada Lovelace", "Anne Lovelace:child")
        self.assertEqual((2, "Error: The offer is for another age than that of Anne Lovelace on the day of travel"),
                         (ran.status, ran.error))


class Live(DuffelTest):
    """With a live token only questions that need no connection can be tried: it goes to no address but Duffel's."""

    def limited(self, limit, total=150.4, currency="GBP"):
        code = ("import sys; sys.path.insert(0, %r)\n"
                "from flightlib.providers.duffel import Provider\nfrom flightlib.clock import now\nfrom flightlib.errors import SkillError\n"
                "try:\n    Provider(now())._within_limit({'total': %r, 'currency': %r}); print('ok')\n"
                "except SkillError as e: print(e.message)\n") % (self.scripts(), total, currency)
        import subprocess
        import sys
        env = self.environment(DUFFEL_TOKEN=LIVE, DUFFEL_API_URL=None, FLIGHT_LIVE_LIMIT=limit)
        return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, encoding="utf-8", check=True).stdout.strip()

    @staticmethod
    def scripts():
        from support import SCRIPTS
        return SCRIPTS

    def test_needs_a_limit_in_the_offers_currency_and_keeps_to_it(self):
        self.assertEqual("No limit is set for live bookings", self.limited(None))
        self.assertEqual("FLIGHT_LIVE_LIMIT is not an amount with its currency", self.limited("lots"))
        self.assertEqual("The limit for live bookings is in EUR, this offer in GBP", self.limited("400 EUR"))
        self.assertEqual("This costs £150.40, more than the limit of £150.39 for one live booking", self.limited("150.39 GBP"))
        self.assertEqual("ok", self.limited("150.40 GBP"))

    def test_the_question_says_that_it_is_real_money_and_the_limit_holds_before_the_order(self):
        offer = self.of("ZZ", self.offers_of())
        code = ("import sys; sys.path.insert(0, %r)\n"
                "from flightlib import bookings\nfrom flightlib.providers.duffel import Provider\nfrom flightlib.clock import now\n"
                "from flightlib.errors import SkillError\nfrom flightlib.store import Store\n"
                "seller = Provider(now()); seller._api.mode = 'live'\n"  # of the stand-in, which a live token never reaches
                "order = bookings.Order(); order.offer, order.key, order.contact, order.currency = %r, 'k', None, None\n"
                "order.passengers, order.expected = [{'name': 'Ada Lovelace', 'type': 'adult'}], 150.4\n"
                "try: print(bookings.quote(order, seller, Store())['warning']['en'])\n"
                "except SkillError as e: print(e.message)\n"
                "try: bookings.book(order, seller, Store())\n"
                "except SkillError as e: print(e.message)\n") % (self.scripts(), offer["id"])
        import subprocess
        import sys
        said = []
        for limit in ("150 GBP", "151 GBP"):
            env = self.environment(FLIGHT_LIVE_LIMIT=limit)
            said.append(subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, encoding="utf-8", check=True).stdout)
            self.assertEqual(0 if limit == "150 GBP" else 1, len(self.orders()))
        refused = "This costs £150.40, more than the limit of £150.00 for one live booking\n"
        self.assertEqual([refused * 2, "Real money: on your yes, £150.40 is paid at once from your Duffel balance and the airline "
                          "issues tickets.\n"], said)

    def test_a_test_token_needs_no_limit(self):
        self.assertEqual(0, self.book(self.of("ZZ", self.offers_of()), "Ada Lovelace").status)


class Afterwards(DuffelTest):
    def booked(self, airline="ZZ", *more):
        offer = self.of(airline, self.offers_of())
        ran = self.run_script("book_flight.py", "--json", *self.order(offer, "Ada Lovelace"), *more)
        self.assertEqual(0, ran.status, ran.err)
        return ran.json

    def test_a_cancellation_quotes_first_and_refunds_what_the_airline_says(self):
        ref = self.booked()["reference"]
        quote = self.show("cancel", ref, "--quote", "--json").json
        self.assertEqual(({"amount": 40, "currency": "GBP"}, {"amount": 110.4, "currency": "GBP"}, "fee"),
                         (quote["fee"], quote["refund"], quote["reason"]))
        self.assertIsNone(self.orders()[0]["cancelled_at"])
        done = self.show("cancel", ref, "--json").json
        self.assertEqual(("cancelled", quote["refund"]), (done["status"], done["refund"]))
        self.assertIsNotNone(self.orders()[0]["cancelled_at"])
        self.assertEqual("99960.00", str(self.duffel.balance))

    def test_a_voucher_and_a_fare_without_refund_say_so(self):
        quote = self.show("cancel", self.booked("IB")["reference"], "--quote")
        self.assertIn("The airline refunds by voucher or credit, not in money.", quote.out)
        self.setUp()
        quote = self.show("cancel", self.booked("BA")["reference"], "--quote", "--lang", "zh")
        self.assertIn("这张票不可退款", quote.out)

    def test_a_refund_that_moved_is_asked_again(self):
        ref = self.booked()["reference"]
        # The quote inside the command sees one refund, the cancellation after it another.
        self.fault("GET /air/orders/.*", "")
        self.fault("GET /air/orders/.*", "rise", by="10.00")
        ran = self.show("cancel", ref)
        self.assertEqual((5, "Error: The refund changed: was £110.40, now £100.40"), (ran.status, ran.error))
        self.assertIsNone(self.orders()[0]["cancelled_at"])

    def test_a_cancellation_whose_answer_is_lost_is_looked_up(self):
        ref = self.booked()["reference"]
        self.fault("POST /air/order_cancellations/.*/actions/confirm", "silent")
        self.assertEqual("cancelled", self.show("cancel", ref, "--json").json["status"])

    def test_a_cancellation_that_cannot_be_looked_up_is_uncertain_and_done_once(self):
        ref = self.booked()["reference"]
        self.fault("POST /air/order_cancellations/.*/actions/confirm", "silent")
        for do in ("", "", "status", "status", "status"):
            self.fault("GET /air/orders/.*", do, status=503)
        ran = self.show("cancel", ref)
        self.assertEqual(12, ran.status, ran.out)
        again = self.show("cancel", ref, "--json")
        self.assertEqual(("cancelled", 110.4), (again.json["status"], again.json["refund"]["amount"]))
        self.assertEqual("99960.00", str(self.duffel.balance))
        self.assertEqual(1, len([c for c in self.duffel.calls if c.endswith("/actions/confirm")]))

    def test_holds_where_the_airline_allows_it_and_pays_later_once(self):
        held = self.booked("ZZ", "--hold")
        self.assertEqual(("held", "2026-11-24T02:00:00Z"), (held["status"], held["payBy"]))
        self.assertEqual("100000.00", str(self.duffel.balance))
        ref = held["reference"]
        quote = self.show("pay", ref, "--expect-total", "150.40", "--quote", "--json")
        self.assertEqual((0, 150.4), (quote.status, quote.json["total"]["amount"]))
        self.fault("POST /air/payments", "silent")
        paid = self.show("pay", ref, "--expect-total", "150.40", "--json").json
        self.assertEqual(("confirmed", False), (paid["status"], "payBy" in paid))
        self.assertEqual("99849.60", str(self.duffel.balance))
        self.assertEqual(9, self.show("pay", ref, "--expect-total", "150.40").status)

    def test_an_instant_only_airline_cannot_be_held(self):
        ran = self.run_script("book_flight.py", "--hold", *self.order(self.of("BA", self.offers_of()), "Ada Lovelace"))
        self.assertEqual((9, "Error: This fare cannot be held: the airline wants to be paid at once"), (ran.status, ran.error))
        self.assertEqual(([], []), (self.orders(), os.listdir(os.path.join(self.data, "pending"))))

    def test_a_held_price_that_moved_is_asked_again_and_a_hold_that_is_over_is_said(self):
        ref = self.booked("ZZ", "--hold")["reference"]
        self.fault("POST /air/payments", "rise", by="9.60")
        ran = self.show("pay", ref, "--expect-total", "150.40")
        self.assertEqual((5, "Error: Price changed: was £150.40, now £160.00"), (ran.status, ran.error))
        ran = self.show("pay", ref, "--expect-total", "160", **self.after(2 * 1440 + 1))
        self.assertEqual((9, "Error: Booking %s can no longer be paid: the time to hold it is over" % ref),
                         (ran.status, ran.error))
        self.assertEqual("100000.00", str(self.duffel.balance))

    def test_a_hold_is_cancelled_at_no_cost(self):
        ref = self.booked("ZZ", "--hold")["reference"]
        done = self.show("cancel", ref, "--json").json
        self.assertEqual(("cancelled", 0), (done["status"], done["refund"]["amount"]))

    def changed_to(self):
        return self.of("ZZ", self.search("London", "New York", "2027-05-20")["offers"])["id"]

    def test_a_change_quotes_fee_and_difference_and_moves_the_booking(self):
        ref, offer = self.booked()["reference"], self.changed_to()
        quote = self.show("change", ref, "--offer", offer, "--quote", "--json")
        self.assertEqual(0, quote.status, quote.err)
        self.assertEqual(43.5, quote.json["total"]["amount"])
        moved = quote.json["change"]
        self.assertEqual((150.4, 168.9, 18.5, 25.0), tuple(moved[part]["amount"] for part in ("paid", "newFare", "difference", "fee")))
        self.assertEqual("Change of booking %s: fee £25.00, difference in fare £18.50" % ref, quote.json["fareRules"]["en"][-1])
        self.fault("POST /air/order_changes/.*/actions/confirm", "silent")
        done = self.show("change", ref, "--offer", offer, "--expect-total", "43.50", "--json")
        self.assertEqual(0, done.status, done.err)
        self.assertEqual(("2027-05-20", 193.9), (done.json["offer"]["itineraries"][0]["departs"][:10], done.json["total"]["amount"]))
        self.assertEqual(1, done.json["offer"]["bags"]["checked"])
        self.assertEqual("99806.10", str(self.duffel.balance))
        again = self.show("change", ref, "--offer", offer, "--expect-total", "43.50")
        self.assertEqual((2, "Error: Booking %s is already on these flights" % ref), (again.status, again.error))

    def test_a_change_at_another_price_or_of_a_fare_that_allows_none_does_nothing(self):
        ref, offer = self.booked()["reference"], self.changed_to()
        self.assertEqual(5, self.show("change", ref, "--offer", offer, "--expect-total", "40").status)
        self.fault("POST /air/order_changes", "rise", by="3.00")
        ran = self.show("change", ref, "--offer", offer, "--expect-total", "43.50")
        self.assertEqual((5, "Error: The price of this change moved: was £43.50, now £46.50"), (ran.status, ran.error))
        self.setUp()
        ref, offer = self.booked("IB")["reference"], self.changed_to()
        self.assertEqual(9, self.show("change", ref, "--offer", offer, "--quote").status)


if __name__ == "__main__":
    unittest.main()
