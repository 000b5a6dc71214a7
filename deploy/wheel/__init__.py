"""Igo, a Go server for correspondence play, as the installed package: the command `igo` is in `igo_server.manage`.

The folder has the layout of the source, and is the first on that command's import path. Other programs import nothing
from it: the package for them is `igo_client`.
"""
