#!/usr/bin/env bash
# A shop on NestJS, as Vendure is, with a handler of its own for SIGUSR2: Node's default for that signal, to end, is replaced.
# Guess:   the handler runs, and the shop stays.
# Seen:    once enableShutdownHooks was called (Vendure 3.7.3 calls it at its start), NestJS 11.2.10 closes the app on SIGUSR2 and SIGHUP, and
#          then sends the process the same signal again. So the handler runs twice, and the process goes on with a closed app.
#          SIGWINCH and SIGCONT are left alone.
# Matters: a plugin that does work on a signal does it twice, the second time without a database. SIGHUP, with which servers read their
#          settings again, ends the shop. Use another signal, or a task of the shop.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund @nestjs/core@11.2.10 @nestjs/common@11.2.10 reflect-metadata@0.2.2 rxjs@7.8.2
cat > run.cjs <<'JS'
require('reflect-metadata')
const { NestFactory } = require('@nestjs/core')
const { Module } = require('@nestjs/common')

const signal = process.argv[2]
class Shop {
  onApplicationShutdown(by) { console.log(`closed by ${by}`) }
}
Module({})(Shop)
async function main() {
  const app = await NestFactory.createApplicationContext(Shop, { logger: false })
  app.enableShutdownHooks()
  process.on(signal, () => console.log(`own handler of ${signal}`))
  setTimeout(() => { console.log('still there'); process.exit(0) }, 1_000)
  process.kill(process.pid, signal)
}
main()
JS
for signal in SIGUSR2 SIGHUP SIGWINCH SIGCONT; do
  code=0; node run.cjs "$signal" > out || code=$?
  echo "$signal: $(paste -sd, out), exit $code"
done | tee seen
diff - seen <<'SEEN'
SIGUSR2: own handler of SIGUSR2,closed by SIGUSR2,own handler of SIGUSR2,still there, exit 0
SIGHUP: own handler of SIGHUP,closed by SIGHUP,own handler of SIGHUP,still there, exit 0
SIGWINCH: own handler of SIGWINCH,still there, exit 0
SIGCONT: own handler of SIGCONT,still there, exit 0
SEEN
