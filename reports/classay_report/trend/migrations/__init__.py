"""How the database of trends came to be what it is: a revision a file in versions/, each after the one before it."""
