"""A Go player in pure Python that speaks GTP 2."""
