"""How fast training and encoding are, beside compiled peers, in one run.

Install ``benchmarks/requirements.txt``; ``python -m benchmarks --help`` lists the tables.
"""
