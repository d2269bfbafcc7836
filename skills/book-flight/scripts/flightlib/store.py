"""The person's bookings: one JSON file each, in a folder that outlives every session and workspace.

`$SKILL_DATA_DIR`, else `$XDG_DATA_HOME/skilldeck/book-flight`, else `~/.local/share/skilldeck/book-flight`.
A file is written whole to a temporary name, synced and renamed. One that cannot be read stays where it is: until a person
has seen to it, nobody knows which key it stands for (`record.py`). The same holds for one that something else changed or removed:
the app names it in `$SKILL_UNREAD_RECORDS`. `damaged/` has those that earlier versions moved aside.
"""

import hashlib
import json
import os
import re

from . import record
from .command import warn
from .errors import STORE, SkillError
from .lock import Lock

PENDING_NAME = re.compile(r"[0-9a-f]{32}\.json\Z")


def folder():
    chosen = os.environ.get("SKILL_DATA_DIR")
    if chosen:
        return chosen
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(base, "skilldeck", "book-flight")


def _changed():
    """Paths of records that the app found changed or gone, among those that cannot be read."""
    return [path for path in os.environ.get("SKILL_UNREAD_RECORDS", "").split("\n") if path]


def _read(path, names):
    found = record.read(path, names)
    return record.Unread(path, record.CHANGED) if path in _changed() and not isinstance(found, record.Unread) else found


class Store:
    def __init__(self):
        self.folder = folder()
        self.bookings_folder = os.path.join(self.folder, "bookings")
        self._pending_folder = os.path.join(self.folder, "pending")

    def locked(self):
        """A lock for reading, deciding and writing in one piece."""
        self._make(self.folder)
        return Lock(os.path.join(self.folder, "lock"))

    def read(self):
        """(every booking that can be read, oldest first; the records that cannot)"""
        found, unread = self._all(self.bookings_folder, self._name)
        found.sort(key=lambda b: (b["createdMinute"], b["reference"]))
        return found, unread + self._set_aside()

    def _all(self, folder, names):
        """(the bookings in a folder that can be read and that nothing else changed, the records of all others)"""
        found, unread = record.read_all(folder, names)
        changed = [path for path in _changed() if os.path.dirname(path) == folder]
        known = [one.path for one in unread]
        return ([b for b in found if os.path.join(folder, names(b)) not in changed],
                unread + [record.Unread(path, record.CHANGED) for path in changed if path not in known])

    def _set_aside(self):
        folder = os.path.join(self.folder, "damaged")
        try:
            names = os.listdir(folder)
        except FileNotFoundError:
            return []
        except OSError as problem:
            return [record.failed(folder, problem)]
        return [record.Unread(os.path.join(folder, name), record.DAMAGED) for name in sorted(names)]

    def save(self, booking):
        name = self._name(booking)
        there = _read(os.path.join(self.bookings_folder, name), self._name)
        if isinstance(there, record.Unread):
            raise there.error(record.booked(booking["key"]))
        self._write(self.bookings_folder, name, booking)

    # An order that was sent to a provider elsewhere and whose answer is not here yet, by the hash of its key.

    def save_pending(self, booking):
        self._write(self._pending_folder, self._pending_name(booking), booking)

    def pending(self, key):
        """The order of a key that waits for its answer, or None. Raises UNCERTAIN where its record cannot be read."""
        name = self._pending_name({"key": key})
        found = _read(os.path.join(self._pending_folder, name), self._pending_name)
        unread = [found] if isinstance(found, record.Unread) else []
        if found is None:  # the record of this key may have been given another name
            unread = [one for one in self.all_pending()[1] if not PENDING_NAME.match(one.name)]
        for one in unread:
            raise one.error(record.booked(key))
        return found

    def all_pending(self):
        """(every order that still waits for its answer, the records of some that cannot be read)"""
        return self._all(self._pending_folder, self._pending_name)

    def drop_pending(self, key):
        try:
            os.unlink(os.path.join(self._pending_folder, self._pending_name({"key": key})))
        except FileNotFoundError:
            pass
        except OSError as problem:
            warn("the record of a finished order could not be removed: %s" % problem.strerror)

    @staticmethod
    def _name(booking):
        return booking["reference"] + ".json"

    @staticmethod
    def _pending_name(booking):
        return hashlib.sha256(booking["key"].encode()).hexdigest()[:32] + ".json"

    def _write(self, folder, name, booking):
        self._make(folder)
        path = os.path.join(folder, name)
        temporary = "%s.%d.%s.tmp" % (path, os.getpid(), os.urandom(4).hex())
        try:
            with open(temporary, "w", encoding="utf-8") as file:
                json.dump({"version": record.VERSION, "booking": booking}, file, ensure_ascii=False, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
            for held in (folder, self.folder, os.path.dirname(os.path.abspath(self.folder))):
                self._sync_folder(held)  # a new folder outlives a power loss only once the one that holds it is synced
        except OSError as problem:
            try:
                os.unlink(temporary)
            except OSError:
                pass
            raise self._unusable(problem) from None

    @staticmethod
    def _sync_folder(folder):
        try:
            handle = os.open(folder, os.O_RDONLY)
        except OSError:
            return  # Windows has no handles of folders
        try:
            os.fsync(handle)
        except OSError:
            pass
        finally:
            os.close(handle)

    def _make(self, path):
        path = os.path.abspath(path)
        if os.path.isdir(path):
            return
        self._make(os.path.dirname(path))
        try:
            os.mkdir(path, 0o700)
        except FileExistsError as problem:
            if not os.path.isdir(path):
                raise self._unusable(problem) from None
        except OSError as problem:
            raise self._unusable(problem) from None
        self._sync_folder(os.path.dirname(path))

    def _unusable(self, problem):
        return SkillError(STORE, "The booking store cannot be used: %s" % (problem.strerror or problem),
                          "It is the folder %s; see that it can be written to and that there is room." % self.folder)


def taken_seats(bookings):
    """Seats held by the person's own confirmed bookings: (flight, day, cabin) → number."""
    from .zones import date_to_day
    from .text import parsed
    taken = {}
    for booking in bookings:
        if booking["status"] != "confirmed":
            continue
        lap = sum(p["type"] == "infant" for p in booking["passengers"])
        for itinerary in booking["offer"]["itineraries"]:
            for segment in itinerary["segments"]:
                key = (segment["flight"], date_to_day(parsed(segment["departs"]).date()), booking["offer"]["cabin"])
                taken[key] = taken.get(key, 0) + len(booking["passengers"]) - lap
    return taken
