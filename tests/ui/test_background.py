"""Work in the background: it grows, it stops, and its error waits for whoever asks."""

from itertools import count

import pytest

from ui.background import Work


def broken():
    yield 1
    raise ValueError("the second is missing")


def test_all_is_found_in_order():
    work = Work(lambda: range(5))
    work.start()
    assert work.done.wait(30)
    assert work.found == [0, 1, 2, 3, 4]
    work.check()


def test_endless_work_stops_when_asked_and_keeps_what_it_found():
    work = Work(count)
    work.start()
    while len(work.found) < 3:
        pass
    work.stop()
    assert work.done.wait(30)
    assert work.found == list(range(len(work.found)))


def test_work_that_has_found_nothing_yet_stops_at_its_next_tick():
    def slow():
        for _ in count():
            work.tick()
        yield

    work = Work(slow)
    work.start()
    while work.ticks < 3:
        pass
    work.stop()
    assert work.done.wait(30)
    assert work.found == []
    work.check()


def test_an_error_is_raised_where_it_is_asked_for():
    work = Work(broken)
    work.run()
    assert work.found == [1]
    with pytest.raises(ValueError, match="the second is missing"):
        work.check()
