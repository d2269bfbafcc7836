"""From a request to the card of its offers: filtered, sorted, tagged, with the prices of the days around. The same for every
provider."""

from .conditions import trip_fits
from .money import from_minor
from .query import query_card
from .request import iso_day
from .zones import day_to_date

MOST_SHOWN = 50
NEARBY_DAYS = 3


def order(trip, sort):
    """The key by which trips are sorted; the same trip has the same place in each run."""
    leaves = trip.ways[0].leaves
    key = {"price": (trip.total, trip.minutes, leaves), "duration": (trip.minutes, trip.total, leaves),
           "departure": (leaves, trip.total, trip.minutes)}[sort]
    return key + tuple(way.flights for way in trip.ways)


class Search:
    """One run's questions to a provider. `days` are the first and last on which a trip can begin."""

    def __init__(self, seller, bookings, days):
        self.seller, self.bookings, self.days = seller, bookings, days
        self.month = []  # of `cheapest_day`: (request of the day, its least total)

    def trips(self, request):
        """Every trip that fits, on the day and up to `flex` days either side of it, in the order asked for."""
        trips = []
        for shift in range(-request.flex, request.flex + 1):
            moved = request.moved(shift)
            if self.on_sale(moved):
                trips += [t for t in self.seller.search(moved, self.bookings) if trip_fits(t, moved)]
        trips.sort(key=lambda t: order(t, request.sort))
        return trips

    def on_sale(self, request):
        return self.days[0] <= request.legs[0].day and request.legs[-1].day <= self.days[1]

    def total(self, request):
        """The least total (amount) of one day, or None."""
        if not self.on_sale(request):
            return None
        trips = self.trips(request.but(flex=0))
        return from_minor(min(t.total for t in trips), request.currency) if trips else None

    def nearby(self, request):
        """`nearby` of the card: the same trip some days earlier or later."""
        found = []
        for shift in range(-NEARBY_DAYS, NEARBY_DAYS + 1):
            moved = request.moved(shift)
            if self.on_sale(moved):
                day = {"date": iso_day(moved.legs[0].day)}
                if request.returns:
                    day["return"] = iso_day(moved.legs[1].day)
                found.append(dict(day, total=self.total(moved)))
        return found

    def cheapest_day(self, request):
        """The request on the cheapest day of its month; the first of them where several cost the same."""
        self.month = [(moved, self.total(moved)) for moved in self._days_of_month(request)]
        least = min((day for day in self.month if day[1] is not None), key=lambda day: day[1], default=None)
        return least[0] if least else request

    def _days_of_month(self, request):
        first = request.legs[0].day
        for shift in range(31):
            moved = request.moved(shift)
            day = day_to_date(first + shift)
            if (day.year, day.month) == request.cheapest_of and self.on_sale(moved):
                yield moved


def shown_trips(trips, request):
    """(trips to show, number of trips to choose from). The fastest is always among those shown."""
    if request.step == "outbound":
        trips = _one_for_each_outbound(trips)
    shown = trips[:request.limit]
    fastest = min(trips, key=lambda t: order(t, "duration"))
    if request.limit > 1 and all(t.minutes > fastest.minutes for t in shown):
        shown[-1] = fastest
    return shown, len(trips)


def _one_for_each_outbound(trips):
    """Of the trips with the same flights out, the cheapest; in the order of `trips`."""
    best = {}
    for trip in trips:
        key = (trip.ways[0].flights, trip.ways[0].leaves)
        if key not in best or order(trip, "price") < order(best[key], "price"):
            best[key] = trip
    kept = set(map(id, best.values()))
    return [t for t in trips if id(t) in kept]


def offers(trips, shown):
    """The Offers of the trips shown, tagged."""
    cheapest = min(trips, key=lambda t: order(t, "price"))
    fastest = min(trips, key=lambda t: order(t, "duration"))
    found = []
    for trip in shown:
        offer = trip.card()
        offer["tags"] = [tag for tag, fits in (("cheapest", trip is cheapest), ("fastest", trip is fastest),
                                               ("direct", all(not way.stops for way in trip.ways))) if fits]
        found.append(offer)
    return found


def page(limit, matching):
    """What a search showed at most, and the limit that shows more where there is one."""
    if matching <= limit or limit >= MOST_SHOWN:
        return {"limit": limit}
    return {"limit": limit, "next": min(MOST_SHOWN, max(18, 3 * limit))}


def search_card(search, request, trips):
    """The card `flight-offers` of a search that found something."""
    seller = search.seller
    shown, matching = shown_trips(trips, request)
    found = offers(trips, shown)
    request = request.but(currency=found[0]["price"]["currency"])  # a real airline prices in its own
    card = {"kind": "flight-offers", "version": 1, "provider": seller_card(seller), "query": query_card(request),
            "offers": found, "matching": matching, "page": page(request.limit, matching)}
    if seller.prices_days and len(request.legs) == 1 + request.returns:
        if request.cheapest_of:
            card["month"] = [{"date": iso_day(day.legs[0].day), "total": total} for day, total in search.month]
        elif not request.flex and not request.outbound:
            card["nearby"] = search.nearby(request.but(step=None, outbound=()))
    return card


def seller_card(seller):
    return {"name": seller.name, "real": seller.real}
