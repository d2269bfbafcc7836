"""The itinerary as Markdown, and the short form of it that is printed."""

from .money import money
from .text import cell, clock, day_words, table

WORDS = {
    "en": {"day": "Day %d", "time": "Time", "what": "What", "where": "Where", "notes": "Notes", "any": "Any time", "way": "%d min on the way",
           "booked": "booked", "open": "open %s", "cost": "cost %s", "people": "%d people", "one": "1 person", "costs": "Costs as planned",
           "per-day": "Day", "amount": "Amount", "total": "Total", "each": "for each of %d", "problems": "Does not work yet", "notices": "Worth a look",
           "fine": "No problems were found.", "local": "All times are local.", "zone": "Times are local; the calendar file knows the time zone."},
    "zh": {"day": "第 %d 天", "time": "时间", "what": "安排", "where": "地点", "notes": "备注", "any": "随时", "way": "路上 %d 分钟",
           "booked": "已预订", "open": "开放 %s", "cost": "费用 %s", "people": "%d 人", "one": "1 人", "costs": "计划费用",
           "per-day": "日期", "amount": "金额", "total": "合计", "each": "人均（%d 人）", "problems": "需要调整", "notices": "请留意",
           "fine": "没有发现问题。", "local": "均为当地时间。", "zone": "均为当地时间；日历文件已含时区。"},
}


def hours(activity):
    return ", ".join("%s–%s" % (clock(o), clock(c)) for o, c in activity.open)


def notes(activity, trip, w):
    parts = []
    if activity.travel:
        parts.append(w["way"] % activity.travel)
    if activity.open:
        parts.append(w["open"] % hours(activity))
    if activity.cost:
        parts.append(w["cost"] % money(activity.cost, trip.currency))
    if activity.booked:
        parts.append(w["booked"] + ("" if activity.booked == "✓" else " " + cell(activity.booked)))
    if activity.note:
        parts.append(cell(activity.note))
    return "; ".join(parts) if trip.language != "zh" else "；".join(parts)


def heading(trip):
    w = WORDS[trip.language]
    first, last = trip.days[0].date, trip.days[-1].date
    parts = [cell(trip.place), day_words(first, trip.language) + (" – " + day_words(last, trip.language) if last != first else ""),
             w["one"] if trip.people == 1 else w["people"] % trip.people]
    return " · ".join(p for p in parts if p)


def day_heading(day, trip):
    parts = [WORDS[trip.language]["day"] % day.number, day_words(day.date, trip.language), cell(day.title)]
    return " · ".join(p for p in parts if p)


def found_lines(findings, language):
    w = WORDS[language]
    problems, notices = [f for f in findings if f.is_problem], [f for f in findings if not f.is_problem]
    parts = []
    for title, some in ((w["problems"], problems), (w["notices"], notices)):
        if some:
            parts.append((title, "\n".join("- " + cell(f.words(language)) for f in some)))
    return parts


def markdown(trip, findings):
    w = WORDS[trip.language]
    zoned = any(a.offset is not None for d in trip.days for a in d.timed)
    parts = ["# " + cell(trip.title), heading(trip), w["zone"] if zoned else w["local"]]
    if trip.note:
        parts.append(cell(trip.note))
    for title, text in found_lines([f for f in findings if f.is_problem], trip.language):
        parts += ["## " + title, text]
    for day in trip.days:
        parts.append("## " + day_heading(day, trip))
        if day.note:
            parts.append(cell(day.note))
        rows = [["%s–%s" % (clock(a.start), clock(a.end)), cell(a.what), cell(a.where), notes(a, trip, w)] for a in day.timed]
        rows += [[w["any"], cell(a.what), cell(a.where), notes(a, trip, w)] for a in day.untimed]
        if rows:
            parts.append(table([w["time"], w["what"], w["where"], w["notes"]], rows))
    costs = cost_table(trip, w)
    if costs:
        parts += ["## " + w["costs"], costs]
    for title, text in found_lines([f for f in findings if not f.is_problem], trip.language):
        parts += ["## " + title, text]
    return "\n\n".join(parts) + "\n"


def day_cost(day):
    return sum(a.cost for a in day.activities if a.cost is not None)


def cost_table(trip, w):
    rows = [[day_heading(d, trip), money(day_cost(d), trip.currency)] for d in trip.days if day_cost(d)]
    if not rows:
        return ""
    total = sum(day_cost(d) for d in trip.days)
    rows.append(["**%s**" % w["total"], "**%s**" % money(total, trip.currency)])
    if trip.people > 1:
        rows.append([w["each"] % trip.people, money(total / trip.people, trip.currency)])
    return table([w["per-day"], w["amount"]], rows, (1,))


def summary(trip, findings):
    """What is printed: the days in a line each, and what was found."""
    w = WORDS[trip.language]
    lines = [trip.title, heading(trip), ""]
    for day in trip.days:
        lines.append(day_heading(day, trip))
        lines += ["  %s–%s %s%s" % (clock(a.start), clock(a.end), a.what, " @ " + a.where if a.where else "") for a in day.timed]
        lines += ["  %s %s" % (w["any"], a.what) for a in day.untimed]
    total = sum(day_cost(d) for d in trip.days)
    if total:
        lines += ["", "%s: %s" % (w["costs"], money(total, trip.currency))]
    parts = found_lines(findings, trip.language)
    for title, text in parts:
        lines += ["", title + ":", text]
    if not any(f.is_problem for f in findings):
        lines += ["", w["fine"]]
    return "\n".join(lines)
