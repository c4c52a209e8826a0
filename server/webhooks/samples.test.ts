import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { makeSigningSecret, signatureHeaders, signingKey } from './signing.ts'

const page = readFileSync(new URL('../../docs/how-to/receive-webhooks.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'webhook-samples-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The sample of the page in this language. */
function sampleIn(language: string): string {
  const [, code] = new RegExp(`<!-- sample: ${language} -->\n\`\`\`\\w+\n(.+?)\n\`\`\``, 's').exec(page) ?? []
  if (!code) throw new Error(`no sample in ${language}`)
  return code
}

const body = '{"type":"endpoint.test","data":{"name":"Ação"}}'
const [secret, former] = [makeSigningSecret(), makeSigningSecret()]
const at = (ms: number, secrets = [secret]) =>
  signatureHeaders(secrets.map(signingKey), { id: 'an-id', body, at: ms })
const cases = [
  { headers: at(Date.now()), body, isGenuine: true },
  { headers: at(Date.now(), [former, secret]), body, isGenuine: true },
  { headers: at(Date.now(), [former]), body, isGenuine: false },
  { headers: at(Date.now()), body: `${body} `, isGenuine: false },
  { headers: { ...at(Date.now()), 'webhook-id': 'other' }, body, isGenuine: false },
  { headers: at(Date.now() - 310_000), body, isGenuine: false },
  { headers: at(Date.now() + 310_000), body, isGenuine: false },
]
const expected = cases.map(({ isGenuine }) => isGenuine)

test('the sample in JavaScript accepts genuine requests alone', async () => {
  const file = join(folder, 'sample.mjs')
  writeFileSync(file, sampleIn('node'))
  const { isGenuine } = await import(pathToFileURL(file).href)
  expect(cases.map(({ headers, body: text }) => isGenuine(secret, headers, text))).toEqual(expected)
})

test('the sample in Python accepts genuine requests alone', () => {
  writeFileSync(join(folder, 'sample.py'), sampleIn('python3'))
  const script = `import json, sys
sys.path.insert(0, ${JSON.stringify(folder)})
from sample import is_genuine
given = json.load(sys.stdin)
print(json.dumps([is_genuine(given["secret"], one["headers"], one["body"]) for one in given["cases"]]))`
  const answer = execFileSync('python3', ['-c', script], { input: JSON.stringify({ secret, cases }) })
  expect(JSON.parse(String(answer))).toEqual(expected)
})
