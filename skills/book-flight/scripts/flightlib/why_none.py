"""When nothing fits: what stood in the way, and for each condition the nearest way to satisfy the others.

`nearest` of a card: [{"relax": [keys of the query], "change": {key: new value or None}, "args": [the whole new search],
"flight", "departs", "arrives", "stops", "total", …}], the least change first.
"""

from itertools import combinations

from .conditions import trip_fits
from .errors import NO_FLIGHTS, USAGE, SkillError
from .fares import CABIN_EN, CABIN_ZH
from .money import from_minor, money
from .query import KEYS, arguments, query_card
from .request import RETURN_TIMES, TIMES, Request, clock_text, iso_day
from .searching import order, seller_card
from .text import day_words

MOST_NEAREST = 4
# What people give up first: an hour before money, and money before the airline.
EASE = (*TIMES, *RETURN_TIMES, "min_connection", "max_connection", "max_price", "bags", "max_stops", "not_airports", "airlines",
        "not_airlines")
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


def check_outbound(search, request):
    """Raises a SkillError for flights of `--outbound` that no flight out has: the others are there."""
    out = [",".join(t.ways[0].flights) for t in search.trips(request.but(outbound=()))] if request.outbound else ()
    if out and ",".join(request.outbound) not in out:
        raise SkillError(USAGE, "--outbound %s is none of the flights out" % ",".join(request.outbound),
                         "Give the flights of the chosen row as the search printed them: " + "; ".join(list(dict.fromkeys(out))[:6]))


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
            found.sort(key=lambda one: (max(EASE.index(name) for name in one.relaxed), one.trip.total))
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
    value, way = getattr(request, name), _way(trip, name)
    return {"depart_after": lambda: value - way.departs, "depart_before": lambda: way.departs - value,
            "arrive_after": lambda: value - way.arrives % 1440, "arrive_before": lambda: way.arrives - value,
            "min_connection": lambda: value - min(_waits(trip)), "max_connection": lambda: max(_waits(trip)) - value,
            }.get(name.removeprefix("return_"), lambda: 0)()


def _number(name):
    """The place of the way that a condition is about."""
    return 1 if name in RETURN_TIMES else 0


def _way(trip, name):
    return trip.ways[_number(name)]


def _waits(trip):
    return [wait for way in trip.ways for wait in way.waits] or [0]


def _far_enough(trip, name, request):
    """The condition, eased until the trip fits."""
    way, every = _way(trip, name), trip.ways
    if name == "max_price":
        return trip.total
    if "depart_" in name:
        return way.departs
    if name.endswith("arrive_before"):
        return way.arrives
    if name.endswith("arrive_after"):
        return way.arrives % 1440 if getattr(request, name) < 1440 else way.arrives
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
    way = offer["itineraries"][_number(near.relaxed[0])]
    before, after = query_card(request), query_card(near.request)
    keys = [KEYS.get(name, name) for name in near.relaxed]
    return {"relax": keys, "change": {key: after.get(key) for key in keys if before.get(key) != after.get(key)},
            "args": arguments(near.request), "flight": "+".join(s["flight"] for s in way["segments"]),
            "airline": way["segments"][0]["airline"], "departs": way["departs"], "arrives": way["arrives"],
            "dayOffset": way["dayOffset"], "stops": way["stops"],
            "total": {"amount": offer["price"]["total"], "currency": offer["price"]["currency"]}}


# ---- in words

# What a flight would be that meets a condition: "No direct flight under CN¥3,000 …".
QUALIFIERS = {
    "max_price": ("for %s or less", "总价不超过 %s"), "depart_after": ("leaving at %s or later", "%s 及以后起飞"),
    "depart_before": ("leaving before %s", "%s 以前起飞"), "arrive_after": ("landing at %s or later", "%s 及以后到达"),
    "arrive_before": ("landing by %s", "%s 以前到达"), "airlines": ("with %s", "只坐 %s"),
    "not_airlines": ("without %s", "不坐 %s"), "not_airports": ("avoiding %s", "不经 %s"),
    "max_stops": ("with at most %s stops", "中转不超过 %s 次"), "min_connection": ("with %s or more to change planes", "中转至少 %s"),
    "max_connection": ("with %s or less to change planes", "中转至多 %s"),
    "bags": ("with %s checked bags", "含 %s 件托运行李"),
}
# Of the condition that stands in the way: none that fits the others meets it, and what comes nearest.
SENTENCES = {
    "max_price": ("%(none)s costs %(value)s or less; the cheapest is %(flight)s at %(departs)s for %(price)s.",
                  "%(none)s总价在 %(value)s 以内；最便宜的是 %(departs)s 起飞的 %(flight)s，%(price)s。"),
    "depart_after": ("%(none)s leaves at %(value)s or later; the last is %(flight)s at %(departs)s for %(price)s.",
                     "%(none)s在 %(value)s 或以后起飞；最晚的是 %(departs)s 的 %(flight)s，%(price)s。"),
    "depart_before": ("%(none)s leaves before %(value)s; the first is %(flight)s at %(departs)s for %(price)s.",
                      "%(none)s在 %(value)s 以前起飞；最早的是 %(departs)s 的 %(flight)s，%(price)s。"),
    "arrive_after": ("%(none)s lands at %(value)s or later; the last is %(flight)s, %(departs)s to %(arrives)s, for %(price)s.",
                     "%(none)s在 %(value)s 或以后到达；最晚的是 %(flight)s，%(departs)s 起飞、%(arrives)s 到达，%(price)s。"),
    "arrive_before": ("%(none)s lands by %(value)s; the first is %(flight)s, %(departs)s to %(arrives)s, for %(price)s.",
                      "%(none)s在 %(value)s 以前到达；最早的是 %(flight)s，%(departs)s 起飞、%(arrives)s 到达，%(price)s。"),
    "airlines": ("%(none)s is flown by %(value)s; %(airlines)s has %(flight)s at %(departs)s for %(price)s.",
                 "%(none)s由 %(value)s 承运；%(airlines)s 有 %(departs)s 起飞的 %(flight)s，%(price)s。"),
    "not_airlines": ("%(none)s avoids %(value)s; %(flight)s at %(departs)s costs %(price)s.",
                     "%(none)s能避开 %(value)s；%(departs)s 起飞的 %(flight)s 为 %(price)s。"),
    "not_airports": ("%(none)s avoids %(value)s; %(flight)s at %(departs)s costs %(price)s.",
                     "%(none)s能避开 %(value)s；%(departs)s 起飞的 %(flight)s 为 %(price)s。"),
    "max_stops": ("%(none)s %(value)s; with %(stops)s via %(via)s there is %(flight)s at %(departs)s for %(price)s.",
                  "%(none)s是%(value)s的；经 %(via)s 中转的有 %(departs)s 起飞的 %(flight)s，%(price)s。"),
    "min_connection": ("%(none)s leaves %(value)s or more to change planes; the most is %(short)d min with %(flight)s at "
                       "%(departs)s for %(price)s.",
                       "%(none)s能留出 %(value)s 以上的中转时间；最长的留 %(short)d 分钟：%(departs)s 起飞的 %(flight)s，%(price)s。"),
    "max_connection": ("%(none)s changes planes within %(value)s; the shortest wait is %(wait)d min with %(flight)s at "
                       "%(departs)s for %(price)s.",
                       "%(none)s能在 %(value)s 内中转；最短要等 %(wait)d 分钟：%(departs)s 起飞的 %(flight)s，%(price)s。"),
    "bags": ("%(none)s includes %(value)s checked bags each; %(flight)s at %(departs)s includes %(bags)d for %(price)s.",
             "%(none)s每人含 %(value)s 件托运行李；%(departs)s 起飞的 %(flight)s 含 %(bags)d 件，%(price)s。"),
}
for _time in TIMES:
    QUALIFIERS["return_" + _time] = (QUALIFIERS[_time][0] + " on the way back", "回程 " + QUALIFIERS[_time][1])
    SENTENCES["return_" + _time] = (SENTENCES[_time][0].replace(";", " on the way back;"),
                                    SENTENCES[_time][1].replace("%(none)s", "%(none)s回程"))


def said(near, request, lang):
    """One sentence: what there is none of, and what comes nearest at which price."""
    zh, way = lang == "zh", _way(near.trip, near.relaxed[0])
    asked = near.trip.card()["price"]  # a real airline prices in its own currency
    price = money(asked["total"], asked["currency"], lang)
    facts = {"flight": "+".join(way.flights), "departs": clock_text(way.departs), "price": price}
    if near.relaxed == ["date"]:
        facts["day"] = day_words(iso_day(near.request.legs[0].day), lang)
        return ("%(day)s有航班，最低 %(price)s（%(departs)s 起飞的 %(flight)s）。" if zh else
                "On %(day)s there are flights, from %(price)s (%(flight)s at %(departs)s).") % facts
    if len(near.relaxed) > 1:
        facts["names"] = ("、" if zh else ", ").join(_qualifier(name, request, lang) for name in near.relaxed)
        return ("没有航班能同时满足：%(names)s；最接近的是 %(departs)s 起飞的 %(flight)s，%(price)s。" if zh else
                "No flight meets all of this: %(names)s; the nearest is %(flight)s at %(departs)s for %(price)s.") % facts
    name = near.relaxed[0]
    flown = dict.fromkeys(code for one in near.trip.ways for code in one.airlines)
    facts.update(
        none=_none(name, request, lang), value=_shown(name, getattr(request, name), request, lang),
        arrives=clock_text(way.arrives), via="/".join(way.airports[1:-1:2]), stops=_stops(way.stops),
        wait=max(_waits(near.trip)), short=min(_waits(near.trip)), bags=near.trip.bags, airlines=", ".join(flown))
    return SENTENCES[name][zh] % facts


def _none(without, request, lang):
    """No direct flight for CN¥3,000 or less: every condition but one."""
    zh = lang == "zh"
    others = [name for name, nothing in Request.CONDITIONS.items()
              if name != without and getattr(request, name) != nothing and not (name == "max_stops" and request.max_stops == 0)]
    direct = request.max_stops == 0 and without != "max_stops"
    if zh:
        said = "、".join(_qualifier(name, request, lang) for name in others)
        gap = " " if said[-1:].isascii() else ""
        return "%s没有%s航班" % (said + gap + "的航班中，" if said else "", "直飞" if direct else "")
    return " ".join(["No direct flight" if direct else "No flight"] + [_qualifier(name, request, lang) for name in others])


def _qualifier(name, request, lang):
    zh = lang == "zh"
    if name == "max_stops" and request.max_stops == 0:
        return "直飞" if zh else "direct"
    value = getattr(request, name)
    return QUALIFIERS[name][zh] % (value if name == "max_stops" else _shown(name, value, request, lang))


def _stops(number):
    return "1 stop" if number == 1 else "%d stops" % number


def _shown(name, value, request, lang):
    zh = lang == "zh"
    if name == "max_price":
        return money(from_minor(value, request.currency), request.currency, lang)
    if name in TIMES + RETURN_TIMES:
        return "noon" if value == 720 and not zh else clock_text(value)
    if name in ("min_connection", "max_connection"):
        return "%d %s" % (value, "分钟" if zh else "min")
    if name == "max_stops":
        return ("直飞" if zh else "is direct") if value == 0 else ("中转不超过 %d 次" if zh else "has at most %d stops") % value
    return ("、" if zh else ", ").join(value) if isinstance(value, tuple) else str(value)


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
        cabin = CABIN_ZH[request.cabin] if zh else CABIN_EN[request.cabin]
        lines.append("这一天%s的余座不足 %d 个；可换舱位、换日期或减少人数。" % (cabin, request.seats) if zh else
                     "Nothing that day has %d seats left in %s; try another cabin, another day or fewer passengers." % (
                         request.seats, cabin))
    return lines
