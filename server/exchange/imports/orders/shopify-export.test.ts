import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { deliverProducts } from '../../../asking/orders/later/deliveries.ts'
import { readOrder } from '../../../asking/orders/orders.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { importedAt } from '../../../test/exchange/imports.ts'
import { useOrderImports, waits } from '../../../test/exchange/order-imports.ts'
import { aReview } from '../../../test/factories.ts'
import { addProducts, addReviews } from '../../../test/reading.ts'
import { aStore } from '../../../test/users.ts'

const { stage, importText, importBoth, outcomes } = useOrderImports()

/** A file as Shopify exports it, of `cells` for each line. */
function shopify(...lines: Record<string, string>[]): string {
  const header = [
    ...[
      'Name',
      'Email',
      'Financial Status',
      'Paid at',
      'Fulfillment Status',
      'Fulfilled at',
      'Total',
      'Created at',
    ],
    ...[
      'Lineitem quantity',
      'Lineitem name',
      'Lineitem price',
      'Lineitem sku',
      'Lineitem fulfillment status',
    ],
    ...['Billing Name', 'Cancelled at', 'Refunded Amount', 'Id', 'Tags'],
  ]
  const row = (line: Record<string, string>) =>
    header.map(name => (line[name] ? `"${line[name].replaceAll('"', '""')}"` : '')).join(',')
  return [header.join(','), ...lines.map(row)].join('\n')
}

/** The first line of an order. The others have neither states nor dates of the order, as in Shopify's. */
function first(number: number, more: Record<string, string> = {}): Record<string, string> {
  return {
    ...{
      Name: `#${number}`,
      Email: `buyer${number}@example.com`,
      'Financial Status': 'paid',
      Id: `77000${number}`,
    },
    ...{ 'Fulfillment Status': 'fulfilled', 'Fulfilled at': '2026-11-16 09:30:00 -0300', Total: '80.00' },
    ...{ 'Created at': '2026-11-14 10:00:00 -0300', 'Lineitem name': 'Kettle', 'Lineitem sku': 'KET-1' },
    ...{ 'Lineitem fulfillment status': 'fulfilled', 'Refunded Amount': '0.00', ...more },
  }
}

function next(number: number, more: Record<string, string> = {}): Record<string, string> {
  return {
    ...{ Name: `#${number}`, Email: `buyer${number}@example.com`, 'Created at': '2026-11-14 10:00:00 -0300' },
    ...{
      'Lineitem name': 'Lid',
      'Lineitem sku': 'LID-1',
      'Lineitem fulfillment status': 'fulfilled',
      ...more,
    },
  }
}

describe("Shopify's export of orders", () => {
  test('is read whole: by the name that is on every line, and by the SKU', async () => {
    const report = await importBoth(shopify(first(1), next(1), first(2)))
    expect(report).toMatchObject({ imported: 2, refused: [], skippedStates: {}, waiting: 0 })
    expect(report.columns).toMatchObject({
      order_id: 'Name',
      product_id: 'Lineitem sku',
      product_sku: 'Lineitem sku',
    })
    expect(report.notes).toEqual([
      'Orders are known by “Name”, not by “Id”.',
      'Products are known by “Lineitem sku”: the file has no other ID of them.',
      'Deliveries are counted from “Fulfilled at”, which says when the order was sent: let the delay of your requests include the days on the way.',
    ])
    expect(await outcomes()).toEqual({ '#1': 'scheduled KET-1+LID-1', '#2': 'scheduled KET-1' })
  })

  test('knows products by their names if a line has no SKU', async () => {
    const report = await importBoth(shopify(first(1), next(1, { 'Lineitem sku': '' })))
    expect(report).toMatchObject({ imported: 1, refused: [] })
    expect(report.notes).toEqual([
      'Orders are known by “Name”, not by “Id”.',
      'Products are known by “Lineitem name”: 1 rows have no “Lineitem sku”.',
      'Deliveries are counted from “Fulfilled at”, which says when the order was sent: let the delay of your requests include the days on the way.',
    ])
    expect(await outcomes()).toEqual({ '#1': 'scheduled Kettle+Lid' })
  })

  test('warns where the reviews are of other products, until one of them is in the file', async () => {
    const warning =
      'Your reviews are of other products than this file. Here products are known by “Lineitem sku”: what buyers write appears with the earlier reviews only if these are of the same IDs.'
    await addProducts(stage.it, stage.store, { '8812345678901': '' })
    await addReviews(stage.it, stage.store, aReview({ product_id: '8812345678901' }))
    expect((await importBoth(shopify(first(1), next(1)))).notes).toContain(warning)
    await addReviews(stage.it, stage.store, aReview({ product_id: 'LID-1' }))
    expect((await importBoth(shopify(first(2), next(2)))).notes).not.toContain(warning)
  })

  test('leaves out a tip, which can never be sent', async () => {
    const tip = {
      'Lineitem name': 'Dankeschön',
      'Lineitem sku': '',
      'Lineitem fulfillment status': 'not_eligible',
    }
    expect(await importBoth(shopify(first(1), next(1, tip)))).toMatchObject({ imported: 1, refused: [] })
    expect(await outcomes()).toEqual({ '#1': 'scheduled Kettle' })
  })

  test('with the SKU chosen as the id, takes the name of a product without one, and says so', async () => {
    const file = shopify(first(1), next(1, { 'Lineitem sku': '' }))
    const report = await importBoth(file, { columns: { product_id: 'Lineitem sku' } })
    expect(report).toMatchObject({ imported: 1, refused: [] })
    expect(report.notes).toContain(
      '1 rows have no “Lineitem sku”: their products are known by “Lineitem name”.',
    )
    expect(await outcomes()).toEqual({ '#1': 'scheduled KET-1+Lid' })
  })

  test('is read whole by an id that is on the first line of an order only', async () => {
    const file = shopify(
      first(1),
      next(1),
      first(2),
      next(2),
      next(2, { 'Lineitem name': 'Cup', 'Lineitem sku': 'C' }),
    )
    expect(await importBoth(file, { columns: { order_id: 'Id' } })).toMatchObject({
      imported: 2,
      refused: [],
    })
    expect(await outcomes()).toEqual({
      '770001': 'scheduled KET-1+LID-1',
      '770002': 'scheduled C+KET-1+LID-1',
    })
  })

  const states: [what: string, line: Record<string, string>, word: string][] = [
    ['refunded', { 'Financial Status': 'Refunded', 'Refunded Amount': '80.00' }, 'refunded'],
    ['voided', { 'Financial Status': 'voided', 'Cancelled at': '2026-11-15 08:00:00 -0300' }, 'voided'],
    ['cancelled', { 'Cancelled at': '2026-11-15 08:00:00 -0300' }, 'cancelled'],
    ['paid back in full', { 'Refunded Amount': '-80,00' }, 'refunded'],
    ['restocked', { 'Fulfillment Status': 'restocked' }, 'restocked'],
    ['expired', { 'Financial Status': 'expired', 'Fulfillment Status': 'unfulfilled' }, 'expired'],
  ]

  test.each(states)('leaves out an order that was %s', async (_what, line, word) => {
    const report = await importBoth(shopify(first(1), first(2, line), next(2)))
    expect(report).toMatchObject({ imported: 1, refused: [], skippedStates: { [word]: 1 } })
    expect(Object.keys(await outcomes())).toEqual(['#1'])
  })

  const kept: [what: string, lines: Record<string, string>[], outcome: string][] = [
    ['not sent', [{ 'Fulfillment Status': 'unfulfilled', 'Lineitem fulfillment status': 'pending' }], waits],
    [
      'not paid',
      [{ 'Financial Status': 'pending', 'Fulfillment Status': '', 'Lineitem fulfillment status': '' }],
      waits,
    ],
    ['paid on delivery', [{ 'Financial Status': 'pending' }], 'scheduled KET-1'],
    [
      'refunded in part',
      [{ 'Financial Status': 'partially_refunded', 'Refunded Amount': '5.00' }],
      'scheduled KET-1',
    ],
    [
      'sent in part',
      [{ 'Fulfillment Status': 'partial' }, { 'Lineitem fulfillment status': 'pending' }],
      'scheduled KET-1',
    ],
  ]

  test('without a date for an order that is sent in part keeps all of it until the rest is sent', async () => {
    const part = { 'Fulfillment Status': 'partial', 'Fulfilled at': '' }
    const file = shopify(
      first(1, part),
      next(1, { 'Lineitem fulfillment status': 'pending' }),
      first(2, part),
    )
    expect(await importBoth(file)).toMatchObject({ imported: 2, refused: [], waiting: 2 })
    expect(await importText(shopify(first(1), next(1), first(2)))).toMatchObject({ updated: 2 })
    expect(await outcomes()).toEqual({ '#1': 'scheduled KET-1+LID-1', '#2': 'scheduled KET-1' })
  })

  test('refuses an order that was sent without a date', async () => {
    const { refused } = await importBoth(shopify(first(1, { 'Fulfilled at': '' }), first(2)))
    expect(refused).toMatchObject([{ row: 1, column: 'Fulfilled at' }])
  })

  // The trap: the date of the order as that of its delivery, as for a file without one.
  test.each(kept)('of an order that is %s, asks no buyer too early', async (_what, [one, other], outcome) => {
    const file = shopify(first(1, one), ...(other ? [next(1, other)] : []))
    const report = await importBoth(file, { columns: { delivery_date: 'Created at' } })
    expect(report).toMatchObject({
      imported: 1,
      refused: [],
      skippedStates: {},
      waiting: outcome === waits ? 1 : 0,
    })
    expect(await outcomes()).toEqual({ '#1': outcome })
  })
})

describe('an order that waits', () => {
  const unsent = {
    'Fulfillment Status': 'unfulfilled',
    'Fulfilled at': '',
    'Lineitem fulfillment status': 'pending',
  }

  test('adds what it recognises to the catalogue as what nobody is asked about', async () => {
    const card = {
      'Lineitem sku': 'CARD',
      'Lineitem name': 'Gift card',
      'Lineitem fulfillment status': 'pending',
    }
    expect(await importBoth(shopify(first(1, unsent), next(1, card)))).toMatchObject({ waiting: 1 })
    const products = await stage.it.database.query(sql`
      select product_id, asks_for_reviews, recognised_as
      from products
      where store_id = ${stage.storeId}
      order by product_id`)
    expect(products).toEqual([
      { product_id: 'CARD', asks_for_reviews: false, recognised_as: 'gift_card' },
      { product_id: 'KET-1', asks_for_reviews: true, recognised_as: null },
    ])
  })

  test('is asked about when a later file says that it was sent', async () => {
    await importBoth(shopify(first(1, unsent), next(1, { 'Lineitem fulfillment status': 'pending' })))
    expect(await importBoth(shopify(first(1, unsent)))).toMatchObject({ imported: 0, skipped: 1, updated: 0 })
    const later = shopify(first(1), next(1, { 'Lineitem fulfillment status': 'pending' }))
    expect(await importText(later, { dryRun: true })).toMatchObject({ imported: 0, skipped: 0, updated: 1 })
    expect(await outcomes()).toEqual({ '#1': waits })
    expect(await importText(later)).toMatchObject({ imported: 0, skipped: 0, updated: 1 })
    expect(await outcomes()).toEqual({ '#1': 'scheduled KET-1' })
    const last = shopify(first(1), next(1, { 'Fulfilled at': '2026-11-24 09:30:00 -0300' }))
    expect(await importText(last)).toMatchObject({ updated: 1 })
    expect(await outcomes()).toEqual({ '#1': 'scheduled KET-1, scheduled LID-1' })
    expect(await importBoth(last)).toMatchObject({ imported: 0, skipped: 1, updated: 0 })
    expect((await readOrder(stage.it.database, stage.storeId, '#1')).requests[0]?.due_at).toEqual(
      new Date('2026-11-23T13:00:00Z'),
    )
  })

  test('is asked about when its delivery is reported', async () => {
    await importText(shopify(first(1, unsent)))
    const store = await readStore(stage.it.database, stage.storeId)
    const by = { at: new Date(importedAt), actor: 'api' as const }
    await stage.it.database.transaction(tx =>
      deliverProducts(tx, store, '#1', { deliveredAt: Date.parse('2026-11-20T12:00:00Z') }, by),
    )
    expect(await outcomes()).toEqual({ '#1': 'scheduled KET-1' })
  })

  test('and one that was asked about are called off by a later file, never the other way round', async () => {
    await importText(shopify(first(1), first(2, unsent), first(3)))
    const off = { 'Financial Status': 'refunded' }
    const report = await importText(shopify(first(1, off), first(2, off), first(3, unsent)))
    expect(report).toMatchObject({ imported: 0, skipped: 1, updated: 2, skippedStates: { refunded: 2 } })
    expect(await outcomes()).toEqual({ '#1': 'cancelled KET-1', '#2': 'cancelled', '#3': 'scheduled KET-1' })
    expect(await importBoth(shopify(first(1), first(2)))).toMatchObject({ skipped: 2, updated: 0 })
    expect(await outcomes()).toMatchObject({ '#2': 'cancelled' })
  })

  test('belongs to its own store', async () => {
    const mine = stage.storeId
    const other = (await aStore(stage.it.database, { time_zone: 'UTC' })).storeId
    stage.storeId = other
    await importText(shopify(first(1, unsent), first(2)))
    stage.storeId = mine
    await importText(shopify(first(1), first(2, { 'Financial Status': 'refunded' })))
    const rows = await stage.it.database.query(sql`
      select store_id = ${mine} as mine, order_id, cancelled_at is null as open
      from orders
      where order_id in ('#1', '#2') and store_id = any(${[mine, other]}::uuid[])
      order by 1, 2`)
    expect(rows).toEqual([
      { mine: false, order_id: '#1', open: true },
      { mine: false, order_id: '#2', open: true },
      { mine: true, order_id: '#1', open: true },
    ])
  })
})
