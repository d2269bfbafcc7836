"""From a question to offers, and from an offer's id back to the very same offer at today's price."""

from .airlines import AIRLINES
from .cards import itinerary_card
from .errors import NO_FLIGHTS, UNAVAILABLE, SkillError
from .fares import child_fare, fare_card, has_cabin, in_currency, money, one_way, seats_on, tidy
from .journeys import duration, journeys
from .offer_id import gone, offer_id
from .zones import day_to_date

CHECK_IN_CLOSES = 60  # minutes before departure after which a flight is no longer sold


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


MOST_SHOWN = 50


def page(limit, matching):
    """What a search showed at most, and the limit that shows more where there is one."""
    if matching <= limit or limit >= MOST_SHOWN:
        return {"limit": limit}
    return {"limit": limit, "next": min(MOST_SHOWN, max(18, 3 * limit))}


def reprice(market, offer):
    """The trip of an OfferId at the market's prices. Refuses what has left, is sold out or was never on sale."""
    people = offer.adults + offer.children
    for legs in offer.ways:
        if not all(has_cabin(leg, offer.cabin) for leg in legs):
            raise gone(offer.text)
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
