import os

# gRPC's core would write what clients send into the log as they sent it, line ends too. It reads this on its import.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
