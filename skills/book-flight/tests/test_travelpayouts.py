"""Fares of the Aviasales Data API, against a stand-in from its documentation: found, filtered, never booked.

https://support.travelpayouts.com/hc/en-us/articles/203956163-Aviasales-Data-API: `X-Access-Token`, {success, data, error}, the
parameters and fields of `aviasales/v3/prices_for_dates`. An unknown parameter is refused here.
"""

import json
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from support import SkillTest

TOKEN = "tp-s3cretTokenOfTheStandIn"
KNOWN = {"origin", "destination", "departure_at", "return_at", "one_way", "direct", "sorting", "unique", "currency", "limit", "page",
         "market"}
DAY = "2027-05-12"


def fare(price, airline, number, leaves, took, transfers, **more):
    return dict({"origin": "LON", "destination": "NYC", "origin_airport": "LHR", "destination_airport": "JFK", "price": price,
                 "airline": airline, "flight_number": number, "departure_at": leaves, "transfers": transfers, "return_transfers": 0,
                 "duration": took, "duration_to": took, "duration_back": 0, "link": "/search/LON1205NYC1"}, **more)


FARES = [fare(290, "BA", "117", DAY + "T09:25:00+01:00", 480, 0), fare(210.5, "IB", "3167", DAY + "T06:10:00+01:00", 900, 1),
         fare(190, "ZZ", "1", "2027-05-13T06:10:00+01:00", 480, 0), {"price": "broken"}]


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        parts = urlsplit(self.path)
        query = dict(parse_qsl(parts.query))
        self.server.asked.append(query)
        if self.headers.get("X-Access-Token") != TOKEN:
            return self.send(401, {"success": False, "data": None, "error": "Unauthorized"})
        if self.server.status != 200:
            return self.send(self.server.status, {"success": False, "data": None, "error": "later"})
        if parts.path != "/aviasales/v3/prices_for_dates" or set(query) - KNOWN or len(query["currency"]) != 3:
            return self.send(400, {"success": False, "data": {}, "error": "bad request"})
        fares = FARES
        if query["one_way"] == "false":
            fares = [dict(one, return_at=query["return_at"] + "T18:00:00-04:00", duration_back=430) for one in FARES[:2]]
        return self.send(200, {"success": True, "currency": query["currency"], "data": fares})

    def send(self, status, answer):
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class Travelpayouts(SkillTest):
    def setUp(self):
        super().setUp()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.asked, self.server.status = [], 200
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def environment(self, now="2026-11-22T10:00:00+08:00", **more):
        given = dict(TRAVELPAYOUTS_TOKEN=TOKEN, TRAVELPAYOUTS_API_URL="http://127.0.0.1:%d" % self.server.server_address[1])
        given.update(more)
        return super().environment(now, **given)

    ARGS = ("search_flights.py", "--from", "London", "--to", "New York", "--date", DAY, "--currency", "USD")

    def test_a_key_chooses_it_and_fares_are_shown_as_found_by_others(self):
        ran = self.ok(*self.ARGS)
        self.assertIn("US$210.50", ran.out)
        self.assertIn("1 stop", ran.out)
        self.assertIn("nothing can be booked here", ran.out)
        self.assertNotIn("book_flight.py", ran.out)
        self.assertNotIn(TOKEN, ran.out + ran.err)
        card = self.ok(*self.ARGS, "--json").json
        self.assertEqual({"name": "travelpayouts", "real": True}, card["provider"])
        self.assertEqual([("IB3167", 1), ("BA117", 0)], [
            (o["itineraries"][0]["segments"][0]["flight"], o["itineraries"][0]["stops"]) for o in card["offers"]])
        self.assertEqual("2027-05-12T12:25:00-04:00", card["offers"][1]["itineraries"][0]["arrives"])

    def test_conditions_hold_though_stops_are_only_counted(self):
        card = self.ok(*self.ARGS, "--direct", "--json").json
        self.assertEqual(["BA117"], [o["itineraries"][0]["segments"][0]["flight"] for o in card["offers"]])

    def test_out_and_back_is_one_price(self):
        card = self.ok(*self.ARGS, "--return", "2027-05-20", "--json").json
        self.assertEqual(("2027-05-20", "false"), (self.server.asked[0]["return_at"], self.server.asked[0]["one_way"]))
        self.assertEqual([210.5, 290], [o["price"]["total"] for o in card["offers"]])
        self.assertEqual("2027-05-20T18:00:00-04:00", card["offers"][0]["itineraries"][1]["departs"])

    def test_it_says_plainly_that_it_sells_nothing(self):
        offer = self.ok(*self.ARGS, "--json").json["offers"][0]
        for more in ((), ("--quote",)):
            self.fails(9, "Error: Travelpayouts sells nothing: it only tells what fares others found", "book_flight.py",
                       *self.order(offer, "Ada Lovelace"), *more)
        self.assertEqual([], self.booking_files())
        self.assertFalse(os.path.isdir(os.path.join(self.data, "pending")) and os.listdir(os.path.join(self.data, "pending")))

    def test_what_it_does_not_know_is_refused_and_failures_are_named(self):
        self.fails(2, "Error: Travelpayouts knows fares for one adult in economy alone", *self.ARGS, "--adults", "2")
        self.fails(11, "Error: Travelpayouts refused the access token", *self.ARGS, TRAVELPAYOUTS_TOKEN="other")
        self.server.status = 429
        self.fails(11, "Error: Travelpayouts asks to wait: too many questions at once", *self.ARGS)
        self.fails(11, "Error: Travelpayouts could not be reached or did not answer as published", *self.ARGS,
                   TRAVELPAYOUTS_API_URL="http://127.0.0.1:1")
        self.fails(2, "Error: TRAVELPAYOUTS_API_URL can only be an address on this computer", *self.ARGS,
                   TRAVELPAYOUTS_API_URL="https://example.com")


if __name__ == "__main__":
    unittest.main()
