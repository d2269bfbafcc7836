"""The documents: sized as they should be, and true to the script."""

import os
import re
import unittest

from support import SKILL
import skill_test


class Documents(skill_test.Documents):
    skill = SKILL

    def test_every_option_is_documented_and_exists(self):
        options = set(re.findall(r'add\("(--[a-z-]+)"', self.read("scripts", "make_report.py")))
        texts = self.read("SKILL.md") + "".join(self.read("references", name) for name in os.listdir(os.path.join(SKILL, "references")))
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", texts))
        self.assertEqual(set(), named - options)
        self.assertEqual({"--encoding", "--title"}, options - named, "told by --help alone")


if __name__ == "__main__":
    unittest.main()
