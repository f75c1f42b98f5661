"""The settings that there are."""

from __future__ import annotations

from service.config import Settings

# Being added elsewhere; each goes out of here when it is among the settings.
COMING = {
    "REDIS_URL_FILE",
    "SGS_API_KEYS_FILE",
    "SGS_SERVER_KEY_FILE",
    "SGS_TLS_CERT",
    "SGS_TLS_KEY",
    "SGS_TRUSTED_PROXIES",
}
KNOWN = {"REDIS_URL", *(f"SGS_{name.upper()}" for name in Settings.__struct_fields__ if name != "redis_url")} | COMING
