"""Generates the Python code of the contract for a wheel, where `make proto` has not done so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Stubs(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root, "proto")
        protos = sorted((root / "sanguosha/v1").glob("*.proto"))
        missing = [p for p in protos if not p.with_name(f"{p.stem}_pb2.py").exists()]
        if version == "editable" or not missing:
            return
        services = [p for p in protos if p.stem.endswith("_service")]
        protoc = [
            sys.executable,
            "-m",
            "grpc_tools.protoc",
            f"--proto_path={root}",
            f"--proto_path={self.root}/third_party",
        ]
        comments = ["--include_source_info", f"--descriptor_set_out={root / 'sanguosha/v1/comments_pb2.binpb'}"]
        subprocess.run([*protoc, *comments, f"--python_out={root}", f"--pyi_out={root}", *map(str, protos)], check=True)
        subprocess.run([*protoc, f"--grpc_python_out={root}", *map(str, services)], check=True)
