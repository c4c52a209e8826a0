#!/usr/bin/env bash
# A plugin of Vitest whose `transform` reads an environment variable or another file, in a second run where these have changed.
# Guess:   each run transforms modules anew, so the second one gets the new values, as in earlier versions of Vitest.
# Seen:    Vitest 5.1.1 keeps transformed modules in node_modules/.vitest-cache, by the module's own text and the configuration.
#          The second run gets the first values, and no warning. A virtual module, whose `load` returns the text, is made anew.
# Matters: a plugin that changes code to test its tests, or compiles texts from other files, silently tests what was there
#          before: mutants survive that were never tried. Return such code from `load`, add its inputs with Vitest's defineCacheKeyGenerator, or
#          turn fsModuleCache off.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{ "name": "shop", "private": true }' > package.json
npm install --silent --no-audit --no-fund vitest@5.1.1
cat > vitest.config.mjs <<'JS'
import { readFileSync } from 'node:fs'

const fromFile = () => readFileSync('word.txt', 'utf8').trim()
const words = {
  name: 'words',
  resolveId: id => (id === 'words' ? '\0words' : null),
  load: id => (id === '\0words' ? `export const ofVirtual = '${fromFile()}'` : null),
  transform: (code, id) =>
    id.endsWith('/word.js') ? code.replace('VARIABLE', process.env.WORD).replace('FILE', fromFile()) : null,
}
export default { plugins: [words] }
JS
echo "export const ofVariable = 'VARIABLE', ofFile = 'FILE'" > word.js
cat > words.test.js <<'JS'
import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { ofVirtual } from 'words'
import { ofFile, ofVariable } from './word.js'

test('words', () => writeFileSync('seen.txt', `variable ${ofVariable}, file ${ofFile}, virtual module ${ofVirtual}\n`))
JS
run() { # run <word>
  echo "$1" > word.txt
  WORD=$1 npx --no-install vitest run > log 2>&1 || cat log
  echo "$1: $(cat seen.txt)"
}
diff <(run one; run two; rm -r node_modules/.vitest-cache; run three) - <<'SEEN' && echo 'as seen: Vitest 5.1.1'
one: variable one, file one, virtual module one
two: variable one, file one, virtual module two
three: variable three, file three, virtual module three
SEEN
