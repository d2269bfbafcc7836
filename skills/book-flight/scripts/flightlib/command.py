"""What the scripts have in common as commands: arguments, errors, the card, the languages."""

import argparse
import json
import os
import sys
from datetime import date

from . import fares, places
from .clock import now
from .errors import USAGE, SkillError
from .zones import date_to_day, local_day

LATEST_DAYS = 330  # how far ahead airlines sell
MOST_PASSENGERS = 9
CHILDREN_PER_ADULT = 2


class Parser(argparse.ArgumentParser):
    """argparse whose errors start with "Error: " and end with status 2."""

    def __init__(self, **settings):
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **settings)

    def error(self, message):
        sys.stderr.write("Error: %s\n%sRun it with --help for what each option takes.\n" % (
            message[:1].upper() + message[1:], self.format_usage()))
        sys.exit(USAGE)


def parser(name, summary, examples, statuses):
    made = Parser(prog=name, description=summary, epilog="examples:\n%s\n\nexit status:\n%s" % (
        "\n".join("  " + e for e in examples), "\n".join("  " + s for s in statuses)))
    return made


def add_output_options(to):
    to.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the readable output (default en)")
    to.add_argument("--json", action="store_true", help="print the card as JSON instead of readable text")


def utf8():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.reconfigure(encoding="utf-8", errors="replace")
        except (AttributeError, ValueError):
            pass  # a stream that somebody put in its place


def run(main):
    """Run a script's `main`; print a SkillError as it should be printed and end with its status."""
    utf8()
    forget_card()
    try:
        main()
        sys.stdout.flush()
    except SkillError as problem:
        sys.stdout.flush()
        sys.stderr.write("Error: %s\n%s" % (problem.message, "".join(r + "\n" for r in problem.remedies)))
        sys.exit(problem.status)


def warn(text):
    sys.stderr.write("Warning: %s\n" % text)


def _card_path():
    folder = os.environ.get("RUN_DIR")
    return os.path.join(folder, "card.json") if folder else None


def forget_card():
    """A card of an earlier run must not be taken for this one's."""
    path = _card_path()
    if path and os.path.exists(path):
        try:
            os.remove(path)
        except OSError:
            pass


def answer(card, as_json, readable):
    """Write the card for the app, then print the card or the readable text (a function that makes it)."""
    text = json.dumps(card, ensure_ascii=False, indent=1 if as_json else None)
    path = _card_path()
    if path:
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        except OSError as problem:
            warn("the card could not be written to RUN_DIR: %s" % problem)
    print(text if as_json else readable())


# ---- values


def a_day(text, option):
    try:
        if len(text) != 10:
            raise ValueError
        return date_to_day(date.fromisoformat(text))
    except ValueError:
        raise SkillError(USAGE, "Invalid %s '%s': not a date of the form YYYY-MM-DD" % (option, text[:40]),
                         "Run get_current_time.py for today's date and work the date out from it.") from None


def travel_days(out, back, zone, zone_back):
    """The days of travel as day numbers, checked against today at the place that each sets out from."""
    moment = now()
    day, today = a_day(out, "--date"), local_day(zone, moment.instant)
    if day < today:
        raise SkillError(USAGE, "Date %s is in the past (today is %s)" % (out, _iso(today)),
                         "Choose a date from %s to %s." % (_iso(today), _iso(today + LATEST_DAYS)))
    _not_too_far(day, out, today)
    if back is None:
        return day, None
    return_day = a_day(back, "--return")
    if return_day < day:
        raise SkillError(USAGE, "Return date %s is before the departure date %s" % (back, out))
    _not_too_far(return_day, back, local_day(zone_back, moment.instant))
    return day, return_day


def _not_too_far(day, text, today):
    if day > today + LATEST_DAYS:
        raise SkillError(USAGE, "Date %s is too far ahead: flights are sold up to %d days, until %s" % (
            text, LATEST_DAYS, _iso(today + LATEST_DAYS)))


def _iso(day):
    from .zones import day_to_date
    return day_to_date(day).isoformat()


def a_whole(text, option):
    try:
        return int(text)
    except ValueError:
        raise SkillError(USAGE, "Invalid %s '%s': not a whole number" % (option, text[:40])) from None


def an_amount(text, option):
    cleaned = text.replace(",", "").strip()
    try:
        value = float(cleaned)
    except ValueError:
        value = -1
    if not 0 < value < 1e9:
        raise SkillError(USAGE, "Invalid %s '%s': not an amount of money" % (option, text[:40]))
    return value


def a_time(text, option):
    hours, colon, minutes = text.strip().partition(":")
    if colon and hours.isdigit() and minutes.isdigit() and len(minutes) == 2 and int(hours) < 24 and int(minutes) < 60:
        return int(hours) * 60 + int(minutes)
    if text.strip() == "24:00":
        return 24 * 60
    raise SkillError(USAGE, "Invalid %s '%s': not a time of the form HH:MM" % (option, text[:40]))


def a_cabin(text):
    cabin = text.strip().lower()
    if cabin not in fares.CABINS:
        raise SkillError(USAGE, "Unknown cabin '%s'" % text[:40], "Cabins: %s." % ", ".join(fares.CABINS))
    return cabin


def a_currency(text):
    currency = text.strip().upper()
    if currency not in ("CNY", "USD"):
        raise SkillError(USAGE, "Unknown currency '%s'" % text[:40], "Prices are given in CNY or USD.")
    return currency


def party(adults, children):
    """Check the numbers of travellers against what one booking can hold."""
    if adults < 0 or children < 0:
        raise SkillError(USAGE, "The number of passengers cannot be negative")
    if adults + children == 0:
        raise SkillError(USAGE, "At least 1 passenger is needed (0 given)")
    if adults + children > MOST_PASSENGERS:
        raise SkillError(USAGE, "Too many passengers: %d given, at most %d in one booking" % (
            adults + children, MOST_PASSENGERS), "Split a larger group over several bookings.")
    if adults == 0:
        raise SkillError(USAGE, "Children cannot travel without an adult",
                         "Add an adult; airlines sell unaccompanied-minor tickets only themselves.")
    if children > CHILDREN_PER_ADULT * adults:
        raise SkillError(USAGE, "Too many children: %d with %d adult%s, at most %d children per adult" % (
            children, adults, "" if adults == 1 else "s", CHILDREN_PER_ADULT))


def route(origin, dest):
    """Both ends as Stops, and not the same city."""
    a, b = places.resolve(origin, "origin"), places.resolve(dest, "destination")
    if a.city is b.city:
        raise SkillError(USAGE, "Origin and destination are the same city: %s" % a.city.name)
    return a, b
