"""Money, exact: Decimal, in the smallest unit of its currency."""

import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

NO_CENTS = {"JPY", "KRW", "VND", "CLP", "ISK", "UGX"}


def step(currency):
    return Decimal(1) if currency in NO_CENTS else Decimal("0.01")


def amount_of(value, what):
    """A number, or text such as 1,200.50. @raises ValueError"""
    text = str(value).replace(",", "").strip()
    try:
        amount = Decimal(text) if not isinstance(value, bool) else None
    except InvalidOperation:
        amount = None
    if amount is None or not amount.is_finite() or not 0 <= amount < Decimal(10) ** 12:
        raise ValueError("%s: %r is no amount of money" % (what, value))
    return amount


def currency_of(value, what):
    text = str(value or "").strip().upper()
    if text and not re.fullmatch("[A-Z]{3}", text):
        raise ValueError("%s: %r is no currency; write its code, such as CNY" % (what, value))
    return text


def money(amount, currency=""):
    shown = format(amount.quantize(step(currency), ROUND_HALF_UP), ",f")
    return "%s %s" % (shown, currency) if currency else shown.rstrip("0").rstrip(".") if "." in shown else shown


def share_out(total, weights, unit):
    """`total` in parts by weight that add up to it exactly: what rounding leaves over goes to the largest remainders."""
    whole = sum(weights)
    exact = [total * w / whole for w in weights]
    parts = [(e // unit) * unit for e in exact]
    left = int((total - sum(parts)) / unit)
    order = sorted(range(len(parts)), key=lambda i: (-(exact[i] - parts[i]), i))
    for i in order[:left]:
        parts[i] += unit
    parts[order[0]] += total - sum(parts)  # less than one unit, where the total has finer digits
    return parts
