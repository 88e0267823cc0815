"""The migrations of the database of trends: one revision per file in versions/, each based on the one before."""
