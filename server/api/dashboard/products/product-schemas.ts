import { z } from 'zod'
import { list, text } from '../../../foundation/http/input/fields.ts'
import { noProductKinds } from '../../../tenants/products/no-products.ts'
import {
  productFields,
  shownProductFields,
  wholeProductFields,
} from '../../../tenants/products/product-fields.ts'
import { mostInGroup } from '../../../tenants/products/sharing.ts'

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
    ...shownProductFields,
    asks_for_reviews: productFields.asks_for_reviews,
    /** What it was taken for when it was switched off by itself. */
    recognised_as: z.enum(noProductKinds).nullable(),
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

/** Products that may be one, because they share a SKU. */
export const groupProposals = z
  .object({
    result: z.array(
      z.object({
        sku: z.string(),
        products: z.array(z.object({ product_id: z.string(), name: z.string(), url: z.string() })),
      }),
    ),
  })
  .meta({ title: 'GroupProposals' })

export type GroupProposals = z.infer<typeof groupProposals>
export type ListedProduct = z.infer<typeof listedProduct>
export type ProductDetails = z.infer<typeof productDetails>

const id = text(255, 1)

export const newProduct = z.strictObject({ product_id: id, ...wholeProductFields })

export const productChange = z.strictObject({ product_id: id, ...z.object(productFields).partial().shape })

export type NewProduct = z.input<typeof newProduct>
export type ProductChange = z.input<typeof productChange>

/** `move` allows products of other groups, which they then leave. */
export const grouping = z.strictObject({
  product_ids: list(id, 2, mostInGroup).check(({ value, issues }) => {
    if (value.length >= 2 && new Set(value).size < 2)
      issues.push({ code: 'too_small', origin: 'array', minimum: 2, inclusive: true, input: value })
  }),
  move: z.boolean().default(false),
})

export const madeGroup = z.object({ id: z.uuid() })
