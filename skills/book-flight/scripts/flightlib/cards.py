"""Places, flights and itineraries in the shapes of the cards."""

from . import terminals
from .airlines import AIRLINES
from .cities import AIRPORTS
from .journeys import duration
from .terminals import EUROPE
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
