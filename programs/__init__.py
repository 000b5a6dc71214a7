"""The interface for other people's programs: events, streams, webhooks, tokens, the API reference."""
