"""The common parts of all operations of the REST API, /api/v1/, and the operations about people; independent of
games."""
