"""Date formats for languages in which Django's own formats are misleading."""
