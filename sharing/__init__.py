"""Games shown elsewhere: pictures, previews, boards in other sites' pages, openings, and the monthly dump."""
