#!/usr/bin/env python3
"""Make a packing list for a climate, a number of days and what is done there."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

from triplib.command import USAGE, Parser, SkillError, chinese, run, safe_name, write  # noqa: E402
from triplib.packing import MOST_DAYS, climates_between, markdown, packing_list, people_of, words_of  # noqa: E402
from triplib.packing_items import ACTIVITIES, CLIMATES, SHOWN  # noqa: E402


def main():
    options = Parser(
        "packing_list.py", "Make a packing list with boxes to tick, and write it to out/.",
        ["packing_list.py --days 5 --climate cold --activities hike,abroad", "packing_list.py --days 7 --low 18 --high 31 --people adult:2,baby:1 --laundry",
         "packing_list.py --days 3 --climate 温和,多雨 --activities 出差,坐飞机 --language zh"],
        ["0 done", "2 wrong usage", "5 the list cannot be written"])
    add = options.add_argument
    add("--days", required=True, metavar="N", help="days away, 1 to %d" % MOST_DAYS)
    add("--climate", action="append", default=[], metavar="WORDS", help="of: %s" % ", ".join("%s (%s)" % (k, SHOWN[k]) for k in CLIMATES))
    add("--low", metavar="C", help="lowest temperature in degrees Celsius, instead of a climate")
    add("--high", metavar="C", help="highest temperature")
    add("--activities", action="append", default=[], metavar="WORDS", help="of: %s" % ", ".join("%s (%s)" % (k, SHOWN[k]) for k in ACTIVITIES))
    add("--people", default="adult:1", metavar="WHO", help="adult:2,child:1,baby:1 (default adult:1)")
    add("--laundry", action="store_true", help="clothes can be washed on the way")
    add("--title", metavar="TEXT", help="of the list")
    add("--name", default="packing-list", metavar="WORD", help="the file's name (default packing-list)")
    add("--language", choices=("en", "zh"), help="of the list (default: zh where an option is in Chinese, else en)")
    given = options.parse_args()
    safe_name(given.name)

    def number(text, option):
        try:
            value = int(float(text))
        except (ValueError, OverflowError):
            raise SkillError(USAGE, "Invalid %s '%s': not a number" % (option, text[:40])) from None
        return value

    days = number(given.days, "--days")
    if not 1 <= days <= MOST_DAYS:
        raise SkillError(USAGE, "--days must be from 1 to %d" % MOST_DAYS)
    climates = words_of(given.climate, CLIMATES, "--climate")
    if given.low is not None or given.high is not None:
        low, high = (number(x, o) for x, o in ((given.low or given.high, "--low"), (given.high or given.low, "--high")))
        if low > high:
            raise SkillError(USAGE, "--low %d is above --high %d" % (low, high))
        if not (-60 <= low and high <= 60):
            raise SkillError(USAGE, "Temperatures are in degrees Celsius, from -60 to 60")
        climates += [c for c in climates_between(low, high) if c not in climates]
    if not climates:
        raise SkillError(USAGE, "The climate is missing", "Give --climate, or --low and --high in degrees Celsius.")
    chosen = (days, climates, words_of(given.activities, ACTIVITIES, "--activities"), people_of(given.people), given.laundry)
    language = given.language or ("zh" if chinese(" ".join(given.climate + given.activities + [given.people, given.title or ""])) else "en")
    text = markdown(chosen, packing_list(*chosen), language, given.title)
    files = write([(given.name + ".md", text)])
    print(text + "\n" + ("文件：" if language == "zh" else "Files: ") + ", ".join(files))


if __name__ == "__main__":
    run(main)
