"""Games shown outside their own pages: pictures, previews, boards embedded in other sites, openings, and the monthly
dump."""
