"""What the three scripts of this skill share. Standard library only; runs on CPython 3.9+ and on Pyodide.

Making      answers.py (what the interview found out), scaffold.py (files out of it)
Checking    front_matter.py (the header), folder.py (the files), rules.py, words.py (both languages)
As command  command.py
"""
