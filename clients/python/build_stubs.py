"""Puts the Python code of the contract into the wheel, and the contract itself into a source distribution."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CONTRACT = "sanguosha/v1"


class Stubs(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a build: adds the files to it."""
        if version == "editable":
            return  # those of the repository are on the path
        protos, imported = self._folders()
        if self.target_name == "sdist":
            for folder, name in ((protos, "proto"), (imported, "third_party")):
                for proto in folder.rglob("*.proto"):
                    build_data["force_include"][str(proto)] = f"{name}/{proto.relative_to(folder)}"
            return
        self._made = TemporaryDirectory()
        made = Path(self._made.name)
        sources = sorted(map(str, (protos / CONTRACT).glob("*.proto")))
        services = [source for source in sources if source.endswith("_service.proto")]
        protoc = [sys.executable, "-m", "grpc_tools.protoc", f"--proto_path={protos}", f"--proto_path={imported}"]
        # The plugins for types are on the path of an isolated build, and beside Python otherwise.
        path = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
        for outputs, files in (
            ([f"--python_out={made}", f"--mypy_out=quiet:{made}"], sources),
            ([f"--grpc_python_out={made}", f"--mypy_grpc_out=quiet:{made}"], services),
        ):
            subprocess.run([*protoc, *outputs, *files], check=True, env={**os.environ, "PATH": path})
        (made / CONTRACT / "py.typed").touch()
        build_data["force_include"][str(made / "sanguosha")] = "sanguosha"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called after a build: removes what was generated for it."""
        if version != "editable" and self.target_name == "wheel":
            self._made.cleanup()

    def _folders(self) -> tuple[Path, Path]:
        """Those of the contract and of what it imports."""
        for above in (Path(self.root), Path(self.root).parents[1]):
            if (above / "proto" / CONTRACT).is_dir():
                return above / "proto", above / "third_party"
        raise FileNotFoundError(f"proto/{CONTRACT} is neither in {self.root} nor two folders above")
