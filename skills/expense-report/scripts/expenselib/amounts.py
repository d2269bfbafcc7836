"""Amounts as they are written: 1,234.56 and 1.234,56, ¥128.00, 12.5元, (30.00), full-width digits, spaces between."""

import re
import unicodedata
from decimal import Decimal

LARGEST = Decimal(10) ** 12


def cleaned(text):
    """Normal width, plain minus, and no spaces or apostrophes between digits."""
    plain = unicodedata.normalize("NFKC", text).replace("\u2212", "-").replace("\u2013", "-").replace("\u2014", "-")
    return re.sub(r"(?<=\d)[\s\u00a0\u202f'\u2019](?=\d{3}(?!\d))", "", plain).strip()


def split(text):
    """(number as written, without sign; is it negative; the word or sign beside it). @raises ValueError"""
    plain = cleaned(text)
    numbers = re.findall(r"\d[\d.,]*\d|\d", plain)
    if len(numbers) != 1:
        raise ValueError("'%s' is %s" % (text.strip()[:40], "no amount" if not numbers else "more than one number"))
    number = numbers[0]
    before, after = plain.split(number, 1)
    beside = before + " " + after
    negative = beside.count("-") == 1 or ("(" in before and ")" in after)
    word = re.sub(r"[-+()\s]", "", beside).strip(".,")
    return number, negative, word


def evidence(number):
    """Which mark must be the decimal one in this number, or None where it cannot be told."""
    commas, points = number.count(","), number.count(".")
    if commas and points:
        return "," if number.rindex(",") > number.rindex(".") else "."
    mark = "," if commas else "." if points else None
    if mark is None:
        return None
    if number.count(mark) > 1:
        return "." if mark == "," else ","  # it parts thousands, so the other is the decimal one
    left, right = number.split(mark)
    return mark if len(right) != 3 or len(left) > 3 or left == "0" else None


def value(number, decimal_mark):
    """The number; `decimal_mark` settles 1,234 and is None where the file does not tell. @raises ValueError"""
    mark = evidence(number) or decimal_mark
    if mark is None and ("," in number or "." in number):
        raise ValueError("'%s' may be thousands or decimals; say --decimal point or --decimal comma" % number)
    thousands = "." if mark == "," else ","
    whole, _, cents = number.partition(mark) if mark else (number, "", "")
    if thousands in whole:
        groups = whole.split(thousands)
        if not 1 <= len(groups[0]) <= 3 or any(len(g) != 3 for g in groups[1:]):
            raise ValueError("'%s' is not grouped in thousands" % number)
        whole = "".join(groups)
    if not whole.isdigit() or (cents and not cents.isdigit()):
        raise ValueError("'%s' is no amount" % number)
    result = Decimal(whole + ("." + cents if cents else ""))
    if result >= LARGEST:
        raise ValueError("'%s' is too large" % number)
    return result


def decimal_mark_of(numbers):
    """What the numbers of a file agree on: a mark, None where they contradict each other; and whether any of them told."""
    marks = {mark for mark in map(evidence, numbers) if mark}
    if len(marks) == 1:
        return marks.pop(), True
    # Nothing but 1,234: thousands far more often than mills. A lone 1.234 stays open: it may be either.
    if not marks:
        return (None, True) if any("." in n for n in numbers) else (".", False)
    return None, True


def parse_plain(text):
    """An amount in an option or a rate: 1234.56, 1,234.56 or 1234,56. @raises ValueError"""
    number, negative, word = split(text)
    mark = decimal_mark_of([number])[0]
    result = value(number, mark)
    return (-result if negative else result), word
