import { z } from 'zod'
import { flag } from './flag-schema.ts'
import { reportReasons } from './reports/reports.ts'

/** What the checks and visitors say against content, as members and programs see it. */
export const contentMarks = {
  flags: z.array(flag),
  reports: z.array(
    z.object({
      reason: z.enum(reportReasons),
      text: z.string(),
      at: z.coerce.date(),
      decided_at: z.coerce.date().nullable().meta({
        description: 'When it was published, rejected, removed or restored after the report; null: not yet',
      }),
    }),
  ),
}
