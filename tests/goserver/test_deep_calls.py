"""Calls that need no memory of the system (foundation.deep_calls)."""

from __future__ import annotations

import resource
import threading

import pytest

from foundation.deep_calls import in_one_piece

DEPTHS = 400
CALLS = 300
"""At each depth: so many more pages are asked for where each call begins a new piece."""


def most_pages_asked_for():
    """Of all depths of a stack, the most that many calls of a function ask the system for."""

    def nothing(_):
        return None

    nothing.__code__ = nothing.__code__.replace(co_stacksize=100)  # it needs more than a call of `at`

    def at(depth):
        before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
        for _ in map(nothing, range(CALLS)):
            pass
        asked = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before
        return max(asked, at(depth + 1) if depth < DEPTHS else 0)

    return at(0)


def in_a_new_thread(call):
    found = []
    thread = threading.Thread(target=lambda: found.append(call()))
    thread.start()
    thread.join()
    return found[0]


def test_calls_at_any_depth_ask_the_system_for_nothing():
    assert in_a_new_thread(lambda: in_one_piece(most_pages_asked_for)) < CALLS / 2


def test_without_it_there_are_depths_at_which_every_call_asks():
    """When this fails, Python does better, and foundation.deep_calls can go."""
    assert in_a_new_thread(most_pages_asked_for) >= CALLS


def test_it_gives_and_raises_what_is_called():
    assert in_one_piece(divmod, 7, 2) == (3, 1)
    assert in_one_piece(int, "11", base=2) == 3
    with pytest.raises(ZeroDivisionError):
        in_one_piece(divmod, 1, 0)
