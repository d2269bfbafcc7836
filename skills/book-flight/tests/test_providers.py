"""The port: an order to a provider elsewhere is made once and always accounted for, whatever happens between the two."""

import os
import unittest
from unittest import mock

from support import SkillTest
from test_money_rules import Moment
from test_timetable import found, market, request
from flightlib import bookings, providers
from flightlib.errors import PROVIDER, SkillError, UNCERTAIN
from flightlib.providers.sample import Provider as Sample
from flightlib.store import Store


class Elsewhere(Sample):
    """The sample flights, sold by somebody who keeps the orders elsewhere and fails as told."""
    remote = True

    def __init__(self, clock, account, fault=None):
        super().__init__(clock)
        self.account, self.fault = account, fault

    def book(self, order, offer, own):
        if self.fault == "refused":
            raise SkillError(PROVIDER, "It cannot be reached")
        self.account.append(order.key)
        if self.fault == "no answer":
            raise SkillError(UNCERTAIN, "No answer came")
        if self.fault == "crash":
            raise KeyboardInterrupt
        return {"provider": {"order": "ord_%d" % len(self.account)}}

    def recover(self, order):
        if self.fault == "unreachable":
            raise SkillError(UNCERTAIN, "It cannot be told")
        return {"provider": {"order": "ord_1"}} if order.key in self.account else None


class ExactlyOnce(SkillTest):
    def setUp(self):
        super().setUp()
        patch = mock.patch.dict(os.environ, SKILL_DATA_DIR=self.data)
        patch.start()
        self.addCleanup(patch.stop)
        self.account = []
        self.clock = Moment(market().now)
        self.clock.today = market().today
        self.made = found(request("PEK", "HND"))["offers"][0]

    def order(self, name="Ann", key="key-1"):
        order = bookings.Order()
        order.offer, order.expected, order.currency = self.made["id"], self.made["price"]["total"], None
        order.passengers, order.key, order.contact = [{"name": name, "type": "adult"}], key, None
        return order

    def book(self, fault=None, **more):
        return bookings.book(self.order(**more), Elsewhere(self.clock, self.account, fault), Store())

    def pending(self):
        folder = os.path.join(self.data, "pending")
        return os.listdir(folder) if os.path.isdir(folder) else []

    def test_an_order_that_is_answered_leaves_nothing_pending(self):
        booking, is_new = self.book()
        self.assertTrue(is_new)
        self.assertEqual({"order": "ord_1"}, booking["provider"])
        self.assertEqual(([], 1), (self.pending(), len(self.booking_files())))

    def test_an_order_whose_answer_never_came_is_found_and_not_made_again(self):
        for fault, problem in (("no answer", SkillError), ("crash", KeyboardInterrupt)):
            with self.assertRaises(problem):
                self.book(fault, key=fault.replace(" ", "-"))
            self.assertEqual(1, len(self.pending()))
            before = list(self.account)
            booking, _ = self.book(key=fault.replace(" ", "-"))
            self.assertEqual({"order": "ord_1"}, booking["provider"])
            self.assertEqual((before, []), (self.account, self.pending()))
        self.assertEqual(2, len(self.booking_files()))

    def test_while_it_cannot_be_told_nothing_is_ordered_and_nothing_forgotten(self):
        with self.assertRaises(SkillError):
            self.book("no answer")
        with self.assertRaises(SkillError) as caught:
            self.book("unreachable")
        self.assertEqual((UNCERTAIN, ["key-1"], 1, []),
                         (caught.exception.status, self.account, len(self.pending()), self.booking_files()))

    def test_an_order_that_was_sent_and_not_made_is_made_once(self):
        with self.assertRaises(SkillError):
            self.book("no answer")
        self.account.clear()  # it never arrived
        booking, is_new = self.book()
        self.assertEqual((True, ["key-1"], [], 1), (is_new, self.account, self.pending(), len(self.booking_files())))

    def test_a_refused_order_leaves_nothing_pending(self):
        with self.assertRaises(SkillError):
            self.book("refused")
        self.assertEqual(([], [], []), (self.account, self.pending(), self.booking_files()))

    def test_the_key_of_a_pending_order_stands_for_nothing_else(self):
        with self.assertRaises(SkillError):
            self.book("no answer")
        with self.assertRaisesRegex(SkillError, "already used for another booking"):
            self.book(name="Bob")
        self.assertEqual(["key-1"], self.account)

    def test_an_unreadable_record_of_an_order_stops_its_key_and_stays(self):
        with self.assertRaises(SkillError):
            self.book("no answer")
        path = os.path.join(self.data, "pending", self.pending()[0])
        with open(path) as file:
            newer = file.read().replace('"version": 1', '"version": 2')
        for content in ("", "{", "\0" * 500, newer, newer.replace('"version": 2', '"version": 1').replace("key-1", "key-2")):
            with open(path, "w") as file:
                file.write(content)
            for seller in (Elsewhere(self.clock, self.account), Sample(self.clock)):
                for ask in (bookings.book, bookings.quote):
                    with self.assertRaisesRegex(SkillError, "not known whether key 'key-1' was already booked") as caught:
                        ask(self.order(), seller, Store())
                    self.assertEqual(UNCERTAIN, caught.exception.status)
            with open(path) as file:
                self.assertEqual(content, file.read())
            self.assertEqual([], bookings.settle_pending(self.clock, Store()))
        self.assertEqual(["key-1"], self.account)
        self.book(key="key-2")  # its own record is another file
        os.rename(path, path.replace(".json", " (1).json"))  # whose it is can no longer be told by its name
        for key in ("key-1", "key-3"):
            with self.assertRaisesRegex(SkillError, "not known whether key '%s' was already booked" % key):
                self.book(key=key)
        self.assertEqual(["key-1", "key-2"], self.account)

    def test_an_order_that_is_found_is_not_written_over_an_unreadable_record(self):
        with self.assertRaises(SkillError):
            self.book("no answer")
        waiting = Store().pending("key-1")
        path = os.path.join(self.data, "bookings", waiting["reference"] + ".json")
        os.makedirs(os.path.dirname(path))
        with open(path, "w") as file:
            file.write('{"version": 2}')
        with mock.patch.object(bookings, "provider_of", lambda offer, clock: Elsewhere(clock, self.account)):
            self.assertEqual([(waiting, None)], bookings.settle_pending(self.clock, Store()))
        with open(path) as file:
            self.assertEqual(('{"version": 2}', 1), (file.read(), len(self.pending())))


class Port(unittest.TestCase):
    def test_every_provider_says_who_it_is_and_whether_it_is_real(self):
        for name in providers.NAMES:
            kind = providers._kind(name)
            self.assertEqual(name, kind.name)
            for lang in ("en", "zh"):
                self.assertTrue(kind.words[lang])
                self.assertTrue(kind(Moment(market().now)).notice[lang])
            if not kind.sells:
                self.assertFalse(kind.holds)

    def test_what_a_provider_does_not_do_it_says(self):
        sample = Sample(Moment(market().now))
        for ask in (lambda: sample.hold(None, None), lambda: sample.pay({}, 1)):
            with self.assertRaisesRegex(SkillError, "holds no flights"):
                ask()

    def test_a_provider_that_needs_something_says_what_is_missing(self):
        class Needy(Sample):
            needs = ("ACME_TOKEN",)
        with mock.patch.object(providers, "_kind", lambda name: Needy), mock.patch.dict(os.environ):
            os.environ.pop("ACME_TOKEN", None)
            with self.assertRaisesRegex(SkillError, "ACME_TOKEN is not set") as caught:
                providers.provider(Moment(market().now))
            self.assertEqual(PROVIDER, caught.exception.status)
            os.environ["ACME_TOKEN"] = "x"
            self.assertIsInstance(providers.provider(Moment(market().now)), Needy)


if __name__ == "__main__":
    unittest.main()
