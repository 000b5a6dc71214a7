"""Minimal programs with which the product's speed is compared.

They use no code of the product, and know no rules of Go.
"""
