"""A booking as an iCalendar file (RFC 5545): an event for each flight, in UTC so that no time-zone table is needed."""

from datetime import timezone

from .text import parsed, place, span, terminal_words

LONGEST_LINE = 75  # octets, RFC 5545 section 3.1


def calendar(booking, lang):
    cancelled = booking["status"] == "cancelled"
    stamp = _utc(booking.get("cancelledAt") or booking["createdAt"])
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Skilldeck//book-flight//EN", "CALSCALE:GREGORIAN",
             "METHOD:CANCEL" if cancelled else "METHOD:PUBLISH"]
    segments = [s for itinerary in booking["offer"]["itineraries"] for s in itinerary["segments"]]
    for number, segment in enumerate(segments, 1):
        lines += ["BEGIN:VEVENT",
                  "UID:%s-%d@book-flight.skilldeck" % (booking["reference"], number),
                  "DTSTAMP:" + stamp,
                  "SEQUENCE:%d" % cancelled,
                  "DTSTART:" + _utc(segment["departs"]),
                  "DTEND:" + _utc(segment["arrives"]),
                  "SUMMARY:" + _escape(_summary(segment, lang)),
                  "LOCATION:" + _escape(_location(segment["from"], lang)),
                  "DESCRIPTION:" + _escape(_description(booking, segment, lang)),
                  "STATUS:" + ("CANCELLED" if cancelled else "CONFIRMED"),
                  "TRANSP:OPAQUE", "CATEGORIES:TRAVEL"]
        if not cancelled:
            lines += ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT3H",
                      "DESCRIPTION:" + _escape(_summary(segment, lang)), "END:VALARM"]
        lines.append("END:VEVENT")
    lines.append("END:VCALENDAR")
    return "".join(_fold(line) + "\r\n" for line in lines)


def _summary(segment, lang):
    if lang == "zh":
        return "%s %s → %s" % (segment["flight"], segment["from"]["cityZh"], segment["to"]["cityZh"])
    return "%s %s to %s" % (segment["flight"], segment["from"]["city"], segment["to"]["city"])


def _location(where, lang):
    name = where["airportZh"] if lang == "zh" else where["airport"]
    return "%s (%s)%s" % (name, where["code"], " " + terminal_words(where["code"], where["terminal"], lang) if where.get("terminal") else "")


def _description(booking, segment, lang):
    zh = lang == "zh"
    airline = segment["airline"]["nameZh" if zh else "name"]
    departs, arrives = segment["departs"], segment["arrives"]
    rows = [("订单号" if zh else "Reference", booking["reference"]),
            ("航空公司" if zh else "Airline", airline),
            ("起飞（当地时间）" if zh else "Departs (local)", "%s %s %s" % (departs[:10], departs[11:16],
                                                                   place(segment["from"], lang))),
            ("到达（当地时间）" if zh else "Arrives (local)", "%s %s %s" % (arrives[:10], arrives[11:16],
                                                                   place(segment["to"], lang))),
            ("飞行时间" if zh else "Duration", span(segment["durationMinutes"], lang)),
            ("机型" if zh else "Aircraft", segment.get("aircraft")),
            ("乘客" if zh else "Passengers", ("、" if zh else ", ").join(p["name"] for p in booking["passengers"]))]
    return "\n".join("%s%s%s" % (label, "：" if zh else ": ", value) for label, value in rows if value is not None)


def _utc(iso):
    return parsed(iso).astimezone(timezone.utc).strftime("%Y%m%dT%H%M%SZ")


def _escape(text):
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _fold(line):
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
