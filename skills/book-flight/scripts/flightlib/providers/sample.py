"""The made-up airlines: a timetable and fares that follow from the question alone. No network, nothing is ever charged."""

from ..fares import cancel_settlement
from ..market import Market, reprice
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
