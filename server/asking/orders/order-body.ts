import { z } from 'zod'
import { languageTag, list, price, text } from '../../foundation/http/input/fields.ts'
import { pictureAddresses } from '../../foundation/storage/pictures/limits.ts'
import { countryCode, longestTag } from '../../tenants/stores/settings/request-rules.ts'

/** Tags of a product, or what a shop says of more of them is left out. */
const mostTags = 50

/** The schemas of an order's lists, for `POST /orders` and for archives. */

const orderProduct = z.strictObject({
  product_id: text(255, 1).meta({ description: "The caller's product id" }),
  sku: text(255),
  name: text(2048),
  price,
  url: text(2048),
  pictures: pictureAddresses.optional().meta({ description: 'Addresses of images' }),
  gtin: text(255).optional(),
  mpn: text(255).optional(),
})

// `POST /orders` takes neither: connected shops, files and `POST /manage/v1/orders/batch` name them.
export const storedProduct = orderProduct.extend({
  tags: list(text(longestTag, 1), 0, mostTags)
    .optional()
    .meta({ description: 'What the shop sorts the product by, for rules' }),
  price_is_foreign: z.boolean().optional().meta({
    description: 'true: the price is not in the currency of the store, so no rule about prices fits',
  }),
})

const customer = z.strictObject({
  name: text(2048),
  email: text(2048).meta({
    description: 'Any text is taken; a review is requested only where it is one usable address',
  }),
  phone: text(2048),
  origin: text(2048)
    .optional()
    .meta({ description: 'Where the customer came from, such as a website or an app' }),
})

// `POST /orders` takes no language: connected shops, files and `POST /manage/v1/orders/batch` name it.
export const storedCustomer = customer.extend({
  language: languageTag.optional().meta({
    description: 'The language that this buyer is asked in, such as pt-BR. Without it, the store’s',
  }),
  country: countryCode.optional().meta({
    description: 'Where the order goes, for rules: an ISO 3166 code such as BR',
  }),
})

export const mostProducts = 500
export const orderedProducts = list(orderProduct, 1, mostProducts)
export const storedProducts = list(storedProduct, 1, mostProducts)
const mostCustomers = 10
export const buyers = list(customer, 1, mostCustomers)
export const storedBuyers = list(storedCustomer, 1, mostCustomers)
