"""Accounts: names, restrictions, e-mails to players, and the logs of what happens to accounts."""
