"""Fair timing: peers in turn, every long run in a process of its own with a time limit."""

import multiprocessing
import platform
import resource
import statistics
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

PEERS = ("rustbpe", "fast-bpe-rs", "tokenizers", "bpeasy", "gigabpe", "tiktoken")
SLOW, VERY_SLOW = 2.0, 20.0  # seconds


class Timing(NamedTuple):
    """Seconds of each run (none: out of time), and what the last one returned."""

    seconds: list[float]
    result: Any

    @property
    def median(self) -> float:
        return statistics.median(self.seconds) if self.seconds else float("inf")

    @property
    def spread(self) -> float:
        """(slowest - fastest) / median."""
        return (max(self.seconds) - min(self.seconds)) / self.median if self.seconds else 0.0


def in_turn(ways: dict[str, Callable[[], Any]], repeats: int = 5) -> dict[str, Timing]:
    """Run all ways in this process, one after the other, ``repeats`` times."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    results = {}
    for _ in range(repeats):
        for name, way in ways.items():
            taken, results[name] = _timed(way)
            seconds[name].append(taken)
    return {name: Timing(seconds[name], results[name]) for name in ways}


def in_processes(
    ways: dict[str, Callable[[], Any]], limit: float, warm_up: dict[str, Callable[[], Any]]
) -> dict[str, Timing]:
    """Run all ways in turn, each time in a fresh process that is stopped after ``limit`` seconds.

    Five times what takes less than two seconds, three times what takes less than twenty, once what
    takes longer. The warm-up of each, on a small input, is not timed.
    """
    timings = {name: Timing([], None) for name in ways}
    waiting = list(ways)
    while waiting:
        for name in waiting:
            answer = _in_process(ways[name], limit, warm_up[name])
            if answer is not None:
                timings[name].seconds.append(answer[0])
                timings[name] = Timing(timings[name].seconds, answer[1])
        waiting = [name for name in waiting if len(timings[name].seconds) < _repeats(timings[name])]
    return timings


def _repeats(timing: Timing) -> int:
    if not timing.seconds or timing.median > VERY_SLOW:
        return len(timing.seconds)
    return 3 if timing.median > SLOW else 5


def _timed(way: Callable[[], Any]) -> tuple[float, Any]:
    start = perf_counter()
    result = way()
    return perf_counter() - start, result


def _in_process(way, limit, warm_up) -> tuple[float, Any] | None:
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)

    def run():
        warm_up()
        sender.send(_timed(way))

    process = context.Process(target=run)
    process.start()
    sender.close()
    try:
        return receiver.recv() if receiver.poll(limit) else None
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()


def peak_memory(way: Callable[[], Any]) -> int:
    """By how many bytes the peak memory of a process grows while it does this."""

    def growth():
        before = _peak()
        way()
        return _peak() - before

    _, grown = _in_process(growth, 600, lambda: None)
    return grown


def _peak() -> int:
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def table(title: str, header: Iterable[str], rows: Iterable[Iterable[str]], note: str = "") -> str:
    """A table in plain text; all columns but the first are set flush right."""
    lines = [list(header), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
        for row in lines
    ]
    lines.insert(1, "-" * len(max(lines, key=len)))
    return "\n".join(["", title, *([note] if note else []), "", *lines])


def machine() -> str:
    """The machine and the versions of everything that is timed."""
    cpu = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                cpu = line.split(":")[1].strip()
                break
    versions = [f"{name} {version(name)}" for name in PEERS]
    return (
        f"{cpu}, {multiprocessing.cpu_count()} cores, {platform.system()}; "
        f"Python {platform.python_version()}, numpy {np.__version__}, {', '.join(versions)}"
    )
