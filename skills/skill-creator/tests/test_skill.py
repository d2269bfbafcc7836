"""The documents: sized as they should be, and true to the scripts."""

import ast
import json
import os
import re
import unittest

from support import SCRIPTS, SKILL
from skilllib.answers import FIELDS, read_answers

# What Pyodide has not, or what costs it dear to start.
FORBIDDEN = {"zoneinfo", "subprocess", "socket", "threading", "asyncio", "ssl", "urllib", "http", "multiprocessing", "requests", "yaml"}


def read(*names):
    with open(os.path.join(SKILL, *names), encoding="utf-8") as file:
        return file.read()


class Documents(unittest.TestCase):
    def test_the_instructions_stay_short(self):
        text = read("SKILL.md")
        wide = sum("\u2e80" <= c <= "\uffee" for c in text)
        self.assertLess(wide + (len(text) - wide) / 3.5, 2000)

    def test_the_example_of_answers_is_accepted_and_shows_the_fields(self):
        example = json.loads(re.search(r"```json\n(.*?)```", read("references", "interview.md"), re.S).group(1))
        self.assertEqual("leave-request", read_answers(example).name)
        self.assertEqual([], [f for f in FIELDS if f not in example and "`%s`" % f not in read("references", "interview.md")])

    def test_the_scripts_import_only_what_runs_everywhere(self):
        for folder, _, names in os.walk(SCRIPTS):
            for name in names:
                if name.endswith(".py"):
                    tree = ast.parse(read(folder, name), name, feature_version=(3, 9))
                    modules = {a.name.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
                    modules |= {(n.module or "").split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
                    self.assertFalse(FORBIDDEN & modules, name)


if __name__ == "__main__":
    unittest.main()
