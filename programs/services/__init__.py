"""Services: a player's events in order, and the webhooks and devices that get them."""
