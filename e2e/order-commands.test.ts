import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrderProduct } from '../server/test/factories.ts'
import { makeStore } from './make-store.ts'
import { cleanUp, readyDataDir, run, runJson, type Service, startService } from './service.ts'
import { orderText, post, query, type Store } from './store.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ dataDir: readyDataDir() })
})
afterAll(cleanUp)

const json = <T>(...args: string[]) => runJson<T>(args, { dataDir: service.dataDir })
const text = (...args: string[]) => run(args, { dataDir: service.dataDir })

describe('order show', () => {
  test("explains when and why its review is requested, in the store's time zone", async () => {
    const store = await makeStore(service)
    // A Friday noon in São Paulo. Seven days later at 10:00 is 13:00 UTC there.
    const delivery_date = '2199-03-01T15:00:00.000Z'
    const sent = await post(service.url, store, orderText('told', { delivery_date }))
    expect(sent.status).toBe(201)
    const order = await json<{ id: string; requests: { due_at: string; reason: string }[] }>(
      ...['order', 'show', '--store', store.store_id, 'told'],
    )
    expect(order.id).toBe(sent.body.id)
    expect(order.requests).toMatchObject([{ due_at: '2199-03-08T13:00:00.000Z', state: 'scheduled' }])
    const { stdout } = await text('order', 'show', '--store', store.store_id, 'told')
    expect(stdout).toContain('Fri 2199-03-08 10:00')
    expect(stdout).toContain('due (America/Sao_Paulo)')
    expect(stdout).toContain('7 days after delivery')
  })

  test('says if no address is usable', async () => {
    const store = await makeStore(service)
    const customers = [{ name: 'Ana', email: 'a@b.c\r\nBcc: x@y.z', phone: '' }]
    expect((await post(service.url, store, orderText('unusable', { customers }))).status).toBe(201)
    const args = ['order', 'show', '--store', store.store_id, 'unusable']
    expect(await json(...args)).toMatchObject({ requests: [], no_request: 'no usable address' })
    const { code, stdout } = await text(...args)
    expect([code, stdout]).toEqual([0, expect.stringContaining('no usable address')])
    // Escaped, so that an address cannot write to the operator's terminal.
    expect(stdout).not.toContain('\r')
  })

  test('lists unusable addresses beside usable ones, and escapes everything that could write to a terminal', async () => {
    const store = await makeStore(service)
    // Clear the screen, set the title, the one-byte form of both, and write from right to left.
    const evil = 'x\u001b[2J\u001b]0;mine\u0007\u009b2J\u202e\u2066\u061c\r\ny'
    const products = [anOrderProduct({ product_id: evil, sku: evil, name: evil })]
    const customers = ['ana@example.com', 'a@b.co, c@d.co', evil].map(email => ({
      name: evil,
      email,
      phone: evil,
    }))
    const body = orderText(evil, { products, customers })
    expect((await post(service.url, store, body)).status).toBe(201)
    const { code, stdout } = await text('order', 'show', '--store', store.store_id, evil)
    expect(code).toBe(0)
    expect(stdout).toMatch(/ana@example\.com +all products +expired/)
    expect(stdout).toContain('no usable address: "a@b.co, c@d.co"')
    expect(stdout).toContain('x\ufffd[2J')
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
  })
})

describe('order cancel', () => {
  test('cancels the requests of an order, which another store cannot cancel or show', async () => {
    const [store, outsider] = [await makeStore(service), await makeStore(service)]
    const delivery_date = '2199-03-01T15:00:00.000Z'
    expect((await post(service.url, store, orderText('gone', { delivery_date }))).status).toBe(201)
    const cancel = (one: Store) => text('order', 'cancel', '--store', one.store_id, 'gone')
    expect(await cancel(outsider)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Order not found'),
    })
    const shown = await text('order', 'show', '--store', outsider.store_id, 'gone')
    expect([shown.code, shown.stderr]).toEqual([1, expect.stringContaining('Order not found')])
    const { code, stdout } = await cancel(store)
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/cancelled +.*7 days after delivery, cancelled/),
    ])
    expect(await json('order', 'show', '--store', store.store_id, 'gone')).toMatchObject({
      requests: [{ state: 'cancelled', mail: null }],
    })
  })
})

describe('order deliver and order refund', () => {
  test('ask about a product later, and about another never', async () => {
    const store = await makeStore(service)
    const products = ['pot', 'mill'].map(product_id => anOrderProduct({ product_id, name: product_id }))
    const delivery_date = '2199-03-01T15:00:00.000Z'
    expect((await post(service.url, store, orderText('split', { delivery_date, products }))).status).toBe(201)
    const flags = ['--store', store.store_id, 'split']
    const at = ['--at', '2199-03-05T15:00:00Z']
    const delivered = await json<{ requests: object[] }>(
      'order',
      'deliver',
      ...flags,
      ...at,
      '--product',
      'mill',
    )
    expect(delivered.requests).toMatchObject([
      { state: 'scheduled', due_at: '2199-03-08T13:00:00.000Z', product_ids: ['pot'] },
      { state: 'scheduled', due_at: '2199-03-12T13:00:00.000Z', product_ids: ['mill'] },
    ])
    const { code, stdout } = await text('order', 'refund', ...flags, '--product', 'pot')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/pot .*went back/)])
    expect(stdout).toMatch(/cancelled +.*all products went back/)
    const wrong = await text('order', 'refund', ...flags, '--product', 'x', '--product', 'mill')
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('The order has no product x')])
  })
})

describe('order move and order send', () => {
  test('move a request to a day, and send its mail once', async () => {
    const store = await makeStore(service)
    const delivery_date = '2199-03-01T15:00:00.000Z'
    expect((await post(service.url, store, orderText('soon', { delivery_date }))).status).toBe(201)
    const flags = ['--store', store.store_id, 'soon']
    const moved = await json<{ requests: object[] }>('order', 'move', ...flags, '--date', '2198-12-31')
    expect(moved.requests).toMatchObject([{ state: 'scheduled', reason: 'date chosen later' }])
    const past = await text('order', 'move', ...flags, '--date', '2020-01-02')
    expect([past.code, past.stderr]).toEqual([1, expect.stringContaining('Expected today or a later day')])
    const sent = await json<{ requests: object[] }>('order', 'send', ...flags)
    expect(sent.requests).toMatchObject([{ reason: 'date chosen later, sent at once' }])
    const again = await text('order', 'send', ...flags)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('Request was already sent')])
    const mails = () =>
      query(service.dataDir, 'select state from mailings where store_id = $1', [store.store_id])
    await expect.poll(mails).toEqual([{ state: 'kept' }])
    // Without a mail server it never left. The table says so, like the dashboard.
    const { stdout } = await text('order', 'show', ...flags)
    expect(stdout).toMatch(/all products +kept .* kept in the outbox: SMTP_URL is not set/)
    expect(stdout).not.toContain('sent: kept')
  })
})
