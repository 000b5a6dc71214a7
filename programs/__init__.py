"""What other people's programs get and send: events, streams, webhooks, tokens, the reference of the API."""
