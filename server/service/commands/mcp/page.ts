import { z } from 'zod'

/** The arguments of every list. */
export const page = {
  // A page of the longest reviews takes half a megabyte.
  limit: z.int().min(1).max(50).default(20),
  cursor: z.string().optional().describe('next_cursor of the previous page'),
  updated_since: z
    .string()
    .optional()
    .describe('An ISO 8601 instant: only what was written or changed since then, the last change first'),
}
