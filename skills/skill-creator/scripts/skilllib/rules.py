"""The rules of the Agent Skills specification (agentskills.io), and what experience adds. Ids and severities as in the app's lint."""

import ast
import json
import re
import unicodedata

from .folder import Folder
from .front_matter import read_front_matter

SPECIFIED = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
ALSO_READ = ("when_to_use", "when-to-use", "tags", "disable-model-invocation", "user-invocable")
SAYS_WHEN = re.compile(r"\b(?:when(?:ever)?|use (?:it|this|for|to|if)|used (?:for|to)|asks?|mentions?|wants?)\b|当|时使用|用于|适用|如果|触发|提到|场景", re.I)
NAMED = re.compile(r"(?<![\w/.\\}-])(?:\./)?((?:references|assets|scripts)/[\w./-]+\.\w{1,8})")
PATHS = re.compile(r"(?<![\w:/.~$}\\-])/(?:home|Users|root|mnt|opt|srv)/[^\s\"'`)<>|;,，。]+|(?<!\w)[A-Za-z]:\\{1,2}(?:Users|Program Files|Windows)\b[^\s\"'`)<>|;,]*")
SECRETS = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----|\bsk-[A-Za-z0-9_-]{20,}|\bgh[pousr]_[A-Za-z0-9]{30,}|\bAKIA[0-9A-Z]{16}\b|\bxox[abp]-[\w-]{20,}")
PIPED = re.compile(r"\b(?:curl|wget)\b[^\n|]*\|\s*(?:sudo\s+)?(?:ba|z|da)?(?:sh|python3?)\b")
DELETES = re.compile(r"\brmtree\s*\(|\bremovedirs\s*\(|\brm\s+-\w*[rR]")
HELP = re.compile(r"--help\b|\bargparse\b|\bclick\b|\bparseArgs\b|\bcommander\b|\byargs\b|\bgetopts\b")
UNFINISHED = re.compile(r"\[\[fill in:?([^\]]*)\]\]", re.I)
HIDDEN = [(0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x2069), (0xFEFF, 0xFEFF), (0xE0000, 0xE007F), (0x00AD, 0x00AD)]
FOR_PEOPLE = re.compile(r"(?:readme|licen[cs]e|changelog|notice)\b", re.I)
MOST_TOKENS, MOST_LINES, BUDGET = 5000, 500, 8000


class Finding:
    def __init__(self, severity, rule, file, line, key, values, column=1):
        self.severity, self.rule, self.file, self.line, self.column = severity, rule, file, line, column
        self.key, self.values = key, values


def name_fault(name):
    """Is it a name by the specification? Letters without case (Chinese, Thai) are as good as lower case ones."""
    return not name or name != unicodedata.normalize("NFKC", name) or name != name.lower() or name[0] == "-" or name[-1] == "-" \
        or "--" in name or any(c != "-" and unicodedata.category(c) not in ("Ll", "Lo", "Lm", "Nd") for c in name)


def name_like(text):
    """The nearest name that is one."""
    plain = unicodedata.normalize("NFKC", text).lower()
    kept = "".join(c if unicodedata.category(c) in ("Ll", "Lo", "Lm", "Nd") else "-" for c in plain)
    return re.sub("-+", "-", kept).strip("-")[:64].strip("-") or "my-skill"


def tokens(text):
    """An upper estimate: a token for each Chinese character, and for each three and a half others."""
    wide = sum("\u2e80" <= c <= "\uffee" for c in text)
    return int(wide + (len(text) - wide) / 3.5)


class Check:
    def __init__(self, path):
        self.folder, self.found = Folder(path), []
        self.run()

    def add(self, severity, rule, file, line, *values, key=None, column=1):
        self.found.append(Finding(severity, rule, file, line, key or rule, values, column))

    def run(self):
        folder, main = self.folder, self.folder.main
        for link in folder.links:
            self.add("error", "links", link, 1, link)
        for large in folder.too_large:
            self.add("warning", "too-large", large, 1, large)
        if main.path != "SKILL.md":
            self.add("warning", "skill-file-name", main.path, 1, main.path)
        if main.text is None:
            self.add("error", "not-utf8", main.path, 1, main.path)
            return
        front = read_front_matter(main.text.lstrip("\ufeff").replace("\r\n", "\n"))
        for line, rule, key, values in front.faults:
            self.add("error", rule, main.path, line, *values, key=key)
        if any(rule.startswith("front-matter") for _, rule, _, _ in front.faults):
            return
        self.fields(front, main.path)
        self.body(front, main)
        self.files(front, main)
        self.scripts(main)
        self.tries()
        self.found.sort(key=lambda f: (f.file != main.path, f.file, f.line))

    def fields(self, front, file):
        for key, (value, line) in front.fields.items():
            if key not in SPECIFIED + ALSO_READ:
                self.add("warning", "unknown-field", file, line, key)
            elif key in ("name", "description", "license", "compatibility") and (not isinstance(value, str) or value.plain):
                self.add("error", "field-type", file, line, key)
        self.name(front, file)
        self.description(front, file)
        value, line = front.fields.get("compatibility", (None, 0))
        if isinstance(value, str) and not 1 <= len(value) <= 500:
            self.add("error", "compatibility-length", file, line, len(value))
        value, line = front.fields.get("metadata", (None, 0))
        if isinstance(value, dict):
            for key, text in value.items():
                if not isinstance(text, str) or text.plain:
                    self.add("error", "metadata-not-text", file, getattr(text, "line", None) or line, key)

    def name(self, front, file):
        name, line = front.fields.get("name", ("", 1))
        if not isinstance(name, str) or not name:
            self.add("error", "name-missing", file, line)
        elif len(name) > 64:
            self.add("error", "name-format", file, line, len(name), key="name-long")
        elif name_fault(name):
            self.add("error", "name-format", file, line, name, name_like(name))
        elif name != unicodedata.normalize("NFKC", self.folder.name):
            self.add("error", "name-not-folder", file, line, name, self.folder.name)

    def description(self, front, file):
        text, line = front.fields.get("description", ("", 1))
        if not isinstance(text, str) or not text.strip():
            self.add("error", "description-missing", file, line)
            return
        if len(text.strip()) > 1024:
            self.add("error", "description-length", file, line, len(text.strip()))
        more = " ".join(str(front.fields.get(k, ("", 0))[0]) for k in ("when_to_use", "when-to-use"))
        if not SAYS_WHEN.search(text) and not more.strip():
            self.add("warning", "description-vague", file, line)
        chinese, english = re.search("[\u4e00-\u9fff]", text + more), re.search("[a-z]{3}", text + more, re.I)
        if english and not chinese:
            self.add("info", "description-english-only", file, line)
        if chinese and not english:
            self.add("info", "description-english-only", file, line, key="description-chinese-only")

    def body(self, front, main):
        if not front.body.strip():
            self.add("warning", "empty-instructions", main.path, front.body_line)
        if tokens(front.body) > MOST_TOKENS:
            self.add("warning", "instructions-tokens", main.path, front.body_line, tokens(front.body))
        if front.body.count("\n") >= MOST_LINES:
            self.add("warning", "instructions-lines", main.path, front.body_line, front.body.count("\n") + 1)
        seen = set()
        for match in NAMED.finditer(front.body):
            path = match.group(1).rstrip(".-")
            if path not in seen and self.folder.get(path) is None:
                rule = "script-missing" if path.startswith("scripts/") else "reference-missing"
                self.add("error", rule, main.path, front.body_line + front.body.count("\n", 0, match.start()), path)
            seen.add(path)

    def files(self, front, main):
        texts = [main] + self.folder.references
        for file in self.folder.references:
            name = file.path.rsplit("/", 1)[-1]
            if not FOR_PEOPLE.match(name) and name not in front.body:
                self.add("warning", "reference-unnamed", file.path, 1, file.path)
            if tokens(file.text) > BUDGET:
                self.add("error", "reference-over-budget", file.path, 1, tokens(file.text), key="reference-long")
        for file in texts + [f for f in self.folder.all_scripts if f not in texts]:
            if file.data[:3] == b"\xef\xbb\xbf":
                self.add("warning", "byte-order-mark", file.path, 1, file.path)
            if "\r\n" in file.text:
                self.add("warning", "line-endings", file.path, 1, file.path)
            for number, line in enumerate(file.text.lstrip("\ufeff").split("\n"), 1):
                self.line(file, number, line)

    def line(self, file, number, line):
        for severity, rule, pattern in (("error", "secret", SECRETS), ("error", "pipe-to-shell", PIPED)):
            match = pattern.search(line)
            if match:
                self.add(severity, rule, file.path, number, column=match.start() + 1)
        for match in PATHS.finditer(line):
            self.add("warning", "absolute-path", file.path, number, match.group(0)[:60], column=match.start() + 1)
        for match in UNFINISHED.finditer(line):
            self.add("error", "unfinished", file.path, number, match.group(1).strip()[:80] or "…", column=match.start() + 1)
        for column, c in enumerate(line, 1):
            if ord(c) > 0xAC and any(low <= ord(c) <= high for low, high in HIDDEN):
                self.add("error", "invisible-characters", file.path, number, ord(c), column=column)
                break

    def scripts(self, main):
        helpers = " ".join(f.text for f in self.folder.all_scripts if f.path.count("/") > 1)
        for file in self.folder.all_scripts:
            if file.path.endswith(".py"):
                try:
                    ast.parse(file.text.lstrip("\ufeff"), file.path)
                except (SyntaxError, ValueError) as problem:
                    self.add("error", "script-syntax", file.path, getattr(problem, "lineno", 1) or 1, str(getattr(problem, "msg", problem)))
            match = DELETES.search(file.text)
            if match:
                self.add("warning", "script-deletes", file.path, file.text.count("\n", 0, match.start()) + 1)
        for file in self.folder.scripts:
            name = file.path.rsplit("/", 1)[-1]
            if file.text is None or not name.endswith((".py", ".sh", ".js", ".mjs")):
                continue
            if name not in main.text:
                self.add("warning", "script-unnamed", file.path, 1, file.path)
            if not HELP.search(file.text) and not HELP.search(helpers):
                self.add("info", "script-no-help", file.path, 1, file.path)
            if file.text.startswith("#!") and not file.executable:
                self.add("warning", "script-not-executable", file.path, 1, file.path)

    def tries(self):
        file = self.folder.get("evals/tries.json")
        if file is None:
            return
        try:
            value = json.loads(file.text or "")
            good = isinstance(value, list) and value and all(isinstance(t, dict) and t.get("say") and t.get("expect") for t in value)
            problem = "" if good else "a list of {\"say\": …, \"expect\": …} is expected"
        except ValueError as error:
            problem = str(error)
        if problem:
            self.add("warning", "tries", file.path, 1, problem)
