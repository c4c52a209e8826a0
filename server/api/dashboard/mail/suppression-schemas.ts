import { z } from 'zod'
import { readPage } from '../../../foundation/http/input/list-query.ts'

const listedReasons = ['bounced', 'blocked', 'unsubscribed', 'complained'] as const

export const suppressionFilter = readPage
  .omit({ oldest: true })
  .extend({ reason: z.enum(listedReasons).optional() })

/** One address, sent in the body: addresses of people never appear in a URL. */
export const oneAddress = z.strictObject({ email: z.string().trim().min(1).max(320) })

export const suppression = z
  .object({
    id: z.uuid(),
    /** In the form that is compared; null after the person was erased, because only a fingerprint is kept. */
    address: z.string().nullable(),
    reason: z.enum([...listedReasons, 'erased']),
    at: z.date(),
    /** The response of the receiving mail server, if any. */
    answer: z.string().nullable(),
    /** Whether the store may lift it; otherwise only the recipient can. */
    liftable: z.boolean(),
  })
  .meta({ title: 'Suppression' })

export const suppressionPage = z
  .object({ result: z.array(suppression), next: z.string().nullable() })
  .meta({ title: 'SuppressionPage' })

export type ShownSuppression = z.infer<typeof suppression>
