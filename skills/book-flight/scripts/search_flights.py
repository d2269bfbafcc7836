#!/usr/bin/env python3
"""Search the timetable for flights between two cities on a day."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

from flightlib import command, readable, wanted, why_none  # noqa: E402
from flightlib.clock import now  # noqa: E402
from flightlib.errors import USAGE, SkillError  # noqa: E402
from flightlib.providers import provider  # noqa: E402
from flightlib.searching import Search, search_card  # noqa: E402
from flightlib.store import Store  # noqa: E402
from flightlib.watch import watch  # noqa: E402
from flightlib.zones import local_day  # noqa: E402


def main():
    options = command.parser(
        "search_flights.py",
        "Search flights: one way, out and back, or several cities in a row. A city is its Chinese or English name, an airport\n"
        "code (that airport only, where the city has several) or a city code.",
        ["search_flights.py --from Beijing --to Tokyo --date 2027-03-12",
         "search_flights.py --from 上海 --to LHR --date 2027-05-01 --return 2027-05-10 --adults 2 --ages 5,1 --lang zh",
         "search_flights.py --from NYC --to LAX --date 2027-01-20 --arrive-before 15:00 --not-airlines UA --currency USD",
         "search_flights.py --from Beijing --to Bangkok --cheapest-of 2027-03 --nights 7 --bags 1",
         "search_flights.py --leg Paris:Rome:2027-04-02 --leg Rome:Athens:2027-04-06 --leg Athens:Paris:2027-04-11"],
        ["0 found", "2 wrong usage or value", "3 unknown city", "4 no flights found", "10 booking store unusable",
         "11 provider unusable"])
    wanted.add_options(options)
    command.add_provider_option(options)
    command.add_output_options(options)
    chosen = options.parse_args()

    clock = now()
    seller = provider(clock, chosen.provider)
    request = wanted.request(chosen, seller)
    today = local_day(request.origin.city.zone, clock.instant)
    own, unread = Store().read()
    search = Search(seller, own, (today, today + command.LATEST_DAYS))
    if request.cheapest_of:
        if not seller.prices_days:
            raise SkillError(USAGE, "--cheapest-of asks for a whole month, which %s does not answer" % seller.words["en"],
                             "Give --date and, for the days around it, --flex.")
        request = search.cheapest_day(request)
    trips = search.trips(request)
    if not trips:
        why_none.check_outbound(search, request)
        card, problem = why_none.report(search, request, chosen.lang)
        command.leave_card(card)
        raise problem
    command.warn_unread(unread)
    card = search_card(search, request, trips)
    card["watch"] = watch(request, card, today, chosen)
    command.answer(card, chosen.json, lambda: readable.offers(card, seller, chosen.lang))


if __name__ == "__main__":
    command.run(main)
