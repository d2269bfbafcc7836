#!/usr/bin/env python3
"""Make an expense report from CSV files: a Markdown report, a clean CSV and a chart."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

import json  # noqa: E402
import os  # noqa: E402
from datetime import date  # noqa: E402

from expenselib import policy  # noqa: E402
from expenselib.amounts import parse_plain  # noqa: E402
from expenselib.chart import chart  # noqa: E402
from expenselib.clean_file import clean_file  # noqa: E402
from expenselib.command import BAD_ROWS, UNREADABLE, USAGE, Parser, SkillError, run, write  # noqa: E402
from expenselib.currencies import currency_of  # noqa: E402
from expenselib.expenses import FIELDS, read_expenses  # noqa: E402
from expenselib.rates import convert, read_rates  # noqa: E402
from expenselib.report import Report  # noqa: E402
from expenselib.totals import series  # noqa: E402
from expenselib.words import WORDS  # noqa: E402

MOST_SHOWN = 30  # rows with errors that are printed


def arguments():
    options = Parser(
        "make_report.py", "Read expenses from CSV files, check them, and write the report, a clean CSV and a chart to out/.",
        ["make_report.py work/expenses.csv --check", "make_report.py work/march.csv --to CNY --rates work/rates.csv --language zh",
         "make_report.py trip.csv --to EUR --rate USD=0.92 --rate \"100 JPY=0.61\" --limit meals=40 --day-limit any=250"],
        ["0 done; what to look at is in the report", "2 wrong usage", "3 a file cannot be read",
         "4 rows with errors; nothing was written", "5 a rate is missing; nothing was written", "6 the results cannot be written"])
    add = options.add_argument
    add("files", nargs="+", metavar="FILE", help="CSV with at least a date and an amount column, in English or Chinese")
    add("--check", action="store_true", help="read and check only; write nothing")
    add("--to", metavar="CODE", help="convert everything to this currency; needs the person's rates")
    add("--rates", metavar="FILE", help="CSV with currency and rate (1 unit in --to); optional: units, date, to")
    add("--rate", action="append", default=[], metavar="USD=7.12", help="one rate; also \"100 JPY=4.83\"; may be repeated")
    add("--currency", metavar="CODE", help="currency of rows that name none, and what ¥ or $ stand for")
    add("--limit", action="append", default=[], metavar="CAT=AMOUNT", help="point out expenses over it: meals=200, 餐饮=200, any=1000")
    add("--day-limit", action="append", default=[], metavar="CAT=AMOUNT", help="the same for the sum of a day")
    add("--receipt-over", metavar="AMOUNT", help="a receipt is needed only over this amount (default: always)")
    add("--from", dest="since", metavar="DATE", help="first day of the period, YYYY-MM-DD")
    add("--until", metavar="DATE", help="last day of the period")
    add("--date-order", choices=("dmy", "mdy"), help="how 03/04/2027 is meant, where the file does not tell")
    add("--decimal", choices=("point", "comma"), help="the decimal mark, where the file does not tell")
    add("--encoding", metavar="NAME", help="of the files, where it is not found out: gb18030, cp1252")
    add("--column", action="append", default=[], metavar="FIELD=NAME", help="a column with an unusual name: amount=Wert")
    add("--skip-bad-rows", action="store_true", help="leave rows with errors out; the report lists them")
    add("--title", metavar="TEXT", help="of the report")
    add("--name", default="expense-report", metavar="WORD", help="first part of the files' names (default expense-report)")
    add("--language", choices=("en", "zh"), help="of the results (default: that of the file's header)")
    add("--json", action="store_true", help="print the totals and findings as JSON")
    return understood(options.parse_args())


def understood(given):
    """Options as values. @raises SkillError"""
    def code(text, option):
        try:
            return currency_of(text, None) if text else None
        except ValueError as problem:
            raise SkillError(USAGE, "Invalid %s: %s" % (option, problem)) from None

    def day(text, option):
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            raise SkillError(USAGE, "Invalid %s '%s': not a date of the form YYYY-MM-DD" % (option, text[:40])) from None

    given.to, given.currency = code(given.to, "--to"), code(given.currency, "--currency")
    given.since, given.until = day(given.since, "--from"), day(given.until, "--until")
    if given.since and given.until and given.until < given.since:
        raise SkillError(USAGE, "--until %s is before --from %s" % (given.until, given.since))
    if (given.rates or given.rate) and not given.to:
        raise SkillError(USAGE, "Rates are given, but not what to convert to", "Add --to CODE, for example --to CNY.")
    if not given.name.replace("-", "").replace("_", "").isalnum():
        raise SkillError(USAGE, "Invalid --name '%s': letters, digits, - and _ only" % given.name[:40])
    given.columns = {}
    for pair in given.column:
        field, mark, name = pair.partition("=")
        if not mark or field not in FIELDS or not name:
            raise SkillError(USAGE, "Invalid --column '%s'" % pair[:40], "Write it as FIELD=NAME; fields: %s." % ", ".join(FIELDS))
        given.columns[field] = name
    return given


def limits(given, expenses):
    codes = {e.currency for e in expenses}
    given.limits = [policy.read_limit(text, "--limit", given.to, codes) for text in given.limit]
    given.day_limits = [policy.read_limit(text, "--day-limit", given.to, codes) for text in given.day_limit]
    if given.receipt_over is not None:
        try:
            parse_plain(given.receipt_over)
        except ValueError as problem:
            raise SkillError(USAGE, "Invalid --receipt-over: %s" % problem) from None
        given.receipt_over = policy.read_limit("any=" + given.receipt_over, "--receipt-over", given.to, codes)


def refuse_bad_rows(problems):
    shown = ["  %sline %d: %s" % (p.source and p.source + " ", p.line, p.message) for p in problems[:MOST_SHOWN]]
    if len(problems) > MOST_SHOWN:
        shown.append("  … and %d more" % (len(problems) - MOST_SHOWN))
    raise SkillError(BAD_ROWS, "%d row%s cannot be understood; nothing was written" % (len(problems), "" if len(problems) == 1 else "s"),
                     *(shown + ["Show these to the person and correct them, or leave them out with --skip-bad-rows (the report lists them)."]))


def main():
    given = arguments()
    read = read_expenses(given.files, given)
    language = given.language or ("zh" if read.chinese else "en")
    if read.problems and not given.skip_bad_rows:
        refuse_bad_rows(read.problems)
    if not read.expenses:
        raise SkillError(UNREADABLE, "There are no expenses in %s" % ", ".join(given.files),
                         "Only the header was found." if not read.problems else "Every row has an error; run it without --skip-bad-rows to see them.")
    rates = read_rates(given.to, given.rates, given.rate, given.encoding) if given.to else None
    if rates:
        convert(read.expenses, rates)
    limits(given, read.expenses)
    findings = policy.check(read.expenses, given, given.to, read.has_receipts, policy.today_from(os.environ.get("SKILLDECK_NOW")))
    files = []
    report = Report(read, findings, rates, given.title, language, [] if given.check else [given.name + ".svg"])
    if not given.check:
        words = WORDS[language]
        files = write([(given.name + ".md", report.markdown()),
                       (given.name + ".csv", clean_file(read.expenses, given.to, language)),
                       (given.name + ".svg", chart(series(read.expenses, given.to), report.title, words, language))])
    if given.json:
        print(json.dumps(report.as_json(files), ensure_ascii=False, indent=1))
    else:
        print(report.summary())
        print("\n" + (WORDS[language]["files"] + WORDS[language]["colon"] + ", ".join(files) if files else WORDS[language]["checked"]))


if __name__ == "__main__":
    run(main)
