"""The port to flight sellers. `flightlib/providers/NAME.py` holds one provider, a class `Provider` over `Port`.

The person chooses it: `--provider NAME`, else the environment variable FLIGHT_PROVIDER, else by giving a key (`KEYS`), else
`sample`. A provider's
module is imported only when it is chosen, and is the only place that may open a connection.

What the scripts do and a provider need not: conditions, sorting, tags, pages and reasons (`searching.py`), one booking
for each key, the person's expected total, the store and its lock (`bookings.py`), cards, words, files.

**Facts.** A trip is an Offer as `references/api.md` has it: plain dicts, times ISO 8601 with the local offset, durations in
minutes, amounts as numbers of `price.currency`. Sums are made in whole minor units (`money.py`). An offer names its
provider: `offer["provider"]` is `Port.name`, absent for the sample airline, so that bookings of before it keep their meaning.
Its `fare` has rules for this offer alone; what a provider does not know it leaves out, and it never makes one up.
A time after which an offer can no longer be bought is `offer["expires"]`, and a fare that can be held `offer["holdUntil"]`.

**Errors.** A method raises SkillError with a status of `errors.py` and nothing else that a person can do something about:
    NO_FLIGHTS      never: `search` gives an empty list, and `searching.py` says why
    UNKNOWN_CITY    from `place`
    UNAVAILABLE     the offer has expired, is sold out or withdrawn: from `quote`, `book`, `change_quote`, `change`
    PRICE_CHANGED   only from `book`, `change` and `pay`, where the price moved between quote and order; nothing was bought
    CANNOT_CANCEL   from `cancel_quote`, `cancel`, `change_quote`, `change`, `hold`, `pay`: this booking or fare does not allow it
    PROVIDER        it cannot be used, and nothing was changed: key missing or refused, rate limit, not reachable, 5xx on a
                    question. The remedies say what to do, and after how many seconds
    UNCERTAIN       it was asked to change something and no answer came. Nobody may say that it failed: `book` leaves the
                    pending order in the store, and the same command again first calls `recover`
No message holds a key, a document number or a body of an answer.

**Exactly once.** `bookings.book` holds the store's lock, refuses a key that stands for something else, and quotes. For a
`remote` provider it then writes the pending order to the disk before it calls `book`, and removes it when `book` has
answered or has failed with anything but UNCERTAIN. With a pending order of the same key in the store it calls `recover`
before anything else. `order.key` is the same in each try: send it as the idempotency key and as what the order is found by.

**Price and expiry.** `quote` asks the provider again, each time. A total other than the person's is refused by
`bookings.py` with PRICE_CHANGED before anything is ordered; `book` gets the Offer that was quoted and must order at exactly
that total, or raise PRICE_CHANGED.
"""

import importlib
import os

from .. import places
from ..errors import CANNOT_CANCEL, PROVIDER, USAGE, SkillError

NAMES = ("sample", "duffel", "travelpayouts")
DEFAULT = "sample"
KEYS = {"duffel": "DUFFEL_TOKEN", "travelpayouts": "TRAVELPAYOUTS_TOKEN"}


class Trip:
    """A trip on sale, with what conditions and sorting look at; its card is made only where it is shown.

    `ways`: a conditions.Way for each leg. `total`: minor units of the request's currency for the whole party. `bags`: checked
    bags included for each traveller with a seat.
    """
    __slots__ = ("ways", "total", "bags", "_make")

    def __init__(self, ways, total, bags, make):
        self.ways, self.total, self.bags, self._make = ways, total, bags, make

    @property
    def minutes(self):
        return sum(way.minutes for way in self.ways)

    def card(self):
        """The Offer, without tags."""
        return self._make()


class Port:
    """`clock` is a clock.Now. `bookings` are the person's own, as the store has them."""
    name = ""
    words = {"en": "", "zh": ""}  # who it is, in the middle of a sentence
    notice = {"en": "", "zh": ""}  # one sentence that every output ends with
    real = False  # these flights exist
    sells = True  # False: fares only; `book` is never called
    remote = False  # a booking is made elsewhere and may survive a crash here
    holds = False  # `hold` and `pay` work
    prices_days = False  # a search costs nothing, so that up to 31 days can be asked for prices at once
    needs = ()  # environment variables that must be set

    def __init__(self, clock):
        self.clock = clock

    def place(self, text, role):
        """The places.Stop that a text names; `role` is "origin", "destination" or ""."""
        return places.resolve(text, role)

    def search(self, request, bookings):
        """Trips on sale for a Request, in any order: enough seats, every leg on its day, in its cabin or a better one.

        Conditions may be used to ask for less, none has to be: the caller filters. It is called several times in a run with
        other conditions or days; a `remote` provider keeps its answers for the run by legs, party and cabin.
        """
        raise NotImplementedError

    def quote(self, offer_id, bookings):
        """The Offer of an id as `search` gave it, priced again. Its `party` says for whom: {adults, children, infantsLap?,
        infantsSeat?}; bookings.py checks the passengers against it, and their names against the route."""
        raise NotImplementedError

    def check(self, order, offer):
        """What else this provider asks of the passengers of a quoted Offer, such as documents. Raises USAGE."""

    def book(self, order, offer, bookings):
        """Buy a quoted Offer. What is added to the booking: {} or {"provider": {"order": its own id, …}}, `reference` too
        where the airline gave one. Facts only; nothing secret."""
        raise SkillError(CANNOT_CANCEL, "%s sells no flights" % self.words["en"])

    def recover(self, order):
        """What became of an order whose answer never came: as `book` gives it, or None if it was not made. Looks, changes
        nothing; raises UNCERTAIN where it cannot tell."""
        return None

    def cancel_quote(self, booking):
        """{"fee": amount, "refund": amount, "reason": code} of a cancellation now, in the booking's currency; together they
        are what was paid. The codes are those of `REFUND_REASONS` in readable.py."""
        raise NotImplementedError

    def cancel(self, booking, quote):
        """Cancel at exactly the quoted refund. What is added to the booking; raises PRICE_CHANGED if the refund moved. What was
        cancelled elsewhere already, such as by a first try whose answer never came, is answered as if it happened now."""
        return {}

    def change_quote(self, booking, offer_id, bookings):
        """{"offer": Offer, "newFare": amount, "fee": amount, "difference": amount, "total": amount to pay now} for moving to another
        offer. `newFare` is without the fee; `difference` is what it is more than was paid, less than nothing where that comes back."""
        raise SkillError(CANNOT_CANCEL, "Booking %s cannot be changed" % booking["reference"],
                         "Book the new flight and cancel this booking, each with the person's own yes.")

    def change(self, booking, quote, bookings):
        """Change at exactly the quoted total, which bookings.py adds to what was paid. What else is added to the booking."""
        raise NotImplementedError

    def hold(self, order, offer):
        """Reserve a quoted Offer without paying, until `offer["holdUntil"]`; as `book`."""
        raise SkillError(CANNOT_CANCEL, "%s holds no flights" % self.words["en"])

    def due(self, booking):
        """What a held booking costs now, an amount in its currency."""
        return booking["total"]["amount"]

    def pay(self, booking, total):
        """Pay for a held booking at exactly `total` (amount); as `book`."""
        raise SkillError(CANNOT_CANCEL, "%s holds no flights" % self.words["en"])


def _given():
    """Giving the skill a key chooses its provider; taking it away chooses the sample flights again."""
    return next((name for name, key in KEYS.items() if os.environ.get(key)), DEFAULT)


def name_chosen(name=None):
    chosen = (name or os.environ.get("FLIGHT_PROVIDER") or _given()).strip().lower()
    if chosen not in NAMES:
        raise SkillError(USAGE, "Unknown provider '%s'" % chosen[:40], "Providers: %s." % ", ".join(NAMES))
    return chosen


def _kind(chosen):
    return importlib.import_module("." + chosen, __name__).Provider


def provider(clock, name=None):
    """The provider that is chosen, ready for use; PROVIDER if something that it needs is missing."""
    kind = _kind(name_chosen(name))
    missing = [one for one in kind.needs if not os.environ.get(one)]
    if missing:
        raise SkillError(PROVIDER, "%s cannot be used: %s is not set" % (kind.words["en"], " and ".join(missing)),
                         "Nothing was asked or booked. Set it, or choose another provider with --provider.")
    return kind(clock)


def provider_of(offer, clock):
    """The provider that an Offer or a booking's Offer came from. Its key may be missing: what it only shows needs none, and
    its other methods raise PROVIDER."""
    return _kind(name_chosen(offer.get("provider", DEFAULT)))(clock)
