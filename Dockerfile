# The whole product in one image: the service, widgets and dashboard, and the embedded PostgreSQL.
# Any image with glibc, Node 24 or newer, and npm: docker build --build-arg NODE_IMAGE=registry.example/node:24 .
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /realword
COPY . .
# Use the Node of the image instead of the packaged one.
RUN npm ci --no-audit --no-fund \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node .git

FROM ${NODE_IMAGE}
# PostgreSQL refuses to run as root, and as a user without a name. The number says to Kubernetes that the user is not root.
RUN mkdir -m 700 /data && chown 1000:1000 /data \
  && (getent passwd 1000 > /dev/null || echo 'realword:x:1000:1000::/data:/usr/sbin/nologin' >> /etc/passwd)
COPY --from=build /realword /realword
WORKDIR /realword
USER 1000:1000
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# The service writes to /data and /tmp alone: run it with --read-only --tmpfs /tmp.
VOLUME /data
EXPOSE 8080
# The service waits DRAIN_DELAY, finishes its requests, and stops PostgreSQL cleanly. Allow 90 s (docker stop --time 90).
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s --interval=15s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["./realword"]
CMD ["start"]
