"""From answers to a folder that the checks, the shell and Python accept; and to a packed file."""

import json
import os
import stat
import subprocess
import sys
import unittest
import zipfile

from support import SCRIPTS, SKILL, SkillTest

ANSWERS = {
    "name": "leave-request", "title": "Leave requests", "does": "Writes leave requests: \"polite\" ones", "does_zh": "写请假条", "license": "MIT",
    "triggers": ["asks for leave", "wants days off"], "triggers_zh": ["请假", "年假"], "compatibility": "Needs: nothing # at all",
    "rules": ["Never state a balance."], "steps": ["Ask.", "Run `count_days.py`."], "trouble": [{"when": "a | b", "do": "ask"}],
    "references": [{"file": "policy.md", "when": "rules are asked for", "outline": ["Annual leave"]}],
    "scripts": [{"file": "count_days.py", "does": "Counts \"working\" days\\"}, {"file": "send.py", "does": "Hands it in", "confirm": True}],
    "tries": [{"say": "我想请假", "expect": "asks when"}],
}


class Making(SkillTest):
    def finished(self, **more):
        """A skill without open marks, in out/."""
        answers = dict({k: v for k, v in ANSWERS.items() if k not in ("references", "scripts")}, **more)
        self.ok("new_skill.py", json.dumps(answers))
        return os.path.join(self.folder, "out", answers["name"])

    def test_a_folder_with_all_parts(self):
        self.put("answers.json", json.dumps(ANSWERS, ensure_ascii=False))
        out = self.ok("new_skill.py", "answers.json").out
        self.assertTrue(out.startswith("Made out/leave-request:\n  SKILL.md\n  references/policy.md\n  scripts/count_days.py\n  scripts/send.py\n"), out)
        self.assertIn("Still to be done:\n  references/policy.md:7 This is still to be filled in: the text", out)
        text = self.output("leave-request/SKILL.md")
        for part in ('---\nname: leave-request\ndescription: >-\n  Writes leave requests: "polite" ones (写请假条). Use when the person asks for leave or wants days '
                     'off. 当用户提到请假、年假时使用。\nlicense: "MIT"\ncompatibility: "Needs: nothing # at all"\nmetadata:\n  version: "0.1"\n  confirm: "scripts/send.py"\n---\n',
                     "| a \\| b | ask |", "| `references/policy.md` | rules are asked for |", "1. Ask.\n2. Run `count_days.py`."):
            self.assertIn(part, text)
        self.assertEqual(ANSWERS["tries"], json.loads(self.output("leave-request/evals/tries.json")))

    def test_the_scripts_of_a_scaffold_run_from_the_first_minute(self):
        self.ok("new_skill.py", json.dumps(ANSWERS))
        script = os.path.join(self.folder, "out", "leave-request", "scripts", "count_days.py")
        self.assertTrue(os.stat(script).st_mode & stat.S_IXUSR)

        def call(*args):
            return subprocess.run([sys.executable, script] + list(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=self.folder)
        self.assertIn('Counts "working" days\\', call("--help").stdout)
        self.assertEqual((3, "Error: There is no file 'gone.txt'"), (call("gone.txt").returncode, call("gone.txt").stderr.split("\n")[0]))
        self.assertEqual((70, "Error: count_days.py is not written yet"), (call(script).returncode, call(script).stderr.split("\n")[0]))

    def test_a_chinese_skill(self):
        path = self.finished(name="请假条", title="请假条", language="zh", rules=[])
        text = self.output("请假条/SKILL.md")
        self.assertIn("## 始终遵守\n\n1. [[fill in: 绝不能做什么，必须做什么]]", text)
        ran = self.run_script("check_skill.py", path, "--language", "zh")
        self.assertEqual((1, "错误 unfinished 此处尚未填写：绝不能做什么，必须做什么"), (ran.status, ran.out.split("\n")[0].split(" ", 1)[1]))

    def test_nothing_is_overwritten(self):
        path = self.finished()
        with open(os.path.join(path, "SKILL.md"), "w", encoding="utf-8") as file:
            file.write("mine")
        ran = self.run_script("new_skill.py", json.dumps(ANSWERS))
        self.assertEqual((4, "Error: '%s' exists already; nothing was changed" % path), (ran.status, ran.error))
        self.assertEqual("mine", self.output("leave-request/SKILL.md"))

    def test_every_fault_of_the_answers_is_told(self):
        bad = {"name": "Leave Request", "does": "", "trigers": ["x"], "rules": "x", "language": "fr", "compatibility": "x" * 501,
               "references": [{"file": "../x.md", "when": "w"}, {"file": "a.md"}], "scripts": [{"file": "a.sh", "does": "d"}], "tries": [1]}
        ran = self.fails(3, "The answers have 11 faults", "new_skill.py", json.dumps(bad))
        for part in ("'name' is 1 to 64 lowercase letters, digits and single hyphens; perhaps 'leave-request'", "unknown field 'trigers'; is it 'triggers'?",
                     "'does' is missing", "'triggers' or 'triggers_zh' is missing", "'rules' must be a list of texts", "'language' is en or zh",
                     "'compatibility' has 501 characters", "references 2: 'when' is missing", "without folders: '../x.md'", "without folders: 'a.sh'", "tries 1: an object"):
            self.assertIn(part, ran.err)
        long = dict(ANSWERS, triggers_zh=["触发词" * 400])
        self.assertIn("at most 1024 are allowed", self.fails(3, "The answers have 1 fault", "new_skill.py", json.dumps(long)).err)

    def test_packing(self):
        self.ok("new_skill.py", json.dumps(ANSWERS))
        ran = self.run_script("pack_skill.py", "leave-request")
        self.assertEqual((1, "Error: 'leave-request' has 5 errors; nothing was packed"), (ran.status, ran.error))
        self.finished(name="days-off")
        self.assertRegex(self.ok("pack_skill.py", "days-off").out, r"^Packed out/days-off.skill: 2 files, \d+ bytes\n$")
        target = os.path.join(self.folder, "out", "days-off.skill")
        with open(target, "rb") as file:
            first = file.read()
        with zipfile.ZipFile(target) as archive:
            self.assertEqual(["days-off/SKILL.md", "days-off/evals/tries.json"], archive.namelist())
        self.ok("pack_skill.py", "days-off")
        with open(target, "rb") as file:
            self.assertEqual(first, file.read(), "the same files give the same bytes")

    def test_the_bundled_skills_and_this_one_have_no_findings(self):
        self.assertIn("Nothing was found in ", self.ok("check_skill.py", os.path.dirname(SKILL)).out)

    def test_help(self):
        for name in os.listdir(SCRIPTS):
            if name.endswith(".py"):
                self.assertIn("exit status:", self.ok(name, "--help").out)


if __name__ == "__main__":
    unittest.main()
