"""Date formats for languages in which Django's own are misleading."""
