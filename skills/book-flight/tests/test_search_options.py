"""What travellers say, as options of the search: each holds for every offer found, and a search that finds nothing tells the truth."""

import argparse
import random
import unittest
from unittest import mock

from support import SkillTest
from test_timetable import DAY, TODAY, found, request, search, trips
from flightlib import wanted, why_none, zones
from flightlib.conditions import trip_fits, way_of
from flightlib.errors import SkillError
from flightlib.money import from_minor, to_minor
from flightlib.party import party
from flightlib.query import arguments, query_card
from flightlib.request import TIMES, Request, clock_text
from flightlib.searching import order

ROUTES = (("PEK", "HND"), ("PEK", "LHR"), ("JFK", "LAX"), ("PVG", "KIX"), ("LON", "SYD"), ("SIN", "BOM"), ("北京", "上海"))


def parsed(*options):
    """The Request of a command line."""
    parser = argparse.ArgumentParser()
    wanted.add_options(parser)
    with mock.patch.dict("os.environ", SKILLDECK_NOW="2026-11-22T10:00:00+08:00"):
        return wanted.request(parser.parse_args(list(options)), search().seller)


def any_request(dice, **fixed):
    """A request with a few conditions, some of which nothing can meet."""
    origin, dest = dice.choice(ROUTES)
    some = {
        "max_price": lambda: dice.choice((60000, 150000, 400000, 900000)), "depart_after": lambda: dice.choice((360, 720, 1080)),
        "depart_before": lambda: dice.choice((480, 720, 1200)), "arrive_after": lambda: dice.choice((540, 1080, 1440 + 480)),
        "arrive_before": lambda: dice.choice((720, 900, 1440 + 600)), "airlines": lambda: dice.choice((("CA",), ("MU", "NH"), ("BA",))),
        "not_airlines": lambda: dice.choice((("CA",), ("MU", "CZ"))), "not_airports": lambda: dice.choice((("HND",), ("PKX", "LGW"))),
        "max_stops": lambda: dice.choice((0, 1)), "min_connection": lambda: dice.choice((60, 120, 400)),
        "max_connection": lambda: dice.choice((90, 240)), "bags": lambda: dice.choice((1, 2)),
    }
    back = DAY + dice.randrange(1, 9) if dice.random() < 0.4 else None
    if back:
        some.update({"return_" + name: some[name] for name in TIMES})
    chosen = dice.sample(sorted(some), dice.randrange(5))
    more = {name: some[name]() for name in chosen}
    for one in ("depart", "arrive", "return_depart", "return_arrive"):
        if more.get(one + "_after", 0) > more.get(one + "_before", 9999):
            del more[one + "_after"]
    if more.get("min_connection", 0) > more.get("max_connection", 9999):
        del more["max_connection"]
    if set(more.get("airlines", ())) & set(more.get("not_airlines", ())):
        del more["not_airlines"]
    adults = dice.randrange(1, 4)
    more.update(adults=adults, children=dice.randrange(2), infants_lap=dice.randrange(adults + 1), infants_seat=dice.randrange(2),
                currency=dice.choice(("CNY", "USD", "EUR", "GBP", "JPY", "HKD", "SGD", "KRW")),
                sort=dice.choice(("price", "duration", "departure")), cabin=dice.choice(("economy", "economy", "business")))
    if "max_price" in more:
        more["max_price"] = to_minor(more["max_price"] / 100, more["currency"])
    return request(origin, dest, return_day=back, **dict(more, **fixed))


class Conditions(unittest.TestCase):
    def test_every_offer_meets_every_condition_and_its_parts_are_its_total(self):
        dice, offers = random.Random(20261122), 0
        for _ in range(120):
            asked = any_request(dice)
            every = trips(asked)
            if not every:
                continue
            self.assertEqual(every, sorted(every, key=lambda t: order(t, asked.sort)))
            for offer in found(asked)["offers"]:
                offers += 1
                self._meets(offer, asked)
                self._adds_up(offer, asked)
        self.assertGreater(offers, 150)

    def _meets(self, offer, asked):
        ways, price = [way_of(way) for way in offer["itineraries"]], offer["price"]
        facts = {
            "max_price": lambda limit: to_minor(price["total"], asked.currency) <= limit,
            "airlines": lambda codes: all(set(way.airlines) <= set(codes) for way in ways),
            "not_airlines": lambda codes: not any(set(way.airlines) & set(codes) for way in ways),
            "not_airports": lambda codes: not any(set(way.airports) & set(codes) for way in ways),
            "max_stops": lambda most: all(way["stops"] <= most for way in offer["itineraries"]),
            "min_connection": lambda least: all(w["minutes"] >= least for way in offer["itineraries"] for w in way["layovers"]),
            "max_connection": lambda most: all(w["minutes"] <= most for way in offer["itineraries"] for w in way["layovers"]),
            "bags": lambda least: offer["bags"]["checked"] >= least,
        }
        for prefix, way, itinerary in zip(("", "return_"), ways, offer["itineraries"]):
            facts.update({
                prefix + "depart_after": lambda at, way=itinerary: way["departs"][11:16] >= clock_text(at),
                prefix + "depart_before": lambda at, way=itinerary: way["departs"][11:16] <= clock_text(at),
                prefix + "arrive_before": lambda at, way=way: way.arrives <= at,
                prefix + "arrive_after": lambda at, way=way: (way.arrives if at >= 1440 else way.arrives % 1440) >= at,
            })
        for name, nothing in Request.CONDITIONS.items():
            value = getattr(asked, name)
            if value != nothing:
                self.assertTrue(facts[name](value), (name, value, offer["id"]))
        self.assertGreaterEqual(offer["seatsLeft"], asked.seats)

    def _adds_up(self, offer, asked):
        fare, currency = offer["fare"], asked.currency
        people = (("perAdult", asked.adults), ("perChild", asked.children), ("perInfantLap", asked.infants_lap),
                  ("perInfantSeat", asked.infants_seat))
        minor = (lambda amount: to_minor(amount, currency))
        for parts in (fare, offer["price"]):
            for name, number in people:
                self.assertEqual(number > 0 or name == "perAdult" or parts is offer["price"] and name == "perChild", name in parts)
        self.assertEqual(minor(offer["price"]["total"]), sum(n * minor(offer["price"][name]) for name, n in people if n))
        self.assertEqual(minor(offer["price"]["total"]),
                         sum(n * minor(fare[name]) for name, n in people if n) + minor(fare["taxes"]) + minor(fare["fees"]))
        self.assertEqual(offer["price"]["total"], fare["total"])
        self.assertGreater(fare["perAdult"], 0)
        for amount in list(offer["price"].values()) + list(fare.values()):
            if isinstance(amount, float):  # no fraction of a minor unit anywhere
                self.assertEqual(amount, from_minor(minor(amount), currency))

    def test_a_landing_on_the_next_day_is_not_before_a_time_of_this_one(self):
        late = [t for t in trips(request("JFK", "LHR")) if t.ways[0].arrives >= 1440]
        self.assertTrue(late)
        self.assertFalse([t for t in trips(request("JFK", "LHR", arrive_before=1439)) if t.ways[0].arrives >= 1440])
        morning = trips(request("JFK", "LHR", arrive_before=1440 + 420))
        self.assertTrue(any(t.ways[0].arrives >= 1440 for t in morning))
        self.assertTrue(all(t.ways[0].arrives <= 1440 + 420 for t in morning))

    def test_a_landing_after_a_time_is_on_the_clock_of_its_own_day(self):
        night = trips(request("JFK", "LHR", arrive_after=540))
        self.assertTrue(night and all(t.ways[0].arrives % 1440 >= 540 for t in night))
        tomorrow = trips(request("JFK", "LHR", arrive_after=1440))
        self.assertTrue(tomorrow and all(t.ways[0].arrives >= 1440 for t in tomorrow))

    def test_times_hold_for_the_way_out_alone(self):
        both = trips(request("PEK", "HND", return_day=DAY + 3, depart_before=600))
        self.assertTrue(any(t.ways[1].departs > 600 for t in both))

    def test_times_of_the_way_back_leave_the_way_out_alone(self):
        both = trips(request("PEK", "HND", return_day=DAY + 3, return_depart_after=1020))
        self.assertTrue(both and all(t.ways[1].departs >= 1020 for t in both))
        self.assertTrue(any(t.ways[0].departs < 1020 for t in both))
        with self.assertRaisesRegex(SkillError, "--return-depart-after is for a round trip"):
            parsed("--from", "PEK", "--to", "HND", "--date", "2027-03-02", "--return-depart-after", "17:00")


class Arguments(unittest.TestCase):
    def test_a_request_written_as_options_is_the_same_request(self):
        dice = random.Random(7)
        for _ in range(200):
            asked = any_request(dice, limit=6)
            again = parsed(*arguments(asked))
            self.assertEqual(query_card(asked), query_card(again))
            self.assertEqual(arguments(asked), arguments(again))

    def test_so_are_months_steps_and_several_cities(self):
        for options in (("--from", "PEK", "--to", "BKK", "--cheapest-of", "2027-03", "--nights", "7"),
                        ("--from", "PEK", "--to", "BKK", "--date", "2027-03-02", "--flex", "2", "--ages", "40,5,1"),
                        ("--from", "PEK", "--to", "LHR", "--date", "2027-03-02", "--return", "2027-03-09", "--step", "outbound"),
                        ("--from", "PEK", "--to", "LHR", "--date", "2027-03-02", "--return", "2027-03-09", "--outbound", "CA463,A3605"),
                        ("--leg", "Paris:Rome:2027-04-02", "--leg", "Rome:Athens:2027-04-06"),
                        ("--from", "Hongqiao", "--to", "PEK", "--date", "2027-03-02")):
            asked = parsed(*options)
            again = parsed(*arguments(asked))
            self.assertEqual((query_card(asked), [leg.day for leg in asked.legs], [leg.origin.code for leg in asked.legs]),
                             (query_card(again), [leg.day for leg in again.legs], [leg.origin.code for leg in again.legs]))
            self.assertEqual([len(leg.origin.airports) for leg in asked.legs], [len(leg.origin.airports) for leg in again.legs])


class WhyNone(unittest.TestCase):
    def test_what_is_called_nearest_is_found_by_its_own_options_and_fits_nothing_before(self):
        dice, told = random.Random(11), 0
        for _ in range(150):
            asked = any_request(dice)
            asking = search()
            if asking.trips(asked):
                continue
            for lang in ("en", "zh"):
                card, problem = why_none.report(asking, asked, lang)
                self.assertTrue(problem.remedies)
            for near, entry in zip(why_none.nearest(asking, asked), card["nearest"]):
                told += 1
                self.assertFalse(trip_fits(near.trip, asked))
                again = asking.trips(parsed(*entry["args"]))
                self.assertIn((near.trip.ways[0].leaves, near.trip.total), [(t.ways[0].leaves, t.total) for t in again], entry)
                self.assertEqual(entry["total"]["amount"], from_minor(near.trip.total, asked.currency))
                self.assertIn(entry["flight"], " ".join(problem.remedies))
        self.assertGreater(told, 40)

    def test_the_first_flight_after_a_time_is_named(self):
        asked = request("PEK", "LHR", max_stops=0, depart_before=8 * 60)
        direct = trips(request("PEK", "LHR", max_stops=0))
        first = min(direct, key=lambda t: t.ways[0].departs)
        card, problem = why_none.report(search(), asked, "en")
        self.assertRegex(problem.remedies[0], r"^No direct flight leaves before 08:00; the first is %s at %s for CN¥[\d,]+\.$" % (
            first.ways[0].flights[0], clock_text(first.ways[0].departs)))
        self.assertEqual({"departBefore": clock_text(first.ways[0].departs)}, card["nearest"][0]["change"])
        self.assertRegex(why_none.report(search(), asked, "zh")[1].remedies[0], r"^没有直飞航班在 08:00 以前起飞；最早的是 ")


class Days(unittest.TestCase):
    def test_prices_of_the_days_around_are_those_that_a_search_of_the_day_finds(self):
        for asked in (request("PEK", "HND", adults=2, children=1, currency="EUR", max_stops=0),
                      request("PEK", "BKK", return_day=DAY + 6, airlines=("TG", "CA"))):
            nearby = found(asked)["nearby"]
            self.assertEqual([zones.day_to_date(DAY + n).isoformat() for n in range(-3, 4)], [day["date"] for day in nearby])
            for shift, day in zip(range(-3, 4), nearby):
                every = trips(asked.moved(shift))
                self.assertEqual(min(t.total for t in every), to_minor(day["total"], asked.currency))
                self.assertEqual(asked.returns, "return" in day)

    def test_no_price_is_told_of_a_day_on_which_nothing_can_be_bought(self):
        self.assertEqual(4, len(found(request("PEK", "HND", TODAY))["nearby"]))
        self.assertEqual(4, len(found(request("PEK", "HND", TODAY + 330))["nearby"]))
        self.assertIn(None, [day["total"] for day in found(request("ALA", "MLE", zones.days_of(2027, 3, 17)))["nearby"]])

    def test_flexible_days_find_what_each_of_the_days_finds(self):
        every = trips(request("PEK", "HND", flex=2))
        apart = [t for n in range(-2, 3) for t in trips(request("PEK", "HND", DAY + n))]
        self.assertEqual(sorted((t.ways[0].leaves, t.total) for t in apart), sorted((t.ways[0].leaves, t.total) for t in every))
        self.assertNotIn("nearby", found(request("PEK", "HND", flex=2)))

    def test_the_cheapest_day_of_a_month(self):
        asked = parsed("--from", "PEK", "--to", "BKK", "--cheapest-of", "2027-02", "--nights", "5")
        asking = search()
        day = asking.cheapest_day(asked)
        self.assertEqual(28, len(asking.month))
        self.assertEqual(min(total for _, total in asking.month), asking.total(day))
        self.assertEqual(5, day.legs[1].day - day.legs[0].day)
        self.assertEqual(9, len(self._month("2026-11")))  # from today, 22 November
        self.assertEqual(18, len(self._month("2027-10")))  # until the last day that is sold

    def _month(self, month):
        asking = search()
        asking.cheapest_day(parsed("--from", "PEK", "--to", "BKK", "--cheapest-of", month))
        return asking.month


class SeveralCities(unittest.TestCase):
    def test_each_leg_leaves_two_hours_after_the_one_before_has_landed(self):
        asked = parsed("--leg", "Paris:Rome:2027-04-02", "--leg", "Rome:Athens:2027-04-02", "--leg", "Athens:Paris:2027-04-11")
        every = trips(asked)
        self.assertTrue(every)
        for trip in every:
            for one, two in zip(trip.ways, trip.ways[1:]):
                self.assertGreaterEqual(two.leaves - one.lands, 120)

    def test_the_cheapest_is_the_cheapest_of_each_leg(self):
        texts = ("Paris:Rome:2027-04-02", "Rome:Athens:2027-04-06", "Athens:Istanbul:2027-04-11", "Istanbul:Paris:2027-04-15")
        asked = parsed(*(part for text in texts for part in ("--leg", text)))
        apart = [min(t.adult for t in trips(asked.but(legs=[leg]))) for leg in asked.legs]
        self.assertEqual(sum(apart), min(t.adult for t in trips(asked)))

    def test_an_offer_id_of_five_flights_with_infants_prices_the_same_offer(self):
        from flightlib.market import reprice
        from flightlib.offer_id import OfferId
        from test_timetable import market
        texts = ("Paris:Rome:2027-04-02", "Rome:Athens:2027-04-06", "Athens:Istanbul:2027-04-11", "Istanbul:Vienna:2027-04-15",
                 "Vienna:Paris:2027-04-20")
        asked = parsed(*(part for text in texts for part in ("--leg", text)), "--adults", "2", "--infants-lap", "1",
                       "--infants-seat", "1", "--currency", "CHF")
        offer = trips(asked)[0].card()
        self.assertEqual(offer, reprice(market(), OfferId(offer["id"])).card())
        self.assertEqual(5, len(offer["itineraries"]))


class TwoSteps(unittest.TestCase):
    def test_each_flight_out_stands_once_at_the_price_of_its_cheapest_pair(self):
        every = trips(request("PEK", "LHR", return_day=DAY + 6))
        card = found(request("PEK", "LHR", return_day=DAY + 6, step="outbound", limit=50))
        outs = ["+".join(s["flight"] for s in offer["itineraries"][0]["segments"]) for offer in card["offers"]]
        self.assertEqual(len(outs), len(set(outs)))
        self.assertEqual(len({t.ways[0].flights for t in every}), card["matching"])
        for name, offer in zip(outs, card["offers"]):
            least = min(t.total for t in every if "+".join(t.ways[0].flights) == name)
            self.assertEqual(least, to_minor(offer["price"]["total"], "CNY"))

    def test_with_a_flight_out_chosen_every_way_back_is_shown(self):
        every = trips(request("PEK", "LHR", return_day=DAY + 6))
        for out in {t.ways[0].flights for t in every}:
            pairs = trips(request("PEK", "LHR", return_day=DAY + 6, outbound=out))
            self.assertEqual({out}, {t.ways[0].flights for t in pairs})
            if len(pairs) > 3:  # more than the three that a list of pairs shows for it
                return
        self.fail("no flight out has more than three ways back")


class Travellers(unittest.TestCase):
    def people(self, adults=None, children=None, infants_lap=None, infants_seat=None, ages=None):
        made = party(adults, children, infants_lap, infants_seat, ages)
        return [made[name] for name in ("adults", "children", "infants_lap", "infants_seat")]

    def test_ages_decide_who_is_what(self):
        for given, counted in (
                ({}, [1, 0, 0, 0]), ({"ages": "5"}, [1, 1, 0, 0]), ({"ages": "40,38,11,12,1"}, [3, 1, 1, 0]),
                ({"adults": "2", "ages": "0,1"}, [2, 0, 2, 0]), ({"adults": "2", "ages": "1,2"}, [2, 1, 1, 0]),
                ({"adults": "3", "ages": "12"}, [3, 0, 0, 0]), ({"ages": "30,1", "infants_seat": "1"}, [1, 0, 0, 1]),
                ({"adults": "1", "children": "1", "infants_lap": "1", "ages": "11，1"}, [1, 1, 1, 0])):
            self.assertEqual(counted, self.people(**given), given)

    def test_what_contradicts_or_cannot_be_booked_is_said(self):
        for given, line in (
                ({"ages": "5,12"}, "--ages 5,12 names nobody of 18 or over"),
                ({"adults": "1", "ages": "12,40"}, "--ages 12,40 has 2 of 12 and over, but --adults says 1"),
                ({"children": "2", "ages": "5"}, "--ages 5 has 1 of 2 to 11, but --children says 2"),
                ({"infants_lap": "0", "ages": "1"}, "--ages 1 has 1 under 2, but --infants-lap and --infants-seat says 0"),
                ({"infants_lap": "2"}, "Too many infants on laps: 2 with 1 adult, at most 1 for each adult"),
                ({"ages": "1,1,30"}, "Too many infants on laps: 2 with 1 adult, at most 1 for each adult"),
                ({"infants_seat": "3"}, "Too many children: 3 with 1 adult, at most 2 children per adult"),
                ({"adults": "0", "infants_lap": "1"}, "Infants cannot travel without an adult"),
                ({"adults": "8", "infants_seat": "2"}, "Too many passengers: 10 given, at most 9 in one booking"),
                ({"ages": "-1"}, "Invalid --ages '-1': an age in whole years, 0 for a baby"),
                ({"ages": "five"}, "Invalid --ages 'five': not a whole number")):
            with self.assertRaises(SkillError) as caught:
                self.people(**given)
            self.assertEqual(line, caught.exception.message)

    def test_nine_seats_and_as_many_laps(self):
        self.assertEqual([9, 0, 9, 0], self.people(adults="9", infants_lap="9"))

    def test_an_infant_on_a_lap_takes_no_seat_and_pays_a_tenth(self):
        price = found(request("PEK", "LHR", adults=1, infants_lap=1))["offers"][0]["price"]
        self.assertEqual(int(10 * round(price["perAdult"] / 100)), price["perInfantLap"])
        few = [t for t in trips(request("PEK", "SHA", TODAY + 2, cabin="business")) if t.seats == 1]
        with_lap = {t.ways[0].flights for t in trips(request("PEK", "SHA", TODAY + 2, cabin="business", infants_lap=1))}
        self.assertTrue(few and all(t.ways[0].flights in with_lap for t in few))


class OptionErrors(SkillTest):
    def test_wrong_values_each_have_their_own_error(self):
        base = {"--from": "Beijing", "--to": "Tokyo", "--date": "2026-12-16"}
        for line, args in (
                ("Invalid --flex '4': from 0 to 3", {"--flex": "4"}),
                ("Invalid --max-stops '-1': from 0 to 3", {"--max-stops": "-1"}),
                ("Invalid --bags '9': from 0 to 3", {"--bags": "9"}),
                ("Invalid --arrive-before '15:00+7': not a time of the form HH:MM or HH:MM+1", {"--arrive-before": "15:00+7"}),
                ("Invalid --depart-before '15:00+1': not a time of the form HH:MM", {"--depart-before": "15:00+1"}),
                ("--arrive-after 18:00 is later than --arrive-before 09:00", {"--arrive-after": "18:00", "--arrive-before": "09:00"}),
                ("--min-connection 120 is longer than --max-connection 60", {"--min-connection": "120", "--max-connection": "60"}),
                ("CA is both wanted and refused", {"--airlines": "CA,MU", "--not-airlines": "国航,Air China,CA"}),
                ("Unknown airline 'Pan Am'", {"--not-airlines": "Pan Am"}),
                ("--step is for a round trip", {"--step": "outbound"}),
                ("--return and --nights exclude each other", {"--return": "2026-12-20", "--nights": "4"}),
                ("--date and --cheapest-of exclude each other", {"--cheapest-of": "2026-12"}),
                ("Month 2026-10 is in the past", {"--date": None, "--cheapest-of": "2026-10"}),
                ("Month 2027-11 is too far ahead", {"--date": None, "--cheapest-of": "2027-11"}),
                ("Invalid --cheapest-of 'May': not a month of the form YYYY-MM", {"--date": None, "--cheapest-of": "May"}),
                ("--leg and --from exclude each other", {"--leg": "A:B:2026-12-16"}),
                ("Unknown provider 'acme'", {"--provider": "acme"})):
            options = [x for pair in dict(base, **args).items() if pair[1] is not None for x in pair]
            status = 2
            if "国航" in args.get("--not-airlines", ""):
                options = [o.replace("国航,", "中国国际航空,") for o in options]
            self.fails(status, "Error: " + line, "search_flights.py", *options)

    def test_wrong_legs(self):
        for line, legs in (("Invalid --leg: 1 given, from 2 to 5 flights in a row", ["PEK:HND:2026-12-16"]),
                           ("Invalid --leg 'PEK:HND': not of the form FROM:TO:YYYY-MM-DD", ["PEK:HND", "HND:PEK:2026-12-20"]),
                           ("Leg 'HND:ICN:2026-12-10' is before the one that it follows", ["PEK:HND:2026-12-16", "HND:ICN:2026-12-10"])):
            self.fails(2, "Error: " + line, "search_flights.py", *(x for leg in legs for x in ("--leg", leg)))

    def test_the_provider_is_chosen_by_option_or_environment(self):
        args = ("search_flights.py", "--from", "PEK", "--to", "HND", "--date", "2026-12-16")
        for lang, notice in (("en", "Sample flights: "), ("zh", "示例航班：")):
            self.assertIn(notice, self.ok(*args, "--lang", lang, FLIGHT_PROVIDER="Sample").out)
        self.fails(2, "Error: Unknown provider 'acme'", *args, FLIGHT_PROVIDER="acme")
        self.assertEqual({"name": "sample", "real": False}, self.ok(*args, "--json").json["provider"])


if __name__ == "__main__":
    unittest.main()
