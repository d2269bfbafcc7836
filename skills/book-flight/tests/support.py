"""Running the scripts as the app runs them, each test in its own folders."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SKILL = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCRIPTS = os.path.join(SKILL, "scripts")
sys.path.insert(0, SCRIPTS)

NOW = "2026-11-22T10:00:00+08:00"


class Ran:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def first_error(self):
        return self.err.split("\n", 1)[0]


class SkillTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="book-flight-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.data, self.out, self.runs = (os.path.join(self.folder, n) for n in ("data", "out", "runs"))

    def environment(self, now=NOW, **more):
        env = {k: v for k, v in os.environ.items() if k in ("PATH", "SYSTEMROOT", "HOME", "LANG", "TMPDIR", "TEMP")}
        env.update(SKILLDECK_NOW=now, SKILL_DATA_DIR=self.data, OUTPUT_DIR=self.out, RUN_DIR=self.runs,
                   PYTHONDONTWRITEBYTECODE="1")
        env.update(more)
        return {k: v for k, v in env.items() if v is not None}

    def start(self, script, *args, **env):
        return subprocess.Popen([sys.executable, os.path.join(SCRIPTS, script)] + list(args), cwd=self.folder,
                                env=self.environment(**env), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                encoding="utf-8")

    def run_script(self, script, *args, **env):
        process = self.start(script, *args, **env)
        out, err = process.communicate()
        return Ran(process.returncode, out, err)

    def ok(self, script, *args, **env):
        ran = self.run_script(script, *args, **env)
        self.assertEqual(0, ran.status, ran.err)
        return ran

    def fails(self, status, first_line, script, *args, **env):
        ran = self.run_script(script, *args, **env)
        self.assertEqual((status, first_line), (ran.status, ran.first_error))
        self.assertEqual("", ran.out)
        self.assertNotIn("Traceback", ran.err)
        if status == 4:  # its card says what comes nearest
            self.assertEqual([], self.card()["offers"])
        else:
            self.assertFalse(os.path.exists(os.path.join(self.runs, "card.json")), "a failed run leaves no card")
        return ran

    def search(self, origin, dest, day, *more, **env):
        return self.ok("search_flights.py", "--from", origin, "--to", dest, "--date", day, "--json", *more, **env).json

    _found = {}

    def found(self, *args):
        """The offers of a search with an empty store, asked once for all tests."""
        if args not in self._found:
            self._found[args] = self.search(*args, SKILL_DATA_DIR=os.path.join(self.folder, "no-data"), RUN_DIR=None)["offers"]
        return json.loads(json.dumps(self._found[args]))

    def card(self):
        with open(os.path.join(self.runs, "card.json"), encoding="utf-8") as file:
            return json.load(file)

    def order(self, offer, *people, **more):
        """Arguments of book_flight.py for an offer."""
        args = ["--offer", offer["id"], "--expect-total", str(more.get("total", offer["price"]["total"])),
                "--key", more.get("key", "key-1")]
        for name in people:
            args += ["--passenger", name]
        return args

    def book(self, offer, *people, **more):
        env = more.pop("env", {})
        return self.run_script("book_flight.py", "--json", *self.order(offer, *people, **more), **env)

    def booking_files(self):
        folder = os.path.join(self.data, "bookings")
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []
