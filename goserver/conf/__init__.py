"""What settings.py is made of: environment variables, the secret key, the database, the log, caches."""
