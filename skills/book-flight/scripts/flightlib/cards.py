"""Places, flights and itineraries in the shapes of the cards."""

from . import terminals
from .airlines import AIRLINES
from .cities import AIRPORTS
from .journeys import duration
from .terminals import EUROPE
from .text import parsed
from .timetable import local
from .zones import DAY, iso


def place_card(code, airline, same_country, other):
    airport = AIRPORTS[code]
    card = {"code": code, "airport": airport.name, "airportZh": airport.name_zh, "city": airport.city.name,
            "cityZh": airport.city.name_zh, "country": airport.city.country}
    within = airport.city.country in EUROPE and AIRPORTS[other].city.country in EUROPE
    terminal = terminals.terminal(code, AIRLINES[airline], same_country, within)
    if terminal:
        card["terminal"] = terminal
    return card


def segment_card(leg):
    service = leg.service
    a, b = AIRPORTS[service.origin].city, AIRPORTS[service.dest].city
    same, company = a.country == b.country, AIRLINES[service.airline]
    return {
        "flight": service.flight,
        "airline": {"code": company.code, "name": company.name, "nameZh": company.name_zh},
        "from": place_card(service.origin, company.code, same, service.dest),
        "to": place_card(service.dest, company.code, same, service.origin),
        "departs": iso(a.zone, leg.departs), "arrives": iso(b.zone, leg.arrives),
        "dayOffset": day_offset(service.origin, leg.departs, service.dest, leg.arrives),
        "durationMinutes": service.minutes,
        "aircraft": aircraft_name(service.aircraft),
    }


def aircraft_name(model):
    maker = {"7": "Boeing ", "A": "Airbus ", "E": "Embraer ", "C": "COMAC "}.get(model[0], "")
    return maker + model


def day_offset(origin, departs, dest, arrives):
    """Calendar days, local to each end, between leaving and arriving: -1 is possible across the date line."""
    return local(dest, arrives) // DAY - local(origin, departs) // DAY


def itinerary_card(legs):
    segments = [segment_card(leg) for leg in legs]
    layovers = []
    for one, two in zip(legs, legs[1:]):
        city = AIRPORTS[one.service.dest].city
        layovers.append({"code": one.service.dest, "city": city.name, "cityZh": city.name_zh,
                         "minutes": two.departs - one.arrives})
    first, last = legs[0], legs[-1]
    return {
        "from": segments[0]["from"], "to": segments[-1]["to"],
        "departs": segments[0]["departs"], "arrives": segments[-1]["arrives"],
        "dayOffset": day_offset(first.service.origin, first.departs, last.service.dest, last.arrives),
        "durationMinutes": duration(legs), "stops": len(legs) - 1, "segments": segments, "layovers": layovers,
    }


NIGHT = 3 * 60  # local time that a wait spans where it is overnight


def flags(itineraries):
    """What a person would want to be told of an Offer: `airportChange`, `terminalChange` and `overnight`, where there are any."""
    airports, terminals, nights = [], [], []
    for number, way in enumerate(itineraries):
        for one, two in zip(way["segments"], way["segments"][1:]):
            here, there = one["to"], two["from"]
            if here["code"] != there["code"]:
                airports.append(_change(here, there))
            elif here.get("terminal") and there.get("terminal") and here["terminal"] != there["terminal"]:
                terminals.append({"airport": here["code"], "from": here["terminal"], "to": there["terminal"]})
            lands, leaves = parsed(one["arrives"]), parsed(two["departs"])
            minutes = int((leaves - lands).total_seconds() // 60)
            if (lands.hour * 60 + lands.minute - NIGHT) % DAY + minutes >= DAY:
                nights.append({"airport": there["code"], "minutes": minutes})
        if number:
            here, there = itineraries[number - 1]["to"], way["from"]
            if here["city"] == there["city"] and here["code"] != there["code"]:
                airports.append(_change(here, there))
    home, end = itineraries[0]["from"], itineraries[-1]["to"]
    if len(itineraries) > 1 and home["city"] == end["city"] and home["code"] != end["code"]:
        airports.append(_change(home, end))
    found = {"airportChange": airports, "terminalChange": terminals, "overnight": nights}
    return {name: value for name, value in found.items() if value}


def _change(here, there):
    return {"city": here["city"], "cityZh": here["cityZh"], "from": here["code"], "to": there["code"]}
