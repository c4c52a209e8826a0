import { request } from 'node:http'
import sql from 'sql-template-tag'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Role } from '../../tenants/accounts/roles.ts'
import { createKey } from '../../tenants/stores/keys.ts'
import { type Scope, scopes } from '../../tenants/stores/scopes.ts'
import { type AdminClient, aMember } from '../admin.ts'
import type { TestApp } from '../app.ts'
import { anOrder } from '../factories.ts'
import { anOperator, anOperatorKey } from '../operators.ts'
import { aStore, type Member } from '../users.ts'
import type { Address } from './every-address.ts'

/** What a caller sends in addition to the request itself. */
export type Caller = { headers?: Record<string, string>; query?: Record<string, string> }

export type Probe = { status: number; text: string; caching: string | undefined }

export type Callers = {
  store: Member
  mailing: string
  all: Record<string, (address: Address) => Promise<Caller>>
}

const page = (it: TestApp) => ({ origin: it.url, 'x-realword-page': '1' })

export const tokens = {
  METRICS_TOKEN: 'the token of metrics, long enough',
  BOUNCE_TOKEN: 'the token of bounces, long enough',
  OUTBOX_TOKEN: 'the token of the outbox, long enough',
}

/** The callers of access.golden.txt, with their credentials. */
export async function createCallers(it: TestApp): Promise<Callers> {
  const store = await aStore(it.database)
  const other = await aStore(it.database)
  const { api_key: expired } = await createKey(it.database, Date.now, store.storeId, {
    type: 'orders',
    expiresAt: new Date(Date.now() - 1000),
  })
  const members = {
    viewer: await aMember(it, store.storeId, 'viewer'),
    moderator: await aMember(it, store.storeId, 'moderator'),
    owner: await aMember(it, store.storeId, 'owner'),
    outsider: await aMember(it, other.storeId, 'owner'),
    operator: await anOperator(it),
  }
  const operatorKey = await anOperatorKey(it)
  const signedIn = (client: AdminClient) => ({ headers: { ...page(it), cookie: client.cookies() } })
  // Signing out ends a session, so each such request gets a new user.
  const as = (role: Role) => async (address: Address) =>
    signedIn(endsSessions(address) ? await aMember(it, store.storeId, role) : members[role])
  const withKey = (key: string) => async () => ({
    headers: { 'x-api-key': key, 'x-store-id': store.storeId },
  })
  const bearer = (token: string, from: Record<string, string>) => async () => ({
    headers: { ...from, authorization: `Bearer ${token}` },
  })
  const aManageKey = async (storeId: string, allowed: readonly Scope[]) =>
    (await createKey(it.database, Date.now, storeId, { type: 'manage', scopes: allowed })).api_key
  const mailing = await aMailOf(it, store)
  return {
    ...{ store, mailing },
    all: {
      nobody: async () => ({ headers: page(it) }),
      elsewhere: async () => ({ headers: elsewhere }),
      'metrics token': bearer(tokens.METRICS_TOKEN, elsewhere),
      'bounce token': bearer(tokens.BOUNCE_TOKEN, elsewhere),
      'outbox token': bearer(tokens.OUTBOX_TOKEN, page(it)),
      'store key': async () => ({ query: { store_id: store.storeId, store_key: store.storeKey } }),
      'orders key': withKey(store.apiKey),
      'foreign key': withKey(other.apiKey),
      'expired key': withKey(expired),
      viewer: as('viewer'),
      moderator: as('moderator'),
      owner: as('owner'),
      outsider: async address =>
        signedIn(endsSessions(address) ? await aMember(it, other.storeId, 'owner') : members.outsider),
      operator: async address => signedIn(endsSessions(address) ? await anOperator(it) : members.operator),
      'operator key': bearer(operatorKey.apiKey, page(it)),
      'manage key': bearer(await aManageKey(store.storeId, scopes), page(it)),
      'key without scopes': bearer(await aManageKey(store.storeId, []), page(it)),
      'foreign manage key': bearer(await aManageKey(other.storeId, scopes), {
        ...page(it),
        'x-store-id': store.storeId,
      }),
      'foreign page': async () => ({
        headers: { cookie: members.owner.cookies(), origin: 'https://evil.example', 'x-realword-page': '1' },
      }),
      'foreign form': async () => ({ headers: { cookie: members.owner.cookies() } }),
    },
  }
}

/** Adds a mail to the outbox. */
async function aMailOf(it: TestApp, { storeId, headers }: Member): Promise<string> {
  const body = anOrder({ request_review_at: new Date().toISOString() })
  const { status } = await it.send('POST', '/orders', { headers, body })
  await it.runDue()
  const [mail] = await it.database.query<{ id: string }>(sql`
    select id
    from mailings
    where store_id = ${storeId}`)
  if (status !== 201 || !mail) throw new Error('There is no mail.')
  return mail.id
}

/** Headers of a request through a proxy, over plain http, to another host. */
const elsewhere = {
  'x-realword-page': '1',
  host: 'reviews.example',
  origin: 'http://reviews.example',
  'x-forwarded-for': '203.0.113.9',
}

function endsSessions({ method, url }: Address): boolean {
  return method === 'DELETE' && /\/sessions?$/.test(url)
}

const values: Record<string, () => string> = {
  id: uuid,
  keyId: uuid,
  userId: uuid,
  number: () => '0',
  file: () => 'form.js',
  sku: () => 'none',
  order_id: () => 'none',
  // As long as a token, but unknown.
  token: () => 'a'.repeat(43),
}

/** A body that passes every guard and then fails: broken JSON, or a form without fields. */
function broken(url: string): { type: string; bytes: string } {
  const isForm = /^\/(r|u|confirm|write|embed)\b/.test(url)
  return isForm ? { type: formType, bytes: 'nothing=' } : { type: 'application/json', bytes: '{' }
}

export const formType = 'application/x-www-form-urlencoded'

/** Sends a request that fails after the guards, so that it changes nothing. */
export async function probe(
  it: Pick<TestApp, 'url'>,
  { method, url }: Address,
  { store, mailing }: { store: { storeId: string }; mailing: string },
  { headers = {}, query = {} }: Caller,
  body?: { type: string; bytes: string | Buffer },
): Promise<Probe> {
  const path = url
    .replace(/:(storeId|store_id)/, store.storeId)
    .replace(':mailing_id', mailing)
    .replace(/:(\w+)/g, (_, name: string) => values[name]?.() ?? 'none')
    .replace('/widgets/v1/*', '/widgets/v1/widgets.js')
    .replace('*', 'none')
  const search = new URLSearchParams(query)
  const sent = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : (body ?? broken(url))
  return await new Promise((resolve, reject) => {
    const to = new URL(`${it.url}${path}?${search}`)
    const length = sent && {
      'content-type': sent.type,
      'content-length': String(Buffer.byteLength(sent.bytes)),
    }
    const sending = request(to, { method, headers: { ...length, ...headers } }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', more => {
        text += more
      })
      const { statusCode = 0, headers } = response
      response.on('end', () => resolve({ status: statusCode, text, caching: headers['cache-control'] }))
      response.on('error', reject)
    })
    sending.on('error', reject)
    sending.end(sent?.bytes)
  })
}
