"""Files that other programs read and write: EGD tables, OpenGotha's XML, CSV (E97)."""
