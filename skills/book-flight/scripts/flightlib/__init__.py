"""What the four scripts of this skill share. Standard library only; runs on CPython 3.9+ and on Pyodide.

Places      cities.py (the data), places.py (finding one by any of its names), zones.py (local time)
Flights     airlines.py and network.py (the data), timetable.py (the flights of a day), terminals.py, journeys.py (with a stop)
Money       fares.py (prices, seats, fare rules), offers.py (searching, pairing, re-pricing), offer_id.py, cards.py
Bookings    passengers.py, bookings.py, store.py, lock.py, artifacts.py
Output      command.py (arguments, errors, the card), text.py, readable.py, calendar_file.py, itinerary_page.py

Nothing here uses `random`, the machine's time-zone database, threads, sockets or subprocesses.
"""
