"""How fast training and encoding are, beside compiled peers, in one run.

    pip install -r benchmarks/requirements.txt
    python -m benchmarks --help
"""
