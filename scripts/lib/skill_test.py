"""What the tests of the bundled skills share: their scripts run as the app runs them, and what each skill has to keep to."""

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest


class Ran:
    def __init__(self, process, out, err):
        self.status, self.out, self.err = process.returncode, out, err
        self.error = err.split("\n", 1)[0]

    @property
    def json(self):
        return json.loads(self.out)


class SkillTest(unittest.TestCase):
    """`skill` is its folder, `now` the clock of its scripts. Each test has folders of its own."""
    maxDiff = None
    skill = now = ""
    folders = ("work", "out")

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix=os.path.basename(self.skill) + "-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        for name in self.folders:
            os.mkdir(os.path.join(self.folder, name))

    def environment(self, **more):
        """None takes a variable away."""
        given = {k: v for k, v in os.environ.items() if k in ("PATH", "SYSTEMROOT", "HOME", "LANG", "TEMP", "TMPDIR")}
        given.update(WORKSPACE_DIR=self.folder, WORK_DIR=os.path.join(self.folder, "work"), OUTPUT_DIR=os.path.join(self.folder, "out"),
                     SKILLDECK_NOW=self.now, PYTHONDONTWRITEBYTECODE="1")
        return {k: v for k, v in dict(given, **more).items() if v is not None}

    def start(self, script, *args, cwd=None, **env):
        return subprocess.Popen([sys.executable, os.path.join(self.skill, "scripts", script), *args], cwd=cwd or self.skill,
                                env=self.environment(**env), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                encoding="utf-8")

    def run_script(self, script, *args, stdin=None, **env):
        """Started in the skill's folder; files are found by their name in work/."""
        process = self.start(script, *args, **env)
        return Ran(process, *process.communicate(stdin))

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

    def put(self, name, text, encoding="utf-8"):
        with open(os.path.join(self.folder, "work", name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode(encoding))
        return name

    def outputs(self):
        return sorted(os.listdir(os.path.join(self.folder, "out")))

    def output(self, name):
        with open(os.path.join(self.folder, "out", name), encoding="utf-8", newline="") as file:
            return file.read()


class Documents(SkillTest):
    """The documents are sized as they should be, and the scripts run everywhere."""
    tokens = 2000  # of SKILL.md
    # What Pyodide has not, or what costs it dear to start.
    forbidden = {"zoneinfo", "subprocess", "socket", "threading", "asyncio", "ssl", "urllib", "http", "multiprocessing", "requests"}

    def read(self, *names):
        with open(os.path.join(self.skill, *names), encoding="utf-8") as file:
            return file.read()

    def scripts(self):
        """Every file of Python in scripts/, below it."""
        return [os.path.relpath(os.path.join(folder, name), self.skill) for folder, _, names in os.walk(os.path.join(self.skill, "scripts"))
                for name in names if name.endswith(".py")]

    def assert_short(self, text, tokens):
        """By an upper estimate: a token for each Chinese character and for each three and a half others."""
        wide = sum("\u2e80" <= c <= "\uffee" for c in text)
        self.assertLess(wide + (len(text) - wide) / 3.5, tokens)

    def allowed(self, script):
        """Modules that this one may import all the same."""
        return set()

    def test_the_instructions_stay_short(self):
        self.assert_short(self.read("SKILL.md"), self.tokens)

    def test_the_scripts_import_only_what_runs_everywhere(self):
        for script in self.scripts():
            nodes = list(ast.walk(ast.parse(self.read(script), script, feature_version=(3, 9))))
            modules = {a.name.split(".")[0] for n in nodes if isinstance(n, ast.Import) for a in n.names}
            modules |= {(n.module or "").split(".")[0] for n in nodes if isinstance(n, ast.ImportFrom)}
            self.assertFalse(self.forbidden & modules - self.allowed(script), script)
