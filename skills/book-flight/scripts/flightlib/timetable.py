"""The flights of a day: which services run between two airports, when they leave, how long they take, on what aircraft.

Everything follows from the route, the airline and a hash of both; the same question has the same answer for ever.
"""

from math import asin, cos, radians, sin, sqrt
from zlib import crc32

from . import network
from .airlines import AIRLINES, WIDE_BODIES
from .cities import AIRPORTS
from .terminals import EUROPE
from .zones import DAY, ZONES, instant_of, offset

EAST_ASIA = frozenset("CN JP KR HK TW MO".split())
# Carriers that still cross Siberia between Europe and East Asia; all others go round, about a fifth longer.
OVER_SIBERIA = frozenset("CA MU CZ HU 3U MF ZH FM HO SU".split())
# Airports where flights leave through the small hours.
NIGHT_OWLS = frozenset("DXB DOH AUH IST RUH TLV CAI ADD DEL BOM CMB MLE".split())
SHORT_KM = 3500


def spread(*parts):
    """A number from 0 up to 1, fixed by `parts` and evenly spread: the only source of variety in the timetable."""
    x = crc32("|".join(map(str, parts)).encode())
    x = (x + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return ((x ^ (x >> 31)) >> 11) / 9007199254740992.0


_km = {}


def kilometres(a, b):
    """Great-circle distance between two airports, by code."""
    key = (a, b) if a < b else (b, a)
    known = _km.get(key)
    if known is None:
        p, q = AIRPORTS[a], AIRPORTS[b]
        known = _km[key] = great_circle(p.lat, p.lon, q.lat, q.lon)
    return known


def great_circle(lat1, lon1, lat2, lon2):
    lat1, lon1, lat2, lon2 = map(radians, (lat1, lon1, lat2, lon2))
    h = sin((lat2 - lat1) / 2) ** 2 + cos(lat1) * cos(lat2) * sin((lon2 - lon1) / 2) ** 2
    return 12742 * asin(min(1, sqrt(h)))


def block_minutes(airline, a, b):
    """Scheduled minutes from gate to gate: cruise, taxi and climb, jet-stream winds, and closed airspace."""
    km = kilometres(a, b)
    p, q = AIRPORTS[a], AIRPORTS[b]
    cruise = km / (760 if km < 1500 else 820 if km < 4500 else 862) * 60
    east = ((q.lon - p.lon + 180) % 360 - 180) * cos(radians((p.lat + q.lat) / 2)) * 111.2 / max(km, 1)
    midlatitude = min(1, max(0, ((abs(p.lat) + abs(q.lat)) / 2 - 12) / 20))
    cruise *= 1 - 0.06 * max(-1, min(1, east)) * midlatitude
    ends = {p.city.country, q.city.country}
    if ends & EUROPE and ends & EAST_ASIA and airline not in OVER_SIBERIA:
        cruise *= 1.3 if airline == "AY" else 1.19
    return int(5 * round((cruise + 44) / 5))


class Service:
    """One flight number between two airports, in one direction. `departs` is in local minutes after midnight."""
    __slots__ = ("airline", "number", "origin", "dest", "departs", "minutes", "aircraft", "days", "wide")

    def __init__(self, airline, number, origin, dest, departs, minutes, aircraft, days):
        self.airline, self.number, self.origin, self.dest = airline, number, origin, dest
        self.departs, self.minutes, self.aircraft, self.days = departs, minutes, aircraft, days
        self.wide = aircraft in WIDE_BODIES

    @property
    def flight(self):
        return self.airline + str(self.number)

    def runs_on(self, day):
        return (day + 3) % 7 in self.days  # 1970-01-01 was a Thursday

    def on(self, day):
        return Leg(self, day)


class Leg:
    """A service on a day. `departs` and `arrives` are instants, `day` counts from 1970-01-01 at the origin."""
    __slots__ = ("service", "day", "departs", "arrives")

    def __init__(self, service, day):
        self.service, self.day = service, day
        self.departs = instant_of(AIRPORTS[service.origin].city.zone, day * DAY + service.departs)
        self.arrives = self.departs + service.minutes


def flights_a_day(route):
    """(flights a day, days of the week on which they run)"""
    if route.per_week and route.per_week < 7:
        first = int(spread("days", route.airline, route.base, route.far) * 7)
        return 1, frozenset((first + i * 7 // route.per_week) % 7 for i in range(route.per_week))
    every = frozenset(range(7))
    if route.per_day:
        return route.per_day, every
    if route.per_week or kilometres(route.base, route.far) > 2500:
        return 1, every
    sizes = AIRPORTS[route.base].city.size + AIRPORTS[route.far].city.size
    return {2: 3, 3: 2, 4: 2}.get(sizes, 1), every


_numbers_done = {}


def deal_numbers(airline):
    """Give every service of an airline its own pair of flight numbers (out, back); numbers → (route, place in the day)."""
    found = _numbers_done.get(airline)
    if found is not None:
        return found
    found = _numbers_done[airline] = {}
    routes = network.BY_AIRLINE[airline]

    def take(number):
        while number in found or number + 1 in found:
            number += 2
        return number

    def note(number, route, place):
        found[number], found[number + 1] = (route, place, True), (route, place, False)
        route.numbers.append(number)

    for route in routes:
        route.numbers = []
        if route.number:
            note(take(route.number), route, 0)
    short, long = network.FIRST_NUMBERS.get(airline, (401, 201))
    for route in routes:
        near = (AIRPORTS[route.base].city.country == AIRPORTS[route.far].city.country
                or kilometres(route.base, route.far) < SHORT_KM)
        start = (short if near else long) + 2 * (route.order * 37 % 89)
        if route.number:
            start = route.number
        for place in range(len(route.numbers), flights_a_day(route)[0]):
            note(take(start), route, place)
            start = route.numbers[-1] + 2
    return found


def _departure(airline, origin, dest, place, count, minutes):
    """Local minutes after midnight: spread over the day, avoiding hours in which nobody flies or lands."""
    ahead = ZONES[AIRPORTS[dest].city.zone][0] - ZONES[AIRPORTS[origin].city.zone][0]
    first, last = (390, 1310) if minutes <= 330 else (480, 1435)
    if minutes > 330 and origin in NIGHT_OWLS:
        first = 120
    if (ahead + 720) % DAY - 720 >= 240 and 330 < minutes < 630 and origin not in NIGHT_OWLS and not (place == 0 and count >= 4):
        first = 1020  # eastward across five zones or more: overnight, as over the Atlantic or to Hawaii
    earliest, latest = (0, DAY) if dest in NIGHT_OWLS else (300, 1425)
    slots = [at for at in range(first, last, 5) if earliest <= (at + minutes + ahead) % DAY <= latest]
    if not slots:
        slots = range(first, last, 5)
    share = (place + spread("dep", airline, origin, dest, place)) / count
    return slots[int(share * len(slots))]


# How far the aircraft that are not at home on every long route fly, in km.
RANGE_KM = {"A330-300": 9300, "A330-200": 11500, "767-400ER": 9000, "767-300ER": 9000, "787-8": 12500, "A340-300": 12000,
            "777-200ER": 13000, "A330-900neo": 12500}


def _aircraft(airline, origin, dest, place, same_country):
    company, km = AIRLINES[airline], kilometres(origin, dest)
    a, b = sorted((origin, dest))
    trunk = AIRPORTS[origin].city.size == AIRPORTS[dest].city.size == 1
    wide_share = 1.0 if km > 5200 else 0.75 if km > 3900 else 0.3 if km > 2300 else 0.0
    if trunk and km > 700 and not company.low_cost:
        wide_share = max(wide_share, 0.4 if same_country else 0.5)
    if trunk and same_country and company.country == "US":
        wide_share = 0.15
    if company.country in EUROPE and km < 3000:
        wide_share = 0.0
    fleet = company.narrow
    if company.wide and (not fleet or km > 6500 or spread("aircraft", airline, a, b, place) < wide_share):
        fleet = [m for m in company.wide if km < RANGE_KM.get(m, 99999)] or company.wide[:1]
        if not (trunk and km > 5000):
            fleet = [m for m in fleet if m != "A380-800" or airline == "EK"] or fleet
    elif km > 4600:
        fleet = [m for m in fleet if m.startswith(("A321", "737 MAX 8"))] or company.wide or fleet
    roll = spread("type", airline, a, b, place)
    return fleet[int(roll * roll * len(fleet))]


_services = {}


def services(origin, dest):
    """Every service from one airport to another, by code."""
    known = _services.get((origin, dest))
    if known is not None:
        return known
    known = []
    for route in network.BY_AIRPORT.get(origin, {}).get(dest, ()):
        deal_numbers(route.airline)
        for place, number in enumerate(route.numbers):
            known.append(_service(route, place, origin == route.base))
    _services[(origin, dest)] = known
    return known


def _service(route, place, outbound):
    origin, dest = (route.base, route.far) if outbound else (route.far, route.base)
    count, days = flights_a_day(route)
    minutes = block_minutes(route.airline, origin, dest)
    same = AIRPORTS[origin].city.country == AIRPORTS[dest].city.country
    return Service(route.airline, route.numbers[place] + (0 if outbound else 1), origin, dest,
                   _departure(route.airline, origin, dest, place, count, minutes), minutes,
                   _aircraft(route.airline, origin, dest, place, same), days)


def service_by_flight(flight):
    """The service of a flight number such as CA181, or None."""
    airline, digits = flight[:2], flight[2:]
    if airline not in network.BY_AIRLINE or not digits.isdigit():
        return None
    found = deal_numbers(airline).get(int(digits))
    return _service(*found) if found else None


def neighbours(airport):
    """Codes of the airports that can be reached from `airport` without a stop."""
    return network.BY_AIRPORT.get(airport, {})


def domestic(origin, dest):
    return AIRPORTS[origin].city.country == AIRPORTS[dest].city.country


def local(airport, instant):
    """Local minutes since 1970-01-01T00:00 at an airport."""
    return instant + offset(AIRPORTS[airport].city.zone, instant)
