"""What the interview found out, read strictly: every fault is told, all at once."""

import difflib
import re

from .command import UNREADABLE, SkillError
from .rules import name_fault, name_like

FIELDS = {"name", "title", "language", "does", "does_zh", "description", "triggers", "triggers_zh", "license", "compatibility", "rules", "steps", "trouble",
          "references", "scripts", "tries"}
PARTS = {"trouble": {"when": True, "do": True}, "references": {"file": True, "when": True, "title": False, "outline": False},
         "scripts": {"file": True, "does": True, "confirm": False}, "tries": {"say": True, "expect": True}}
MOST_DESCRIPTION = 1024


class Answers:
    def __init__(self):
        self.name = self.title = self.description = self.license = self.compatibility = ""
        self.language, self.rules, self.steps = "en", [], []
        self.trouble, self.references, self.scripts, self.tries = [], [], [], []


def read_answers(value):
    """@raises SkillError naming every fault"""
    faults, answers = [], Answers()

    def unknown(place, given, allowed):
        for name in given:
            if name not in allowed:
                close = difflib.get_close_matches(name, sorted(allowed), 1)
                faults.append("%s: unknown field '%s'; %s" % (place, name[:40], "is it '%s'?" % close[0] if close else
                                                              "there are: " + ", ".join(sorted(allowed))))

    def text(name, given=value, place="answers", needed=False):
        found = given.get(name)
        if found is None and not needed:
            return ""
        if not isinstance(found, str) or (needed and not found.strip()):
            faults.append("%s: '%s' %s" % (place, name, "is missing" if found in (None, "") else "must be text"))
            return ""
        return " ".join(found.split())

    def texts(name, given=value, place="answers"):
        found = given.get(name, [])
        if not isinstance(found, list) or not all(isinstance(t, str) and t.strip() for t in found):
            faults.append("%s: '%s' must be a list of texts" % (place, name))
            return []
        return [" ".join(t.split()) for t in found]

    unknown("answers", value, FIELDS)
    answers.name = text("name", needed=True)
    if answers.name and (len(answers.name) > 64 or name_fault(answers.name)):
        faults.append("answers: 'name' is 1 to 64 lowercase letters, digits and single hyphens; perhaps '%s'" % name_like(answers.name))
    answers.title = text("title") or answers.name.replace("-", " ").capitalize()
    answers.language = value.get("language") or "en"
    if answers.language not in ("en", "zh"):
        faults.append("answers: 'language' is en or zh: that of the instructions")
    answers.license, answers.compatibility = text("license"), text("compatibility")
    if len(answers.compatibility) > 500:
        faults.append("answers: 'compatibility' has %d characters, and at most 500 are allowed" % len(answers.compatibility))
    answers.description = described(text, texts, value, faults)
    answers.rules, answers.steps = texts("rules"), texts("steps")
    for part, fields in PARTS.items():
        entries = value.get(part, [])
        if not isinstance(entries, list):
            faults.append("answers: '%s' must be a list" % part)
            continue
        for number, entry in enumerate(entries, 1):
            place = "%s %d" % (part, number)
            if not isinstance(entry, dict):
                faults.append("%s: an object with %s is expected" % (place, ", ".join(fields)))
                continue
            unknown(place, entry, fields)
            one = {f: text(f, entry, place, needed) for f, needed in fields.items() if f not in ("outline", "confirm")}
            if "outline" in fields:
                one["outline"] = texts("outline", entry, place)
            if "confirm" in fields:
                one["confirm"] = entry.get("confirm") is True
            getattr(answers, part).append(one)
    for part, pattern, example in (("references", r"[\w-]+\.(md|txt)", "policy.md"), ("scripts", r"[A-Za-z0-9_-]+\.py", "count_days.py")):
        names = [one["file"] for one in getattr(answers, part)]
        for number, name in enumerate(names, 1):
            if name and not re.fullmatch(pattern, name):
                faults.append("%s %d: 'file' is a name such as %s, without folders: '%s'" % (part, number, example, name[:60]))
            if name and name in names[:number - 1]:
                faults.append("%s %d: '%s' stands there twice" % (part, number, name))
    if faults:
        raise SkillError(UNREADABLE, "The answers have %d fault%s" % (len(faults), "" if len(faults) == 1 else "s"),
                         *(["  " + f for f in faults[:40]] + ["The format is in references/interview.md."]))
    return answers


def described(text, texts, value, faults):
    """The description as it was given, else made of what the skill does and when."""
    if value.get("description"):
        made = text("description")
    else:
        does, zh = text("does", needed=True).rstrip("."), text("does_zh").rstrip("。.")
        triggers, triggers_zh = texts("triggers"), texts("triggers_zh")
        if not triggers and not triggers_zh:
            faults.append("answers: 'triggers' or 'triggers_zh' is missing: what would a person say?")
        parts = [does + (" (%s)." % zh if zh else ".") if does else ""]
        if triggers:
            parts.append("Use when the person %s." % (triggers[0] if len(triggers) == 1 else ", ".join(triggers[:-1]) + " or " + triggers[-1]))
        if triggers_zh:
            parts.append("当用户提到%s时使用。" % "、".join(triggers_zh))
        made = " ".join(p for p in parts if p)
    if len(made) > MOST_DESCRIPTION:
        faults.append("answers: the description would have %d characters, and at most %d are allowed; fewer triggers, the likeliest ones" % (
            len(made), MOST_DESCRIPTION))
    return made
