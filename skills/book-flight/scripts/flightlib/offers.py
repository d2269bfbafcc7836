"""From a question to offers, and from an offer's id back to the very same offer at today's price.

An offer id names everything that the price depends on, so that nothing about a search has to be remembered:
    PEKHND-260312-CA181-260320-CA182-Y21C-7K
    └route └date  └flights (joined by a full stop where there is a connection)   └cabin, adults, children, currency
                        └ the return trip, the same way                               └ check characters
"""

from . import terminals
from .airlines import AIRLINES, connect
from .cities import AIRPORTS
from .errors import NO_FLIGHTS, UNAVAILABLE, USAGE, SkillError
from .fares import LETTERS, child_fare, fare_card, has_cabin, in_currency, money, one_way, seats_on, tidy
from .terminals import EUROPE
from .timetable import domestic, kilometres, local, neighbours, service_by_flight, services, spread
from .zones import DAY, date_to_day, day_to_date, instant_of, iso, offset

CHECK_IN_CLOSES = 60  # minutes before departure after which a flight is no longer sold
MOST_DETOUR = 1.55  # kilometres flown over the direct distance
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
# Low-cost airlines that sell no connections, not even with themselves.
POINT_TO_POINT = frozenset("U2 FR UO 7C MM 9C".split())


def least_layover(first, second):
    same = domestic(first.origin, first.dest) and domestic(second.origin, second.dest)
    return 60 if same else 80


def most_layover(km):
    return 600 if km < 5000 else 840


def next_leg(service, after):
    """The first leg of `service` that departs at the instant `after` or later, within two days; or None."""
    zone = AIRPORTS[service.origin].city.zone
    day = (after + offset(zone, after)) // DAY
    for candidate in (day, day + 1):
        if service.runs_on(candidate):
            leg = service.on(candidate)
            if leg.departs >= after:
                return leg
    return None


def journeys(origin, dest, day, direct_only=False):
    """Every way, as lists of legs, from one Stop to another that sets out on `day`: without a stop, and with one."""
    found = []
    for a in origin.airports:
        for b in dest.airports:
            found += [[s.on(day)] for s in services(a.code, b.code) if s.runs_on(day)]
    if direct_only:
        return found
    shortest = min((legs[0].service.minutes for legs in found), default=None)
    if len(found) >= 6 and shortest < 180:
        return found  # nobody changes planes on a shuttle route
    for a in origin.airports:
        for b in dest.airports:
            found += _connections(a.code, b.code, day)
    if found:
        fastest = min(duration(legs) for legs in found)
        found = [legs for legs in found if duration(legs) <= fastest * 1.6 + 240]
    return found


def _connections(a, b, day):
    km, at_home = kilometres(a, b), domestic(a, b)
    country = AIRPORTS[a].city.country
    found = []
    onward = neighbours(b)
    for hub in neighbours(a):
        if hub not in onward or AIRPORTS[hub].city in (AIRPORTS[a].city, AIRPORTS[b].city):
            continue
        if at_home and AIRPORTS[hub].city.country != country:
            continue
        if kilometres(a, hub) + kilometres(hub, b) > MOST_DETOUR * km + 150:
            continue
        firsts = [s.on(day) for s in services(a, hub) if s.runs_on(day)]
        seconds = services(hub, b)
        for leg in firsts:
            best = {}
            for service in seconds:
                one, two = leg.service.airline, service.airline
                if not connect(one, two) or one in POINT_TO_POINT or two in POINT_TO_POINT:
                    continue
                if one != two and hub not in _hubs(one) and hub not in _hubs(two):
                    continue
                then = next_leg(service, leg.arrives + least_layover(leg.service, service))
                if then and then.departs - leg.arrives <= most_layover(km):
                    if two not in best or then.arrives < best[two].arrives:
                        best[two] = then
            found += [[leg, then] for then in best.values()]
    # Of several first flights that make the same onward one, keep the latest.
    latest = {}
    for legs in found:
        key = (legs[0].service.airline, legs[1].service.flight, legs[1].day)
        if key not in latest or legs[0].departs > latest[key][0].departs:
            latest[key] = legs
    return list(latest.values())


_hub_sets = {}


def _hubs(airline):
    if airline not in _hub_sets:
        from .network import BY_AIRLINE
        _hub_sets[airline] = {route.base for route in BY_AIRLINE[airline]}
    return _hub_sets[airline]


def duration(legs):
    return legs[-1].arrives - legs[0].departs


class Request:
    """What is asked for. Days count from 1970-01-01; prices are in `currency`; times of day are minutes."""
    __slots__ = ("origin", "dest", "day", "return_day", "adults", "children", "cabin", "currency", "max_price",
                 "depart_after", "depart_before", "direct", "airline", "sort", "limit")

    def card(self):
        card = {"from": self.origin.card(), "to": self.dest.card(), "date": day_to_date(self.day).isoformat()}
        if self.return_day is not None:
            card["returnDate"] = day_to_date(self.return_day).isoformat()
        card.update(adults=self.adults, children=self.children, cabin=self.cabin, currency=self.currency)
        if self.direct:
            card["direct"] = True
        if self.max_price is not None:
            card["maxPrice"] = tidy(self.max_price)
        if self.depart_after is not None:
            card["departAfter"] = clock_text(self.depart_after)
        if self.depart_before is not None:
            card["departBefore"] = clock_text(self.depart_before)
        card["sort"] = self.sort
        return card


def clock_text(minutes):
    return "%02d:%02d" % divmod(minutes, 60)


class Trip:
    """One or two journeys in a cabin, priced for today: what an offer is made from."""
    __slots__ = ("ways", "cabin", "adult", "child", "seats", "minutes")

    def __init__(self, ways, cabin, adult, child, seats):
        self.ways, self.cabin, self.adult, self.child, self.seats = ways, cabin, adult, child, seats
        self.minutes = sum(duration(legs) for legs in ways)


class Market:
    """Prices and seats as of `today`, with what is already `taken` by this person's own bookings."""

    def __init__(self, now, today, taken):
        self.now, self.today, self.taken = now, today, taken
        self._seats = {}

    def seats(self, legs, cabin):
        return min(self._leg_seats(leg, cabin) for leg in legs)

    def _leg_seats(self, leg, cabin):
        key = (leg.service.flight, leg.day, cabin)
        if key not in self._seats:
            self._seats[key] = max(0, seats_on(leg, cabin, self.today) - self.taken.get(key, 0))
        return self._seats[key]

    def open(self, legs):
        return legs[0].departs - self.now >= CHECK_IN_CLOSES

    def trip(self, ways, cabin):
        prices = [one_way(legs, cabin, self.today) for legs in ways]
        return self._trip(ways, cabin, prices)

    def _trip(self, ways, cabin, prices):
        adult = sum(prices)
        if len(ways) == 2 and same_seller(*ways):
            adult = int(10 * round(adult * 0.9 / 10))
        return Trip(ways, cabin, adult, child_fare(adult, [leg for legs in ways for leg in legs]),
                    min(self.seats(legs, cabin) for legs in ways))

    def trips(self, request):
        """Every trip that fits the request, in the order asked for, and a remedy for when there is none."""
        people, cabin = request.adults + request.children, request.cabin
        out = self._ways(request.origin, request.dest, request.day, request, people)
        if not out:
            return []
        if request.return_day is None:
            trips = [self._trip([legs], cabin, [price]) for legs, price in out]
        else:
            back = self._ways(request.dest, request.origin, request.return_day, request, people)
            trips = []
            for legs, price in out:
                fits = [(other, cost) for other, cost in back if other[0].departs - legs[-1].arrives >= 120]
                paired = [f for f in fits if same_seller(legs, f[0])] or fits
                made = [self._trip([legs, other], cabin, [price, cost]) for other, cost in paired]
                made.sort(key=lambda t: _order(t, request.sort))
                trips += made[:3]
        if request.max_price is not None:
            trips = [t for t in trips if self.total(t, request) <= request.max_price + 0.005]
        trips.sort(key=lambda t: _order(t, request.sort))
        return trips

    def _ways(self, origin, dest, day, request, people):
        found = []
        for legs in journeys(origin, dest, day, request.direct):
            if not self.open(legs) or not all(has_cabin(leg, request.cabin) for leg in legs):
                continue
            if request.airline and any(leg.service.airline != request.airline for leg in legs):
                continue
            if day == request.day and origin is request.origin:
                at = legs[0].service.departs
                if request.depart_after is not None and at < request.depart_after:
                    continue
                if request.depart_before is not None and at > request.depart_before:
                    continue
            if self.seats(legs, request.cabin) < people:
                continue
            found.append((legs, one_way(legs, request.cabin, self.today)))
        return found

    def total(self, trip, request):
        adult, child = in_currency(trip.adult, request.currency), in_currency(trip.child, request.currency)
        return tidy(request.adults * adult + request.children * child)

    def offer(self, trip, adults, children, currency, tags=()):
        """The Offer of a card."""
        adult, child = in_currency(trip.adult, currency), in_currency(trip.child, currency)
        return {
            "id": offer_id(trip.ways, trip.cabin, adults, children, currency),
            "itineraries": [itinerary_card(legs) for legs in trip.ways],
            "cabin": trip.cabin,
            "price": {"total": tidy(adults * adult + children * child), "perAdult": adult, "perChild": child,
                      "currency": currency},
            "seatsLeft": trip.seats,
            "fare": fare_card(trip.ways, trip.cabin, trip.adult, currency),
            "tags": list(tags),
        }


def same_seller(a, b):
    one, two = a[0].service.airline, b[0].service.airline
    return one == two or (not AIRLINES[one].low_cost and not AIRLINES[two].low_cost
                          and (one in [leg.service.airline for leg in b]) and (two in [leg.service.airline for leg in a]))


def _order(trip, sort):
    departs = trip.ways[0][0].departs
    key = {"price": (trip.adult, trip.minutes, departs), "duration": (trip.minutes, trip.adult, departs),
           "departure": (departs, trip.adult, trip.minutes)}[sort]
    return key + tuple(leg.service.flight for legs in trip.ways for leg in legs)


def search(market, request):
    """(offers to show, number of trips that fit). The fastest is always among those shown."""
    trips = market.trips(request)
    if not trips:
        return [], 0
    cheapest = min(trips, key=lambda t: _order(t, "price"))
    fastest = min(trips, key=lambda t: _order(t, "duration"))
    shown = trips[:request.limit]
    if request.limit > 1 and all(t.minutes > fastest.minutes for t in shown):
        shown[-1] = fastest
    offers = []
    for trip in shown:
        tags = [tag for tag, fits in (("cheapest", trip is cheapest), ("fastest", trip is fastest),
                                      ("direct", all(len(legs) == 1 for legs in trip.ways))) if fits]
        offers.append(market.offer(trip, request.adults, request.children, request.currency, tags))
    return offers, len(trips)


# ---- cards

def place_card(code, airline, same_country, other):
    airport = AIRPORTS[code]
    card = {"code": code, "airport": airport.name, "airportZh": airport.name_zh, "city": airport.city.name,
            "cityZh": airport.city.name_zh, "country": airport.city.country}
    within = airport.city.country in EUROPE and AIRPORTS[other].city.country in EUROPE
    terminal = terminals.terminal(code, AIRLINES[airline], same_country, within)
    if terminal:
        card["terminal"] = terminal
    return card


def segment_card(leg):
    service = leg.service
    a, b = AIRPORTS[service.origin].city, AIRPORTS[service.dest].city
    same, company = a.country == b.country, AIRLINES[service.airline]
    return {
        "flight": service.flight,
        "airline": {"code": company.code, "name": company.name, "nameZh": company.name_zh},
        "from": place_card(service.origin, company.code, same, service.dest),
        "to": place_card(service.dest, company.code, same, service.origin),
        "departs": iso(a.zone, leg.departs), "arrives": iso(b.zone, leg.arrives),
        "dayOffset": day_offset(service.origin, leg.departs, service.dest, leg.arrives),
        "durationMinutes": service.minutes,
        "aircraft": aircraft_name(service.aircraft),
    }


def aircraft_name(model):
    maker = {"7": "Boeing ", "A": "Airbus ", "E": "Embraer ", "C": "COMAC "}.get(model[0], "")
    return maker + model


def day_offset(origin, departs, dest, arrives):
    """Calendar days, local to each end, between leaving and arriving: -1 is possible across the date line."""
    return local(dest, arrives) // DAY - local(origin, departs) // DAY


def itinerary_card(legs):
    segments = [segment_card(leg) for leg in legs]
    layovers = []
    for one, two in zip(legs, legs[1:]):
        city = AIRPORTS[one.service.dest].city
        layovers.append({"code": one.service.dest, "city": city.name, "cityZh": city.name_zh,
                         "minutes": two.departs - one.arrives})
    first, last = legs[0], legs[-1]
    return {
        "from": segments[0]["from"], "to": segments[-1]["to"],
        "departs": segments[0]["departs"], "arrives": segments[-1]["arrives"],
        "dayOffset": day_offset(first.service.origin, first.departs, last.service.dest, last.arrives),
        "durationMinutes": duration(legs), "stops": len(legs) - 1, "segments": segments, "layovers": layovers,
    }


# ---- ids

def offer_id(ways, cabin, adults, children, currency):
    parts = [ways[0][0].service.origin + ways[0][-1].service.dest]
    for legs in ways:
        parts.append(day_to_date(legs[0].day).strftime("%y%m%d"))
        parts.append(".".join(leg.service.flight for leg in legs))
    parts.append("%s%d%d%s" % (LETTERS[cabin], adults, children, currency[0]))
    body = "-".join(parts)
    return body + "-" + _check(body)


def _check(body):
    value = int(spread("offer", body) * 1024)
    return ALPHABET[value // 32] + ALPHABET[value % 32]


class OfferId:
    """The parts of an offer id, checked for form and for what the timetable knows."""
    __slots__ = ("ways", "cabin", "adults", "children", "currency", "text")

    def __init__(self, text):
        self.text = text.strip().upper()
        body, _, check = self.text.rpartition("-")
        parts = body.split("-")
        if len(parts) not in (4, 6) or check != _check(body):
            raise SkillError(USAGE, "Invalid offer id '%s'" % text.strip()[:80],
                             "Copy the id exactly as search_flights.py printed it, for example "
                             "PEKHND-260312-CA181-Y10C-… .")
        cabins = {letter: cabin for cabin, letter in LETTERS.items()}
        people = parts[-1]
        try:
            self.cabin, self.adults, self.children = cabins[people[0]], int(people[1]), int(people[2])
            self.currency = {"C": "CNY", "U": "USD"}[people[3]]
            self.ways = [self._way(parts[i], parts[i + 1]) for i in range(1, len(parts) - 1, 2)]
        except (KeyError, ValueError, IndexError, AttributeError):
            raise _gone(self.text) from None
        if any(legs is None for legs in self.ways):
            raise _gone(self.text)

    @staticmethod
    def _way(stamp, flights):
        from datetime import date
        day = date_to_day(date(2000 + int(stamp[:2]), int(stamp[2:4]), int(stamp[4:6])))
        legs = []
        for flight in flights.split("."):
            service = service_by_flight(flight)
            if not legs:
                if not service.runs_on(day):
                    return None
                legs.append(service.on(day))
            else:
                before = legs[-1]
                leg = next_leg(service, before.arrives + least_layover(before.service, service))
                if leg is None or service.origin != before.service.dest:
                    return None
                legs.append(leg)
        return legs


def _gone(text):
    return SkillError(UNAVAILABLE, "Offer %s is no longer sold" % text,
                      "Search again with search_flights.py and choose from the new offers.")


def reprice(market, offer):
    """The trip of an OfferId at the market's prices. Refuses what has left, is sold out or was never on sale."""
    people = offer.adults + offer.children
    for legs in offer.ways:
        if not all(has_cabin(leg, offer.cabin) for leg in legs):
            raise _gone(offer.text)
    if not market.open(offer.ways[0]):
        raise SkillError(UNAVAILABLE, "Offer %s has expired: %s is departing or has left" % (
            offer.text, offer.ways[0][0].service.flight), "Search again for a later flight or another day.")
    trip = market.trip(offer.ways, offer.cabin)
    if trip.seats < people:
        left = "no seats are left" if trip.seats == 0 else "only %d left, %d needed" % (trip.seats, people)
        raise SkillError(UNAVAILABLE, "Offer %s is sold out: %s" % (offer.text, left),
                         "Search again with search_flights.py and choose another flight.")
    return trip


def why_none(market, request):
    """A NO_FLIGHTS error that says what stood in the way, and what would have worked."""
    route = "%s to %s" % (request.origin.city.name, request.dest.city.name)
    when = day_to_date(request.day).isoformat()
    lines = []
    loose = _copy(request, max_price=None, depart_after=None, depart_before=None, direct=False, airline=None)
    trips = market.trips(loose)
    if trips:
        lines.append("%d %s that day, but none within these limits." % (
            len(trips), "option exists" if len(trips) == 1 else "options exist"))
        if request.max_price is not None and all(market.total(t, request) > request.max_price for t in trips):
            least = min(market.total(t, request) for t in trips)
            lines.append("The cheapest costs %s in total; --max-price is %s." % (
                money(least, request.currency), money(request.max_price, request.currency)))
        if request.direct and not market.trips(_copy(loose, direct=True)):
            lines.append("There is no direct flight that day; leave out --direct to allow one stop.")
        if request.airline and not market.trips(_copy(loose, airline=request.airline)):
            names = sorted({leg.service.airline for t in trips for legs in t.ways for leg in legs})
            lines.append("%s does not sell it that day. Airlines that do: %s." % (request.airline, ", ".join(names)))
        if request.depart_after is not None or request.depart_before is not None:
            times = sorted({clock_text(t.ways[0][0].service.departs) for t in trips})
            lines.append("Departures that day: %s." % ", ".join(times[:16]))
    else:
        bare = _copy(loose, adults=1, children=0, cabin="economy", return_day=None)
        if market.trips(bare):
            if request.return_day is not None and not market.trips(_copy(loose, return_day=None)):
                lines.append("Nothing out on %s has %d seats left in %s." % (
                    when, request.adults + request.children, request.cabin))
            elif request.return_day is not None:
                lines.append("There are flights out on %s, but none back on %s that fit." % (
                    when, day_to_date(request.return_day).isoformat()))
            else:
                lines.append("Nothing that day has %d seats left in %s; try another cabin or fewer passengers." % (
                    request.adults + request.children, request.cabin))
        days = []
        for shift in (1, -1, 2, -2, 3, -3):
            day = request.day + shift
            after = request.return_day
            if after is not None and day > after:
                continue
            if market.trips(_copy(loose, day=day, return_day=None)):
                days.append(day_to_date(day).isoformat())
        if days:
            lines.append("Days near it with flights: %s." % ", ".join(sorted(days)))
        elif not lines:
            lines.append("No airline in the timetable sells this route, with or without a stop. Try a larger city near "
                         "either end, or book it as two trips.")
    return SkillError(NO_FLIGHTS, "No flights found from %s on %s" % (route, when), *lines)


def _copy(request, **changes):
    other = Request()
    for name in Request.__slots__:
        setattr(other, name, changes.get(name, getattr(request, name)))
    return other
