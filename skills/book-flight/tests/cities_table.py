"""The supported cities as references/cities.md lists them. Run it to print the tables when data/*.json have changed."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts"))

from flightlib.cities import CITIES, REGIONS  # noqa: E402


def short(airport):
    return airport.short.replace(airport.city.name + " ", "")


def tables():
    lines = []
    for region, region_zh, countries in REGIONS:
        cities = [city for city in CITIES.values() if city.country in countries.split()]
        lines.append("**%s %s**: %s." % (region, region_zh, "; ".join(_line(city) for city in cities)))
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _line(city):
    several = len(city.airports) > 1
    airports = ", ".join("%s %s" % (a.code, short(a)) for a in city.airports)
    return "%s %s%s" % (city.name, city.name_zh, " (%s)" % airports if several else "")


if __name__ == "__main__":
    print(tables())
