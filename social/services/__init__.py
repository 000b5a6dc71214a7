"""The actions of this app."""
