import { mostProducts } from '../../../asking/orders/order-body.ts'
import type { ShopLine, ShopOrder } from '../platform.ts'
import { type Sentence, sentence, uniqueSentences } from '../sentences.ts'
import { type Pieces, whenAll } from '../shop/when-all.ts'
import { inField } from './fields.ts'
import { niceties } from './sandbox/niceties.ts'
import type { Found, FoundParcel, Values } from './sandbox/protocol.ts'
import {
  addressOf,
  booleanOf,
  currencyOf,
  languageOf,
  priceOf,
  quantityOf,
  textOf,
  timeOf,
  ValueProblem,
} from './values.ts'

type Read = { order: ShopOrder; notes: Sentence[] } | { problems: Sentence[]; orderId: string }

/**
 * An order from what the expressions found, or every problem: `delivered_at: expected a date such as …`. `notes`:
 * the problems of fields without which the order is read.
 */
export function orderOf(found: Found): Read {
  const noted: Noted = { problems: [], notes: [] }
  const order = readOrder(found, noted)
  return noted.problems.length > 0
    ? { problems: uniqueSentences([...noted.problems, ...noted.notes]), orderId: order.orderId }
    : { order, notes: uniqueSentences(noted.notes) }
}

function readOrder(found: Found, noted: Noted): ShopOrder {
  const { problems } = noted
  const read = reader(found.order, noted)
  const dates = readDates(read, ['shipped_at', 'delivered_at'], noted)
  const parcels = found.parcels && readParcels(found.parcels, noted)
  // A date that stands for "never" is unknown, so the next best one counts.
  const isGiven = ![undefined, null, ''].includes(found.order.ordered_at as null | undefined)
  const fallback = isGiven ? (dates.shippedAt ?? dates.deliveredAt ?? read('changed_at', timeOf)) : undefined
  if (found.products.length === 0) problems.push(inField('products', sentence('noProduct')))
  if (found.products.length > mostProducts)
    problems.push(inField('products', sentence('manyLines', { count: mostProducts })))
  return {
    orderId: needed('order_id', read('order_id', idOf), problems) ?? '',
    changedAt: read('changed_at', timeOf) ?? 'received',
    orderedAt: needed('ordered_at', read('ordered_at', timeOf) ?? fallback, problems) ?? 0,
    currency: read('currency', currencyOf),
    customer: {
      name: read('customer_name', textOf) ?? '',
      email: read('customer_email', textOf),
      phone: read('customer_phone', textOf) ?? '',
    },
    language: read('language', languageOf),
    lines: found.products
      .slice(0, mostProducts)
      .filter(product => reader(product, noted)('product_is_asked', askedOf))
      .map(product => readLine(product, { dates, parcels }, noted)),
    isCancelled: read('is_cancelled', booleanOf) ?? false,
  }
}

type Dates = { shippedAt: number | undefined; deliveredAt: number | undefined }

/** A date of shipping that cannot be read is left out where the delivery is known. */
function readDates(read: Reader, [shipped, delivered]: [string, string], noted: Noted): Dates {
  const deliveredAt = read(delivered, timeOf)
  const own = deliveredAt === undefined ? noted.problems : noted.notes
  return { shippedAt: read(shipped, timeOf, own), deliveredAt }
}

/** Where the dates of a product come from, if it has none of its own. */
type Sources = { dates: Dates; parcels: PackedLine[] | undefined }

function readLine(product: Values, { dates, parcels }: Sources, noted: Noted): ShopLine {
  const { problems } = noted
  const read = reader(product, noted)
  const own = readDates(read, ['product_shipped_at', 'product_delivered_at'], noted)
  const quantity = read('product_quantity', quantityOf)
  const kept = (quantity ?? 1) - (read('product_returned_quantity', quantityOf) ?? 0)
  // An order without parcels, as of downloads, has its own dates.
  const others =
    parcels && parcels.length > 0
      ? arrivalOf(needed('product_line_id', read('product_line_id', idOf), problems), kept, parcels)
      : dates
  return defined({
    productId: needed('product_id', read('product_id', idOf), problems) ?? '',
    variantId: read('product_variant_id', idOf),
    sku: read('product_sku', idOf) ?? '',
    name: read('product_name', textOf) ?? '',
    price: read('product_price', priceOf) ?? 0,
    gtin: read('product_gtin', idOf),
    url: read('product_url', addressOf),
    picture: read('product_picture', addressOf),
    shippedAt: own.shippedAt ?? others.shippedAt,
    deliveredAt: own.deliveredAt ?? others.deliveredAt,
    isReturned: (read('product_is_returned', booleanOf) ?? false) || kept <= 0,
    noProduct: read('product_is_gift_card', booleanOf) ? ('gift_card' as const) : undefined,
  })
}

const idOf = (value: unknown) => textOf(value, 255)

// True if there is no value.
const askedOf = (value: unknown) => value === undefined || value === null || booleanOf(value)

type PackedLine = Pieces & { lineId: string }

function readParcels(parcels: FoundParcel[], noted: Noted): PackedLine[] {
  return parcels.flatMap(({ values, lines }) => {
    const { shippedAt, deliveredAt } = readDates(
      reader(values, noted),
      ['parcel_shipped_at', 'parcel_delivered_at'],
      noted,
    )
    return lines.map(line => {
      const read = reader(line, noted)
      const lineId = needed('parcel_line_id', read('parcel_line_id', idOf), noted.problems) ?? ''
      // Without a quantity, the parcel holds all pieces of the line.
      const quantity = read('parcel_quantity', quantityOf) ?? Number.POSITIVE_INFINITY
      return { lineId, quantity, shippedAt: shippedAt ?? deliveredAt, deliveredAt }
    })
  })
}

/** A product was sent, or arrived, when all pieces that the buyer keeps were. */
function arrivalOf(lineId: string | undefined, kept: number, parcels: PackedLine[]): Dates {
  const own = parcels.filter(line => line.lineId === lineId)
  return {
    shippedAt: whenAll(kept, own, 'shippedAt'),
    deliveredAt: whenAll(kept, own, 'deliveredAt'),
  }
}

/** What is wrong: `problems` refuse the order, `notes` do not. */
type Noted = { problems: Sentence[]; notes: Sentence[] }
type Reader = <T>(field: string, read: (value: unknown) => T, into?: Sentence[]) => T | undefined

/** Reads one field after another, and notes their problems. */
function reader(values: Values, { problems, notes }: Noted): Reader {
  return (field, read, into = niceties.includes(field) ? notes : problems) => {
    try {
      const why = values.failed?.[field]
      if (why !== undefined) throw new ValueProblem(why)
      return read(values[field])
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error
      into.push(inField(field, error.what))
      return undefined
    }
  }
}

function needed<T>(field: string, value: T | undefined, problems: Sentence[]): T | undefined {
  const isKnown = problems.some(({ values }) => values?.field === field)
  if (value === undefined && !isKnown) problems.push(inField(field, sentence('finds')))
  return value
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Without its undefined fields. */
function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Defined<T>
}
