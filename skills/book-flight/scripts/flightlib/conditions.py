"""Whether a way or a trip is what the person asked for. The same for every provider: a Way is all that is looked at."""

from .request import RETURN_TIMES, TIMES
from .text import parsed


class Way:
    """The facts of one itinerary. `leaves` and `lands` are instants; `departs` is minutes after the local midnight of the
    day of departure, `arrives` the same on the destination's clock, from 1440 on where it lands on a later day."""
    __slots__ = ("leaves", "lands", "departs", "arrives", "flights", "airlines", "airports", "waits")

    def __init__(self, leaves, lands, departs, arrives, flights, airlines, airports, waits):
        self.leaves, self.lands, self.departs, self.arrives = leaves, lands, departs, arrives
        self.flights, self.airlines, self.airports, self.waits = flights, airlines, airports, waits

    @property
    def minutes(self):
        return self.lands - self.leaves

    @property
    def stops(self):
        return len(self.flights) - 1


def way_of(itinerary):
    """The Way of an Itinerary as the cards have it."""
    segments = itinerary["segments"]
    one, two = parsed(itinerary["departs"]), parsed(itinerary["arrives"])
    days = two.date().toordinal() - one.date().toordinal()
    return Way(
        int(one.timestamp() // 60), int(two.timestamp() // 60), one.hour * 60 + one.minute,
        days * 1440 + two.hour * 60 + two.minute, tuple(s["flight"] for s in segments),
        tuple(s["airline"]["code"] for s in segments),
        tuple(p["code"] for s in segments for p in (s["from"], s["to"])), tuple(w["minutes"] for w in itinerary["layovers"]))


def way_fits(way, request, number=0):
    """Times of day are conditions of the first leg and of the way back; all others hold for every leg."""
    if number == 0 and not _times_fit(way, *(getattr(request, name) for name in TIMES)):
        return False
    if number == 1 and not _times_fit(way, *(getattr(request, name) for name in RETURN_TIMES)):
        return False
    if request.max_stops is not None and way.stops > request.max_stops:
        return False
    if request.airlines and not set(way.airlines) <= set(request.airlines):
        return False
    if request.not_airlines and set(way.airlines) & set(request.not_airlines):
        return False
    if request.not_airports and set(way.airports) & set(request.not_airports):
        return False
    if request.min_connection is not None and any(wait < request.min_connection for wait in way.waits):
        return False
    return request.max_connection is None or all(wait <= request.max_connection for wait in way.waits)


def _times_fit(way, depart_after, depart_before, arrive_after, arrive_before):
    if depart_after is not None and way.departs < depart_after:
        return False
    if depart_before is not None and way.departs > depart_before:
        return False
    if arrive_before is not None and way.arrives > arrive_before:
        return False
    if arrive_after is None:
        return True
    # "Land after nine" is about the clock on the wall, whatever day it is; with +1 it is about that day.
    return (way.arrives if arrive_after >= 1440 else way.arrives % 1440) >= arrive_after


def trip_fits(trip, request):
    """`trip` is a providers.Trip."""
    if request.max_price is not None and trip.total > request.max_price:
        return False
    if request.bags is not None and trip.bags < request.bags:
        return False
    if request.outbound and trip.ways[0].flights != request.outbound:
        return False
    return all(way_fits(way, request, number) for number, way in enumerate(trip.ways))
