"""Finding a city by any of its names, and saying what was probably meant when there is none."""

import unicodedata

from .cities import AIRPORTS, CITIES, COUNTRIES, City, rows
from .errors import UNKNOWN_CITY, SkillError
from .timetable import great_circle

# Cities that people ask for and the timetable does not have: [English, Chinese, code, latitude, longitude].
ELSEWHERE = rows("elsewhere.json")

SUFFIXES = ("international airport", "airport", "intl", "city", "国际机场", "机场", "市", "岛")
NEAREST_KM = 2500


class Stop:
    """What a name stands for: a whole city, or one airport of it."""
    __slots__ = ("city", "airport")

    def __init__(self, city, airport=None):
        self.city, self.airport = city, airport

    @property
    def airports(self):
        return [self.airport] if self.airport else self.city.airports

    @property
    def code(self):
        return (self.airport or self.city).code

    def card(self):
        card = {"code": self.code, "city": self.city.name, "cityZh": self.city.name_zh}
        if self.airport:  # that airport alone, not its whole city
            card.update(airport=self.airport.name, airportZh=self.airport.name_zh)
        return card


def plain(name):
    """A name without case, accents, spaces and punctuation."""
    text = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in text if c.isalnum())


_index = {}


def _fill_index():
    def put(name, stop):
        key = plain(name)
        if key:
            _index.setdefault(key, stop)

    for city in CITIES.values():
        whole = Stop(city)
        for name in (city.code, city.name, city.name_zh, *city.aliases):
            put(name, whole)
    for airport in AIRPORTS.values():
        city, one = airport.city, Stop(airport.city, airport)
        # The code of a city's only airport means the city; where a city shares its code with one of several airports
        # (SHA), the city was put first and stays.
        put(airport.code, one if len(city.airports) > 1 else Stop(city))
        several = len(city.airports) > 1
        names = [airport.name, airport.name.replace(" International", ""), airport.name_zh, airport.short, airport.short_zh]
        if several:  # Haneda, 羽田; but not Phoenix for Sanya's only airport
            names += [airport.short.replace(city.name, ""), airport.short_zh.replace(city.name_zh, "")]
        for name in names:
            put(name, one if several else Stop(city))


def find(text):
    """The Stop that `text` names, or None."""
    if not _index:
        _fill_index()
    tries = [text]
    if "(" in text and ")" in text:  # "Tokyo (HND)"
        tries.append(text[text.index("(") + 1:text.index(")")])
        tries.append(text[:text.index("(")])
    for mark in (",", "，"):  # "Tokyo, Japan"
        if mark in text:
            tries.append(text.split(mark)[0])
    for one in tries:
        known = _index.get(plain(one))
        if known:
            return known
        lower = one.strip().casefold()
        for suffix in SUFFIXES:
            if lower.endswith(suffix):
                known = _index.get(plain(lower[:-len(suffix)]))
                if known:
                    return known
    return None


def resolve(text, role):
    """The Stop that `text` names; `role` is "origin", "destination" or "". Fails with suggestions."""
    stop = find(text)
    if stop:
        return stop
    shown = " ".join(text.split())[:60]
    raise SkillError(UNKNOWN_CITY, "Unknown %scity '%s'" % (role and role + " ", shown), *suggestions(text), {
        "en": "reference.md lists the supported cities; a Chinese or English name, an airport code or a city code will do.",
        "zh": "reference.md 列出了所有可飞的城市；中文名、英文名、机场代码或城市代码都可以。"})


def named(city, lang):
    codes = "/".join(a.code for a in city.airports)
    return "%s（%s）" % (city.name_zh, codes) if lang == "zh" else "%s (%s)" % (city.name, codes)


def suggestions(text):
    """Lines that help, in each language: the nearest supported cities of a place we know of, a country's cities, or similar
    names."""
    key = plain(text[:60])
    for codes, names in COUNTRIES.items():
        if key and key in (plain(names[0]), plain(names[1])):
            cities = [c for c in CITIES.values() if c.country == codes][:12]
            return [{"en": "That is a country. Supported cities there: %s." % ", ".join(named(c, "en") for c in cities),
                     "zh": "这是一个国家。那里可飞的城市有：%s。" % "、".join(named(c, "zh") for c in cities)}]
    for name, name_zh, code, lat, lon in ELSEWHERE:
        if key in (plain(name), plain(name_zh), code.casefold()):
            return [_nearest(name, name_zh, lat, lon)]
    scored = []
    for city in CITIES.values():
        score = max(_likeness(key, plain(n)) for n in (city.name, city.name_zh, *city.aliases))
        scored.append((-score, city.size, city))
    for name, name_zh, _, lat, lon in ELSEWHERE:
        score = max(_likeness(key, plain(name)), _likeness(key, plain(name_zh)))
        scored.append((-score, 9, (name, name_zh, lat, lon)))
    scored.sort(key=lambda s: s[:2])
    close = [s for s in scored if s[0] <= -0.5][:4]
    lines, meant = [], [s[2] for s in close if isinstance(s[2], City)][:3]
    if meant:
        lines.append({"en": "Did you mean %s?" % " or ".join(named(c, "en") for c in meant),
                      "zh": "是不是想说：%s？" % "、".join(named(c, "zh") for c in meant)})
    for score, _, what in close[:2]:
        if not isinstance(what, City) and score <= -0.6:
            lines.append(_nearest(*what))
            break
    return lines


def _nearest(name, name_zh, lat, lon):
    by_distance = sorted((great_circle(lat, lon, c.airports[0].lat, c.airports[0].lon), c.code) for c in CITIES.values())
    near = [(CITIES[code], round(km, -1)) for km, code in by_distance[:3] if km < NEAREST_KM]
    return {"en": "%s is not served. Did you mean a city near it? %s." % (
                name, "; ".join("%s, %d km" % (named(city, "en"), km) for city, km in near)),
            "zh": "%s没有航班。附近可飞的城市有：%s。" % (
                name_zh, "；".join("%s，约 %d 公里" % (named(city, "zh"), km) for city, km in near))}


def _likeness(a, b):
    """0 to 1: how alike two plain names are, by edits and by the characters they share."""
    if not a or not b:
        return 0
    longest = max(len(a), len(b))
    score = 1 - _edits(a, b) / longest
    if len(a) >= 3 and b.startswith(a) or len(b) >= 4 and a.startswith(b):
        score = max(score, 0.75)
    if not a.isascii() and not b.isascii():
        score = max(score, len(set(a) & set(b)) / longest + 0.01)
    return score


def _edits(a, b):
    """Edit distance, a swap of neighbours counting as one."""
    before, row = [], list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, last, row = row, before, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
