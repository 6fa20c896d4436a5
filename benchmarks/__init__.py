"""How fast training and encoding are, beside compiled peers, in one run.

Install ``benchmarks/requirements.txt``; ``python -m benchmarks --help`` lists the tables, and
``python benchmarks/pictures.py`` times the browser. ``results.txt`` keeps the latest runs.
"""
