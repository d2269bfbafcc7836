"""The scripts as commands: their errors, their output, their cards."""

import json
import os
import re
import unittest
from datetime import datetime

from support import NOW, SCRIPTS, SKILL, SkillTest
from flightlib.bookings import check_key
from flightlib.errors import SkillError
from flightlib.passengers import parse_all

PLACE = {"code": str, "airport": str, "airportZh": str, "city": str, "cityZh": str, "country": str}
SEGMENT = {"flight": str, "airline": {"code": str, "name": str, "nameZh": str}, "from": PLACE, "to": PLACE, "departs": str,
           "arrives": str, "dayOffset": int, "durationMinutes": int, "aircraft": str}
ITINERARY = {"from": PLACE, "to": PLACE, "departs": str, "arrives": str, "dayOffset": int, "durationMinutes": int,
             "stops": int, "segments": [SEGMENT], "layovers": [{"code": str, "city": str, "cityZh": str, "minutes": int}]}
MONEY = (int, float)
OFFER = {"id": str, "itineraries": [ITINERARY], "cabin": str,
         "price": {"total": MONEY, "perAdult": MONEY, "perChild": MONEY, "perInfantLap": MONEY, "perInfantSeat": MONEY,
                   "currency": str}, "seatsLeft": int,
         "fare": {"name": str, "nameZh": str, "refundable": bool, "changeFee": MONEY, "cancelFee": MONEY,
                  "checkedBaggageKg": int, "cabinBaggageKg": int, "perAdult": MONEY, "perChild": MONEY, "perInfantLap": MONEY,
                  "perInfantSeat": MONEY, "taxes": MONEY, "fees": MONEY, "total": MONEY},
         "bags": {"checked": int, "kg": int, "carryOn": int},
         "party": {"adults": int, "children": int, "infantsLap": int, "infantsSeat": int},
         "airportChange": [{"city": str, "cityZh": str, "from": str, "to": str}],
         "terminalChange": [{"airport": str, "from": str, "to": str}], "overnight": [{"airport": str, "minutes": int}],
         "tags": [str]}
SHORT_PLACE = {"code": str, "city": str, "cityZh": str, "airport": str, "airportZh": str}
OR_NULL = (str, type(None))
QUERY = {"from": SHORT_PLACE, "to": SHORT_PLACE, "date": str, "returnDate": str,
         "legs": (list, type(None)), "adults": int, "children": int, "infantsLap": int,
         "infantsSeat": int, "ages": [int], "cabin": str, "currency": str, "direct": bool, "maxPrice": MONEY, "departAfter": str,
         "departBefore": str, "arriveAfter": str, "arriveBefore": str, "airlines": [str], "notAirlines": [str],
         "notAirports": [str], "maxStops": int, "minConnection": int, "maxConnection": int, "bags": int, "flex": int,
         "cheapestOf": OR_NULL, "return": OR_NULL, "nights": (int, type(None)), "step": str, "outbound": [str], "sort": str}
DAY = {"date": str, "return": str, "total": (int, float, type(None))}
SEARCH = {"kind": str, "version": int, "provider": {"name": str, "real": bool}, "query": QUERY, "offers": [OFFER],
          "matching": int, "page": {"limit": int, "next": int}, "nearby": [DAY], "month": [DAY],
          "watch": {"every": str, "until": str, "command": [str], "value": MONEY, "currency": str, "below": MONEY,
                    "title": {"en": str, "zh": str}, "label": {"en": str, "zh": str}, "say": {"en": str, "zh": str}}}
REQUIRED_OF_QUERY = {"from", "to", "date", "adults", "children", "cabin", "currency", "sort"}
OPTIONAL = (set(QUERY) - REQUIRED_OF_QUERY) | {
    "terminal", "perChild", "cancelledAt", "refund", "refundReason", "payments", "fee", "next", "airportChange", "terminalChange", "overnight", "perInfantLap",
    "perInfantSeat", "nearby", "month", "below", "return", "airport", "airportZh"}


def shape_errors(value, shape, path="card"):
    """Where a value is not of the shape: missing, unknown or wrongly typed fields."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return ["%s is no object" % path]
        wrong = ["%s.%s is missing" % (path, k) for k in shape if k not in value and k not in OPTIONAL]
        wrong += ["%s.%s is unknown" % (path, k) for k in value if k not in shape and k not in OPTIONAL]
        for key in shape:
            if key in value:
                wrong += shape_errors(value[key], shape[key], path + "." + key)
        return wrong
    if isinstance(shape, list):
        if not isinstance(value, list):
            return ["%s is no list" % path]
        return [w for i, v in enumerate(value) for w in shape_errors(v, shape[0], "%s[%d]" % (path, i))]
    good = isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
    return [] if good else ["%s is %r" % (path, value)]


class Errors(SkillTest):
    def error(self, status, line, *args):
        given = {"--from": "Beijing", "--to": "Tokyo", "--date": "2026-12-16"}
        for name, value in zip(args[::2], args[1::2]):
            given[name] = value
        return self.fails(status, line, "search_flights.py", *(x for pair in given.items() for x in pair))

    def test_a_city_that_is_not_served(self):
        ran = self.error(3, "Error: Unknown destination city 'Sacramento'", "--to", "Sacramento")
        self.assertIn("San Francisco (SFO), 140 km", ran.err)
        self.assertIn("旧金山（SFO），约 140 公里", self.error(3, "Error: Unknown destination city 'Sacramento'", "--to", "Sacramento",
                                                    "--lang", "zh").err)
        self.assertIn("reference.md", ran.err)

    def test_unknown_origin_and_hostile_names(self):
        self.error(3, "Error: Unknown origin city 'Atlantis'", "--from", "Atlantis")
        self.error(3, "Error: Unknown destination city 'a b'", "--to", "a\n\tb")
        self.assertLess(len(self.error(3, "Error: Unknown destination city '%s'" % ("x" * 60), "--to", "x" * 5000).err), 600)

    def test_wrong_values_each_have_their_own_error(self):
        for line, *args in (
                ("Date 2026-11-21 is in the past (today is 2026-11-22)", "--date", "2026-11-21"),
                ("Return date 2026-12-10 is before the departure date 2026-12-16", "--return", "2026-12-10"),
                ("Date 2027-10-19 is too far ahead: flights are sold up to 330 days, until 2027-10-18", "--date", "2027-10-19"),
                ("Invalid --date '2026-02-30': not a date of the form YYYY-MM-DD", "--date", "2026-02-30"),
                ("Invalid --date 'tomorrow': not a date of the form YYYY-MM-DD", "--date", "tomorrow"),
                ("Invalid --return '20270101': not a date of the form YYYY-MM-DD", "--return", "20270101"),
                ("At least 1 passenger is needed (0 given)", "--adults", "0"),
                ("Too many passengers: 10 given, at most 9 in one booking", "--adults", "10"),
                ("Too many passengers: 10 given, at most 9 in one booking", "--adults", "5", "--children", "5"),
                ("Children cannot travel without an adult", "--adults", "0", "--children", "2"),
                ("Too many children: 3 with 1 adult, at most 2 children per adult", "--children", "3"),
                ("The number of passengers cannot be negative", "--adults", "-1"),
                ("Invalid --adults 'two': not a whole number", "--adults", "two"),
                ("Unknown cabin 'sofa'", "--cabin", "sofa"),
                ("Unknown currency 'XTS'", "--currency", "XTS"),
                ("Unknown airline 'ZZ'", "--airline", "ZZ"),
                ("Invalid --max-price 'cheap': not an amount of money", "--max-price", "cheap"),
                ("Invalid --max-price 'nan': not an amount of money", "--max-price", "nan"),
                ("Invalid --depart-after '25:00': not a time of the form HH:MM", "--depart-after", "25:00"),
                ("--depart-after 18:00 is later than --depart-before 09:00", "--depart-after", "18:00", "--depart-before", "09:00"),
                ("Invalid --limit '0': from 1 to 50", "--limit", "0"),
                ("Origin and destination are the same city: Tokyo", "--from", "HND", "--to", "NRT")):
            self.error(2, "Error: " + line, *args)

    def test_wrong_usage(self):
        ran = self.fails(2, "Error: The following arguments are required: --date", "search_flights.py", "--from", "PEK", "--to", "HND")
        self.assertIn("--help", ran.err)
        self.fails(2, "Error: Unrecognized arguments: --fro", "search_flights.py", "--from", "PEK", "--to", "HND", "--date",
                   "2026-12-16", "--fro")
        self.fails(2, "Error: The following arguments are required: list | show REF | cancel REF | pay REF | change REF", "manage_bookings.py")
        for short in ("canc", "--json", "CANCEL"):  # what must be confirmed has one spelling
            self.assertEqual(2, self.run_script("manage_bookings.py", short, "KXPLMT").status)
        self.assertEqual(2, self.run_script("book_flight.py", "--quot").status)

    def test_no_flights_says_why(self):
        ran = self.error(4, "Error: No flights found from Reykjavik to Queenstown on 2026-12-16", "--from", "KEF", "--to", "ZQN")
        self.assertIn("No airline in the timetable sells Reykjavik to Queenstown", ran.err)
        ran = self.error(4, "Error: No flights found from Beijing to Tokyo on 2026-12-16", "--max-price", "5")
        self.assertRegex(ran.err, r"No flight costs CN¥5 or less; the cheapest is CZ3531 at 16:00 for CN¥1,180\.")
        ran = self.error(4, "Error: No flights found from Beijing to Tokyo on 2026-12-16", "--airline", "LH")
        self.assertRegex(ran.err, r"No flight is flown by LH; \w\w has \w+ at \d\d:\d\d for CN¥[\d,]+\.")
        ran = self.error(4, "Error: No flights found from Beijing to Tokyo on 2026-12-16", "--depart-after", "23:59")
        self.assertRegex(ran.err, r"No flight leaves at 23:59 or later; the last is \w+\+?\w* at \d\d:\d\d for CN¥[\d,]+\.")

    def test_a_route_not_flown_every_day_names_the_days_that_are(self):
        from flightlib import zones
        from flightlib.journeys import journeys
        from flightlib.places import resolve
        day = zones.days_of(2027, 3, 17)
        for origin, dest in (("TAS", "MAD"), ("UBN", "BKK"), ("ALA", "MLE"), ("NAN", "NRT"), ("UBN", "SIN"), ("KEF", "VIE")):
            for shift in range(7):
                if not journeys(resolve(origin, ""), resolve(dest, ""), day + shift):
                    ran = self.error(4, "Error: No flights found from %s to %s on %s" % (
                        resolve(origin, "").city.name, resolve(dest, "").city.name, zones.day_to_date(day + shift)),
                        "--from", origin, "--to", dest, "--date", zones.day_to_date(day + shift).isoformat())
                    self.assertRegex(ran.err, r"On \w+ \d+ Mar 2027 there are flights, from CN¥[\d,]+ \(")
                    return
        self.fail("every route tried is flown every day; try others")

    def test_an_unusable_clock(self):
        ran = self.run_script("get_current_time.py", now="yesterday")
        self.assertEqual((2, "Error: SKILLDECK_NOW is not an ISO 8601 time: 'yesterday'"), (ran.status, ran.error))


class Output(SkillTest):
    def test_help_of_every_script(self):
        for name in sorted(n for n in os.listdir(SCRIPTS) if n.endswith(".py")):
            text = self.ok(name, "--help").out
            for word in ("usage: " + name, "examples:", "exit status:", "--lang" if name != "manage_bookings.py" else "cancel"):
                self.assertIn(word, text)

    def test_time(self):
        ran = self.ok("get_current_time.py", "--json")
        self.assertEqual({"kind": "current-time", "version": 1, "now": NOW, "date": "2026-11-22", "weekday": "Sunday",
                          "zone": "UTC+08:00"}, ran.json)
        self.assertEqual(ran.json, self.card())
        there = self.ok("get_current_time.py", "--city", "纽约", "--json").json
        self.assertEqual(("2026-11-21T21:00:00-05:00", "Saturday", "America/New_York"),
                         (there["now"], there["weekday"], there["zone"]))
        text = self.ok("get_current_time.py").out
        self.assertTrue(text.startswith("Current Date: 2026-11-22 (Sunday)\n"))
        self.assertIn("Fri 2026-11-27", text)
        self.assertIn("周五 2026-11-27", self.ok("get_current_time.py", "--lang", "zh").out)
        self.fails(3, "Error: Unknown city 'Atlantis'", "get_current_time.py", "--city", "Atlantis")

    def test_now_may_be_utc_or_missing(self):
        self.assertEqual("2026-11-22", self.ok("get_current_time.py", "--json", now="2026-11-22T01:00:00Z").json["date"])
        real = self.ok("get_current_time.py", "--json", now=None).json
        self.assertLess(abs(datetime.fromisoformat(real["now"]).timestamp() - datetime.now().timestamp()), 60)

    def test_the_card_of_a_search_has_the_agreed_shape(self):
        for more in ([], ["--return", "2026-12-20", "--adults", "2", "--children", "1", "--currency", "USD"],
                     ["--direct", "--cabin", "business", "--max-price", "99999", "--depart-after", "06:00", "--depart-before", "23:00"]):
            card = self.search("Beijing", "Los Angeles", "2026-12-16", *more)
            self.assertEqual([], shape_errors(card, SEARCH))
            self.assertEqual(card, self.card())
            self.assertEqual(2 if "--return" in more else 1, len(card["offers"][0]["itineraries"]))
            for offer in card["offers"]:
                for way in offer["itineraries"]:
                    self.assertEqual(way["stops"], len(way["segments"]) - 1)
                    self.assertEqual(way["stops"], len(way["layovers"]))
                    for segment in way["segments"]:
                        self.assertRegex(segment["departs"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:\d\d$")

    def test_the_table_holds_what_the_card_holds(self):
        card = self.search("北京", "东京", "2026-12-16", "--adults", "2")
        for lang, head in (("en", "Offer id"), ("zh", "报价编号")):
            text = self.ok("search_flights.py", "--from", "北京", "--to", "东京", "--date", "2026-12-16", "--adults", "2",
                           "--lang", lang).out
            self.assertIn(head, text)
            for offer in card["offers"]:
                line = next(row for row in text.splitlines() if offer["id"] in row)
                self.assertIn(format(offer["price"]["total"], ","), line)
                self.assertIn(offer["itineraries"][0]["departs"][11:16], line)
            self.assertIn("book_flight.py --offer %s --passenger" % card["offers"][0]["id"], text)
            self.assertLess(max(map(len, text.splitlines()[:9])), 160)

    def test_columns_line_up_whatever_the_script(self):
        from flightlib.text import width
        text = self.ok("search_flights.py", "--from", "北京", "--to", "东京", "--date", "2026-12-16", "--lang", "zh").out
        rows = [row for row in text.splitlines() if "-261216-" in row and not row.startswith("  ")]
        self.assertEqual(1, len({width(row[:row.index("-261216-")]) for row in rows}))

    def test_without_run_dir_no_card_is_written(self):
        self.ok("search_flights.py", "--from", "PEK", "--to", "HND", "--date", "2026-12-16", RUN_DIR=None)
        self.assertFalse(os.path.exists(self.runs))

    def test_a_run_dir_that_cannot_be_written_does_not_stop_the_answer(self):
        with open(os.path.join(self.folder, "file"), "w"):
            pass
        ran = self.ok("search_flights.py", "--from", "PEK", "--to", "HND", "--date", "2026-12-16",
                      RUN_DIR=os.path.join(self.folder, "file", "x"))
        self.assertIn("Warning: the card could not be written", ran.err)

    def test_output_is_utf8_whatever_the_locale(self):
        ran = self.ok("search_flights.py", "--from", "PEK", "--to", "HND", "--date", "2026-12-16", "--lang", "zh",
                      LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING=None)
        self.assertIn("北京 → 东京", ran.out)

    def test_two_runs_print_the_same_bytes(self):
        args = ("search_flights.py", "--from", "PEK", "--to", "LON", "--date", "2027-05-16", "--json")
        self.assertEqual(self.ok(*args, PYTHONHASHSEED="1").out, self.ok(*args, PYTHONHASHSEED="2").out)

    def test_flights_of_today_are_sold_until_an_hour_before(self):
        card = self.search("PEK", "SHA", "2026-11-22", "--limit", "50")
        first = min(o["itineraries"][0]["departs"] for o in card["offers"])
        self.assertGreaterEqual(first, "2026-11-22T11:00:00+08:00")

    def test_yesterday_here_may_be_today_there(self):
        card = self.search("Los Angeles", "New York", "2026-11-21", now="2026-11-22T10:00:00+08:00")
        self.assertTrue(card["offers"])

    def test_nothing_is_written_into_the_skill(self):
        self.ok("search_flights.py", "--from", "PEK", "--to", "HND", "--date", "2026-12-16", PYTHONDONTWRITEBYTECODE=None)
        for folder, _, _ in os.walk(SCRIPTS):
            self.assertNotIn("__pycache__", folder)

    def test_json_is_the_only_thing_on_stdout(self):
        json.loads(self.ok("manage_bookings.py", "list", "--json").out)


class Examples(unittest.TestCase):
    """What a document or an output shows as an example books nothing."""

    def test_a_placeholder_is_no_traveller(self):
        for name in ("NAME", "Name:adult", "Adult", "adult one", "your name", "Your Name", "JOHN DOE", "Passenger A", "GIVEN FAMILY", "Full-Name",
                     "乘客一", "姓名", "成人", "TBD", "Test User"):
            with self.assertRaises(SkillError) as refused:
                parse_all([name])
            self.assertIn("is not a traveller's name", str(refused.exception), name)

    def test_real_names_that_look_like_one_pass(self):
        for name in ("Lee Child", "Christopher Guest", "Ann Other", "Zhang San", "张三", "Na Li", "Testa Rossi", "Ada Test", "Max Passenger"):
            self.assertEqual(1, len(parse_all([name])), name)

    def test_the_key_of_an_example_is_refused(self):
        for key in ("NEW_KEY", "new-key", "your_key", "KEY", "my-new-key"):
            with self.assertRaises(SkillError):
                check_key(key)
        self.assertEqual("key-1", check_key("key-1"))

    def test_what_the_documents_show_is_refused(self):
        shown = [line for name in ("SKILL.md", "forms.md") for line in re.findall('--passenger "([^"]+)"', open(os.path.join(SKILL, name), encoding="utf-8").read())]
        self.assertGreater(len(shown), 3)
        for name in shown:
            self.assertRaises(SkillError, parse_all, [name])


if __name__ == "__main__":
    unittest.main()
