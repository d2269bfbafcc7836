"""What time it is. `SKILLDECK_NOW` (ISO 8601) stands in for the clock, in tests and when a session is replayed."""

import os
from datetime import datetime, timezone

from .errors import USAGE, SkillError
from .zones import date_to_day


class Now:
    """`instant` in minutes since 1970-01-01T00:00Z, `moment` with the person's own offset, `today` as a day number."""
    __slots__ = ("moment", "instant", "today")

    def __init__(self, moment):
        self.moment = moment
        self.instant = int(moment.timestamp() // 60)
        self.today = date_to_day(moment.date())


def now():
    text = os.environ.get("SKILLDECK_NOW", "").strip()
    if not text:
        return Now(datetime.now(timezone.utc).astimezone().replace(microsecond=0))
    try:
        moment = datetime.fromisoformat(text[:-1] + "+00:00" if text[-1] in "zZ" else text)
    except ValueError:
        raise SkillError(USAGE, "SKILLDECK_NOW is not an ISO 8601 time: '%s'" % text[:60]) from None
    if moment.tzinfo is None:
        moment = moment.astimezone()
    return Now(moment)


def zone_name(moment):
    """The name of the machine's zone as far as it can be told: UTC+08:00."""
    ahead = int(moment.utcoffset().total_seconds() // 60)
    sign, size = ("-", -ahead) if ahead < 0 else ("+", ahead)
    return "UTC%s%02d:%02d" % (sign, size // 60, size % 60)
