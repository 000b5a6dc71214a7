"""Igo, a Go server for correspondence play, as the installed package: the command `igo` is in `igo_server.manage`.

The folder has the layout of the source, and is the first entry on that command's import path. Other programs import
nothing from it; their package is `igo_client`.
"""
