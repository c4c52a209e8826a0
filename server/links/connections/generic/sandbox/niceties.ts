/** The fields of a line in a parcel, evaluated on each of its `parcel_lines`. */
export const parcelLineFields: readonly string[] = ['parcel_line_id', 'parcel_quantity']

/**
 * An order is worth more than these: if one of them is wrong, it is left out, and the log names it. Without any other field
 * a buyer could be asked who should not be.
 */
export const niceties: readonly string[] = [
  'changed_at',
  'customer_name',
  'customer_phone',
  'language',
  'currency',
  'product_sku',
  'product_name',
  'product_price',
  'product_gtin',
  'product_url',
  'product_picture',
]
