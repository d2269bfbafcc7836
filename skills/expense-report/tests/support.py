"""The skill's scripts on the path, and its tests' common parts."""

import os
import sys

sys.dont_write_bytecode = True
SKILL = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCRIPTS = os.path.join(SKILL, "scripts")
sys.path[:0] = [SCRIPTS, os.path.join(SKILL, "..", "..", "scripts", "lib")]

import skill_test  # noqa: E402


class SkillTest(skill_test.SkillTest):
    skill, now = SKILL, "2027-04-01T10:00:00+08:00"

    def run_script(self, *args, **env):
        return super().run_script("make_report.py", *args, **env)

    def fails(self, status, error, *args):
        ran = super().fails(status, error, *args)
        self.assertEqual("", ran.out)
        return ran
