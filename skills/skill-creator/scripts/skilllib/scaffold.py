"""The files of a new skill out of the answers. What nobody could answer yet is marked, and check_skill.py finds the marks."""

import json
import textwrap

WORDS = {
    "en": {"scripts": "Run each script with the run command listed under Available Scripts; below stands only its name.", "script": "Script", "for": "For",
           "rules": "Rules that always hold", "workflow": "Workflow", "trouble": "When something goes wrong", "what": "What", "do": "What to do",
           "files": "Which file to load", "file": "File", "when": "When", "read": "Read this when %s.", "no-steps": "the steps, in order",
           "no-rules": "what must never happen, and what must always", "errors": "Script errors go to stderr, begin with `Error:`, and the lines after it "
           "say what would work. Correct and run again, at most twice for the same error, then ask.", "no-text": "the text", "confirm": "asks the person first"},
    "zh": {"scripts": "用 Available Scripts 中列出的运行命令执行脚本；下文只写脚本名。", "script": "脚本", "for": "用途", "rules": "始终遵守", "workflow": "步骤",
           "trouble": "出错时", "what": "情况", "do": "做法", "files": "何时读取哪个文件", "file": "文件", "when": "何时", "read": "%s时阅读本文。",
           "no-steps": "按顺序写出步骤", "no-rules": "绝不能做什么，必须做什么", "errors": "脚本错误写到 stderr，以 `Error:` 开头，后面几行说明怎样才行。改正后重试，同一错误最多两次，然后询问用户。",
           "no-text": "正文", "confirm": "先征得同意"},
}

SCRIPT = '''#!/usr/bin/env python3
"""%(does)s"""

import argparse
import os
import sys


class Failure(Exception):
    """`message` says what is wrong, `remedy` what would work."""

    def __init__(self, status, message, remedy=""):
        super().__init__(message)
        self.status, self.message, self.remedy = status, message, remedy


def result_of(text):
    """%(work)s"""
    raise Failure(70, "%(file)s is not written yet", "Fill in result_of().")


def read(path):
    for place in [path] + [os.path.join(os.environ[v], path) for v in ("WORKSPACE_DIR", "WORK_DIR") if os.environ.get(v)]:
        if os.path.isfile(place):
            with open(place, encoding="utf-8-sig") as file:
                return file.read()
    raise Failure(3, "There is no file '%%s'" %% path, "Give its path, or put it into the workspace's work/ folder.")


def write(name, text):
    """Into $OUTPUT_DIR, else into out/ here."""
    folder = os.environ.get("OUTPUT_DIR") or "out"
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)
    print("out/" + name)


def main():
    options = argparse.ArgumentParser(prog="%(file)s", description=%(does_code)s,
                                      epilog="exit status: 0 done, 2 wrong usage, 3 the input cannot be read")
    options.add_argument("input", metavar="FILE", help="%(input)s")
    options.add_argument("--name", default="%(stem)s.txt", help="the result's name (default %(stem)s.txt)")
    given = options.parse_args()
    write(os.path.basename(given.name), result_of(read(given.input)))


if __name__ == "__main__":
    try:
        main()
    except Failure as problem:
        sys.stderr.write("Error: %%s\\n%%s" %% (problem.message, problem.remedy and problem.remedy + "\\n"))
        sys.exit(problem.status)
'''


def mark(text):
    return "[[%s: %s]]" % ("fill in", text)


def quoted(text):
    """A text that YAML takes as it is."""
    return json.dumps(text, ensure_ascii=False)


def table(head, rows):
    return "\n".join("| %s |" % " | ".join(cell.replace("|", "\\|") for cell in row) for row in [head, ["---"] * len(head)] + rows)


def files_of(answers):
    """[(path, text, executable)]"""
    files = [("SKILL.md", skill_md(answers), False)]
    for one in answers.references:
        files.append(("references/" + one["file"], reference(one, answers.language), False))
    for one in answers.scripts:
        files.append(("scripts/" + one["file"], SCRIPT % {
            "does": one["does"].replace("\\", "\\\\").replace('"""', "'''").rstrip("."), "does_code": json.dumps(one["does"], ensure_ascii=False),
            "work": mark("the work itself, from the input's text to the result's"), "input": mark("what the input is"),
            "file": one["file"], "stem": one["file"][:-3].replace("_", "-")}, True))
    if answers.tries:
        files.append(("evals/tries.json", json.dumps(answers.tries, ensure_ascii=False, indent=1) + "\n", False))
    return files


def skill_md(answers):
    w = WORDS[answers.language]
    head = ["---", "name: " + answers.name, "description: >-"]
    head += textwrap.wrap(answers.description, 116, initial_indent="  ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    if answers.license:
        head.append("license: " + quoted(answers.license))
    if answers.compatibility:
        head.append("compatibility: " + quoted(answers.compatibility))
    head += ["metadata:", '  version: "0.1"']
    asking = ", ".join("scripts/" + s["file"] for s in answers.scripts if s["confirm"])
    if asking:
        head.append("  confirm: " + quoted(asking))
    parts = ["\n".join(head + ["---", "# " + answers.title])]
    if answers.scripts:
        rows = [["`scripts/%s`" % s["file"], s["does"] + (" (%s)" % w["confirm"] if s["confirm"] else "")] for s in answers.scripts]
        parts += [table([w["script"], w["for"]], rows), w["scripts"]]
    parts += ["## " + w["rules"], numbered(answers.rules or [mark(w["no-rules"])])]
    parts += ["## " + w["workflow"], numbered(answers.steps or [mark(w["no-steps"])])]
    if answers.trouble or answers.scripts:
        parts.append("## " + w["trouble"])
        if answers.scripts:
            parts.append(w["errors"])
        if answers.trouble:
            parts.append(table([w["what"], w["do"]], [[t["when"], t["do"]] for t in answers.trouble]))
    if answers.references:
        parts += ["## " + w["files"], table([w["file"], w["when"]], [["`references/%s`" % r["file"], r["when"]] for r in answers.references])]
    return "\n\n".join(parts) + "\n"


def numbered(items):
    return "\n".join("%d. %s" % (i, item) for i, item in enumerate(items, 1))


def reference(one, language):
    w = WORDS[language]
    title = one["title"] or one["file"].rsplit(".", 1)[0].replace("-", " ").replace("_", " ").capitalize()
    parts = ["# " + title, w["read"] % one["when"].rstrip(".。")]
    for section in one["outline"] or [""]:
        parts += (["## " + section] if section else []) + [mark(w["no-text"])]
    return "\n\n".join(parts) + "\n"
