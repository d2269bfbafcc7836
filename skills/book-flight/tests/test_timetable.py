import unittest

import support  # noqa: F401
from flightlib import airlines, cities, fares, market as markets, network, places, searching, timetable, zones
from flightlib.errors import SkillError
from flightlib.journeys import POINT_TO_POINT, journeys
from flightlib.market import Market
from flightlib.offer_id import OfferId
from flightlib.providers.sample import Provider
from flightlib.request import Leg, Request

DAY = zones.days_of(2027, 3, 17)
TODAY = zones.days_of(2026, 11, 22)


def request(origin, dest, day=DAY, return_day=None, **more):
    a, b = places.resolve(origin, "origin"), places.resolve(dest, "destination")
    legs = [Leg(a, b, day)] + ([] if return_day is None else [Leg(b, a, return_day)])
    return Request(legs, **dict({"returns": return_day is not None}, **more))


def market(today=TODAY, taken=None):
    return Market(today * zones.DAY, today, taken or {})


class Seller(Provider):
    """The sample airlines on a day, with some seats taken."""

    def __init__(self, today, taken):
        self.today, self.taken = today, taken

    def _market(self, bookings):
        return market(self.today, self.taken)


def search(today=TODAY, taken=None):
    return searching.Search(Seller(today, taken or {}), [], (today, today + 330))


def found(asked, **when):
    """The card of a search."""
    asking = search(**when)
    return searching.search_card(asking, asked, asking.trips(asked))


def trips(asked):
    return search().trips(asked)


class Data(unittest.TestCase):
    def test_the_size_that_was_promised(self):
        self.assertGreaterEqual(len(cities.CITIES), 200)
        self.assertGreaterEqual(len(airlines.AIRLINES), 25)

    def test_every_city_is_complete(self):
        for city in cities.CITIES.values():
            self.assertIn(city.zone, zones.ZONES)
            self.assertIn(city.country, cities.COUNTRIES)
            self.assertTrue(city.airports)
            self.assertTrue(any("\u4e00" <= c <= "\u9fff" for c in city.name_zh))
            for airport in city.airports:
                self.assertTrue(-60 < airport.lat < 72 and -180 <= airport.lon <= 180)

    def test_the_network_names_only_known_airlines_and_airports(self):
        for code, routes in network.BY_AIRLINE.items():
            self.assertIn(code, airlines.AIRLINES)
            for route in routes:
                self.assertIn(route.base, cities.AIRPORTS)
                self.assertIn(route.far, cities.AIRPORTS)
                self.assertLess(timetable.kilometres(route.base, route.far), 15500, (code, route.base, route.far))

    def test_every_airline_flies_from_its_own_country(self):
        for code, routes in network.BY_AIRLINE.items():
            homes = {cities.AIRPORTS[r.base].city.country for r in routes}
            if code not in ("FR", "U2", "LA", "MH"):
                self.assertIn(airlines.AIRLINES[code].country, homes, code)

    def test_flight_numbers_are_unique_and_lead_back_to_their_service(self):
        seen = set()
        for origin in network.BY_AIRPORT:
            for dest in network.BY_AIRPORT[origin]:
                for service in timetable.services(origin, dest):
                    self.assertNotIn(service.flight, seen)
                    seen.add(service.flight)
                    again = timetable.service_by_flight(service.flight)
                    self.assertEqual((origin, dest, service.departs, service.aircraft, service.days),
                                     (again.origin, again.dest, again.departs, again.aircraft, again.days))
        self.assertGreater(len(seen), 10000)
        for nonsense in ("", "CA", "ZZ1", "CAX", "CA99999", "CA-1", "CA１"):
            self.assertIsNone(timetable.service_by_flight(nonsense))

    def test_no_flight_leaves_or_lands_in_the_dead_of_night_at_ordinary_airports(self):
        for origin, dest in (("PEK", "SHA"), ("PEK", "JFK"), ("JFK", "LHR"), ("SYD", "LAX"), ("HND", "CTS"), ("FRA", "ORD")):
            for service in timetable.services(origin, dest):
                self.assertTrue(330 <= service.departs <= 1435, service.flight)

    def test_every_city_has_flights_and_reaches_a_hub(self):
        for city in cities.CITIES.values():
            here = places.Stop(city)
            hubs = [c for c in ("PEK", "LHR", "SIN", "DXB", "LAX", "SYD") if cities.AIRPORTS[c].city is not city]
            reached = [h for h in hubs if journeys(here, places.resolve(h, ""), DAY)]
            self.assertTrue(reached, city.name)
            self.assertTrue(any(journeys(places.resolve(h, ""), here, DAY) for h in reached), city.name)

    def test_not_every_pair_is_served(self):
        for origin, dest in (("Reykjavik", "Queenstown"), ("Ulaanbaatar", "Lima"), ("Darwin", "Dublin")):
            self.assertEqual([], journeys(places.resolve(origin, ""), places.resolve(dest, ""), DAY))


class Places(unittest.TestCase):
    def test_all_the_ways_to_name_a_city(self):
        for code, names in {
            "BJS": ["北京", "Beijing", "beijing", "BEIJING", "北京市", "BJS", "Peking", " Beijing ", "Beijing, China"],
            "TYO": ["东京", "東京", "Tokyo", "tyo", "Dongjing", "东京市"],
            "NYC": ["New York", "newyork", "new york city", "纽约", "NYC", "纽约市"],
            "CAN": ["Guangzhou", "广州", "CAN", "广州白云国际机场", "广州白云", "Guangzhou Baiyun", "Guangzhou Airport"],
            "XIY": ["Xi'an", "xian", "Xi’an", "西安"], "SAO": ["São Paulo", "sao paulo", "圣保罗"],
            "SIN": ["Changi", "樟宜机场"], "SHA": ["上海", "Shanghai", "SHA", "上海市"], "ZRH": ["Zürich", "Zurich", "苏黎世"],
            "DPS": ["Bali", "巴厘岛", "巴厘", "Denpasar"], "HNL": ["夏威夷", "Honolulu", "檀香山", "火奴鲁鲁"],
        }.items():
            for name in names:
                stop = places.find(name)
                self.assertIsNotNone(stop, name)
                self.assertEqual((code, None), (stop.city.code, stop.airport), name)

    def test_one_airport_of_several(self):
        for name, code in {"HND": "HND", "羽田": "HND", "Haneda": "HND", "成田机场": "NRT", "Heathrow": "LHR", "虹桥": "SHA",
                           "Hongqiao": "SHA", "浦东机场": "PVG", "jfk": "JFK", "大兴": "PKX", "Tokyo (HND)": "HND",
                           "纽瓦克": None}.items():
            stop = places.find(name)
            self.assertEqual(code, stop.airport.code if stop else None, name)

    def test_no_name_stands_for_two_cities(self):
        owners = {}
        for city in cities.CITIES.values():
            for name in (city.name, city.name_zh, *city.aliases):
                owners.setdefault(places.plain(name), set()).add(city.code)
        self.assertEqual({}, {n: c for n, c in owners.items() if len(c) > 1})

    def suggestions(self, name):
        return "\n".join(line["en"] for line in places.suggestions(name))

    def test_near_misses_are_suggested(self):
        for wrong, right in {"Toyko": "Tokyo", "Londn": "London", "上诲": "Shanghai", "东晶": "Tokyo", "三芽": "Sanya",
                             "Syndey": "Sydney", "洛衫矶": "Los Angeles", "Frankfrut": "Frankfurt", "Bejing": "Beijing",
                             "曼古": "Bangkok"}.items():
            self.assertIn(right, self.suggestions(wrong), wrong)
            self.assertIn("Did you mean", self.suggestions(wrong))

    def test_cities_that_are_not_served_lead_to_their_neighbours(self):
        for name in ("Sacramento", "SMF", "萨克拉门托", "Sacremento"):
            self.assertIn("San Francisco (SFO), 140 km", self.suggestions(name), name)
        self.assertIn("Shanghai", self.suggestions("苏州"))
        self.assertIn("Osaka", self.suggestions("Kyoto"))
        self.assertIn("Tokyo", self.suggestions("日本"))
        self.assertEqual("", self.suggestions("qqqqqq"))

    def test_a_suggestion_is_in_one_language(self):
        for name in ("Sacramento", "Toyko", "Japan", "Londn"):
            for line in places.suggestions(name):
                self.assertFalse(any("\u4e00" <= c <= "\u9fff" for c in line["en"]), line)
                self.assertRegex(line["zh"], r"^[^a-z]*$")

    def test_no_unserved_place_is_also_a_city(self):
        for name, name_zh, code, _, _ in places.ELSEWHERE:
            for one in (name, name_zh, code):
                self.assertIsNone(places.find(one), one)


class Prices(unittest.TestCase):
    def test_the_same_question_has_the_same_answer(self):
        first = found(request("PEK", "HND", adults=2, children=1))
        timetable._services.clear()
        timetable._numbers_done.clear()
        fares._seasons.clear()
        self.assertEqual(first, found(request("pek", "羽田", adults=2, children=1)))

    def test_fares_rise_towards_the_day_and_on_holidays(self):
        average = (lambda today, day: sum(t.adult for t in market(today).trips(request("PEK", "SHA", day)))
                   / len(market(today).trips(request("PEK", "SHA", day))))
        self.assertGreater(average(DAY - 1, DAY), average(DAY - 60, DAY) * 1.4)
        golden_week, after = zones.days_of(2027, 10, 1), zones.days_of(2027, 10, 15)  # both Fridays
        self.assertGreater(average(golden_week - 40, golden_week), average(after - 40, after) * 1.2)

    def test_cabins_cost_in_order(self):
        for origin, dest in (("PEK", "LHR"), ("JFK", "LHR"), ("HND", "LAX")):
            least = [min(t.adult for t in market().trips(request(origin, dest, cabin=c, max_stops=0))) for c in fares.CABINS]
            self.assertEqual(sorted(least), least)
            self.assertGreater(least[2], 2 * least[0])

    def test_low_cost_airlines_are_cheaper_and_sell_one_cabin(self):
        by = {}
        for trip in market().trips(request("PVG", "KIX", max_stops=0)):
            by.setdefault(trip.legs[0][0].service.airline, []).append(trip.adult)
        self.assertLess(min(by["9C"]), min(min(v) for k, v in by.items() if not airlines.AIRLINES[k].low_cost))
        self.assertNotIn("9C", {t.legs[0][0].service.airline for t in market().trips(request("PVG", "KIX", cabin="business"))})

    def test_seats_never_come_back_as_the_day_nears(self):
        for service in timetable.services("PEK", "SHA")[:10]:
            leg = service.on(DAY)
            seats = [fares.seats_on(leg, "economy", DAY - left) for left in (330, 100, 30, 14, 7, 3, 1, 0)]
            self.assertEqual(sorted(seats, reverse=True), seats)

    def test_a_total_is_the_sum_of_its_parts_in_both_currencies(self):
        for currency in ("CNY", "USD"):
            for offer in found(request("PEK", "LAX", adults=2, children=3, currency=currency, limit=50))["offers"]:
                price = offer["price"]
                self.assertAlmostEqual(2 * price["perAdult"] + 3 * price["perChild"], price["total"], 6)
                self.assertEqual(round(price["total"], 2), price["total"])
                self.assertLess(price["perChild"], price["perAdult"])

    def test_offer_ids_price_the_very_same_offer(self):
        for made in (request("PEK", "LAX", adults=2, children=1), request("LHR", "SYD", return_day=DAY + 9, cabin="business"),
                     request("SHA", "CTU", currency="USD")):
            for offer in found(made)["offers"]:
                self.assertRegex(offer["id"], r"\A[A-Z0-9.-]+\Z")
                parsed = OfferId(offer["id"].lower())
                again = markets.reprice(market(), parsed).card()
                self.assertEqual(dict(offer, tags=[]), again)

    def test_a_mistyped_offer_id_is_noticed(self):
        offer = found(request("PEK", "HND"))["offers"][0]["id"]
        caught = 0
        for i in range(len(offer)):
            wrong = offer[:i] + ("X" if offer[i] != "X" else "Z") + offer[i + 1:]
            try:
                OfferId(wrong)
            except SkillError:
                caught += 1
        self.assertGreaterEqual(caught, len(offer) - 1)
        for nonsense in ("", "-", "----", "PEKHND-261216-CA181-Y10C", "💥"):
            with self.assertRaises(SkillError):
                OfferId(nonsense)

    def test_filters_sorting_and_tags(self):
        every = market().trips(request("PEK", "LAX"))
        late = market().trips(request("PEK", "LAX", depart_after=17 * 60))
        self.assertTrue(0 < len(late) < len(every))
        self.assertTrue(all(t.legs[0][0].service.departs >= 17 * 60 for t in late))
        self.assertTrue(all(t.legs[0][0].service.departs <= 600 for t in market().trips(request("PEK", "LAX", depart_before=600))))
        self.assertTrue(all(len(t.legs[0]) == 1 for t in market().trips(request("PEK", "LAX", max_stops=0))))
        self.assertEqual({"CA"}, {leg.service.airline for t in market().trips(request("PEK", "LAX", airlines=("CA",)))
                                  for leg in t.legs[0]})
        limit = sorted(t.adult for t in every)[3]
        self.assertTrue(all(t.adult <= limit for t in market().trips(request("PEK", "LAX", max_price=limit))))
        for sort, key in (("price", lambda o: o["price"]["total"]), ("duration", lambda o: o["itineraries"][0]["durationMinutes"]),
                          ("departure", lambda o: o["itineraries"][0]["departs"])):
            shown = found(request("PEK", "LAX", sort=sort, limit=50))["offers"]
            self.assertEqual(sorted(map(key, shown)), list(map(key, shown)))
        card = found(request("PEK", "LAX"))
        shown = card["offers"]
        self.assertEqual((6, len(every)), (len(shown), card["matching"]))
        for tag in ("cheapest", "fastest"):
            self.assertEqual(1, sum(tag in o["tags"] for o in shown))
        self.assertIn("cheapest", shown[0]["tags"])

    def test_more_of_a_search_is_a_longer_list_of_it_until_all_or_fifty_are_shown(self):
        self.assertEqual([{"limit": 6}, {"limit": 6, "next": 18}, {"limit": 18, "next": 50}, {"limit": 50}],
                         [searching.page(6, 6), searching.page(6, 7), searching.page(18, 19), searching.page(50, 216)])

    def test_return_trips_come_home_after_they_arrive_and_share_a_seller(self):
        for trip in market().trips(request("PEK", "HND", return_day=DAY)):
            self.assertGreaterEqual(trip.ways[1].leaves - trip.ways[0].lands, 120)
        trips = market().trips(request("PEK", "HND", return_day=DAY + 5))
        self.assertTrue(trips)
        self.assertTrue(all(markets.same_seller(*t.legs) for t in trips))

    def test_connections_are_plausible(self):
        for origin, dest in (("TFU", "MAD"), ("LHR", "SYD"), ("HRB", "SYX"), ("SEA", "BKK"), ("EZE", "NRT")):
            for legs in journeys(places.resolve(origin, ""), places.resolve(dest, ""), DAY):
                if len(legs) == 2:
                    one, two = legs
                    self.assertEqual(one.service.dest, two.service.origin)
                    self.assertTrue(60 <= two.departs - one.arrives <= 840)
                    self.assertTrue(airlines.connect(one.service.airline, two.service.airline))
                    self.assertNotIn(one.service.airline, POINT_TO_POINT)

    def test_own_bookings_take_seats(self):
        offer = found(request("PEK", "HND"))["offers"][0]
        flight = offer["itineraries"][0]["segments"][0]["flight"]
        fewer = market(taken={(flight, DAY, "economy"): 2})
        trip = markets.reprice(fewer, OfferId(offer["id"]))
        self.assertEqual(offer["seatsLeft"] - 2, trip.seats)


if __name__ == "__main__":
    unittest.main()
