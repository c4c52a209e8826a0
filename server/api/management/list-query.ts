import { z } from 'zod'
import type { Place } from '../../foundation/database/changed-since.ts'
import { instant } from '../../foundation/http/input/fields.ts'
import { pageLimit } from '../../foundation/http/input/read-query.ts'
import { readInstant } from '../../foundation/lib/time/instant.ts'

const standardLimit = 50

/** An instant of a query, as a date. */
export const moment = instant.transform(text => new Date(readInstant(text) as number))

/** Also of the lists of one page. */
export const updatedSince = moment.optional().meta({
  format: 'date-time',
  description:
    'Only what was written or changed since then, the last change first. Such a page may have fewer rows than `limit`',
})

/** The parameters of every long list. `isId`: whether a text can be the id of a row. */
export function listQuery(isId: (id: string) => boolean) {
  return {
    limit: pageLimit(standardLimit),
    cursor: z
      .string()
      .transform((cursor, context) => {
        const place = readPlace(cursor)
        if (place && isId(place.id)) return place
        context.addIssue({ code: 'custom', message: 'format' })
        return z.NEVER
      })
      .optional()
      .meta({ description: '`next_cursor` of the previous page' }),
    updated_since: updatedSince,
  }
}

/** A page as the API answers it. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  })
}

export function writePlace({ at, id }: Place): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}

/** Undefined for a text that `writePlace` did not write. */
function readPlace(cursor: string): Place | undefined {
  const [, at = '', id = ''] = /^(\S+) (.+)$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const milliseconds = readInstant(at)
  if (milliseconds === undefined || id.length > 510 || id.includes('\0') || !id.isWellFormed())
    return undefined
  return { at: new Date(milliseconds), id }
}
