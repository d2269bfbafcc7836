"""Sums, and money as people read it."""

from decimal import ROUND_HALF_UP, Decimal

from .currencies import places


def by(expenses, key, value):
    """{key: sum} in the order in which the keys come."""
    sums = {}
    for expense in expenses:
        sums[key(expense)] = sums.get(key(expense), Decimal(0)) + value(expense)
    return sums


def number(amount, currency):
    """1,234.50, with the digits that the currency has."""
    step = Decimal(1).scaleb(-places(currency))
    exact = amount if -amount.as_tuple().exponent > places(currency) else amount.quantize(step, ROUND_HALF_UP)
    return format(exact, ",f")


def money(amount, currency):
    return "%s %s" % (number(amount, currency), currency)


def series(expenses, target):
    """What can be added up: [(currency, [(expense, amount)])], one entry when all is converted to `target`."""
    if target:
        return [(target, [(e, e.converted) for e in expenses])]
    return [(code, [(e, e.amount) for e in expenses if e.currency == code])
            for code in sorted({e.currency for e in expenses})]
