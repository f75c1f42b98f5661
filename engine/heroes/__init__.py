"""Heroes, one file a hero; each pack's package is its roster in printed order."""
