"""Services: a player's events in order, and the webhooks and devices to which they are sent."""
