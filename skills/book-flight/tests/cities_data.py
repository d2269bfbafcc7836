"""The supported cities as the form's search has them. Run it to write data/cities.json when cities.py has changed."""

import json
import os
import sys

sys.dont_write_bytecode = True
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(FOLDER, "scripts"))

from flightlib.cities import CITIES  # noqa: E402

FILE = os.path.join(FOLDER, "data", "cities.json")


def other_words(city):
    words = [city.code, *(a.code for a in city.airports), *city.aliases]
    return " ".join(dict.fromkeys(w for w in words if w))


def data():
    rows = [
        {"value": c.code, "label": {"en": c.name, "zh": c.name_zh}, "code": c.code, "words": other_words(c)}
        for c in CITIES.values()
    ]
    return "[\n" + ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"


if __name__ == "__main__":
    os.makedirs(os.path.dirname(FILE), exist_ok=True)
    with open(FILE, "w", encoding="utf-8", newline="\n") as file:
        file.write(data())
