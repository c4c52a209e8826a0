/** Ready mappings of `generic`, for systems whose orders arrive in a form that is known: `connect add --preset`. */
export const presets = {
  // As the extension of docs/how-to/connect-evershop.md sends them.
  evershop: {
    title: 'EverShop',
    options: {
      order_id: 'order_number',
      ordered_at: 'created_at',
      changed_at: 'changed_at',
      is_cancelled: '$boolean(is_cancelled)',
      language: 'language',
      customer_email: 'customer_email',
      customer_name: 'customer_full_name',
      products: 'items',
      product_id: 'product_id',
      product_sku: 'product_sku',
      product_name: 'product_name',
      product_price: 'final_price',
      product_line_id: 'order_item_id',
      product_quantity: 'qty',
      parcels: 'shipments',
      parcel_shipped_at: 'shipped_at',
      parcel_delivered_at: 'delivered_at',
      parcel_lines: 'items',
      parcel_line_id: 'order_item_id',
      parcel_quantity: 'qty',
    },
  },
} as const

export type Preset = keyof typeof presets

export const isPreset = (name: string): name is Preset => Object.hasOwn(presets, name)
