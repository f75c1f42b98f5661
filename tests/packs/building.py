"""Distributions with packs: the sample one as pip installs it, and others of a few lines."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "examples" / "pack"
SGS = Path(sys.executable).with_name("sgs")
PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]


def install(project: Path, folder: Path) -> Path:
    """Build and install without a network, into the folder."""
    done = subprocess.run(
        [*PIP, "--target", str(folder), str(project)], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


def distribution(folder: Path, name: str, module: str, source: str, entry: str = "") -> Path:
    """What an installer leaves of a distribution with one module. `entry`: how it says so, `NAME = MODULE:OBJECT`."""
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[sanguosha.packs]\n{entry or f'{module} = {module}:PACK'}\n")
    (folder / f"{module}.py").write_text(source)
    return folder


def with_packs(*folders: Path) -> dict[str, str]:
    """The environment of a process that finds what is installed in these folders."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}


def python(program: str, *folders: Path) -> str:
    """What the program prints."""
    ran = subprocess.run(
        [sys.executable, "-c", program], env=with_packs(*folders), capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def sgs(*arguments: str, folders: tuple[Path, ...] = ()) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [SGS, *arguments], env=with_packs(*folders), capture_output=True, text=True, timeout=100, cwd=ROOT
    )
