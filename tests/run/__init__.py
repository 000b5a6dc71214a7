"""The command `python3 manage.py test` (docs/testing.md); tests/run/command.py is its entry point."""
