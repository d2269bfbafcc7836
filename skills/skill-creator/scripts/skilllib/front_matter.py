"""The header of a SKILL.md: the part of YAML that skills use. What is beyond it is said, not guessed; the app's lint reads all of YAML."""

import json
import re

NUMBER_OR_WORD = re.compile(r"[-+]?(\d[\d_]*)(\.\d*)?([eE][-+]?\d+)?|\.\d+|true|false|yes|no|on|off|null|~|0x[0-9a-fA-F]+", re.I)


class Text(str):
    """A text of the header; `plain` where YAML takes it for a number or a truth; `line` where it is in a map."""
    plain = False
    line = None


class FrontMatter:
    """`fields` maps a name to (value, line); a value is a Text, a dict of Texts or a list of Texts. `faults` are (line, rule, key
    of words.MESSAGES, values)."""

    def __init__(self):
        self.fields, self.faults, self.body_line, self.body = {}, [], 1, ""


def read_front_matter(text):
    found = FrontMatter()
    lines = text.split("\n")
    if not lines or lines[0].rstrip() != "---":
        found.faults.append((1, "front-matter-missing", "front-matter-missing", ()))
        found.body = text
        return found
    end = next((i for i in range(1, len(lines)) if lines[i].rstrip() == "---"), None)
    if end is None:
        found.faults.append((1, "front-matter-unclosed", "front-matter-unclosed", ()))
        return found
    found.body_line, found.body = end + 2, "\n".join(lines[end + 1:])
    _fields(found, [line.rstrip("\r") for line in lines[1:end]])
    return found


def _fields(found, lines):
    index = 0
    while index < len(lines):
        line, number = lines[index], index + 2
        index += 1
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = re.match(r"([^\s:#\"'][^:]*?)\s*:(?:\s+(.*)|$)", line)
        if line[0] in " \t" or not match:
            found.faults.append((number, "yaml-invalid", "yaml-line", (line.strip()[:60],)))
            continue
        key, rest = match.group(1), (match.group(2) or "").strip()
        block = []
        while index < len(lines) and (not lines[index].strip() or lines[index][0] in " \t" or
                                      (not rest and re.match(r"-\s", lines[index]))):
            block.append(lines[index])
            index += 1
        if key in found.fields:
            found.faults.append((number, "duplicate-field", "duplicate-field", (key, found.fields[key][1])))
        found.fields[key] = (_value(found, rest, block, number), number)


def _value(found, rest, block, number):
    rest = re.sub(r"(^|\s)#.*$", "", rest) if rest[:1] not in ("\"", "'") else rest
    if re.fullmatch(r"[|>][-+]?\d?", rest):
        return _block_text(rest[0], block)
    lines = [line for line in block if line.strip() and not line.lstrip().startswith("#")]
    if any("\t" in re.match(r"\s*", line).group(0) for line in lines):
        found.faults.append((number, "yaml-invalid", "yaml-tab", ()))
    if rest:
        return _scalar(found, " ".join([rest] + [line.strip() for line in lines]), number)
    if not lines:
        return Text("")
    if lines[0].lstrip().startswith("- "):
        return [_scalar(found, line.strip()[1:].strip(), number) for line in lines]
    values, index = {}, 0
    margin = len(lines[0]) - len(lines[0].lstrip())
    while index < len(lines):
        line, offset = lines[index], index + 1
        index += 1
        match = re.match(r"\s+([^\s:#][^:]*?)\s*:(?:\s+(.*)|$)", line)
        if not match:
            return _scalar(found, " ".join(one.strip() for one in lines), number)
        text = (match.group(2) or "").strip()
        if re.fullmatch(r"[|>][-+]?\d?", text):
            start = index
            while index < len(lines) and len(lines[index]) - len(lines[index].lstrip()) > margin:
                index += 1
            value = _block_text(text[0], lines[start:index])
        else:
            value = _scalar(found, text, number + offset)
        if isinstance(value, Text):
            value.line = number + offset
        values[match.group(1)] = value
    return values


def _block_text(style, block):
    indent = min((len(line) - len(line.lstrip()) for line in block if line.strip()), default=0)
    lines = [line[indent:].rstrip() for line in block]
    if style == "|":
        return Text("\n".join(lines).strip("\n"))
    return Text("\n".join(" ".join(part.split("\n")) for part in "\n".join(lines).strip("\n").split("\n\n")))


def _scalar(found, text, number):
    if text[:1] == "\"":
        try:
            return Text(json.loads(re.match(r'"(?:[^"\\]|\\.)*"', text).group(0).replace("\\'", "'")))
        except (AttributeError, ValueError):
            found.faults.append((number, "yaml-invalid", "yaml-quote", (text[:40],)))
            return Text(text.strip("\""))
    if text[:1] == "'":
        match = re.match(r"'((?:[^']|'')*)'", text)
        if match:
            return Text(match.group(1).replace("''", "'"))
        found.faults.append((number, "yaml-invalid", "yaml-quote", (text[:40],)))
        return Text(text.strip("'"))
    if text[:1] == "[" and text[-1:] == "]":
        return [Text(item.strip().strip("\"'")) for item in text[1:-1].split(",") if item.strip()]
    if text[:1] in "@`%&*!{}|>" and text:
        found.faults.append((number, "yaml-invalid", "yaml-start", (text[0],)))
    elif re.search(r":(\s|$)", text):
        found.faults.append((number, "yaml-invalid", "yaml-colon", (text[:40],)))
    value = Text(text)
    value.plain = bool(NUMBER_OR_WORD.fullmatch(text))
    return value
