"""Who may call, how often, and how much at a time."""
