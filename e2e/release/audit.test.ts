import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Listening, listen } from '../../server/test/network/listen.ts'
import { checkout, cleanUp, runNpm, temporaryFolder } from '../service.ts'

// A registry, of which `npm audit` uses two addresses: what is known of these versions, and a package's versions.
type Advisory = { id: number; url: string; title: string; severity: string; vulnerable_versions: string }
let advisories: Record<string, Advisory[]> = {}
let asked: Record<string, string[]> = {}
let isAnswering = true
let registry: Listening
beforeAll(async () => {
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.url !== '/-/npm/v1/security/advisories/bulk') return answer(404, {})
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (!isAnswering) return answer(405, {})
    asked = JSON.parse(gunzipSync(Buffer.concat(parts)).toString())
    const known = Object.entries(advisories).filter(([name]) => name in asked)
    answer(200, Object.fromEntries(known))
  })
  registry = await listen(server)
})
afterAll(async () => {
  await registry.close()
  await cleanUp()
})

let file: string
beforeEach(() => {
  file = join(mkdtempSync(join(temporaryFolder(), 'audit-')), 'advisories.json')
  writeFileSync(file, '[]\n')
  isAnswering = true
})

function anAdvisory(severity: string, letter = 'a'): Advisory {
  const id = `GHSA-${[letter, letter, letter].map(one => one.repeat(4)).join('-')}`
  return {
    ...{ id: 1_100_000 + letter.charCodeAt(0), title: 'Reads past the end', severity },
    ...{ url: `https://github.com/advisories/${id}`, vulnerable_versions: '>=0.0.0' },
  }
}

const audit = (date: string) =>
  runNpm(['run', '-s', 'audit', '--', '--registry', registry.url, '--file', file, '--date', date])
const known = () => JSON.parse(readFileSync(file, 'utf8'))
const know = (...entries: object[]) => writeFileSync(file, JSON.stringify(entries))
const ofFastify = { id: 'GHSA-aaaa-aaaa-aaaa', package: 'fastify', severity: 'high' }

test('asks about all packages, and has nothing to say of those without an advisory', async () => {
  advisories = {}
  const { code, stdout } = await audit('2026-12-01')
  expect([code, stdout]).toEqual([0, 'No package that ships has a known vulnerability.\n'])
  // Installed, and bundled for browsers.
  expect(Object.keys(asked)).toEqual(expect.arrayContaining(['fastify', 'lit', 'react']))
})

test('adds a new advisory with its day, warns while there is time, and fails afterwards', async () => {
  advisories = { fastify: [anAdvisory('high')] }
  const first = await audit('2026-12-01')
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(first.stdout).toContain('Warning: fastify: high, Reads past the end')
  expect(first.stdout).toContain('7 days left of 7 since 2026-12-01.')
  expect(first.stdout).toContain('has changed.')
  expect(known()).toEqual([{ ...ofFastify, since: '2026-12-01' }])
  const last = await audit('2026-12-08')
  expect([last.code, last.stdout]).toEqual([0, expect.stringContaining('0 days left of 7')])
  expect(last.stdout).not.toContain('has changed.')
  const late = await audit('2026-12-09')
  expect(late.code).toBe(1)
  expect(late.stdout).toContain('Error: fastify: high')
  expect(late.stdout).toContain(
    '1 day overdue of 7 since 2026-12-01. Replace the package, or write a judgement',
  )
})

test('the time frame is that of the severity, also when it rises', async () => {
  advisories = { lit: [anAdvisory('moderate')], fastify: [anAdvisory('low', 'b')] }
  know({ ...ofFastify, package: 'lit', since: '2026-12-01', severity: 'moderate' })
  const moderate = await audit('2026-12-31')
  expect([moderate.code, moderate.stdout]).toEqual([0, expect.stringContaining('0 days left of 30')])
  expect(moderate.stdout).toContain('Due with the next release, known since 2026-12-31.')
  expect((await audit('2027-01-01')).code).toBe(1)
  advisories = { lit: [anAdvisory('critical')] }
  know({ ...ofFastify, package: 'lit', since: '2026-12-01', severity: 'moderate' })
  const critical = await audit('2026-12-31')
  expect([critical.code, critical.stdout]).toEqual([1, expect.stringContaining('23 days overdue of 7')])
  expect(known()).toMatchObject([{ package: 'lit', severity: 'critical' }])
})

test('an advisory that is not reachable needs a reason, and one that is reachable keeps its time frame', async () => {
  advisories = { fastify: [anAdvisory('high')] }
  const since = '2026-12-01'
  know({ ...ofFastify, since, judgement: { reachable: false, reason: 'HTTP/2 is not used.' } })
  const judged = await audit('2027-06-01')
  expect([judged.code, judged.stdout]).toEqual([
    0,
    expect.stringContaining('Not reachable: HTTP/2 is not used.'),
  ])
  know({ ...ofFastify, since, judgement: { reachable: true, reason: 'Every request.' } })
  expect((await audit('2026-12-09')).code).toBe(1)
  know({ ...ofFastify, since, judgement: { reachable: false, reason: ' ' } })
  const empty = await audit('2026-12-02')
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('needs a `judgement`')])
})

test('tools that do not ship are left out, and entries that no longer apply are named', async () => {
  advisories = { 'dependency-cruiser': [anAdvisory('critical')] }
  know({ ...ofFastify, since: '2026-01-01' })
  const { code, stdout } = await audit('2026-12-01')
  expect(code).toBe(0)
  expect(stdout).toContain('GHSA-aaaa-aaaa-aaaa of fastify no longer applies.')
  expect(Object.keys(asked)).toContain('dependency-cruiser')
  expect(stdout).not.toContain('dependency-cruiser')
})

test('a registry that does not answer is an error of its own, and changes nothing', async () => {
  isAnswering = false
  know({ ...ofFastify, since: '2026-01-01' })
  const { code, stdout, stderr } = await audit('2026-12-01')
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('Nothing was checked.')])
  expect(known()).toEqual([{ ...ofFastify, since: '2026-01-01' }])
})

test('a day that is none, or one that has not come yet, gives no time', async () => {
  advisories = { fastify: [anAdvisory('high')] }
  know({ ...ofFastify, since: '2026-01-01' })
  for (const day of ['foo', '2026-02-30', '01.12.2026']) {
    const { code, stdout, stderr } = await audit(day)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(`${day} is not a day.`)])
  }
  for (const since of ['2026-12-02', '2026-02-30', 20261201]) {
    know({ ...ofFastify, since })
    const { code, stderr } = await audit('2026-12-01')
    expect([code, stderr]).toEqual([2, expect.stringContaining('fastify needs `since`, a day')])
  }
})

test.each([
  ['', 'cannot be read'],
  ['[', 'cannot be read'],
  ['{}', 'needs a list of entries'],
  ['[null]', 'needs `id` and `package`'],
  [undefined, 'cannot be read'],
])('a file of known advisories with %j is an error of its own, and stays', async (text, fault) => {
  if (text === undefined) rmSync(file)
  else writeFileSync(file, text)
  const { code, stdout, stderr } = await audit('2026-12-01')
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(new RegExp(`^Error: .*${fault}`))])
  if (text !== undefined) expect(readFileSync(file, 'utf8')).toBe(text)
})

test('a wrong option does not say that something is overdue', async () => {
  expect((await runNpm(['run', '-s', 'audit', '--', '--day', '2026-12-01'])).code).toBe(2)
})

test('a checkout whose path has a space is compared like any other', async () => {
  const copy = join(temporaryFolder(), 'a release')
  const packages = readdirSync(join(checkout, 'packages')).map(part => `packages/${part}/package.json`)
  const bundles = ['build/widgets/v1/licenses.json', 'build/dashboard/licenses.json']
  for (const part of ['supply-chain', 'package.json', 'package-lock.json', ...packages, ...bundles])
    cpSync(join(checkout, part), join(copy, part), { recursive: true })
  advisories = { lit: [anAdvisory('high')] }
  const args = ['run', '-s', 'audit', '--', '--registry', registry.url, '--date', '2026-12-01']
  const { code, stdout, stderr } = await runNpm(args, { cwd: copy })
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('Warning: lit: high')
  const written = readFileSync(join(copy, 'supply-chain/audit/advisories.json'), 'utf8')
  expect(JSON.parse(written)).toContainEqual({ ...ofFastify, package: 'lit', since: '2026-12-01' })
})
