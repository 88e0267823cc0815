"""A revision is never changed once it is published: databases were made by it. What is new is a new one."""
