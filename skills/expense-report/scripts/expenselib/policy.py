"""What somebody should look at before the report goes off. Only pointed out: what is allowed is for people to decide."""

from datetime import date

from .amounts import parse_plain
from .categories import KNOWN, category_of
from .command import USAGE, SkillError
from .currencies import currency_of
from .totals import money


class Limit:
    def __init__(self, category, amount, currency):
        self.category, self.amount, self.currency = category, amount, currency

    def covers(self, expense):
        return self.category in ("any", expense.category)


def read_limit(text, option, target, currencies):
    """`meals=200`, `餐饮=200 CNY` or `any=1000`; without a currency it is the report's."""
    name, mark, rest = text.partition("=")
    try:
        amount, word = parse_plain(rest)
        currency = currency_of(word, target or (min(currencies) if len(currencies) == 1 else None))
    except ValueError as problem:
        raise SkillError(USAGE, "Invalid %s '%s': %s" % (option, text[:40], problem)) from None
    if not mark or not name.strip() or amount <= 0:
        raise SkillError(USAGE, "Invalid %s '%s'" % (option, text[:40]), "Write it as meals=200 or \"any=1000 CNY\".")
    if currency is None:
        raise SkillError(USAGE, "%s '%s' names no currency, and the expenses have several" % (option, text[:40]),
                         "Write it as %s=%s CNY, or convert with --to." % (name, rest.strip()))
    plain = name.strip()
    return Limit("any" if plain.casefold() in ("any", "全部", "任何", "all") else category_of(plain), amount, currency)


class Finding:
    """`kind` is a key of words.FINDINGS, `values` what its sentence needs; `expenses` are those it is about."""

    def __init__(self, kind, expenses, *values):
        self.kind, self.expenses, self.values = kind, expenses, values


def check(expenses, options, target, has_receipts, today):
    """Findings in the order of the days; `options` has limits, day_limits, receipt_over, since, until."""
    found = []
    for expense in expenses:
        one = [expense]
        if has_receipts and expense.receipt == "" and expense.amount > 0 and over(expense, options.receipt_over, target):
            found.append(Finding("receipt", one))
        if expense.day.weekday() >= 5:
            found.append(Finding("weekend", one, expense.day.weekday()))
        if expense.day > today:
            found.append(Finding("future", one))
        if (options.since and expense.day < options.since) or (options.until and expense.day > options.until):
            found.append(Finding("period", one))
        if expense.amount < 0:
            found.append(Finding("refund", one))
        if expense.amount == 0:
            found.append(Finding("zero", one))
        if expense.category == "none":
            found.append(Finding("category", one))
        for limit in options.limits:
            amount = value(expense, limit.currency, target)
            if limit.covers(expense) and amount is not None and amount > limit.amount:
                found.append(Finding("limit", one, money(limit.amount, limit.currency), money(amount - limit.amount, limit.currency)))
    return merged(found) + duplicates(expenses) + over_the_day(expenses, options.day_limits, target)


def merged(found):
    """One finding for all expenses of which the same is to be said."""
    groups = {}
    for finding in found:
        groups.setdefault((finding.kind,) + finding.values, []).extend(finding.expenses)
    return [Finding(key[0], expenses, *key[1:]) for key, expenses in groups.items()]


def value(expense, currency, target):
    """The amount in a currency; None where it was not converted to it."""
    if expense.currency == currency:
        return expense.amount
    return expense.converted if target == currency else None


def over(expense, limit, target):
    if limit is None:
        return True
    amount = value(expense, limit.currency, target)
    return amount is None or amount > limit.amount


def duplicates(expenses):
    """Same day, amount and currency; certain where the words or the receipt are the same too. Two people may both eat."""
    groups, found = {}, []
    for expense in expenses:
        if expense.amount:
            groups.setdefault((expense.day, expense.amount, expense.currency, expense.person), []).append(expense)
    for group in groups.values():
        if len(group) > 1:
            words = {e.description.casefold() for e in group}
            certain = len(words) == 1
            if certain or len({e.category for e in group}) == 1:
                found.append(Finding("duplicate" if certain else "perhaps-duplicate", group))
    receipts = {}
    for expense in expenses:
        if expense.receipt and any(c.isdigit() for c in expense.receipt) and len(expense.receipt) >= 4:
            receipts.setdefault(expense.receipt.casefold(), []).append(expense)
    for number, group in receipts.items():
        if len(group) > 1:
            found.append(Finding("same-receipt", group, group[0].receipt))
    return found


def over_the_day(expenses, limits, target):
    found = []
    for limit in limits:
        days = {}
        for expense in expenses:
            if limit.covers(expense) and value(expense, limit.currency, target) is not None:
                days.setdefault((expense.day, expense.person), []).append(expense)
        for (day, _), group in sorted(days.items(), key=lambda entry: entry[0]):
            total = sum(value(e, limit.currency, target) for e in group)
            if total > limit.amount:
                found.append(Finding("day-limit", group, day.isoformat(), limit.category, money(total, limit.currency),
                                     money(limit.amount, limit.currency)))
    return found


def known_categories(language):
    return ", ".join(names[1 if language == "zh" else 0] for code, names in KNOWN.items() if code != "none")


def today_from(text):
    """SKILLDECK_NOW in tests, else the clock."""
    return date.fromisoformat(text[:10]) if text else date.today()
