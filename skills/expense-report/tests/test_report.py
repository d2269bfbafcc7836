"""The script as a command: messy files, rows with errors, conversion, checks, results."""

import json
import os
import unittest
import xml.etree.ElementTree as ElementTree
from datetime import date
from decimal import Decimal
from types import SimpleNamespace

from support import SCRIPTS, SkillTest
from expenselib.rates import Rates, convert, read_rates

CHINESE = """2027年3月费用,,,,,
日期;金额(元);币种;类别;说明;发票号
2027/3/1;1.234,50;;住宿;如家酒店;0123456
2027年3月2日;45,00;CNY;餐费;午餐 | <b>;
2027-03-06;¥88,00;;打车;机场;有
2027-03-06;88,00;;打车;机场;有
15/3/2027;12.000;JPY;餐饮;"寿司
两位";8888
合计;13455,5;;;;
"""
ENGLISH = "Date\tAmount\tCurrency\tCategory\tMerchant\n2027-03-01\t10.0050\tUSD\tmeals\t=Cafe\n2027-03-02\t-4\tEUR\ttaxi\tRefund\n"


class Reading(SkillTest):
    def test_one_messy_file_in_every_encoding(self):
        for encoding in ("utf-8", "utf-8-sig", "utf-16", "gb18030"):
            name = self.put("费用.csv", CHINESE, encoding)
            data = json.loads(self.ok(name, "--check", "--json").out)
            self.assertEqual({"CNY": "1455.50", "JPY": "12000"}, data["totals"], encoding)
            self.assertEqual(("费用报销单", 5, [], "2027-03-15"), (data["title"], data["expenses"], data["files"], data["until"]))

    def test_lines_are_those_of_the_file(self):
        data = json.loads(self.ok(self.put("a.csv", CHINESE), "--check", "--json").out)
        self.assertIn({"kind": "receipt", "lines": [4], "text": "缺少票据"}, data["findings"])
        self.assertIn("第 9 行是合计行，未计入。", data["notes"])

    def test_separators_and_tabs(self):
        for separator in ",;\t|":
            text = "amount%sdate\n12.50 EUR%s2027-03-01\n" % (separator, separator)
            self.assertEqual({"EUR": "12.50"}, json.loads(self.ok(self.put("s.csv", text), "--check", "--json").out)["totals"])

    def test_rows_with_errors_are_told_by_line_and_nothing_is_written(self):
        name = self.put("bad.csv", "date,amount,currency\n2027-03-01,5,EUR\n2027-02-30,x,EUR\n3/4/2027,1,$\n2027-03-02,1,2,EUR\n2027-03-03,,EUR\n")
        ran = self.fails(4, "4 rows cannot be understood; nothing was written", name)
        self.assertEqual([
            "  line 3: date: '2027-02-30' is not a day that exists; amount: 'x' is no amount",
            "  line 4: date: '3/4/2027' may be day/month or month/day; say --date-order dmy or mdy; amount: '$' could be USD or AUD or "
            "CAD or HKD or SGD or NZD or TWD; say which with --currency",
            "  line 5: 4 cells under a header of 3: a value holds the separator ','; put it in double quotes",
            "  line 6: amount: missing",
        ], ran.err.split("\n")[1:5])
        self.assertIn("--skip-bad-rows", ran.err)

    def test_skipped_rows_are_listed_and_in_no_total(self):
        name = self.put("bad.csv", "date,amount,currency\n2027-03-01,5,EUR\nsoon,7,EUR\n")
        self.assertIn("Rows left out: line 3", self.ok(name, "--skip-bad-rows").out)
        report = self.output("expense-report.md")
        self.assertIn("**Total: 5.00 EUR**", report)
        self.assertIn("- line 3: date: 'soon' is not a date; write it as YYYY-MM-DD — soon \\| 7 \\| EUR", report)

    def test_files_that_cannot_be_read(self):
        self.fails(3, "There is no file 'gone.csv'", "gone.csv")
        self.fails(3, "'e.csv' is empty", self.put("e.csv", "\n \n"))
        self.assertIn("CSV UTF-8", self.fails(3, "'x.xlsx' is an Excel workbook, not a CSV file", self.put("x.xlsx", b"PK\x03\x04rest")).err)
        self.assertIn("--column date=NAME", self.fails(3, "No header with the columns date and amount was found in 'h.csv'",
                                                       self.put("h.csv", "when,how much\n1,2\n")).err)
        self.fails(3, "There are no expenses in o.csv", self.put("o.csv", "date,amount\n"))
        self.ok(self.put("h.csv", "when,how much,ccy\n2027-03-01,2,EUR\n"), "--column", "date=when", "--column", "amount=How Much", "--check")


class Converting(SkillTest):
    def test_rates_are_never_invented(self):
        name = self.put("e.csv", ENGLISH)
        ran = self.fails(5, "No rate to CNY for EUR (1 expense from 2027-03-02 on)", name, "--to", "CNY", "--rate", "USD=7")
        self.assertIn("--rate EUR=RATE", ran.err)
        self.assertIn("Not converted", self.ok(name).out)

    def test_each_expense_is_rounded_and_the_total_is_their_sum(self):
        data = json.loads(self.ok(self.put("e.csv", ENGLISH), "--to", "USD", "--rate", "EUR=1.1", "--json").out)
        self.assertEqual({"currency": "USD", "total": "5.61", "rates": ["1 EUR = 1.1 USD"]}, data["converted"])

    def test_a_file_of_rates_by_date_and_for_a_hundred_units(self):
        name = self.put("e.csv", "date,amount,currency\n2027-03-01,100,USD\n2027-03-20,100,USD\n2027-03-20,1000,JPY\n")
        rates = self.put("r.csv", "币种;单位;汇率;日期\nUSD;1;7,10;\nUSD;1;7,20;2027-03-15\n日元;100;4,830;\n")
        data = json.loads(self.ok(name, "--to", "人民币", "--rates", rates, "--json").out)
        self.assertEqual("1478.30", data["converted"]["total"])
        self.assertEqual(["1 JPY = 0.0483 CNY", "1 USD = 7.1 to 7.2 CNY, by date"], data["converted"]["rates"])

    def rate_on(self, day, *known):
        rates = Rates("CNY")
        for rate, since in known:
            rates.add("USD", Decimal(rate), since and date.fromisoformat(since))
        return rates.rate("USD", date.fromisoformat(day))

    def test_a_dated_rate_holds_from_its_own_day_on(self):
        known = (("7.20", "2027-03-15"), ("7.10", None), ("7.30", "2027-04-01"))
        self.assertEqual([Decimal("7.10"), Decimal("7.20"), Decimal("7.20"), Decimal("7.30")],
                         [self.rate_on(day, *known) for day in ("2027-03-14", "2027-03-15", "2027-03-31", "2027-04-01")])
        self.assertIsNone(self.rate_on("2027-03-14", known[0]))

    def test_of_two_rates_for_one_day_the_last_given_holds_dated_or_not(self):
        for since in (None, "2027-03-01"):
            self.assertEqual(Decimal("7.2"), self.rate_on("2027-03-01", ("7.1", since), ("7.2", since)))

    def test_half_a_cent_is_rounded_up_and_yen_have_no_cents(self):
        for target, amount, expected in (("CNY", "0.125", "0.13"), ("CNY", "0.124", "0.12"), ("CNY", "-0.125", "-0.13"), ("JPY", "2.5", "3"),
                                         ("KWD", "0.0005", "0.001")):
            expense = SimpleNamespace(currency="USD", amount=Decimal(amount), day=date(2027, 3, 1))
            rates = Rates(target)
            rates.add("USD", Decimal(1))
            convert([expense], rates)
            self.assertEqual(Decimal(expected), expense.converted, (target, amount))

    def test_a_rate_for_a_hundred_units_is_divided_by_them(self):
        rates = read_rates("CNY", None, ["100 JPY=4.83", "USD=7,123"])
        self.assertEqual([Decimal("0.0483"), Decimal("7.123")], [rates.rate(code, date(2027, 3, 1)) for code in ("JPY", "USD")])

    def test_rates_for_another_target_are_passed_over(self):
        name = self.put("e.csv", "date,amount,currency\n2027-03-01,100,USD\n")
        rates = self.put("r.csv", "currency,rate,to\nUSD,7.1,CNY\nUSD,0.9,EUR\n")
        self.assertEqual("710.00", json.loads(self.ok(name, "--to", "CNY", "--rates", rates, "--json").out)["converted"]["total"])

    def test_wrong_usage(self):
        name = self.put("e.csv", ENGLISH)
        self.fails(2, "Rates are given, but not what to convert to", name, "--rate", "EUR=1")
        self.fails(2, "Invalid --rate 'EUR'", name, "--to", "USD", "--rate", "EUR")
        self.fails(2, "--rate EUR=0: a rate is more than zero", name, "--to", "USD", "--rate", "EUR=0")
        self.fails(2, "--limit 'meals=10' names no currency, and the expenses have several", name, "--limit", "meals=10")
        self.fails(2, "Invalid --name '../x': letters, digits, - and _ only", name, "--name", "../x")
        self.fails(2, "Invalid --column 'x=y'", name, "--column", "x=y")
        self.fails(2, "Unrecognized arguments: --bogus", name, "--bogus")


class Checks(SkillTest):
    def kinds(self, text, *args):
        data = json.loads(self.ok(self.put("c.csv", text), "--check", "--json", *args).out)
        return [(f["kind"], f["lines"]) for f in data["findings"]]

    def test_every_check(self):
        head = "date,amount,currency,category,description,receipt\n"
        rows = [  # 2027-03-01 is a Monday
            "2027-03-01,60,EUR,meals,lunch,A1001", "2027-03-01,60,EUR,meals,Lunch,A1002", "2027-03-02,60,EUR,meals,dinner,",
            "2027-03-02,60,EUR,meals,supper,A1001", "2027-03-06,5,EUR,taxi,t,B22222", "2027-05-03,5,EUR,taxi,t,B22223",
            "2027-03-03,-5,EUR,taxi,t,", "2027-03-04,0,EUR,,t,B22224"]
        self.assertEqual([
            ("limit", [2, 3, 4, 5]), ("receipt", [4]), ("refund", [8]), ("zero", [9]), ("category", [9]), ("weekend", [6]),
            ("future", [7]), ("period", [7]), ("duplicate", [2, 3]), ("perhaps-duplicate", [4, 5]), ("same-receipt", [2, 5]),
            ("day-limit", [2, 3]), ("day-limit", [4, 5])],
            self.kinds(head + "\n".join(rows), "--limit", "餐饮=50", "--day-limit", "any=100", "--from", "2027-03-01", "--until", "2027-03-31"))

    def test_small_amounts_may_need_no_receipt(self):
        text = "date,amount,currency,category,receipt\n2027-03-01,49,EUR,meals,\n2027-03-02,51,EUR,meals,无\n"
        self.assertEqual([("receipt", [3])], self.kinds(text, "--receipt-over", "50"))

    def test_an_amount_exactly_at_a_limit_is_within_it(self):
        head = "date,amount,currency,category,receipt\n"
        for amount, expected in (("50.00", []), ("50.01", [("receipt", [2]), ("limit", [2]), ("day-limit", [2])])):
            self.assertEqual(expected, self.kinds(head + "2027-03-01,%s,EUR,meals,\n" % amount, "--limit", "meals=50", "--day-limit", "any=50",
                                                  "--receipt-over", "50"))

    def test_the_first_and_the_last_day_of_the_period_and_today_are_within(self):
        rows = ["2027-03-30", "2027-03-31", "2027-04-01", "2027-04-02"]  # Tuesday to Friday; today is 2027-04-01
        self.assertEqual([("period", [2, 5]), ("future", [5])], self.kinds(
            "date,amount,currency,category\n" + "".join("%s,%d,EUR,meals\n" % (day, n + 1) for n, day in enumerate(rows)),
            "--from", "2027-03-31", "--until", "2027-04-01"))

    def test_two_people_may_both_eat(self):
        self.assertEqual([], self.kinds("date,amount,currency,category,person\n2027-03-01,9,EUR,meals,Ann\n2027-03-01,9,EUR,meals,Bo\n"))


class Results(SkillTest):
    def test_the_three_files_in_both_languages(self):
        name = self.put("a.csv", CHINESE)
        out = self.ok(name, "--to", "CNY", "--rate", "100 JPY=4.83").out
        self.assertTrue(out.endswith("文件：out/expense-report.md, out/expense-report.csv, out/expense-report.svg\n"), out)
        self.assertEqual(["expense-report.csv", "expense-report.md", "expense-report.svg"], self.outputs())
        report = self.output("expense-report.md")
        for part in ("# 费用报销单", "**总计：2,035.10 CNY**", "| 住宿 | 1,234.50 | 60.7 % |", "午餐 \\| &lt;b>", "1 JPY = 0.0483 CNY"):
            self.assertIn(part, report)
        english = self.ok(name, "--language", "en", "--name", "march").out
        self.assertIn("Expense report\n\nPeriod: 2027-03-01 – 2027-03-15 · 5 expenses", english)
        self.assertIn("| Meals | 45.00 | 3.1 % |", self.output("march.md"))

    def test_the_clean_file_reads_back_to_the_same_totals(self):
        self.ok(self.put("a.csv", CHINESE), "--to", "CNY", "--rate", "100 JPY=4.83")
        clean = self.output("expense-report.csv")
        self.assertTrue(clean.startswith("\ufeff日期,金额,币种,类别,说明,票据,报销人,折算金额,折算币种,汇率,原行号\r\n2027-03-01,1234.50,CNY,住宿,"))
        again = json.loads(self.ok("expense-report.csv", "--check", "--json").out)
        self.assertEqual({"CNY": "1455.50", "JPY": "12000"}, again["totals"])
        self.ok(self.put("e.csv", ENGLISH))
        self.assertIn("2027-03-01,10.0050,USD,Meals,'=Cafe,", self.output("expense-report.csv"), "no formula reaches a spreadsheet")

    def test_the_chart_is_svg_with_a_title_labels_and_both_grounds(self):
        self.ok(self.put("e.csv", ENGLISH.replace("=Cafe", "A & B")), "--title", "A & B <i>")
        text = self.output("expense-report.svg")
        root = ElementTree.fromstring(text)
        words = [node.text for node in root.iter() if node.tag.endswith("}text")]
        self.assertEqual("A & B <i>", root.find("{http://www.w3.org/2000/svg}title").text)
        for word in ("By category (EUR)", "By day (USD)", "Transport", "-4.00", "03-01"):
            self.assertIn(word, words)
        self.assertIn("prefers-color-scheme:dark", text)
        self.assertNotIn("http", text.replace("http://www.w3.org/2000/svg", ""))

    def test_long_spans_are_drawn_by_week_or_month(self):
        for last, head in (("2027-03-31", "By day (EUR)"), ("2027-06-30", "By week (EUR)"), ("2028-06-30", "By month (EUR)")):
            self.ok(self.put("w.csv", "date,amount,currency\n2027-03-01,5,EUR\n%s,7,EUR\n" % last))
            self.assertIn(head, self.output("expense-report.svg"))

    def test_what_is_printed_stays_short(self):
        rows = ["2027-03-06,%d,EUR,meals" % i for i in range(1, 400)] + ["2027-03-01,%d,EUR,meals" % (i // 2) for i in range(2, 100)]
        out = self.ok(self.put("long.csv", "date,amount,currency,category\n" + "\n".join(rows))).out
        self.assertLess(len(out), 4000)
        self.assertIn("lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 … (399 in all): on a Saturday", out)
        self.assertIn("- … and 25 more, all of them in the report", out)
        self.assertIn("399, 400: on a Saturday", self.output("expense-report.md"))

    def test_help(self):
        for name in os.listdir(SCRIPTS):
            if name.endswith(".py"):
                out = self.ok("--help").out
                self.assertIn("examples:", out)
                self.assertIn("exit status:", out)


if __name__ == "__main__":
    unittest.main()
