"""Trainings that many ask for run once, can be stopped, and say why they ended."""

import threading

import pytest

from ui.training import Settings, Training, Trainings


def test_thirty_who_ask_for_the_same_get_one_run():
    trainings = Trainings()
    settings = Settings("t", "abab" * 200, 260)
    found = []

    def ask(name):
        found.append(trainings.ask(settings, name))

    threads = [threading.Thread(target=ask, args=(str(i),)) for i in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(training) for training in found}) == 1
    assert found[0].work.done.wait(30)
    assert found[0].result.tok.merges == {
        (97, 98): 256,
        (256, 256): 257,
        (257, 257): 258,
        (258, 258): 259,
    }


def test_one_who_leaves_stops_nobody_else():
    training = Training(Settings("t", "abab" * 50, 259))
    training.watchers = {"a", "b"}
    training.work.run()
    taken = training.leave("a")
    assert taken.ending == "you stopped it"
    assert not training.work.stopped
    training.leave("b")
    assert training.work.stopped


@pytest.mark.parametrize(
    ("settings", "ending"),
    [
        (Settings("t", "aaabdaaabac", 259), "the size asked for is reached"),
        (Settings("t", "aaabdaaabac", 300), "no pair is left that occurs 2 times"),
        (Settings("t", "aaabdaaabac", 300, min_pair_count=1), "no pair is left"),
        (Settings("t", "a", 300), "no pair is left that occurs 2 times"),
    ],
)
def test_why_it_ended(settings, ending):
    training = Training(settings)
    training.work.run()
    assert training.result.ending == ending


def test_an_error_is_raised_where_the_result_is_asked_for():
    training = Training(Settings("t", "abc", 100))
    training.work.run()
    with pytest.raises(ValueError, match="vocabulary size is 100"):
        _ = training.result


def test_contests_tell_the_ties():
    training = Training(Settings("t", "aaabdaaabac", 259))
    training.work.run()
    assert [contest.ties for contest in training.result.contests] == [1, 2, 1]
