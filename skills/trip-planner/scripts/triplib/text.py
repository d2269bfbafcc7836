"""Dates and texts for people, in both languages."""

WEEKDAYS = {"en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
            "zh": ("周一", "周二", "周三", "周四", "周五", "周六", "周日")}
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day_words(day, language):
    """Fri 2 Apr 2027, or 2027年4月2日 周五."""
    weekday = WEEKDAYS[language][day.weekday()]
    if language == "zh":
        return "%d年%d月%d日 %s" % (day.year, day.month, day.day, weekday)
    return "%s %d %s %d" % (weekday[:3], day.day, MONTHS[day.month - 1], day.year)


def clock(minutes):
    """09:30; 01:00 (+1) where it is the next day."""
    days, rest = divmod(minutes, 24 * 60)
    return "%02d:%02d%s" % (rest // 60, rest % 60, " (+%d)" % days if days else "")


def span(minutes, language):
    hours, rest = divmod(minutes, 60)
    if language == "zh":
        return "".join(["%d小时" % hours if hours else "", "%d分钟" % rest if rest or not hours else ""])
    return " ".join(["%d h" % hours] * bool(hours) + ["%d min" % rest] * bool(rest or not hours))


def cell(text):
    """What people wrote must not become Markdown or HTML of its own."""
    plain = " ".join(str(text).split())
    return plain.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("[", "\\[").replace("`", "\\`")


def table(head, rows, right=()):
    marks = ["---:" if i in right else "---" for i in range(len(head))]
    return "\n".join("| %s |" % " | ".join(map(str, row)) for row in [head, marks] + rows)
