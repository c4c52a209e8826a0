#!/usr/bin/env bash
# The severity of an advisory that is raised after npm audit has seen it once.
# Guess:   npm audit asks the registry each time, so it reports the severity that the registry answers now.
# Seen:    npm 11.19.1 asks each time, but reports the severity that it saw first: it caches what it computed for an advisory, by
#          the advisory's id. With a new --cache it reports the new one.
# Matters: a job that counts days by severity never learns that a "low" became "critical". Give each audit a cache of its own.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
mkdir tool shop
npm install --silent --no-audit --no-fund --prefix tool npm@11.19.1
cat > shop/package.json <<'JSON'
{ "name": "shop", "version": "1.0.0", "dependencies": { "is-odd": "3.0.1" } }
JSON
cat > shop/package-lock.json <<'JSON'
{
  "name": "shop", "version": "1.0.0", "lockfileVersion": 3, "requires": true,
  "packages": {
    "": { "name": "shop", "version": "1.0.0", "dependencies": { "is-odd": "3.0.1" } },
    "node_modules/is-odd": { "version": "3.0.1" }
  }
}
JSON
cat > run.mjs <<'JS'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'

let severity = 'low'
let asked = 0
// A registry with one package and one made-up advisory.
const registry = createServer(({ url }, response) => {
  const version = { name: 'is-odd', version: '3.0.1', dist: { tarball: 'http://127.0.0.1/is-odd.tgz', shasum: '' } }
  const advisory = { id: 1, url: 'https://registry.example/1', title: 'Made up', severity, vulnerable_versions: '<4' }
  const isAudit = url.endsWith('/advisories/bulk')
  if (isAudit) asked++
  const answer = isAudit
    ? { 'is-odd': [{ ...advisory, cwe: [], cvss: { score: 0, vectorString: null } }] }
    : { name: 'is-odd', 'dist-tags': { latest: '3.0.1' }, versions: { '3.0.1': version } }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
})
await new Promise(done => registry.listen(0, '127.0.0.1', done))
const address = `--registry=http://127.0.0.1:${registry.address().port}`
const run = promisify(execFile)
async function audit(cache) {
  const args = ['../tool/node_modules/npm/bin/npm-cli.js', 'audit', '--json', '--package-lock-only', address]
  // npm ends with 1 when it finds something.
  const { stdout } = await run('node', [...args, `--cache=../${cache}`], { cwd: 'shop' }).catch(error => error)
  return JSON.parse(stdout).vulnerabilities['is-odd'].severity
}
console.log('the registry says low:', await audit('one'))
severity = 'critical'
console.log('it says critical now:', await audit('one'))
console.log('with a new cache:', await audit('two'))
console.log('times asked:', asked)
registry.close()
JS
diff <(node run.mjs) - <<'SEEN' && echo 'as seen: npm 11.19.1'
the registry says low: low
it says critical now: low
with a new cache: critical
times asked: 3
SEEN
