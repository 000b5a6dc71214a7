"""The interface for third-party programs: events, streams, webhooks, tokens, the API reference."""
