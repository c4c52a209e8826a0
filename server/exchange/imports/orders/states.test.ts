import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverProducts } from '../../../asking/orders/later/deliveries.ts'
import { readOrder } from '../../../asking/orders/orders.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { importedAt, worded } from '../../../test/exchange/imports.ts'
import { aReview } from '../../../test/factories.ts'
import { addProducts, addReviews } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { importOrders } from '../imports.ts'
import type { OrderImportOptions } from './batches.ts'

let it: TestApp
let store: Member
let storeId: string
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())
beforeEach(async () => {
  store = await aStore(it.database, { time_zone: 'America/Sao_Paulo', country: 'BR' })
  storeId = store.storeId
})

function importText(text: string | Buffer, options: OrderImportOptions = {}) {
  async function* read() {
    yield Buffer.from(text as string)
  }
  return worded(importOrders(it.database, () => importedAt, storeId, read, options))
}

/** A file whose trial says the same as its import. */
async function importBoth(text: string | Buffer, options: OrderImportOptions = {}) {
  const { preview: _, ...tried } = await importText(text, { ...options, dryRun: true })
  const report = await importText(text, options)
  expect(tried).toEqual(report)
  return report
}

/** What becomes of each stored order: `waits`, or the states of its requests and the products they are about. */
async function outcomes() {
  const ids = await it.database.query<{ order_id: string }>(sql`
    select order_id
    from orders
    where store_id = ${storeId}
    order by order_id`)
  const orders = await Promise.all(ids.map(({ order_id }) => readOrder(it.database, storeId, order_id)))
  return Object.fromEntries(
    orders.map(({ order_id, requests, no_request }) => [
      order_id,
      no_request ??
        requests.map(({ state, product_ids }) => `${state} ${product_ids.toSorted().join('+')}`).join(', '),
    ]),
  )
}

const waits = 'the products wait for their delivery'

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
    await addProducts(it, store, { '8812345678901': '' })
    await addReviews(it, store, aReview({ product_id: '8812345678901' }))
    expect((await importBoth(shopify(first(1), next(1)))).notes).toContain(warning)
    await addReviews(it, store, aReview({ product_id: 'LID-1' }))
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
    const products = await it.database.query(sql`
      select product_id, asks_for_reviews, recognised_as
      from products
      where store_id = ${storeId}
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
    expect((await readOrder(it.database, storeId, '#1')).requests[0]?.due_at).toEqual(
      new Date('2026-11-23T13:00:00Z'),
    )
  })

  test('is asked about when its delivery is reported', async () => {
    await importText(shopify(first(1, unsent)))
    const store = await readStore(it.database, storeId)
    const by = { at: new Date(importedAt), actor: 'api' as const }
    await it.database.transaction(tx =>
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
    const mine = storeId
    const other = (await aStore(it.database, { time_zone: 'UTC' })).storeId
    storeId = other
    await importText(shopify(first(1, unsent), first(2)))
    storeId = mine
    await importText(shopify(first(1), first(2, { 'Financial Status': 'refunded' })))
    const rows = await it.database.query(sql`
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

describe('other shops', () => {
  const asked: [
    shop: string,
    file: string | Buffer,
    options: OrderImportOptions,
    outcome: object,
    states: object,
  ][] = [
    [
      'Nuvemshop in Portuguese, as Latin-1 and with semicolons',
      Buffer.from(
        [
          'Número do Pedido;E-mail;Data;Status do Pedido;Status do Pagamento;Status do Envio;Total;Nome do comprador;Estado;Data de envío;Nome do Produto;Valor do Produto;SKU',
          '31;a@example.com;10/11/2026 09:30:00;Aberto;Confirmado;Enviado;"55,00";João;SP;12/11/2026;Caneca;"30,00";CAN-1',
          '31;a@example.com;;;;;;;;;Pires;"20,00";PI-1',
          '32;b@example.com;11/11/2026 10:00:00;Aberto;Recusado;Não enviado;"30,00";Rui;RJ;;Caneca;"30,00";CAN-1',
          '33;c@example.com;11/11/2026 10:00:00;Cancelado;Estornado;Enviado;"30,00";Cid;BA;12/11/2026;Caneca;"30,00";CAN-1',
          '34;d@example.com;11/11/2026 10:00:00;Arquivado;Confirmado;Não está embalado;"30,00";Eva;SC;;Caneca;"30,00";CAN-1',
        ].join('\r\n'),
        'latin1',
      ),
      { dates: 'dmy' },
      { '31': 'scheduled CAN-1+PI-1', '34': waits },
      { recusado: 1, cancelado: 1 },
    ],
    [
      'Tiendanube in Spanish, with the number on the first line only',
      [
        'Número de orden;Email;Fecha;Estado de la orden;Estado del pago;Estado del envío;Total;Nombre del comprador;Provincia o estado;Fecha de envío;Nombre del producto;Precio del producto;SKU',
        '41;a@example.com;2026-11-10;Abierta;Recibido;Entregado;55;Ana;Mendoza;2026-11-14;Taza;30;T-1',
        ';;;;;;;;;;Plato;25;P-1',
        '42;b@example.com;2026-11-10;Abierta;Recibido;No está empaquetado;30;Bea;Córdoba;;Taza;30;T-1',
        '43;c@example.com;2026-11-10;Cancelada;Anulado;No enviado;30;Cira;Salta;;Taza;30;T-1',
      ].join('\n'),
      {},
      { '41': 'scheduled P-1+T-1', '42': waits },
      { cancelada: 1 },
    ],
    [
      'WooCommerce, with its own names of states',
      [
        'Order Number,Order Date,Order Status,Billing Email,Completed Date,SKU,Item Name,Order Refund Amount,Order Total Amount',
        '51,2026-11-10,wc-completed,a@example.com,2026-11-14,T-1,Cup,0,30',
        '52,2026-11-10,wc-processing,b@example.com,,T-1,Cup,0,30',
        '53,2026-11-10,wc-on-hold,c@example.com,,T-1,Cup,0,30',
        '54,2026-11-10,wc-failed,d@example.com,,T-1,Cup,0,30',
        '55,2026-11-10,wc-completed,e@example.com,2026-11-14,T-1,Cup,-30,30',
        '56,2026-11-10,wc-completed,f@example.com,2026-11-14,T-1,Cup,-5,30',
      ].join('\n'),
      {},
      { '51': 'scheduled T-1', '52': waits, '53': waits, '56': 'scheduled T-1' },
      { 'wc-failed': 1, refunded: 1 },
    ],
    [
      'a file with a state for each line',
      [
        'SalesOrderNo,order_date,delivery_date,abstract_product_sku,product_name,customer_email,State',
        '61,2026-11-10,2026-11-16,086,Watch,a@example.com,delivered',
        '61,2026-11-10,2026-11-16,087,Strap,a@example.com,returned',
        '61,2026-11-10,2026-11-16,088,Box,a@example.com,ready for picking',
        '62,2026-11-10,2026-11-16,086,Watch,b@example.com,approved',
        '63,2026-11-10,2026-11-16,086,Watch,c@example.com,chargeback',
        '63,2026-11-10,2026-11-16,087,Strap,c@example.com,lost',
      ].join('\n'),
      {},
      { '61': 'scheduled 086', '62': 'scheduled 086' },
      { chargeback: 1 },
    ],
    [
      'columns of yes and no',
      [
        'order_id,order_date,delivery_date,product_id,customer_email,Paid,Shipped,Cancelled,Test',
        '71,2026-11-10,2026-11-16,P,a@example.com,yes,yes,no,no',
        '72,2026-11-10,2026-11-16,P,b@example.com,yes,no,no,no',
        '73,2026-11-10,2026-11-16,P,c@example.com,yes,yes,yes,no',
        '74,2026-11-10,2026-11-16,P,d@example.com,yes,yes,no,yes',
        '75,2026-11-10,2026-11-16,P,e@example.com,yes,yes,Not cancelled,live',
      ].join('\n'),
      {},
      { '71': 'scheduled P', '72': waits, '75': 'scheduled P' },
      { cancelled: 1, test: 1 },
    ],
    [
      'columns whose headings say what was called off',
      [
        'order_id,order_date,delivery_date,product_id,customer_email,Cancelado,Chargeback,Devolvido em,deleted,Estornado,Returns',
        '76,2026-11-10,2026-11-16,P,a@example.com,não,,,0,não,0',
        '77,2026-11-10,2026-11-16,P,b@example.com,não,Yes,,0,não,0',
        '78,2026-11-10,2026-11-16,P,c@example.com,não,no,20/11/2026,0,não,0',
        '79,2026-11-10,2026-11-16,P,d@example.com,não,no,0000-00-00,1,não,0',
        '80,2026-11-10,2026-11-16,P,e@example.com,não,no,,0,Sim,2',
        '81,2026-11-10,2026-11-16,P,f@example.com,não,no,,0,,2',
        '82,2026-11-10,2026-11-16,P,g@example.com,Sim,no,,0,,0',
      ].join('\n'),
      {},
      { '76': 'scheduled P', '81': 'scheduled P' },
      { chargeback: 1, 'devolvido em': 1, deleted: 1, refunded: 1, cancelled: 1 },
    ],
    [
      'a state in a column that nothing names',
      [
        'order_id,order_date,delivery_date,product_id,customer_email,Andamento',
        '81,2026-11-10,2026-11-16,P,a@example.com,Entregue',
        '82,2026-11-10,2026-11-16,P,b@example.com,Devolvido',
      ].join('\n'),
      {},
      { '81': 'scheduled P' },
      { devolvido: 1 },
    ],
  ]

  test.each(asked)('%s', async (_shop, file, options, outcome, states) => {
    const report = await importBoth(file, options)
    expect(report).toMatchObject({ refused: [], skippedStates: states })
    expect(await outcomes()).toEqual(outcome)
  })

  test('a column that is read as a state is named, and is not among those that are ignored', async () => {
    const file =
      'order_id,order_date,delivery_date,product_id,customer_email,Andamento,Note\n1,2026-11-10,2026-11-16,P,a@example.com,Devolvido,x'
    const { notes, unread } = await importText(file, { dryRun: true })
    expect([notes, unread]).toEqual([['“Andamento” is read as the status of the order.'], ['Note']])
  })
})

describe('a state of unknown meaning', () => {
  const file = [
    'order_id,order_date,delivery_date,product_id,customer_email,Status',
    '1,2026-11-10,2026-11-16,P,a@example.com,Zugestellt',
    '2,2026-11-10,2026-11-16,P,b@example.com,Storniert',
    '3,2026-11-10,2026-11-16,P,c@example.com,In Arbeit',
    '4,2026-11-10,2026-11-16,P,d@example.com,refunded',
  ].join('\n')

  test('stops the import with one question, and nothing is stored', async () => {
    await expect(importText(file)).rejects.toMatchObject({
      fault: { name: 'order_states_unknown', values: [['Status'], ['zugestellt', 'storniert', 'in arbeit']] },
    })
    expect(await outcomes()).toEqual({})
  })

  test('is read as it is answered', async () => {
    const states = { zugestellt: 'shipped', storniert: 'cancelled', 'in arbeit': 'waiting' } as const
    expect(await importBoth(file, { orderStates: states })).toMatchObject({
      skippedStates: { storniert: 1, refunded: 1 },
    })
    expect(await outcomes()).toEqual({ '1': 'scheduled P', '3': waits })
  })

  test('or is ignored, alone or with its column', async () => {
    const states = { zugestellt: 'ignore', storniert: 'ignore', 'in arbeit': 'ignore' } as const
    expect(await importText(file, { orderStates: states, dryRun: true })).toMatchObject({ imported: 3 })
    const columns = { order_status: null }
    expect(await importText(file, { columns, dryRun: true })).toMatchObject({
      imported: 4,
      unread: ['Status'],
    })
  })

  test.each<[string, string[], string[]]>([
    ['numbers', ['3', '7'], ['3', '7']],
    ['what is over, or paid back', ['Closed', 'complete'], ['closed']],
    ['names of objects', ['__proto__', 'constructor'], ['__proto__', 'constructor']],
  ])('is asked about: %s', async (_what, [one, other], states) => {
    const lines = [one, other].map(
      (state, index) => `${index},2026-11-10,2026-11-16,P,a${index}@example.com,${state}`,
    )
    const text = `order_id,order_date,delivery_date,product_id,customer_email,order_status\n${lines.join('\n')}`
    await expect(importText(text)).rejects.toMatchObject({ fault: { values: [['order_status'], states] } })
  })

  test.each([
    'Bestellstatus',
    'Zahlungsstatus',
    'Versandstatus',
    'Statut',
    'État de la commande',
    'Stato ordine',
  ])('is asked about in a column named %s', async name => {
    const text = `order_id,order_date,delivery_date,product_id,customer_email,${name}\n1,2026-11-10,2026-11-16,P,a@example.com,storniert`
    await expect(importText(text)).rejects.toMatchObject({ fault: { values: [[name], ['storniert']] } })
  })

  test('is not looked for in a part of an address, or of a tax', async () => {
    const text =
      'order_id,order_date,delivery_date,product_id,customer_email,State,Billing State,Tax status\n1,2026-11-10,2026-11-16,P,a@example.com,TX,TX,taxable'
    expect(await importText(text)).toMatchObject({
      imported: 1,
      unread: ['State', 'Billing State', 'Tax status'],
    })
  })

  test('of a chosen column that has too many of them refuses the file', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, index) => `${index},2026-11-10,2026-11-16,P,a@example.com,note ${index}`,
    )
    const text = `order_id,order_date,delivery_date,product_id,customer_email,Note\n${lines.join('\n')}`
    await expect(importText(text, { columns: { order_status: 'Note' } })).rejects.toMatchObject({
      fault: { name: 'order_states_many', values: ['Note'] },
    })
  })
})

describe('never part of an order', () => {
  const header = 'order_id,order_date,delivery_date,product_id,product_name,customer_email'

  test('a line without an id among lines that repeat it refuses the order that it continues', async () => {
    const file = [
      header,
      '1,2026-11-10,2026-11-16,P-1,,a@example.com',
      '1,2026-11-10,2026-11-16,P-2,,a@example.com',
      '2,2026-11-10,2026-11-16,P-1,,b@example.com',
      ',2026-11-10,2026-11-16,P-2,,b@example.com',
      '3,2026-11-10,2026-11-16,P-1,,c@example.com',
    ].join('\n')
    const report = await importBoth(file)
    expect(report.refused).toEqual([
      { row: 3, column: null, problem: 'Row 4 of the same order is refused. Correct that row.' },
      { row: 4, column: 'order_id', problem: 'There is no order id. Give the id of the order.' },
    ])
    expect(Object.keys(await outcomes())).toEqual(['1', '3'])
  })

  test('a lost first line takes the lines that follow it along, and no other order', async () => {
    const file = [
      header,
      '1,2026-11-10,2026-11-16,P-1,,a@example.com',
      ',,,P-2,,',
      ',2026-11-11,2026-11-16,P-1,,b@example.com',
      ',,,P-3,,',
      '3,2026-11-10,2026-11-16,P-1,,c@example.com',
      ',,,,,',
      'Total,,,,,',
    ].join('\n')
    const { refused } = await importBoth(file)
    expect(refused.map(({ row, column }) => [row, column])).toEqual([
      [3, 'order_id'],
      [4, 'order_id'],
      [7, 'product_id'],
    ])
    expect(await outcomes()).toEqual({ '1': 'scheduled P-1+P-2', '3': 'scheduled P-1' })
  })

  test('a buyer without an address is counted, and the rest is stored', async () => {
    const file = [
      `${header},customer_phone,customer_language`,
      '1,2026-11-10,2026-11-16,P-1,,,0100000001,',
      '2,2026-11-10,2026-11-16,P-1,,b@example.com,0100000002,pt_BR',
      '3,2026-11-10,2026-11-16,P-1,,c@example.com,,Portuguese',
    ].join('\n')
    expect(await importBoth(file)).toMatchObject({
      imported: 2,
      refused: [],
      skippedStates: { 'no e-mail': 1 },
    })
    const customers = await it.database.query(sql`
      select customers -> 0 -> 'language' as language
      from orders
      where store_id = ${storeId}
      order by order_id`)
    expect(customers).toEqual([{ language: 'pt-BR' }, { language: null }])
  })

  test('an order is known by its number whatever zeros begin it', async () => {
    const line = (id: string) => `${id},2026-11-10,2026-11-16,P-1,,a@example.com`
    await importText([header, line('0001001'), line('77')].join('\n'))
    const saved = [header, line('1001'), line('077'), line('78'), line('A-77')].join('\n')
    expect(await importBoth(saved)).toMatchObject({ imported: 2, skipped: 2 })
    expect(Object.keys(await outcomes()).toSorted()).toEqual(['0001001', '77', '78', 'A-77'])
  })

  test('an order whose number a file writes in two ways is refused, and never becomes two', async () => {
    const line = (id: string, more = 'P-1') => `${id},2026-11-10,2026-11-16,${more},,a@example.com`
    const file = [header, line('0052'), line('53'), line('52', 'P-2'), line('A052'), line('A52')].join('\n')
    const report = await importBoth(file)
    expect(report).toMatchObject({ imported: 3 })
    const problem = expect.stringContaining('both "0052" and "52"')
    expect(report.refused).toEqual([
      { row: 1, column: 'order_id', problem },
      { row: 3, column: 'order_id', problem },
    ])
    expect(Object.keys(await outcomes()).toSorted()).toEqual(['53', 'A052', 'A52'])
  })
})
