import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { makeSigningSecret, signatureHeaders, signingKey } from '../../server/links/webhooks/signing.ts'
import { samples } from './samples.ts'

const page = readFileSync(new URL('../../docs/how-to/receive-webhooks.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'webhook-samples-'))
// Where the sample in TypeScript finds its library.
symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
afterAll(() => rmSync(folder, { recursive: true }))

const body = '{"type":"endpoint.test","data":{"name":"Ação"}}'
const [secret, former] = [makeSigningSecret(), makeSigningSecret()]
const at = (ms: number, secrets = [secret]) =>
  signatureHeaders(secrets.map(signingKey), { id: 'an-id', body, at: ms })
const cases = [
  { headers: at(Date.now()), body, type: 'endpoint.test' },
  { headers: at(Date.now(), [former, secret]), body, type: 'endpoint.test' },
  { headers: at(Date.now(), [former]), body, type: null },
  { headers: at(Date.now()), body: `${body} `, type: null },
  { headers: { ...at(Date.now()), 'webhook-id': 'other' }, body, type: null },
  { headers: at(Date.now() - 310_000), body, type: null },
  { headers: at(Date.now() + 310_000), body, type: null },
]
const expected = cases.map(({ type }) => type)

test('the sample in TypeScript reads genuine requests alone', async () => {
  const file = join(folder, 'sample.ts')
  writeFileSync(file, samples.TypeScript)
  const script = `import { readEvent } from ${JSON.stringify(pathToFileURL(file).href)}
const { secret, cases } = JSON.parse(process.argv[1])
const read = ({ headers, body }) => {
  try {
    return readEvent(secret, headers, body).type
  } catch {
    return null
  }
}
console.log(JSON.stringify(cases.map(read)))`
  const given = JSON.stringify({ secret, cases })
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', script, given])
  expect(JSON.parse(String(answer))).toEqual(expected)
})

test('the sample in JavaScript, which the page alone has, accepts genuine requests alone', async () => {
  const file = join(folder, 'sample.mjs')
  writeFileSync(file, codeIn('js') ?? '')
  const { isGenuine } = await import(pathToFileURL(file).href)
  const accepted = cases.map(({ headers, body: text }) => isGenuine(secret, headers, text))
  expect(accepted).toEqual(cases.map(({ type }) => type !== null))
})

test.each(['Python', 'PHP', 'Ruby'] as const)('the page has the sample in %s', language => {
  expect(codeIn(language.toLowerCase())).toBe(samples[language])
})

test('the sample in Python reads genuine requests alone', () => {
  writeFileSync(join(folder, 'sample.py'), samples.Python)
  const script = `import json, sys
sys.path.insert(0, ${JSON.stringify(folder)})
from sample import read_event
given = json.load(sys.stdin)
def read(one):
    try:
        return read_event(given["secret"], one["headers"], one["body"].encode())["type"]
    except ValueError:
        return None
print(json.dumps([read(one) for one in given["cases"]]))`
  const answer = execFileSync('python3', ['-c', script], { input: JSON.stringify({ secret, cases }) })
  expect(JSON.parse(String(answer))).toEqual(expected)
})

/** The only block of the page in this language. */
function codeIn(language: string): string | undefined {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.+?)\n\`\`\`$`, 'gms'))]
  expect(blocks).toHaveLength(1)
  return blocks[0]?.[1]
}
