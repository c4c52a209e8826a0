import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp, testOutboxToken } from '../../../test/app.ts'
import { aCustomer, anOrder } from '../../../test/factories.ts'
import { type MailServer, startMailServer } from '../../../test/mail/mail-server.ts'
import { aStore, type Member } from '../../../test/users.ts'

let without: TestApp
let withServer: TestApp
let mailServer: MailServer
let store: Member
let viewer: AdminClient
beforeAll(async () => {
  mailServer = await startMailServer()
  without = await startTestApp()
  withServer = await startTestApp(
    { SMTP_URL: mailServer.url, MAIL_FROM: 'reviews@shop.example' },
    without.target,
  )
  store = await aStore(without.database)
  viewer = await aMember(without, store.storeId, 'viewer')
  await order('kept', 'ana@example.com')
  await without.runDue()
  await order('sent', 'rui@example.com')
  await withServer.runDue()
})
afterAll(async () => {
  await withServer.close()
  await without.close()
  await mailServer.close()
})

async function order(order_id: string, email: string): Promise<void> {
  const body = anOrder({
    order_id,
    request_review_at: new Date(Date.now() - 1_000).toISOString(),
    customers: [aCustomer({ email })],
  })
  expect((await without.send('POST', '/orders', { headers: store.headers, body })).status).toBe(201)
}

const read = async (path: string, headers = {}) =>
  (await viewer.send('GET', `/stores/${store.storeId}${path}`, undefined, headers)).body

test('a mail that no server received is kept, also after a mail server is set up', async () => {
  const { result } = await read('/orders')
  const states = result.map((one: { order_id: string; requests: { mail: { state: string } }[] }) => [
    one.order_id,
    one.requests[0]?.mail.state,
  ])
  expect(Object.fromEntries(states)).toEqual({ kept: 'kept', sent: 'sent' })
  const { requests } = await read('/orders/detail?order_id=kept')
  expect(requests[0].mails).toMatchObject([{ kind: 'request', state: 'kept' }])
})

test('deliveries list and count kept mails apart from sent ones', async () => {
  const stateOf = async (filter: string) =>
    (await read(`/mail/deliveries?state=${filter}`)).result.map((one: { email: string; state: string }) => [
      one.email,
      one.state,
    ])
  expect(await stateOf('kept')).toEqual([['ana@example.com', 'kept']])
  expect(await stateOf('sent')).toEqual([['rui@example.com', 'sent']])
  expect(await read('/mail/health')).toMatchObject({ kept: 1, sent: 1 })
  const found = await viewer.send('POST', `/stores/${store.storeId}/mail/deliveries/look`, {
    email: 'ana@example.com',
  })
  expect(found.body.result).toMatchObject([{ state: 'kept' }])
})

test('the API of stores keeps its states', async () => {
  const { body } = await without.send('GET', '/orders/kept', { headers: store.headers })
  expect(body.requests[0].mail).toMatchObject({
    state: 'sent',
    last_answer: 'kept in the outbox: SMTP_URL is not set',
  })
})

test('says that no mail leaves, and links the outbox only for a browser that has opened it', async () => {
  expect((await read('/waiting')).mail_off).toEqual({ outbox: false })
  const forged = { cookie: `${viewer.cookies()}; realword.outbox=${testOutboxToken}` }
  expect((await read('/waiting', forged)).mail_off).toEqual({ outbox: false })
  const opened = await fetch(`${without.url}/outbox?token=${encodeURIComponent(testOutboxToken)}`, {
    redirect: 'manual',
  })
  const [outbox] = (opened.headers.get('set-cookie') ?? '').split(';')
  expect((await read('/waiting', { cookie: `${viewer.cookies()}; ${outbox}` })).mail_off).toEqual({
    outbox: true,
  })
})

test('says nothing of it once a mail server is set up', async () => {
  const member = await aMember(withServer, store.storeId, 'viewer')
  const { body } = await member.send('GET', `/stores/${store.storeId}/waiting`)
  expect(body.mail_off).toBe(null)
})

// On a cluster, the plan of the coordinator names no index.
test.skipIf(inject('citus'))(
  'each filter reads one range of an index, whatever other states mails have',
  async () => {
    const plan = await without.database.transaction(async tx => {
      // A table this small would be read as a whole.
      await tx.query(sql`set local enable_seqscan = off`)
      await tx.query(sql`set local enable_bitmapscan = off`)
      await tx.query(sql`set local enable_sort = off`)
      return await tx.query<{ 'QUERY PLAN': string }>(sql`
      explain select id
      from mailings
      where store_id = ${store.storeId} and state = 'kept'
      order by created_at desc, id desc
      limit 1`)
    })
    const text = plan.map(line => line['QUERY PLAN']).join('\n')
    expect(text).toContain('Backward using mailings_by_state')
    expect(text).not.toContain('Filter')
  },
)
