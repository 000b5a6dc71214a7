"""A driver of Go engines that speak GTP 2, for bots and for the one who asks an engine's opinion."""

from .engine import Engine, EngineError, EngineRefused
from .opinion import opinion

__all__ = ["Engine", "EngineError", "EngineRefused", "opinion"]
