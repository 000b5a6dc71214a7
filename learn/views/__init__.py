"""The pages of what there is to learn: rules, lessons, problems and ranks."""
