"""Room for deep calls: Python asks the system for memory less often.

Python (3.11 and later) keeps what its functions have at hand in pieces of 16 kB for each thread. A call that does not
fit into a piece begins the next one, which the system gives, and which goes back when that call returns. Where a loop
happens to stand at the end of a piece, every call in it costs that: a page of 77 boards asked for memory some 700
times, and its application took 1.7 times as long as in one piece.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

_SIZE = 16_384
"""Places of eight bytes that the function beneath claims and never touches. The piece for it has to be of 256 kB, of
which half is left for what it calls."""


def in_one_piece(call: Callable[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
    """Call this, and all that it calls, in one piece of memory."""
    return call(*args, **kwargs)


in_one_piece.__code__ = in_one_piece.__code__.replace(co_stacksize=_SIZE)
