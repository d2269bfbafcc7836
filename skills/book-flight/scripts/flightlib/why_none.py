"""When nothing fits: what stood in the way, and for each condition the nearest way to satisfy the others.

`nearest` of a card: [{"relax": [keys of the query], "change": {key: new value or None}, "args": [the whole new search],
"flight", "departs", "arrives", "stops", "total", …}], the least change first.
"""

from itertools import combinations

from .conditions import trip_fits
from .errors import NO_FLIGHTS, SkillError
from .money import from_minor, money
from .query import KEYS, arguments, query_card
from .request import Request, clock_text, iso_day
from .searching import order, seller_card

MOST_NEAREST = 4
DAYS_TRIED = (1, -1, 2, -2, 3, -3)


def report(search, request, lang):
    """(the card, the SkillError) of a search that found nothing."""
    near = nearest(search, request)
    lines = [said(one, request, lang) for one in near] or _reasons(search, request, lang)
    card = {"kind": "flight-offers", "version": 1, "provider": seller_card(search.seller), "query": query_card(request),
            "offers": [], "matching": 0, "nearest": [_entry(one, request) for one in near]}
    names = " to ".join(stop.city.name for stop in [leg.origin for leg in request.legs[:1]] + [
        leg.dest for leg in (request.legs[:1] if request.returns else request.legs)])
    when = iso_day(request.legs[0].day)
    return card, SkillError(NO_FLIGHTS, "No flights found from %s on %s" % (names, when), *lines)


class Near:
    """One way out: the conditions given up, the request that has an answer, and the trip that comes nearest."""
    __slots__ = ("relaxed", "request", "trip")

    def __init__(self, relaxed, request, trip):
        self.relaxed, self.request, self.trip = relaxed, request, trip


def nearest(search, request):
    """Near misses: with one condition eased; if that is not enough two, and so on; else on another day."""
    active = [name for name, nothing in Request.CONDITIONS.items() if getattr(request, name) != nothing]
    loose = search.trips(request.without_conditions().but(outbound=()))
    for many in range(1, len(active) + 1):
        found = [_eased(loose, request, names) for names in combinations(active, many)]
        found = [one for one in found if one]
        if found:
            found.sort(key=lambda one: one.trip.total)
            return found[:MOST_NEAREST]
    if loose:
        return []
    found = []
    for shift in DAYS_TRIED if search.seller.prices_days else ():
        moved = request.moved(shift)
        trips = search.trips(moved) if search.on_sale(moved) and not request.flex and len(request.legs) == 1 else ()
        if trips:
            found.append(Near(["date"], moved, min(trips, key=lambda t: order(t, "price"))))
    return sorted(found, key=lambda one: one.request.legs[0].day)[:MOST_NEAREST]


def _eased(loose, request, names):
    """The nearest trip that misses just these conditions, with each of them eased only as far as it needs; or None."""
    free = request.but(**{name: Request.CONDITIONS[name] for name in names})
    fits = [t for t in loose if trip_fits(t, free)]
    if not fits:
        return None
    trip = min(fits, key=lambda t: (sum(_distance(t, name, request) for name in names), t.total, t.minutes))
    return Near(list(names), request.but(**{name: _far_enough(trip, name, request) for name in names}), trip)


def _distance(trip, name, request):
    """Minutes by which a trip misses a time; 0 for what is no time, where the price decides."""
    value, way = getattr(request, name), trip.ways[0]
    return {"depart_after": lambda: value - way.departs, "depart_before": lambda: way.departs - value,
            "arrive_after": lambda: value - way.arrives % 1440, "arrive_before": lambda: way.arrives - value,
            "min_connection": lambda: value - min(_waits(trip)), "max_connection": lambda: max(_waits(trip)) - value,
            }.get(name, lambda: 0)()


def _waits(trip):
    return [wait for way in trip.ways for wait in way.waits] or [0]


def _far_enough(trip, name, request):
    """The condition, eased until the trip fits."""
    way, every = trip.ways[0], trip.ways
    if name == "max_price":
        return trip.total
    if name == "depart_after" or name == "depart_before":
        return way.departs
    if name == "arrive_before":
        return way.arrives
    if name == "arrive_after":
        return way.arrives % 1440 if request.arrive_after < 1440 else way.arrives
    if name == "max_stops":
        return max(one.stops for one in every)
    if name == "min_connection":
        return min(_waits(trip))
    if name == "max_connection":
        return max(_waits(trip))
    if name == "bags":
        return trip.bags or None
    flown = {code for one in every for code in one.airlines}
    if name == "airlines":
        return tuple(sorted(flown | set(request.airlines)))
    used = flown if name == "not_airlines" else {code for one in every for code in one.airports}
    return tuple(code for code in getattr(request, name) if code not in used)


def _entry(near, request):
    offer = near.trip.card()
    way = offer["itineraries"][0]
    before, after = query_card(request), query_card(near.request)
    keys = [KEYS.get(name, name) for name in near.relaxed]
    return {"relax": keys, "change": {key: after.get(key) for key in keys if before.get(key) != after.get(key)},
            "args": arguments(near.request), "flight": "+".join(s["flight"] for s in way["segments"]),
            "airline": way["segments"][0]["airline"], "departs": way["departs"], "arrives": way["arrives"],
            "dayOffset": way["dayOffset"], "stops": way["stops"],
            "total": {"amount": offer["price"]["total"], "currency": offer["price"]["currency"]}}


# ---- in words

NOTHING = {
    "direct": ("No direct flight", "没有直飞航班"), "any": ("No flight", "没有航班"),
}


def said(near, request, lang):
    """One sentence: what there is none of, and what comes nearest at which price."""
    zh, way = lang == "zh", near.trip.ways[0]
    asked = near.trip.card()["price"]  # a real airline prices in its own currency
    price = money(asked["total"], asked["currency"], lang)
    flight = "+".join(way.flights)
    if near.relaxed == ["date"]:
        day = iso_day(near.request.legs[0].day)
        return ("%s 有航班，最低 %s（%s %s 起飞）。" % (day, price, flight, clock_text(way.departs)) if zh else
                "On %s there are flights, from %s (%s at %s)." % (day, price, flight, clock_text(way.departs)))
    if len(near.relaxed) > 1:
        return _several(near, request, price, lang)
    name = near.relaxed[0]
    value = getattr(request, name)
    kind = _kind(request, near.relaxed, zh)
    departs, arrives = clock_text(way.departs), clock_text(way.arrives)
    facts = {"kind": kind, "flight": flight, "departs": departs, "arrives": arrives, "price": price,
             "value": _shown(name, value, request, lang), "stops": way.stops, "via": "/".join(way.airports[1:-1:2]),
             "wait": _waits(near.trip) and max(_waits(near.trip)), "short": min(_waits(near.trip)), "bags": near.trip.bags,
             "airlines": ", ".join(dict.fromkeys(code for one in near.trip.ways for code in one.airlines))}
    return SENTENCES[name][zh] % facts


SENTENCES = {
    "max_price": ("%(kind)s costs %(value)s or less in total; the cheapest is %(flight)s at %(departs)s for %(price)s.",
                  "总价 %(value)s 以内%(kind)s；最便宜的是 %(departs)s 起飞的 %(flight)s，%(price)s。"),
    "depart_after": ("%(kind)s leaves at %(value)s or later; the last before it is %(flight)s at %(departs)s for %(price)s.",
                     "%(value)s 及以后%(kind)s；最接近的是 %(departs)s 起飞的 %(flight)s，%(price)s。"),
    "depart_before": ("%(kind)s leaves by %(value)s; the first is %(flight)s at %(departs)s for %(price)s.",
                      "%(value)s 以前%(kind)s；最早的是 %(departs)s 起飞的 %(flight)s，%(price)s。"),
    "arrive_after": ("%(kind)s lands at %(value)s or later; the last is %(flight)s, %(departs)s to %(arrives)s, for %(price)s.",
                     "%(value)s 及以后到达的%(kind)s；最接近的是 %(flight)s，%(departs)s 起飞、%(arrives)s 到达，%(price)s。"),
    "arrive_before": ("%(kind)s lands by %(value)s; the first is %(flight)s, %(departs)s to %(arrives)s, for %(price)s.",
                      "%(value)s 以前到达的%(kind)s；最早的是 %(flight)s，%(departs)s 起飞、%(arrives)s 到达，%(price)s。"),
    "airlines": ("%(kind)s is flown by %(value)s alone; with %(airlines)s there is %(flight)s at %(departs)s for %(price)s.",
                 "只坐 %(value)s %(kind)s；可选 %(airlines)s 的 %(flight)s，%(departs)s 起飞，%(price)s。"),
    "not_airlines": ("%(kind)s avoids %(value)s; %(flight)s at %(departs)s costs %(price)s.",
                     "不坐 %(value)s %(kind)s；%(departs)s 起飞的 %(flight)s 为 %(price)s。"),
    "not_airports": ("%(kind)s avoids %(value)s; %(flight)s at %(departs)s costs %(price)s.",
                     "不经 %(value)s %(kind)s；%(departs)s 起飞的 %(flight)s 为 %(price)s。"),
    "max_stops": ("%(kind)s; with %(stops)d stop via %(via)s there is %(flight)s at %(departs)s for %(price)s.",
                  "%(kind)s；经 %(via)s 中转 %(stops)d 次的有 %(flight)s，%(departs)s 起飞，%(price)s。"),
    "min_connection": ("%(kind)s has %(value)s or more to change planes; the most is %(short)d min with %(flight)s at "
                       "%(departs)s for %(price)s.",
                       "中转时间不少于 %(value)s %(kind)s；最长为 %(short)d 分钟：%(flight)s，%(departs)s 起飞，%(price)s。"),
    "max_connection": ("%(kind)s has %(value)s or less to change planes; the least is %(wait)d min with %(flight)s at "
                       "%(departs)s for %(price)s.",
                       "中转时间不超过 %(value)s %(kind)s；最短为 %(wait)d 分钟：%(flight)s，%(departs)s 起飞，%(price)s。"),
    "bags": ("%(kind)s includes %(value)s checked bags each; with %(bags)d there is %(flight)s at %(departs)s for %(price)s.",
             "每人含 %(value)s 件托运行李%(kind)s；含 %(bags)d 件的有 %(flight)s，%(departs)s 起飞，%(price)s。"),
}


def _kind(request, relaxed, zh):
    direct = request.max_stops == 0
    return NOTHING["direct" if direct else "any"][zh]


def _shown(name, value, request, lang):
    if name == "max_price":
        return money(from_minor(value, request.currency), request.currency, lang)
    if name in ("depart_after", "depart_before", "arrive_after", "arrive_before"):
        if value % 1440 == 720:
            return "noon" if lang == "en" else "中午 12 点"
        return clock_text(value)
    if name in ("min_connection", "max_connection"):
        return "%d %s" % (value, "分钟" if lang == "zh" else "min")
    return ("、" if lang == "zh" else ", ").join(value) if isinstance(value, tuple) else str(value)


def _several(near, request, price, lang):
    from .query import CONDITIONS
    zh, way = lang == "zh", near.trip.ways[0]
    options = {name: option for name, _, option, _ in CONDITIONS}
    names = (" 和 " if zh else " and ").join(
        "%s %s" % (options[name], _shown(name, getattr(request, name), request, lang)) for name in near.relaxed)
    facts = ("+".join(way.flights), clock_text(way.departs), price)
    return ("同时满足 %s 的航班没有；都放宽后最接近的是 %s，%s 起飞，%s。" % (names, *facts) if zh else
            "Nothing meets both %s; without them the nearest is %s at %s for %s." % (names, *facts))


def _reasons(search, request, lang):
    """Why there is nothing even without conditions."""
    zh, lines = lang == "zh", []
    if not search.seller.prices_days:  # each question takes a minute there
        return ["%s没有找到这一天的航班。可换一天，或换附近的大城市。" % search.seller.words["zh"] if zh else
                "%s found no flights for this. Try another day, or a larger city near either end." % search.seller.words["en"]]
    alone = request.without_conditions().but(adults=1, children=0, infants_lap=0, infants_seat=0, cabin="economy", ages=())
    days = [iso_day(leg.day) for leg in request.legs]
    for number, leg in enumerate(request.legs):
        one = alone.but(legs=[leg], returns=False)
        if not search.trips(one):
            where = (leg.origin.city.name_zh, leg.dest.city.name_zh) if zh else (leg.origin.city.name, leg.dest.city.name)
            sold = any(search.on_sale(one.moved(n)) and search.trips(one.moved(n)) for n in DAYS_TRIED)
            if sold:
                lines.append("%s 从%s到%s没有航班，前后三天内有。" % (days[number], *where) if zh else
                             "%s to %s has no flights on %s, but has some within three days of it." % (*where, days[number]))
            else:
                lines.append("没有航空公司经营%s到%s的航线，中转一次也到不了。可换附近的大城市，或分成两程。" % where if zh else
                             "No airline in the timetable sells %s to %s, with or without a stop. Try a larger city near "
                             "either end, or book it as two trips." % where)
    if not lines:
        cabin = fares_cabin(request.cabin, lang)
        lines.append("这一天的%s没有 %d 个连座的余位；可换舱位、换日期或减少人数。" % (cabin, request.seats) if zh else
                     "Nothing that day has %d seats left in %s; try another cabin, another day or fewer passengers." % (
                         request.seats, cabin))
    return lines


def fares_cabin(cabin, lang):
    from .fares import CABIN_EN, CABIN_ZH
    return CABIN_ZH[cabin] if lang == "zh" else CABIN_EN[cabin].lower()
