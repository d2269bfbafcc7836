"""What the scripts have in common as commands: arguments, errors, the card, the languages."""

import argparse
import json
import os
import sys
from datetime import date

from . import fares, providers
from .clock import now
from .errors import USAGE, SkillError
from .money import CURRENCIES
from .zones import date_to_day, local_day

LATEST_DAYS = 330  # how far ahead airlines sell


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


def add_provider_option(to):
    to.add_argument("--provider", metavar="NAME", help="who sells the flights: %s (default: FLIGHT_PROVIDER, else the one whose key was "
                    "given, else %s)" % (", ".join(providers.NAMES), providers.DEFAULT))


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
        lang = _language()
        lines = [r if isinstance(r, str) else r[lang] for r in problem.remedies]
        sys.stderr.write("Error: %s\n%s" % (problem.message, "".join(line + "\n" for line in lines)))
        sys.exit(problem.status)


def _language():
    """The language of the command line, for an error that may come before it is understood."""
    asked = [b for a, b in zip(sys.argv, sys.argv[1:]) if a == "--lang"] + [a[7:] for a in sys.argv if a.startswith("--lang=")]
    return "zh" if asked[-1:] == ["zh"] else "en"


def warn(text):
    sys.stderr.write("Warning: %s\n" % text)


def warn_unread(records):
    """Say of each record.Unread that it is left out, and what to do."""
    for one in records:
        warn("the booking record %s cannot be read (%s) and is left out: it may be a booking. It was not touched." % (
            one.path, one.why["en"]))
        sys.stderr.write(one.next()[_language()] + "\n")


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


def leave_card(card):
    """Write the card for the app, where there is one."""
    path = _card_path()
    if path:
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                json.dump(card, file, ensure_ascii=False)
        except OSError as problem:
            warn("the card could not be written to RUN_DIR: %s" % problem)


def answer(card, as_json, readable):
    """Leave the card, then print it, or the readable text (a function that makes it)."""
    leave_card(card)
    print(json.dumps(card, ensure_ascii=False, indent=1) if as_json else readable())


# ---- values


def a_day(text, option):
    try:
        if len(text) != 10:
            raise ValueError
        return date_to_day(date.fromisoformat(text))
    except ValueError:
        raise SkillError(USAGE, "Invalid %s '%s': not a date of the form YYYY-MM-DD" % (option, text[:40]),
                         "Run get_current_time.py for today's date and work the date out from it.") from None


def on_sale(leg, option, text):
    """A day of travel, checked against today at the place that it sets out from. `leg` is a request.Leg."""
    today = local_day(leg.origin.city.zone, now().instant)
    if leg.day < today:
        raise SkillError(USAGE, "%s %s is in the past (today is %s)" % (option, text, _iso(today)),
                         "Choose a date from %s to %s." % (_iso(today), _iso(today + LATEST_DAYS)))
    if leg.day > today + LATEST_DAYS:
        raise SkillError(USAGE, "%s %s is too far ahead: flights are sold up to %d days, until %s" % (
            option, text, LATEST_DAYS, _iso(today + LATEST_DAYS)))


def _iso(day):
    from .zones import day_to_date
    return day_to_date(day).isoformat()


def a_whole(text, option):
    try:
        return int(text)
    except ValueError:
        raise SkillError(USAGE, "Invalid %s '%s': not a whole number" % (option, text[:40])) from None


def a_count(text, option, least, most):
    value = a_whole(text, option)
    if not least <= value <= most:
        raise SkillError(USAGE, "Invalid %s '%s': from %d to %d" % (option, text[:40], least, most))
    return value


def an_amount(text, option, or_back=False):
    """`or_back`: nothing, or less than nothing for what comes back."""
    cleaned = text.replace(",", "").strip()
    try:
        value = float(cleaned)
    except ValueError:
        value = 1e9
    if not -1e9 < value < 1e9 or value <= 0 and not or_back:
        raise SkillError(USAGE, "Invalid %s '%s': not an amount of money" % (option, text[:40]))
    return value


def a_time(text, option, later=False):
    """Minutes after midnight. With `later`, 09:30+1 is of the next day."""
    clock, plus, days = text.strip().partition("+")
    hours, colon, minutes = clock.partition(":")
    good = colon and hours.isdigit() and minutes.isdigit() and len(minutes) == 2 and int(hours) < 24 and int(minutes) < 60
    if clock == "24:00":
        hours, minutes, good = "24", "00", True
    if not good or plus and not (later and days in ("1", "2")):
        raise SkillError(USAGE, "Invalid %s '%s': not a time of the form HH:MM%s" % (
            option, text[:40], " or HH:MM+1" if later else ""))
    return int(hours) * 60 + int(minutes) + (1440 * int(days) if plus else 0)


def a_cabin(text):
    cabin = text.strip().lower()
    if cabin not in fares.CABINS:
        raise SkillError(USAGE, "Unknown cabin '%s'" % text[:40], "Cabins: %s." % ", ".join(fares.CABINS))
    return cabin


def a_currency(text):
    currency = text.strip().upper()
    if currency not in CURRENCIES:
        raise SkillError(USAGE, "Unknown currency '%s'" % text[:40], "Prices are given in %s." % ", ".join(CURRENCIES))
    return currency
