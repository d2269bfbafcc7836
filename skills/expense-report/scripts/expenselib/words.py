"""Every word of the results, in both languages."""

WEEKDAYS = {"en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
            "zh": ("周一", "周二", "周三", "周四", "周五", "周六", "周日")}

WORDS = {
    "en": {
        "title": "Expense report", "period": "Period", "count": "%d expenses", "one": "1 expense", "by-person": "By person",
        "totals": "Totals", "currency": "Currency", "amount": "Amount", "rates": "Rates used (given, not looked up)",
        "rate": "1 %s = %s %s", "rate-many": "1 %s = %s to %s %s, by date", "converted": "In %s", "total-in": "**Total: %s**",
        "no-target": "Not converted: no target currency was given.", "by-category": "By category", "by-day": "By day",
        "by-week": "By week", "by-month": "By month", "category": "Category", "day": "Day", "share": "Share", "items": "Expenses",
        "date": "Date", "description": "Description", "receipt": "Receipt", "person": "Person", "line": "Line", "marks": "Look at",
        "findings": "To look at before handing in", "no-findings": "Nothing was found to look at.", "left-out": "Rows left out",
        "left-out-why": "These rows could not be understood and are **not** in any total.", "notes": "How the file was read",
        "missing": "missing", "files": "Files", "line-n": "line %s", "lines-n": "lines %s", "and": ", ", "of-all": " … (%d in all)", "more": "… and %d more, all of them in the report", "colon": ": ",
        "chart": "Expenses by category and by day", "over-day": "over the limit for a day", "unchecked-receipts": "Receipts were not checked: the file has no receipt column.",
        "rounded": "Each expense is converted and rounded for itself; the total is the sum of these.", "rate-col": "Rate", "source": "File",
        "checked": "Only checked, nothing written.", "chart-desc": "Bar charts: %s. The figures are in the report's tables.",
    },
    "zh": {
        "title": "费用报销单", "period": "期间", "count": "共 %d 笔", "one": "共 1 笔", "by-person": "按报销人",
        "totals": "合计", "currency": "币种", "amount": "金额", "rates": "所用汇率（由提供者给出，未联网查询）",
        "rate": "1 %s = %s %s", "rate-many": "1 %s = %s 至 %s %s，按日期", "converted": "折合 %s", "total-in": "**总计：%s**",
        "no-target": "未折算：没有给出目标币种。", "by-category": "按类别", "by-day": "按日", "by-week": "按周", "by-month": "按月",
        "category": "类别", "day": "日期", "share": "占比", "items": "明细", "date": "日期", "description": "说明", "receipt": "票据",
        "person": "报销人", "line": "行", "marks": "需核对", "findings": "提交前请核对", "no-findings": "没有发现需要核对的地方。",
        "left-out": "未计入的行", "left-out-why": "以下各行无法识别，**未计入**任何合计。", "notes": "文件的读取方式", "missing": "缺",
        "files": "文件", "line-n": "第 %s 行", "lines-n": "第 %s 行", "and": "、", "of-all": "……（共 %d 行）", "more": "……另有 %d 项，见报销单", "colon": "：", "chart": "费用：按类别与按日",
        "over-day": "超出每日限额", "unchecked-receipts": "未检查票据：文件中没有票据列。",
        "rounded": "每笔费用单独折算并四舍五入，总计为各笔之和。", "rate-col": "汇率", "source": "文件",
        "checked": "仅检查，未写入文件。", "chart-desc": "柱状图：%s。数字见报销单中的表格。",
    },
}

# kind: (English, Chinese). The lines come before the sentence.
FINDINGS = {
    "receipt": ("no receipt", "缺少票据"),
    "weekend": ("on a %s", "发生在%s"),
    "future": ("dated in the future", "日期在将来"),
    "period": ("outside the period", "不在报销期间内"),
    "refund": ("negative: a refund?", "金额为负：是否退款？"),
    "zero": ("amount is zero", "金额为零"),
    "category": ("no category", "没有类别"),
    "limit": ("over the limit of %s by %s", "超出限额 %s，超 %s"),
    "day-limit": ("%s: %s comes to %s, the limit for a day is %s", "%s：%s合计 %s，每日限额 %s"),
    "duplicate": ("the same day, amount and words: entered twice?", "日期、金额、说明相同：是否重复？"),
    "perhaps-duplicate": ("the same day, amount and category: two expenses or one?", "日期、金额、类别相同：是两笔还是一笔？"),
    "same-receipt": ("share the receipt number %s", "票据号 %s 相同"),
}

NOTES = {
    "thousands": ("%s: marks such as the one in 1,234 were read as thousands. If they are decimals, say --decimal.",
                  "%s：形如 1,234 的符号按千分位读取；若为小数点，请用 --decimal 说明。"),
    "decimal-comma": ("%s: the comma is the decimal mark.", "%s：逗号为小数点。"),
    "encoding": ("%s was read as %s.", "%s 按 %s 编码读取。"),
    "total-row": ("Line %d is a total row and was left out.", "第 %d 行是合计行，未计入。"),
    "yuan": ("%s: ¥ was read as CNY. If it is JPY, say --currency JPY.", "%s：¥ 按人民币（CNY）读取；若为日元，请用 --currency JPY。"),
}


def finding_words(finding, language):
    from .categories import shown
    values = list(finding.values)
    if finding.kind == "weekend":
        values = [WEEKDAYS[language][values[0]]]
    if finding.kind == "day-limit":
        values[1] = ("全部" if language == "zh" else "everything") if values[1] == "any" else shown(values[1], language)
    return FINDINGS[finding.kind][1 if language == "zh" else 0] % tuple(values)


def note_words(note, language):
    return NOTES[note[0]][1 if language == "zh" else 0] % note[1]


def lines_words(expenses, words, most=None):
    """`most` numbers and then how many there are in all."""
    numbers = sorted({e.line for e in expenses})
    shown = words["and"].join(map(str, numbers[:most])) + (words["of-all"] % len(numbers) if most and len(numbers) > most else "")
    sources = sorted({e.source for e in expenses if e.source})
    return words["line-n" if len(numbers) == 1 else "lines-n"] % shown + (" (%s)" % ", ".join(sources) if sources else "")
