#!/usr/bin/env python3
"""Search the timetable for flights between two cities on a day."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

from flightlib import command, offers, readable  # noqa: E402
from flightlib.clock import now  # noqa: E402
from flightlib.errors import USAGE, SkillError  # noqa: E402
from flightlib.store import Store, taken_seats  # noqa: E402


def main():
    options = command.parser(
        "search_flights.py",
        "Search flights, one way or return. A city is its Chinese or English name, an airport code (that airport\n"
        "only, where the city has several) or a city code.",
        ["search_flights.py --from Beijing --to Tokyo --date 2027-03-12",
         "search_flights.py --from 上海 --to LHR --date 2027-05-01 --return 2027-05-10 --adults 2 --children 1 --lang zh",
         "search_flights.py --from NYC --to LAX --date 2027-01-20 --direct --depart-after 17:00 --currency USD"],
        ["0 found", "2 wrong usage or value", "3 unknown city", "4 no flights found", "10 booking store unusable"])
    add = options.add_argument
    add("--from", dest="origin", metavar="CITY", required=True, help="where the trip begins")
    add("--to", dest="dest", metavar="CITY", required=True, help="where it goes")
    add("--date", metavar="YYYY-MM-DD", required=True, help="day of departure, local to the origin")
    add("--return", dest="back", metavar="YYYY-MM-DD", help="day of the return flight; without it, one way")
    add("--adults", metavar="N", default="1", help="travellers of 12 and over (default 1)")
    add("--children", metavar="N", default="0", help="travellers of 2 to 11 (default 0)")
    add("--cabin", metavar="CABIN", default="economy", help="economy, premium, business or first (default economy)")
    add("--currency", metavar="CUR", default="CNY", help="CNY or USD (default CNY)")
    add("--max-price", metavar="N", help="most that the whole party may pay, in the currency")
    add("--depart-after", metavar="HH:MM", help="outbound leaves at this time or later")
    add("--depart-before", metavar="HH:MM", help="outbound leaves at this time or earlier")
    add("--direct", action="store_true", help="only flights without a stop")
    add("--airline", metavar="CODE", help="only flights of this airline, by its two-character code, such as CA")
    add("--sort", choices=("price", "duration", "departure"), default="price", help="order (default price)")
    add("--limit", metavar="N", default="6", help="how many to show, 1 to 50 (default 6)")
    command.add_output_options(options)
    chosen = options.parse_args()

    request = wanted(chosen)
    clock = now()
    market = offers.Market(clock.instant, clock.today, taken_seats(Store().all()))
    shown, matching = offers.search(market, request)
    if not shown:
        raise offers.why_none(market, request)
    card = {"kind": "flight-offers", "version": 1, "query": request.card(), "offers": shown, "matching": matching,
            "page": offers.page(request.limit, matching)}
    command.answer(card, chosen.json, lambda: readable.offers(card, chosen.lang))


def wanted(chosen):
    request = offers.Request()
    request.adults = command.a_whole(chosen.adults, "--adults")
    request.children = command.a_whole(chosen.children, "--children")
    command.party(request.adults, request.children)
    request.cabin, request.currency = command.a_cabin(chosen.cabin), command.a_currency(chosen.currency)
    request.max_price = None if chosen.max_price is None else command.an_amount(chosen.max_price, "--max-price")
    request.depart_after = None if chosen.depart_after is None else command.a_time(chosen.depart_after, "--depart-after")
    request.depart_before = None if chosen.depart_before is None else command.a_time(chosen.depart_before, "--depart-before")
    if None not in (request.depart_after, request.depart_before) and request.depart_after > request.depart_before:
        raise SkillError(USAGE, "--depart-after %s is later than --depart-before %s" % (
            chosen.depart_after, chosen.depart_before))
    request.airline = None if chosen.airline is None else an_airline(chosen.airline)
    request.direct, request.sort = chosen.direct, chosen.sort
    request.limit = command.a_whole(chosen.limit, "--limit")
    if not 1 <= request.limit <= offers.MOST_SHOWN:
        raise SkillError(USAGE, "Invalid --limit '%s': from 1 to %d" % (chosen.limit, offers.MOST_SHOWN))
    request.origin, request.dest = command.route(chosen.origin, chosen.dest)
    request.day, request.return_day = command.travel_days(
        chosen.date, chosen.back, request.origin.city.zone, request.dest.city.zone)
    return request


def an_airline(text):
    from flightlib.airlines import AIRLINES
    code, name = text.strip().upper(), text.strip().casefold()
    if code in AIRLINES:
        return code
    for airline in AIRLINES.values():
        if name in (airline.name.casefold(), airline.name_zh):
            return airline.code
    raise SkillError(USAGE, "Unknown airline '%s'" % text[:40],
                     "Give its two-character code; the timetable has %s." % ", ".join(sorted(AIRLINES)))


if __name__ == "__main__":
    command.run(main)
