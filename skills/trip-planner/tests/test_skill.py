"""The documents: sized as they should be, and true to the scripts."""

import os
import re
import unittest

from support import SCRIPTS, SKILL
import skill_test
from triplib.budget import CATEGORIES, STYLES
from triplib.trip import ACTIVITY, DAY, TRIP


class Documents(skill_test.Documents):
    skill = SKILL

    def test_every_option_is_documented_and_exists(self):
        scripts = [name for name in os.listdir(SCRIPTS) if name.endswith(".py")]
        options = {o for name in scripts for o in re.findall(r'add(?:_argument)?\("(--[a-z-]+)"', self.read("scripts", name))}
        texts = self.read("SKILL.md") + "".join(self.read("references", name) for name in os.listdir(os.path.join(SKILL, "references")))
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", texts))
        self.assertEqual((set(), {"--json"}), (named - options, options - named))
        for name in scripts:
            self.assertIn("exit status:", self.ok(name, "--help").out)

    def test_every_field_of_a_plan_is_documented(self):
        text = self.read("references", "day-plans.md")
        self.assertEqual([], [f for f in sorted(TRIP | DAY | ACTIVITY) if "`%s`" % f not in text])

    def test_the_shares_are_those_of_the_script(self):
        text = self.read("references", "budget.md")
        for key, (_, zh) in CATEGORIES.items():
            self.assertIn("| %s %s | %d | %d | %d |" % ((key, zh) + tuple(STYLES[s][key] for s in ("frugal", "middle", "comfort"))), text)


if __name__ == "__main__":
    unittest.main()
