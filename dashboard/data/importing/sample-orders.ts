const day = 24 * 60 * 60 * 1000

const dateBefore = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)

const rows = [
  [
    ...[
      'order_id',
      'order_date',
      'delivery_date',
      'product_id',
      'product_sku',
      'product_name',
      'product_url',
    ],
    ...['product_picture', 'product_price', 'customer_name', 'customer_email', 'customer_phone'],
  ],
  [
    ...['1001', dateBefore(6), dateBefore(2), 'P-1', 'SKU-1', 'Moka pot', 'https://shop.example/p/1'],
    ...['https://shop.example/p/1.jpg', '149.90', 'Ana Martins', 'ana@example.com', '+55 11 90000-0000'],
  ],
  [
    ...['1001', dateBefore(6), dateBefore(2), 'P-2', 'SKU-2', 'Coffee grinder', 'https://shop.example/p/2'],
    ...['', '89.00', 'Ana Martins', 'ana@example.com', '+55 11 90000-0000'],
  ],
  [
    ...['1002', dateBefore(5), dateBefore(1), 'P-1', 'SKU-1', 'Moka pot', 'https://shop.example/p/1'],
    ...['https://shop.example/p/1.jpg', '149.90', 'Bruno Lima', 'bruno@example.com', ''],
  ],
]

/** A file of orders to download, as an address. */
export const sampleOrders = `data:text/csv;charset=utf-8,${encodeURIComponent(rows.map(row => `${row.join(',')}\r\n`).join(''))}`
