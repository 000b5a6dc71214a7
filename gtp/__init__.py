"""A driver for Go engines that speak GTP 2, for bots and for second opinions."""

from .engine import Engine, EngineError, EngineRefused
from .opinion import second_opinion

__all__ = ["Engine", "EngineError", "EngineRefused", "second_opinion"]
