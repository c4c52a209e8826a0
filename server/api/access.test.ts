import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { type Address, whileListing } from '../test/requests/every-address.ts'
import {
  type Caller,
  type Callers,
  createCallers,
  formType,
  type Probe,
  probe,
  tokens,
} from '../test/requests/probes.ts'
import { aStore } from '../test/users.ts'

// access.golden.txt lists who may call each address, how often, and with how large a body. People write and review it.
// This test compares it with a running service. From the tables of routes and guards it takes the addresses alone.

const golden = readFileSync(new URL('access.golden.txt', import.meta.url), 'utf8').split('\n')

const { made: it, addresses } = await whileListing(() =>
  startTestApp({ ...tokens, SIGN_IN_RATE_LIMIT: '100000', READ_RATE_LIMIT: '100000' }),
)
const callers = await createCallers(it)
// Small and all different: the number of requests that pass identifies the limit.
const limited = await startTestApp(
  {
    TRUSTED_PROXIES: '127.0.0.0/8',
    VISITOR_RATE_LIMIT: '1',
    STORE_RATE_LIMIT: '6',
    SIGN_IN_RATE_LIMIT: '2',
    WRITE_RATE_LIMIT: '7',
    READ_RATE_LIMIT: '25',
  },
  it.target,
)
afterAll(async () => {
  await limited.close()
  await it.close()
})

test('the service has the guards, rate limits and body limits of access.golden.txt', async () => {
  const lines: string[] = []
  for (const [index, address] of addresses.entries()) {
    const { policy, caller } = await policyOf(address)
    const limits = await limitsOf(address, index, caller)
    const most = await mostOf(address, caller)
    lines.push(`${address.method} ${address.url} | ${policy} | ${most} | ${limits}`)
  }
  // Both are sorted, so that only differing lines are reported. Correct the service, or edit the file by hand.
  expect(lines.sort()).toEqual(routesIn(golden).sort())
}, 600_000)

// By hand: all other answers are personal or errors, and no cache may keep them.
const brief = 'public, max-age=60, stale-while-revalidate=86400'
const document = 'public, max-age=600, stale-while-revalidate=86400'
const mayBeKept: Record<string, string> = {
  '/api/v1/questions.json': brief,
  '/api/v1/ratings.json': brief,
  '/api/v1/reviews.html': brief,
  '/api/v1/reviews.json': brief,
  '/api/v1/store-rating.json': brief,
  '/api/v1/store-reviews.json': brief,
  '/v1/average.json': brief,
  '/v1/reviews.json': brief,
  '/openapi.json': document,
  '/admin/openapi.json': document,
  '/manage/openapi.json': document,
  '/operator/openapi.json': document,
  '/docs/js/scalar.js': document,
  '/admin/docs/js/scalar.js': document,
  '/manage/docs/js/scalar.js': document,
  '/operator/docs/js/scalar.js': document,
  '/widgets/v1/*': document,
}

const kept = new Map<string, Set<string>>()

function noteCaching({ method, url }: Address, { status, caching = 'nothing' }: Probe): void {
  if (caching === 'no-store') return
  const name = `${method} ${url}`
  kept.set(name, (kept.get(name) ?? new Set()).add(`${status} ${caching}`))
}

test('caches keep public answers alone, and no error', async () => {
  for (const { method, url } of addresses) {
    if (method !== 'GET') continue
    const address = { method: 'HEAD', url }
    for (const caller of ['nobody', 'store key', 'orders key', 'owner', 'operator', 'outbox token'])
      noteCaching(address, await probe(it, address, callers, (await callers.all[caller]?.(address)) ?? {}))
  }
  expect(Object.fromEntries([...kept].map(([name, answers]) => [name, [...answers].join(', ')]))).toEqual(
    Object.fromEntries(
      Object.entries(mayBeKept).flatMap(([url, caching]) =>
        ['GET', 'HEAD'].map(method => [`${method} ${url}`, `200 ${caching}`]),
      ),
    ),
  )
})

function routesIn(lines: string[]): string[] {
  return lines
    .filter(line => /^(GET|OPTIONS|POST|PUT|PATCH|DELETE) /.test(line))
    .map(line => line.replace(/\s+/g, ' ').trim())
}

/** The names of the file's policies, by the outcomes of all callers. */
const policies = new Map(
  golden.flatMap(line => {
    const [, name, outcomes] = /^policy ([^:]+): (.+)$/.exec(line) ?? []
    return name && outcomes ? [[outcomes.trim(), name]] : []
  }),
)

/** The policy of an address by the outcomes of all callers, and the first caller who is admitted. */
async function policyOf(address: Address): Promise<{ policy: string; caller: string }> {
  const outcomes = new Map<string, string[]>()
  for (const [name, caller] of Object.entries(callers.all)) {
    const answer = await probe(it, address, callers, await caller(address))
    noteCaching(address, answer)
    const outcome = outcomeOf(answer)
    outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), name])
  }
  const admitted = outcomes.get('in') ?? []
  const caller = [
    'nobody',
    'store key',
    'orders key',
    'bounce token',
    'owner',
    'operator',
    'operator key',
    'manage key',
  ].find(name => admitted.includes(name))
  const found = [...outcomes].map(([outcome, names]) => `${outcome} (${names.join(', ')})`).join(' ')
  return { policy: policies.get(found) ?? found, caller: caller ?? 'nobody' }
}

const refusals: Record<string, string> = {
  8121200: 'no key',
  8121202: 'wrong key',
  8121204: 'expired key',
  8121205: 'not its store',
  804030: 'scope missing',
  8141300: 'not signed in',
  8141304: 'role too small',
  8141305: 'not our page',
  8141308: 'not https',
  804047: 'no such store',
  804040: 'no such address',
  804290: 'too many',
}

/** `in` if the caller passes all guards, even if the request then fails. */
function outcomeOf({ status, text }: Probe): string {
  if (status < 400) return 'in'
  if (text.startsWith('<!doctype html>')) return status === 401 ? 'no key' : 'in'
  const code = /"error_code":\s*(\d+)/.exec(text)?.[1] ?? ''
  return refusals[code] ?? (status >= 500 ? `failed with ${status}` : 'in')
}

type Sample = {
  of: string
  query?: (turn: number) => Record<string, string>
  body?: (turn: number) => object
}

// Limits inside a handler count valid requests only. Reads differ each time, so that none comes from the response
// cache.
const offset = (turn: number) => ({ offset: String(turn) })
const product = (turn: number) => ({ product_id: `p-${turn}` })
const terms = (turn: number) => ({ terms: `word${turn}` })
const deep = (turn: number) => ({ offset: String(9_000 + turn) })
const samples: Record<string, Sample[]> = {
  'GET /api/v1/ratings.json': [
    { of: 'lists', query: offset },
    { of: 'products', query: product },
  ],
  'GET /api/v1/reviews.json': [
    { of: 'reads', query: offset },
    { of: 'searches', query: terms },
    { of: 'deep', query: deep },
  ],
  'GET /api/v1/store-reviews.json': [
    { of: 'reads', query: offset },
    { of: 'searches', query: terms },
    { of: 'deep', query: deep },
  ],
  'GET /api/v1/questions.json': [
    { of: 'reads', query: offset },
    { of: 'searches', query: terms },
    { of: 'deep', query: deep },
  ],
  'GET /api/v1/reviews.html': [{ of: 'products', query: product }],
  'GET /api/v1/structured-data.json': [{ of: 'products', query: product }],
  'GET /api/v1/topics.json': [{ of: 'searches', query: product }],
  'GET /v1/average.json': [{ of: 'products', query: product }],
  'GET /v1/reviews.json': [
    { of: 'reads', query: offset },
    { of: 'searches', query: terms },
    { of: 'deep', query: deep },
  ],
  'POST /admin/api/session': [
    { of: 'tries', body: turn => ({ email: `nobody.${turn}@shop.example`, password: 'a wrong one' }) },
  ],
}

// Requests: a few more than the largest small limit allows a person and other callers.
const isPerson = (caller: string) => caller === 'owner' || caller === 'operator'
const most = (caller: string) => (isPerson(caller) ? 12 : 33)

async function limitsOf(address: Address, index: number, caller: string): Promise<string> {
  const found: string[] = []
  const all = samples[`${address.method} ${address.url}`] ?? [{ of: '' }]
  for (const [turn, sample] of all.entries()) {
    const limits = await limitsOfSample(address, index * 5 + turn, caller, sample)
    if (limits !== '') found.push(`${sample.of} ${limits}`.trim())
  }
  return found.join('; ') || '-'
}

/** How many requests in a row pass: from one address, from addresses of one network, and from many networks. */
async function limitsOfSample(
  address: Address,
  index: number,
  caller: string,
  sample: Sample,
): Promise<string> {
  const block = `${index >> 8}.${index & 255}`
  const sweeps = {
    address: () => `10.${block}.1`,
    network: (turn: number) => `11.${block}.${turn + 1}`,
    store: (turn: number) => `${20 + turn}.${block}.1`,
  }
  const passed: string[] = []
  for (const [name, ip] of Object.entries(sweeps)) {
    const count = await passedFrom(address, ip, caller, sample)
    if (count === most(caller)) break
    // A signed-in person is counted alone, from any network.
    if (isPerson(caller)) return `${count} a person`
    passed.push(`${count} a${name === 'address' ? 'n' : ''} ${name}`)
  }
  return passed.join(', ')
}

async function passedFrom(
  address: Address,
  ip: (turn: number) => string,
  caller: string,
  sample: Sample,
): Promise<number> {
  const fresh = await freshCaller(caller, address)
  for (let turn = 0; turn < most(caller); turn++) {
    const from = {
      'x-forwarded-for': ip(turn),
      'x-forwarded-proto': 'https',
      origin: limited.url.replace('http:', 'https:'),
    }
    const headers = { ...fresh.headers, ...(isPerson(caller) ? { origin: limited.url } : from) }
    const query = { ...fresh.query, ...sample.query?.(turn) }
    const body = sample.body && { type: 'application/json', bytes: JSON.stringify(sample.body(turn)) }
    const { status } = await probe(limited, address, fresh.callers, { headers, query }, body)
    if (status === 429) return turn
  }
  return most(caller)
}

/** The same caller, with a new store if it names one, so that its limits are unused. */
async function freshCaller(
  name: string,
  address: Address,
): Promise<Caller & { callers: Pick<Callers, 'store' | 'mailing'> }> {
  if (name !== 'orders key' && name !== 'store key')
    return { callers, ...((await callers.all[name]?.(address)) ?? {}) }
  const store = await aStore(it.database)
  const about = { callers: { store, mailing: callers.mailing } }
  return name === 'orders key'
    ? { ...about, headers: { 'x-api-key': store.apiKey, 'x-store-id': store.storeId } }
    : { ...about, query: { store_id: store.storeId, store_key: store.storeKey } }
}

const KiB = 1024

async function mostOf(address: Address, caller: string): Promise<string> {
  if (address.method === 'GET' || address.method === 'OPTIONS') return '-'
  for (const type of ['application/json', formType])
    for (const size of [16, 256, 1024, 2048]) {
      const body = { type, bytes: Buffer.alloc(size * KiB + 1, 'a') }
      const { status } = await probe(it, address, callers, (await callers.all[caller]?.(address)) ?? {}, body)
      if (status === 413) return `${size} KiB`
    }
  return 'more'
}
