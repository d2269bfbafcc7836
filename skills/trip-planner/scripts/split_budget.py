#!/usr/bin/env python3
"""Share out a travel budget, or settle what travellers paid for each other."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

from triplib import budget, settlement  # noqa: E402
from triplib.command import USAGE, Parser, SkillError, chinese, read_json, run, safe_name, write  # noqa: E402
from triplib.money import amount_of, currency_of  # noqa: E402


def main():
    options = Parser(
        "split_budget.py", "Share out a total over categories, days and people (plan), or settle shared costs (settle). Results go to out/.",
        ["split_budget.py plan --total 12000 --currency CNY --days 6 --people 2 --fixed 机票=4200 --fixed stay=3000 --language zh",
         "split_budget.py settle work/costs.json --currency EUR",
         "split_budget.py settle '{\"people\": [\"Ann\", \"Bo\"], \"costs\": [{\"paid_by\": \"Ann\", \"amount\": 30, \"what\": \"taxi\"}]}'"],
        ["0 done", "2 wrong usage", "3 the costs cannot be read; every fault is listed", "5 the result cannot be written"])
    add = options.add_argument
    add("what", choices=("plan", "settle"), help="plan: share out a total; settle: who owes whom")
    add("costs", nargs="?", metavar="COSTS", help="settle: a JSON file, the JSON itself, or -")
    add("--total", metavar="AMOUNT", help="plan: what the whole trip may cost, for all")
    add("--days", default="", metavar="N", help="plan: days of the trip")
    add("--people", default="1", metavar="N", help="plan: how many travel (default 1)")
    add("--style", choices=sorted(budget.STYLES), default="middle", help="plan: which shares (default middle)")
    add("--fixed", action="append", default=[], metavar="CAT=AMOUNT", help="plan: what is known already; categories: %s" % ", ".join(
        "%s (%s)" % (k, v[1]) for k, v in budget.CATEGORIES.items()))
    add("--currency", default="", metavar="CODE", help="one currency for all amounts, such as CNY")
    add("--title", metavar="TEXT", help="settle: of the page")
    add("--name", metavar="WORD", help="the file's name (default budget or settlement)")
    add("--language", choices=("en", "zh"), help="of the result (default: zh where something is in Chinese, else en)")
    given = options.parse_args()
    name = safe_name(given.name or {"plan": "budget", "settle": "settlement"}[given.what])
    try:
        currency = currency_of(given.currency, "--currency")
    except ValueError as problem:
        raise SkillError(USAGE, str(problem)) from None
    text, language = (plan if given.what == "plan" else settle)(given, currency)
    files = write([(name + ".md", text)])
    print(text + "\n" + ("文件：" if language == "zh" else "Files: ") + ", ".join(files))


def whole(text, option, most):
    if not text.isdigit() or not 1 <= int(text) <= most:
        raise SkillError(USAGE, "%s must be a whole number from 1 to %d" % (option, most))
    return int(text)


def plan(given, currency):
    if given.costs is not None:
        raise SkillError(USAGE, "plan takes no file: '%s'" % given.costs[:40], "Give --total and --days; shared costs go with settle.")
    if given.total is None or not given.days:
        raise SkillError(USAGE, "plan needs --total and --days")
    days, people = whole(given.days, "--days", 365), whole(given.people, "--people", 100)
    try:
        total = amount_of(given.total, "--total")
        fixed = {}
        for pair in given.fixed:
            label, mark, amount = pair.partition("=")
            key = budget.category_of(label)
            if not mark or key is None:
                raise ValueError("--fixed '%s': write it as CATEGORY=AMOUNT; categories: %s" % (pair[:40], ", ".join(budget.CATEGORIES)))
            fixed[key] = fixed.get(key, 0) + amount_of(amount, "--fixed " + label)
    except ValueError as problem:
        raise SkillError(USAGE, str(problem)) from None
    if total == 0:
        raise SkillError(USAGE, "--total must be more than zero")
    if sum(fixed.values()) > total:
        raise SkillError(USAGE, "What is fixed comes to %s, more than the total of %s" % (sum(fixed.values()), total),
                         "Ask the person: a larger total, or something cheaper?")
    if len(fixed) == len(budget.CATEGORIES) and sum(fixed.values()) != total:
        raise SkillError(USAGE, "Everything is fixed and comes to %s, not to the total of %s" % (sum(fixed.values()), total))
    language = given.language or ("zh" if chinese("".join(given.fixed)) else "en")
    return budget.markdown(total, fixed, budget.shares(total, fixed, given.style, currency), days, people, currency, language), language


def settle(given, currency):
    if given.costs is None:
        raise SkillError(USAGE, "settle needs the costs", "Give a JSON file or the JSON itself; --help has an example.")
    value = read_json(given.costs)
    people, paid, due = settlement.read_costs(value, currency)
    language = given.language or ("zh" if chinese("".join(people) + (given.title or "")) else "en")
    return budget.settlement_markdown(people, paid, due, settlement.settle(people, paid, due), currency, given.title, language), language


if __name__ == "__main__":
    run(main)
