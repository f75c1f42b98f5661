"""The commands of `sgs` that are clients: each talks to a server as anybody's program would."""
