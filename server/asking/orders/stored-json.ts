import { z } from 'zod'
import { buyerLanguage, customer, orderProduct } from './order-body.ts'
import type { Customer, OrderProduct } from './orders.ts'

/**
 * An order's lists as stored. Earlier releases restored archives with lists of other shapes. Such lists must neither
 * break a page nor hide a person.
 */

const product = orderProduct.shape
const storedProduct = z.object({
  product_id: product.product_id,
  sku: product.sku.catch(''),
  name: product.name.catch(''),
  price: product.price.catch(0),
  url: product.url.catch(''),
  pictures: product.pictures.catch(undefined),
  gtin: product.gtin.catch(undefined),
  mpn: product.mpn.catch(undefined),
})

const { name, email, phone, origin } = customer.shape
const storedCustomer = z.object({
  name: name.catch(''),
  email: email.catch(''),
  phone: phone.catch(''),
  origin: origin.catch(undefined),
  language: buyerLanguage.optional().catch(undefined),
})

/** The products of a stored order that have an id. A field that `POST /orders` would refuse becomes empty. */
export function productsIn(stored: unknown): OrderProduct[] {
  return listOf(stored).flatMap(one => storedProduct.safeParse(one).data ?? [])
}

/** The customers of a stored order. A field that `POST /orders` would refuse becomes empty. */
export function customersIn(stored: unknown): Customer[] {
  return listOf(stored).flatMap(one => storedCustomer.safeParse(one).data ?? [])
}

/** The values of a stored list, of any type. Any other value counts as a list of one. */
export function listOf(stored: unknown): unknown[] {
  return Array.isArray(stored) ? stored : [stored]
}

/** All texts in a value, at any depth. It does not recurse, because the author of the archive chose the depth. */
export function textsIn(value: unknown): string[] {
  const texts: string[] = []
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') texts.push(next)
    else if (typeof next === 'object' && next !== null) for (const one of Object.values(next)) left.push(one)
  }
  return texts
}

export function isItem(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
