"""The ways from one place to another on a day: without a stop, and with one that an airline would sell."""

from .airlines import connect
from .cities import AIRPORTS
from .network import BY_AIRLINE
from .timetable import domestic, kilometres, neighbours, services
from .zones import DAY, offset

MOST_DETOUR = 1.55  # kilometres flown over the direct distance
# Low-cost airlines that sell no connections, not even with themselves.
POINT_TO_POINT = frozenset("U2 FR UO 7C MM 9C".split())


def least_layover(first, second):
    same = domestic(first.origin, first.dest) and domestic(second.origin, second.dest)
    return 60 if same else 80


def most_layover(km):
    return 600 if km < 5000 else 840


def next_leg(service, after):
    """The first leg of `service` that departs at the instant `after` or later, within two days; or None."""
    zone = AIRPORTS[service.origin].city.zone
    day = (after + offset(zone, after)) // DAY
    for candidate in (day, day + 1):
        if service.runs_on(candidate):
            leg = service.on(candidate)
            if leg.departs >= after:
                return leg
    return None


def journeys(origin, dest, day, direct_only=False):
    """Every way, as lists of legs, from one Stop to another that sets out on `day`: without a stop, and with one."""
    found = []
    for a in origin.airports:
        for b in dest.airports:
            found += [[s.on(day)] for s in services(a.code, b.code) if s.runs_on(day)]
    if direct_only:
        return found
    shortest = min((legs[0].service.minutes for legs in found), default=None)
    if len(found) >= 6 and shortest < 180:
        return found  # nobody changes planes on a shuttle route
    for a in origin.airports:
        for b in dest.airports:
            found += _connections(a.code, b.code, day)
    if found:
        fastest = min(duration(legs) for legs in found)
        found = [legs for legs in found if duration(legs) <= fastest * 1.6 + 240]
    return found


def _connections(a, b, day):
    km, at_home = kilometres(a, b), domestic(a, b)
    country = AIRPORTS[a].city.country
    found = []
    onward = neighbours(b)
    for hub in neighbours(a):
        if hub not in onward or AIRPORTS[hub].city in (AIRPORTS[a].city, AIRPORTS[b].city):
            continue
        if at_home and AIRPORTS[hub].city.country != country:
            continue
        if kilometres(a, hub) + kilometres(hub, b) > MOST_DETOUR * km + 150:
            continue
        firsts = [s.on(day) for s in services(a, hub) if s.runs_on(day)]
        seconds = services(hub, b)
        for leg in firsts:
            best = {}
            for service in seconds:
                one, two = leg.service.airline, service.airline
                if not connect(one, two) or one in POINT_TO_POINT or two in POINT_TO_POINT:
                    continue
                if one != two and hub not in _hubs(one) and hub not in _hubs(two):
                    continue
                then = next_leg(service, leg.arrives + least_layover(leg.service, service))
                if then and then.departs - leg.arrives <= most_layover(km):
                    if two not in best or then.arrives < best[two].arrives:
                        best[two] = then
            found += [[leg, then] for then in best.values()]
    # Of several first flights that make the same onward one, keep the latest.
    latest = {}
    for legs in found:
        key = (legs[0].service.airline, legs[1].service.flight, legs[1].day)
        if key not in latest or legs[0].departs > latest[key][0].departs:
            latest[key] = legs
    return list(latest.values())


_hub_sets = {}


def _hubs(airline):
    if airline not in _hub_sets:
        _hub_sets[airline] = {route.base for route in BY_AIRLINE[airline]}
    return _hub_sets[airline]


def duration(legs):
    return legs[-1].arrives - legs[0].departs
