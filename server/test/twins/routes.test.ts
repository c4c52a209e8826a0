import { cpSync, readFileSync, rmSync } from 'node:fs'
import sql, { raw } from 'sql-template-tag'
import { afterAll, expect, test, vi } from 'vitest'
import { startShop } from '../../../e2e/widgets/servers.ts'
import { readConfig } from '../../foundation/config/config.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { writeStoreToken } from '../../foundation/lib/ids/store-token.ts'
import { fingerprint } from '../../foundation/lib/secret.ts'
import { hashesOf, type LinkSource, tokensOf } from '../../foundation/mailings/links.ts'
import { createApp } from '../../service/app.ts'
import { addOperator } from '../../tenants/accounts/operators.ts'
import { createKey } from '../../tenants/stores/keys.ts'
import { scopes } from '../../tenants/stores/scopes.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { adminClient, aMember } from '../admin.ts'
import { startTestApp, testSecret } from '../app.ts'
import { createTestDatabase } from '../database/database.ts'
import { anOperatorKey } from '../operators.ts'
import { type Address, whileListing } from '../requests/every-address.ts'
import { tokens as bearers } from '../requests/probes.ts'
import { openRolledBack } from './in-transaction.ts'
import { readKnownRows } from './known-rows.ts'
import { peopleLines } from './people-requests.ts'
import type { Known, Sent } from './request.ts'
import { lines } from './requests.ts'
import { productId, seedNow } from './seeded.ts'
import { othersOf, readSnapshot } from './snapshot.ts'
import { createWorlds, marker } from './worlds.ts'

// Sends a valid request for a store between its twins to every address of the running service. The twins' rows must not
// change, and no response may contain any of their data. The service handles each request in one transaction, which is
// rolled back. Sign-in needs connections of its own, so the requests of people about themselves are committed, each by a
// new user.

const worlds = await createWorlds()
const { storeId, storeKey, apiKey } = worlds.seeded.store
const { beside } = worlds
const settings = { ...bearers, SIGN_IN_RATE_LIMIT: '100000', SECRET: testSecret, LOG_LEVEL: 'silent' }
const committing = await startTestApp({ ...settings, DATA_DIR: beside.folder }, beside.target)
const place = await openRolledBack(beside.target)
const base = await createTestDatabase({ shared: beside.target })
const { made: app, addresses } = await whileListing(() =>
  createApp({
    config: readConfig({ ...settings, DATA_DIR: beside.folder }),
    // Sessions are read over connections of their own.
    database: { ...place.database, schemaPool: base.database.schemaPool },
    session: base.session,
    clock: () => seedNow,
    allowedNetworks: ['127.0.0.0/8'],
  }),
)
committing.setNow(seedNow)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const shop = await startShop()
const keys = `data-store-id="${storeId}" data-store-key="${storeKey}"`
const page = shop.put(
  '/pot',
  `<!doctype html><html lang="en"><body><script type="module" src="${url}/widgets/v1/widgets.js"></script>
  <rw-reviews ${keys} data-product-id="${productId}"></rw-reviews></body></html>`,
)
const { name: storeName } = await readStore(base.database, storeId)
const known: Known = {
  ...(await readKnownRows(worlds)),
  storeId,
  storeName,
  page,
  tokens: await saveTokens(),
}
const owner = adminClient(committing)
const signIns = async () =>
  (await base.database.query(sql`select from audit_log where action = 'sign_in'`)).length
const earlierSignIns = await signIns()
await addOperator(base.database, worlds.seeded.owner.userId, { at: new Date(seedNow), actor: 'command' })
const operator = await anOperatorKey(committing)
const { api_key: manageKey } = await createKey(base.database, Date.now, storeId, { type: 'manage', scopes })
await owner.signIn(worlds.seeded.owner.email)
// Logged after the response, in each store of the owner. `before` must contain these rows.
await vi.waitFor(async () => expect(await signIns()).toBe(earlierSignIns + 1 + worlds.twinIds.length), {
  timeout: 120_000,
})
const { owner: anOwner, moderator, viewer } = worlds.seeded
const knownPeople = [anOwner, moderator, viewer].map(({ userId }) => userId)
const before = await readSnapshot(base.database)
afterAll(async () => {
  await shop.close()
  await app.close()
  await place.close()
  await base.close()
  await committing.close()
  await worlds.close()
})

const nameOf = ({ method, url }: Address) => `${method} ${url}`
const asked = addresses.map(nameOf).filter(name => typeof lines[name] === 'function')
const ofPeople = Object.entries(peopleLines).flatMap(([name, line]) =>
  'act' in line ? [{ name, ...line }] : [],
)

test('every address is requested, or listed as exempt with a reason', () => {
  const listed = [...Object.keys(lines), ...Object.keys(peopleLines)]
  expect(listed.sort()).toEqual(addresses.map(nameOf).sort())
  expect(asked.length).toBeGreaterThan(90)
})

test.each(asked)('%s', async name => {
  const line = lines[name]
  if (typeof line !== 'function') throw new Error('It is not listed.')
  const sent = line(known)
  // The files of the store are not rolled back.
  rmSync(beside.folder, { recursive: true })
  cpSync(worlds.alone.folder, beside.folder, { recursive: true })
  const { answer, after } = await place.run(async database => {
    const answer = await send(name, sent)
    return { answer, after: await readSnapshot(database) }
  })
  expect(answer.status, answer.text.slice(0, 500)).toBeLessThan(400)
  if (!sent.tells) expect(answer.text).not.toContain(marker)
  expect(othersOf(after, storeId)).toEqual(othersOf(before, storeId))
  // Otherwise the request matches no row of the store, and the test proves nothing.
  if (!name.startsWith('GET '))
    expect(JSON.stringify(after.get(storeId)) === JSON.stringify(before.get(storeId))).toBe('idle' in sent)
})

test.each(ofPeople)('$name', async ({ name, act, idle }) => {
  const me = await aMember(committing, storeId, 'viewer')
  const request = await act({ it: committing, me, owner, worlds })
  const rowsBefore = await readSnapshot(base.database)
  const peopleBefore = await peopleIn(base.database)
  const answer = await request()
  const rows = await readSnapshot(base.database)
  const people = await peopleIn(base.database)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  expect(JSON.stringify(answer.body) ?? '').not.toContain(marker)
  expect(othersOf(rows, storeId)).toEqual(othersOf(rowsBefore, storeId))
  const ofOthers = (found: string[]) => found.filter(row => knownPeople.some(id => row.includes(id)))
  expect(ofOthers(people)).toEqual(ofOthers(peopleBefore))
  if (name.startsWith('GET ')) return
  const isSame =
    JSON.stringify([rows.get(storeId), people]) === JSON.stringify([rowsBefore.get(storeId), peopleBefore])
  expect(isSame).toBe(idle !== undefined)
})

/** All rows of the tables of accounts. */
async function peopleIn(db: Connection): Promise<string[]> {
  const tables = ['user', 'session', 'account', 'twoFactor', 'password_links']
  const rows = tables.map(
    table => `select to_jsonb(of_table)::text as row from accounts."${table}" as of_table`,
  )
  const found = await db.query<{ row: string }>(sql`${raw(rows.join(' union all '))} order by 1`)
  return found.map(({ row }) => row)
}

async function send(name: string, { params = {}, query = {}, ...sent }: Sent) {
  const [method = '', address = ''] = name.split(' ')
  const path = address
    .replace(':storeId', storeId)
    .replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? 'none'))
  const identity = identityFor(address)
  const { type, body } = bodyOf(sent)
  const answer = await fetch(`${url}${path}?${new URLSearchParams({ ...identity.query, ...query })}`, {
    method,
    headers: { ...identity.headers, ...(type && { 'content-type': type }) },
    ...(body !== undefined && { body }),
    redirect: 'manual',
  })
  return { status: answer.status, text: await answer.text() }
}

function identityFor(address: string): { headers?: Record<string, string>; query?: Record<string, string> } {
  if (address.startsWith('/admin/'))
    return { headers: { cookie: owner.cookies(), origin: url, 'x-realword-page': '1' } }
  if (/^\/(orders|products)/.test(address)) return { headers: { 'x-api-key': apiKey, 'x-store-id': storeId } }
  if (/^\/(api|embed|write)\b/.test(address)) return { query: { store_id: storeId, store_key: storeKey } }
  if (address.startsWith('/v1/')) return { headers: { 'x-web-id': storeKey } }
  if (address.startsWith('/manage/v1/')) return { headers: { authorization: `Bearer ${manageKey}` } }
  if (address.startsWith('/operator/')) return { headers: { authorization: `Bearer ${operator.apiKey}` } }
  if (address.startsWith('/mail/')) return { headers: { authorization: `Bearer ${bearers.BOUNCE_TOKEN}` } }
  if (address.startsWith('/outbox')) return { headers: { authorization: `Bearer ${bearers.OUTBOX_TOKEN}` } }
  return {}
}

function bodyOf({ body, form, files }: Sent): {
  type?: string
  body?: string | Uint8Array<ArrayBuffer> | URLSearchParams | FormData
} {
  if (form) return { body: new URLSearchParams(form) }
  if (files) {
    const data = new FormData()
    for (const [name, file] of Object.entries(files)) data.append(name, new File([readFileSync(file)], name))
    return { body: data }
  }
  if (body === undefined) return {}
  if (Buffer.isBuffer(body)) return { body: new Uint8Array(body) }
  return { type: 'application/json', body: JSON.stringify(body) }
}

/** The tokens of the store's mails. The rows of all three stores get the same hashes. */
async function saveTokens(): Promise<Known['tokens']> {
  const { sentMail, failedMail } = await readKnownRows(worlds)
  const request = await saveTokensOf(base.database, sentMail)
  const { link } = await saveTokensOf(base.database, failedMail)
  const feed = writeStoreToken(storeId, Buffer.alloc(32, 7))
  await base.database.query(sql`update feeds set token_hash = ${fingerprint(feed)}`)
  return { request: request.link ?? '', unsubscribe: request.unsubscribe ?? '', confirm: link ?? '', feed }
}

async function saveTokensOf(db: Connection, id: string) {
  const [source] = await db.query<LinkSource>(sql`
    select store_id as "storeId", id, kind, link_salt
    from mailings
    where store_id = ${storeId} and id = ${id}`)
  if (!source) throw new Error('There is no such mail.')
  const tokens = tokensOf(testSecret, source)
  const { link_hash, unsubscribe_hash } = hashesOf(tokens)
  await db.query(sql`
    update mailings
    set link_hash = ${link_hash}, unsubscribe_hash = ${unsubscribe_hash}
    where id = ${id}`)
  return tokens
}
