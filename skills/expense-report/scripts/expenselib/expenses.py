"""Rows to expenses. A row that cannot be understood is an error with its line, never left out in silence."""

import re

from . import amounts, dates
from .categories import category_of
from .currencies import currency_of
from .table_file import read_table

FIELDS = {
    "date": ("date", "日期", "day", "消费日期", "发生日期", "费用日期", "交易日期", "时间", "交易时间", "消费时间", "expense date",
             "transaction date", "booking date", "datum", "fecha"),
    "amount": ("amount", "金额", "sum", "total", "price", "cost", "value", "消费金额", "报销金额", "费用", "总额", "价格", "betrag", "montant", "importe"),
    "currency": ("currency", "币种", "ccy", "货币", "币别", "währung", "devise", "moneda"),
    "category": ("category", "类别", "type", "分类", "类型", "费用类别", "费用类型", "科目", "expense type", "kategorie"),
    "description": ("description", "说明", "memo", "note", "notes", "details", "摘要", "备注", "用途", "事由", "事项", "内容", "merchant",
                    "vendor", "商户", "商家", "purpose", "beschreibung", "text"),
    "receipt": ("receipt", "发票", "票据", "凭证", "invoice", "发票号", "发票号码", "receipt no", "invoice no", "receipt number",
                "invoice number", "单据", "小票", "beleg"),
    "person": ("person", "报销人", "employee", "name", "姓名", "员工", "payer", "付款人", "claimant"),
}
TOTAL_ROW = re.compile(r"^(合计|总计|小计|共计|total|grand total|subtotal|sum|summe)\s*[:：]?$", re.I)
NO_RECEIPT = {"", "no", "n", "none", "missing", "lost", "无", "没有", "缺", "否", "-", "—", "x", "0", "false", "nein"}


class Expense:
    """`receipt` is None where the file has no such column; `converted` and `rate` are None until converted."""

    def __init__(self, source, line, day, amount, currency, category, description, receipt, person):
        self.source, self.line, self.day, self.amount, self.currency = source, line, day, amount, currency
        self.category, self.description, self.receipt, self.person = category, description, receipt, person
        self.converted = self.rate = None


class Problem:
    """A row that is not an expense. `row` is what was written, so that nothing is lost."""

    def __init__(self, source, line, message, row):
        self.source, self.line, self.message, self.row = source, line, message, row


class Read:
    """`notes` are (key of words.NOTES, values): decisions that the person should know of."""

    def __init__(self):
        self.expenses, self.problems, self.notes, self.chinese, self.has_receipts = [], [], [], False, True


def read_expenses(names, options):
    result = Read()
    for name in names:
        table = read_table(name, FIELDS, ("date", "amount"), options.encoding, options.columns)
        result.chinese |= table.chinese
        result.has_receipts &= "receipt" in table.columns
        read_rows(table, options, result, "" if len(names) == 1 else name)
    result.expenses.sort(key=lambda e: (e.day, e.source, e.line))
    return result


def read_rows(table, options, result, source):
    default = default_currency(table, options, result)
    date_order = options.date_order or dates.order_of(cell(table, cells, "date") for _, cells in table.rows)
    mark = {"comma": ",", "point": "."}.get(options.decimal)
    if mark is None:
        numbers = []
        for _, cells in table.rows:
            try:
                numbers.append(amounts.split(cell(table, cells, "amount"))[0])
            except ValueError:
                pass
        mark, told = amounts.decimal_mark_of(numbers)
        if not told and any(c in n for n in numbers for c in ",."):
            result.notes.append(("thousands", (table.name,)))
        if mark == "," and told:
            result.notes.append(("decimal-comma", (table.name,)))
    if table.encoding not in ("utf-8", "utf-16"):
        result.notes.append(("encoding", (table.name, table.encoding)))
    for line, cells in table.rows:
        if any(TOTAL_ROW.match(c) for c in cells) and not re.search(r"\d", cell(table, cells, "date")):
            result.notes.append(("total-row", (line,)))
            continue
        if len([c for c in cells[len(table.header):] if c]) > 0:
            message = "%d cells under a header of %d: a value holds the separator '%s'; put it in double quotes" % (
                len(cells), len(table.header), "tab" if table.delimiter == "\t" else table.delimiter)
            result.problems.append(Problem(source, line, message, " | ".join(cells)))
            continue
        faults = []
        day = attempt(faults, "date", lambda: dates.read_date(need(table, cells, "date"), date_order))
        money = attempt(faults, "amount", lambda: read_money(table, cells, default, mark))
        if faults:
            result.problems.append(Problem(source, line, "; ".join(faults), " | ".join(cells)))
            continue
        receipt = cell(table, cells, "receipt") if "receipt" in table.columns else None
        if receipt is not None and receipt.strip().casefold() in NO_RECEIPT:
            receipt = ""
        result.expenses.append(Expense(source, line, day, money[0], money[1], category_of(cell(table, cells, "category")),
                                       " ".join(cell(table, cells, "description").split()), receipt, cell(table, cells, "person")))


def default_currency(table, options, result):
    """What --currency says, else what the header says: `Amount (EUR)`, 金额(元). ¥ under a Chinese header is CNY."""
    if options.currency:
        return options.currency
    hint = table.hints.get("amount", "")
    if hint:
        try:
            return currency_of(hint, "CNY" if table.chinese else None)
        except ValueError:
            pass
    if table.chinese and any("¥" in amounts.cleaned(cell(table, cells, "amount")) for _, cells in table.rows):
        result.notes.append(("yuan", (table.name,)))
        return "CNY"
    return None


def read_money(table, cells, default, mark):
    number, negative, word = amounts.split(need(table, cells, "amount"))
    stated = cell(table, cells, "currency")
    code = currency_of(stated, default) if stated else None
    beside = currency_of(word, code or default) if word else None
    if code and beside and code != beside:
        raise ValueError("the amount says %s and the currency column %s" % (beside, code))
    currency = code or beside or default
    if currency is None:
        raise ValueError("no currency is given; say --currency CODE if all such rows have the same")
    result = amounts.value(number, mark)
    return (-result if negative else result), currency


def attempt(faults, field, work):
    try:
        return work()
    except ValueError as problem:
        faults.append("%s: %s" % (field, problem))
        return None


def need(table, cells, field):
    text = cell(table, cells, field)
    if not text:
        raise ValueError("missing")
    return text


def cell(table, cells, field):
    column = table.columns.get(field)
    return cells[column] if column is not None and column < len(cells) else ""
