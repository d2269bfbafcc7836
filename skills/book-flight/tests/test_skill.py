"""The documents: sized as they should be, and true to the scripts."""

import os
import re
import unittest

from support import SCRIPTS, SKILL
import skill_test
from cities_table import tables
from flightlib import errors
from flightlib.cities import CITIES

# Providers of real flights need a connection, and only they are imported where one was chosen.
# Time zones of airports beyond the table come from the computer where it has them.
OUTSIDE = ("duffel.py", "duffel_api.py", "duffel_offer.py", "travelpayouts.py")
NETWORK = {"urllib", "http", "socket", "ssl", "email", "zoneinfo"}

DOCUMENTS = ("SKILL.md", "reference.md", "references/cities.md", "references/fares.md", "forms.md", "references/api.md", "references/real-flights.md", "references/searching.md",
             "references/changing.md")


class Documents(skill_test.Documents):
    skill = SKILL
    forbidden = skill_test.Documents.forbidden | {"email", "random", "dataclasses", "typing", "inspect", "ctypes"}

    def allowed(self, script):
        return NETWORK if os.path.basename(os.path.dirname(script)) == "providers" and os.path.basename(script) in OUTSIDE else set()

    def test_the_instructions_stay_short(self):
        # What stays in the context while the skill is loaded: the body. The app counts about a tenth less than this estimate, and adds some 350 for
        # the description and the list of scripts.
        self.assert_short(self.read("SKILL.md").split("---\n", 2)[2], 2450)
        for name in DOCUMENTS[1:]:
            self.assert_short(self.read(name), 7000)

    def test_front_matter(self):
        head = self.read("SKILL.md").split("---\n")[1]
        for line in ("name: book-flight", "license: MIT", "  confirm: \"scripts/book_flight.py, scripts/manage_bookings.py cancel, scripts/manage_bookings.py pay, "
                     "scripts/manage_bookings.py change\"",
                     "  confirm-preview: \"--quote\""):
            self.assertIn(line + "\n", head)
        description = head.split("description: >-\n")[1].split("\nlicense")[0]
        self.assertLessEqual(len(description), 1024)
        for word in ("机票", "航班", "订票", "flights", "Use when"):
            self.assertIn(word, description)

    def test_the_cities_of_the_reference_are_those_of_the_timetable(self):
        self.assertIn(tables(), self.read("references/cities.md"), "run tests/cities_table.py and paste what it prints into references/cities.md")

    def test_an_error_costs_only_the_part_that_it_needs(self):
        for name in ("reference.md", "references/cities.md", "references/fares.md"):
            self.assert_short(self.read(name), 1750)

    def test_the_description_counts_the_cities(self):
        self.assertIn("between %d cities" % len(CITIES), self.read("SKILL.md"))

    def test_every_status_is_documented(self):
        documented = {int(n) for n in re.findall(r"^\| (\d+) \|", self.read("references/api.md").split("## Exit status")[1], re.M)}
        used = {v for k, v in vars(errors).items() if k.isupper()} | {0, 1}
        self.assertEqual(used, documented)

    def test_every_option_is_documented(self):
        text = self.read("references/api.md")
        scripts = [n for n in os.listdir(SCRIPTS) if n.endswith(".py")] + ["flightlib/wanted.py", "flightlib/command.py"]
        found = [(name, option) for name in scripts
                 for option in re.findall(r"add(?:_argument)?\(\"(--[a-z-]+)\"", self.read("scripts/" + name))]
        self.assertGreater(len(found), 40)
        for name, option in found:
            self.assertIn("`" + option, text.replace(", `--", " `--"), (name, option))

    def test_documents_name_only_files_that_exist(self):
        for name in DOCUMENTS:
            for path in re.findall(r"`((?:references/)?[a-z_]+\.(?:md|py))`", self.read(name)):
                found = [p for p in (path, "scripts/" + path) if os.path.exists(os.path.join(SKILL, p))]
                self.assertTrue(found, (name, path))


if __name__ == "__main__":
    unittest.main()
