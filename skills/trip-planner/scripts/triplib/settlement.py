"""Costs that some paid for others, settled in few payments."""

from decimal import Decimal

from .command import UNREADABLE, SkillError
from .money import amount_of, share_out, step

FIELDS = {"paid_by", "amount", "for", "what"}


def read_costs(value, currency):
    """(people, paid, due): by person, adding up to the same sum. `value` is {"people": […], "costs": […]}. @raises SkillError"""
    faults = []
    people = value.get("people")
    if not isinstance(people, list) or not people or not all(isinstance(p, str) and p.strip() for p in people):
        raise SkillError(UNREADABLE, "'people' must be a list of names", 'For example {"people": ["Ann", "Bo"], "costs": [{"paid_by": "Ann", "amount": 30}]}')
    if len(set(people)) != len(people):
        faults.append("a name stands twice in 'people'")
    costs = value.get("costs")
    if not isinstance(costs, list) or not costs:
        raise SkillError(UNREADABLE, "'costs' must be a list with at least one cost")
    paid, due = {p: Decimal(0) for p in people}, {p: Decimal(0) for p in people}
    for number, cost in enumerate(costs, 1):
        place = "cost %d" % number
        if not isinstance(cost, dict):
            faults.append(place + ": an object { } is expected")
            continue
        place += " (%s)" % str(cost["what"])[:40] if cost.get("what") else ""
        for name in set(cost) - FIELDS:
            faults.append("%s: unknown field '%s'; there are: %s" % (place, name, ", ".join(sorted(FIELDS))))
        sharing = cost.get("for", people)
        weights = sharing if isinstance(sharing, dict) else {p: 1 for p in sharing} if isinstance(sharing, list) else {}
        for name in [cost.get("paid_by")] + list(weights):
            if name not in people:
                faults.append("%s: %r is not in 'people'" % (place, name))
        if not weights or not all(isinstance(w, (int, float)) and not isinstance(w, bool) and 0 < w < 1000 for w in weights.values()):
            faults.append("%s: 'for' is a list of names, or names with their weights: {\"Ann\": 2, \"Bo\": 1}" % place)
        try:
            amount = amount_of(cost.get("amount"), place + ": 'amount'")
        except ValueError as problem:
            faults.append(str(problem))
        if not faults:
            paid[cost["paid_by"]] += amount
            names = list(weights)
            for name, part in zip(names, share_out(amount, [Decimal(str(weights[n])) for n in names], step(currency))):
                due[name] += part
    if faults:
        raise SkillError(UNREADABLE, "The costs have %d fault%s" % (len(faults), "" if len(faults) == 1 else "s"), *("  " + f for f in faults[:40]))
    return people, paid, due


def settle(people, paid, due):
    """[(who, to whom, amount)]: the largest debt to the largest credit, at most one payment fewer than people."""
    balance = {p: paid[p] - due[p] for p in people}
    moves = []
    while any(balance.values()):
        debtor, creditor = min(people, key=lambda p: balance[p]), max(people, key=lambda p: balance[p])
        amount = min(-balance[debtor], balance[creditor])
        balance[debtor] += amount
        balance[creditor] -= amount
        moves.append((debtor, creditor, amount))
    return moves
