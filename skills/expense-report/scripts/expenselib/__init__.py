"""What make_report.py is made of. Standard library only; runs on CPython 3.9+ and on Pyodide.

Reading     table_file.py (bytes to rows), amounts.py, currencies.py, dates.py, categories.py, expenses.py (rows to expenses)
Reckoning   rates.py (rates that the person gave), totals.py, policy.py (what somebody should look at)
Writing     report.py (Markdown), clean_file.py (CSV), chart.py (SVG), words.py (both languages)
As command  command.py

Amounts are Decimal throughout: sums are exact, and rounded once for each expense that is converted.
"""
