"""`python -m tests.bench [part ...]`: what the engine and the service cost, as ratios within one run on one machine."""
