"""A skill's folder as it is on the disk."""

import os

MOST_FILES, MOST_BYTES = 2000, 4 * 1024 * 1024
PASSED_OVER = {".git", "node_modules", "__pycache__", ".DS_Store"}


class File:
    """`text` is None for what is no UTF-8."""

    def __init__(self, path, data, executable):
        self.path, self.data, self.executable = path, data, executable
        try:
            self.text = data.decode("utf-8")
        except UnicodeDecodeError:
            self.text = None


class Folder:
    def __init__(self, path):
        self.path, self.name = path, os.path.basename(os.path.abspath(path))
        self.files, self.links, self.too_large = [], [], []
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(f for f in folders if f not in PASSED_OVER and not f.startswith("."))
            for name in sorted(names):
                full = os.path.join(folder, name)
                relative = os.path.relpath(full, path).replace(os.sep, "/")
                if name in PASSED_OVER or name.endswith(".pyc") or len(self.files) >= MOST_FILES:
                    continue
                if os.path.islink(full):
                    self.links.append(relative)
                elif os.path.getsize(full) > MOST_BYTES:
                    self.too_large.append(relative)
                else:
                    with open(full, "rb") as file:
                        self.files.append(File(relative, file.read(), os.access(full, os.X_OK)))

    def get(self, path):
        return next((f for f in self.files if f.path == path), None)

    @property
    def main(self):
        return self.get("SKILL.md") or next((f for f in self.files if f.path.lower() == "skill.md"), None)

    @property
    def references(self):
        return [f for f in self.files if f is not self.main and (f.path.endswith((".md", ".txt")) or f.path.startswith(("references/", "assets/")))
                and f.text is not None]

    @property
    def scripts(self):
        """What an agent runs: right below scripts/."""
        return [f for f in self.files if f.path.startswith("scripts/") and f.path.count("/") == 1]

    @property
    def all_scripts(self):
        return [f for f in self.files if f.path.startswith("scripts/") and f.text is not None]


def skill_folders(path):
    """The folder itself where it has a SKILL.md, else those in it that have one."""
    if _has_main(path):
        return [path]
    return [os.path.join(path, name) for name in sorted(os.listdir(path)) if os.path.isdir(os.path.join(path, name)) and _has_main(os.path.join(path, name))]


def _has_main(path):
    return any(name.lower() == "skill.md" for name in os.listdir(path))
