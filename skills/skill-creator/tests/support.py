"""The skill's scripts on the path, and its tests' common parts."""

import os
import sys

sys.dont_write_bytecode = True
SKILL = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCRIPTS = os.path.join(SKILL, "scripts")
sys.path[:0] = [SCRIPTS, os.path.join(SKILL, "..", "..", "scripts", "lib")]

import skill_test  # noqa: E402


class SkillTest(skill_test.SkillTest):
    skill, now = SKILL, "2027-03-01T10:00:00+08:00"
