import { z } from 'zod'
import { readCursor } from '../../lib/ids/cursor.ts'
import { pageLimit } from './read-query.ts'

/** `true`, `1` or an empty value: a filter that is on. */
export const truthy = z
  .enum(['', '1', 'true'])
  .transform(() => true)
  .optional()

/** The parameters of a page of the dashboard's lists, which are sorted by date. */
export const readPage = z.object({
  limit: pageLimit(30),
  oldest: truthy,
  /** The cursor of the previous page. */
  after: z
    .string()
    .transform((cursor, context) => {
      const place = readCursor(cursor)
      if (!place) context.addIssue({ code: 'custom', message: 'format' })
      return place
    })
    .optional(),
})
