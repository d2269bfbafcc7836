"""The documents: sized as they should be, and true to the scripts."""

import ast
import os
import re
import unittest

from support import SCRIPTS, SKILL
from cities_data import data
from cities_table import tables
from form_data import FILES
from flightlib import errors
from flightlib.cities import CITIES

# What Pyodide has not, or what costs it dear to start.
FORBIDDEN = {"zoneinfo", "subprocess", "socket", "threading", "asyncio", "ssl", "email", "random", "urllib", "http",
             "dataclasses", "typing", "inspect", "multiprocessing", "ctypes", "requests"}

# Providers of real flights need a connection, and only they are imported where one was chosen.
# Time zones of airports beyond the table come from the computer where it has them.
OUTSIDE = ("duffel.py", "duffel_api.py", "duffel_offer.py", "travelpayouts.py")
NETWORK = {"urllib", "http", "socket", "ssl", "email", "zoneinfo"}

DOCUMENTS = ("SKILL.md", "reference.md", "forms.md", "references/api.md", "references/real-flights.md", "references/searching.md",
             "references/changing.md")


def read(name):
    with open(os.path.join(SKILL, name), encoding="utf-8") as file:
        return file.read()


def tokens(text):
    """An upper estimate: a token for each Chinese character and for each three and a half others."""
    wide = sum("\u2e80" <= c <= "\uffee" for c in text)
    return wide + (len(text) - wide) / 3.5


class Documents(unittest.TestCase):
    def test_sizes(self):
        # What stays in the context while the skill is loaded: the body. The app counts about a tenth less than this estimate, and adds some 350 for
        # the description and the list of scripts.
        self.assertLess(tokens(read("SKILL.md").split("---\n", 2)[2]), 2450)
        for name in DOCUMENTS[1:]:
            self.assertLess(tokens(read(name)), 7000, name)

    def test_front_matter(self):
        head = read("SKILL.md").split("---\n")[1]
        for line in ("name: book-flight", "license: MIT", "  confirm: \"scripts/book_flight.py, scripts/manage_bookings.py cancel, scripts/manage_bookings.py pay, "
                     "scripts/manage_bookings.py change\"",
                     "  confirm-preview: \"--quote\""):
            self.assertIn(line + "\n", head)
        description = head.split("description: >-\n")[1].split("\nlicense")[0]
        self.assertLessEqual(len(description), 1024)
        for word in ("机票", "航班", "订票", "flights", "Use when"):
            self.assertIn(word, description)

    def test_the_cities_of_the_reference_are_those_of_the_timetable(self):
        self.assertIn(tables(), read("reference.md"), "run tests/cities_table.py and paste what it prints into reference.md")

    def test_the_cities_of_the_form_are_those_of_the_timetable(self):
        self.assertEqual(data(), read("data/cities.json"), "run tests/cities_data.py, which writes data/cities.json")

    def test_the_airlines_and_airports_of_the_form_are_those_of_the_timetable(self):
        for name, rows in FILES.items():
            self.assertEqual(rows(), read("data/" + name), "run tests/form_data.py, which writes data/" + name)

    def test_the_description_counts_the_cities(self):
        self.assertIn("between %d cities" % len(CITIES), read("SKILL.md"))

    def test_every_status_is_documented(self):
        documented = {int(n) for n in re.findall(r"^\| (\d+) \|", read("references/api.md").split("## Exit status")[1], re.M)}
        used = {v for k, v in vars(errors).items() if k.isupper()} | {0, 1}
        self.assertEqual(used, documented)

    def test_every_option_is_documented(self):
        text = read("references/api.md")
        scripts = [n for n in os.listdir(SCRIPTS) if n.endswith(".py")] + ["flightlib/wanted.py", "flightlib/command.py"]
        found = [(name, option) for name in scripts
                 for option in re.findall(r"add(?:_argument)?\(\"(--[a-z-]+)\"", read("scripts/" + name))]
        self.assertGreater(len(found), 40)
        for name, option in found:
            self.assertIn("`" + option, text.replace(", `--", " `--"), (name, option))

    def test_documents_name_only_files_that_exist(self):
        for name in DOCUMENTS:
            for path in re.findall(r"`((?:references/)?[a-z_]+\.(?:md|py))`", read(name)):
                found = [p for p in (path, "scripts/" + path) if os.path.exists(os.path.join(SKILL, p))]
                self.assertTrue(found, (name, path))

    def test_the_scripts_import_only_what_runs_everywhere(self):
        for folder, _, names in os.walk(SCRIPTS):
            for name in names:
                if not name.endswith(".py"):
                    continue
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    tree = ast.parse(file.read(), name, feature_version=(3, 9))
                for node in ast.walk(tree):
                    modules = ([a.name for a in node.names] if isinstance(node, ast.Import)
                               else [node.module or ""] if isinstance(node, ast.ImportFrom) else [])
                    allowed = NETWORK if os.path.basename(folder) == "providers" and name in OUTSIDE else set()
                    self.assertFalse(FORBIDDEN & {m.split(".")[0] for m in modules} - allowed, name)


if __name__ == "__main__":
    unittest.main()
