"""The calls of the contract, transport-neutral: messages in, messages out, `ServiceError` for everything that fails."""
