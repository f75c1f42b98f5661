"""The manifests are what Kubernetes takes, and keep the promises that docs/operations.md makes of them."""

from __future__ import annotations

import json
import re
import subprocess
from base64 import b64decode
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import jsonschema
import kubernetes_validate
import pytest
import yaml

from deploy.monitoring import prometheus_rule
from service.config.settings import Settings
from service.config.sources import settings_from
from service.telemetry.metrics import Metrics
from tests.deploy.rendering import (
    BIN,
    DEPLOY,
    ROOT,
    VARIANTS,
    VERSION,
    Manifest,
    named,
    of_kind,
    pods,
    rendered,
    settings,
)

KUBERNETES = "1.37"
SCHEMAS = Path(__file__).with_name("schemas")

each_variant = pytest.mark.parametrize("variant", VARIANTS)


def containers(variant: str) -> Iterator[tuple[str, Manifest]]:
    """Every container, with the name of its pods."""
    for name, template in pods(variant).items():
        for container in template["spec"].get("initContainers", []) + template["spec"]["containers"]:
            yield name, container


# -- the form


def test_the_files_are_in_the_common_style() -> None:
    ran = subprocess.run(
        [BIN / "yamllint", "--strict", "--config-file", DEPLOY / ".yamllint.yaml", DEPLOY],
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stdout) == (0, "")


@each_variant
def test_kubernetes_knows_every_field(variant: str) -> None:
    for manifest in rendered(variant):
        validate(json.dumps(manifest))


@cache  # most are the same in several variants
def validate(text: str) -> None:
    manifest = json.loads(text)
    group = manifest["apiVersion"].partition("/")[0]
    own = SCHEMAS / f"{manifest['kind'].lower()}.{group}.json"
    if own.exists():
        jsonschema.validate(manifest, json.loads(own.read_text()))
    else:
        assert "." not in group or group.endswith(".k8s.io"), f"no schema of {group} {manifest['kind']}"
        kubernetes_validate.validate(manifest, KUBERNETES, strict=True)


@each_variant
def test_everything_is_in_one_namespace_that_is_restricted(variant: str) -> None:
    namespace = named(variant, "Namespace", "sanguosha")
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
    others = [manifest for manifest in rendered(variant) if manifest["kind"] != "Namespace"]
    assert {manifest["metadata"]["namespace"] for manifest in others} == {"sanguosha"}


def test_an_overlay_is_not_rendered_without_secrets() -> None:
    for overlay in ("one-node", "production"):
        listing = ["git", "ls-files", f"deploy/kustomize/overlays/{overlay}/secrets"]
        assert subprocess.run(listing, cwd=ROOT, check=True, capture_output=True).stdout == b""
        generated = yaml.safe_load((DEPLOY / f"kustomize/overlays/{overlay}/kustomization.yaml").read_text())
        for secret in generated["secretGenerator"]:
            assert secret.keys() == {"name", "files"}
            assert all(file.startswith("secrets/") for file in secret["files"])
    ignored = subprocess.run(
        ["git", "check-ignore", "-q", "deploy/kustomize/overlays/production/secrets/server-key"], cwd=ROOT
    )
    assert ignored.returncode == 0


@each_variant
def test_no_secret_is_plain_but_those_that_the_operator_made(variant: str) -> None:
    for manifest in of_kind(variant, "ConfigMap"):
        assert not re.search(r"requirepass \S|://[^/\s]*:[^/\s]+@|PRIVATE KEY", json.dumps(manifest))
    for _, container in containers(variant):
        for entry in container.get("env", []):
            assert not re.search("KEY$|PASSWORD|TOKEN", entry["name"]), "an environment is read by too many: use files"


# -- the least that a container may do

POD_PROMISES: dict[str, Callable[[Manifest], object]] = {
    "runs as no root": lambda pod: pod["securityContext"]["runAsNonRoot"] is True,
    "has a user": lambda pod: pod["securityContext"]["runAsUser"] > 0 and pod["securityContext"]["runAsGroup"] > 0,
    "has the seccomp profile": lambda pod: pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"},
    "has no token of Kubernetes": lambda pod: pod["automountServiceAccountToken"] is False,
    "is told of no Services": lambda pod: pod["enableServiceLinks"] is False,
    "shares nothing with its node": lambda pod: (
        not pod.keys() & {"hostNetwork", "hostPID", "hostIPC"}
        and not any("hostPath" in volume for volume in pod.get("volumes", []))
    ),
}
CONTAINER_PROMISES: dict[str, Callable[[Manifest], object]] = {
    "gains no privileges": lambda c: c["securityContext"]["allowPrivilegeEscalation"] is False,
    "is not privileged": lambda c: "privileged" not in c["securityContext"],
    "cannot write its root": lambda c: c["securityContext"]["readOnlyRootFilesystem"] is True,
    "has no capability": lambda c: c["securityContext"]["capabilities"] == {"drop": ["ALL"]},
    "does not say otherwise than its pod": lambda c: (
        not c["securityContext"].keys() & {"runAsUser", "runAsNonRoot", "seccompProfile"}
    ),
    "asks for what it takes": lambda c: c["resources"]["requests"].keys() == {"cpu", "memory"},
    "is bounded": lambda c: c["resources"]["limits"].keys() == {"cpu", "memory"},
    "has a pinned version": lambda c: re.fullmatch(r"[a-z/-]+:(?:[a-z]+-)?v?\d+\.\d+\.\d+", c["image"]),
    "is probed": lambda c: c.keys() >= {"startupProbe", "readinessProbe", "livenessProbe"},
    "opens no port on its node": lambda c: not any("hostPort" in port for port in c["ports"]),
}


@each_variant
@pytest.mark.parametrize("promise", POD_PROMISES)
def test_a_pod(variant: str, promise: str) -> None:
    for name, template in pods(variant).items():
        assert POD_PROMISES[promise](template["spec"]), name


@each_variant
@pytest.mark.parametrize("promise", CONTAINER_PROMISES)
def test_a_container(variant: str, promise: str) -> None:
    for name, container in containers(variant):
        assert CONTAINER_PROMISES[promise](container), name


# -- what belongs together


@each_variant
def test_selectors_find_the_pods_of_their_name(variant: str) -> None:
    labels = {name: template["metadata"]["labels"] for name, template in pods(variant).items()}
    for manifest in of_kind(variant, "Deployment", "StatefulSet", "PodDisruptionBudget"):
        own = manifest["spec"]["selector"]["matchLabels"]
        assert own.items() <= labels[manifest["metadata"]["name"]].items()
        constraints = manifest["spec"].get("template", {}).get("spec", {}).get("topologySpreadConstraints", [])
        assert all(constraint["labelSelector"]["matchLabels"] == own for constraint in constraints)
    for manifest in of_kind(variant, "Service"):
        assert any(manifest["spec"]["selector"].items() <= found.items() for found in labels.values())


@each_variant
def test_names_that_are_referred_to_exist(variant: str) -> None:
    names = {(manifest["kind"], manifest["metadata"]["name"]) for manifest in rendered(variant)}
    issued = {("Secret", certificate["spec"]["secretName"]) for certificate in of_kind(variant, "Certificate")}
    # base leaves the secret of the replicas to its overlays, and envoy its certificate to the operator.
    given = {("Secret", "sanguosha")} if variant == "base" else set()
    given |= {("Secret", "sanguosha-tls")} if "envoy" in variant else set()
    for template in pods(variant).values():
        for volume in template["spec"].get("volumes", []):
            if "secret" in volume:
                assert ("Secret", volume["secret"]["secretName"]) in names | issued | given
            if "configMap" in volume:
                assert ("ConfigMap", volume["configMap"]["name"]) in names
        assert ("ServiceAccount", template["spec"].get("serviceAccountName", "sanguosha")) in names
        mounted = {m["name"] for container in template["spec"]["containers"] for m in container["volumeMounts"]}
        claimed = {"data"} if ("StatefulSet", "sanguosha-redis") in names else set()
        assert mounted - claimed <= {volume["name"] for volume in template["spec"]["volumes"]}
    for scaler in of_kind(variant, "HorizontalPodAutoscaler"):
        target = scaler["spec"]["scaleTargetRef"]
        assert (target["kind"], target["name"]) in names
        assert "replicas" not in named(variant, target["kind"], target["name"])["spec"], "two say how many"
    for route in of_kind(variant, "GRPCRoute", "HTTPRoute"):
        for backend in (backend for rule in route["spec"]["rules"] for backend in rule["backendRefs"]):
            service = named(variant, "Service", backend["name"])
            assert backend["port"] in {port["port"] for port in service["spec"]["ports"]}
    for monitor in of_kind(variant, "ServiceMonitor"):
        wanted = monitor["spec"]["selector"]["matchLabels"].items()
        (service,) = (s for s in of_kind(variant, "Service") if wanted <= s["metadata"]["labels"].items())
        assert service["metadata"]["labels"][monitor["spec"]["jobLabel"]] == "sanguosha", "the job that alerts ask for"
        ports = {port["name"] for port in service["spec"]["ports"]}
        assert {endpoint["port"] for endpoint in monitor["spec"]["endpoints"]} <= ports


@each_variant
def test_ports_go_by_names_that_the_pods_have(variant: str) -> None:
    opened: dict[str, dict[str, int]] = {name: {} for name in pods(variant)}
    for name, container in containers(variant):
        opened[name] |= {port["name"]: port["containerPort"] for port in container["ports"]}
    for service in of_kind(variant, "Service"):
        name = service["spec"]["selector"]["app.kubernetes.io/name"]
        for port in service["spec"]["ports"]:
            assert port["targetPort"] in opened[name]
            assert port["port"] == opened[name][port["targetPort"]] or service["spec"].get("type") == "LoadBalancer"
    for name, container in containers(variant):
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            (how,) = (how for kind, how in container[probe].items() if kind in ("httpGet", "tcpSocket"))
            assert how["port"] in opened[name]
    for policy in of_kind(variant, "NetworkPolicy"):
        for rule in policy["spec"].get("ingress", []):
            name = policy["spec"]["podSelector"]["matchLabels"]["app.kubernetes.io/name"]
            assert {port["port"] for port in rule["ports"]} <= opened[name].keys()


# -- the settings of a replica


@each_variant
def test_a_replica_takes_its_settings(variant: str, tmp_path: Path) -> None:
    for secret in of_kind(variant, "Secret") or of_kind("one-node", "Secret"):
        for key, value in secret["data"].items():
            (tmp_path / key).write_bytes(b64decode(value))
    environment = {
        name: value.replace("$(POD_IP)", "10.0.0.1").replace("/run/secrets/sanguosha", str(tmp_path))
        for name, value in settings(variant).items()
    }
    taken = settings_from(environment)
    assert taken.redis_url.startswith(("redis://", "rediss://"))
    assert taken.host_keys
    assert not taken.open_to_all


@each_variant
def test_the_ports_are_those_of_the_settings(variant: str) -> None:
    (container,) = pods(variant)["sanguosha"]["spec"]["containers"]
    opened = {port["name"]: port["containerPort"] for port in container["ports"]}
    plain = Settings()
    assert opened == {"grpc": plain.port, "http": plain.http_port, "metrics": plain.metrics_port}
    assert not settings(variant).keys() & {"SGS_PORT", "SGS_HTTP_PORT", "SGS_METRICS_PORT"}
    assert settings(variant)["SGS_ADVERTISE"] == f"$(POD_IP):{plain.port}"


@each_variant
def test_files_in_settings_are_mounted(variant: str) -> None:
    (container,) = pods(variant)["sanguosha"]["spec"]["containers"]
    mounted = tuple(mount["mountPath"] for mount in container["volumeMounts"])
    paths = [value for value in settings(variant).values() if value.startswith("/")]
    assert len(paths) >= 3
    assert all(path.startswith(mounted) for path in paths)
    for secret in of_kind(variant, "Secret"):
        if secret["metadata"]["name"].startswith("sanguosha-redis"):
            continue
        wanted = {Path(path).name for path in paths if path.startswith("/run/secrets/sanguosha/")}
        assert secret["data"].keys() == wanted


@each_variant
def test_a_replica_that_stops_has_the_time_to_drain(variant: str) -> None:
    pod = pods(variant)["sanguosha"]["spec"]
    (container,) = pod["containers"]
    waits = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    drains = float(settings(variant)["SGS_DRAIN"])
    assert pod["terminationGracePeriodSeconds"] >= waits + drains + 10
    probe = container["readinessProbe"]
    assert waits >= probe["periodSeconds"] * probe["failureThreshold"], "else it stops before it is known to"


@each_variant
def test_a_rollout_takes_nothing_away(variant: str) -> None:
    for deployment in of_kind(variant, "Deployment"):
        assert deployment["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
        assert deployment["spec"].get("replicas", 2) >= 2
        budget = named(variant, "PodDisruptionBudget", deployment["metadata"]["name"])
        assert budget["spec"]["maxUnavailable"] == 1


@each_variant
def test_the_image_is_of_this_version(variant: str) -> None:
    (container,) = pods(variant)["sanguosha"]["spec"]["containers"]
    assert container["image"] == f"sanguosha:{VERSION}"


def test_replicas_know_each_other_by_a_name_of_their_certificate() -> None:
    (certificate,) = of_kind("production", "Certificate")
    assert settings("production")["SGS_TLS_SERVER_NAME"] in certificate["spec"]["dnsNames"]


# -- how many replicas


def test_the_autoscaler_goes_by_a_metric_that_the_adapter_makes_of_what_a_replica_tells() -> None:
    (rule,) = yaml.safe_load((DEPLOY / "monitoring/prometheus-adapter.yaml").read_text())["rules"]["custom"]
    (scaler,) = of_kind("production", "HorizontalPodAutoscaler")
    wanted = [metric["pods"]["metric"]["name"] for metric in scaler["spec"]["metrics"] if metric["type"] == "Pods"]
    assert wanted == [rule["name"]["as"]]
    told = {family.name for family in Metrics().registry.collect()}
    assert rule["seriesQuery"].partition("{")[0] in told
    (summed,) = re.findall(r'__name__=~"(.*?)"', rule["metricsQuery"])
    assert {name for name in told if re.fullmatch(summed, name)} == {"grpc_server_streams", "http_server_streams"}


# -- what is watched


def test_the_alerts_of_the_operator_are_those_that_are_tested() -> None:
    written = (DEPLOY / "kustomize/components/monitoring/prometheus-rule.yaml").read_text()
    assert written == prometheus_rule.text(), "run `make prometheus-rule`"
    (rule,) = of_kind("production, gateway", "PrometheusRule")
    assert rule["spec"] == yaml.safe_load(prometheus_rule.ALERTS.read_text())


# -- who reaches whom


@each_variant
def test_nothing_is_reached_but_what_a_policy_allows(variant: str) -> None:
    denied = named(variant, "NetworkPolicy", "default-deny")["spec"]
    assert denied == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    for policy in of_kind(variant, "NetworkPolicy"):
        for rule in policy["spec"].get("ingress", []):
            ports = {port["port"] for port in rule["ports"]}
            assert "from" in rule or ports <= {"grpc", "http", "calls"}, "open to all"
        for rule in policy["spec"].get("egress", []):
            assert rule.keys() == {"to", "ports"}


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if settings(variant).get("SGS_TRUSTED_PROXIES")])
def test_nobody_gets_around_a_proxy_whose_word_is_taken(variant: str) -> None:
    rules = [
        rule
        for policy in of_kind(variant, "NetworkPolicy")
        if policy["spec"]["podSelector"].get("matchLabels") == {"app.kubernetes.io/name": "sanguosha"}
        for rule in policy["spec"].get("ingress", [])
        if {port["port"] for port in rule["ports"]} & {"grpc", "http"}
    ]
    (rule,) = rules
    proxy = (
        {"podSelector": {"matchLabels": {"app.kubernetes.io/name": "sanguosha-envoy"}}}
        if "envoy" in variant
        else {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "gateway"}}}
    )
    assert rule["from"] == [{"podSelector": {"matchLabels": {"app.kubernetes.io/name": "sanguosha"}}}, proxy]


def test_only_replicas_reach_the_bundled_redis() -> None:
    (rule,) = named("one-node", "NetworkPolicy", "sanguosha-redis")["spec"]["ingress"]
    assert rule["from"] == [{"podSelector": {"matchLabels": {"app.kubernetes.io/name": "sanguosha"}}}]


def test_the_service_of_grpc_has_no_address_of_its_own() -> None:
    headless = named("base", "Service", "sanguosha-headless")["spec"]
    assert headless["clusterIP"] == "None"
    assert "publishNotReadyAddresses" not in headless


def test_a_service_may_not_be_called_sgs() -> None:
    for variant in VARIANTS:
        assert not any(m["metadata"]["name"].startswith("sgs") for m in of_kind(variant, "Service"))
