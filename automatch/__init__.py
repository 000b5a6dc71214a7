"""Looking for opponents: searches and standing offers, matched by the server."""
