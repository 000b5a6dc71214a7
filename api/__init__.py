"""The code shared by all operations of the REST API, /api/v1/, and the operations about people. It does not depend on
games."""
