#!/usr/bin/env bash
# A module that loads another one on demand, with the mutants of StrykerJS inside, built by Vite.
# Guess:   StrykerJS makes a choice of the name, as of any string. Vite warns that it cannot tell what is meant, and builds.
# Seen:    @stryker-mutator/instrumenter 10.1.1 leaves quoted names alone, but makes a choice between an empty name and the true
#          one of a name in backticks. Vite 8.3.8 builds no such file: the empty name cannot be resolved, although it is one of two.
# Matters: texts in the language of a page are loaded by names in backticks, and no mutant of such a file can be tried in a
#          browser. An ignorer of StrykerJS leaves these names out.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund @stryker-mutator/instrumenter@10.1.1 vite@8.3.8
mkdir texts
echo "export const text = 'Rewarded'" > texts/en.js
cat > run.mjs <<'JS'
import { writeFileSync } from 'node:fs'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { build } from 'vite'

const log = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false }
const isName = path => path.parent?.callee?.type === 'Import' || path.parent?.type === 'ImportExpression'
const without = { name: 'names', shouldIgnore: path => (isName(path) ? 'the name of a module' : undefined) }
const forms = { quotes: `'./texts/en.js'`, backticks: '`./texts/${language}.js`' }
for (const [form, name] of Object.entries(forms))
  for (const ignorers of [[], [without]]) {
    const content = `export const load = language => import(${name})\n`
    const options = { ignorers, excludedMutations: [], plugins: null }
    const done = await new Instrumenter(log).instrument([{ name: `${process.cwd()}/load.js`, mutate: true, content }], options)
    writeFileSync('load.js', done.files[0].content)
    const [, seen] = /import\((.*)\)/.exec(done.files[0].content)
    const built = build({ logLevel: 'silent', build: { lib: { entry: 'load.js', formats: ['es'] } } })
    const result = await built.then(() => 'is built', error => /The specifiers must.*/.exec(error.message)?.[0])
    console.log(`${form}${ignorers.length ? ', ignored' : ''}: ${seen.replaceAll(/stry(\w+?)_\w+/g, '$1')}\n  ${result}`)
  }
JS
diff - <(node run.mjs) <<'SEEN'
quotes: './texts/en.js'
  is built
quotes, ignored: './texts/en.js'
  is built
backticks: MutAct("1") ? `` : (Cov("1"), `./texts/${language}.js`)
  The specifiers must be a non-empty string. Received ""
backticks, ignored: `./texts/${language}.js`
  is built
SEEN
echo 'As seen with @stryker-mutator/instrumenter 10.1.1 and Vite 8.3.8.'
