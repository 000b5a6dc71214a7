"""A driver for Go engines that speak GTP 2. Bots use it, and scoring and analysis ask engines for a second opinion."""

from .engine import Engine, EngineError, EngineRefused
from .opinion import second_opinion

__all__ = ["Engine", "EngineError", "EngineRefused", "second_opinion"]
