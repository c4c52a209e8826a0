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
