"""Local time without a time-zone database: the rules of every zone the timetable needs.

An instant is a whole number of minutes since 1970-01-01T00:00Z; a local time is the same kind of number, read as if
it were UTC. Rules hold from 2024 on, as published in the IANA time zone database 2026d: among them British Columbia
and Alberta, which sprang forward on 2026-03-08 for the last time and stay on summer time since.
"""

from datetime import date

DAY = 1440
EPOCH = date(1970, 1, 1).toordinal()

# zone → (standard offset in minutes, daylight rule)
ZONES = {
    "Africa/Addis_Ababa": (180, ""), "Africa/Cairo": (120, "EG"), "Africa/Johannesburg": (120, ""),
    "Africa/Lagos": (60, ""), "Africa/Nairobi": (180, ""),
    "America/Argentina/Buenos_Aires": (-180, ""), "America/Bogota": (-300, ""), "America/Cancun": (-300, ""), "America/Panama": (-300, ""),
    "America/Phoenix": (-420, ""), "America/Chicago": (-360, "US"),
    "America/Denver": (-420, "US"), "America/Detroit": (-300, "US"), "America/Edmonton": (-420, "CA-WEST"),
    "America/Lima": (-300, ""), "America/Los_Angeles": (-480, "US"), "America/Mexico_City": (-360, ""),
    "America/New_York": (-300, "US"), "America/Santiago": (-240, "CL"), "America/Sao_Paulo": (-180, ""),
    "America/Toronto": (-300, "US"), "America/Vancouver": (-480, "CA-WEST"),
    "Asia/Almaty": (300, ""), "Asia/Bangkok": (420, ""), "Asia/Colombo": (330, ""), "Asia/Dhaka": (360, ""), "Asia/Dubai": (240, ""),
    "Asia/Ho_Chi_Minh": (420, ""), "Asia/Hong_Kong": (480, ""), "Asia/Jakarta": (420, ""),
    "Asia/Jerusalem": (120, "IL"), "Asia/Kathmandu": (345, ""), "Asia/Kolkata": (330, ""),
    "Asia/Kuala_Lumpur": (480, ""), "Asia/Kuwait": (180, ""), "Asia/Muscat": (240, ""), "Asia/Macau": (480, ""), "Asia/Makassar": (480, ""), "Asia/Manila": (480, ""),
    "Asia/Phnom_Penh": (420, ""), "Asia/Qatar": (180, ""), "Asia/Riyadh": (180, ""), "Asia/Seoul": (540, ""),
    "Asia/Shanghai": (480, ""), "Asia/Singapore": (480, ""), "Asia/Taipei": (480, ""), "Asia/Tashkent": (300, ""),
    "Asia/Tokyo": (540, ""), "Asia/Ulaanbaatar": (480, ""), "Asia/Yangon": (390, ""),
    "Atlantic/Reykjavik": (0, ""),
    "Australia/Adelaide": (570, "AU"), "Australia/Brisbane": (600, ""), "Australia/Darwin": (570, ""),
    "Australia/Melbourne": (600, "AU"), "Australia/Perth": (480, ""), "Australia/Sydney": (600, "AU"),
    "Europe/Amsterdam": (60, "EU"), "Europe/Athens": (120, "EU"), "Europe/Berlin": (60, "EU"),
    "Europe/Brussels": (60, "EU"), "Europe/Bucharest": (120, "EU"), "Europe/Budapest": (60, "EU"), "Europe/Copenhagen": (60, "EU"),
    "Europe/Dublin": (0, "EU"), "Europe/Helsinki": (120, "EU"), "Europe/Istanbul": (180, ""),
    "Europe/Lisbon": (0, "EU"), "Europe/London": (0, "EU"), "Europe/Madrid": (60, "EU"),
    "Europe/Moscow": (180, ""), "Europe/Oslo": (60, "EU"), "Europe/Paris": (60, "EU"), "Europe/Prague": (60, "EU"),
    "Europe/Rome": (60, "EU"), "Europe/Stockholm": (60, "EU"), "Europe/Vienna": (60, "EU"),
    "Europe/Warsaw": (60, "EU"), "Europe/Zurich": (60, "EU"),
    "Indian/Maldives": (300, ""),
    "Pacific/Auckland": (720, "NZ"), "Pacific/Fiji": (720, ""), "Pacific/Honolulu": (-600, ""),
}

SUNDAY, THURSDAY, FRIDAY = 6, 3, 4
_spans = {}


def days_of(year, month, day):
    """Days since 1970-01-01."""
    return date(year, month, day).toordinal() - EPOCH


def _nth(year, month, weekday, n):
    first = days_of(year, month, 1)
    return first + (weekday - (first + 3) % 7) % 7 + 7 * (n - 1)


def _on_or_after(year, month, day, weekday):
    first = days_of(year, month, day)
    return first + (weekday - (first + 3) % 7) % 7


def _last(year, month, weekday):
    return _on_or_after(year, month + 1, 1, weekday) - 7


def _spans_of(year, std, rule):
    """The spans (from, to) of instants in `year` in which clocks are one hour ahead of standard time."""
    start_of_year, end_of_year = days_of(year, 1, 1) * DAY - std, days_of(year + 1, 1, 1) * DAY - std
    if rule == "EU":  # both changes at 01:00 UTC
        return [(_last(year, 3, SUNDAY) * DAY + 60, _last(year, 10, SUNDAY) * DAY + 60)]
    if rule in ("US", "CA-WEST"):  # 02:00 local both ways
        begin = _nth(year, 3, SUNDAY, 2) * DAY + 120 - std
        if rule == "CA-WEST" and year > 2026:
            return [(start_of_year, end_of_year)]
        if rule == "CA-WEST" and year == 2026:
            return [(begin, end_of_year)]
        return [(begin, _nth(year, 11, SUNDAY, 1) * DAY + 60 - std)]
    if rule == "EG":  # last Friday of April, 00:00, to the end of the last Thursday of October
        return [(_last(year, 4, FRIDAY) * DAY - std, _last(year, 10, THURSDAY) * DAY + DAY - 60 - std)]
    if rule == "IL":  # the Friday before the last Sunday of March, 02:00, to the last Sunday of October, 02:00
        return [((_last(year, 3, SUNDAY) - 2) * DAY + 120 - std, _last(year, 10, SUNDAY) * DAY + 60 - std)]
    if rule == "AU":  # first Sunday of October, 02:00 standard, to the first Sunday of April, 02:00 standard
        return [(start_of_year, _nth(year, 4, SUNDAY, 1) * DAY + 120 - std),
                (_nth(year, 10, SUNDAY, 1) * DAY + 120 - std, end_of_year)]
    if rule == "NZ":  # last Sunday of September, 02:00 standard, to the first Sunday of April, 02:00 standard
        return [(start_of_year, _nth(year, 4, SUNDAY, 1) * DAY + 120 - std),
                (_last(year, 9, SUNDAY) * DAY + 120 - std, end_of_year)]
    if rule == "CL":  # first Sunday from 2 September, 04:00 UTC, to the first Sunday from 2 April, 03:00 UTC
        return [(start_of_year, _on_or_after(year, 4, 2, SUNDAY) * DAY + 180),
                (_on_or_after(year, 9, 2, SUNDAY) * DAY + 240, end_of_year)]
    return []


def offset(zone, instant):
    """Minutes that `zone` is ahead of UTC at `instant`."""
    std, rule = ZONES[zone]
    if not rule:
        return std
    year = date.fromordinal((instant + std) // DAY + EPOCH).year
    key = (year, std, rule)
    spans = _spans.get(key)
    if spans is None:
        spans = _spans[key] = _spans_of(year, std, rule)
    for begin, end in spans:
        if begin <= instant < end:
            return std + 60
    return std


def instant_of(zone, local):
    """The instant of a local time. In an hour that occurs twice, the first; in one that is skipped, an hour later."""
    std, rule = ZONES[zone]
    if rule and offset(zone, local - std - 60) == std + 60:
        return local - std - 60
    return local - std


def iso(zone, instant):
    """ISO 8601 local time with its offset: 2026-03-12T08:30:00+08:00."""
    ahead = offset(zone, instant)
    day, minute = divmod(instant + ahead, DAY)
    sign, size = ("-", -ahead) if ahead < 0 else ("+", ahead)
    return "%sT%02d:%02d:00%s%02d:%02d" % (
        date.fromordinal(day + EPOCH).isoformat(), minute // 60, minute % 60, sign, size // 60, size % 60)


def local_day(zone, instant):
    """Days since 1970-01-01 on the calendar of `zone`."""
    return (instant + offset(zone, instant)) // DAY


def day_to_date(day):
    return date.fromordinal(day + EPOCH)


def date_to_day(value):
    return value.toordinal() - EPOCH
