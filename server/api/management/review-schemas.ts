import { z } from 'zod'
import { sentAnswers } from '../../answers/reviews/attributes/answer-schemas.ts'
import { reviewFields, reviewMarks } from '../../answers/reviews/shown-review.ts'
import { text } from '../../foundation/http/input/fields.ts'
import { truthy } from '../../foundation/http/input/list-query.ts'
import { contentFilters, external, narrowing, narrowsOnce, reply } from './content-schemas.ts'
import { pageOf } from './list-query.ts'

export const review = z
  .object({
    id: z.uuid(),
    external_id: z.string().nullable(),
    ...reviewFields,
    updated_at: z.date(),
    reply,
    ...reviewMarks,
  })
  .meta({ title: 'Review' })

export const reviewPage = pageOf(review)

export const reviewQuery = z
  .object({
    ...contentFilters,
    reported: truthy.meta({ description: 'Only those that visitors reported' }),
    pictures: truthy.meta({ description: 'Only those with pictures' }),
  })
  .check(narrowsOnce([...narrowing, 'reported', 'pictures']))

export const newReview = z
  .strictObject({
    ...external,
    rating: z.int().min(1).max(5),
    title: text(255).default(''),
    recommended: z.boolean().nullable().default(null),
    attributes: sentAnswers.meta({
      description:
        "Answers to the store's own questions, by their ids: { fit: 3 }. Of 1 to 5, options or a text",
    }),
    order_id: text(255, 1)
      .nullable()
      .default(null)
      .meta({ description: 'An order of this store with this product: then the purchase is verified' }),
  })
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
