import { Problem } from '../../server/foundation/lib/problem.ts'

/** The fields of a purchase, and common column names for them. */
const aliases = {
  product_id: [
    'product_id',
    'product',
    'clothing_id',
    'item_id',
    'asin',
    'id_produto',
    'produto_id',
    'codigo',
  ],
  product_name: ['product_name', 'product_title', 'item_name', 'produto', 'nome_produto'],
  date: [
    'submission_date',
    'review_date',
    'order_date',
    'purchase_date',
    'date',
    'created_at',
    'data',
    'data_compra',
  ],
  customer: [
    'email',
    'e_mail',
    'customer_email',
    'reviewer_email',
    'reviewer_id',
    'customer_id',
    'user_id',
    'cliente',
  ],
  customer_name: ['customer_name', 'reviewer_name', 'display_name', 'nome', 'nome_cliente'],
  phone: ['phone', 'telefone', 'celular'],
  price: ['price', 'unit_price', 'preco', 'valor'],
  sku: ['sku', 'product_sku'],
  gtin: ['gtin', 'ean', 'barcode', 'codigo_de_barras'],
  url: ['url', 'product_url', 'link'],
  rating: ['rating', 'overall_rating', 'stars', 'review_score', 'estrelas', 'avaliacao'],
  title: ['title', 'review_title', 'titulo'],
  text: ['text', 'review_text', 'review_body', 'body', 'texto', 'comentario'],
  recommended: ['recommended', 'recommend_to_a_friend', 'recommended_ind', 'recomenda'],
} as const

export type Field = keyof typeof aliases

export const fields = Object.keys(aliases) as Field[]

/** The column of each field. Fields without a column are omitted. */
export type Columns = Partial<Record<Field, string>>

/**
 * Recognises columns by their headers, after applying `mapping`. Throws Problem if a mapped column is missing, or none
 * is found for the product's id, the only required field.
 */
export function recogniseColumns(headers: string[], mapping: Columns): Columns {
  const found: Columns = {}
  for (const field of fields) {
    const column = mapping[field] ?? findColumn(headers, aliases[field])
    if (column !== undefined) found[field] = column
  }
  const told = `The file has the columns: ${headers.filter(header => header !== '').join(', ')}.`
  for (const column of Object.values(mapping)) {
    if (!headers.includes(column)) throw new Problem(`There is no column ${column}.`, told)
  }
  if (found.product_id === undefined) {
    throw new Problem(
      'No column holds the id of the product.',
      `${told} Name the one that does: --map product_id=COLUMN`,
    )
  }
  return found
}

// In the order of the aliases: if a file has both an e-mail address and a customer id, the address is used.
function findColumn(headers: string[], names: readonly string[]): string | undefined {
  for (const name of names) {
    const header = headers.find(one => comparable(one) === comparable(name))
    if (header !== undefined) return header
  }
  return undefined
}

/** Normalises a header: `Clothing ID`, `clothing_id` and `ClothingId` are equal, and so are `Preço` and `preco`. */
function comparable(header: string): string {
  return header
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
