"""Events, webhooks and programs in the API."""
