"""Igo, a Go server for correspondence play, as it is installed: the command `igo` begins in `igo_server.manage`.

The folder is laid out as the source is, and comes first on the path of that command. Nothing in it is imported by other
programs: what they need is the package `igo_client`.
"""
