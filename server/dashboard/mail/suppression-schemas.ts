import { z } from 'zod'
import { readPage } from '../../http/input/list-query.ts'

const listedReasons = ['bounced', 'blocked', 'unsubscribed', 'complained'] as const

export const suppressionFilter = readPage
  .omit({ oldest: true })
  .extend({ reason: z.enum(listedReasons).optional() })

/** One address, in the body: those of people stand in no address of a page. */
export const oneAddress = z.strictObject({ email: z.string().trim().min(1).max(320) })

export const suppression = z.object({
  id: z.uuid(),
  /** As it is compared; null where the person was erased: of them only a fingerprint is kept. */
  address: z.string().nullable(),
  reason: z.enum([...listedReasons, 'erased']),
  at: z.date(),
  /** What the other server said, where one did. */
  answer: z.string().nullable(),
  /** Whether the store may lift it; otherwise only whoever reads the address. */
  liftable: z.boolean(),
})

export const suppressionPage = z.object({ result: z.array(suppression), next: z.string().nullable() })

export type ShownSuppression = z.infer<typeof suppression>
