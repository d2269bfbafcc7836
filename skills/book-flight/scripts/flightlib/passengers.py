"""Who travels: `NAME[:adult|child|infant|infant-seat]`, as many of each as the offer was priced for."""

import re
import unicodedata

from .errors import USAGE, SkillError

TYPES = {"adult": "adult", "child": "child", "infant": "infant", "infant-seat": "infant-seat", "成人": "adult", "儿童": "child",
         "婴儿": "infant", "不占座婴儿": "infant", "占座婴儿": "infant-seat", "adt": "adult", "chd": "child", "inf": "infant", "ins": "infant-seat"}
LONGEST = 60
# What forms, examples and this skill's own documents write where a name belongs.
NOBODY = set((
    "name|names|full name|first last|first name|last name|given name|family name|given family|family given|your name|my name|their name|"
    "the name|name here|person|passenger|passenger name|traveller|traveler|traveller name|traveler name|adult|child|infant|baby|guest|"
    "customer|user|someone|somebody|anyone|me|myself|you|unknown|anonymous|tbd|tba|none|null|undefined|test|test test|test user|"
    "test passenger|john doe|jane doe|foo bar|xx|xxx|xxxx|姓名|名字|全名|乘客|乘客姓名|旅客|旅客姓名|成人|儿童|婴儿|某某|某人|本人|"
    "客户|未知|测试").split("|"))


def _is_nobody(name):
    plain = " ".join(re.sub(r"[^\w\s]", " ", name).split()).casefold()
    return plain in NOBODY or re.sub("(?: (?:[a-z]|one|two|three)|[一二三四甲乙丙])$", "", plain) in NOBODY


def parse(text):
    shown = " ".join(text.split())[:80]
    name, colon, kind = text.replace("：", ":").rpartition(":")
    if not colon:
        name, kind = text, "adult"
    kind = TYPES.get(kind.strip().lower())
    if kind is None:
        raise SkillError(USAGE, "Invalid --passenger '%s': after the colon comes adult, child, infant or "
                         "infant-seat" % shown)
    name = " ".join(unicodedata.normalize("NFC", name).split())
    letters = sum(c.isalpha() for c in name)
    odd = [c for c in name if not (c.isalpha() or unicodedata.category(c) in ("Mn", "Mc") or c in " -'’./·,")]
    if odd or letters < 2 or len(name) > LONGEST:
        raise SkillError(USAGE, "Invalid passenger name '%s'" % shown,
                         "Give the name as in the travel document: letters only, given and family name.")
    if _is_nobody(name):
        raise SkillError(USAGE, "'%s' is not a traveller's name" % shown,
                         "Ask the person for the name as in the travel document, and book with that. Nothing was booked.")
    return {"name": name, "type": kind}


def parse_all(texts):
    people = [parse(text) for text in texts]
    seen = set()
    for person in people:
        key = person["name"].casefold()
        if key in seen:
            raise SkillError(USAGE, "Passenger '%s' is named twice" % person["name"])
        seen.add(key)
    return people


def check_names(people, offer):
    """Names as the travel document of the route has them: Chinese characters within mainland China, else Latin letters."""
    ends = [end for way in offer["itineraries"] for end in (way["from"], way["to"])]
    stops = ends + [end for way in offer["itineraries"] for s in way["segments"] for end in (s["from"], s["to"])]
    if {end.get("country") for end in stops} == {"CN"}:
        return
    for person in people:
        if not all(_is_latin(c) for c in person["name"]):
            raise SkillError(USAGE, "Passenger name '%s' is not in Latin letters, which %s to %s needs" % (
                person["name"], ends[0]["city"], ends[1]["city"]),
                "Ask for the name as in the passport; a Chinese passport has it in pinyin.")


def _is_latin(c):
    return not c.isalpha() or unicodedata.name(c, "").startswith("LATIN ")


COUNTED = (("adult", "adults"), ("child", "children"), ("infant", "infantsLap"), ("infant-seat", "infantsSeat"))


def check_party(people, party):
    """The passengers are as many of each kind as the offer was priced for."""
    got = {name: sum(p["type"] == kind for p in people) for kind, name in COUNTED}
    if any(got[name] != party.get(name, 0) for name in got):
        raise SkillError(USAGE, "The offer is for %s, but %s named" % (
            counted(party), counted(got) + (" is" if sum(got.values()) == 1 else " are")),
            "Name each passenger with --passenger \"NAME:adult\", \":child\", \":infant\" (on a lap) or \":infant-seat\", or "
            "search again for the right number.")


def counted(party, lang="en", only=None):
    """2 adults, 1 child, 1 infant on lap; 2 名成人、1 名儿童、1 名不占座婴儿. `only` names one of them."""
    said = []
    for name, one, many, zh in (("adults", "adult", "adults", "%d 名成人"), ("children", "child", "children", "%d 名儿童"),
                                ("infantsLap", "infant on lap", "infants on lap", "%d 名不占座婴儿"),
                                ("infantsSeat", "infant with seat", "infants with seats", "%d 名占座婴儿")):
        number = party.get(name, 0)
        if (number or name == "adults") and only in (None, name):
            said.append(zh % number if lang == "zh" else "%d %s" % (number, one if number == 1 else many))
    return ("、" if lang == "zh" else ", ").join(said)
