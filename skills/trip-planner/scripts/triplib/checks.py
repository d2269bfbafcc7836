"""What cannot work in a plan (problems) and what is worth a second look (notices)."""

from datetime import timedelta

from .text import WEEKDAYS, clock, span

LONG_GAP = 180  # minutes by day with nothing planned
FULL_DAY = 12 * 60  # from the first activity to the end of the last
SHORT_NIGHT = 8 * 60
LUNCH = (11 * 60 + 30, 14 * 60)
MEAL = 40  # minutes that a meal takes

WORDS = {
    "overlap": ("%s starts at %s, before %s ends at %s", "%s 于 %s 开始，而 %s 要到 %s 才结束"),
    "travel": ("%s to %s: %s are needed, there are %s", "%s 到 %s：路上需 %s，只有 %s"),
    "closed": ("%s is closed on %s", "%s %s不开放"),
    "hours": ("%s is planned %s–%s, and open %s", "%s 安排在 %s–%s，开放时间为 %s"),
    "past": ("%s is in the past", "%s 已经过去"),
    "gap": ("nothing is planned from %s to %s", "%s 至 %s 没有安排"),
    "no-travel": ("no time to get from %s to %s", "从 %s 到 %s 没有留出路上时间"),
    "full": ("a long day: %s from first to last", "这一天很满：从头到尾 %s"),
    "lunch": ("no time for lunch", "没有留出午餐时间"),
    "night": ("a short night: %s until %s", "夜间休息短：%s 后就是 %s"),
    "missing-day": ("nothing is planned for %s", "%s 没有安排"),
    "empty": ("no activities", "没有活动"),
}
PROBLEMS = {"overlap", "travel", "closed", "hours"}


class Finding:
    """`day` is the day's number."""

    def __init__(self, kind, day, *values):
        self.kind, self.day, self.values = kind, day, values

    @property
    def is_problem(self):
        return self.kind in PROBLEMS

    def words(self, language):
        zh = language == "zh"
        values = [v(language) if callable(v) else v for v in self.values]
        return ("第 %d 天：" if zh else "Day %d: ") % self.day + WORDS[self.kind][zh] % tuple(values)


def check(trip, today):
    found = []
    for day in trip.days:
        found += one_day(day, today)
    for before, after in zip(trip.days, trip.days[1:]):
        missing = before.date + timedelta(days=1)
        while missing < after.date and len(found) < 500:
            found.append(Finding("missing-day", before.number, missing.isoformat()))
            missing += timedelta(days=1)
    found += in_sequence([a for day in trip.days for a in day.timed])
    return sorted(found, key=lambda f: (not f.is_problem, f.day))


def one_day(day, today):
    found = []
    if day.date < today:
        found.append(Finding("past", day.number, day.date.isoformat()))
    if not day.activities:
        found.append(Finding("empty", day.number))
    for one in day.activities:
        if day.date.weekday() in one.closed:
            weekday = day.date.weekday()
            found.append(Finding("closed", day.number, one.what, lambda lang, w=weekday: WEEKDAYS[lang][w]))
        elif one.open and one.start is not None and not any(o <= one.start and one.end <= c for o, c in one.open):
            hours = ", ".join("%s–%s" % (clock(o), clock(c)) for o, c in one.open)
            found.append(Finding("hours", day.number, one.what, clock(one.start), clock(one.end), hours))
    timed = [a for a in day.timed if a.kind != "stay"]
    if timed:
        length = max(a.ends for a in timed) - timed[0].begins
        if FULL_DAY < length <= 1440:
            found.append(Finding("full", day.number, lambda lang, n=length: span(n, lang)))
        if timed[0].start < LUNCH[0] and max(a.end for a in timed) > LUNCH[1] and not lunch(timed):
            found.append(Finding("lunch", day.number))
    return found


def lunch(timed):
    """A meal, or time for one, between half past eleven and two; on a train or a plane there is time too."""
    if any(a.kind in ("meal", "transport") and a.start < LUNCH[1] and a.end > LUNCH[0] for a in timed):
        return True
    free = LUNCH[0]
    for one in timed:
        if one.start - free >= MEAL and one.start > LUNCH[0]:
            return True
        free = max(free, one.end)
    return LUNCH[1] - free >= MEAL


def in_sequence(activities):
    """Over all days: overlaps, ways between, gaps by day and short nights. A stay may hold other activities."""
    found, last = [], None
    for one in sorted((a for a in activities if a.kind != "stay"), key=lambda a: (a.begins, a.ends)):
        if last is not None:
            between, day = one.begins - last.ends, one.day.number
            if between < 0:
                found.append(Finding("overlap", day, one.what, clock(one.start), last.what, clock(last.end)))
            elif one.travel and between < one.travel:
                found.append(Finding("travel", day, last.what, one.what, lambda lang, n=one.travel: span(n, lang),
                                     lambda lang, n=between: span(n, lang)))
            elif one.day is last.day:
                other = one.where and last.where and one.where != last.where
                if between == 0 and other and one.travel is None and "transport" not in (one.kind, last.kind):
                    found.append(Finding("no-travel", day, last.where, one.where))
                if between - (one.travel or 0) >= LONG_GAP:
                    found.append(Finding("gap", day, clock(last.end), clock(one.start)))
            elif (one.day.date - last.day.date).days == 1 and 0 <= between < SHORT_NIGHT and last.kind != "transport":
                found.append(Finding("night", day, lambda lang, n=between: span(n, lang), one.what))
        if last is None or one.ends > last.ends:
            last = one
    return found
