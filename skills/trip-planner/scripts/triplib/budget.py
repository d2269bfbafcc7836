"""A total, less what is fixed already, in shares for the rest: by category, by day and for each person."""

from .money import money, share_out, step
from .text import cell, table

CATEGORIES = {"transport": ("Getting there", "往返交通"), "stay": ("Nights", "住宿"), "food": ("Food", "餐饮"), "local": ("Getting around", "市内交通"),
              "activities": ("Tickets and activities", "门票与活动"), "shopping": ("Shopping", "购物"), "reserve": ("Reserve", "备用金")}
SYNONYMS = {"flights": "transport", "flight": "transport", "train": "transport", "机票": "transport", "火车": "transport", "高铁": "transport",
            "hotel": "stay", "hotels": "stay", "lodging": "stay", "酒店": "stay", "meals": "food", "吃饭": "food", "tickets": "activities", "门票": "activities",
            "insurance": "reserve", "保险": "reserve", "交通": "transport"}
# Shares of a whole trip: a rule of thumb to start from, which the person changes. See references/budget.md.
STYLES = {"frugal": {"transport": 30, "stay": 25, "food": 20, "local": 8, "activities": 7, "shopping": 2, "reserve": 8},
          "middle": {"transport": 28, "stay": 30, "food": 18, "local": 6, "activities": 8, "shopping": 4, "reserve": 6},
          "comfort": {"transport": 28, "stay": 36, "food": 16, "local": 5, "activities": 7, "shopping": 4, "reserve": 4}}
ONCE = ("transport", "reserve", "shopping")  # not spread over the days

WORDS = {
    "en": {"title": "Travel budget", "category": "For", "fixed": "fixed", "amount": "Amount", "each": "Each person", "day": "A day", "night": "a night",
           "total": "Total", "left": "Left to share out: %s", "head": "%s for %d days, %d people", "note": "The shares are a rule of thumb. Fixed amounts are the person's own."},
    "zh": {"title": "旅行预算", "category": "用途", "fixed": "已定", "amount": "金额", "each": "每人", "day": "每天", "night": "每晚",
           "total": "合计", "left": "可分配：%s", "head": "%s，%d 天，%d 人", "note": "比例仅为经验参考；“已定”为已知金额。"},
}


def category_of(text):
    """A category's id, or None."""
    plain = text.strip().casefold()
    names = {n.casefold(): key for key, both in CATEGORIES.items() for n in (key,) + both}
    return names.get(plain) or SYNONYMS.get(plain)


def shares(total, fixed, style, currency):
    """{category: amount}, adding up to the total exactly. What is fixed stays; the rest is shared by the style's weights."""
    weights = {key: w for key, w in STYLES[style].items() if key not in fixed}
    rest = total - sum(fixed.values())
    parts = share_out(rest, list(weights.values()), step(currency)) if weights else []
    amounts = dict(zip(weights, parts))
    return {key: fixed.get(key, amounts.get(key)) for key in CATEGORIES}


def markdown(total, fixed, amounts, days, people, currency, language):
    w, zh = WORDS[language], language == "zh"
    rows = []
    for key, amount in amounts.items():
        per_day = ""
        if key == "stay" and days > 1:
            per_day = "%s %s" % (money(amount / (days - 1)), w["night"])
        elif key not in ONCE:
            per_day = money(amount / days)
        rows.append([CATEGORIES[key][zh] + (" (%s)" % w["fixed"] if key in fixed and not zh else "（%s）" % w["fixed"] if key in fixed else ""),
                     money(amount, currency), money(amount / people, currency), per_day])
    rows.append(["**%s**" % w["total"], "**%s**" % money(total, currency), "**%s**" % money(total / people, currency), ""])
    return "\n\n".join(["# " + w["title"], w["head"] % (money(total, currency), days, people), w["left"] % money(total - sum(fixed.values()), currency),
                        table([w["category"], w["amount"], w["each"], w["day"]], rows, (1, 2, 3)), w["note"]]) + "\n"


def settlement_markdown(people, paid, due, moves, currency, title, language):
    words = {"en": ("Who owes whom", "Person", "Paid", "Share", "Balance", "Nobody owes anything.", "%s pays %s %s"),
             "zh": ("费用分摊", "姓名", "已付", "应付", "差额", "互不相欠。", "%s 付给 %s %s")}[language]
    rows = [[cell(p), money(paid[p], currency), money(due[p], currency), money(paid[p] - due[p], currency)] for p in people]
    lines = ["- " + words[6] % (cell(a), cell(b), "**%s**" % money(amount, currency)) for a, b, amount in moves]
    return "\n\n".join(["# " + cell(title or words[0]), table(list(words[1:5]), rows, (1, 2, 3)), "\n".join(lines) or words[5]]) + "\n"
