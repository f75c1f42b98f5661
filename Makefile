VENV := .venv
BIN := $(VENV)/bin
PYTHON := $(BIN)/python
BUF := $(BIN)/buf
# What makes .venv. An interpreter built with profile-guided optimisation, as those of distributions and of the
# container are, takes some 8 % less time than one that was just compiled.
PYTHON3 ?= python3
# How many processes run the tests.
JOBS ?= 2

# Stamps: each is newer than what it was made from.
INSTALLED := $(VENV)/.installed
STUBS := proto/.stubs

PROTOS := $(wildcard proto/sanguosha/v1/*.proto)
SERVICE_PROTOS := $(wildcard proto/sanguosha/v1/*_service.proto)
IMAGE := proto/sanguosha.binpb
PROTOC := grpc_tools.protoc --proto_path=proto --proto_path=third_party

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## Show the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-16s %s\n", $$1, $$2}'

##### set up

$(INSTALLED): requirements.lock pyproject.toml
	test -x $(PYTHON) || $(PYTHON3) -c 'import sys; sys.version_info >= (3, 11) or \
		sys.exit("Python 3.11 or later is needed; $(PYTHON3) is " + sys.version.split()[0])'
	test -x $(PYTHON) || $(PYTHON3) -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --requirement requirements.lock
	$(PYTHON) -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

$(STUBS): $(PROTOS) requirements.lock Makefile | $(INSTALLED)
	rm -f proto/sanguosha/v1/*_pb2*
	$(PYTHON) -m $(PROTOC) \
		--plugin=protoc-gen-mypy=$(BIN)/protoc-gen-mypy --python_out=proto --mypy_out=quiet:proto \
		--include_source_info --descriptor_set_out=proto/sanguosha/v1/comments_pb2.binpb $(PROTOS)
	$(PYTHON) -m $(PROTOC) \
		--plugin=protoc-gen-mypy_grpc=$(BIN)/protoc-gen-mypy_grpc --grpc_python_out=proto --mypy_grpc_out=quiet:proto \
		$(SERVICE_PROTOS)
	touch $@

.PHONY: setup proto lock runtime-lock
setup: $(INSTALLED) $(STUBS) ## Create .venv, install the locked requirements and the project, generate the stubs
proto: $(STUBS) ## Generate Python messages, gRPC stubs and their types from proto/

lock: ## Resolve requirements.in anew into requirements.lock
	rm -rf build/lock && python3 -m venv build/lock
	build/lock/bin/python -m pip install --quiet --upgrade --requirement requirements.in
	build/lock/bin/python -m pip freeze --exclude-editable > requirements.lock
	build/lock/bin/python deploy/runtime_lock.py > requirements-runtime.lock

runtime-lock: $(INSTALLED) ## Take from requirements.lock what a server needs into requirements-runtime.lock
	$(PYTHON) deploy/runtime_lock.py > requirements-runtime.lock

##### run

.PHONY: run
run: setup ## Play a whole match against a server on this machine
	$(PYTHON) -m service.demo

##### check

.PHONY: test lint format types imports contract accept-contract unit
test: lint types imports contract unit ## Run every check and the tests

lint: setup ## Check style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup ## Rewrite the code and the contract in the common style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BUF) format --write proto

types: setup ## Check types
	$(BIN)/mypy

imports: setup ## Check which package may import which
	$(BIN)/lint-imports --no-cache

contract: setup ## Check the contract: lint, format, nothing broken since the committed image
	$(BUF) lint
	$(BUF) format --diff --exit-code proto
	$(BUF) breaking proto --against $(IMAGE)

accept-contract: contract ## Make the present contract the one later changes must not break
	$(BUF) build proto --exclude-source-info --output $(IMAGE)

unit: setup node-client ts-client ## Run the tests
	$(BIN)/pytest -n $(JOBS)

.PHONY: deploy-check image-steps prometheus-rule
deploy-check: setup ## Check and try what deploy/ has: manifests, container file, balancers
	$(BIN)/pytest -n $(JOBS) tests/deploy

prometheus-rule: setup ## Make the alerts into a manifest for the Prometheus operator
	$(PYTHON) deploy/monitoring/prometheus_rule.py > deploy/kustomize/components/monitoring/prometheus-rule.yaml

image-steps: setup ## Do what the container file says in a folder of this machine, and serve from there as nobody
	$(PYTHON) -m pytest tests/deploy/test_container.py -q --nightly

##### longer runs

.PHONY: native-transport bench bench-full laws matches chaos disconnects rest fuzz scenarios mutants pairs rollout corpus heroes modes seeds playthroughs
# Beside servers in Node where there is an npm; `make peers` brings one.
PEERS_IF := $(if $(shell command -v npm),peers)
RUNS ?= 3

native-transport: setup node-client ts-client ## Run the tests of the service and its clients with SGS_TRANSPORT=native
	$(BIN)/pytest -n $(JOBS) --transport native tests/service tests/clients tests/fuzz

bench: setup $(PEERS_IF) ## Measure engine, one replica, its ceiling and peers; rewrite these figures in docs/performance.md
	$(PYTHON) -m tests.bench engine service peers --runs $(RUNS) --write docs/performance.md

bench-full: setup $(PEERS_IF) ## Measure everything that has a budget, and rewrite docs/performance.md
	$(PYTHON) -m tests.bench --runs $(RUNS) --write docs/performance.md

laws: setup ## Test the laws on many more random matches
	$(PYTHON) -m pytest tests/laws -q --nightly

matches: setup ## Play 20,000 random matches with every pack, each looked over and taken up again
	$(PYTHON) -m pytest tests/laws/test_whole_matches.py -q -n $(JOBS) --nightly

chaos: setup ## Let replicas, Redis and the wire fail in every way while 450 matches are played
	$(PYTHON) -m pytest tests/chaos -q -s --nightly

disconnects: setup ## Break streams off 500 times, and compare what is told with an undisturbed watch
	$(PYTHON) -m pytest tests/clients/test_disconnects.py -q -s --nightly

rest: setup ## Try what is served over HTTP with many more made-up requests
	$(PYTHON) -m pytest tests/service/rest/test_schemathesis.py -q -s --nightly

fuzz: setup ## Send 200,000 made-up calls, damaged messages and odd requests to a server
	$(PYTHON) -m pytest tests/fuzz -q -s --nightly

scenarios: setup ## Run the rule scenarios, and tell how many of the rule cases are told
	$(PYTHON) -m tests.provers.told

mutants: setup ## Change one rule after the other, and tell which scenario notices
	$(PYTHON) -m tests.provers.mutation

pairs: setup ## Let every two heroes meet in many random matches
	$(PYTHON) -m pytest tests/provers/test_pairs.py -q -n $(JOBS) --nightly

rollout: setup ## Roll 100 running matches across to servers with other rules
	$(PYTHON) -m pytest tests/service/test_rollout.py -q -s --nightly

corpus: setup ## Keep matches as they are stored today: at every release
	$(PYTHON) -m tests.corpus

heroes: setup ## Write docs/heroes.md anew
	$(PYTHON) -m tests.docs.heroes

modes: setup ## Write anew which option goes with what, in docs/modes.md
	$(PYTHON) -m tests.docs.modes

seeds: setup ## Write docs/seeds.md anew, which says what shows each row of the source texts
	$(PYTHON) -m tests.docs.seeds

playthroughs: setup ## Write the transcripts of whole matches anew
	$(PYTHON) -m tests.playthroughs

##### the client in Node

# npm writes this file when it is done. Without an npm on PATH, that of a wheel is used.
NODE_CLIENT := examples/node/node_modules/.package-lock.json

$(NODE_CLIENT): examples/node/package.json examples/node/package-lock.json requirements-node.txt | $(INSTALLED)
	command -v npm > /dev/null || $(PYTHON) -m pip install --quiet --requirement requirements-node.txt
	cd examples/node && PATH="$$PATH:$(abspath $(BIN))" npm ci --ignore-scripts
	touch $@

.PHONY: node-client clients clients-modes
node-client: $(NODE_CLIENT) ## Install the libraries of the client in Node

##### what the bench compares the service with

PEERS := tests/bench/peers/node_modules/.package-lock.json

$(PEERS): tests/bench/peers/package.json tests/bench/peers/package-lock.json requirements-node.txt | $(INSTALLED)
	command -v npm > /dev/null || $(PYTHON) -m pip install --quiet --requirement requirements-node.txt
	cd tests/bench/peers && PATH="$$PATH:$(abspath $(BIN))" npm ci --ignore-scripts
	touch $@

.PHONY: peers
peers: $(PEERS) ## Install the servers in Node that the bench compares the service with

##### the client in TypeScript

TS := clients/typescript
TS_MODULES := $(TS)/node_modules/.package-lock.json
TS_BUILT := $(TS)/build/.built

$(TS_MODULES): $(TS)/package.json $(TS)/package-lock.json requirements-node.txt | $(INSTALLED)
	command -v npm > /dev/null || $(PYTHON) -m pip install --quiet --requirement requirements-node.txt
	cd $(TS) && PATH="$$PATH:$(abspath $(BIN))" npm ci --ignore-scripts
	touch $@

$(TS_BUILT): $(PROTOS) $(wildcard $(TS)/*.json $(TS)/*.yaml $(TS)/*/*.ts) $(TS_MODULES)
	rm -rf $(TS)/build
	PATH="$$PATH:$(abspath $(BIN))" $(BUF) generate --template $(TS)/buf.gen.yaml
	for project in tsconfig.json tsconfig.node.json; do \
		PATH="$$PATH:$(abspath $(BIN))" $(TS)/node_modules/.bin/tsc --project $(TS)/$$project || exit; done
	touch $@

.PHONY: ts-client
ts-client: $(TS_BUILT) ## Generate and compile the client in TypeScript

clients: setup node-client ts-client ## Play 1,000 matches with the clients in Python, Node and TypeScript
	$(PYTHON) -m tests.many_matches packs

clients-modes: setup node-client ts-client ## Let them play 200 matches of every edition, mode and option
	$(PYTHON) -m tests.many_matches modes

.PHONY: clean
clean: ## Remove what was generated; .venv stays
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache $(STUBS) \
		proto/sanguosha/v1/*_pb2* examples/node/node_modules tests/bench/peers/node_modules $(TS)/node_modules $(TS)/build $(TS)/src/gen
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +
