"""Go problems (life and death, capturing races, connections, ladders): generated, proved, and stored as data (C104,
C105)."""
