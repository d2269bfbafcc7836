"""Text for people: widths of Chinese characters, tables, dates and durations in both languages."""

from datetime import datetime

WEEKDAYS_EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKDAYS_ZH = ("周一", "周二", "周三", "周四", "周五", "周六", "周日")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def width(text):
    """Columns that `text` takes in a terminal."""
    return sum(2 if "\u1100" <= c <= "\u115f" or "\u2e80" <= c <= "\ua4cf" or "\uac00" <= c <= "\ud7a3"
               or "\uf900" <= c <= "\ufaff" or "\ufe30" <= c <= "\ufe4f" or "\uff00" <= c <= "\uff60"
               or "\uffe0" <= c <= "\uffe6" else 1 for c in text)


def table(head, rows, right=()):
    """Aligned columns, two spaces apart. `right` holds the numbers of the columns to align to the right."""
    widths = [max(width(row[i]) for row in [head] + rows) for i in range(len(head))]
    lines = []
    for row in [head] + rows:
        cells = []
        for i, cell in enumerate(row):
            gap = " " * (widths[i] - width(cell))
            cells.append(gap + cell if i in right else cell + gap)
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def parsed(iso):
    return datetime.fromisoformat(iso)


def day_words(iso, lang):
    """Thu 12 Mar 2026, or 2026年3月12日 周四."""
    when = parsed(iso)
    if lang == "zh":
        return "%d年%d月%d日 %s" % (when.year, when.month, when.day, WEEKDAYS_ZH[when.weekday()])
    return "%s %d %s %d" % (WEEKDAYS_EN[when.weekday()][:3], when.day, MONTHS[when.month - 1], when.year)


def short_day(iso, lang):
    when = parsed(iso)
    if lang == "zh":
        return "%d月%d日 %s" % (when.month, when.day, WEEKDAYS_ZH[when.weekday()])
    return "%s %d %s" % (WEEKDAYS_EN[when.weekday()][:3], when.day, MONTHS[when.month - 1])


def clock(iso):
    return iso[11:16]


def with_offset(iso, offset):
    """An arrival's time, with +1 or -1 where its date is another than the departure's."""
    return clock(iso) + ("%+d" % offset if offset else "")


def span(minutes, lang):
    hours, rest = divmod(minutes, 60)
    if lang == "zh":
        return "%d小时%s" % (hours, "%d分" % rest if rest else "") if hours else "%d分钟" % rest
    return "%dh %02dm" % (hours, rest) if hours else "%dm" % rest


def place(card, lang):
    """Beijing PEK T3, or 北京 PEK T3."""
    name, terminal = card["cityZh"] if lang == "zh" else card["city"], card.get("terminal", "")
    return "%s %s%s" % (name, card["code"], terminal and " " + short_terminal(terminal))


def short_terminal(name):
    """T3 as it is, and TB for Terminal B."""
    return name if name[:1] == "T" else "T" + name


def terminal_words(name, lang):
    """T3, Terminal B; T3 航站楼, B 航站楼."""
    if lang == "zh":
        return name + " 航站楼"
    return name if name[:1] == "T" else "Terminal " + name
