"""The REST API, /api/v1/: parses requests, calls the services and returns JSON. It has the same verbs as the pages."""
