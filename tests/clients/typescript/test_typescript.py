"""The client in TypeScript: its types, what it imports, its own tests, and what it plays against real servers."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import trustme

from tests.loopback import without_proxies
from tests.service.clients import TYPESCRIPT, node_command, play, typescript
from tests.service.games import PROTO, Game
from tests.service.serving import Server

BUILD = TYPESCRIPT / "build"
TSC = [node_command(), str(TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc")]
README = (TYPESCRIPT / "README.md").read_text()
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["']([^"']+)["']""")

pytestmark = pytest.mark.skipif(not (BUILD / ".built").exists(), reason="run `make ts-client` first")


def run(command: list[str], **environment: str) -> str:
    """What it says."""
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=100, cwd=TYPESCRIPT, env={**without_proxies(), **environment}
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Its streams are short, so that every watcher must come back for more."""
    folder = tmp_path_factory.mktemp("server")
    with Server(folder, bot_delay_ms=2, sweep_ms=20, max_stream_age=1.5) as started:
        yield started


@pytest.mark.parametrize("project", ["tsconfig.json", "tsconfig.node.json"])
def test_the_types_fit(project: str) -> None:
    run([*TSC, "--noEmit", "--project", project])


def test_the_library_imports_nothing_but_the_runtime_of_protobuf_and_itself() -> None:
    package = json.loads((TYPESCRIPT / "package.json").read_text())
    assert list(package["dependencies"]) == ["@bufbuild/protobuf"]
    modules = list((BUILD / "src").rglob("*.js"))
    assert len(modules) > 20
    for module in modules:
        for imported in IMPORT.findall(module.read_text()):
            if imported.startswith("."):
                assert (module.parent / imported).resolve().is_relative_to(BUILD / "src"), imported
            else:
                assert imported.startswith("@bufbuild/protobuf"), f"{module.name} imports {imported}"


def test_no_file_names_a_registry() -> None:
    assert "resolved" not in (TYPESCRIPT / "package-lock.json").read_text()


def test_its_own_tests_pass(server: Server) -> None:
    files = sorted(str(path) for path in (BUILD / "tests").glob("*.test.js"))
    assert len(files) == len(list((TYPESCRIPT / "tests").glob("*.test.ts")))
    said = run(
        [node_command(), "--test", "--test-reporter=tap", "--test-concurrency=3", *files],
        SGS_ADDRESS=f"http://{server.http_address}",
    )
    print("\n".join(re.findall(r"^# (?:Subtest: )?(.*(?:seed|cuts).*)$", said, re.MULTILINE)))


def test_the_bot_plays_to_the_end(server: Server) -> None:
    source = (TYPESCRIPT / "examples" / "bot.ts").read_text().splitlines()
    assert len([line for line in source if line and not line.startswith(("//", "import"))]) <= 30
    said = run([node_command(), "build/examples/bot.js", f"http://{server.http_address}"])
    assert re.fullmatch(r"matches/\w+: seat \d, \w+, (won|lost)\n", said), said


@pytest.mark.grpcio_alone("TLS")
def test_the_bot_plays_over_tls_where_it_believes_the_authority(tmp_path: Path) -> None:
    authority = trustme.CA()
    issued = authority.issue_cert("localhost")
    ca, cert, key = (tmp_path / name for name in ("ca.pem", "cert.pem", "key.pem"))
    authority.cert_pem.write_to_path(str(ca))
    issued.cert_chain_pems[0].write_to_path(str(cert))
    issued.private_key_pem.write_to_path(str(key))
    with Server(tmp_path / "server", bot_delay_ms=0, sweep_ms=10, tls_cert=cert, tls_key=key) as server:
        address = f"https://localhost:{server.http_address.rpartition(':')[2]}"
        said = run([node_command(), "build/examples/bot.js", address], NODE_EXTRA_CA_CERTS=str(ca))
        assert re.fullmatch(r"matches/\w+: seat \d, \w+, (won|lost)\n", said), said
        script = (
            f'import {{ Client }} from "@sanguosha/client"; new Client("{address}", {{ patience: 0 }}).serverInfo()'
        )
        strict = [node_command(), "--input-type=module", "--eval", f"{script}.catch((e) => console.log(e.message))"]
        assert "cannot be reached" in run(strict)


def test_the_snippets_of_the_readme_run(server: Server) -> None:
    folder = BUILD / "readme"
    folder.mkdir(exist_ok=True)
    snippets = re.findall(r"```ts\n(.*?)```", README, re.DOTALL)
    assert len(snippets) == 3
    for index, snippet in enumerate(snippets):
        assert "http://localhost:8080" in snippet
        text = snippet.replace("http://localhost:8080", f"http://{server.http_address}")
        (folder / f"snippet_{index}.ts").write_text(text)
    options = {"types": ["node"], "outDir": "out", "rootDir": "../.."}
    project = {"extends": "../../tsconfig.json", "compilerOptions": options, "include": ["*.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(project))
    run([*TSC, "--project", str(folder)])
    commands = [[node_command(), str(path)] for path in sorted(folder.rglob("out/**/snippet_*.js"))]
    with ThreadPoolExecutor(len(commands)) as pool:
        outputs = list(pool.map(run, commands))
    assert len(outputs) == len(snippets)
    assert re.search(r"seat 0 was the \w+; [\d,]+ won", outputs[0])
    # A seat may die before its first turn, though seldom.
    assert "our turn ends" in outputs[1] or any("our turn ends" in run(commands[1]) for _ in range(3))
    assert "4 seats, round" in outputs[2]
    assert "MATCH_OVER 400 FAILED_PRECONDITION" in outputs[2]


@pytest.mark.parametrize(
    ("game", "more"),
    [
        (Game(4, ("gods",)), []),
        (Game(6, ("gods", "heroes=false", "dual_renegade")), ["--stream"]),
        (Game(8, ("gods",)), ["--stream"]),
        (Game(6, ("competitive", "warm_seat=4", "spectator_delay=0.5s"), mode="3v3"), []),
        (Game(5, edition=PROTO), []),
    ],
    ids=str,
)
def test_it_plays_every_seat_and_is_refused_nothing(server: Server, game: Game, more: list[str]) -> None:
    played = play(typescript(), server.http_address, game, matches=1, more=more)
    assert played.matches == 1
    assert played.answers > 0
    assert played.seen["retries"] == 0
    assert server.metric("sanguosha_drifts_total") == 0


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGKILL], ids=lambda signum: signum.name)
def test_it_outlives_a_server_that_stops(tmp_path: Path, signum: signal.Signals) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with Server(tmp_path, http_port=port, max_stream_age=1) as server, ThreadPoolExecutor(1) as pool:
        game = Game(5, ("heroes=false",))
        playing = pool.submit(play, typescript(), server.http_address, game, matches=1, more=["--stream"])
        deadline = time.monotonic() + 20
        while server.metric("http_server_handled_total", handler="Act") < 10 and time.monotonic() < deadline:
            time.sleep(0.02)
        server.stop(signum)
        server.start()
        played = playing.result(60)
        assert played.matches == 1
        assert played.answers > 10
        assert played.seen["retries"] > 0
