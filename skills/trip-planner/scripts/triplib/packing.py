"""A packing list out of climate, days, activities and people."""

from .command import USAGE, SkillError
from .packing_items import ACTIVITIES, CLIMATES, EACH, GROUPS, ITEMS, SHOWN

FREEZING, COOL, WARM = 8, 15, 24  # degrees Celsius: below 8 is cold, from 24 hot
PEOPLE = {"adult": "成人 大人 adults", "child": "儿童 孩子 children kid kids", "baby": "婴儿 宝宝 babies infant"}
MOST_DAYS, MOST_PEOPLE = 365, 30
LAUNDRY_EVERY = 5  # days of clothes that are enough where they can be washed

WORDS = {
    "en": {"title": "Packing list", "days": "%d days", "one": "1 day", "laundry": "clothes for %d days, washing on the way",
           "of": "%s × %d", "each": "for each person", "people": {"adult": "%d adults", "child": "%d children", "baby": "%d babies"},
           "single": {"adult": "1 adult", "child": "1 child", "baby": "1 baby"}},
    "zh": {"title": "行李清单", "days": "%d 天", "one": "1 天", "laundry": "衣物按 %d 天准备，途中可洗", "of": "%s × %d", "each": "每人",
           "people": {"adult": "%d 位成人", "child": "%d 个儿童", "baby": "%d 个婴儿"},
           "single": {"adult": "1 位成人", "child": "1 个儿童", "baby": "1 个婴儿"}},
}


def words_of(texts, known, option):
    """Ids of what was named, in the order of the table. @raises SkillError"""
    names = {name.casefold(): key for key, more in known.items() for name in [key] + more.split()}
    names.update({name: key for key, name in SHOWN.items() if key in known})
    found = set()
    for text in texts:
        for word in text.replace("，", ",").replace("、", ",").split(","):
            if word.strip():
                if word.strip().casefold() not in names:
                    raise SkillError(USAGE, "Unknown %s '%s'" % (option, word.strip()[:40]), "Known: %s" % ", ".join(
                        "%s (%s)" % (key, SHOWN.get(key, known[key].split()[0])) for key in known))
                found.add(names[word.strip().casefold()])
    return [key for key in known if key in found]


def climates_between(low, high):
    """Climates of a range of temperatures in °C."""
    found = []
    if low < FREEZING:
        found.append("cold")
    if high >= COOL - 3 and low < WARM:
        found.append("mild")
    if high >= WARM:
        found.append("hot")
    return found or ["mild"]


def people_of(text):
    """{"adult": 2, "child": 1} from "adult:2,child:1" or "成人:2". @raises SkillError"""
    result = {}
    for part in text.replace("，", ",").replace("：", ":").split(","):
        name, _, number = part.partition(":")
        if not (number.strip() or "1").isdigit():
            raise SkillError(USAGE, "Invalid --people '%s'" % text[:40], "Write it as adult:2,child:1,baby:1.")
        key = words_of([name], PEOPLE, "--people")
        if key:
            result[key[0]] = result.get(key[0], 0) + int(number.strip() or 1)
    if not 1 <= sum(result.values()) <= MOST_PEOPLE:
        raise SkillError(USAGE, "--people: from 1 to %d people" % MOST_PEOPLE)
    return result


def holds(when, tags):
    return not when or any(all(t in tags for t in word.split("+")) for word in when.split())


def count(how, days):
    return how if isinstance(how, int) else {"day": days, "day+1": days + 1, "half": -(-days // 2)}[how]


def packing_list(days, climates, activities, people, laundry):
    """[(group, [(item's number in ITEMS, how many for each person or None)])] of what applies."""
    tags = set(climates) | set(activities) | {k for k, n in people.items() if n} | ({"laundry"} if laundry else set())
    wearing = min(days, LAUNDRY_EVERY) if laundry else days
    result = []
    for group in GROUPS:
        rows = [(i, count(item[3], wearing) if item[5] == EACH else None)
                for i, item in enumerate(ITEMS) if item[0] == group and holds(item[4], tags)]
        if rows:
            result.append((group, rows))
    return result


def markdown(chosen, listed, language, title):
    days, climates, activities, people, laundry = chosen
    w, zh = WORDS[language], language == "zh"
    shown = [w["one"] if days == 1 else w["days"] % days]
    shown += [SHOWN[k] if zh else k for k in climates + activities]
    shown += [w["single"][k] if n == 1 else w["people"][k] % n for k, n in people.items() if n]
    if laundry and days > LAUNDRY_EVERY:
        shown.append(w["laundry"] % LAUNDRY_EVERY)
    parts = ["# " + (title or w["title"]), " · ".join(shown)]
    several = sum(people.values()) > 1
    for group, rows in listed:
        lines = []
        for number, many in rows:
            name = ITEMS[number][2 if zh else 1]
            text = w["of"] % (name, many) if many and many > 1 else name
            if several and many:
                text += "（%s）" % w["each"] if zh else " (%s)" % w["each"]
            lines.append("- [ ] " + text)
        parts += ["## " + GROUPS[group][1 if zh else 0], "\n".join(lines)]
    return "\n\n".join(parts) + "\n"
