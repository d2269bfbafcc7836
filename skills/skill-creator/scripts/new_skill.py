#!/usr/bin/env python3
"""Make the folder of a new skill out of the answers of an interview."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

import os  # noqa: E402

from skilllib.answers import read_answers  # noqa: E402
from skilllib.command import EXISTS, Parser, SkillError, chinese, not_written, output_folder, read_json, run  # noqa: E402
from skilllib.rules import Check  # noqa: E402
from skilllib.scaffold import files_of  # noqa: E402
from skilllib.words import say  # noqa: E402


def main():
    options = Parser(
        "new_skill.py", "Make the folder of a new skill, with SKILL.md, references, scripts and tries, out of answers in JSON.",
        ["new_skill.py work/answers.json", "new_skill.py work/answers.json --into work",
         "new_skill.py '{\"name\": \"leave-request\", \"does\": \"Writes leave requests\", \"does_zh\": \"写请假条\", "
         "\"triggers\": [\"asks for leave\"], \"triggers_zh\": [\"请假\"]}'"],
        ["0 done", "2 wrong usage", "3 the answers cannot be read; every fault is listed", "4 the folder exists; nothing was changed",
         "5 it cannot be written"])
    options.add_argument("answers", metavar="ANSWERS", help="a JSON file, the JSON itself, or - for standard input")
    options.add_argument("--into", metavar="DIR", help="folder that the skill's folder is made in (default: out/)")
    options.add_argument("--language", choices=("en", "zh"), help="of what is printed (default: that of the answers)")
    given = options.parse_args()

    value = read_json(given.answers)
    answers = read_answers(value)
    zh = (given.language or ("zh" if answers.language == "zh" or chinese(answers.title) else "en")) == "zh"
    parent = given.into or output_folder()
    folder = os.path.join(parent, answers.name)
    if os.path.lexists(folder):
        raise SkillError(EXISTS, "'%s' exists already; nothing was changed" % folder,
                         "Go on with the files that are there, or choose another name or --into another folder.")
    files = files_of(answers)
    try:
        for path, text, executable in files:
            target = os.path.join(folder, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            if executable:
                os.chmod(target, 0o755)
    except OSError as problem:
        raise not_written(folder, problem) from None
    print(("已创建 %s：" if zh else "Made %s:") % (folder if given.into else "out/" + answers.name))
    for path, _, _ in files:
        print("  " + path)
    print("\n" + ("description（%d 个字符）：%s" if zh else "description (%d characters): %s") % (len(answers.description), answers.description))
    found = [f for f in Check(folder).found]
    if found:
        print("\n" + ("还需完成：" if zh else "Still to be done:"))
        for f in found:
            print("  %s:%d %s" % (f.file, f.line, say(f.key, f.values, "zh" if zh else "en")))


if __name__ == "__main__":
    run(main)
