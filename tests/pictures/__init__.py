"""Pictures of every page, compared with those of an earlier release: `python -m tests.pictures --help`."""
