"""The report as Markdown, and the short form of it that is printed."""

from . import totals, words
from .categories import shown
from .totals import money, number

MOST_PRINTED, MOST_LINES = 25, 12  # findings, and lines of one finding, that are printed; the report has them all


def table(head, rows, right=()):
    marks = ["---:" if i in right else "---" for i in range(len(head))]
    return "\n".join("| %s |" % " | ".join(cell(c) for c in row) for row in [head, marks] + rows)


def cell(text):
    """What people wrote must not become Markdown or HTML of its own."""
    plain = " ".join(str(text).split())
    return plain.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("[", "\\[").replace("`", "\\`")


class Report:
    def __init__(self, read, findings, rates, title, language, charts):
        self.read, self.findings, self.rates, self.language, self.charts = read, findings, rates, language, charts
        self.words = words.WORDS[language]
        self.title = title or self.words["title"]
        self.target = rates.target if rates else None
        self.series = totals.series(read.expenses, self.target)

    def markdown(self):
        w, expenses = self.words, self.read.expenses
        parts = ["# " + cell(self.title), self.period()]
        parts += ["## " + w["totals"], self.totals()]
        if self.charts:
            parts.append("\n".join("![%s](%s)" % (w["chart"], name) for name in self.charts))
        parts += ["## " + w["by-category"], self.breakdown(lambda e: shown(e.category, self.language), w["category"], True)]
        if len({e.person for e in expenses}) > 1:
            parts += ["## " + w["by-person"], self.breakdown(lambda e: e.person or "—", w["person"], True)]
        parts += ["## " + w["by-day"], self.breakdown(lambda e: e.day.isoformat(), w["day"], False)]
        parts += ["## " + w["findings"], self.found()]
        if self.read.problems:
            parts += ["## " + w["left-out"], w["left-out-why"], "\n".join(
                "- %s%s%s — %s" % (self.where(p), w["colon"], cell(p.message), cell(p.row)) for p in self.read.problems)]
        parts += ["## " + w["items"], self.items()]
        if self.read.notes:
            parts += ["## " + w["notes"], "\n".join("- " + cell(words.note_words(n, self.language)) for n in self.read.notes)]
        return "\n\n".join(p for p in parts if p) + "\n"

    def where(self, problem):
        return self.words["line-n"] % problem.line + (" (%s)" % problem.source if problem.source else "")

    def period(self):
        w, expenses = self.words, self.read.expenses
        count = w["one"] if len(expenses) == 1 else w["count"] % len(expenses)
        return "%s%s%s – %s · %s" % (w["period"], w["colon"], expenses[0].day.isoformat(), expenses[-1].day.isoformat(), count)

    def totals(self):
        w, expenses = self.words, self.read.expenses
        sums = totals.by(expenses, lambda e: e.currency, lambda e: e.amount)
        head, right = [w["currency"], w["amount"]], (1, 2)
        rows = [[code, number(total, code)] for code, total in sorted(sums.items())]
        lines = []
        if self.target:
            head.append(w["converted"] % self.target)
            converted = totals.by(expenses, lambda e: e.currency, lambda e: e.converted)
            for row in rows:
                row.append(number(converted[row[0]], self.target))
            lines.append(w["total-in"] % money(sum(e.converted for e in expenses), self.target))
            used = self.rate_lines()
            if used:
                lines.append("%s%s%s. %s" % (w["rates"], w["colon"], "; ".join(used), w["rounded"]) if self.language == "en" else
                             "%s%s%s。%s" % (w["rates"], w["colon"], "；".join(used), w["rounded"]))
        elif len(sums) == 1:
            code, total = next(iter(sums.items()))
            lines.append(w["total-in"] % money(total, code))
        else:
            lines.append(w["no-target"])
        return "\n\n".join([table(head, rows, right)] + lines)

    def rate_lines(self):
        lines = []
        for code in sorted({e.currency for e in self.read.expenses} - {self.target}):
            used = sorted({e.rate for e in self.read.expenses if e.currency == code})
            plain = [format(rate.normalize(), "f")[:14] for rate in used]
            lines.append(self.words["rate"] % (code, plain[0], self.target) if len(used) == 1 else
                         self.words["rate-many"] % (code, plain[0], plain[-1], self.target))
        return lines

    def breakdown(self, key, title, by_size):
        w, parts = self.words, []
        for code, pairs in self.series:
            sums = {}
            for expense, amount in pairs:
                sums[key(expense)] = sums.get(key(expense), 0) + amount
            whole = sum(sums.values())
            ordered = sorted(sums.items(), key=lambda s: -s[1]) if by_size else sorted(sums.items())
            share = by_size and whole > 0 and all(s >= 0 for s in sums.values())
            head = [title, "%s (%s)" % (w["amount"], code)] + ([w["share"]] if share else [])
            rows = [[name, number(total, code)] + (["%.1f %%" % (100 * total / whole)] if share else []) for name, total in ordered]
            parts.append(table(head, rows, (1, 2)))
        return "\n\n".join(parts)

    def found(self, most=None, most_lines=None):
        w = self.words
        lines = ["- %s%s%s" % (words.lines_words(f.expenses, w, most_lines), w["colon"], cell(words.finding_words(f, self.language)) + self.what(f))
                 for f in self.findings[:most]]
        if most and len(self.findings) > most:
            lines.append("- " + w["more"] % (len(self.findings) - most))
        if not self.read.has_receipts:
            lines.append("- " + w["unchecked-receipts"])
        return "\n".join(lines) if lines else w["no-findings"]

    def what(self, finding):
        first = finding.expenses[0]
        if finding.kind == "day-limit" or len(finding.expenses) > 1 and "duplicate" not in finding.kind:
            return ""
        text = " · ".join(x for x in (first.day.isoformat(), cell(first.description), money(first.amount, first.currency)) if x)
        return ("（%s）" if self.language == "zh" else " (%s)") % text

    def items(self):
        w, several, people = self.words, any(e.source for e in self.read.expenses), any(e.person for e in self.read.expenses)
        marks = {}
        for finding in self.findings:
            for expense in finding.expenses:
                text = words.finding_words(finding, self.language) if finding.kind != "day-limit" else w["over-day"]
                if text not in marks.setdefault(id(expense), []):
                    marks[id(expense)].append(text)
        head = ([w["source"]] if several else []) + [w["line"], w["date"], w["category"], w["description"]] + ([w["person"]] if people else [])
        head += [w["amount"]] + ([w["converted"] % self.target] if self.target else []) + [w["receipt"], w["marks"]]
        rows = []
        for e in self.read.expenses:
            row = ([e.source] if several else []) + [e.line, e.day.isoformat(), shown(e.category, self.language), e.description]
            row += ([e.person] if people else []) + [money(e.amount, e.currency)]
            row += [number(e.converted, self.target)] if self.target else []
            row += ["—" if e.receipt is None else e.receipt or w["missing"], "; ".join(marks.get(id(e), []))]
            rows.append(row)
        amounts = [i for i, name in enumerate(head) if name in (w["amount"], w["line"]) or name == w["converted"] % self.target]
        return table(head, rows, tuple(amounts))

    def summary(self):
        """What is printed: totals and what to look at, not every expense."""
        w = self.words
        parts = [self.title, self.period(), self.totals(), self.breakdown(lambda e: shown(e.category, self.language), w["category"], True),
                 w["findings"] + w["colon"].strip(), self.found(MOST_PRINTED, MOST_LINES)]
        if self.read.problems:
            parts.append("%s%s%s" % (w["left-out"], w["colon"], w["and"].join(
                self.where(p) for p in self.read.problems[:MOST_PRINTED]) + (" …" if len(self.read.problems) > MOST_PRINTED else "")))
        if self.read.notes:
            parts.append("\n".join("- " + words.note_words(n, self.language) for n in self.read.notes))
        return "\n\n".join(parts)

    def as_json(self, files):
        from decimal import Decimal
        plain = lambda sums: {k: str(v) for k, v in sums.items()}  # noqa: E731
        return {
            "title": self.title, "from": self.read.expenses[0].day.isoformat(), "until": self.read.expenses[-1].day.isoformat(),
            "expenses": len(self.read.expenses),
            "totals": plain(totals.by(self.read.expenses, lambda e: e.currency, lambda e: e.amount)),
            "converted": {"currency": self.target, "total": str(sum((e.converted for e in self.read.expenses), Decimal(0))),
                          "rates": self.rate_lines()} if self.target else None,
            "byCategory": {code: plain(totals.by([e for e, _ in pairs], lambda e: e.category,
                                                 lambda e: e.converted if self.target else e.amount)) for code, pairs in self.series},
            "findings": [{"kind": f.kind, "lines": [e.line for e in f.expenses], "text": words.finding_words(f, self.language)}
                         for f in self.findings],
            "leftOut": [{"line": p.line, "file": p.source or None, "why": p.message} for p in self.read.problems],
            "notes": [words.note_words(n, self.language) for n in self.read.notes], "files": files,
        }
