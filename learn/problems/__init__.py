"""Problems of life and death, races, connections and ladders: made, proved, and stored as data (C104, C105)."""
