"""What Kubernetes would be given: `kubectl kustomize` of what `deploy/` has, with secrets made as the document says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
OPERATIONS = (ROOT / "docs/operations.md").read_text()
BIN = Path(sys.executable).parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

# By name: the overlay, and what stands in place of its component `tls`, or beside none.
VARIANTS = {
    "base": ("base", ()),
    "one-node": ("overlays/one-node", ()),
    "one-node, envoy": ("overlays/one-node", ("envoy",)),
    "production": ("overlays/production", ("tls",)),
    "production, gateway": ("overlays/production", ("gateway", "monitoring")),
    "production, envoy": ("overlays/production", ("envoy", "monitoring")),
}

Manifest = dict[str, Any]


def section(title: str) -> str:
    """Of the document for operators."""
    return OPERATIONS.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def making_secrets(overlay: str) -> str:
    """The script of the document that makes the secrets of an overlay."""
    (script,) = re.findall(rf"```sh\n(cd deploy/kustomize/{overlay}\n.*?)```", section("Deploying"), re.DOTALL)
    return str(script)


@cache
def rendered(variant: str) -> list[Manifest]:
    """Every manifest of a variant, as `kubectl apply -k` would send it."""
    overlay, components = VARIANTS[variant]
    with TemporaryDirectory() as folder:
        copied = Path(folder, "deploy")
        shutil.copytree(DEPLOY, copied, ignore=shutil.ignore_patterns("secrets"))
        kustomization = copied / "kustomize" / overlay / "kustomization.yaml"
        if overlay.startswith("overlays/"):
            given = {**os.environ, "REDIS_URL": "rediss://replica:hush@redis.example:6380/0"}
            subprocess.run(["sh", "-euc", making_secrets(overlay)], cwd=folder, env=given, check=True, timeout=20)
            said = yaml.safe_load(kustomization.read_text())
            said["components"] = [f"../../components/{name}" for name in components]
            kustomization.write_text(yaml.safe_dump(said))
        ran = subprocess.run(
            [BIN / "kubectl", "kustomize", kustomization.parent], capture_output=True, text=True, timeout=30
        )
    assert (ran.returncode, ran.stderr) == (0, "")
    return list(yaml.safe_load_all(ran.stdout))


def of_kind(variant: str, *kinds: str) -> list[Manifest]:
    return [manifest for manifest in rendered(variant) if manifest["kind"] in kinds]


def named(variant: str, kind: str, name: str) -> Manifest:
    (found,) = (manifest for manifest in of_kind(variant, kind) if manifest["metadata"]["name"] == name)
    return found


def pods(variant: str) -> dict[str, Manifest]:
    """The templates of pods, by the name of what makes them."""
    return {m["metadata"]["name"]: m["spec"]["template"] for m in of_kind(variant, "Deployment", "StatefulSet")}


def settings(variant: str) -> dict[str, str]:
    """The environment of a replica, as far as it is plain."""
    (container,) = pods(variant)["sanguosha"]["spec"]["containers"]
    sources = [source["configMapRef"]["name"] for source in container["envFrom"]]
    given = {key: value for name in sources for key, value in named(variant, "ConfigMap", name)["data"].items()}
    return given | {entry["name"]: entry["value"] for entry in container["env"] if "value" in entry}
