"""Small programs that do next to nothing: the limits that the product's speed is measured against.

Nothing of the product is used here, and nothing here knows the rules of Go.
"""
