"""What a file that a setting names may be: of no use. Settings need this before all else, so it imports nothing."""


class UnusableFile(Exception):
    """What a file holds cannot be used. The message names the setting and never quotes the file."""
