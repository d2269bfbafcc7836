"""Who travels: `NAME[:adult|child]`, as many of each as the offer was priced for."""

import unicodedata

from .errors import USAGE, SkillError

TYPES = {"adult": "adult", "child": "child", "成人": "adult", "儿童": "child", "adt": "adult", "chd": "child"}
LONGEST = 60


def parse(text):
    shown = " ".join(text.split())[:80]
    name, colon, kind = text.replace("：", ":").rpartition(":")
    if not colon:
        name, kind = text, "adult"
    kind = TYPES.get(kind.strip().lower())
    if kind is None:
        raise SkillError(USAGE, "Invalid --passenger '%s': after the colon comes adult or child" % shown)
    name = " ".join(unicodedata.normalize("NFC", name).split())
    letters = sum(c.isalpha() for c in name)
    odd = [c for c in name if not (c.isalpha() or unicodedata.category(c) in ("Mn", "Mc") or c in " -'’./·,")]
    if odd or letters < 2 or len(name) > LONGEST:
        raise SkillError(USAGE, "Invalid passenger name '%s'" % shown,
                         "Give the name as in the travel document, letters only, for example \"Zhang San\" or 张三.")
    return {"name": name, "type": kind}


def parse_all(texts, adults, children):
    people = [parse(text) for text in texts]
    seen = set()
    for person in people:
        key = person["name"].casefold()
        if key in seen:
            raise SkillError(USAGE, "Passenger '%s' is named twice" % person["name"])
        seen.add(key)
    got = [sum(p["type"] == kind for p in people) for kind in ("adult", "child")]
    if got != [adults, children]:
        raise SkillError(USAGE, "The offer is for %s, but %s named" % (
            counted(adults, children), counted(*got) + (" is" if sum(got) == 1 else " are")),
            "Name each passenger with --passenger \"NAME:adult\" or \"NAME:child\", or search again for the right number.")
    return people


def counted(adults, children, lang="en"):
    if lang == "zh":
        return "%d 成人%s" % (adults, "、%d 儿童" % children if children else "")
    text = "%d adult%s" % (adults, "" if adults == 1 else "s")
    return text + (", %d child%s" % (children, "" if children == 1 else "ren") if children else "")
