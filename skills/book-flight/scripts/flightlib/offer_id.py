"""Offer ids. One names everything that the price depends on, so that nothing about a search has to be remembered:

    PEKHND-260312-CA181-260320-CA182-Y21C-7K
    └route │      └flights, joined by a full stop where there is a connection
           └date       └the return trip, the same way
                                     │    └check characters
                                     └cabin, adults, children, currency

With infants there are two digits more, on a lap and in a seat: Y2110C. Several cities in a row are up to five pairs of date
and flights. Two that end where they began are out and back.
"""

from datetime import date

from .errors import UNAVAILABLE, USAGE, SkillError
from .cities import AIRPORTS
from .fares import LETTERS
from .journeys import least_layover, next_leg
from .places import Stop
from .request import Leg, Request
from .timetable import service_by_flight, spread
from .zones import date_to_day, day_to_date

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CURRENCY_LETTERS = {"CNY": "C", "USD": "U", "EUR": "E", "GBP": "G", "JPY": "J", "HKD": "H", "SGD": "S", "AUD": "A", "CAD": "D",
                    "CHF": "F", "KRW": "K", "TWD": "T", "THB": "B", "NZD": "N", "INR": "I", "MYR": "M", "AED": "R"}
MOST_WAYS = 5


def offer_id(ways, request):
    parts = [ways[0][0].service.origin + ways[0][-1].service.dest]
    for legs in ways:
        parts.append(day_to_date(legs[0].day).strftime("%y%m%d"))
        parts.append(".".join(leg.service.flight for leg in legs))
    infants = "%d%d" % (request.infants_lap, request.infants_seat) if request.infants_lap or request.infants_seat else ""
    parts.append("%s%d%d%s%s" % (LETTERS[request.cabin], request.adults, request.children, infants,
                                 CURRENCY_LETTERS[request.currency]))
    body = "-".join(parts)
    return body + "-" + _check(body)


def _check(body):
    value = int(spread("offer", body) * 1024)
    return ALPHABET[value // 32] + ALPHABET[value % 32]


class OfferId:
    """An offer id, checked for form and for what the timetable knows: `ways` are lists of timetable legs, `request` has the
    legs between their airports, the party, the cabin and the currency."""
    __slots__ = ("ways", "request", "text")

    def __init__(self, text):
        self.text = text.strip().upper()
        body, _, check = self.text.rpartition("-")
        parts = body.split("-")
        if len(parts) not in range(4, 3 + 2 * MOST_WAYS, 2) or check != _check(body):
            raise SkillError(USAGE, "Invalid offer id '%s'" % text.strip()[:80],
                             "Copy the id exactly as search_flights.py printed it, for example "
                             "PEKHND-260312-CA181-Y10C-… .")
        cabins = {letter: cabin for cabin, letter in LETTERS.items()}
        currencies = {letter: code for code, letter in CURRENCY_LETTERS.items()}
        people = parts[-1]
        try:
            counts = [int(digit) for digit in people[1:-1]]
            if len(counts) not in (2, 4):
                raise ValueError
            cabin, currency = cabins[people[0]], currencies[people[-1]]
            self.ways = [self._way(parts[i], parts[i + 1]) for i in range(1, len(parts) - 1, 2)]
        except (KeyError, ValueError, IndexError, AttributeError):
            raise gone(self.text) from None
        if any(legs is None for legs in self.ways):
            raise gone(self.text)
        legs = [Leg(_airport(way[0].service.origin), _airport(way[-1].service.dest), way[0].day) for way in self.ways]
        returns = len(legs) == 2 and (legs[0].origin.city, legs[0].dest.city) == (legs[1].dest.city, legs[1].origin.city)
        adults, children, lap, seat = counts + [0, 0][:4 - len(counts)]
        self.request = Request(legs, returns=returns, adults=adults, children=children, infants_lap=lap, infants_seat=seat,
                               cabin=cabin, currency=currency)

    @staticmethod
    def _way(stamp, flights):
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


def _airport(code):
    airport = AIRPORTS[code]
    return Stop(airport.city, airport)


def gone(text):
    return SkillError(UNAVAILABLE, "Offer %s is no longer sold" % text,
                      "Search again with search_flights.py and choose from the new offers.")
