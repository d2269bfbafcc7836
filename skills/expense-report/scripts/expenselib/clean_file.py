"""The expenses as a CSV that every program reads: commas, points, ISO dates, one currency column, all rows in order of day."""

import csv
import io

from .categories import shown

HEAD = {
    "en": ["date", "amount", "currency", "category", "description", "receipt", "person", "converted", "converted currency", "rate",
           "source line"],
    "zh": ["日期", "金额", "币种", "类别", "说明", "票据", "报销人", "折算金额", "折算币种", "汇率", "原行号"],
}


def safe(text):
    """A spreadsheet takes =, +, - and @ at the start of a cell for a formula; an apostrophe keeps it text."""
    return "'" + text if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def clean_file(expenses, target, language):
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEAD[language])
    for e in expenses:
        converted = [format(e.converted, "f"), target, format(e.rate.normalize(), "f")] if e.converted is not None else ["", "", ""]
        writer.writerow([e.day.isoformat(), format(e.amount, "f"), e.currency, safe(shown(e.category, language)), safe(e.description),
                         safe(e.receipt or ""), safe(e.person)] + converted + ["%s:%d" % (e.source, e.line) if e.source else e.line])
    text = out.getvalue()
    # Excel takes a file without the mark for the machine's old code page.
    return text if text.isascii() else "\ufeff" + text
