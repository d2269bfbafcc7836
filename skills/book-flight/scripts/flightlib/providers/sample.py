"""The made-up airlines: a timetable and fares that follow from the question alone. No network, nothing is ever charged."""

from ..errors import CANNOT_CANCEL, SkillError
from ..fares import cancel_settlement, paid_for_flights
from ..market import Market, reprice
from ..money import from_minor, to_minor
from ..offer_id import OfferId
from ..store import taken_seats
from . import Port


class Provider(Port):
    name = "sample"
    words = {"en": "The sample timetable", "zh": "示例航班时刻"}
    notice = {
        "en": "Sample flights: timetable and fares are made up, nothing is ticketed with an airline and nothing is charged.",
        "zh": "示例航班：时刻与票价均为虚构，不会向航空公司出票，也不会收取任何费用。",
    }
    prices_days = True

    def _market(self, bookings):
        return Market(self.clock.instant, self.clock.today, taken_seats(bookings))

    def search(self, request, bookings):
        return self._market(bookings).trips(request)

    def quote(self, offer_id, bookings):
        return reprice(self._market(bookings), OfferId(offer_id)).card()

    def book(self, order, offer, bookings):
        return {}

    def cancel_quote(self, booking):
        return cancel_settlement(booking, self.clock.instant)

    def change_quote(self, booking, offer_id, bookings):
        """To the same cities for the same travellers: the fare's fee for each of them with a seat, and what the new flights
        cost more. What they cost less stays with the airline."""
        old, currency = booking["offer"], booking["total"]["currency"]
        others = [b for b in bookings if b["reference"] != booking["reference"]]
        new = self.quote(offer_id, others)
        if _journey(new) != _journey(old) or _people(new["party"]) != _travelling(booking) or new["price"]["currency"] != currency:
            raise SkillError(CANNOT_CANCEL, "Booking %s can be changed to other flights between the same cities, for the same "
                             "travellers and in %s" % (booking["reference"], currency),
                             "Search with the cities, the travellers and the currency of the booking. For another journey, make a new booking "
                             "and cancel this one, each with the person's own yes.")
        seated = sum(p["type"] != "infant" for p in booking["passengers"])
        fee = seated * to_minor(old["fare"]["changeFee"], currency)
        more = max(0, to_minor(new["price"]["total"], currency) - paid_for_flights(booking))
        return {"offer": new, "newFare": new["price"]["total"], "fee": from_minor(fee, currency), "difference": from_minor(more, currency),
                "total": from_minor(fee + more, currency)}

    def change(self, booking, quote, bookings):
        return {}


def _journey(offer):
    return [(way["from"]["city"], way["to"]["city"]) for way in offer["itineraries"]]


def _people(party):
    return [party.get(name, 0) for name in ("adults", "children", "infantsLap", "infantsSeat")]


def _travelling(booking):
    """As `_people`, from the passengers: offers of before had no party."""
    return [sum(p["type"] == kind for p in booking["passengers"]) for kind in ("adult", "child", "infant", "infant-seat")]
