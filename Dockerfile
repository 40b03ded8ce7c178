# All images of the appliance: `docker compose build` makes them, each a target of this file. A program is bundled once,
# and its image gets only the bundle and what it reads beside it.
ARG NODE_IMAGE=node:24-trixie-slim

FROM ${NODE_IMAGE} AS build
# better-sqlite3 is compiled where no binary of it can be downloaded.
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3 make g++ >/dev/null \
 && rm -rf /var/lib/apt/lists/*
ENV npm_config_nodedir=/usr/local npm_config_update_notifier=false
WORKDIR /cairn
COPY package.json package-lock.json ./
COPY tools/ tools/
COPY apps/admin/package.json apps/admin/
COPY apps/mcp/package.json apps/mcp/
COPY apps/registry/package.json apps/registry/
COPY bench/package.json bench/
COPY convert-service/package.json convert-service/
COPY e2e/package.json e2e/
COPY packages/catalog/package.json packages/catalog/
COPY packages/claims/package.json packages/claims/
COPY packages/confined-files/package.json packages/confined-files/
COPY packages/diagnostics/package.json packages/diagnostics/
COPY packages/discovery/package.json packages/discovery/
COPY packages/identity/package.json packages/identity/
COPY packages/kernel/package.json packages/kernel/
COPY packages/operations/package.json packages/operations/
COPY packages/scratchpad/package.json packages/scratchpad/
COPY packages/store/package.json packages/store/
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund \
 && node tools/native-sqlite.mjs
COPY . .
RUN node tools/setup.mjs
# What the programs load at run time and no bundle can hold: the binary without the sources that it was made of.
RUN mkdir -p /runtime/sqlite/better-sqlite3/build/Release /runtime/admin /runtime/convert/mermaid/dist \
 && cd node_modules \
 && cp -r bindings file-uri-to-path /runtime/sqlite/ \
 && cp -r better-sqlite3/package.json better-sqlite3/LICENSE better-sqlite3/lib /runtime/sqlite/better-sqlite3/ \
 && cp better-sqlite3/build/Release/better_sqlite3.node /runtime/sqlite/better-sqlite3/build/Release/ \
 && cp -r htmx.org /runtime/admin/ \
 && cp -r playwright-core hyphen computer-modern @fontsource /runtime/convert/ \
 && cp mermaid/package.json mermaid/LICENSE /runtime/convert/mermaid/ \
 && cp mermaid/dist/mermaid.min.js /runtime/convert/mermaid/dist/

FROM ${NODE_IMAGE} AS base
ENV NODE_ENV=production
WORKDIR /cairn
# The mount points belong to the user that the program runs as; a named volume takes its owner from here.
RUN install -d -o node -g node -m 700 /data && install -d -o node -g node -m 755 /database
HEALTHCHECK --interval=5s --timeout=5s --retries=6 --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
USER node

FROM base AS forward
HEALTHCHECK --interval=5s --timeout=5s --retries=6 --start-period=30s \
  CMD ["node", "-e", "require('node:net').connect(process.env.PORT).on('connect', () => process.exit(0)).on('error', () => process.exit(1))"]
ENV PORT=3459
CMD ["node", "forward-port.mjs", "3459", "convert:3459"]
COPY docker/forward-port.mjs ./

FROM base AS database-secret
HEALTHCHECK NONE
CMD ["node", "database-secret.mjs", "/database"]
COPY docker/database-secret.mjs ./

FROM base AS store
# pg_dump and pg_restore, for backups of a store on PostgreSQL.
USER root
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql-client >/dev/null \
 && rm -rf /var/lib/apt/lists/*
USER node
COPY --from=build /cairn/package.json ./
COPY --from=build /runtime/sqlite node_modules

FROM store AS registry
COPY --from=build /cairn/apps/registry/dist apps/registry/dist
ENV HOST=:: PORT=3457 CAIRN_DATA_DIR=/data TOOLS_SCRIPTS_DIR=/scripts
EXPOSE 3457
CMD ["node", "apps/registry/dist/registry.mjs"]

FROM store AS admin
COPY --from=build /runtime/admin node_modules
COPY --from=build /cairn/apps/admin/public apps/admin/public
COPY --from=build /cairn/apps/admin/bin apps/admin/bin
COPY --from=build /cairn/apps/admin/dist apps/admin/dist
USER root
RUN ln -s /cairn/apps/admin/bin/cairn-admin.mjs /usr/local/bin/cairn-admin
USER node
ENV HOST=:: PORT=3460 CAIRN_DATA_DIR=/data
EXPOSE 3460
CMD ["node", "apps/admin/dist/admin.mjs"]

# The client and the toolbox over HTTP. Its store is the registry's, so it holds no database.
FROM base AS mcp
COPY --from=build /cairn/package.json ./
COPY --from=build /cairn/apps/mcp/package.json apps/mcp/
COPY --from=build /cairn/apps/mcp/bin apps/mcp/bin
COPY --from=build /cairn/apps/mcp/dist apps/mcp/dist
USER root
RUN ln -s /cairn/apps/mcp/bin/cairn.mjs /usr/local/bin/cairn
USER node
ENV HOST=:: PORT=3461
EXPOSE 3461
CMD ["cairn", "mcp", "--http"]

FROM ${NODE_IMAGE} AS engines
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      chromium-headless-shell \
      libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui python3-uno \
      weasyprint pandoc poppler-utils \
      fonts-dejavu-core fonts-liberation fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji >/dev/null \
 && rm -rf /var/lib/apt/lists/* \
 && fc-cache -f

FROM engines AS convert
ENV NODE_ENV=production HOST=:: CONVERT_PORT=3459 CONVERT_WORK_DIR=/tmp/convert
WORKDIR /cairn
COPY --from=build /runtime/convert node_modules
COPY --from=build /cairn/package.json ./
COPY --from=build /cairn/convert-service/package.json convert-service/
COPY --from=build /cairn/convert-service/assets convert-service/assets
COPY --from=build /cairn/convert-service/workers convert-service/workers
COPY --from=build /cairn/convert-service/dist convert-service/dist
HEALTHCHECK --interval=5s --timeout=5s --retries=6 --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.CONVERT_PORT + '/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
USER node
EXPOSE 3459
CMD ["node", "convert-service/dist/convert.mjs"]
