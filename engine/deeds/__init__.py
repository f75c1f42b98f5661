"""What can happen, one file a deed."""
