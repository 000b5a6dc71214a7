"""Parts of settings.py: environment variables, the secret key, the database, logging, caches."""
