"""What a server is, and what there is to play with."""

from __future__ import annotations

from sanguosha.v1.catalogue_service_pb2 import Catalogue, GetCatalogueRequest
from sanguosha.v1.server_service_pb2 import GetServerInfoRequest, ServerInfo

from engine.ruleset import UnknownRuleset

from ..access.auth import Caller
from ..backend import Backend
from ..convert.catalogue import catalogue
from ..errors import ServiceError
from ..telling.info import server_info


class About:
    """`CatalogueService` and `ServerService`."""

    def __init__(self, backend: Backend) -> None:
        self._settings = backend.settings

    async def get_catalogue(self, request: GetCatalogueRequest, caller: Caller) -> Catalogue:
        try:
            return catalogue(request.packs)
        except UnknownRuleset as error:
            raise ServiceError("FIELD_INVALID", f"packs: {error}"[:200], field="packs") from error

    async def get_server_info(self, request: GetServerInfoRequest, caller: Caller) -> ServerInfo:
        return server_info(self._settings)
