"""The calendar file and the printable page."""

import os
import re
import unittest
from datetime import datetime, timezone
from html.parser import HTMLParser

from support import SkillTest

VOID = {"meta", "line", "br", "link", "img"}


def unfolded(text):
    return text.replace("\r\n ", "").split("\r\n")


class Balanced(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.tags, self.attributes = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag, tag


class Artifacts(SkillTest):
    def booked(self, *more, names=("Zhang San",), lang="en", origin="TFU", dest="MAD"):
        offer = next(o for o in self.found(origin, dest, "2027-02-10", *more) if o["itineraries"][0]["stops"])
        args = self.order(offer, *names)
        return self.ok("book_flight.py", *args, "--json", "--lang", lang).json

    def read(self, name, mode="r"):
        with open(os.path.join(self.out, name), mode, **({} if "b" in mode else {"encoding": "utf-8", "newline": ""})) as file:
            return file.read()

    def test_the_calendar_is_valid(self):
        for lang, extra in (("en", []), ("zh", ["--return", "2027-02-20"])):
            self.setUp()
            card = self.booked(*extra, lang=lang)
            raw = self.read(card["reference"] + ".ics", "rb")
            self.assertTrue(raw.endswith(b"END:VCALENDAR\r\n"))
            self.assertNotIn(b"\n", raw.replace(b"\r\n", b""))
            for line in raw.split(b"\r\n"):
                self.assertLessEqual(len(line), 75)
                line.decode("utf-8")  # folded between characters
            lines = unfolded(raw.decode())[:-1]
            self.assertEqual(["BEGIN:VCALENDAR", "VERSION:2.0"], lines[:2])
            stack = []
            for line in lines:
                self.assertRegex(line, r"^[A-Z-]+[:;]")
                name, _, value = line.partition(":")
                if name == "BEGIN":
                    stack.append(value)
                elif name == "END":
                    self.assertEqual(stack.pop(), value)
            self.assertEqual([], stack)
            segments = [s for way in card["offer"]["itineraries"] for s in way["segments"]]
            self.assertEqual(len(segments), lines.count("BEGIN:VEVENT"))
            self.assertNotIn("BEGIN:VTIMEZONE", lines)
            starts = [l[8:] for l in lines if l.startswith("DTSTART:")]
            ends = [l[6:] for l in lines if l.startswith("DTEND:")]
            utc = (lambda iso: datetime.fromisoformat(iso).astimezone(timezone.utc).strftime("%Y%m%dT%H%M%SZ"))
            self.assertEqual([utc(s["departs"]) for s in segments], starts)
            self.assertEqual([utc(s["arrives"]) for s in segments], ends)
            uids = [l for l in lines if l.startswith("UID:")]
            self.assertEqual(len(segments), len(set(uids)))
            for name in ("DTSTAMP:", "SUMMARY:", "LOCATION:", "STATUS:CONFIRMED"):
                self.assertEqual(len(segments), sum(l.startswith(name) for l in lines))

    def test_text_in_the_calendar_is_escaped(self):
        card = self.booked(names=("Zhang, San",))
        lines = unfolded(self.read(card["reference"] + ".ics"))
        description = next(l for l in lines if l.startswith("DESCRIPTION:Reference"))
        self.assertIn("Zhang\\, San", description)
        self.assertNotRegex(description.split(":", 1)[1], r"(?<!\\)[,;]")
        from flightlib.calendar_file import _escape, _fold
        self.assertEqual("a\\\\b\\;c\\,d\\ne", _escape("a\\b;c,d\ne"))
        for text in ("x" * 75, "x" * 76, "机" * 60, "x" * 74 + "票" * 3, "😀" * 40):
            folded = _fold("A:" + text)
            self.assertEqual("A:" + text, folded.replace("\r\n ", ""))
            self.assertTrue(all(len(part.encode()) <= 75 for part in folded.split("\r\n")))

    def test_a_cancelled_booking_cancels_its_events(self):
        card = self.booked()
        self.ok("manage_bookings.py", "cancel", card["reference"])
        lines = unfolded(self.read(card["reference"] + ".ics"))
        self.assertIn("METHOD:CANCEL", lines)
        self.assertIn("STATUS:CANCELLED", lines)
        self.assertIn("SEQUENCE:1", lines)
        self.assertIn("Cancelled", self.read(card["reference"] + ".html"))

    def test_the_page_stands_alone(self):
        for lang, words in (("en", ("Booking reference", "Passengers", "Sample flights", "Booked Sun 22 Nov 2026, 10:00", "1 checked bag of 23 kg")),
                            ("zh", ("订单号", "乘客", "示例航班", "预订于 2026年11月22日 周日 10:00", "托运 1 件，每件 23 公斤"))):
            self.setUp()
            card = self.booked("--return", "2027-02-20", lang=lang, names=("Zhang San",))
            page = self.read(card["reference"] + ".html")
            checker = Balanced()
            checker.feed(page)
            self.assertEqual([], checker.open)
            self.assertFalse({"script", "link", "img", "iframe", "form"} & set(checker.tags))
            self.assertFalse({"src", "href", "onclick"} & {name for name, _ in checker.attributes})
            self.assertIsNone(re.search(r"https?://|url\(|@import", page))
            self.assertIn("@media print", page)
            self.assertIn("prefers-color-scheme:dark", page)
            self.assertIn("<html lang=\"%s\">" % ("zh-CN" if lang == "zh" else "en"), page)
            for word in words + (card["reference"], "Zhang San"):
                self.assertIn(word, page)
            for way in card["offer"]["itineraries"]:
                for segment in way["segments"]:
                    self.assertIn(segment["flight"], page)
                    self.assertIn(segment["departs"][11:16], page)

    def test_text_on_the_page_is_escaped(self):
        offer = self.found("TFU", "MAD", "2027-02-10")[0]
        card = self.ok("book_flight.py", *self.order(offer, "O'Brien Sean"), "--json", "--contact", "a&b@example.com").json
        page = self.read(card["reference"] + ".html")
        self.assertIn("O&#x27;Brien Sean", page)
        self.assertIn("a&amp;b@example.com", page)


if __name__ == "__main__":
    unittest.main()
