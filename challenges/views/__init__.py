"""The pages about offers: the waiting room, a new offer, and one offer."""
