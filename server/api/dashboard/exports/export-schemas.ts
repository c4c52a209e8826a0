import { z } from 'zod'
import { exportKinds } from '../../../exchange/archives/exports.ts'
import { jobProblem } from '../job-problem.ts'

export const oneExport = z
  .object({
    id: z.uuid(),
    kind: z.enum(exportKinds),
    state: z.enum(['running', 'done', 'failed', 'cancelled']),
    /** The size of the file; 0 if there is none. */
    size: z.int(),
    /** When the file expires; null if there is none. */
    file_until: z.date().nullable(),
    done: z.int(),
    whole: z.int(),
    problem: jobProblem.nullable(),
    who: z.string(),
    created_at: z.date(),
    finished_at: z.date().nullable(),
  })
  .meta({ title: 'Export' })

export const exportList = z
  .object({
    result: z.array(oneExport),
    /** The cursor of the next page; null on the last. */
    next: z.string().nullable(),
  })
  .meta({ title: 'ExportPage' })
