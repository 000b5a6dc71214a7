"""Large tournaments: standings, pairing, starting, pages."""
