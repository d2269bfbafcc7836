"""Plans: their faults, their checks, the itinerary and the calendar."""

import json
import unittest
from datetime import date

from support import SkillTest
from triplib.checks import check
from triplib.trip import read_trip

TODAY = date(2027, 3, 1)


def plan(*days, **more):
    return dict({"title": "T", "days": list(days)}, **more)


def day(when, *activities, **more):
    return dict({"date": when, "activities": list(activities)}, **more)


def act(what, start, end, **more):
    return dict({"what": what, "start": start, "end": end}, **more)


def kinds(*days, **more):
    return [(f.kind, f.day) for f in check(read_trip(plan(*days, **more)), TODAY)]


FRIDAY, SATURDAY, MONDAY = "2027-04-02", "2027-04-03", "2027-04-05"


class Checks(unittest.TestCase):
    def test_a_good_day_has_no_findings(self):
        self.assertEqual([], kinds(day(FRIDAY, act("museum", "09:00", "11:30", open="09:00-17:00", closed="Mon", where="A"),
                                       act("lunch", "11:45", "12:45", kind="meal"), act("park", "14:00", "16:00", travel_minutes=30, where="B"))))

    def test_problems(self):
        for expected, activities in (
                ("overlap", [act("a", "09:00", "10:00"), act("b", "09:59", "10:30")]),
                ("travel", [act("a", "09:00", "10:00"), act("b", "10:20", "10:30", travel_minutes=30)]),
                ("closed", [act("a", "09:00", "10:00", closed=["周五"])]),
                ("hours", [act("a", "08:59", "10:00", open="09:00-12:00, 14:00-18:00")]),
                ("hours", [act("a", "11:00", "12:30", open=["09:00-12:00", "14:00-18:00"])])):
            self.assertEqual([(expected, 1)], kinds(day(FRIDAY, *activities)), expected)

    def test_exactly_enough_time_is_enough(self):
        self.assertEqual([], kinds(day(FRIDAY, act("a", "09:00", "10:00"), act("b", "10:30", "11:00", travel_minutes=30))))
        self.assertEqual([], kinds(day(FRIDAY, act("a", "09:00", "10:00"), act("b", "10:00", "11:00"))))
        self.assertEqual([], kinds(day(FRIDAY, act("a", "09:00", "12:00", open="09:00-12:00"))))
        self.assertEqual([], kinds(day(FRIDAY, act("a", "07:00", "10:00"), act("b", "12:10", "19:00"))), "12 hours, with 40 minutes for lunch")

    def test_an_overlap_is_found_behind_a_short_activity_inside_a_long_one(self):
        self.assertEqual([("overlap", 1), ("overlap", 1)], kinds(day(FRIDAY, act("tour", "09:00", "12:00"), act("call", "10:00", "10:30"),
                                                                     act("visit", "11:00", "13:00"))))

    def test_gaps_and_nights_at_their_limits(self):
        for minutes, expected in ((0, [("gap", 1)]), (-1, [])):
            self.assertEqual(expected, kinds(day(FRIDAY, act("a", "08:00", "10:00"), act("b", "%02d:%02d" % divmod(13 * 60 + minutes, 60), "14:00"))))
        for start, expected in (("07:00", []), ("06:59", [("night", 2)])):
            self.assertEqual(expected, kinds(day(FRIDAY, act("a", "21:00", "23:00")), day(SATURDAY, act("b", start, "09:00"))))

    def test_doors_that_are_open_past_midnight(self):
        self.assertEqual([], kinds(day(FRIDAY, act("bar", "23:00", "01:30+1", open="20:00-02:00"))))

    def test_over_midnight_and_across_zones(self):
        night = day(FRIDAY, act("bar", "22:00", "02:00+1"))
        self.assertEqual([("overlap", 2), ], kinds(night, day(SATURDAY, act("walk", "01:00", "03:00"))))
        self.assertEqual([("night", 2)], kinds(night, day(SATURDAY, act("walk", "09:00", "10:00"))))
        flight = act("flight", "13:00", "14:00", kind="transport", end_timezone="+00:00")  # 9 hours, by the clock one
        self.assertEqual([], kinds(day(FRIDAY, flight, act("walk", "14:30", "15:00"), timezone="+00:00")))
        self.assertEqual([("overlap", 1)], kinds(day(FRIDAY, dict(flight, end_timezone="-03:00"), act("walk", "14:30", "15:00")), timezone="Z"))

    def test_notices(self):
        for expected, days in (
                ([("gap", 1)], [day(FRIDAY, act("a", "08:00", "09:00"), act("b", "14:00", "15:00"))]),
                ([("no-travel", 1)], [day(FRIDAY, act("a", "09:00", "10:00", where="A"), act("b", "10:00", "11:00", where="B"))]),
                ([("full", 1)], [day(FRIDAY, act("a", "08:00", "12:00"), act("b", "13:00", "16:00"), act("c", "18:00", "20:01"))]),
                ([("lunch", 1)], [day(FRIDAY, act("a", "09:00", "11:50"), act("b", "12:00", "14:30"))]),
                ([("missing-day", 1), ("missing-day", 1)], [day(MONDAY, {"what": "x"}), day(FRIDAY, {"what": "x"})]),
                ([("empty", 1)], [day(FRIDAY)]), ([("past", 1)], [day("2027-02-28", {"what": "x"})])):
            self.assertEqual(expected, kinds(*days))

    def test_a_stay_may_last_over_everything(self):
        self.assertEqual([], kinds(day(FRIDAY, act("hotel", "08:00", "10:00+1", kind="stay"), act("a", "09:00", "10:00"))))


class Faults(SkillTest):
    def test_all_are_told_at_once_with_their_place(self):
        bad = plan({"date": "2027-02-30", "activities": []}, day(FRIDAY, act("late", "10:00", "09:00"), {"wat": 1}, act("x", "25:00", "26:00")),
                   day(FRIDAY, act("y", "9:00", "10:00", cost=-1, kind="fun", closed="Someday"), {"what": "z", "end": "10:00"}),
                   people=0, currency="Yuan", timezone="Asia/Tokyo")
        ran = self.fails(3, "The plan has 14 faults", "make_itinerary.py", json.dumps(bad))
        for part in ("plan: 'people' must be a whole number from 1 to 100", "plan: 'currency': 'Yuan' is no currency; write its code, such as CNY",
                     "plan: 'timezone': 'Asia/Tokyo' is not an offset such as +09:00.", "day 1: 'date' '2027-02-30' is not a day",
                     "day 2, activity 1 (late): it ends at 09:00, not after its start at 10:00; write the next day as \"01:30+1\"",
                     "day 2, activity 2: unknown field 'wat'; is it 'what'?", "day 2, activity 3 (x): 'start': '25:00' is not a time",
                     "day 3: 2027-04-02 is day 2 already", "day 3, activity 1 (y): 'cost': -1 is no amount", "'closed' 'Someday' is no weekday",
                     "day 3, activity 2 (z): it has an 'end' and no 'start'"):
            self.assertIn(part, ran.err)

    def test_plans_that_are_none(self):
        self.assertIn("double quotes", self.fails(3, "The plan on the command line is not JSON: Expecting property name enclosed in "
                                                     "double quotes: line 1 column 2 (char 1)", "make_itinerary.py", "{'title': 1}").err)
        self.fails(3, "Standard input is not a JSON object", "make_itinerary.py", "-", stdin="[]")
        self.fails(3, "There is no file 'gone.json'", "make_itinerary.py", "gone.json")
        self.fails(2, "Invalid --name '../x': letters, digits, - and _ only", "make_itinerary.py", "{}", "--name", "../x")
        far = plan(day(FRIDAY), day("2072-04-02"))
        self.assertIn("is a year mistyped?", self.fails(3, "The plan has 1 fault", "make_itinerary.py", json.dumps(far)).err)
        self.fails(3, "The plan has 1 fault", "make_itinerary.py", json.dumps(plan(day("9999-12-31"))))
        some = plan(day(FRIDAY, act("a", "09:00", "10:00"), timezone="+01:00"), day(SATURDAY, act("a", "09:00", "10:00")))
        self.assertIn("some days have a 'timezone' and others none", self.fails(3, "The plan has 1 fault", "make_itinerary.py", json.dumps(some)).err)


class Results(SkillTest):
    TRIP = plan(day(FRIDAY, act("清水寺 | <b>", "09:00", "11:00", where="東山; 区, 清水", cost=800, open="06:00-18:00"), {"what": "买明信片"}, title="东山"),
                day(SATURDAY, act("回程", "22:00", "01:30+1", kind="transport", booked="KX1", note="x" * 90)), title="京都三日", people=2, currency="JPY")

    def test_the_itinerary_in_both_languages(self):
        self.put("trip.json", "\ufeff" + json.dumps(self.TRIP, ensure_ascii=False))
        out = self.ok("make_itinerary.py", "trip.json").out
        self.assertTrue(out.endswith("没有发现问题。\n\n文件：out/itinerary.md, out/itinerary.ics\n"), out)
        text = self.output("itinerary.md")
        for part in ("# 京都三日\n\n2027年4月2日 周五 – 2027年4月3日 周六 · 2 人", "## 第 1 天 · 2027年4月2日 周五 · 东山", "| 随时 | 买明信片 |",
                     "| 09:00–11:00 | 清水寺 \\| &lt;b> | 東山; 区, 清水 | 开放 06:00–18:00；费用 800 JPY |", "| 人均（2 人） | 400 JPY |", "已预订 KX1"):
            self.assertIn(part, text)
        self.ok("make_itinerary.py", "trip.json", "--language", "en", "--name", "kyoto")
        self.assertIn("## Day 2 · Sat 3 Apr 2027\n\n| Time |", self.output("kyoto.md"))

    def test_the_calendar(self):
        self.ok("make_itinerary.py", json.dumps(self.TRIP))
        text = self.output("itinerary.ics")
        self.assertEqual([], [line for line in text.split("\r\n") if len(line.encode()) > 75])
        self.assertEqual(text.count("\n"), text.count("\r\n"))
        whole = text.replace("\r\n ", "")
        for line in ("DTSTART:20270402T090000", "DTEND:20270404T013000", "LOCATION:東山\\; 区\\, 清水", "DTSTAMP:20270301T020000Z",
                     "STATUS:CONFIRMED", "DESCRIPTION:" + "x" * 90):
            self.assertIn("\r\n" + line + "\r\n", whole)
        self.assertEqual(2, whole.count("BEGIN:VEVENT"), "what has no time is in no calendar")
        zoned = dict(self.TRIP, timezone="+09:00")
        self.ok("make_itinerary.py", json.dumps(zoned), "--name", "zoned")
        again = self.output("zoned.ics").replace("\r\n ", "")
        self.assertIn("DTSTART:20270402T000000Z", again)
        uids = [[line for line in t.split("\r\n") if line.startswith("UID:")] for t in (whole, again)]
        self.assertEqual(uids[0], uids[1], "an event keeps its identity when its time changes")

    def test_what_does_not_work_is_not_written_unless_wanted(self):
        bad = json.dumps(plan(day(FRIDAY, act("a", "09:00", "10:00"), act("b", "09:30", "11:00"))))
        ran = self.fails(4, "The plan does not work yet: 1 problem; nothing was written", "make_itinerary.py", bad)
        self.assertIn("- Day 1: b starts at 09:30, before a ends at 10:00", ran.out)
        data = json.loads(self.run_script("make_itinerary.py", bad, "--json").out)
        self.assertEqual(([{"kind": "overlap", "day": 1, "text": "Day 1: b starts at 09:30, before a ends at 10:00"}], []),
                         (data["problems"], data["files"]))
        self.ok("make_itinerary.py", bad, "--despite-problems")
        self.assertIn("## Does not work yet\n\n- Day 1: b starts", self.output("itinerary.md"))


if __name__ == "__main__":
    unittest.main()
