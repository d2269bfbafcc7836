"""Dates as they are written. 03/04/2027 has two readings: the file must settle it, or the person."""

import re
import unicodedata
from datetime import date, timedelta

MONTHS = {m: i for i, names in enumerate(
    ("jan", "feb", "mar mär", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"), 1) for m in names.split()}
EXCEL_EPOCH = date(1899, 12, 30)  # day 0 of Excel's serial numbers after its wrong leap day of 1900
SERIALS = range(32874, 73051)  # 1990 to 2099
YEARS = range(1990, 2100)


def year_of(text):
    return int(text) if len(text) == 4 else 2000 + int(text)


def read_date(text, order=None):
    """`order` is dmy or mdy, for what has two readings. @raises ValueError"""
    day = _read(text, order)
    if day.year not in YEARS:
        raise ValueError("'%s' is in the year %d: mistyped?" % (text.strip()[:40], day.year))
    return day


def _read(text, order):
    plain = unicodedata.normalize("NFKC", text).strip()
    shown = "'%s'" % text.strip()[:40]
    plain = re.sub(r"[T\s]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([AaPp][Mm]|Z|[+-]\d{2}:?\d{2})?$", "", plain)
    plain = re.sub(r"\s*(星期|周)[一二三四五六日天]$", "", plain)
    try:
        match = re.fullmatch(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?", plain)
        if match:
            return date(*map(int, match.groups()))
        match = re.fullmatch(r"((?:19|20)\d{2})(\d{2})(\d{2})", plain)
        if match:
            return date(*map(int, match.groups()))
        match = re.fullmatch(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})", plain)
        if match:
            one, mark, two, year = int(match.group(1)), match.group(2), int(match.group(3)), year_of(match.group(4))
            # Days are first wherever points stand between.
            which = "dmy" if mark == "." or one > 12 else "mdy" if two > 12 else order
            if which is None and one != two:
                raise ValueError("%s may be day/month or month/day; say --date-order dmy or mdy" % shown)
            return date(year, one, two) if which == "mdy" else date(year, two, one)
        match = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+([A-Za-zä]{3,9})\.?,?[\s-]+(\d{4}|\d{2})", plain)
        if match and match.group(2).lower()[:3] in MONTHS:
            return date(year_of(match.group(3)), MONTHS[match.group(2).lower()[:3]], int(match.group(1)))
        match = re.fullmatch(r"([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})", plain)
        if match and match.group(1).lower()[:3] in MONTHS:
            return date(int(match.group(3)), MONTHS[match.group(1).lower()[:3]], int(match.group(2)))
    except ValueError as problem:
        if "--date-order" in str(problem):
            raise
        raise ValueError("%s is not a day that exists" % shown) from None
    if plain.isdigit() and int(plain) in SERIALS:
        return EXCEL_EPOCH + timedelta(days=int(plain))
    if re.fullmatch(r"\d{1,2}[-/.月]\d{1,2}日?", plain):
        raise ValueError("%s has no year; write it as YYYY-MM-DD" % shown)
    raise ValueError("%s is not a date; write it as YYYY-MM-DD" % shown)


def order_of(texts):
    """dmy or mdy where the file settles it: some number over 12, all on one side."""
    firsts = seconds = False
    for text in texts:
        match = re.match(r"\s*(\d{1,2})[-/](\d{1,2})[-/]\d{2,4}", unicodedata.normalize("NFKC", text))
        if match:
            firsts |= int(match.group(1)) > 12
            seconds |= int(match.group(2)) > 12
    return "dmy" if firsts and not seconds else "mdy" if seconds and not firsts else None
