import unittest
from datetime import datetime, timedelta, timezone

import support  # noqa: F401
from flightlib import places, timetable, zones
from flightlib.cards import day_offset, segment_card
from flightlib.journeys import duration, journeys

try:
    from zoneinfo import ZoneInfo
    ZoneInfo("Asia/Tokyo")
except Exception:  # no database on this machine
    ZoneInfo = None

# Places whose rule is newer than many machines' databases: from here on they are checked by hand below.
CHANGED = {"America/Vancouver": datetime(2026, 10, 31, tzinfo=timezone.utc),
           "America/Edmonton": datetime(2026, 10, 31, tzinfo=timezone.utc)}


def at(text):
    return int(datetime.fromisoformat(text).timestamp() // 60)


def local_minutes(text):
    return int(datetime.fromisoformat(text + "+00:00").timestamp() // 60)


class Offsets(unittest.TestCase):
    @unittest.skipUnless(ZoneInfo, "no time-zone database to compare with")
    def test_every_zone_agrees_with_the_database_from_2026_to_2036(self):
        begin, end = datetime(2026, 1, 1, tzinfo=timezone.utc), datetime(2037, 1, 1, tzinfo=timezone.utc)
        for zone in zones.ZONES:
            real = ZoneInfo(zone)
            until = min(end, CHANGED.get(zone, end))
            moment, before = begin, None
            while moment < until:
                instant = int(moment.timestamp() // 60)
                ours = zones.offset(zone, instant)
                self.assertEqual(real.utcoffset(moment.astimezone(real)).total_seconds() // 60, ours, (zone, moment))
                if before is not None and ours != before:  # the change itself, to the minute
                    first = next(m for m in range(instant - 720, instant + 1) if zones.offset(zone, m) == ours)
                    for minute in (first - 1, first):
                        there = datetime.fromtimestamp(minute * 60, timezone.utc).astimezone(real)
                        self.assertEqual(there.utcoffset().total_seconds() // 60, zones.offset(zone, minute), (zone, there))
                before = ours
                moment += timedelta(hours=12)

    def test_changes_to_the_minute(self):
        for zone, before, after, change in (
                ("America/New_York", -300, -240, "2027-03-14T07:00+00:00"),
                ("America/New_York", -240, -300, "2027-11-07T06:00+00:00"),
                ("Europe/London", 0, 60, "2027-03-28T01:00+00:00"),
                ("Europe/Helsinki", 180, 120, "2027-10-31T01:00+00:00"),
                ("Australia/Sydney", 660, 600, "2027-04-03T16:00+00:00"),
                ("Australia/Adelaide", 570, 630, "2027-10-02T16:30+00:00"),
                ("Pacific/Auckland", 780, 720, "2027-04-03T14:00+00:00"),
                ("Pacific/Auckland", 720, 780, "2027-09-25T14:00+00:00"),
                ("Africa/Cairo", 120, 180, "2027-04-29T22:00+00:00"),
                ("America/Santiago", -180, -240, "2027-04-04T03:00+00:00"),
                ("America/Santiago", -240, -180, "2030-09-08T04:00+00:00")):
            self.assertEqual((before, after), (zones.offset(zone, at(change) - 1), zones.offset(zone, at(change))), zone)

    def test_western_canada_stays_on_summer_time_from_2026(self):
        for zone, summer in (("America/Vancouver", -420), ("America/Edmonton", -360)):
            for moment in ("2026-07-01", "2026-12-01", "2027-01-15", "2028-02-01"):
                self.assertEqual(summer, zones.offset(zone, at(moment + "T12:00+00:00")), (zone, moment))
            self.assertEqual(summer - 60, zones.offset(zone, at("2026-02-01T12:00+00:00")))

    def test_a_skipped_hour_and_an_hour_that_occurs_twice(self):
        new_york = "America/New_York"
        self.assertEqual(at("2027-03-14T07:30+00:00"), zones.instant_of(new_york, local_minutes("2027-03-14T02:30")))
        self.assertEqual(at("2027-11-07T05:30+00:00"), zones.instant_of(new_york, local_minutes("2027-11-07T01:30")))
        self.assertEqual("2027-03-14T03:30:00-04:00", zones.iso(new_york, at("2027-03-14T07:30+00:00")))

    def test_iso_has_odd_and_negative_offsets(self):
        self.assertEqual("2027-01-01T05:45:00+05:45", zones.iso("Asia/Kathmandu", at("2027-01-01T00:00+00:00")))
        self.assertEqual("2026-12-31T14:00:00-10:00", zones.iso("Pacific/Honolulu", at("2027-01-01T00:00+00:00")))


class Flights(unittest.TestCase):
    def legs(self, a, b, day):
        return [j[0] for j in journeys(places.resolve(a, ""), places.resolve(b, ""), zones.date_to_day(day), True)]

    def test_auckland_to_los_angeles_arrives_before_it_left(self):
        legs = self.legs("Auckland", "Los Angeles", datetime(2027, 2, 10))
        self.assertTrue(legs)
        for leg in legs:
            card = segment_card(leg)
            self.assertLess(card["arrives"][:16], card["departs"][:16])
            self.assertTrue(11 * 60 < card["durationMinutes"] < 14 * 60)

    def test_across_the_date_line_the_day_offset_can_be_negative_or_two(self):
        offsets = {segment_card(leg)["dayOffset"] for a, b in (("NAN", "HNL"), ("LAX", "SYD"), ("LAX", "AKL"), ("SYD", "LAX"))
                   for month in range(1, 10) for leg in self.legs(a, b, datetime(2027, month, 15))}
        self.assertEqual({-1, 0, 1, 2}, offsets)

    def test_elapsed_time_is_the_difference_of_the_two_printed_times(self):
        for a, b in (("PEK", "JFK"), ("LHR", "SYD"), ("GRU", "JNB"), ("DEL", "KTM"), ("YVR", "HND"), ("CAI", "LHR")):
            # 28 March and 7 November 2027: clocks change in Europe, in America
            for month, day in ((3, 27), (3, 28), (3, 13), (3, 14), (11, 6), (11, 7), (4, 3), (10, 2)):
                for legs in journeys(places.resolve(a, ""), places.resolve(b, ""),
                                     zones.date_to_day(datetime(2027, month, day))):
                    for leg in legs:
                        card = segment_card(leg)
                        span = datetime.fromisoformat(card["arrives"]) - datetime.fromisoformat(card["departs"])
                        self.assertEqual(card["durationMinutes"] * 60, span.total_seconds())
                        days = (datetime.fromisoformat(card["arrives"]).date()
                                - datetime.fromisoformat(card["departs"]).date()).days
                        self.assertEqual(days, card["dayOffset"])

    def test_the_same_flight_keeps_its_local_departure_across_a_change_of_clocks(self):
        for leg_before, leg_after in zip(self.legs("LHR", "DXB", datetime(2027, 3, 26)),
                                         self.legs("LHR", "DXB", datetime(2027, 3, 29))):
            before, after = segment_card(leg_before), segment_card(leg_after)
            self.assertEqual(before["departs"][11:19], after["departs"][11:19])
            self.assertEqual(("+00:00", "+01:00"), (before["departs"][19:], after["departs"][19:]))
            self.assertNotEqual(before["arrives"][11:16], after["arrives"][11:16])

    def test_block_times_are_those_of_real_flights(self):
        for airline, a, b, low, high in (("MU", "PEK", "SHA", 115, 145), ("CA", "PEK", "HND", 180, 215),
                                         ("CA", "PEK", "JFK", 740, 830), ("BA", "LHR", "JFK", 435, 500),
                                         ("BA", "JFK", "LHR", 385, 430), ("SQ", "SIN", "JFK", 1080, 1170),
                                         ("AY", "HEL", "NRT", 690, 800), ("QF", "SYD", "LAX", 780, 860),
                                         ("AF", "LHR", "CDG", 60, 85), ("EK", "DXB", "LHR", 420, 480)):
            self.assertTrue(low <= timetable.block_minutes(airline, a, b) <= high,
                            (airline, a, b, timetable.block_minutes(airline, a, b)))

    def test_flying_east_is_quicker_over_the_north_atlantic_and_pacific(self):
        self.assertLess(timetable.block_minutes("BA", "JFK", "LHR"), timetable.block_minutes("BA", "LHR", "JFK"))
        self.assertLess(timetable.block_minutes("CA", "PEK", "LAX"), timetable.block_minutes("CA", "LAX", "PEK"))

    def test_duration_spans_the_layover(self):
        for legs in journeys(places.resolve("LHR", ""), places.resolve("SYD", ""), zones.days_of(2027, 2, 1)):
            parts = sum(leg.service.minutes for leg in legs) + sum(b.departs - a.arrives for a, b in zip(legs, legs[1:]))
            self.assertEqual(parts, duration(legs))
            self.assertEqual(day_offset("LHR", legs[0].departs, "SYD", legs[-1].arrives),
                             zones.local_day("Australia/Sydney", legs[-1].arrives) - zones.local_day("Europe/London", legs[0].departs))


if __name__ == "__main__":
    unittest.main()
