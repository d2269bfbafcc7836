#!/usr/bin/env python3
"""Pack a skill's folder into one .skill file (a zip archive) for handing over, if it has no errors."""

import sys

sys.dont_write_bytecode = True  # the folder of a skill is only read

import os  # noqa: E402
import zipfile  # noqa: E402

from skilllib.command import UNREADABLE, Parser, SkillError, find_folder, not_written, output_folder, run  # noqa: E402
from skilllib.folder import skill_folders  # noqa: E402
from skilllib.rules import Check  # noqa: E402
from skilllib.words import say  # noqa: E402

FAULTY = 1
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same files give the same archive


def main():
    options = Parser("pack_skill.py", "Pack a skill into NAME.skill, which Skilldeck and other programs import.",
                     ["pack_skill.py out/leave-request", "pack_skill.py leave-request --language zh"],
                     ["0 done", "1 the skill has errors; nothing was packed", "2 wrong usage", "3 there is no skill", "5 it cannot be written"])
    options.add_argument("folder", metavar="DIR", help="the skill's folder")
    options.add_argument("--language", choices=("en", "zh"), default="en", help="of what is printed (default en)")
    given = options.parse_args()
    path = find_folder(given.folder)
    if skill_folders(path) != [path]:
        raise SkillError(UNREADABLE, "There is no SKILL.md in '%s'" % given.folder, "Name the skill's own folder.")
    check = Check(path)
    errors = [f for f in check.found if f.severity == "error"]
    if errors:
        raise SkillError(FAULTY, "'%s' has %d error%s; nothing was packed" % (check.folder.name, len(errors), "" if len(errors) == 1 else "s"),
                         *("  %s:%d %s" % (f.file, f.line, say(f.key, f.values, given.language)) for f in errors[:20]))
    name = check.folder.name + ".skill"
    target = os.path.join(output_folder(), name)
    try:
        os.makedirs(output_folder(), exist_ok=True)
        with zipfile.ZipFile(target + ".tmp", "w", zipfile.ZIP_DEFLATED) as archive:
            for file in check.folder.files:
                entry = zipfile.ZipInfo("%s/%s" % (check.folder.name, file.path), LONG_AGO)
                entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3  # Unix, so that the permission below counts
                entry.external_attr = (0o100755 if file.executable else 0o100644) << 16
                archive.writestr(entry, file.data)
        os.replace(target + ".tmp", target)
    except OSError as problem:
        raise not_written(output_folder(), problem) from None
    print(("已打包 out/%s：%d 个文件，%d 字节" if given.language == "zh" else "Packed out/%s: %d files, %d bytes") % (
        name, len(check.folder.files), os.path.getsize(target)))


if __name__ == "__main__":
    run(main)
