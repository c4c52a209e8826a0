import { z } from 'zod'
import type { ContentFilter } from '../../answers/moderation/content/list.ts'
import { reasonNames } from '../../answers/moderation/reasons.ts'
import { contentStates } from '../../answers/moderation/states.ts'
import { instant, oneOf, text, textOf } from '../../foundation/http/input/fields.ts'
import { truthy } from '../../foundation/http/input/list-query.ts'
import { isUuid } from '../../foundation/lib/ids/uuid.ts'
import { listQuery, moment } from './list-query.ts'

/** What reviews and questions share. */

export const reply = z
  .object({ body: z.string(), created_at: z.date().nullable() })
  .nullable()
  .meta({ title: 'Reply' })

export const contentFilters = {
  ...listQuery(isUuid),
  state: z.enum(contentStates).optional(),
  product_id: text(255, 1).optional(),
  language: text(35, 1).optional().meta({ description: 'A language tag' }),
  flagged: truthy.meta({ description: 'Only those in which a check found something' }),
  reported: truthy.meta({ description: 'Only those with reports that nobody decided about yet' }),
  unanswered: truthy.meta({ description: 'Only those without a reply of the store' }),
  created_since: moment.optional().meta({ format: 'date-time' }),
  created_until: moment.optional().meta({ format: 'date-time' }),
}

type Narrowing = Record<string, unknown>

/** A check of the whole query: of these filters, only one has an index. */
export function narrowsOnce(names: readonly string[]) {
  return ({ value, issues }: { value: Narrowing; issues: z.core.$ZodRawIssue[] }) => {
    const given = names.filter(name => value[name] !== undefined)
    const [first = '', second = ''] = given
    if (given.length < 2) return
    const params = { values: [first, second] }
    issues.push({ code: 'custom', message: 'not_both', params, path: [first], input: value })
  }
}

export const narrowing = ['product_id', 'language', 'flagged', 'unanswered', 'reported'] as const

/** The filters as the domains know them. */
export function filterOf(
  query: {
    [Name in keyof typeof contentFilters]?: z.output<(typeof contentFilters)[Name]> | undefined
  },
): ContentFilter {
  const { state, product_id, language, flagged, reported, unanswered, created_since, created_until } = query
  return {
    ...(state !== undefined && { state }),
    ...(product_id !== undefined && { productId: product_id }),
    ...(language !== undefined && { language }),
    ...(flagged && { flagged }),
    ...(reported && { reported }),
    ...(unanswered && { unanswered }),
    ...(created_since && { from: created_since }),
    ...(created_until && { until: created_until }),
  }
}

export const idPath = z.object({ id: z.string().meta({ format: 'uuid' }) })

export const decision = z.strictObject({
  reason: oneOf(reasonNames).describe('Why, without regard to the opinion. Its author is notified'),
})

export const replyBody = z.strictObject({
  body: textOf(z.string().trim(), 5_000, 1).meta({ pattern: '\\S' }),
})

/** The fields of what was written elsewhere. */
export const external = {
  external_id: text(255, 1).meta({ description: 'Your id for it, unique per store' }),
  product_id: text(255, 1),
  product_name: text(2048).default('').meta({ description: 'For a product that is new here' }),
  product_sku: text(255).default('').meta({ description: 'For a product that is new here' }),
  body: text(10_000).default(''),
  display_name: text(255, 1),
  email: text(2048).nullable().default(null).meta({ description: 'Of its author; never displayed' }),
  language: text(35, 1).optional().meta({ description: 'A language tag; by default, that of the store' }),
  created_at: instant.optional().meta({ description: 'By default, now; never in the future' }),
  notify_author: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether its author gets emails about decisions and replies' }),
}
