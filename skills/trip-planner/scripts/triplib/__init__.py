"""What the three scripts of this skill share. Standard library only; runs on CPython 3.9+ and on Pyodide.

Itinerary   trip.py (the plan as JSON), checks.py, itinerary.py (Markdown), calendar_file.py (.ics)
Packing     packing_items.py (the data), packing.py
Budget      budget.py (shares of a total), settlement.py (who owes whom), money.py
As command  command.py, text.py

No time-zone database is used: a plan has UTC offsets such as +09:00, or plain local times.
"""
