"""Offer ids. One names everything that the price depends on, so that nothing about a search has to be remembered:

    PEKHND-260312-CA181-260320-CA182-Y21C-7K
    └route │      └flights, joined by a full stop where there is a connection
           └date       └the return trip, the same way
                                     │    └check characters
                                     └cabin, adults, children, currency
"""

from datetime import date

from .errors import UNAVAILABLE, USAGE, SkillError
from .fares import LETTERS
from .journeys import least_layover, next_leg
from .timetable import service_by_flight, spread
from .zones import date_to_day, day_to_date

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


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
            raise gone(self.text) from None
        if any(legs is None for legs in self.ways):
            raise gone(self.text)

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


def gone(text):
    return SkillError(UNAVAILABLE, "Offer %s is no longer sold" % text,
                      "Search again with search_flights.py and choose from the new offers.")
