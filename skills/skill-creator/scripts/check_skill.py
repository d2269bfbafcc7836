#!/usr/bin/env python3
"""Check skills against the Agent Skills specification, where `skilldeck skills lint` cannot be called."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

import json  # noqa: E402
import os  # noqa: E402

from skilllib.command import UNREADABLE, Parser, SkillError, find_folder, run  # noqa: E402
from skilllib.folder import skill_folders  # noqa: E402
from skilllib.rules import Check  # noqa: E402
from skilllib.words import COUNT, LAST_WORD, NOTHING, SEVERITY, say  # noqa: E402


def main():
    options = Parser(
        "check_skill.py", "Check one skill, or every skill in a folder; one line for each finding: file:line:column severity rule message.",
        ["check_skill.py out/leave-request", "check_skill.py out --json", "check_skill.py leave-request --language zh"],
        ["0 no errors (perhaps warnings)", "1 errors were found", "2 wrong usage", "3 there is no skill"])
    options.add_argument("folders", nargs="+", metavar="DIR", help="a skill's folder, or one that holds skills")
    options.add_argument("--json", action="store_true", help="print {findings, checked} as `skilldeck skills lint --json` does")
    options.add_argument("--language", choices=("en", "zh"), default="en", help="of the messages (default en)")
    given = options.parse_args()

    rows, checked = [], 0
    for name in given.folders:
        folder = find_folder(name)
        found = skill_folders(folder)
        if not found:
            raise SkillError(UNREADABLE, "There is no SKILL.md in '%s'" % name, "Name the skill's own folder, or make one with new_skill.py.")
        for path in found:
            checked += 1
            for f in Check(path).found:
                rows.append({"file": os.path.join(path, f.file), "line": f.line, "column": f.column, "severity": f.severity, "rule": f.rule,
                             "message": say(f.key, f.values, given.language)})
    zh = given.language == "zh"
    if given.json:
        print(json.dumps({"findings": rows, "checked": checked}, ensure_ascii=False, indent=1))
    else:
        for row in rows:
            print("%s:%d:%d %s %s %s" % (row["file"], row["line"], row["column"], SEVERITY[row["severity"]][zh], row["rule"], row["message"]))
        numbers = [sum(r["severity"] == s for r in rows) for s in ("error", "warning", "info")]
        plural = ["" if zh or n == 1 else "s" for n in numbers]
        print(COUNT[zh] % tuple(x for pair in zip(numbers, plural) for x in pair) if rows else NOTHING[zh] % (checked, "" if zh or checked == 1 else "s"))
        print(LAST_WORD[zh])
    if any(row["severity"] == "error" for row in rows):
        sys.stdout.flush()
        sys.exit(1)


if __name__ == "__main__":
    run(main)
