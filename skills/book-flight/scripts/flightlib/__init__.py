"""What the four scripts of this skill share. Standard library only; runs on CPython 3.9+ and on Pyodide.

Places      cities.py (of data/), places.py (finding one by any of its names), zones.py (local time)
Asking      wanted.py and party.py (options), request.py, query.py (a request as a card and as options), conditions.py
Searching   searching.py (sorting, tags, days around), why_none.py (reasons, the nearest that would do), cards.py
Providers   providers/ (the port, and one module for each that sells flights)
Sample      airlines.py (of data/), network.py (the data), timetable.py, terminals.py, journeys.py, fares.py, market.py, offer_id.py
Bookings    passengers.py, bookings.py, store.py, lock.py, artifacts.py
Output      command.py (arguments, errors, the card), money.py, text.py, readable.py, calendar_file.py, itinerary_page.py

Nothing here, but for a provider of real flights, uses `random`, the machine's time-zone database, threads, sockets or subprocesses.
"""
