"""Prints the tables: all of them, or those that are named."""

import argparse
from datetime import date

from benchmarks import encoding, orders, production, training
from benchmarks.timing import machine

TABLES = {
    "train-flat": (training.flat, [100_000, 1_000_000, 10_000_000]),
    "train-split": (training.split, [1_000_000, 10_000_000]),
    "growth": (training.growth, [1_000_000, 10_000_000]),
    "hostile": (training.hostile, [300_000, 10_000_000]),
    "encode-flat": (encoding.flat, [1_000_000]),
    "encode-split": (encoding.split, [1_000_000]),
    "encode-short": (encoding.short, []),
    "curves": (encoding.curves, []),
    "orders": (orders.search, []),
    "load": (production.loading, []),
    "encode-cl100k": (production.encoding, [1_000_000]),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    listed = ", ".join(TABLES)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {listed}; none: all")
    parser.add_argument("--sizes", help="text sizes in bytes, instead of the usual: 100000,1000000")
    options = parser.parse_args()
    if unknown := set(options.tables) - set(TABLES):
        parser.error(f"there is no table {min(unknown)!r}; there are {listed}")
    print(f"python -m benchmarks {' '.join(options.tables)}".rstrip(), f"({date.today()})")
    print(machine())
    for name in options.tables or TABLES:
        run, sizes = TABLES[name]
        if options.sizes:
            sizes = [int(size) for size in options.sizes.split(",")]
        for table in run(sizes):
            print(table, flush=True)


if __name__ == "__main__":
    main()
