"""Pictures of every page, next to those of an earlier release: `python -m tests.pictures --help`."""
