"""The supported cities as reference.md lists them. Run it to print the tables when data/*.json have changed."""

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
        lines += ["**%s %s**" % (region, region_zh), "", "| City | 中文 | Airports |", "|---|---|---|"]
        for city in CITIES.values():
            if city.country in countries.split():
                several = len(city.airports) > 1
                codes = ", ".join(a.code + (" (%s)" % short(a) if several else "") for a in city.airports)
                lines.append("| %s | %s | %s |" % (city.name, city.name_zh, codes))
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    print(tables())
