"""One process at a time in the booking store.

Where the kernel has file locks it frees them when their holder dies, however it dies. Where it has none (Pyodide), a
file made with O_EXCL stands for the lock, and one older than any honest holder needs is taken away.
"""

import os
import sys
import time

from .errors import STORE, SkillError

PATIENCE_SECONDS = 20
STALE_SECONDS = 60
PAUSE_SECONDS = 0.02

try:
    import fcntl
except ImportError:
    fcntl = None
if sys.platform == "emscripten":
    fcntl = None  # present there, and locks nothing


class Lock:
    """with Lock(path): …"""

    def __init__(self, path):
        self.path, self.handle, self.token = path, None, None

    def __enter__(self):
        take = self._take_flock if fcntl else self._take_windows if os.name == "nt" else self._take_file
        until = time.monotonic() + PATIENCE_SECONDS
        while not self._tried(take):
            if time.monotonic() > until:
                raise SkillError(STORE, "The booking store is busy: another booking has held it for %d seconds" %
                                 PATIENCE_SECONDS, "Nothing was changed. Try again in a moment.")
            time.sleep(PAUSE_SECONDS)
        return self

    def _tried(self, take):
        try:
            return take()
        except OSError as problem:
            raise SkillError(STORE, "The booking store cannot be used: %s" % (problem.strerror or problem),
                             "Its lock is the file %s." % self.path) from None

    def __exit__(self, *_):
        if self.handle is not None:
            if os.name == "nt":
                import msvcrt
                os.lseek(self.handle, 0, 0)
                msvcrt.locking(self.handle, msvcrt.LK_UNLCK, 1)
            os.close(self.handle)  # which frees an flock
        elif self._read() == self.token:
            os.unlink(self.path + ".held")

    def _take_flock(self):
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            return False
        self.handle = handle
        return True

    def _take_windows(self):
        import msvcrt
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            os.close(handle)
            return False
        self.handle = handle
        return True

    def _take_file(self):
        held = self.path + ".held"
        token = os.urandom(12).hex()
        try:
            handle = os.open(held, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            self._break_stale(held)
            return False
        os.write(handle, token.encode())
        os.close(handle)
        self.token = token
        return True

    def _read(self):
        try:
            with open(self.path + ".held", encoding="ascii") as file:
                return file.read()
        except OSError:
            return None

    def _break_stale(self, held):
        try:
            if not _is_stale(held):
                return
            aside = held + "." + os.urandom(6).hex()
            os.rename(held, aside)  # of several that try, one succeeds
            if _is_stale(aside):
                os.unlink(aside)
            else:  # another process removed the stale one in between, and this is its own
                os.rename(aside, held)
        except OSError:
            pass


def _is_stale(path):
    return time.time() - os.stat(path).st_mtime > STALE_SECONDS
