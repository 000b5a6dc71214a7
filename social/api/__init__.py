"""The operations about messages, follows and bulletins."""
