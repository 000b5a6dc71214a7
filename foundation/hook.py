"""Calls from an app to apps that depend on it: to a single function (`Hook`), or to all receivers of a signal
(`collect_answers`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar

from django.dispatch import Signal

P = ParamSpec("P")
R = TypeVar("R")


class Hook(Generic[P, R]):
    """A function that another app provides. `default` is called until that app replaces it with `connect`, in its
    `apps.py`."""

    def __init__(self, default: Callable[P, R]) -> None:
        self.function = default

    def connect(self, function: Callable[P, R]) -> None:
        """Replace the default by this function."""
        self.function = function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the function's result. Raises the function's exceptions."""
        return self.function(*args, **kwargs)


def collect_answers(signal: Signal, **about: Any) -> list[Any]:
    """Send a signal, and return a list of its receivers' results. Results that are None are left out. Raises the
    exceptions of receivers."""
    sent: list[tuple[Any, Any]] = signal.send(None, **about)
    return [answer for _, answer in sent if answer is not None]


def send_and_merge(signal: Signal) -> dict[str, Any]:
    """Send a signal, and return one mapping that merges the mappings returned by its receivers."""
    return {key: value for mapping in collect_answers(signal) for key, value in mapping.items()}
