#!/usr/bin/env bash
# Codes that buyers type, in Crockford's base 32: his decoders take small letters, I and L for 1 and O for 0, and ignore hyphens.
# Guess:   crockford-base32, @scure/base, base32-decode and base32.js read all letters alike. With a hyphen they decode the same
#          bytes or throw.
# Seen:    the letters are as guessed. With hyphens crockford-base32 2.1.0 decodes the same bytes, @scure/base 2.4.0 and
#          base32-decode 1.0.0 throw, and base32.js 0.1.0 returns other bytes, and more of them, without an error.
# Matters: a code that is printed in groups is unknown when it is typed as printed, and no test with the bare code sees it. Remove
#          hyphens and spaces before the decoder.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund crockford-base32@2.1.0 @scure/base@2.4.0 base32-decode@1.0.0 base32.js@0.1.0
cat > run.mjs <<'JS'
import { base32crockford } from '@scure/base'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { CrockfordBase32 } = require('crockford-base32')
const decode = require('base32-decode')
const { Decoder } = require('base32.js')
const decoders = {
  'crockford-base32': code => CrockfordBase32.decode(code),
  '@scure/base': code => base32crockford.decode(code),
  'base32-decode': code => decode(code, 'Crockford'),
  'base32.js': code => new Decoder({ type: 'crockford' }).write(code).finalize(),
}
for (const code of ['1P10EA1J', '1p10ea1j', 'IPLOEAIJ', '1P10-EA1J', '1P-10-EA-1J']) {
  const results = Object.entries(decoders).map(([name, decodeCode]) => {
    try {
      return `${name} ${Buffer.from(decodeCode(code)).toString('hex')}`
    } catch {
      return `${name} error`
    }
  })
  console.log(`${code}: ${results.join(', ')}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
1P10EA1J: crockford-base32 0d82072832, @scure/base 0d82072832, base32-decode 0d82072832, base32.js 0d82072832
1p10ea1j: crockford-base32 0d82072832, @scure/base 0d82072832, base32-decode 0d82072832, base32.js 0d82072832
IPLOEAIJ: crockford-base32 0d82072832, @scure/base 0d82072832, base32-decode 0d82072832, base32.js 0d82072832
1P10-EA1J: crockford-base32 0d82072832, @scure/base error, base32-decode error, base32.js 0d8200394190
1P-10-EA-1J: crockford-base32 0d82072832, @scure/base error, base32-decode error, base32.js 0d801001ca0064
SEEN
echo 'As seen with crockford-base32 2.1.0, @scure/base 2.4.0, base32-decode 1.0.0 and base32.js 0.1.0.'
