import { mostProducts } from '../../orders/order-body.ts'
import type { ShopLine, ShopOrder } from '../platform.ts'
import type { Found } from './sandbox/protocol.ts'
import { addressOf, booleanOf, languageOf, priceOf, textOf, timeOf, ValueProblem } from './values.ts'

/** An order from what the expressions found, or every problem in words: `delivered_at: expected a date such as …`. */
export function orderOf(found: Found): { order: ShopOrder } | { problems: string[]; orderId: string } {
  const problems: string[] = []
  const order = readOrder(found, problems)
  return problems.length > 0 ? { problems: [...new Set(problems)], orderId: order.orderId } : { order }
}

function readOrder(found: Found, problems: string[]): ShopOrder {
  const read = reader(found.order, problems)
  const dates = { shippedAt: read('shipped_at', timeOf), deliveredAt: read('delivered_at', timeOf) }
  // A date that stands for "never" is unknown, so the next best one counts.
  const isGiven = ![undefined, null, ''].includes(found.order.ordered_at as null | undefined)
  const fallback = isGiven ? (dates.shippedAt ?? dates.deliveredAt ?? read('changed_at', timeOf)) : undefined
  if (found.products.length === 0) problems.push('products: found no product in this order')
  if (found.products.length > mostProducts)
    problems.push(`products: an order has at most ${mostProducts} products`)
  return {
    orderId: needed('order_id', read('order_id', idOf), problems) ?? '',
    changedAt: read('changed_at', timeOf) ?? 'received',
    orderedAt: needed('ordered_at', read('ordered_at', timeOf) ?? fallback, problems) ?? 0,
    customer: {
      name: read('customer_name', textOf) ?? '',
      email: read('customer_email', textOf),
      phone: read('customer_phone', textOf) ?? '',
    },
    language: read('language', languageOf),
    lines: found.products
      .slice(0, mostProducts)
      .filter(product => reader(product, problems)('product_is_asked', askedOf))
      .map(product => readLine(product, dates, problems)),
    isCancelled: read('is_cancelled', booleanOf) ?? false,
  }
}

type Dates = { shippedAt: number | undefined; deliveredAt: number | undefined }

function readLine(product: Record<string, unknown>, dates: Dates, problems: string[]): ShopLine {
  const read = reader(product, problems)
  return defined({
    productId: needed('product_id', read('product_id', idOf), problems) ?? '',
    variantId: read('product_variant_id', idOf),
    sku: read('product_sku', idOf) ?? '',
    name: read('product_name', textOf) ?? '',
    price: read('product_price', priceOf) ?? 0,
    gtin: read('product_gtin', idOf),
    url: read('product_url', addressOf),
    picture: read('product_picture', addressOf),
    shippedAt: read('product_shipped_at', timeOf) ?? dates.shippedAt,
    deliveredAt: read('product_delivered_at', timeOf) ?? dates.deliveredAt,
    isReturned: read('product_is_returned', booleanOf) ?? false,
    noProduct: read('product_is_gift_card', booleanOf) ? ('gift_card' as const) : undefined,
  })
}

const idOf = (value: unknown) => textOf(value, 255)

// True if there is no value.
const askedOf = (value: unknown) => value === undefined || value === null || booleanOf(value)

/** Reads one field after another, and notes their problems. */
function reader(values: Record<string, unknown>, problems: string[]) {
  return <T>(field: string, read: (value: unknown) => T): T | undefined => {
    try {
      return read(values[field])
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error
      problems.push(`${field}: ${error.message}`)
      return undefined
    }
  }
}

function needed<T>(field: string, value: T | undefined, problems: string[]): T | undefined {
  const isKnown = problems.some(problem => problem.startsWith(`${field}:`))
  if (value === undefined && !isKnown) problems.push(`${field}: the expression finds nothing`)
  return value
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Without its undefined fields. */
function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Defined<T>
}
