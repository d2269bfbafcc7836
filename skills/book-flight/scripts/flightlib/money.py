"""Currencies: how many minor units each has, what the sample fares convert at, and how an amount is written.

Sums are made in whole minor units (cents, yen), so that parts add up to their total exactly. Cards hold amounts as
numbers of the currency with at most as many decimals as it has.
"""

# code → (digits after the point by ISO 4217, CNY for one unit: fixed for the sample fares, sign in English, in Chinese)
CURRENCIES = {
    "CNY": (2, 1.0, "CN¥", "¥"), "USD": (2, 7.1, "US$", "US$"), "EUR": (2, 8.2, "€", "€"), "GBP": (2, 9.5, "£", "£"),
    "JPY": (0, 0.047, "JP¥", "JP¥"), "HKD": (2, 0.91, "HK$", "HK$"), "SGD": (2, 5.45, "S$", "S$"),
    "AUD": (2, 4.65, "A$", "A$"), "CAD": (2, 5.1, "CA$", "CA$"), "CHF": (2, 8.8, "CHF ", "CHF "),
    "KRW": (0, 0.005, "₩", "₩"), "TWD": (2, 0.225, "NT$", "NT$"), "THB": (2, 0.215, "THB ", "THB "),
    "NZD": (2, 4.1, "NZ$", "NZ$"), "INR": (2, 0.081, "₹", "₹"), "MYR": (2, 1.68, "RM", "RM"), "AED": (2, 1.93, "AED ", "AED "),
}


def digits(currency):
    """Digits after the point; 2 for a currency that is not in the table."""
    return CURRENCIES[currency][0] if currency in CURRENCIES else 2


def to_minor(amount, currency):
    """An amount of a card, or the text of one, in minor units."""
    return int(round(float(amount) * 10 ** digits(currency)))


def from_minor(minor, currency):
    """Minor units as a card has them: a whole number where there are no cents."""
    scale = 10 ** digits(currency)
    return minor // scale if minor % scale == 0 else minor / scale


def from_cny(cny, currency):
    """Whole CNY of the sample fares in minor units of another currency, at the fixed rate."""
    return int(round(cny * 10 ** digits(currency) / CURRENCIES[currency][1]))


def money(amount, currency, lang="en"):
    """CN¥7,830, US$412.60, JP¥52,300. Cents always, but for whole yuan and for currencies that have none."""
    sign = CURRENCIES[currency][3 if lang == "zh" else 2] if currency in CURRENCIES else currency + " "
    places = digits(currency)
    if currency == "CNY" and to_minor(amount, currency) % 100 == 0:
        places = 0
    return sign + format(amount, ",.%df" % places)


def bare(amount):
    """An amount as --expect-total takes it: 7830, 412.60."""
    return "%d" % amount if amount == int(amount) else "%.2f" % amount
