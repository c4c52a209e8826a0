import { z } from 'zod'
import { shownDesign } from '../../../tenants/stores/widget-design.ts'
import { shownAnswer } from '../attributes/shown-schemas.ts'
import { shownDigest, shownMachine } from '../machine/machine-parts.ts'
import { origins } from '../origin.ts'
import { videos } from '../shown-review.ts'

const review = z
  .object({
    id: z.uuid(),
    display_name: z.string(),
    rating: z.int().min(1).max(5),
    body: z.string(),
    title: z.string(),
    created_at: z.iso.datetime(),
    verified_purchase: z.boolean(),
    is_recommended: z.boolean().meta({ description: 'False too when the buyer did not say' }),
    pictures: z.array(z.url()),
    videos,
    reply: z
      .object({ body: z.string(), created_at: z.iso.datetime() })
      .nullable()
      .meta({ description: "The store's answer" }),
    votes: z.int().min(0).meta({ description: 'How many found it helpful' }),
    attributes: z.array(shownAnswer).optional(),
    language: z.string().optional().meta({ description: 'Its language, if the store translates reviews' }),
    product: z
      .object({
        product_id: z.string(),
        name: z.string(),
        url: z.url().optional().meta({ description: 'Its page in the shop, if it is known' }),
      })
      .optional()
      .meta({ description: 'With expand=product' }),
    origin: z.enum(origins).nullable().meta({
      description:
        'invitation: through a review request; page: on a page, by an author who confirmed the address; import: from another service; api: sent by a program of the store; null: from a release that did not keep it',
    }),
    origin_name: z.string().nullable().meta({ description: 'The service that it was imported from' }),
    incentivized: z
      .boolean()
      .meta({ description: 'Whether the author is known to have got something for it' }),
    insider: z.boolean().meta({ description: 'Whether the author works for the store' }),
    purchased_on: z.iso.date().nullable().meta({ description: 'The day of the purchase, if it is known' }),
    pinned: z.boolean().meta({ description: 'Whether the store chose it to come first' }),
  })
  .meta({ title: 'Review' })

const count = z.int().min(0)

const totals = z.object({
  average: z.number().min(0).max(5),
  total: count,
  rate: z.object({ one: count, two: count, three: count, four: count, five: count }),
})

/** The answer of `reviews.json` and `store-reviews.json`. */
export const reviews = z
  .object({
    result: z.array(review),
    count: z.number().int().meta({
      description:
        'Of all pages; of pictured reviews, and of a search in a whole store, at most 1000, or 10000 on pages beyond those',
    }),
    meta: z.object({
      limit: z.number().int(),
      offset: z.number().int(),
      query: z.record(z.string(), z.unknown()).meta({ description: 'The filters in use' }),
      store_name: z.string().meta({ description: 'Who replies' }),
      write_url: z.url().optional().meta({
        description:
          'Where a review of the one product asked for can be written, if the store takes any without an order',
      }),
      ratings: z.object({ products: totals, store: totals }).optional().meta({
        description: 'With expand=ratings: of all products together, and of the store itself',
      }),
      design: shownDesign.optional(),
      machine: shownMachine.optional(),
      summary: shownDigest
        .nullable()
        .optional()
        .meta({ description: 'With expand=summary; null: there is none yet' }),
    }),
  })
  .meta({
    description: 'One page of published reviews',
    examples: [
      {
        result: [
          {
            id: '01999c53-5a4f-7c7e-9d57-0e3a6d2f8b11',
            display_name: 'Ana M.',
            rating: 5,
            body: 'Heats fast and does not leak.',
            title: 'Coffee as it should be',
            created_at: '2026-03-10T12:00:00.000Z',
            verified_purchase: true,
            is_recommended: true,
            pictures: [],
            reply: null,
            votes: 3,
            origin: 'invitation',
            origin_name: null,
            incentivized: false,
            insider: false,
            purchased_on: '2026-02-24',
            pinned: false,
          },
        ],
        count: 1,
        meta: { limit: 10, offset: 0, query: { product_sku: 'SKU-1' }, store_name: 'Casa da Serra' },
      },
    ],
  })
