"""A CSV file as people really have it: any encoding, any separator, lines above the header, columns in any order."""

import csv
import io
import re
import unicodedata

from .command import UNREADABLE, SkillError, read_bytes

DELIMITERS = (",", ";", "\t", "|", "，")
HEADER_WITHIN = 20  # rows that may stand above the header


class Table:
    """`columns` maps a field to its column; `rows` are (line in the file, cells); `hints` are words such as the CNY of "金额(CNY)"."""

    def __init__(self, name, columns, rows, header, hints, delimiter, encoding):
        self.name, self.columns, self.rows, self.header, self.hints = name, columns, rows, header, hints
        self.delimiter, self.encoding = delimiter, encoding

    @property
    def chinese(self):
        return any("\u4e00" <= c <= "\u9fff" for c in "".join(self.header))


def read_table(name, fields, required, encoding=None, named=None):
    """`fields` maps a field to the names that its column may have; `named` gives columns that the person named."""
    data = read_bytes(name)
    if data[:4] == b"PK\x03\x04" or data[:4] == b"\xd0\xcf\x11\xe0":
        raise SkillError(UNREADABLE, "'%s' is an Excel workbook, not a CSV file" % name,
                         "In Excel or WPS: File > Save As > CSV UTF-8 (comma delimited). 在 Excel 或 WPS 中另存为 CSV UTF-8。")
    if not data.strip():
        raise SkillError(UNREADABLE, "'%s' is empty" % name)
    names = {field: [key(n) for n in known] for field, known in fields.items()}
    for field, column in (named or {}).items():
        names[field] = [key(column)]
    best = None
    text, used = decode(data, name, encoding)
    for delimiter in DELIMITERS:
        found = find_header(text, delimiter, names)
        if found and all(field in found[1] for field in required) and (best is None or len(found[1]) > len(best[1])):
            best = found + (delimiter,)
    if best is None:
        first = next((line.strip() for line in text.splitlines() if line.strip()), "")
        raise SkillError(UNREADABLE, "No header with the columns %s was found in '%s'" % (" and ".join(required), name),
                         "The first line is: %s" % first[:160],
                         "Known names, for example: %s" % "; ".join(
                             "%s = %s" % (field, ", ".join(fields[field][:6])) for field in required),
                         "If a column has another name, say which: --column %s=NAME" % required[0])
    row_number, columns, header, hints, delimiter = best
    rows = [row for row in cells_by_line(text, delimiter)][row_number + 1:]
    return Table(name, columns, rows, header, hints, delimiter, used)


def decode(data, name, encoding):
    if encoding:
        try:
            return data.decode(encoding), encoding
        except (LookupError, UnicodeDecodeError):
            raise SkillError(UNREADABLE, "'%s' is not text in %s" % (name, encoding[:40]),
                             "Leave --encoding out, or try utf-8, gb18030 or cp1252.") from None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16"), "utf-16"
        except UnicodeDecodeError:
            pass
    if b"\x00" in data:
        raise SkillError(UNREADABLE, "'%s' is no text file" % name, "Save the expenses as CSV (UTF-8) and try again.")
    try:
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        pass
    try:
        text = data.decode("gb18030")
        # Any two bytes may be a Chinese character; text that is meant to be Chinese has the words of a header.
        if re.search("日期|金额|时间|币种|类别|说明|汇率", text):
            return text, "gb18030"
    except UnicodeDecodeError:
        pass
    return data.decode("cp1252", errors="replace"), "cp1252"


def cells_by_line(text, delimiter):
    """(line, cells) of each row that is not blank; the line is where the row begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    line = 1
    try:
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            if any(cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error:
        return  # a cell of 128 KiB: not this separator


def find_header(text, delimiter, names):
    """(row number, {field: column}, header, hints) of the first row that names the most fields."""
    best = None
    for number, (_, cells) in enumerate(cells_by_line(text, delimiter)):
        if number >= HEADER_WITHIN:
            break
        columns, hints = {}, {}
        for column, cell in enumerate(cells):
            plain, hint = split_hint(cell)
            for field, known in names.items():
                if field not in columns and (key(cell) in known or key(plain) in known):
                    columns[field] = column
                    hints[field] = hint
                    break
        if columns and (best is None or len(columns) > len(best[1])):
            best = (number, columns, cells, hints)
    return best


def split_hint(cell):
    """`金额(元)` is 金额 with the hint 元."""
    match = re.match(r"^(.*?)\s*[(\[]\s*([^()\[\]]*?)\s*[)\]]$", unicodedata.normalize("NFKC", cell))
    return (match.group(1), match.group(2)) if match else (cell, "")


def key(name):
    """A column's name without case, width, spaces and marks."""
    return re.sub(r"[\s_\-.:*#]+", "", unicodedata.normalize("NFKC", name).casefold())
