"""The REST API, /api/v1/: parse, ask the services, answer. The same verbs as the pages."""
