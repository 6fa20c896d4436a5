"""Work in a thread of its own: it may be watched while it grows, and it stops when asked."""

import threading
from collections.abc import Callable, Iterable


class StoppedError(Exception):
    """Raised inside work that was asked to stop before it had found anything new."""


class Work:
    """What an iterable gives, item by item.

    ``found`` grows until ``done`` is set: at the end, after `stop`, or at a ValueError, which is
    kept for whoever asks with `check`. Where items are long in coming, whoever makes them calls
    `tick` at every step, so that they can be stopped; ``ticks`` counts these steps.
    """

    def __init__(self, make: Callable[[], Iterable]):
        self.found: list = []
        self.done = threading.Event()
        self.stopped = False
        self.ticks = 0
        self._make = make
        self._error: ValueError | None = None

    def start(self) -> None:
        """Begin, in a thread of its own."""
        threading.Thread(target=self.run, daemon=True).start()

    def run(self) -> None:
        """Do the work here and now."""
        try:
            for one in self._make():
                self.found.append(one)
                if self.stopped:
                    break
        except StoppedError:
            pass
        except ValueError as error:
            self._error = error
        finally:
            self.done.set()

    def tick(self) -> None:
        """One more step on the way to the next item; raises StoppedError if that is not wanted."""
        self.ticks += 1
        if self.stopped:
            raise StoppedError

    def stop(self) -> None:
        """Do no more; what was found stays."""
        self.stopped = True

    def check(self) -> None:
        """Raise the ValueError that ended the work, if one did."""
        if self._error is not None:
            raise self._error
