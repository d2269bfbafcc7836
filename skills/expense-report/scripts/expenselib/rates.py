"""Exchange rates, only such as the person gave. None is built in, none is worked out from another."""

import re
from decimal import ROUND_HALF_UP, Decimal

from .amounts import parse_plain
from .command import NO_RATE, UNREADABLE, USAGE, SkillError
from .currencies import currency_of, places
from .dates import read_date
from .table_file import read_table

FIELDS = {
    "currency": ("currency", "币种", "from", "ccy", "货币", "原币", "code"),
    "rate": ("rate", "汇率", "exchange rate", "价格", "中间价", "kurs"),
    "units": ("units", "per", "unit", "单位", "每", "数量"),
    "date": ("date", "日期", "valid from", "from date", "生效日期"),
    "to": ("to", "目标币种", "目标", "本币", "target"),
}


class Rates:
    """Target currency for one unit; a rate with a date holds from that day on."""

    def __init__(self, target):
        self.target, self.known = target, {}

    def add(self, currency, rate, since=None):
        self.known.setdefault(currency, []).append((since, rate))

    def rate(self, currency, day):
        """Decimal(1) for the target itself; None where there is none for that day."""
        if currency == self.target:
            return Decimal(1)
        undated = [rate for since, rate in self.known.get(currency, ()) if since is None]
        dated = [(since, rate) for since, rate in self.known.get(currency, ()) if since is not None and since <= day]
        if dated:
            return sorted(dated, key=lambda entry: entry[0])[-1][1]  # a stable sort: of one day, the last given
        return undated[-1] if undated else None


def positive(text, what):
    try:
        # Rates have as many decimals as they like: one mark alone is the decimal one, and 7,123 is no seven thousand.
        plain = text.strip().replace(",", ".")
        number = Decimal(plain) if re.fullmatch(r"\d+(\.\d+)?", plain) else parse_plain(text)[0]
    except ValueError as problem:
        raise SkillError(USAGE, "%s: %s" % (what, problem)) from None
    if number <= 0:
        raise SkillError(USAGE, "%s: a rate is more than zero" % what)
    return number


def read_rates(target, file, pairs, encoding=None):
    """`pairs` are "USD=7.12" or "100 JPY=4.83"."""
    rates = Rates(target)
    if file:
        table = read_table(file, FIELDS, ("currency", "rate"), encoding)
        for line, cells in table.rows:
            def cell(field):
                column = table.columns.get(field)
                return cells[column] if column is not None and column < len(cells) else ""
            where = "%s line %d" % (file, line)
            try:
                currency = currency_of(cell("currency"))
                to = currency_of(cell("to")) if cell("to") else target
                since = read_date(cell("date")) if cell("date") else None
            except ValueError as problem:
                raise SkillError(UNREADABLE, "%s: %s" % (where, problem)) from None
            if currency is None or not cell("rate"):
                raise SkillError(UNREADABLE, "%s: a currency and its rate are needed" % where)
            if to == target:
                units = positive(cell("units"), where) if cell("units") else Decimal(1)
                rates.add(currency, positive(cell("rate"), where) / units, since)
    for pair in pairs:
        left, mark, right = pair.partition("=")
        units, _, name = left.strip().rpartition(" ")
        try:
            currency = currency_of(name)
        except ValueError:
            currency = None
        if not mark or currency is None:
            raise SkillError(USAGE, "Invalid --rate '%s'" % pair[:40],
                             "Write it as USD=7.12 (1 USD is 7.12 %s) or \"100 JPY=4.83\"." % target)
        rates.add(currency, positive(right.strip(), "--rate " + pair) / (positive(units, "--rate " + pair) if units else 1))
    return rates


def convert(expenses, rates):
    """Fill in `rate` and `converted`, rounded half up to the target's smallest unit. @raises SkillError naming all that is missing"""
    missing = {}
    step = Decimal(1).scaleb(-places(rates.target))
    for expense in expenses:
        rate = rates.rate(expense.currency, expense.day)
        if rate is None:
            missing.setdefault(expense.currency, []).append(expense.day)
        else:
            expense.rate, expense.converted = rate, (expense.amount * rate).quantize(step, ROUND_HALF_UP)
    if missing:
        raise SkillError(
            NO_RATE, "No rate to %s for %s" % (rates.target, ", ".join(
                "%s (%d expense%s from %s on)" % (code, len(days), "" if len(days) == 1 else "s", min(days).isoformat())
                for code, days in sorted(missing.items()))),
            "Ask the person for the rate that their company uses, then give it: %s" % " ".join(
                "--rate %s=RATE" % code for code in sorted(missing)),
            "Or leave --to out: the report then has totals for each currency. Never fill in a rate from memory.")
