"""A published revision never changes, because databases were made with it. A change needs a new revision."""
