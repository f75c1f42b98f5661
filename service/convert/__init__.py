"""Between the engine's own words and the messages of the contract."""
