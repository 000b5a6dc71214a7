"""What `python3 manage.py test` does (docs/testing.md); tests/run/command.py begins."""
