"""A client of the API, its errors, and the types of all responses."""

from .calling import UNSET, Unset
from .client import Client
from .errors import ApiError, NoAnswer
from .operations import Operations

__all__ = ["UNSET", "ApiError", "Client", "NoAnswer", "Operations", "Unset"]
