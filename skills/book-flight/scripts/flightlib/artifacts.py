"""The files of a booking: the calendar entry and the printable page, in `$OUTPUT_DIR`, else in `out/` here."""

import os

from .calendar_file import calendar
from .command import warn
from .itinerary_page import page


def write(booking, seller, lang):
    """The files written, as the cards list them. A booking stands even where its files cannot be written."""
    folder = os.environ.get("OUTPUT_DIR") or "out"
    written = []
    for name, mime, text in ((booking["reference"] + ".ics", "text/calendar", calendar(booking, lang)),
                             (booking["reference"] + ".html", "text/html", page(booking, seller, lang))):
        try:
            os.makedirs(folder, exist_ok=True)
            temporary = os.path.join(folder, name + ".tmp")
            with open(temporary, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            os.replace(temporary, os.path.join(folder, name))
            written.append({"name": name, "mime": mime})
        except OSError as problem:
            warn("%s could not be written to %s: %s" % (name, folder, problem.strerror))
    return written
