import { createReadStream } from 'node:fs'
import { CsvError, parse } from 'csv-parse'
import { Temporal } from 'temporal-polyfill'
import { longestBody, longestHeading } from '../../server/answers/forms/review-cards.ts'
import type { Order } from '../../server/asking/orders/orders.ts'
import { Problem } from '../../server/foundation/lib/problem.ts'
import { comparableAddress } from '../../server/foundation/lib/text/email-address.ts'
import { type Columns, type Field, recogniseColumns } from './columns.ts'

/** The most products of a form, and of the email that leads to it. */
export const formProducts = 50

/**
 * A row of the file as an order; `date` is when it was placed, in milliseconds since 1970. `review` is the buyer's
 * review; absent without stars in the file.
 */
export type Purchase = { row: number; date: number; order: Order; review?: Written }

export type Written = {
  rating: number
  title: string
  body: string
  recommended: boolean | null
  /** To the store's own questions: columns named `attribute.ID`, with several options separated by semicolons. */
  answers: Record<string, string[]>
}

export type Purchases = { columns: Columns; purchases: Purchase[] }

const timeZone = 'America/Sao_Paulo' // of dates without a zone
const deliveryDays = 5

/**
 * The first `limit` rows of a CSV, oldest purchase first. Rows count from 1 after the header. Throws Problem if the
 * file cannot be read, or a row lacks a required field.
 */
export async function readPurchases(
  file: string,
  { mapping, limit, now }: { mapping: Columns; limit: number; now: number },
): Promise<Purchases> {
  let columns: Columns | undefined
  const purchases: Purchase[] = []
  for await (const cells of readRows(file)) {
    columns ??= recogniseColumns(Object.keys(cells), mapping)
    purchases.push(toPurchase(purchases.length + 1, cells, columns, now))
    if (purchases.length === limit) break
  }
  if (!columns) throw new Problem(`${file} holds no rows.`, 'It takes a CSV with a header and rows under it.')
  return { columns, purchases: purchases.sort((a, b) => a.date - b.date) }
}

/** The number of reviews in the purchases. A buyer has one review per product, however often they bought it. */
export function reviewsIn(purchases: Purchase[]): number {
  const keys = purchases
    .filter(({ review }) => review)
    .map(
      ({ order }) => `${comparableAddress(order.customers[0]?.email ?? '')} ${order.products[0]?.product_id}`,
    )
  return new Set(keys).size
}

type Cells = Record<string, string>

async function* readRows(file: string): AsyncGenerator<Cells> {
  const rows = createReadStream(file)
  const parser = parse({ bom: true, columns: true, skip_empty_lines: true })
  rows.on('error', error => parser.destroy(error))
  try {
    yield* rows.pipe(parser)
  } catch (error) {
    const isOurs = error instanceof CsvError || typeof (error as NodeJS.ErrnoException).code === 'string'
    if (isOurs) throw new Problem(`${file} cannot be read: ${(error as Error).message}`, 'It takes a CSV.')
    throw error
  } finally {
    rows.destroy()
  }
}

function toPurchase(row: number, cells: Cells, columns: Columns, now: number): Purchase {
  const cell = (field: Field): string => cells[columns[field] ?? '']?.trim() ?? ''
  const productId = cell('product_id')
  if (productId === '') throw wrong(row, columns.product_id, 'is empty')
  const made = columns.date ? readDate(cell('date')) : zoned(now)
  if (!made) throw wrong(row, columns.date, `is no date: ${cell('date')}`)
  const price = cell('price') === '' ? 0 : readPrice(cell('price'))
  if (price === undefined) throw wrong(row, columns.price, `is no price: ${cell('price')}`)
  const gtin = cell('gtin')
  const order: Order = {
    order_id: `purchase-${row}`,
    order_date: timestamp(made),
    delivery_date: timestamp(made.add({ days: deliveryDays })),
    products: [
      {
        product_id: productId,
        sku: cell('sku') || productId,
        name: cell('product_name') || `Product ${productId}`,
        price,
        url: cell('url') || `https://shop.example/p/${encodeURIComponent(productId)}`,
        ...(gtin !== '' && { gtin }),
      },
    ],
    customers: [
      {
        name: cell('customer_name') || `Customer ${row}`,
        email: addressOf(cell('customer'), row),
        phone: cell('phone'),
      },
    ],
  }
  const review = columns.rating ? readReview(cell, answersIn(cells)) : undefined
  return { row, date: made.epochMilliseconds, order, ...(review && { review }) }
}

// Within the form's limits: a title on one line, and a maximum number of characters.
function readReview(cell: (field: Field) => string, answers: Written['answers']): Written | undefined {
  const rating = Number(cell('rating'))
  if (![1, 2, 3, 4, 5].includes(rating)) return undefined
  const recommended = cell('recommended').toLowerCase()
  return {
    rating,
    title: cell('title').replace(/\s+/g, ' ').slice(0, longestHeading).trim().toWellFormed(),
    body: cell('text').slice(0, longestBody).toWellFormed(),
    recommended: /^(yes|sim|1|true)$/.test(recommended)
      ? true
      : /^(no|não|0|false)$/.test(recommended)
        ? false
        : null,
    answers,
  }
}

function answersIn(cells: Cells): Written['answers'] {
  const named = Object.entries(cells).filter(([name]) => name.startsWith('attribute.'))
  const given = named.map(([name, text]): [string, string[]] => [
    name.replace('attribute.', ''),
    text
      .split(';')
      .map(one => one.trim())
      .filter(Boolean),
  ])
  return Object.fromEntries(given.filter(([, values]) => values.length > 0))
}

/** The address in the column, or one derived from the customer, so that equal customers stay equal. */
function addressOf(customer: string, row: number): string {
  if (comparableAddress(customer)) return customer
  const derived = `${customer}@example.com`
  return comparableAddress(derived) ? derived : `customer-${row}@example.com`
}

/** ISO 8601 with a space or a T, an optional zone and time; or with the day first: 31/12/2025 18:30. */
function readDate(text: string): Temporal.ZonedDateTime | undefined {
  const iso = text.replace(/^(\d{2})\/(\d{2})\/(\d{4})/, '$3-$2-$1').replace(' ', 'T')
  try {
    if (/T.*(Z|[+-]\d{2}:?\d{2})$/i.test(iso)) return Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone)
    return Temporal.PlainDateTime.from(iso).toZonedDateTime(timeZone)
  } catch {
    return undefined
  }
}

/** `R$ 1.299,90`, `$1,299.90`, `149.9`, `80`: the last separator is decimal, unless 3 digits follow. */
function readPrice(text: string): number | undefined {
  const digits = text.replace(/[^\d.,]/g, '')
  const decimals = /[.,](\d{1,2})$/.exec(digits)?.[1] ?? ''
  const whole = digits.slice(0, decimals === '' ? undefined : -decimals.length - 1).replace(/[.,]/g, '')
  return whole === '' ? undefined : Number(`${whole}.${decimals}0`)
}

function zoned(instant: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
}

function timestamp(date: Temporal.ZonedDateTime): string {
  return new Date(date.epochMilliseconds).toISOString()
}

function wrong(row: number, column: string | undefined, what: string): Problem {
  return new Problem(
    `Row ${row}: ${column} ${what}.`,
    'Nothing was sent. Mend the row, or name another column with --map.',
  )
}
