"""Services of players' analyses: trees of variations, comments, and conditional moves made from them."""
