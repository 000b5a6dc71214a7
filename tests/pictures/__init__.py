"""Pictures of every page, beside those of an earlier release: `python -m tests.pictures --help`."""
