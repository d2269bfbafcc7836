"""A plan as JSON, read strictly: every fault is told with its place, all at once."""

import difflib
import re
from datetime import date, datetime, timedelta

from .command import UNREADABLE, SkillError, chinese
from .money import amount_of, currency_of
from .text import WEEKDAYS

KINDS = ("sight", "meal", "transport", "stay", "other")
TRIP = {"title", "place", "people", "currency", "timezone", "language", "days", "note"}
DAY = {"date", "title", "timezone", "activities", "note"}
ACTIVITY = {"what", "start", "end", "minutes", "end_timezone", "where", "kind", "open", "closed", "travel_minutes", "cost", "booked", "note"}
WEEK = {name[:3].lower(): i for i, name in enumerate(WEEKDAYS["en"])}
WEEK.update({name: i for i, name in enumerate(WEEKDAYS["zh"])})
WEEK.update({"星期" + name[1]: i for i, name in enumerate(WEEKDAYS["zh"])})
WEEK.update({"周天": 6, "星期天": 6})
MOST_DAYS = 120
LONGEST = 400  # days from the first to the last
YEARS = range(1990, 2100)


class Activity:
    """`start` and `end` are minutes from the local midnight of its day (None: any time); `begins` and `ends` are moments that
    can be compared across days and zones, in minutes."""

    def __init__(self, day, place):
        self.day, self.place = day, place
        self.what = self.where = self.note = self.booked = ""
        self.kind, self.start, self.end, self.travel, self.cost = "other", None, None, None, None
        self.open, self.closed, self.offset, self.end_offset = [], set(), None, None

    @property
    def begins(self):
        return self._moment(self.start, self.offset)

    @property
    def ends(self):
        return self._moment(self.end, self.end_offset)

    def _moment(self, minutes, offset):
        return self.day.date.toordinal() * 1440 + minutes - (offset or 0)


class Day:
    def __init__(self, number, when):
        self.number, self.date, self.title, self.note, self.activities = number, when, "", "", []

    @property
    def timed(self):
        return sorted((a for a in self.activities if a.start is not None), key=lambda a: (a.begins, a.ends))

    @property
    def untimed(self):
        return [a for a in self.activities if a.start is None]


class Trip:
    def __init__(self):
        self.title = self.place = self.currency = self.note = ""
        self.people, self.days, self.language = 1, [], "en"


class Reader:
    def __init__(self):
        self.faults = []

    def fault(self, place, message):
        self.faults.append("%s: %s" % (place, message))

    def fields(self, value, allowed, place):
        if not isinstance(value, dict):
            self.fault(place, "an object { } is expected")
            return {}
        for name in value:
            if name not in allowed:
                close = difflib.get_close_matches(name, sorted(allowed), 1)
                self.fault(place, "unknown field '%s'%s" % (name[:40], "; is it '%s'?" % close[0] if close else
                                                            "; there are: " + ", ".join(sorted(allowed))))
        return value

    def text(self, value, name, place, needed=False):
        found = value.get(name)
        if found is None and not needed:
            return ""
        if isinstance(found, str) and found.strip():
            return found.strip()
        if found == "" and not needed:
            return ""
        self.fault(place, "'%s' is missing" % name if found in (None, "") else "'%s' must be text" % name)
        return ""

    def attempt(self, work):
        try:
            return work()
        except ValueError as problem:
            self.faults.append(str(problem))
            return None

    def items(self, value, name, place):
        found = value.get(name)
        if isinstance(found, list):
            return found
        self.fault(place, "'%s' must be a list [ ]" % name)
        return []


def read_trip(value):
    """The trip. @raises SkillError with every fault of the plan"""
    reader, trip = Reader(), Trip()
    plan = reader.fields(value, TRIP, "plan")
    trip.title = reader.text(plan, "title", "plan", needed=True)
    trip.place, trip.note = reader.text(plan, "place", "plan"), reader.text(plan, "note", "plan")
    trip.currency = reader.attempt(lambda: currency_of(plan.get("currency"), "plan: 'currency'")) or ""
    people = plan.get("people", 1)
    if isinstance(people, bool) or not isinstance(people, int) or not 1 <= people <= 100:
        reader.fault("plan", "'people' must be a whole number from 1 to 100")
    trip.people = people
    zone = reader.attempt(lambda: offset_of(plan.get("timezone"), "plan: 'timezone'"))
    days = reader.items(plan, "days", "plan")
    if not days:
        reader.fault("plan", "there are no days")
    if len(days) > MOST_DAYS:
        reader.fault("plan", "%d days are more than %d" % (len(days), MOST_DAYS))
        days = []
    seen = {}
    for number, one in enumerate(days, 1):
        day = read_day(reader, number, one, zone)
        if day is None:
            continue
        if day.date in seen:
            reader.fault("day %d" % number, "%s is day %d already" % (day.date, seen[day.date]))
        seen.setdefault(day.date, number)
        trip.days.append(day)
    dates = [d.date for d in trip.days]
    if dates and (max(dates) - min(dates)).days > LONGEST:
        reader.fault("plan", "from %s to %s is more than %d days: is a year mistyped?" % (min(dates), max(dates), LONGEST))
    zones = {a.offset is None for d in trip.days for a in d.timed}
    if len(zones) > 1:
        reader.fault("plan", "some days have a 'timezone' and others none; give it for all (once, for the plan) or for none")
    language = plan.get("language")
    if language not in (None, "en", "zh"):
        reader.fault("plan", "'language' is en or zh")
    trip.language = language or ("zh" if chinese(trip.title) else "en")
    if reader.faults:
        raise SkillError(UNREADABLE, "The plan has %d fault%s" % (len(reader.faults), "" if len(reader.faults) == 1 else "s"),
                         *(["  " + f for f in reader.faults[:40]] + ["The format of a plan is in references/day-plans.md."]))
    trip.days.sort(key=lambda d: d.date)
    for number, day in enumerate(trip.days, 1):
        day.number = number
    return trip


def read_day(reader, number, value, zone):
    place = "day %d" % number
    fields = reader.fields(value, DAY, place)
    if not fields:
        return None
    try:
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", str(fields.get("date"))):
            raise ValueError
        day = Day(number, date.fromisoformat(fields["date"]))
        if day.date.year not in YEARS:
            raise ValueError
    except ValueError:
        reader.fault(place, "'date' is missing" if fields.get("date") is None else
                     "'date' %r is not a day of the form YYYY-MM-DD" % (fields["date"],))
        return None
    day.title, day.note = reader.text(fields, "title", place), reader.text(fields, "note", place)
    if "timezone" in fields:
        zone = reader.attempt(lambda: offset_of(fields["timezone"], place + ": 'timezone'"))
    for index, one in enumerate(reader.items(fields, "activities", place), 1):
        day.activities.append(read_activity(reader, one, day, zone, "%s, activity %d" % (place, index)))
    return day


def read_activity(reader, value, day, zone, place):
    fields = reader.fields(value, ACTIVITY, place)
    activity = Activity(day, place)
    activity.what = reader.text(fields, "what", place, needed=True)
    if activity.what:
        place = "%s (%s)" % (place, activity.what[:40])
    activity.where, activity.note = reader.text(fields, "where", place), reader.text(fields, "note", place)
    booked = fields.get("booked", "")
    activity.booked = "✓" if booked is True else "" if booked in (False, None) else str(booked)
    activity.kind = fields.get("kind", "other")
    if activity.kind not in KINDS:
        reader.fault(place, "'kind' is one of %s" % ", ".join(KINDS))
    activity.offset = activity.end_offset = zone
    if fields.get("end_timezone") is not None:
        if zone is None:
            reader.fault(place, "'end_timezone' needs a 'timezone' of the day or the plan")
        activity.end_offset = reader.attempt(lambda: offset_of(fields["end_timezone"], place + ": 'end_timezone'"))
    read_times(reader, fields, activity, place)
    activity.open = reader.attempt(lambda: hours_of(fields.get("open"), place)) or []
    activity.closed = reader.attempt(lambda: weekdays_of(fields.get("closed"), place)) or set()
    if fields.get("cost") is not None:
        activity.cost = reader.attempt(lambda: amount_of(fields["cost"], place + ": 'cost'"))
    return activity


def read_times(reader, fields, activity, place):
    minutes = {}
    for name in ("minutes", "travel_minutes"):
        value = fields.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 3 * 1440):
            reader.fault(place, "'%s' must be a whole number of minutes" % name)
            value = None
        minutes[name] = value
    activity.travel = minutes["travel_minutes"]
    start = reader.attempt(lambda: time_of(fields.get("start"), place + ": 'start'"))
    end = reader.attempt(lambda: time_of(fields.get("end"), place + ": 'end'"))
    if fields.get("start") is None:
        if fields.get("end") is not None:
            reader.fault(place, "it has an 'end' and no 'start'")
        return
    if fields.get("end") is None and minutes["minutes"] is None:
        reader.fault(place, "it has a 'start', and needs an 'end' or 'minutes'")
        return
    if fields.get("end") is None and start is not None:
        shift = (activity.end_offset or 0) - (activity.offset or 0)
        end = start + minutes["minutes"] + shift
    if start is None or end is None:
        return
    activity.start, activity.end = start, end
    if activity.ends <= activity.begins and not (activity.ends == activity.begins and fields.get("minutes") == 0):
        activity.start = activity.end = None
        reader.fault(place, "it ends at %s, not after its start at %s; write the next day as \"01:30+1\"" % (
            fields.get("end"), fields.get("start")))


def time_of(value, place):
    """Minutes from midnight; `01:30+1` is the next day. @raises ValueError"""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,2})[:：](\d{2})\s*(?:\(?\+(\d)\)?)?", str(value).strip())
    if match:
        hours, minutes, days = int(match.group(1)), int(match.group(2)), int(match.group(3) or 0)
        if (hours < 24 and minutes < 60) or (hours, minutes) == (24, 0):
            return hours * 60 + minutes + days * 1440
    raise ValueError("%s: %r is not a time of the form HH:MM" % (place, value))


def offset_of(value, place):
    """Minutes ahead of UTC, or None for plain local times. @raises ValueError"""
    if value is None or value == "":
        return None
    if str(value).strip().upper() in ("UTC", "Z"):
        return 0
    match = re.fullmatch(r"(?:UTC|GMT)?\s*([+\-\u2212])(\d{1,2})(?::?(\d{2}))?", str(value).strip(), re.I)
    if match:
        minutes = int(match.group(2)) * 60 + int(match.group(3) or 0)
        if minutes <= 14 * 60:
            return minutes if match.group(1) == "+" else -minutes
    raise ValueError("%s: %r is not an offset such as +09:00. A name such as Asia/Tokyo is not understood: give the offset of that "
                     "day, or leave it out for plain local times" % (place, value))


def hours_of(value, place):
    """[(opens, closes)] in minutes; from "09:00-17:00", "09:00-12:00, 14:00-18:00" or a list. @raises ValueError"""
    if value is None or value == "":
        return []
    spans = value if isinstance(value, list) else re.split(r"[,，;；、]", str(value))
    result = []
    for one in spans:
        ends = re.split(r"\s*[-–—~～至]\s*", str(one).strip())
        if len(ends) != 2:
            raise ValueError("%s: 'open' %r is not of the form 09:00-17:00" % (place, value))
        opens, closes = (time_of(end, place + ": 'open'") for end in ends)
        result.append((opens, closes + 1440 if closes <= opens else closes))
    return sorted(result)


def weekdays_of(value, place):
    """Numbers of the weekdays, Monday 0; from "Mon", ["Mon", "周二"]. @raises ValueError"""
    if value is None or value == "":
        return set()
    names = value if isinstance(value, list) else re.split(r"[,，;；、\s]+", str(value))
    found = set()
    for name in names:
        text = str(name).strip()
        number = WEEK.get(text, WEEK.get(text[:3].lower()))
        if number is None:
            raise ValueError("%s: 'closed' %r is no weekday; write Mon or 周一" % (place, name))
        found.add(number)
    return found


def moment(activity, minutes, offset):
    """(datetime, is it UTC): in UTC where the offset is known, else local."""
    local = datetime(activity.day.date.year, activity.day.date.month, activity.day.date.day) + timedelta(minutes=minutes)
    return (local, False) if offset is None else (local - timedelta(minutes=offset), True)
