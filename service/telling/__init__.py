"""What callers are told of matches and of the server."""
