import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { FileError } from '../../../foundation/errors/file-errors.ts'
import { startTestApp } from '../../../test/app.ts'
import { importedAt, worded } from '../../../test/exchange/imports.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../../test/users.ts'
import { importOrders } from '../imports.ts'
import type { OrderImportOptions } from './batches.ts'

const it = openForTests(startTestApp)

async function tryFile(file: string, options: OrderImportOptions) {
  const { storeId } = await aStore(it.database)
  const read = () => Readable.from([Buffer.from(file)])
  const { preview, ...report } = await worded(
    importOrders(it.database, () => importedAt, storeId, read, {
      ...options,
      dryRun: true,
    }),
  )
  const orders = preview?.orders.map(({ order_id, order_date, buyer, products, outcome }) => [
    ...[order_id, order_date.slice(0, 16), buyer, outcome],
    products.map(({ product_id, name }) => `${product_id} ${name}`).join(', '),
  ])
  return { ...report, orders }
}

type Expected = { orders: string[][]; skippedStates: Record<string, number>; unread: string[] }

// Each file has the header that the plugin's, shop's or table's own documentation or source names.
const files: [system: string, file: string, options: OrderImportOptions, Expected][] = [
  [
    'Advanced Order Export for WooCommerce',
    `"Order Number","Order Status","Order Date","First Name (Billing)","Last Name (Billing)","State Code (Billing)","Email (Billing)","Phone (Billing)","Order Refund Amount","Order Total Amount",SKU,"Item #","Item Name","Quantity (- Refund)","Item Cost"
5001,Completed,"2026-11-09 10:15",Ana,Prado,PE,ana@example.com,,0,100,MUG-1,1,"Blue mug",1,40
5001,Completed,"2026-11-09 10:15",Ana,Prado,PE,ana@example.com,,0,100,MUG-2,2,"Red mug",1,50
5002,Cancelled,"2026-11-09 11:15",Bia,Reis,PE,bia@example.com,,0,40,MUG-1,1,"Blue mug",1,40
5003,Processing,"2026-11-09 12:15",Caio,Luz,PE,caio@example.com,,0,40,MUG-1,1,"Blue mug",1,40`,
    { columns: { delivery_date: 'Order Date' } },
    {
      orders: [
        ['5001', '2026-11-09T13:15', 'Ana P.', 'scheduled', 'MUG-1 Blue mug, MUG-2 Red mug'],
        ['5003', '2026-11-09T15:15', 'Caio L.', 'waiting', 'MUG-1 Blue mug'],
      ],
      skippedStates: { cancelled: 1 },
      unread: ['State Code (Billing)', 'Item #', 'Quantity (- Refund)'],
    },
  ],
  [
    // An order in each row, and its products in columns.
    'Order Export & Order Import for WooCommerce',
    `order_id,order_date,paid_date,status,customer_email,billing_first_name,billing_last_name,line_item_1,line_item_2
71,"2026-11-01 10:15:00","2026-11-09 10:16:00",completed,ana@example.com,Ana,Prado,"name:Mug: blue|product_id:44|sku:MUG-1|quantity:1|total:40.00","name:Red mug|product_id:45|sku:MUG-2|quantity:1|total:10.00"
72,"2026-11-01 10:15:00",,cancelled,bia@example.com,Bia,,"name:Red mug|product_id:45|sku:MUG-2|quantity:1|total:10.00",
73,"2026-11-01 10:15:00","2026-11-09 10:16:00",completed,caio@example.com,Caio,,,`,
    { columns: { delivery_date: 'paid_date' } },
    {
      orders: [['71', '2026-11-01T13:15', 'Ana P.', 'scheduled', '44 Mug: blue, 45 Red mug']],
      skippedStates: { cancelled: 1 },
      unread: [],
    },
  ],
  [
    'WooCommerce Customer / Order / Coupon Export',
    `order_id,date_created,date_completed,status,billing_email,line_items
91,2026-11-01 10:15:00,2026-11-09 10:15:00,completed,ana@example.com,"id:5|name:Blue mug|product_id:44|sku:MUG-1|quantity:1;id:6|name:Red mug|product_id:45|sku:MUG-2|quantity:1"`,
    {},
    {
      orders: [['91', '2026-11-01T13:15', '', 'scheduled', '44 Blue mug, 45 Red mug']],
      skippedStates: {},
      unread: [],
    },
  ],
  [
    'tables of Magento',
    `increment_id,created_at,state,status,customer_email,customer_firstname,customer_lastname,total_refunded,product_id,sku,name,qty_shipped
000000123,2026-11-01 10:15:00,complete,complete,ana@example.com,Ana,Prado,,19,MUG-1,Blue mug,1.0000
000000124,2026-11-01 10:15:00,canceled,canceled,bia@example.com,Bia,Reis,,19,MUG-1,Blue mug,0.0000
000000125,2026-11-01 10:15:00,processing,processing,caio@example.com,Caio,Luz,,19,MUG-1,Blue mug,1.0000`,
    { columns: { delivery_date: 'created_at' } },
    {
      orders: [
        ['000000123', '2026-11-01T13:15', 'Ana P.', 'scheduled', '19 Blue mug'],
        ['000000125', '2026-11-01T13:15', 'Caio L.', 'waiting', '19 Blue mug'],
      ],
      skippedStates: { canceled: 1 },
      unread: ['qty_shipped'],
    },
  ],
  [
    'tables of PrestaShop',
    `id_order;reference;date_add;delivery_date;current_state;firstname;lastname;email;product_id;product_reference;product_name
5;XKBKNABJK;2026-11-01 10:15:00;2026-11-09 10:15:00;5;Elise;Marin;elise@example.com;8;MUG-1;Blue mug
6;OHSATSERP;2026-11-01 10:15:00;0000-00-00 00:00:00;6;Marc;Bel;marc@example.com;8;MUG-1;Blue mug`,
    // The numbers of its states are one question.
    { orderStates: { 5: 'shipped', 6: 'cancelled' } },
    {
      orders: [['5', '2026-11-01T13:15', 'Elise M.', 'scheduled', '8 Blue mug']],
      skippedStates: { 6: 1 },
      unread: ['reference'],
    },
  ],
  [
    'tables of OpenCart',
    `order_id,firstname,lastname,email,product_id,name,model,order_status,date_added
88,Vera,Lins,vera@example.com,40,Kettle,KET-1,Complete,2026-11-01 10:15:00
89,Igor,Braz,igor@example.com,40,Kettle,KET-1,Chargeback,2026-11-01 10:15:00`,
    { columns: { delivery_date: 'date_added' } },
    {
      orders: [['88', '2026-11-01T13:15', 'Vera L.', 'scheduled', '40 Kettle']],
      skippedStates: { chargeback: 1 },
      unread: ['model'],
    },
  ],
  [
    'Tiendanube',
    `Número de orden;Email;Fecha;Estado de la orden;Estado del pago;Estado del envío;Nombre del comprador;Dirección;Número;Provincia o estado;Fecha de pago;Fecha de envío;Nombre del producto;SKU;Fecha y hora de cancelación
410;ana@example.com;09/11/2026 10:15:00;Abierta;Recibido;Enviado;Ana Prado;Calle;12;Buenos Aires;09/11/2026 10:15:00;11/11/2026 10:15:00;Taza azul;TAZ-1;
411;bia@example.com;09/11/2026 10:15:00;Abierta;Pendiente;No está empaquetado;Bia;Calle;12;Buenos Aires;;;Taza azul;TAZ-1;
412;caio@example.com;09/11/2026 10:15:00;Cancelada;Recibido;No está empaquetado;Caio;Calle;12;Buenos Aires;;;Taza azul;TAZ-1;10/11/2026 10:15:00`,
    {},
    {
      orders: [
        ['410', '2026-11-09T13:15', 'Ana P.', 'scheduled', 'TAZ-1 Taza azul'],
        ['411', '2026-11-09T13:15', 'Bia', 'waiting', 'TAZ-1 Taza azul'],
      ],
      skippedStates: { cancelada: 1 },
      unread: ['Dirección', 'Número', 'Provincia o estado', 'Fecha de pago'],
    },
  ],
  [
    'VTEX',
    `Origin;Order;Sequence;Creation Date;Client Name;Client Last Name;Email;Phone;UF;Number;Reference;Estimate Delivery Date;Status;ID_SKU;Reference Code;SKU Name
Marketplace;1290001-01;500301;2026-11-02T13:15:00.0000000+00:00;Ana;Prado;ana@example.com;;PE;12;;2026-11-09 00:00:00Z;Faturado;77;MUG-1;Caneca azul
Marketplace;1290001-01;500301;2026-11-02T13:15:00.0000000+00:00;Ana;Prado;ana@example.com;;PE;12;;2026-11-09 00:00:00Z;Faturado;78;MUG-2;Caneca vermelha
Marketplace;1290002-01;500302;2026-11-02T13:15:00.0000000+00:00;Bia;Reis;bia@example.com;;PE;12;;2026-11-09 00:00:00Z;Cancelado;77;MUG-1;Caneca azul
Marketplace;1290003-01;500303;2026-11-02T13:15:00.0000000+00:00;Caio;Luz;caio@example.com;;PE;12;;2026-11-09 00:00:00Z;Pronto para o manuseio;77;MUG-1;Caneca azul`,
    {},
    {
      orders: [
        ['1290001-01', '2026-11-02T13:15', 'Ana P.', 'scheduled', '77 Caneca azul, 78 Caneca vermelha'],
        ['1290003-01', '2026-11-02T13:15', 'Caio L.', 'waiting', '77 Caneca azul'],
      ],
      skippedStates: { cancelado: 1 },
      unread: ['Origin', 'Sequence', 'UF', 'Number', 'Reference'],
    },
  ],
]

test.each(files)('orders of %s are read', async (_system, file, options, expected) => {
  expect(await tryFile(file, options)).toMatchObject(expected)
})

test('an order without a product in its columns is refused', async () => {
  const file = `order_id,order_date,date_completed,customer_email,line_item_1
73,2026-11-01,2026-11-09,caio@example.com,nothing known`
  const { imported, refused } = await tryFile(file, {})
  expect([imported, refused]).toEqual([
    0,
    [{ row: 1, column: 'line_item product_id', problem: expect.stringContaining('no product id') }],
  ])
})

test('an order with more products in its columns than one can have is refused whole', async () => {
  const items = Array.from({ length: 502 }, (_, index) => `name:Mug|product_id:${index}|sku:M`).join(';')
  const file = `order_id,order_date,date_completed,customer_email,line_items
73,2026-11-01,2026-11-09,caio@example.com,"${items}"`
  const { imported, refused } = await tryFile(file, {})
  expect([imported, refused]).toEqual([
    0,
    [{ row: 1, column: 'line_item product_id', problem: expect.stringContaining('more than 500 products') }],
  ])
})

// Lists without products. "Delivery" is a country in PrestaShop's.
test.each([
  ['ID,Purchase Point,Purchase Date,Grand Total (Base),Status,Customer Email', 'Customer Email'],
  ['ID;Reference;New client;Delivery;Customer;Total;Payment;Status;Date', 'Date'],
  ['Order ID,Customer,Status,Total,Date Added,Date Modified', 'Date Added'],
])('a list of orders without products is refused: %s', async (header, column) => {
  const cells = header.replace(/[^,;]+/g, 'France')
  const error = await tryFile(`${header}\n${cells}`, { columns: { delivery_date: column } }).catch(one => one)
  expect(error).toBeInstanceOf(FileError)
  expect(error.fault.name).toBe('column_needed')
})
