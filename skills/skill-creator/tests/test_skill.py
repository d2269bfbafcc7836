"""The documents: sized as they should be, and true to the scripts."""

import json
import re
import unittest

from support import SKILL
import skill_test
from skilllib.answers import FIELDS, read_answers


class Documents(skill_test.Documents):
    skill = SKILL
    forbidden = skill_test.Documents.forbidden | {"yaml"}

    def test_the_example_of_answers_is_accepted_and_shows_the_fields(self):
        example = json.loads(re.search(r"```json\n(.*?)```", self.read("references", "interview.md"), re.S).group(1))
        self.assertEqual("leave-request", read_answers(example).name)
        self.assertEqual([], [f for f in FIELDS if f not in example and "`%s`" % f not in self.read("references", "interview.md")])


if __name__ == "__main__":
    unittest.main()
