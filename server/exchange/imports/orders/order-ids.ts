import type { Field } from '../formats/format.ts'
import type { CsvRow } from '../reading/bytes/csv.ts'

/** A row with its order. `lacksId`: the row does not name the order, but continues it. */
export type OrderRow = CsvRow & { orderId: string; lacksId: boolean }

type Peek = (row: CsvRow, field: Field) => string

const ofOrder = ['order_date', 'customer_email', 'customer_name', 'customer_phone'] as const
const ofProduct = ['product_id', 'product_sku', 'product_name'] as const

/**
 * Finds the order of each row. Many shops name an order only on its first line: a row without an id continues the order
 * before it if it names a product, and nothing of another order. Any other row without an id is an order of its own, which
 * cannot be known.
 */
export async function* withOrderIds(rows: AsyncIterable<CsvRow>, peek: Peek): AsyncGenerator<OrderRow> {
  let last: { orderId: string; texts: string[] } | undefined
  for await (const row of rows) {
    const own = peek(row, 'order_id')
    const texts = ofOrder.map(field => peek(row, field))
    const isSame = last?.texts.every((text, place) => [text, ''].includes(texts[place] ?? '')) ?? false
    const isContinued = own === '' && isSame && ofProduct.some(field => peek(row, field) !== '')
    if (!isContinued && !isEmpty(row)) last = { orderId: own || unknownId(row), texts }
    const orderId = isContinued ? (last?.orderId ?? '') : own || unknownId(row)
    yield Object.assign(row, { orderId, lacksId: own === '' })
  }
}

const isEmpty = ({ cells }: CsvRow) => cells.every(cell => !cell?.trim())

/** The id of an order whose row has none. No cell contains it. */
const unknownId = ({ number }: CsvRow) => `\0${number}`

export const isUnknownId = (orderId: string): boolean => orderId.startsWith('\0')

/** The most digits of a number that spreadsheets may have shortened by the zeros before it. */
export const longestNumber = 16

/** The id as a spreadsheet saves it: a number loses the zeros before it. */
export function withoutZeros(orderId: string): string {
  const isNumber = orderId.length <= longestNumber && /^\d+$/.test(orderId)
  return isNumber ? orderId.replace(/^0+(?=.)/, '') : orderId
}

const mostIds = 100_000

/**
 * Watches whether a file repeats the ids of its orders on their lines. Then a line without one is damaged, although it
 * continues an order.
 */
export function watchIds() {
  const seen = new Set<string>()
  let last = ''
  let isRepeated = false
  return {
    add({ orderId, lacksId }: OrderRow): void {
      if (lacksId) return
      isRepeated ||= orderId === last || seen.has(orderId)
      if (seen.size < mostIds) seen.add(orderId)
      last = orderId
    },
    isRepeated: () => isRepeated,
  }
}
