"""What a seat costs and how many are left, and the rules that go with a fare. Fares are whole CNY until `price` converts them.

A fare is distance × market × airline × season × weekday × days to departure × time of day × a little noise.
"""

from .airlines import AIRLINES
from .cities import AIRPORTS
from .money import from_cny, from_minor, money, to_minor
from .terminals import EUROPE
from .text import instant
from .timetable import domestic, kilometres, spread
from .zones import DAY, day_to_date, days_of

CABINS = ("economy", "premium", "business", "first")
LETTERS = {"economy": "Y", "premium": "W", "business": "C", "first": "F"}
CABIN_ZH = {"economy": "经济舱", "premium": "超级经济舱", "business": "公务舱", "first": "头等舱"}
CABIN_EN = {"economy": "Economy", "premium": "Premium Economy", "business": "Business", "first": "First"}
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


INFANT_SHARE = 0.1  # of the adult fare, on a lap
# Airport tax for each departure within a country and abroad, fuel surcharge for each flight of up to 800 km, longer, abroad:
# CNY for a traveller with a seat. They are parts of the fare, up to a share of it.
AIRPORT_TAX, AIRPORT_TAX_ABROAD, MOST_TAX = 50, 120, 0.25
FUEL_SHORT, FUEL_LONG, FUEL_ABROAD, MOST_FUEL = 20, 40, 90, 0.15


def _extras(legs):
    """(airport taxes, fuel surcharges) of a traveller with a seat, whole CNY."""
    taxes = fuel = 0
    for leg in legs:
        a, b = leg.service.origin, leg.service.dest
        home = domestic(a, b)
        taxes += AIRPORT_TAX if home else AIRPORT_TAX_ABROAD
        fuel += FUEL_ABROAD if not home else FUEL_SHORT if kilometres(a, b) <= 800 else FUEL_LONG
    return taxes, fuel


class Price:
    """A party's price. All amounts are minor units of `currency`, for one traveller unless they say otherwise; the fares of
    the kinds of traveller, each times its number, with `taxes` and `fees` for all are exactly `total`."""

    def __init__(self, currency, people, gross, taxes, fees):
        self.currency, self.people, self.gross = currency, people, gross
        self.base = {kind: gross[kind] - taxes[kind] - fees[kind] for kind in gross}
        self.taxes = sum(people[kind] * taxes[kind] for kind in people)
        self.fees = sum(people[kind] * fees[kind] for kind in people)
        self.total = sum(people[kind] * gross[kind] for kind in people)

    def _amount(self, minor):
        return from_minor(minor, self.currency)

    def card(self):
        """With everything included, as people compare prices."""
        infants = {PRICE_OF[kind]: self._amount(self.gross[kind]) for kind in ("infant", "infant-seat") if self.people[kind]}
        return dict({"total": self._amount(self.total), "perAdult": self._amount(self.gross["adult"]),
                     "perChild": self._amount(self.gross["child"]), "currency": self.currency}, **infants)

    def breakdown(self):
        parts = {name: self._amount(self.base[kind]) for kind, name in PRICE_OF.items() if kind == "adult" or self.people[kind]}
        return dict(parts, taxes=self._amount(self.taxes), fees=self._amount(self.fees), total=self._amount(self.total))


def price(adult, legs, request):
    """The Price of a fare of so many CNY for an adult, for the party of a request."""
    child = child_fare(adult, legs)
    cny = {"adult": adult, "child": child, "infant": int(10 * round(adult * INFANT_SHARE / 10)), "infant-seat": child}
    people = {"adult": request.adults, "child": request.children, "infant": request.infants_lap,
              "infant-seat": request.infants_seat}
    taxes, fuel = _extras(legs)
    minor = (lambda amounts: {kind: from_cny(amount, request.currency) for kind, amount in amounts.items()})
    seated = (lambda most, share: {kind: 0 if kind == "infant" else min(most, int(cny[kind] * share)) for kind in cny})
    return Price(request.currency, people, minor(cny), minor(seated(taxes, MOST_TAX)), minor(seated(fuel, MOST_FUEL)))


def _is_low_cost(ways):
    return any(AIRLINES[leg.service.airline].low_cost for legs in ways for leg in legs)


# Checked bags as (pieces, kg each): within a country, abroad.
CHECKED = {"economy": ((1, 20), (1, 23)), "premium": ((1, 30), (2, 23)), "business": ((1, 30), (2, 32)),
           "first": ((2, 20), (3, 32))}
CABIN_BAG = {"economy": 8, "premium": 10, "business": 14, "first": 16}


def bags(ways, cabin):
    """`bags` of an Offer: checked pieces and their kg each, pieces in the cabin. For one traveller with a seat."""
    abroad = not domestic(ways[0][0].service.origin, ways[0][-1].service.dest)
    pieces, kg = CHECKED[cabin][abroad]
    if cabin == "economy" and _is_low_cost(ways):
        pieces, kg = 0, 0
    elif cabin == "economy" and abroad and family(ways[0], cabin) == "flex":
        pieces = 2
    return {"checked": pieces, "kg": kg, "carryOn": 1}


def fare_card(ways, request, adult_cny):
    """The `fare` of an Offer. Change and cancellation fees are for one passenger and the whole offer."""
    cabin, kind = request.cabin, family(ways[0], request.cabin)
    checked = bags(ways, cabin)
    names = {"saver": ("Saver", "特价"), "standard": ("Standard", "标准"), "flex": ("Flex", "灵活")}[kind]
    change, cancel = {"saver": (0.3, 1.0), "standard": (0.12, 0.25), "flex": (0, 0.05)}[kind]
    cash = (lambda cny: from_minor(from_cny(cny, request.currency), request.currency))
    ten = (lambda share: cash(int(10 * round(adult_cny * share / 10))))
    card = {
        "name": "%s %s" % (CABIN_EN[cabin], names[0]), "nameZh": "%s%s" % (CABIN_ZH[cabin], names[1]),
        "refundable": kind != "saver", "changeFee": ten(change),
        "cancelFee": cash(adult_cny) if kind == "saver" else ten(cancel),
        "checkedBaggageKg": checked["checked"] * checked["kg"],
        "cabinBaggageKg": 7 if cabin == "economy" and _is_low_cost(ways) else CABIN_BAG[cabin],
    }
    card.update(price(adult_cny, [leg for legs in ways for leg in legs], request).breakdown())
    return card


FREE_CANCEL_MINUTES = DAY  # after booking,
FREE_CANCEL_LEAD = 7 * DAY  # when the first departure is at least this far away
LATE_CANCEL = 2 * DAY  # closer to the departure than this, the fee doubles


def paid_for_flights(booking):
    """Minor units of what was paid without the fees of changes."""
    currency = booking["total"]["currency"]
    fees = sum(to_minor(one["fee"], currency) for one in booking.get("payments", ()) if "fee" in one)
    return to_minor(booking["total"]["amount"], currency) - fees


def cancel_settlement(booking, now):
    """What a cancellation at the instant `now` costs and gives back, exact in minor units, and the code of the reason:
    "free-24h", "not-refundable", "late" (the fee is doubled) or "fee"."""
    currency, departs = booking["total"]["currency"], instant(booking["offer"]["itineraries"][0]["departs"])
    paid = to_minor(booking["total"]["amount"], currency)
    fee, reason = _cancel_fee(booking, now, departs, paid, currency)
    return {"fee": from_minor(fee, currency), "refund": from_minor(paid - fee, currency), "reason": reason}


PRICE_OF = {"adult": "perAdult", "child": "perChild", "infant": "perInfantLap", "infant-seat": "perInfantSeat"}


def _cancel_fee(booking, now, departs, paid, currency):
    """(minor units that are kept, why)"""
    offer = booking["offer"]
    if now - booking["createdMinute"] <= FREE_CANCEL_MINUTES and departs - now >= FREE_CANCEL_LEAD:
        return 0, "free-24h"
    if not offer["fare"]["refundable"]:
        return paid, "not-refundable"
    changes = paid - paid_for_flights(booking)  # what changes cost is not given back
    late = departs - now < LATE_CANCEL
    fee = to_minor(offer["fare"]["cancelFee"], currency) * (2 if late else 1)
    each = [min(fee, to_minor(offer["price"][PRICE_OF[p["type"]]], currency)) for p in booking["passengers"]]
    return min(paid, changes + sum(each)), "late" if late else "fee"


def rules_text(offer, now):
    """The fare's rules in both languages, for the card that a person says yes to; its name stands in their heading. A rule
    that can no longer apply at the instant `now` is left out. The first one is about baggage."""
    if "rules" in offer:  # a real airline's own
        return offer["rules"]
    fare, currency = offer["fare"], offer["price"]["currency"]
    en, zh = [], []
    cash = (lambda amount, lang="en": money(amount, currency, lang))
    if fare["checkedBaggageKg"]:
        en.append("Baggage per person: %d kg checked, %d kg cabin" % (fare["checkedBaggageKg"], fare["cabinBaggageKg"]))
        zh.append("每人行李：托运 %d 公斤，手提 %d 公斤" % (fare["checkedBaggageKg"], fare["cabinBaggageKg"]))
    else:
        en.append("Baggage per person: none checked, %d kg cabin" % fare["cabinBaggageKg"])
        zh.append("每人行李：不含托运，手提 %d 公斤" % fare["cabinBaggageKg"])
    if fare["changeFee"]:
        en.append("Date change: %s per person plus any fare difference" % cash(fare["changeFee"]))
        zh.append("改期：每人 %s，另补票价差额" % cash(fare["changeFee"], "zh"))
    else:
        en.append("Date change: free, any fare difference is due")
        zh.append("改期：免手续费，需补票价差额")
    if fare["refundable"]:
        en.append("Cancellation: %s per person, double within 48 hours of departure" % cash(fare["cancelFee"]))
        zh.append("退票：每人 %s，起飞前 48 小时内加倍" % cash(fare["cancelFee"], "zh"))
    else:
        en.append("Cancellation: not refundable")
        zh.append("退票：不可退款")
    if instant(offer["itineraries"][0]["departs"]) - now >= FREE_CANCEL_LEAD:
        en.append("Free cancellation within 24 hours of booking if departure is 7 or more days away")
        zh.append("预订后 24 小时内且距起飞 7 天以上，可免费取消")
    return {"en": en, "zh": zh}
