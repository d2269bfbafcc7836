"""The person's bookings: one JSON file each, in a folder that outlives every session and workspace.

`$SKILL_DATA_DIR`, else `$XDG_DATA_HOME/skilldeck/book-flight`, else `~/.local/share/skilldeck/book-flight`.
A file is written whole to a temporary name, synced and renamed. One that cannot be read is moved into `damaged/`, said
so, and never deleted; the others are untouched by it.
"""

import hashlib
import json
import os

from .command import warn
from .errors import STORE, SkillError
from .lock import Lock

VERSION = 1


def folder():
    chosen = os.environ.get("SKILL_DATA_DIR")
    if chosen:
        return chosen
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(base, "skilldeck", "book-flight")


class Store:
    def __init__(self):
        self.folder = folder()
        self.bookings_folder = os.path.join(self.folder, "bookings")
        self._pending_folder = os.path.join(self.folder, "pending")

    def locked(self):
        """A lock for reading, deciding and writing in one piece."""
        self._make(self.folder)
        return Lock(os.path.join(self.folder, "lock"))

    def all(self):
        """Every readable booking, oldest first."""
        try:
            names = sorted(os.listdir(self.bookings_folder))
        except FileNotFoundError:
            return []
        except OSError as problem:
            raise self._unusable(problem) from None
        found = [b for b in map(self._read, (n for n in names if n.endswith(".json"))) if b]
        found.sort(key=lambda b: (b["createdMinute"], b["reference"]))
        return found

    def save(self, booking):
        self._write(self.bookings_folder, booking["reference"] + ".json", booking)

    # An order that was sent to a provider elsewhere and whose answer is not here yet, by the hash of its key.

    def save_pending(self, booking):
        self._write(self._pending_folder, self._pending_name(booking["key"]), booking)

    def pending(self, key):
        path = os.path.join(self._pending_folder, self._pending_name(key))
        return self._pending(path) if os.path.exists(path) else None

    def _pending(self, path):
        try:
            with open(path, encoding="utf-8") as file:
                return json.load(file)["booking"]
        except OSError as problem:
            raise self._unusable(problem) from None
        except (ValueError, KeyError, TypeError):
            raise SkillError(STORE, "The record of an order that was sent is damaged: %s" % path,
                             "Nothing was ordered now. See in the provider's account whether that order was made.") from None

    def all_pending(self):
        """Every order that still waits for its answer."""
        try:
            names = sorted(os.listdir(self._pending_folder))
        except FileNotFoundError:
            return []
        except OSError as problem:
            raise self._unusable(problem) from None
        return [self._pending(os.path.join(self._pending_folder, name)) for name in names if name.endswith(".json")]

    def drop_pending(self, key):
        try:
            os.unlink(os.path.join(self._pending_folder, self._pending_name(key)))
        except FileNotFoundError:
            pass
        except OSError as problem:
            warn("the record of a finished order could not be removed: %s" % problem.strerror)

    @staticmethod
    def _pending_name(key):
        return hashlib.sha256(key.encode()).hexdigest()[:32] + ".json"

    def _write(self, folder, name, booking):
        self._make(folder)
        path = os.path.join(folder, name)
        temporary = "%s.%d.%s.tmp" % (path, os.getpid(), os.urandom(4).hex())
        try:
            with open(temporary, "w", encoding="utf-8") as file:
                json.dump({"version": VERSION, "booking": booking}, file, ensure_ascii=False, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
            self._sync_folder(folder)
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

    def _read(self, name):
        path = os.path.join(self.bookings_folder, name)
        try:
            with open(path, encoding="utf-8") as file:
                content = json.load(file)
            if content["version"] > VERSION:
                warn("booking file %s is of a newer version and was left alone." % name)
                return None
            booking = content["booking"]
            for key, kind in (("reference", str), ("status", str), ("key", str), ("fingerprint", str), ("offer", dict),
                              ("passengers", list), ("total", dict), ("createdAt", str), ("createdMinute", int)):
                if not isinstance(booking[key], kind):
                    raise ValueError(key)
            if booking["reference"] + ".json" != name:
                raise ValueError("reference")
            booking["offer"]["itineraries"][0]["segments"][0]["flight"]
            return booking
        except OSError as problem:
            warn("booking file %s could not be read (%s) and was left alone." % (name, problem.strerror))
        except (ValueError, KeyError, TypeError, IndexError, RecursionError):
            self._set_aside(name, path)
        return None

    def _set_aside(self, name, path):
        aside = os.path.join(self.folder, "damaged")
        try:
            os.makedirs(aside, exist_ok=True)
            target, n = os.path.join(aside, name), 1
            while os.path.exists(target):
                n += 1
                target = os.path.join(aside, "%s.%d" % (name, n))
            os.rename(path, target)
            warn("booking file %s is damaged; it is kept as %s and left out. Every other booking is unharmed." % (
                name, target))
        except OSError:
            warn("booking file %s is damaged and left out." % name)

    def _make(self, path):
        try:
            os.makedirs(path, mode=0o700, exist_ok=True)
        except OSError as problem:
            raise self._unusable(problem) from None

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
