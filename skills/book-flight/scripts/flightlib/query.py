"""A request as the keys of a card's `query`, and as the arguments of search_flights.py that ask for it again."""

from .money import bare, digits, from_minor
from .places import find
from .request import clock_text, iso_day

# Conditions as (attribute, key of the query, option, how the value is written).
_MONEY, _TIME, _CODES, _NUMBER = "money", "time", "codes", "number"
CONDITIONS = (
    ("max_price", "maxPrice", "--max-price", _MONEY), ("depart_after", "departAfter", "--depart-after", _TIME),
    ("depart_before", "departBefore", "--depart-before", _TIME), ("arrive_after", "arriveAfter", "--arrive-after", _TIME),
    ("arrive_before", "arriveBefore", "--arrive-before", _TIME),
    ("return_depart_after", "returnDepartAfter", "--return-depart-after", _TIME),
    ("return_depart_before", "returnDepartBefore", "--return-depart-before", _TIME),
    ("return_arrive_after", "returnArriveAfter", "--return-arrive-after", _TIME),
    ("return_arrive_before", "returnArriveBefore", "--return-arrive-before", _TIME),
    ("airlines", "airlines", "--airlines", _CODES),
    ("not_airlines", "notAirlines", "--not-airlines", _CODES), ("not_airports", "notAirports", "--not-airports", _CODES),
    ("max_stops", "maxStops", "--max-stops", _NUMBER), ("min_connection", "minConnection", "--min-connection", _NUMBER),
    ("max_connection", "maxConnection", "--max-connection", _NUMBER), ("bags", "bags", "--bags", _NUMBER),
)
KEYS = {name: key for name, key, _, _ in CONDITIONS}


def _set(request):
    for name, key, option, kind in CONDITIONS:
        value = getattr(request, name)
        if value is not None and value != ():
            yield name, key, option, kind, value


def query_card(request):
    """The `query` of a card. `direct` is how it was called before `maxStops`, and still stands beside it."""
    legs = request.legs
    card = {"from": request.origin.card(), "to": request.dest.card(), "date": iso_day(legs[0].day)}
    # What this search does not ask is null: it no longer is what the person wants.
    card.update({"return": None, "nights": None, "legs": None, "cheapestOf": None})
    if request.returns:
        card["returnDate"] = card["return"] = iso_day(legs[1].day)
        if request.cheapest_of:
            card["nights"] = legs[1].day - legs[0].day
    elif len(legs) > 1:
        card["legs"] = [{"from": leg.origin.card(), "to": leg.dest.card(), "date": iso_day(leg.day)} for leg in legs]
    card.update(request.party())
    if request.ages:
        card["ages"] = list(request.ages)
    card.update(cabin=request.cabin, currency=request.currency)
    if request.max_stops == 0:
        card["direct"] = True
    for _, key, _, kind, value in _set(request):
        card[key] = (from_minor(value, request.currency) if kind == _MONEY else clock_text(value) if kind == _TIME
                     else list(value) if kind == _CODES else value)
    if request.flex:
        card["flex"] = request.flex
    if request.cheapest_of:
        card["cheapestOf"] = "%04d-%02d" % request.cheapest_of
    if request.step:
        card["step"] = request.step
    if request.outbound:
        card["outbound"] = list(request.outbound)
    card["sort"] = request.sort
    return card


def _named(stop):
    """What names a Stop: its code, but for an airport whose code stands for its whole city (SHA)."""
    other = find(stop.code)
    return stop.airport.name if stop.airport and other and other.airport is not stop.airport else stop.code


def arguments(request):
    """The same request as arguments, without output options. Defaults are left out."""
    legs = request.legs
    if len(legs) > 1 + request.returns:
        said = [text for leg in legs for text in ("--leg", "%s:%s:%s" % (_named(leg.origin), _named(leg.dest), iso_day(leg.day)))]
    else:
        said = ["--from", _named(legs[0].origin), "--to", _named(legs[0].dest)]
        if request.cheapest_of:
            said += ["--cheapest-of", "%04d-%02d" % request.cheapest_of]
            if request.returns:
                said += ["--nights", str(legs[1].day - legs[0].day)]
        else:
            said += ["--date", iso_day(legs[0].day)]
            if request.returns:
                said += ["--return", iso_day(legs[1].day)]
    said += ["--adults", str(request.adults)]
    for option, value in (("--children", request.children), ("--infants-lap", request.infants_lap),
                          ("--infants-seat", request.infants_seat), ("--flex", request.flex)):
        if value:
            said += [option, str(value)]
    if request.ages:
        said += ["--ages", ",".join(map(str, request.ages))]
    said += ["--cabin", request.cabin, "--currency", request.currency]
    for _, _, option, kind, value in _set(request):
        said += [option, _written(value, kind, request.currency)]
    for option, value in (("--step", request.step), ("--outbound", ",".join(request.outbound))):
        if value:
            said += [option, value]
    return said + ["--sort", request.sort]


def _written(value, kind, currency):
    if kind == _MONEY:
        return bare(from_minor(value, currency)) if digits(currency) else str(value)
    if kind == _TIME:
        return clock_text(value)
    return ",".join(value) if kind == _CODES else str(value)
