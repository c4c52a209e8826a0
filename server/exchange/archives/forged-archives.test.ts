import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { type AdminClient, aMember, aPassword } from '../../test/admin.ts'
import { expectError } from '../../test/answers.ts'
import { forgeTable, rowsOfTable } from '../../test/exchange/archives.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { forgeInEachTest, moment } from '../../test/for-each-test/forgery.ts'
import { decode } from '../../test/mail/decoded-mails.ts'
import { aStore, type Member } from '../../test/users.ts'

// An importer may have written every byte of an archive. No archive gives them access to another store.

const forgery = forgeInEachTest()
const { anArchive, importForged, failedMail, mailLike } = forgery

const again = (id: unknown) =>
  forgery.forger.send('POST', `/stores/${forgery.own.storeId}/mail/deliveries/${id}/again`)
const deliveries = async (client: AdminClient, { storeId }: Member) =>
  (await client.send('GET', `/stores/${storeId}/mail/deliveries`)).body.result as {
    id: string
    kind: string
    state: string
  }[]

/** Tries to resend every mail of the forger's store, and `stolen`. None may be sent. */
async function sendEverythingAgain(stolen: string): Promise<void> {
  expectError(await again(stolen), 404, 8040412)
  for (const { id, state } of await deliveries(forgery.forger, forgery.own)) {
    expect(id).not.toBe(stolen)
    const answer = await again(id)
    expectError(answer, 409, 804090)
    if (state === 'failed') expect(answer.body.message).toBe('Email was restored from an archive')
  }
  await forgery.service.runDue()
  expect(forgery.mails.received.filter(({ to }) => to.includes(forgery.forger.email))).toEqual([])
}

/** The token of a link in the newest mail to an address. */
function tokenTo(email: string, before: RegExp): string {
  const mail = forgery.mails.received.findLast(({ to }) => to.includes(email))?.raw ?? ''
  const text = decode(mail)
  const [, token = ''] = new RegExp(`${before.source}([\\w-]+)`).exec(text) ?? []
  return token
}

const kinds = ['invitation', 'password_reset', 'request', 'reminder', 'review_published', 'confirm_review']

describe('a forged archive grants no access to another store', () => {
  test('with the id of an invitation that a viewer read', async () => {
    const email = 'new.owner@shop.example'
    const invited = await forgery.owner.send('POST', `/stores/${forgery.victim.storeId}/invitations`, {
      ...{ email, role: 'owner' },
    })
    expect(invited.status).toBe(201)
    await forgery.service.runDue()
    const token = tokenTo(email, /#invitation=/)
    expect(token).toMatch(/^[\w-]{65}$/)
    const invitation = (await deliveries(forgery.viewer, forgery.victim)).find(
      ({ kind }) => kind === 'invitation',
    )
    const stolen = invitation?.id ?? ''
    expect(stolen).not.toBe('')
    for (const kind of kinds) {
      forgery.own = await aStore(forgery.service.database)
      forgery.forger = await aMember(forgery.service, forgery.own.storeId, 'owner')
      const { done } = await importForged(content =>
        forgeTable(content, 'mailings', [mailLike(kind, stolen)]),
      )
      expect(done).toMatchObject({ state: 'done' })
      const there = await forgery.service.database.query<{ kind: string }>(sql`
        select kind from mailings where store_id = ${forgery.own.storeId}`)
      const isAccess = kind === 'invitation' || kind === 'password_reset'
      expect(there).toEqual(isAccess ? [] : [{ kind }])
      await sendEverythingAgain(stolen)
    }
    // The invitation itself still works.
    expect((await forgery.forger.send('POST', '/invitations/look', { token })).body).toMatchObject({ email })
  })

  test('with the id of a password link', async () => {
    const target = await aMember(forgery.service, forgery.victim.storeId, 'owner')
    await target.send('POST', '/password-links', { email: target.email, language: 'en' })
    await forgery.service.runDue()
    const content = await anArchive(forgery.victim.storeId)
    // An owner's export contains no such mail, so it reveals no id.
    expect(rowsOfTable(content, 'mailings').map(({ kind }) => kind)).not.toContain('password_reset')
    expect(rowsOfTable(content, 'mailings').map(({ kind }) => kind)).not.toContain('invitation')
    const [mail] = await forgery.service.database.query<{ id: string }>(sql`
      select id from mailings where store_id = ${forgery.victim.storeId} and kind = 'password_reset'`)
    const stolen = mail?.id ?? ''
    await importForged(forged => forgeTable(forged, 'mailings', [mailLike('password_reset', stolen)]))
    await sendEverythingAgain(stolen)
    const token = tokenTo(target.email, /#reset=/)
    expect(
      (await forgery.forger.send('POST', '/password', { token, password: `${aPassword} 2` })).status,
    ).toBe(204)
  })

  test('with the id of a review request', async () => {
    const { token, id } = await asked('ana@example.com')
    await importForged(content => forgeTable(content, 'mailings', [mailLike('request', id)]))
    await sendEverythingAgain(id)
    forgery.service.setNow('2026-03-12T15:00:00.000Z')
    expect((await fetch(`${forgery.service.url}/r/${token}`)).status).toBe(200)
  })

  test('even if the id of a mail got into the store in another way', async () => {
    const { token, id } = await asked('bia@example.com')
    await forgery.service.database.query(sql`
      insert into mailings (
        store_id, id, kind, address, email, name, language, link_salt, link_expires_at, state, record_id, created_at
      )
      values (
        ${forgery.own.storeId}, ${id}, 'invitation', ${forgery.forger.email}, ${forgery.forger.email}, 'Forger', 'en',
        ${Buffer.alloc(32)}, ${new Date(Date.now() + 86_400_000)}, 'failed', ${uuid()}, ${new Date()}
      )`)
    expect((await again(id)).status).toBe(204)
    await forgery.service.runDue()
    const mailed = tokenTo(forgery.forger.email, /#invitation=/)
    expect(mailed).toMatch(/^[\w-]{65}$/)
    expect(mailed).not.toBe(token)
    for (const path of ['r', 'u', 'confirm'])
      expect((await fetch(`${forgery.service.url}/${path}/${mailed}`)).status).toBe(404)
    for (const path of ['/invitations/look', '/invitations/acceptance'])
      expectError(await forgery.forger.send('POST', path, { token: mailed }), 403, 8141306)
  })
})

/** Sends a review request to a buyer of the victim. Returns its tokens and its id. */
async function asked(email: string): Promise<{ token: string; unsubscribe: string; id: string }> {
  forgery.service.setNow('2026-03-05T18:30:00.000Z')
  const order = anOrder({ delivery_date: '2026-03-05T18:30:00.000Z', customers: [aCustomer({ email })] })
  expect(
    (await forgery.service.send('POST', '/orders', { headers: forgery.victim.headers, body: order })).status,
  ).toBe(201)
  forgery.service.setNow('2026-03-12T13:00:00.000Z')
  await forgery.service.runDue()
  forgery.service.setNow(Date.now())
  const [mail] = await forgery.service.database.query<{ id: string }>(sql`
    select id from mailings where store_id = ${forgery.victim.storeId} and address = ${email}`)
  return { token: tokenTo(email, /\/r\//), unsubscribe: tokenTo(email, /\/u\//), id: mail?.id ?? '' }
}

describe('a restored mail', () => {
  const restored = async () => {
    const content = await anArchive(forgery.victim.storeId)
    const { done } = await forgery.importContent(content)
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
        await forgery.service.database.query<{ store_id: string }>(
          sql`select store_id from suppressions where who = ${email}`,
        )
      ).map(({ store_id }) => store_id)
    const open = (path: string, method = 'GET') => fetch(`${forgery.service.url}${path}`, { method })
    // In the installation that sent it, the link unsubscribes from the old store.
    expect((await open(`/u/${unsubscribe}`, 'POST')).status).toBe(200)
    expect(await suppressed()).toEqual([forgery.victim.storeId])
    // Another installation does not have that store. There the link unsubscribes from the new one, and the form does
    // not open.
    await forgery.service.database.query(sql`
      update mailings
      set unsubscribe_hash = null, link_hash = null
      where store_id = ${forgery.victim.storeId} and address = ${email}`)
    expect((await open(`/u/${unsubscribe}`, 'POST')).status).toBe(200)
    expect((await suppressed()).sort()).toEqual([forgery.victim.storeId, forgery.own.storeId].sort())
    for (const path of [`/r/${token}`, `/r/${unsubscribe}`, `/u/${token}`, `/confirm/${unsubscribe}`])
      expect((await open(path)).status).toBe(404)
  })

  test('is not resent after a temporary bounce', async () => {
    const content = await anArchive()
    const email = 'full@example.com'
    const id = uuid()
    const sent = { state: 'sent', sent_at: moment(), address: email, email }
    forgeTable(content, 'mailings', [failedMail({ ...sent, kind: 'review_published', id })])
    await forgery.importContent(content)
    const { recordReports } = await import('../../asking/mail/bounces/bounces.ts')
    const report = { kind: 'bounce', recipient: email, status: '4.2.2', answer: 'full' } as never
    expect(
      await recordReports(forgery.service.database, [{ reports: [report], text: '' }], new Date()),
    ).toMatchObject({
      matched: 1,
    })
    expect((await deliveries(forgery.forger, forgery.own)).map(({ state }) => state)).toEqual(['failed'])
  })
})

test('no archive, export, response or page contains a salt', async () => {
  await asked('salt@example.com')
  const salts = await forgery.service.database.query<{ link_salt: Buffer }>(sql`
    select link_salt from mailings where store_id = ${forgery.victim.storeId} and link_salt is not null`)
  expect(salts.length).toBeGreaterThan(0)
  const { files: archived } = await anArchive(forgery.victim.storeId)
  const email = 'salt@example.com'
  const mail = await forgery.viewer.send('POST', `/stores/${forgery.victim.storeId}/mail/deliveries/look`, {
    email,
  })
  const person = await forgery.owner.send('POST', `/stores/${forgery.victim.storeId}/people/export`, {
    email,
  })
  expect([mail.status, person.status]).toEqual([200, 200])
  const exposed = [...archived.values()].map(String).join() + JSON.stringify([mail.body, person.body])
  for (const { link_salt } of salts)
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(exposed).not.toContain(link_salt.toString(encoding))
})
