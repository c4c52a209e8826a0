import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuid } from '../lib/uuid.ts'
import { openPictureStore } from '../pictures/picture-store.ts'
import { updateStore } from '../stores/stores.ts'
import { type AdminClient, aMember, aPassword } from '../test/admin.ts'
import { expectError } from '../test/answers.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { type Content, forgeTable, packArchive, rowsOfTable, unpackArchive } from '../test/archives.ts'
import { aCustomer, anOrder } from '../test/factories.ts'
import { type MailServer, startMailServer } from '../test/mail/mail-server.ts'
import { asItIs, importFile, uploadFile } from '../test/transfers.ts'
import { aStore, type Member } from '../test/users.ts'
import { shapes } from './restored-rows.ts'
import { archivedTables, readShape } from './tables.ts'
import { writeArchive } from './write-archive.ts'

// An importer may have written every byte of an archive. No archive gives them access to another store.

const folder = mkdtempSync(join(tmpdir(), 'realword-forged-'))
const files = openPictureStore({ PICTURES_URL: undefined, DATA_DIR: folder })
let mails: MailServer
let it: TestApp
let victim: Member
let viewer: AdminClient
let owner: AdminClient & { email: string }
/** The attacker. They own an empty store. */
let forger: AdminClient & { email: string }
let own: Member
beforeAll(async () => {
  mails = await startMailServer()
  it = await startTestApp({
    ...{ DATA_DIR: folder, SMTP_URL: mails.url, MAIL_FROM: 'reviews@shop.example' },
    SIGN_IN_RATE_LIMIT: '100000',
  })
  victim = await aStore(it.database)
  owner = await aMember(it, victim.storeId, 'owner')
  viewer = await aMember(it, victim.storeId, 'viewer')
})
beforeEach(async () => {
  own = await aStore(it.database)
  forger = await aMember(it, own.storeId, 'owner')
  mails.received.splice(0)
  it.setNow(Date.now())
})
afterAll(async () => {
  await it.close()
  await mails.close()
  rmSync(folder, { recursive: true })
})

async function anArchive(storeId = own.storeId): Promise<Content> {
  const out = new PassThrough()
  const bytes = buffer(out)
  await writeArchive(it.database, files, storeId, new Date(), out)
  return await unpackArchive(await bytes)
}

const moment = (ago = 0) => new Date(Date.now() - ago).toISOString().replace('Z', '+00:00')
const ahead = () => new Date(Date.now() + 86_400_000).toISOString().replace('Z', '+00:00')

/** A failed mail in an archive, addressed to the forger. */
const failed = (change: Record<string, unknown>) => ({
  ...{ kind: 'invitation', language: 'en', state: 'failed', attempts: 1, reminders: 0 },
  ...{ address: forger.email, email: forger.email, name: 'Forger', record_id: uuid() },
  ...{ link_expires_at: ahead(), created_at: moment() },
  ...change,
})

async function importForged(change: (content: Content) => void) {
  const content = await anArchive()
  change(content)
  const { body } = await uploadFile(
    ...([it, forger, own.storeId, 'archive', await packArchive(content), 'store.zip'] as const),
  )
  return await importFile(it, forger, own.storeId, body.id)
}

const again = (id: unknown) => forger.send('POST', `/stores/${own.storeId}/mail/deliveries/${id}/again`)
const deliveries = async (client: AdminClient, { storeId }: Member) =>
  (await client.send('GET', `/stores/${storeId}/mail/deliveries`)).body.result as {
    id: string
    kind: string
    state: string
  }[]

/** Tries to resend every mail of the forger's store, and `stolen`. None may be sent. */
async function sendEverythingAgain(stolen: string): Promise<void> {
  expectError(await again(stolen), 404, 8040412)
  for (const { id, state } of await deliveries(forger, own)) {
    expect(id).not.toBe(stolen)
    const answer = await again(id)
    expectError(answer, 409, 804090)
    if (state === 'failed') expect(answer.body.message).toBe('Email was restored from an archive')
  }
  await it.runDue()
  expect(mails.received.filter(({ to }) => to.includes(forger.email))).toEqual([])
}

/** The token of a link in the newest mail to an address. */
function tokenTo(email: string, before: RegExp): string {
  const mail = mails.received.findLast(({ to }) => to.includes(email))?.raw ?? ''
  const text = mail.replace(/=\r\n/g, '').replace(/=3D/g, '=')
  const [, token = ''] = new RegExp(`${before.source}([\\w-]+)`).exec(text) ?? []
  return token
}

const kinds = ['invitation', 'password_reset', 'request', 'reminder', 'review_published', 'confirm_review']
const asks = (kind: string) => ['request', 'reminder'].includes(kind)
const like = (kind: string, id: string) =>
  failed({ kind, id, ...(asks(kind) && { requests_of: id, record_id: null }) })

describe('a forged archive grants no access to another store', () => {
  test('with the id of an invitation that a viewer read', async () => {
    const email = 'new.owner@shop.example'
    const invited = await owner.send('POST', `/stores/${victim.storeId}/invitations`, {
      ...{ email, role: 'owner' },
    })
    expect(invited.status).toBe(201)
    await it.runDue()
    const token = tokenTo(email, /#invitation=/)
    expect(token).toMatch(/^[\w-]{65}$/)
    const invitation = (await deliveries(viewer, victim)).find(({ kind }) => kind === 'invitation')
    const stolen = invitation?.id ?? ''
    expect(stolen).not.toBe('')
    for (const kind of kinds) {
      own = await aStore(it.database)
      forger = await aMember(it, own.storeId, 'owner')
      const { done } = await importForged(content => forgeTable(content, 'mailings', [like(kind, stolen)]))
      expect(done).toMatchObject({ state: 'done' })
      const there = await it.database.query<{ kind: string }>(sql`
        select kind from mailings where store_id = ${own.storeId}`)
      const isAccess = kind === 'invitation' || kind === 'password_reset'
      expect(there).toEqual(isAccess ? [] : [{ kind }])
      await sendEverythingAgain(stolen)
    }
    // The invitation itself still works.
    expect((await forger.send('POST', '/invitations/look', { token })).body).toMatchObject({ email })
  })

  test('with the id of a password link', async () => {
    const target = await aMember(it, victim.storeId, 'owner')
    await target.send('POST', '/password-links', { email: target.email, language: 'en' })
    await it.runDue()
    const content = await anArchive(victim.storeId)
    // An owner's export contains no such mail, so it reveals no id.
    expect(rowsOfTable(content, 'mailings').map(({ kind }) => kind)).not.toContain('password_reset')
    expect(rowsOfTable(content, 'mailings').map(({ kind }) => kind)).not.toContain('invitation')
    const [mail] = await it.database.query<{ id: string }>(sql`
      select id from mailings where store_id = ${victim.storeId} and kind = 'password_reset'`)
    const stolen = mail?.id ?? ''
    await importForged(forged => forgeTable(forged, 'mailings', [like('password_reset', stolen)]))
    await sendEverythingAgain(stolen)
    const token = tokenTo(target.email, /#reset=/)
    expect((await forger.send('POST', '/password', { token, password: `${aPassword} 2` })).status).toBe(204)
  })

  test('with the id of a review request', async () => {
    const { token, id } = await asked('ana@example.com')
    await importForged(content => forgeTable(content, 'mailings', [like('request', id)]))
    await sendEverythingAgain(id)
    it.setNow('2026-03-12T15:00:00.000Z')
    expect((await fetch(`${it.url}/r/${token}`)).status).toBe(200)
  })

  test('even if the id of a mail got into the store in another way', async () => {
    const { token, id } = await asked('bia@example.com')
    await it.database.query(sql`
      insert into mailings (
        store_id, id, kind, address, email, name, language, link_salt, link_expires_at, state, record_id, created_at
      )
      values (
        ${own.storeId}, ${id}, 'invitation', ${forger.email}, ${forger.email}, 'Forger', 'en',
        ${Buffer.alloc(32)}, ${new Date(Date.now() + 86_400_000)}, 'failed', ${uuid()}, ${new Date()}
      )`)
    expect((await again(id)).status).toBe(204)
    await it.runDue()
    const mailed = tokenTo(forger.email, /#invitation=/)
    expect(mailed).toMatch(/^[\w-]{65}$/)
    expect(mailed).not.toBe(token)
    for (const path of ['r', 'u', 'confirm'])
      expect((await fetch(`${it.url}/${path}/${mailed}`)).status).toBe(404)
    for (const path of ['/invitations/look', '/invitations/acceptance'])
      expectError(await forger.send('POST', path, { token: mailed }), 403, 8141306)
  })
})

/** Sends a review request to a buyer of the victim. Returns its tokens and its id. */
async function asked(email: string): Promise<{ token: string; unsubscribe: string; id: string }> {
  it.setNow('2026-03-05T18:30:00.000Z')
  const order = anOrder({ delivery_date: '2026-03-05T18:30:00.000Z', customers: [aCustomer({ email })] })
  expect((await it.send('POST', '/orders', { headers: victim.headers, body: order })).status).toBe(201)
  it.setNow('2026-03-12T13:00:00.000Z')
  await it.runDue()
  it.setNow(Date.now())
  const [mail] = await it.database.query<{ id: string }>(sql`
    select id from mailings where store_id = ${victim.storeId} and address = ${email}`)
  return { token: tokenTo(email, /\/r\//), unsubscribe: tokenTo(email, /\/u\//), id: mail?.id ?? '' }
}

describe('a restored mail', () => {
  const restored = async () => {
    const content = await anArchive(victim.storeId)
    const { body } = await uploadFile(
      ...([it, forger, own.storeId, 'archive', await packArchive(content), 'store.zip'] as const),
    )
    const { done } = await importFile(it, forger, own.storeId, body.id, asItIs)
    expect(done).toMatchObject({ state: 'done' })
    return content
  }

  test('has only one working link, to unsubscribe, which prefers its own store', async () => {
    const email = 'eva@example.com'
    const { token, unsubscribe } = await asked(email)
    expect(unsubscribe).not.toBe(token)
    const content = await restored()
    const [row] = rowsOfTable(content, 'mailings').filter(one => one.address === email)
    expect(Object.keys(row ?? {})).toContain('unsubscribe_hash')
    for (const secret of ['link_salt', 'link_hash']) expect(Object.keys(row ?? {})).not.toContain(secret)
    const suppressed = async () =>
      (
        await it.database.query<{ store_id: string }>(
          sql`select store_id from suppressions where who = ${email}`,
        )
      ).map(({ store_id }) => store_id)
    const open = (path: string, method = 'GET') => fetch(`${it.url}${path}`, { method })
    // In the installation that sent it, the link unsubscribes from the old store.
    expect((await open(`/u/${unsubscribe}`, 'POST')).status).toBe(200)
    expect(await suppressed()).toEqual([victim.storeId])
    // Another installation does not have that store. There the link unsubscribes from the new one, and the form does
    // not open.
    await it.database.query(sql`
      update mailings
      set unsubscribe_hash = null, link_hash = null
      where store_id = ${victim.storeId} and address = ${email}`)
    expect((await open(`/u/${unsubscribe}`, 'POST')).status).toBe(200)
    expect((await suppressed()).sort()).toEqual([victim.storeId, own.storeId].sort())
    for (const path of [`/r/${token}`, `/r/${unsubscribe}`, `/u/${token}`, `/confirm/${unsubscribe}`])
      expect((await open(path)).status).toBe(404)
  })

  test('is not resent after a temporary bounce', async () => {
    const content = await anArchive()
    const email = 'full@example.com'
    const id = uuid()
    const sent = { state: 'sent', sent_at: moment(), address: email, email }
    forgeTable(content, 'mailings', [failed({ ...sent, kind: 'review_published', id })])
    const { body } = await uploadFile(
      ...([it, forger, own.storeId, 'archive', await packArchive(content), 'store.zip'] as const),
    )
    await importFile(it, forger, own.storeId, body.id)
    const { takeReports } = await import('../mail/bounces/bounces.ts')
    const report = { kind: 'bounce', recipient: email, status: '4.2.2', answer: 'full' } as never
    expect(await takeReports(it.database, [report], '', new Date())).toMatchObject({ matched: 1 })
    expect((await deliveries(forger, own)).map(({ state }) => state)).toEqual(['failed'])
  })
})

describe('a hostile row', () => {
  const order = { order_id: 'o', id: uuid(), order_date: moment(), delivery_date: moment() }
  const bought = { product_id: 'p', sku: '', name: 'Moka pot', price: 149.9, url: '' }
  const product = { product_id: 'p', id: uuid(), sku: '', name: '', price: 1, url: '', pictures: [] }
  const flagged = (flags: unknown[]) => ({ record_type: 'review', record_id: uuid(), flags })
  const whole = { check: 'network', field: null, start: null, end: null }
  const picture = 'https://shop.example/a.jpg'
  const logged = (fields: string[]) => ({
    ...{ id: uuid(), at: moment(), actor: 'command', action: 'change', record_type: 'store', record_id: 'x' },
    fields,
  })
  const anArchivedOrder = (change = {}) => ({
    ...{ ...order, products: [bought], customers: [aCustomer()], received_at: moment() },
    ...change,
  })
  const request = (change = {}) => ({
    ...{
      order_id: 'o',
      part: 0,
      id: uuid(),
      address: 'ana@example.com',
      email: 'ana@example.com',
      name: 'Ana',
    },
    ...{ state: 'scheduled', due_at: moment(3_600_000), reason: 'at once', created_at: moment(), ...change },
  })

  test('cannot cause mail to a person who unsubscribed, by naming another address', async () => {
    const { done } = await importForged(content => {
      forgeTable(content, 'orders', [anArchivedOrder()])
      forgeTable(content, 'review_requests', [request({ address: 'other@example.com' })])
      const left = { who: 'ana@example.com', id: uuid(), reason: 'unsubscribed', at: moment() }
      forgeTable(content, 'suppressions', [left])
    })
    expect(done).toMatchObject({ state: 'done' })
    await updateStore(it.database, own.storeId, { requests_paused: false })
    await it.runDue()
    expect(mails.received).toEqual([])
    const requests = await it.database.query(sql`
      select address, state from review_requests where store_id = ${own.storeId}`)
    expect(requests).toEqual([{ address: 'ana@example.com', state: 'suppressed' }])
  })

  test('cannot send more requests than the plan allows in a month', async () => {
    await updateStore(it.database, own.storeId, { order_limit: 2 })
    const ids = ['o1', 'o2', 'o3']
    const forge = (content: Content) => {
      const orders = ids.map(order_id => anArchivedOrder({ order_id, received_at: moment() }))
      forgeTable(content, 'orders', orders)
      forgeTable(
        content,
        'review_requests',
        ids.map(order_id => request({ order_id, id: uuid() })),
      )
    }
    const { done } = await importForged(forge)
    expect(done).toMatchObject({
      ...{
        state: 'failed',
        problem: { what: expect.stringMatching('mail for 3 orders.* allows 2 a month') },
      },
    })
    await updateStore(it.database, own.storeId, { order_limit: 3 })
    expect((await importForged(forge)).done).toMatchObject({ state: 'done' })
    // Archived requests count as orders of the month they claim.
    const body = anOrder()
    const answer = await it.send('POST', '/orders', { headers: own.headers, body })
    expectError(answer, 403, 8121206)
  })

  test('cannot send more reminders than the plan allows in a month, and only reminders of requests', async () => {
    await updateStore(it.database, own.storeId, { order_limit: 1 })
    const sent = (kind: string, email: string) => ({
      ...like(kind, uuid()),
      ...{ state: 'sent', sent_at: moment(), remind_at: moment(), address: email, email },
    })
    const forge = (...rows: Record<string, unknown>[]) =>
      importForged(content => forgeTable(content, 'mailings', rows))
    const two = await forge(sent('request', 'a@example.com'), sent('request', 'b@example.com'))
    expect(two.done).toMatchObject({ state: 'failed' })
    const one = await forge(sent('request', 'a@example.com'), sent('reminder', 'b@example.com'))
    expect(one.done).toMatchObject({ state: 'done' })
    const waiting = await it.database.query(sql`
      select kind from mailings where store_id = ${own.storeId} and remind_at is not null`)
    expect(waiting).toEqual([{ kind: 'request' }])
  })

  test('of a mail gets the address of its e-mail, and its history follows its new id', async () => {
    const id = uuid()
    const logged = { actor: 'command', action: 'send_again', record_type: 'mail', record_id: id, fields: [] }
    await importForged(content => {
      forgeTable(content, 'mailings', [{ ...like('request', id), address: 'other@example.com' }])
      forgeTable(content, 'audit_log', [{ ...logged, id: uuid(), at: moment() }])
    })
    const [mail] = await it.database.query<{ id: string; requests_of: string }>(sql`
      select id, requests_of, address from mailings where store_id = ${own.storeId}`)
    expect(mail).toMatchObject({ address: forger.email, requests_of: mail?.id })
    const log = await it.database.query(sql`
      select record_id from audit_log where store_id = ${own.storeId} and record_type = 'mail'`)
    expect(log).toEqual([{ record_id: mail?.id }])
  })

  test('can neither activate nor deactivate the store, nor raise its limit', async () => {
    await updateStore(it.database, own.storeId, { order_limit: 5 })
    const content = await anArchive()
    const [row] = rowsOfTable(content, 'stores')
    await importForged(forged => forgeTable(forged, 'stores', [{ ...row, order_limit: null, active: false }]))
    const [store] = await it.database.query(sql`
      select order_limit, active, requests_paused from stores where store_id = ${own.storeId}`)
    expect(store).toEqual({ order_limit: 5, active: true, requests_paused: true })
  })

  test('cannot put a user of this installation, or a future date, into the history', async () => {
    const [member] = await it.database.query<{ user_id: string }>(sql`
      select user_id from memberships where store_id = ${victim.storeId} limit 1`)
    const user = member?.user_id ?? ''
    const change = (more = {}) => ({
      ...{ id: uuid(), at: moment(), actor: `user ${user}`, action: 'join', record_type: 'member' },
      ...{ record_id: user, fields: ['role'], ...more },
    })
    await importForged(content => forgeTable(content, 'audit_log', [change()]))
    const { body } = await forger.send('GET', `/stores/${own.storeId}/history`)
    expect(body.result).toContainEqual(
      expect.objectContaining({ action: 'join', name: null, about: null, actor: 'user' }),
    )
    for (const date of ['2199-01-01T00:00:00Z', '1969-12-31T23:59:59Z']) {
      own = await aStore(it.database)
      forger = await aMember(it, own.storeId, 'owner')
      const wrong = importForged(content => forgeTable(content, 'audit_log', [change({ at: date })]))
      expect((await wrong).tried).toMatchObject({ state: 'failed' })
    }
  })

  test.each<[table: string, column: string, row: () => Record<string, unknown>]>([
    ['moderation_flags', 'flags', () => flagged([{ check: 1 }])],
    ['moderation_flags', 'flags', () => flagged(Array(153).fill(whole))],
    ['products', 'pictures', () => ({ ...product, pictures: Array(51).fill(picture) })],
    ['products', 'pictures', () => ({ ...product, pictures: ['x'.repeat(2049)] })],
    ['reviews', 'pictures', () => ({ pictures: Array(200_000).fill(picture) })],
    ['reviews', 'pictures', () => ({ pictures: Array(51).fill(picture) })],
    ['reviews', 'pictures', () => ({ pictures: ['x'.repeat(2049)] })],
    ['orders', 'products', () => anArchivedOrder({ products: [null] })],
    ['orders', 'products', () => anArchivedOrder({ products: [] })],
    ['orders', 'products', () => anArchivedOrder({ products: Array(501).fill(bought) })],
    ['orders', 'products', () => anArchivedOrder({ products: [{ ...bought, name: 'x'.repeat(2049) }] })],
    ['orders', 'products', () => anArchivedOrder({ products: [{ ...bought, price: '1' }] })],
    [
      'orders',
      'products',
      () => anArchivedOrder({ products: [{ ...bought, pictures: Array(51).fill('') }] }),
    ],
    ['orders', 'products', () => anArchivedOrder({ products: [{ ...bought, more: Array(9).fill('') }] })],
    ['orders', 'customers', () => anArchivedOrder({ customers: [{ email: 5 }] })],
    [
      'orders',
      'customers',
      () => anArchivedOrder({ customers: [{ name: 'Ana', email: 'ana@example.com' }] }),
    ],
    ['orders', 'customers', () => anArchivedOrder({ customers: [{ ...aCustomer(), phone: {} }] })],
    ['orders', 'customers', () => anArchivedOrder({ customers: Array(11).fill(aCustomer()) })],
    ['orders', 'customers', () => anArchivedOrder({ customers: [aCustomer({ language: 'es\r\nBcc: x' })] })],
    [
      'orders',
      'customers',
      () => anArchivedOrder({ customers: [aCustomer({ language: 'e'.repeat(2048) })] }),
    ],
    ['orders', 'customers', () => anArchivedOrder({ customers: [aCustomer({ phone: '5'.repeat(2049) })] })],
    ['audit_log', 'fields', () => logged(Array(101).fill('name'))],
    [
      'audit_log',
      'actor',
      () => ({
        ...{ id: uuid(), at: moment(), actor: 'The operator', action: 'change', record_type: 'store' },
        ...{ record_id: 'x', fields: [] },
      }),
    ],
  ])('of %s with a malformed column is refused: %s', async (table, column, row) => {
    const { tried } = await importForged(content => forgeTable(content, table, [row()]))
    expect(tried).toMatchObject({
      ...{
        state: 'failed',
        problem: { damage: { name: 'refused', values: [`tables/${table}.ndjson`, column] } },
      },
    })
  })

  test.each(
    archivedTables.filter(table => table !== 'stores'),
  )('of %s has no unbounded list', async table => {
    const { columns } = await readShape(it.database, table)
    const lists = columns.filter(({ type }) => type === 'jsonb' || type.endsWith('[]'))
    const bounded = Object.keys(shapes[table] ?? {})
    expect(lists.map(({ name }) => name).filter(name => !bounded.includes(name))).toEqual([])
  })

  test('of a review shows no picture that the archive lacks, and gets the address of its e-mail', async () => {
    const hash = 'a'.repeat(40)
    const review = {
      ...{ id: uuid(), product_id: 'p', rating: 5, title: '', body: 'Good', display_name: 'Ana', votes: 0 },
      ...{ email: 'Ana@Example.com', address: 'other@example.com', verified_purchase: true, language: 'en' },
      ...{
        pictures: [`${hash}-1600.webp`, `${hash}-640.webp`, 'javascript:1', 'https://shop.example/a.jpg'],
      },
      ...{ state: 'pending', created_at: moment(), flagged: false, reported: false, search: '' },
    }
    const { done } = await importForged(content => {
      forgeTable(content, 'products', [{ ...product, created_at: moment(), rated: false }])
      forgeTable(content, 'reviews', [review])
    })
    expect(done).toMatchObject({ state: 'done' })
    const rows = await it.database.query(sql`
      select address, pictures, verified_purchase from reviews where store_id = ${own.storeId}`)
    expect(rows).toEqual([
      { address: 'ana@example.com', pictures: ['https://shop.example/a.jpg'], verified_purchase: true },
    ])
  })

  test('of a review without its pictures is refused', async () => {
    const review = {
      id: uuid(),
      product_id: 'p',
      rating: 5,
      body: 'Good',
      state: 'pending',
      created_at: moment(),
    }
    const { tried } = await importForged(content => {
      const table = content.manifest.tables.reviews
      if (table) table.columns = table.columns.filter(name => name !== 'pictures')
      forgeTable(content, 'reviews', [review])
    })
    const values = ['tables/reviews.ndjson', 'pictures']
    expect(tried).toMatchObject({ state: 'failed', problem: { damage: { name: 'refused', values } } })
  })
})

test('no archive, export, response or page contains a salt', async () => {
  await asked('salt@example.com')
  const salts = await it.database.query<{ link_salt: Buffer }>(sql`
    select link_salt from mailings where store_id = ${victim.storeId} and link_salt is not null`)
  expect(salts.length).toBeGreaterThan(0)
  const { files: archived } = await anArchive(victim.storeId)
  const email = 'salt@example.com'
  const mail = await viewer.send('POST', `/stores/${victim.storeId}/mail/deliveries/look`, { email })
  const person = await owner.send('POST', `/stores/${victim.storeId}/people/export`, { email })
  expect([mail.status, person.status]).toEqual([200, 200])
  const exposed = [...archived.values()].map(String).join() + JSON.stringify([mail.body, person.body])
  for (const { link_salt } of salts)
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(exposed).not.toContain(link_salt.toString(encoding))
})
