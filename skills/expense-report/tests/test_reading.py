"""Amounts, dates and currencies as people write them."""

import unittest
from datetime import date
from decimal import Decimal

import support  # noqa: F401  (puts the scripts on the path)
from expenselib import amounts, dates
from expenselib.categories import category_of, shown
from expenselib.currencies import currency_of


def money(text, mark="."):
    number, negative, word = amounts.split(text)
    return (-1 if negative else 1) * amounts.value(number, mark), word


class Amounts(unittest.TestCase):
    def test_every_way_of_writing(self):
        for text, expected in {
            "1234.5": "1234.5", "1,234.56": "1234.56", "1.234,56": "1234.56", "1 234,56": "1234.56", "1'234.50": "1234.50",
            "12,5": "12.5", "1,234": "1234", "1.234.567": "1234567", "0,125": "0.125", "１２．５０": "12.50", "(30.00)": "-30.00",
            "−30": "-30", "-1,000.00": "-1000.00", "30-": "-30", "1\u00a0000,00": "1000.00", "12": "12",
        }.items():
            self.assertEqual(Decimal(expected), money(text)[0], text)

    def test_one_mark_before_three_digits_is_open_only_after_one_to_three_digits(self):
        for number, mark in (("1234.567", "."), ("123.456", None), ("1234,567", ","), ("0.125", "."), ("1.23", "."), ("1.2345", ".")):
            self.assertEqual(mark, amounts.evidence(number), number)
        self.assertEqual(Decimal("1234.567"), amounts.value("1234.567", ","))

    def test_amounts_end_below_a_million_millions(self):
        self.assertEqual(Decimal("999999999999.99"), amounts.value("999999999999.99", "."))
        with self.assertRaisesRegex(ValueError, "too large"):
            amounts.value("1000000000000", ".")

    def test_what_stands_beside(self):
        for text, word in {"¥128": "¥", "￥128": "¥", "12.5元": "元", "US$ 20": "US$", "20 EUR": "EUR", "(US$20.00)": "US$", "-€5": "€"}.items():
            self.assertEqual(word, money(text)[1], text)

    def test_what_is_no_amount(self):
        for text in ("", "abc", "1+1", "12/3", "1,23,456.7", "12.34.56", "1234567890123456"):
            with self.assertRaises(ValueError, msg=text):
                money(text)

    def test_the_file_tells_the_decimal_mark(self):
        self.assertEqual((",", True), amounts.decimal_mark_of(["12,50", "1.234"]))
        self.assertEqual((".", True), amounts.decimal_mark_of(["12.50", "1,234"]))
        self.assertEqual((".", False), amounts.decimal_mark_of(["1,234", "2,000"]))
        self.assertEqual((None, True), amounts.decimal_mark_of(["12,50", "12.50", "1,234"]))
        self.assertEqual((None, True), amounts.decimal_mark_of(["10.005", "7"]))
        with self.assertRaisesRegex(ValueError, "--decimal"):
            money("1,234", None)


class Dates(unittest.TestCase):
    def test_every_way_of_writing(self):
        day = date(2027, 3, 15)
        for text in ("2027-03-15", "2027/3/15", "2027.3.15", "2027年3月15日", "２０２７年３月１５日", "20270315", "15.3.2027", "15/3/2027", "3/15/27",
                     "15 Mar 2027", "15-Mar-27", "March 15, 2027", "Mar 15th 2027", "2027-03-15 18:30:00", "2027-03-15T08:00:00Z",
                     "2027/3/15 8:05 PM", "2027-03-15 周一", "46461"):
            self.assertEqual(day, dates.read_date(text), text)

    def test_two_readings_are_settled_or_refused(self):
        self.assertEqual("dmy", dates.order_of(["3/4/2027", "15/4/2027"]))
        self.assertEqual("mdy", dates.order_of(["3/4/2027", "4/15/2027"]))
        self.assertEqual(None, dates.order_of(["3/4/2027", "15/4/2027", "4/15/2027"]))
        self.assertEqual(date(2027, 4, 3), dates.read_date("3/4/2027", "dmy"))
        self.assertEqual(date(2027, 3, 4), dates.read_date("3/4/2027", "mdy"))
        self.assertEqual(date(2027, 4, 4), dates.read_date("4/4/2027"))
        for text, why in {"3/4/2027": "--date-order", "2027-02-30": "not a day that exists", "3月5日": "no year", "9999-12-31": "mistyped", "1015/3/2": "mistyped", "soon": "YYYY-MM-DD"}.items():
            with self.assertRaisesRegex(ValueError, why, msg=text):
                dates.read_date(text)


class Words(unittest.TestCase):
    def test_currencies_are_never_guessed(self):
        for text, code in {"RMB": "CNY", "元": "CNY", "€": "EUR", "HK$": "HKD", "日元": "JPY", "sek": "SEK", "": None}.items():
            self.assertEqual(code, currency_of(text), text)
        self.assertEqual("JPY", currency_of("¥", "JPY"))
        for text in ("$", "¥", "coins"):
            with self.assertRaises(ValueError, msg=text):
                currency_of(text, "EUR")

    def test_categories_meet_in_both_languages(self):
        for text in ("Meals", "餐费", "lunch", "餐饮"):
            self.assertEqual("meals", category_of(text))
        self.assertEqual(("Lodging", "住宿"), (shown("lodging", "en"), shown("lodging", "zh")))
        self.assertEqual("Bee keeping", shown(category_of(" Bee keeping "), "zh"))


if __name__ == "__main__":
    unittest.main()
