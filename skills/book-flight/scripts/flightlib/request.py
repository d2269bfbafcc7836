"""What is asked for: the legs of a trip, who travels, and the conditions."""

from .zones import day_to_date


class Leg:
    """From one Stop (places.py) to another on a day, counted from 1970-01-01 on the calendar of its origin."""
    __slots__ = ("origin", "dest", "day")

    def __init__(self, origin, dest, day):
        self.origin, self.dest, self.day = origin, dest, day


# Conditions on the time of day: of the first way, and of the way back of a round trip.
TIMES = ("depart_after", "depart_before", "arrive_after", "arrive_before")
RETURN_TIMES = tuple("return_" + name for name in TIMES)


class Request:
    """One leg, two that are out and back (`returns`), or several cities in a row.

    Times of day are minutes after midnight of the day of departure; from 1440 on they are of a later day. `max_price` is in
    minor units of `currency` for the whole party, waits are minutes, `airlines` and the like are tuples of codes.
    """
    CONDITIONS = {
        "max_price": None, **dict.fromkeys(TIMES + RETURN_TIMES), "airlines": (), "not_airlines": (), "not_airports": (),
        "max_stops": None, "min_connection": None, "max_connection": None, "bags": None,
    }
    DEFAULTS = dict(
        CONDITIONS, returns=False, adults=1, children=0, infants_lap=0, infants_seat=0, ages=(), cabin="economy",
        currency="CNY", sort="price", limit=6, flex=0, cheapest_of=None, step=None, outbound=())
    __slots__ = ("legs", *DEFAULTS)

    def __init__(self, legs, **more):
        self.legs = tuple(legs)
        for name, value in {**Request.DEFAULTS, **more}.items():
            setattr(self, name, value)

    def but(self, **changes):
        """The same request with some changes."""
        return Request(changes.pop("legs", self.legs), **{n: changes.get(n, getattr(self, n)) for n in Request.DEFAULTS})

    def without_conditions(self):
        return self.but(**Request.CONDITIONS)

    def moved(self, days):
        """The whole trip some days later, or earlier."""
        return self.but(legs=[Leg(leg.origin, leg.dest, leg.day + days) for leg in self.legs])

    @property
    def seats(self):
        """Seats that the party needs: an infant on a lap has none."""
        return self.adults + self.children + self.infants_seat

    def party(self):
        """`party` of an Offer, with the same names as the keys of a card's query."""
        found = {"adults": self.adults, "children": self.children}
        if self.infants_lap:
            found["infantsLap"] = self.infants_lap
        if self.infants_seat:
            found["infantsSeat"] = self.infants_seat
        return found

    @property
    def origin(self):
        return self.legs[0].origin

    @property
    def dest(self):
        """Where the trip goes: for out and back the far end, else the last city."""
        return self.legs[0 if self.returns else -1].dest


def iso_day(day):
    return day_to_date(day).isoformat()


def clock_text(minutes):
    """09:05; 09:05+1 for a later day, 09:05-1 for an earlier one."""
    days, rest = divmod(minutes, 1440)
    return "%02d:%02d" % divmod(rest, 60) + ("%+d" % days if days else "")
