"""What a seat costs and how many are left, and the rules that go with a fare. Money here is whole CNY; see `in_currency`.

A fare is distance × market × airline × season × weekday × days to departure × time of day × a little noise.
"""

from .airlines import AIRLINES
from .cities import AIRPORTS
from .terminals import EUROPE
from .timetable import domestic, kilometres, spread
from .zones import DAY, day_to_date, days_of

CABINS = ("economy", "premium", "business", "first")
LETTERS = {"economy": "Y", "premium": "W", "business": "C", "first": "F"}
CABIN_ZH = {"economy": "经济舱", "premium": "超级经济舱", "business": "商务舱", "first": "头等舱"}
CABIN_EN = {"economy": "Economy", "premium": "Premium Economy", "business": "Business", "first": "First"}
CNY_PER_USD = 7.1
MOST_SEATS_SHOWN = 9  # as reservation systems show

ONE_WAY = ((0, 290), (500, 490), (1000, 820), (1500, 1080), (2500, 1500), (4000, 2250), (6000, 3050), (8000, 3700),
           (10000, 4350), (12000, 5100), (15000, 6000), (20000, 7800))
LEAD_TIME = ((0, 1.62), (1, 1.55), (3, 1.4), (7, 1.2), (14, 1.06), (21, 1.0), (35, 0.94), (60, 0.9), (120, 0.88),
             (200, 0.92), (330, 1.0))
FILLING = ((0, 1.0), (3, 0.85), (7, 0.65), (14, 0.45), (30, 0.25), (90, 0.1), (330, 0.0))
WEEKDAY = (1.0, 0.95, 0.95, 1.0, 1.08, 1.0, 1.08)  # Monday first
SPRING_FESTIVAL = {2025: (1, 29), 2026: (2, 17), 2027: (2, 6), 2028: (1, 26), 2029: (2, 13), 2030: (2, 3), 2031: (1, 23),
                   2032: (2, 11), 2033: (1, 31), 2034: (2, 19), 2035: (2, 8), 2036: (1, 28)}
SOUTH = frozenset("AU NZ FJ ZA BR AR CL PE".split())
CHINESE = frozenset("CN HK MO TW".split())
SOUTH_EAST = frozenset("SG TH MY ID PH VN KH".split())


def _curve(points, x):
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return points[-1][1]


_seasons = {}


def season(day, a, b):
    """How sought-after a day is between two countries: 1 is ordinary."""
    key = (day, a, b)
    if key not in _seasons:
        _seasons[key] = _season(day, {a, b})
    return _seasons[key]


def _season(day, countries):
    when = day_to_date(day)
    md = (when.month, when.day)
    level = 1.0
    if (7, 5) <= md <= (8, 28):
        level = 1.2 if not countries <= SOUTH else 1.0
    elif md >= (12, 18) or md <= (1, 4):
        level = 1.3 if countries & SOUTH or not countries <= CHINESE else 1.08
    elif (1, 10) <= md <= (3, 5) and not countries & SOUTH:
        level = 0.9
    elif (11, 3) <= md <= (12, 10):
        level = 0.9
    if countries & CHINESE:
        for year in (when.year, when.year + 1):
            if year in SPRING_FESTIVAL and -8 <= day - days_of(year, *SPRING_FESTIVAL[year]) <= 9:
                level = max(level, 1.45)
        if (9, 29) <= md <= (10, 8):
            level = max(level, 1.4)
        if (4, 30) <= md <= (5, 5):
            level = max(level, 1.25)
    if "JP" in countries and ((4, 28) <= md <= (5, 6) or (8, 10) <= md <= (8, 17)):
        level = max(level, 1.3)
    if "KR" in countries and (9, 20) <= md <= (9, 30):
        level = max(level, 1.15)
    return level


def _market(a, b):
    pair = {a, b}
    if pair == {"CN"}:
        return 0.95
    if pair == {"US"} or pair == {"IN"}:
        return 0.72
    if pair == {"JP"}:
        return 1.15
    if pair <= SOUTH_EAST:
        return 0.78
    if pair <= EUROPE:
        return 0.86
    if "US" in pair and pair & CHINESE:
        return 1.12
    return 1.0


def _cabin_factor(cabin, km):
    far = min(1, max(0, (km - 1000) / 5000))
    return {"economy": 1, "premium": 1.5 + 0.2 * far, "business": 2.2 + 1.2 * far, "first": 3.6 + 1.8 * far}[cabin]


def has_cabin(leg, cabin):
    company = AIRLINES[leg.service.airline]
    letter = LETTERS[cabin]
    return letter in company.cabins and (letter in "YC" or leg.service.wide)


def family(legs, cabin):
    """The fare family that these flights are sold in: "saver", "standard" or "flex"."""
    if any(AIRLINES[leg.service.airline].low_cost for leg in legs):
        return "saver"
    if cabin in ("business", "first"):
        return "flex" if spread("family", cabin, legs[0].service.flight, legs[0].day) < 0.35 else "standard"
    roll = spread("family", cabin, legs[0].service.flight, legs[0].day)
    return "saver" if roll < 0.4 else "standard" if roll < 0.85 else "flex"


FAMILY_FACTOR = {"saver": 0.93, "standard": 1.0, "flex": 1.13}


def one_way(legs, cabin, today):
    """CNY for one adult, a multiple of 10. `today` and the legs' days count from 1970-01-01."""
    origin, dest, day = legs[0].service.origin, legs[-1].service.dest, legs[0].day
    a, b = AIRPORTS[origin].city.country, AIRPORTS[dest].city.country
    km = kilometres(origin, dest)
    fare = _curve(ONE_WAY, km) + (0 if a == b else 150)
    companies = [AIRLINES[leg.service.airline] for leg in legs]
    fare *= _market(a, b) * sum(c.level for c in companies) / len(companies)
    if len(legs) > 1:
        flown = sum(kilometres(leg.service.origin, leg.service.dest) for leg in legs)
        # A stop makes a long journey cheaper and a short one, with its second take-off, dearer.
        fare *= 1.12 - 0.26 * min(1, max(0, (km - 1500) / 5500)) + 0.14 * (flown / max(km, 1) - 1)
        if legs[1].departs - legs[0].arrives > 300:
            fare *= 0.95
    fare *= season(day, a, b) * WEEKDAY[(day + 3) % 7] * _cabin_factor(cabin, km) * FAMILY_FACTOR[family(legs, cabin)]
    lead = _curve(LEAD_TIME, max(0, day - today))
    fare *= lead if cabin in ("economy", "premium") else 1 + (lead - 1) / 2
    hour = legs[0].service.departs // 60
    fare *= 0.94 if hour < 7 or hour >= 22 else 1.04 if hour in (8, 9, 17, 18) and a == b else 1.0
    fare *= 0.92 + 0.16 * spread("fare", cabin, day, *(leg.service.flight for leg in legs))
    return max(100, int(10 * round(fare / 10)))


def child_fare(adult, legs):
    return int(10 * round(adult * (0.5 if is_domestic_china(legs) else 0.75) / 10))


def is_domestic_china(legs):
    ends = {AIRPORTS[code].city.country for leg in legs for code in (leg.service.origin, leg.service.dest)}
    return ends == {"CN"}


def seats_on(leg, cabin, today):
    """Seats of the fare that are for sale, 0 to 9, before this person's own bookings."""
    wide = leg.service.wide
    capacity = {"economy": 240 if wide else 150, "premium": 28, "business": 36 if wide else 8, "first": 8}[cabin]
    share = {"economy": 6, "premium": 3, "business": 3 if wide else 1, "first": 1}[cabin]
    a, b = AIRPORTS[leg.service.origin].city.country, AIRPORTS[leg.service.dest].city.country
    load = (0.28 + 0.55 * _curve(FILLING, max(0, leg.day - today)) + 0.3 * (season(leg.day, a, b) - 1)
            + 0.5 * (spread("load", cabin, leg.service.flight, leg.day) - 0.5))
    return max(0, min(MOST_SEATS_SHOWN, int(capacity * (1 - load) / share + 0.5)))


def in_currency(cny, currency):
    """Whole CNY, or USD to the cent at the timetable's fixed rate."""
    return cny if currency == "CNY" else round(cny / CNY_PER_USD, 2)


def fare_card(itineraries, cabin, adult_cny, currency):
    """The `fare` of an Offer. Fees are for one passenger and the whole offer."""
    legs = itineraries[0]
    kind = family(legs, cabin)
    all_legs = [leg for one in itineraries for leg in one]
    low_cost = any(AIRLINES[leg.service.airline].low_cost for leg in all_legs)
    home = domestic(all_legs[0].service.origin, itineraries[0][-1].service.dest)
    if cabin == "economy":
        checked = 0 if low_cost else 20 if home else 23 if kind != "flex" else 46
        cabin_bag = 7 if low_cost else 8
    else:
        checked = {"premium": 30 if home else 46, "business": 30 if home else 64, "first": 40 if home else 96}[cabin]
        cabin_bag = {"premium": 10, "business": 14, "first": 16}[cabin]
    names = {"saver": ("Saver", "特价"), "standard": ("Standard", "标准"), "flex": ("Flex", "灵活")}[kind]
    change, cancel = {"saver": (0.3, 1.0), "standard": (0.12, 0.25), "flex": (0, 0.05)}[kind]
    ten = (lambda share: in_currency(int(10 * round(adult_cny * share / 10)), currency))
    return {
        "name": "%s %s" % (CABIN_EN[cabin], names[0]), "nameZh": "%s%s" % (CABIN_ZH[cabin], names[1]),
        "refundable": kind != "saver", "changeFee": ten(change),
        "cancelFee": in_currency(adult_cny, currency) if kind == "saver" else ten(cancel),
        "checkedBaggageKg": checked, "cabinBaggageKg": cabin_bag,
    }


FREE_CANCEL_MINUTES = DAY  # after booking,
FREE_CANCEL_LEAD = 7 * DAY  # when the first departure is at least this far away
LATE_CANCEL = 2 * DAY  # closer to the departure than this, the fee doubles


def cancel_fee(booking, now, departs):
    """Money, in the booking's currency, that is kept when the booking is cancelled at `now` (both instants)."""
    offer, paid = booking["offer"], booking["total"]["amount"]
    if now - booking["createdMinute"] <= FREE_CANCEL_MINUTES and departs - now >= FREE_CANCEL_LEAD:
        return 0
    if not offer["fare"]["refundable"]:
        return paid
    fee = offer["fare"]["cancelFee"] * (2 if departs - now < LATE_CANCEL else 1)
    prices = offer["price"]
    each = [min(fee, prices["perAdult" if p["type"] == "adult" else "perChild"]) for p in booking["passengers"]]
    return min(paid, tidy(sum(each)))


def tidy(amount):
    """Money with at most two decimals, whole amounts without any."""
    rounded = round(amount + 0.0, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def money(amount, currency):
    """7,830 CNY as "CNY 7,830", USD always with cents."""
    return "%s %s" % (currency, format(amount, ",.2f" if currency == "USD" or amount != int(amount) else ",.0f"))


def bare(amount):
    """An amount as --expect-total takes it: 7830, 412.60."""
    return "%d" % amount if amount == int(amount) else "%.2f" % amount


def rules_text(offer):
    """The fare's rules in both languages, for the card that a person says yes to; its name stands in their heading."""
    fare, currency = offer["fare"], offer["price"]["currency"]
    cash = (lambda amount: money(amount, currency).replace("CNY ", "\u00a5").replace("USD ", "$"))
    en, zh = [], []
    if fare["checkedBaggageKg"]:
        en.append("Baggage per person: %d kg checked, %d kg cabin" % (fare["checkedBaggageKg"], fare["cabinBaggageKg"]))
        zh.append("每人行李：托运 %d 公斤，手提 %d 公斤" % (fare["checkedBaggageKg"], fare["cabinBaggageKg"]))
    else:
        en.append("Baggage per person: none checked, %d kg cabin" % fare["cabinBaggageKg"])
        zh.append("每人行李：不含托运，手提 %d 公斤" % fare["cabinBaggageKg"])
    if fare["changeFee"]:
        en.append("Date change: %s per person plus any fare difference" % cash(fare["changeFee"]))
        zh.append("改期：每人 %s，另补票价差额" % cash(fare["changeFee"]))
    else:
        en.append("Date change: free, any fare difference is due")
        zh.append("改期：免手续费，需补票价差额")
    if fare["refundable"]:
        en.append("Cancellation: %s per person, double within 48 hours of departure" % cash(fare["cancelFee"]))
        zh.append("退票：每人 %s，起飞前 48 小时内加倍" % cash(fare["cancelFee"]))
    else:
        en.append("Cancellation: not refundable")
        zh.append("退票：不可退款")
    en.append("Free cancellation within 24 hours of booking if departure is 7 or more days away")
    zh.append("预订后 24 小时内且距起飞 7 天以上，可免费取消")
    return {"en": en, "zh": zh}
