"""The documents: sized as they should be, and true to the script."""

import ast
import os
import re
import unittest

from support import SCRIPTS, SKILL

# What Pyodide has not, or what costs it dear to start.
FORBIDDEN = {"zoneinfo", "subprocess", "socket", "threading", "asyncio", "ssl", "urllib", "http", "multiprocessing", "requests"}


def read(*names):
    with open(os.path.join(SKILL, *names), encoding="utf-8") as file:
        return file.read()


class Documents(unittest.TestCase):
    def test_the_instructions_stay_short(self):
        text = read("SKILL.md")
        wide = sum("\u2e80" <= c <= "\uffee" for c in text)
        self.assertLess(wide + (len(text) - wide) / 3.5, 2000)

    def test_every_option_is_documented_and_exists(self):
        options = set(re.findall(r'add\("(--[a-z-]+)"', read("scripts", "make_report.py")))
        texts = read("SKILL.md") + "".join(read("references", name) for name in os.listdir(os.path.join(SKILL, "references")))
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", texts))
        self.assertEqual(set(), named - options)
        self.assertEqual({"--encoding", "--title"}, options - named, "told by --help alone")

    def test_the_script_imports_only_what_runs_everywhere(self):
        for folder, _, names in os.walk(SCRIPTS):
            for name in names:
                if name.endswith(".py"):
                    tree = ast.parse(read(folder, name), name, feature_version=(3, 9))
                    modules = {a.name.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
                    modules |= {(n.module or "").split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
                    self.assertFalse(FORBIDDEN & modules, name)


if __name__ == "__main__":
    unittest.main()
