import { z } from 'zod'
import { readCursor } from '../../lib/cursor.ts'

/** `true`, `1` or nothing at all: a filter that is on. */
export const truthy = z
  .enum(['', '1', 'true'])
  .transform(() => true)
  .optional()

/** The parameters of a page of the dashboard's lists, which are by date. */
export const readPage = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(30),
  oldest: truthy,
  /** What the page before ended with. */
  after: z
    .string()
    .transform((cursor, context) => {
      const place = readCursor(cursor)
      if (!place) context.addIssue({ code: 'custom', message: 'format' })
      return place
    })
    .optional(),
})
