"""The plan as an iCalendar file (RFC 5545). Times are UTC where the plan has offsets, else floating: local wherever one is."""

import hashlib

from .trip import moment

LONGEST_LINE = 75  # octets, RFC 5545 section 3.1


def calendar(trip, stamp):
    """`stamp` is a UTC datetime. The same activity keeps its UID, so that a second import changes it instead of doubling it."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Skilldeck//trip-planner//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
             "X-WR-CALNAME:" + escape(trip.title)]
    seen = {}
    for day in trip.days:
        for one in day.timed:
            name = "%s|%s|%s" % (trip.title, day.date.isoformat(), one.what)
            seen[name] = seen.get(name, 0) + 1
            uid = hashlib.sha256(("%s|%d" % (name, seen[name])).encode()).hexdigest()[:24]
            lines += ["BEGIN:VEVENT", "UID:%s@trip-planner.skilldeck" % uid, "DTSTAMP:" + stamp.strftime("%Y%m%dT%H%M%SZ"),
                      "DTSTART:" + written(one, one.start, one.offset), "DTEND:" + written(one, one.end, one.end_offset),
                      "SUMMARY:" + escape(one.what)]
            if one.where:
                lines.append("LOCATION:" + escape(one.where))
            if one.note:
                lines.append("DESCRIPTION:" + escape(one.note))
            lines += ["STATUS:" + ("CONFIRMED" if one.booked else "TENTATIVE"), "CATEGORIES:" + one.kind.upper(),
                      "TRANSP:" + ("TRANSPARENT" if one.kind == "stay" else "OPAQUE"), "END:VEVENT"]
    lines.append("END:VCALENDAR")
    return "".join(fold(line) + "\r\n" for line in lines)


def written(activity, minutes, offset):
    when, utc = moment(activity, minutes, offset)
    return when.strftime("%Y%m%dT%H%M%S") + ("Z" if utc else "")


def escape(text):
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\r", "").replace("\n", "\\n")


def fold(line):
    """Lines of at most 75 octets, cut between characters; a continuation starts with a space."""
    parts, part, size = [], "", 0
    for c in line:
        octets = len(c.encode())
        if size + octets > LONGEST_LINE:
            parts.append(part)
            part, size = " ", 1
        part += c
        size += octets
    return "\r\n".join(parts + [part])
