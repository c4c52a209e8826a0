import { z } from 'zod'
import { price, text } from '../../foundation/http/input/fields.ts'
import { pictureAddresses } from '../../foundation/storage/pictures/limits.ts'

/** The fields of a product that members and programs see alike. */
export const shownProductFields = {
  product_id: z.string(),
  sku: z.string(),
  name: z.string(),
  price: z.number(),
  gtin: z.string().nullable(),
  mpn: z.string().nullable(),
  url: z.string(),
  pictures: z.array(z.string()),
}

/** The fields of a product, as members and programs change them. */
export const productFields = {
  name: text(2048, 1),
  sku: text(255),
  price,
  gtin: text(255),
  mpn: text(255),
  url: text(2048),
  pictures: pictureAddresses,
  asks_for_reviews: z.boolean().meta({ description: 'Whether review requests ask about it' }),
}

/** Those of a whole product: what is left out is empty. */
export const wholeProductFields = {
  ...productFields,
  sku: productFields.sku.default(''),
  price: price.default(0),
  gtin: productFields.gtin.default(''),
  mpn: productFields.mpn.default(''),
  url: productFields.url.default(''),
  pictures: productFields.pictures.default([]),
  asks_for_reviews: productFields.asks_for_reviews.optional().meta({
    description: 'Whether review requests ask about it. Left out: as before; a new product by its name',
  }),
}
