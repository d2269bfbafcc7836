"""One booking in a file. What is there and cannot be read whole is never taken for absent: it may be any booking."""

import json
import math
import os
import stat

from . import readable
from .calendar_file import calendar
from .conditions import way_of
from .errors import UNCERTAIN, SkillError
from .fares import cancel_settlement
from .itinerary_page import page
from .money import to_minor
from .providers import Port
from .text import instant, parsed

VERSION = 1
MAX_BYTES = 1024 * 1024  # as the app has it for a record's file

DAMAGED = {"en": "it is damaged", "zh": "内容已损坏"}
NO_FILE = {"en": "it is a folder, a link or a device and no plain file", "zh": "它是文件夹、链接或设备，不是普通文件"}
CHANGED = {"en": "something other than this skill changed or removed it", "zh": "它被本技能之外的程序更改或删除"}
NEWER = {"en": "a newer version wrote it", "zh": "由更新的版本写入"}


def is_key(text):
    return 1 <= len(text) <= 80 and all(c.isascii() and (c.isalnum() or c in "._:-") for c in text)


def is_reference(text):
    return len(text) == 6 and text.isascii() and text.isalnum() and text.isupper()


CASH = {"amount": float, "currency": str}
PLACE = {"code": str, "city": str}
SEGMENT = {"flight": str, "from": PLACE, "to": PLACE, "departs": parsed, "arrives": parsed}
WAY = {"from": PLACE, "to": PLACE, "departs": parsed, "arrives": parsed, "segments": [SEGMENT]}
# The fields without which a booking can be neither shown nor cancelled: a function reads the text, a list has at least one.
SHAPE = {
    "reference": is_reference, "status": ("confirmed", "cancelled", "held"), "key": is_key, "fingerprint": str, "createdAt": parsed,
    "createdMinute": int, "total": CASH, "passengers": [{"name": str, "type": str}],
    "offer": {"id": str, "cabin": str, "fare": {}, "price": {"total": float, "currency": str}, "itineraries": [WAY]},
}


def booked(key):
    """The doubt whether a key has booked already."""
    return {"en": "It is not known whether key '%s' was already booked" % key, "zh": "不知道编号“%s”是否已经预订过" % key}


class Unread:
    """A record that is there and cannot be read."""
    __slots__ = ("path", "why", "problem")

    def __init__(self, path, why, problem=None):
        self.path, self.why, self.problem = path, why, problem

    @property
    def name(self):
        return os.path.basename(self.path)

    def next(self):
        """What makes it readable, or what to do where nothing does."""
        if self.why is NEWER:
            return {"en": "Never delete that record. The person updates Skilldeck; then run the same command again.",
                    "zh": "切勿删除这份记录。请用户更新 Skilldeck，再运行同一条命令。"}
        if self.why is CHANGED:
            return {"en": "Skilldeck kept a copy: the file of that name below the folder kept of its data folder. The person copies it back to "
                          "%s, or deletes the copy if the change is right; then run the same command again." % self.path,
                    "zh": "Skilldeck 留有副本：在其数据文件夹的 kept 里，文件名相同。请用户把副本复制回 %s；如果更改无误，就删除副本。"
                          "然后再运行同一条命令。" % self.path}
        if isinstance(self.problem, PermissionError):
            return {"en": "The person gives this account the right to read %s; then run the same command again." % self.path,
                    "zh": "请用户让当前账户可以读取 %s，再运行同一条命令。" % self.path}
        return {"en": "The person restores %s from a backup. Without one: see in the earlier conversation what was booked, and only "
                      "then move that file to another folder; then run the same command again." % self.path,
                "zh": "请用户从备份恢复 %s。没有备份时，先在以前的对话里查清订了什么，再把该文件移到别的文件夹，然后运行同一条命令。" % self.path}

    def error(self, doubt):
        """`doubt`: what is not known because of it, in both languages."""
        return SkillError(UNCERTAIN, "%s: the record %s cannot be read (%s)" % (doubt["en"], self.path, self.why["en"]),
                          {"en": "Nothing was changed now. Never say that it failed or was not booked, and do not try another --key.",
                           "zh": "%s：记录 %s 无法读取（%s）。本次没有做任何更改。不要说预订失败或没有预订，也不要换 --key 再试。" % (
                               doubt["zh"], self.path, self.why["zh"])}, self.next())


def read(path, names):
    """The booking in a file, an Unread, or None where there is nothing. `names`: the file name that belongs to a booking."""
    try:
        info = os.lstat(path)
        if not stat.S_ISREG(info.st_mode):
            return Unread(path, NO_FILE)
        if info.st_size > MAX_BYTES:
            return Unread(path, DAMAGED)
        with open(path, encoding="utf-8") as file:
            content = json.load(file, parse_constant=_no_number, object_pairs_hook=_named_once)
        version = content["version"]
        if type(version) in (int, float) and version > VERSION:
            return Unread(path, NEWER)
        booking = content["booking"]
        if type(version) is not int or version != VERSION or not _fits(booking, SHAPE) or names(booking) != os.path.basename(path):
            return Unread(path, DAMAGED)
        json.dumps(booking, ensure_ascii=False).encode()  # half a surrogate pair could be neither shown nor written again
        _try(booking)
        return booking
    except FileNotFoundError:
        return None
    except OSError as problem:
        return failed(path, problem)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        return Unread(path, DAMAGED)


def _try(booking):
    """Make all that is ever shown or reckoned of a booking: damage is found here, not after a cancellation or a change."""
    offer = booking["offer"]
    offer.get("provider", "").strip()
    for lang in ("en", "zh"):
        readable.booking(dict(booking, files=[]), Port, lang)
        readable.booking_list({"bookings": [booking]}, lang)
        page(booking, Port, lang)
        calendar(booking, lang)
    for way in offer["itineraries"]:
        way_of(way)
    if "rules" not in offer:  # the fees are the app's own and no airline's answer
        to_minor(offer["fare"]["changeFee"], offer["price"]["currency"])
        cancel_settlement(booking, instant(offer["itineraries"][0]["departs"]))


def read_all(folder, names):
    """(the bookings of a folder's records, the Unread ones; the folder itself where it cannot be looked through)"""
    try:
        names_there = os.listdir(folder)
        files = sorted(name for name in names_there if _may_be_record(name, names_there))
    except OSError as problem:
        there = not isinstance(problem, FileNotFoundError) or os.path.lexists(folder)
        return [], [failed(folder, problem)] if there else []
    found = [one for one in (read(os.path.join(folder, name), names) for name in files) if one is not None]
    return [one for one in found if not isinstance(one, Unread)], [one for one in found if isinstance(one, Unread)]


def _may_be_record(name, others):
    """One that another program renamed, such as REF.json.bak, counts where REF.json is gone. A .tmp was never finished, and names
    in ._ are what macOS keeps of a file on other file systems."""
    before, found, after = name.lower().lstrip(".").partition(".json")
    if not found or name.startswith("._") or after.endswith(".tmp"):
        return False
    return not after or name.lstrip(".")[:len(before) + len(found)] not in others


def failed(path, problem):
    text = problem.strerror or str(problem)
    return Unread(path, {"en": text, "zh": text}, problem)


def _no_number(text):
    raise ValueError(text)


def _named_once(pairs):
    found = dict(pairs)
    if len(found) < len(pairs):  # which of the two holds is not known
        raise ValueError("a name twice")
    return found


def _fits(value, shape):
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(key in value and _fits(value[key], one) for key, one in shape.items())
    if isinstance(shape, list):
        return isinstance(value, list) and value != [] and all(_fits(one, shape[0]) for one in value)
    if isinstance(shape, tuple):
        return isinstance(value, str) and value in shape
    if shape is parsed:
        return isinstance(value, str) and parsed(value).utcoffset() is not None
    if shape in (is_key, is_reference):
        return isinstance(value, str) and shape(value)
    if shape is float:
        return type(value) in (int, float) and math.isfinite(value)
    return type(value) is shape
