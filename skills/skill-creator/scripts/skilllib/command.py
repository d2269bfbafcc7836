"""What a script is as a command: arguments, errors, where files are read and written."""

import argparse
import json
import os
import sys

USAGE = 2
UNREADABLE = 3
EXISTS = 4
NOT_WRITTEN = 5


class SkillError(Exception):
    """`message` is printed after "Error: "; `remedies` are the lines that follow it and say what would work."""

    def __init__(self, status, message, *remedies):
        super().__init__(message)
        self.status, self.message, self.remedies = status, message, [r for r in remedies if r]


class Parser(argparse.ArgumentParser):
    """argparse whose errors start with "Error: " and end with status 2."""

    def __init__(self, prog, summary, examples, statuses):
        super().__init__(prog=prog, description=summary, allow_abbrev=False,
                         formatter_class=argparse.RawDescriptionHelpFormatter,
                         epilog="examples:\n%s\n\nexit status:\n%s" % (
                             "\n".join("  " + e for e in examples), "\n".join("  " + s for s in statuses)))

    def error(self, message):
        sys.stderr.write("Error: %s\n%sRun it with --help for what each option takes.\n" % (
            message[:1].upper() + message[1:], self.format_usage()))
        sys.exit(USAGE)


def run(main):
    """Run a script's `main`; print a SkillError as it should be printed and end with its status."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.reconfigure(encoding="utf-8", errors="replace")
        except (AttributeError, ValueError):
            pass  # a stream that somebody put in its place
    try:
        main()
        sys.stdout.flush()
    except SkillError as problem:
        sys.stdout.flush()
        sys.stderr.write("Error: %s\n%s" % (problem.message, "".join(r + "\n" for r in problem.remedies)))
        sys.exit(problem.status)


def find(given):
    """The file that is meant: as given, else below the workspace, its work/, its work/inputs/ and its out/."""
    places = [given]
    if not os.path.isabs(given):
        for variable, below in (("WORKSPACE_DIR", ""), ("WORK_DIR", ""), ("WORK_DIR", "inputs"), ("OUTPUT_DIR", "")):
            if os.environ.get(variable):
                places.append(os.path.join(os.environ[variable], below, given))
    for place in places:
        if os.path.isfile(place):
            return place
    raise SkillError(UNREADABLE, "There is no file '%s'" % given[:200],
                     "Looked for: %s" % ", ".join(places),
                     "Ask the person for the file, or put it into the workspace's work/ folder.")


def read_json(given):
    """The object in a file, in `-` (standard input) or in the argument itself where it begins with a brace."""
    if given.lstrip().startswith("{"):
        text, where = given, "the answers on the command line"
    elif given == "-":
        text, where = sys.stdin.read(), "standard input"
    else:
        where = find(given)
        try:
            with open(where, encoding="utf-8-sig") as file:
                text = file.read()
        except OSError as problem:
            raise SkillError(UNREADABLE, "'%s' cannot be read: %s" % (where, problem.strerror)) from None
        except UnicodeDecodeError:
            raise SkillError(UNREADABLE, "'%s' is not UTF-8 text" % where, "Save it as UTF-8 and try again.") from None
    try:
        value = json.loads(text)
    except ValueError as problem:
        raise SkillError(UNREADABLE, "%s is not JSON: %s" % (where[:1].upper() + where[1:], problem),
                         "Names and texts stand in double quotes; no comma after the last one.") from None
    if not isinstance(value, dict):
        raise SkillError(UNREADABLE, "%s is not a JSON object" % (where[:1].upper() + where[1:]))
    return value


def chinese(text):
    return any("\u4e00" <= c <= "\u9fff" for c in text)


def output_folder():
    return os.environ.get("OUTPUT_DIR") or "out"


def not_written(folder, problem):
    return SkillError(NOT_WRITTEN, "It could not be written to %s: %s" % (folder, problem.strerror),
                      "Set OUTPUT_DIR to a folder that may be written, or name one with --into.")


def find_folder(given):
    """The folder that is meant: as given, else below the workspace, its out/ and its work/."""
    places = [given]
    if not os.path.isabs(given):
        places += [os.path.join(os.environ[v], given) for v in ("WORKSPACE_DIR", "OUTPUT_DIR", "WORK_DIR") if os.environ.get(v)]
    for place in places:
        if os.path.isdir(place):
            return place
    raise SkillError(UNREADABLE, "There is no folder '%s'" % given[:200], "Looked for: %s" % ", ".join(places))
