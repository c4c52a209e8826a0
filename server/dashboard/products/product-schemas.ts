import { z } from 'zod'
import { list, price, text } from '../../http/input/fields.ts'
import { pictureAddresses } from '../../pictures/limits.ts'

/** The products of the dashboard, which reads and sends these types. */

const stars = z.object({
  one: z.number(),
  two: z.number(),
  three: z.number(),
  four: z.number(),
  five: z.number(),
})

/** Figures of published reviews and questions. */
const figures = z.object({ stars, total: z.number(), average: z.number(), questions: z.number() })

const listedProduct = z
  .object({
    product_id: z.string(),
    sku: z.string(),
    name: z.string(),
    price: z.number(),
    gtin: z.string().nullable(),
    mpn: z.string().nullable(),
    url: z.string(),
    pictures: z.array(z.string()),
    created_at: z.date(),
    /** The product's own figures. */
    ...figures.shape,
    /** The group that shares its reviews, with their common figures; null if there is none. */
    group: z.object({ id: z.uuid(), products: z.number(), ...figures.shape }).nullable(),
  })
  .meta({ title: 'ListedProduct' })

export const productPage = z
  .object({ result: z.array(listedProduct), next: z.string().nullable() })
  .meta({ title: 'ProductPage' })

export const productDetails = z
  .object({
    ...listedProduct.shape,
    /** The products of its group, including itself; empty without a group. */
    members: z.array(listedProduct.omit({ group: true })),
    history: z.array(
      z.object({ at: z.date(), who: z.string(), action: z.string(), fields: z.array(z.string()) }),
    ),
  })
  .meta({ title: 'Product' })

export type ListedProduct = z.infer<typeof listedProduct>
export type ProductDetails = z.infer<typeof productDetails>

const id = text(255, 1)

const given = {
  name: text(2048, 1),
  sku: text(255),
  price,
  gtin: text(255),
  mpn: text(255),
  url: text(2048),
  pictures: pictureAddresses,
}

export const newProduct = z.strictObject({
  product_id: id,
  ...given,
  sku: given.sku.default(''),
  price: price.default(0),
  gtin: given.gtin.default(''),
  mpn: given.mpn.default(''),
  url: given.url.default(''),
  pictures: given.pictures.default([]),
})

export const productChange = z.strictObject({ product_id: id, ...z.object(given).partial().shape })

export type NewProduct = z.input<typeof newProduct>
export type ProductChange = z.input<typeof productChange>

// A page sums its group's products on each read, so limit their number.
const mostInGroup = 100

/** `move` allows products of other groups, which they then leave. */
export const grouping = z.strictObject({
  product_ids: list(id, 2, mostInGroup).check(({ value, issues }) => {
    if (value.length >= 2 && new Set(value).size < 2)
      issues.push({ code: 'too_small', origin: 'array', minimum: 2, inclusive: true, input: value })
  }),
  move: z.boolean().default(false),
})

export const madeGroup = z.object({ id: z.uuid() })
