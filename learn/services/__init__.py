"""Services that change stored progress and problems."""
