"""Tournaments: what is entered, paired, played and counted as one."""
