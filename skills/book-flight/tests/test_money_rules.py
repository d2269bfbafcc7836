"""Fares, fees and refunds at their exact limits, and the store's guarantees: one refund, and nothing shown that is not on the disk."""

import os
import stat
import threading
import unittest
from datetime import datetime, timezone
from unittest import mock

from support import SkillTest
from test_timetable import DAY, TODAY, found, market, request, search
from flightlib import bookings, fares, lock, market as markets, zones
from flightlib.errors import SkillError
from flightlib.offer_id import OfferId
from flightlib.providers.sample import Provider
from flightlib.store import Store, taken_seats

NOW_MINUTE = 30_000_000
HOUR = 60


class Moment:
    """A clock that shows one instant."""

    def __init__(self, instant):
        self.instant, self.today = instant, instant // zones.DAY
        self.moment = datetime.fromtimestamp(instant * 60, timezone.utc)


def booking(people=("adult",), refundable=True, fee=300, adult=1000, child=750, departs=NOW_MINUTE):
    total = sum(adult if kind == "adult" else child for kind in people)
    at = Moment(departs).moment.isoformat()
    place = (lambda code, city: {"code": code, "airport": code, "airportZh": code, "city": city, "cityZh": city})
    way = {"from": place("PEK", "Beijing"), "to": place("HND", "Tokyo"), "departs": at, "arrives": at, "dayOffset": 0, "durationMinutes": 0}
    leg = dict(way, flight="CA1", airline={"code": "CA", "name": "Air China", "nameZh": "国航"})
    fare = {"name": "Flex", "nameZh": "灵活", "refundable": refundable, "changeFee": 0, "cancelFee": fee, "checkedBaggageKg": 0,
            "cabinBaggageKg": 8, "perAdult": adult, "perChild": child, "taxes": 0, "fees": 0, "total": total}
    return {"reference": "BCDFGH", "status": "confirmed", "key": "k", "fingerprint": "f", "createdAt": at,
            "createdMinute": NOW_MINUTE - 400 * zones.DAY, "total": {"amount": total, "currency": "CNY"},
            "passengers": [{"name": "Ann", "type": kind} for kind in people],
            "offer": {"id": "X", "fare": fare, "cabin": "economy",
                      "price": {"perAdult": adult, "perChild": child, "total": total, "currency": "CNY"},
                      "itineraries": [dict(way, stops=0, layovers=[], segments=[leg])]}}


class CancellationFees(unittest.TestCase):
    def fee(self, made=None, since_booking=400 * zones.DAY, to_departure=30 * zones.DAY):
        made = dict(made or booking(), createdMinute=NOW_MINUTE - since_booking)
        made["offer"]["itineraries"][0]["departs"] = Moment(NOW_MINUTE + to_departure).moment.isoformat()
        settled = fares.cancel_settlement(made, NOW_MINUTE)
        self.assertEqual(fares.to_minor(made["total"]["amount"], "CNY"),
                         fares.to_minor(settled["fee"], "CNY") + fares.to_minor(settled["refund"], "CNY"))
        return settled["fee"]

    def test_free_cancellation_ends_exactly_24_hours_after_booking(self):
        self.assertEqual([0, 300], [self.fee(since_booking=24 * HOUR + more) for more in (0, 1)])

    def test_free_cancellation_needs_at_least_7_days_to_departure(self):
        self.assertEqual([300, 0], [self.fee(since_booking=0, to_departure=7 * 24 * HOUR + more) for more in (-1, 0)])

    def test_the_fee_doubles_only_when_less_than_48_hours_are_left(self):
        self.assertEqual([600, 300], [self.fee(to_departure=48 * HOUR + more) for more in (-1, 0)])

    def test_a_non_refundable_fare_keeps_the_whole_amount_after_the_free_period(self):
        made = booking(["adult", "child"], refundable=False, fee=100)
        self.assertEqual([0, 1750], [self.fee(made, since_booking=24 * HOUR + more) for more in (0, 1)])

    def test_each_passenger_pays_a_fee(self):
        self.assertEqual(600, self.fee(booking(["adult", "adult"])))

    def test_no_passenger_pays_more_than_the_own_fare(self):
        made = booking(["adult", "child"], fee=900, adult=1000, child=500)
        self.assertEqual(900 + 500, self.fee(made))
        self.assertEqual(1000 + 500, self.fee(made, to_departure=48 * HOUR - 1))

    def test_fees_in_dollars_are_rounded_to_the_cent(self):
        self.assertEqual(0.3, self.fee(booking(["adult"] * 3, fee=0.1, adult=99.99)))


class Settlement(unittest.TestCase):
    def test_a_booking_can_be_cancelled_until_the_minute_before_departure(self):
        made = booking()
        self.assertEqual({"fee": 600, "refund": 400, "reason": "late"}, bookings.settlement(made, Moment(NOW_MINUTE - 1)))
        for minute in (NOW_MINUTE, NOW_MINUTE + 1):
            with self.assertRaisesRegex(SkillError, "it has departed"):
                bookings.settlement(made, Moment(minute))

    def test_fee_and_refund_add_up_to_what_was_paid(self):
        made = booking(["adult", "adult"], fee=33.33, adult=412.6)
        made["total"]["amount"] = 825.2
        self.assertEqual({"fee": 66.66, "refund": 758.54, "reason": "fee"},
                         bookings.settlement(made, Moment(NOW_MINUTE - 3 * zones.DAY)))


class Prices(unittest.TestCase):
    def test_a_child_pays_half_within_china_and_three_quarters_elsewhere(self):
        for origin, dest, share in (("PEK", "SHA", 0.5), ("PEK", "HND", 0.75), ("JFK", "LAX", 0.75)):
            price = found(request(origin, dest, children=1))["offers"][0]["price"]
            self.assertEqual(int(10 * round(price["perAdult"] * share / 10)), price["perChild"], (origin, dest))

    def test_the_spring_festival_fare_lasts_from_8_days_before_to_9_days_after(self):
        festival = zones.days_of(2027, 2, 6)
        self.assertEqual([0.9, 1.45, 1.45, 0.9], [fares.season(festival + n, "CN", "CN") for n in (-9, -8, 9, 10)])

    def test_the_same_seller_both_ways_gives_ten_percent_off(self):
        now = market()
        trip = next(t for t in now.trips(request("PEK", "HND", return_day=DAY + 5)) if markets.same_seller(*t.legs))
        apart = sum(fares.one_way(legs, "economy", now.today) for legs in trip.legs)
        self.assertEqual(int(10 * round(apart * 0.9 / 10)), trip.adult)

    def test_a_flight_is_sold_until_exactly_60_minutes_before_departure(self):
        legs = market().trips(request("PEK", "HND"))[0].legs[0]
        self.assertEqual([True, False], [markets.Market(legs[0].departs - left, DAY, {}).open(legs) for left in (60, 59)])

    def test_an_offer_at_exactly_the_maximum_price_fits(self):
        made = request("PEK", "HND", currency="USD", adults=3)
        least = search().trips(made)[0].total
        fits = [search().trips(request("PEK", "HND", currency="USD", adults=3, max_price=least - less)) for less in (0, 1)]
        self.assertEqual([True, False], [bool(trips) for trips in fits])

    def test_the_last_seats_are_sold_and_one_more_is_refused(self):
        offer = found(request("PEK", "HND", adults=2))["offers"][0]
        flights = [s["flight"] for s in offer["itineraries"][0]["segments"]]
        chosen = OfferId(offer["id"])
        taken = (lambda left: {(flights[0], DAY, "economy"): offer["seatsLeft"] - left})
        self.assertEqual(2, markets.reprice(market(taken=taken(2)), chosen).seats)
        with self.assertRaisesRegex(SkillError, "only 1 left, 2 needed"):
            markets.reprice(market(taken=taken(1)), chosen)


class PausedStore(Store):
    """Stops before it writes, until it may go on."""

    def __init__(self):
        super().__init__()
        self.entered, self.may_go = threading.Event(), threading.Event()

    def save(self, made):
        self.entered.set()
        self.may_go.wait(30)
        super().save(made)


class StoreGuarantees(SkillTest):
    def setUp(self):
        super().setUp()
        patches = [mock.patch.dict(os.environ, SKILL_DATA_DIR=self.data), mock.patch.object(lock, "PATIENCE_SECONDS", 0)]
        for patch in patches:
            patch.start()
            self.addCleanup(patch.stop)

    def paused(self, work):
        """`work(store)` in another thread, stopped before it writes; the call lets it finish and gives its result."""
        store, results = PausedStore(), []
        thread = threading.Thread(target=lambda: results.append(work(store)))
        thread.start()
        self.assertTrue(store.entered.wait(30))

        def finish():
            store.may_go.set()
            thread.join(30)
            return results[0]
        self.addCleanup(finish)
        return finish

    def test_two_cancellations_at_once_give_one_refund(self):
        Store().save(booking())
        clock = Moment(NOW_MINUTE - 3 * zones.DAY)
        finish = self.paused(lambda store: bookings.cancel("BCDFGH", clock, store))
        with self.assertRaisesRegex(SkillError, "The booking store is busy"):
            bookings.cancel("BCDFGH", clock, Store())
        self.assertEqual(("cancelled", 700), (finish()["status"], Store().read()[0][0]["refund"]["amount"]))
        with self.assertRaisesRegex(SkillError, "already cancelled"):
            bookings.cancel("BCDFGH", clock, Store())

    def test_a_second_booking_waits_until_the_first_is_written(self):
        made = found(request("PEK", "HND"))["offers"][0]
        order = bookings.Order()
        order.offer, order.expected, order.currency = made["id"], made["price"]["total"], "CNY"
        order.passengers, order.key, order.contact = [{"name": "Ann", "type": "adult"}], "key-1", None
        clock = Moment(market().now)
        clock.today = market().today
        finish = self.paused(lambda store: bookings.book(order, Provider(clock), store))
        with self.assertRaisesRegex(SkillError, "The booking store is busy"):
            bookings.book(order, Provider(clock), Store())
        first, is_new = finish()
        self.assertTrue(is_new)
        self.assertEqual((first, False), bookings.book(order, Provider(clock), Store()))

    def test_a_booking_is_synced_before_it_takes_its_name_and_its_folder_is_synced_after(self):
        steps, sync, replace = [], os.fsync, os.replace
        named = {}

        def synced(handle):
            info = os.fstat(handle)
            for folder in (self.folder, self.data, os.path.join(self.data, "bookings")):
                if os.path.isdir(folder):
                    named[os.stat(folder).st_ino] = os.path.relpath(folder, self.folder)
            steps.append("sync " + (named[info.st_ino] if stat.S_ISDIR(info.st_mode) else "file"))
            sync(handle)

        def replaced(*names):
            steps.append("rename")
            replace(*names)
        with mock.patch("os.fsync", synced), mock.patch("os.replace", replaced):
            Store().save(booking())
        made = ["sync .", "sync data"]  # each new folder, in the one that holds it
        above = ["sync " + os.path.join("data", "bookings"), "sync data", "sync ."]
        self.assertEqual(["sync file", "rename"] if os.name == "nt" else made + ["sync file", "rename"] + above, steps)

    def test_a_failed_write_leaves_the_booking_as_it_was_and_no_temporary_file(self):
        Store().save(booking())
        with mock.patch("os.replace", side_effect=OSError(28, "No space left on device")):
            with self.assertRaisesRegex(SkillError, "No space left on device"):
                Store().save(dict(booking(), status="cancelled"))
        self.assertEqual((["BCDFGH.json"], "confirmed"), (self.booking_files(), Store().read()[0][0]["status"]))

    def test_a_cancelled_booking_gives_its_seats_back(self):
        made = booking(["adult", "child"])
        made["offer"]["itineraries"][0]["segments"][0]["departs"] = made["offer"]["itineraries"][0]["departs"]
        self.assertEqual([2], list(taken_seats([made]).values()))
        self.assertEqual({}, taken_seats([dict(made, status="cancelled")]))


class FileLock(SkillTest):
    """The lock of interpreters without kernel locks."""

    def setUp(self):
        super().setUp()
        self.path = os.path.join(self.folder, "lock")
        self.held = self.path + ".held"

    def content(self):
        with open(self.held, encoding="ascii") as file:
            return file.read()

    def hold(self, token, age=0):
        """Somebody else's lock, `age` seconds old."""
        with open(self.held, "w", encoding="ascii") as file:
            file.write(token)
        os.utime(self.held, (1_000_000 - age, 1_000_000 - age))
        patch = mock.patch.object(lock.time, "time", lambda: 1_000_000.0)
        patch.start()
        self.addCleanup(patch.stop)

    def test_a_living_holder_keeps_the_lock_for_60_seconds(self):
        self.hold("another", age=60)
        for _ in range(2):
            self.assertFalse(lock.Lock(self.path)._take_file())
            self.assertEqual("another", self.content())

    def test_a_lock_older_than_60_seconds_is_removed(self):
        self.hold("another", age=61)
        mine = lock.Lock(self.path)
        self.assertEqual([False, True], [mine._take_file(), mine._take_file()])
        self.assertEqual(mine.token, self.content())
        self.assertEqual(["lock.held"], os.listdir(self.folder))

    def test_a_holder_that_lost_its_lock_leaves_the_next_holders_lock(self):
        mine = lock.Lock(self.path)
        self.assertTrue(mine._take_file())
        self.hold("the next one")
        mine.__exit__()
        self.assertEqual("the next one", self.content())

    def test_of_two_that_find_a_stale_lock_the_second_does_not_remove_the_firsts_new_one(self):
        self.hold("dead", age=61)
        rename = os.rename

        def late(*names):  # meanwhile another process broke the stale lock and took its own
            os.rename = rename
            self.hold("the first", age=0)
            rename(*names)
        with mock.patch("os.rename", late):
            self.assertFalse(lock.Lock(self.path)._take_file())
        self.assertEqual("the first", self.content())
        self.assertEqual(["lock.held"], os.listdir(self.folder))


if __name__ == "__main__":
    unittest.main()
