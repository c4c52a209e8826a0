import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { openArchive } from '../../exchange/archives/read-archive.ts'
import { restoreArchive } from '../../exchange/archives/restore.ts'
import { writeArchive } from '../../exchange/archives/write-archive.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aStore, type Member } from '../../test/users.ts'

let it: TestApp
let from: Member
beforeAll(async () => {
  it = await startTestApp()
  from = await aStore(it.database)
})
afterAll(() => it.close())

const sentAt = new Date('2026-03-12T13:00:00.000Z')
const restoredAt = new Date(Date.now() + 86_400_000) // no row of an archive may be later

type Asked = { mail: string; request: string; isLed?: boolean; handedAt?: Date }

/** An order whose request was gathered into a mail, led by a message if `isLed`. */
let phones = 0

async function ask(name: string, { mail, request, isLed = false, handedAt }: Asked): Promise<void> {
  const { database } = it
  const { storeId, headers } = from
  const email = `${name}@example.com`
  const body = anOrder({ order_id: name, customers: [aCustomer({ email })] })
  expect((await it.send('POST', '/orders', { headers, body })).status).toBe(201)
  const id = uuid()
  await database.query(sql`
    insert into mailings (
      store_id, id, kind, address, email, name, language, link_expires_at, state, day, requests_of, channel, sent_at,
      created_at
    )
    values (
      ${storeId}, ${id}, 'request', ${email}, ${email}, 'Ana', 'en', ${restoredAt}, ${mail}, '2026-03-12', ${id},
      ${isLed ? 'whatsapp' : null}, ${mail === 'sent' ? sentAt : null}, ${sentAt}
    )`)
  await database.query(sql`
    update review_requests
    set mailing_id = ${id}, state = ${request}
    where store_id = ${storeId} and order_id = ${name}`)
  if (isLed)
    await database.query(sql`
      insert into messages (store_id, id, mailing_id, channel, phone, state, falls_back_at, sent_at, created_at)
      values (
        ${storeId}, ${uuid()}, ${id}, 'whatsapp', ${`+55119${10_000_000 + ++phones}`},
        ${handedAt ? 'sent' : 'queued'}, ${restoredAt}, ${handedAt ?? null}, ${sentAt}
      )`)
}

test('a restored store asks the buyers of mails that were still queued, within the limit of its plan', async () => {
  await ask('waits', { mail: 'queued', request: 'scheduled' })
  await ask('waits-cancelled', { mail: 'queued', request: 'cancelled' })
  await ask('not-handed', { mail: 'queued', request: 'scheduled', isLed: true })
  await ask('handed', { mail: 'queued', request: 'scheduled', isLed: true, handedAt: sentAt })
  await ask('handed-cancelled', { mail: 'queued', request: 'cancelled', isLed: true, handedAt: sentAt })
  await ask('read', { mail: 'sent', request: 'sent', isLed: true, handedAt: sentAt })
  const pictures = picturesIn('') // none is stored
  const out = new PassThrough()
  const zip = buffer(out)
  await writeArchive(it.database, pictures, from.storeId, restoredAt, out)
  const archive = await openArchive(async () => await fromBufferPromise(await zip))
  // Two buyers are to be asked, and no reminder is to be sent.
  const to = await aStore(it.database, { order_limit: 2 })
  await restoreArchive(it.database, pictures, to.storeId, archive, { at: restoredAt, actor: 'command' })
  const rows = await it.database.query<{ order_id: string }>(sql`
    select order_id, request.state as request, mailing_id is not null as gathered, mail.state as mail, own_answer, sent_at
    from review_requests as request
    join mailings as mail on mail.store_id = request.store_id and mail.email = request.email
    where request.store_id = ${to.storeId}`)
  const cancelled = { mail: 'cancelled', own_answer: 'moved', sent_at: null }
  const byMessage = { gathered: true, mail: 'sent', own_answer: 'by_whatsapp', sent_at: restoredAt }
  expect(Object.fromEntries(rows.map(({ order_id, ...row }) => [order_id, row]))).toEqual({
    waits: { request: 'scheduled', gathered: false, ...cancelled },
    'waits-cancelled': { request: 'cancelled', gathered: true, ...cancelled },
    'not-handed': { request: 'scheduled', gathered: false, ...cancelled },
    handed: { request: 'sent', ...byMessage },
    'handed-cancelled': { request: 'cancelled', ...byMessage },
    read: { request: 'sent', gathered: true, mail: 'sent', own_answer: null, sent_at: sentAt },
  })
})
