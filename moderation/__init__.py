"""How order is kept: reports, cases, decisions about people and games, appeals."""
