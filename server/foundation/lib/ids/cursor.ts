import { readInstant } from '../time/instant.ts'
import { isUuid } from './uuid.ts'

/** The last row of a page in a list by date; the next page starts after it. */
export type PagePosition = { at: Date; id: string }

export function writeCursor({ at, id }: PagePosition): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}

/** Undefined for a text that `writeCursor` did not write. */
export function readCursor(cursor: string): PagePosition | undefined {
  const [at = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const milliseconds = readInstant(at)
  if (milliseconds === undefined || !isUuid(id) || rest.length > 0) return undefined
  return { at: new Date(milliseconds), id }
}
