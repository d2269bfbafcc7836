"""Running the scripts as the app runs it, each test in its own folders."""

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

NOW = "2027-03-01T10:00:00+08:00"


class Ran:
    def __init__(self, process):
        self.status, self.out, self.err = process.returncode, process.stdout, process.stderr
        self.error = self.err.split("\n", 1)[0]


class SkillTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="trip-planner-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        for name in ("work", "out"):
            os.mkdir(os.path.join(self.folder, name))

    def put(self, name, text, encoding="utf-8"):
        with open(os.path.join(self.folder, "work", name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode(encoding))
        return name

    def run_script(self, script, *args, stdin=None, **env):
        """Started in the skill's folder; files are found by their name in work/."""
        variables = {k: v for k, v in os.environ.items() if k in ("PATH", "SYSTEMROOT", "LANG", "TEMP", "TMPDIR")}
        variables.update(WORKSPACE_DIR=self.folder, WORK_DIR=os.path.join(self.folder, "work"),
                         OUTPUT_DIR=os.path.join(self.folder, "out"), SKILLDECK_NOW=NOW, PYTHONDONTWRITEBYTECODE="1", **env)
        return Ran(subprocess.run([sys.executable, os.path.join(SCRIPTS, script)] + list(args), cwd=SKILL, env=variables,
                                  input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"))

    def ok(self, script, *args, **more):
        ran = self.run_script(script, *args, **more)
        self.assertEqual((0, ""), (ran.status, ran.err))
        return ran

    def fails(self, status, error, script, *args, **more):
        ran = self.run_script(script, *args, **more)
        self.assertEqual((status, "Error: " + error), (ran.status, ran.error))
        self.assertNotIn("Traceback", ran.err)
        self.assertEqual([], self.outputs(), "a failed run writes nothing")
        return ran

    def outputs(self):
        return sorted(os.listdir(os.path.join(self.folder, "out")))

    def output(self, name):
        with open(os.path.join(self.folder, "out", name), encoding="utf-8", newline="") as file:
            return file.read()
