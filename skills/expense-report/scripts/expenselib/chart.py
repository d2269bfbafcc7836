"""A chart as SVG: by category and by day. It brings its own ground, so that it reads on a light page and on a dark one."""

from datetime import timedelta
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from xml.sax.saxutils import escape

from .categories import shown
from .totals import number

WIDTH, LEFT, RIGHT, BAR, GAP = 760, 24, 24, 22, 10
PLOT = 180  # height of the columns by day
MOST_DAYS, MOST_WEEKS, MOST_CATEGORIES = 31, 26, 12
STYLE = """
.ground{fill:#ffffff}.text{fill:#1f2328}.soft{fill:#59636e}.bar{fill:#0f6cbd}.minus{fill:#b3261e}.line{stroke:#d1d9e0}
text{font-family:system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;font-size:13px}
.title{font-size:17px;font-weight:600}.head{font-size:14px;font-weight:600}.small{font-size:11px}
@media (prefers-color-scheme:dark){.ground{fill:#15191e}.text{fill:#e6edf3}.soft{fill:#9da7b3}.bar{fill:#62abf5}.minus{fill:#ff8a80}.line{stroke:#3d444d}}
"""


class Drawing:
    def __init__(self):
        self.parts, self.y = [], 0

    def text(self, x, y, words, kind="text", anchor="start"):
        self.parts.append('<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>' % (kind, x, y, anchor, safe(words)))

    def bar(self, x, y, width, height, minus, hint):
        self.parts.append('<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2"><title>%s</title></rect>' % (
            "minus" if minus else "bar", x, y, max(width, 1), max(height, 1), safe(hint)))

    def line(self, x1, y1, x2, y2):
        self.parts.append('<line class="line" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>' % (x1, y1, x2, y2))


def safe(text):
    return escape("".join(c for c in str(text) if c >= " "))


def width_of(text, size=13):
    return sum(size if c > "\u2e7f" else size * 0.56 for c in text)


def cut(text, room):
    while width_of(text) > room and len(text) > 1:
        text = text[:-2] + "…"
    return text


def chart(series, title, words, language):
    """`series` as of totals.series. The whole SVG."""
    drawing = Drawing()
    drawing.y = 34
    drawing.text(LEFT, drawing.y, cut(title, WIDTH - LEFT - RIGHT - 120), "text title")
    heads = []
    for code, pairs in series:
        heads.append("%s (%s)" % (words["by-category"], code))
        categories(drawing, code, pairs, heads[-1], language)
        kind, columns = periods(pairs, words)
        heads.append("%s (%s)" % (words[kind], code))
        days(drawing, code, columns, heads[-1])
    height = drawing.y + 20
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="t d" lang="%s">\n'
            '<title id="t">%s</title>\n<desc id="d">%s</desc>\n<style>%s</style>\n<rect class="ground" width="100%%" height="100%%" rx="8"/>\n%s\n</svg>\n'
            % (WIDTH, height, WIDTH, height, "zh-CN" if language == "zh" else "en", safe(title),
               safe(words["chart-desc"] % "; ".join(heads)), STYLE, "\n".join(drawing.parts)))


def categories(drawing, code, pairs, head, language):
    sums = {}
    for expense, amount in pairs:
        name = shown(expense.category, language)
        sums[name] = sums.get(name, Decimal(0)) + amount
    rows = sorted(sums.items(), key=lambda s: -s[1])
    if len(rows) > MOST_CATEGORIES:
        rest = rows[MOST_CATEGORIES - 1:]
        rows = rows[:MOST_CATEGORIES - 1] + [("… (%d)" % len(rest), sum(amount for _, amount in rest))]
    drawing.y += 36
    drawing.text(LEFT, drawing.y, head, "text head")
    drawing.y += 10
    names = min(200, max(width_of(name) for name, _ in rows) + 12)
    figures = max(width_of(number(amount, code)) for _, amount in rows) + 14
    room = WIDTH - LEFT - RIGHT - names - figures
    largest = max(abs(amount) for _, amount in rows) or Decimal(1)
    for name, amount in rows:
        wide = float(abs(amount) / largest) * room
        drawing.text(LEFT + names - 10, drawing.y + BAR * 0.72, cut(name, names - 12), "text", "end")
        drawing.bar(LEFT + names, drawing.y, wide, BAR, amount < 0, "%s: %s %s" % (name, number(amount, code), code))
        drawing.text(LEFT + names + wide + 6, drawing.y + BAR * 0.72, number(amount, code), "soft")
        drawing.y += BAR + GAP


def periods(pairs, words):
    """(by-day, by-week or by-month; [(label, sum)]) with the empty ones between, so that gaps are seen."""
    first, last = min(e.day for e, _ in pairs), max(e.day for e, _ in pairs)
    span = (last - first).days + 1
    if span <= MOST_DAYS:
        kind, start, key = "by-day", first, lambda day: day
    elif span <= 7 * MOST_WEEKS:
        kind, start, key = "by-week", first - timedelta(days=first.weekday()), lambda day: day - timedelta(days=day.weekday())
    else:
        kind, start, key = "by-month", first.replace(day=1), lambda day: day.replace(day=1)
    sums, day = {}, start
    while day <= last:
        sums.setdefault(key(day), Decimal(0))
        day += timedelta(days=1 if kind == "by-day" else 7 if kind == "by-week" else 28)
    for expense, amount in pairs:
        sums[key(expense.day)] = sums.get(key(expense.day), Decimal(0)) + amount
    form = "%Y-%m" if kind == "by-month" else "%m-%d"
    return kind, [(day.strftime(form), amount) for day, amount in sorted(sums.items())]


def days(drawing, code, columns, head):
    drawing.y += 30
    drawing.text(LEFT, drawing.y, head, "text head")
    top = max(max(amount for _, amount in columns), Decimal(0))
    low = min(min(amount for _, amount in columns), Decimal(0))
    step = nice((top - low) / 4 or Decimal(1))
    high = (top / step).to_integral_value(ROUND_CEILING) * step
    deep = (low / step).to_integral_value(ROUND_FLOOR) * step
    if high == deep:
        high += step
    axis = max(width_of(tick(value, step, code), 11) for value in (high, deep)) + 10
    x0, y0 = LEFT + axis, drawing.y + 24
    room = WIDTH - RIGHT - x0
    scale = PLOT / float(high - deep)
    value = deep
    while value <= high:
        y = y0 + float(high - value) * scale
        drawing.line(x0, y, WIDTH - RIGHT, y)
        drawing.text(x0 - 6, y + 4, tick(value, step, code), "soft small", "end")
        value += step
    slot = room / len(columns)
    every = max(1, -(-44 * len(columns) // int(room)))
    zero = y0 + float(high) * scale
    for i, (label, amount) in enumerate(columns):
        x, tall = x0 + slot * i, float(abs(amount)) * scale
        if amount:
            drawing.bar(x + slot * 0.15, zero - tall if amount > 0 else zero, min(slot * 0.7, 60), tall, amount < 0,
                        "%s: %s %s" % (label, number(amount, code), code))
            figure = number(amount, code)
            if width_of(figure, 11) <= slot:
                drawing.text(x + slot * 0.15 + min(slot * 0.7, 60) / 2, zero - tall - 5 if amount > 0 else zero - 5, figure,
                             "soft small", "middle")
        if i % every == 0:
            drawing.text(x + slot * 0.15 + min(slot * 0.7, 60) / 2, y0 + PLOT + 16, label, "soft small", "middle")
    drawing.y = y0 + PLOT + 22


def nice(rough):
    """1, 2 or 5 times a power of ten, not below `rough`."""
    power = Decimal(10) ** rough.adjusted()
    return next(m * power for m in (1, 2, 5, 10) if m * power >= rough)


def tick(value, step, code):
    value += 0  # no minus before zero
    return format(value, ",f") if step != step.to_integral_value() else format(value.quantize(Decimal(1)), ",f")
