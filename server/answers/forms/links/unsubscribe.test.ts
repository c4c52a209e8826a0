import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueNotice } from '../../../foundation/mailings/mailings.ts'
import type { TestApp } from '../../../test/app.ts'
import { aCustomer, anOrder, aProduct, aReview } from '../../../test/factories.ts'
import { decode } from '../../../test/mail/decoded-mails.ts'
import type { MailServer, Received } from '../../../test/mail/mail-server.ts'
import { startMailingApp } from '../../../test/mail/mailing-app.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { authorOf } from '../../moderation/author.ts'
import { insertReviews } from '../../reviews/reviews.ts'

let server: MailServer
let service: TestApp
let owner: Member
let email: string
let number = 0
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
})
beforeEach(async () => {
  owner = await aStore(service.database)
  email = `buyer.${++number}@example.com`
})
afterAll(() => service.close())

const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'

async function mailed(store = owner): Promise<Received> {
  service.setNow(delivered)
  const body = anOrder({ delivery_date: delivered, customers: [aCustomer({ email })] })
  expect((await service.send('POST', '/orders', { headers: store.headers, body })).status).toBe(201)
  service.setNow(due)
  await service.runDue()
  const mail = server.received.findLast(({ to }) => to.includes(email))
  if (!mail) throw new Error('no mail arrived')
  return mail
}

function pathOf(mail: Received): string {
  return new URL(mail.header('List-Unsubscribe')?.slice(1, -1) as string).pathname
}

const reasons = async (store = owner) =>
  (
    await service.database.query<{ who: string; reason: string }>(
      sql`select who, reason from suppressions where store_id = ${store.storeId}`,
    )
  ).map(({ who, reason }) => `${who} ${reason}`)

/** Every row of every table, except those of the queue, without the record that the link of a request was opened. */
async function everyRow(): Promise<string> {
  const tables = await service.database.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
  const rows = await Promise.all(
    tables.map(({ name }) =>
      service.database.query({
        text: `select '${name}', (${name === 'mailings' ? unopened : 't'})::text from ${name} t order by 2`,
        values: [],
      } as never),
    ),
  )
  return JSON.stringify(rows)
}

const unopened = `jsonb_populate_record(t, '{"opened_at": null}')`

describe('/u/{token}', () => {
  test('changes no row when links are opened, by a person or a scanner', async () => {
    const product = aProduct({ product_id: 'product-1' })
    await service.send('POST', '/products', { headers: owner.headers, body: product })
    const review = aReview({ email })
    const at = new Date(delivered)
    await service.database.transaction(async tx => {
      await insertReviews(tx, owner.storeId, [review], { at, actor: 'author', action: 'create' })
      for (const kind of ['review_published', 'review_replied', 'confirm_review'] as const)
        await queueNotice(tx, owner.storeId, { kind, recordId: review.id, to: authorOf(review), at })
    })
    await mailed()
    const links = server.received
      .filter(({ to }) => to.includes(email))
      .flatMap(({ raw }) => linksIn(raw))
      .filter(link => link.startsWith(service.url))
    expect(links.length).toBeGreaterThan(4)
    const before = await everyRow()
    for (let time = 0; time < 5; time++) {
      for (const link of new Set(links))
        for (const method of ['GET', 'HEAD']) await (await fetch(link, { method })).arrayBuffer()
    }
    expect(await everyRow()).toBe(before)
  })

  test('asks for confirmation first, in the language of the mail', async () => {
    const path = pathOf(await mailed())
    const page = await service.send('GET', path)
    expect(page.status).toBe(200)
    expect(page.body).toContain('Cancelar inscrição')
    expect(page.body).toContain('Café da Serra')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await reasons()).toEqual([])
  })

  test.each([
    ['the page', { 'content-type': 'application/x-www-form-urlencoded' }, ''],
    ['a mail app', { 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click'],
    [
      'a mail app, as multipart',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('posted by %s stops the mails of this store only', async (_who, headers, body) => {
    const other = await aStore(service.database)
    const path = pathOf(await mailed())
    const posted = await service.send('POST', path, { headers, body })
    expect(posted.status).toBe(200)
    expect(posted.body).toContain('Inscrição cancelada')
    expect(await reasons()).toEqual([`${email} unsubscribed`])
    const sent = server.received.length
    await expect(mailed(owner).then(() => server.received.length)).resolves.toBe(sent)
    await mailed(other)
    expect(server.received.length).toBe(sent + 1)
  })

  test('can be undone, and is logged without the person', async () => {
    const path = pathOf(await mailed())
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await service.send('POST', path, { headers, body: 'a=b' })
    const back = await service.send('POST', path, { headers, body: 'undo=yes' })
    expect(back.body).toContain('voltou a receber')
    expect(await reasons()).toEqual([])
    const log = await service.database.query<{ action: string }>(sql`
      select action, record_id, fields::text from audit_log
      where store_id = ${owner.storeId} and record_type = 'suppression' order by id`)
    expect(log.map(({ action }) => action)).toEqual(['unsubscribe', 'subscribe'])
    expect(JSON.stringify(log)).not.toContain(email)
  })

  test('works after the link has expired for everything else', async () => {
    const path = pathOf(await mailed())
    service.setNow('2028-01-01T00:00:00.000Z')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await service.send('POST', path, { headers, body: 'a=b' })).status).toBe(200)
    expect(await reasons()).toEqual([`${email} unsubscribed`])
  })

  test.each([
    'x',
    'A'.repeat(43),
    'A'.repeat(65),
    '%00',
    `${'a'.repeat(42)}'`,
  ])('rejects the unknown link %j', async token => {
    for (const method of ['GET', 'POST']) {
      expect((await service.send(method, `/u/${token}`)).status).toBe(404)
    }
  })
})

/** The links of a mail. */
function linksIn(raw: string): string[] {
  const text = decode(raw).replace(/&amp;/g, '&')
  return text.match(/https?:\/\/[^\s"'<>)]+/g) ?? []
}
