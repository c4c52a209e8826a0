/** The columns of a CSV file of orders, as it is imported: one line for each product. */
export const orderFields = [
  'order_id',
  'order_date',
  'delivery_date',
  'product_id',
  'product_sku',
  'product_name',
  'product_url',
  'product_picture',
  'product_price',
  'customer_name',
  'customer_email',
  'customer_phone',
] as const
