"""The service: transports, the application, and everything that touches the outside world."""
