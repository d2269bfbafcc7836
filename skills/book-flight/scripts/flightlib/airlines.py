"""The airlines: who they are, what they fly and how they price; from `data/airlines.json`, which the forms offer too.

`alliance` is S Star Alliance, K SkyTeam, O oneworld, - none; `level` the level of fares in %; `narrow` and `wide` the aircraft of
short and long flights, usual ones first; `cabins` those on long flights: Y economy, W premium economy, C business, F first.
"""

from .cities import rows

# Airlines that sell connections with each other although no alliance joins them.
PARTNERS = frozenset({
    ("CZ", "AF"), ("CZ", "KL"), ("CZ", "BA"), ("CZ", "AA"), ("CZ", "QR"), ("CZ", "EK"), ("CZ", "MF"), ("CZ", "3U"),
    ("CA", "CX"), ("CA", "NX"), ("CA", "ZH"), ("HU", "AS"), ("HO", "CA"), ("HO", "NH"), ("MU", "QF"), ("MU", "JL"),
    ("MU", "HO"), ("EK", "QF"), ("EK", "UA"), ("EY", "AF"), ("EY", "KL"), ("LY", "DL"), ("LA", "DL"), ("LA", "QR"),
    ("LA", "IB"), ("VA", "QR"), ("VA", "UA"), ("VA", "SQ"), ("WS", "DL"), ("WS", "KE"), ("WS", "AF"), ("EI", "BA"),
    ("EI", "AA"), ("FI", "AS"), ("FI", "B6"), ("KC", "LH"), ("OM", "KE"), ("GA", "SQ"), ("MH", "SQ"), ("PR", "NH"),
    ("6E", "TK"), ("6E", "QR"), ("TR", "SQ"), ("HA", "JL"), ("VY", "IB"), ("VY", "BA"), ("JQ", "QF"), ("AI", "VS"),
    ("A3", "EK"), ("JL", "MH"), ("BA", "MU"), ("AZ", "DL"), ("NZ", "CX"), ("SA", "EK"),
})


class Airline:
    __slots__ = ("code", "name", "name_zh", "country", "alliance", "low_cost", "level", "narrow", "wide", "cabins")

    def __init__(self, row):
        self.code, self.name, self.name_zh = row["value"], row["label"]["en"], row["label"]["zh"]
        self.country, self.alliance, self.low_cost = row["country"], row["alliance"], row.get("lowCost", False)
        self.level, self.narrow, self.wide, self.cabins = row["level"] / 100, row["narrow"], row["wide"], row["cabins"]


AIRLINES = {row["value"]: Airline(row) for row in rows("airlines.json")}

# Aircraft with two aisles; every other one has a single aisle, and no premium economy or first cabin.
WIDE_BODIES = frozenset(name for a in AIRLINES.values() for name in a.wide) | {"767-300ER"}


def connect(first, second):
    """Whether the two airlines sell a connection on one ticket."""
    if first == second:
        return True
    a, b = AIRLINES[first], AIRLINES[second]
    return (a.alliance == b.alliance != "-") or (first, second) in PARTNERS or (second, first) in PARTNERS
