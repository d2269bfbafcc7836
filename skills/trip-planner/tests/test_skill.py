"""The documents: sized as they should be, and true to the scripts."""

import ast
import os
import re
import unittest

from support import SCRIPTS, SKILL, SkillTest
from triplib.budget import CATEGORIES, STYLES
from triplib.trip import ACTIVITY, DAY, TRIP

# What Pyodide has not, or what costs it dear to start.
FORBIDDEN = {"zoneinfo", "subprocess", "socket", "threading", "asyncio", "ssl", "urllib", "http", "multiprocessing", "requests"}


def read(*names):
    with open(os.path.join(SKILL, *names), encoding="utf-8") as file:
        return file.read()


class Documents(SkillTest):
    def test_the_instructions_stay_short(self):
        text = read("SKILL.md")
        wide = sum("\u2e80" <= c <= "\uffee" for c in text)
        self.assertLess(wide + (len(text) - wide) / 3.5, 2000)

    def test_every_option_is_documented_and_exists(self):
        scripts = [name for name in os.listdir(SCRIPTS) if name.endswith(".py")]
        options = {o for name in scripts for o in re.findall(r'add(?:_argument)?\("(--[a-z-]+)"', read("scripts", name))}
        texts = read("SKILL.md") + "".join(read("references", name) for name in os.listdir(os.path.join(SKILL, "references")))
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", texts))
        self.assertEqual((set(), {"--json"}), (named - options, options - named))
        for name in scripts:
            self.assertIn("exit status:", self.ok(name, "--help").out)

    def test_every_field_of_a_plan_is_documented(self):
        text = read("references", "day-plans.md")
        self.assertEqual([], [f for f in sorted(TRIP | DAY | ACTIVITY) if "`%s`" % f not in text])

    def test_the_shares_are_those_of_the_script(self):
        text = read("references", "budget.md")
        for key, (_, zh) in CATEGORIES.items():
            self.assertIn("| %s %s | %d | %d | %d |" % ((key, zh) + tuple(STYLES[s][key] for s in ("frugal", "middle", "comfort"))), text)

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
