"""Authentication and permissions: passwords, two-factor authentication, sessions, tokens."""
