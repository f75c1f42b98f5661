"""What is done to matches when they are due, whether or not anybody calls."""
