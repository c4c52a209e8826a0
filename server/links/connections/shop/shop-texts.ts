import type { OrderProduct } from '../../../asking/orders/orders.ts'
import { storable } from '../../../foundation/lib/text/storable.ts'
import { inRange } from '../../../foundation/lib/time/instant.ts'
import { longestPicture, mostPictures } from '../../../foundation/storage/pictures/limits.ts'
import { type ShopLine, ShopProblem, type ShopProduct } from '../platform.ts'
import { sentence } from '../sentences.ts'

/** What a shop says, within the limits of orders and products here: longer texts are cut. */

const mostPrice = 9_999_999_999

/** A text that can be stored, of at most `most` characters. */
export function clip(text: string | undefined, most: number): string {
  return [...storable(text ?? '').trim()].slice(0, most).join('')
}

/** An id, which is never cut: two long ids could become one. Throws ShopProblem. */
export function idOf(id: string, what: 'anOrder' | 'aProduct'): string {
  if (id !== '' && id.length <= 255 && id === storable(id)) return id
  throw new ShopProblem(sentence('noUsableId', { what: [sentence(what)] }), sentence('noUsableIdMend'))
}

/** ISO 8601. Throws ShopProblem outside 1970 to 2199. */
export function timeOf(instant: number, what: 'dateOfOrder' | 'dateOfDelivery'): string {
  if (Number.isFinite(instant) && inRange(instant)) return new Date(instant).toISOString()
  throw new ShopProblem(sentence('noDate', { what: [sentence(what)] }), sentence('noDateMend'))
}

const priceOf = (price: number) => (Number.isFinite(price) ? Math.min(Math.max(price, 0), mostPrice) : 0)

/** A line as a product of an order. */
export function orderedProduct(productId: string, line: ShopLine): OrderProduct {
  const picture = clip(line.picture, longestPicture)
  return {
    product_id: idOf(productId, 'aProduct'),
    sku: clip(line.sku, 255),
    name: clip(line.name, 2048),
    price: priceOf(line.price),
    url: clip(line.url, 2048),
    pictures: picture === '' ? [] : [picture],
    gtin: clip(line.gtin, 255),
  }
}

/** A product as the catalogue takes it. */
export function listedProduct({
  productId,
  pictures,
  ...product
}: ShopProduct): OrderProduct & { pictures: string[] } {
  return {
    product_id: idOf(productId, 'aProduct'),
    sku: clip(product.sku, 255),
    name: clip(product.name, 2048),
    price: priceOf(product.price),
    url: clip(product.url, 2048),
    pictures: pictures
      .slice(0, mostPictures)
      .filter(picture => picture.length <= longestPicture)
      .map(storable),
    gtin: clip(product.gtin, 255),
  }
}
