import jsonata from 'jsonata'
import { expect, test } from 'vitest'
import { guessMapping } from './guess-mapping.ts'
import { dateExpression, dateFormOf, moneyExpression } from './guess-values.ts'

const ofErp = {
  evento: 'pedido.actualizado',
  datos: {
    pedido: {
      folio: 'PV-2026-004182',
      estado: 'ENTREGADO',
      fecha_pedido: '06/11/2026 11:03',
      fecha_entrega_estimada: '19/11/2026',
      fecha_envio: '07/11/2026',
      fecha_entrega: '20/11/2026 15:30',
      total: '$1,399.80',
      cliente: {
        nombre: 'Lucía',
        apellidos: 'Hernández Soto',
        correo: 'lucia@example.com',
        telefono: '+52 55 1234 5678',
      },
      envio: {
        paqueteria: 'Estafeta',
        bultos: [
          {
            renglones: [
              {
                id: 991,
                clave: 'CAF-6',
                cantidad: '1',
                precio_unitario: '$1,149.90',
                articulo: { id: 81, descripcion: 'Cafetera moka', codigo_barras: '7501234567893' },
              },
            ],
          },
        ],
      },
    },
  },
}

test('the Spanish JSON of an ERP is mapped whole, with its local dates and amounts', async () => {
  const mapping = guessMapping(JSON.stringify(ofErp), '-06:00') ?? {}
  expect(mapping).toEqual({
    orders: 'datos.pedido',
    order_id: 'folio',
    ordered_at: 'fecha_pedido ? $toMillis(fecha_pedido & " -06:00", "[D1]/[M1]/[Y0001] [H1]:[m01] [Z]")',
    shipped_at: 'fecha_envio ? $toMillis(fecha_envio & " -06:00", "[D1]/[M1]/[Y0001] [Z]")',
    delivered_at: 'fecha_entrega ? $toMillis(fecha_entrega & " -06:00", "[D1]/[M1]/[Y0001] [H1]:[m01] [Z]")',
    is_cancelled: '$contains($lowercase($string(estado)), "cancel")',
    customer_email: 'cliente.correo',
    customer_name: 'cliente.nombre & " " & cliente.apellidos',
    customer_phone: 'cliente.telefono',
    products: 'envio.bultos.renglones',
    product_id: 'articulo.id',
    product_sku: 'clave',
    product_name: 'articulo.descripcion',
    product_price: '$number($replace(precio_unitario, /[^0-9.]/, ""))',
    product_gtin: 'articulo.codigo_barras',
  })
  const { pedido } = ofErp.datos
  const find = async (field: string, input: object = pedido) =>
    await jsonata(mapping[field] ?? '').evaluate(input)
  expect(await find('ordered_at')).toBe(Date.parse('2026-11-06T11:03:00-06:00'))
  expect(await find('delivered_at')).toBe(Date.parse('2026-11-20T15:30:00-06:00'))
  expect(await find('shipped_at')).toBe(Date.parse('2026-11-07T00:00:00-06:00'))
  for (const fecha_entrega of [null, '', undefined])
    expect(await find('delivered_at', { ...pedido, fecha_entrega })).toBeUndefined()
  expect(await find('is_cancelled')).toBe(false)
  for (const estado of ['CANCELADO', 'Cancelada', 'cancelled'])
    expect(await find('is_cancelled', { ...pedido, estado })).toBe(true)
  expect(await find('is_cancelled', { ...pedido, estado: null })).toBe(false)
  expect(await find('product_price', pedido.envio.bultos[0]?.renglones[0])).toBe(1149.9)
})

test.each([
  [['16/11/2026'], 'dmy'],
  [['05/06/2026', '11/16/2026'], 'mdy'],
  [['05/06/2026'], 'dmy'],
  [['2026-11-16'], 'dmy'],
  [['16.11.2026 09:03:11'], 'dmy'],
  [['81', 'Moka pot', 7, null], undefined],
])('the dates among %j are read as %s', (values, form) => expect(dateFormOf(values)).toBe(form))

test.each([
  ['2026-11-16T11:03:00-03:00', '2026-11-16T11:03:00-03:00'],
  ['2026-11-16 11:03:00', '2026-11-16 11:03:00-06:00'],
  ['2026-11-16', '2026-11-16T00:00:00-06:00'],
  ['5/6/2026', Date.parse('2026-06-05T00:00:00-06:00')],
  ['16-11-2026 9:03:07', Date.parse('2026-11-16T09:03:07-06:00')],
  ['16.11.2026, 09:03', Date.parse('2026-11-16T09:03:00-06:00')],
  ['16/11/2026 3:05 PM', Date.parse('2026-11-16T15:05:00-06:00')],
])('%j is read in the time zone of the store', async (at, read) => {
  const expression = dateExpression('at', at, dateFormOf([at]), '-06:00')
  expect(await jsonata(expression).evaluate({ at })).toBe(read)
})

test.each([
  ['149.90', '149.90'],
  [149.9, 149.9],
  ['$1,149.90', 1149.9],
  ['R$ 1.149,90', 1149.9],
  ['149,9', 149.9],
  ['1,149', 1149],
  ['MXN 1 149', 1149],
])('the amount %j is %d', async (amount, read) =>
  expect(await jsonata(moneyExpression('amount', amount)).evaluate({ amount })).toBe(read))

// The shapes of three systems, with made-up values.
const evershop = {
  order_id: 71,
  order_number: '10071',
  created_at: '2026-11-18T09:00:00.123456-03:00',
  updated_at: '2026-11-20T09:00:00.123456-03:00',
  customer_email: 'ana@example.com',
  customer_full_name: 'Ana Martins',
  shipping_method_data: { name: 'Express', quotedAt: '2026-11-18T08:59:00Z' },
  items: [
    {
      order_item_id: 1,
      product_id: 31,
      product_sku: 'MUG-1',
      product_name: 'Mug',
      product_price: '39.9000',
      qty: 2,
      no_shipping_required: false,
    },
  ],
  shipments: [
    {
      shipment_id: 5,
      created_at: '2026-11-19T09:00:00Z',
      shipped_at: null,
      delivered_at: '2026-11-20T12:00:00Z',
      items: [{ order_item_id: 1, qty: 1 }],
    },
  ],
}
const vendure = {
  id: 9,
  code: 'K7WQ2M4XPZ5RB3TN',
  createdAt: '2026-11-17T22:00:00.000Z',
  updatedAt: '2026-11-18T09:00:00.000Z',
  orderPlacedAt: '2026-11-18T09:00:00.000Z',
  state: 'PartiallyDelivered',
  customer: {
    createdAt: '2025-01-01T00:00:00.000Z',
    firstName: 'Ana',
    lastName: 'Martins',
    emailAddress: 'ana@example.com',
  },
  shippingAddress: { fullName: 'Rui Martins', city: 'Recife' },
  shippingLines: [
    {
      createdAt: '2026-11-18T08:00:00.000Z',
      shippingMethod: { name: 'Post', createdAt: '2024-01-01T00:00:00Z' },
    },
  ],
  lines: [
    {
      id: 4,
      quantity: 2,
      listPriceIncludesTax: true,
      unitPriceWithTax: 3990,
      productVariant: { id: 61, sku: 'MUG-1', name: 'Mug green', product: { id: 31, slug: 'mug' } },
    },
  ],
  fulfillments: [
    { state: 'Delivered', updatedAt: '2026-11-20T12:00:00.000Z', lines: [{ orderLineId: 4, quantity: 1 }] },
  ],
}
const medusa = {
  id: 'order_01',
  email: 'ana@example.com',
  created_at: '2026-11-18T09:00:00.000Z',
  updated_at: '2026-11-20T09:00:00.000Z',
  items: [
    {
      id: 'ordli_01',
      title: 'Mug',
      is_custom_price: false,
      unit_price: 39.9,
      product_id: 'prod_01',
      variant_sku: 'MUG-1',
      quantity: 2,
    },
  ],
  shipping_methods: [{ name: 'Post', created_at: '2026-11-18T08:59:00.000Z' }],
  fulfillments: [
    {
      shipped_at: '2026-11-19T09:00:00.000Z',
      delivered_at: '2026-11-20T12:00:00.000Z',
      items: [{ line_item_id: 'ordli_01', quantity: 1 }],
    },
  ],
}

test.each([
  [
    'EverShop',
    evershop,
    {
      ...{ ordered_at: 'created_at', customer_name: 'customer_full_name', product_id: 'product_id' },
      ...{ product_sku: 'product_sku', product_price: 'product_price', parcels: 'shipments' },
      ...{ parcel_delivered_at: 'delivered_at', parcel_lines: 'items', parcel_line_id: 'order_item_id' },
      ...{ parcel_quantity: 'qty', product_line_id: 'order_item_id', product_quantity: 'qty' },
    },
  ],
  [
    'Vendure',
    vendure,
    {
      ...{ ordered_at: 'orderPlacedAt', product_price: 'unitPriceWithTax' },
      ...{ customer_name: 'customer.firstName & " " & customer.lastName' },
      ...{ product_id: 'productVariant.product.id', product_sku: 'productVariant.sku' },
      ...{ product_name: 'productVariant.name', product_line_id: 'id', parcel_line_id: 'orderLineId' },
      parcels: 'fulfillments[$contains($lowercase($string(state)), "cancel") ? false : true]',
      parcel_delivered_at: '$lowercase(state) in ["delivered","entregue","entregado"] ? updatedAt',
    },
  ],
  [
    'Medusa',
    medusa,
    {
      ...{ ordered_at: 'created_at', product_id: 'product_id', product_price: 'unit_price' },
      ...{ parcels: 'fulfillments', parcel_delivered_at: 'delivered_at', parcel_shipped_at: 'shipped_at' },
      ...{ parcel_line_id: 'line_item_id', product_line_id: 'id', product_quantity: 'quantity' },
    },
  ],
])('of an order of %s no date of a parcel or of an offer is one of the order', (_name, order, expected) => {
  const mapping = guessMapping(JSON.stringify(order)) ?? {}
  expect(mapping).toMatchObject(expected)
  expect([mapping.delivered_at, mapping.shipped_at]).toEqual([undefined, undefined])
})

test.each([
  [{ full_name: 'Ana Martins', last_name: 'Martins' }, 'customer.full_name'],
  [{ first_name: 'Ana', last_name: 'Martins' }, 'customer.first_name & " " & customer.last_name'],
  [{ name: 'Ana Martins' }, 'customer.name'],
])('the name of the buyer %j is not doubled', (customer, expression) => {
  const order = {
    id: 1,
    at: '2026-11-18',
    customer: { ...customer, email: 'ana@example.com' },
    items: [{ sku: 'A', name: 'B' }],
  }
  expect(guessMapping(JSON.stringify(order))?.customer_name).toBe(expression)
})

test('dates of the whole order are found, also inside an object, and not those of an address', () => {
  const order = {
    id: 1,
    email: 'ana@example.com',
    delivery_address: { street: 'A', created_at: '2024-01-01' },
    entrega: { postado_em: '2026-11-17', entregue_em: '2026-11-20' },
    items: [{ sku: 'A', name: 'B' }],
  }
  expect(guessMapping(JSON.stringify(order))).toMatchObject({
    delivered_at: 'entrega.entregue_em',
    shipped_at: 'entrega.postado_em',
  })
})
