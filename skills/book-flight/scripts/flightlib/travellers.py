"""What an airline asks of a traveller beyond the name: date of birth, phone, passport.

The person gives it to the skill as secrets, one for each traveller, so that it is in no conversation, log or export:
    TRAVELLER_ZHANG_SAN   family=Zhang, given=San, born=1990-02-03, gender=m, phone=+8613800138000, email=san@example.com,
                          passport-country=CN, passport-expires=2031-05-01   (title=mr|ms|mrs|miss|dr, if another)
    PASSPORT_ZHANG_SAN    E12345678
The number is a separate secret: the app hides whole secrets wherever they turn up. Nothing of either is ever printed.
"""

import os
import re
import unicodedata
from datetime import date

from .errors import USAGE, SkillError

FIELDS = ("family", "given", "born", "gender", "phone", "email")
OPTIONAL = ("title", "passport-country", "passport-expires")
TITLES = ("mr", "ms", "mrs", "miss", "dr")


class Traveller:
    """`documents` is what is needed of them: {"passport"} or empty."""
    __slots__ = ("name", "family", "given", "born", "gender", "title", "phone", "email", "passport", "country", "expires")


def variable(name):
    """ZHANG_SAN for Zhang San, as in the names of the secrets."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Z0-9]+", "_", plain.upper()).strip("_")


def traveller(name, passport, last_day):
    """The Traveller of a passenger's name. USAGE, naming the secret and what is wrong with it, never its value.

    `passport`: whether the airline wants one; it has to be valid on `last_day`, a date.
    """
    key = variable(name)
    if not key:
        raise SkillError(USAGE, "The airline wants the name of %s in Latin letters, as in the passport" % name)
    secret = "TRAVELLER_" + key
    given = os.environ.get(secret)
    if not given:
        raise SkillError(
            USAGE, "The airline wants details of %s that this skill was not given" % name,
            "Never ask for them in the conversation. The person gives them as the secret %s, on the page of this skill or with: "
            "skilldeck secrets set book-flight %s" % (secret, secret),
            "Its value: family=Zhang, given=San, born=1990-02-03, gender=m or f, phone=+8613800138000, email=san@example.com"
            + (", passport-country=CN, passport-expires=2031-05-01" if passport else ""),
            "The passport number is a separate secret: PASSPORT_%s" % key if passport else "")
    found = _fields(given, secret)
    one = Traveller()
    one.name, one.family, one.given = name, found["family"], found["given"]
    if sorted(variable(one.family + " " + one.given).split("_")) != sorted(key.split("_")):
        raise _wrong(secret, "family and given are not the name %s" % name)
    one.born = _day(found["born"], secret, "born")
    one.gender = found["gender"].lower()
    if one.gender not in ("m", "f"):
        raise _wrong(secret, "gender is m or f")
    one.title = (found.get("title") or ("mr" if one.gender == "m" else "ms")).lower()
    if one.title not in TITLES:
        raise _wrong(secret, "title is one of " + ", ".join(TITLES))
    one.phone, one.email = re.sub(r"[ ().-]", "", found["phone"]), found["email"]
    if not re.match(r"\+[1-9]\d{7,14}\Z", one.phone):
        raise _wrong(secret, "phone is written with + and the country code")
    if not re.match(r"[^@\s]+@[^@\s]+\.[^@\s]+\Z", one.email):
        raise _wrong(secret, "email is not an e-mail address")
    one.passport = one.country = one.expires = None
    if passport:
        one.passport = re.sub(r"\s", "", os.environ.get("PASSPORT_" + key, ""))
        if not re.match(r"[A-Za-z0-9]{5,15}\Z", one.passport):
            raise SkillError(
                USAGE, "This airline wants the passport of %s" % name,
                "Never ask for its number in the conversation. The person gives it as the secret PASSPORT_%s, on the page of this "
                "skill or with: skilldeck secrets set book-flight PASSPORT_%s" % (key, key))
        one.country = found.get("passport-country", "").upper()
        if not re.match(r"[A-Z]{2}\Z", one.country):
            raise _wrong(secret, "passport-country is the two-letter code of the country that issued it, such as CN")
        one.expires = _day(found.get("passport-expires", ""), secret, "passport-expires")
        if one.expires < last_day:
            raise SkillError(USAGE, "The passport of %s expires before the end of the trip" % name,
                             "Choose an earlier trip, or give the new passport once it is there.")
    return one


def age_on(born, day):
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def _fields(text, secret):
    found = {}
    for part in re.split(r"[,;\n]", text):
        key, equals, value = part.partition("=")
        key = key.strip().lower().replace("_", "-")
        if not part.strip():
            continue
        if not equals or key not in FIELDS + OPTIONAL:
            raise _wrong(secret, "it is written as key=value, separated by commas, with the keys " + ", ".join(FIELDS + OPTIONAL))
        found[key] = " ".join(value.split())
    missing = [key for key in FIELDS if not found.get(key)]
    if missing:
        raise _wrong(secret, "%s missing" % (" and ".join(missing) + (" is" if len(missing) == 1 else " are")))
    return found


def _day(text, secret, key):
    try:
        if len(text) != 10:
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise _wrong(secret, "%s is a date such as 1990-02-03" % key) from None


def _wrong(secret, what):
    return SkillError(USAGE, "The secret %s cannot be used: %s" % (secret, what),
                      "Nothing was booked. Give it again with: skilldeck secrets set book-flight %s" % secret)
