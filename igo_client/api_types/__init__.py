"""The types of the API's answers. In the client's wheel this package is a copy of api_types."""

from api_types import *  # noqa: F403 - all of its names, and no others
from api_types import __all__ as __all__
