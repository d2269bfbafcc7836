"""The failures that a person can do something about. Anything else is a bug and shows its traceback, with status 1."""

USAGE = 2
UNKNOWN_CITY = 3
NO_FLIGHTS = 4
PRICE_CHANGED = 5
UNAVAILABLE = 6
BOOKING_NOT_FOUND = 7
KEY_CONFLICT = 8
CANNOT_CANCEL = 9
STORE = 10
PROVIDER = 11
UNCERTAIN = 12


class SkillError(Exception):
    """`message` is the stable first line, printed after "Error: ", in English whatever the language. `remedies` are the lines
    that follow it: texts, or one for each language ({"en", "zh"})."""

    def __init__(self, status, message, *remedies):
        super().__init__(message)
        self.status, self.message, self.remedies = status, message, [r for r in remedies if r]
