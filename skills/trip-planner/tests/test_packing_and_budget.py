"""Packing lists, budgets and settlements."""

import json
import random
import unittest
from decimal import Decimal

from support import SkillTest
from triplib import budget, settlement
from triplib.money import amount_of, share_out
from triplib.packing import climates_between, packing_list, people_of, words_of
from triplib.packing_items import ACTIVITIES, CLIMATES, ITEMS, SHOWN


class Packing(SkillTest):
    def listed(self, days=3, climates=(), activities=(), people=None, laundry=False):
        groups = packing_list(days, list(climates), list(activities), people or {"adult": 1}, laundry)
        return {ITEMS[i][1]: many for _, rows in groups for i, many in rows}

    def test_what_is_packed_follows_climate_activities_people_and_days(self):
        cold, hot = self.listed(climates=["cold"]), self.listed(climates=["hot"])
        self.assertIn("Warm jacket", cold)
        self.assertNotIn("Warm jacket", hot)
        self.assertIn("Shorts or light skirt", hot)
        self.assertEqual((4, 3), (hot["Underwear"], hot["T-shirts or tops"]))
        self.assertEqual((21, 6), tuple(self.listed(20, ["hot"], laundry=laundry)["Underwear"] for laundry in (False, True)))
        self.assertIn("Papers for children travelling with one parent", self.listed(activities=["abroad"], people={"adult": 1, "child": 1}))
        self.assertNotIn("Papers for children travelling with one parent", self.listed(people={"adult": 1, "child": 1}))

    def test_every_condition_is_a_word_that_can_be_said(self):
        known = set(CLIMATES) | set(ACTIVITIES) | {"adult", "child", "baby", "laundry"}
        self.assertEqual(set(), {w for item in ITEMS for word in item[4].split() for w in word.split("+")} - known)
        self.assertEqual(set(CLIMATES) | set(ACTIVITIES), set(SHOWN))

    def test_words_of_both_languages(self):
        self.assertEqual(["hike", "business", "fly"], words_of(["出差,徒步", "坐飞机"], ACTIVITIES, "--activities"))
        self.assertEqual({"adult": 2, "baby": 1}, people_of("成人：2，宝宝"))
        self.assertEqual([["cold"], ["cold", "mild"], ["mild", "hot"], ["hot"]], [climates_between(*r) for r in ((-5, 5), (3, 14), (15, 28), (26, 33))])

    def test_the_command(self):
        out = self.ok("packing_list.py", "--days", "2", "--climate", "温和", "--people", "成人:2").out
        self.assertTrue(out.startswith("# 行李清单\n\n2 天 · 温和 · 2 位成人\n\n## 证件与财物\n\n- [ ] 身份证或护照（每人）"))
        self.assertIn("- [ ] Underwear × 3\n", self.ok("packing_list.py", "--days", "2", "--low", "-3", "--high", "4", "--name", "b").out)
        self.assertEqual(["b.md", "packing-list.md"], self.outputs())

    def test_errors(self):
        for error, *args in (("The climate is missing", "--days", "2"), ("--days must be from 1 to 365", "--days", "0", "--climate", "hot"),
                             ("Unknown --activities 'chess'", "--days", "2", "--climate", "hot", "--activities", "chess"),
                             ("Invalid --low 'x': not a number", "--days", "2", "--low", "x"), ("--low 9 is above --high 3", "--days", "2", "--low", "9", "--high", "3"),
                             ("--people: from 1 to 30 people", "--days", "2", "--climate", "hot", "--people", "adult:0")):
            self.fails(2, error, "packing_list.py", *args)


class Budget(SkillTest):
    def test_parts_add_up_exactly(self):
        rng = random.Random(7)
        for _ in range(300):
            total, unit = Decimal(rng.randrange(1, 10 ** 7)) / 100, Decimal(rng.choice(["0.01", "1"]))
            parts = share_out(total, [rng.randrange(1, 50) for _ in range(rng.randrange(1, 9))], unit)
            self.assertEqual(total, sum(parts))
            self.assertTrue(all(p >= 0 for p in parts))
        self.assertEqual({100}, {sum(weights.values()) for weights in budget.STYLES.values()})

    def test_a_plan(self):
        out = self.ok("split_budget.py", "plan", "--total", "10,000", "--currency", "cny", "--days", "6", "--people", "3", "--fixed", "机票=4200").out
        for part in ("# 旅行预算", "10,000.00 CNY，6 天，3 人", "可分配：5,800.00 CNY", "| 往返交通（已定） | 4,200.00 CNY | 1,400.00 CNY |", "483.33 每晚"):
            self.assertIn(part, out)
        self.assertIn("| Shopping (fixed) | 0 |", self.ok("split_budget.py", "plan", "--total", "500", "--days", "1", "--fixed", "shopping=0").out)

    def test_plan_errors(self):
        for error, *args in (("plan needs --total and --days", "--days", "2"), ("--days must be a whole number from 1 to 365", "--total", "5", "--days", "x"),
                             ("What is fixed comes to 9, more than the total of 5", "--total", "5", "--days", "2", "--fixed", "food=9"),
                             ("--total: 'lots' is no amount of money", "--total", "lots", "--days", "2"), ("--currency: 'euro' is no currency; write its code, "
                              "such as CNY", "--currency", "euro")):
            self.fails(2, error, "split_budget.py", "plan", *args)

    def test_settling(self):
        costs = {"people": ["Ann", "Bo", "小陈"], "costs": [{"paid_by": "Ann", "amount": 100}, {"paid_by": "Bo", "amount": 30, "for": {"Ann": 2, "Bo": 1}}]}
        people, paid, due = settlement.read_costs(costs, "EUR")
        self.assertEqual([("小陈", "Ann", Decimal("33.33")), ("Bo", "Ann", Decimal("13.33"))], settlement.settle(people, paid, due))
        self.assertIn("- Bo 付给 Ann **13.33 EUR**", self.ok("split_budget.py", "settle", json.dumps(costs), "--currency", "EUR").out)

    def test_everybody_is_even_after_any_settlement(self):
        rng = random.Random(3)
        for _ in range(100):
            people = list("ABCDEFG"[:rng.randrange(1, 8)])
            costs = [{"paid_by": rng.choice(people), "amount": rng.randrange(1, 9999) / 100, "for": rng.sample(people, rng.randrange(1, len(people) + 1))}
                     for _ in range(9)]
            _, paid, due = settlement.read_costs({"people": people, "costs": costs}, "EUR")
            moves = settlement.settle(people, paid, due)
            self.assertLess(len(moves), len(people))
            for p in people:
                self.assertEqual(due[p], paid[p] + sum(m[2] for m in moves if m[0] == p) - sum(m[2] for m in moves if m[1] == p))

    def test_nobody_pays_who_is_owed_money_and_nobody_gets_more_than_that(self):
        people, zero = ["Ann", "Bo", "Cy"], {"Ann": Decimal(0), "Bo": Decimal(0), "Cy": Decimal(0)}
        paid, due = dict(zero, Bo=Decimal(30), Cy=Decimal(20)), dict(zero, Ann=Decimal(50))
        self.assertEqual([("Ann", "Bo", Decimal(30)), ("Ann", "Cy", Decimal(20))], settlement.settle(people, paid, due))
        self.assertEqual([("Bo", "Ann", Decimal(30)), ("Cy", "Ann", Decimal(20))], settlement.settle(people, due, paid))

    def test_what_rounding_leaves_over_goes_to_the_largest_remainders(self):
        cent = Decimal("0.01")
        self.assertEqual([Decimal("33.34"), Decimal("33.33"), Decimal("33.33")], share_out(Decimal(100), [1, 1, 1], cent))
        self.assertEqual([Decimal(3), Decimal(7)], share_out(Decimal(10), [1, 2], Decimal(1)))
        self.assertEqual([Decimal("0.005"), Decimal(0)], share_out(Decimal("0.005"), [1, 1], cent))

    def test_amounts_of_money_have_limits(self):
        self.assertEqual([Decimal(0), Decimal("999999999999.99")], [amount_of(t, "") for t in (0, "999,999,999,999.99")])
        for wrong in (-0.01, 10 ** 12, True, "NaN", "Infinity", None):
            with self.assertRaises(ValueError, msg=repr(wrong)):
                amount_of(wrong, "x")

    def test_fixed_amounts_may_take_the_whole_total(self):
        self.assertEqual(Decimal(0), sum(v for k, v in budget.shares(Decimal(5), {"food": Decimal(5)}, "middle", "EUR").items() if k != "food"))
        self.assertIn("Left to share out: 0", self.ok("split_budget.py", "plan", "--total", "5", "--days", "1", "--fixed", "food=5").out)

    def test_settlement_errors(self):
        ran = self.fails(3, "The costs have 4 faults", "split_budget.py", "settle", json.dumps({"people": ["A", "B"], "costs": [
            {"paid_by": "C", "amount": 1, "what": "taxi"}, {"paid_by": "A", "amount": "x", "for": {"B": 0}}, {"paid_by": "A", "amount": 1, "who": "B"}]}))
        for part in ("cost 1 (taxi): 'C' is not in 'people'", "cost 2: 'for' is a list", "cost 2: 'amount': 'x' is no amount", "cost 3: unknown field 'who'"):
            self.assertIn(part, ran.err)
        self.fails(2, "settle needs the costs", "split_budget.py", "settle")


if __name__ == "__main__":
    unittest.main()
