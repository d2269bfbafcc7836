"""The skill's scripts on the path, and its tests' common parts."""

import json
import os
import sys

sys.dont_write_bytecode = True
SKILL = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCRIPTS = os.path.join(SKILL, "scripts")
sys.path[:0] = [SCRIPTS, os.path.join(SKILL, "..", "..", "scripts", "lib")]

import skill_test  # noqa: E402

NOW = "2026-11-22T10:00:00+08:00"


class SkillTest(skill_test.SkillTest):
    skill, folders = SKILL, ()

    def setUp(self):
        super().setUp()
        self.data, self.out, self.runs = (os.path.join(self.folder, n) for n in ("data", "out", "runs"))

    def environment(self, now=NOW, **more):
        return super().environment(**dict({"SKILLDECK_NOW": now, "SKILL_DATA_DIR": self.data, "RUN_DIR": self.runs}, **more))

    def start(self, script, *args, **env):
        return super().start(script, *args, cwd=self.folder, **env)

    def ok(self, script, *args, **env):
        ran = self.run_script(script, *args, **env)
        self.assertEqual(0, ran.status, ran.err)
        return ran

    def fails(self, status, first_line, script, *args, **env):
        ran = self.run_script(script, *args, **env)
        self.assertEqual((status, first_line), (ran.status, ran.error))
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
