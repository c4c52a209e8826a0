import { z } from 'zod'

/** Everything of the store, or only its reviews or questions as a table. */
export const exportKinds = ['archive', 'reviews', 'questions'] as const
export type ExportKind = (typeof exportKinds)[number]

export const oneExport = z.object({
  id: z.uuid(),
  kind: z.enum(exportKinds),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Of the file; 0 while there is none. */
  size: z.int(),
  /** Until when the file is kept; null: it is not there. */
  file_until: z.date().nullable(),
  done: z.int(),
  whole: z.int(),
  problem: z.object({ what: z.string(), mend: z.string() }).nullable(),
  who: z.string(),
  created_at: z.date(),
  finished_at: z.date().nullable(),
})

export const exportList = z.object({
  result: z.array(oneExport),
  /** What the next page begins after; null: there is none. */
  next: z.string().nullable(),
})
