"""The types of the API's responses, by the names that users of the client know."""

from .api_types import *  # noqa: F403 - all of its names, and no others
from .api_types import __all__ as __all__
