import { z } from 'zod'
import { roles } from './roles.ts'

/** Shown once: what an authenticator app scans, and the codes for the day it is lost. */
export const factorOffer = z.object({ uri: z.string(), recovery_codes: z.array(z.string()) })

export const invitations = z.object({
  result: z.array(
    z.object({
      id: z.uuid(),
      email: z.string(),
      role: z.enum(roles),
      created_at: z.date(),
      expires_at: z.date(),
    }),
  ),
})

/** What the link of an invitation tells. */
export const openInvitation = z.object({
  store: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** Then its owner signs in to accept. */
  has_account: z.boolean(),
})

export type FactorOffer = z.infer<typeof factorOffer>
export type Invitations = z.infer<typeof invitations>
export type OpenInvitation = z.infer<typeof openInvitation>
