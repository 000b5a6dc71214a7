"""Whether the work beside the requests begins with this process, or in each process that is forked from it."""

forks = False
"""Said by a server that loads the application once and then forks (deploy/gunicorn.py): it begins that work itself."""
