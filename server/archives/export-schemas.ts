import { z } from 'zod'

export const oneExport = z.object({
  id: z.uuid(),
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
