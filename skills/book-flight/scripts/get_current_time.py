#!/usr/bin/env python3
"""Say what day and time it is: where the person is, or in a city."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

from flightlib import command  # noqa: E402
from flightlib.clock import now, zone_name  # noqa: E402
from flightlib.places import resolve  # noqa: E402
from flightlib.text import WEEKDAYS_EN, WEEKDAYS_ZH, parsed  # noqa: E402
from flightlib.zones import day_to_date, iso, offset  # noqa: E402


def main():
    options = command.parser(
        "get_current_time.py", "Today's date, weekday, local time and zone; and the days that follow.",
        ["get_current_time.py", "get_current_time.py --city Tokyo", "get_current_time.py --city 洛杉矶 --json"],
        ["0 done", "2 wrong usage", "3 unknown city"])
    options.add_argument("--city", metavar="CITY", help="a supported city instead of where this machine is")
    command.add_output_options(options)
    chosen = options.parse_args()

    clock = now()
    if chosen.city is None:
        moment, zone = clock.moment.isoformat(timespec="seconds"), zone_name(clock.moment)
        place = ""
    else:
        city = resolve(chosen.city, "").city
        moment, zone = iso(city.zone, clock.instant), city.zone
        ahead = offset(city.zone, clock.instant)
        place = city.name_zh if chosen.lang == "zh" else city.name
        zone += " (UTC%s%02d:%02d)" % ("-" if ahead < 0 else "+", abs(ahead) // 60, abs(ahead) % 60)
    when = parsed(moment)
    card = {"kind": "current-time", "version": 1, "now": moment, "date": moment[:10],
            "weekday": WEEKDAYS_EN[when.weekday()], "zone": zone.split(" ")[0]}
    command.answer(card, chosen.json, lambda: readable(card, zone, place, chosen.lang))


def readable(card, zone, place, lang):
    from flightlib.command import LATEST_DAYS
    from flightlib.zones import date_to_day
    today = date_to_day(parsed(card["now"]).date())
    names = WEEKDAYS_ZH if lang == "zh" else [name[:3] for name in WEEKDAYS_EN]
    coming = ", ".join("%s %s" % (names[day_to_date(day).weekday()], day_to_date(day).isoformat())
                       for day in range(today + 1, today + 15))
    weekday = WEEKDAYS_ZH[parsed(card["now"]).weekday()] if lang == "zh" else card["weekday"]
    words = (("%s当前日期", "当前时间", "时区", "之后两周", "最远可订") if lang == "zh" else
             ("%sCurrent Date", "Current Time", "Time Zone", "Next 14 days", "Flights are sold until"))
    before = place and (place if lang == "zh" else place + ": ")
    return "\n".join([
        "%s: %s (%s)" % (words[0] % before, card["date"], weekday),
        "%s: %s" % (words[1], card["now"][11:16]),
        "%s: %s" % (words[2], zone),
        "%s: %s" % (words[3], coming),
        "%s: %s" % (words[4], day_to_date(today + LATEST_DAYS).isoformat())])


if __name__ == "__main__":
    command.run(main)
