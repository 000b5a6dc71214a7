"""Mutation testing: of `rules` with mutmut (`__main__.py`), and of the services with our own runner (`services.py`)."""
