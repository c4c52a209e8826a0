import { describe, expect, test } from 'vitest'
import { useOrderImports, waits } from '../../../test/exchange/order-imports.ts'
import { times } from '../../../test/factories.ts'
import type { OrderImportOptions } from './batches.ts'

const { importText, importBoth, outcomes } = useOrderImports()

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
    const lines = times(60, index => `${index},2026-11-10,2026-11-16,P,a@example.com,note ${index}`)
    const text = `order_id,order_date,delivery_date,product_id,customer_email,Note\n${lines.join('\n')}`
    await expect(importText(text, { columns: { order_status: 'Note' } })).rejects.toMatchObject({
      fault: { name: 'order_states_many', values: ['Note'] },
    })
  })
})
