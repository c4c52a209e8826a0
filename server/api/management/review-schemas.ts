import { z } from 'zod'
import { contentMarks } from '../../answers/moderation/marks.ts'
import { sentAnswers } from '../../answers/reviews/attributes/answer-schemas.ts'
import { reviewFields, videos } from '../../answers/reviews/shown-review.ts'
import { text } from '../../foundation/http/input/fields.ts'
import { truthy } from '../../foundation/http/input/list-query.ts'
import { type Subject, subjects } from '../../tenants/products/store-itself.ts'
import { contentFilters, external, narrowing, narrowsOnce, reply } from './content-schemas.ts'
import { pageOf } from './list-query.ts'

export const review = z
  .object({
    id: z.uuid(),
    external_id: z.string().nullable(),
    ...reviewFields,
    videos,
    updated_at: z.date(),
    reply,
    ...contentMarks,
  })
  .meta({ title: 'Review' })

export const reviewPage = pageOf(review)

export const reviewQuery = z
  .object({
    ...contentFilters,
    pictures: truthy.meta({ description: 'Only those with pictures' }),
    subject: z.enum(subjects).optional().meta({ description: 'Only those of products, or of the store' }),
  })
  .check(narrowsOnce([...narrowing, 'pictures', 'subject']))

type Given = { subject: Subject; product_id?: string | undefined; product_name: string; product_sku: string }

// A review is of a product, or of the store itself.
function namesSubject({ value, issues }: { value: Given; issues: z.core.$ZodRawIssue[] }): void {
  const { subject, product_id, product_name, product_sku } = value
  if (subject === 'product') {
    if (product_id !== undefined) return
    issues.push({ code: 'invalid_type', expected: 'string', path: ['product_id'], input: undefined })
    return
  }
  for (const [name, given] of Object.entries({ product_id, product_name, product_sku })) {
    if (!given) continue
    const params = { values: ['subject=store', name] }
    issues.push({ code: 'custom', message: 'not_both', params, path: [name], input: given })
  }
}

export const newReview = z
  .strictObject({
    ...external,
    subject: z
      .enum(subjects)
      .default('product')
      .meta({ description: 'store: a review of the store itself, which has no product_id' }),
    product_id: external.product_id.optional().meta({ description: 'Required of a review of a product' }),
    rating: z.int().min(1).max(5),
    title: text(255).default(''),
    recommended: z.boolean().nullable().default(null),
    attributes: sentAnswers.meta({
      description:
        "Answers to the store's own questions, by their ids: { fit: 3 }. Of 1 to 5, options or a text",
    }),
    order_id: text(255, 1).nullable().default(null).meta({
      description:
        'An order of this store with this product. If it was not cancelled and `email` is that of one of its buyers, the purchase is verified; otherwise the review is stored without the order',
    }),
    incentivized: z
      .boolean()
      .nullable()
      .default(null)
      .meta({ description: 'Whether its author got something for it; null: unknown' }),
    insider: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether its author works for the store. An address of the team says so too' }),
  })
  .check(namesSubject)
  .meta({
    title: 'NewReview',
    examples: [
      {
        external_id: 'judge-1001',
        product_id: 'P-1',
        rating: 5,
        title: 'Coffee as it should be',
        body: 'Boils fast, and the handle stays cool.',
        display_name: 'Ana M.',
      },
    ],
  })
