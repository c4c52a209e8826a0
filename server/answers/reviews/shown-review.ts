import { z } from 'zod'
import { subjects } from '../../tenants/products/store-itself.ts'
import { contentStates } from '../moderation/states.ts'
import { shownAnswers } from './attributes/answer-schemas.ts'
import { origins } from './origin.ts'

/** The fields of a review that members and programs see alike. */
export const reviewFields = {
  subject: z.enum(subjects).meta({ description: 'store: it is about the store itself' }),
  product_id: z.string().meta({ description: 'Empty if it is about the store itself' }),
  rating: z.number(),
  title: z.string(),
  body: z.string(),
  display_name: z.string(),
  email: z.string().nullable(),
  recommended: z.boolean().nullable(),
  verified_purchase: z.boolean(),
  origin: z
    .enum(origins)
    .nullable()
    .meta({ description: 'How it came here; null: from a release that did not keep it' }),
  origin_name: z.string().nullable().meta({ description: 'The service that it was written with' }),
  incentivized: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether the author got something for it; null: unknown' }),
  insider: z.boolean().meta({ description: 'Whether the author works for the store' }),
  pinned_at: z.date().nullable().meta({ description: 'When the store pinned it' }),
  pictures: z.array(z.string()).meta({ description: 'Addresses of images' }),
  attributes: shownAnswers,
  state: z.enum(contentStates),
  moderation_reason: z.string().nullable(),
  votes: z.number(),
  language: z.string(),
  order_id: z.string().nullable(),
  purchased_at: z.date().nullable(),
  created_at: z.date(),
  published_at: z.date().nullable(),
}

/** The videos of a review, as all APIs answer them. */
export const videos = z
  .array(
    z.object({
      url: z.url(),
      poster: z.url().nullable().meta({ description: 'A picture, which is among `pictures` too' }),
      seconds: z.int().min(1).max(60),
      captions: z
        .array(z.object({ url: z.url(), language: z.string().meta({ description: 'A language tag' }) }))
        .optional()
        .meta({ description: 'WebVTT files of the store, one for each language; absent without any' }),
    }),
  )
  .optional()
  .meta({ description: 'Videos of the author; absent without any' })
