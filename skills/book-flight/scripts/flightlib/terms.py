"""A trip in the terms of the form `search` in forms.md, so that the app can set it beside what the person asked for."""

from datetime import date

from .cities import AIRPORTS
from .conditions import way_of
from .request import clock_text


def terms(offer, passengers, total, currency):
    """By the form's fields. A field about which the offer says nothing is left out."""
    ways = offer["itineraries"]
    facts = [way_of(way) for way in ways]
    segments = [segment for way in ways for segment in way["segments"]]
    first, last, is_return = ways[0], ways[-1], _is_return(ways)
    found = {
        "from": _place(first["from"]), "to": _place((first if is_return else last)["to"]), "date": first["departs"][:10],
        "cheapestOf": first["departs"][:7], "direct": all(way.stops == 0 for way in facts),
        "cabin": offer["cabin"], "maxStops": max(way.stops for way in facts),
        "departAfter": clock_text(facts[0].departs), "departBefore": clock_text(facts[0].departs),
        "arriveAfter": clock_text(facts[0].arrives), "arriveBefore": clock_text(facts[0].arrives),
        "maxPrice": {"amount": total, "currency": currency}, "currency": currency,
    }
    if is_return:
        found["return"] = last["departs"][:10]
        found["nights"] = _nights(found["date"], found["return"])
        found.update(returnDepartAfter=clock_text(facts[1].departs), returnDepartBefore=clock_text(facts[1].departs),
                     returnArriveAfter=clock_text(facts[1].arrives), returnArriveBefore=clock_text(facts[1].arrives))
    elif len(ways) > 1:
        found["legs"] = [{"from": _place(way["from"]), "to": _place(way["to"]), "date": way["departs"][:10]} for way in ways]
    for field, kind in (("adults", "adult"), ("children", "child"), ("infantsLap", "infant"), ("infantsSeat", "infant-seat")):
        found[field] = sum(1 for one in passengers if one["type"] == kind)
    airlines = _once(segment["airline"]["code"] for segment in segments)
    found.update(airlines=airlines, notAirlines=airlines,
                 notAirports=_once(place["code"] for segment in segments for place in (segment["from"], segment["to"])))
    waits = [wait for way in facts for wait in way.waits]
    if waits:
        found.update(minConnection=min(waits), maxConnection=max(waits))
    if "bags" in offer:
        found["bags"] = offer["bags"]["checked"]
    return found


def _place(place):
    """An airport, with the code of its city: asked for by either, it is what was asked for."""
    found = {key: place[key] for key in ("code", "city", "cityZh", "airport", "airportZh") if key in place}
    known = AIRPORTS.get(place["code"])
    return dict(found, cityCode=known.city.code) if known else found


def _is_return(ways):
    return len(ways) == 2 and ways[1]["to"]["city"] == ways[0]["from"]["city"] and ways[1]["from"]["city"] == ways[0]["to"]["city"]


def _nights(out, back):
    return (date.fromisoformat(back) - date.fromisoformat(out)).days


def _once(values):
    return list(dict.fromkeys(values))
