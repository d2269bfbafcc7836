#!/usr/bin/env python3
"""Check a plan of days and activities, and make an itinerary and a calendar file of it."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

import json  # noqa: E402
import os  # noqa: E402
from datetime import datetime, timezone  # noqa: E402

from triplib.calendar_file import calendar  # noqa: E402
from triplib.checks import check  # noqa: E402
from triplib.command import PROBLEMS, Parser, SkillError, read_json, run, safe_name, write  # noqa: E402
from triplib.itinerary import markdown, summary  # noqa: E402
from triplib.trip import read_trip  # noqa: E402


def main():
    options = Parser(
        "make_itinerary.py", "Check a plan (JSON) for overlaps, impossible ways and closed doors; write the itinerary and a calendar file.",
        ["make_itinerary.py work/trip.json --check", "make_itinerary.py work/trip.json --language zh",
         "make_itinerary.py '{\"title\": \"Kyoto\", \"days\": [{\"date\": \"2027-04-02\", \"activities\": []}]}' --check"],
        ["0 done; what is worth a look is printed", "2 wrong usage", "3 the plan cannot be read; every fault is listed",
         "4 the plan does not work; nothing was written", "5 the results cannot be written"])
    options.add_argument("plan", metavar="PLAN", help="a JSON file, the JSON itself, or - for standard input")
    options.add_argument("--check", action="store_true", help="check only, write nothing; status 4 if it does not work")
    options.add_argument("--despite-problems", action="store_true", help="write it all the same; the problems stand at its top")
    options.add_argument("--name", default="itinerary", metavar="WORD", help="first part of the files' names (default itinerary)")
    options.add_argument("--language", choices=("en", "zh"), help="of the results (default: the plan's, else its title's)")
    options.add_argument("--json", action="store_true", help="print what was found as JSON")
    given = options.parse_args()
    safe_name(given.name)

    trip = read_trip(read_json(given.plan))
    trip.language = given.language or trip.language
    now = os.environ.get("SKILLDECK_NOW")
    now = datetime.fromisoformat(now) if now else datetime.now(timezone.utc)
    findings = check(trip, now.date())
    problems = [f for f in findings if f.is_problem]
    files = []
    if not given.check and (given.despite_problems or not problems):
        files = write([(given.name + ".md", markdown(trip, findings)), (given.name + ".ics", calendar(trip, now.astimezone(timezone.utc)))])
    if given.json:
        print(json.dumps({"title": trip.title, "days": len(trip.days), "files": files,
                          "problems": [{"kind": f.kind, "day": f.day, "text": f.words(trip.language)} for f in problems],
                          "notices": [{"kind": f.kind, "day": f.day, "text": f.words(trip.language)} for f in findings if not f.is_problem]},
                         ensure_ascii=False, indent=1))
    else:
        print(summary(trip, findings))
        if files:
            print("\n%s%s" % ("文件：" if trip.language == "zh" else "Files: ", ", ".join(files)))
    if problems and not files:
        raise SkillError(PROBLEMS, "The plan does not work yet: %d problem%s; nothing was written" % (len(problems), "" if len(problems) == 1 else "s"),
                         "Move or shorten what is named above and run it again, or write it as it is with --despite-problems.")


if __name__ == "__main__":
    run(main)
