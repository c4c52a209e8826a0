import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { cancelOrder } from '../../../asking/orders/later/order-changes.ts'
import { suppress } from '../../../foundation/mailings/suppressions.ts'
import { openForm, tokensOfMail } from '../../../test/forms.ts'
import { aManageKey } from '../../../test/management.ts'
import { anEvent, anySecret, anyShopForEachTest, delivered, due, mug } from '../../../test/shops/any-shop.ts'
import { connected } from '../../../test/shops/connected.ts'
import { delivery as fromWoo, orderJson, wooOrder } from '../../../test/shops/woocommerce.ts'

/** An order, a return or a deletion that a shop calls off, as it arrives over HTTP. */

const it = anyShopForEachTest()
const { say, read, asked, sentAt } = it

let deliveries = 0

describe('an order that was cancelled and comes back', () => {
  test('is asked about again, on its date', async () => {
    const event = anEvent()
    await say(event)
    await say({ ...event, cancelled: true })
    expect(await asked(event.id)).toEqual([`cancelled ${event.email}`])
    expect(await say(event)).toBe('Known: delivered 2026-03-05. It came back: its buyer is asked again.')
    expect((await read(event.id)).requests).toMatchObject([
      { state: 'scheduled', reason: '7 days after delivery, cancelled, restored' },
    ])
    expect(await sentAt(due)).toEqual([event.email])
  })

  test('goes to the address that it comes back with', async () => {
    const event = anEvent()
    await say(event)
    await say({ ...event, cancelled: true })
    await say({ ...event, email: 'moved@example.com' })
    expect(await sentAt(due)).toEqual(['moved@example.com'])
  })

  test.each([
    false,
    true,
  ])('stays cancelled if the store cancelled it; the shop cancelled it before: %s', async isFirst => {
    const event = anEvent()
    await say(event)
    if (isFirst) await say({ ...event, cancelled: true })
    const by = { at: new Date(delivered), actor: 'command' } as const
    await it.service.database.transaction(tx => cancelOrder(tx, it.store.storeId, event.id, by))
    await say({ ...event, cancelled: true })
    expect(await say(event)).toBe(
      'Known: delivered 2026-03-05. The order was cancelled in Realword, not by the shop: nobody is asked.',
    )
    expect(await sentAt(due)).toEqual([])
  })

  test('is not sent twice, but the link of its mail works again', async () => {
    const event = anEvent()
    await say(event)
    await sentAt(due)
    await say({ ...event, cancelled: true })
    const [mail] = await it.service.database.query<{ id: string }>(sql`
      select id from mailings where store_id = ${it.store.storeId}`)
    const form = async () =>
      (await openForm(`${it.service.url}/r/${(await tokensOfMail(it.service, mail?.id ?? '')).link}`)).html
    expect(await form()).not.toContain('Enamel mug')
    expect(await say(event)).toContain('its buyer was asked already: the request is not sent again.')
    expect(await form()).toContain('Enamel mug')
    expect(await sentAt('2026-03-13T13:00:00Z')).toEqual([])
  })

  test('is not sent to a buyer who unsubscribed, and the log says so', async () => {
    const event = anEvent()
    await say(event)
    await say({ ...event, cancelled: true })
    await suppress(it.service.database, it.store.storeId, event.email, 'unsubscribed', new Date(delivered))
    expect(await say(event)).toContain('its buyer gets no mail (unsubscribed): nobody is asked.')
    expect(await asked(event.id)).toEqual([`suppressed ${event.email}`])
  })

  test('too late is not asked about, and the log says so', async () => {
    const event = anEvent()
    await say(event)
    await say({ ...event, cancelled: true })
    it.service.setNow('2026-04-12T12:00:00Z')
    expect(await say(event)).toBe(
      'Known: delivered 2026-03-05. It came back more than 30 days after its buyer was to be asked: nobody is asked.',
    )
    expect(await asked(event.id)).toEqual([`expired ${event.email}`])
    expect(await sentAt('2026-04-13T13:00:00Z')).toEqual([])
  })

  test('waits again if it is not delivered any more', async () => {
    const event = anEvent()
    await say(event)
    await say({ ...event, cancelled: true })
    expect(await say({ ...event, delivered: undefined })).toBe(
      'Waits for delivery. It came back: its buyer is asked again.',
    )
    expect(await asked(event.id)).toEqual([])
    await say({ ...event, delivered: '2026-03-06T10:00:00Z' })
    expect(await sentAt('2026-03-13T13:00:00Z')).toEqual([event.email])
  })
})

describe('a return that is called off', () => {
  const lid = { ...mug, sku: 'LID' }

  test('is asked about again', async () => {
    const event = anEvent({ items: [mug, lid] })
    await say({ ...event, items: [mug, { ...lid, back: true }] })
    await say({ ...event, items: [mug, lid].map(one => ({ ...one, back: true })) })
    expect(await asked(event.id)).toEqual([`cancelled ${event.email}`])
    expect(await say(event)).toContain('It came back: its buyer is asked again.')
    expect((await read(event.id)).requests).toMatchObject([
      { state: 'scheduled', product_ids: ['MUG', 'LID'] },
    ])
  })

  test('stays a return if the store reported it', async () => {
    const event = anEvent({ items: [mug, lid] })
    await say({ ...event, items: [mug, { ...lid, back: true }] })
    const program = await aManageKey(it.service, { store: it.store })
    const refund = { product_ids: ['LID'] }
    expect((await program.send('POST', `/orders/${event.id}/refunds`, refund)).status).toBe(200)
    expect(await say(event)).toBe(
      'Known: delivered 2026-03-05. 1 product went back as the store says: not asked about.',
    )
    expect((await read(event.id)).requests).toMatchObject([{ product_ids: ['MUG'] }])
  })

  test('of a product that the shop left out and names again', async () => {
    const event = anEvent({ items: [mug, lid] })
    await say(event)
    await say({ ...event, items: [mug] })
    await say(event)
    expect((await read(event.id)).requests).toMatchObject([
      { state: 'scheduled', product_ids: ['MUG', 'LID'] },
    ])
  })
})

describe('WooCommerce', () => {
  let send: (topic: string, body: object) => Promise<string | null | undefined>
  const at = (time: string) => Date.parse(time)
  const completed = { status: 'completed', completed: at('2026-03-05T10:00:00Z') }
  beforeEach(async () => {
    it.shop = await connected(it.service, it.store.storeId, { platform: 'woocommerce', secret: anySecret })
    send = async (topic, body) => {
      expect(await it.shop.deliver(fromWoo(topic, body, anySecret, ++deliveries))).toBe(200)
      return (await it.shop.log()).at(-1)?.outcome
    }
  })

  test('an order that returns from the bin is asked about again', async () => {
    const version = (modified: string) => orderJson(wooOrder(91, { modified: at(modified), ...completed }))
    await send('order.updated', version('2026-03-05T10:00:00Z'))
    expect(await send('order.deleted', { id: 91 })).toContain('cancelled')
    expect((await read('91')).requests).toMatchObject([{ state: 'cancelled' }])
    // Sent before it was deleted, and late.
    expect(await send('order.updated', version('2026-03-05T10:00:05Z'))).toBe('Older than what is known.')
    expect(await send('order.restored', version('2026-03-06T11:59:00Z'))).toContain('asked again')
    expect(await send('order.updated', version('2026-03-06T11:59:00Z'))).toMatch(
      /^Known: delivered 2026-03-10/,
    )
    expect((await read('91')).requests).toMatchObject([{ state: 'scheduled' }])
  })

  test('a list without lines removes nothing', async () => {
    const order = wooOrder(92, { modified: at('2026-03-05T10:00:00Z'), ...completed })
    await send('order.updated', orderJson(order))
    const empty = orderJson({ ...order, modified: at('2026-03-05T11:00:00Z'), line_items: [] })
    expect(await send('order.updated', empty)).toBe('The order names no product: its products stay.')
    expect((await read('92')).requests).toMatchObject([{ state: 'scheduled' }])
  })
})
