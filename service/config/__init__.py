"""Settings, where they come from, and the files of theirs that are taken up again when they change."""
