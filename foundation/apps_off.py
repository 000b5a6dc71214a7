"""Apps that an operator switched off by IGO_APPS_OFF: they have no pages, API operations or background work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings


def is_on(app: str) -> bool:
    """Return whether the app is switched on. The data of an app that is off remains, and is still deleted with
    accounts."""
    return app not in settings.IGO_APPS_OFF


def only_while_on(app: str, receiver: Callable[..., Any]) -> Callable[..., Any]:
    """Return a signal receiver that calls `receiver` while the app is switched on, and otherwise returns None. Connect
    the result with `weak=False`, because nothing else refers to it."""

    def answer(sender: object, **about: Any) -> Any:
        return receiver(sender=sender, **about) if is_on(app) else None

    return answer
