"""The API from the other side: a client, its errors, and the types of all answers."""

from .client import Client
from .errors import ApiError, NoAnswer

__all__ = ["ApiError", "Client", "NoAnswer"]
