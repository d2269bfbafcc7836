"""The sample airlines' market: every trip that they sell for a request, and from an offer's id back to the same trip at
today's price."""

from . import fares
from .airlines import AIRLINES
from .cards import flags, itinerary_card
from .conditions import Way, trip_fits, way_fits
from .errors import UNAVAILABLE, SkillError
from .journeys import duration, journeys
from .offer_id import gone, offer_id
from .providers import Trip
from .searching import order
from .timetable import local
from .zones import DAY

CHECK_IN_CLOSES = 60  # minutes before departure after which a flight is no longer sold
LEAST_STAY = 120  # minutes between landing and leaving again
PAIRS = 3  # ways back that are shown for one way out
# Of several cities in a row, so many beginnings are carried on to the next leg: the cheapest and the shortest.
CHEAPEST_KEPT, SHORTEST_KEPT = 60, 20


class SampleTrip(Trip):
    """`legs`: lists of timetable legs, one for each way; `adult` is whole CNY, `seats` how many are left."""
    __slots__ = ("legs", "adult", "seats")


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
            self._seats[key] = max(0, fares.seats_on(leg, cabin, self.today) - self.taken.get(key, 0))
        return self._seats[key]

    def open(self, legs):
        return legs[0].departs - self.now >= CHECK_IN_CLOSES

    def trip(self, legs, request, prices=None, ways=None):
        """The SampleTrip of these legs for the party of a request."""
        prices = prices or [fares.one_way(one, request.cabin, self.today) for one in legs]
        adult = sum(prices)
        if request.returns and same_seller(*legs):
            adult = int(10 * round(adult * 0.9 / 10))
        every = [leg for one in legs for leg in one]
        made = SampleTrip(ways or [way_of_legs(one) for one in legs], fares.price(adult, every, request).total,
                          fares.bags(legs, request.cabin)["checked"], None)
        made.legs, made.adult, made.seats = legs, adult, min(self.seats(one, request.cabin) for one in legs)
        made._make = lambda: self.offer(made, request)
        return made

    def trips(self, request):
        """Every trip that fits the request, in no order."""
        found = [self._ways(leg, request, n) for n, leg in enumerate(request.legs)]
        if not all(found):
            return []
        if len(found) == 1:
            trips = [self.trip([legs], request, [price], [way]) for legs, price, way in found[0]]
            return [t for t in trips if trip_fits(t, request)]
        return self._pairs(*found, request) if request.returns else self._rows(found, request)

    def _pairs(self, out, back, request):
        trips = []
        for legs, price, way in out:
            if request.outbound and way.flights != request.outbound:
                continue
            later = [b for b in back if b[2].leaves - way.lands >= LEAST_STAY]
            paired = [b for b in later if same_seller(legs, b[0])] or later
            made = [self.trip([legs, other], request, [price, cost], [way, way_back]) for other, cost, way_back in paired]
            made = [t for t in made if trip_fits(t, request)]
            made.sort(key=lambda t: order(t, request.sort))
            trips += made if request.outbound else made[:PAIRS]
        return trips

    def _rows(self, found, request):
        rows = [([], 0, [])]
        for ways in found:
            longer = [(legs + [more], cost + price, before + [way]) for legs, cost, before in rows for more, price, way in ways
                      if not before or way.leaves - before[-1].lands >= LEAST_STAY]
            longer.sort(key=lambda row: row[1])
            shortest = sorted(longer[CHEAPEST_KEPT:], key=lambda row: sum(way.minutes for way in row[2]))
            rows = longer[:CHEAPEST_KEPT] + shortest[:SHORTEST_KEPT]
        trips = [self.trip(legs, request, [cost], ways) for legs, cost, ways in rows]
        return [t for t in trips if trip_fits(t, request)]

    def _ways(self, leg, request, number):
        found = []
        for legs in journeys(leg.origin, leg.dest, leg.day, request.max_stops == 0):
            if not self.open(legs) or not all(fares.has_cabin(one, request.cabin) for one in legs):
                continue
            way = way_of_legs(legs)
            if way_fits(way, request, number) and self.seats(legs, request.cabin) >= request.seats:
                found.append((legs, fares.one_way(legs, request.cabin, self.today), way))
        return found

    def offer(self, trip, request):
        """The Offer of a card."""
        every = [leg for one in trip.legs for leg in one]
        offer = {
            "id": offer_id(trip.legs, request),
            "itineraries": [itinerary_card(legs) for legs in trip.legs],
            "cabin": request.cabin,
            "price": fares.price(trip.adult, every, request).card(),
            "seatsLeft": trip.seats,
            "fare": fares.fare_card(trip.legs, request, trip.adult),
            "bags": fares.bags(trip.legs, request.cabin),
            "party": request.party(),
            "tags": [],
        }
        offer.update(flags(offer["itineraries"]))
        return offer


def way_of_legs(legs):
    first, last = legs[0], legs[-1]
    services = [leg.service for leg in legs]
    return Way(first.departs, last.arrives, first.service.departs,
               local(last.service.dest, last.arrives) - local(first.service.origin, first.departs) // DAY * DAY,
               tuple(s.flight for s in services), tuple(s.airline for s in services),
               tuple(code for s in services for code in (s.origin, s.dest)),
               tuple(b.departs - a.arrives for a, b in zip(legs, legs[1:])))


def same_seller(a, b):
    one, two = a[0].service.airline, b[0].service.airline
    return one == two or (not AIRLINES[one].low_cost and not AIRLINES[two].low_cost
                          and (one in [leg.service.airline for leg in b]) and (two in [leg.service.airline for leg in a]))


def reprice(market, offer):
    """The trip of an OfferId at the market's prices. Refuses what has left, is sold out or was never on sale."""
    request = offer.request
    for legs in offer.ways:
        if not all(fares.has_cabin(leg, request.cabin) for leg in legs):
            raise gone(offer.text)
    if not market.open(offer.ways[0]):
        raise SkillError(UNAVAILABLE, "Offer %s has expired: %s is departing or has left" % (
            offer.text, offer.ways[0][0].service.flight), "Search again for a later flight or another day.")
    trip = market.trip(offer.ways, request)
    if trip.seats < request.seats:
        left = "no seats are left" if trip.seats == 0 else "only %d left, %d needed" % (trip.seats, request.seats)
        raise SkillError(UNAVAILABLE, "Offer %s is sold out: %s" % (offer.text, left),
                         "Search again with search_flights.py and choose another flight.")
    return trip
