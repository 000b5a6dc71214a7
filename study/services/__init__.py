"""Services of trees."""
