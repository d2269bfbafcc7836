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


def instant(iso):
    """Minutes since 1970-01-01T00:00Z."""
    return int(parsed(iso).timestamp() // 60)


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
    """3 h 25 min, 45 min; 3小时25分, 45分钟: as the app writes it."""
    hours, rest = divmod(minutes, 60)
    if lang == "zh":
        return "%d小时%s" % (hours, "%d分" % rest if rest else "") if hours else "%d分钟" % rest
    return " ".join((["%d h" % hours] if hours else []) + (["%d min" % rest] if rest or not hours else []))


def place(card, lang):
    """Beijing (PEK, Terminal 3), or 北京（PEK，T3 航站楼）."""
    terminal = card.get("terminal")
    named = terminal and terminal_words(card["code"], terminal, lang)
    if lang == "zh":
        return "%s（%s）" % (card["cityZh"], "，".join(filter(None, (card["code"], named))))
    return "%s (%s)" % (card["city"], ", ".join(filter(None, (card["code"], named))))


# Letters that stand for a name: airport → letter → name.
NAMED_TERMINALS = {
    "LGW": {"N": ("North Terminal", "北航站楼"), "S": ("South Terminal", "南航站楼")},
    "ATL": {"S": ("Domestic Terminal", "国内航站楼"), "I": ("International Terminal", "国际航站楼")},
    "BNE": {"D": ("Domestic Terminal", "国内航站楼"), "I": ("International Terminal", "国际航站楼")},
    "AKL": {"D": ("Domestic Terminal", "国内航站楼"), "I": ("International Terminal", "国际航站楼")},
}


def terminal_words(airport, name, lang):
    """Terminal 3, Terminal B, North Terminal; T3 航站楼, B 航站楼, 北航站楼."""
    named = NAMED_TERMINALS.get(airport, {}).get(name)
    if named:
        return named[lang == "zh"]
    if lang == "zh":
        return name + " 航站楼"
    return "Terminal " + (name[1:] if name[:1] == "T" and name[1:2].isdigit() else name)
