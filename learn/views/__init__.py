"""The pages of rules, lessons, problems and ranks."""
