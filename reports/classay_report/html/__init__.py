"""A site in a folder: no server, no network, opens from disk."""
