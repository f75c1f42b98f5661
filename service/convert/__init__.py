"""Between the engine's own words and the messages of the contract, one module for each file of the contract."""
