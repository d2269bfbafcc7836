"""The offer of a search's card to watch its price: the app runs the search again and compares `value`."""

from . import command
from .query import arguments
from .request import iso_day
from .text import short_day

EVERY = "6h"
LONGEST = 90  # days that the app watches at most


def watch(request, card, today, chosen):
    """`watch` of the card. It ends with the day of departure."""
    until = iso_day(min(request.legs[0].day, today + LONGEST))
    again = ["scripts/search_flights.py", *arguments(request), "--limit", "1"]
    if chosen.provider:
        again += ["--provider", chosen.provider]
    made = {
        "every": EVERY, "until": until, "command": again,
        "value": min(offer["price"]["total"] for offer in card["offers"]), "currency": card["query"]["currency"],
        "title": {lang: _title(card["query"], lang) for lang in ("en", "zh")},
        "label": {"en": "Watch this price", "zh": "关注价格"},
        "say": {"en": "Search these flights again", "zh": "再查一次这些航班"},
    }
    if chosen.below is not None:
        made["below"] = command.an_amount(chosen.below, "--below")
    return made


def _title(query, lang):
    """London → Lisbon, Fri 22 Jan."""
    key = "cityZh" if lang == "zh" else "city"
    legs = query["legs"] or [query]
    cities = [legs[0]["from"][key], *(leg["to"][key] for leg in legs)]
    sign = " ⇄ " if query["return"] else " → "
    return "%s%s%s" % (sign.join(cities), " " if lang == "zh" else ", ", short_day(query["date"], lang))
