"""Each rule with a skill that breaks it, beside one that does not."""

import json
import os
import unittest

from support import SkillTest
from skilllib.front_matter import read_front_matter
from skilllib.rules import name_fault, name_like
from skilllib.words import MESSAGES

HEAD = "---\nname: forms\ndescription: Fills forms 表单. Use when the person has a form.\n---\n"
BODY = "# Forms\n\nAsk, then fill.\n"
SCRIPT = "#!/usr/bin/env python3\nimport argparse\nargparse.ArgumentParser().parse_args()\n"


class Rules(SkillTest):
    def found(self, files, name="forms", executable=()):
        path = os.path.join(self.folder, "out", name)
        for file, text in dict({"SKILL.md": HEAD + BODY}, **files).items():
            target = os.path.join(path, file)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as stream:
                stream.write(text if isinstance(text, bytes) else text.encode())
            os.chmod(target, 0o755 if file in executable else 0o644)
        ran = self.run_script("check_skill.py", path, "--json")
        data = json.loads(ran.out)
        self.assertEqual(1 if any(f["severity"] == "error" for f in data["findings"]) else 0, ran.status)
        for name in sorted(files):
            os.remove(os.path.join(path, name))
        return [(f["rule"], os.path.relpath(f["file"], path), f["line"]) for f in data["findings"]]

    def main(self, text, **more):
        return [(rule, line) for rule, file, line in self.found({"SKILL.md": text}, **more)]

    def test_a_good_skill(self):
        self.assertEqual([], self.found({"references/a.md": "# A\n", "scripts/f.py": SCRIPT, "SKILL.md": HEAD + BODY + "Load `references/a.md`, run `f.py`.\n"},
                                        executable=["scripts/f.py"]))

    def test_front_matter(self):
        for expected, text in (
                ([("front-matter-missing", 1)], "# Forms\n"), ([("front-matter-unclosed", 1)], "---\nname: forms\n"),
                ([("name-missing", 1), ("description-missing", 1)], "---\nlicense: MIT\n---\nx\n"),
                ([("name-not-folder", 2)], HEAD.replace("name: forms", "name: other") + BODY),
                ([("name-format", 2)], HEAD.replace("name: forms", "name: My Forms") + BODY), ([("name-format", 2)], HEAD.replace("name: forms", "name: " + "a" * 65) + BODY),
                ([("field-type", 2), ("name-not-folder", 2)], HEAD.replace("name: forms", "name: 123") + BODY),
                ([("description-length", 3)], HEAD.replace("form.", "form " + "x" * 1024) + BODY),
                ([("description-vague", 3)], "---\nname: forms\ndescription: Forms 表单 helper.\n---\nx\n"),
                ([("description-english-only", 3)], HEAD.replace("表单", "") + BODY),
                ([("description-english-only", 3)], "---\nname: forms\ndescription: 当用户有表单时使用。\n---\nx\n"),
                ([("yaml-invalid", 3)], HEAD.replace("Use when", "Note: use when") + BODY), ([("yaml-invalid", 4)], HEAD.replace("\n---\n", "\nnonsense\n---\n") + BODY),
                ([("yaml-invalid", 4)], HEAD.replace("\n---\n", "\nmetadata:\n\ta: b\n---\n") + BODY),
                ([("duplicate-field", 4)], HEAD.replace("\n---\n", "\nname: forms\n---\n") + BODY),
                ([("unknown-field", 4)], HEAD.replace("\n---\n", "\nversion: \"1\"\n---\n") + BODY),
                ([("metadata-not-text", 5)], HEAD.replace("\n---\n", "\nmetadata:\n  version: 1.0\n---\n") + BODY),
                ([("compatibility-length", 4)], HEAD.replace("\n---\n", "\ncompatibility: %s\n---\n" % ("x" * 501)) + BODY),
                ([("empty-instructions", 5)], HEAD)):
            self.assertEqual(expected, self.main(text), text[:80])

    def test_values_at_their_exact_limits_are_allowed(self):
        words = "Fills forms 表单. Use when asked. "
        described = (lambda length: HEAD.split("description")[0] + "description: " + words + "x" * (length - len(words)) + "\n---\n" + BODY)
        self.assertEqual([[], [("description-length", 3)]], [self.main(described(n)) for n in (1024, 1025)])
        self.assertEqual([[], [("name-format", 2)]], [self.main(HEAD.replace("name: forms", "name: " + "a" * n) + BODY, name="a" * n) for n in (64, 65)])
        self.assertEqual([[], [("compatibility-length", 4)]], [self.main(HEAD.replace("\n---\n", "\ncompatibility: %s\n---\n" % ("x" * n)) + BODY)
                                                              for n in (500, 501)])
        self.assertEqual([[], [("instructions-lines", 5)]], [self.main(HEAD + "x\n" * (n - 1) + "x") for n in (500, 501)])
        self.assertEqual([[], [("instructions-tokens", 5)]], [self.main(HEAD + "字" * n) for n in (5000, 5001)])

    def test_text(self):
        for expected, text in (
                ([("byte-order-mark", 1)], "\ufeff" + HEAD + BODY), ([("line-endings", 1)], (HEAD + BODY).replace("\n", "\r\n")),
                ([("instructions-lines", 5)], HEAD + "x\n" * 500), ([("instructions-tokens", 5)], HEAD + "字" * 5001 + "\n"),
                ([("reference-missing", 6)], HEAD + "\nSee references/gone.md.\n"), ([("script-missing", 5)], HEAD + "Run `scripts/gone.py`.\n"),
                ([("absolute-path", 5)], HEAD + "Write to /" + "home/ann/x.txt\n"), ([("invisible-characters", 5)], HEAD + "a\u200bb\n"),
                ([("secret", 5)], HEAD + "key s" + "k-abcdefghijklmnopqrstuv\n"), ([("pipe-to-shell", 5)], HEAD + "cu" + "rl https://x.example/i | sh\n"),
                ([("unfinished", 5)], HEAD + "[[fill" + " in: x]]\n")):
            self.assertEqual(expected, self.main(text), text[-40:])
        self.assertEqual([("not-utf8", 1)], self.main(HEAD.encode() + b"\xff\xfe"))

    def test_files(self):
        named = HEAD + BODY + "Load `a.md`, run `f.py`.\n"
        for expected, files in (
                ([("reference-unnamed", "references/b.md", 1)], {"references/b.md": "# B\n"}),
                ([("reference-over-budget", "references/a.md", 1)], {"SKILL.md": named, "references/a.md": "字" * 8001}),
                ([("script-syntax", "scripts/f.py", 2)], {"SKILL.md": named, "scripts/f.py": "import argparse\ndef\n"}),
                ([("script-no-help", "scripts/f.py", 1)], {"SKILL.md": named, "scripts/f.py": "print(1)\n"}),
                ([("script-not-executable", "scripts/f.py", 1)], {"SKILL.md": named, "scripts/f.py": SCRIPT}),
                ([("script-unnamed", "scripts/g.py", 1)], {"scripts/g.py": SCRIPT[23:]}),
                ([("script-deletes", "scripts/f.py", 4)], {"SKILL.md": named, "scripts/f.py": SCRIPT[23:] + "import shutil\nshutil.rm" + "tree('x')\n"}),
                ([("tries", "evals/tries.json", 1)], {"evals/tries.json": "[{}]"})):
            self.assertEqual(expected, self.found(files), expected)

    def test_there_is_no_skill(self):
        self.fails(3, "There is no folder 'gone'", "check_skill.py", "gone")
        self.fails(3, "There is no SKILL.md in 'work'", "check_skill.py", "work")


class Parts(unittest.TestCase):
    def test_names(self):
        for name in ("a", "pdf-forms", "x1", "请假条", "a" * 64):
            self.assertFalse(name_fault(name), name)
        for name in ("", "A", "a--b", "-a", "a-", "a_b", "a b", "ａ"):
            self.assertTrue(name_fault(name), name)
        self.assertEqual(["my-forms", "pdf-2", "my-skill"], [name_like(t) for t in ("My  Forms!", "PDF_2", "***")])

    def test_the_header_as_yaml_reads_it(self):
        front = read_front_matter("---\nname: 'it''s'  # no\ndescription: >-\n  one\n  two: #\n\n  three\nmetadata:\n  a: \"b # c\"\n  d: e\ntags: [x, \"y\"]\n"
                                  "allowed-tools: a\n  b\n---\nbody\n")
        self.assertEqual({"name": "it's", "description": "one two: #\nthree", "metadata": {"a": "b # c", "d": "e"}, "tags": ["x", "y"], "allowed-tools": "a b"},
                         {k: v for k, (v, _) in front.fields.items()})
        self.assertEqual(([], "body\n", 15), (front.faults, front.body, front.body_line))

    def test_a_text_of_several_lines_in_a_map(self):
        front = read_front_matter("---\nname: a\nmetadata:\n  activity: |\n    one:\n      en: Doing | Done\n  version: '1'\n---\n")
        self.assertEqual({"activity": "one:\n  en: Doing | Done", "version": "1"}, front.fields["metadata"][0])
        self.assertEqual([], front.faults)

    def test_every_message_has_both_languages_with_the_same_values(self):
        for key, (en, zh) in MESSAGES.items():
            self.assertEqual([c for c in en.split("%")[1:] if c[:1] in "sd0"].__len__(), [c for c in zh.split("%")[1:] if c[:1] in "sd0"].__len__(), key)


if __name__ == "__main__":
    unittest.main()
